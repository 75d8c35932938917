package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;
import java.util.Arrays;

/**
 * A tree of boxes over a body's boundary triangles, built once at rest and refitted to the moved
 * particles. A {@link SurfaceProbe} asks it questions; any number of probes may do so at once.
 *
 * <p>Node k has its children at {@code child[k]} and {@code child[k] + 1}, both larger than k, so
 * that refitting is one pass from the last node to the first. A leaf has {@code child[k] < 0} and
 * the triangles {@code start[k]} to {@code start[k] + size[k] - 1} of {@code order}.
 */
final class SurfaceTree {
  private static final int LEAF = 4;

  final int[] triangles;
  final int[] order;
  final int[] child;
  final int[] start;
  final int[] size;
  final float[] box; // 6 a node: min, max
  private final int[]
      leafStart; // a node: its vertices in leafVertex end where the next one's start
  private final int[] leafVertex; // vertices of a leaf's triangles, each once
  private final int nodes;

  /** Outward normals of the surface at its vertices, of any length. */
  final float[] normalX;

  final float[] normalY;
  final float[] normalZ;

  SurfaceTree(float[] positions, int[] triangles) {
    this.triangles = triangles;
    int count = triangles.length / 3;
    order = new int[count];
    float[] center = new float[3 * count];
    for (int t = 0; t < count; t++) {
      order[t] = t;
      for (int k = 0; k < 3; k++) {
        for (int v = 0; v < 3; v++) {
          center[3 * t + k] += positions[3 * triangles[3 * t + v] + k] / 3;
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
        split(center, start[k], size[k]);
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
    leafStart = new int[nodes + 1];
    int[] vertices = new int[triangles.length];
    int used = 0;
    for (int k = 0; k < nodes; k++) {
      leafStart[k] = used;
      if (child[k] < 0) {
        used = addVertices(start[k], size[k], vertices, used);
      }
    }
    leafStart[nodes] = used;
    leafVertex = Arrays.copyOf(vertices, used);
    normalX = new float[positions.length / 3];
    normalY = new float[positions.length / 3];
    normalZ = new float[positions.length / 3];
  }

  /** A tree of the same shape over the particles of another body; boxes and normals are its own. */
  SurfaceTree(SurfaceTree same) {
    triangles = same.triangles;
    order = same.order;
    child = same.child;
    start = same.start;
    size = same.size;
    leafStart = same.leafStart;
    leafVertex = same.leafVertex;
    nodes = same.nodes;
    box = new float[same.box.length];
    normalX = new float[same.normalX.length];
    normalY = new float[same.normalY.length];
    normalZ = new float[same.normalZ.length];
  }

  /** Adds the vertices of a range of triangles to a list, each once; answers its new length. */
  private int addVertices(int from, int count, int[] list, int used) {
    int end = used;
    for (int o = from; o < from + count; o++) {
      for (int v = 3 * order[o]; v < 3 * order[o] + 3; v++) {
        boolean there = false;
        for (int k = used; k < end; k++) {
          there |= list[k] == triangles[v];
        }
        if (!there) {
          list[end++] = triangles[v];
        }
      }
    }
    return end;
  }

  /** Sorts a range of triangles along the longest side of their centers' box; ties by number. */
  private void split(float[] center, int from, int count) {
    int axis = 0;
    float widest = -1;
    for (int k = 0; k < 3; k++) {
      float lo = Float.POSITIVE_INFINITY, hi = Float.NEGATIVE_INFINITY;
      for (int i = from; i < from + count; i++) {
        lo = Math.min(lo, center[3 * order[i] + k]);
        hi = Math.max(hi, center[3 * order[i] + k]);
      }
      if (hi - lo > widest) {
        widest = hi - lo;
        axis = k;
      }
    }
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToIntBits(center[3 * order[from + i] + axis] + 0f);
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
        for (int v = leafStart[k]; v < leafStart[k + 1]; v++) {
          int i = leafVertex[v];
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

  /** Shortest side of the box of all, at both times. */
  float shortestSide() {
    return Math.min(box[3] - box[0], Math.min(box[4] - box[1], box[5] - box[2]));
  }

  /** Square of the distance of a point from the box of node k; 0 inside. */
  float distanceSquared(int k, float px, float py, float pz) {
    int o = 6 * k;
    float ex = px < box[o] ? box[o] - px : px > box[o + 3] ? px - box[o + 3] : 0;
    float ey = py < box[o + 1] ? box[o + 1] - py : py > box[o + 4] ? py - box[o + 4] : 0;
    float ez = pz < box[o + 2] ? box[o + 2] - pz : pz > box[o + 5] ? pz - box[o + 5] : 0;
    return ex * ex + ey * ey + ez * ez;
  }

  /** Bound of all, at both times: 0 to 2 the lowest corner, 3 to 5 the highest. */
  float bound(int k) {
    return box[k];
  }
}
