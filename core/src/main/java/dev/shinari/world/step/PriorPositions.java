package dev.shinari.world.step;

import dev.shinari.body.particle.Particles;

/** Where a body's particles once were. */
public final class PriorPositions {
  private float[] at; // x of all, y of all, z of all
  private double originX;
  private double originY;
  private double originZ;

  public PriorPositions(int particles) {
    at = new float[3 * particles];
  }

  public void take(Particles p) {
    int n = p.count();
    fit(n);
    System.arraycopy(p.x(), 0, at, 0, n);
    System.arraycopy(p.y(), 0, at, n, n);
    System.arraycopy(p.z(), 0, at, 2 * n, n);
    originX = p.originX();
    originY = p.originY();
    originZ = p.originZ();
  }

  /** Makes room for more particles; what was taken is lost where there was too little. */
  private void fit(int n) {
    if (at.length < 3 * n) {
      at = new float[6 * n];
    }
  }

  /** Takes positions of 3 floats a particle, in the particles' present frame. */
  public void take(Particles p, float[] positions) {
    int n = p.count();
    fit(n);
    for (int i = 0; i < n && 3 * i < positions.length; i++) {
      at[i] = positions[3 * i];
      at[n + i] = positions[3 * i + 1];
      at[2 * n + i] = positions[3 * i + 2];
    }
    originX = p.originX();
    originY = p.originY();
    originZ = p.originZ();
  }

  public void take(PriorPositions other) {
    if (at.length < other.at.length) {
      at = new float[other.at.length];
    }
    System.arraycopy(other.at, 0, at, 0, other.at.length);
    originX = other.originX;
    originY = other.originY;
    originZ = other.originZ;
  }

  /** Puts the particles back. */
  public void restore(Particles p) {
    int n = p.count();
    float sx = shift(originX - p.originX());
    float sy = shift(originY - p.originY());
    float sz = shift(originZ - p.originZ());
    for (int i = 0; i < n; i++) {
      p.x()[i] = at[i] + sx;
      p.y()[i] = at[n + i] + sy;
      p.z()[i] = at[2 * n + i] + sz;
    }
  }

  /** An origin that itself is out of bounds cannot be undone; the shape at least is kept. */
  private static float shift(double way) {
    return Math.abs(way) < 1e12 ? (float) way : 0;
  }

  /**
   * How far the particles are from these places: the root of the mean square, or a quarter of the
   * furthest where that is more. One corner that trembles under a load does not count as motion of
   * the body, one that waves does.
   */
  public float distance(Particles p) {
    float[] x = p.x(), y = p.y(), z = p.z();
    float sx = (float) (p.originX() - originX);
    float sy = (float) (p.originY() - originY);
    float sz = (float) (p.originZ() - originZ);
    int n = p.count();
    float most = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
      float dx = x[i] - at[i] + sx, dy = y[i] - at[n + i] + sy, dz = z[i] - at[2 * n + i] + sz;
      float d2 = dx * dx + dy * dy + dz * dz;
      most = d2 > most ? d2 : most;
      sum += d2;
    }
    return (float) Math.sqrt(Math.max(sum / n, most / 16));
  }
}
