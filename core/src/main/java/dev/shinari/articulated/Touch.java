package dev.shinari.articulated;

import dev.shinari.collide.Collider;
import dev.shinari.collide.Pose;
import dev.shinari.collide.Shape;

/** Small balls (joints, vertices of an exoskeleton) against obstacles. */
final class Touch {
  private final Pose before = new Pose();
  private final Pose after = new Pose();
  private final float[] n = new float[3];

  /**
   * Puts ball i back on the surface of a collider that it overlaps or passed, takes back its speed
   * into it and, by friction, its slip.
   *
   * @param old positions at the start of the step
   * @return whether they touch
   */
  boolean meet(
      double[] old,
      double[] x,
      double[] v,
      int i,
      double radius,
      Collider collider,
      double start,
      float h,
      float friction,
      float restitution) {
    collider.pose(start, before);
    collider.pose(start + h, after);
    Shape shape = collider.shape();
    float px = (float) before.local(0, old[i], old[i + 1], old[i + 2]);
    float py = (float) before.local(1, old[i], old[i + 1], old[i + 2]);
    float pz = (float) before.local(2, old[i], old[i + 1], old[i + 2]);
    float lx = (float) after.local(0, x[i], x[i + 1], x[i + 2]);
    float ly = (float) after.local(1, x[i], x[i + 1], x[i + 2]);
    float lz = (float) after.local(2, x[i], x[i + 1], x[i + 2]);
    float r = (float) radius;
    float distance = shape.distance(lx, ly, lz);
    float way = Math.max(Math.abs(lx - px), Math.max(Math.abs(ly - py), Math.abs(lz - pz)));
    if (way > 0.5f * shape.halfThickness() && shape.distance(px, py, pz) >= r) {
      float share = shape.sweep(px, py, pz, lx, ly, lz, r, n);
      if (share <= 1) { // met on the way: stop there
        lx = px + share * (lx - px);
        ly = py + share * (ly - py);
        lz = pz + share * (lz - pz);
        distance = Math.min(shape.distance(lx, ly, lz), Math.nextDown(r));
      }
    }
    if (!(distance < r)) {
      return false;
    }
    shape.normal(lx, ly, lz, n);
    float push = r - distance;
    double sx = lx + push * n[0], sy = ly + push * n[1], sz = lz + push * n[2];
    double wx = after.worldX(sx, sy, sz), wy = after.worldY(sx, sy, sz);
    double wz = after.worldZ(sx, sy, sz);
    double nx = after.worldX(n[0], n[1], n[2]) - after.x;
    double ny = after.worldY(n[0], n[1], n[2]) - after.y;
    double nz = after.worldZ(n[0], n[1], n[2]) - after.z;
    // velocity of the obstacle at that place
    double cx = (wx - before.worldX(sx, sy, sz)) / h, cy = (wy - before.worldY(sx, sy, sz)) / h;
    double cz = (wz - before.worldZ(sx, sy, sz)) / h;
    double rx = v[i] - cx, ry = v[i + 1] - cy, rz = v[i + 2] - cz;
    double into = rx * nx + ry * ny + rz * nz;
    x[i] = wx;
    x[i + 1] = wy;
    x[i + 2] = wz;
    if (into < 0) {
      double tx = rx - into * nx, ty = ry - into * ny, tz = rz - into * nz;
      double slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
      double grip = (double) friction + collider.material().friction();
      double keep = slip > 0 ? Math.max(0, 1 + 0.5 * grip * into / slip) : 0;
      double back = -into * Math.max(restitution, collider.material().restitution());
      back = -into > 0.3 ? back : 0; // a resting ball does not hop
      v[i] = cx + keep * tx + back * nx;
      v[i + 1] = cy + keep * ty + back * ny;
      v[i + 2] = cz + keep * tz + back * nz;
    }
    return true;
  }
}
