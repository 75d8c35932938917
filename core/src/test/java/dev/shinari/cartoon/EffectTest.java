package dev.shinari.cartoon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.Elasticity;
import dev.shinari.body.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.Path;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetShapes;
import dev.shinari.parallel.Workers;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Effect;
import dev.shinari.world.Handle;
import dev.shinari.world.Select;
import dev.shinari.world.Snapshot;
import dev.shinari.world.Take;
import dev.shinari.world.VolumeConstraint;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EffectTest {
  private static final float H = 1 / 120f;

  private static World weightless() {
    return new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
  }

  private static Body block(String name, float x, float y, float z) {
    return Body.builder(name, Lattice.block(3, 3, 3, 0.1f, x, y, z)).build();
  }

  private static double momentum(List<Body> bodies, int axis) {
    double sum = 0;
    for (Body b : bodies) {
      Particles p = b.particles();
      float[] v = axis == 0 ? p.vx() : axis == 1 ? p.vy() : p.vz();
      for (int i = 0; i < p.count(); i++) {
        sum += (double) p.mass()[i] * v[i];
      }
    }
    return sum;
  }

  private static double height(Body b) {
    double low = 1e9, high = -1e9;
    for (int i = 0; i < b.particles().count(); i++) {
      low = Math.min(low, b.particles().worldY(i));
      high = Math.max(high, b.particles().worldY(i));
    }
    return high - low;
  }

  private static double top(Body b) {
    double high = -1e9;
    for (int i = 0; i < b.particles().count(); i++) {
      high = Math.max(high, b.particles().worldY(i));
    }
    return high;
  }

  /** The particles of the upper or the lower end. */
  private static int[] end(Body b, boolean upper) {
    double low = top(b) - height(b), high = top(b);
    return upper
        ? Select.side(b, 0, high - 1e-3, 0, 0, 1, 0)
        : Select.side(b, 0, low + 1e-3, 0, 0, -1, 0);
  }

  private static boolean isFinite(Body b) {
    Particles p = b.particles();
    boolean finite = true;
    for (int i = 0; i < p.count(); i++) {
      finite &= Double.isFinite(p.worldX(i) + p.worldY(i) + p.worldZ(i));
    }
    return finite;
  }

  /** A bar that is pinned below and pulled to 20 times its length at its upper end. */
  private static final class Pulled {
    final float length = 0.6f;
    final Body body;
    final World world = weightless();
    final int[] upper;

    Pulled(Cage cage, double most, SuperElastic.Settings settings) {
      body = Body.builder("bar", cage).elasticity(Elasticity.hertz(4, 0.1f)).build();
      world.add(body);
      int[] low = Select.box(body, -1, -1, -1, 1, 0.01, 1);
      upper = Select.box(body, -1, 0.59, -1, 1, 1, 1);
      world.add(Handle.builder(body, low).build());
      Path pull = Path.builder().key(0, 0, 0, 0).key(0.5, 0, most, 0).build();
      world.add(Handle.builder(body, upper).path(pull).to(0.7).build());
      world.add(body, new SuperElastic(settings));
    }

    double displacement() {
      return body.particles().worldY(upper[0]) - length;
    }

    double farthestFromRest() {
      float[] rest = body.cage().positions();
      Particles p = body.particles();
      double most = 0;
      for (int i = 0; i < p.count(); i++) {
        double x = p.worldX(i) - rest[3 * i], y = p.worldY(i) - rest[3 * i + 1];
        double z = p.worldZ(i) - rest[3 * i + 2];
        most = Math.max(most, Math.sqrt(x * x + y * y + z * z));
      }
      return most;
    }
  }

  private static SuperElastic.Settings swing(float dampingRatio, float overshoot) {
    return new SuperElastic.Settings(2, dampingRatio, overshoot, 0, Envelope.ALWAYS);
  }

  @ParameterizedTest
  @ValueSource(floats = {0.05f, 0.15f, 0.3f})
  void aBodyPulledToTwentyTimesItsSizeSwingsBackWithTheDecayThatWasSet(float ratio) {
    Pulled p = new Pulled(Lattice.block(2, 6, 2, 0.1f, 0, 0, 0), 19 * 0.6, swing(ratio, 1));
    List<Double> peaks = new ArrayList<>();
    double before = 0, last = 0, longest = 0;
    for (int k = 0; k < 120 * 16; k++) {
      p.world.step(H);
      double now = p.displacement();
      longest = Math.max(longest, now + p.length);
      if (k > 85 && last > before && last >= now && peaks.size() < 3) {
        peaks.add(last);
      }
      before = last;
      last = now;
    }
    assertThat(longest).isGreaterThan(19.9 * p.length);
    // A damped swing loses this from peak to peak: exp(-2 pi z / sqrt(1 - z^2)).
    double wanted = StrictMath.exp(-2 * Math.PI * ratio / Math.sqrt(1 - ratio * ratio));
    assertThat(peaks.get(1) / peaks.get(0)).isEqualTo(wanted, within(0.01 * wanted));
    assertThat(peaks.get(2) / peaks.get(1)).isEqualTo(wanted, within(0.01 * wanted));
    assertThat(p.farthestFromRest()).isLessThan(0.01 * p.length);
  }

  @Test
  void overshootIsAsManyTimesAsFarAsTheGainSays() {
    double[] lowest = new double[2];
    for (int k = 0; k < 2; k++) {
      Cage cage = Lattice.block(2, 6, 2, 0.1f, 0, 0, 0);
      Pulled p = new Pulled(cage, 3 * 0.6, swing(0.1f, k == 0 ? 1 : 1.5f));
      for (int s = 0; s < 150; s++) {
        p.world.step(H);
        lowest[k] = Math.min(lowest[k], p.displacement());
      }
    }
    assertThat(lowest[0]).isLessThan(-0.5);
    assertThat(lowest[1] / lowest[0]).isEqualTo(1.5, within(0.1));
  }

  @Test
  void aTetrahedralBodyWhoseEveryParticleIsPinnedStaysWhereItIs() {
    Body b = Body.builder("b", TetShapes.sphere(2, 0.3f)).build();
    World w = new World();
    w.add(b);
    w.add(Handle.builder(b, Select.all(b)).build());
    w.add(b, new SuperElastic(SuperElastic.Settings.DEFAULT));
    w.add(b, new SquashStretch(SquashStretch.Settings.DEFAULT));
    w.add(b, new Wobble(Wobble.Settings.DEFAULT));
    for (int k = 0; k < 60; k++) {
      w.step(H);
    }
    for (int i = 0; i < b.particles().count(); i++) {
      assertThat(b.particles().worldY(i)).isEqualTo(b.cage().positions()[3 * i + 1], within(1e-6));
    }
  }

  @ParameterizedTest
  @CsvSource({"lattice", "tets", "flat"})
  void squashAndStretchKeepsTheVolume(String kind) {
    Cage cage =
        switch (kind) {
          case "lattice" -> Lattice.block(4, 4, 4, 0.1f, 0, 3, 0);
          case "tets" -> TetShapes.sphere(3, 0.3f);
          default -> Lattice.block(6, 6, 0, 0.1f, 0, 3, 0);
        };
    Body b = Body.builder("b", cage).elasticity(Elasticity.hertz(6, 0.15f)).build();
    b.translate(0, kind.equals("tets") ? 3 : 0, 0);
    World w = new World();
    w.add(Collider.floor(0));
    w.add(b, BodySettings.DEFAULT.withMaterial(0.5f, 0.6f));
    w.add(b, new SquashStretch(SquashStretch.Settings.DEFAULT));
    VolumeConstraint volume = new VolumeConstraint(cage.boundary(), b.spacing());
    double least = 2, most = 0, tallest = 0, flattest = 9, rest = height(b);
    for (int k = 0; k < 360; k++) {
      w.step(H);
      double ratio = volume.measure(b.particles()) / volume.rest();
      least = Math.min(least, ratio);
      most = Math.max(most, ratio);
      tallest = Math.max(tallest, height(b));
      flattest = Math.min(flattest, height(b));
    }
    assertThat(least).isGreaterThan(0.98);
    assertThat(most).isLessThan(1.02);
    assertThat(tallest).isGreaterThan(1.3 * rest);
    assertThat(flattest).isLessThan(0.75 * rest);
  }

  @ParameterizedTest
  @CsvSource({"0", "0.05", "0.31"})
  void aBurstConservesLinearMomentum(float apart) {
    World w = weightless();
    Burst burst = new Burst(new Burst.Settings(0.1f, 5, 0.08f));
    List<Body> bodies = new ArrayList<>();
    for (int k = 0; k < 12; k++) {
      Body b = block("b" + k, apart * (k % 3), apart * (k / 3 % 2), apart * (k / 6));
      b.setMotion(0.3, -0.2, 0.1, 0, 0, 0);
      bodies.add(b);
      w.add(b);
      w.add(b, burst);
    }
    double mass = bodies.stream().mapToDouble(Body::totalMass).sum();
    double[] before = {momentum(bodies, 0), momentum(bodies, 1), momentum(bodies, 2)};
    int told = 0;
    double fastest = 0;
    for (int k = 0; k < 120; k++) {
      w.step(H);
      for (Take.Event e : w.report().events()) {
        told += e.kind().equals(Take.Event.BURST) ? 1 : 0;
      }
      for (Body b : bodies) {
        assertThat(isFinite(b)).isTrue();
        double x = b.summary().momentumX() / b.totalMass() - 0.3;
        double y = b.summary().momentumY() / b.totalMass() + 0.2;
        fastest = Math.max(fastest, Math.sqrt(x * x + y * y));
      }
    }
    assertThat(told).isEqualTo(apart < 0.3 ? 1 : 0);
    assertThat(fastest).isLessThan(20);
    if (apart < 0.3) {
      assertThat(fastest).isGreaterThan(2);
    }
    for (int a = 0; a < 3; a++) {
      assertThat(momentum(bodies, a)).isEqualTo(before[a], within(1e-6 * mass * 5));
    }
  }

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
    Path pull = Path.builder().key(0.3, 0, 0, 0).key(0.9, 0, 1, 0).build();
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
  void aJumpGathersItselfLeavesAndTellsOfIt() {
    World w = new World();
    w.add(Collider.floor(0));
    Body b = block("a", 0, 0.005f, 0);
    w.add(b, BodySettings.DEFAULT);
    Jump.Settings s = new Jump.Settings(0.5f, 0, 5, 0, 0.4f, 0.4f, 0, Envelope.ALWAYS);
    w.add(b, new Jump(s));
    double flattest = 9, highest = 0;
    Take.Event launch = null;
    for (int k = 0; k < 160; k++) {
      w.step(H);
      for (Take.Event e : w.report().events()) {
        launch = e.kind().equals(Take.Event.LAUNCH) ? e : launch;
      }
      if (k < 60) {
        flattest = Math.min(flattest, height(b));
      }
      highest = Math.max(highest, top(b));
    }
    assertThat(flattest).isLessThan(0.22);
    assertThat(highest).isGreaterThan(1.2);
    assertThat(launch).isNotNull();
    assertThat(launch.seconds()).isEqualTo(0.5f, within(0.01f));
    assertThat(launch.directionY()).isEqualTo(1);
    assertThat(launch.strength()).isEqualTo(5);
  }

  @Test
  void aBounceThatGainsGoesHigherEachTimeUpToItsLimit() {
    World w = new World();
    w.add(Collider.floor(0));
    Body b = block("a", 0, 0.5f, 0);
    w.add(b, BodySettings.DEFAULT.withMaterial(0.5f, 0.3f));
    w.add(b, new GainBounce(new GainBounce.Settings(1.2f, 6, Envelope.ALWAYS)));
    List<Double> tops = new ArrayList<>();
    double before = 0, last = 0;
    for (int k = 0; k < 120 * 8; k++) {
      w.step(H);
      double now = centreY(b);
      if (last > before && last >= now && last > 0.4) {
        tops.add(last);
      }
      before = last;
      last = now;
    }
    assertThat(tops.get(1)).isGreaterThan(1.2 * tops.get(0)); // 1.44 above its place at rest
    assertThat(tops.get(tops.size() - 1)).isLessThan(0.3 + 6 * 6 / (2 * 9.81) + 0.15);
  }

  private static double centreY(Body b) {
    double sum = 0;
    for (int i = 0; i < b.particles().count(); i++) {
      sum += b.particles().worldY(i) * b.particles().mass()[i];
    }
    return sum / b.totalMass();
  }

  @Test
  void anImpactHoldStopsTheBodyAndLetsItGoOnAsItWas() {
    double[][] path = new double[2][];
    int held = 0;
    for (int run = 0; run < 2; run++) {
      World w = new World();
      w.add(Collider.floor(0));
      Body b = block("a", 0, 1, 0);
      w.add(b, BodySettings.DEFAULT.withMaterial(0.5f, 0.5f));
      if (run == 1) {
        w.add(b, new ImpactHold(new ImpactHold.Settings(0.25f, 2, 0.05f, Envelope.ALWAYS)));
      }
      List<Double> seen = new ArrayList<>();
      double last = -1;
      for (int k = 0; k < 150; k++) {
        w.step(H);
        double now = b.particles().worldY(5);
        if (now == last) {
          held++;
        } else {
          seen.add(now);
        }
        last = now;
      }
      path[run] = seen.stream().mapToDouble(Double::doubleValue).toArray();
    }
    assertThat(held).isEqualTo(30);
    for (int k = 0; k < 110; k++) {
      assertThat(path[1][k]).isEqualTo(path[0][k], within(1e-4));
    }
  }

  @Test
  void partsStayBehindAndTheBodyKeepsItsMomentum() {
    World w = weightless();
    Body b = Body.builder("a", Lattice.block(2, 6, 2, 0.1f, 0, 0, 0)).build();
    w.add(b);
    int[] ears = end(b, true);
    w.add(
        b,
        new FollowThrough(
            new FollowThrough.Settings(2, Envelope.ALWAYS),
            FollowThrough.weights(b.particles().count(), ears)));
    w.step(H);
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] += 2;
    }
    w.wake(b);
    double before = momentum(List.of(b), 0), behind = 0;
    for (int k = 0; k < 60; k++) {
      w.step(H);
      double ear = p.worldX(ears[4]) - p.worldX(4);
      behind = Math.min(behind, ear);
    }
    assertThat(behind).isLessThan(-0.05);
    assertThat(momentum(List.of(b), 0)).isEqualTo(before, within(1e-4 * before));
  }

  @Test
  void aDentStaysAndHeals() {
    double[] left = new double[2];
    for (int k = 0; k < 2; k++) {
      World w = weightless();
      Body b = block("a", 0, 0, 0);
      w.add(b);
      w.add(b, new Dent(new Dent.Settings(0.05f, 50, k == 0 ? 0 : 3, Envelope.ALWAYS)));
      int[] low = end(b, false), up = end(b, true);
      w.add(Handle.builder(b, low).to(0.5).build());
      Path press = Path.builder().key(0, 0, 0, 0).key(0.3, 0, -0.12, 0).build();
      w.add(Handle.builder(b, up).path(press).to(0.5).build());
      for (int s = 0; s < 480; s++) {
        w.step(H);
      }
      left[k] = height(b);
    }
    assertThat(left[0]).isLessThan(0.24);
    assertThat(left[1]).isEqualTo(0.3, within(0.01));
  }

  @Test
  void whatMeltsSpreadsAndKeepsItsVolume() {
    World w = new World();
    w.add(Collider.floor(0));
    Body b = Body.builder("a", Lattice.block(5, 5, 5, 0.1f, 0, 0.01f, 0)).build();
    w.add(b, BodySettings.DEFAULT);
    w.add(b, new Melt(Melt.Settings.DEFAULT));
    VolumeConstraint volume = new VolumeConstraint(b.cage().boundary(), b.spacing());
    for (int k = 0; k < 480; k++) {
      w.step(H);
    }
    assertThat(height(b)).isLessThan(0.35);
    assertThat(volume.measure(b.particles()) / volume.rest()).isEqualTo(1, within(0.03));
    assertThat(w.isFrozen(b)).isFalse();
  }

  @Test
  void inflatedLengthsAreTheMultipleThatWasAskedFor() {
    World w = weightless();
    Body b = block("a", 0, 0, 0);
    w.add(b);
    w.add(b, new Inflate(new Inflate.Settings(1.5f, new Envelope(0, 100, 0.5))));
    for (int k = 0; k < 480; k++) {
      w.step(H);
    }
    assertThat(height(b)).isEqualTo(0.45, within(0.005));
  }

  @Test
  void linksBeyondTheLimitLoseTheirPullAndTheRestIsWholeAgain() {
    World w = weightless();
    Body b =
        Body.builder("a", Lattice.block(2, 8, 2, 0.1f, 0, 0, 0))
            .elasticity(Elasticity.hertz(8, 0.2f))
            .breakable(true)
            .build();
    w.add(b);
    int[] low = end(b, false), up = end(b, true);
    w.add(Handle.builder(b, low).build());
    Path pull = Path.builder().key(0, 0, 0, 0).key(1, 0, 4, 0).build();
    w.add(Handle.builder(b, up).path(pull).build());
    w.add(b, new Breakdown(new Breakdown.Settings(1.6f, Envelope.ALWAYS)));
    double told = 0;
    for (int k = 0; k < 360; k++) {
      w.step(H);
      for (Take.Event e : w.report().events()) {
        told += e.kind().equals(Take.Event.BREAK) ? e.strength() : 0;
      }
    }
    assertThat(told).isEqualTo(b.links().brokenCount()).isGreaterThan(8);
    assertThat(isFinite(b)).isTrue();
    // What hangs on is back at its length: no link that holds is longer than a tenth too much.
    double longest = 0;
    for (int k = 0; k < b.links().count(); k++) {
      if (!b.links().isBroken(k)) {
        int i = b.links().first(k), j = b.links().second(k);
        double y = b.particles().worldY(i) - b.particles().worldY(j);
        double y0 = b.restY()[i] - (double) b.restY()[j];
        longest = Math.max(longest, Math.abs(Math.abs(y) - Math.abs(y0)));
      }
    }
    assertThat(longest).isLessThan(0.03);
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
    Body breaks =
        Body.builder("breaks", Lattice.block(2, 2, 2, 0.1f, 1, 0, 0)).breakable(true).build();
    w.add(breaks);
    assertThatThrownBy(() -> w.add(breaks, new Melt(Melt.Settings.DEFAULT)))
        .hasMessageContaining("cannot flow");
    assertThat(w.effects(breaks)).isEmpty();
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
