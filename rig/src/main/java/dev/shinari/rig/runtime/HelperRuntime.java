package dev.shinari.rig.runtime;

import java.io.Serializable;

/**
 * Evaluates helper bones: global poses of the joints in, skinning transforms and global poses of
 * the helpers out. Plain Java without dependencies; nothing is allocated by {@link #evaluate}. Not
 * for several threads at once: make one for each.
 *
 * <p>For every joint that a variable reads: its rotation vector, clamped to the trained range; then
 * for every helper its six outputs as polynomials and kernels of the variables, clamped; then its
 * pose about its parent. A joint's pose may hold scale: rotations are those of its orthonormalized
 * axes.
 */
public final class HelperRuntime {
  /**
   * Everything that the evaluator needs, as flat arrays.
   *
   * @param parents parent of each joint, -1 for a root
   * @param bind global bind poses of the joints, 12 numbers each
   * @param variableJoints joint of each variable; variables of one joint adjoin
   * @param variableAxes component of each variable
   * @param variableCenters quaternion of each variable's joint, 4 numbers each
   * @param variableLower least value of each variable
   * @param variableUpper largest value of each variable
   * @param helperParents joint of each helper
   * @param helperBind global bind poses of the helpers, rigid, 12 numbers each
   * @param helperRotations rest rotation of each helper, quaternion, 4 numbers each
   * @param constants 6 numbers a helper
   * @param lower least outputs, 6 numbers a helper
   * @param upper largest outputs, 6 numbers a helper
   * @param termStarts first term of each output, 6 H + 1 numbers
   * @param termFactors three variables a term, -1 for none
   * @param coefficients one number a term
   * @param kernelStarts first kernel of each helper, H + 1 numbers
   * @param kernelCenters one number a variable for each kernel
   * @param kernelInverseWidths one number a variable for each helper
   * @param kernelWeights 6 numbers a kernel
   */
  public record Data(
      int[] parents,
      double[] bind,
      int[] variableJoints,
      int[] variableAxes,
      double[] variableCenters,
      double[] variableLower,
      double[] variableUpper,
      int[] helperParents,
      double[] helperBind,
      double[] helperRotations,
      double[] constants,
      double[] lower,
      double[] upper,
      int[] termStarts,
      int[] termFactors,
      double[] coefficients,
      int[] kernelStarts,
      double[] kernelCenters,
      double[] kernelInverseWidths,
      double[] kernelWeights)
      implements Serializable {}

  private final Data data;
  private final int helperCount;
  private final int variableCount;
  private final double[] bindLocal; // conjugate of (l_d0 c_d), 4 a variable
  private final boolean[] fresh; // whether a variable's rotation vector is not the last one's
  private final double[] inverseBind; // 12 a helper
  private final double[] variables;
  private final double[] outputs = new double[6];
  private final double[] own = new double[4];
  private final double[] above = new double[4];
  private final double[] frame = new double[9];
  private final double[] vector = new double[3];

  public HelperRuntime(Data data) {
    this.data = data;
    helperCount = data.helperParents.length;
    variableCount = data.variableJoints.length;
    variables = new double[variableCount];
    bindLocal = new double[4 * variableCount];
    fresh = new boolean[variableCount];
    for (int v = 0; v < variableCount; v++) {
      double[] local = new double[4];
      localRotation(data.bind, data.variableJoints[v], local);
      double[] center = new double[4];
      System.arraycopy(data.variableCenters, 4 * v, center, 0, 4);
      double[] both = new double[4];
      product(local, center, both);
      bindLocal[4 * v] = both[0];
      for (int k = 1; k < 4; k++) {
        bindLocal[4 * v + k] = -both[k];
      }
      fresh[v] = v == 0 || data.variableJoints[v] != data.variableJoints[v - 1];
      for (int k = 0; !fresh[v] && k < 4; k++) {
        fresh[v] = data.variableCenters[4 * v + k] != data.variableCenters[4 * v - 4 + k];
      }
    }
    inverseBind = new double[12 * helperCount];
    for (int h = 0; h < helperCount; h++) {
      double[] b = data.helperBind;
      int o = 12 * h;
      for (int r = 0; r < 3; r++) {
        double t = 0;
        for (int c = 0; c < 3; c++) {
          inverseBind[o + 4 * r + c] = b[o + 4 * c + r];
          t -= b[o + 4 * c + r] * b[o + 4 * c + 3];
        }
        inverseBind[o + 4 * r + 3] = t;
      }
    }
  }

  public int helperCount() {
    return helperCount;
  }

  public int variableCount() {
    return variableCount;
  }

