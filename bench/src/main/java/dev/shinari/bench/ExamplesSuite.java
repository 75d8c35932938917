package dev.shinari.bench;

import dev.shinari.bench.contest.Contestant;
import dev.shinari.bench.contest.Cuboid;
import dev.shinari.bench.contest.PeerContestant;
import dev.shinari.bench.contest.PeerLoader;
import dev.shinari.bench.contest.Race;
import dev.shinari.bench.contest.ShinariContestant;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.bench.peer.SoftBodyPeer;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.example.Projection;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Models;
import dev.shinari.mesh.volume.VolumeMesher;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Example-based elasticity: Table 1 of [Koyama13], and what further examples and particles cost.
 * Every case races the plain body (t_sm) with bodies that have examples (t_tot); the difference is
 * the projection (t_proj).
 */
final class ExamplesSuite implements Suite {
  static final String PLAIN = "shinari-plain";
  static final String PAPER = "shinari-4-paper";
  static final String PROJECTION = "projectionMillis";
  static final String MATCHING = "matchingMillis";
  static final String TOTAL = "totalMillis";

  /** One body; numbers of examples, negative where every region has weights of its own. */
  private record Case(String name, Supplier<TetMesh> mesh, boolean peers, int... examples) {}

  private static final List<Case> CASES =
      List.of(
          new Case("cuboid-225", () -> Cuboid.tets(4, 4, 8), true, 1, 4, -1, -4),
          new Case("cylinder-2013", () -> TetShapes.cylinder(4, 32, 0.1f, 0.6f), true, 1, 4, -1),
          new Case("teddy-1280", () -> model("teddy", 1280), false, 1),
          new Case("car-192", () -> model("car", 192), false, 1),
          new Case("cuboid-2025", () -> Cuboid.tets(8, 8, 24), true, 1, 4, -1, -4),
          new Case("cuboid-19855", () -> Cuboid.tets(18, 18, 54), true, 1, 4, 16, 64, -1, -4));

  private static TetMesh model(String name, int vertices) {
    VolumeMesher mesher = new VolumeMesher(IsoSurface.of(Models.named(name), 40));
    return mesher.tetrahedra(mesher.resolutionFor(vertices)).cage();
  }

  @Override
  public String name() {
    return "examples";
  }

  @Override
  public String summary() {
    return "bodies with example poses beside plain ones: Table 1 of the paper, up to 64 examples";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    boolean needsPeers =
        options.peers() && CASES.stream().anyMatch(c -> c.peers && options.wants(c.name));
    List<SoftBodyPeer> peers = needsPeers ? PeerLoader.load(report) : List.of();
    Race race = options.quick() ? Race.QUICK : Race.FULL;
    report.say(
        String.format(
            Locale.ROOT,
            "examples: JDK %s, %s; one thread, a free body, stretching and turning",
            System.getProperty("java.version"),
            ShinariContestant.kernels()));
    report.note("warming up");
    TetMesh warm = Cuboid.tets(8, 8, 24);
    float[] motion = Cuboid.velocities(warm.positions());
    for (int k : new int[] {0, 1, 4, -1, -4}) {
      Contestant one =
          ShinariContestant.withExamples("warm", warm, motion, k == 0 ? null : settings(warm, k));
      Race.warmUp(one, options.quick() ? 300 : 1000, 6);
      one.close();
    }
    report.say("");
    report.header();
    for (Case c : CASES) {
      if (options.wants(c.name)) {
        report.add(run(c, race, peers, report));
      }
    }
    table(report);
    judge(report);
  }

  private List<Row> run(Case c, Race race, List<SoftBodyPeer> peers, Report report) {
    TetMesh mesh = c.mesh.get();
    float[] velocities = Cuboid.velocities(mesh.positions());
    List<Contestant> field = new ArrayList<>();
    ShinariContestant plain = ShinariContestant.withExamples(PLAIN, mesh, velocities, null);
    field.add(plain);
    for (int k : c.examples) {
      field.add(ShinariContestant.withExamples(system(k), mesh, velocities, settings(mesh, k)));
      if (k == 4) { // the same with the paper's rule for negative weights
        ExampleSettings paper = settings(mesh, k).withProjection(Projection.PAPER);
        field.add(ShinariContestant.withExamples(PAPER, mesh, velocities, paper));
      }
    }
    SoftBodyPeer.Shape shape =
        new SoftBodyPeer.Shape(
            mesh.positions(),
            velocities,
            plain.masses(),
            mesh.tets(),
            Cuboid.edges(mesh),
            mesh.boundary().triangles());
    for (SoftBodyPeer peer : peers) {
      if (c.peers) {
        field.add(new PeerContestant(peer, shape, 1));
      }
    }
    List<Row> rows = race.run(name(), c.name, field, report);
    field.forEach(Contestant::close);
    double matching = millis(rows, PLAIN);
    for (Row row : rows) {
      double total = 1e3 / row.figure(Row.STEPS);
      if (row.system().startsWith("shinari")) {
        row.with(MATCHING, matching).with(PROJECTION, total - matching).with(TOTAL, total);
      }
    }
    return rows;
  }

