package dev.shinari.rig.fit.helper;

import dev.shinari.kernel.MatrixKernels;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.ExampleBlock;
import dev.shinari.rig.fit.pass.ExampleSegments;
import dev.shinari.rig.fit.pass.FitProblem;
import java.io.Serializable;

/**
 * The pass that looks at every vertex of every example. Everything is in residual form: the skin as
 * it is now is taken away first, and what is summed are small numbers, so that floats serve. It
 * measures, and where asked for updates the helpers' transforms first and sums the gradient of the
 * weights, sum_n r_jn . S_en u_j.
 */
public final class ExactPass implements BlockPass<ExactPass.Sums> {
  private static final long serialVersionUID = 1;
  private static final int DEPTH = 192;

  /** What the pass finds. */
  public static final class Sums implements Serializable {
    private static final long serialVersionUID = 1;

    /** Squared distances, by vertex. */
    public final double[] byVertex;

    /** Squared distances, by example; empty unless asked for. */
    public final ExampleSegments byExample = new ExampleSegments(1);

    /** Largest squared distance. */
    public float max;

    /** sum_n r_j[row] S_en[row][c], stride floats at (4 e + c); empty unless asked for. */
    final float[] gradient;

    Sums(int vertices, int gradient) {
      byVertex = new double[vertices];
      this.gradient = new float[gradient];
    }
  }

  private final FitProblem problem;
  private final int helpers;
  private final float[] weighted; // w_je u_jc, stride floats at (4 e + c)
  private final double[] cross; // for the update of transforms, or null
  private final boolean wantGradient;
  private final boolean wantExamples;

  /**
   * @param weights dense, joints and helpers a vertex
   * @param cross M_he as in {@link HelperSweep} to update transforms, or null to leave them alone
   */
  public ExactPass(
      FitProblem problem,
      int helpers,
      double[] weights,
      double[] cross,
      boolean wantGradient,
      boolean wantExamples) {
    this.problem = problem;
    this.helpers = helpers;
    this.cross = helpers > 0 ? cross : null;
    this.wantGradient = wantGradient;
    this.wantExamples = wantExamples;
    int bones = problem.joints + helpers;
    weighted = new float[4 * bones * problem.stride];
    for (int j = 0; j < problem.vertices; j++) {
      for (int e = 0; e < bones && problem.used[j]; e++) {
        for (int c = 0; c < 4; c++) {
          weighted[(4 * e + c) * problem.stride + j] =
              (float) (weights[j * bones + e] * problem.point(j, c));
        }
      }
    }
  }

  @Override
  public Sums zero() {
    return new Sums(
        problem.vertices, wantGradient ? 4 * (problem.joints + helpers) * problem.stride : 0);
  }

  @Override
  public void add(ExampleBlock block, Sums sums) {
    int n = block.length();
    int bones = problem.joints + helpers;
    float[] s = new float[3 * n * 4 * bones]; // minus S, row (i, row), column (e, c)
    fill(block, s, -1);
    subtract(block, s, 4 * bones, 0);
    if (cross != null) {
      float[] before = new float[3 * n * 4 * helpers];
      fillHelpers(block, before, 1);
      update(block);
      fillHelpers(block, before, -1); // before minus after
      subtract(block, before, 4 * helpers, 4 * problem.joints);
    }
    measure(block, sums);
    if (wantGradient) {
      fill(block, s, 1);
      for (int i = 0; i < 3 * n; i += DEPTH) {
        block
            .kernels()
            .addProducts(
                s,
                i * 4 * bones,
                1,
                4 * bones,
                4 * bones,
                Math.min(DEPTH, 3 * n - i),
                block.planes(),
                i * problem.stride,
                problem.stride,
                0,
                problem.stride,
                sums.gradient,
                0,
                problem.stride);
      }
    }
  }

