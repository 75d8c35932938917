package dev.shinari.bench.contest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CuboidTest {
  /** A cube in five tetrahedra: 12 edges and 6 diagonals of faces. */
  @Test
  void everyEdgeIsThereOnce() {
    assertThat(Cuboid.edges(Cuboid.tets(1, 1, 1))).hasSize(2 * 18);
  }

  @Test
  void theFirstVelocitiesHaveNoMomentum() {
    float[] v = Cuboid.velocities(Cuboid.tets(4, 4, 8).positions());
    double[] sum = new double[3];
    for (int k = 0; k < v.length; k++) {
      sum[k % 3] += v[k];
    }
    assertThat(sum).containsExactly(new double[3], within(1e-6));
  }
}
