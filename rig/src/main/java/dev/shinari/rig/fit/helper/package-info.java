/**
 * Stage 1 of the fit [Mukai15, sec. 4]: helpers with free rigid transforms, and skin weights.
 *
 * <p>Start with {@link Decomposition}.
 */
package dev.shinari.rig.fit.helper;
