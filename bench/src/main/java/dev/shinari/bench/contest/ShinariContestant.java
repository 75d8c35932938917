package dev.shinari.bench.contest;

import dev.shinari.body.Body;
import dev.shinari.body.BodyState;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExampleSettings;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.mesh.Cage;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/** Our engine: one body, one inner step a step. */
public final class ShinariContestant implements Contestant {
  public static final float STEP_SECONDS = 1 / 60f;

  /** Share of the way to the goal a step, the same for the reference twin. */
  public static final float ALPHA = 0.1f;

  /** Steps after which the motion starts again. */
  static final int RESTART_STEPS = 240;

  private final String system;
  private final Body body;
  private final Workers workers;
  private final BodyState start;
  private int sinceStart;

  private ShinariContestant(
      String system,
      Cage cage,
      int halfWidth,
      float[] velocities,
      Kernels kernels,
      Workers workers,
      ExampleSettings examples) {
    this.system = system;
    this.workers = workers;
    body =
        Body.builder("bench", cage)
            .elasticity(Elasticity.alpha(ALPHA, 0))
            .halfWidth(halfWidth)
            .kernels(kernels)
            .examples(examples)
            .build();
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = velocities[3 * i];
      p.vy()[i] = velocities[3 * i + 1];
      p.vz()[i] = velocities[3 * i + 2];
    }
    body.disturbed();
    start = body.save();
  }

  /** Whether the kernels are those of the Vector API. */
  public static boolean isVector() {
    return KernelChoice.best() != KernelChoice.SCALAR;
  }

  /** Which kernels run, in words. */
  public static String kernels() {
    return KernelChoice.best().name() + " kernels";
  }

  /**
   * One contestant for every number of threads asked for and, where vector kernels run, one on
   * plain Java kernels and one thread.
   */
  public static List<ShinariContestant> field(
      Cage cage, int halfWidth, float[] velocities, List<Integer> threadCounts) {
    List<ShinariContestant> field = new ArrayList<>();
    for (int threads : threadCounts) {
      Workers workers = threads == 1 ? Workers.SERIAL : new Workers(threads);
      field.add(
          new ShinariContestant(
              "shinari", cage, halfWidth, velocities, KernelChoice.best(), workers, null));
    }
    if (isVector()) {
      field.add(
          new ShinariContestant(
              "shinari-scalar",
              cage,
              halfWidth,
              velocities,
              KernelChoice.SCALAR,
              Workers.SERIAL,
              null));
    }
    return field;
  }

  /** On one thread, with the best kernels that there are. */
  public static ShinariContestant single(Cage cage, int halfWidth, float[] velocities) {
    return new ShinariContestant(
        "shinari", cage, halfWidth, velocities, KernelChoice.best(), Workers.SERIAL, null);
  }

  /** On one thread, with example poses or, for null, without. */
  public static ShinariContestant withExamples(
      String system, Cage cage, float[] velocities, ExampleSettings examples) {
    return new ShinariContestant(
        system, cage, 1, velocities, KernelChoice.best(), Workers.SERIAL, examples);
  }

  public float[] masses() {
    return body.particles().mass();
  }

  @Override
  public String system() {
    return system;
  }

  @Override
  public int threads() {
    return workers.count();
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
        sinceStart = 0;
        body.restore(start);
      }
      body.advance(STEP_SECONDS, 0, 0, 0, workers);
    }
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
  public void close() {
    if (workers != Workers.SERIAL) {
      workers.close();
    }
  }
}
