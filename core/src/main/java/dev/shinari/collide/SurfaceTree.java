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
  private final int[] fanStart; // triangle corners at vertex v: fan[fanStart[v]] to the next start
  private final int[] fan;

  /** Outward normals of the surface at its vertices, of any length. */
  final float[] normalX;

  final float[] normalY;
  final float[] normalZ;
  private final int[] stack = new int[128];
  private final float[] stackDistance = new float[128];

  // Answer of nearest() and enters().
  int triangle; // its number
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
    normalX = new float[positions.length / 3];
    normalY = new float[positions.length / 3];
    normalZ = new float[positions.length / 3];
    fanStart = new int[positions.length / 3 + 1];
    for (int v : triangles) {
      fanStart[v + 1]++;
    }
    for (int v = 0; v + 1 < fanStart.length; v++) {
      fanStart[v + 1] += fanStart[v];
    }
    fan = new int[triangles.length];
    int[] next = fanStart.clone();
    for (int o = 0; o < triangles.length; o++) {
      fan[next[triangles[o]]++] = o;
    }
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

  /**
   * Fits boxes and normals to the particles, in the body's frame. The boxes also hold the places
   * where the particles were before (sx, sy, sz in the same frame), so that what was passed in
   * between is found.
   */
  void refit(Particles p, float[] sx, float[] sy, float[] sz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    Arrays.fill(normalX, 0);
    Arrays.fill(normalY, 0);
    Arrays.fill(normalZ, 0);
    for (int t = 0; t < triangles.length; t += 3) {
      int i = triangles[t], j = triangles[t + 1], k = triangles[t + 2];
      float ux = x[j] - x[i], uy = y[j] - y[i], uz = z[j] - z[i];
      float vx = x[k] - x[i], vy = y[k] - y[i], vz = z[k] - z[i];
      float mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
      for (int c = t; c < t + 3; c++) {
        normalX[triangles[c]] += mx;
        normalY[triangles[c]] += my;
        normalZ[triangles[c]] += mz;
      }
    }
    for (int k = nodes - 1; k >= 0; k--) {
      float minX = Float.POSITIVE_INFINITY, minY = minX, minZ = minX;
      float maxX = Float.NEGATIVE_INFINITY, maxY = maxX, maxZ = maxX;
      if (child[k] < 0) {
        for (int o = start[k]; o < start[k] + size[k]; o++) {
          for (int v = 3 * order[o]; v < 3 * order[o] + 3; v++) {
            int i = triangles[v];
            float loX = x[i] < sx[i] ? x[i] : sx[i], hiX = x[i] < sx[i] ? sx[i] : x[i];
            float loY = y[i] < sy[i] ? y[i] : sy[i], hiY = y[i] < sy[i] ? sy[i] : y[i];
            float loZ = z[i] < sz[i] ? z[i] : sz[i], hiZ = z[i] < sz[i] ? sz[i] : z[i];
            minX = loX < minX ? loX : minX;
            maxX = hiX > maxX ? hiX : maxX;
            minY = loY < minY ? loY : minY;
            maxY = hiY > maxY ? hiY : maxY;
            minZ = loZ < minZ ? loZ : minZ;
            maxZ = hiZ > maxZ ? hiZ : maxZ;
          }
        }
      } else {
        int l = 6 * child[k], r = l + 6;
        minX = box[l] < box[r] ? box[l] : box[r];
        minY = box[l + 1] < box[r + 1] ? box[l + 1] : box[r + 1];
        minZ = box[l + 2] < box[r + 2] ? box[l + 2] : box[r + 2];
        maxX = box[l + 3] > box[r + 3] ? box[l + 3] : box[r + 3];
        maxY = box[l + 4] > box[r + 4] ? box[l + 4] : box[r + 4];
        maxZ = box[l + 5] > box[r + 5] ? box[l + 5] : box[r + 5];
      }
      box[6 * k] = minX;
      box[6 * k + 1] = minY;
      box[6 * k + 2] = minZ;
      box[6 * k + 3] = maxX;
      box[6 * k + 4] = maxY;
      box[6 * k + 5] = maxZ;
    }
  }

  /** Bound of all, at both times: 0 to 2 the lowest corner, 3 to 5 the highest. */
  float bound(int k) {
    return box[k];
  }

  /** Writes the unit normal of triangle t to nx, ny, nz; false where it has no area. */
  boolean normalOf(Particles p, int t) {
    float[] x = p.x(), y = p.y(), z = p.z();
    int i = triangles[3 * t], j = triangles[3 * t + 1], k = triangles[3 * t + 2];
    float ux = x[j] - x[i], uy = y[j] - y[i], uz = z[j] - z[i];
    float vx = x[k] - x[i], vy = y[k] - y[i], vz = z[k] - z[i];
    float mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
    float area = (float) Math.sqrt(mx * mx + my * my + mz * mz);
    if (!(area > 1e-4f * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) {
      return false;
    }
    nx = mx / area;
    ny = my / area;
    nz = mz / area;
    return true;
  }

  private float e0x;
  private float e0y;
  private float e0z;
  private float e0w;

  /** Normal (not of unit length) and distance times its length, of p from a triangle. */
  private void plane(
      float ax,
      float ay,
      float az,
      float bx,
      float by,
      float bz,
      float cx,
      float cy,
      float cz,
      float px,
      float py,
      float pz) {
    float ux = bx - ax, uy = by - ay, uz = bz - az;
    float vx = cx - ax, vy = cy - ay, vz = cz - az;
    e0x = uy * vz - uz * vy;
    e0y = uz * vx - ux * vz;
    e0z = ux * vy - uy * vx;
    e0w = e0x * (px - ax) + e0y * (py - ay) + e0z * (pz - az);
  }

  private float againstX;
  private float againstY;
  private float againstZ;

  /**
   * The next {@link #enters} leaves out triangles that face the same way as this direction, the
   * outward normal of the surface that the point belongs to: two surfaces meet face to face. An
   * edge that comes down on the edge of a block would else count as coming in by the side, and
   * sink.
   */
  void against(float x, float y, float z) {
    againstX = x;
    againstY = y;
    againstZ = z;
  }

  /**
   * The first triangle through which a point came in from outside between two times, while it went
   * from (ox, oy, oz) to (px, py, pz) and the particles from s to where they are. The moment is
   * taken as if the distance to the triangle's plane changed evenly.
   */
  boolean enters(
      Particles p,
      float[] sx,
      float[] sy,
      float[] sz,
      float ox,
      float oy,
      float oz,
      float px,
      float py,
      float pz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    float loX = Math.min(ox, px), hiX = Math.max(ox, px);
    float loY = Math.min(oy, py), hiY = Math.max(oy, py);
    float loZ = Math.min(oz, pz), hiZ = Math.max(oz, pz);
    float first = 2;
    stack[0] = 0;
    int top = 1;
    while (top > 0) {
      int k = stack[--top];
      int at = 6 * k;
      if (box[at] > hiX
          || box[at + 3] < loX
          || box[at + 1] > hiY
          || box[at + 4] < loY
          || box[at + 2] > hiZ
          || box[at + 5] < loZ) {
        continue;
      }
      if (child[k] >= 0) {
        stack[top++] = child[k] + 1;
        stack[top++] = child[k];
        continue;
      }
      for (int o = start[k]; o < start[k] + size[k]; o++) {
        int t = 3 * order[o];
        int i = triangles[t], j = triangles[t + 1], m = triangles[t + 2];
        plane(x[i], y[i], z[i], x[j], y[j], z[j], x[m], y[m], z[m], px, py, pz);
        if (!(e0w < 0)) {
          continue;
        }
        if (e0x * againstX + e0y * againstY + e0z * againstZ > 0) {
          continue;
        }
        float after = e0w / (float) Math.sqrt(e0x * e0x + e0y * e0y + e0z * e0z);
        plane(sx[i], sy[i], sz[i], sx[j], sy[j], sz[j], sx[m], sy[m], sz[m], ox, oy, oz);
        if (!(e0w >= 0)) {
          continue;
        }
        float before = e0w / (float) Math.sqrt(e0x * e0x + e0y * e0y + e0z * e0z);
        float share = before / (before - after);
        if (!(share < first)) {
          continue;
        }
        float rest = 1 - share;
        float qx = rest * ox + share * px, qy = rest * oy + share * py;
        float qz = rest * oz + share * pz;
        float ax = rest * sx[i] + share * x[i] - qx, ay = rest * sy[i] + share * y[i] - qy;
        float az = rest * sz[i] + share * z[i] - qz;
        float bx = rest * sx[j] + share * x[j] - qx, by = rest * sy[j] + share * y[j] - qy;
        float bz = rest * sz[j] + share * z[j] - qz;
        float cx = rest * sx[m] + share * x[m] - qx, cy = rest * sy[m] + share * y[m] - qy;
        float cz = rest * sz[m] + share * z[m] - qz;
        closest(ax, ay, az, bx, by, bz, cx, cy, cz);
        float ex = a * ax + b * bx + c * cx, ey = a * ay + b * by + c * cy;
        float ez = a * az + b * bz + c * cz;
        plane(ax, ay, az, bx, by, bz, cx, cy, cz, 0, 0, 0);
        float size2 = (float) Math.sqrt(e0x * e0x + e0y * e0y + e0z * e0z);
        // A hundredth of the triangle beyond its edges, so that nothing slips through a seam.
        if (!(ex * ex + ey * ey + ez * ez <= 1e-4f * size2) || !normalOf(p, order[o])) {
          continue;
        }
        first = share;
        triangle = order[o];
        corner0 = i;
        corner1 = j;
        corner2 = m;
        weight0 = a;
        weight1 = b;
        weight2 = c;
      }
    }
    return first <= 1 && normalOf(p, triangle);
  }

  private float boxDistance(int k, float px, float py, float pz) {
    int o = 6 * k;
    float ex = px < box[o] ? box[o] - px : px > box[o + 3] ? px - box[o + 3] : 0;
    float ey = py < box[o + 1] ? box[o + 1] - py : py > box[o + 4] ? py - box[o + 4] : 0;
    float ez = pz < box[o + 2] ? box[o + 2] - pz : pz > box[o + 5] ? pz - box[o + 5] : 0;
    return ex * ex + ey * ey + ez * ez;
  }

  /**
   * Nearest point of the surface within a distance, in the body's frame. Where two triangles share
   * the nearest point on an edge, the one that faces the asked point most decides the side; at a
   * corner, where that can mislead (the tip of a needle), the normals around it weighted by their
   * angles do [Baerentzen05].
   */
  boolean nearest(Particles p, float px, float py, float pz, float within) {
    return nearest(p, px, py, pz, within, 0, 0, 0, 0);
  }

  /**
   * The same among the triangles that face against a direction; a zero direction takes all.
   *
   * @param least the cosine of a triangle's normal and the opposite of the direction, times the
   *     length of the direction, must be larger
   */
  boolean nearest(
      Particles p,
      float px,
      float py,
      float pz,
      float within,
      float fx,
      float fy,
      float fz,
      float least) {
    boolean filtered = fx != 0 || fy != 0 || fz != 0;
    float best = within * within;
    float bestFacing = -1;
    boolean found = false;
    stack[0] = 0;
    stackDistance[0] = boxDistance(0, px, py, pz);
    int top = 1;
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
        if (filtered && !(wx * fx + wy * fy + wz * fz < -least * area)) {
          continue;
        }
        float scale = area > 0 ? 1 / area : 0;
        float facing = (ex * wx + ey * wy + ez * wz) * scale;
        boolean nearer = !found || d2 < best * 0.9999f;
        if (!nearer && !(Math.abs(facing) > bestFacing)) {
          continue;
        }
        found = true;
        best = nearer ? d2 : Math.min(best, d2);
        bestFacing = Math.abs(facing);
        triangle = order[o];
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
    if (found && !filtered && Math.max(weight0, Math.max(weight1, weight2)) == 1) {
      int v = weight0 == 1 ? corner0 : weight1 == 1 ? corner1 : corner2;
      inside = isBehindCorner(p, v);
    }
    return found;
  }

  /** Sign of (dx, dy, dz) against the sum of angle times unit normal over corner v's triangles. */
  private boolean isBehindCorner(Particles p, int v) {
    float[] x = p.x(), y = p.y(), z = p.z();
    double sum = 0;
    for (int o = fanStart[v]; o < fanStart[v + 1]; o++) {
      int t = fan[o] - fan[o] % 3, c = fan[o] - t;
      int j = triangles[t + (c + 1) % 3], k = triangles[t + (c + 2) % 3];
      double ux = x[j] - x[v], uy = y[j] - y[v], uz = z[j] - z[v];
      double wx = x[k] - x[v], wy = y[k] - y[v], wz = z[k] - z[v];
      double mx = uy * wz - uz * wy, my = uz * wx - ux * wz, mz = ux * wy - uy * wx;
      double area = Math.sqrt(mx * mx + my * my + mz * mz);
      if (area > 0) {
        double angle = StrictMath.atan2(area, ux * wx + uy * wy + uz * wz);
        sum += angle * (mx * dx + my * dy + mz * dz) / area;
      }
    }
    return sum < 0;
  }

  /**
   * Weights a, b, c of the point of a triangle that is nearest to the origin, by the region
   * (corner, edge, face) in which the origin lies. A triangle without area falls into a corner or
   * an edge.
   */
  private void closest(
      float ax, float ay, float az, float bx, float by, float bz, float cx, float cy, float cz) {
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
