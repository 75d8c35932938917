package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.math.PortableMath;

/** A rotation as a unit quaternion (w, x, y, z), made from the angles of a scene. */
public record SceneRotation(double w, double x, double y, double z) {
  static final SceneRotation NONE = new SceneRotation(1, 0, 0, 0);

  /** About the x axis first, then y, then z, all of them the world's; degrees. */
  public static SceneRotation ofDegrees(Vec3 deg) {
    return about(0, 0, 1, PortableMath.toRadians(deg.z()))
        .after(about(0, 1, 0, PortableMath.toRadians(deg.y())))
        .after(about(1, 0, 0, PortableMath.toRadians(deg.x())));
  }

  /** About a unit axis. */
  public static SceneRotation about(double ax, double ay, double az, double radians) {
    double s = PortableMath.sin(0.5 * radians);
    return new SceneRotation(PortableMath.cos(0.5 * radians), s * ax, s * ay, s * az);
  }

  /** First the other turn, then this one. */
  public SceneRotation after(SceneRotation o) {
    return new SceneRotation(
        w * o.w - x * o.x - y * o.y - z * o.z,
        w * o.x + x * o.w + y * o.z - z * o.y,
        w * o.y - x * o.z + y * o.w + z * o.x,
        w * o.z + x * o.y - y * o.x + z * o.w);
  }

  public boolean isNone() {
    return x == 0 && y == 0 && z == 0;
  }

  /** Angle in radians, at most pi, about {@link #axis}. */
  public double angle() {
    return 2 * PortableMath.atan2(Math.sqrt(x * x + y * y + z * z), Math.abs(w));
  }

  /** Component 0, 1 or 2 of the unit axis; the y axis where there is no turn. */
  public double axis(int i) {
    double n = Math.sqrt(x * x + y * y + z * z);
    if (!(n > 1e-12)) {
      return i == 1 ? 1 : 0;
    }
    double s = (w < 0 ? -1 : 1) / n;
    return s * (i == 0 ? x : i == 1 ? y : z);
  }

  /** A vector turned. */
  public Vec3 apply(Vec3 v) {
    double tx = 2 * (y * v.z() - z * v.y());
    double ty = 2 * (z * v.x() - x * v.z());
    double tz = 2 * (x * v.y() - y * v.x());
    return new Vec3(
        (float) (v.x() + w * tx + y * tz - z * ty),
        (float) (v.y() + w * ty + z * tx - x * tz),
        (float) (v.z() + w * tz + x * ty - y * tx));
  }
}
