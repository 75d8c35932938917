/** The built-in scenes and reels, by name. */
package dev.shinari.app.library;
