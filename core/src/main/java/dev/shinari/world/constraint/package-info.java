/** Constraints on a single body: volume, and limits of compression. */
package dev.shinari.world.constraint;
