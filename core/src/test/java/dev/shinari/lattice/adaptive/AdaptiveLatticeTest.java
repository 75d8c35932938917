package dev.shinari.lattice.adaptive;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Lattice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveLatticeTest {
  static AdaptiveLattice block(int dim, int cells, int levels, int w) {
    Bounds box =
        dim == 2 ? new Bounds(0, 0, 0, cells, cells, 0) : new Bounds(0, 0, 0, cells, cells, cells);
    return AdaptiveLattice.over(
        "block",
        LatticeShape.box(box),
        new LatticeGrid(1, levels, 0),
        FractureSettings.DEFAULT.withHalfWidth(w).withDust(0, true),
        Toughness.EVEN,
        3,
        Elasticity.DEFAULT);
  }

  private static void shake(AdaptiveLattice l, Random random) {
    Particles p = l.body().particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] += 0.05f * (random.nextFloat() - 0.5f);
      p.vx()[i] = random.nextFloat();
      p.vy()[i] = random.nextFloat() - 0.5f;
      p.vz()[i] = random.nextFloat() + 1;
    }
  }

  /** Mass and momentum: 4 numbers. */
  static double[] totals(AdaptiveLattice l) {
    Particles p = l.body().particles();
    double[] t = new double[4];
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i];
      t[0] += m;
      t[1] += m * p.vx()[i];
      t[2] += m * p.vy()[i];
      t[3] += m * p.vz()[i];
    }
    return t;
  }

  /** All that must hold of cells, particles and regions after a batch, each by the obvious way. */
  static void checkWhole(AdaptiveLattice l) {
    Cells cells = l.cells;
    int n = l.particleCount();
    assertEquals(n, l.body().particles().count());
    List<TreeSet<Integer>> rings = new ArrayList<>();
    for (int p = 0; p < n; p++) {
      rings.add(new TreeSet<>(List.of(p)));
    }
    int leaves = 0;
    boolean[] isCorner = new boolean[n];
    int[] fan = new int[10];
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      leaves++;
      for (int s = 0; s < cells.slots; s++) {
        int p = cells.slot[cells.slots * c + s];
        if (Cells.isCorner(s)) {
          assertTrue(p >= 0, "a corner without a particle");
          isCorner[p] = true;
        }
        if (p < 0) {
          continue;
        }
        assertEquals(s, cells.slotAt(c, l.nodes.px[p], l.nodes.py[p], l.nodes.pz[p]));
        // Whoever hangs together around the particle holds the same one, and nobody else does.
        int m = cells.fan(c, l.nodes.px[p], l.nodes.py[p], l.nodes.pz[p], fan);
        for (int k = 0; k < m; k++) {
          int at = cells.slotAt(fan[k], l.nodes.px[p], l.nodes.py[p], l.nodes.pz[p]);
          assertTrue(at >= 0, "neighbors differ by more than one level");
          assertEquals(p, cells.slot[cells.slots * fan[k] + at]);
        }
        for (int t = 0; t < cells.slots; t++) {
          int q = cells.slot[cells.slots * c + t];
          if (q >= 0) {
            rings.get(p).add(q);
          }
        }
      }
      int[] near = Arrays.copyOfRange(cells.near, cells.faces * c, cells.faces * (c + 1));
      cells.relink(c);
      assertArrayEquals(
          Arrays.copyOfRange(cells.near, cells.faces * c, cells.faces * (c + 1)), near);
    }
    assertEquals(leaves, l.cellCount());
    for (int p = 0; p < n; p++) {
      assertTrue(isCorner[p], "a particle that is no cell's corner");
    }
    checkBoundary(l);
    BodyEditor editor = l.body().editor();
    for (int p = 0; p < n; p++) {
      TreeSet<Integer> region = new TreeSet<>(List.of(p));
      for (int hop = 0; hop < l.settings().halfWidth(); hop++) {
        TreeSet<Integer> more = new TreeSet<>(region);
        for (int q : region) {
          more.addAll(rings.get(q));
        }
        region = more;
      }
      TreeSet<Integer> has = new TreeSet<>();
      for (int k = 0; k < editor.regionSize(p); k++) {
        has.add(editor.regionMember(p, k));
      }
      assertEquals(region, has, "region of particle " + p);
      assertEquals(region.size(), editor.regionSize(p));
    }
  }

  /** The boundary is closed, and encloses all cells and nothing else. */
  private static void checkBoundary(AdaptiveLattice l) {
    int[] t = l.boundary();
    Cells cells = l.cells;
    int[] x = l.nodes.px, y = l.nodes.py, z = l.nodes.pz;
    double measure = 0, enclosed = 0;
    for (int c = 0; c < cells.end; c++) {
      measure += cells.state[c] == Cells.LEAF ? Math.pow(cells.size(c), cells.dim) : 0;
    }
    TreeMap<Long, Integer> open = new TreeMap<>();
    for (int k = 0; k < t.length; k += 3) {
      int a = t[k], b = t[k + 1], c = t[k + 2];
      if (cells.dim == 2) {
        open.merge((long) a, 1, Integer::sum);
        open.merge((long) b, -1, Integer::sum);
        enclosed += 0.5 * (x[a] * (double) y[b] - x[b] * (double) y[a]);
        assertTrue((x[b] - x[a]) * (y[c] - y[a]) > (y[b] - y[a]) * (x[c] - x[a]));
        continue;
      }
      for (int j = 0; j < 3; j++) {
        int u = t[k + j], v = t[k + (j + 1) % 3];
        assertTrue(u != v);
        open.merge((long) Math.min(u, v) << 32 | Math.max(u, v), u < v ? 1 : -1, Integer::sum);
      }
      double ux = x[b] - x[a], uy = y[b] - y[a], uz = z[b] - z[a];
      double vx = x[c] - x[a], vy = y[c] - y[a], vz = z[c] - z[a];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      assertTrue(nx * nx + ny * ny + nz * nz > 0, "a triangle without area");
      enclosed += (x[a] * nx + y[a] * ny + z[a] * nz) / 6;
    }
    for (int balance : open.values()) {
      assertEquals(0, balance, "the boundary is open");
    }
    assertEquals(measure, enclosed, 1e-9 * measure);
  }

  /** Whether all leaves hang together, by the plainest search. */
  private static boolean isOnePiece(AdaptiveLattice l) {
    Cells cells = l.cells;
    TreeSet<Integer> reached = new TreeSet<>();
    for (int c = 0; c < cells.end && reached.isEmpty(); c++) {
      if (cells.state[c] == Cells.LEAF) {
        reached.add(c);
      }
    }
    for (boolean more = true; more; ) {
      more = false;
      for (int c = 0; c < cells.end; c++) {
        for (int dir = 0; dir < cells.faces && cells.state[c] == Cells.LEAF; dir++) {
          int b = cells.near[cells.faces * c + dir];
          if (b >= 0 && reached.contains(b) != reached.contains(c)) {
            reached.add(b);
            reached.add(c);
            more = true;
          }
        }
      }
    }
    return reached.size() == cells.leaves;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void whatIsTornOffIsFoundAndEveryPieceHangsTogether(int dim) {
    Random random = new Random(17);
    LatticeBody first = LatticeBody.of(block(dim, dim == 2 ? 5 : 2, 2, 1), LatticeSkin.CELLS);
    double mass = totals(first.lattice())[0];
    for (int round = 0; round < 60; round++) {
      for (LatticeBody b : first.pieces()) {
        AdaptiveLattice l = b.lattice();
        if (round % 7 == 0) {
          l.split(random.nextInt(l.cells.end));
        }
        for (int k = 0; k < 4; k++) {
          b.tear(random.nextInt(l.cells.end), random.nextInt(l.cells.faces));
        }
        l.finish();
        b.takePieces();
      }
      double sum = 0;
      for (LatticeBody b : first.pieces()) {
        assertTrue(isOnePiece(b.lattice()), "seed 17, round " + round);
        sum += totals(b.lattice())[0];
      }
      assertEquals(mass, sum, 1e-5 * mass);
    }
    assertTrue(first.family().members().size() > 5);
    for (LatticeBody b : first.pieces()) {
      checkWhole(b.lattice());
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2, 2", "2, 3", "3, 1", "3, 2"})
  void randomSplitsTearsAndMergesKeepMassMomentumAndOrder(int dim, int w) {
    Random random = new Random(11);
    AdaptiveLattice l = block(dim, dim == 2 ? 4 : 2, 3, w);
    for (int round = 0; round < (dim == 2 ? 40 : 14); round++) {
      shake(l, random);
      double[] before = totals(l);
      for (int k = 0; k < 4; k++) {
        int c = random.nextInt(l.cells.end);
        int kind = random.nextInt(3);
        if (l.cells.state[c] == Cells.LEAF && kind == 0 && l.cellCount() < 400) {
          l.split(c);
        } else if (l.cells.state[c] == Cells.LEAF) {
          l.tear(c, random.nextInt(l.cells.faces));
        } else {
          l.merge(c);
        }
        double[] after = totals(l);
        for (int i = 0; i < 4; i++) {
          assertEquals(before[i], after[i], 2e-6 * before[0], "seed 11, round " + round);
        }
      }
      l.finish();
      checkWhole(l);
    }
    assertTrue(l.splits() > 5 && l.tears() > 5, l.splits() + " splits, " + l.tears() + " tears");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void afterAllMergesTheLatticeIsTheInitialOne(int dim) {
    AdaptiveLattice l = block(dim, 2, 3, 1);
    double[] mass = sortedMasses(l);
    TreeSet<String> places = places(l);
    Random random = new Random(5);
    for (int k = 0; k < 12; k++) {
      l.split(random.nextInt(l.cells.end));
    }
    l.finish();
    assertTrue(l.cellCount() > (dim == 2 ? 4 : 8));
    double[] before = totals(l);
    for (boolean any = true; any; ) {
      any = false;
      for (int c = 0; c < l.cells.end; c++) {
        any |= l.merge(c);
      }
    }
    l.finish();
    checkWhole(l);
    assertEquals(places, places(l));
    assertArrayEquals(mass, sortedMasses(l), 1e-6);
    assertArrayEquals(before, totals(l), 1e-5);
  }

  private static double[] sortedMasses(AdaptiveLattice l) {
    double[] m = new double[l.particleCount()];
    for (int i = 0; i < m.length; i++) {
      m[i] = l.body().particles().mass()[i];
    }
    Arrays.sort(m);
    return m;
  }

  private static TreeSet<String> places(AdaptiveLattice l) {
    TreeSet<String> all = new TreeSet<>();
    for (int p = 0; p < l.particleCount(); p++) {
      assertTrue(all.add(l.nodes.px[p] + " " + l.nodes.py[p] + " " + l.nodes.pz[p]));
    }
    return all;
  }

  @Test
  void aSplitMovesNoCornerAndPutsNewParticlesInTheMiddle() {
    AdaptiveLattice l = block(2, 2, 2, 1);
    shake(l, new Random(3));
    float[] x = l.body().particles().x().clone();
    int n = l.particleCount();
    int c = 0;
    int[] corners = new int[4];
    for (int k = 0; k < 4; k++) {
      corners[k] = l.cells.slot[9 * c + Cells.cornerSlot(k)];
    }
    l.split(c);
    l.finish();
    float[] moved = l.body().particles().x();
    for (int i = 0; i < n; i++) {
      assertEquals(x[i], moved[i]);
    }
    float mean = 0;
    for (int i : corners) {
      mean += x[i] / 4;
    }
    int center = l.cells.slot[9 * l.child(c, 0) + Cells.cornerSlot(3)];
    assertEquals(mean, moved[center], 1e-6);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 2", "1, 3"})
  void withInfiniteThresholdsItMovesAsTheUniformLattice(int w, int dim) {
    int n = dim == 2 ? 10 : 5;
    Bounds box = new Bounds(0, 0, 0, n, 4, dim == 2 ? 0 : 4);
    Elasticity soft = Elasticity.DEFAULT;
    AdaptiveLattice a =
        AdaptiveLattice.over(
            "a",
            LatticeShape.box(box),
            new LatticeGrid(1, 3, 2),
            FractureSettings.NEVER.withHalfWidth(w),
            Toughness.EVEN,
            2,
            soft);
    Lattice uniform = Lattice.block(n, 4, dim == 2 ? 0 : 4, 1, 0, 0, 0);
    Body b = Body.builder("b", uniform).density(2).halfWidth(w).elasticity(soft).build();
    assertEquals(b.particles().count(), a.particleCount());
    int[] twin = new int[a.particleCount()];
    for (int i = 0; i < twin.length; i++) {
      for (int j = 0; j < twin.length; j++) {
        if (Math.abs(a.body().particles().x()[i] - b.particles().x()[j]) < 1e-4
            && Math.abs(a.body().particles().y()[i] - b.particles().y()[j]) < 1e-4
            && Math.abs(a.body().particles().z()[i] - b.particles().z()[j]) < 1e-4) {
          twin[i] = j;
        }
      }
    }
    for (int i = 0; i < twin.length; i++) {
      for (Particles p : List.of(a.body().particles(), b.particles())) {
        int k = p == b.particles() ? twin[i] : i;
        double s = b.particles().x()[twin[i]] * 0.3;
        p.vy()[k] = (float) (3 * Math.sin(s));
        p.vx()[k] = (float) (2 * s - 3);
      }
    }
    LatticeBody lb = LatticeBody.of(a, LatticeSkin.CELLS);
    double moved = 0;
    for (int step = 0; step < 300; step++) {
      a.body().advance(1 / 240f, 0, 0, 0);
      b.advance(1 / 240f, 0, 0, 0);
      assertFalse(lb.age(1 / 240f));
      for (int i = 0; i < twin.length; i++) {
        Particles p = a.body().particles(), q = b.particles();
        assertEquals(q.x()[twin[i]], p.x()[i], 2e-4, "step " + step);
        assertEquals(q.y()[twin[i]], p.y()[i], 2e-4, "step " + step);
        moved = Math.max(moved, Math.abs(p.vy()[i]));
      }
    }
    assertTrue(moved > 0.5);
  }

  @Test
  void aCutAlongALineMakesTwoPieces() {
    AdaptiveLattice l = block(2, 4, 2, 1);
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    assertTrue(b.takePieces().isEmpty());
    double[] before = totals(l);
    assertTrue(b.apply(TearTool.Cut.line(0, 1.3, -1, 1.4, 5)));
    checkWhole(l);
    List<FractureBody> pieces = b.takePieces();
    assertEquals(1, pieces.size());
    checkWhole(l);
    AdaptiveLattice piece = ((LatticeBody) pieces.get(0)).lattice();
    checkWhole(piece);
    assertEquals(before[0], totals(l)[0] + totals(piece)[0], 1e-4);
    assertEquals(2, b.family().members().size());
  }

  @Test
  void aBarThatIsPulledApartTears() {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(new Bounds(0, 0, 0, 12, 3, 0)),
            new LatticeGrid(1, 2, 0),
            FractureSettings.DEFAULT,
            Toughness.EVEN,
            1,
            Elasticity.hertz(3, 0.3f));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    Particles p = l.body().particles();
    for (int step = 0; step < 600 && b.family().members().size() < 2; step++) {
      for (int i = 0; i < p.count(); i++) {
        float pull = l.nodes.px[i] == 0 ? -1 : l.nodes.px[i] == 48 ? 1 : 0;
        if (pull != 0) {
          if (p.mobility()[i] != 0) {
            l.body().hold(i);
          }
          p.vx()[i] = 4 * pull;
          p.vy()[i] = 0;
        }
      }
      for (int k = 0; k < l.body().innerSteps(1 / 120f); k++) {
        l.body().advance(1 / 120f / l.body().innerSteps(1 / 120f), 0, 0, 0);
      }
      b.age(1 / 120f);
      b.takePieces();
    }
    assertTrue(b.family().members().size() > 1, "it did not part");
    assertTrue(l.splits() > 0);
    for (LatticeBody piece : b.pieces()) {
      checkWhole(piece.lattice());
    }
  }

  @Test
  void thousandsOfTearsInOneStepLeaveOrderAndFiniteNumbers() {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "sheet",
            LatticeShape.box(new Bounds(0, 0, 0, 40, 40, 0)),
            new LatticeGrid(1, 0, 0),
            FractureSettings.DEFAULT.withDust(1, true),
            Toughness.EVEN,
            1,
            Elasticity.DEFAULT);
    Particles p = l.body().particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 3;
      p.y()[i] *= 3;
    }
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    for (int c = 0; c < l.cells.end; c++) {
      b.tear(c, 1);
      b.tear(c, 3);
    }
    l.finish();
    assertTrue(l.tears() > 3000, l.tears() + " tears");
    checkWhole(l);
    b.takePieces();
    assertEquals(1600, b.family().elementCount());
    assertEquals(1600, b.family().members().size(), "dust: every cell a piece");
    for (LatticeBody piece : b.pieces()) {
      piece.body().advance(0.01f, 0, 0, 0);
      assertTrue(Float.isFinite(piece.body().particles().x()[0]));
    }
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    FractureSettings d = FractureSettings.DEFAULT;
    assertThrows(IllegalArgumentException.class, () -> d.withHalfWidth(0));
    assertThrows(IllegalArgumentException.class, () -> d.withRatios(1.5f, 1.2f, 1));
    assertThrows(IllegalArgumentException.class, () -> d.withRatios(Float.NaN, 2, 1));
    assertThrows(IllegalArgumentException.class, () -> d.withRatios(1.2f, 2, 1.3f));
    assertThrows(IllegalArgumentException.class, () -> new LatticeGrid(1, 2, 3));
  }

  @Test
  void noCellIsHalvedBeyondTheMostThatAreAllowed() {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "sheet",
            LatticeShape.box(new Bounds(0, 0, 0, 4, 4, 0)),
            new LatticeGrid(1, 4, 0),
            FractureSettings.DEFAULT.withMaxCells(40),
            Toughness.EVEN,
            1,
            Elasticity.DEFAULT);
    for (int round = 0; round < 4; round++) {
      for (int c = 0, n = l.cells.end; c < n; c++) {
        l.split(c);
      }
    }
    l.finish();
    assertTrue(l.cellCount() <= 40 && l.cellCount() > 35, l.cellCount() + " cells");
    checkWhole(l);
  }
}
