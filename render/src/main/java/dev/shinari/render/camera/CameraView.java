package dev.shinari.render.camera;

/**
 * Where a camera stands in one frame. The axes are orthonormal; the one to the right is always
 * level, which the floor relies on: along a row of the picture its distance does not change.
 *
 * @param focal distance of the picture plane in units of half the picture's height
 * @param distance depth of the picture's middle
 * @param near points nearer than this are cut off
 */
public record CameraView(
    double eyeX,
    double eyeY,
    double eyeZ,
    double rightX,
    double rightZ,
    double upX,
    double upY,
    double upZ,
    double forwardX,
    double forwardY,
    double forwardZ,
    double focal,
    double distance,
    double near) {
  /** Depth of a point: its distance from the eye along the direction of view. */
  public double depth(double x, double y, double z) {
    return (x - eyeX) * forwardX + (y - eyeY) * forwardY + (z - eyeZ) * forwardZ;
  }

  /** Offset of a point to the right of the axis. */
  public double across(double x, double z) {
    return (x - eyeX) * rightX + (z - eyeZ) * rightZ;
  }

  /** Offset of a point above the axis. */
  public double above(double x, double y, double z) {
    return (x - eyeX) * upX + (y - eyeY) * upY + (z - eyeZ) * upZ;
  }
}
