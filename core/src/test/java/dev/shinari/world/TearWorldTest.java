package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.fracture.PaintedToughness;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.motion.MotionPath;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.world.step.StepReport;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TearWorldTest {
  private static final float STEP = 1 / 240f;

  private static World free() {
    return new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
  }

  private static LatticeBody bar(FractureSettings f, LatticeGrid grid, Toughness toughness) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(new Bounds(-1, -0.25f, 0, 1, 0.25f, 0)),
            grid,
            f,
            toughness,
            1,
            Elasticity.hertz(5, 0.3f).withPoisson(0).withHardening(0));
    return LatticeBody.of(l, LatticeSkin.CELLS);
  }

  private static void pull(World world, Body body, double x, double speed) {
    int[] held =
        speed < 0 ? Select.side(body, x, 0, 0, -1, 0, 0) : Select.side(body, x, 0, 0, 1, 0, 0);
    world.add(
        Handle.builder(body, held)
            .path(MotionPath.builder().velocity(speed, 0, 0).build())
            .build());
  }

  private static double mass(World world) {
    double m = 0;
    for (Body b : world.bodies()) {
      for (int i = 0; i < b.particles().count(); i++) {
        m += b.particles().mass()[i];
      }
    }
    return m;
  }

  @Test
  void bothHalvesOfAPulledBarFollowTheirHandles() {
    World world = free();
    LatticeBody bar = bar(FractureSettings.DEFAULT, new LatticeGrid(0.125f, 2, 0), Toughness.EVEN);
    world.add(bar, BodySettings.DEFAULT, Look.BODY);
    pull(world, bar.body(), -0.9, -0.6);
    pull(world, bar.body(), 0.9, 0.6);
    double before = mass(world);
    int tears = 0, pieces = 0;
    for (int s = 0; s < 360; s++) {
      StepReport r = world.step(STEP);
      tears += r.tears();
      pieces += r.pieces();
    }
    assertThat(tears).isGreaterThan(10);
    assertThat(pieces).isPositive();
    assertThat(world.bodies()).hasSize(1 + pieces);
    assertThat(mass(world)).isBetween(before * (1 - 1e-5), before * (1 + 1e-5));
    // Two bodies reach as far as the handles went: 1 + 0.6 * 1.5 s.
    double left = 0, right = 0;
    for (Body b : world.bodies()) {
      left = Math.min(left, b.particles().bounds().minX());
      right = Math.max(right, b.particles().bounds().maxX());
    }
    assertThat(left).isBetween(-1.92, -1.88);
    assertThat(right).isBetween(1.88, 1.92);
  }

  @Test
  void piecesThatAreCutOffFallAndLieOnEachOther() {
    World world = new World();
    LatticeBody bar = bar(FractureSettings.NEVER, new LatticeGrid(0.125f, 1, 0), Toughness.EVEN);
    bar.body().translate(0, 1, 0);
    world.add(bar, BodySettings.DEFAULT, Look.BODY);
    world.add(bar, new TearTool.Cut(0.01, 0, 1, 0, 0, 1, 0, Double.POSITIVE_INFINITY, null));
    int[] low = Select.side(bar.body(), 0, 0.8, 0, 0, -1, 0);
    world.add(Handle.builder(bar.body(), low).build());
    for (int s = 0; s < 240; s++) {
      world.step(STEP);
    }
    assertThat(world.bodies()).hasSize(2);
    Particles a = world.bodies().get(0).particles(), b = world.bodies().get(1).particles();
    double lower = Math.min(a.bounds().centerY(), b.bounds().centerY());
    double upper = Math.max(a.bounds().centerY(), b.bounds().centerY());
    assertThat(lower).isBetween(0.8, 0.95);
    assertThat(upper)
        .as("it lies on the lower half and did not fall through")
        .isGreaterThan(lower + 0.15);
  }

  @Test
  void aShotGivesMomentumToWhatItHitsAlone() {
    World world = free();
    LatticeBody bar = bar(FractureSettings.NEVER, new LatticeGrid(0.125f, 1, 0), Toughness.EVEN);
    world.add(bar, BodySettings.DEFAULT, Look.BODY);
    Particles p = bar.body().particles();
    bar.apply(new TearTool.Shot(0, 0.5, -2, 0, 0, 3, 0, 0.2));
    for (int i = 0; i < p.count(); i++) {
      boolean near = Math.abs(p.x()[i] - 0.5) < 0.2;
      assertThat(p.vy()[i] > 0).isEqualTo(near);
    }
  }

  @Test
  void aWeakLineIsWhereItTears() {
    World world = free();
    PaintedToughness weak =
        new PaintedToughness(
            List.of(new PaintedToughness.Stroke(0.4, -1, 0, 0.4, 1, 0, 0.01, 0.3f)));
    LatticeBody bar =
        bar(
            FractureSettings.DEFAULT.withRatios(1.2f, 1.5f, 0),
            new LatticeGrid(0.125f, 2, 0),
            weak);
    world.add(bar, BodySettings.DEFAULT.withSoftContact(false), Look.BODY);
    pull(world, bar.body(), -0.9, -0.4);
    pull(world, bar.body(), 0.9, 0.4);
    int torn = 0;
    for (int s = 0; s < 360 && world.bodies().size() < 2; s++) {
      for (Take.Event e : world.step(STEP).events()) {
        if (e.kind().equals("tear")) {
          torn++;
          assertThat((double) e.x()).as("where it tears").isBetween(0.25, 0.6);
        }
      }
    }
    assertThat(torn).isPositive();
    assertThat(world.bodies().size()).isGreaterThan(1);
  }

  @Test
  void theSameTearGivesTheSameBitsOnAnyNumberOfThreads() {
    long[] hashes = new long[2];
    for (int k = 0; k < 2; k++) {
      World world = free();
      LatticeBody bar =
          bar(FractureSettings.DEFAULT, new LatticeGrid(0.125f, 2, 0), Toughness.EVEN);
      world.add(bar, BodySettings.DEFAULT, Look.BODY);
      pull(world, bar.body(), -0.9, -0.6);
      pull(world, bar.body(), 0.9, 0.6);
      try (Workers crew = new Workers(k == 0 ? 1 : 3)) {
        world.setWorkers(crew);
        for (int s = 0; s < 200; s++) {
          world.step(STEP);
        }
      }
      hashes[k] = world.stateHash();
    }
    assertThat(hashes[1]).isEqualTo(hashes[0]);
  }

  /** A pulled bar that tears in the air, falls on the floor and on its own pieces. */
  private static World tearing(int dim) {
    World world = new World();
    world.add(Collider.floor(-0.6f));
    Bounds box = new Bounds(-1, -0.25f, 0, 1, 0.25f, dim == 2 ? 0 : 0.5f);
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(box),
            new LatticeGrid(0.125f, dim == 2 ? 2 : 1, 0),
            FractureSettings.DEFAULT.withRatios(1.2f, 1.4f, 1.05f).withMergeSeconds(0.05f),
            Toughness.EVEN,
            1,
            Elasticity.hertz(5, 0.3f));
    LatticeBody bar = LatticeBody.of(l, LatticeSkin.CELLS);
    world.add(bar, BodySettings.DEFAULT, Look.BODY);
    for (int side = -1; side <= 1; side += 2) {
      world.add(
          Handle.builder(bar.body(), Select.side(bar.body(), side * 0.85, 0, 0, side, 0, 0))
              .path(MotionPath.builder().velocity(side * 0.6, 0, 0).build())
              .to(1)
              .build());
    }
    world.add(
        bar, new TearTool.Cut(0.7, -0.2, -0.3, 0, 1, -0.3, 0, Double.POSITIVE_INFINITY, null));
    world.add(bar, new TearTool.Cut(0.6, 0.3, -0.3, 0, 1, 0.3, 0, Double.POSITIVE_INFINITY, null));
    return world;
  }

  @ParameterizedTest
  @CsvSource({"2, 0, 180", "2, 100, 200", "2, 130, 150", "3, 0, 180", "3, 110, 170"})
  void aWorldThatToreGoesBackToASnapshotAndOnWithTheSameBits(int dim, int before, int after) {
    World world = tearing(dim);
    for (int s = 0; s < before; s++) {
      world.step(STEP);
    }
    int bodies = world.bodies().size();
    long hash = world.stateHash();
    Snapshot snapshot = world.save();
    long[] hashes = new long[after];
    for (int s = 0; s < after; s++) {
      world.step(STEP);
      hashes[s] = world.stateHash();
    }
    assertThat(world.bodies().size()).as("something came off since").isGreaterThan(bodies);
    List<String> names = world.bodies().stream().map(Body::name).toList();
    for (int round = 0; round < 2; round++) {
      world.restore(snapshot);
      assertThat(world.stateHash()).isEqualTo(hash);
      assertThat(world.bodies()).hasSize(bodies);
      for (int s = 0; s < after; s++) {
        world.step(STEP);
        assertThat(world.stateHash()).as("round %d, step %d", round, s).isEqualTo(hashes[s]);
      }
      assertThat(world.bodies().stream().map(Body::name).toList()).isEqualTo(names);
    }
  }

  /** Mass of what came off in pieces of less than a hundredth of the body, as a share of it. */
  private static double crumbs(World world) {
    double all = mass(world), small = 0;
    for (Body b : world.bodies()) {
      double m = 0;
      for (int i = 0; i < b.particles().count(); i++) {
        m += b.particles().mass()[i];
      }
      small += m < 0.01 * all ? m : 0;
    }
    return small / all;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void aBarTearsAndDoesNotCrumbleHoweverOftenItsCellsMayBeHalved(int levels) {
    World world = free();
    FractureSettings f =
        FractureSettings.DEFAULT
            .withRatios(1.2f, 1.35f, 1.08f)
            .withMergeSeconds(0.1f)
            .withMaxCells(1_000_000)
            .withDust(0, true);
    Toughness neck =
        new PaintedToughness(
            List.of(new PaintedToughness.Stroke(0, -0.3, 0, 0, 0.3, 0, 0.05, 0.7f)));
    LatticeBody bar = bar(f, new LatticeGrid(0.125f, levels, 0), neck);
    world.add(bar, BodySettings.DEFAULT.withSoftContact(false).withSleeps(false), Look.BODY);
    pull(world, bar.body(), -0.8, -0.5);
    pull(world, bar.body(), 0.8, 0.5);
    for (int s = 0; s < 300; s++) {
      world.step(STEP);
    }
    assertThat(world.bodies().size()).as("pieces").isBetween(2, 4);
    assertThat(crumbs(world)).isZero();
    // A straight tear cuts 0.5 / finest pairs; slivers beside it would cut many times as many.
    double straight = 0.5 / bar.lattice().finestCell();
    assertThat(bar.family().tears()).isBetween((int) straight, (int) (2 * straight));
  }

  /** A block that is cut along a level plane; its lower half is held, its upper half free. */
  private static World cutBlock(int dim, double tilt, float friction) {
    World world = new World();
    Bounds box = new Bounds(-1, -0.5f, 0, 1, 0.5f, dim == 2 ? 0 : 1);
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "block",
            LatticeShape.box(box),
            new LatticeGrid(0.25f, 0, 0),
            FractureSettings.NEVER,
            Toughness.EVEN,
            dim == 2 ? 100 : 1000,
            Elasticity.hertz(20, 0.5f));
    LatticeBody block = LatticeBody.of(l, LatticeSkin.CELLS);
    world.add(block, BodySettings.DEFAULT.withMaterial(friction, 0), Look.BODY);
    world.add(
        block, new TearTool.Cut(0.01, 0, 0.01, 0, tilt, 1, 0, Double.POSITIVE_INFINITY, null));
    int[] low = Select.side(block.body(), 0, -0.3, 0, 0, -1, 0);
    world.add(Handle.builder(block.body(), low).build());
    return world;
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void aPieceLiesOnTheOneThatItWasCutFromWithoutAGap(int dim) {
    World world = cutBlock(dim, 0, 0.5f);
    for (int s = 0; s < 240; s++) {
      world.step(STEP);
    }
    assertThat(world.bodies()).hasSize(2);
    Bounds a = world.bodies().get(0).particles().bounds();
    Bounds b = world.bodies().get(1).particles().bounds();
    double gap = a.maxY() < b.maxY() ? b.minY() - a.maxY() : a.minY() - b.maxY();
    // As balls around particles they would be a whole cell apart.
    assertThat(gap).isBetween(-0.05, 0.05);
    assertThat(Math.abs((double) a.centerX() - b.centerX())).isLessThan(0.05);
  }

  @ParameterizedTest
  @CsvSource({"2", "3"})
  void stepsOfATornEdgeLockIntoEachOther(int dim) {
    // A slanting cut makes stairs. The upper piece is pushed up them, five times as hard as it rubs
    // on them, and is stopped by them.
    World world = cutBlock(dim, 0.25, 0.1f);
    Body upper = null;
    for (int s = 0; s < 60; s++) {
      world.step(STEP);
    }
    for (Body b : world.bodies()) {
      upper = b.heldCount() == 0 ? b : upper;
    }
    double before = upper.particles().bounds().centerX();
    for (int s = 0; s < 120; s++) {
      for (int i = 0; i < upper.particles().count(); i++) {
        upper.particles().vx()[i] -= 5 * STEP; // up the stairs
      }
      world.step(STEP);
    }
    assertThat((double) upper.particles().bounds().centerX())
        .as("on a level cut it would have gone half a meter")
        .isBetween(before - 0.12, before + 0.02);
  }

  @Test
  void aCallerMayTearBetweenSteps() {
    World world = new World();
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "sheet",
            LatticeShape.box(new Bounds(0, 0, 0, 6, 6, 0)),
            new LatticeGrid(1, 0, 0),
            FractureSettings.NEVER,
            Toughness.EVEN,
            1,
            Elasticity.hertz(4, 0.5f));
    LatticeBody sheet = LatticeBody.of(l, LatticeSkin.CELLS);
    world.add(sheet, BodySettings.DEFAULT, Look.BODY);
    world.step(STEP);
    int before = sheet.body().particles().count();
    for (int k = 0; k < 3; k++) {
      sheet.tear(l.cellAt(1.5 + k, 2.5, 0), 1);
      sheet.tear(l.cellAt(1.5 + k, 3.5, 0), 1);
      l.finish();
      world.step(STEP);
    }
    assertThat(sheet.body().particles().count()).isGreaterThan(before);
    assertThat(world.isFrozen(sheet.body())).isFalse();
  }
}
