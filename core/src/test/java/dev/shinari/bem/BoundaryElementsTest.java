package dev.shinari.bem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.parallel.Workers;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundaryElementsTest {
  private static final ElasticMaterial RUBBER = new ElasticMaterial(1e5f, 0.3f);

  private static TriangleMesh cube(int cells) {
    return SurfaceShapes.cuboid(cells, cells, cells, 1, 1, 1);
  }

  private static int[] all(TriangleMesh mesh) {
    return IntStream.range(0, mesh.vertexCount()).toArray();
  }

  private static int[] side(TriangleMesh mesh, float y) {
    return IntStream.range(0, mesh.vertexCount())
        .filter(v -> Math.abs(mesh.positions()[3 * v + 1] - y) < 1e-6)
        .toArray();
  }

  /** Traction of 1000 Pa along y on top and bottom of a cube. */
  private static double[] tension(TriangleMesh mesh) {
    double[] t = new double[9 * mesh.triangleCount()];
    for (int f = 0; f < mesh.triangleCount(); f++) {
      double y = 0;
      for (int c = 0; c < 3; c++) {
        y += mesh.positions()[3 * mesh.triangles()[3 * f + c] + 1] / 3;
      }
      for (int c = 0; c < 3 && Math.abs(y) > 0.4999; c++) {
        t[3 * (3 * f + c) + 1] = y > 0 ? 1000 : -1000;
      }
    }
    return t;
  }

  /** Stretch 1000 / E along y, contraction nu times that across: a linear field, centered. */
  private static double exact(float[] p, int i) {
    return (i % 3 == 1 ? 0.01 : -0.003) * p[i];
  }

  @ParameterizedTest
  @CsvSource({"4, 98, 0.01", "8, 386, 0.002"})
  void uniformTensionStretchesACubeExactly(int cells, int vertices, double tolerance) {
    TriangleMesh mesh = cube(cells);
    assertThat(mesh.vertexCount()).isEqualTo(vertices);
    BoundarySolver solver = new BoundarySolver(new BoundaryElements(mesh, RUBBER));
    assertThat(solver.rigidMotionRemoved()).isTrue();
    float[] p = mesh.positions();
    double[] u = solver.solve(new double[p.length], tension(mesh)).displacements();
    for (int i = 0; i < p.length; i++) {
      double largest = i % 3 == 1 ? 0.005 : 0.0015;
      assertThat(Math.abs(u[i] - exact(p, i))).isLessThan(tolerance * largest);
    }
  }

  @Test
  void aHeldCubeFeelsTheTractionsOfALinearFieldAcrossItsEdges() {
    TriangleMesh mesh = cube(3);
    float[] p = mesh.positions();
    double[] u = new double[p.length];
    for (int i = 0; i < u.length; i++) {
      u[i] = exact(p, i);
    }
    double[] t =
        new BoundarySolver(new BoundaryElements(mesh, RUBBER), all(mesh))
            .solve(u, null)
            .tractions();
    double[] want = tension(mesh);
    for (int i = 0; i < t.length; i++) {
      assertThat(Math.abs(t[i] - want[i])).isLessThan(0.01 * 1000);
    }
  }

  @Test
  void rigidTranslationCausesNoTraction() {
    TriangleMesh mesh = cube(3);
    double[] u = new double[mesh.positions().length];
    for (int i = 0; i < u.length; i++) {
      u[i] = i % 3 == 0 ? 0.3 : i % 3 == 1 ? -0.2 : 0.1;
    }
    double[] t =
        new BoundarySolver(new BoundaryElements(mesh, RUBBER), all(mesh))
            .solve(u, null)
            .tractions();
    double shear = 1e5 * 0.3; // traction of a shift as large over the body's length
    assertThat(Arrays.stream(t).map(Math::abs).max().getAsDouble()).isLessThan(1e-6 * shear);
  }

  @Test
  void smallRotationCausesHardlyAnyTraction() {
    TriangleMesh mesh = cube(3);
    float[] p = mesh.positions();
    double[] u = new double[p.length];
    for (int v = 0; v < p.length; v += 3) {
      u[v] = -0.01 * p[v + 1];
      u[v + 1] = 0.01 * p[v];
    }
    double[] t =
        new BoundarySolver(new BoundaryElements(mesh, RUBBER), all(mesh))
            .solve(u, null)
            .tractions();
    assertThat(Arrays.stream(t).map(Math::abs).max().getAsDouble()).isLessThan(0.01 * 1000);
  }

  @Test
  void aThickSphereUnderPressureConvergesAtSecondOrder() {
    double coarse = LameSphere.error(2), fine = LameSphere.error(4);
    double order = Math.log(coarse / fine) / Math.log(2);
    assertThat(order).isBetween(1.6, 3.0);
    assertThat(fine).isLessThan(0.06);
  }

  @Test
  void aChangedConditionByLowRankUpdateEqualsAFreshSolve() {
    TriangleMesh mesh = cube(3);
    int[] bottom = side(mesh, -0.5f), top = side(mesh, 0.5f);
    int[] held = IntStream.concat(Arrays.stream(bottom), Arrays.stream(top)).toArray();
    BoundarySolver solver = new BoundarySolver(new BoundaryElements(mesh, RUBBER), held);
    solver.hold(
        IntStream.range(0, mesh.vertexCount())
            .filter(v -> !solver.isHeld(v))
            .findFirst()
            .getAsInt());
    solver.release(top[0]);
    solver.release(top[5]);
    compare(mesh, solver);
  }

  @Test
  void releasingACornerOfAnAllHeldCubeEqualsAFreshSolve() {
    TriangleMesh mesh = cube(2);
    BoundarySolver solver = new BoundarySolver(new BoundaryElements(mesh, RUBBER), all(mesh));
    solver.release(0); // a corner: three tractions
    solver.release(1);
    solver.hold(1); // and back
    compare(mesh, solver);
  }

  private static void compare(TriangleMesh mesh, BoundarySolver solver) {
    double[] u = new double[mesh.positions().length];
    for (int i = 0; i < u.length; i++) {
      u[i] = 0.01 * Math.sin(7 * i);
    }
    BoundarySolver.Solution a = solver.solve(u, null);
    BoundarySolver.Solution b = solver.refactored().solve(u, null);
    assertClose(a.displacements(), b.displacements());
    assertClose(a.tractions(), b.tractions());
  }

  private static void assertClose(double[] a, double[] b) {
    double size = Arrays.stream(b).map(Math::abs).max().getAsDouble();
    for (int i = 0; i < a.length; i++) {
      assertThat(Math.abs(a[i] - b[i])).isLessThan(1e-6 * size);
    }
  }

  @Test
  void aPulledBarGivesBackItsStiffness() {
    // A slender bar held at one end and shifted at the other: force about E A / L.
    float length = 4;
    TriangleMesh mesh = SurfaceShapes.cuboid(2, 8, 2, 1, length, 1);
    int[] joint = new int[mesh.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      float y = mesh.positions()[3 * v + 1];
      joint[v] = y < -1.999f ? 0 : y > 1.999f ? 1 : -1;
    }
    JointedOperator o =
        new JointedOperator(
            new BoundaryElements(mesh, RUBBER), joint, new double[] {0, -2, 0, 0, 2, 0});
    assertThat(o.stiffness(7, 7)).isBetween(0.97 * 1e5 / length, 1.1 * 1e5 / length);
    assertThat(o.stiffness(1, 7))
        .isCloseTo(-o.stiffness(7, 7), org.assertj.core.data.Percentage.withPercentage(0.01));
  }

  @Test
  void theStiffnessOfAnExoskeletonIsSymmetricAndKnowsNoRigidMotion() {
    TriangleMesh mesh = cube(2);
    double[] k = new SurfaceStiffness(new BoundaryElements(mesh, RUBBER)).matrix();
    int n = mesh.positions().length;
    float[] p = mesh.positions();
    double largest = Arrays.stream(k).map(Math::abs).max().getAsDouble();
    for (int i = 0; i < n; i++) {
      double shift = 0, turn = 0;
      for (int j = 0; j < n; j++) {
        assertThat(Math.abs(k[i * n + j] - k[j * n + i])).isLessThan(1e-9 * largest);
        shift += j % 3 == 0 ? k[i * n + j] : 0;
        turn += k[i * n + j] * (j % 3 == 0 ? -p[j + 1] : j % 3 == 1 ? p[j - 1] : 0);
      }
      assertThat(Math.abs(shift)).isLessThan(1e-9 * largest);
      assertThat(Math.abs(turn)).isLessThan(1e-9 * largest);
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {0.5f, 0.7f, -1f, Float.NaN})
  void aPoissonRatioWithoutASolutionIsRefused(float ratio) {
    assertThatThrownBy(() -> new ElasticMaterial(1e5f, ratio))
        .hasMessageContaining("poissonRatio must be above -1 and below 0.5");
  }

  @Test
  void openAndInsideOutMeshesAreRefusedWithALine() {
    TriangleMesh mesh = cube(2);
    TriangleMesh open =
        new TriangleMesh(
            mesh.positions(), Arrays.copyOf(mesh.triangles(), mesh.triangles().length - 3));
    assertThatThrownBy(() -> new BoundaryElements(open, RUBBER)).hasMessageContaining("open");
    int[] t = mesh.triangles().clone();
    for (int i = 0; i < t.length; i += 3) {
      int a = t[i];
      t[i] = t[i + 1];
      t[i + 1] = a;
    }
    assertThatThrownBy(() -> new BoundaryElements(new TriangleMesh(mesh.positions(), t), RUBBER))
        .hasMessageContaining("inside out");
  }

  @Test
  void luSolvesAcrossPanelBorders() {
    for (int n : new int[] {1, 2, 3, 63, 64, 65, 95, 97, 130, 200}) {
      double[] a = new double[n * n];
      java.util.Random random = new java.util.Random(n);
      for (int i = 0; i < a.length; i++) {
        a[i] = random.nextDouble() - 0.5;
      }
      double[] x = random.doubles(n).toArray();
      double[] b = new double[n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          b[i] += a[i * n + j] * x[j];
        }
      }
      new DenseLu(a, n).solve(b);
      assertThat(b).containsExactly(x, org.assertj.core.data.Offset.offset(1e-9));
    }
  }

  @Test
  void factorsAndSolutionsHaveTheSameBitsForAnyNumberOfThreads() {
    TriangleMesh mesh = SurfaceShapes.sphere(4, 0.5f);
    int[] joint = new int[mesh.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      float y = mesh.positions()[3 * v + 1];
      joint[v] = y < -0.4f ? 0 : y > 0.4f ? 1 : -1;
    }
    double[] places = {0, -0.5, 0, 0, 0.5, 0};
    BoundaryElements elements = new BoundaryElements(mesh, RUBBER);
    JointedOperator alone = new JointedOperator(elements, joint, places);
    for (int threads : new int[] {2, 3}) {
      try (Workers workers = new Workers(threads)) {
        JointedOperator shared = new JointedOperator(elements, joint, places, workers);
        for (int i = 0; i < 12; i++) {
          for (int k = 0; k < 12; k++) {
            assertThat(shared.stiffness(i, k)).isEqualTo(alone.stiffness(i, k));
          }
        }
        for (int p = 0; p < 24; p++) {
          assertThat(shared.column(p, 7, p % 3)).isEqualTo(alone.column(p, 7, p % 3));
        }
      }
    }
  }

  @Test
  void aHeldBarHangsUnderItsWeightAsABeamDoes() {
    // Bending of a beam of length L and radius r by its weight: rho g L^4 / (2 E r^2) at the end;
    // shear adds rho g L^2 / (2 k G), with k = 0.9 for a circle.
    float length = 1, radius = 0.15f;
    TriangleMesh bar = SurfaceShapes.cylinder(3, 10, radius, length);
    double low = bar.bounds().minY();
    BoundaryElements elements = new BoundaryElements(bar, new ElasticMaterial(1e5f, 0.3f));
    int[] held =
        java.util.stream.IntStream.range(0, bar.vertexCount())
            .filter(v -> elements.position(v, 1) < low + 1e-4)
            .toArray();
    double[][] sway = new BoundarySolver(elements, held).sway(new double[3]);
    double tip = 0;
    for (int v = 0; v < bar.vertexCount(); v++) {
      tip = Math.max(tip, sway[0][3 * v]);
    }
    double bend = 1 / (2 * 1e5 * radius * radius), shear = 1 / (2 * 0.9 * 1e5 / 2.6);
    assertThat(tip).isCloseTo(bend + shear, org.assertj.core.data.Percentage.withPercentage(12));
    // Stretched by its weight along its axis: rho g L^2 / (2 E).
    double end = 0;
    for (int v = 0; v < bar.vertexCount(); v++) {
      end = Math.max(end, sway[1][3 * v + 1]);
    }
    assertThat(end).isCloseTo(1 / 2e5, org.assertj.core.data.Percentage.withPercentage(8));
  }
}
