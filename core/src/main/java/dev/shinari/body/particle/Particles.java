package dev.shinari.body.particle;

import dev.shinari.mesh.Bounds;

/**
 * The moving state of a body: one plain array a component, shared with the caller, so that
 * positions are read without a copy. The arrays of a body whose particles may change ({@code
 * BodyEditor}) may be longer than {@link #count} and are replaced when they must grow; all others
 * are never replaced.
 *
 * <p>Layout: particle i stands at ({@code originX + x[i]}, {@code originY + y[i]}, {@code originZ +
 * z[i]}) in meters and moves at ({@code vx[i]}, {@code vy[i]}, {@code vz[i]}) meters a second. The
 * origin is a double and follows the body in whole steps when it travels far, so that a body keeps
 * its float accuracy ten thousand units from the world's origin. It is (0, 0, 0) until a body's
 * center is more than {@code Body.ORIGIN_STRAY} body lengths away from it.
 */
public final class Particles {
  private int count;
  private float[] x;
  private float[] y;
  private float[] z;
  private float[] vx;
  private float[] vy;
  private float[] vz;
  private float[] mass;
  private float[] mobility;
  public double originX;
  public double originY;
  public double originZ;

  /** Particles at rest positions given as x, y, z, x, y, z, ... */
  public Particles(float[] positions, float[] mass) {
    count = mass.length;
    x = new float[count];
    y = new float[count];
    z = new float[count];
    vx = new float[count];
    vy = new float[count];
    vz = new float[count];
    this.mass = mass;
    mobility = new float[count];
    java.util.Arrays.fill(mobility, 1);
    for (int i = 0; i < count; i++) {
      x[i] = positions[3 * i];
      y[i] = positions[3 * i + 1];
      z[i] = positions[3 * i + 2];
    }
  }

  /** Particles that belong to no body: for what moves by laws of its own but feels fields. */
  public static Particles loose(float[] mass) {
    return new Particles(new float[3 * mass.length], mass.clone());
  }

  /** Adds a particle at the origin; returns whether the arrays were replaced. */
  public boolean add() {
    boolean grows = count == x.length;
    if (grows) {
      int n = Math.max(16, 2 * count);
      x = java.util.Arrays.copyOf(x, n);
      y = java.util.Arrays.copyOf(y, n);
      z = java.util.Arrays.copyOf(z, n);
      vx = java.util.Arrays.copyOf(vx, n);
      vy = java.util.Arrays.copyOf(vy, n);
      vz = java.util.Arrays.copyOf(vz, n);
      mass = java.util.Arrays.copyOf(mass, n);
      mobility = java.util.Arrays.copyOf(mobility, n);
    }
    x[count] = 0;
    y[count] = 0;
    z[count] = 0;
    vx[count] = 0;
    vy[count] = 0;
    vz[count] = 0;
    mass[count] = 0;
    mobility[count] = 1;
    count++;
    return grows;
  }

  /** So many particles with these masses; places, velocities and mobility are still to be set. */
  public void restore(int particles, float[] masses) {
    int n = masses.length;
    count = particles;
    mass = masses;
    if (x.length != n) {
      x = new float[n];
      y = new float[n];
      z = new float[n];
      vx = new float[n];
      vy = new float[n];
      vz = new float[n];
      mobility = new float[n];
    }
  }

  /** Masses in an array of its own, with which the caller no longer shares one. */
  public void ownMasses() {
    mass = mass.clone();
  }

  /** Takes particle i out; the last one takes its number. */
  public void remove(int i) {
    int last = --count;
    x[i] = x[last];
    y[i] = y[last];
    z[i] = z[last];
    vx[i] = vx[last];
    vy[i] = vy[last];
    vz[i] = vz[last];
    mass[i] = mass[last];
    mobility[i] = mobility[last];
  }

  public int count() {
    return count;
  }

  public float[] x() {
    return x;
  }

  public float[] y() {
    return y;
  }

  public float[] z() {
    return z;
  }

  public float[] vx() {
    return vx;
  }

  public float[] vy() {
    return vy;
  }

  public float[] vz() {
    return vz;
  }

  /** Mass in kilograms; never zero. */
  public float[] mass() {
    return mass;
  }

  /** 1 for a free particle, 0 for one that is held ({@code Body.hold}): its velocity is given. */
  public float[] mobility() {
    return mobility;
  }

  public double originX() {
    return originX;
  }

  public double originY() {
    return originY;
  }

  public double originZ() {
    return originZ;
  }

  /** World position of particle i. */
  public double worldX(int i) {
    return originX + x[i];
  }

  public double worldY(int i) {
    return originY + y[i];
  }

  public double worldZ(int i) {
    return originZ + z[i];
  }

  /** Bounds in world coordinates. */
  public Bounds bounds() {
    float minX = Float.POSITIVE_INFINITY, minY = minX, minZ = minX;
    float maxX = Float.NEGATIVE_INFINITY, maxY = maxX, maxZ = maxX;
    for (int i = 0; i < count; i++) {
      minX = Math.min(minX, x[i]);
      maxX = Math.max(maxX, x[i]);
      minY = Math.min(minY, y[i]);
      maxY = Math.max(maxY, y[i]);
      minZ = Math.min(minZ, z[i]);
      maxZ = Math.max(maxZ, z[i]);
    }
    return new Bounds(
        (float) (originX + minX),
        (float) (originY + minY),
        (float) (originZ + minZ),
        (float) (originX + maxX),
        (float) (originY + maxY),
        (float) (originZ + maxZ));
  }

  /** Writes world positions as x, y, z, x, y, z, ... */
  public void copyPositions(float[] xyz) {
    for (int i = 0; i < count; i++) {
      xyz[3 * i] = (float) (originX + x[i]);
      xyz[3 * i + 1] = (float) (originY + y[i]);
      xyz[3 * i + 2] = (float) (originZ + z[i]);
    }
  }
}
