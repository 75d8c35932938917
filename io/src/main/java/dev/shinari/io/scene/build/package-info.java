/**
 * Builds the world of a scene from its plan.
 *
 * <p>Start with {@link SceneBuilder}.
 */
package dev.shinari.io.scene.build;
