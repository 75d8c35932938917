/** Meshes of simple shapes: surfaces, tetrahedra, sheets and strands. */
package dev.shinari.mesh.shape;
