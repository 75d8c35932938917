package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.shaping.Shaping;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every pair of regions and targets, on bodies that were edited and others. */
class RegionsTargetsTest {
  private static final float H = 1 / 120f;

  enum Kind {
    TETS,
    LATTICE,
    EDITED,
    SHEET,
    EDITED_SHEET,
    STRAND
  }

  enum Aim {
    REST,
    STRETCHED,
    DENTED,
    EXAMPLES,
    EACH,
    DENTED_EXAMPLES,
    DENTED_EACH
  }

  static Stream<Arguments> pairs() {
    List<Arguments> all = new ArrayList<>();
    for (Kind k : Kind.values()) {
      for (Aim a : Aim.values()) {
        all.add(Arguments.of(k, a));
      }
    }
    return all.stream();
  }

  private static Cage cage(Kind kind) {
    return switch (kind) {
      case TETS -> TetShapes.cuboid(3, 3, 7, 0.3f, 0.3f, 0.7f);
      case LATTICE, EDITED -> Lattice.block(4, 4, 8, 0.1f, 0, 0, 0);
      case SHEET, EDITED_SHEET -> PointShapes.sheet(16, 18, 1, 1, 1);
      case STRAND -> PointShapes.strand(20, 1, 2);
    };
  }

  private static boolean hasExamples(Aim aim) {
    return aim.compareTo(Aim.EXAMPLES) >= 0;
  }

  private static boolean isDented(Aim aim) {
    return aim == Aim.DENTED || aim == Aim.DENTED_EXAMPLES || aim == Aim.DENTED_EACH;
  }

