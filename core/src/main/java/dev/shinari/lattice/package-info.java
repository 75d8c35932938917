/**
 * Lattices that split where they are stretched and tear where they are stretched further, in 2D and
 * 3D [Ohta], with the breakdown of [Lin, sec. 2.3].
 *
 * <p>{@link dev.shinari.lattice.adaptive.AdaptiveLattice} has the cells and the changes (split,
 * tear, merge, taking a piece out), each of them local; {@link dev.shinari.lattice.LatticeBody}
 * decides when they happen; {@link dev.shinari.lattice.LatticeFamily} knows all pieces of what was
 * one body. Start reading at {@code Cells}, which has the picture.
 */
package dev.shinari.lattice;
