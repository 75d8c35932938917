package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.RegionLists;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.example.Projection;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.parallel.Workers;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import dev.shinari.reference.ReferenceExamples;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleBodyTest {
  private static final float STEP = 1 / 240f;

  private static Cage cage(String kind) {
    return kind.equals("tet")
        ? TetShapes.cuboid(3, 3, 6, 0.3f, 0.3f, 0.6f)
        : Lattice.block(3, 3, 6, 0.1f, 0, 0, 0);
  }

  private static ExamplePose pose(String name, Deformer d, Cage cage) {
    return new ExamplePose(name, d.apply(cage.positions()));
  }

  /** Twist, bend, shear, shrink. */
  private static List<ExamplePose> four(Cage cage) {
    Span z = Span.of(Bounds.of(cage.positions()), Axis.Z);
    return List.of(
        pose("twist", new Deformer.Twist(z, Math.PI / 2), cage),
        pose("bend", new Deformer.Bend(z, Axis.Y, 1.2), cage),
        pose("shear", new Deformer.Shear(z, Axis.X, 0.5), cage),
        pose("shrink", new Deformer.Stretch(z, 0.7, false), cage));
  }

  private static Grouping grouping(String word) {
    return word.equals("each") ? new Grouping.EachRegion() : new Grouping.OneForAll();
  }

  private static Body body(Cage cage, ExampleSettings e, Elasticity elasticity) {
    return Body.builder("test", cage).examples(e).elasticity(elasticity).build();
  }

  private static void place(Body b, float[] p) {
    Particles q = b.particles();
    for (int i = 0; i < q.count(); i++) {
      q.x()[i] = (float) (p[3 * i] - q.originX());
      q.y()[i] = (float) (p[3 * i + 1] - q.originY());
      q.z()[i] = (float) (p[3 * i + 2] - q.originZ());
      q.vx()[i] = q.vy()[i] = q.vz()[i] = 0;
    }
    b.disturbed();
  }

  /** Projected weight of the rest shape, 0, and of the poses, from 1. */
  private static double weight(Body b, int k) {
    return k == 0 ? b.projectedRestWeight(0) : b.projectedWeight(0, k - 1);
  }

  private static double spin(Body b) {
    BodySummary s = b.summary();
    return Math.sqrt(s.spinX() * s.spinX() + s.spinY() * s.spinY() + s.spinZ() * s.spinZ());
  }

  /** Random smooth positions: a mixture of the poses and some noise. */
  private static float[] mixture(Cage cage, List<ExamplePose> poses, Random random) {
    float[] p = cage.positions().clone();
    for (ExamplePose pose : poses) {
      float w = 0.6f * random.nextFloat() - 0.15f;
      for (int i = 0; i < p.length; i++) {
        p[i] += w * (pose.positions()[i] - cage.positions()[i]);
      }
    }
    for (int i = 0; i < p.length; i++) {
      p[i] += 0.01f * (float) random.nextGaussian();
    }
    return p;
  }

  @ParameterizedTest
  @CsvSource({
    "tet, 0",
    "tet, 1",
    "tet, 2",
    "tet, 3",
    "lattice, 0",
    "lattice, 1",
    "lattice, 2",
    "lattice, 3"
  })
  void theWeightOfAPoseIsOneInThatPose(String kind, int k) {
    Cage cage = cage(kind);
    for (Projection rule : Projection.values()) {
      Body b = body(cage, ExampleSettings.of(four(cage)).withProjection(rule), Elasticity.DEFAULT);
      place(b, four(cage).get(k).positions());
      b.rotate(0.6, 0, 0.8, 0, 1, 2, 3); // how it is turned does not matter
      b.advance(STEP, 0, 0, 0);
      assertThat(b.projectedWeight(0, k)).isCloseTo(1, within(1e-4));
    }
  }

  @ParameterizedTest
  @CsvSource({"tet, one", "tet, each", "lattice, one", "lattice, each"})
  void everyPoseIsKeptWithBetaOne(String kind, String groups) {
    Cage cage = fine(kind);
    for (int k = 0; k < 4; k++) {
      Body b = started(cage, k, groups, 1);
      for (int i = 0; i < 600; i++) {
        b.advance(STEP, 0, 0, 0);
      }
      float[] pose = four(cage).get(k).positions();
      assertThat(strayed(b, pose)).as("pose %d", k).isLessThan(0.01);
      assertThat(b.projectedWeight(0, k)).isCloseTo(1, within(0.01));
    }
  }

  private static Cage fine(String kind) {
    return kind.equals("tet")
        ? TetShapes.cuboid(3, 3, 6, 0.3f, 0.3f, 0.6f)
        : Lattice.block(5, 5, 10, 0.06f, 0, 0, 0);
  }

  /**
   * How far a body is from a pose, wherever it is and however it is turned: root mean square
   * difference of all distances between particles, over that of the rest shape and the pose.
   */
  private static double strayed(Body b, float[] pose) {
    Particles q = b.particles();
    float[] now = new float[pose.length], rest = b.cage().positions();
    for (int i = 0; i < q.count(); i++) {
      now[3 * i] = q.x()[i];
      now[3 * i + 1] = q.y()[i];
      now[3 * i + 2] = q.z()[i];
    }
    double off = 0, all = 0;
    for (int i = 0; i < q.count(); i++) {
      for (int j = 0; j < i; j++) {
        double wanted = distance(pose, i, j);
        off += Math.pow(distance(now, i, j) - wanted, 2);
        all += Math.pow(distance(rest, i, j) - wanted, 2);
      }
    }
    return Math.sqrt(off / all);
  }

  private static double distance(float[] p, int i, int j) {
    double x = p[3 * i] - p[3 * j], y = p[3 * i + 1] - p[3 * j + 1];
    double z = p[3 * i + 2] - p[3 * j + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 240", "0.9, 360", "0.97, 600", "0.995, 3500"})
  void everyPoseIsLeftWithLessThanBetaOne(float beta, int steps) {
    for (String kind : new String[] {"tet", "lattice"}) {
      for (int k = 0; k < 4; k++) {
        Body b = started(cage(kind), k, "one", beta);
        for (int i = 0; i < steps; i++) {
          b.advance(STEP, 0, 0, 0);
        }
        assertThat(b.projectedRestWeight(0)).as("%s, pose %d", kind, k).isGreaterThan(0.95);
      }
    }
  }

  private static Body started(Cage cage, int k, String groups, float beta) {
    List<ExamplePose> poses = four(cage);
    ExampleSettings settings =
        ExampleSettings.of(poses).withBeta(beta).withGrouping(grouping(groups));
    Body b = body(cage, settings, Elasticity.hertz(4, 0.2f));
    place(b, poses.get(k).positions());
    return b;
  }

  @ParameterizedTest
  @ValueSource(strings = {"tet", "lattice"})
  void weightsAreNotNegativeAndSumToOneAndExactIsNeverFartherThanPaper(String kind) {
    Cage cage = cage(kind);
    List<ExamplePose> poses = four(cage);
    Random random = new Random(11);
    Body exact = body(cage, ExampleSettings.of(poses), Elasticity.DEFAULT);
    Body paper =
        body(cage, ExampleSettings.of(poses).withProjection(Projection.PAPER), Elasticity.DEFAULT);
    ReferenceExamples twin = kind.equals("tet") ? reference((TetMesh) cage, exact, poses) : null;
    List<Integer> all = IntStream.range(0, exact.regionCount()).boxed().toList();
    for (int trial = 0; trial < 12; trial++) {
      float[] p = mixture(cage, poses, random);
      double[][] w = new double[2][5];
      Body[] both = {exact, paper};
      for (int b = 0; b < 2; b++) {
        place(both[b], p);
        both[b].advance(STEP, 0, 0, 0);
        double sum = 0;
        for (int k = 0; k <= 4; k++) {
          w[b][k] = weight(both[b], k);
          assertThat(w[b][k]).isGreaterThanOrEqualTo(0);
          sum += w[b][k];
        }
        assertThat(sum).isCloseTo(1, within(1e-9));
      }
      if (twin != null) {
        double[] x = doubles(p);
        assertThat(twin.distance(all, x, w[0]))
            .isLessThanOrEqualTo(twin.distance(all, x, w[1]) + 1e-5);
      }
    }
  }

  private static double[] doubles(float[] p) {
    return IntStream.range(0, p.length).mapToDouble(i -> p[i]).toArray();
  }

  private static ReferenceExamples reference(TetMesh mesh, Body b, List<ExamplePose> poses) {
    RegionLists lists = RegionLists.oneRings(mesh);
    int[][] regions = new int[lists.count()][];
    for (int r = 0; r < regions.length; r++) {
      regions[r] =
          IntStream.range(lists.starts()[r], lists.starts()[r + 1])
              .map(e -> lists.members()[e])
              .toArray();
    }
    double[][] shapes = poses.stream().map(q -> doubles(q.positions())).toArray(double[][]::new);
    return new ReferenceExamples(
        regions, doubles(mesh.positions()), doubles(b.particles().mass()), shapes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "each"})
  void weightsAndGoalsAreThoseOfTheReference(String groups) {
    TetMesh mesh = TetShapes.cuboid(2, 2, 4, 0.3f, 0.25f, 0.6f);
    // One region has six numbers: with two poses its own weights are still well determined.
    List<ExamplePose> poses = four(mesh).subList(0, groups.equals("one") ? 4 : 2);
    ExampleSettings settings =
        ExampleSettings.of(poses).withBeta(0.9f).withGrouping(grouping(groups));
    Body b = body(mesh, settings, Elasticity.alpha(1, 0).withHardening(0));
    ReferenceExamples twin = reference(mesh, b, poses);
    Random random = new Random(3);
    for (int trial = 0; trial < 6; trial++) {
      float[] p = mixture(mesh, poses, random);
      place(b, p);
      Particles q = b.particles();
      b.advance(STEP, 0, 0, 0);
      place(b, p); // by now weights of the whole body, which offsets of regions lean on, are those
      b.advance(STEP, 0, 0, 0);
      int n = b.regionCount();
      double[][] w = new double[n][];
      double[] x = doubles(p);
      for (int r = 0; r < n; r++) {
        List<Integer> group =
            groups.equals("one") ? IntStream.range(0, n).boxed().toList() : List.of(r);
        w[r] = r > 0 && groups.equals("one") ? w[0] : twin.weights(group, x);
      }
      if (groups.equals("one")) {
        for (int k = 0; k <= 4; k++) {
          assertThat(weight(b, k)).isCloseTo(w[0][k], within(2e-4));
        }
      }
      double[][] damped = new double[n][];
      for (int r = 0; r < n; r++) {
        damped[r] = w[r].clone();
        for (int k = 1; k < damped[r].length; k++) {
          damped[r][k] *= 0.9;
        }
      }
      double[][] held = damped;
      if (groups.equals("each")) {
        double[] whole = twin.weights(IntStream.range(0, n).boxed().toList(), x);
        held = new double[n][whole.length];
        for (int r = 0; r < n; r++) {
          for (int k = 1; k < whole.length; k++) {
            double u = whole[k] > 0 ? Math.min(1, damped[r][k] / (0.9 * whole[k])) : 0;
            held[r][k] = 0.9 * whole[k] * u * u * (3 - 2 * u);
          }
        }
      }
      double[] goals = twin.heldGoals(x, damped, held);
      // With alpha 1 a particle at rest arrives at its goal; a region's ridge costs a little.
      double near = groups.equals("one") ? 2e-5 : 1e-3;
      for (int i = 0; i < q.count(); i++) {
        assertThat(q.worldX(i)).isCloseTo(goals[3 * i], within(near));
        assertThat(q.worldY(i)).isCloseTo(goals[3 * i + 1], within(near));
        assertThat(q.worldZ(i)).isCloseTo(goals[3 * i + 2], within(near));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"tet, one", "tet, each", "lattice, one", "lattice, each"})
  void aFreeBodyWithFourExamplesDoesNotStartToTurn(String kind, String groups) {
    Cage cage =
        kind.equals("tet")
            ? TetShapes.cuboid(2, 2, 4, 0.2f, 0.2f, 0.4f)
            : Lattice.block(2, 2, 4, 0.1f, 0, 0, 0);
    for (int start = 0; start < 4; start++) {
      Body b =
          body(
              cage,
              ExampleSettings.of(four(cage)).withGrouping(grouping(groups)),
              start % 2 == 0 ? Elasticity.alpha(0.4f, 0) : Elasticity.DEFAULT);
      place(b, four(cage).get(start).positions());
      for (int i = 0; i < 3000; i++) {
        b.advance(STEP, 0, 0, 0);
      }
      assertThat(spin(b)).isLessThan(0.01);
      assertThat(b.isFrozen()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {0.1f, 0.5f, 1})
  void anUndampedBodyKeepsItsEnergyBounded(float alpha) {
    Cage cage = cage("tet");
    for (String groups : new String[] {"one", "each"}) {
      Body b =
          body(
              cage,
              ExampleSettings.of(four(cage)).withGrouping(grouping(groups)),
              Elasticity.alpha(alpha, 0));
      place(b, mixture(cage, four(cage), new Random(5)));
      b.advance(STEP, 0, 0, 0);
      b.advance(STEP, 0, 0, 0);
      double given = b.summary().kineticEnergy() + b.elasticEnergy();
      double most = 0;
      for (int i = 0; i < 600; i++) {
        b.advance(STEP, 0, 0, 0);
        most = Math.max(most, b.summary().kineticEnergy() + b.elasticEnergy());
      }
      assertThat(most).isLessThan(2 * given + 1e-3);
    }
  }

  @Test
  void betaZeroIsAPlainBody() {
    Cage cage = cage("tet");
    Body plain = Body.builder("plain", cage).build();
    Body b = body(cage, ExampleSettings.of(four(cage)).withBeta(0), Elasticity.DEFAULT);
    float[] p = mixture(cage, four(cage), new Random(2));
    place(plain, p);
    place(b, p);
    for (int i = 0; i < 60; i++) {
      plain.advance(STEP, 0, 0, 0);
      b.advance(STEP, 0, 0, 0);
    }
    for (int i = 0; i < cage.vertexCount(); i++) {
      assertThat(b.particles().worldX(i)).isCloseTo(plain.particles().worldX(i), within(2e-4));
    }
  }

  @ParameterizedTest
  @CsvSource({"tet, one", "tet, each", "lattice, one", "lattice, each", "tet, plane"})
  void anyNumberOfThreadsGivesTheSameBitsAndASnapshotGoesOnAlike(String kind, String groups) {
    Cage cage =
        kind.equals("tet")
            ? TetShapes.cuboid(5, 5, 12, 0.3f, 0.3f, 0.7f)
            : Lattice.block(5, 5, 12, 0.06f, 0, 0, 0);
    Grouping g =
        groups.equals("plane") ? new Grouping.Plane(0, 0, 0.3f, 0, 0, 1) : grouping(groups);
    ExampleSettings settings = ExampleSettings.of(four(cage)).withGrouping(g);
    Body one = body(cage, settings, Elasticity.DEFAULT);
    Body many = body(cage, settings, Elasticity.DEFAULT);
    float[] p = mixture(cage, four(cage), new Random(8));
    place(one, p);
    place(many, p);
    try (Workers crew = new Workers(3)) {
      BodyState state = null;
      for (int i = 0; i < 40; i++) {
        one.advance(STEP, 0, 0, 0);
        many.advance(STEP, 0, 0, 0, crew);
        state = i == 19 ? many.save() : state;
      }
      assertThat(many.particles().x()).isEqualTo(one.particles().x());
      assertThat(many.particles().vz()).isEqualTo(one.particles().vz());
      many.restore(state);
      for (int i = 0; i < 20; i++) {
        many.advance(STEP, 0, 0, 0);
      }
      assertThat(many.particles().x()).isEqualTo(one.particles().x());
    }
  }

  @Test
  void groupsFollowTheirOwnPartOfAPose() {
    Cage cage = TetShapes.cuboid(3, 3, 12, 0.3f, 0.3f, 1.2f);
    Bounds box = Bounds.of(cage.positions());
    Span upper = Span.of(box, Axis.Z, 0.5, 1, box.centerX(), box.centerY(), 0);
    Span lower = Span.of(box, Axis.Z, 0, 0.5, box.centerX(), box.centerY(), 0);
    List<ExamplePose> poses =
        List.of(
            pose("up", new Deformer.Stretch(upper, 1.3, true), cage),
            pose("both", new Deformer.Stretch(Span.of(box, Axis.Z), 1.3, true), cage));
    ExampleSettings settings =
        ExampleSettings.of(poses)
            .withGrouping(new Grouping.Plane(0, 0, box.centerZ(), 0, 0, 1))
            .withBorder(0);
    Body b = body(cage, settings, Elasticity.DEFAULT);
    assertThat(b.exampleGroupCount()).isEqualTo(2);
    place(b, pose("low", new Deformer.Stretch(lower, 1.3, true), cage).positions());
    b.advance(STEP, 0, 0, 0);
    // Regions on the border hold particles of both halves, so the upper group sees some of it.
    assertThat(b.projectedWeight(0, 0) + b.projectedWeight(0, 1)).isLessThan(0.35);
    assertThat(b.projectedWeight(1, 1)).isGreaterThan(0.7);
  }

  @Test
  void aDrivenWeightTakesThePlaceOfTheProjectedOneOrIsAddedToIt() {
    Cage cage = cage("tet");
    for (String groups : new String[] {"one", "each"}) {
      Body b =
          body(
              cage,
              ExampleSettings.of(four(cage).get(3)).withBeta(0.9f).withGrouping(grouping(groups)),
              Elasticity.hertz(4, 0.3f));
      b.driveExample(0, 1, true);
      for (int i = 0; i < 600; i++) {
        b.advance(STEP, 0, 0, 0);
      }
      // It stands in the pose: as short as that.
      Bounds now = bounds(b);
      assertThat(now.sizeZ()).isCloseTo(0.7f * 0.6f, within(0.01f));
      assertThat(b.exampleWeight(0, 0)).isCloseTo(1, within(1e-3));
      b.releaseExample(0);
      for (int i = 0; i < 1500; i++) {
        b.advance(STEP, 0, 0, 0);
      }
      assertThat(bounds(b).sizeZ()).isCloseTo(0.6f, within(0.02f));
    }
  }

  private static Bounds bounds(Body b) {
    float[] p = new float[3 * b.particles().count()];
    for (int i = 0; i < b.particles().count(); i++) {
      p[3 * i] = (float) b.particles().worldX(i);
      p[3 * i + 1] = (float) b.particles().worldY(i);
      p[3 * i + 2] = (float) b.particles().worldZ(i);
    }
    return Bounds.of(p);
  }

  @Test
  void examplesThatCannotBeToldApartAreRefusedByName() {
    Cage cage = cage("tet");
    List<ExamplePose> four = four(cage);
    ExamplePose again = new ExamplePose("again", four.get(0).positions());
    float[] half = cage.positions().clone();
    float[] moved = cage.positions().clone();
    float[] shrink = four.get(3).positions();
    for (int i = 0; i < half.length; i++) {
      half[i] += 0.5f * (shrink[i] - half[i]);
      moved[i] += 3;
    }
    ExamplePose mixed = new ExamplePose("half", half);
    ExamplePose rest = new ExamplePose("same", moved);
    assertThatThrownBy(() -> body(cage, ExampleSettings.of(four.get(0), again), Elasticity.DEFAULT))
        .hasMessageContaining("twist and again are the same shape");
    assertThatThrownBy(() -> body(cage, ExampleSettings.of(four.get(3), mixed), Elasticity.DEFAULT))
        .hasMessageContaining("half is a mixture");
    assertThatThrownBy(() -> body(cage, ExampleSettings.of(rest), Elasticity.DEFAULT))
        .hasMessageContaining("same is the rest shape");
    // Lenient takes all of them, and nothing but finite numbers comes of it.
    Body b =
        body(
            cage,
            ExampleSettings.of(four.get(0), again, four.get(3), mixed, rest).withLenient(true),
            Elasticity.DEFAULT);
    place(b, four.get(0).positions());
    b.advance(STEP, 0, 0, 0);
    assertThat(b.projectedWeight(0, 0) + b.projectedWeight(0, 1)).isCloseTo(1, within(0.01));
    for (int i = 0; i < 50; i++) {
      b.advance(STEP, 0, 0, 0);
    }
    assertThat(b.isFrozen()).isFalse();
  }

  @Test
  void anExampleOfAnotherSizeMirroredOrCollapsedIsRefused() {
    Cage cage = cage("tet");
    float[] mirrored = cage.positions().clone();
    for (int i = 0; i < mirrored.length; i += 3) {
      mirrored[i] = -mirrored[i];
    }
    assertThatThrownBy(
            () ->
                body(
                    cage,
                    ExampleSettings.of(new ExamplePose("few", new float[9])),
                    Elasticity.DEFAULT))
        .hasMessageContaining("few has 3 vertices")
        .hasMessageContaining("cage has " + cage.vertexCount());
    assertThatThrownBy(
            () ->
                body(
                    cage,
                    ExampleSettings.of(new ExamplePose("mirror", mirrored)),
                    Elasticity.DEFAULT))
        .hasMessageContaining("mirror is inside out or mirrored");
    assertThatThrownBy(
            () ->
                body(
                    cage,
                    ExampleSettings.of(new ExamplePose("dot", new float[mirrored.length])),
                    Elasticity.DEFAULT))
        .hasMessageContaining("dot has collapsed");
  }

  @Test
  void aGroupWithoutRegionsIsRefusedByName() {
    Cage cage = cage("tet");
    Grouping none = new Grouping.Sets(List.of(new Grouping.VertexSet("hat", new int[0])));
    assertThatThrownBy(
            () -> body(cage, ExampleSettings.of(four(cage)).withGrouping(none), Elasticity.DEFAULT))
        .hasMessageContaining("group hat holds no region");
  }

  @Test
  void examplesOfSheetsAndStrandsNeverGiveNumbersThatAreNone() {
    for (Cage cage : TestShapes.allKinds()) {
      float[] longer = cage.positions().clone();
      for (int i = 0; i < longer.length; i += 3) {
        longer[i] *= 1.3f;
      }
      for (String groups : new String[] {"one", "each"}) {
        Body b =
            body(
                cage,
                ExampleSettings.of(new ExamplePose("longer", longer))
                    .withGrouping(grouping(groups)),
                Elasticity.DEFAULT);
        for (TestShapes.Start start : TestShapes.Start.values()) {
          TestShapes.put(b, start);
          b.disturbed();
          for (int i = 0; i < 20; i++) {
            b.advance(STEP, 0, 0, 0);
          }
          assertThat(b.isFrozen()).isFalse();
        }
        place(b, longer);
        b.advance(STEP, 0, 0, 0);
        assertThat(b.projectedWeight(0, 0)).isCloseTo(1, within(0.01));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "each"})
  void aDrivenSheetOrRopeBendsAsItsPoseDoes(String groups) {
    for (Cage cage :
        new Cage[] {PointShapes.rope(12, 6, 1, 0.03f, 2), PointShapes.sheet(8, 6, 1, 0.7f, 1)}) {
      Deformer arc =
          new Deformer.Bend(Span.of(Bounds.of(cage.positions()), Axis.X), Axis.Y, Math.PI);
      ExampleSettings settings =
          ExampleSettings.of(pose("arc", arc, cage)).withGrouping(grouping(groups));
      Body b = body(cage, settings, Elasticity.hertz(4, 0.3f));
      b.driveExample(0, 1, true);
      for (int i = 0; i < 3000; i++) {
        b.advance(STEP, 0, 0, 0);
      }
      // A half circle: its chord is 2 / pi of its length.
      double straight = Bounds.of(cage.positions()).sizeX();
      assertThat(Math.sqrt(chord(b))).isCloseTo(straight * 2 / Math.PI, within(0.06));
      assertThat(spin(b)).isLessThan(0.01);
      b.releaseExample(0);
      b.advance(STEP, 0, 0, 0);
      assertThat(b.projectedWeight(0, 0)).isGreaterThan(0.9);
    }
  }

  /** Square of the distance of the first particle from the one that is farthest at rest. */
  private static double chord(Body b) {
    float[] p = b.cage().positions();
    int last = 0;
    for (int i = 0; i < p.length / 3; i++) {
      last = p[3 * i] > p[3 * last] + 1e-6f ? i : last;
    }
    Particles q = b.particles();
    double x = q.worldX(last) - q.worldX(0), y = q.worldY(last) - q.worldY(0);
    double z = q.worldZ(last) - q.worldZ(0);
    return x * x + y * y + z * z;
  }

  @Test
  void sixtyFourExamplesAreProjectedTo() {
    Cage cage = cage("tet");
    Random random = new Random(1);
    List<ExamplePose> poses = new ArrayList<>();
    Bounds box = Bounds.of(cage.positions());
    for (int k = 0; k < 64; k++) {
      Span span =
          new Span(
              Axis.values()[k % 3],
              -0.1 - 0.1 * random.nextDouble(),
              0.3 + random.nextDouble(),
              random.nextDouble(),
              random.nextDouble(),
              box.centerZ());
      Deformer d =
          k % 2 == 0
              ? new Deformer.Twist(span, 1 + random.nextDouble())
              : new Deformer.Taper(span, 0.5 + random.nextDouble(), 0.5 + random.nextDouble());
      poses.add(pose("p" + k, d, cage));
    }
    Body b = body(cage, ExampleSettings.of(poses).withLenient(true), Elasticity.DEFAULT);
    place(b, poses.get(17).positions());
    b.advance(STEP, 0, 0, 0);
    assertThat(b.projectedWeight(0, 17)).isGreaterThan(0.9);
  }
}