  /** A pose: stretched along x, or sheared and bent; of a strand, only the first is a pose. */
  private static ExamplePose pose(Cage cage, int k) {
    float[] p = cage.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      float x = p[i], z = p[i + 2];
      p[i] = k == 0 ? 1.3f * x : x + 0.1f * z * z;
      p[i + 2] = k == 0 ? 0.9f * z : z + 0.2f * x;
    }
    return new ExamplePose("pose" + k, p);
  }

  private static Body make(Kind kind, Aim aim) {
    Cage cage = cage(kind);
    Body.Builder b = Body.builder("b", cage).elasticity(Elasticity.hertz(3, 0)).halfWidth(1);
    if (kind == Kind.EDITED || kind == Kind.EDITED_SHEET) {
      b.editable();
    }
    if (hasExamples(aim)) {
      List<ExamplePose> poses =
          kind == Kind.STRAND ? List.of(pose(cage, 0)) : List.of(pose(cage, 0), pose(cage, 1));
      ExampleSettings s = ExampleSettings.of(poses);
      boolean each = aim == Aim.EACH || aim == Aim.DENTED_EACH;
      b.examples(each ? s.withGrouping(new Grouping.EachRegion()) : s);
    }
    Body body = b.build();
    if (kind == Kind.EDITED || kind == Kind.EDITED_SHEET) {
      edit(body, new Random(3));
    }
    if (isDented(aim)) {
      dent(body);
    }
    Random random = new Random(4);
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] += 0.03f * body.length() * (float) random.nextGaussian() / 3;
      p.y()[i] += 0.03f * body.length() * (float) random.nextGaussian() / 3;
      p.z()[i] += 0.03f * body.length() * (float) random.nextGaussian() / 3;
    }
    body.disturbed();
    return body;
  }

  /** Takes particles out, puts one in the middle of two, unlinks some and changes masses. */
  private static void edit(Body body, Random random) {
    BodyEditor editor = body.editor();
    for (int k = 0; k < 12; k++) {
      int n = body.particles().count(), a = random.nextInt(n);
      if (k % 3 == 0) {
        editor.remove(a);
      } else if (k % 3 == 1) {
        editor.setMass(a, 1.5f * body.particles().mass()[a]);
      } else {
        addBetween(body, editor, a, editor.regionMember(a, editor.regionSize(a) - 1));
      }
    }
    editor.finish();
  }

  private static void addBetween(Body body, BodyEditor editor, int a, int b) {
    float[][] rest = {body.restX(), body.restY(), body.restZ()};
    int i =
        editor.add(
            (rest[0][a] + rest[0][b]) / 2,
            (rest[1][a] + rest[1][b]) / 2,
            (rest[2][a] + rest[2][b]) / 2,
            a);
    editor.blendPoses(i, new int[] {a, b}, 2);
    Particles p = body.particles();
    editor.setMass(i, p.mass()[a]);
    for (float[] at : new float[][] {p.x(), p.y(), p.z()}) {
      at[i] = (at[a] + at[b]) / 2;
    }
    // The new region is that of a, and the new particle is in all of them.
    int n = editor.regionSize(a);
    int[] own = new int[n + 1];
    for (int k = 0; k < n; k++) {
      own[k] = editor.regionMember(a, k);
    }
    own[n] = i;
    for (int k = 0; k < n; k++) {
      int r = own[k], m = editor.regionSize(r);
      int[] list = new int[m + 1];
      for (int e = 0; e < m; e++) {
        list[e] = editor.regionMember(r, e);
      }
      list[m] = i;
      editor.setRegion(r, list, m + 1);
    }
    editor.setRegion(i, own, n + 1);
  }

  /** Holds the body out of shape until its regions have given in. */
  private static void dent(Body body) {
    Particles p = body.particles();
    Shaping shaping = body.shaping();
    shaping.allowFlow();
    float[][] home = {p.x().clone(), p.y().clone(), p.z().clone()};
    for (int k = 0; k < 12; k++) {
      for (int i = 0; i < p.count(); i++) {
        p.x()[i] = home[0][i] * 0.85f; // no pose goes that way
        p.y()[i] = home[1][i];
        p.z()[i] = home[2][i] * 1.15f;
        p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
      }
      shaping.clear(H);
      shaping.flow(0.01f, 40, 0, 1);
      body.advance(H, 0, 0, 0);
    }
    shaping.clear(H);
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
    }
  }

  private static void ask(Body body, Aim aim) {
    if (body.shaping != null || aim == Aim.STRETCHED) {
      body.shaping().clear(H);
    }
    if (aim == Aim.STRETCHED) {
      body.shaping().stretch(0.6, 0, 0.8, 0.2);
    }
    if (isDented(aim)) {
      body.shaping().flow(0.05f, 10, 0, 1);
    }
  }

  private static void steps(Body body, Aim aim, int n, Workers workers) {
    for (int k = 0; k < n; k++) {
      ask(body, aim);
      body.advance(H, 0, 0, 0, workers);
    }
  }

  private static float[] places(Body b) {
    int n = b.particles().count();
    float[] all = Arrays.copyOf(b.particles().x(), 3 * n);
    System.arraycopy(b.particles().y(), 0, all, n, n);
    System.arraycopy(b.particles().z(), 0, all, 2 * n, n);
    return all;
  }

  /** Sums of m v and of m x times v, about the origin of the world. */
  private static double[] momenta(Body b) {
    Particles p = b.particles();
    double[] sum = new double[6];
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i], x = p.worldX(i), y = p.worldY(i), z = p.worldZ(i);
      double u = p.vx()[i], v = p.vy()[i], w = p.vz()[i];
      sum[0] += m * u;
      sum[1] += m * v;
      sum[2] += m * w;
      sum[3] += m * (y * w - z * v);
      sum[4] += m * (z * u - x * w);
      sum[5] += m * (x * v - y * u);
    }
    return sum;
  }

  private static double speed(Body b) {
    Particles p = b.particles();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      double u = p.vx()[i], v = p.vy()[i], w = p.vz()[i];
      sum += p.mass()[i] * Math.sqrt(u * u + v * v + w * w);
    }
    return sum;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void aFreeBodyKeepsMomentumAndAngularMomentum(Kind kind, Aim aim) {
    Body body = make(kind, aim);
    double[] before = momenta(body);
    double most = 0;
    for (int k = 0; k < 20; k++) {
      steps(body, aim, 1, Workers.SERIAL);
      most = Math.max(most, speed(body));
    }
    double[] after = momenta(body);
    assertThat(most).as("it moves").isGreaterThan(1e-3 * body.totalMass() * body.length());
    for (int c = 0; c < 6; c++) {
      double size = most * (c < 3 ? 1 : body.length());
      assertThat(after[c]).as("component %d", c).isCloseTo(before[c], within(2e-4 * size));
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void aTurnedBodyMovesAsTheOtherOneTurned(Kind kind, Aim aim) {
    Body body = make(kind, aim), turned = make(kind, aim);
    double s = Math.sqrt(0.5);
    turned.rotate(s, 0.6 * s, 0, 0.8 * s, 0, 0, 0);
    turned.translate(1, 2, 3);
    for (int r = 0; r < turned.regions.slotCount(); r++) { // and so are its regions
      turnRegion(turned.regions, r, s);
    }
    steps(body, aim, 8, Workers.SERIAL);
    steps(turned, aim, 8, Workers.SERIAL);
    body.rotate(s, 0.6 * s, 0, 0.8 * s, 0, 0, 0);
    body.translate(1, 2, 3);
    Particles p = body.particles(), q = turned.particles();
    for (int i = 0; i < p.count(); i++) {
      assertThat(q.worldX(i)).as("x of %d", i).isCloseTo(p.worldX(i), within(3e-4));
      assertThat(q.worldY(i)).as("y of %d", i).isCloseTo(p.worldY(i), within(3e-4));
      assertThat(q.worldZ(i)).as("z of %d", i).isCloseTo(p.worldZ(i), within(3e-4));
    }
  }

  private static void turnRegion(Regions g, int r, double s) {
    double w = s, x = 0.6 * s, y = 0, z = 0.8 * s;
    double a = g.qw[r], b = g.qx[r], c = g.qy[r], d = g.qz[r];
    g.qw[r] = (float) (w * a - x * b - y * c - z * d);
    g.qx[r] = (float) (w * b + x * a + y * d - z * c);
    g.qy[r] = (float) (w * c - x * d + y * a + z * b);
    g.qz[r] = (float) (w * d + x * c - y * b + z * a);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void threadsAndRestoredSnapshotsGiveTheSameBits(Kind kind, Aim aim) {
    Body one = make(kind, aim), many = make(kind, aim);
    try (Workers crew = new Workers(3)) {
      steps(one, aim, 10, Workers.SERIAL);
      steps(many, aim, 10, crew);
      assertThat(places(many)).containsExactly(places(one));
      BodyState state = many.save();
      steps(one, aim, 10, Workers.SERIAL);
      steps(many, aim, 10, crew);
      float[] end = places(one);
      assertThat(places(many)).containsExactly(end);
      if (kind == Kind.EDITED || kind == Kind.EDITED_SHEET) {
        edit(many, new Random(5));
        steps(many, aim, 3, crew);
      }
      many.restore(state);
      steps(many, aim, 10, crew);
      assertThat(places(many)).containsExactly(end);
    }
  }

  /** What was dented stays: at rest nothing pulls it back, and no pose takes it for its own. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void aDentedBodyRestsInItsOwnShape(Kind kind, Aim aim) {
    if (!isDented(aim)) {
      return;
    }
    Body body = make(kind, aim);
    assertThat(body.shaping.flown()).isGreaterThan(0.05);
    body.setElasticity(Elasticity.hertz(3, 0.5f));
    for (int k = 0; k < 400; k++) {
      body.shaping.clear(H);
      body.advance(H, 0, 0, 0);
    }
    assertThat(TestShapes.fastest(body)).as("at rest").isLessThan(0.02 * body.length());
    double away = TestShapes.distanceFromRest(body);
    assertThat(away).as("away from its rest shape").isGreaterThan(0.02 * body.length());
    assertThat(body.isFrozen()).isFalse();
    double scale = body.totalMass() * body.length() * body.length() * 9 * 40;
    assertThat(body.elasticEnergy()).isBetween(-1e-4 * scale, 0.02 * scale);
  }

  /** What goes beyond a pose becomes plastic; the plastic strain itself is no pose. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aDentAlongAPoseIsNotTakenForThePose(Kind kind) {
    Cage cage = cage(kind);
    Body.Builder b = Body.builder("b", cage).elasticity(Elasticity.hertz(3, 0.5f)).halfWidth(1);
    if (kind == Kind.EDITED || kind == Kind.EDITED_SHEET) {
      b.editable();
    }
    Body body = b.examples(ExampleSettings.of(List.of(pose(cage, 0))).withBeta(0.5f)).build();
    Particles p = body.particles();
    float[] home = p.x().clone();
    double rest = width(body);
    body.shaping().allowFlow();
    for (int k = 0; k < 12; k++) {
      for (int i = 0; i < p.count(); i++) {
        p.x()[i] = 1.6f * home[i];
        p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
      }
      body.shaping().clear(H);
      body.shaping().flow(0.01f, 20, 0, 1);
      body.advance(H, 0, 0, 0);
    }
    assertThat(body.exampleWeight(0, 0)).as("held beyond the pose").isGreaterThan(0.2);
    double plastic = body.shaping().flown();
    assertThat(plastic).isBetween(0.03, 0.5);
    for (int k = 0; k < 400; k++) {
      body.shaping().clear(H);
      body.advance(H, 0, 0, 0);
    }
    assertThat(body.exampleWeight(0, 0)).as("released").isLessThan(0.1);
    assertThat(width(body) / rest).isBetween(1 + 0.5 * plastic, 1 + 1.2 * plastic);
  }

  private static double width(Body b) {
    return b.particles().bounds().maxX() - (double) b.particles().bounds().minX();
  }

  /** The pull is the gradient of the energy: of plastic strain too, and on regions that changed. */
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("pairs")
  void thePullIsTheGradientOfTheElasticEnergy(Kind kind, Aim aim) {
    if (aim != Aim.REST && aim != Aim.DENTED) {
      return;
    }
    Body body = make(kind, aim);
    if (aim == Aim.DENTED) {
      body.shaping.clear(H);
    }
    Particles p = body.particles();
    int n = p.count();
    StepContext step = new StepContext();
    step.particles = p;
    step.place(p.x(), p.y(), p.z());
    step.into(new float[p.x().length], new float[p.x().length], new float[p.x().length]);
    energy(body, step);
    float[] pull = step.dz.clone();
    double most = 0;
    for (int i = 0; i < n; i++) {
      most = Math.max(most, p.mass()[i] * Math.abs(pull[i]));
    }
    float by = 4e-3f * body.length();
    for (int i = 0; i < n; i += 1 + n / 20) {
      float at = p.z()[i];
      p.z()[i] = at + by;
      double more = energy(body, step);
      p.z()[i] = at - by;
      double less = energy(body, step);
      p.z()[i] = at;
      assertThat((less - more) / (2 * by))
          .as("particle %d", i)
          .isCloseTo(p.mass()[i] * pull[i], within(0.06 * most));
    }
  }

  /** Energy over stiffness, about the middle of the body so that floats carry it. */
  private static double energy(Body body, StepContext step) {
    body.regions.moveOrigin(0, 0, 0);
    for (int pass = 0; pass < 3; pass++) {
      body.fit.fit(step);
    }
    body.fit.pull(step);
    Particles p = body.particles();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      double x = p.x()[i], y = p.y()[i], z = p.z()[i];
      sum += p.mass()[i] * (x * x + y * y + z * z);
    }
    return 0.5 * (sum - body.fit.elasticSum());
  }
}
