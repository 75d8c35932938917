package dev.shinari.cartoon;

import static dev.shinari.cartoon.EffectBodies.H;
import static dev.shinari.cartoon.EffectBodies.block;
import static dev.shinari.cartoon.EffectBodies.end;
import static dev.shinari.cartoon.EffectBodies.isFinite;
import static dev.shinari.cartoon.EffectBodies.weightless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.collide.Collider;
import dev.shinari.mesh.Lattice;
import dev.shinari.motion.MotionPath;
import dev.shinari.parallel.Workers;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Effect;
import dev.shinari.world.Handle;
import dev.shinari.world.Select;
import dev.shinari.world.Snapshot;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for all effects: bits, garbage, energy, bad input. */
class EffectTest {
  @Test
  void effectsGiveTheSameBitsForAnyNumberOfThreadsAndAfterARestore() {
    long[] hashes = new long[4];
    for (int run = 0; run < 2; run++) {
      World w = everything();
      if (run == 1) {
        w.setWorkers(new Workers(3));
      }
      for (int k = 0; k < 60; k++) {
        w.step(H);
      }
      Snapshot at = w.save();
      for (int k = 0; k < 60; k++) {
        w.step(H);
      }
      hashes[2 * run] = w.stateHash();
      w.restore(at);
      for (int k = 0; k < 60; k++) {
        w.step(H);
      }
      hashes[2 * run + 1] = w.stateHash();
    }
    assertThat(hashes).containsOnly(hashes[0]);
  }

  /** A world with every effect in it, several on one body. */
  private static World everything() {
    World w = new World();
    w.add(Collider.floor(0));
    Burst burst = new Burst(new Burst.Settings(0.3f, 4, 0.1f));
    for (int k = 0; k < 2; k++) {
      Body b = block("burst" + k, 3 + 0.02f * k, 0.2f, 0);
      w.add(b);
      w.add(b, burst);
      w.add(b, new SquashStretch(SquashStretch.Settings.DEFAULT));
      w.add(b, new ImpactHold(new ImpactHold.Settings(0.1f, 0.5f, 0, Envelope.ALWAYS)));
    }
    Body b = block("a", 0, 1, 0);
    w.add(b, BodySettings.DEFAULT.withMaterial(0.5f, 0.5f));
    w.add(b, new Wobble(new Wobble.Settings(0.2f, 4, 1, 0.3f, Envelope.ALWAYS)));
    w.add(b, new GainBounce(GainBounce.Settings.DEFAULT));
    w.add(b, new Inflate(new Inflate.Settings(1.3f, new Envelope(0.2, 5, 0.4))));
    b = block("c", 1, 0.01f, 0);
    w.add(b);
    w.add(b, new Jump(new Jump.Settings(0.4f, 0, 4, 0, 0.4f, 0.3f, 0, Envelope.ALWAYS)));
    w.add(b, new FollowThrough(FollowThrough.Settings.DEFAULT, FollowThrough.weights(64, 63, 62)));
    b = block("d", 2, 0.5f, 0);
    w.add(b);
    w.add(b, new Melt(Melt.Settings.DEFAULT));
    w.add(b, new Dent(Dent.Settings.DEFAULT));
    b =
        Body.builder("e", Lattice.block(2, 5, 2, 0.1f, 4, 0.3f, 0))
            .breakable(true)
            .elasticity(Elasticity.hertz(6, 0.1f))
            .build();
    w.add(b);
    w.add(Handle.builder(b, end(b, false)).build());
    MotionPath pull = MotionPath.builder().key(0.3, 0, 0, 0).key(0.9, 0, 1, 0).build();
    w.add(Handle.builder(b, end(b, true)).path(pull).build());
    w.add(b, new Breakdown(Breakdown.Settings.DEFAULT));
    return w;
  }

  @Test
  void effectsAllocateNothingInAStep() {
    long[] bytes = new long[2];
    for (int run = 0; run < 2; run++) {
      World w = new World();
      w.add(Collider.floor(0));
      Body b = block("a", 0, 0, 0);
      w.add(b, BodySettings.DEFAULT.withSleeps(false));
      if (run == 1) {
        w.add(b, new SquashStretch(SquashStretch.Settings.DEFAULT));
        w.add(b, new Wobble(Wobble.Settings.DEFAULT));
        w.add(b, new SuperElastic(SuperElastic.Settings.DEFAULT));
        w.add(b, new Dent(Dent.Settings.DEFAULT));
      }
      var threads =
          (com.sun.management.ThreadMXBean)
              java.lang.management.ManagementFactory.getThreadMXBean();
      for (int k = 0; k < 2000; k++) {
        w.step(H);
      }
      long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      for (int k = 0; k < 200; k++) {
        w.step(H);
      }
      bytes[run] = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }
    assertThat(bytes[1]).isLessThan(bytes[0] + 200 * 8); // but for a rare event
  }

