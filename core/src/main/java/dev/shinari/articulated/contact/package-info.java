/** Creatures against obstacles, bodies and each other, and the exoskeleton [Watanabe, sec. 4]. */
package dev.shinari.articulated.contact;
