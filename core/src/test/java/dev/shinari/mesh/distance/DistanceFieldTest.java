package dev.shinari.mesh.distance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.MeshEdits;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceFieldTest {
  @ParameterizedTest
  @ValueSource(floats = {1e-4f, 1, 1e4f})
  void aSphereHasItsAnalyticDistance(float scale) {
    DistanceField field = DistanceField.of(SurfaceShapes.sphere(24, scale), 24);
    Random random = new Random(1);
    float[] g = new float[3];
    for (int i = 0; i < 500; i++) {
      double x = 1.15 * (2 * random.nextDouble() - 1),
          y = 1.15 * (2 * random.nextDouble() - 1),
          z = 1.15 * (2 * random.nextDouble() - 1);
      double r = Math.sqrt(x * x + y * y + z * z);
      double d = field.sample(scale * x, scale * y, scale * z, g);
      assertThat(d).isCloseTo(scale * (r - 1), within(scale * (r < 0.2 ? 0.1 : 0.02)));
      if (r > 0.3) {
        assertThat(g[0] * x + g[1] * y + g[2] * z).isCloseTo(r, within(0.03 * r));
      }
    }
  }

  @Test
  void theGradientIsTheSlopeOfTheSamples() {
    DistanceField field =
        DistanceField.of(MeshEdits.turned(SurfaceShapes.cuboid(2, 2, 2, 1, 2, 0.5f), 0.8), 20);
    float[] g = new float[3];
    double e = 1e-5;
    Random random = new Random(4);
    for (int i = 0; i < 200; i++) {
      double x = 2 * random.nextDouble() - 1,
          y = 2 * random.nextDouble() - 1,
          z = 2 * random.nextDouble() - 1;
      field.sample(x, y, z, g);
      double sx = (field.sample(x + e, y, z) - field.sample(x - e, y, z)) / (2 * e);
      double sy = (field.sample(x, y + e, z) - field.sample(x, y - e, z)) / (2 * e);
      double sz = (field.sample(x, y, z + e) - field.sample(x, y, z - e)) / (2 * e);
      double l = Math.sqrt(sx * sx + sy * sy + sz * sz);
      if (l > 0.2) {
        assertThat((g[0] * sx + g[1] * sy + g[2] * sz) / l).isGreaterThan(0.98);
      }
    }
  }

  @Test
  void farAwayItGrowsAndPointsOutwards() {
    DistanceField field = DistanceField.of(SurfaceShapes.sphere(10, 1), 12);
    float[] g = new float[3];
    assertThat(field.sample(10, 0, 0, g)).isCloseTo(9, within(0.2));
    assertThat(g[0]).isGreaterThan(0.99f);
    assertThat(field.sample(-7, -7, 0, g)).isBetween(7.5, 9.5);
    assertThat(g[0]).isCloseTo(-0.707f, within(0.1f));
  }

  @Test
  void aNarrowBandEqualsTheFullFieldWithinIt() {
    TriangleMesh mesh = SurfaceShapes.torus(30, 16, 1, 0.4f);
    DistanceField full = DistanceField.of(mesh, 24), narrow = DistanceField.of(mesh, 24, 2, 0.3f);
    Random random = new Random(6);
    for (int i = 0; i < 1000; i++) {
      double x = 3 * random.nextDouble() - 1.5,
          y = random.nextDouble() - 0.5,
          z = 3 * random.nextDouble() - 1.5;
      double a = full.sample(x, y, z), b = narrow.sample(x, y, z);
      if (Math.abs(a) < 0.05) {
        assertThat(b).isCloseTo(a, within(2e-4));
      } else {
        assertThat(Math.signum(b)).isEqualTo(Math.signum(a));
      }
    }
  }

  @Test
  void brokenMeshesKeepTheirSign() {
    TriangleMesh sphere = SurfaceShapes.sphere(16, 1);
    for (TriangleMesh mesh :
        new TriangleMesh[] {
          MeshEdits.below(sphere, 0.93f),
          MeshEdits.turnedAbove(sphere, 0.4f),
          MeshEdits.turnedAbove(sphere, -2),
          MeshEdits.unwelded(sphere)
        }) {
      DistanceField field = DistanceField.of(mesh, 16);
      assertThat(field.sample(0, 0, 0)).isLessThan(-0.8);
      assertThat(field.sample(0, -0.9, 0)).isNegative();
      assertThat(field.sample(0, -1.1, 0)).isPositive();
      assertThat(field.sample(1.1, 0.3, 0)).isPositive();
    }
  }

  @Test
  void uselessMeshesAreRefused() {
    assertThatThrownBy(() -> DistanceField.of(new TriangleMesh(new float[9], new int[0]), 8))
        .hasMessageContaining("without triangles");
    assertThatThrownBy(
            () -> DistanceField.of(new TriangleMesh(new float[9], new int[] {0, 1, 2}), 8))
        .hasMessageContaining("points or lines");
    assertThatThrownBy(() -> DistanceField.of(SurfaceShapes.sphere(2, 1), 0))
        .hasMessageContaining("resolution");
    assertThatThrownBy(() -> DistanceField.of(SurfaceShapes.sphere(2, 1), 4, 2, Float.NaN))
        .hasMessageContaining("band");
  }
}
