package dev.shinari.fracture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.cartoon.Breakdown;
import dev.shinari.cartoon.Envelope;
import dev.shinari.fracture.element.ElementBody;
import dev.shinari.fracture.view.FractureView;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedder;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.volume.VolumeMesher;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.Select;
import dev.shinari.world.Snapshot;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What holds for every body that can come apart, whatever it is made of. */
class FractureContractTest {
  private static final float STEP = 1f / 120;

  /** Bars and sheets about two meters long along x. */
  enum Kind {
    FLAT_LATTICE,
    SOLID_LATTICE,
    TETRAHEDRA,
    CELLS,
    EMBEDDED,
    SHEET,
    STRAND,
    ROPE;

    FractureBody body() {
      return switch (this) {
        case FLAT_LATTICE -> lattice(2);
        case SOLID_LATTICE -> lattice(3);
        case TETRAHEDRA -> of(new VolumeMesher(box().boundary()).tetrahedra(12).cage(), null);
        case CELLS -> of(box(), null);
        case EMBEDDED ->
            of(box(), Lattice.block(30, 6, 6, 0.065f, -0.97f, -0.2f, -0.2f).boundary());
        case SHEET -> of(PointShapes.sheet(16, 5, 2, 0.6f, 2), null);
        case STRAND -> of(centered(PointShapes.strand(16, 2, 2)), null);
        case ROPE -> of(centered(PointShapes.rope(16, 6, 2, 0.1f, 2)), null);
      };
    }

    private static Lattice box() {
      return Lattice.block(16, 4, 4, 0.125f, -1, -0.25f, -0.25f);
    }

    private static PointCage centered(PointCage c) {
      float[] p = c.positions().clone();
      for (int k = 0; k < p.length; k += 3) {
        p[k] -= 1;
      }
      return new PointCage(p, c.starts(), c.members(), c.boundary().triangles());
    }

    private static FractureBody of(Cage cage, TriangleMesh skin) {
      Body.Builder b =
          Body.builder("bar", cage).elasticity(Elasticity.hertz(3, 0.3f)).breakable(true);
      return ElementBody.of((skin == null ? b : b.surface(Embedder.embed(skin, cage))).build());
    }

    private static FractureBody lattice(int dim) {
      float z = dim == 2 ? 0 : 0.25f;
      return LatticeBody.of(
          AdaptiveLattice.over(
              "bar",
              LatticeShape.box(new Bounds(-1, -0.25f, -z, 1, 0.25f, z)),
              new LatticeGrid(0.125f, 0, 0),
              FractureSettings.NEVER,
              Toughness.EVEN,
              100,
              Elasticity.hertz(3, 0.3f)),
          LatticeSkin.CELLS);
    }
  }

  private static World world(FractureBody f) {
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(f, BodySettings.DEFAULT.withSleeps(false), Look.BODY);
    f.body().setMotion(0.4, 0.1, 0.2, 0.3, 0.2, 0.9);
    return w;
  }

  private static void cutAcross(World w, FractureBody f) {
    w.add(f, new TearTool.Cut(0.1, 0.2, 0, 0, 1, 0.05, 0, Double.POSITIVE_INFINITY, null));
  }

  private static double mass(World w) {
    return w.bodies().stream().mapToDouble(Body::totalMass).sum();
  }

