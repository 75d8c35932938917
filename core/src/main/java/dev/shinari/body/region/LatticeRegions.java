package dev.shinari.body.region;

import dev.shinari.body.particle.Particles;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.LatticeKernels;
import dev.shinari.mesh.Lattice;
import dev.shinari.parallel.Workers;
import java.util.Arrays;

/**
 * Regions of half-width w on a lattice: region r holds the particles at most w nodes away from node
 * r along each axis. Sums over such boxes factor into sums along the axes, and a sum along an axis
 * is a running one: the cost a particle does not grow with w.
 *
 * <p>Long running sums of large numbers would leave rounding that shakes a body at rest, so they
 * run over u, what a rigid frame F x0 + t near the body leaves of the positions, and everything is
 * relative to the region's node. With d = node of the particle - node of the region, cell size e, o
 * = rest centroid - rest node, K = sum m~ q q^T / rho and y_r = the region's node in the frame:
 *
 * <pre>
 *   c = sum m~ u / M + y_r + F o,     P = (e sum m~ u d^T - (sum m~ u) o^T) / rho + F K
 *   goal_i - y_i = mean over r of  s_r + e (R_r - F)(i - r),      s = c - R o - y_r
 * </pre>
 *
 * The sums with d are "ramps": sum of d v over the window. Moments go along x, y, z; goals go back
 * along z, y, x, channel by channel the transpose, so the pull keeps linear momentum.
 *
 * <pre>
 *   pass A, a slab (k) at a time:    m~ x  --x-->  box, ramp x  --y-->  box, ramp x, ramp y
 *   pass B, a row of planes (j):     --z--> 12 moments --> rotation
 *   pass C, a row of planes (j):     transforms --z--> 9 sums
 *   pass D, a slab (k) at a time:    --y--> 6 sums --x--> goals
 * </pre>
 *
 * Grid arrays: slabs k in [-wz, nz + wz), rows j in [-w, ny + w), rx columns, the border zero.
 * Region arrays: (j nz + k) rx + i, so that a row of planes is contiguous. Columns nx to rx - 1 are
 * padding: regions without mass.
 */
public final class LatticeRegions extends Regions {
  private final LatticeKernels lattice;
  private final int nx;
  private final int ny;
  private final int nz;
  private final int rx;
  public final LatticeLayout layout; // read-only, shared by equal bodies
  private final int w;
  private final int wz;
  private final int halo;
  private final float cell;
  private final int regions;
  private final boolean full;

  // Particles are numbered along x first: each unbroken run of nodes is a range of particles.
  private final int[] runStartOfSlab; // nz + 1
  private final int[] runRow;
  private final int[] runColumn;
  private final int[] runParticle;
  private final int[] runLength;

  // Unbroken stretches of groups of LANES regions of which one at least exists, plane row by row.
  private final int[] stretchStartOfRow; // ny + 1
  private final int[] stretchFrom;
  private final int[] stretchCount;

  private final float[] effective;
  private final float[] share;
  private final float[] inverseMass;
  private final float[] regionMass;
  private final float[][] offset;
  private final float[][] restMoments;
  private final float[] rho;
  private final float[] inverseRho;
  private final float[][] centroid = new float[3][];
  private final float[][] quaternions;
  private final float[][] grid = new float[9][];
  private final double[][] slabPulls;
  private Scratch[] scratch = {};
  private final float[] iota;
  private final int[] slots;
  private final int centralRegion;
  private final NodeFrame frame;

  // Of the step at hand, so that the tasks are made once.
  private StepContext step;
  private GoalTerm offsets;
  private boolean written; // targets are kept slot by slot
  private final float[][] target = new float[9][]; // T per slot, once they are
  private final Workers.BlockTask slabMoments = this::momentsOfSlab;
  private final Workers.BlockTask rowGoals = this::goalsOfRow;
  private final Workers.BlockTask slabGoals = this::goalsOfSlab;