  /** Name of a body with so many examples; negative: one group a region. */
  static String system(int examples) {
    String each = examples < 0 ? "-each" : "";
    return examples == 1 ? "shinari" : "shinari-" + Math.abs(examples) + each;
  }

  private static double millis(List<Row> rows, String system) {
    for (Row row : rows) {
      if (row.system().equals(system)) {
        return 1e3 / row.figure(Row.STEPS);
      }
    }
    return Double.NaN;
  }

  static ExampleSettings settings(TetMesh mesh, int examples) {
    ExampleSettings e = ExampleSettings.of(poses(mesh, Math.abs(examples))).withLenient(true);
    return examples < 0 ? e.withGrouping(new Grouping.EachRegion()) : e;
  }

  /** Twist, bend, shear, shrink, then twists and bends of parts, all different. */
  private static List<ExamplePose> poses(TetMesh mesh, int count) {
    Bounds box = Bounds.of(mesh.positions());
    Span whole = Span.of(box, Axis.Z);
    List<Deformer> all =
        new ArrayList<>(
            List.of(
                new Deformer.Twist(whole, Math.PI / 2),
                new Deformer.Bend(whole, Axis.Y, 1.2),
                new Deformer.Shear(whole, Axis.X, 0.5),
                new Deformer.Stretch(whole, 0.7, false)));
    Random random = new Random(5);
    while (all.size() < count) {
      double low = box.minZ() + 0.5 * random.nextDouble() * box.sizeZ();
      Span part =
          new Span(
              Axis.Z,
              low,
              box.maxZ(),
              box.minX() + random.nextDouble() * box.sizeX(),
              box.minY() + random.nextDouble() * box.sizeY(),
              0);
      double angle = 1 + random.nextDouble();
      all.add(
          all.size() % 2 == 0
              ? new Deformer.Twist(part, angle)
              : new Deformer.Bend(part, Axis.X, angle));
    }
    List<ExamplePose> poses = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      poses.add(new ExamplePose("pose-" + k, all.get(k).apply(mesh.positions())));
    }
    return poses;
  }

  /** The paper's Table 1 with our figures: milliseconds a step. */
  private static void table(Report report) {
    report.say("");
    report.say("Table 1 of [Koyama13], one thread, milliseconds a step:");
    report.say(
        String.format(
            Locale.ROOT,
            "%-24s %9s %8s %8s %8s %10s",
            "model",
            "particles",
            "t_sm",
            "t_proj",
            "t_tot",
            "share"));
    line(report, "cuboid", "cuboid-225", 1);
    line(report, "cuboid, one a region", "cuboid-225", -1);
    line(report, "cylinder", "cylinder-2013", 1);
    line(report, "teddy", "teddy-1280", 1);
    line(report, "car", "car-192", 1);
    for (int k : new int[] {1, 4, 16, 64}) {
      line(report, "cuboid, " + k + (k == 1 ? " example" : " examples"), "cuboid-19855", k);
    }
  }

  private static void line(Report report, String model, String caseName, int examples) {
    Row row = report.find(caseName, system(examples), 1);
    if (!Double.isNaN(row.figure(TOTAL))) {
      report.say(
          String.format(
              Locale.ROOT,
              "%-24s %,9d %8.4f %8.4f %8.4f %9.0f%%",
              model,
              (long) row.figure(Row.PARTICLES),
              row.figure(MATCHING),
              row.figure(PROJECTION),
              row.figure(TOTAL),
              100 * row.figure(PROJECTION) / row.figure(MATCHING)));
    }
  }

  private static void judge(Report report) {
    for (String c : new String[] {"cuboid-225", "cuboid-2025", "cuboid-19855"}) {
      double plain = nanos(report, c, PLAIN), one = nanos(report, c, system(1));
      double four = nanos(report, c, system(4));
      report.target(
          new BenchTarget(c + ": cost of one example over none", one / plain, false, 1.25));
      report.target(
          new BenchTarget(c + ": cost of four examples over none", four / plain, false, 1.5));
      report.target(
          new BenchTarget(
              c + ": exact projection over the paper's rule, share of a step",
              (four - nanos(report, c, PAPER)) / four,
              false,
              0.1));
      for (int k : new int[] {1, 4}) {
        report.target(
            new BenchTarget(
                c + ": one group a region over one for all, " + k + " examples",
                nanos(report, c, system(-k)) / nanos(report, c, system(k)),
                false,
                1.3));
      }
      double bullet = nanos(report, c, "bullet"), jolt = nanos(report, c, "jolt");
      double peer = Double.isNaN(jolt) || bullet < jolt ? bullet : jolt;
      report.target(
          new BenchTarget(
              c + ": times faster than the faster peer, one example", peer / one, true, 2));
    }
    double plain = nanos(report, "cuboid-19855", PLAIN);
    double few = nanos(report, "cuboid-19855", system(16)) - plain;
    double many = nanos(report, "cuboid-19855", system(64)) - plain;
    report.target(new BenchTarget("cost of 64 examples over that of 16", many / few, false, 4));
  }

  private static double nanos(Report report, String caseName, String system) {
    return report.find(caseName, system, 1).figure(Row.NANOS);
  }
}
