/**
 * Every key of the scene format, and how checked values become plans.
 *
 * <p>Start with {@link SceneSpec} and {@link SceneBinder}.
 */
package dev.shinari.io.scene.spec;
