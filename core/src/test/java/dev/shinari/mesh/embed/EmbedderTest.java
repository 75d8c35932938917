package dev.shinari.mesh.embed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.Random;
import org.junit.jupiter.api.Test;

public class EmbedderTest {
  public static float[] restPosition(Embedding e, Cage cage, int v) {
    double[] at = new double[3];
    for (int k = 0; k < e.width(); k++) {
      for (int x = 0; x < 3; x++) {
        at[x] +=
            (double) e.weights()[e.width() * v + k]
                * cage.positions()[3 * e.indices()[e.width() * v + k] + x];
      }
    }
    return new float[] {(float) at[0], (float) at[1], (float) at[2]};
  }

  /** Partition of unity, and rest positions reproduced to a share of the surface's size. */
  public static void checkRest(Embedding e, Cage cage, double accuracy) {
    float[] p = e.surface().positions();
    Bounds b = e.surface().bounds();
    double size =
        b.longestSide() + Math.abs(b.centerX()) + Math.abs(b.centerY()) + Math.abs(b.centerZ());
    double worst = 0, worstSum = 0;
    for (int v = 0; v < e.surface().vertexCount(); v++) {
      double sum = 0;
      for (int k = 0; k < e.width(); k++) {
        sum += e.weights()[e.width() * v + k];
      }
      worstSum = Math.max(worstSum, Math.abs(sum - 1));
      float[] at = restPosition(e, cage, v);
      for (int x = 0; x < 3; x++) {
        worst = Math.max(worst, Math.abs((double) at[x] - p[3 * v + x]));
      }
    }
    assertThat(worstSum).isLessThan(1e-6);
    assertThat(worst).isLessThanOrEqualTo(accuracy * size);
  }

  private static TriangleMesh cloud(float[] positions) {
    return new TriangleMesh(positions, new int[0]);
  }

  private static float[] random(int points, double from, double to, long seed) {
    Random r = new Random(seed);
    float[] p = new float[3 * points];
    for (int i = 0; i < p.length; i++) {
      p[i] = (float) (from + (to - from) * r.nextDouble());
    }
    return p;
  }

  @Test
  void pointsInAndNearTheCageKeepTheirPlace() {
    Cage[] cages = {
      Lattice.block(4, 4, 4, 0.5f, -1, -1, -1),
      TetShapes.cuboid(4, 4, 4, 2, 2, 2),
      TetShapes.cuboid(1, 1, 1, 2, 2, 2)
    };
    for (Cage cage : cages) {
      Embedding inside = Embedder.embed(cloud(random(2000, -1, 1, 1)), cage);
      checkRest(inside, cage, 1e-6);
      for (float w : inside.weights()) {
        assertThat(w).isBetween(-1e-5f, 1 + 1e-5f);
      }
      checkRest(Embedder.embed(cloud(random(2000, -1.13, 1.13, 2)), cage), cage, 1e-6);
    }
  }

  @Test
  void cageVerticesCarryThemselves() {
    TetMesh ball = TetShapes.sphere(4, 1);
    Embedding e = Embedder.embed(ball.boundary(), ball);
    checkRest(e, ball, 1e-6);
    for (int v = 0; v < ball.vertexCount(); v++) {
      for (int k = 0; k < 4; k++) {
        if (e.indices()[4 * v + k] == v) {
          assertThat(e.weights()[4 * v + k]).isCloseTo(1, within(1e-4f));
        }
      }
    }
  }

  @Test
  void roundCagesCarryTheSurfaceJustOutsideOfThem() {
    // The true sphere stands outside of the coarse ball's flat faces.
    TetMesh ball = TetShapes.sphere(3, 1);
    Embedding e = Embedder.embed(SurfaceShapes.sphere(20, 1), ball);
    checkRest(e, ball, 1e-6);
    TetMesh tube = TetShapes.hollowCylinder(12, 1, 4, 0.6f, 1, 2);
    checkRest(
        Embedder.embed(SurfaceShapes.cylinder(8, 8, 1, 2), TetShapes.cylinder(2, 4, 1, 2)),
        TetShapes.cylinder(2, 4, 1, 2),
        1e-6);
    assertThat(Embedder.embed(SurfaceShapes.sphere(4, 0.1f), tube).weights())
        .doesNotContain(Float.NaN);
  }

  @Test
  void theContainingTetrahedronIsFound() {
    TetMesh mesh = TetShapes.cylinder(4, 6, 1, 2);
    float[] p = random(500, -0.6, 0.6, 9);
    Embedding e = Embedder.embed(cloud(p), mesh);
    // All weights are within [0, 1] only in the tetrahedron that holds the point.
    for (float w : e.weights()) {
      assertThat(w).isBetween(-1e-5f, 1 + 1e-5f);
    }
  }

