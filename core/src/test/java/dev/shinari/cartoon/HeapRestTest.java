package dev.shinari.cartoon;

import static dev.shinari.cartoon.EffectBodies.isFinite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.collide.Collider;
import dev.shinari.mesh.Lattice;
import dev.shinari.world.World;
import org.junit.jupiter.api.Test;

/** Heaps that are left alone. The long run of 200 cubes is a case of the benchmarks. */
class HeapRestTest {
  private static final float H = 1 / 120f;

  /** Three layers of four cubes that tumble over each other. */
  private static World heap() {
    World world = new World();
    world.add(Collider.floor(0));
    for (int k = 0; k < 12; k++) {
      Body b =
          Body.builder("cube-" + k, Lattice.block(2, 2, 2, 0.1f, 0, 0, 0))
              .elasticity(Elasticity.hertz(8, 0.2f))
              .halfWidth(1)
              .build();
      double a = 0.3 * StrictMath.sin(12.9898 * (k + 1));
      b.rotate(StrictMath.cos(a), 0, StrictMath.sin(a), 0, 0, 0, 0);
      b.translate(
          0.23 * (k % 2) + 0.02 * StrictMath.sin(k),
          0.05 + 0.23 * (k / 4),
          0.23 * (k / 2 % 2) + 0.02 * StrictMath.cos(k));
      world.add(b);
    }
    return world;
  }

  @Test
  void aHeapComesToRestAndStaysThereForThousandsOfSteps() {
    World world = heap();
    int steps = 0;
    while (world.report().sleeping() < 12 && steps < 3000) {
      world.step(H);
      steps++;
    }
    assertThat(world.report().sleeping()).as("asleep after %d steps", steps).isEqualTo(12);
    assertThat(steps).isGreaterThan(60); // it fell before
    double[] before = places(world);
    for (int k = 0; k < 20_000; k++) {
      world.step(H);
      assertThat(world.report().sleeping()).isEqualTo(12);
    }
    assertThat(places(world)).containsExactly(before);
    assertThat(world.report().frozen()).isZero();
    for (Body b : world.bodies()) {
      assertThat(isFinite(b)).isTrue();
      assertThat(b.particles().worldY(0)).isBetween(-0.05, 0.75); // nobody fell through or flew off
    }
  }

  @Test
  void aHeapThatIsPushedAgainComesToRestAgain() {
    World world = heap();
    for (int push = 0; push < 3; push++) {
      int steps = 0;
      while (world.report().sleeping() < 12 && steps < 3000) {
        world.step(H);
        steps++;
      }
      assertThat(world.report().sleeping()).as("push %d", push).isEqualTo(12);
      Body b = world.bodies().get(push);
      b.setMotion(1.5, 2, 0.5, 0, 3, 0);
      world.wake(b);
      world.step(H);
      assertThat(world.report().sleeping()).isLessThan(12);
    }
  }

  private static double[] places(World world) {
    double[] all = new double[3 * world.bodies().size()];
    for (int k = 0; k < world.bodies().size(); k++) {
      Body b = world.bodies().get(k);
      all[3 * k] = b.particles().worldX(0);
      all[3 * k + 1] = b.particles().worldY(0);
      all[3 * k + 2] = b.particles().worldZ(0);
    }
    return all;
  }
}
