package dev.shinari.world.force;

import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;

/**
 * The fields that come with Shinari. Each takes its time window last; {@link #ALWAYS} is the end of
 * one that never ends.
 */
public final class ForceFields {
  public static final double ALWAYS = Double.POSITIVE_INFINITY;

  private ForceFields() {}

  /** The same acceleration everywhere, on top of the world's gravity. */
  public static ForceField gravity(float ax, float ay, float az, double from, double to) {
    return new Gravity(ax, ay, az, from, to);
  }

  /**
   * Pull to a point: {@code acceleration / (1 + (r / falloff)^2)}, meters a second squared;
   * negative pushes away. A falloff of 0 means the same pull at every distance.
   */
  public static ForceField attractor(
      double x, double y, double z, float acceleration, float falloff, double from, double to) {
    return new Attractor(x, y, z, acceleration, falloff, from, to);
  }

  /**
   * Whirl about an axis through a point: acceleration around the axis, falling off as the
   * attractor's does, and a share of it towards the axis, so that things are kept in.
   */
  public static ForceField vortex(
      Axis axis, float acceleration, float inward, float falloff, double from, double to) {
    return new Vortex(axis, acceleration, inward, falloff, from, to);
  }

  /**
   * A line through a point.
   *
   * @param directionX direction of the line, of any length but zero
   */
  public record Axis(
      double x, double y, double z, float directionX, float directionY, float directionZ) {
    public Axis {
      Check.finite("x", x);
      Check.finite("y", y);
      Check.finite("z", z);
      double n = length(directionX, directionY, directionZ);
      Check.that(n > 0 && n < Double.POSITIVE_INFINITY, "the axis of a vortex must not be zero");
    }

    private static double length(float x, float y, float z) {
      return Math.sqrt((double) x * x + (double) y * y + (double) z * z);
    }

    private double length() {
      return length(directionX, directionY, directionZ);
    }
  }

  /** Moving air: velocities are drawn to the wind's at a rate in 1/s. */
  public static ForceField wind(
      float vx, float vy, float vz, float rate, Gusts gusts, double from, double to) {
    return new Wind(vx, vy, vz, rate, gusts, from, to);
  }

  /**
   * How a wind varies from place to place; the gusts change once a second.
   *
   * @param turbulence share of the wind's speed by which it varies; 0 for a steady wind
   * @param size of a gust in meters
   */
  public record Gusts(float turbulence, float size) {
    /** A wind that is the same everywhere. */
    public static final Gusts NONE = new Gusts(0, 1);

    public Gusts {
      Check.notNegative("turbulence", turbulence);
      Check.positive("size", size);
    }
  }

  /**
   * A blow at one moment: every particle within the radius gets a speed away from the center that
   * falls linearly to zero at the radius.
   */
  public static ForceField explosion(
      double x, double y, double z, float speed, float radius, double atSeconds) {
    return new Explosion(x, y, z, speed, radius, atSeconds);
  }

  /** Uniform acceleration; a world adds it to its gravity instead of asking it a particle. */
  public static final class Gravity extends ForceField {
    public final float ax;
    public final float ay;
    public final float az;

    Gravity(float ax, float ay, float az, double from, double to) {
      super(from, to);
      this.ax = (float) Check.finite("ax", ax);
      this.ay = (float) Check.finite("ay", ay);
      this.az = (float) Check.finite("az", az);
    }

    @Override
    public void kick(Particles p, double start, double end, float dt) {
      for (int i = 0; i < p.count(); i++) {
        float s = dt * p.mobility()[i];
        p.vx()[i] += s * ax;
        p.vy()[i] += s * ay;
        p.vz()[i] += s * az;
      }
    }
  }

  private static final class Attractor extends ForceField {
    private final double x;
    private final double y;
    private final double z;
    private final float acceleration;
    private final float inverse;

    Attractor(
        double x, double y, double z, float acceleration, float falloff, double from, double to) {
      super(from, to);
      this.x = Check.finite("x", x);
      this.y = Check.finite("y", y);
      this.z = Check.finite("z", z);
      this.acceleration = (float) Check.finite("acceleration", acceleration);
      inverse = Check.notNegative("falloff", falloff) > 0 ? 1 / falloff : 0;
    }

