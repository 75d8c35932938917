/**
 * Wavefront OBJ: {@link dev.shinari.io.obj.ObjReader} and {@link dev.shinari.io.obj.ObjWriter}.
 * Polygons become triangles through {@link dev.shinari.io.file.PolygonTriangulator}, which PLY uses
 * too.
 */
package dev.shinari.io.obj;
