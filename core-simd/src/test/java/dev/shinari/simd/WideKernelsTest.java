package dev.shinari.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The vector kernels give the bits of the scalar ones, kernel by kernel and in whole runs. */
class WideKernelsTest {
  private final Kernels wide = new WideKernels();
  private final Kernels scalar = KernelChoice.SCALAR;

  @Test
  void theProviderIsFoundWhereTheProcessorServes() {
    Kernels offered = new WideProvider().kernels();
    assertThat(KernelChoice.best().name()).isEqualTo(offered == null ? "scalar" : offered.name());
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("one tetrahedron", TetShapes.cuboid(1, 1, 1, 1, 1, 1), 1),
        Arguments.of("225", TetShapes.cuboid(4, 4, 8, 0.5f, 0.5f, 1), 1),
        Arguments.of("2,025", TetShapes.cuboid(8, 8, 24, 0.5f, 0.5f, 1), 1),
        Arguments.of("lattice w1", Lattice.block(6, 7, 8, 0.1f, 0, 0, 0), 1),
        Arguments.of("lattice w2", Lattice.block(17, 7, 20, 0.1f, 0, 0, 0), 2),
        Arguments.of("lattice w3", Lattice.block(8, 21, 9, 0.1f, 0, 0, 0), 3),
        Arguments.of("lattice w6", Lattice.block(15, 14, 19, 0.1f, 0, 0, 0), 6),
        Arguments.of("flat lattice", Lattice.block(15, 30, 0, 0.1f, 0, 0, 0), 3),
        Arguments.of("sheet", PointShapes.sheet(9, 9, 1, 1, 2), 1),
        Arguments.of("strand", PointShapes.strand(17, 1, 2), 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void wholeRunsGiveTheSameBits(String name, Cage cage, int w) {
    Body a = run(cage, w, scalar), b = run(cage, w, wide);
    assertThat(b.particles().x()).containsExactly(a.particles().x());
    assertThat(b.particles().y()).containsExactly(a.particles().y());
    assertThat(b.particles().vz()).containsExactly(a.particles().vz());
  }

  private static Body run(Cage cage, int w, Kernels kernels) {
    Body b =
        Body.builder("twin", cage)
            .halfWidth(w)
            .kernels(kernels)
            .elasticity(Elasticity.hertz(6, 0.1f))
            .build();
    Particles p = b.particles();
    Random random = new Random(5);
    for (int i = 0; i < p.count(); i++) {
      // Violent enough that some regions take the robust path.
      p.x()[i] += 0.2f * random.nextFloat();
      p.y()[i] *= -0.3f;
      p.z()[i] += 0.2f * random.nextFloat();
      p.vx()[i] = random.nextFloat();
    }
    b.hold(0);
    b.disturbed();
    for (int k = 0; k < 80; k++) {
      b.advance(1 / 60f, 0.1f, -9.81f, 0);
    }
    return b;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void wholeRunsWithExamplesGiveTheSameBits(String name, Cage cage, int w) {
    float middle = Bounds.of(cage.positions()).centerX();
    for (int examples : new int[] {1, 3, 5}) {
      for (Grouping g :
          new Grouping[] {
            examples == 1 ? new Grouping.Plane(middle, 0, 0, 1, 0, 0) : new Grouping.OneForAll(),
            new Grouping.EachRegion()
          }) {
        for (boolean cut : new boolean[] {false, true}) {
          Body a = runExamples(cage, w, scalar, examples, g, cut);
          Body b = runExamples(cage, w, wide, examples, g, cut);
          assertThat(b.particles().x()).containsExactly(a.particles().x());
          assertThat(b.particles().vz()).containsExactly(a.particles().vz());
          assertThat(b.projectedWeight(0, 0)).isEqualTo(a.projectedWeight(0, 0));
        }
      }
    }
  }

  /** Cut: a body whose regions change while it moves. */
  private static Body runExamples(
      Cage cage, int w, Kernels kernels, int examples, Grouping g, boolean cut) {
    Random random = new Random(5);
    List<ExamplePose> poses = new ArrayList<>();
    for (int k = 0; k < examples; k++) {
      float[] p = cage.positions().clone();
      for (int i = 0; i < p.length; i++) {
        p[i] += 0.1f * random.nextFloat() * (1 + p[(i + k) % p.length]);
      }
      poses.add(new ExamplePose("pose-" + k, p));
    }
    Body.Builder builder =
        Body.builder("twin", cage)
            .halfWidth(w)
            .kernels(kernels)
            .elasticity(Elasticity.hertz(6, 0.1f))
            .examples(ExampleSettings.of(poses).withLenient(true).withGrouping(g));
    Body b = (cut ? builder.editable() : builder).build();
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] += 0.2f * random.nextFloat();
      p.y()[i] *= 0.3f;
      p.vx()[i] = random.nextFloat();
    }
    b.disturbed();
    for (int k = 0; k < 4; k++) {
      if (cut && k == 1) {
        cut(b);
      }
      b.advance(1 / 60f, 0.1f, -9.81f, 0);
    }
    return b;
  }

  /** Parts all particles whose rest positions are on two sides of the center. */
  private static void cut(Body b) {
    BodyEditor editor = b.editor();
    float[] x = b.restX();
    for (int r = 0; r < b.regionCount(); r++) {
      int[] left = new int[editor.regionSize(r)];
      int n = 0;
      for (int k = 0; k < left.length; k++) {
        int i = editor.regionMember(r, k);
        if (x[i] < 0 == x[r] < 0) {
          left[n++] = i;
        }
      }
      editor.setRegion(r, left, n);
    }
    assertThat(editor.finish()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 15, 17, 100, 1023})
  void sumsAndMotionAgreeForAnyCount(int n) {
    Random random = new Random(n);
    float[][] a = new float[11][], b = new float[11][];
    for (int k = 0; k < a.length; k++) {
      a[k] = new float[n];
      for (int i = 0; i < n; i++) {
        a[k][i] = random.nextFloat() - 0.3f;
      }
      b[k] = a[k].clone();
    }
    float[] numbers = new float[16];
    for (int i = 0; i < 16; i++) {
      numbers[i] = random.nextFloat();
    }
    float[] scratch = new float[Kernels.SCRATCH];
    double[] first = new double[16], second = new double[16];
    scalar.motionSums(a[0], a[1], a[2], a[3], a[4], a[5], a[6], 0, n, scratch, first);
    wide.motionSums(b[0], b[1], b[2], b[3], b[4], b[5], b[6], 0, n, scratch, second);
    assertThat(second).containsExactly(first);
    scalar.pullSums(a[0], a[4], a[5], a[6], a[7], a[8], a[9], 0, n, scratch, first);
    wide.pullSums(b[0], b[4], b[5], b[6], b[7], b[8], b[9], 0, n, scratch, second);
    assertThat(second).containsExactly(first);
    scalar
        .offsets()
        .add(a[1], a[2], a[3], a[0], a[4], a[5], a[6], a[7], a[8], a[9], 0, n, scratch, first);
    wide.offsets()
        .add(b[1], b[2], b[3], b[0], b[4], b[5], b[6], b[7], b[8], b[9], 0, n, scratch, second);
    assertThat(second).containsExactly(first);
    for (int k = 7; k < 10; k++) {
      assertThat(b[k]).containsExactly(a[k]);
    }
    scalar.predict(numbers, a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], 0, n);
    wide.predict(numbers, b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], 0, n);
    for (int k = 7; k < 10; k++) {
      assertThat(b[k]).containsExactly(a[k]);
    }
    scalar.move(numbers, a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], 0, n);
    wide.move(numbers, b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], 0, n);
    for (int k = 1; k < 7; k++) {
      assertThat(b[k]).containsExactly(a[k]);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 24, 64})
  void offsetsOfPosesAgreeForAnyNumberOfExamples(int count) {
    for (int examples : new int[] {1, 2, 5}) {
      Random random = new Random(count + examples);
      float[] offsets = new float[3 * examples * count + 3];
      float[] weights = new float[examples * ExampleKernels.CHUNK];
      float[] whole = new float[3 * examples], work = new float[ExampleKernels.WORK];
      int[] used = {examples - 1};
      for (float[] list : new float[][] {offsets, weights, work}) {
        for (int i = 0; i < list.length; i++) {
          list[i] = random.nextFloat();
        }
      }
      for (int k = 0; k < examples; k++) { // one that the body as a whole has none of
        whole[examples + k] = k == 1 ? 0 : 0.5f;
        whole[2 * examples + k] = k == 1 ? 0 : 2;
      }
      float[] a = work.clone(), b = work.clone();
      scalar.offsets().mix(offsets, 3, weights, examples, used, 1, count, a);
      wide.offsets().mix(offsets, 3, weights, examples, used, 1, count, b);
      assertThat(b).containsExactly(a);
      scalar.offsets().mixOfEach(offsets, 3, weights, examples, count, a);
      wide.offsets().mixOfEach(offsets, 3, weights, examples, count, b);
      assertThat(b).containsExactly(a);
      scalar.offsets().mixOwn(offsets, 3, weights, whole, examples, examples, count, a);
      wide.offsets().mixOwn(offsets, 3, weights, whole, examples, examples, count, b);
      assertThat(b).containsExactly(a);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6})
  void weightsOfSingleRegionsAgreeCallAfterCall(int examples) {
    Random random = new Random(examples);
    int n = 24, lanes = ExampleKernels.laneExamples(examples), rows = lanes * (lanes + 1) / 2;
    float[] gram = new float[rows * n], c = new float[lanes * ExampleKernels.CHUNK];
    java.util.Arrays.fill(c, ExampleKernels.NEVER);
    double[][][] poses = new double[n][lanes][6];
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < lanes; k++) {
        for (int i = 0; i < 6 && k < examples; i++) {
          poses[j][k][i] = random.nextGaussian();
        }
        for (int l = 0; l <= k; l++) {
          double sum = k == l ? (k < examples ? 1e-3 : 1) : 0;
          for (int i = 0; i < 6; i++) {
            sum += poses[j][k][i] * poses[j][l][i];
          }
          gram[ExampleKernels.place(rows, k * (k + 1) / 2 + l, j)] = (float) sum;
        }
      }
    }
    float[][] w = new float[2][lanes * ExampleKernels.CHUNK], free = new float[2][(lanes + 1) * n];
    float[][] factors = new float[2][ExampleKernels.FACTORS * n];
    java.util.Arrays.fill(factors[0], -1);
    java.util.Arrays.fill(factors[1], -1);
    float[] scratch = new float[ExampleKernels.simplexScratch(lanes)];
    SimplexProjection spare = new SimplexProjection(examples);
    double[] at = new double[6];
    for (int call = 0; call < 40; call++) {
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < 6; i++) { // a strain that wanders
          at[i] = Math.sin(0.1 * call * (1 + i % 3) + j) + 0.3 * random.nextGaussian();
        }
        for (int k = 0; k < examples; k++) {
          double sum = 0;
          for (int i = 0; i < 6; i++) {
            sum += poses[j][k][i] * at[i];
          }
          c[k * ExampleKernels.CHUNK + j] = (float) sum;
        }
      }
      if (call % 10 == 0) { // as where a saved state comes back
        java.util.Arrays.fill(free[0], call % 20 == 0 ? 1 : 0);
        for (int j = 0; j < n; j++) {
          for (int k = 0; k < lanes; k++) {
            free[0][ExampleKernels.place(lanes + 1, k, j)] *= k < examples ? 1 : 0;
          }
          free[0][ExampleKernels.place(lanes + 1, lanes, j)] = 1;
        }
        free[1] = free[0].clone();
      }
      scalar
          .examples()
          .simplexWeights(gram, 0, c, examples, n, w[0], free[0], 0, factors[0], 0, scratch, spare);
      wide.examples()
          .simplexWeights(gram, 0, c, examples, n, w[1], free[1], 0, factors[1], 0, scratch, spare);
      for (int k = 0; k < examples; k++) {
        for (int j = 0; j < n; j++) {
          int to = k * ExampleKernels.CHUNK + j;
          assertThat(w[1][to]).isEqualTo(w[0][to]).isGreaterThanOrEqualTo(0);
        }
      }
      assertThat(free[1]).containsExactly(free[0]);
    }
  }

  @Test
  void rotationsOfAnyMatrixAgree() {
    Random random = new Random(3);
    int n = Kernels.TILE;
    float[] tile = new float[12 * n];
    for (int j = 0; j < n; j++) {
      float scale = new float[] {1, 1e-8f, 1e8f, 0, -1, Float.NaN, 1e30f, 1}[j % 8];
      for (int k = 3; k < 12; k++) {
        float value = (k == 3 || k == 7 || k == 11 ? 1 : 0) + random.nextFloat() - 0.5f;
        tile[k * n + j] = scale * (j % 16 > 8 && k > 8 ? 0 : value);
      }
    }
    float[][] q = new float[8][n];
    java.util.Arrays.fill(q[0], 1);
    java.util.Arrays.fill(q[4], 1);
    float[] r = new float[9 * n], s = new float[9 * n];
    int hard = scalar.fitRotations(tile, n, q[0], q[1], q[2], q[3], 0, r);
    assertThat(wide.fitRotations(tile, n, q[4], q[5], q[6], q[7], 0, s)).isEqualTo(hard);
    assertThat(s).containsExactly(r);
    for (int k = 0; k < 4; k++) {
      assertThat(q[4 + k]).containsExactly(q[k]);
    }
    for (float value : r) {
      assertThat(value).isBetween(-1.001f, 1.001f);
    }
  }
}
