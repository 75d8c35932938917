package dev.shinari.body.region;

import dev.shinari.kernel.Kernels;
import dev.shinari.mesh.Lattice;
import java.util.Arrays;

/**
 * How {@link LatticeRegions} has a lattice's particles and regions in its arrays, and what is known
 * of each region at rest.
 *
 * <pre>
 *   runs        unbroken ranges of particles along x, slab by slab
 *   slots       region arrays: (j nz + k) rx + i, rx = nx filled up to whole lanes
 *   stretches   unbroken groups of LANES slots of which one at least is a region, row by row
 * </pre>
 */
public final class LatticeLayout {
  final Lattice cage;
  final int w; // half-width of a region in cells
  private final int nx;
  private final int ny;
  private final int nz;
  private final int rx;

  // Particles are numbered along x first: each unbroken run of nodes is a range of particles.
  final int[] runStartOfSlab; // nz + 1
  int[] runRow;
  int[] runColumn;
  int[] runParticle;
  int[] runLength;

  final int[] stretchStartOfRow; // ny + 1
  int[] stretchFrom;
  int[] stretchCount;

  final float[] effective; // a particle
  final float[] share;

  final int[] slots; // a region
  final float[] inverseMass; // a slot, and all that follow
  final float[] regionMass;
  final float[][] offset = new float[3][];
  final float[][] restMoments = new float[6][];
  final float[] rho;
  final float[] inverseRho;
  int centralRegion; // slot of the region that is nearest to the rest center

  /** Rest position of node (0, 0, 0) relative to the rest center. */
  final double restX;

  final double restY;
  final double restZ;

  /** Slots of the region arrays. */
  int slotCount() {
    return nz * ny * rx;
  }

  /** First rest coordinates: of vertex 0, relative to the rest center. */
  LatticeLayout(Lattice cage, int w, float[] mass, float firstX, float firstY, float firstZ) {
    this.cage = cage;
    this.w = w;
    nx = cage.nodesX();
    ny = cage.nodesY();
    nz = cage.nodesZ();
    rx = Regions.roundUp(nx, Kernels.LANES);
    float cell = cage.cellSize();
    int first = cage.nodeOfVertex(0);
    restX = firstX - (double) cell * (first % nx);
    restY = firstY - (double) cell * (first / nx % ny);
    restZ = firstZ - (double) cell * (first / (nx * ny));
    runStartOfSlab = new int[nz + 1];
    findRuns();
    LatticeMoments rest = new LatticeMoments(cage, w, mass);
    effective = rest.effective;
    share = rest.share;
    slots = new int[cage.vertexCount()];
    int padded = nz * ny * rx;
    inverseMass = new float[padded];
    regionMass = new float[padded];
    rho = new float[padded];
    inverseRho = new float[padded];
    for (int a = 0; a < 3; a++) {
      offset[a] = new float[padded];
    }
    for (int a = 0; a < 6; a++) {
      restMoments[a] = new float[padded];
    }
    fillSlots(rest, cell);
    stretchStartOfRow = new int[ny + 1];
    findStretches();
  }

  private void findRuns() {
    int[] row = new int[16], column = new int[16], particle = new int[16], length = new int[16];
    int runs = 0;
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i++) {
          int v = cage.vertexOfNode(cage.node(i, j, k));
          if (v < 0) {
            continue;
          }
          boolean goesOn = i > 0 && cage.vertexOfNode(cage.node(i - 1, j, k)) >= 0;
          if (goesOn) {
            length[runs - 1]++;
          } else {
            if (runs == row.length) {
              row = Arrays.copyOf(row, 2 * runs);
              column = Arrays.copyOf(column, 2 * runs);
              particle = Arrays.copyOf(particle, 2 * runs);
              length = Arrays.copyOf(length, 2 * runs);
            }
            row[runs] = j;
            column[runs] = i;
            particle[runs] = v;
            length[runs++] = 1;
          }
        }
      }
      runStartOfSlab[k + 1] = runs;
    }
    runRow = Arrays.copyOf(row, runs);
    runColumn = Arrays.copyOf(column, runs);
    runParticle = Arrays.copyOf(particle, runs);
    runLength = Arrays.copyOf(length, runs);
  }

  private void fillSlots(LatticeMoments rest, float cell) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int v = 0; v < slots.length; v++) {
      int node = cage.nodeOfVertex(v);
      int i = node % nx, j = node / nx % ny, k = node / (nx * ny);
      int r = (j * nz + k) * rx + i;
      slots[v] = r;
      double m = rest.mass[v];
      regionMass[r] = (float) m;
      inverseMass[r] = m > 0 ? (float) (1 / m) : 0;
      offset[0][r] = (float) rest.offsetX[v];
      offset[1][r] = (float) rest.offsetY[v];
      offset[2][r] = (float) rest.offsetZ[v];
      double x = restX + cell * i, y = restY + cell * j, z = restZ + cell * k;
      double away = x * x + y * y + z * z;
      if (away < nearest) {
        nearest = away;
        centralRegion = r;
      }
      for (int a = 0; a < 6 && rest.rho[v] > 0; a++) {
        restMoments[a][r] = (float) (rest.second[a][v] / rest.rho[v]);
      }
      rho[r] = (float) rest.rho[v];
      inverseRho[r] = rest.rho[v] > 0 ? (float) (1 / rest.rho[v]) : 0;
    }
  }

  private void findStretches() {
    int[] from = new int[16], count = new int[16];
    int stretches = 0;
    for (int j = 0; j < ny; j++) {
      int end = (j + 1) * nz * rx;
      for (int g = j * nz * rx; g < end; g += Kernels.LANES) {
        boolean any = false;
        for (int l = 0; l < Kernels.LANES; l++) {
          any |= regionMass[g + l] > 0;
        }
        if (!any) {
          continue;
        }
        boolean fits =
            stretches > stretchStartOfRow[j]
                && from[stretches - 1] + count[stretches - 1] == g
                && count[stretches - 1] < Kernels.TILE;
        if (fits) {
          count[stretches - 1] += Kernels.LANES;
        } else {
          if (stretches == from.length) {
            from = Arrays.copyOf(from, 2 * stretches);
            count = Arrays.copyOf(count, 2 * stretches);
          }
          from[stretches] = g;
          count[stretches++] = Kernels.LANES;
        }
      }
      stretchStartOfRow[j + 1] = stretches;
    }
    stretchFrom = Arrays.copyOf(from, stretches);
    stretchCount = Arrays.copyOf(count, stretches);
  }

  private float[] volume;

  /** Rest data of the volume's loops, made when it is first needed. */
  synchronized float[] volumeRest() {
    if (volume == null) {
      volume = RegionVolume.of(restMoments, rho);
    }
    return volume;
  }
}
