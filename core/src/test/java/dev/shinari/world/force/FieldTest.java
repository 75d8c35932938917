package dev.shinari.world.force;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.world.TestBodies;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forces that act on all bodies. */
class FieldTest {
  private static final float H = 1f / 240;
  private static final WorldSettings FLOATING = WorldSettings.DEFAULT.withGravity(0, 0, 0);

  @ParameterizedTest
  @ValueSource(floats = {1f / 30, 1f / 240, 0.5f})
  void airDragDoesNotDependOnTheStep(float h) {
    World w = new World(FLOATING.withAir(1.5f, 2, 0, 0).withSleep(0, 0));
    Body b = TestBodies.point("b", 0, 0, 0);
    w.add(b);
    TestBodies.setVelocity(b, 10, 0, 0);
    int n = Math.round(1 / h);
    for (int k = 0; k < n; k++) {
      w.step(h);
    }
    assertThat(b.particles().vx()[0])
        .isEqualTo((float) (2 + 8 * Math.exp(-1.5 * w.seconds())), within(1e-4f));
  }

  @Test
  void fieldsPushOnlyInTheirTimes() {
    World w = new World(FLOATING.withSleep(0, 0));
    Body b = TestBodies.point("b", 1, 0, 0);
    w.add(b);
    w.add(ForceFields.gravity(0, 3, 0, 1, 2));
    w.add(ForceFields.explosion(0, 0, 0, 8, 2, 2.5));
    TestBodies.run(w, 1 - 1e-6);
    assertThat(b.particles().vy()[0]).isZero();
    TestBodies.run(w, 2.4);
    assertThat(b.particles().vy()[0]).isEqualTo(3, within(0.03f));
    TestBodies.setVelocity(b, 0, 0, 0);
    b.particles().x()[0] = (float) (1 - b.particles().originX());
    b.particles().y()[0] = (float) -b.particles().originY();
    TestBodies.run(w, 3);
    assertThat(b.particles().vx()[0])
        .as("half of the speed at half of the radius, once")
        .isEqualTo(4, within(1e-3f));
  }

  @Test
  void anAttractorPullsAndAVortexTurns() {
    World w = new World(FLOATING.withSleep(0, 0));
    Body b = TestBodies.point("b", 2, 0, 0), still = TestBodies.point("still", 0, 5, 0);
    w.add(b);
    w.add(still);
    w.add(ForceFields.attractor(0, 5, 0, 4, 0, 0, H));
    w.step(H);
    assertThat(b.particles().vy()[0]).isPositive();
    assertThat(b.particles().vx()[0]).isNegative();
    double pull = Math.hypot(b.particles().vx()[0], b.particles().vy()[0]);
    assertThat(pull).isEqualTo(4 * H, within(1e-5));
    assertThat(still.particles().vy()[0]).as("in the center").isZero();

    World v = new World(FLOATING.withSleep(0, 0));
    Body c = TestBodies.point("c", 2, 0, 0);
    v.add(c);
    v.add(
        ForceFields.vortex(
            new ForceFields.Axis(0, 0, 0, 0, 3, 0), 4, 0.5f, 2, 0, ForceFields.ALWAYS));
    v.step(H);
    assertThat(c.particles().vz()[0]).isEqualTo(-2 * H, within(1e-6f)); // 4 / (1 + 1)
    assertThat(c.particles().vx()[0]).isEqualTo(-H, within(1e-6f));
  }

  @Test
  void windCarriesAlongAndTurbulenceIsAFunctionOfPlaceAndTimeAlone() {
    float[] ends = new float[2];
    for (int k = 0; k < 2; k++) {
      World w = new World(FLOATING);
      Body b = TestBodies.point("b", 0.3f, 0, 0);
      w.add(b);
      w.add(
          ForceFields.wind(5, 0, 0, 20, new ForceFields.Gusts(0.5f * k, 1), 0, ForceFields.ALWAYS));
      TestBodies.run(w, 2.3);
      assertThat(b.particles().vx()[0]).isBetween(2f, 8f);
      ends[k] = b.particles().vx()[0];
      assertThat(Math.abs(b.particles().vy()[0]) > 1e-3f).isEqualTo(k == 1);
    }
    assertThat(ends[0]).isEqualTo(5, within(1e-3f));
    assertThat(ends[1]).isNotEqualTo(ends[0]);
    double sum = 0;
    for (int k = 0; k < 4000; k++) {
      float n = Noise.at(0.37 * k, -0.11 * k, 0.05 * k, 0.013 * k, 1);
      assertThat(n).isBetween(-1f, 1f);
      sum += n;
    }
    assertThat(sum / 4000).isEqualTo(0, within(0.05));
  }
}
