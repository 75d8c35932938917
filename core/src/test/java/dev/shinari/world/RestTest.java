package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.motion.MotionPath;
import dev.shinari.world.force.ForceFields;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that come to rest, sleep and wake. */
class RestTest {
  private static final float H = 1f / 240;
  private static final WorldSettings FLOATING = WorldSettings.DEFAULT.withGravity(0, 0, 0);

  @Test
  void aPileComesToRestAndSleeps() {
    World w = new World(WorldSettings.DEFAULT.withSubsteps(2, 8).withAir(1, 0, 0, 0));
    w.add(Collider.floor(0));
    List<Body> pile = new ArrayList<>();
    // At the usual 4 Hz blocks of this size sag by a third under their own weight, and the top one
    // presses its way down between the others.
    pile.add(TestBodies.firm("left", 2, 30, 0, 0.03f, 0));
    pile.add(TestBodies.firm("right", 2, 30, 0.23f, 0.05f, 0.01f));
    pile.add(TestBodies.firm("top", 2, 30, 0.11f, 0.3f, 0.02f));
    pile.forEach(w::add);
    for (int k = 0; k < 240 * 12 && w.report().sleeping() < 3; k++) {
      w.step(H);
    }
    assertThat(w.report().sleeping()).isEqualTo(3);
    assertThat(TestBodies.center(pile.get(0), 1)).isEqualTo(0.1, within(0.02));
    assertThat(TestBodies.center(pile.get(1), 1)).isEqualTo(0.1, within(0.02));
    assertThat(TestBodies.center(pile.get(2), 1)).isEqualTo(0.3, within(0.03));
    long hash = w.stateHash();
    for (int k = 0; k < 100; k++) {
      w.step(H);
    }
    assertThat(w.stateHash()).as("asleep means not moving at all").isEqualTo(hash);
  }

  /**
   * Two cubes of 20 cm, 40 Hz, a drop of 3 cm. Softer blocks and longer drops end beside each
   * other: by the rule for slender columns, roughly, 40 cm of this stuff bends under its own weight
   * below 12 Hz, and from 10 cm up blocks bounce at more than half of their speed and come down
   * askew.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void aBlockDroppedOnABlockStaysOnTop(int cells) {
    World w = new World();
    w.add(Collider.floor(0));
    Body low = TestBodies.firm("low", cells, 40, 0, 0.01f, 0);
    Body high = TestBodies.firm("high", cells, 40, 0.02f, 0.24f, 0.01f);
    w.add(low);
    w.add(high);
    for (int k = 0; k < 240 * 6; k++) {
      w.step(H);
      assertThat(low.particles().bounds().minY()).isGreaterThan(0);
    }
    assertThat(TestBodies.center(high, 1)).isEqualTo(0.3, within(0.015));
    assertThat(TestBodies.center(low, 1)).isEqualTo(0.1, within(0.01));
    assertThat(TestBodies.center(high, 0)).isEqualTo(0.12, within(0.05));
    assertThat(TestBodies.center(high, 2)).isEqualTo(0.11, within(0.03));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void aBodyThatFallsThreeMetersKeepsItsShapeAndSleeps(int cells) {
    World w = new World();
    w.add(Collider.floor(0));
    Body b = TestBodies.block("b", cells, 0.2f / cells, 0, 3, 0);
    w.add(b);
    float lowest = 1;
    for (int k = 0; k < 240 * 8 && !w.isSleeping(b); k++) {
      w.step(H);
      lowest = Math.min(lowest, b.particles().bounds().minY());
    }
    assertThat(lowest).isGreaterThan(0);
    assertThat(w.isSleeping(b)).isTrue();
    // Its own weight presses it together, but it is neither flat nor turned inside out.
    assertThat(b.particles().bounds().maxY()).isBetween(0.12f, 0.21f);
    assertThat(b.particles().bounds().sizeX()).isEqualTo(0.2f, within(0.02f));
  }

  @Test
  void bodiesThatStartInEachOtherPartGently() {
    for (float offset : new float[] {0, 0.03f, 0.1f}) {
      World w = new World(FLOATING.withSleep(0, 0));
      Body a = TestBodies.springy(w, "a", 0, 0, 0), b = TestBodies.springy(w, "b", offset, 0, 0);
      for (int k = 0; k < 480; k++) {
        w.step(H);
        assertThat(TestBodies.kinetic(a) / TestBodies.mass(a)).isLessThan(5);
      }
      double apart = 0;
      for (int axis = 0; axis < 3; axis++) {
        apart += Math.pow(TestBodies.center(a, axis) - TestBodies.center(b, axis), 2);
      }
      assertThat(Math.sqrt(apart)).as("offset %s", offset).isGreaterThan(0.1);
    }
  }

  @Test
  void aSleepingBodyWakesFromAMovingOneAndFromNothingLess() {
    World w = new World();
    w.add(Collider.floor(0));
    Body low = TestBodies.stiff("low", 1, 0.2f, 0, 0.011f, 0);
    Body far = TestBodies.stiff("far", 1, 0.2f, 5, 0.011f, 0);
    Body ball = TestBodies.block("ball", 1, 0.1f, 0.05f, 8, 0.05f);
    w.add(low);
    w.add(far);
    w.add(ball);
    while (w.seconds() < 1.2) {
      w.step(H);
    }
    assertThat(w.isSleeping(low)).isTrue();
    boolean woke = false;
    for (int k = 0; k < 120; k++) {
      w.step(H);
      woke |= !w.isSleeping(low);
      assertThat(w.isSleeping(far)).isTrue();
    }
    assertThat(woke).isTrue();
  }

  @Test
  void sleepersWakeFromObstaclesHandlesFieldsAndCalls() {
    World w = new World();
    w.add(Collider.floor(0));
    MotionPath lift = MotionPath.builder().key(2, 0, 0, 0).key(3, 0, 1, 0).build();
    w.add(Collider.builder("lift", new BoxShape(0.5f, 0.1f, 0.5f)).at(5, 0, 0).path(lift).build());
    Body onLift = TestBodies.point("lifted", 5, 0.101f, 0);
    Body held = TestBodies.point("held", 1, 0.001f, 0);
    Body free = TestBodies.point("free", -1, 0.001f, 0);
    BodySettings thin = BodySettings.DEFAULT.withContactThickness(1e-3f);
    w.add(onLift, thin);
    w.add(held, thin);
    w.add(free, thin);
    w.add(Handle.builder(held, 0).path(lift).from(1.5).build());
    w.add(ForceFields.gravity(1, 20, 0, 3.5, 4));
    TestBodies.run(w, 1.2);
    assertThat(w.report().sleeping()).isEqualTo(3);
    w.wake(free);
    assertThat(w.isSleeping(free)).isFalse();
    TestBodies.run(w, 2.9);
    assertThat(w.isSleeping(free)).isTrue();
    assertThat(onLift.particles().worldY(0)).isEqualTo(0.101 + w.seconds() - 2, within(5e-3));
    assertThat(held.particles().worldY(0)).isEqualTo(0.001 + w.seconds() - 2, within(1e-6));
    TestBodies.run(w, 3.6);
    assertThat(w.isSleeping(free)).isFalse();
    assertThat(free.particles().worldY(0)).isGreaterThan(0.02);
  }
}
