/**
 * From a triangle surface to a cage of tetrahedra or cells.
 *
 * <p>Start with {@link VolumeMesher}.
 */
package dev.shinari.mesh.volume;
