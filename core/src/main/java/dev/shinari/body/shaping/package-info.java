/**
 * Targets of regions without examples: the rest shape, shapes that effects ask for, plastic strain.
 *
 * <p>Start with {@link FitStage} and {@link Shaping}.
 */
package dev.shinari.body.shaping;
