/**
 * The cel renderer: flat tones with crisp borders, ink lines, flat shadows.
 *
 * <p>Start with {@link CelRenderer}; its {@code draw} reads as the stages of a picture.
 */
package dev.shinari.render.cel;
