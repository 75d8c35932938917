package dev.shinari.body.region;

/** The rigid frame F x0 + t near a lattice's body, and where it puts the nodes. */
final class NodeFrame {
  final float[] rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}; // F, row by row

  // Rest position of node (0, 0, 0) relative to the rest center.
  private final double restX;
  private final double restY;
  private final double restZ;
  private final float cell;
  private double centerX;
  private double centerY;
  private double centerZ;

  NodeFrame(double restX, double restY, double restZ, float cell) {
    this.restX = restX;
    this.restY = restY;
    this.restZ = restZ;
    this.cell = cell;
  }

  /** The frame with its center at (x, y, z), turned by a unit quaternion. */
  void set(double x, double y, double z, double w, double u, double v, double t) {
    centerX = x;
    centerY = y;
    centerZ = z;
    rotation[0] = (float) (1 - 2 * (v * v + t * t));
    rotation[1] = (float) (2 * (u * v - w * t));
    rotation[2] = (float) (2 * (u * t + w * v));
    rotation[3] = (float) (2 * (u * v + w * t));
    rotation[4] = (float) (1 - 2 * (u * u + t * t));
    rotation[5] = (float) (2 * (v * t - w * u));
    rotation[6] = (float) (2 * (u * t - w * v));
    rotation[7] = (float) (2 * (v * t + w * u));
    rotation[8] = (float) (1 - 2 * (u * u + v * v));
  }

  /** Component a of where it puts node (0, j, k). */
  float base(int a, int j, int k) {
    double t = a == 0 ? centerX : a == 1 ? centerY : centerZ;
    return (float)
        (t
            + rotation[3 * a] * restX
            + rotation[3 * a + 1] * (restY + cell * j)
            + rotation[3 * a + 2] * (restZ + cell * k));
  }

  /** Component a of its step from node to node along x. */
  float slope(int a) {
    return rotation[3 * a] * cell;
  }
}
