package dev.shinari.articulated.shape;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.skeleton.Skeleton;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeshCutterTest {
  private static final ElasticMaterial RUBBER = new ElasticMaterial(2e5f, 0.4f);

  private static Skeleton chain(int joints) {
    Skeleton.Builder s = Skeleton.builder();
    for (int j = 0; j < joints; j++) {
      s.joint("joint-" + j, j - 1, 0.3 * (j - 0.5 * joints), 0, 0);
    }
    return s.build();
  }

  /** Regions that mean nothing: openings touch each other, pieces lie within pieces. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void aClosedMeshIsCutWhateverItsRegionsAre(int seed) {
    TriangleMesh ball = SurfaceShapes.sphere(3, 1);
    Skeleton chain = chain(4);
    Random random = new Random(seed);
    double[] seeds = random.doubles(3 * 7, -1, 1).toArray();
    int[] region = new int[ball.vertexCount()];
    for (int v = 0; v < region.length; v++) {
      double least = Double.POSITIVE_INFINITY;
      for (int k = 0; k < 7; k++) {
        double d = 0.3 * random.nextDouble();
        for (int c = 0; c < 3; c++) {
          double e = ball.positions()[3 * v + c] - seeds[3 * k + c];
          d += e * e;
        }
        if (d < least) {
          least = d;
          region[v] = k % 3;
        }
      }
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder("ball", chain);
    assertThat(MeshCutter.addParts(b, ball, region, RUBBER)).isPositive();
    ArticulatedBody body = b.build();
    assertThat(body.surface().triangleCount()).isGreaterThanOrEqualTo(ball.triangleCount());
  }

  @Test
  void openingsThatTouchInAVertexAreParted() {
    // Two caps of a ball that meet in one vertex: the belt between them is pinched there.
    TriangleMesh ball = SurfaceShapes.sphere(4, 1);
    int[] region = new int[ball.vertexCount()];
    for (int v = 0; v < region.length; v++) {
      float x = ball.positions()[3 * v], y = ball.positions()[3 * v + 1];
      region[v] = y > 0.35f * (1 - x) ? 2 : y < -0.35f * (1 - x) ? 0 : 1;
    }
    ArticulatedBody.Builder b = ArticulatedBody.builder("ball", chain(4));
    assertThat(MeshCutter.addParts(b, ball, region, RUBBER)).isGreaterThanOrEqualTo(3);
  }
}
