/**
 * Adaptive lattices: cells that split, tear and merge [Ohta, sec. 3].
 *
 * <p>Start with {@link AdaptiveLattice}.
 */
package dev.shinari.lattice.adaptive;
