package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;

/**
 * Answers where a point lies to the outline of a flat body, in the body's plane. An edge of the
 * outline is a triangle of the tree: its two ends, counter-clockwise seen along the plane's normal,
 * and an inner particle that says on which side the body is. The answer stands in the fields until
 * the next question. One probe a thread.
 *
 * <pre>
 *          out = edge x plane normal
 *            ^
 *   end 1 <--|-- end 0      whether a point is inside: before which side of the nearest edge it
 *      body  (inner)        is; at a corner, of the mean of both edges there
 * </pre>
 */
final class OutlineProbe {
  private SurfaceTree tree;
  private Particles p;
  private float mx; // unit normal of the plane
  private float my;
  private float mz;
  private final int[] stack = new int[128];

  // Answer of nearest().
  int corner0;
  int corner1;
  float weight0;
  float weight1;

  /** From the nearest point to the asked one, within the plane. */
  float dx;

  float dy;
  float dz;
  float distance;

  /** Unit normal of the nearest edge, away from the body. */
  float nx;

  float ny;
  float nz;

  boolean inside;

  /** The outline that the next questions are about. */
  void ask(ContactSurface surface) {
    tree = surface.outline;
    p = surface.particles;
    mx = surface.planeX;
    my = surface.planeY;
    mz = surface.planeZ;
  }

  private float outX;
  private float outY;
  private float outZ;

  /** Unit normal of the edge from i to j into out; false where it has no length. */
  private boolean out(int i, int j) {
    float ex = p.x()[j] - p.x()[i], ey = p.y()[j] - p.y()[i], ez = p.z()[j] - p.z()[i];
    float ox = ey * mz - ez * my, oy = ez * mx - ex * mz, oz = ex * my - ey * mx;
    float length = (float) Math.sqrt(ox * ox + oy * oy + oz * oz);
    if (!(length > 0)) {
      return false;
    }
    outX = ox / length;
    outY = oy / length;
    outZ = oz / length;
    return true;
  }

  /**
   * Nearest point of the outline within a distance, in the body's frame, among the edges that face
   * against a direction; a zero direction takes all.
   */
  boolean nearest(float px, float py, float pz, float within, float fx, float fy, float fz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    boolean filtered = fx != 0 || fy != 0 || fz != 0;
    float best = within * within;
    boolean found = false;
    float facing = 0;
    stack[0] = 0;
    int top = 1;
    while (top > 0) {
      int k = stack[--top];
      if (tree.distanceSquared(k, px, py, pz) > best * 1.0001f) {
        continue;
      }
      if (tree.child[k] >= 0) {
        stack[top++] = tree.child[k] + 1;
        stack[top++] = tree.child[k];
        continue;
      }
      for (int o = tree.start[k]; o < tree.start[k] + tree.size[k]; o++) {
        int t = 3 * tree.order[o];
        int i = tree.triangles[t], j = tree.triangles[t + 1];
        float ax = px - x[i], ay = py - y[i], az = pz - z[i];
        float off = ax * mx + ay * my + az * mz;
        ax -= off * mx;
        ay -= off * my;
        az -= off * mz;
        float ex = x[j] - x[i], ey = y[j] - y[i], ez = z[j] - z[i];
        float length2 = ex * ex + ey * ey + ez * ez;
        float s = length2 > 0 ? (ax * ex + ay * ey + az * ez) / length2 : 0;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        float bx = ax - s * ex, by = ay - s * ey, bz = az - s * ez;
        float d2 = bx * bx + by * by + bz * bz;
        if (!(d2 <= best * 1.0001f) || !out(i, j)) {
          continue;
        }
        if (filtered && !(outX * fx + outY * fy + outZ * fz < 0)) {
          continue;
        }
        // At a corner both edges are as near; the one that the point is before or behind tells.
        float before = bx * outX + by * outY + bz * outZ;
        boolean nearer = !found || d2 < best * 0.9999f;
        if (!nearer && !(Math.abs(before) > Math.abs(facing))) {
          continue;
        }
        found = true;
        best = nearer ? d2 : Math.min(best, d2);
        facing = before;
        corner0 = i;
        corner1 = j;
        weight0 = 1 - s;
        weight1 = s;
        dx = bx;
        dy = by;
        dz = bz;
        nx = outX;
        ny = outY;
        nz = outZ;
      }
    }
    if (found) {
      distance = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
      inside = facing < 0;
    }
    return found;
  }
}
