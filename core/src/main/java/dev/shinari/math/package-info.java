/**
 * What every other package may use: {@link dev.shinari.math.Check}, argument checks that refuse
 * NaN, so that settings which exist are valid, and {@link dev.shinari.math.SymmetricEigen}.
 */
package dev.shinari.math;
