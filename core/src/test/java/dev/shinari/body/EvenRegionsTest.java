package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.RegionLists;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.mesh.volume.TetRefiner;
import org.junit.jupiter.api.Test;

class EvenRegionsTest {
  private static final float LENGTH = 1.6f;

  /** A bar whose tetrahedra grow four times smaller along x. */
  private static TetMesh uneven() {
    TetMesh bar = TetShapes.cuboid(16, 2, 2, LENGTH, 0.2f, 0.2f);
    return TetRefiner.refine(bar, (x, y, z) -> 0.1 * (1 - 0.75 * (x / LENGTH + 0.5)));
  }

  /**
   * How much more strongly the coarse half is pulled back than the fine one, from a wave along the
   * bar that is the same in both: u = c sin(2 pi x / L), along x or across.
   */
  private static double unevenness(boolean even, boolean across) {
    Body b =
        Body.builder("bar", uneven()).evenRegions(even).elasticity(Elasticity.alpha(1, 0)).build();
    Particles p = b.particles();
    float[] rest = p.x().clone();
    for (int i = 0; i < p.count(); i++) {
      float u = 0.01f * (float) StrictMath.sin(2 * Math.PI * rest[i] / LENGTH);
      if (across) {
        p.y()[i] += u;
      } else {
        p.x()[i] += u;
      }
    }
    b.disturbed();
    b.advance(0.01f, 0, 0, 0);
    double[] pull = new double[2];
    double[] size = new double[2];
    for (int i = 0; i < p.count(); i++) {
      double share = Math.abs(rest[i]) / LENGTH;
      if (share > 0.1 && share < 0.4) {
        double wave = StrictMath.sin(2 * Math.PI * rest[i] / LENGTH);
        int half = rest[i] < 0 ? 0 : 1;
        pull[half] -= wave * (across ? p.vy()[i] : p.vx()[i]);
        size[half] += wave * wave;
      }
    }
    assertThat(pull[0]).isPositive();
    assertThat(pull[1]).isPositive();
    return pull[0] / size[0] / (pull[1] / size[1]);
  }

  @Test
  void oneRingsMakeTheFineHalfOfAnUnevenBarSofter() {
    assertThat(unevenness(false, false)).isGreaterThan(2.5);
    assertThat(unevenness(false, true)).isGreaterThan(2.5);
  }

  @Test
  void regionsOfOneSizeMakeItEvenlyStiff() {
    assertThat(unevenness(true, false)).isBetween(0.65, 1.5);
    assertThat(unevenness(true, true)).isBetween(0.65, 1.5);
  }

  @Test
  void onAnEvenMeshRegionsOfOneSizeHoldTheOneRings() {
    TetMesh mesh = TestShapes.cuboid225();
    RegionLists rings = RegionLists.oneRings(mesh), even = RegionLists.even(mesh);
    for (int r = 0; r < rings.count(); r++) {
      int[] large =
          java.util.Arrays.copyOfRange(even.members(), even.starts()[r], even.starts()[r + 1]);
      for (int k = rings.starts()[r]; k < rings.starts()[r + 1]; k++) {
        assertThat(large).contains(rings.members()[k]);
      }
    }
  }
}
