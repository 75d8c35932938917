/**
 * Tetrahedral meshes: {@link dev.shinari.io.tet.TetGenReader} for TetGen's .node and .ele, {@link
 * dev.shinari.io.tet.GmshReader} for Gmsh's .msh 2.2 and 4.1, text and binary. Both end in the same
 * checks of the tetrahedra's volumes.
 */
package dev.shinari.io.tet;
