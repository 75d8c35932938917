package dev.shinari.body;

import dev.shinari.mesh.Bounds;

/**
 * The moving state of a body: one plain array a component, shared with the caller and never
 * replaced, so that positions are read without a copy.
 *
 * <p>Layout: particle i stands at ({@code originX + x[i]}, {@code originY + y[i]}, {@code originZ +
 * z[i]}) in metres and moves at ({@code vx[i]}, {@code vy[i]}, {@code vz[i]}) metres a second. The
 * origin is a double and follows the body in whole steps when it travels far, so that a body keeps
 * its float accuracy ten thousand units from the world's origin. It is (0, 0, 0) until a body's
 * centre is more than {@link Body#ORIGIN_STRAY} body lengths away from it.
 */
public final class Particles {
  private final int count;
  private final float[] x;
  private final float[] y;
  private final float[] z;
  private final float[] vx;
  private final float[] vy;
  private final float[] vz;
  private final float[] mass;
  private final float[] mobility;
  double originX;
  double originY;
  double originZ;

  /** Particles at rest positions given as x, y, z, x, y, z, ... */
  Particles(float[] positions, float[] mass) {
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

  /** 1 for a free particle, 0 for one that is held ({@link Body#hold}): its velocity is given. */
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
