/**
 * Which feature works on which kind of body: the table in the documentation, and the refusals.
 *
 * <p>Start with {@link FeatureTable}.
 */
package dev.shinari.io.scene.feature;