  @Test
  void farPointsAreDrawnBackAndStayBounded() {
    Cage[] cages = {
      Lattice.block(4, 4, 4, 0.5f, -1, -1, -1),
      TetShapes.cuboid(4, 4, 4, 2, 2, 2),
      TetShapes.sphere(3, 1)
    };
    for (Cage cage : cages) {
      Embedding e = Embedder.embed(cloud(random(500, -1e4, 1e4, 4)), cage);
      for (int v = 0; v < 500; v++) {
        double sum = 0;
        for (int k = 0; k < e.width(); k++) {
          float w = e.weights()[e.width() * v + k];
          assertThat(w).isBetween(-4f, 4f);
          sum += w;
        }
        assertThat(sum).isCloseTo(1, within(1e-5));
        for (float x : restPosition(e, cage, v)) {
          assertThat(x).isBetween(-2f, 2f);
        }
      }
    }
  }

  @Test
  void emptyCornersOfALatticeUseTheNearestCell() {
    // An L of three cells; the point lies in the missing fourth.
    java.util.BitSet cells = new java.util.BitSet();
    cells.set(0, 3);
    Lattice l = new Lattice(new Lattice.Grid(1, 0, 0, 0, 3, 3, 2), cells);
    Embedding e = Embedder.embed(cloud(new float[] {1.1f, 1.4f, 0.5f, 1.4f, 1.1f, 0.5f}), l);
    checkRest(e, l, 1e-6);
    // A single cell in a long empty grid is found from its far end.
    java.util.BitSet one = new java.util.BitSet();
    one.set(0);
    Lattice row = new Lattice(new Lattice.Grid(1, 0, 0, 0, 31, 3, 2), one);
    float[] at = restPosition(Embedder.embed(cloud(new float[] {29, 0.5f, 0.5f}), row), row, 0);
    assertThat(at).containsExactly(1.5f, 0.5f, 0.5f);
  }

  @Test
  void flatLatticesCarryDrawings() {
    Lattice sheet = Lattice.block(5, 3, 0, 0.2f, 0, 0, 0);
    float[] p = random(300, 0, 0.6, 6);
    for (int i = 2; i < p.length; i += 3) {
      p[i] = 0;
    }
    Embedding e = Embedder.embed(cloud(p), sheet);
    assertThat(e.width()).isEqualTo(4);
    checkRest(e, sheet, 1e-6);
  }

  @Test
  void sheetsAndStrandsCarryWhatLiesOnThem() {
    PointCage sheet = PointShapes.sheet(4, 4, 2, 2, 1);
    checkRest(Embedder.embed(PointShapes.sheet(9, 7, 2, 2, 1).boundary(), sheet), sheet, 1e-6);
    PointCage strand = PointShapes.strand(8, 2, 1);
    Embedding e = Embedder.embed(cloud(new float[] {0.3f, 0, 0, 1.9f, 0, 0, 2, 0, 0}), strand);
    assertThat(e.width()).isEqualTo(2);
    checkRest(e, strand, 1e-6);
  }

  @Test
  void flatTetrahedraDoNotPoisonWeights() {
    float[] p = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1};
    TetMesh mesh = new TetMesh(p, new int[] {0, 1, 2, 3, 0, 1, 2, 4});
    Embedding e = Embedder.embed(cloud(random(200, -2, 2, 8)), mesh);
    for (float w : e.weights()) {
      assertThat(w).isBetween(-4f, 4f);
    }
    TetMesh flat = new TetMesh(p, new int[] {0, 1, 2, 3});
    Embedding f = Embedder.embed(cloud(new float[] {0.25f, 0.25f, 0, 0.5f, 0.2f, 3}), flat);
    assertThat(restPosition(f, flat, 0))
        .containsExactly(new float[] {0.25f, 0.25f, 0}, within(1e-6f));
    assertThat(restPosition(f, flat, 1))
        .containsExactly(new float[] {0.5f, 0.2f, 0}, within(1e-6f));
  }

  @Test
  void brokenPositionsAreRefused() {
    Lattice l = Lattice.block(1, 1, 1, 1, 0, 0, 0);
    assertThatThrownBy(() -> Embedder.embed(cloud(new float[] {0, 0, 0, 0, Float.NaN, 0}), l))
        .hasMessageContaining("vertex 1");
  }
}
