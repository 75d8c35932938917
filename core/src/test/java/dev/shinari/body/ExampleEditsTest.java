package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.ExampleTargets;
import dev.shinari.example.Grouping;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.element.ElementBody;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.parallel.Workers;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples of bodies whose particles and regions change: all kinds of bodies and of groups. */
class ExampleEditsTest {
  private static final float STEP = 1 / 240f;
  private static final String[] KINDS = {"tetrahedra", "lattice", "sheet", "rope"};
  private static final String[] GROUPS = {"one", "each", "plane", "sets", "handles"};

  private static List<String[]> pairs() {
    List<String[]> all = new ArrayList<>();
    for (String kind : KINDS) {
      for (String group : GROUPS) {
        all.add(new String[] {kind, group});
      }
    }
    return all;
  }

  /** All about 1 long in x. */
  private static Cage cage(String kind) {
    return switch (kind) {
      case "tetrahedra" -> TetShapes.cuboid(8, 3, 3, 1, 0.3f, 0.3f);
      case "lattice" -> Lattice.block(8, 3, 3, 0.125f, 0, 0, 0);
      case "sheet" -> PointShapes.sheet(12, 6, 1, 0.5f, 1);
      default -> rope(16, 6);
    };
  }

  /** Rings of points; a region holds a point's own ring and those beside it. */
  private static PointCage rope(int rings, int sides) {
    float[] p = PointShapes.rope(rings - 1, sides, 1, 0.05f, 1).positions();
    int n = rings * sides;
    assertThat(p).hasSize(3 * n);
    List<Integer> members = new ArrayList<>();
    int[] starts = new int[n + 1];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (Math.abs(i / sides - j / sides) < 2) {
          members.add(j);
        }
      }
      starts[i + 1] = members.size();
    }
    return new PointCage(
        p, starts, members.stream().mapToInt(Integer::intValue).toArray(), new int[0]);
  }

  private static List<ExamplePose> poses(Cage cage) {
    Bounds box = Bounds.of(cage.positions());
    Span x = Span.of(box, Axis.X);
    boolean sheet = box.sizeY() < 1e-4f;
    return List.of(
        new ExamplePose("bend", new Deformer.Bend(x, Axis.Y, 1.2).apply(cage.positions())),
        new ExamplePose(
            "shear", new Deformer.Shear(x, sheet ? Axis.Z : Axis.Y, 0.5).apply(cage.positions())),
        new ExamplePose("stretch", new Deformer.Stretch(x, 1.4, false).apply(cage.positions())));
  }

  private static Grouping grouping(String word, Cage cage) {
    Bounds box = Bounds.of(cage.positions());
    float[] p = cage.positions();
    int[] right = IntStream.range(0, p.length / 3).filter(i -> p[3 * i] > box.centerX()).toArray();
    int[] first = {0}, last = {right[right.length - 1]};
    return switch (word) {
      case "one" -> new Grouping.OneForAll();
      case "each" -> new Grouping.EachRegion();
      case "plane" -> new Grouping.Plane(box.centerX(), 0, 0, 1, 0, 0);
      case "sets" -> new Grouping.Sets(List.of(new Grouping.VertexSet("right", right)));
      default ->
          new Grouping.Handles(
              List.of(new Grouping.VertexSet("far", last), new Grouping.VertexSet("near", first)));
    };
  }

  private static Body.Builder builder(String kind, Cage cage) {
    Body.Builder b = Body.builder(kind, cage).halfWidth(1).editable();
    if (kind.equals("rope")) {
      float[] mass = new float[cage.vertexCount()];
      Arrays.fill(mass, 0.01f);
      b.editable(mass).bends(true);
    }
    return b;
  }

  private static Body body(String kind, String group, Elasticity elasticity) {
    Cage cage = cage(kind);
    return builder(kind, cage)
        .elasticity(elasticity)
        .examples(ExampleSettings.of(poses(cage)).withBorder(1).withGrouping(grouping(group, cage)))
        .build();
  }

  private static void copyState(Body from, Body to) {
    Particles p = from.particles(), q = to.particles();
    float[][] a = {p.x(), p.y(), p.z(), p.vx(), p.vy(), p.vz()};
    float[][] b = {q.x(), q.y(), q.z(), q.vx(), q.vy(), q.vz()};
    q.originX = p.originX;
    q.originY = p.originY;
    q.originZ = p.originZ;
    for (int k = 0; k < a.length; k++) {
      System.arraycopy(a[k], 0, b[k], 0, p.count());
    }
    to.disturbed();
  }

  /** Somewhere between the rest shape and the first two poses, with some noise. */
  private static void deform(Body b, Random random) {
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      float x = b.restX()[i], y = b.restY()[i], z = b.restZ()[i];
      p.x()[i] = 1.1f * x + 0.01f * random.nextFloat();
      p.y()[i] = y + 0.2f * x + 0.3f * x * x + 0.01f * random.nextFloat();
      p.z()[i] = z + 0.1f * x + 0.01f * random.nextFloat();
      p.vx()[i] = random.nextFloat() - 0.5f;
      p.vy()[i] = p.vz()[i] = 0;
    }
    b.disturbed();
  }

  /**
   * Descriptors agree to 5e-5, offsets and bends to 2e-5 of the length, Gram matrices to 1e-3 of
   * their trace: float rounding of fits, amplified by the inverse of thin regions.
   */
  @ParameterizedTest
  @MethodSource("pairs")
  void anEditedBodyIsWhatItWouldBeBuiltAs(String kind, String group) {
    for (int seed = 1; seed <= 4; seed++) {
      Random random = new Random(seed);
      EditedBody edited = new EditedBody(body(kind, group, Elasticity.hertz(4, 0.1f)));
      for (int batch = 0; batch < 6; batch++) {
        edited.edit(random);
      }
      Body a = edited.body, b = edited.rebuilt();
      String where = kind + ", " + group + ", seed " + seed;
      assertThat(b.exampleGroupCount()).isEqualTo(a.exampleGroupCount());
      compareRest(a.examples, b.examples, where);
      for (int g = 0; g < a.exampleGroupCount(); g++) {
        double[] u = a.examples.weights.gram(g), v = b.examples.weights.gram(g);
        double trace = v[0] + v[4] + v[8];
        for (int c = 0; c < u.length; c++) {
          assertThat(u[c]).as(where).isCloseTo(v[c], within(1e-3 * trace));
        }
      }
      deform(a, random);
      copyState(a, b);
      for (int s = 0; s < 3; s++) {
        a.advance(STEP, 0, 0, 0);
        b.advance(STEP, 0, 0, 0);
      }
      for (int g = 0; g < a.exampleGroupCount(); g++) {
        for (int k = 0; k < 3; k++) {
          assertThat(a.projectedWeight(g, k))
              .as(where)
              .isCloseTo(b.projectedWeight(g, k), within(2e-3));
        }
      }
      for (int i = 0; i < a.particles().count(); i++) {
        float[] x = a.particles().x(), y = a.particles().y();
        assertThat(x[i]).as(where).isCloseTo(b.particles().x()[i], within(2e-4f));
        assertThat(y[i]).as(where).isCloseTo(b.particles().y()[i], within(2e-4f));
      }
      assertThat(a.elasticEnergy())
          .as(where)
          .isCloseTo(b.elasticEnergy(), within(0.01 * Math.abs(b.elasticEnergy()) + 1e-6));
    }
  }

  private static void compareRest(ExampleTargets a, ExampleTargets b, String where) {
    int n = a.regions.regionCount();
    for (int r = 0; r < n; r++) {
      for (int c = 0; c < 18; c++) {
        int at = ExampleKernels.place(18, c, r);
        assertThat(a.rest.deltas[at]).as(where).isCloseTo(b.rest.deltas[at], within(5e-5f));
      }
      for (int c = 0; c < 6; c++) {
        int at = ExampleKernels.place(6, c, r);
        assertThat(a.rest.moments[at]).as(where).isCloseTo(b.rest.moments[at], within(1e-5f));
        assertThat(a.rest.rest[at]).as(where).isCloseTo(b.rest.rest[at], within(5e-5f));
      }
      for (int c = 0; c < 9 && a.offsets != null; c++) {
        float wanted = b.offsets == null ? 0 : b.offsets.offset(c / 3, c % 3, r);
        assertThat(a.offsets.offset(c / 3, c % 3, r)).as(where).isCloseTo(wanted, within(2e-5f));
      }
      for (int k = 0; k < 3 && a.bends != null; k++) {
        assertThat(a.bends.product(r, k, k))
            .as(where)
            .isCloseTo(b.bends.product(r, k, k), within(5e-5));
      }
      if (a.groups != null) {
        assertThat(a.groups.ofSlot()[r]).as(where).isEqualTo(b.groups.ofSlot()[r]);
      }
    }
    for (int g = 0; g < a.weights.count() && a.groups != null; g++) {
      assertThat(a.groups.size(g)).as(where).isEqualTo(b.groups.size(g));
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void partsOfABodyFollowTheirOwnGroupsOnceItHasComeApart(String kind, String group) {
    Body b = body(kind, group, Elasticity.hertz(4, 0.1f));
    EditedBody edited = new EditedBody(b);
    float cut = 0.1f; // of the group on the right, so that it is on both sides
    edited.cut(b.restX(), cut);
    // What is left of the middle is stretched, what is right of it is as it was.
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] = (b.restX()[i] < 0 ? 1.4f : 1) * b.restX()[i];
      p.y()[i] = b.restY()[i];
      p.z()[i] = b.restZ()[i];
    }
    b.disturbed();
    b.advance(STEP, 0, 0, 0);
    b.advance(STEP, 0, 0, 0);
    float[] stretched = new float[p.count()];
    b.exampleWeights(2, stretched); // from here on they are kept
    b.advance(STEP, 0, 0, 0);
    b.exampleWeights(2, stretched);
    double left = 0, right = 0;
    int lefts = 0, rights = 0;
    for (int i = 0; i < p.count(); i++) {
      if (b.restX()[i] < -0.2f) {
        left += stretched[i];
        lefts++;
      } else if (b.restX()[i] > 0.2f) {
        right += stretched[i];
        rights++;
      }
    }
    left /= lefts;
    right /= rights;
    if (group.equals("one")) {
      assertThat(left).isCloseTo(right, within(1e-6)).isBetween(0.2, 0.8);
    } else {
      assertThat(left).as("stretched part").isGreaterThan(0.75);
      assertThat(right).as("the other part").isLessThan(0.25);
    }
    if (b.exampleGroupCount() == 2) {
      int there = b.exampleGroupAt(p.count() - 1), here = 1 - there;
      assertThat(b.exampleWeight(here, b.examplePose("stretch"))).isGreaterThan(0.75);
      assertThat(b.exampleWeight(b.exampleGroupName(there), "stretch")).isLessThan(0.25);
      assertThat(b.restWeight(there)).isGreaterThan(0.6);
    }
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void momentumAndSpinAreKeptWhileItChanges(String kind, String group) {
    Random random = new Random(7);
    EditedBody edited = new EditedBody(body(kind, group, Elasticity.hertz(3, 0.05f)));
    Body b = edited.body;
    edited.edit(random);
    deform(b, random);
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
    }
    for (int s = 0; s < 400; s++) {
      b.advance(STEP, 0, 0, 0);
    }
    double[] c = new double[6];
    b.centerMotion(c);
    double[] turn = new double[3];
    for (int i = 0; i < p.count(); i++) {
      double x = p.x()[i] - c[0], y = p.y()[i] - c[1], z = p.z()[i] - c[2], m = p.mass()[i];
      turn[0] += m * (y * p.vz()[i] - z * p.vy()[i]);
      turn[1] += m * (z * p.vx()[i] - x * p.vz()[i]);
      turn[2] += m * (x * p.vy()[i] - y * p.vx()[i]);
    }
    for (int a = 0; a < 3; a++) { // a length and a mass of 1: of swings of some 0.1 m and 1 m/s
      assertThat(c[3 + a]).isCloseTo(0, within(1e-4));
      assertThat(turn[a] / b.totalMass()).isCloseTo(0, within(6e-4));
    }
    assertThat(b.isFrozen()).isFalse();
  }

  private static Body run(String kind, String group, int threads) {
    Random random = new Random(3);
    EditedBody edited = new EditedBody(body(kind, group, Elasticity.hertz(5, 0.1f)));
    deform(edited.body, random);
    try (Workers workers = new Workers(threads)) {
      for (int batch = 0; batch < 5; batch++) {
        edited.edit(random);
        for (int s = 0; s < 10; s++) {
          edited.body.advance(STEP, 0, -9.81f, 0, workers);
        }
      }
    }
    return edited.body;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void oneThreadAndThreeGiveTheSameBits(String kind, String group) {
    Body a = run(kind, group, 1), b = run(kind, group, 3);
    int n = a.particles().count();
    assertThat(Arrays.copyOf(b.particles().x(), n))
        .containsExactly(Arrays.copyOf(a.particles().x(), n));
    assertThat(Arrays.copyOf(b.particles().vy(), n))
        .containsExactly(Arrays.copyOf(a.particles().vy(), n));
  }

  /** Back to before the first change, and to between changes. */
  @ParameterizedTest
  @MethodSource("pairs")
  void fromASnapshotItGoesOnWithTheSameBits(String kind, String group) {
    for (int before = 0; before < 2; before++) {
      Body b = body(kind, group, Elasticity.hertz(5, 0.1f));
      deform(b, new Random(3));
      if (before == 1) {
        new EditedBody(b).edit(new Random(4));
      }
      b.advance(STEP, 0, 0, 0);
      BodyState state = b.save();
      float[] first = null;
      for (int round = 0; round < 3; round++) {
        EditedBody edited = new EditedBody(b);
        for (int s = 0; s < 10; s++) {
          b.advance(STEP, 0, -9.81f, 0);
        }
        Random random = new Random(round == 1 ? 9 : 5); // the middle round goes another way
        edited.edit(random);
        edited.edit(random);
        for (int s = 0; s < 10; s++) {
          b.advance(STEP, 0, -9.81f, 0);
        }
        float[] x = Arrays.copyOf(b.particles().x(), b.particles().count());
        if (round == 0) {
          first = x;
        } else if (round == 2) {
          assertThat(x).as("%d batches before", before).containsExactly(first);
        }
        b.restore(state);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tetrahedra", "lattice", "sheet", "rope"})
  void aBodyThatIsCutInTwoFollowsItsPosesInBothParts(String kind) {
    Cage cage = cage(kind);
    Body b =
        builder(kind, cage)
            .breakable(true)
            .elasticity(Elasticity.hertz(4, 0.3f))
            .examples(ExampleSettings.of(poses(cage)).withGrouping(grouping("plane", cage)))
            .build();
    Particles p = b.particles();
    ElementBody parts = ElementBody.of(b);
    double middle = b.restCenter(0);
    parts.apply(new TearTool.Cut(0, middle, 0, 0, 1, 0, 0, Double.POSITIVE_INFINITY, null));
    assertThat(parts.takeTears()).isPositive();
    for (int i = 0; i < p.count(); i++) { // the right part is stretched by itself
      p.x()[i] += b.restX()[i] > 0 ? 0.4f * b.restX()[i] : 0;
    }
    b.disturbed();
    b.advance(STEP, 0, 0, 0);
    assertThat(b.exampleWeight("front", "stretch")).isGreaterThan(0.75);
    assertThat(b.exampleWeight("back", "stretch")).isLessThan(0.2);
  }

  @Test
  void theFirstChangeOfALargeBodyCostsWhatItCostsASmallOne() {
    long[] fits = new long[2];
    for (int large = 0; large < 2; large++) {
      Cage cage = Lattice.block(large == 0 ? 12 : 60, 8, 8, 0.125f, 0, 0, 0);
      Body b =
          Body.builder("block", cage)
              .halfWidth(1)
              .editable()
              .examples(ExampleSettings.of(poses(cage)).withGrouping(grouping("plane", cage)))
              .build();
      EditedBody edited = new EditedBody(b);
      int middle = 0;
      for (int i = 0; i < b.particles().count(); i++) {
        middle = distance(b, i) < distance(b, middle) ? i : middle;
      }
      edited.part(middle, middle + 1);
      edited.cut(b.restX(), 1e9f);
      fits[large] = b.examples.fitsOfChanges();
    }
    assertThat(fits[0]).isPositive();
    assertThat(fits[1]).isEqualTo(fits[0]);
  }

  private static double distance(Body b, int i) {
    return Math.abs(b.restX()[i]) + Math.abs(b.restY()[i]) + Math.abs(b.restZ()[i]);
  }

  /** Regions that pull four times as strongly hold a curved pose as the others do. */
  @ParameterizedTest
  @ValueSource(strings = {"one", "each"})
  void aCurvedPoseIsItsOwnGoalWithLiftsToo(String group) {
    Body b = body("lattice", group, Elasticity.hertz(4, 0.1f));
    b.setExampleBeta(1);
    BodyEditor editor = b.editor();
    for (int r = 0; r < b.regionCount(); r++) {
      editor.setStrength(r, b.restX()[r] > 0 ? 4 : 1);
    }
    editor.finish();
    float[] bent = poses(b.cage()).get(0).positions();
    Particles p = b.particles();
    float h = STEP / 8;
    for (int s = 0; s < 2; s++) { // by the second step, weights of the whole are those of the pose
      for (int i = 0; i < p.count(); i++) {
        p.x()[i] = (float) (bent[3 * i] - p.originX());
        p.y()[i] = (float) (bent[3 * i + 1] - p.originY());
        p.z()[i] = (float) (bent[3 * i + 2] - p.originZ());
        p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
      }
      b.disturbed();
      b.advance(h, 0, 0, 0);
    }
    assertThat(b.regions.strongestLift()).isEqualTo(4);
    for (int i = 0; i < p.count(); i++) {
      double speed = Math.hypot(Math.hypot(p.vx()[i], p.vy()[i]), p.vz()[i]);
      assertThat(speed).as("particle %d", i).isLessThan(0.01);
    }
  }

  @Test
  void callsThatMakeNoSenseAreRefusedWithWhatThereIs() {
    Body plain = Body.builder("brick", cage("lattice")).build();
    assertThat(plain.exampleGroupCount()).isZero();
    for (Runnable call :
        List.<Runnable>of(
            () -> plain.exampleWeight(0, 0),
            () -> plain.restWeight(0),
            () -> plain.projectedWeight(0, 0),
            () -> plain.exampleGroupName(0),
            () -> plain.exampleGroupAt(0),
            () -> plain.exampleWeights(0, new float[1000]),
            () -> plain.driveExample("bend", 1, true),
            () -> plain.releaseExample(0),
            () -> plain.setExampleBeta(1))) {
      assertThatThrownBy(call::run)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("body 'brick' has no example poses");
    }
    Body b = body("lattice", "plane", Elasticity.DEFAULT);
    assertThatThrownBy(() -> b.exampleWeight(0, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("body 'lattice' has no pose 3")
        .hasMessageContaining("[bend, shear, stretch]");
    assertThatThrownBy(() -> b.exampleWeight("front", "twist"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no pose named twist");
    assertThatThrownBy(() -> b.exampleWeight("left", "bend"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no group named left; it has [front, back]");
    assertThatThrownBy(() -> b.restWeight(2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no group 2");
  }

  @Test
  void namesOfGroupsAreUnique() {
    Grouping.VertexSet one = new Grouping.VertexSet("arm", new int[] {0});
    assertThatThrownBy(() -> new Grouping.Sets(List.of(one, one)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two groups are named arm");
    Cage cage = cage("tetrahedra");
    Grouping rest = new Grouping.Sets(List.of(new Grouping.VertexSet("rest", new int[] {0, 1})));
    assertThatThrownBy(
            () ->
                Body.builder("b", cage)
                    .examples(ExampleSettings.of(poses(cage)).withGrouping(rest))
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a group is named rest");
  }
}
