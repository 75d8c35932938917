/** Pictures in order: contact sheets, strips, GIF and PNG files. */
package dev.shinari.render.film;
