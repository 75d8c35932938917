package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.mesh.Lattice;
import dev.shinari.parallel.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heaps and towers of soft blocks of 20 cm. */
class PileTest {
  private static Body block(World w, int cells, float hertz, float x, float y, float z) {
    Body b =
        Body.builder(
                "b" + w.bodies().size(), Lattice.block(cells, cells, cells, 0.2f / cells, x, y, z))
            .elasticity(Elasticity.hertz(hertz, 0.1f))
            .build();
    w.add(b);
    return b;
  }

  private static World heap(int side, float hertz) {
    World w = new World();
    w.add(Collider.floor(0));
    Random random = new Random(7);
    for (int i = 0; i < side * side * side; i++) {
      block(
          w,
          3,
          hertz,
          0.3f * (i % side) + 0.03f * random.nextFloat(),
          0.2f + 0.3f * (i / side % side),
          0.3f * (i / side / side) + 0.03f * random.nextFloat());
    }
    return w;
  }

  /** Kinetic energy and that of height, in joules. */
  private static double energy(World w) {
    double sum = 0;
    for (Body b : w.bodies()) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        double v2 = p.vx()[i] * p.vx()[i] + p.vy()[i] * p.vy()[i] + p.vz()[i] * p.vz()[i];
        sum += p.mass()[i] * (0.5 * v2 + 9.81 * p.worldY(i));
      }
    }
    return sum;
  }

  private static double longest(World w) {
    double most = 0;
    for (Body b : w.bodies()) {
      most = Math.max(most, b.particles().bounds().diagonal());
    }
    return most;
  }

  @ParameterizedTest
  @CsvSource({"12, 0.0208", "30, 0.0167", "5, 0.0167"})
  void aHeapNeverGainsEnergyAndKeepsItsShapes(float hertz, float h) {
    World w = heap(3, hertz);
    double most = energy(w);
    for (int k = 0; k * h < 2; k++) {
      w.step(h);
      if (k % 10 == 0) {
        assertThat(energy(w)).as("after %s s", k * h).isLessThan(1.02 * most);
        assertThat(longest(w)).as("after %s s", k * h).isLessThan(0.7);
      }
    }
    assertThat(w.report().frozen()).isZero();
  }

  @Test
  void aHeapComesToRestAndSleeps() {
    World w = heap(3, 15);
    int steps = 0;
    while (w.report().sleeping() < 27 && steps < 60 * 30) {
      w.step(1 / 60f);
      steps++;
    }
    assertThat(w.report().sleeping()).as("after %s steps", steps).isEqualTo(27);
    assertThat(w.step(1 / 60f).bodyContacts()).isZero();
  }

  @Test
  void aHeapIsTheSameForAnyNumberOfThreads() {
    World one = heap(2, 12), three = heap(2, 12);
    try (Workers crew = new Workers(3)) {
      three.setWorkers(crew);
      for (int k = 0; k < 120; k++) {
        one.step(1 / 60f);
        three.step(1 / 60f);
      }
      assertThat(three.stateHash()).isEqualTo(one.stateHash());
    }
  }

  @ParameterizedTest
  @CsvSource({"3", "5"})
  void aTowerOfStiffBlocksThatOverhangStands(int cells) {
    World w = new World();
    w.add(Collider.floor(0));
    Body[] tower = new Body[4];
    for (int i = 0; i < 4; i++) {
      tower[i] = block(w, cells, 80, 0.05f * (i % 2), 0.21f * i, 0.02f * (i % 3));
    }
    for (int k = 0; k < 240 * 5; k++) {
      w.step(1 / 240f);
    }
    for (int i = 0; i < 4; i++) {
      assertThat(tower[i].particles().bounds().centerY())
          .isBetween(0.09f + 0.195f * i, 0.11f + 0.21f * i);
    }
    assertThat(w.report().sleeping()).isEqualTo(4);
  }

  @Test
  void aSleeperWakesWhenWhatItLiesOnIsTakenAwaySlowly() {
    World w = new World();
    w.add(Collider.floor(0));
    Body lower = block(w, 2, 40, 0, 0.001f, 0), upper = block(w, 2, 40, 0, 0.202f, 0);
    for (int k = 0; k < 60 * 20 && w.report().sleeping() < 2; k++) {
      w.step(1 / 60f);
    }
    assertThat(w.report().sleeping()).isEqualTo(2);
    // From here on somebody carries the lower block off at 6 cm/s.
    Particles p = lower.particles();
    for (int k = 0; k < 60 * 6; k++) {
      for (int i = 0; i < p.count(); i++) {
        p.x()[i] += 0.001f;
      }
      w.wake(lower);
      w.step(1 / 60f);
    }
    assertThat(upper.particles().bounds().minY()).isLessThan(0.02f);
  }

  @Test
  void aHeapGoesOnFromASnapshotBitByBitAndTakingOneChangesNothing() {
    World w = heap(2, 12), undisturbed = heap(2, 12);
    for (int k = 0; k < 70; k++) {
      w.step(1 / 60f);
      undisturbed.step(1 / 60f);
    }
    Snapshot s = w.save();
    for (int run = 0; run < 2; run++) {
      for (int k = 0; k < 50; k++) {
        w.step(1 / 60f);
        if (run == 0) {
          undisturbed.step(1 / 60f);
        }
      }
      assertThat(w.stateHash()).isEqualTo(undisturbed.stateHash());
      w.restore(s);
    }
  }

  @Test
  void everyRegionOfATurnedLatticeSaysHowItIsTurned() {
    // Not a cube, and rows shorter than a vector: regions are then not stored in particles' order.
    for (int cells : new int[] {2, 9}) {
      Body b = Body.builder("b", Lattice.block(cells, cells + 1, cells + 2, 0.1f, 0, 0, 0)).build();
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) { // a quarter turn about z
        float x = p.x()[i];
        p.x()[i] = -p.y()[i];
        p.y()[i] = x;
      }
      b.disturbed();
      for (int k = 0; k < 20; k++) {
        b.advance(1 / 60f, 0, 0, 0);
      }
      float[] q = new float[4];
      for (int r = 0; r < p.count(); r++) {
        b.regionRotation(r, q);
        assertThat(Math.abs(q[0] * q[3])).as(cells + " cells, region " + r).isGreaterThan(0.49f);
      }
    }
  }
}