  /**
   * Poses of all helpers.
   *
   * @param joints global poses of the joints, 12 numbers each
   * @param skinning out: skinning transforms of the helpers, 12 numbers each
   * @param global out: their global poses, 12 numbers each; may be null
   */
  public void evaluate(double[] joints, double[] skinning, double[] global) {
    readVariables(joints, variables);
    for (int h = 0; h < helperCount; h++) {
      outputs(h, variables, outputs);
      place(h, joints, outputs, skinning, global);
    }
  }

  /** The pose variables of a pose, clamped to their trained range. */
  public void readVariables(double[] joints, double[] out) {
    for (int v = 0; v < variableCount; v++) {
      if (fresh[v]) {
        rotationVector(joints, v);
      }
      double x = vector[data.variableAxes[v]];
      out[v] = Math.min(Math.max(x, data.variableLower[v]), data.variableUpper[v]);
    }
  }

  /** The six outputs of a helper, translation and rotation vector, for given variables. */
  public void outputs(int h, double[] x, double[] y) {
    Data d = data;
    for (int o = 0; o < 6; o++) {
      double sum = d.constants[6 * h + o];
      for (int i = d.termStarts[6 * h + o]; i < d.termStarts[6 * h + o + 1]; i++) {
        double p = d.coefficients[i] * x[d.termFactors[3 * i]];
        int second = d.termFactors[3 * i + 1];
        if (second >= 0) {
          p *= x[second];
          int third = d.termFactors[3 * i + 2];
          if (third >= 0) {
            p *= x[third];
          }
        }
        sum += p;
      }
      y[o] = sum;
    }
    for (int m = d.kernelStarts[h]; m < d.kernelStarts[h + 1]; m++) {
      double s = 1;
      for (int v = 0; v < variableCount; v++) {
        double e =
            (x[v] - d.kernelCenters[m * variableCount + v])
                * d.kernelInverseWidths[h * variableCount + v];
        s += e * e;
      }
      double k = 1 / (s * s);
      for (int o = 0; o < 6; o++) {
        y[o] += k * d.kernelWeights[6 * m + o];
      }
    }
    for (int o = 0; o < 6; o++) {
      y[o] = Math.min(Math.max(y[o], d.lower[6 * h + o]), d.upper[6 * h + o]);
    }
  }

  /** Turns a helper's outputs into its transforms; see {@link #evaluate}. */
  public void place(int h, double[] joints, double[] y, double[] skinning, double[] global) {
    double rx = y[3];
    double ry = y[4];
    double rz = y[5];
    double angle = Math.sqrt(rx * rx + ry * ry + rz * rz);
    double half = 0.5 * angle;
    // sin(a / 2) / a, by its series near zero
    double f = angle < 1e-4 ? 0.5 - angle * angle / 48 : StrictMath.sin(half) / angle;
    own[0] = angle < 1e-4 ? 1 - half * half / 2 : StrictMath.cos(half);
    own[1] = f * rx;
    own[2] = f * ry;
    own[3] = f * rz;
    System.arraycopy(data.helperRotations, 4 * h, above, 0, 4);
    double w = above[0] * own[0] - above[1] * own[1] - above[2] * own[2] - above[3] * own[3];
    double x = above[0] * own[1] + above[1] * own[0] + above[2] * own[3] - above[3] * own[2];
    double yy = above[0] * own[2] - above[1] * own[3] + above[2] * own[0] + above[3] * own[1];
    double z = above[0] * own[3] + above[1] * own[2] - above[2] * own[1] + above[3] * own[0];
    int parent = data.helperParents[h];
    axes(joints, parent);
    double l00 = 1 - 2 * (yy * yy + z * z);
    double l01 = 2 * (x * yy - w * z);
    double l02 = 2 * (x * z + w * yy);
    double l10 = 2 * (x * yy + w * z);
    double l11 = 1 - 2 * (x * x + z * z);
    double l12 = 2 * (yy * z - w * x);
    double l20 = 2 * (x * z - w * yy);
    double l21 = 2 * (yy * z + w * x);
    double l22 = 1 - 2 * (x * x + yy * yy);
    int o = 12 * h;
    double[] b = inverseBind;
    for (int r = 0; r < 3; r++) {
      double p0 = frame[3 * r];
      double p1 = frame[3 * r + 1];
      double p2 = frame[3 * r + 2];
      double g0 = p0 * l00 + p1 * l10 + p2 * l20;
      double g1 = p0 * l01 + p1 * l11 + p2 * l21;
      double g2 = p0 * l02 + p1 * l12 + p2 * l22;
      double gt = p0 * y[0] + p1 * y[1] + p2 * y[2] + joints[12 * parent + 4 * r + 3];
      if (global != null) {
        global[o + 4 * r] = g0;
        global[o + 4 * r + 1] = g1;
        global[o + 4 * r + 2] = g2;
        global[o + 4 * r + 3] = gt;
      }
      for (int c = 0; c < 4; c++) {
        skinning[o + 4 * r + c] = g0 * b[o + c] + g1 * b[o + 4 + c] + g2 * b[o + 8 + c];
      }
      skinning[o + 4 * r + 3] += gt;
    }
  }

