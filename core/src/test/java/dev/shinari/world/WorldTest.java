package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.Elasticity;
import dev.shinari.body.Particles;
import dev.shinari.collide.BoxShape;
import dev.shinari.collide.Collider;
import dev.shinari.collide.Path;
import dev.shinari.collide.SphereShape;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {
  private static final float H = 1f / 240;
  private static final WorldSettings FLOATING = WorldSettings.DEFAULT.withGravity(0, 0, 0);

  // ---- contact between bodies ----------------------------------------------------------------

  @Test
  void twoBlocksThatMeetInSpaceKeepTheirMomentum() {
    World w = new World(FLOATING.withSleep(0, 0));
    Body a = springy(w, "a", 0, 0, 0), b = springy(w, "b", 0.4f, 0.05f, 0.03f);
    TestBodies.setVelocity(a, 3, 0, 0);
    TestBodies.setVelocity(b, -1, 0.2f, 0);
    double[] before = new double[3];
    for (int k = 0; k < 3; k++) {
      before[k] = TestBodies.momentum(a, k) + TestBodies.momentum(b, k);
    }
    int contacts = 0;
    for (int k = 0; k < 480; k++) {
      contacts += w.step(H).bodyContacts();
    }
    assertThat(contacts).isPositive();
    double size = 4 * TestBodies.mass(a);
    for (int k = 0; k < 3; k++) {
      double after = TestBodies.momentum(a, k) + TestBodies.momentum(b, k);
      assertThat(after).isEqualTo(before[k], within(2e-5 * size));
    }
    // They did not pass through each other.
    assertThat(TestBodies.centre(a, 0)).isLessThan(TestBodies.centre(b, 0) - 0.15);
  }

  @ParameterizedTest
  @ValueSource(floats = {1, 5, 20, 60})
  void quickBodiesDoNotPassThroughEachOther(float speed) {
    World w = new World(FLOATING.withSleep(0, 0).withSubsteps(1, 64));
    Body a = springy(w, "a", 0, 0, 0), b = springy(w, "b", 1, 0.02f, 0.01f);
    TestBodies.setVelocity(a, speed, 0, 0);
    double before = TestBodies.momentum(a, 0);
    for (int k = 0; k < 240; k++) {
      w.step(H);
    }
    double after = TestBodies.momentum(a, 0) + TestBodies.momentum(b, 0);
    assertThat(after).isEqualTo(before, within(2e-5 * before));
    assertThat(TestBodies.centre(a, 0)).isLessThan(TestBodies.centre(b, 0));
    assertThat(TestBodies.isFinite(a) && TestBodies.isFinite(b)).isTrue();
  }

  private static Body stiff(String name, int cells, float cell, float x, float y, float z) {
    return Body.builder(name, dev.shinari.mesh.Lattice.block(cells, cells, cells, cell, x, y, z))
        .elasticity(Elasticity.hertz(15, 0.5f))
        .build();
  }

  private static Body springy(World w, String name, float x, float y, float z) {
    Body b = TestBodies.block(name, 2, 0.1f, x, y, z);
    w.add(b);
    return b;
  }

  @Test
  void frictionBetweenBodiesHoldsBelowItsAngleAndSlidesAboveIt() {
    double limit = Math.atan(0.5);
    assertThat(slideOnABody(limit - 0.04)).isLessThan(5e-3);
    double a = limit + 0.1;
    double expected = 0.5 * 9.81 * (Math.sin(a) - 0.5 * Math.cos(a)) * 0.25;
    assertThat(slideOnABody(a)).isEqualTo(expected, within(0.1 * expected));
  }

  /** Way of a particle in half a second on the tilted top of a body that is held. */
  private static double slideOnABody(double slope) {
    World w = new World(WorldSettings.DEFAULT.withSleep(0, 0));
    Body ramp = TestBodies.block("ramp", 2, 1, -1, -2, -1);
    Particles p = ramp.particles();
    float c = (float) Math.cos(slope), s = (float) Math.sin(slope);
    for (int i = 0; i < p.count(); i++) {
      float x = p.x()[i], y = p.y()[i];
      p.x()[i] = c * x - s * y;
      p.y()[i] = s * x + c * y;
    }
    float reach = 1e-2f + 1e-2f;
    Body point = TestBodies.point("point", -s * reach + 0.1f * c, c * reach + 0.1f * s, 0.15f);
    w.add(ramp, BodySettings.DEFAULT.withContactThickness(1e-2f));
    w.add(Handle.builder(ramp, Select.all(ramp)).build());
    w.add(point, BodySettings.DEFAULT.withContactThickness(1e-2f));
    double x = point.particles().worldX(0), y = point.particles().worldY(0);
    for (int k = 0; k < 120; k++) {
      w.step(H);
    }
    assertThat(w.report().bodyContacts()).isPositive();
    return Math.hypot(point.particles().worldX(0) - x, point.particles().worldY(0) - y);
  }

  @Test
  void groupsPairsAndTimesDecideWhoMeets() {
    BodySettings one = BodySettings.DEFAULT.withGroups(1, 1);
    BodySettings two = BodySettings.DEFAULT.withGroups(2, 2);
    assertThat(contacts(one, one, false)).isPositive();
    assertThat(contacts(one, two, false)).isZero();
    assertThat(contacts(one, one, true)).isZero();
    assertThat(contacts(one.withSoftContact(false), one, false)).isZero();
    assertThat(contacts(one.withContactFrom(99), one, false)).isZero();
    assertThat(contacts(one.withContactFrom(0.5f * H), one, false)).isPositive();
  }

  private static int contacts(BodySettings first, BodySettings second, boolean exclude) {
    World w = new World(FLOATING);
    Body a = TestBodies.block("a", 1, 0.1f, 0, 0, 0);
    Body b = TestBodies.block("b", 1, 0.1f, 0.05f, 0.09f, 0.05f);
    w.add(a, first);
    w.add(b, second);
    if (exclude) {
      w.excludePair(b, a);
    }
    return w.step(H).bodyContacts() + w.step(H).bodyContacts();
  }

  // ---- rest ----------------------------------------------------------------------------------

  @Test
  void aPileComesToRestAndSleeps() {
    World w = new World(WorldSettings.DEFAULT.withSubsteps(2, 8).withAir(1, 0, 0, 0));
    w.add(Collider.floor(0));
    List<Body> pile = new ArrayList<>();
    // At the usual 4 Hz blocks of this size sag by a third under their own weight, and the top one
    // presses its way down between the others.
    pile.add(firm("left", 2, 30, 0, 0.03f, 0));
    pile.add(firm("right", 2, 30, 0.23f, 0.05f, 0.01f));
    pile.add(firm("top", 2, 30, 0.11f, 0.3f, 0.02f));
    pile.forEach(w::add);
    for (int k = 0; k < 240 * 12 && w.report().sleeping() < 3; k++) {
      w.step(H);
    }
    assertThat(w.report().sleeping()).isEqualTo(3);
    assertThat(TestBodies.centre(pile.get(0), 1)).isEqualTo(0.1, within(0.02));
    assertThat(TestBodies.centre(pile.get(1), 1)).isEqualTo(0.1, within(0.02));
    assertThat(TestBodies.centre(pile.get(2), 1)).isEqualTo(0.3, within(0.03));
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
    Body low = firm("low", cells, 40, 0, 0.01f, 0);
    Body high = firm("high", cells, 40, 0.02f, 0.24f, 0.01f);
    w.add(low);
    w.add(high);
    for (int k = 0; k < 240 * 6; k++) {
      w.step(H);
      assertThat(low.particles().bounds().minY()).isGreaterThan(0);
    }
    assertThat(TestBodies.centre(high, 1)).isEqualTo(0.3, within(0.015));
    assertThat(TestBodies.centre(low, 1)).isEqualTo(0.1, within(0.01));
    assertThat(TestBodies.centre(high, 0)).isEqualTo(0.12, within(0.05));
    assertThat(TestBodies.centre(high, 2)).isEqualTo(0.11, within(0.03));
  }

  /** A block of 20 cm. */
  private static Body firm(String name, int cells, float hertz, float x, float y, float z) {
    float cell = 0.2f / cells;
    return Body.builder(name, dev.shinari.mesh.Lattice.block(cells, cells, cells, cell, x, y, z))
        .elasticity(Elasticity.hertz(hertz, 0.5f))
        .build();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 6})
  void aBodyThatFallsThreeMetresKeepsItsShapeAndSleeps(int cells) {
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
      Body a = springy(w, "a", 0, 0, 0), b = springy(w, "b", offset, 0, 0);
      for (int k = 0; k < 480; k++) {
        w.step(H);
        assertThat(TestBodies.kinetic(a) / TestBodies.mass(a)).isLessThan(5);
      }
      double apart = 0;
      for (int axis = 0; axis < 3; axis++) {
        apart += Math.pow(TestBodies.centre(a, axis) - TestBodies.centre(b, axis), 2);
      }
      assertThat(Math.sqrt(apart)).as("offset %s", offset).isGreaterThan(0.1);
    }
  }

  @Test
  void aSleepingBodyWakesFromAMovingOneAndFromNothingLess() {
    World w = new World();
    w.add(Collider.floor(0));
    Body low = stiff("low", 1, 0.2f, 0, 0.011f, 0);
    Body far = stiff("far", 1, 0.2f, 5, 0.011f, 0);
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
    Path lift = Path.builder().key(2, 0, 0, 0).key(3, 0, 1, 0).build();
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
    run(w, 1.2);
    assertThat(w.report().sleeping()).isEqualTo(3);
    w.wake(free);
    assertThat(w.isSleeping(free)).isFalse();
    run(w, 2.9);
    assertThat(w.isSleeping(free)).isTrue();
    assertThat(onLift.particles().worldY(0)).isEqualTo(0.101 + w.seconds() - 2, within(5e-3));
    assertThat(held.particles().worldY(0)).isEqualTo(0.001 + w.seconds() - 2, within(1e-6));
    run(w, 3.6);
    assertThat(w.isSleeping(free)).isFalse();
    assertThat(free.particles().worldY(0)).isGreaterThan(0.02);
  }

  private static void run(World w, double until) {
    while (w.seconds() < until) {
      w.step(H);
    }
  }

  // ---- handles -------------------------------------------------------------------------------

  @Test
  void aHandleIsExactlyOnItsPathAfterTenThousandSteps() {
    World w = new World();
    Body b = TestBodies.block("b", 1, 1, 0, 0, 0);
    w.add(b);
    Path path = Path.builder().velocity(0.5, 0, 0).spin(0, 0.7, 0).build();
    int[] top = Select.side(b, 0, 0.5, 0, 0, 1, 0);
    assertThat(top).hasSize(4);
    Handle handle = Handle.builder(b, top).path(path).build();
    w.add(handle);
    for (int i = 0; i < 10_000; i++) {
      w.step(H);
    }
    double t = w.seconds(), c = Math.cos(0.7 * t), s = Math.sin(0.7 * t);
    for (int i : top) {
      float[] rest = b.cage().positions();
      double x = rest[3 * i] - 0.5, z = rest[3 * i + 2] - 0.5;
      assertThat(b.particles().worldX(i)).isEqualTo(0.5 + 0.5 * t + c * x + s * z, within(4e-6));
      assertThat(b.particles().worldY(i)).isEqualTo(1);
      assertThat(b.particles().worldZ(i)).isEqualTo(0.5 - s * x + c * z, within(2e-6));
    }
  }

  @Test
  void pinsDoNotDriftAndLetGoWithTheirVelocity() {
    World w = new World();
    Body b = TestBodies.point("b", 0.1f, 0.7f, -0.3f);
    w.add(b);
    w.add(Handle.builder(b, 0).to(1).build());
    run(w, 1 - 1e-9);
    assertThat(b.particles().x()[0]).isEqualTo(0.1f);
    assertThat(b.particles().y()[0]).isEqualTo(0.7f);
    assertThat(b.particles().vy()[0]).isZero();
    run(w, 1.5);
    assertThat(b.particles().vy()[0]).isEqualTo(-9.81f * 0.5f, within(0.1f));
    assertThat(b.particles().mobility()[0]).isEqualTo(1);

    World thrown = new World(FLOATING);
    Body c = TestBodies.point("c", 0, 0, 0);
    thrown.add(c);
    thrown.add(Handle.builder(c, 0).path(Path.velocity(2, 0, 1)).to(0.5).build());
    run(thrown, 1.5);
    assertThat(c.particles().vx()[0]).isEqualTo(2, within(1e-4f));
    assertThat(c.particles().worldX(0)).isEqualTo(2 * thrown.seconds(), within(1e-3));
  }

  @Test
  void aHandleThatStartsLateTakesTheBodyFromWhereItIs() {
    World w = new World();
    Body b = TestBodies.point("b", 0, 0, 0);
    w.add(b);
    Path path = Path.builder().key(0, 7, 7, 7).key(2, 9, 7, 7).build();
    w.add(Handle.builder(b, 0).path(path).from(1).build());
    run(w, 1);
    double y = b.particles().worldY(0);
    w.step(H);
    assertThat(b.particles().worldY(0)).isEqualTo(y, within(0.05));
    run(w, 2);
    assertThat(b.particles().worldX(0)).isEqualTo(1, within(0.01));
  }

  @Test
  void twoHandlesOnOneParticleLetGoOnlyTogether() {
    World w = new World();
    Body b = TestBodies.point("b", 0, 0, 0);
    w.add(b);
    Handle first = Handle.builder(b, 0).build(), second = Handle.builder(b, 0).build();
    w.add(first);
    w.add(second);
    w.step(H);
    w.remove(first);
    w.step(H);
    assertThat(b.particles().worldY(0)).isZero();
    w.remove(second);
    w.step(H);
    assertThat(b.particles().worldY(0)).isNegative();
    assertThat(second.isHolding()).isFalse();
  }

  @Test
  void aSpringHandleSwingsAtItsFrequencyAndIsStableAtAnyStep() {
    World w = new World(FLOATING.withSleep(0, 0));
    Body b = TestBodies.point("b", 0, 0, 0);
    w.add(b);
    Handle handle = Handle.builder(b, 0).spring(2, 0).build();
    w.add(handle);
    w.step(1e-3f);
    handle.dragTo(1, 0, 0);
    int crossings = 0;
    double last = -1;
    for (int k = 0; k < 3000; k++) {
      w.step(1e-3f);
      double x = b.particles().worldX(0) - 1;
      crossings += last < 0 && x >= 0 ? 1 : 0;
      last = x;
    }
    assertThat(crossings).isEqualTo(6);
    for (int k = 0; k < 100; k++) {
      w.step(10);
    }
    assertThat(b.particles().worldX(0)).isEqualTo(1, within(1e-3));
  }

  // ---- fields --------------------------------------------------------------------------------

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
    run(w, 1 - 1e-6);
    assertThat(b.particles().vy()[0]).isZero();
    run(w, 2.4);
    assertThat(b.particles().vy()[0]).isEqualTo(3, within(0.03f));
    TestBodies.setVelocity(b, 0, 0, 0);
    b.particles().x()[0] = (float) (1 - b.particles().originX());
    b.particles().y()[0] = (float) -b.particles().originY();
    run(w, 3);
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
    assertThat(still.particles().vy()[0]).as("in the centre").isZero();

    World v = new World(FLOATING.withSleep(0, 0));
    Body c = TestBodies.point("c", 2, 0, 0);
    v.add(c);
    v.add(ForceFields.vortex(0, 0, 0, 0, 3, 0, 4, 0.5f, 2, 0, ForceFields.ALWAYS));
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
      w.add(ForceFields.wind(5, 0, 0, 20, 0.5f * k, 1, 0, ForceFields.ALWAYS));
      run(w, 2.3);
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

  // ---- state ---------------------------------------------------------------------------------

  private static World busyWorld() {
    World w = new World(WorldSettings.DEFAULT.withAir(0.1f, 0, 0, 0.4f));
    w.add(Collider.floor(0));
    w.add(
        Collider.builder("arm", new BoxShape(1, 0.05f, 0.05f))
            .at(0, 0.3, 0)
            .path(Path.builder().spin(0, 3, 0).build())
            .build());
    for (int k = 0; k < 5; k++) {
      springy(w, "b" + k, 0.15f * (k % 2), 0.4f + 0.3f * k, 0.1f * (k % 3));
    }
    Body held = w.bodies().get(4);
    w.add(Handle.builder(held, 0, 1).path(Path.velocity(0.2, 0.1, 0)).from(0.3).to(1).build());
    w.add(ForceFields.wind(1, 0, 0, 0.5f, 0.5f, 1, 0.2, 2));
    return w;
  }

  @Test
  void saveStepRestoreStepGivesTheSameBits() {
    World w = busyWorld();
    for (double at : new double[] {0.1, 0.6, 1.1, 2.5}) {
      run(w, at);
      Snapshot s = w.save();
      long now = w.stateHash();
      for (int k = 0; k < 60; k++) {
        w.step(H);
      }
      long after = w.stateHash();
      assertThat(after).isNotEqualTo(now);
      w.restore(s);
      assertThat(w.stateHash()).isEqualTo(now);
      assertThat(w.seconds()).isEqualTo(s.seconds());
      for (int k = 0; k < 60; k++) {
        w.step(H);
      }
      assertThat(w.stateHash()).isEqualTo(after);
    }
  }

  @Test
  void aSnapshotOfOtherBodiesIsRefused() {
    World w = busyWorld();
    Snapshot s = w.save();
    w.remove(w.bodies().get(0));
    assertThatThrownBy(() -> w.restore(s)).hasMessageContaining("other bodies");
  }

  @Test
  void theSameWorldGivesTheSameHashForAnyNumberOfThreads() {
    World[] worlds = new World[4];
    int[] threads = {1, 2, 3, 8};
    for (int t = 0; t < 4; t++) {
      worlds[t] = busyWorld();
      worlds[t].setWorkers(new Workers(threads[t]));
    }
    for (int k = 0; k < 300; k++) {
      for (World w : worlds) {
        w.step(H);
      }
      for (World w : worlds) {
        assertThat(w.stateHash()).isEqualTo(worlds[0].stateHash());
      }
    }
    World b = worlds[1];
    assertThat(b.report().substeps()).isPositive();
    b.bodies().get(2).particles().vy()[0] = Math.nextUp(b.bodies().get(2).particles().vy()[0]);
    assertThat(b.stateHash()).as("one bit shows").isNotEqualTo(worlds[0].stateHash());
    for (World w : worlds) {
      w.workers().close();
    }
  }

  // ---- what must not break it ----------------------------------------------------------------

  @Test
  void aBodyWithBadNumbersIsFrozenAndTheOthersGoOn() {
    float[] bad = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, 1e30f};
    for (float value : bad) {
      World w = new World();
      w.add(Collider.floor(0));
      Body broken = TestBodies.block("broken", 1, 0.1f, 0, 0.5f, 0);
      Body good = TestBodies.block("good", 1, 0.1f, 0.05f, 0.7f, 0.05f);
      w.add(broken);
      w.add(good);
      w.step(H);
      double y = broken.particles().worldY(0);
      broken.particles().vx()[3] = value;
      for (int k = 0; k < 240; k++) {
        assertThat(w.step(H).frozen()).isEqualTo(1);
      }
      assertThat(w.isFrozen(broken)).isTrue();
      assertThat(broken.particles().worldY(0)).isEqualTo(y);
      assertThat(TestBodies.isFinite(broken) && TestBodies.isFinite(good)).isTrue();
      assertThat(TestBodies.centre(good, 1)).isLessThan(0.7);
      w.wake(broken);
      w.step(H);
      assertThat(w.report().frozen()).isZero();
      assertThat(broken.particles().worldY(0)).isLessThan(y);
    }
  }

  @Test
  void oneBadNumberAnywhereFreezes() {
    for (int array = 0; array < 6; array++) {
      for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, -1e12f}) {
        World w = new World();
        Body b = TestBodies.block("b", 1, 0.1f, 0, 0, 0);
        w.add(b);
        Particles p = b.particles();
        float[][] all = {p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz()};
        all[array][5] = value;
        assertThat(w.step(H).frozen()).isEqualTo(1);
        assertThat(TestBodies.isFinite(b)).isTrue();
        assertThat(p.bounds().sizeX()).isEqualTo(0.1f, within(1e-6f));
      }
    }
  }

  @Test
  void aHandlePulledToInfinityFreezesTheBodyUntilItLetsGo() {
    World w = new World();
    Body b = TestBodies.block("b", 1, 0.1f, 0, 0, 0);
    w.add(b);
    w.add(Handle.builder(b, 0).path(Path.velocity(1e300, 0, 0)).to(0.5).build());
    run(w, 0.4);
    assertThat(w.isFrozen(b)).isTrue();
    assertThat(TestBodies.isFinite(b)).isTrue();
    run(w, 0.6);
    assertThat(w.isFrozen(b)).isFalse();
    assertThat(b.particles().bounds().maxX()).isLessThan(1);
    assertThat(b.particles().vy()[0]).isNegative();
  }

  @Test
  void hugeAndTinyStepsDoNotThrow() {
    for (float h : new float[] {1e-20f, 1e-6f, 1, 1e6f, 1e30f}) {
      World w = busyWorld();
      for (int k = 0; k < 3; k++) {
        w.step(h);
      }
      for (Body b : w.bodies()) {
        assertThat(TestBodies.isFinite(b)).as("h = %s", h).isTrue();
      }
    }
    assertThatThrownBy(() -> new World().step(Float.NaN))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new World().step(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void oddCastsOfBodiesStepWithoutTrouble() {
    World w = new World();
    w.add(Collider.floor(0));
    Body a = TestBodies.point("a", 0, 1, 0), twin = TestBodies.point("twin", 0, 1, 0);
    Body tet = TestBodies.tetrahedron("tet", 0.2f, 0, 0.9f, 0);
    Body same = TestBodies.tetrahedron("same", 0.2f, 0, 0.9f, 0);
    for (Body b : List.of(a, twin, tet, same)) {
      w.add(b);
    }
    w.add(Collider.builder("ball", new SphereShape(0.1f)).at(0, 0.9, 0).build());
    for (int k = 0; k < 480; k++) {
      w.step(H);
    }
    for (Body b : w.bodies()) {
      assertThat(TestBodies.isFinite(b)).isTrue();
      assertThat(TestBodies.kinetic(b) / TestBodies.mass(b)).isLessThan(30);
    }
    assertThat(new World().step(H).substeps()).isEqualTo(1);
    assertThatThrownBy(() -> w.add(a)).hasMessageContaining("already");
  }

  // ---- volume --------------------------------------------------------------------------------

  @Test
  void theVolumeConstraintKeepsVolumeAndMomentum() {
    Body b = TestBodies.block("b", 3, 0.1f, 0, 0, 0);
    Particles p = b.particles();
    VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
    assertThat(v.rest()).isEqualTo(0.027, within(1e-7));
    for (int i = 0; i < p.count(); i++) {
      p.y()[i] *= 0.8f;
      p.vx()[i] = 3 * p.x()[i] + p.y()[i];
    }
    double before = TestBodies.momentum(b, 0), centre = TestBodies.centre(b, 1);
    for (int k = 0; k < 30; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.027, within(1e-6));
    assertThat(TestBodies.momentum(b, 0)).isEqualTo(before, within(1e-6 * TestBodies.mass(b)));
    assertThat(TestBodies.centre(b, 1)).isEqualTo(centre, within(1e-6));
  }

  @Test
  void theVolumeConstraintIsSafeForFlatInvertedAndPointBodies() {
    for (float scale : new float[] {0, 1e-4f, -1}) {
      Body b = TestBodies.block("b", 2, 0.1f, -0.1f, -0.1f, -0.1f);
      Particles p = b.particles();
      VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
      for (int i = 0; i < p.count(); i++) {
        p.y()[i] *= scale;
      }
      float[] before = p.y().clone();
      double volume = v.measure(p);
      v.apply(p, 1);
      float most = 0;
      for (int i = 0; i < p.count(); i++) {
        most = Math.max(most, Math.abs(p.y()[i] - before[i]));
      }
      assertThat(most).isPositive().isLessThanOrEqualTo(0.0101f);
      assertThat(v.measure(p)).isGreaterThan(volume);
    }
    Body point = TestBodies.block("point", 1, 0.1f, 0, 0, 0);
    VolumeConstraint v = new VolumeConstraint(point.cage().boundary(), 0.1f);
    java.util.Arrays.fill(point.particles().x(), 0);
    java.util.Arrays.fill(point.particles().y(), 0);
    java.util.Arrays.fill(point.particles().z(), 0);
    assertThat(v.apply(point.particles(), 1)).isFalse();
    assertThat(TestBodies.isFinite(point)).isTrue();
  }

  @Test
  void ofASheetTheAreaIsKept() {
    Body b = Body.builder("sheet", dev.shinari.mesh.Lattice.block(3, 3, 0, 0.1f, 0, 0, 0)).build();
    Particles p = b.particles();
    VolumeConstraint v = new VolumeConstraint(b.cage().boundary(), 0.1f);
    assertThat(v.rest()).isEqualTo(0.09, within(1e-7));
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 0.7f;
    }
    double centre = TestBodies.centre(b, 0);
    for (int k = 0; k < 60; k++) {
      v.apply(p, 0.5f);
    }
    assertThat(v.measure(p)).isEqualTo(0.09, within(1e-5));
    assertThat(TestBodies.centre(b, 0)).isEqualTo(centre, within(1e-6));
  }
}
