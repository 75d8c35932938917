/**
 * Passes over blocks of examples. Every pass is a sum over blocks in a fixed order, so that a fit
 * gives the same bits in threads and on a cluster.
 *
 * <p>Start with {@link BlockPass} and {@link BlockEngine}.
 */
package dev.shinari.rig.fit.pass;
