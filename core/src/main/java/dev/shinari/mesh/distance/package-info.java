/** Inside or outside, how far, and where is the nearest point: queries on triangle surfaces. */
package dev.shinari.mesh.distance;
