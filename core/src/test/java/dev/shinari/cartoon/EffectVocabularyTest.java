package dev.shinari.cartoon;

import static dev.shinari.cartoon.EffectBodies.H;
import static dev.shinari.cartoon.EffectBodies.block;
import static dev.shinari.cartoon.EffectBodies.end;
import static dev.shinari.cartoon.EffectBodies.height;
import static dev.shinari.cartoon.EffectBodies.isFinite;
import static dev.shinari.cartoon.EffectBodies.momentum;
import static dev.shinari.cartoon.EffectBodies.top;
import static dev.shinari.cartoon.EffectBodies.weightless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Take;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import dev.shinari.world.constraint.VolumeConstraint;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each effect does to a body. */
class EffectVocabularyTest {
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
  @CsvSource({"3", "6"})
  void whatSquashesAndStretchesComesToRest(int cells) {
    Lattice cage = Lattice.block(cells, cells, cells, 0.4f / cells, 0, 0.1f, 0);
    Body b = Body.builder("b", cage).elasticity(Elasticity.hertz(8, 0.2f)).halfWidth(1).build();
    World w = new World();
    w.add(Collider.floor(0));
    w.add(b);
    w.add(b, new SquashStretch(SquashStretch.Settings.DEFAULT));
    for (int k = 0; k < 1200 && !w.isSleeping(b); k++) {
      w.step(H);
    }
    assertThat(w.isSleeping(b)).isTrue();
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
      double now = centerY(b);
      if (last > before && last >= now && last > 0.4) {
        tops.add(last);
      }
      before = last;
      last = now;
    }
    assertThat(tops.get(1)).isGreaterThan(1.2 * tops.get(0)); // 1.44 above its place at rest
    assertThat(tops.get(tops.size() - 1)).isLessThan(0.3 + 6 * 6 / (2 * 9.81) + 0.15);
  }

  private static double centerY(Body b) {
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
      MotionPath press = MotionPath.builder().key(0, 0, 0, 0).key(0.3, 0, -0.12, 0).build();
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
  void whatIsPulledBeyondTheLimitComesApartAndTheRestIsWholeAgain() {
    World w = weightless();
    Body b =
        Body.builder("a", Lattice.block(2, 8, 2, 0.1f, 0, 0, 0))
            .elasticity(Elasticity.hertz(8, 0.2f))
            .breakable(true)
            .build();
    w.add(b);
    int[] low = end(b, false), up = end(b, true);
    w.add(Handle.builder(b, low).build());
    MotionPath pull = MotionPath.builder().key(0, 0, 0, 0).key(1, 0, 4, 0).build();
    w.add(Handle.builder(b, up).path(pull).build());
    w.add(b, new Breakdown(new Breakdown.Settings(1.6f, Envelope.ALWAYS)));
    double told = 0;
    for (int k = 0; k < 360; k++) {
      w.step(H);
      for (Take.Event e : w.report().events()) {
        told += e.kind().equals(Take.Event.TEAR) ? e.strength() : 0;
      }
    }
    List<Body> pieces = w.pieces(w.fracture(b));
    assertThat(told).isEqualTo(w.fracture(b).family().tears()).isGreaterThanOrEqualTo(4);
    assertThat(pieces.size()).isGreaterThan(1);
    // Each piece is back at its length: no two of its particles are a tenth too far apart.
    double mass = 0;
    for (Body piece : pieces) {
      assertThat(isFinite(piece)).isTrue();
      mass += piece.totalMass();
      for (int i = 1; i < piece.particles().count(); i++) {
        double y = piece.particles().worldY(i) - piece.particles().worldY(0);
        double y0 = piece.restY()[i] - (double) piece.restY()[0];
        assertThat(Math.abs(y)).isLessThan(Math.abs(y0) + 0.05);
      }
    }
    assertThat(mass).isEqualTo(2 * 8 * 2 * 0.001 * 1000, within(1e-3));
  }
}
