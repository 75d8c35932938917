package dev.shinari.rig.fit.controller;

import dev.shinari.math.PortableMath;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.fit.helper.SkinSums;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.BlockState;
import dev.shinari.rig.fit.pass.ExampleBlock;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.solver.Cholesky;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.solver.RigidFit;
import dev.shinari.rig.runtime.HelperRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Normal equations of one helper's coefficients against the skin's own error. In example n the
 * helper moves its points by G_p (R x + t), x the rest point in its bind frame; with residual rho
 * in the parent's frame a change (dt, dr) of its outputs leaves
 *
 * <pre>
 *   sum_j | rho_j - w_j (R (J dr x x_j) + dt) |^2
 * </pre>
 *
 * J the right Jacobian of the rotation vector: a 6 x 6 form from the same moments that stage 1
 * uses. With outputs linear in the coefficients, dy = sum_f phi_f dF_f, the sums over examples of
 * phi phi^T (x) H and phi (x) g are all that is needed. Features come from the block's own poses,
 * so that the pass is no larger for more examples.
 */
final class RefinePass implements BlockPass<DoubleSums> {
  private static final long serialVersionUID = 1;

  private final int joints;
  private final int helpers;
  private final int helper;
  private final int parent;
  private final int rank;
  private final double[] bindRotation = new double[9]; // of the parent, rigid
  private final double[] inverse = new double[12]; // helper's bind frame from the center's
  private final PoseFeatures.Rows features;
  private final double[] constant; // of the rotation vector now, and what it is made of
  private final double[][] coefficients;
  private final double[] kernelCenters;
  private final double[] kernelInverseWidths;
  private final double[] kernelWeights;
  private final double[] moments;
  private final double[] cross;
  private final int[] output; // of each unknown
  private final int[] term; // of each unknown, -1 for the constant

  RefinePass(
      FitProblem problem,
      int helpers,
      int helper,
      RigSkeleton skeleton,
      ControllerFit.Fitted f,
      PoseFeatures features,
      SkinSums sums) {
    joints = problem.joints;
    this.helpers = helpers;
    this.helper = helper;
    parent = f.parent;
    this.features = features.rows(skeleton);
    constant = f.constant.clone();
    coefficients = f.coefficients.clone();
    kernelCenters = f.kernelCenters;
    kernelInverseWidths = f.kernelInverseWidths;
    kernelWeights = f.kernelWeights;
    moments = sums.moments();
    cross = sums.cross();
    rank = moments.length / (12 * helpers);
    double[] rigid = new double[12];
    LocalPoses.rigid(skeleton.bind(), 12 * parent, rigid);
    for (int k = 0; k < 9; k++) {
      bindRotation[k] = rigid[4 * (k / 3) + k % 3];
    }
    for (int r = 0; r < 3; r++) {
      double t = 0;
      for (int c = 0; c < 3; c++) {
        inverse[4 * r + c] = f.bind[4 * c + r];
        t += f.bind[4 * c + r] * (problem.center[c] - f.bind[4 * c + 3]);
      }
      inverse[4 * r + 3] = t;
    }
    List<int[]> unknowns = new ArrayList<>();
    for (int o = 0; o < 6; o++) {
      unknowns.add(new int[] {o, -1});
      for (int k = 0; k < features.count(); k++) {
        if (f.coefficients[o][k] != 0) {
          unknowns.add(new int[] {o, k});
        }
      }
    }
    output = unknowns.stream().mapToInt(u -> u[0]).toArray();
    term = unknowns.stream().mapToInt(u -> u[1]).toArray();
  }

  /** The helper's rotation vector in a pose, as its coefficients say now. */
  private void rotation(double[] variables, double[] row, double[] out) {
    for (int o = 3; o < 6; o++) {
      double sum = constant[o];
      for (int k = 0; k < row.length; k++) {
        if (coefficients[o][k] != 0) {
          sum += coefficients[o][k] * row[k];
        }
      }
      out[o - 3] = sum;
    }
    for (int m = 0; m < kernelWeights.length / 6; m++) {
      double k = KernelRidge.value(variables, kernelCenters, kernelInverseWidths, m);
      for (int o = 3; o < 6; o++) {
        out[o - 3] += k * kernelWeights[6 * m + o];
      }
    }
  }

  @Override
  public DoubleSums zero() {
    return new DoubleSums(output.length * (output.length + 1));
  }

