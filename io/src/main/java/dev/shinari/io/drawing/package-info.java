/**
 * Drawings that become flat bodies: what is visible of SVG files ({@link
 * dev.shinari.io.drawing.SvgPicture}) and of pictures ({@link dev.shinari.io.drawing.PictureFile}),
 * as smooth outlines ({@link dev.shinari.io.drawing.AlphaTracer}) with a texture. Start at {@link
 * dev.shinari.io.drawing.DrawingReader}.
 */
package dev.shinari.io.drawing;
