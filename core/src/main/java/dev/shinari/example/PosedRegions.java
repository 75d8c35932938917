package dev.shinari.example;

import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionPool;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import java.util.Arrays;
import java.util.List;

/**
 * Single regions in the poses, of a body whose regions change: each particle carries its place in
 * every pose, and a region is fitted to the places of its members by the loops that a step uses.
 * Columns of the fit are poses.
 */
final class PosedRegions {
  private static final int TILE = Kernels.TILE;

  private final int examples;
  private final ExampleKernels loops;
  private long fits;
  private float[] places; // 3 floats per particle and example, about the pose's middle

  // Of the region that was fitted last.
  private final float[] tile = new float[12 * TILE];
  private final float[] inverse = new float[6 * ExampleKernels.CHUNK];
  private final float[] rest = new float[6 * ExampleKernels.CHUNK];
  private final float[][] turn = new float[4][ExampleKernels.CHUNK];
  private final float[] work = new float[ExampleKernels.WORK];

  PosedRegions(List<ExamplePose> poses, ExampleKernels loops) {
    this.loops = loops;
    examples = poses.size();
    int n = poses.get(0).vertexCount();
    places = new float[3 * examples * n];
    for (int k = 0; k < examples; k++) {
      float[] p = poses.get(k).positions();
      for (int a = 0; a < 3; a++) {
        double middle = 0;
        for (int i = 0; i < n; i++) {
          middle += p[3 * i + a];
        }
        middle /= n;
        for (int i = 0; i < n; i++) {
          places[3 * (examples * i + k) + a] = (float) (p[3 * i + a] - middle);
        }
      }
    }
  }

  private PosedRegions(PosedRegions other) {
    loops = other.loops;
    examples = other.examples;
    places = other.places.clone();
  }

  PosedRegions copy() {
    return new PosedRegions(this);
  }

  /** Coordinate a of particle i in pose k. */
  float place(int i, int k, int a) {
    return places[3 * (examples * i + k) + a];
  }

  void resize(int particles) {
    places = Arrays.copyOf(places, 3 * examples * particles);
  }

  void move(int from, int to) {
    System.arraycopy(places, 3 * examples * from, places, 3 * examples * to, 3 * examples);
  }

  /** Puts particle i in all poses in the middle of others. */
  void blend(int i, int[] parents, int n) {
    for (int c = 0; c < 3 * examples; c++) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += places[3 * examples * parents[k] + c];
      }
      places[3 * examples * i + c] = (float) (sum / n);
    }
  }

  /** Some particles in pose k, 3 floats each. */
  float[] of(int[] particles, int k) {
    float[] p = new float[3 * particles.length];
    for (int i = 0; i < particles.length; i++) {
      System.arraycopy(places, 3 * (examples * particles[i] + k), p, 3 * i, 3);
    }
    return p;
  }

  // ------------------------------------------------------------------ a region in all poses

  /** Finds moments, rotations and strains of region r in all poses. */
  void fit(ListRegions regions, int r, ExampleRest known) {
    fits++;
    int columns = Regions.roundUp(examples, Kernels.LANES);
    for (int k = 0; k < columns; k++) {
      moments(k, regions, r);
      for (int c = 0; c < 6; c++) {
        int at = ExampleKernels.place(6, c, k), from = ExampleKernels.place(6, c, r);
        inverse[at] = k < examples ? known.inverse[from] : c < 3 ? 1 : 0;
        rest[at] = k < examples ? known.rest[from] : c < 3 ? 1 : 0;
      }
      for (int a = 0; a < 4; a++) {
        turn[a][k] = a == 0 ? 1 : 0;
      }
    }
    for (int pass = 0; pass < 3; pass++) { // the first fit of a far turned pose is good, then exact
      loops.fit(tile, 0, inverse, 0, turn[0], turn[1], turn[2], turn[3], 0, columns, work);
      loops.strains(work, rest, 0, columns, turn[0], turn[1], turn[2], turn[3], 0);
    }
  }

  /** c and P of region r in pose k, into a column; a unit matrix where there is no such pose. */
  private void moments(int k, ListRegions regions, int r) {
    RegionPool lists = regions.lists;
    for (int a = 0; a < 3; a++) {
      double x = 0, y = 0, z = 0, first = 0, center = 0;
      for (int e = lists.starts[r]; e < lists.ends[r] && k < examples; e++) {
        double p = place(lists.members[e], k, a);
        first = e == lists.starts[r] ? p : first; // relative to one of them, for small numbers
        center += (p - first) * lists.weights[4 * e];
        x += (p - first) * lists.weights[4 * e + 1];
        y += (p - first) * lists.weights[4 * e + 2];
        z += (p - first) * lists.weights[4 * e + 3];
      }
      boolean none = k >= examples;
      tile[a * TILE + k] = (float) (first + center);
      tile[(3 + 3 * a) * TILE + k] = (float) (none && a == 0 ? 1 : x);
      tile[(4 + 3 * a) * TILE + k] = (float) (none && a == 1 ? 1 : y);
      tile[(5 + 3 * a) * TILE + k] = (float) (none && a == 2 ? 1 : z);
    }
  }

  /** How many regions were fitted so far: what changes have cost. */
  long fits() {
    return fits;
  }

  /** Centroid of the region in pose k along an axis. */
  float center(int k, int a) {
    return tile[a * TILE + k];
  }

  /** Entry of P in pose k, row by row. */
  float moment(int k, int c) {
    return tile[(3 + c) * TILE + k];
  }

  /** Entry c of S^k - S0, scaled as deltas are. */
  float strain(int k, int c) {
    return work[ExampleKernels.S + ExampleKernels.place(6, c, k)];
  }

  /** Component a of the rotation in pose k as a unit quaternion w, x, y, z. */
  float turn(int k, int a) {
    return turn[a][k];
  }
}