  /** planes += s weighted, with columns of s from bone column {@code from} on. */
  private void subtract(ExampleBlock block, float[] s, int columns, int from) {
    block
        .kernels()
        .addProducts(
            s,
            0,
            columns,
            1,
            3 * block.length(),
            columns,
            weighted,
            from * problem.stride,
            problem.stride,
            0,
            problem.stride,
            block.planes(),
            0,
            problem.stride);
  }

  private void fill(ExampleBlock block, float[] s, int sign) {
    int n = block.length();
    int bones = problem.joints + helpers;
    for (int e = 0; e < bones; e++) {
      boolean joint = e < problem.joints;
      double[] a = joint ? block.state().drivers : block.state().helpers;
      int ao = 12 * (joint ? e : e - problem.joints) * n;
      for (int k = 0; k < 12; k++) {
        for (int i = 0; i < n; i++) {
          s[(3 * i + k / 4) * 4 * bones + 4 * e + k % 4] = (float) (sign * a[ao + k * n + i]);
        }
      }
    }
  }

  private void fillHelpers(ExampleBlock block, float[] s, int sign) {
    int n = block.length();
    for (int h = 0; h < helpers; h++) {
      for (int k = 0; k < 12; k++) {
        for (int i = 0; i < n; i++) {
          int at = (3 * i + k / 4) * 4 * helpers + 4 * h + k % 4;
          // What was taken away is the rounded transform: the difference from that, exactly.
          double value = block.state().helpers[(12 * h + k) * n + i];
          s[at] = sign > 0 ? (float) value : (float) (s[at] - value);
        }
      }
    }
  }

  private void update(ExampleBlock block) {
    int n = block.length();
    double[] dots = new double[3 * n * 4 * helpers];
    block
        .kernels()
        .addDots(
            block.planes(),
            0,
            problem.stride,
            3 * n,
            weighted,
            4 * problem.joints * problem.stride,
            problem.stride,
            4 * helpers,
            problem.stride,
            dots,
            0,
            4 * helpers,
            new float[MatrixKernels.SCRATCH]);
    HelperSweep sweep = new HelperSweep(problem.joints, helpers, cross);
    double[] m = new double[12 * helpers];
    for (int i = 0; i < n; i++) {
      for (int h = 0; h < helpers; h++) {
        for (int k = 0; k < 12; k++) {
          m[12 * h + k] = dots[(3 * i + k / 4) * 4 * helpers + 4 * h + k % 4];
        }
      }
      sweep.update(m, block.state(), i);
    }
  }

  private void measure(ExampleBlock block, Sums sums) {
    int stride = problem.stride;
    float[] p = block.planes();
    float[] d = new float[stride];
    double[] squares = new double[wantExamples ? block.length() : 0];
    for (int i = 0; i < block.length(); i++) {
      int x = 3 * i * stride;
      int y = x + stride;
      int z = y + stride;
      for (int j = 0; j < stride; j++) {
        d[j] = p[x + j] * p[x + j] + p[y + j] * p[y + j] + p[z + j] * p[z + j];
      }
      double sum = 0;
      float max = sums.max;
      for (int j = 0; j < problem.vertices; j++) {
        sums.byVertex[j] += d[j];
        sum += d[j];
        max = Math.max(max, d[j]);
      }
      sums.max = max;
      if (wantExamples) {
        squares[i] = sum;
      }
    }
    if (wantExamples) {
      sums.byExample.add(block.first(), squares);
    }
  }

  @Override
  public void merge(Sums into, Sums later) {
    for (int j = 0; j < into.byVertex.length; j++) {
      into.byVertex[j] += later.byVertex[j];
    }
    into.byExample.addAll(later.byExample);
    into.max = Math.max(into.max, later.max);
    for (int k = 0; k < into.gradient.length; k++) {
      into.gradient[k] += later.gradient[k];
    }
  }

  @Override
  public boolean readsPositions() {
    return true;
  }

  @Override
  public boolean changesStates() {
    return cross != null;
  }
}
