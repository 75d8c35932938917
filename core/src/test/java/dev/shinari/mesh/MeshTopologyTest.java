package dev.shinari.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MeshTopologyTest {
  @Test
  void ringsAreSortedAndComplete() {
    TetMesh mesh = TetShapes.sphere(3, 1);
    Adjacency ring = MeshTopology.neighbors(mesh), closed = MeshTopology.oneRings(mesh);
    assertThat(ring.size()).isEqualTo(mesh.vertexCount());
    for (int v = 0; v < mesh.vertexCount(); v++) {
      TreeSet<Integer> expected = new TreeSet<>();
      for (int t = 0; t < mesh.tets().length; t += 4) {
        for (int c = 0; c < 4; c++) {
          if (mesh.tets()[t + c] == v) {
            for (int d = 0; d < 4; d++) {
              expected.add(mesh.tets()[t + d]);
            }
          }
        }
      }
      assertThat(list(closed, v)).containsExactlyElementsOf(expected);
      expected.remove(v);
      assertThat(list(ring, v)).containsExactlyElementsOf(expected);
      assertThat(ring.count(v)).isEqualTo(expected.size());
    }
  }

  private static Iterable<Integer> list(Adjacency a, int v) {
    java.util.List<Integer> out = new java.util.ArrayList<>();
    for (int i = a.starts()[v]; i < a.starts()[v + 1]; i++) {
      out.add(a.members()[i]);
    }
    return out;
  }

  @Test
  void normalsOfASphereAreItsRadii() {
    TriangleMesh sphere = SurfaceShapes.sphere(10, 3);
    float[] n = MeshTopology.vertexNormals(sphere);
    for (int i = 0; i < n.length; i++) {
      assertThat(n[i]).isCloseTo(sphere.positions()[i] / 3, within(0.01f));
    }
    // However a corner of a cube is cut, its normal is the diagonal.
    float[] cube = MeshTopology.vertexNormals(SurfaceShapes.cuboid(1, 1, 1, 2, 2, 2));
    for (float x : cube) {
      assertThat(Math.abs(x)).isCloseTo((float) Math.sqrt(1.0 / 3), within(1e-6f));
    }
  }

  @Test
  void weldingUndoesUnwelding() {
    TriangleMesh sphere = SurfaceShapes.sphere(5, 1);
    TriangleMesh loose = MeshEdits.unwelded(sphere);
    Weld exact = MeshTopology.weld(loose, 0);
    assertThat(exact.mesh().vertexCount()).isEqualTo(sphere.vertexCount());
    assertThat(SurfaceReport.of(exact.mesh()).isClosed()).isTrue();
    float[] shaken = loose.positions().clone();
    java.util.Random random = new java.util.Random(2);
    for (int i = 0; i < shaken.length; i++) {
      shaken[i] += 1e-4f * (random.nextFloat() - 0.5f);
    }
    TriangleMesh rough = loose.withPositions(shaken);
    assertThat(MeshTopology.weld(rough, 0).mesh().vertexCount())
        .isGreaterThan(sphere.vertexCount());
    Weld near = MeshTopology.weld(rough, 1e-3f);
    assertThat(near.mesh().vertexCount()).isEqualTo(sphere.vertexCount());
    assertThat(near.vertexOfOld()).hasSize(loose.vertexCount());
    for (int v = 0; v < loose.vertexCount(); v++) {
      for (int x = 0; x < 3; x++) {
        assertThat(near.mesh().positions()[3 * near.vertexOfOld()[v] + x])
            .isCloseTo(shaken[3 * v + x], within(1.1e-3f));
      }
    }
  }

  @Test
  void negativeZeroIsZero() {
    TriangleMesh mesh =
        new TriangleMesh(new float[] {0, 0, 0, -0f, 0, -0f, 1, 0, 0}, new int[] {0, 1, 2});
    assertThat(MeshTopology.weld(mesh, 0).mesh().vertexCount()).isEqualTo(2);
  }

  @Test
  void reportsCountWhatIsWrong() {
    TriangleMesh cube = SurfaceShapes.cuboid(1, 1, 1, 1, 1, 1);
    int[] t = java.util.Arrays.copyOf(cube.triangles(), cube.triangles().length + 9);
    System.arraycopy(cube.triangles(), 0, t, 36, 3); // a duplicate
    t[39] = t[40] = 0; // collapsed
    t[41] = 1;
    t[42] = 0; // a fin across the cube: three triangles at one edge
    t[43] = 1;
    t[44] = 7;
    SurfaceReport report = SurfaceReport.of(new TriangleMesh(cube.positions(), t));
    assertThat(report.duplicateTriangles()).isEqualTo(1);
    assertThat(report.degenerateTriangles()).isEqualTo(1);
    assertThat(report.nonManifoldEdges()).isPositive();
    assertThat(report.isClosed()).isFalse();
    SurfaceReport open =
        SurfaceReport.of(new TriangleMesh(cube.positions(), java.util.Arrays.copyOf(t, 33)));
    assertThat(open.openEdges()).isEqualTo(3);
    assertThat(open.eulerCharacteristic()).isEqualTo(1);
    int[] turned = cube.triangles().clone();
    turned[0] = cube.triangles()[1];
    turned[1] = cube.triangles()[0];
    assertThat(SurfaceReport.of(new TriangleMesh(cube.positions(), turned)).inconsistentEdges())
        .isEqualTo(3);
    TriangleMesh two = MeshEdits.join(cube, MeshEdits.moved(cube, 4, 0, 0));
    assertThat(SurfaceReport.of(two).components()).isEqualTo(2);
    assertThat(SurfaceReport.of(two).volume()).isCloseTo(2, within(1e-6));
    assertThat(SurfaceReport.of(two).area()).isCloseTo(12, within(1e-6));
    SurfaceReport nothing = SurfaceReport.of(new TriangleMesh(new float[3], new int[0]));
    assertThat(nothing.isClosed()).isFalse();
    assertThat(nothing.unusedVertices()).isEqualTo(1);
  }

  @Test
  void badTetrahedraAreCountedAndTheFirstFiveNamed() {
    TetMesh good = TetShapes.cuboid(2, 2, 2, 1, 1, 1);
    int[] t = good.tets().clone();
    for (int bad : new int[] {3, 4, 10, 20, 30, 35}) {
      int swap = t[4 * bad];
      t[4 * bad] = t[4 * bad + 1];
      t[4 * bad + 1] = swap;
    }
    t[4 * 7] = t[4 * 7 + 1];
    TetReport report = TetReport.of(new TetMesh(good.positions(), t));
    assertThat(report.inverted()).isEqualTo(6);
    assertThat(report.flat()).isEqualTo(1);
    assertThat(report.firstBad()).containsExactly(3, 4, 7, 10, 20);
    assertThat(report.isValid()).isFalse();
  }

  @Test
  void compactingKeepsTheSurface() {
    TetMesh ball = TetShapes.sphere(3, 1);
    TriangleMesh skin = MeshTopology.compact(ball.boundary());
    assertThat(skin.vertexCount()).isEqualTo(92);
    assertThat(SurfaceReport.of(skin).volume())
        .isCloseTo(TetReport.of(ball).volume(), within(1e-6));
  }
}
