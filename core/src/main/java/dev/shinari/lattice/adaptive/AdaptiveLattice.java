package dev.shinari.lattice.adaptive;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.FractureListener;
import dev.shinari.fracture.Toughness;
import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;

/**
 * A lattice whose cells split, tear and merge, with the body that it carries. Particles stand at
 * the corners of cells and are shared by cells that hang together; a particle's region holds
 * whoever is reached from it over at most w cells, of whatever size [Ohta, sec. 3].
 *
 * <p>Every change is local: it touches the cells beside it, and the regions within w cells of them.
 * A change by itself moves nothing: new particles stand and move as the cell's corners say, masses
 * follow from the cells (each gives its corners equal parts), and momentum that a hanging particle
 * would win or lose by its new mass is given back to the cell's particles.
 */
public final class AdaptiveLattice {
  private static final int[] COVER = {0, 2, 8, 0, 8, 6}; // slots of the two triangles of a cell

  public final Cells cells;
  public final LatticeFrame frame;
  public FractureSettings settings;
  final Toughness toughness;
  final float density;
  final LatticeNodes nodes;
  private final LatticeSplitter splitter;
  private final LatticeTearer tearer;
  private int version;

  AdaptiveLattice(
      Cells cells,
      LatticeFrame frame,
      FractureSettings settings,
      Toughness toughness,
      float density) {
    this.cells = cells;
    this.frame = frame;
    this.settings = settings;
    this.toughness = toughness;
    this.density = density;
    nodes = new LatticeNodes(cells, frame, settings.halfWidth(), density);
    splitter = new LatticeSplitter(nodes, toughness, settings.maxCells());
    tearer = new LatticeTearer(nodes);
  }

  /**
   * Lays a lattice over a shape: cells on its outline that do not follow it are halved, cells
   * outside dropped [Ohta, sec. 4.1], and a body is made of what remains.
   *
   * @param density kilograms a cubic meter, a square meter for a flat shape
   */
  public static AdaptiveLattice over(
      String name,
      LatticeShape shape,
      LatticeGrid grid,
      FractureSettings settings,
      Toughness toughness,
      float density,
      Elasticity elasticity) {
    LatticeMaterial plain = new LatticeMaterial(density, elasticity, cage -> null);
    return over(name, shape, grid, settings, toughness, plain);
  }

  /** As above, with poses that the body likes to deform into. */
  public static AdaptiveLattice over(
      String name,
      LatticeShape shape,
      LatticeGrid grid,
      FractureSettings settings,
      Toughness toughness,
      LatticeMaterial material) {
    Check.that(
        name != null && !name.isEmpty(), "name must not be null or empty: a lattice needs one");
    Check.notNull("shape", shape);
    Check.notNull("grid", grid);
    Check.notNull("settings", settings);
    Check.notNull("toughness", toughness);
    Check.notNull("material", material);
    Bounds b = shape.bounds();
    Check.that(b.diagonal() > 0 && b.diagonal() < 1e9f, "the shape of '" + name + "' is empty");
    int dim = shape.isFlat() ? 2 : 3;
    LatticeFrame frame = LatticeFrame.over(shape, grid, dim);
    int most = Math.max(frame.cellsX, Math.max(frame.cellsY, frame.cellsZ));
    int extent = Math.max(most, frame.layers) << grid.levels();
    Check.that(
        extent < LatticeGrid.MOST_NODES
            && (double) frame.cellsX * frame.cellsY * frame.cellsZ * frame.layers <= 1e8,
        "the cells of '" + name + "' are too small for its size");
    Cells cells = new Cells(dim, grid.levels(), extent);
    AdaptiveLattice l = new AdaptiveLattice(cells, frame, settings, toughness, material.density());
    LatticeBuilder builder = new LatticeBuilder(l.nodes, toughness);
    builder.cover(shape, grid);
    Check.that(cells.leaves > 0, "the shape of '" + name + "' is empty");
    Check.that(
        cells.leaves <= settings.maxCells(),
        "the outline of '"
            + name
            + "' alone needs "
            + cells.leaves
            + " cells, more than maxCells = "
            + settings.maxCells());
    builder.makeParticles();
    LatticeBuilder.makeBody(l.nodes, name, material.elasticity(), material.examples(), null);
    return l;
  }

  public Body body() {
    return nodes.body;
  }

  public FractureSettings settings() {
    return settings;
  }

  /** Other ratios from now on; what has torn stays torn. */
  public void setRatios(float split, float tear, float merge) {
    settings = settings.withRatios(split, tear, merge);
  }

  public int cellCount() {
    return cells.leaves;
  }

  public int particleCount() {
    return nodes.count;
  }

  public int dimension() {
    return cells.dim;
  }

  /** Size of the finest cells, meters. */
  public float finestCell() {
    return (float) frame.unit;
  }

  /** Cells that were halved since the beginning. */
  public int splits() {
    return splitter.splits;
  }

  /** Cells that became one again since the beginning. */
  public int merges() {
    return splitter.merges;
  }

  /** Pairs of cells that were cut since the beginning. */
  public int tears() {
    return tearer.tears;
  }

  /**
   * Cells and members of regions that changes have looked at since the beginning: what they cost,
   * counted.
   */
  public long visitCount() {
    return cells.looks + nodes.regions.looks();
  }

  /** Grows with every change of cells or particles. */
  public int version() {
    return version;
  }

  public void setListener(FractureListener l) {
    Check.notNull("listener", l);
    nodes.listener = l;
  }