  private final class Scratch {
    final int wideRow = rx + 2 * halo;
    final int plane = nz * rx;
    final int deepPlane = (nz + 2 * wz) * rx;
    final int talled = (ny + 2 * w) * rx;
    final float[] rows = new float[6 * ny * wideRow]; // x halos stay zero
    final float[] columns = new float[6 * talled]; // y halos stay zero
    final float[] planes = new float[12 * deepPlane]; // z halos stay zero in pass C
    final float[] sums = new float[12 * plane];
    final float[] nodes = new float[3 * plane];
    final float[] small = new float[Kernels.SCRATCH];
    int base; // first slot of the row at hand
  }

  /** First rest coordinates: of vertex 0, relative to the rest center. */
  public LatticeRegions(
      Kernels kernels,
      Lattice cage,
      int w,
      float[] mass,
      float firstX,
      float firstY,
      float firstZ) {
    this(kernels, new LatticeLayout(cage, w, mass, firstX, firstY, firstZ));
  }

  /** Regions on a layout, which equal bodies share. */
  public LatticeRegions(Kernels kernels, LatticeLayout layout) {
    super(kernels, layout.slotCount());
    this.layout = layout;
    Lattice cage = layout.cage;
    w = layout.w;
    lattice = kernels.lattice();
    nx = cage.nodesX();
    ny = cage.nodesY();
    nz = cage.nodesZ();
    rx = roundUp(nx, Kernels.LANES);
    wz = cage.isFlat() ? 0 : w;
    halo = roundUp(w, Kernels.LANES);
    cell = cage.cellSize();
    regions = cage.vertexCount();
    full = regions == nx * ny * nz;

    runStartOfSlab = layout.runStartOfSlab;
    runRow = layout.runRow;
    runColumn = layout.runColumn;
    runParticle = layout.runParticle;
    runLength = layout.runLength;
    stretchStartOfRow = layout.stretchStartOfRow;
    stretchFrom = layout.stretchFrom;
    stretchCount = layout.stretchCount;
    effective = layout.effective;
    share = layout.share;
    inverseMass = layout.inverseMass;
    regionMass = layout.regionMass;
    offset = layout.offset;
    restMoments = layout.restMoments;
    rho = layout.rho;
    inverseRho = layout.inverseRho;
    slots = layout.slots;
    centralRegion = layout.centralRegion;
    frame = new NodeFrame(layout.restX, layout.restY, layout.restZ, cell);
    for (int a = 0; a < 3; a++) {
      centroid[a] = new float[qw.length];
    }
    quaternions = new float[][] {qw, qx, qy, qz};
    iota = new float[rx];
    for (int i = 0; i < rx; i++) {
      iota[i] = i;
    }
    int cells = Math.multiplyExact((nz + 2 * wz) * (ny + 2 * w), rx);
    for (int c = 0; c < 9; c++) {
      grid[c] = new float[cells];
    }
    slabPulls = new double[nz][4];
  }

  private void ensureScratch(int threads) {
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
  }

  @Override
  public int regionCount() {
    return regions;
  }

  @Override
  public int blockCount() {
    return ny;
  }

  @Override
  public int firstTile(int block) {
    return stretchStartOfRow[block];
  }

  @Override
  public int tileFrom(int tile) {
    return stretchFrom[tile];
  }

  @Override
  public int tileSlots(int tile) {
    return stretchCount[tile];
  }

  @Override
  public int slot(int r) {
    return slots[r];
  }

  @Override
  public float[][] restMoments() {
    return restMoments;
  }

  @Override
  public float[] volumeRest() {
    return layout.volumeRest();
  }

  @Override
  float[] regionMass() {
    return regionMass;
  }

  @Override
  public float[] rho() {
    return rho;
  }

  @Override
  public float[] energyMass() {
    return regionMass;
  }

  @Override
  public float[] energyRho() {
    return rho;
  }

  @Override
  public float[] shares() {
    return share;
  }

  @Override
  public void moveOrigin(double x, double y, double z) {
    // Any rotation near the body's own will do: that of its middle in the last step.
    int r = centralRegion;
    frame.set(x, y, z, qw[r], qx[r], qy[r], qz[r]);
  }

  @Override
  public void resetRotations() {
    super.resetRotations();
    moveOrigin(0, 0, 0);
  }

  /** Where the frame puts the nodes of row j, in all planes. */
  private void placeNodes(int j, Scratch s) {
    for (int a = 0; a < 3; a++) {
      for (int k = 0; k < nz; k++) {
        lattice.line(frame.base(a, j, k), frame.slope(a), iota, s.nodes, a * s.plane + k * rx, rx);
      }
    }
  }

