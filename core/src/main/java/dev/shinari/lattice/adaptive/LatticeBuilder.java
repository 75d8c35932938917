package dev.shinari.lattice.adaptive;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.example.ExampleSettings;
import dev.shinari.fracture.Toughness;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;
import java.util.function.Function;

/**
 * Makes a lattice: lays cells over a shape, puts particles at their corners, and makes the body.
 */
final class LatticeBuilder {
  private final Cells cells;
  private final LatticeNodes nodes;
  private final LatticeFrame frame;
  private final Toughness toughness;
  private final int[] children;
  private final int[] fan;
  private LatticeShape shape;

  LatticeBuilder(LatticeNodes nodes, Toughness toughness) {
    this.nodes = nodes;
    this.toughness = toughness;
    cells = nodes.cells;
    frame = nodes.frame;
    children = new int[cells.corners];
    fan = new int[cells.corners + 2];
  }

  /**
   * Coarse cells where the shape is; those on its outline that do not follow it are halved, those
   * outside dropped [Ohta, sec. 4.1].
   */
  void cover(LatticeShape shape, LatticeGrid grid) {
    int s = 1 << grid.levels();
    this.shape = shape;
    for (int k = 0; k < Math.max(frame.cellsZ, frame.layers); k++) {
      LatticeShape part = frame.layers > 1 ? shape.part(k) : shape;
      for (int j = 0; j < frame.cellsY; j++) {
        for (int i = 0; i < frame.cellsX; i++) {
          if (frame.coverage(part, i * s, j * s, k * s, s) > 0) {
            cells.create(i * s, j * s, k * s, 0);
          }
        }
      }
    }
    // Level by level, so that neighbors never differ by more than one.
    for (int level = 0; level < grid.outlineLevels(); level++) {
      for (int c = 0, end = cells.end; c < end; c++) {
        if (cells.state[c] == Cells.LEAF
            && cells.level[c] == level
            && coverage(c) < LatticeFrame.FOLLOWS) {
          divideBalanced(c);
        }
      }
      for (int c = 0; c < cells.end; c++) {
        if (cells.state[c] == Cells.LEAF && coverage(c) == 0) {
          cells.destroy(c);
        }
      }
    }
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF) {
        cells.relink(c);
        paint(cells, frame, toughness, c);
      }
    }
  }

  /** Which part of a cell is covered by the part of the shape that it belongs to. */
  private double coverage(int c) {
    LatticeShape part = frame.layers > 1 ? shape.part(cells.z[c] >> cells.levels) : shape;
    return frame.coverage(part, cells.x[c], cells.y[c], cells.z[c], cells.size(c));
  }

  private void divideBalanced(int c) {
    eachLarger(c, this::divideBalanced);
    cells.divide(c, children);
    cells.base[c] = true;
  }

  private interface CellTask {
    void run(int cell);
  }

  /** Runs a task on each larger leaf beside c: over faces, and in 3D over edges too. */
  private void eachLarger(int c, CellTask task) {
    for (int dz = cells.dim == 3 ? -1 : 0; dz <= (cells.dim == 3 ? 1 : 0); dz++) {
      for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
          int axes = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
          if (axes == 0 || axes > cells.dim - 1) {
            continue;
          }
          int b = cells.beyond(c, dx, dy, dz);
          if (b >= 0 && cells.level[b] < cells.level[c]) {
            task.run(b);
          }
        }
      }
    }
  }

  /** Takes the toughness of a cell's faces from the painting. */
  static void paint(Cells cells, LatticeFrame frame, Toughness toughness, int c) {
    if (toughness == Toughness.EVEN) {
      return;
    }
    double s = cells.size(c), half = s / 2;
    double x = cells.x[c] + half, y = cells.y[c] + half;
    double z = cells.z[c] + (cells.dim == 3 ? half : 0);
    for (int dir = 0; dir < cells.faces; dir++) {
      double u = x + Cells.along(dir, 0) * half;
      double v = y + Cells.along(dir, 1) * half;
      double w = z + Cells.along(dir, 2) * half;
      cells.tough[cells.faces * c + dir] =
          Math.max(
              1e-4f,
              toughness.at(frame.restX(u, v), frame.restY(u, v), frame.restZ(w), s * frame.unit));
    }
  }

  /** Particles at the corners of all leaves: one for each fan of cells that hang together. */
  void makeParticles() {
    int[] order = new int[cells.leaves];
    long[] keys = new long[cells.leaves];
    int n = 0;
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF) {
        // Along a space-filling curve, so that neighbors lie near each other in memory.
        keys[n++] = curve(cells.x[c], cells.y[c], cells.z[c]) << 24 | c;
      }
    }
    Arrays.sort(keys);
    for (int i = 0; i < n; i++) {
      order[i] = (int) (keys[i] & 0xffffff);
    }
    for (int c : order) {
      int s = cells.size(c);
      for (int k = 0; k < cells.corners; k++) {
        if (cells.slot[cells.slots * c + Cells.cornerSlot(k)] < 0) {
          int p =
              nodes.newNode(
                  cells.x[c] + (k & 1) * s,
                  cells.y[c] + (k >> 1 & 1) * s,
                  cells.z[c] + (k >> 2) * s);
          int m = cells.fan(c, nodes.px[p], nodes.py[p], nodes.pz[p], fan);
          for (int i = 0; i < m; i++) {
            nodes.join(fan[i], p);
          }
        }
      }
    }
  }

  /** Bits of up to 13 of each coordinate, in turns. */
  private static long curve(int x, int y, int z) {
    long key = 0;
    for (int b = 12; b >= 0; b--) {
      key = key << 3 | (z >> b & 1) << 2 | (y >> b & 1) << 1 | (x >> b & 1);
    }
    return key;
  }

  /**
   * The body of all particles, with the regions around them.
   *
   * @param examples the poses that it likes, for its cage; answers with null for none
   * @param whole the body that this one is a piece of, or null
   */
  static void makeBody(
      LatticeNodes nodes,
      String name,
      Elasticity elasticity,
      Function<PointCage, ExampleSettings> examples,
      Body whole) {
    int count = nodes.count;
    int[] px = nodes.px, py = nodes.py, pz = nodes.pz;
    LatticeFrame frame = nodes.frame;
    float[] rest = new float[3 * count];
    float[] mass = new float[count];
    float[] strengths = new float[count];
    int[] starts = new int[count + 1];
    int[] members = new int[16 * count + 16];
    int m = 0;
    for (int p = 0; p < count; p++) {
      rest[3 * p] = (float) frame.restX(px[p], py[p]);
      rest[3 * p + 1] = (float) frame.restY(px[p], py[p]);
      rest[3 * p + 2] = (float) frame.restZ(pz[p]);
      mass[p] = (float) nodes.massOf(p);
      strengths[p] = (float) nodes.strengthOf(p);
      int n = nodes.regions.gather(p);
      if (m + n > members.length) {
        members = Arrays.copyOf(members, 2 * (m + n));
      }
      System.arraycopy(nodes.regions.reach(), 0, members, m, n);
      m += n;
      starts[p + 1] = m;
    }
    PointCage cage = new PointCage(rest, starts, Arrays.copyOf(members, m), new int[0]);
    Body.Builder b =
        Body.builder(name, cage)
            .elasticity(elasticity)
            .editable(mass)
            .strengths(strengths)
            .examples(examples.apply(cage));
    nodes.body = (whole == null ? b : b.pieceOf(whole)).build();
    nodes.editor = nodes.body.editor();
  }
}
