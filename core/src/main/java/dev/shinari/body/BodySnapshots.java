package dev.shinari.body;

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
        body.regions instanceof PatchedRegions r
            ? new BodyState.Changing(
                p.count(),
                new float[][] {
                  p.mass().clone(), body.restX.clone(), body.restY.clone(), body.restZ.clone()
                },
                body.totalMass,
                r.save())
            : null,
        body.shaping,
        body.shaping == null ? null : body.shaping.flow());
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
    body.setShaping(state.shaping(), state.flow());
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
  }

  /** Brings number, masses, rest shape and regions of the particles back. */
  private static void restoreParticles(Body body, BodyState.Changing saved) {
    Check.that(body.regions instanceof PatchedRegions, "the snapshot is of another body");
    body.restX = saved.rest()[1].clone();
    body.restY = saved.rest()[2].clone();
    body.restZ = saved.rest()[3].clone();
    body.particles.restore(saved.count(), saved.rest()[0].clone());
    body.step.makeRoom();
    body.totalMass = saved.totalMass();
    PatchedRegions patched = (PatchedRegions) body.regions;
    patched.restore(saved.regions());
    patched.attach(body.restX, body.restY, body.restZ, body.particles.mass());
  }
}
