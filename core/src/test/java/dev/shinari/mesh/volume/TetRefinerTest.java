package dev.shinari.mesh.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.TetShapes;
import org.junit.jupiter.api.Test;

class TetRefinerTest {
  private static final TetMesh BAR = TetShapes.cuboid(8, 2, 2, 0.8f, 0.2f, 0.2f);

  private static TetMesh graded() {
    return TetRefiner.refine(BAR, (x, y, z) -> 0.1 * (x < 0 ? 1 : 1 - 0.75 * x / 0.4));
  }

  private static double meanEdge(TetMesh mesh, double fromX, double toX) {
    double sum = 0;
    int n = 0;
    float[] p = mesh.positions();
    for (int t = 0; t < mesh.tetCount(); t++) {
      for (int e = 0; e < 6; e++) {
        int a = 3 * mesh.tets()[4 * t + (e < 3 ? 0 : e < 5 ? 1 : 2)];
        int b = 3 * mesh.tets()[4 * t + (e < 3 ? e + 1 : e < 5 ? e - 1 : 3)];
        double middle = 0.5 * (p[a] + p[b]);
        if (middle >= fromX && middle <= toX) {
          double x = p[a] - p[b], y = p[a + 1] - p[b + 1], z = p[a + 2] - p[b + 2];
          sum += Math.sqrt(x * x + y * y + z * z);
          n++;
        }
      }
    }
    return sum / n;
  }

  @Test
  void volumeIsKeptAndEveryPieceIsPositive() {
    TetMesh mesh = graded();
    double sum = 0;
    for (int t = 0; t < mesh.tetCount(); t++) {
      assertThat(mesh.volume(t)).isPositive();
      sum += mesh.volume(t);
    }
    assertThat(sum).isCloseTo(0.8 * 0.2 * 0.2, within(1e-8));
    assertThat(mesh.tetCount()).isGreaterThan(2 * BAR.tetCount());
  }

  @Test
  void neighborsShareWholeFaces() {
    // Where a face were cut on one side only, both sides would show in the boundary.
    SurfaceReport report = new VolumeMesher(graded().boundary()).surface();
    assertThat(report.isClosed()).isTrue();
    assertThat(SurfaceReport.volume(graded().boundary())).isCloseTo(0.032, within(1e-8));
    double area = 0;
    double[] n = new double[3];
    TriangleMesh b = graded().boundary();
    for (int t = 0; t < b.triangles().length; t += 3) {
      area +=
          Geometry.areaVector(
              b.positions(), b.triangles()[t], b.triangles()[t + 1], b.triangles()[t + 2], n);
    }
    assertThat(area).isCloseTo(4 * 0.8 * 0.2 + 2 * 0.04, within(1e-6));
  }

  @Test
  void edgesAreSmallWhereTheyShouldBe() {
    TetMesh mesh = graded();
    assertThat(meanEdge(mesh, -0.4, -0.1) / meanEdge(mesh, 0.37, 0.4)).isBetween(2.8, 6.0);
  }

  @Test
  void aMeshThatIsFineEnoughStaysAsItIs() {
    TetMesh same = TetRefiner.refine(BAR, (x, y, z) -> 1);
    assertThat(same.positions()).containsExactly(BAR.positions());
    assertThat(same.tets()).containsExactly(BAR.tets());
  }
}
