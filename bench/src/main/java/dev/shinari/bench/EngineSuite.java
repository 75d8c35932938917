package dev.shinari.bench;

import dev.shinari.bench.contest.Contestant;
import dev.shinari.bench.contest.Cuboid;
import dev.shinari.bench.contest.PeerContestant;
import dev.shinari.bench.contest.PeerLoader;
import dev.shinari.bench.contest.Race;
import dev.shinari.bench.contest.ReferenceContestant;
import dev.shinari.bench.contest.ShinariContestant;
import dev.shinari.bench.measure.Allocation;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.BenchTarget;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import dev.shinari.bench.measure.Suite;
import dev.shinari.bench.peer.SoftBodyPeer;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import dev.shinari.reference.ReferenceRegions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The elastic step: tetrahedral cuboids with one-ring regions and lattices with box regions, free
 * in space and in mild motion, beside the reference twin and other libraries' soft bodies on the
 * same vertices.
 */
final class EngineSuite implements Suite {
  private static final int[][] TET_CELLS = {{4, 4, 8}, {8, 8, 24}, {18, 18, 54}};
  private static final int[][] LATTICE_CELLS = {{9, 9, 19}, {19, 19, 49}, {49, 49, 79}};
  private static final int[] HALF_WIDTHS = {1, 2, 3};
  private static final int LARGE = 19_000;

  /** Members of regions above which a quick run leaves the reference twin out. */
  private static final long QUICK_MEMBERS = 3_000_000;

  /** Bytes of heap a member of the reference twin's regions needs while it is built. */
  private static final long BYTES_A_MEMBER = 20;

  @Override
  public String name() {
    return "engine";
  }

  @Override
  public String summary() {
    return "the elastic step on tetrahedra and lattices, beside reference twin, Bullet and Jolt";
  }

  @Override
  public void run(BenchOptions options, Report report) {
    boolean needsPeers = options.peers() && tetCases().anyMatch(options::wants);
    List<SoftBodyPeer> peers = needsPeers ? PeerLoader.load(report) : List.of();
    Race race = options.quick() ? Race.QUICK : Race.FULL;
    report.say(
        String.format(
            Locale.ROOT,
            "engine: JDK %s, %s, %d processors; a free body, stretching and turning, %.4f s a step,"
                + " best of up to %d rounds",
            System.getProperty("java.version"),
            ShinariContestant.kernels(),
            BenchOptions.allProcessors(),
            ShinariContestant.STEP_SECONDS,
            race.rounds()));
    report.say("shinari, reference: alpha " + ShinariContestant.ALPHA + ", damping 0");
    for (SoftBodyPeer peer : peers) {
      report.say(peer.name() + ": " + peer.settings());
    }
    warmUp(options, report);
    report.say("");
    report.header();
    for (int[] cells : TET_CELLS) {
      String caseName = tetCase(cells);
      if (options.wants(caseName)) {
        TetMesh mesh = Cuboid.tets(cells[0], cells[1], cells[2]);
        report.add(runTets(caseName, mesh, options, race, peers, report));
      }
    }
    for (int[] cells : LATTICE_CELLS) {
      for (int w : HALF_WIDTHS) {
        String caseName = latticeCase(cells) + "-w" + w;
        if (options.wants(caseName)) {
          Lattice lattice = Cuboid.lattice(cells[0], cells[1], cells[2]);
          report.add(runLattice(caseName, lattice, w, options, race, report));
        }
      }
    }
    measureMemory(options, report);
    judge(report);
  }

  /**
   * The compiler needs seconds for the vector kernels; without this the first cases would pay.
   * Every half-width has kernels of its own.
   */
  private static void warmUp(BenchOptions options, Report report) {
    report.note("warming up");
    if (tetCases().anyMatch(options::wants)) {
      settle(Cuboid.tets(8, 8, 24), 1, options);
    }
    for (int w : HALF_WIDTHS) {
      if (latticeCases(w).anyMatch(options::wants)) {
        settle(Cuboid.lattice(9, 9, 19), w, options);
      }
    }
  }

  private static void settle(Cage cage, int w, BenchOptions options) {
    float[] velocities = Cuboid.velocities(cage.positions());
    for (Contestant one : ShinariContestant.field(cage, w, velocities, List.of(1))) {
      Race.warmUp(one, options.quick() ? 400 : 1000, options.quick() ? 6 : 12);
      one.close();
    }
  }

  private static Stream<String> tetCases() {
    return Arrays.stream(TET_CELLS).map(EngineSuite::tetCase);
  }

  private static Stream<String> latticeCases(int w) {
    return Arrays.stream(LATTICE_CELLS).map(cells -> latticeCase(cells) + "-w" + w);
  }

  private static int vertices(int[] cells) {
    return (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1);
  }

  private static String tetCase(int[] cells) {
    return "tet-" + vertices(cells);
  }

  private static String latticeCase(int[] cells) {
    return "lattice-" + vertices(cells);
  }

