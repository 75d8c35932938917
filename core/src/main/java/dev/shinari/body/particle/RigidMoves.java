package dev.shinari.body.particle;

/** Moves particles as a rigid whole: places them, sets them in motion, changes their spin. */
public final class RigidMoves {
  private RigidMoves() {}

  /**
   * Turns the whole body and its velocities about a point.
   *
   * @param q unit quaternion w, x, y, z
   * @param about the point
   */
  public static void rotate(Particles p, double[] q, double[] about) {
    double qw = q[0], qx = q[1], qy = q[2], qz = q[3];
    double[] r = {
      1 - 2 * (qy * qy + qz * qz),
      2 * (qx * qy - qw * qz),
      2 * (qx * qz + qw * qy),
      2 * (qx * qy + qw * qz),
      1 - 2 * (qx * qx + qz * qz),
      2 * (qy * qz - qw * qx),
      2 * (qx * qz - qw * qy),
      2 * (qy * qz + qw * qx),
      1 - 2 * (qx * qx + qy * qy)
    };
    double[] local = {about[0] - p.originX, about[1] - p.originY, about[2] - p.originZ};
    turn(p.count(), r, local, p.x(), p.y(), p.z());
    turn(p.count(), r, new double[3], p.vx(), p.vy(), p.vz());
  }

  private static void turn(int count, double[] r, double[] about, float[] x, float[] y, float[] z) {
    double px = about[0], py = about[1], pz = about[2];
    for (int i = 0; i < count; i++) {
      double a = x[i] - px, b = y[i] - py, c = z[i] - pz;
      x[i] = (float) (px + r[0] * a + r[1] * b + r[2] * c);
      y[i] = (float) (py + r[3] * a + r[4] * b + r[5] * c);
      z[i] = (float) (pz + r[6] * a + r[7] * b + r[8] * c);
    }
  }

  /** Gives the body a velocity and a spin (radians per second) about its center of mass. */
  public static void setMotion(Particles p, double totalMass, double[] velocity, double[] spin) {
    double vx = velocity[0], vy = velocity[1], vz = velocity[2];
    double spinX = spin[0], spinY = spin[1], spinZ = spin[2];
    double cx = 0, cy = 0, cz = 0;
    for (int i = 0; i < p.count(); i++) {
      cx += p.mass()[i] * (double) p.x()[i];
      cy += p.mass()[i] * (double) p.y()[i];
      cz += p.mass()[i] * (double) p.z()[i];
    }
    cx /= totalMass;
    cy /= totalMass;
    cz /= totalMass;
    for (int i = 0; i < p.count(); i++) {
      double x = p.x()[i] - cx, y = p.y()[i] - cy, z = p.z()[i] - cz;
      p.vx()[i] = (float) (vx + spinY * z - spinZ * y);
      p.vy()[i] = (float) (vy + spinZ * x - spinX * z);
      p.vz()[i] = (float) (vz + spinX * y - spinY * x);
    }
  }

  /**
   * Slows the body's spin about its center by up to so many radians a second; linear momentum
   * stays. The spin is that of the start of the last inner step. Answers whether there was any.
   */
  public static boolean slowSpin(Particles p, BodySummary s, double by) {
    double spin = Math.sqrt(s.spinX * s.spinX + s.spinY * s.spinY + s.spinZ * s.spinZ);
    if (!(spin > 0 && by > 0)) {
      return false;
    }
    double share = -Math.min(1, by / spin);
    float wx = (float) (share * s.spinX), wy = (float) (share * s.spinY);
    float wz = (float) (share * s.spinZ);
    float cx = (float) s.centerX, cy = (float) s.centerY, cz = (float) s.centerZ;
    float[] m = p.mobility();
    for (int i = 0; i < p.count(); i++) {
      float x = p.x()[i] - cx, y = p.y()[i] - cy, z = p.z()[i] - cz;
      p.vx()[i] += m[i] * (wy * z - wz * y);
      p.vy()[i] += m[i] * (wz * x - wx * z);
      p.vz()[i] += m[i] * (wx * y - wy * x);
    }
    return true;
  }

  /** Adds a spin (radians a second) about the center of mass; linear momentum stays. */
  public static void addSpin(Particles p, double wx, double wy, double wz) {
    float[] x = p.x(), y = p.y(), z = p.z(), m = p.mass();
    double cx = 0, cy = 0, cz = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      mass += m[i];
      cx += m[i] * x[i];
      cy += m[i] * y[i];
      cz += m[i] * z[i];
    }
    cx /= mass;
    cy /= mass;
    cz /= mass;
    for (int i = 0; i < p.count(); i++) {
      double rx = x[i] - cx, ry = y[i] - cy, rz = z[i] - cz;
      p.vx()[i] += (float) (wy * rz - wz * ry);
      p.vy()[i] += (float) (wz * rx - wx * rz);
      p.vz()[i] += (float) (wx * ry - wy * rx);
    }
  }
}