  @Override
  public void add(ExampleBlock block, DoubleSums sums) {
    int n = block.length();
    BlockState s = block.state();
    int bones = joints + helpers;
    int u = output.length;
    double[] m = new double[12 * n];
    for (int row = 0; row < 3; row++) {
      for (int c = 0; c < 4; c++) {
        int out = (4 * row + c) * n;
        int at = ((4 * helper + c) * 3 + row) * rank;
        for (int k = 0; k < rank; k++) {
          PlaneLoops.addScaled(moments[at + k], s.coordinates, k * n, m, out, n);
        }
        for (int e = 0; e < bones; e++) {
          double[] a = e < joints ? s.drivers : s.helpers;
          int ao = 12 * (e < joints ? e : e - joints) * n;
          for (int d = 0; d < 4; d++) {
            double f = cross[16 * (helper * bones + e) + 4 * d + c];
            if (f != 0) {
              PlaneLoops.addScaled(-f, a, ao + (4 * row + d) * n, m, out, n);
            }
          }
        }
      }
    }
    // Second moments in the bind frame: B^-1 M B^-T with B^-1 as a 4 x 4 matrix.
    double[] second = conjugate(cross, 16 * (helper * bones + joints + helper));
    double[] g = new double[9];
    double[] local = new double[12];
    double[] r = new double[9];
    double[] q = new double[4];
    double[] j = new double[9];
    double[] h = new double[36];
    double[] gradient = new double[6];
    double[] phi = new double[u];
    HelperRuntime reader = new HelperRuntime(features.reader());
    double[] pose = new double[s.poses.length / n];
    double[] variables = new double[reader.variableCount()];
    double[] row = new double[features.terms().length];
    double[] vector = new double[3];
    for (int i = 0; i < n; i++) {
      System.arraycopy(s.poses, i * pose.length, pose, 0, pose.length);
      reader.readVariables(pose, variables);
      features.features(variables, row);
      rotation(variables, row, vector);
      parentRotation(s, n, i, g);
      // G^T m, then into the bind frame on the right.
      for (int axis = 0; axis < 3; axis++) {
        for (int c = 0; c < 4; c++) {
          double sum = 0;
          for (int k = 0; k < 4; k++) {
            double a = c < 3 ? inverse[4 * c + k] : k == 3 ? 1 : 0;
            if (a != 0) {
              double turned =
                  g[axis] * m[k * n + i]
                      + g[3 + axis] * m[(4 + k) * n + i]
                      + g[6 + axis] * m[(8 + k) * n + i];
              sum += a * turned;
            }
          }
          local[4 * axis + c] = sum;
        }
      }
      double x = vector[0];
      double y = vector[1];
      double z = vector[2];
      PoseFeatures.quaternion(x, y, z, q);
      RigidFit.matrix(q, r);
      jacobian(x, y, z, j);
      form(second, r, j, local, h, gradient);
      for (int a = 0; a < u; a++) {
        phi[a] = term[a] < 0 ? 1 : row[term[a]];
      }
      for (int a = 0; a < u; a++) {
        for (int b = 0; b <= a; b++) {
          sums.values[a * u + b] += phi[a] * phi[b] * h[6 * output[a] + output[b]];
        }
        sums.values[u * u + a] += phi[a] * gradient[output[a]];
      }
    }
  }

