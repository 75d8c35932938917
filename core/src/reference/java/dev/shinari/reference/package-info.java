/**
 * The plain, slow, obvious twin of the engine's elastic step: an object a particle, an object a
 * region, double precision, a Jacobi decomposition for every rotation, no state between steps but
 * positions and velocities. Tests ask it what the right answer is; the benchmark asks it what the
 * engine's arrangement of the same arithmetic is worth.
 *
 * <pre>
 *   particles x, v --> regions: centroid c, moment M = sum m~ p q^T   [Koyama13, eq. (1)]
 *                          |    rotation R of M (or of A = M Q)
 *                          v
 *                      goals g = mean of R q + c over the regions     [eq. (2)]
 *                          |
 *                          v
 *                      v += alpha (g - x) / h + h a;  x += h v        [eqs. (4), (5)]
 * </pre>
 *
 * Start with {@link dev.shinari.reference.ReferenceBody#step}, then {@link
 * dev.shinari.reference.ReferenceRegion}; {@link dev.shinari.reference.ReferencePolar} is the
 * oracle for 3x3 rotations; {@link dev.shinari.reference.ReferenceRegions} makes the lists of
 * members from meshes and lattices.
 */
package dev.shinari.reference;
