/**
 * From a scene to its pictures, and takes that are played again: what the command line and the
 * studio share. Start with {@link dev.shinari.app.film.Pictures} and {@link
 * dev.shinari.app.film.Performance}.
 */
package dev.shinari.app.film;
