/**
 * What every other package may use: {@link dev.shinari.math.Check}, argument checks that refuse
 * NaN, so that settings which exist are valid.
 */
package dev.shinari.math;
