package dev.shinari.collide;

import dev.shinari.body.Particles;
import java.util.Arrays;

/**
 * A tree of boxes over a body's boundary triangles, built once at rest and refitted to the moved
 * particles. It answers which point of the surface is nearest to a given point, and on which side
 * of the surface the given point is.
 *
 * <p>Node k has its children at {@code child[k]} and {@code child[k] + 1}, both larger than k, so
 * that refitting is one pass from the last node to the first. A leaf has {@code child[k] < 0} and
 * the triangles {@code start[k]} to {@code start[k] + size[k] - 1} of {@code order}.
 */
final class SurfaceTree {
  private static final int LEAF = 4;

  private final int[] triangles;
  private final int[] order;
  private final int[] child;
  private final int[] start;
  private final int[] size;
  private final float[] box; // 6 a node: min, max
  private final int nodes;
  private final int[] stack = new int[128];
  private final float[] stackDistance = new float[128];

  // Answer of nearest().
  int corner0;
  int corner1;
  int corner2;
  float weight0;
  float weight1;
  float weight2;

  /** From the nearest point to the asked one. */
  float dx;

  float dy;
  float dz;
  float distance;

  /** Unit normal of the nearest triangle, outward; zero where the triangle has no area. */
  float nx;

  float ny;
  float nz;

  /** Whether the asked point lies behind the nearest triangle. */
  boolean inside;

  private float a;
  private float b;
  private float c;

  SurfaceTree(float[] positions, int[] triangles) {
    this.triangles = triangles;
    int count = triangles.length / 3;
    order = new int[count];
    float[] centre = new float[3 * count];
    for (int t = 0; t < count; t++) {
      order[t] = t;
      for (int k = 0; k < 3; k++) {
        for (int v = 0; v < 3; v++) {
          centre[3 * t + k] += positions[3 * triangles[3 * t + v] + k] / 3;
        }
      }
    }
    int most = Math.max(1, 2 * count);
    child = new int[most];
    start = new int[most];
    size = new int[most];
    start[0] = 0;
    size[0] = count;
    int made = 1;
    for (int k = 0; k < made; k++) { // breadth first: children come after their parents
      child[k] = -1;
      if (size[k] > LEAF) {
        int half = size[k] / 2;
        split(centre, start[k], size[k]);
        child[k] = made;
        start[made] = start[k];
        size[made] = half;
        start[made + 1] = start[k] + half;
        size[made + 1] = size[k] - half;
        made += 2;
      }
    }
    nodes = made;
    box = new float[6 * nodes];
  }

