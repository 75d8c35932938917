package dev.shinari.body.region;

import dev.shinari.body.particle.Particles;
import dev.shinari.parallel.Workers;

/**
 * What travels through an inner step, from the fit of the regions to the goals of the particles.
 * One per body, reused.
 */
public final class StepContext {
  /** Positions that are pulled: the particles' own, or those a little ahead. */
  public float[] x;

  public float[] y;
  public float[] z;

  /** Masses and velocities. */
  public Particles particles;

  /** Goal - x of each particle. */
  public float[] dx;

  public float[] dy;
  public float[] dz;

  /** Sums of the differences; shape: {@link dev.shinari.kernel.Kernels#pullSums}. */
  public final double[] sums = new double[4];

  public Workers workers = Workers.SERIAL;

  /** Sets the positions that are pulled. */
  public void place(float[] px, float[] py, float[] pz) {
    x = px;
    y = py;
    z = pz;
  }

  /** Sets where differences go. */
  public void into(float[] ex, float[] ey, float[] ez) {
    dx = ex;
    dy = ey;
    dz = ez;
  }

  /** A context of its own for n particles that stand still: for measuring before a body moves. */
  public static StepContext still(float[] mass, int n) {
    StepContext c = new StepContext();
    c.particles = new Particles(new float[3 * n], mass);
    c.place(new float[n], new float[n], new float[n]);
    c.into(new float[n], new float[n], new float[n]);
    return c;
  }
}
