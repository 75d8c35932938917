package dev.shinari.example;

import dev.shinari.kernel.SimplexProjection;
import java.util.Arrays;

/**
 * The weights of groups of regions [Koyama13, eq. (7) and sec. 4.3]: the small problem L^T L w =
 * L^T (S - S0) of each group, negative weights, beta, and what drives weights from outside.
 */
public final class GroupWeights {
  // Ridge on a Gram matrix, as a share of its largest entry.
  private static final double RIDGE = 1e-10;
  private static final double LENIENT_RIDGE = 1e-6;

  // A pose whose mean square strain in a group is below this share of its mean leaves it alone.
  private static final double IDLE = 1e-6;

  private final ExampleSettings settings;
  private boolean lenient;
  private final int examples;
  private float beta;
  private final double[][] grams;
  private final boolean[][] idle;
  private final double[][] projected; // a group: w_0 to w_K
  private final double[][] effective;
  private final double[] dots;
  private final SimplexProjection simplex;
  private final boolean[] out;
  private final byte[] driven; // 0: not, 1: added, 2: replaced
  private final double[] drive;

  GroupWeights(ExampleSettings settings, int groups) {
    this.settings = settings;
    examples = settings.poses().size();
    beta = settings.beta();
    lenient = settings.lenient();
    grams = new double[groups][examples * examples];
    idle = new boolean[groups][examples];
    projected = new double[groups][examples + 1];
    effective = new double[groups][examples + 1];
    dots = new double[examples];
    simplex = new SimplexProjection(examples);
    out = new boolean[examples + 1];
    driven = new byte[examples];
    drive = new double[examples];
    forget();
  }

  void setBeta(float share) {
    beta = share;
  }

  /** Takes examples that depend on each other from now on, or as the settings say. */
  void setLenient(boolean takesDependent) {
    lenient = takesDependent || settings.lenient();
  }

  public int count() {
    return projected.length;
  }

  /** All weights are those of the rest shape. */
  void forget() {
    for (int g = 0; g < projected.length; g++) {
      Arrays.fill(projected[g], 0);
      Arrays.fill(effective[g], 0);
      projected[g][0] = 1;
      effective[g][0] = 1;
    }
  }

  /** L^T L of a group, to be filled before {@link #prepare}. */
  public double[] gram(int g) {
    return grams[g];
  }

  /**
   * Makes a group's Gram matrix regular. Examples that leave the group alone stand on their own; in
   * a group without regions these are all.
   *
   * @param whole the body's Gram matrix
   * @param regions of the body
   * @param size regions of the group
   */
  void prepare(int g, double[] whole, int regions, int size) {
    double[] gram = grams[g];
    double largest = 0;
    for (int k = 0; k < examples; k++) {
      double mean = whole[k * examples + k] / regions;
      idle[g][k] = !(gram[k * examples + k] > IDLE * mean * size);
      largest = idle[g][k] ? largest : Math.max(largest, gram[k * examples + k]);
    }
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l < examples; l++) {
        if (idle[g][k] || idle[g][l]) {
          gram[k * examples + l] = k == l ? Math.max(largest, 1) : 0;
        }
      }
      gram[k * examples + k] += (lenient ? LENIENT_RIDGE : RIDGE) * largest;
    }
  }

  /** The weights of all groups from the dots of all tiles. */
  void project(double[][] tileDots) {
    for (int g = 0; g < projected.length; g++) {
      solve(g, tileDots, projected[g]);
      storeWeights(g);
    }
  }

  /** What stands in the projected weights of a group becomes effective. */
  void storeWeights(int g) {
    System.arraycopy(projected[g], 0, effective[g], 0, examples + 1);
    applyBeta(effective[g]);
  }

  /** w_0 to w_K of a group from the dots of all tiles, in their order. */
  void solve(int g, double[][] tileDots, double[] w) {
    Arrays.fill(dots, 0);
    for (double[] tile : tileDots) {
      for (int k = 0; k < examples; k++) {
        dots[k] += tile[g * examples + k];
      }
    }
    System.arraycopy(grams[g], 0, simplex.gram(), 0, examples * examples);
    for (int k = 0; k < examples; k++) {
      simplex.right()[k] = idle[g][k] ? 0 : dots[k];
    }
    solve(simplex, w, out);
  }

  /** w_0 to w_K of the problem that stands in a solver. */
  void solve(SimplexProjection solver, double[] w, boolean[] scratch) {
    if (settings.projection() == Projection.EXACT) {
      double rest = solver.solve(examples, solver.answer());
      System.arraycopy(solver.answer(), 0, w, 1, examples);
      w[0] = rest;
      return;
    }
    solver.unconstrained(examples, solver.answer());
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      w[k + 1] = solver.answer()[k];
      sum += w[k + 1];
    }
    w[0] = 1 - sum;
    SimplexProjection.removeNegative(w, examples, scratch);
  }

  /** w'_k = beta w_k [Koyama13, sec. 4.3], then the drives; the rest shape takes what is left. */
  void applyBeta(double[] w) {
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      w[k + 1] *= beta;
      if (driven[k] != 0) {
        double v = drive[k] + (driven[k] == 1 ? w[k + 1] : 0);
        w[k + 1] = Math.max(0, Math.min(1, v));
      }
      sum += w[k + 1];
    }
    for (int k = 0; k < examples && sum > 1; k++) {
      w[k + 1] /= sum;
    }
    takeRest(w);
  }

  void takeRest(double[] w) {
    double sum = 0;
    for (int k = 0; k < examples; k++) {
      sum += w[k + 1];
    }
    w[0] = Math.max(0, 1 - sum);
  }

  /** The drives of columns with weights of their own, after beta: rows {@code stride} apart. */
  void driveEach(int n, float[] w, int stride) {
    for (int j = 0; j < n; j++) {
      float sum = 0;
      for (int k = 0; k < examples; k++) {
        int at = k * stride + j;
        if (driven[k] != 0) {
          double v = drive[k] + (driven[k] == 1 ? w[at] : 0);
          w[at] = (float) Math.max(0, Math.min(1, v));
        }
        sum += w[at];
      }
      for (int k = 0; k < examples && sum > 1; k++) {
        w[k * stride + j] /= sum;
      }
    }
  }

  /** Example k's weight is driven from outside: mode 0 not at all, 1 added, 2 replaced. */
  public void drive(int k, byte mode, double amount) {
    driven[k] = mode;
    drive[k] = amount;
  }

  public boolean isDriven() {
    for (byte d : driven) {
      if (d != 0) {
        return true;
      }
    }
    return false;
  }

  public double[][] projected() {
    return projected;
  }

  public double[][] effective() {
    return effective;
  }
}
