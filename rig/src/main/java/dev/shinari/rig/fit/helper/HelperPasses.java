package dev.shinari.rig.fit.helper;

import dev.shinari.rig.HelperRig;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.BlockState;
import dev.shinari.rig.fit.pass.ExampleBlock;
import dev.shinari.rig.fit.pass.ExampleSegments;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.solver.PlaneLoops;
import dev.shinari.rig.fit.solver.RigidFit;
import dev.shinari.rig.runtime.HelperRuntime;
import java.io.Serializable;
import java.util.Arrays;

/** Passes that add, remove, set and fetch helpers in the blocks' states. */
public final class HelperPasses {
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

    @Override
    public boolean changesStates() {
      return true;
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
          PlaneLoops.addScaled(basis[k * rank + r], s.coordinates, r * n, x, k * n, n);
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

  /** What a fetch brings, example by example. */
  public static final class Fetched implements Serializable {
    private static final long serialVersionUID = 1;

    /** Transforms, 12 numbers a helper. */
    public final ExampleSegments transforms;

    /** Quaternions, 4 numbers a helper. */
    final ExampleSegments rotations;

    Fetched(int helpers) {
      transforms = new ExampleSegments(12 * helpers);
      rotations = new ExampleSegments(4 * helpers);
    }
  }

  /** Fetches all helpers' transforms and rotations. */
  public static final class Fetch implements BlockPass<Fetched> {
    private static final long serialVersionUID = 1;
    private final int helpers;

    public Fetch(int helpers) {
      this.helpers = helpers;
    }

    @Override
    public Fetched zero() {
      return new Fetched(helpers);
    }

    @Override
    public void add(ExampleBlock block, Fetched sums) {
      int n = block.length();
      sums.transforms.add(block.first(), byExample(block.state().helpers, 12 * helpers, n));
      sums.rotations.add(block.first(), byExample(block.state().rotations, 4 * helpers, n));
    }

    private static double[] byExample(double[] planes, int each, int n) {
      double[] out = new double[each * n];
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < each; k++) {
          out[each * i + k] = planes[k * n + i];
        }
      }
      return out;
    }

    @Override
    public void merge(Fetched into, Fetched later) {
      into.transforms.addAll(later.transforms);
      into.rotations.addAll(later.rotations);
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

  /** Sets all helpers as they were fetched. */
  static final class Put extends StatePass {
    private static final long serialVersionUID = 1;
    private final int helpers;
    private final double[] transforms;
    private final double[] rotations;

    Put(int helpers, double[] transforms, double[] rotations) {
      this.helpers = helpers;
      this.transforms = transforms;
      this.rotations = rotations;
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      BlockState s = block.state();
      s.helpers = planes(transforms, 12 * helpers, block);
      s.rotations = planes(rotations, 4 * helpers, block);
    }

    private static double[] planes(double[] byExample, int each, ExampleBlock block) {
      int n = block.length();
      double[] out = new double[each * n];
      for (int i = 0; i < n; i++) {
        for (int k = 0; k < each; k++) {
          out[k * n + i] = byExample[each * (block.first() + i) + k];
        }
      }
      return out;
    }
  }

  /** Moves the helpers as their controllers say. */
  public static final class Predict extends StatePass {
    private static final long serialVersionUID = 1;
    private final double[] center;
    private final HelperRuntime.Data rig;

    public Predict(FitProblem problem, HelperRig rig) {
      center = problem.center;
      this.rig = rig.runtimeData();
    }

    @Override
    public void add(ExampleBlock block, DoubleSums sums) {
      HelperRuntime runtime = new HelperRuntime(rig);
      BlockState s = block.state();
      int n = block.length();
      int helpers = runtime.helperCount();
      s.helpers = new double[12 * helpers * n];
      s.rotations = new double[4 * helpers * n];
      double[] pose = new double[s.poses.length / n];
      double[] skinning = new double[12 * helpers];
      double[] p = new double[9];
      double[] q = new double[4];
      for (int i = 0; i < n; i++) {
        System.arraycopy(s.poses, i * pose.length, pose, 0, pose.length);
        runtime.evaluate(pose, skinning, null);
        for (int h = 0; h < helpers; h++) {
          FitProblem.toCenter(center, skinning, 12 * h);
          for (int k = 0; k < 12; k++) {
            s.helpers[(12 * h + k) * n + i] = skinning[12 * h + k];
          }
          for (int k = 0; k < 9; k++) {
            p[k] = skinning[12 * h + 4 * (k / 3) + k % 3];
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
