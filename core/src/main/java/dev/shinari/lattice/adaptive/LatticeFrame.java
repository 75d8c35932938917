package dev.shinari.lattice.adaptive;

import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Bounds;

/**
 * Where the finest grid of a lattice lies at rest: node (u, v, w) is at origin + unit (u, v, w),
 * turned by an angle in the plane. Shared by a body and all pieces that come off it.
 */
public final class LatticeFrame {
  /** A cell of which so much is covered follows the outline well enough. */
  static final double FOLLOWS = 0.8;

  private static final int SAMPLES = 4;

  public final double unit;
  final int cellsX;
  final int cellsY;
  final int cellsZ;

  /**
   * Layers of a flat lattice: its parts that do not touch. Cells of part k have z = k coarse cells,
   * which puts them apart from those of other parts at the same place and means nothing otherwise.
   */
  public final int layers;

  private final double originX;
  private final double originY;
  private final double originZ;
  private final double cos;
  private final double sin;
  private final boolean flat;

  private LatticeFrame(
      double unit, int[] cells, double[] origin, double cos, double sin, boolean flat) {
    this.unit = unit;
    cellsX = cells[0];
    cellsY = cells[1];
    cellsZ = cells[2];
    layers = cells[3];
    originX = origin[0];
    originY = origin[1];
    originZ = origin[2];
    this.cos = cos;
    this.sin = sin;
    this.flat = flat;
  }

  static LatticeFrame over(LatticeShape shape, LatticeGrid grid, int dim) {
    Bounds b = shape.bounds();
    double cell = grid.cellSize();
    double cos = dim == 2 ? PortableMath.cos(grid.angle()) : 1;
    double sin = dim == 2 ? PortableMath.sin(grid.angle()) : 0;
    double mx = 0.5 * ((double) b.minX() + b.maxX()), my = 0.5 * ((double) b.minY() + b.maxY());
    double wide = b.maxX() - b.minX(), high = b.maxY() - b.minY();
    // Size of the turned box; a turned or shifted grid needs a cell more on each side.
    double w = Math.abs(cos) * wide + Math.abs(sin) * high;
    double h = Math.abs(sin) * wide + Math.abs(cos) * high;
    boolean moved = grid.angle() != 0 || grid.shiftX() != 0 || grid.shiftY() != 0;
    int nx = count(w, cell) + (moved ? 2 : 0), ny = count(h, cell) + (moved ? 2 : 0);
    int nz = dim == 2 ? 1 : count(b.maxZ() - b.minZ(), cell);
    double left = -0.5 * nx * cell + grid.shiftX() * cell;
    double low = -0.5 * ny * cell + grid.shiftY() * cell;
    double[] origin = {
      mx + cos * left - sin * low,
      my + sin * left + cos * low,
      dim == 2 ? b.minZ() : 0.5 * ((double) b.minZ() + b.maxZ()) - 0.5 * nz * cell
    };
    double unit = cell / (1 << grid.levels());
    return new LatticeFrame(
        unit, new int[] {nx, ny, nz, dim == 2 ? shape.parts() : 1}, origin, cos, sin, dim == 2);
  }

  private static int count(double length, double cell) {
    return (int) Math.max(1, Math.min(1e6, Math.ceil(length / cell - 1e-6)));
  }

  public double restX(double u, double v) {
    return originX + unit * (cos * u - sin * v);
  }

  public double restY(double u, double v) {
    return originY + unit * (sin * u + cos * v);
  }

  public double restZ(double w) {
    return flat ? originZ : originZ + unit * w;
  }

  /** Grid coordinates of a rest position. */
  public double gridU(double x, double y) {
    return (cos * (x - originX) + sin * (y - originY)) / unit;
  }

  public double gridV(double x, double y) {
    return (-sin * (x - originX) + cos * (y - originY)) / unit;
  }

  public double gridW(double z) {
    return flat ? 0 : (z - originZ) / unit;
  }

  /** Which part of a cell a shape covers, by samples: 0 for none, 1 for all of it. */
  double coverage(LatticeShape shape, int u, int v, int w, int size) {
    double lowX = Double.POSITIVE_INFINITY, lowY = lowX, highX = -lowX, highY = -lowX;
    for (int k = 0; k < 4; k++) {
      double a = u + (k & 1) * size, b = v + (k >> 1) * size;
      lowX = Math.min(lowX, restX(a, b));
      highX = Math.max(highX, restX(a, b));
      lowY = Math.min(lowY, restY(a, b));
      highY = Math.max(highY, restY(a, b));
    }
    double lowZ = restZ(w), highZ = restZ(w + size);
    double half = 0.5 * size;
    if (!shape.crosses(lowX, lowY, lowZ, highX, highY, highZ)) {
      double a = u + half, b = v + half;
      return shape.contains(restX(a, b), restY(a, b), restZ(w + half)) ? 1 : 0;
    }
    int layers = flat ? 1 : SAMPLES;
    int in = 0;
    for (int k = 0; k < layers; k++) {
      for (int j = 0; j < SAMPLES; j++) {
        for (int i = 0; i < SAMPLES; i++) {
          double a = u + size * (i + 0.5) / SAMPLES, b = v + size * (j + 0.5) / SAMPLES;
          in +=
              shape.contains(restX(a, b), restY(a, b), restZ(w + size * (k + 0.5) / SAMPLES))
                  ? 1
                  : 0;
        }
      }
    }
    // An outline that comes in has some inside with it, be it less than a sample; of a turned cell
    // the box is larger than the cell, so there only samples count.
    return Math.max(sin == 0 ? 1e-3 : 0, (double) in / (SAMPLES * SAMPLES * layers));
  }
}
