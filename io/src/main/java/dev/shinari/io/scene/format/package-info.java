/**
 * The language of scene files: JSON with origins, value types, checks, schema and reference page.
 *
 * <p>Start with {@link Spec} and {@link SceneChecker}.
 */
package dev.shinari.io.scene.format;
