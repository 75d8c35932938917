package dev.shinari.body;

import dev.shinari.parallel.Workers;

/**
 * What travels through an inner step, from the fit of the regions to the goals of the particles.
 * One per body, reused.
 */
final class StepContext {
  /** Positions that are pulled: the particles' own, or those a little ahead. */
  float[] x;

  float[] y;
  float[] z;

  /** Masses and velocities. */
  Particles particles;

  /** Goal - x of each particle. */
  float[] dx;

  float[] dy;
  float[] dz;

  /** Sums of the differences; shape: {@link dev.shinari.kernel.Kernels#pullSums}. */
  final double[] sums = new double[4];

  Workers workers = Workers.SERIAL;

  /** Sets the positions that are pulled. */
  void place(float[] px, float[] py, float[] pz) {
    x = px;
    y = py;
    z = pz;
  }

  /** Sets where differences go. */
  void into(float[] ex, float[] ey, float[] ez) {
    dx = ex;
    dy = ey;
    dz = ez;
  }

  /** A context of its own for n particles that stand still: for measuring before a body moves. */
  static StepContext still(float[] mass, int n) {
    StepContext c = new StepContext();
    c.particles = new Particles(new float[3 * n], mass);
    c.place(new float[n], new float[n], new float[n]);
    c.into(new float[n], new float[n], new float[n]);
    return c;
  }
}