  private List<Row> runTets(
      String caseName,
      TetMesh mesh,
      BenchOptions options,
      Race race,
      List<SoftBodyPeer> peers,
      Report report) {
    float[] velocities = Cuboid.velocities(mesh.positions());
    List<ShinariContestant> ours = ShinariContestant.field(mesh, 1, velocities, options.threads());
    float[] masses = ours.get(0).masses();
    List<Contestant> field = new ArrayList<>(ours);
    field.add(
        new ReferenceContestant(
            mesh.positions(), velocities, masses, ReferenceRegions.oneRings(mesh)));
    SoftBodyPeer.Shape shape =
        new SoftBodyPeer.Shape(
            mesh.positions(),
            velocities,
            masses,
            mesh.tets(),
            Cuboid.edges(mesh),
            mesh.boundary().triangles());
    for (SoftBodyPeer peer : peers) {
      for (int threads : options.threads()) {
        if (threads == 1 || peer.usesThreads()) {
          field.add(new PeerContestant(peer, shape, threads));
        }
      }
    }
    return race(race, caseName, field, report);
  }

  private List<Row> runLattice(
      String caseName, Lattice lattice, int w, BenchOptions options, Race race, Report report) {
    float[] velocities = Cuboid.velocities(lattice.positions());
    List<ShinariContestant> ours =
        ShinariContestant.field(lattice, w, velocities, options.threads());
    List<Contestant> field = new ArrayList<>(ours);
    long members = (long) Math.pow(2 * w + 1, 3) * lattice.vertexCount();
    if (options.quick() && members > QUICK_MEMBERS) {
      report.note(caseName + ": reference left out of a quick run");
    } else if (members * BYTES_A_MEMBER > Runtime.getRuntime().maxMemory()) {
      report.note(
          caseName
              + ": reference left out, its region lists need "
              + members * BYTES_A_MEMBER / 1_000_000
              + " MB of heap");
    } else {
      field.add(
          new ReferenceContestant(
              lattice.positions(),
              velocities,
              ours.get(0).masses(),
              ReferenceRegions.boxes(lattice, w)));
    }
    return race(race, caseName, field, report);
  }

  private List<Row> race(Race race, String caseName, List<Contestant> field, Report report) {
    try {
      return race.run(name(), caseName, field, report);
    } finally {
      field.forEach(Contestant::close);
    }
  }

  /** Live heap that a lattice of 200,000 particles adds, shape and state, after its first steps. */
  private void measureMemory(BenchOptions options, Report report) {
    int[] cells = LATTICE_CELLS[LATTICE_CELLS.length - 1];
    String caseName = "memory-" + latticeCase(cells) + "-w2";
    if (!options.wants(caseName)) {
      return;
    }
    double before = Allocation.liveMegabytes();
    Lattice lattice = Cuboid.lattice(cells[0], cells[1], cells[2]);
    try (ShinariContestant body =
        ShinariContestant.single(lattice, 2, Cuboid.velocities(lattice.positions()))) {
      body.steps(2);
      double megabytes = Allocation.liveMegabytes() - before;
      report.addQuietly(
          new Row(name(), caseName, "shinari", 1)
              .with(Row.PARTICLES, body.particleCount())
              .with(Row.MEGABYTES, megabytes));
      report.target(
          new BenchTarget(
              String.format(
                  Locale.ROOT, "live megabytes of %,d lattice particles", body.particleCount()),
              megabytes,
              false,
              200));
    }
  }

  private static void judge(Report report) {
    for (int[] cells : TET_CELLS) {
      String caseName = tetCase(cells);
      double ours = nanos(report, caseName, "shinari", 1);
      double bullet = nanos(report, caseName, "bullet", 1);
      double jolt = nanos(report, caseName, "jolt", 1);
      double peer = Double.isNaN(jolt) || bullet < jolt ? bullet : jolt;
      report.target(
          new BenchTarget(
              caseName + ": times faster than the reference twin",
              nanos(report, caseName, "reference", 1) / ours,
              true,
              3));
      report.target(
          new BenchTarget(
              caseName
                  + ": times faster than the faster peer, "
                  + (peer == jolt ? "jolt" : "bullet"),
              peer / ours,
              true,
              2));
    }
    for (int[] cells : LATTICE_CELLS) {
      String caseName = latticeCase(cells);
      report.target(
          new BenchTarget(
              caseName + ": cost at w = 3 over cost at w = 1",
              nanos(report, caseName + "-w3", "shinari", 1)
                  / nanos(report, caseName + "-w1", "shinari", 1),
              false,
              1.3));
    }
    for (int w : HALF_WIDTHS) {
      report.target(
          new BenchTarget(
              "lattice, w = " + w + ": cost a particle at 200,000 over 20,000",
              nanos(report, "lattice-200000-w" + w, "shinari", 1)
                  / nanos(report, "lattice-20000-w" + w, "shinari", 1),
              false,
              2));
    }
    int count = report.rows().size();
    for (int r = 0; r < count; r++) {
      Row row = report.rows().get(r);
      if (row.system().equals("shinari")
          && row.threads() == 2
          && row.figure(Row.PARTICLES) >= LARGE) {
        report.target(
            new BenchTarget(
                row.caseName() + ": times faster on two threads than on one",
                nanos(report, row.caseName(), "shinari", 1) / row.figure(Row.NANOS),
                true,
                1.7));
      }
    }
    double bytes = Double.NaN;
    for (Row row : report.rows()) {
      double b = row.figure(Row.BYTES);
      if (row.system().equals("shinari") && !Double.isNaN(b)) {
        bytes = Double.isNaN(bytes) ? b : Math.max(bytes, b);
      }
    }
    report.target(
        new BenchTarget(
            "most bytes that a step of shinari allocates, any case", bytes, false, 0.99));
  }

  private static double nanos(Report report, String caseName, String system, int threads) {
    return report.find(caseName, system, threads).figure(Row.NANOS);
  }
}
