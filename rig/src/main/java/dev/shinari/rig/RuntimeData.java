package dev.shinari.rig;

import dev.shinari.rig.runtime.HelperRuntime;

/** Lays a rig out as the flat arrays that {@link HelperRuntime} reads. */
final class RuntimeData {
  private RuntimeData() {}

  static HelperRuntime.Data of(HelperRig rig) {
    int hn = rig.helpers().size();
    int vn = rig.inputs().count();
    int[] parents = new int[hn];
    double[] bind = new double[12 * hn];
    double[] rotations = new double[4 * hn];
    double[] constants = new double[6 * hn];
    double[] lower = new double[6 * hn];
    double[] upper = new double[6 * hn];
    int[] termStarts = new int[6 * hn + 1];
    int[] kernelStarts = new int[hn + 1];
    double[] widths = new double[hn * vn];
    for (int h = 0; h < hn; h++) {
      Controller c = rig.helpers().get(h).controller();
      for (int o = 0; o < 6; o++) {
        termStarts[6 * h + o + 1] = termStarts[6 * h + o] + c.coefficients()[o].length;
      }
      kernelStarts[h + 1] = kernelStarts[h] + c.kernelCount();
    }
    int[] factors = new int[3 * termStarts[6 * hn]];
    double[] coefficients = new double[termStarts[6 * hn]];
    double[] centers = new double[kernelStarts[hn] * vn];
    double[] weights = new double[6 * kernelStarts[hn]];
    for (int h = 0; h < hn; h++) {
      Helper helper = rig.helpers().get(h);
      Controller c = helper.controller();
      parents[h] = helper.parent();
      System.arraycopy(helper.bind(), 0, bind, 12 * h, 12);
      System.arraycopy(helper.restRotation(), 0, rotations, 4 * h, 4);
      System.arraycopy(c.constant(), 0, constants, 6 * h, 6);
      System.arraycopy(c.lower(), 0, lower, 6 * h, 6);
      System.arraycopy(c.upper(), 0, upper, 6 * h, 6);
      for (int o = 0; o < 6; o++) {
        int at = termStarts[6 * h + o];
        for (int[] term : c.terms()[o]) {
          for (int k = 0; k < 3; k++) {
            factors[3 * at + k] = k < term.length ? term[k] : -1;
          }
          at++;
        }
        System.arraycopy(
            c.coefficients()[o],
            0,
            coefficients,
            termStarts[6 * h + o],
            c.coefficients()[o].length);
      }
      if (c.kernelCount() > 0) {
        System.arraycopy(
            c.kernelCenters(), 0, centers, kernelStarts[h] * vn, c.kernelCenters().length);
        System.arraycopy(c.kernelInverseWidths(), 0, widths, h * vn, vn);
        System.arraycopy(
            c.kernelWeights(), 0, weights, 6 * kernelStarts[h], c.kernelWeights().length);
      }
    }
    PoseInputs in = rig.inputs();
    return new HelperRuntime.Data(
        rig.skeleton().parents(),
        rig.skeleton().bind(),
        in.joints(),
        in.axes(),
        in.centers(),
        in.lower(),
        in.upper(),
        parents,
        bind,
        rotations,
        constants,
        lower,
        upper,
        termStarts,
        factors,
        coefficients,
        kernelStarts,
        centers,
        widths,
        weights);
  }
}
