package dev.shinari.articulated.contact;

import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.SweptBall;
import dev.shinari.motion.RigidPose;

/** Small balls (of bones, of an exoskeleton) against an obstacle. */
final class BallContacts {
  private final RigidPose before = new RigidPose();
  private final RigidPose after = new RigidPose();
  private final float[] n = new float[3];
  private final SweptBall ball = new SweptBall();
  private Collider collider;
  private float seconds;

  /** The obstacle of the next questions, in a step of h seconds. */
  void begin(Collider obstacle, double start, float h) {
    collider = obstacle;
    seconds = h;
    obstacle.pose(start, before);
    obstacle.pose(start + h, after);
  }

  /**
   * Puts a ball back on the surface of the obstacle that it overlaps or passed, takes back its
   * speed into it and, by friction, its slip.
   *
   * @param b place at the start of the step (0 to 2); place (3 to 5) and velocity (6 to 8) now
   * @return whether they touch
   */
  boolean meet(double[] b, double radius, float friction, float restitution) {
    ColliderShape shape = collider.shape();
    float lx = (float) after.local(0, b[3], b[4], b[5]);
    float ly = (float) after.local(1, b[3], b[4], b[5]);
    float lz = (float) after.local(2, b[3], b[4], b[5]);
    float px = (float) before.local(0, b[0], b[1], b[2]);
    float py = (float) before.local(1, b[0], b[1], b[2]);
    float pz = (float) before.local(2, b[0], b[1], b[2]);
    float r = (float) radius;
    float distance = shape.distance(lx, ly, lz);
    float way = Math.max(Math.abs(lx - px), Math.max(Math.abs(ly - py), Math.abs(lz - pz)));
    if (way > 0.5f * shape.halfThickness() && shape.distance(px, py, pz) >= r) {
      float share = shape.sweep(ball.radius(r).from(px, py, pz).to(lx, ly, lz));
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
    double cx = (wx - before.worldX(sx, sy, sz)) / seconds;
    double cy = (wy - before.worldY(sx, sy, sz)) / seconds;
    double cz = (wz - before.worldZ(sx, sy, sz)) / seconds;
    double rx = b[6] - cx, ry = b[7] - cy, rz = b[8] - cz;
    double into = rx * nx + ry * ny + rz * nz;
    b[3] = wx;
    b[4] = wy;
    b[5] = wz;
    if (into < 0) {
      double tx = rx - into * nx, ty = ry - into * ny, tz = rz - into * nz;
      double slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
      double grip = (double) friction + collider.material().friction();
      double keep = slip > 0 ? Math.max(0, 1 + 0.5 * grip * into / slip) : 0;
      double back = -into * Math.max(restitution, collider.material().restitution());
      back = -into > 0.3 ? back : 0; // a resting ball does not hop
      b[6] = cx + keep * tx + back * nx;
      b[7] = cy + keep * ty + back * ny;
      b[8] = cz + keep * tz + back * nz;
    }
    return true;
  }
}
