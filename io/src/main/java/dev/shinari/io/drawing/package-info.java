/**
 * Drawings that become flat bodies: outlines from SVG paths ({@link
 * dev.shinari.io.drawing.SvgPath}) and from the transparency of PNG pictures ({@link
 * dev.shinari.io.drawing.AlphaTracer}). Start at {@link dev.shinari.io.drawing.DrawingReader}.
 */
package dev.shinari.io.drawing;
