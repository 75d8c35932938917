package dev.shinari.mesh.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Adjacency;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TetReport;
import dev.shinari.mesh.TriangleMesh;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShapesTest {
  // A regular polygon of n corners on the unit circle has the area n/2 sin(2 pi / n).
  private static double polygon(int n) {
    return 0.5 * n * Math.sin(2 * Math.PI / n);
  }

  static Stream<Arguments> tetMeshes() {
    return Stream.of(
        tets("one cell", TetShapes.cuboid(1, 1, 1, 1, 1, 1), 1, 2),
        tets("flat cell", TetShapes.cuboid(2, 3, 1, 2, 3, 0.01f), 0.06, 2),
        tets("cuboid 225", TetShapes.cuboid(4, 4, 8, 1, 1, 2), 2, 2),
        tets("cuboid 2025", TetShapes.cuboid(8, 8, 24, 1, 1, 3), 3, 2),
        tets("tiny cuboid", TetShapes.cuboid(3, 2, 5, 1e-4f, 2e-4f, 1e-4f), 2e-12, 2),
        tets("huge cuboid", TetShapes.cuboid(3, 2, 5, 1e4f, 2e4f, 1e4f), 2e12, 2),
        tets("prism", TetShapes.cylinder(1, 1, 1, 2), 2 * polygon(6), 2),
        tets("cylinder", TetShapes.cylinder(5, 12, 0.5f, 2), 0.5 * polygon(30), 2),
        tets(
            "tube",
            TetShapes.hollowCylinder(24, 2, 10, 0.5f, 1, 2),
            2 * polygon(24) * (1 - 0.25),
            0),
        tets("square tube", TetShapes.hollowCylinder(4, 1, 1, 0.5f, 1, 1), polygon(4) * 0.75, 0),
        tets("ball of 1", TetShapes.sphere(1, 1), sphereVolume(1), 2),
        tets("ball of 2", TetShapes.sphere(2, 1), sphereVolume(2), 2),
        tets("ball of 7", TetShapes.sphere(7, 1), sphereVolume(7), 2));
  }

  private static Arguments tets(String name, TetMesh mesh, double volume, int euler) {
    return Arguments.of(name, mesh, volume, euler);
  }

  // The divergence theorem gives the volume of the divided icosahedron on its own.
  private static double sphereVolume(int frequency) {
    return SurfaceReport.of(SurfaceShapes.sphere(frequency, 1)).volume();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tetMeshes")
  void tetMeshesArePositiveConformingAndOfTheRightVolume(
      String name, TetMesh mesh, double volume, int euler) {
    TetReport report = TetReport.of(mesh);
    assertThat(report.isValid()).isTrue();
    assertThat(report.components()).isEqualTo(1);
    assertThat(report.unusedVertices()).isZero();
    // An overlap or a gap between tetrahedra would show in one of the two volumes.
    assertThat(report.volume()).isCloseTo(volume, within(1e-5 * volume));
    SurfaceReport skin = SurfaceReport.of(mesh.boundary());
    assertThat(skin.isClosed()).isTrue();
    assertThat(skin.volume()).isCloseTo(volume, within(1e-5 * volume));
    assertThat(skin.eulerCharacteristic()).isEqualTo(euler);
  }

  @Test
  void cuboidsHaveThePublishedParticleCounts() {
    assertThat(TetShapes.cuboid(4, 4, 8, 1, 1, 2).vertexCount()).isEqualTo(225);
    assertThat(TetShapes.cuboid(8, 8, 24, 1, 1, 3).vertexCount()).isEqualTo(2025);
    assertThat(TetShapes.cuboid(18, 18, 54, 1, 1, 3).vertexCount()).isEqualTo(19855);
    assertThat(TetShapes.sphere(5, 1).vertexCount()).isEqualTo(561);
  }

  @Test
  void cuboidsPreferNoDirection() {
    // Edge directions of an even block must be the same set after swapping any two axes.
    TetMesh mesh = TetShapes.cuboid(4, 4, 4, 1, 1, 1);
    Adjacency ring = MeshTopology.neighbors(mesh);
    double[] moment = new double[9];
    for (int v = 0; v < ring.size(); v++) {
      for (int i = ring.starts()[v]; i < ring.starts()[v + 1]; i++) {
        for (int a = 0; a < 9; a++) {
          float[] p = mesh.positions();
          int w = ring.members()[i];
          moment[a] +=
              (p[3 * w + a / 3] - p[3 * v + a / 3]) * (p[3 * w + a % 3] - p[3 * v + a % 3]);
        }
      }
    }
    assertThat(moment[4]).isCloseTo(moment[0], within(1e-4));
    assertThat(moment[8]).isCloseTo(moment[0], within(1e-4));
    assertThat(new double[] {moment[1], moment[2], moment[5]})
        .containsExactly(new double[3], within(1e-4));
  }

  static Stream<Arguments> surfaces() {
    return Stream.of(
        Arguments.of("box", SurfaceShapes.cuboid(1, 1, 1, 1, 2, 3), 6.0, 1e-6, 2),
        Arguments.of("fine box", SurfaceShapes.cuboid(3, 4, 5, 1, 2, 3), 6.0, 1e-6, 2),
        Arguments.of("sphere", SurfaceShapes.sphere(16, 2), 4 * Math.PI / 3 * 8, 0.01, 2),
        Arguments.of("icosahedron", SurfaceShapes.sphere(1, 1), 2.53615, 1e-5, 2),
        Arguments.of("cylinder", SurfaceShapes.cylinder(4, 5, 1, 2), 2 * polygon(24), 1e-6, 2),
        Arguments.of(
            "torus", SurfaceShapes.torus(48, 24, 1, 0.25f), 2 * Math.PI * Math.PI / 16, 0.02, 0),
        Arguments.of(
            "capsule",
            SurfaceShapes.capsule(48, 12, 6, 0.5f, 1),
            Math.PI * (0.25 + 0.5 / 3),
            0.01,
            2),
        Arguments.of("coarse capsule", SurfaceShapes.capsule(4, 1, 1, 1, 1), 2 + 4.0 / 3, 1e-6, 2),
        Arguments.of(
            "rope", PointShapes.rope(9, 6, 2, 0.1f, 1).boundary(), 0.02 * polygon(6), 1e-5, 2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("surfaces")
  void surfacesAreClosedAndFaceOutwards(
      String name, TriangleMesh mesh, double volume, double tolerance, int euler) {
    SurfaceReport report = SurfaceReport.of(mesh);
    assertThat(report.isClosed()).isTrue();
    assertThat(report.volume()).isCloseTo(volume, within(tolerance * volume));
    assertThat(report.eulerCharacteristic()).isEqualTo(euler);
    assertThat(report.degenerateTriangles()).isZero();
    assertThat(report.unusedVertices()).isZero();
  }

  @Test
  void aSheetHasOverlappingSquareRegionsAndFacesUp() {
    PointCage sheet = PointShapes.sheet(4, 3, 4, 3, 1);
    assertThat(sheet.vertexCount()).isEqualTo(20);
    assertThat(sheet.regionCount()).isEqualTo(20);
    // A corner has 4 members, an edge 6, the middle 9: 4 * 4 + 10 * 6 + 6 * 9.
    assertThat(sheet.members()).hasSize(4 * 4 + 10 * 6 + 6 * 9);
    float[] n = MeshTopology.vertexNormals(sheet.boundary());
    for (int v = 0; v < 20; v++) {
      assertThat(n[3 * v + 1]).isCloseTo(1, within(1e-6f));
    }
    assertThat(SurfaceReport.of(sheet.boundary()).area()).isCloseTo(12, within(1e-6));
  }

  @Test
  void aStrandHasChainRegions() {
    PointCage strand = PointShapes.strand(5, 10, 2);
    assertThat(strand.vertexCount()).isEqualTo(6);
    assertThat(strand.starts()).containsExactly(0, 3, 7, 12, 17, 21, 24);
    assertThat(strand.positions()[15]).isEqualTo(10);
    PointCage rope = PointShapes.rope(5, 3, 10, 0.1f, 1);
    assertThat(rope.starts()).containsExactly(0, 6, 15, 24, 33, 42, 48);
  }

  @Test
  void badSizesAreRefused() {
    assertThatThrownBy(() -> TetShapes.cuboid(0, 1, 1, 1, 1, 1)).hasMessageContaining("cellsX");
    assertThatThrownBy(() -> TetShapes.cuboid(1, 1, 1, 1, Float.NaN, 1))
        .hasMessageContaining("sizeY");
    assertThatThrownBy(() -> TetShapes.hollowCylinder(7, 1, 1, 1, 2, 1))
        .hasMessageContaining("even");
    assertThatThrownBy(() -> TetShapes.hollowCylinder(8, 1, 1, 2, 2, 1))
        .hasMessageContaining("innerRadius");
    assertThatThrownBy(() -> SurfaceShapes.sphere(0, 1)).hasMessageContaining("frequency");
  }
}
