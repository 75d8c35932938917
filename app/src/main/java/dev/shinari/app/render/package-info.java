/**
 * The cel renderer: draws a {@link dev.shinari.world.Take} as pictures, in plain Java and without a
 * GPU.
 *
 * <pre>
 *   take -> Camera (fits the view once) -> CelRenderer, for each frame:
 *             FrameMesh    vertices to the screen, normals with creases, lines to draw
 *             DepthRaster  nearest triangle of every sample
 *             ShadowMap    what the light sees, for flat cast shadows
 *             InkLines     outlines at sub-sample accuracy, as soft discs
 *             shading      tone bands, floor, background, ink; samples averaged to pixels
 *         -> ContactSheet, Strip, GifWriter, PngSequence
 * </pre>
 *
 * <p>Start reading at {@link dev.shinari.app.render.CelRenderer}. The same take and settings give
 * the same bits for any number of threads: work is cut into fixed blocks, each block writes its own
 * rows, and ink is combined by maximum, which does not depend on order.
 */
package dev.shinari.app.render;
