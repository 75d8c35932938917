package dev.shinari.motion;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import java.util.ArrayList;
import java.util.List;

/**
 * A motion in time: keyed displacement and turn, plus an optional steady velocity and spin. A
 * collider adds it to the place where it was built; a handle moves what it holds by the change
 * since it took hold.
 *
 * <p>Between keys the motion is linear, or smooth: cubic Hermite with the slopes of the neighbors
 * (non-uniform Catmull-Rom) and no speed at both ends. Before the first and after the last key it
 * stands still, unless the path repeats. It is evaluated from the time alone, never integrated, so
 * that it cannot drift.
 */
public final class MotionPath {
  /** No motion at all. */
  public static final MotionPath STILL = new Builder().build();

  private static final int STRIDE = 7;

  private final double[] times;
  private final double[] keys; // x, y, z, qx, qy, qz, qw a key, neighbors on the same half-sphere
  private final boolean smooth;
  private final boolean repeat;
  private final double[] velocity;
  private final double[] spin;

  private MotionPath(Builder b) {
    int n = b.rows.size();
    times = new double[n];
    keys = new double[STRIDE * n];
    for (int k = 0; k < n; k++) {
      double[] row = b.rows.get(k);
      times[k] = row[0];
      Check.that(k == 0 || times[k] > times[k - 1], "keys of a path must ascend in time");
      System.arraycopy(row, 1, keys, STRIDE * k, STRIDE);
      double dot = 0;
      for (int c = 3; c < STRIDE && k > 0; c++) {
        dot += keys[STRIDE * k + c] * keys[STRIDE * (k - 1) + c];
      }
      for (int c = 3; c < STRIDE && dot < 0; c++) {
        keys[STRIDE * k + c] = -keys[STRIDE * k + c]; // the short way round
      }
    }
    Check.that(!b.repeat || n > 1, "a path that repeats needs two keys or more");
    smooth = b.smooth;
    repeat = b.repeat;
    velocity = b.velocity;
    spin = b.spin;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Steady motion in meters a second. */
  public static MotionPath velocity(double vx, double vy, double vz) {
    return new Builder().velocity(vx, vy, vz).build();
  }

  /** Whether nothing ever moves on this path. */
  public boolean isStill() {
    boolean still = times.length < 2;
    for (int c = 0; c < 3; c++) {
      still &= velocity[c] == 0 && spin[c] == 0;
    }
    return still;
  }

  /** Writes the displacement and turn at a time. */
  public void at(double seconds, RigidPose out) {
    out.x = velocity[0] * seconds;
    out.y = velocity[1] * seconds;
    out.z = velocity[2] * seconds;
    double qx = 0, qy = 0, qz = 0, qw = 1;
    int n = times.length;
    if (n > 0) {
      double t = local(seconds);
      int k = 0;
      while (k < n - 2 && t >= times[k + 1]) {
        k++;
      }
      int k1 = Math.min(k + 1, n - 1);
      double span = times[k1] - times[k];
      double u = span > 0 ? Math.min(1, Math.max(0, (t - times[k]) / span)) : 0;
      out.x += value(k, k1, u, 0);
      out.y += value(k, k1, u, 1);
      out.z += value(k, k1, u, 2);
      qx = value(k, k1, u, 3);
      qy = value(k, k1, u, 4);
      qz = value(k, k1, u, 5);
      qw = value(k, k1, u, 6);
      if (!smooth && k1 > k) { // slerp: the turn has a steady rate
        double dot = 0;
        for (int c = 3; c < STRIDE; c++) {
          dot += keys[STRIDE * k + c] * keys[STRIDE * k1 + c];
        }
        double angle = PortableMath.acos(Math.min(1, dot));
        if (angle > 1e-6) {
          double a = PortableMath.sin((1 - u) * angle), b = PortableMath.sin(u * angle);
          qx = a * keys[STRIDE * k + 3] + b * keys[STRIDE * k1 + 3];
          qy = a * keys[STRIDE * k + 4] + b * keys[STRIDE * k1 + 4];
          qz = a * keys[STRIDE * k + 5] + b * keys[STRIDE * k1 + 5];
          qw = a * keys[STRIDE * k + 6] + b * keys[STRIDE * k1 + 6];
        }
      }
    }
    double rate = Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]);
    if (rate > 0) {
      double s = PortableMath.sin(0.5 * rate * seconds) / rate;
      double w = PortableMath.cos(0.5 * rate * seconds);
      double x = s * spin[0], y = s * spin[1], z = s * spin[2];
      double nx = w * qx + x * qw + y * qz - z * qy;
      double ny = w * qy - x * qz + y * qw + z * qx;
      double nz = w * qz + x * qy - y * qx + z * qw;
      qw = w * qw - x * qx - y * qy - z * qz;
      qx = nx;
      qy = ny;
      qz = nz;
    }
    out.setRotation(qx, qy, qz, qw);
  }

  private double local(double seconds) {
    if (!repeat) {
      return seconds;
    }
    double start = times[0], period = times[times.length - 1] - start;
    double t = (seconds - start) % period;
    return start + (t < 0 ? t + period : t);
  }

  private double value(int k, int k1, double u, int c) {
    double a = keys[STRIDE * k + c], b = keys[STRIDE * k1 + c];
    if (!smooth || k1 == k) {
      return a + u * (b - a);
    }
    double span = times[k1] - times[k];
    double ma = slope(k, c) * span, mb = slope(k1, c) * span;
    double u2 = u * u, u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * a
        + (u3 - 2 * u2 + u) * ma
        + (3 * u2 - 2 * u3) * b
        + (u3 - u2) * mb;
  }

  private double slope(int k, int c) {
    if (k == 0 || k == times.length - 1) {
      return 0;
    }
    return (keys[STRIDE * (k + 1) + c] - keys[STRIDE * (k - 1) + c])
        / (times[k + 1] - times[k - 1]);
  }

  /** Keys in ascending time; linear unless {@link #smooth} is called. */
  public static final class Builder {
    private final List<double[]> rows = new ArrayList<>();
    private final double[] velocity = new double[3];
    private final double[] spin = new double[3];
    private boolean smooth;
    private boolean repeat;

    private Builder() {}

    /** Where the path is at a time; {@link #turned} adds a turn. */
    public Builder key(double seconds, double x, double y, double z) {
      double[] row = {seconds, x, y, z, 0, 0, 0, 1};
      checkKey(row);
      rows.add(row);
      return this;
    }

    /**
     * Gives the last key a turn about an axis. Two neighboring keys are joined the short way round:
     * use more keys, or {@link #spin}, to turn by more than half a turn.
     */
    public Builder turned(double axisX, double axisY, double axisZ, double angleRadians) {
      Check.that(!rows.isEmpty(), "a turn belongs to a key; add a key first");
      double length = Math.sqrt(axisX * axisX + axisY * axisY + axisZ * axisZ);
      Check.that(length > 0, "the axis of a turn must not be zero");
      double s = PortableMath.sin(0.5 * Check.finite("angleRadians", angleRadians)) / length;
      double w = PortableMath.cos(0.5 * angleRadians);
      double[] row = rows.get(rows.size() - 1);
      row[4] = s * axisX;
      row[5] = s * axisY;
      row[6] = s * axisZ;
      row[7] = w;
      checkKey(row);
      return this;
    }

    private static void checkKey(double[] row) {
      for (double v : row) {
        Check.finite("a key of a path", v);
      }
    }

    /** A steady motion on top of the keys, in meters a second. */
    public Builder velocity(double vx, double vy, double vz) {
      velocity[0] = Check.finite("velocity x", vx);
      velocity[1] = Check.finite("velocity y", vy);
      velocity[2] = Check.finite("velocity z", vz);
      return this;
    }

    /** A steady turn about an axis on top of the keys; the vector's length is radians a second. */
    public Builder spin(double wx, double wy, double wz) {
      spin[0] = Check.finite("spin x", wx);
      spin[1] = Check.finite("spin y", wy);
      spin[2] = Check.finite("spin z", wz);
      return this;
    }

    /** Cubic instead of linear. */
    public Builder smooth() {
      smooth = true;
      return this;
    }

    /** Starts again at the first key after the last one. */
    public Builder repeat() {
      repeat = true;
      return this;
    }

    public MotionPath build() {
      return new MotionPath(this);
    }
  }
}
