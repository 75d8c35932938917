/**
 * Regions of particles: moments in, goals out [Koyama13, sec. 3].
 *
 * <p>Start with {@link Regions}; {@link ListRegions} and {@link LatticeRegions} are the two kinds.
 */
package dev.shinari.body.region;