  @Test
  void aClosedSceneNeverGainsEnergyWithoutAnEffectThatSaysSo() {
    World w = weightless();
    List<Body> bodies = new ArrayList<>();
    for (int k = 0; k < 4; k++) {
      Body b =
          k == 3
              ? Body.builder("b3", Lattice.block(3, 3, 3, 0.1f, 0, 0, 0)).breakable(true).build()
              : block("b" + k, 0, 0, 0);
      b.translate(0.5 * k, 0.07 * k, 0);
      b.setMotion(k % 2 == 0 ? 1.5 : -1.5, 0, 0, 1, 2, k);
      bodies.add(b);
      w.add(b);
    }
    Effect[] passive = {
      new Dent(Dent.Settings.DEFAULT),
      new ImpactHold(ImpactHold.Settings.DEFAULT),
      new Smear(Smear.Settings.DEFAULT),
      new Breakdown(Breakdown.Settings.DEFAULT)
    };
    for (int k = 0; k < 4; k++) {
      assertThat(passive[k].addsEnergy()).isFalse();
      w.add(bodies.get(k), passive[k]);
    }
    double first = 0, most = 0;
    for (int k = 0; k < 600; k++) {
      w.step(H);
      double sum = 0;
      for (Body b : bodies) {
        sum += b.summary().kineticEnergy() + (b == bodies.get(3) ? 0 : b.elasticEnergy());
      }
      first = k == 0 ? sum : first;
      most = Math.max(most, sum);
    }
    assertThat(most).isLessThan(1.02 * first);
  }

  @Test
  void badNumbersAndBodiesThatCannotTakeAnEffectAreRefused() {
    assertThatThrownBy(() -> new Burst.Settings(1, -1, 0.1f)).hasMessageContaining("strength");
    assertThatThrownBy(() -> new Burst.Settings(1, Float.NaN, 0.1f))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SuperElastic.Settings(2, -0.1f, 1, 0, Envelope.ALWAYS))
        .hasMessageContaining("dampingRatio");
    assertThatThrownBy(() -> new SquashStretch.Settings(0.5f, 1, 6, 0.2f, Envelope.ALWAYS))
        .hasMessageContaining("squash");
    assertThatThrownBy(() -> new Inflate.Settings(1e9f, Envelope.ALWAYS))
        .hasMessageContaining("size");
    assertThatThrownBy(() -> new Envelope(2, 1, 0)).hasMessageContaining("before it begins");
    World w = new World();
    Body plain = block("plain", 0, 0, 0);
    w.add(plain);
    assertThatThrownBy(() -> w.add(plain, new Breakdown(Breakdown.Settings.DEFAULT)))
        .hasMessageContaining("'plain' cannot break down");
    assertThat(w.effects(plain)).isEmpty();
    int[] all = Select.all(plain);
    assertThatThrownBy(
            () ->
                w.add(
                    plain,
                    new FollowThrough(
                        FollowThrough.Settings.DEFAULT, FollowThrough.weights(64, all))))
        .hasMessageContaining("some that are not");
  }

  @Test
  void absurdStrengthsStayFinite() {
    World w = new World();
    w.add(Collider.floor(0));
    Burst burst = new Burst(new Burst.Settings(0, 200, 0.001f));
    List<Body> bodies = new ArrayList<>();
    for (int k = 0; k < 8; k++) {
      Body b = block("b" + k, 0, 0.2f, 0); // all in one place
      bodies.add(b);
      w.add(b);
      w.add(b, burst);
      w.add(b, new GainBounce(new GainBounce.Settings(5, 1000, Envelope.ALWAYS)));
      w.add(b, new SquashStretch(new SquashStretch.Settings(4, 0.9f, 0.01f, 1, Envelope.ALWAYS)));
      w.add(b, new Wobble(new Wobble.Settings(2, 100, 0, 0, Envelope.ALWAYS)));
    }
    for (int k = 0; k < 240; k++) {
      w.step(H);
    }
    for (Body b : bodies) {
      assertThat(isFinite(b)).isTrue();
    }
  }

  @Test
  void anEnvelopeFadesInAndOut() {
    Envelope e = new Envelope(1, 3, 0.5);
    assertThat(e.at(0.99)).isZero();
    assertThat(e.at(1.25)).isEqualTo(0.5, within(1e-9));
    assertThat(e.at(2)).isEqualTo(1);
    assertThat(e.at(2.75)).isEqualTo(0.5, within(1e-9));
    assertThat(e.at(3)).isZero();
    assertThat(Envelope.ALWAYS.at(1e6)).isEqualTo(1);
  }
}