  /** Rotation vector of the joint of variable v, into {@link #vector}. */
  private void rotationVector(double[] joints, int v) {
    localRotation(joints, data.variableJoints[v], own);
    // conjugate(l_d0 c) l: the rotation that is left beyond bind pose and center
    double a = bindLocal[4 * v];
    double b = bindLocal[4 * v + 1];
    double c = bindLocal[4 * v + 2];
    double d = bindLocal[4 * v + 3];
    double w = a * own[0] - b * own[1] - c * own[2] - d * own[3];
    double x = a * own[1] + b * own[0] + c * own[3] - d * own[2];
    double y = a * own[2] - b * own[3] + c * own[0] + d * own[1];
    double z = a * own[3] + b * own[2] - c * own[1] + d * own[0];
    double sign = w < 0 ? -1 : 1;
    double s = Math.sqrt(x * x + y * y + z * z);
    double f = sign * (s < 1e-9 ? 2 : 2 * StrictMath.atan2(s, sign * w) / s);
    vector[0] = f * x;
    vector[1] = f * y;
    vector[2] = f * z;
  }

  private void localRotation(double[] joints, int joint, double[] out) {
    axes(joints, joint);
    quaternion(frame, out);
    int parent = data.parents[joint];
    if (parent >= 0) {
      axes(joints, parent);
      quaternion(frame, above);
      double w = out[0];
      double x = out[1];
      double y = out[2];
      double z = out[3];
      double a = above[0];
      double b = -above[1];
      double c = -above[2];
      double d = -above[3];
      out[0] = a * w - b * x - c * y - d * z;
      out[1] = a * x + b * w + c * z - d * y;
      out[2] = a * y - b * z + c * w + d * x;
      out[3] = a * z + b * y - c * x + d * w;
    }
  }

  /** Orthonormal axes of a joint's pose, row by row, into {@link #frame}. */
  private void axes(double[] p, int joint) {
    int o = 12 * joint;
    double x0 = p[o];
    double x1 = p[o + 4];
    double x2 = p[o + 8];
    double y0 = p[o + 1];
    double y1 = p[o + 5];
    double y2 = p[o + 9];
    double n = 1 / Math.sqrt(x0 * x0 + x1 * x1 + x2 * x2);
    x0 *= n;
    x1 *= n;
    x2 *= n;
    double d = x0 * y0 + x1 * y1 + x2 * y2;
    y0 -= d * x0;
    y1 -= d * x1;
    y2 -= d * x2;
    n = 1 / Math.sqrt(y0 * y0 + y1 * y1 + y2 * y2);
    y0 *= n;
    y1 *= n;
    y2 *= n;
    frame[0] = x0;
    frame[3] = x1;
    frame[6] = x2;
    frame[1] = y0;
    frame[4] = y1;
    frame[7] = y2;
    frame[2] = x1 * y2 - x2 * y1;
    frame[5] = x2 * y0 - x0 * y2;
    frame[8] = x0 * y1 - x1 * y0;
  }

  private static void quaternion(double[] m, double[] q) {
    double trace = m[0] + m[4] + m[8];
    double w;
    double x;
    double y;
    double z;
    if (trace > 0) {
      w = 1 + trace;
      x = m[7] - m[5];
      y = m[2] - m[6];
      z = m[3] - m[1];
    } else if (m[0] > m[4] && m[0] > m[8]) {
      w = m[7] - m[5];
      x = 1 + m[0] - m[4] - m[8];
      y = m[1] + m[3];
      z = m[2] + m[6];
    } else if (m[4] > m[8]) {
      w = m[2] - m[6];
      x = m[1] + m[3];
      y = 1 + m[4] - m[0] - m[8];
      z = m[5] + m[7];
    } else {
      w = m[3] - m[1];
      x = m[2] + m[6];
      y = m[5] + m[7];
      z = 1 + m[8] - m[0] - m[4];
    }
    double n = 1 / Math.sqrt(w * w + x * x + y * y + z * z);
    q[0] = w * n;
    q[1] = x * n;
    q[2] = y * n;
    q[3] = z * n;
  }

  private static void product(double[] a, double[] b, double[] out) {
    out[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    out[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    out[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
    out[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
  }
}