    @Override
    public void kick(Particles p, double start, double end, float dt) {
      float cx = (float) (x - p.originX());
      float cy = (float) (y - p.originY());
      float cz = (float) (z - p.originZ());
      for (int i = 0; i < p.count(); i++) {
        float dx = cx - p.x()[i], dy = cy - p.y()[i], dz = cz - p.z()[i];
        float r = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(r > 0)) {
          continue; // in the center no direction is better than another
        }
        float u = r * inverse;
        float s = p.mobility()[i] * dt * acceleration / (1 + u * u) / r;
        p.vx()[i] += s * dx;
        p.vy()[i] += s * dy;
        p.vz()[i] += s * dz;
      }
    }
  }

  private static final class Vortex extends ForceField {
    private final double x;
    private final double y;
    private final double z;
    private final float ux;
    private final float uy;
    private final float uz;
    private final float acceleration;
    private final float inward;
    private final float inverse;

    Vortex(Axis axis, float acceleration, float inward, float falloff, double from, double to) {
      super(from, to);
      Check.notNull("axis", axis);
      x = axis.x;
      y = axis.y;
      z = axis.z;
      double n = axis.length();
      ux = (float) (axis.directionX / n);
      uy = (float) (axis.directionY / n);
      uz = (float) (axis.directionZ / n);
      this.acceleration = (float) Check.finite("acceleration", acceleration);
      this.inward = (float) Check.finite("inward", inward);
      inverse = Check.notNegative("falloff", falloff) > 0 ? 1 / falloff : 0;
    }

    @Override
    public void kick(Particles p, double start, double end, float dt) {
      float cx = (float) (x - p.originX());
      float cy = (float) (y - p.originY());
      float cz = (float) (z - p.originZ());
      for (int i = 0; i < p.count(); i++) {
        float dx = p.x()[i] - cx, dy = p.y()[i] - cy, dz = p.z()[i] - cz;
        float along = dx * ux + dy * uy + dz * uz;
        dx -= along * ux;
        dy -= along * uy;
        dz -= along * uz;
        float r = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(r > 0)) {
          continue; // on the axis
        }
        float u = r * inverse;
        float s = p.mobility()[i] * dt * acceleration / (1 + u * u) / r;
        p.vx()[i] += s * (uy * dz - uz * dy - inward * dx);
        p.vy()[i] += s * (uz * dx - ux * dz - inward * dy);
        p.vz()[i] += s * (ux * dy - uy * dx - inward * dz);
      }
    }
  }

  private static final class Wind extends ForceField {
    private final float vx;
    private final float vy;
    private final float vz;
    private final float rate;
    private final float turbulence;
    private final float gust;

    Wind(float vx, float vy, float vz, float rate, Gusts gusts, double from, double to) {
      super(from, to);
      Check.notNull("gusts", gusts);
      this.vx = (float) Check.finite("vx", vx);
      this.vy = (float) Check.finite("vy", vy);
      this.vz = (float) Check.finite("vz", vz);
      this.rate = Check.notNegative("rate", rate);
      turbulence = gusts.turbulence;
      gust = gusts.size;
    }

    @Override
    public boolean isSteady() {
      return turbulence == 0;
    }

    @Override
    public void kick(Particles p, double start, double end, float dt) {
      float share = (float) -PortableMath.expm1(-(double) rate * dt);
      float speed = (float) Math.sqrt(vx * vx + vy * vy + vz * vz);
      for (int i = 0; i < p.count(); i++) {
        float wx = vx, wy = vy, wz = vz;
        if (turbulence > 0) {
          double gx = p.worldX(i) / gust, gy = p.worldY(i) / gust, gz = p.worldZ(i) / gust;
          float s = turbulence * speed;
          wx += s * Noise.at(gx, gy, gz, start, 1);
          wy += s * Noise.at(gx, gy, gz, start, 2);
          wz += s * Noise.at(gx, gy, gz, start, 3);
        }
        float s = share * p.mobility()[i];
        p.vx()[i] += s * (wx - p.vx()[i]);
        p.vy()[i] += s * (wy - p.vy()[i]);
        p.vz()[i] += s * (wz - p.vz()[i]);
      }
    }
  }

  private static final class Explosion extends ForceField {
    private final double x;
    private final double y;
    private final double z;
    private final float speed;
    private final float radius;

    Explosion(double x, double y, double z, float speed, float radius, double at) {
      super(Check.finite("atSeconds", at), at);
      this.x = Check.finite("x", x);
      this.y = Check.finite("y", y);
      this.z = Check.finite("z", z);
      this.speed = (float) Check.finite("speed", speed);
      this.radius = Check.positive("radius", radius);
    }

    @Override
    public boolean acts(double startSeconds, double endSeconds) {
      return changes(startSeconds, endSeconds); // a moment has no length
    }

    @Override
    public boolean changes(double startSeconds, double endSeconds) {
      return startSeconds <= fromSeconds() && fromSeconds() < endSeconds;
    }

    @Override
    public void kick(Particles p, double start, double end, float dt) {
      float cx = (float) (x - p.originX());
      float cy = (float) (y - p.originY());
      float cz = (float) (z - p.originZ());
      for (int i = 0; i < p.count(); i++) {
        float dx = p.x()[i] - cx, dy = p.y()[i] - cy, dz = p.z()[i] - cz;
        float r = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
        if (!(r > 0 && r < radius)) {
          continue;
        }
        float s = p.mobility()[i] * speed * (1 - r / radius) / r;
        p.vx()[i] += s * dx;
        p.vy()[i] += s * dy;
        p.vz()[i] += s * dz;
      }
    }
  }
}
