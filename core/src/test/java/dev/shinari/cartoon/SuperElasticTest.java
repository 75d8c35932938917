package dev.shinari.cartoon;

import static dev.shinari.cartoon.EffectBodies.H;
import static dev.shinari.cartoon.EffectBodies.weightless;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.motion.MotionPath;
import dev.shinari.world.Handle;
import dev.shinari.world.Select;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Super-elasticity: any pull, a swing as asked for, the rest shape in the end. */
class SuperElasticTest {
  /** A bar that is pinned below and pulled to 20 times its length at its upper end. */
  private static final class Pulled {
    final float length = 0.6f;
    final Body body;
    final World world = weightless();
    final int[] upper;

    Pulled(Cage cage, double most, SuperElastic.Settings settings) {
      body =
          Body.builder("bar", cage)
              .elasticity(Elasticity.hertz(4, 0.1f).withPoisson(0).withHardening(0))
              .build();
      world.add(body);
      int[] low = Select.box(body, -1, -1, -1, 1, 0.01, 1);
      upper = Select.box(body, -1, 0.59, -1, 1, 1, 1);
      world.add(Handle.builder(body, low).build());
      MotionPath pull = MotionPath.builder().key(0, 0, 0, 0).key(0.5, 0, most, 0).build();
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
}
