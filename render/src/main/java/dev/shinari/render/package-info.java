/**
 * Pictures and films of takes: {@code camera} frames a take, {@code cel} draws its frames, {@code
 * film} puts pictures together and writes them, {@code text} and {@code chart} draw titles and
 * plots. This module depends on {@code core} alone.
 */
package dev.shinari.render;
