package dev.shinari.rig;

import dev.shinari.math.Check;

/**
 * How one helper follows the joints: six outputs, the translation t and rotation vector r of its
 * local pose about its parent [Mukai15, eq. (9)], each a sparse polynomial of the pose variables,
 * plus, where asked for, a sum of kernels. Outputs are held within limits.
 *
 * <pre>
 *   y_o = constant_o + sum_i coefficient_oi product(variables of term_oi) + sum_m kernel_mo k_m
 *   k_m = 1 / (1 + sum_v ((x_v - center_mv) * inverseWidth_v)^2)^2
 * </pre>
 *
 * @param constant 6 numbers
 * @param terms for each output its terms: a term lists variables to multiply, with repetition
 * @param coefficients for each output, one number a term
 * @param kernelCenters variable values, one a variable for each kernel; empty without kernels
 * @param kernelInverseWidths one a variable; empty without kernels
 * @param kernelWeights 6 numbers a kernel
 * @param lower least value of each output
 * @param upper largest value of each output
 */
public record Controller(
    double[] constant,
    int[][][] terms,
    double[][] coefficients,
    double[] kernelCenters,
    double[] kernelInverseWidths,
    double[] kernelWeights,
    double[] lower,
    double[] upper) {
  public static final int OUTPUTS = 6;

  public Controller {
    Check.that(
        constant.length == OUTPUTS
            && terms.length == OUTPUTS
            && coefficients.length == OUTPUTS
            && lower.length == OUTPUTS
            && upper.length == OUTPUTS,
        "a controller has 6 outputs");
    for (int o = 0; o < OUTPUTS; o++) {
      Check.that(terms[o].length == coefficients[o].length, "a term has one coefficient");
    }
    Check.that(kernelWeights.length % OUTPUTS == 0, "a kernel has 6 weights");
    Check.that(
        kernelCenters.length == kernelWeights.length / OUTPUTS * kernelInverseWidths.length,
        "a kernel has one center a variable");
  }

  /** Number of coefficients that are not zero, constants not counted. */
  public int termCount() {
    int n = 0;
    for (double[] c : coefficients) {
      n += c.length;
    }
    return n;
  }

  public int kernelCount() {
    return kernelWeights.length / OUTPUTS;
  }
}
