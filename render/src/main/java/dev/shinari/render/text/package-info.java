/** Lettering and title cards, drawn without the fonts of the machine. */
package dev.shinari.render.text;
