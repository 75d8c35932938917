package dev.shinari.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.region.FitTile;
import dev.shinari.body.region.RegionLists;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExampleGroupsTest {
  private final TetMesh mesh = TetShapes.cuboid(3, 3, 12, 0.3f, 0.3f, 1.2f);
  private final RegionLists lists = RegionLists.oneRings(mesh);

  /** Weights of all regions where one half has the first weight and the other half the second. */
  private float[] weights(int border, double front, double back) {
    int n = lists.count(), padded = Regions.roundUp(n, Kernels.LANES);
    int[] slots = new int[n];
    for (int r = 0; r < n; r++) {
      slots[r] = r;
    }
    assertThat(padded).isLessThanOrEqualTo(Kernels.TILE);
    ExampleGroups.Tiles one =
        new ExampleGroups.Tiles(new int[] {0}, new int[] {padded}, padded, slots);
    Grouping middle = new Grouping.Plane(0, 0, Bounds.of(mesh.positions()).centerZ(), 0, 0, 1);
    ExampleGroups groups = ExampleGroups.of(middle, border, lists, one, mesh.positions());
    float[] all = new float[padded];
    ExampleChunk chunk = new ExampleChunk(1);
    FitTile tile = new FitTile(0);
    tile.count = padded;
    double[][] w = {{1 - front, front}, {1 - back, back}};
    for (int j = 0; j < padded; j += ExampleKernels.CHUNK) {
      chunk.enter(tile, j);
      groups.spreadWeights(0, w, chunk);
      System.arraycopy(chunk.weights, 0, all, j, chunk.count);
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0.45", "2, 0.3", "4, 0.21"})
  void weightsOfNeighborsDifferByLessTheWiderTheBorder(int border, double most) {
    float[] w = weights(border, 1, 0);
    double jump = 0;
    for (int r = 0; r < lists.count(); r++) {
      for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
        jump = Math.max(jump, Math.abs(w[r] - w[lists.members()[e]]));
      }
    }
    assertThat(jump).isLessThanOrEqualTo(most);
    // Far from the border nothing is blended.
    assertThat(w[0]).isCloseTo(0, within(0.01f));
    assertThat(w[lists.count() - 1]).isCloseTo(1, within(0.01f));
  }

  @ParameterizedTest
  @CsvSource({"0", "2", "4"})
  void equalWeightsOfGroupsStayWhatTheyAre(int border) {
    float[] w = weights(border, 0.7, 0.7);
    for (int r = 0; r < lists.count(); r++) {
      assertThat(w[r]).isCloseTo(0.7f, within(1e-6f));
    }
  }
}
