/** Prescribed motion: rigid poses and paths over time. */
package dev.shinari.motion;