  /** The leaf at a rest position, or -1. */
  public int cellAt(double x, double y, double z) {
    return leafAt(frame.gridU(x, y), frame.gridV(x, y), frame.gridW(z));
  }

  /** The leaf at a place in grid coordinates, or -1. */
  public int leafAt(double u, double v, double w) {
    for (int k = 0; k < frame.layers; k++) {
      int c = leafIn(u, v, frame.layers == 1 ? w : k << cells.levels);
      if (c >= 0) {
        return c;
      }
    }
    return -1;
  }

  private int leafIn(double u, double v, double w) {
    if (!(u >= 0 && v >= 0 && w >= 0 && u < cells.extent && v < cells.extent && w < cells.extent)) {
      return -1;
    }
    for (int l = 0; l <= cells.levels; l++) {
      int mask = -cells.sizeOfLevel(l);
      int c = cells.find((int) u & mask, (int) v & mask, (int) w & mask, l);
      if (c < 0 || cells.state[c] == Cells.LEAF) {
        return c;
      }
    }
    return -1;
  }

  public boolean canSplit(int c) {
    return splitter.canSplit(c);
  }

  /**
   * Halves a leaf [Ohta, sec. 4.2], and before it larger ones beside it. The batch is still to be
   * ended.
   */
  public boolean split(int c) {
    return splitter.split(c);
  }

  /**
   * Cuts a leaf from the one beyond a face, of the same size or larger [Ohta, sec. 4.3]. The face
   * is torn; each particle on it around which the cells no longer hang together is doubled. A
   * hanging particle that would be left without a cell on one side stays with the other. The batch
   * is still to be ended.
   *
   * @return whether there was a pair to cut
   */
  public boolean tear(int c, int dir) {
    return tearer.tear(c, dir);
  }

  /** Child k of a split cell. */
  public int child(int c, int k) {
    return splitter.child(c, k);
  }

  /**
   * Whether all children of a split cell are leaves with nothing torn and nothing smaller beside.
   */
  boolean canMerge(int c) {
    return splitter.canMerge(c);
  }

  /** Makes one cell of its children again. The batch is still to be ended. */
  public boolean merge(int c) {
    return splitter.merge(c);
  }

  /**
   * Ends a batch of changes: makes the regions anew that may have changed, those within w cells of
   * a change.
   *
   * @return how many regions were looked at
   */
  public int finish() {
    int n = nodes.regions.refresh(nodes.editor, nodes.count);
    version += n > 0 ? 1 : 0;
    return n;
  }

  /**
   * Takes a set of leaves that hang together with no others out, with their particles, as a lattice
   * and body of its own.
   *
   * @param tell whether the listener hears of the piece
   */
  public AdaptiveLattice takeOut(int[] leaves, String name, boolean tell) {
    Check.notNull("leaves", leaves);
    AdaptiveLattice piece = LatticePieces.takeOut(this, leaves, name, tell);
    version++;
    return piece;
  }

  /**
   * Where the lattice is torn: the middles of torn faces in the rest shape, as x, y, z, ... A face
   * that both of its cells know of comes twice.
   */
  public double[] tornFaces() {
    double[] out = new double[3 * cells.faces * cells.leaves];
    int n = 0;
    for (int c = 0; c < cells.end; c++) {
      for (int dir = 0; dir < cells.faces && cells.state[c] == Cells.LEAF; dir++) {
        if (cells.isTorn(c, dir)) {
          double half = 0.5 * cells.size(c);
          double u = cells.x[c] + half * (1 + Cells.along(dir, 0));
          double v = cells.y[c] + half * (1 + Cells.along(dir, 1));
          out[n++] = frame.restX(u, v);
          out[n++] = frame.restY(u, v);
          out[n++] = frame.restZ(cells.z[c] + half * (1 + Cells.along(dir, 2)));
        }
      }
    }
    return java.util.Arrays.copyOf(out, n);
  }

  /** Cells, particles' nodes and counts at one moment; the body's own state is apart from it. */
  public record State(Cells cells, int[][] nodes, int splits, int merges, int tears) {}

  public State save() {
    Cells copy = new Cells(cells.dim, cells.levels, cells.extent);
    copy.set(cells);
    return new State(copy, nodes.save(), splitter.splits, splitter.merges, tearer.tears);
  }

  /** Goes back; the version goes on, since what comes next is another story. */
  public void restore(State s) {
    Check.notNull("state", s);
    cells.set(s.cells);
    nodes.restore(s.nodes);
    splitter.splits = s.splits;
    splitter.merges = s.merges;
    tearer.tears = s.tears;
    version++;
  }

  /**
   * The boundary over the body's particles: triangles of a closed surface, counter-clockwise
   * outside; of a flat lattice the edges of its outline, with the lattice on their left, and an
   * inner particle each.
   */
  public int[] boundary() {
    return LatticeBoundary.of(cells);
  }

  /** Triangles over the body's particles that cover a flat lattice: two per cell. */
  public int[] cover() {
    Check.that(dimension() == 2, "a solid lattice has no cover; ask for its boundary");
    int count = 0;
    for (int c = 0; c < cells.end; c++) {
      count += cells.state[c] == Cells.LEAF ? 1 : 0;
    }
    int[] out = new int[6 * count];
    int n = 0;
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF) {
        int s = cells.slots * c; // corners are slots 0, 2, 8, 6, counter-clockwise
        for (int corner : COVER) {
          out[n++] = cells.slot[s + corner];
        }
      }
    }
    return out;
  }
}
