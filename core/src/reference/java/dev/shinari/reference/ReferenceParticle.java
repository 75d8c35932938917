package dev.shinari.reference;

/** One particle: where it is, how it moves, and where its regions want it. */
public final class ReferenceParticle {
  final double restX;
  final double restY;
  final double restZ;

  /** Mass in kilograms. */
  public final double mass;

  /** Position in meters. */
  public double x;

  public double y;
  public double z;

  /** Velocity in meters a second. */
  public double vx;

  public double vy;
  public double vz;

  double goalX;
  double goalY;
  double goalZ;

  /** Number of regions that hold this particle. */
  int regionCount;

  ReferenceParticle(double x, double y, double z, double mass) {
    this.mass = mass;
    restX = x;
    restY = y;
    restZ = z;
    this.x = x;
    this.y = y;
    this.z = z;
  }

  /** m~ = m / n: a particle's mass is shared out among its regions. */
  double effectiveMass() {
    return mass / regionCount;
  }
}
