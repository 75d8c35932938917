package dev.shinari.lattice;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The surface of a solid in its grid, with edges near tears halved until they are short enough to
 * bend as the grid does ({@link CrackWarp}). An edge is halved for what it is, whichever triangle
 * asks, so that neighbors go on to share their edges.
 */
final class SurfaceParts {
  private static final double LONG = 1.5; // finest cells

  private final CrackWarp warp;
  private double[] place; // vertices where they are
  private int count;
  private int[] triangles;
  private int corners;
  private final Map<Long, Integer> middles = new HashMap<>();

  SurfaceParts(LatticeSkin skin, LatticeFrame frame, CrackWarp warp) {
    this.warp = warp;
    float[] p = skin.surface().positions();
    place = new double[p.length];
    for (int i = 0; i < p.length; i += 3) {
      place[i] = frame.gridU(p[i], p[i + 1]);
      place[i + 1] = frame.gridV(p[i], p[i + 1]);
      place[i + 2] = frame.gridW(p[i + 2]);
    }
    count = p.length / 3;
    int[] t = skin.surface().triangles();
    triangles = new int[t.length];
    if (warp.isIdle()) {
      triangles = t;
      corners = t.length;
      return;
    }
    for (int k = 0; k < t.length; k += 3) {
      add(t[k], t[k + 1], t[k + 2], 0);
    }
  }

  /** Vertices in the straight grid, 3 numbers each. */
  double[] positions() {
    double[] out = Arrays.copyOf(place, 3 * count), at = new double[3];
    for (int i = 0; i < out.length; i += 3) {
      warp.back(out[i], out[i + 1], out[i + 2], at);
      System.arraycopy(at, 0, out, i, 3);
    }
    return out;
  }

  int[] triangles() {
    return Arrays.copyOf(triangles, corners);
  }

  private void add(int a, int b, int c, int depth) {
    int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
    int cut = (ab >= 0 ? 1 : 0) + (bc >= 0 ? 1 : 0) + (ca >= 0 ? 1 : 0);
    if (cut == 0 || depth > 20) {
      if (corners + 3 > triangles.length) {
        triangles = Arrays.copyOf(triangles, 2 * corners + 3);
      }
      triangles[corners++] = a;
      triangles[corners++] = b;
      triangles[corners++] = c;
    } else if (cut == 3) {
      add(a, ab, ca, depth + 1);
      add(ab, b, bc, depth + 1);
      add(ca, bc, c, depth + 1);
      add(ab, bc, ca, depth + 1);
    } else if (ab >= 0) {
      add(a, ab, c, depth + 1);
      add(ab, b, c, depth + 1);
    } else if (bc >= 0) {
      add(b, bc, a, depth + 1);
      add(bc, c, a, depth + 1);
    } else {
      add(c, ca, b, depth + 1);
      add(ca, a, b, depth + 1);
    }
  }

  /** The vertex in the middle of a long edge near a tear, or -1. */
  private int middle(int a, int b) {
    double[] low = new double[3], high = new double[3];
    double square = 0;
    for (int k = 0; k < 3; k++) {
      double p = place[3 * a + k], q = place[3 * b + k];
      low[k] = Math.min(p, q);
      high[k] = Math.max(p, q);
      square += (p - q) * (p - q);
    }
    if (square < LONG * LONG || !warp.bends(low, high)) {
      return -1;
    }
    long key = (long) Math.min(a, b) << 32 | Math.max(a, b);
    Integer known = middles.get(key);
    if (known != null) {
      return known;
    }
    if (3 * count + 3 > place.length) {
      place = Arrays.copyOf(place, 2 * place.length);
    }
    for (int k = 0; k < 3; k++) {
      place[3 * count + k] = 0.5 * (low[k] + high[k]);
    }
    middles.put(key, count);
    return count++;
  }
}
