/**
 * Builds the creatures of a scene.
 *
 * <p>Start with {@link CreatureBuilder}.
 */
package dev.shinari.io.scene.creature;
