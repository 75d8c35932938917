package dev.shinari.example;

import dev.shinari.body.region.ListRegions;
import dev.shinari.kernel.Rotations;
import dev.shinari.math.Quaternions;
import java.util.Arrays;

/**
 * What each region makes of the rest shape in every pose: the linear map of its goals, x0 -&gt; T^k
 * x0 + t^k with T^k = R S^k, and the rotation R^k of its descriptor. With them the goals of single
 * particles in the poses, and so their offsets ({@link PoseOffsets}), can be found after a change
 * without the rest of the body. A map is found when it is first asked for and forgotten when its
 * region changes, so the first change of a large body costs no more than the next.
 */
final class PoseMaps {
  private final int examples;
  private final ListRegions regions;
  private float[] maps; // per region and example: rows of T with t behind them, 12 floats
  private float[] turns; // per region and example: R as a quaternion w, x, y, z
  private boolean[] known;
  private final double[] matrix = new double[9];
  private final double[] quaternion = new double[4];
  private final float[] moment = new float[9];
  private final float[] turn = new float[4];
  private final double[] stretch = new double[9];

  PoseMaps(int examples, ListRegions regions) {
    this.examples = examples;
    this.regions = regions;
    int n = regions.slotCount();
    maps = new float[12 * examples * n];
    turns = new float[4 * examples * n];
    known = new boolean[n];
  }

  void resize(int slots) {
    maps = Arrays.copyOf(maps, 12 * examples * slots);
    turns = Arrays.copyOf(turns, 4 * examples * slots);
    known = Arrays.copyOf(known, slots);
  }

  void forget(int r) {
    known[r] = false;
  }

  void forgetAll() {
    Arrays.fill(known, false);
  }

  /** Finds the maps of region r where they are not known. */
  void find(int r, PosedRegions posed, ExampleRest rest) {
    if (!known[r]) {
      posed.fit(regions, r, rest);
      keep(r, posed, rest);
    }
  }

  /** Keeps the maps of region r, which was fitted last. */
  void keep(int r, PosedRegions posed, ExampleRest rest) {
    known[r] = true;
    boolean extended = regions.secondMoment(r) > 0;
    for (int k = 0; k < examples; k++) {
      for (int a = 0; a < 4; a++) {
        turn[a] = extended ? posed.turn(k, a) : a == 0 ? 1 : 0;
        turns[4 * (examples * r + k) + a] = turn[a];
      }
      rest.stretch(k, r, stretch);
      if (extended) {
        for (int a = 0; a < 3; a++) {
          for (int b = 0; b < 3; b++) {
            double sum = 0;
            for (int c = 0; c < 3; c++) {
              sum += posed.moment(k, 3 * a + c) * stretch[3 * c + b];
            }
            moment[3 * a + b] = (float) sum;
          }
        }
        Rotations.best(moment, 0, 1, turn);
      }
      matrix(turn, 0);
      int to = 12 * (examples * r + k);
      for (int a = 0; a < 3; a++) {
        double shift = posed.center(k, a);
        for (int b = 0; b < 3; b++) {
          double sum = 0;
          for (int c = 0; c < 3; c++) {
            sum += matrix[3 * a + c] * stretch[3 * c + b];
          }
          maps[to + 4 * a + b] = (float) sum;
          shift -= sum * regions.center(r, b);
        }
        maps[to + 4 * a + 3] = (float) shift;
      }
    }
  }

  /** The matrix of a quaternion w, x, y, z. */
  private void matrix(float[] q, int at) {
    for (int a = 0; a < 4; a++) {
      quaternion[(a + 3) % 4] = q[at + a]; // w comes last there
    }
    Quaternions.toMatrix(quaternion, 0, matrix, 0);
  }

  /** Adds to sum what pose k of particle i has beyond the goal of region r, f times. */
  void addMissing(int r, int k, int i, PosedRegions posed, double[] sum) {
    float f = regions.strength(r);
    float x = regions.rest(i, 0), y = regions.rest(i, 1), z = regions.rest(i, 2);
    for (int a = 0; a < 3; a++) {
      int m = 12 * (examples * r + k) + 4 * a;
      sum[a] +=
          f
              * (posed.place(i, k, a)
                  - (maps[m] * x + maps[m + 1] * y + maps[m + 2] * z + maps[m + 3]));
    }
  }

  /** Turns a vector into the frame of region r in pose k. */
  void intoFrame(int r, int k, double[] v) {
    matrix(turns, 4 * (examples * r + k));
    double x = v[0], y = v[1], z = v[2];
    for (int a = 0; a < 3; a++) {
      v[a] = matrix[a] * x + matrix[3 + a] * y + matrix[6 + a] * z;
    }
  }
}
