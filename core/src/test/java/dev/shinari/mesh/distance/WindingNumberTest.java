package dev.shinari.mesh.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.MeshEdits;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindingNumberTest {
  /** The slow, obvious twin: every triangle's solid angle. */
  private static double exact(TriangleMesh mesh, double x, double y, double z) {
    double sum = 0;
    int[] t = mesh.triangles();
    for (int i = 0; i < t.length; i += 3) {
      sum += Geometry.windingOfTriangle(mesh.positions(), t[i], t[i + 1], t[i + 2], x, y, z);
    }
    return sum;
  }

  @Test
  void anOctantSeesAnEighthOfTheSphere() {
    TriangleMesh one =
        new TriangleMesh(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 1, 2});
    assertThat(new WindingNumber(one).at(0, 0, 0)).isCloseTo(1.0 / 8, within(1e-12));
    // Behind the plane it is positive, before it negative, far away it vanishes.
    assertThat(new WindingNumber(one).at(1, 1, 1)).isNegative();
    assertThat(new WindingNumber(one).at(1e6, 1e6, 0)).isCloseTo(0, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1, 1e4})
  void closedSurfacesCountOneInsideAndZeroOutside(double scale) {
    for (TriangleMesh mesh :
        new TriangleMesh[] {
          SurfaceShapes.cuboid(1, 1, 1, 2, 2, 2),
          SurfaceShapes.sphere(20, 1),
          SurfaceShapes.torus(60, 30, 0.7f, 0.3f)
        }) {
      TriangleMesh scaled = MeshEdits.scaled(mesh, (float) scale);
      WindingNumber w = new WindingNumber(scaled);
      Random random = new Random(3);
      for (int i = 0; i < 500; i++) {
        double x = scale * (3 * random.nextDouble() - 1.5),
            y = scale * (3 * random.nextDouble() - 1.5),
            z = scale * (3 * random.nextDouble() - 1.5);
        double value = w.at(x, y, z);
        assertThat(value).isCloseTo(exact(scaled, x, y, z), within(0.01));
        assertThat(value).isCloseTo(Math.rint(value), within(0.01));
      }
    }
  }

  @Test
  void theTreeAgreesWithTheSumOverAllTrianglesOnASoup() {
    Random random = new Random(11);
    float[] p = new float[3 * 3000];
    int[] t = new int[3000];
    for (int i = 0; i < t.length; i++) {
      t[i] = i;
      int origin = 9 * (i / 3);
      for (int x = 0; x < 3; x++) {
        p[3 * i + x] = i % 3 == 0 ? random.nextFloat() : p[origin + x] + 0.05f * random.nextFloat();
      }
    }
    TriangleMesh soup = new TriangleMesh(p, t);
    WindingNumber w = new WindingNumber(soup);
    for (int i = 0; i < 300; i++) {
      double x = 3 * random.nextDouble() - 1,
          y = 3 * random.nextDouble() - 1,
          z = random.nextDouble();
      assertThat(w.at(x, y, z)).isCloseTo(exact(soup, x, y, z), within(0.005));
    }
  }

  @Test
  void aHoleLeavesASmoothGuess() {
    // A sphere without the cap above height c: seen from the center the hole takes (1 - c) / 2.
    TriangleMesh sphere = SurfaceShapes.sphere(40, 1);
    TriangleMesh open = MeshEdits.below(sphere, 0.9f);
    WindingNumber w = new WindingNumber(open);
    assertThat(w.at(0, 0, 0)).isCloseTo(1 - 0.1 / 2, within(0.01));
    assertThat(w.at(0, 0.6, 0)).isGreaterThan(0.7);
    assertThat(w.at(0, 1.3, 0)).isLessThan(0.3);
  }

  @Test
  void overlappingSpheresAddUp() {
    TriangleMesh both =
        MeshEdits.join(
            MeshEdits.moved(SurfaceShapes.sphere(12, 1), -0.5f, 0, 0),
            MeshEdits.moved(SurfaceShapes.sphere(12, 1), 0.5f, 0, 0));
    WindingNumber w = new WindingNumber(both);
    assertThat(w.at(0, 0, 0)).isCloseTo(2, within(0.01));
    assertThat(w.at(1.2, 0, 0)).isCloseTo(1, within(0.01));
    assertThat(w.at(0, 1.2, 0)).isCloseTo(0, within(0.01));
  }

  @Test
  void degenerateTrianglesCountNothing() {
    float[] p = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0};
    TriangleMesh needles = new TriangleMesh(p, new int[] {0, 1, 2, 0, 0, 0, 0, 3, 1});
    WindingNumber w = new WindingNumber(needles);
    assertThat(w.at(0.5, 0.1, 0)).isZero();
    assertThat(w.at(0.5, 0, 0)).isZero();
    assertThat(w.at(0, 0, 0)).isZero();
    assertThatThrownBy(() -> new WindingNumber(new TriangleMesh(p, new int[0])))
        .hasMessageContaining("without triangles");
  }

  @Test
  void coincidentTrianglesDoNotBreakTheTree() {
    int[] t = new int[3 * 5000];
    for (int i = 0; i < t.length; i++) {
      t[i] = i % 3;
    }
    TriangleMesh pile = new TriangleMesh(new float[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, t);
    assertThat(new WindingNumber(pile).at(0, 0, 0)).isCloseTo(5000.0 / 8, within(1e-6));
  }
}
