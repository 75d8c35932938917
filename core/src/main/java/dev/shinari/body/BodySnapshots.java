package dev.shinari.body;

import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.ListRegions;
import dev.shinari.math.Check;
import java.util.Arrays;

/** Saves all that a step of a body changes, and brings it back. */
final class BodySnapshots {
  private BodySnapshots() {}

  static BodyState save(Body body) {
    Particles p = body.particles;
    float[][] from = stateArrays(body);
    float[][] copies = new float[from.length][];
    for (int k = 0; k < from.length; k++) {
      copies[k] = from[k].clone();
    }
    return new BodyState(
        copies,
        new double[] {p.originX, p.originY, p.originZ, body.guard.budget()},
        body.heldCount,
        body.frozen,
        body.elasticity,
        saveParticles(body),
        body.shaping == null ? null : new BodyState.Reshaped(body.shaping, body.shaping.flow()));
  }

  /** Shares the body's arrays, which are copied before they change. */
  private static BodyState.Changing saveParticles(Body body) {
    if (!(body.regions instanceof ListRegions lists && lists.isEditable())) {
      return null;
    }
    return new BodyState.Changing(
        body.particles.count(),
        body.shareRest(),
        body.totalMass,
        lists.save(),
        body.examples == null ? null : body.examples.save());
  }

  private static float[][] stateArrays(Body body) {
    Particles p = body.particles;
    float[][] own = {
      p.x(),
      p.y(),
      p.z(),
      p.vx(),
      p.vy(),
      p.vz(),
      p.mobility(),
      body.regions.qw,
      body.regions.qx,
      body.regions.qy,
      body.regions.qz
    };
    if (body.shaping != null) {
      own = joined(own, body.shaping.state());
    }
    return body.examples == null ? own : joined(own, body.examples.state());
  }

  private static float[][] joined(float[][] own, float[][] more) {
    float[][] all = Arrays.copyOf(own, own.length + more.length);
    System.arraycopy(more, 0, all, own.length, more.length);
    return all;
  }

  static void restore(Body body, BodyState state) {
    Particles p = body.particles;
    BodyState.Reshaped effects = state.reshaped();
    body.setShaping(
        effects == null ? null : effects.shaping(), effects == null ? null : effects.flow());
    if (state.changing() != null) {
      restoreParticles(body, state.changing());
    }
    float[][] to = stateArrays(body);
    float[][] from = state.arrays();
    Check.that(from.length == to.length, "the snapshot is of another body");
    for (int k = 0; k < to.length; k++) {
      Check.that(from[k].length == to[k].length, "the snapshot is of another body");
      System.arraycopy(from[k], 0, to[k], 0, to[k].length);
    }
    p.originX = state.numbers()[0];
    p.originY = state.numbers()[1];
    p.originZ = state.numbers()[2];
    if (body.shaping != null) {
      body.shaping.restored();
    }
    body.guard.setBudget(state.numbers()[3]);
    body.heldCount = state.heldCount();
    body.frozen = state.frozen();
    body.elasticity = state.elasticity();
    body.findEigenvalue();
  }

  /** Brings number, masses, rest shape and regions of the particles back. */
  private static void restoreParticles(Body body, BodyState.Changing saved) {
    Check.that(
        body.regions instanceof ListRegions r && r.isEditable(), "the snapshot is of another body");
    body.restoreRest(saved.count(), saved.rest());
    body.totalMass = saved.totalMass();
    ListRegions lists = (ListRegions) body.regions;
    lists.restore(saved.regions());
    if (body.shaping != null) {
      body.shaping.regionsRestored();
    }
    if (body.examples != null) {
      body.examples.restore(saved.examples());
    }
  }
}
