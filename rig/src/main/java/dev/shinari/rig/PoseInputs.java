package dev.shinari.rig;

import dev.shinari.math.Check;

/**
 * The variables that controllers read: components of the joints' rotation vectors (quaternion
 * logarithms). Joint d's rotation vector is the logarithm of c_d^-1 l_d0^-1 l_d, with l_d its local
 * rotation about its parent, l_d0 the same at bind time and c_d a center, so chosen that no trained
 * pose lies near a half turn away from it, where the logarithm would jump.
 *
 * @param joints joint of each variable, an index into the skeleton; variables of a joint adjoin
 * @param axes component 0, 1, 2 of each variable
 * @param centers quaternion c (w, x, y, z) of each variable's joint, 4 numbers a variable
 * @param lower smallest value that was trained; smaller ones are raised to it
 * @param upper largest value that was trained; larger ones are lowered to it
 */
public record PoseInputs(
    int[] joints, int[] axes, double[] centers, double[] lower, double[] upper) {
  public PoseInputs {
    int n = joints.length;
    Check.that(
        axes.length == n && centers.length == 4 * n && lower.length == n && upper.length == n,
        "the arrays of pose inputs differ in length");
  }

  public int count() {
    return joints.length;
  }
}
