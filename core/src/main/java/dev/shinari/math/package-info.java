/**
 * What every other package may use: {@link dev.shinari.math.Check}, argument checks that refuse
 * NaN, so that settings which exist are valid, {@link dev.shinari.math.SymmetricEigen}, and growing
 * arrays ({@link dev.shinari.math.IntList}, {@link dev.shinari.math.FloatList}).
 */
package dev.shinari.math;
