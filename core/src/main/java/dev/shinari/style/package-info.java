/**
 * How pictures look, as plain numbers: {@link dev.shinari.style.Style} holds everything that a
 * renderer must know, in any language; {@link dev.shinari.style.Styles} are the named ones. The
 * Java renderer and the studio's page read the same records.
 */
package dev.shinari.style;
