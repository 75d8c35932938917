/** What the stages of a world's step share: impacts, islands, names, and the report. */
package dev.shinari.world.step;
