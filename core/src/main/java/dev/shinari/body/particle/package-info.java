/**
 * Particles: their state, masses, sums over all of them, rigid moves.
 *
 * <p>Start with {@link Particles}.
 */
package dev.shinari.body.particle;
