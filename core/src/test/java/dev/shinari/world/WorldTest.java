package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.BoxShape;
import dev.shinari.collide.shape.SphereShape;
import dev.shinari.motion.MotionPath;
import dev.shinari.parallel.Workers;
import dev.shinari.world.force.ForceFields;
import java.util.List;
import org.junit.jupiter.api.Test;

/** State of a world, and what must not break it. */
class WorldTest {
  private static final float H = 1f / 240;

  // ---- state
  // -------------------------------------------------------------------------------------

  private static World busyWorld() {
    World w = new World(WorldSettings.DEFAULT.withAir(0.1f, 0, 0, 0.4f));
    w.add(Collider.floor(0));
    w.add(
        Collider.builder("arm", new BoxShape(1, 0.05f, 0.05f))
            .at(0, 0.3, 0)
            .path(MotionPath.builder().spin(0, 3, 0).build())
            .build());
    for (int k = 0; k < 5; k++) {
      TestBodies.springy(w, "b" + k, 0.15f * (k % 2), 0.4f + 0.3f * k, 0.1f * (k % 3));
    }
    Body held = w.bodies().get(4);
    w.add(
        Handle.builder(held, 0, 1).path(MotionPath.velocity(0.2, 0.1, 0)).from(0.3).to(1).build());
    w.add(ForceFields.wind(1, 0, 0, 0.5f, new ForceFields.Gusts(0.5f, 1), 0.2, 2));
    return w;
  }

  @Test
  void saveStepRestoreStepGivesTheSameBits() {
    World w = busyWorld();
    for (double at : new double[] {0.1, 0.6, 1.1, 2.5}) {
      TestBodies.run(w, at);
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

  // ---- what must not break it
  // --------------------------------------------------------------------

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
      assertThat(TestBodies.center(good, 1)).isLessThan(0.7);
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
    w.add(Handle.builder(b, 0).path(MotionPath.velocity(1e300, 0, 0)).to(0.5).build());
    TestBodies.run(w, 0.4);
    assertThat(w.isFrozen(b)).isTrue();
    assertThat(TestBodies.isFinite(b)).isTrue();
    TestBodies.run(w, 0.6);
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
}