  private double[] conjugate(double[] m, int at) {
    double[] b = new double[16];
    System.arraycopy(inverse, 0, b, 0, 12);
    b[15] = 1;
    double[] half = new double[16];
    double[] out = new double[16];
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        for (int k = 0; k < 4; k++) {
          half[4 * r + c] += b[4 * r + k] * m[at + 4 * k + c];
        }
      }
    }
    for (int r = 0; r < 4; r++) {
      for (int c = 0; c < 4; c++) {
        for (int k = 0; k < 4; k++) {
          out[4 * r + c] += half[4 * r + k] * b[4 * c + k];
        }
      }
    }
    return out;
  }

  /** Rotation of the parent's pose: its skinning rotation times its bind rotation. */
  private void parentRotation(BlockState s, int n, int i, double[] g) {
    for (int row = 0; row < 3; row++) {
      for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
          sum += s.drivers[(12 * parent + 4 * row + k) * n + i] * bindRotation[3 * k + c];
        }
        g[3 * row + c] = sum;
      }
    }
  }

  /** Right Jacobian: exp(r + dr) = exp(r) exp(J dr) to first order. */
  private static void jacobian(double x, double y, double z, double[] j) {
    double a2 = x * x + y * y + z * z;
    double a = Math.sqrt(a2);
    double f = a < 1e-4 ? 0.5 - a2 / 24 : (1 - PortableMath.cos(a)) / a2;
    double g = a < 1e-3 ? 1.0 / 6 - a2 / 120 : (a - PortableMath.sin(a)) / (a2 * a);
    j[0] = 1 - g * (y * y + z * z);
    j[1] = f * z + g * x * y;
    j[2] = -f * y + g * x * z;
    j[3] = -f * z + g * x * y;
    j[4] = 1 - g * (x * x + z * z);
    j[5] = f * x + g * y * z;
    j[6] = f * y + g * x * z;
    j[7] = -f * x + g * y * z;
    j[8] = 1 - g * (x * x + y * y);
  }

  /** The 6 x 6 form and the gradient of one example for (dt, dr). */
  private static void form(
      double[] second, double[] r, double[] j, double[] m, double[] h, double[] gradient) {
    double mass = second[15];
    double trace = second[0] + second[5] + second[10];
    // R (omega x x) summed with squared weights: -R [c]x omega, c = sum w^2 x.
    double cx = second[3];
    double cy = second[7];
    double cz = second[11];
    double[] skew = {0, -cz, cy, cz, 0, -cx, -cy, cx, 0};
    double[] mixed = product(r, product(skew, j)); // minus it, in front of dr
    double[] turn = new double[9]; // trace I - M
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        turn[3 * a + b] = (a == b ? trace : 0) - second[4 * a + b];
      }
    }
    double[] tj = product(turn, j);
    double[] inner = new double[9]; // R^T sum w rho x^T
    for (int a = 0; a < 3; a++) {
      gradient[a] = m[4 * a + 3];
      for (int b = 0; b < 3; b++) {
        inner[3 * a + b] = r[a] * m[b] + r[3 + a] * m[4 + b] + r[6 + a] * m[8 + b];
      }
    }
    double[] axial = {inner[7] - inner[5], inner[2] - inner[6], inner[3] - inner[1]};
    for (int a = 0; a < 3; a++) {
      gradient[3 + a] = j[a] * axial[0] + j[3 + a] * axial[1] + j[6 + a] * axial[2];
      for (int b = 0; b < 3; b++) {
        h[6 * a + b] = a == b ? mass : 0;
        h[6 * a + 3 + b] = -mixed[3 * a + b];
        h[6 * (3 + b) + a] = -mixed[3 * a + b];
        h[6 * (3 + a) + 3 + b] = j[a] * tj[b] + j[3 + a] * tj[3 + b] + j[6 + a] * tj[6 + b];
      }
    }
  }

  private static double[] product(double[] a, double[] b) {
    double[] c = new double[9];
    for (int i = 0; i < 3; i++) {
      for (int k = 0; k < 3; k++) {
        c[3 * i + k] = a[3 * i] * b[k] + a[3 * i + 1] * b[3 + k] + a[3 * i + 2] * b[6 + k];
      }
    }
    return c;
  }

  /** Change of the unknowns. */
  double[] solve(double[] sums) {
    int u = output.length;
    double[] a = new double[u * u];
    for (int i = 0; i < u; i++) {
      for (int k = 0; k <= i; k++) {
        a[i * u + k] = sums[i * u + k] * (i == k ? 1 + 1e-9 : 1);
      }
    }
    Cholesky.factor(a, u);
    double[] x = Arrays.copyOfRange(sums, u * u, u * u + u);
    Cholesky.solve(a, u, x);
    return x;
  }

  /** Coefficients moved by a share of a change. */
  void move(
      double[] change,
      double step,
      double[] constant,
      double[][] coefficients,
      ControllerFit.Fitted f) {
    System.arraycopy(constant, 0, f.constant, 0, 6);
    double[][] moved = new double[6][];
    for (int o = 0; o < 6; o++) {
      moved[o] = coefficients[o].clone();
    }
    for (int a = 0; a < change.length; a++) {
      if (term[a] < 0) {
        f.constant[output[a]] += step * change[a];
      } else {
        moved[output[a]][term[a]] += step * change[a];
      }
    }
    f.coefficients = moved;
  }

  @Override
  public void merge(DoubleSums into, DoubleSums later) {
    into.add(later);
  }

  @Override
  public boolean readsPositions() {
    return false;
  }

  @Override
  public boolean changesStates() {
    return false;
  }
}
