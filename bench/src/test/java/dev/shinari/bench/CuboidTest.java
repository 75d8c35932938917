package dev.shinari.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.TetMesh;
import org.junit.jupiter.api.Test;

class CuboidTest {
  @Test
  void tetrahedraFillTheCuboidAndAllPointTheSameWay() {
    TetMesh mesh = Cuboid.tets(3, 4, 5);
    double sum = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      assertThat(mesh.volume(t)).isPositive();
      sum += mesh.volume(t);
    }
    double cell = Cuboid.SPACING * Cuboid.SPACING * Cuboid.SPACING;
    assertThat(sum).isCloseTo(2 * 3 * 4 * cell, within(1e-4 * cell));
  }

  /** A cube in six tetrahedra: 12 edges, 6 diagonals of faces, 1 long diagonal. */
  @Test
  void everyEdgeIsThereOnce() {
    assertThat(Cuboid.edges(Cuboid.tets(2, 2, 2))).hasSize(2 * 19);
  }

  @Test
  void theFirstVelocitiesHaveNoMomentum() {
    float[] v = Cuboid.velocities(Cuboid.tets(5, 5, 9).positions());
    double[] sum = new double[3];
    for (int k = 0; k < v.length; k++) {
      sum[k % 3] += v[k];
    }
    assertThat(sum).containsExactly(new double[3], within(1e-6));
  }
}
