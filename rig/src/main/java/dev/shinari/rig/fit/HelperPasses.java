package dev.shinari.rig.fit;

import dev.shinari.rig.fit.SubspacePasses.DoubleSums;
import java.util.Arrays;

/** Passes that add, remove, set and fetch helpers in the blocks' states. */
final class HelperPasses {
  private HelperPasses() {}

  /** A pass over states without sums. */
  abstract static class StatePass implements BlockPass<DoubleSums> {
    private static final long serialVersionUID = 1;

    @Override
    public DoubleSums zero() {
      return new DoubleSums(0);
    }

    @Override
    public void merge(DoubleSums into, DoubleSums later) {}

    @Override
    public boolean readsPositions() {
      return false;
    }
  }

  /** Adds a helper that moves as a patch of vertices does, point cloud to point cloud. */
  static final class Insert extends StatePass {
    private static final long serialVersionUID = 1;
    private final int rank;
    private final double[] rest; // x, y, z a point
    private final double[] basis; // rows of U, 3 * rank a point

    Insert(int rank, double[] rest, double[] basis) {
      this.rank = rank;
      this.rest = rest;
      this.basis = basis;
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      BlockState s = block.state();
      int n = block.length();
      int points = rest.length / 3;
      int h = s.helpers.length / (12 * n);
      s.helpers = Arrays.copyOf(s.helpers, 12 * (h + 1) * n);
      s.rotations = Arrays.copyOf(s.rotations, 4 * (h + 1) * n);
      double[] x = new double[3 * points * n];
      for (int k = 0; k < 3 * points; k++) {
        for (int r = 0; r < rank; r++) {
          Planes.addScaled(basis[k * rank + r], s.coordinates, r * n, x, k * n, n);
        }
      }
      double[] c = new double[3];
      for (int k = 0; k < 3 * points; k++) {
        c[k % 3] += rest[k] / points;
      }
      RigidFit rigid = new RigidFit();
      double[] p = new double[9];
      double[] q = new double[4];
      double[] m = new double[9];
      double[] g = new double[3];
      for (int i = 0; i < n; i++) {
        Arrays.fill(g, 0);
        for (int k = 0; k < 3 * points; k++) {
          g[k % 3] += x[k * n + i] / points;
        }
        Arrays.fill(p, 0);
        for (int k = 0; k < points; k++) {
          for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
              p[3 * a + b] += (x[(3 * k + a) * n + i] - g[a]) * (rest[3 * k + b] - c[b]);
            }
          }
        }
        Arrays.fill(q, 0);
        q[0] = 1;
        rigid.fit(p, q);
        RigidFit.matrix(q, m);
        for (int a = 0; a < 3; a++) {
          double t = g[a];
          for (int b = 0; b < 3; b++) {
            s.helpers[(12 * h + 4 * a + b) * n + i] = m[3 * a + b];
            t -= m[3 * a + b] * c[b];
          }
          s.helpers[(12 * h + 4 * a + 3) * n + i] = t;
        }
        for (int a = 0; a < 4; a++) {
          s.rotations[(4 * h + a) * n + i] = q[a];
        }
      }
    }
  }

  /** Removes a helper. */
  static final class Remove extends StatePass {
    private static final long serialVersionUID = 1;
    private final int helper;

    Remove(int helper) {
      this.helper = helper;
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      BlockState s = block.state();
      s.helpers = without(s.helpers, 12 * block.length());
      s.rotations = without(s.rotations, 4 * block.length());
    }

    private double[] without(double[] a, int each) {
      double[] b = new double[a.length - each];
      System.arraycopy(a, 0, b, 0, helper * each);
      System.arraycopy(a, (helper + 1) * each, b, helper * each, b.length - helper * each);
      return b;
    }
  }

  /** Fetches all helpers' transforms, 12 numbers, helper by helper, example by example. */
  static final class Fetch implements BlockPass<DoubleSums> {
    private static final long serialVersionUID = 1;
    private final int helpers;
    private final int examples;

    Fetch(int helpers, int examples) {
      this.helpers = helpers;
      this.examples = examples;
    }

    @Override
    public DoubleSums zero() {
      return new DoubleSums(12 * helpers * examples);
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      int n = block.length();
      for (int i = 0; i < n; i++) {
        int at = 12 * helpers * (block.first() + i);
        for (int k = 0; k < 12 * helpers; k++) {
          sums.values[at + k] = block.state().helpers[k * n + i];
        }
      }
    }

    @Override
    public void merge(DoubleSums into, DoubleSums later) {
      into.add(later);
    }

    @Override
    public boolean readsPositions() {
      return false;
    }
  }

  /** Sets all helpers' transforms, as fetched; rotations start from them. */
  static final class Put extends StatePass {
    private static final long serialVersionUID = 1;
    private final int helpers;
    private final double[] transforms;

    Put(int helpers, double[] transforms) {
      this.helpers = helpers;
      this.transforms = transforms;
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      BlockState s = block.state();
      int n = block.length();
      s.helpers = new double[12 * helpers * n];
      s.rotations = new double[4 * helpers * n];
      double[] p = new double[9];
      double[] q = new double[4];
      for (int i = 0; i < n; i++) {
        for (int h = 0; h < helpers; h++) {
          int at = 12 * (helpers * (block.first() + i) + h);
          for (int k = 0; k < 12; k++) {
            s.helpers[(12 * h + k) * n + i] = transforms[at + k];
          }
          for (int k = 0; k < 9; k++) {
            p[k] = transforms[at + 4 * (k / 3) + k % 3];
          }
          RigidFit.quaternion(p, q);
          for (int k = 0; k < 4; k++) {
            s.rotations[(4 * h + k) * n + i] = q[k];
          }
        }
      }
    }
  }
}
