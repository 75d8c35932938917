package dev.shinari.example;

/**
 * Weights of the body as a whole where every region has its own: regions lean on them where their
 * own strain leaves weights open ({@link RegionWeights}).
 */
final class GlobalWeights {
  // A change of the whole body's weights in one step that no motion makes.
  private static final double JUMP = 0.2;

  private final GroupWeights weights;
  private final int examples;
  private final float[] state;
  private final double[] solved;

  GlobalWeights(GroupWeights weights, int examples) {
    this.weights = weights;
    this.examples = examples;
    state = new float[3 * examples];
    solved = new double[examples + 1];
  }

  /**
   * As the last step had them: as projected, effective ones, and one over those, 0 for none. A step
   * changes it and the next one reads it.
   */
  float[] state() {
    return state;
  }

  /** Weight k, before beta and drives. */
  float projected(int k) {
    return state[k];
  }

  /**
   * Once all tiles are done: the regions' mean weights and those of the body as a whole. Answers
   * whether the latter are far from what the regions leaned on, because somebody has put the body
   * elsewhere: then all has to be found once more.
   *
   * @param tileDots a tile: sums of its regions' dots
   * @param tileWeights a tile: sums of its regions' own weights
   */
  boolean finishTile(double[][] tileDots, double[][] tileWeights, int regions) {
    double[] mean = weights.projected()[0];
    for (int k = 0; k < examples; k++) {
      double sum = 0;
      for (double[] w : tileWeights) {
        sum += w[k];
      }
      mean[k + 1] = sum / Math.max(1, regions);
    }
    weights.takeRest(mean);
    weights.storeWeights(0);
    weights.solve(0, tileDots, solved);
    boolean jumped = false;
    for (int k = 0; k < examples; k++) {
      jumped |= Math.abs(solved[k + 1] - state[k]) > JUMP;
      state[k] = (float) solved[k + 1];
    }
    weights.applyBeta(solved);
    for (int k = 0; k < examples; k++) {
      float w = (float) solved[k + 1];
      state[examples + k] = w;
      state[2 * examples + k] = w > 1e-30f ? 1 / w : 0;
    }
    return jumped;
  }
}