  /** Sorts a range of triangles along the longest side of their centres' box; ties by number. */
  private void split(float[] centre, int from, int count) {
    int axis = 0;
    float widest = -1;
    for (int k = 0; k < 3; k++) {
      float lo = Float.POSITIVE_INFINITY, hi = Float.NEGATIVE_INFINITY;
      for (int i = from; i < from + count; i++) {
        lo = Math.min(lo, centre[3 * order[i] + k]);
        hi = Math.max(hi, centre[3 * order[i] + k]);
      }
      if (hi - lo > widest) {
        widest = hi - lo;
        axis = k;
      }
    }
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToIntBits(centre[3 * order[from + i] + axis] + 0f);
      int ordered = bits ^ ((bits >> 31) & 0x7fffffff); // sorts as the float does
      keys[i] = (long) ordered << 32 | order[from + i];
    }
    Arrays.sort(keys);
    for (int i = 0; i < count; i++) {
      order[from + i] = (int) keys[i];
    }
  }

  /** Fits the boxes to the particles, in the body's frame. */
  void refit(Particles p) {
    float[] x = p.x(), y = p.y(), z = p.z();
    for (int k = nodes - 1; k >= 0; k--) {
      float minX = Float.POSITIVE_INFINITY, minY = minX, minZ = minX;
      float maxX = Float.NEGATIVE_INFINITY, maxY = maxX, maxZ = maxX;
      if (child[k] < 0) {
        for (int o = start[k]; o < start[k] + size[k]; o++) {
          for (int v = 3 * order[o]; v < 3 * order[o] + 3; v++) {
            int i = triangles[v];
            minX = Math.min(minX, x[i]);
            maxX = Math.max(maxX, x[i]);
            minY = Math.min(minY, y[i]);
            maxY = Math.max(maxY, y[i]);
            minZ = Math.min(minZ, z[i]);
            maxZ = Math.max(maxZ, z[i]);
          }
        }
      } else {
        int l = 6 * child[k], r = l + 6;
        minX = Math.min(box[l], box[r]);
        minY = Math.min(box[l + 1], box[r + 1]);
        minZ = Math.min(box[l + 2], box[r + 2]);
        maxX = Math.max(box[l + 3], box[r + 3]);
        maxY = Math.max(box[l + 4], box[r + 4]);
        maxZ = Math.max(box[l + 5], box[r + 5]);
      }
      box[6 * k] = minX;
      box[6 * k + 1] = minY;
      box[6 * k + 2] = minZ;
      box[6 * k + 3] = maxX;
      box[6 * k + 4] = maxY;
      box[6 * k + 5] = maxZ;
    }
  }

  private float boxDistance(int k, float px, float py, float pz) {
    float ex = Math.max(0, Math.max(box[6 * k] - px, px - box[6 * k + 3]));
    float ey = Math.max(0, Math.max(box[6 * k + 1] - py, py - box[6 * k + 4]));
    float ez = Math.max(0, Math.max(box[6 * k + 2] - pz, pz - box[6 * k + 5]));
    return ex * ex + ey * ey + ez * ez;
  }

  /**
   * Nearest point of the surface within a distance, in the body's frame. Where several triangles
   * share the nearest point (an edge, a corner), the one that faces the asked point most decides the
   * side: for a closed surface its plane is never the misleading one.
   */
  boolean nearest(Particles p, float px, float py, float pz, float within) {
    float best = within * within;
    float bestFacing = -1;
    boolean found = false;
    int top = 0;
    stack[0] = 0;
    stackDistance[0] = boxDistance(0, px, py, pz);
    top = 1;
    while (top > 0) {
      top--;
      int k = stack[top];
      if (stackDistance[top] > best * 1.0001f) {
        continue;
      }
      if (child[k] >= 0) {
        int l = child[k], r = l + 1;
        float dl = boxDistance(l, px, py, pz), dr = boxDistance(r, px, py, pz);
        boolean leftLast = dl <= dr; // the nearer one is looked at first
        stack[top] = leftLast ? r : l;
        stackDistance[top] = leftLast ? dr : dl;
        stack[top + 1] = leftLast ? l : r;
        stackDistance[top + 1] = leftLast ? dl : dr;
        top += 2;
        continue;
      }
      for (int o = start[k]; o < start[k] + size[k]; o++) {
        int t = 3 * order[o];
        int i = triangles[t], j = triangles[t + 1], m = triangles[t + 2];
        float[] x = p.x(), y = p.y(), z = p.z();
        float ax = x[i] - px, ay = y[i] - py, az = z[i] - pz;
        float bx = x[j] - px, by = y[j] - py, bz = z[j] - pz;
        float cx = x[m] - px, cy = y[m] - py, cz = z[m] - pz;
        closest(ax, ay, az, bx, by, bz, cx, cy, cz);
        float ex = -(a * ax + b * bx + c * cx);
        float ey = -(a * ay + b * by + c * cy);
        float ez = -(a * az + b * bz + c * cz);
        float d2 = ex * ex + ey * ey + ez * ez;
        if (!(d2 <= best * 1.0001f)) {
          continue;
        }
        float ux = bx - ax, uy = by - ay, uz = bz - az;
        float vx = cx - ax, vy = cy - ay, vz = cz - az;
        float wx = uy * vz - uz * vy, wy = uz * vx - ux * vz, wz = ux * vy - uy * vx;
        float area = (float) Math.sqrt(wx * wx + wy * wy + wz * wz);
        float scale = area > 0 ? 1 / area : 0;
        float facing = (ex * wx + ey * wy + ez * wz) * scale;
        boolean nearer = !found || d2 < best * 0.9999f;
        if (!nearer && !(Math.abs(facing) > bestFacing)) {
          continue;
        }
        found = true;
        best = nearer ? d2 : Math.min(best, d2);
        bestFacing = Math.abs(facing);
        corner0 = i;
        corner1 = j;
        corner2 = m;
        weight0 = a;
        weight1 = b;
        weight2 = c;
        dx = ex;
        dy = ey;
        dz = ez;
        distance = (float) Math.sqrt(d2);
        nx = wx * scale;
        ny = wy * scale;
        nz = wz * scale;
        inside = facing < 0;
      }
    }
    return found;
  }

  /**
   * Weights a, b, c of the point of a triangle that is nearest to the origin, by the region (corner,
   * edge, face) in which the origin lies. A triangle without area falls into a corner or an edge.
   */
  private void closest(
      float ax,
      float ay,
      float az,
      float bx,
      float by,
      float bz,
      float cx,
      float cy,
      float cz) {
    float abx = bx - ax, aby = by - ay, abz = bz - az;
    float acx = cx - ax, acy = cy - ay, acz = cz - az;
    float d1 = -(abx * ax + aby * ay + abz * az), d2 = -(acx * ax + acy * ay + acz * az);
    if (d1 <= 0 && d2 <= 0) {
      set(1, 0, 0);
      return;
    }
    float d3 = -(abx * bx + aby * by + abz * bz), d4 = -(acx * bx + acy * by + acz * bz);
    if (d3 >= 0 && d4 <= d3) {
      set(0, 1, 0);
      return;
    }
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 - d3 > 0) {
      float t = d1 / (d1 - d3);
      set(1 - t, t, 0);
      return;
    }
    float d5 = -(abx * cx + aby * cy + abz * cz), d6 = -(acx * cx + acy * cy + acz * cz);
    if (d6 >= 0 && d5 <= d6) {
      set(0, 0, 1);
      return;
    }
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 - d6 > 0) {
      float t = d2 / (d2 - d6);
      set(1 - t, 0, t);
      return;
    }
    float va = d3 * d6 - d5 * d4;
    float e = d4 - d3, f = d5 - d6;
    if (va <= 0 && e >= 0 && f >= 0 && e + f > 0) {
      float t = e / (e + f);
      set(0, 1 - t, t);
      return;
    }
    float sum = va + vb + vc;
    if (!(sum > 0)) { // no area: any corner is as good
      set(1, 0, 0);
      return;
    }
    float v = vb / sum, w = vc / sum;
    set(1 - v - w, v, w);
  }

  private void set(float wa, float wb, float wc) {
    a = wa;
    b = wb;
    c = wc;
  }
}
