package dev.shinari.bench;

import dev.shinari.body.Body;
import dev.shinari.body.Elasticity;
import dev.shinari.body.Particles;
import dev.shinari.mesh.Cage;
import java.util.ArrayList;
import java.util.List;

/** Our engine: one body, one inner step a step. */
final class ShinariContestant implements Contestant {
  static final float STEP_SECONDS = 1 / 60f;

  /** Share of the way to the goal a step, the same for the reference twin. */
  static final float ALPHA = 0.1f;

  /** Steps after which the motion starts again. */
  static final int RESTART_STEPS = 240;

  private final Body body;
  private final float[] positions;
  private final float[] velocities;
  private int sinceStart;

  ShinariContestant(Cage cage, int halfWidth, float[] velocities) {
    body =
        Body.builder("bench", cage)
            .elasticity(Elasticity.alpha(ALPHA, 0))
            .halfWidth(halfWidth)
            .build();
    positions = cage.positions();
    this.velocities = velocities;
    restart();
  }

  static boolean isVector() {
    return false;
  }

  /** Which kernels run, in words. */
  static String kernels() {
    return isVector() ? "vector kernels" : "scalar kernels";
  }

  /** One contestant for every variant of the engine and every number of threads asked for. */
  static List<ShinariContestant> field(
      Cage cage, int halfWidth, float[] velocities, BenchOptions options) {
    List<ShinariContestant> field = new ArrayList<>();
    field.add(single(cage, halfWidth, velocities));
    return field;
  }

  /** On one thread, with the best kernels that there are. */
  static ShinariContestant single(Cage cage, int halfWidth, float[] velocities) {
    return new ShinariContestant(cage, halfWidth, velocities);
  }

  float[] masses() {
    return body.particles().mass();
  }

  @Override
  public String system() {
    return "shinari";
  }

  @Override
  public int threads() {
    return 1;
  }

  @Override
  public int particleCount() {
    return body.particles().count();
  }

  @Override
  public void prepare() {}

  @Override
  public void steps(int n) {
    for (int k = 0; k < n; k++) {
      if (sinceStart++ == RESTART_STEPS) {
        restart();
      }
      body.advance(STEP_SECONDS, 0, 0, 0);
    }
  }

  private void restart() {
    sinceStart = 0;
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] = positions[3 * i];
      p.y()[i] = positions[3 * i + 1];
      p.z()[i] = positions[3 * i + 2];
      p.vx()[i] = velocities[3 * i];
      p.vy()[i] = velocities[3 * i + 1];
      p.vz()[i] = velocities[3 * i + 2];
    }
    body.disturbed();
  }

  @Override
  public void copyPositions(float[] xyz) {
    body.particles().copyPositions(xyz);
  }

  @Override
  public boolean countsAllocation() {
    return true;
  }

  @Override
  public void close() {}
}