  /** Place of node (0, j, k) in a grid array. */
  private int place(int j, int k) {
    return ((k + wz) * (ny + 2 * w) + j + w) * rx;
  }

  @Override
  public void begin(StepContext at, boolean own) {
    step = at;
    ensureScratch(at.workers.count());
    written = own || targets.isOwn();
    if (written && target[0] == null) {
      for (int k = 0; k < 9; k++) {
        target[k] = new float[qw.length];
      }
    }
    at.workers.run(nz, slabMoments);
  }

  /** Pass A. */
  private void momentsOfSlab(int k, int worker) {
    Scratch s = scratch[worker];
    float[] x = step.x, y = step.y, z = step.z;
    int channel = ny * s.wideRow;
    if (!full) { // of a full lattice every row is overwritten, but for the padding, which is zero
      Arrays.fill(s.rows, 0, 3 * channel, 0);
    }
    for (int run = runStartOfSlab[k]; run < runStartOfSlab[k + 1]; run++) {
      int at = runRow[run] * s.wideRow + halo + runColumn[run];
      int p = runParticle[run], n = runLength[run];
      int i = runColumn[run], j = runRow[run];
      lattice.weightedResidual(
          effective, x, p, frame.base(0, j, k), frame.slope(0), iota, i, s.rows, at, n);
      lattice.weightedResidual(
          effective, y, p, frame.base(1, j, k), frame.slope(1), iota, i, s.rows, at + channel, n);
      lattice.weightedResidual(
          effective,
          z,
          p,
          frame.base(2, j, k),
          frame.slope(2),
          iota,
          i,
          s.rows,
          at + 2 * channel,
          n);
    }
    int inner = w * rx, out = place(0, k);
    for (int a = 0; a < 3; a++) {
      int box = a * s.talled, ramp = (3 + a) * s.talled;
      lattice.rowBoxAndRampSums(
          s.rows,
          a * channel + halo,
          s.wideRow,
          ny,
          rx,
          w,
          s.columns,
          box + inner,
          s.columns,
          ramp + inner,
          rx);
      lattice.boxAndRampSums(
          s.columns, box + inner, rx, ny, rx, w, grid[a], out, grid[6 + a], out, rx);
      lattice.boxSums(s.columns, ramp + inner, rx, ny, rx, w, grid[3 + a], out, rx);
    }
  }

  /** Pass B, sums along z: what the moments of the row's regions are made of. */
  @Override
  public void beginBlock(int j, int worker) {
    Scratch s = scratch[worker];
    int slab = (ny + 2 * w) * rx, in = place(j, 0), plane = s.plane;
    for (int a = 0; a < 3; a++) {
      lattice.boxAndRampSums(
          grid[a], in, slab, nz, rx, wz, s.sums, a * plane, s.sums, (9 + a) * plane, rx);
      lattice.boxSums(grid[3 + a], in, slab, nz, rx, wz, s.sums, (3 + a) * plane, rx);
      lattice.boxSums(grid[6 + a], in, slab, nz, rx, wz, s.sums, (6 + a) * plane, rx);
    }
    placeNodes(j, s);
    s.base = j * plane;
  }

  @Override
  public void moments(FitTile tile) {
    Scratch s = scratch[tile.worker];
    lattice.latticeMoments(
        s.sums,
        s.nodes,
        tile.from - s.base,
        s.plane,
        frame.rotation,
        cell,
        inverseMass,
        offset,
        inverseRho,
        restMoments,
        tile.from,
        tile.count,
        tile.moments);
  }

  @Override
  public void store(FitTile tile) {
    for (int a = 0; a < 3; a++) {
      System.arraycopy(tile.moments, a * Kernels.TILE, centroid[a], tile.from, tile.count);
    }
    for (int k = 0; written && k < 9; k++) {
      System.arraycopy(tile.targets, k * Kernels.TILE, target[k], tile.from, tile.count);
    }
  }

