package dev.shinari.body.particle;

/**
 * A body's motion as a whole: center, momentum, angular momentum about the center, kinetic energy
 * and the rigid motion that carries these. Positions are relative to the body's origin.
 */
public final class BodySummary {
  public double mass;
  public double centerX;
  public double centerY;
  public double centerZ;
  public double velocityX;
  public double velocityY;
  public double velocityZ;
  double angularX;
  double angularY;
  double angularZ;
  public double spinX;
  public double spinY;
  public double spinZ;
  // Inverse inertia about the center.
  public double turn00;
  public double turn01;
  public double turn02;
  public double turn11;
  public double turn12;
  public double turn22;
  public double kinetic;
  double rigidKinetic;
  public double secondMoment;

  /**
   * Adds the blocks' sums (shape: {@link dev.shinari.kernel.Kernels#motionSums}) in their order.
   */
  public void set(double[][] blocks, double totalMass) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0, s8 = 0;
    double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0, vv = 0;
    for (double[] b : blocks) {
      s0 += b[0];
      s1 += b[1];
      s2 += b[2];
      s3 += b[3];
      s4 += b[4];
      s5 += b[5];
      s6 += b[6];
      s7 += b[7];
      s8 += b[8];
      xx += b[9];
      yy += b[10];
      zz += b[11];
      xy += b[12];
      yz += b[13];
      zx += b[14];
      vv += b[15];
    }
    mass = totalMass;
    double m = totalMass;
    centerX = s0 / m;
    centerY = s1 / m;
    centerZ = s2 / m;
    velocityX = s3 / m;
    velocityY = s4 / m;
    velocityZ = s5 / m;
    angularX = s6 - m * (centerY * velocityZ - centerZ * velocityY);
    angularY = s7 - m * (centerZ * velocityX - centerX * velocityZ);
    angularZ = s8 - m * (centerX * velocityY - centerY * velocityX);
    secondMoment = xx + yy + zz;
    // Inertia about the center.
    double cxx = xx - m * centerX * centerX;
    double cyy = yy - m * centerY * centerY;
    double czz = zz - m * centerZ * centerZ;
    double i01 = -(xy - m * centerX * centerY);
    double i12 = -(yz - m * centerY * centerZ);
    double i02 = -(zx - m * centerZ * centerX);
    // A straight or collapsed body has no inertia about its axis: a small ridge leaves that spin
    // out.
    double ridge = 1e-6 * (cxx + cyy + czz) + Double.MIN_NORMAL;
    double i00 = cyy + czz + ridge, i11 = cxx + czz + ridge, i22 = cxx + cyy + ridge;
    double c00 = i11 * i22 - i12 * i12, c01 = i02 * i12 - i01 * i22, c02 = i01 * i12 - i02 * i11;
    double det = i00 * c00 + i01 * c01 + i02 * c02;
    double c11 = i00 * i22 - i02 * i02, c12 = i01 * i02 - i00 * i12, c22 = i00 * i11 - i01 * i01;
    double inverse = det > 0 ? 1 / det : 0;
    turn00 = c00 * inverse;
    turn01 = c01 * inverse;
    turn02 = c02 * inverse;
    turn11 = c11 * inverse;
    turn12 = c12 * inverse;
    turn22 = c22 * inverse;
    spinX = turn00 * angularX + turn01 * angularY + turn02 * angularZ;
    spinY = turn01 * angularX + turn11 * angularY + turn12 * angularZ;
    spinZ = turn02 * angularX + turn12 * angularY + turn22 * angularZ;
    double moving =
        0.5 * m * (velocityX * velocityX + velocityY * velocityY + velocityZ * velocityZ);
    kinetic = 0.5 * vv;
    rigidKinetic = moving + 0.5 * (spinX * angularX + spinY * angularY + spinZ * angularZ);
  }

  public boolean isFinite() {
    return Math.abs(kinetic + secondMoment) < Double.POSITIVE_INFINITY;
  }

  public boolean strays(double distance) {
    return Math.abs(centerX) > distance
        || Math.abs(centerY) > distance
        || Math.abs(centerZ) > distance;
  }

  /** Spin and the velocity at the local origin, for {@link dev.shinari.kernel.Kernels#move}. */
  public void rigidMotion(float[] n, int spin, int drift) {
    n[spin] = (float) spinX;
    n[spin + 1] = (float) spinY;
    n[spin + 2] = (float) spinZ;
    n[drift] = (float) (velocityX - (spinY * centerZ - spinZ * centerY));
    n[drift + 1] = (float) (velocityY - (spinZ * centerX - spinX * centerZ));
    n[drift + 2] = (float) (velocityZ - (spinX * centerY - spinY * centerX));
  }

  public double momentumX() {
    return mass * velocityX;
  }

  public double momentumY() {
    return mass * velocityY;
  }

  public double momentumZ() {
    return mass * velocityZ;
  }

  public double angularMomentumX() {
    return angularX;
  }

  public double angularMomentumY() {
    return angularY;
  }

  public double angularMomentumZ() {
    return angularZ;
  }

  /** Angular velocity in radians a second of the rigid motion with this angular momentum. */
  public double spinX() {
    return spinX;
  }

  public double spinY() {
    return spinY;
  }

  public double spinZ() {
    return spinZ;
  }

  /** How much spin about a unit direction a unit of angular momentum about it gives. */
  public double easeOfTurning(double x, double y, double z) {
    return x * (turn00 * x + turn01 * y + turn02 * z)
        + y * (turn01 * x + turn11 * y + turn12 * z)
        + z * (turn02 * x + turn12 * y + turn22 * z);
  }

  /** Kinetic energy in joules. */
  public double kineticEnergy() {
    return kinetic;
  }

  /** The part of the kinetic energy that deforms the body. */
  public double deformingEnergy() {
    return Math.max(0, kinetic - rigidKinetic);
  }
}
