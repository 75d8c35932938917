package dev.shinari.bench.contest;

import dev.shinari.reference.ReferenceBody;
import dev.shinari.reference.ReferenceParticle;
import dev.shinari.reference.ReferenceRegions;

/** The plain twin: an object a particle, an object a region. */
public final class ReferenceContestant implements Contestant {
  private final float[] positions;
  private final float[] velocities;
  private final ReferenceBody body;
  private int sinceStart;

  public ReferenceContestant(
      float[] positions, float[] velocities, float[] masses, ReferenceRegions regions) {
    this.positions = positions;
    this.velocities = velocities;
    body = new ReferenceBody(positions, masses, regions.starts(), regions.members());
    restart();
  }

  @Override
  public String system() {
    return "reference";
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public int particleCount() {
    return body.particleCount();
  }

  @Override
  public void prepare() {}

  @Override
  public void steps(int n) {
    for (int k = 0; k < n; k++) {
      if (sinceStart++ == ShinariContestant.RESTART_STEPS) {
        restart(); // it has no guard of its energy and would burst in a long run
      }
      body.step(ShinariContestant.STEP_SECONDS, ShinariContestant.ALPHA, 0, 0, 0);
    }
  }

  private void restart() {
    sinceStart = 0;
    for (int i = 0; i < body.particleCount(); i++) {
      ReferenceParticle p = body.particle(i);
      p.x = positions[3 * i];
      p.y = positions[3 * i + 1];
      p.z = positions[3 * i + 2];
      p.vx = velocities[3 * i];
      p.vy = velocities[3 * i + 1];
      p.vz = velocities[3 * i + 2];
    }
  }

  @Override
  public void copyPositions(float[] xyz) {
    for (int i = 0; i < body.particleCount(); i++) {
      ReferenceParticle p = body.particle(i);
      xyz[3 * i] = (float) p.x;
      xyz[3 * i + 1] = (float) p.y;
      xyz[3 * i + 2] = (float) p.z;
    }
  }

  @Override
  public boolean countsAllocation() {
    return true;
  }

  @Override
  public void close() {}
}