  @Override
  public void pullToGoals(StepContext at) {
    step = at;
    offsets = targets.offsets();
    if (offsets != null) {
      offsets.ready(nz);
    }
    at.workers.run(ny, rowGoals);
    at.workers.run(nz, slabGoals);
    addBlocks(slabPulls, nz, at.sums);
  }

  /** Pass C. */
  private void goalsOfRow(int j, int worker) {
    Scratch s = scratch[worker];
    int slab = (ny + 2 * w) * rx, out = place(j, 0), deep = s.deepPlane, inner = wz * rx;
    int base = j * s.plane;
    placeNodes(j, s);
    float[] stretch = targets.stretch();
    if (written) {
      kernels
          .examples()
          .latticeTargets(
              target,
              centroid,
              offset,
              inverseMass,
              s.nodes,
              s.plane,
              frame.rotation,
              cell,
              base,
              s.plane,
              s.planes,
              inner,
              deep);
    } else if (stretch != null) {
      kernels
          .shapes()
          .latticeStretched(
              quaternions,
              stretch,
              centroid,
              offset,
              inverseMass,
              s.nodes,
              s.plane,
              frame.rotation,
              cell,
              base,
              s.plane,
              s.planes,
              inner,
              deep);
    } else {
      lattice.latticeTransforms(
          quaternions,
          centroid,
          offset,
          inverseMass,
          s.nodes,
          s.plane,
          frame.rotation,
          cell,
          base,
          s.plane,
          s.planes,
          inner,
          deep);
    }
    for (int a = 0; a < 3; a++) {
      lattice.boxMinusRampSums(
          s.planes,
          a * deep + inner,
          s.planes,
          (9 + a) * deep + inner,
          rx,
          nz,
          rx,
          wz,
          grid[a],
          out,
          slab);
      lattice.boxSums(s.planes, (3 + a) * deep + inner, rx, nz, rx, wz, grid[3 + a], out, slab);
      lattice.boxSums(s.planes, (6 + a) * deep + inner, rx, nz, rx, wz, grid[6 + a], out, slab);
    }
  }

  /** Pass D. */
  private void goalsOfSlab(int k, int worker) {
    Scratch s = scratch[worker];
    float[] x = step.x, y = step.y, z = step.z, dx = step.dx, dy = step.dy, dz = step.dz;
    int channel = ny * s.wideRow, in = place(0, k);
    for (int a = 0; a < 3; a++) {
      int v = a * channel + halo, u = (3 + a) * channel + halo;
      lattice.boxMinusRampSums(grid[a], in, grid[6 + a], in, rx, ny, rx, w, s.rows, v, s.wideRow);
      lattice.boxSums(grid[3 + a], in, rx, ny, rx, w, s.rows, u, s.wideRow);
      lattice.rowBoxMinusRampSums(
          s.rows, v, s.rows, u, s.wideRow, ny, rx, w, s.columns, a * s.talled + w * rx, rx);
    }
    for (int run = runStartOfSlab[k]; run < runStartOfSlab[k + 1]; run++) {
      int at = (w + runRow[run]) * rx + runColumn[run];
      int p = runParticle[run], n = runLength[run];
      int i = runColumn[run], j = runRow[run];
      lattice.goalResidual(
          s.columns, at, share, x, p, frame.base(0, j, k), frame.slope(0), iota, i, dx, n);
      lattice.goalResidual(
          s.columns,
          at + s.talled,
          share,
          y,
          p,
          frame.base(1, j, k),
          frame.slope(1),
          iota,
          i,
          dy,
          n);
      lattice.goalResidual(
          s.columns,
          at + 2 * s.talled,
          share,
          z,
          p,
          frame.base(2, j, k),
          frame.slope(2),
          iota,
          i,
          dz,
          n);
    }
    // Particles are numbered slab by slab.
    int first = runStartOfSlab[k], last = runStartOfSlab[k + 1] - 1;
    Arrays.fill(slabPulls[k], 0);
    if (first <= last) {
      int from = runParticle[first], to = runParticle[last] + runLength[last];
      Particles p = step.particles;
      if (offsets != null) {
        offsets.add(step, k, from, to, s.small);
      }
      kernels.pullSums(
          p.mass(), p.vx(), p.vy(), p.vz(), dx, dy, dz, from, to, s.small, slabPulls[k]);
    }
  }
}
