package dev.shinari.rig.fit.helper;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.solver.PlaneLoops;

/**
 * What is believed where the examples are silent: that the skin moves with the artist's own
 * weights. Every joint is turned on its own about three axes, poses that the examples may never
 * show, and the weights w of a vertex cost the squared distance that they move it away from where
 * its own weights w0 do,
 *
 * <pre>
 *   (w - w0)^T G0 (w - w0),   G0_ef = sum over these poses of S_e u . S_f u
 * </pre>
 *
 * so that a joint that a clip never moves keeps the weights it was given.
 */
public final class SkinPrior {
  private static final double ANGLE = PortableMath.toRadians(20);

  private final FitProblem problem;
  private final double[] own;
  private final int bones; // whose motion in these poses is known
  private final double[] forms; // as in SkinSums

  /** How much the turned poses count against the examples, as shares of these. */
  public double strength = 0.03;

  private final int poses;

  /**
   * Turned poses of a model whose weights are given.
   *
   * @param rig whose helpers move with their parents, as they do far from the poses that were seen;
   *     or null: then helpers move a vertex as its own weights do
   */
  public SkinPrior(FitProblem problem, double[] own, HelperRig rig) {
    this.problem = problem;
    this.own = own;
    int helpers = rig == null ? 0 : rig.helpers().size();
    bones = problem.joints + helpers;
    forms = new double[10 * bones * bones];
    poses = 3 * problem.joints;
    double[] bind = problem.skeleton.bind();
    double[] s = new double[12 * bones];
    for (int d = 0; d < problem.joints; d++) {
      for (int axis = 0; axis < 3; axis++) {
        double[] pose = turned(bind, d, axis);
        problem.skeleton.skinning(pose, s);
        for (int h = 0; h < helpers; h++) {
          System.arraycopy(s, 12 * rig.helpers().get(h).parent(), s, 12 * (problem.joints + h), 12);
        }
        for (int e = 0; e < bones; e++) {
          problem.toCenter(s, 12 * e);
        }
        sum(s);
      }
    }
  }

  private double[] turned(double[] bind, int joint, int axis) {
    boolean[] below = new boolean[problem.joints];
    double c = PortableMath.cos(ANGLE);
    double n = PortableMath.sin(ANGLE);
    int a = (axis + 1) % 3;
    int b = (axis + 2) % 3;
    double[] turn = new double[12];
    turn[5 * axis] = 1;
    turn[5 * a] = c;
    turn[5 * b] = c;
    turn[4 * a + b] = -n;
    turn[4 * b + a] = n;
    for (int r = 0; r < 3; r++) {
      double at = bind[12 * joint + 4 * r + 3];
      turn[4 * r + 3] = at;
      for (int k = 0; k < 3; k++) {
        turn[4 * r + 3] -= turn[4 * r + k] * bind[12 * joint + 4 * k + 3];
      }
    }
    double[] pose = bind.clone();
    for (int d = joint; d < problem.joints; d++) {
      int parent = problem.skeleton.parent(d);
      below[d] = d == joint || (parent >= 0 && below[parent]);
      if (below[d]) {
        Transforms.multiply(turn, 0, bind, 12 * d, pose, 12 * d);
      }
    }
    return pose;
  }

  private void sum(double[] s) {
    double[] q = new double[16];
    for (int e = 0; e < bones; e++) {
      for (int f = 0; f <= e; f++) {
        for (int a = 0; a < 4; a++) {
          for (int b = 0; b < 4; b++) {
            double x = 0;
            for (int r = 0; r < 3; r++) {
              x += s[12 * e + 4 * r + a] * s[12 * f + 4 * r + b];
            }
            q[4 * a + b] = x;
          }
        }
        SkinSums.addPacked(q, 0, forms, 10 * (e * bones + f));
      }
    }
    for (int e = 0; e < bones; e++) {
      for (int f = 0; f < e; f++) {
        System.arraycopy(forms, 10 * (e * bones + f), forms, 10 * (f * bones + e), 10);
      }
    }
  }

  /** One solver's room for {@link #add}. */
  double[] scratch() {
    return new double[bones * bones + bones];
  }

  /** Adds to the form of a vertex over {@code count} bones. */
  void add(int j, int count, double[] g, double[] b, double[] scratch) {
    double f = strength * problem.examples / poses;
    int joints = problem.joints;
    double x = problem.rest[3 * j];
    double y = problem.rest[3 * j + 1];
    double z = problem.rest[3 * j + 2];
    for (int e = 0; e < bones; e++) {
      for (int k = 0; k <= e; k++) {
        double v = SkinSums.packed(forms, 10 * (e * bones + k), x, y, z);
        scratch[e * bones + k] = v;
        scratch[k * bones + e] = v;
      }
    }
    int to = bones * bones;
    double whole = 0;
    for (int e = 0; e < bones; e++) {
      double v = 0;
      for (int d = 0; d < joints; d++) {
        double w = own[j * joints + d];
        if (w != 0) {
          v += w * scratch[e * bones + d];
        }
      }
      scratch[to + e] = v;
      whole += e < joints ? v * own[j * joints + e] : 0;
    }
    if (bones == count) {
      for (int e = 0; e < bones; e++) {
        PlaneLoops.addScaled(f, scratch, e * bones, g, e * count, bones);
        b[e] += f * scratch[to + e];
      }
      return;
    }
    // Helpers move as the own weights do: what is left are the joints, about that place.
    for (int e = 0; e < joints; e++) {
      for (int k = 0; k < joints; k++) {
        g[e * count + k] +=
            f * (scratch[e * bones + k] - scratch[to + e] - scratch[to + k] + whole);
      }
    }
  }
}
