package dev.shinari.fracture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.collide.Collider;
import dev.shinari.fracture.element.ElementBody;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Lattice;
import dev.shinari.take.Look;
import dev.shinari.world.BodySettings;
import dev.shinari.world.World;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What bodies that have come apart cost as long as they live. */
class FractureCostTest {
  private static LatticeBody lattice(int dim, FractureSettings f) {
    return LatticeBody.of(
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(new Bounds(-1, 0.3f, 0, 1, 0.8f, dim == 2 ? 0 : 0.5f)),
            new LatticeGrid(0.25f, 1, 0),
            f,
            Toughness.EVEN,
            100,
            Elasticity.hertz(4, 0.2f)),
        LatticeSkin.CELLS);
  }

  private static FractureBody body(String kind) {
    return switch (kind) {
      case "flat" -> lattice(2, FractureSettings.DEFAULT.withRatios(1.5f, 2, 1.1f));
      case "solid" -> lattice(3, FractureSettings.DEFAULT.withRatios(1.5f, 2, 1.1f));
      default ->
          ElementBody.of(
              Body.builder("bar", Lattice.block(8, 2, 2, 0.25f, -1, 0.3f, 0))
                  .elasticity(Elasticity.hertz(4, 0.2f))
                  .breakable(true)
                  .build());
    };
  }

  /** A step allocated 16 KB for a torn body that only lay there. */
  @ParameterizedTest
  @ValueSource(strings = {"flat", "solid", "elements"})
  void aBodyThatHasTornAllocatesNothingInAStep(String kind) {
    World w = new World();
    w.add(Collider.floor(0));
    FractureBody f = body(kind);
    w.add(f, BodySettings.DEFAULT.withSleeps(false), Look.BODY);
    f.setLimit(2);
    w.add(f, new TearTool.Cut(0.01, 0.1, 0.5, 0, 1, 0, 0, Double.POSITIVE_INFINITY, null));
    w.add(f, new TearTool.Cut(0.01, 0.5, 0.5, 0, 1, 0, 0, 0.3, null));
    for (int k = 0; k < 2000; k++) {
      w.step(1f / 120);
    }
    assertThat(w.bodies().size()).isGreaterThan(1);
    var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    long id = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(id);
    for (int k = 0; k < 200; k++) {
      w.step(1f / 120);
    }
    assertThat((threads.getThreadAllocatedBytes(id) - before) / 200).isLessThan(64);
  }

  /** A world of 42 bodies that tear held 1,923 after 45,000 steps: all dust that had ever gone. */
  @Test
  void dustThatGoesIsNotKept() {
    LatticeBody bar = lattice(2, FractureSettings.NEVER.withDust(3, false));
    World w = new World();
    w.add(bar, BodySettings.DEFAULT, Look.BODY);
    for (int k = 0; k < 8; k++) { // between columns of cells, and across them
      double x = -0.96 + 0.12 * k;
      w.add(bar, new TearTool.Cut(0, x, 0.5, 0, 1, 0, 0, Double.POSITIVE_INFINITY, null));
      double y = 0.36 + 0.06 * k;
      w.add(bar, new TearTool.Cut(0, -0.6, y, 0, 0, 1, 0, 0.4, null));
    }
    w.step(1f / 120);
    assertThat(bar.family().dust()).isGreaterThan(10);
    assertThat(bar.family().vanished()).as("without a recording").isEmpty();
  }
}
