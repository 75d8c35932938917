/**
 * Cameras that frame a take.
 *
 * <p>Start with {@link Camera}.
 */
package dev.shinari.render.camera;
