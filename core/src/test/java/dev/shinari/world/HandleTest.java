package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.motion.MotionPath;
import org.junit.jupiter.api.Test;

/** What holds and leads particles. */
class HandleTest {
  private static final float H = 1f / 240;
  private static final WorldSettings FLOATING = WorldSettings.DEFAULT.withGravity(0, 0, 0);

  @Test
  void aHandleIsExactlyOnItsPathAfterTenThousandSteps() {
    World w = new World();
    Body b = TestBodies.block("b", 1, 1, 0, 0, 0);
    w.add(b);
    MotionPath path = MotionPath.builder().velocity(0.5, 0, 0).spin(0, 0.7, 0).build();
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
    TestBodies.run(w, 1 - 1e-9);
    assertThat(b.particles().x()[0]).isEqualTo(0.1f);
    assertThat(b.particles().y()[0]).isEqualTo(0.7f);
    assertThat(b.particles().vy()[0]).isZero();
    TestBodies.run(w, 1.5);
    assertThat(b.particles().vy()[0]).isEqualTo(-9.81f * 0.5f, within(0.1f));
    assertThat(b.particles().mobility()[0]).isEqualTo(1);

    World thrown = new World(FLOATING);
    Body c = TestBodies.point("c", 0, 0, 0);
    thrown.add(c);
    thrown.add(Handle.builder(c, 0).path(MotionPath.velocity(2, 0, 1)).to(0.5).build());
    TestBodies.run(thrown, 1.5);
    assertThat(c.particles().vx()[0]).isEqualTo(2, within(1e-4f));
    assertThat(c.particles().worldX(0)).isEqualTo(2 * thrown.seconds(), within(1e-3));
  }

  @Test
  void aHandleThatStartsLateTakesTheBodyFromWhereItIs() {
    World w = new World();
    Body b = TestBodies.point("b", 0, 0, 0);
    w.add(b);
    MotionPath path = MotionPath.builder().key(0, 7, 7, 7).key(2, 9, 7, 7).build();
    w.add(Handle.builder(b, 0).path(path).from(1).build());
    TestBodies.run(w, 1);
    double y = b.particles().worldY(0);
    w.step(H);
    assertThat(b.particles().worldY(0)).isEqualTo(y, within(0.05));
    TestBodies.run(w, 2);
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
}
