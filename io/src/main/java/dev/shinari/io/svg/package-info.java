/** Takes of flat bodies as SVG frames. Start at {@link dev.shinari.io.svg.SvgWriter}. */
package dev.shinari.io.svg;
