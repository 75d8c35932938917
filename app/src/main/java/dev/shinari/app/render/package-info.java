/**
 * The cel renderer: draws a {@link dev.shinari.take.Take} as pictures, in plain Java and without a
 * GPU.
 *
 * <pre>
 *   take -> Camera (fits the view once, then moves) -> CelRenderer, for each frame:
 *             FrameMesh    vertices to the screen, normals with creases, lines to draw
 *             DepthRaster  nearest triangle of every sample
 *             ShadowMap    what the light sees, for flat cast shadows
 *             InkLines     outlines at sub-sample accuracy, as soft discs
 *             Fill, Ground tones of objects; floor and backdrop
 *             MarkPainter  stars and speed lines, painted by Overlay
 *         -> ContactSheet, Strip, PngWriter; PictureSource -> GifWriter
 *   Card, TitleLettering   letters of reels; FilmStrip their pictures
 * </pre>
 *
 * <p>Start reading at {@link dev.shinari.render.cel.CelRenderer}. The same take and settings give
 * the same bits for any number of threads: work is cut into fixed blocks, each block writes its own
 * rows, and ink is combined by maximum, which does not depend on order.
 */
package dev.shinari.app.render;
