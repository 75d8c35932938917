/** Shapes of creatures: limbs, hubs where limbs meet, and a character's mesh cut into parts. */
package dev.shinari.articulated.shape;
