package dev.shinari.render.camera;

/**
 * Directions of a camera without roll.
 *
 * @param rx right, whose y is 0
 * @param ux up
 * @param fx forward
 */
record CameraAxes(
    double rx, double rz, double ux, double uy, double uz, double fx, double fy, double fz) {
  /** Looking from a turn about the vertical axis, 0 along -z, and a height above the horizon. */
  static CameraAxes of(double azimuthDeg, double elevationDeg) {
    double a = Math.toRadians(azimuthDeg), e = Math.toRadians(elevationDeg);
    double sa = StrictMath.sin(a), ca = StrictMath.cos(a);
    double se = StrictMath.sin(e), ce = StrictMath.cos(e);
    return new CameraAxes(ca, -sa, -sa * se, ce, -ca * se, -sa * ce, -se, -ca * ce);
  }

  static CameraAxes along(double dx, double dy, double dz) {
    double azimuth = dx == 0 && dz == 0 ? 0 : StrictMath.atan2(-dx, -dz);
    double elevation = StrictMath.asin(Math.max(-1, Math.min(1, -dy)));
    return of(Math.toDegrees(azimuth), Math.toDegrees(elevation));
  }

  /** Turned about the vertical axis. */
  CameraAxes turned(double radians) {
    if (radians == 0) {
      return this;
    }
    double c = StrictMath.cos(radians), n = StrictMath.sin(radians);
    return new CameraAxes(
        c * rx + n * rz,
        c * rz - n * rx,
        c * ux + n * uz,
        uy,
        c * uz - n * ux,
        c * fx + n * fz,
        fy,
        c * fz - n * fx);
  }

  double across(double x, double z) {
    return x * rx + z * rz;
  }

  double above(double x, double y, double z) {
    return x * ux + y * uy + z * uz;
  }

  double depth(double x, double y, double z) {
    return x * fx + y * fy + z * fz;
  }
}