  private static Bounds bounds(World w) {
    Bounds all = Bounds.EMPTY;
    for (Body b : w.bodies()) {
      all = all.union(b.particles().bounds());
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aCutMakesPiecesThatAddUpToTheWholeAndEventsNameThem(Kind kind) {
    FractureBody f = kind.body();
    World w = world(f);
    cutAcross(w, f);
    double before = mass(w);
    double[] momentum = momentum(w);
    List<Take.Event> events = new ArrayList<>();
    for (int s = 0; s < 24; s++) {
      events.addAll(w.step(STEP).events());
    }
    assertThat(w.bodies()).hasSize(2).isEqualTo(w.pieces(f));
    assertThat(mass(w)).isEqualTo(before, within(1e-5 * before));
    for (int a = 0; a < 3; a++) {
      assertThat(momentum(w)[a]).isEqualTo(momentum[a], within(1e-4 * before));
    }
    Take.Event tear = events.stream().filter(e -> e.kind().equals(Take.Event.TEAR)).findAny().get();
    assertThat(tear.body()).isEqualTo("bar");
    assertThat((int) tear.strength()).isPositive().isEqualTo(f.family().tears());
    Take.Event off = events.stream().filter(e -> e.kind().equals(Take.Event.PIECE)).findAny().get();
    assertThat(off.body()).isEqualTo("bar");
    assertThat(off.other()).isEqualTo(w.bodies().get(1).name()).isEqualTo("bar-1");
    assertThat((int) off.strength()).isEqualTo(w.fracture(w.bodies().get(1)).elements().count());
  }

  private static double[] momentum(World w) {
    double[] sum = new double[3];
    for (Body b : w.bodies()) {
      double[] motion = new double[6];
      b.centerMotion(motion);
      for (int a = 0; a < 3; a++) {
        sum[a] += b.totalMass() * motion[3 + a];
      }
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aTakeHasTheFinalTopologyInEveryFrameAndShowsWhatWasLive(Kind kind) {
    FractureBody f = kind.body();
    World w = world(f);
    cutAcross(w, f);
    Recorder r = new Recorder(w, "take", 24, 5);
    List<Bounds> live = new ArrayList<>(List.of(bounds(w)));
    for (int k = 0; k < 12; k++) {
      r.advance();
      live.add(bounds(w));
    }
    assertThat(w.bodies()).hasSize(2);
    Take.Track skin = r.take().tracks().get(0);
    assertThat(skin.frameCount()).isEqualTo(13);
    float[] p = new float[3 * skin.surface().vertexCount()];
    for (int frame = 0; frame < live.size() && p.length > 0; frame++) {
      skin.positions(frame, p);
      Bounds shown = Bounds.of(p);
      double room = kind == Kind.EMBEDDED ? 0.08 : 1e-4; // inside of its cage
      assertThat(shown.minX()).isEqualTo(live.get(frame).minX(), within((float) room));
      assertThat(shown.maxX()).isEqualTo(live.get(frame).maxX(), within((float) room));
      assertThat(shown.maxY()).isEqualTo(live.get(frame).maxY(), within((float) room));
    }
    if (kind != Kind.STRAND) { // which has no surface
      skin.positions(0, p);
      assertThat(places(p)).as("copies lie on each other before the cut").isLessThan(p.length / 3);
    }
    FractureView view = new FractureView(f.family(), false);
    view.update();
    float[] now = new float[3 * view.vertexCount()];
    view.positions(now);
    skin.positions(12, p);
    assertThat(now).hasSize(p.length);
    assertThat(Bounds.of(now)).isEqualTo(p.length == 0 ? Bounds.of(now) : Bounds.of(p));
  }

  /** Number of different places, to a hundredth of a millimeter. */
  private static int places(float[] p) {
    Set<List<Long>> found = new HashSet<>();
    for (int k = 0; k < p.length; k += 3) {
      found.add(
          List.of(Math.round(p[k] * 1e5), Math.round(p[k + 1] * 1e5), Math.round(p[k + 2] * 1e5)));
    }
    return found.size();
  }

  @ParameterizedTest
  @EnumSource(
      value = Kind.class,
      names = {"SOLID_LATTICE", "TETRAHEDRA", "CELLS", "ROPE"})
  void skinAndInsideOfASolidAreClosedAroundEachPiece(Kind kind) {
    FractureBody f = kind.body();
    World w = world(f);
    cutAcross(w, f);
    Recorder r = new Recorder(w, "take", 24, 5);
    for (int k = 0; k < 12; k++) {
      r.advance();
    }
    assertThat(r.take().tracks()).hasSize(2);
    Map<List<Long>, Integer> edges = new HashMap<>();
    for (Take.Track t : r.take().tracks()) {
      float[] p = new float[3 * t.surface().vertexCount()];
      t.positions(12, p);
      int[] k = t.surface().triangles();
      for (int i = 0; i < k.length; i++) {
        List<Long> edge = new ArrayList<>(place(p, k[i]));
        List<Long> back = new ArrayList<>(place(p, k[i % 3 == 2 ? i - 2 : i + 1]));
        List<Long> from = List.copyOf(edge);
        edge.addAll(back);
        back.addAll(from);
        edges.merge(edge, 1, Integer::sum);
        edges.merge(back, -1, Integer::sum);
      }
    }
    assertThat(edges.values()).isNotEmpty().allMatch(n -> n == 0);
  }

  private static List<Long> place(float[] p, int v) {
    return List.of(
        Math.round(p[3 * v] * 1e4), Math.round(p[3 * v + 1] * 1e4), Math.round(p[3 * v + 2] * 1e4));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aSnapshotBeforeAndAfterTheCutGivesTheSameBits(Kind kind) {
    FractureBody f = kind.body();
    World w = world(f);
    cutAcross(w, f);
    w.step(STEP);
    Snapshot whole = w.save();
    long[] hashes = new long[60];
    Snapshot torn = null;
    for (int k = 0; k < hashes.length; k++) {
      torn = k == 30 ? w.save() : torn;
      w.step(STEP);
      hashes[k] = w.stateHash();
    }
    assertThat(w.bodies()).hasSize(2);
    w.restore(whole);
    assertThat(w.bodies()).hasSize(1);
    for (int k = 0; k < hashes.length; k++) {
      w.step(STEP);
      assertThat(w.stateHash()).as("step " + k).isEqualTo(hashes[k]);
    }
    w.restore(torn);
    for (int k = 30; k < hashes.length; k++) {
      w.step(STEP);
      assertThat(w.stateHash()).isEqualTo(hashes[k]);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void breakdownPartsWhatIsPulledAndHandlesKeepTheirEnds(Kind kind) {
    FractureBody f = kind.body();
    World w = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    w.add(f, BodySettings.DEFAULT, Look.BODY);
    double before = mass(w);
    for (int side = -1; side <= 1; side += 2) {
      MotionPath pull = MotionPath.builder().key(0, 0, 0, 0).key(2, 2.5 * side, 0, 0).build();
      int[] held = Select.side(f.body(), 0.9 * side, 0, 0, side, 0, 0);
      w.add(Handle.builder(f.body(), held).path(pull).build());
    }
    w.add(f.body(), new Breakdown(new Breakdown.Settings(1.4f, new Envelope(0.1, 1e6, 0))));
    for (int s = 0; s < 240; s++) {
      w.step(STEP);
    }
    assertThat(w.bodies().size()).isGreaterThan(1);
    assertThat(mass(w)).isEqualTo(before, within(1e-4 * before));
    assertThat(bounds(w).minX()).isEqualTo(-3.5f, within(0.1f));
    assertThat(bounds(w).maxX()).isEqualTo(3.5f, within(0.1f));
    for (Body b : w.bodies()) { // what hangs together is not longer than it was
      assertThat(b.particles().bounds().sizeX()).isLessThan(2.2f);
    }
  }
}
