package dev.shinari.mesh.volume;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.CleanSurface;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.WindingNumber;
import dev.shinari.mesh.embed.Embedder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Turns any triangle mesh into a uniform cage with the mesh embedded in it. The mesh may have
 * holes, duplicate or inside-out faces and parts that cut each other: what is inside is decided by
 * the {@link WindingNumber}. Cells that the surface passes belong to the cage as well, so that it
 * covers the surface and thin parts hold together; a sheet without volume gets a cage that is one
 * cell thick.
 *
 * <p>Made once for a mesh, it meshes at any number of resolutions:
 *
 * <pre>{@code
 * CagedSurface<Lattice> soft = new VolumeMesher(mesh).lattice(24);
 * Body body = Body.builder("teddy", soft.cage()).surface(soft.surface()).build();
 * }</pre>
 */
public final class VolumeMesher {
  /** Cells along the longest side that suit most models: some thousand particles. */
  public static final int DEFAULT_RESOLUTION = 24;

  /** Largest number of grid cells, inside or not. */
  private static final long MOST_CELLS = 1L << 27;

  private final TriangleMesh mesh;
  private final Bounds bounds;
  private final SurfaceReport found;
  private final int flipped;
  private final boolean balanced;
  private final double volume;
  private final WindingNumber winding;

  public VolumeMesher(TriangleMesh mesh) {
    Check.that(mesh.triangleCount() > 0, "the mesh has no triangles: there is nothing to fill");
    bounds = usedBounds(mesh);
    Check.that(
        bounds.longestSide() > 0 && bounds.longestSide() < Float.POSITIVE_INFINITY,
        "the mesh has no extent: all its triangles lie in one point");
    this.mesh = mesh;
    CleanSurface clean = new CleanSurface(mesh);
    found = clean.report();
    flipped = clean.flipped();
    // A mesh of nothing but needles and points still has a place, though no inside.
    winding = clean.mesh().triangleCount() == 0 ? null : new WindingNumber(clean.mesh());
    balanced = winding == null || clean.isBalanced();
    volume = Math.abs(SurfaceReport.volume(clean.mesh()));
  }

  private static Bounds usedBounds(TriangleMesh mesh) {
    float[] p = mesh.positions();
    float[] low = {Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY};
    float[] high = {Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NEGATIVE_INFINITY};
    for (int v : mesh.triangles()) {
      for (int x = 0; x < 3; x++) {
        float value = p[3 * v + x];
        if (!(Math.abs(value) < Float.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException("vertex " + v + " is not finite: " + value);
        }
        low[x] = Math.min(low[x], value);
        high[x] = Math.max(high[x], value);
      }
    }
    return new Bounds(low[0], low[1], low[2], high[0], high[1], high[2]);
  }

  /** What the mesh itself is like. */
  public SurfaceReport surface() {
    return found;
  }

  /**
   * A cage of cubic cells.
   *
   * @param resolution cells along the mesh's longest side, 1 or more
   */
  public CagedSurface<Lattice> lattice(int resolution) {
    Voxels voxels = voxels(resolution);
    Lattice lattice = voxels.toLattice();
    return new CagedSurface<>(lattice, Embedder.embed(mesh, lattice), report(voxels, lattice));
  }

  /** A cage of tetrahedra: the cells of the lattice, five tetrahedra each. */
  public CagedSurface<TetMesh> tetrahedra(int resolution) {
    Voxels voxels = voxels(resolution);
    Lattice lattice = voxels.toLattice();
    TetMesh tets = CellSplit.tetrahedra(lattice);
    return new CagedSurface<>(tets, Embedder.embed(mesh, tets), report(voxels, lattice));
  }

  /**
   * The resolution whose cage comes closest to the given number of vertices, between 2 and 200.
   * Found by trial, from the coarse end.
   */
  public int resolutionFor(int vertices) {
    Check.inRange("vertices", vertices, 8, 10_000_000);
    int low = 2, high = 200;
    // The number of vertices grows with the resolution but for a few cells: bisect.
    int best = low;
    double bestRatio = Double.POSITIVE_INFINITY;
    int guess = 8;
    while (low <= high) {
      guess = Math.max(low, Math.min(high, guess));
      Voxels voxels = voxels(guess);
      int count = voxels.toLattice().vertexCount();
      double ratio = Math.max((double) count / vertices, (double) vertices / count);
      if (ratio < bestRatio) {
        bestRatio = ratio;
        best = guess;
      }
      if (count < vertices) {
        low = guess + 1;
      } else {
        high = guess - 1;
      }
      guess = (int) Math.round(guess * PortableMath.cbrt((double) vertices / count));
    }
    return best;
  }

  private Voxels voxels(int resolution) {
    Check.inRange("resolution", resolution, 1, 4096);
    double h = (double) bounds.longestSide() / resolution;
    double all =
        Math.ceil(bounds.sizeX() / h + 1)
            * Math.ceil(bounds.sizeY() / h + 1)
            * Math.ceil(bounds.sizeZ() / h + 1);
    Check.that(
        all <= MOST_CELLS,
        "a resolution of " + resolution + " needs a grid of more than " + MOST_CELLS + " cells");
    float far = 0;
    for (float c : new float[] {bounds.minX(), bounds.minY(), bounds.minZ()}) {
      far = Math.max(far, Math.abs(c) + bounds.longestSide());
    }
    // Below this the corners of one cell would fall together.
    Check.that(
        h > 16 * Math.ulp(far) && h >= Float.MIN_NORMAL,
        "the mesh is too small, or too far from the origin, for float coordinates at this"
            + " resolution");
    Voxels voxels = new Voxels(bounds, resolution);
    voxels.rasterise(mesh);
    if (winding != null) {
      voxels.fill(winding, balanced);
    }
    voxels.coverWalls(mesh);
    voxels.joinHinges();
    return voxels;
  }

  private CageReport report(Voxels voxels, Lattice lattice) {
    List<String> warnings = new ArrayList<>();
    int cells = lattice.cellCount();
    int components = voxels.components();
    float inside = insideFraction(voxels, cells);
    if (found.openEdges() > 0) {
      warnings.add(
          count(found.openEdges(), "open edge")
              + ": holes were closed by the winding number; close them for an exact inside");
    }
    if (found.nonManifoldEdges() > 0) {
      warnings.add(count(found.nonManifoldEdges(), "edge") + " with three or more triangles");
    }
    if (flipped > 0) {
      warnings.add(count(flipped, "triangle") + " faced the other way and counted as turned round");
    }
    if (found.duplicateTriangles() > 0) {
      warnings.add(count(found.duplicateTriangles(), "duplicate triangle") + " counted once");
    }
    if (found.degenerateTriangles() > 0) {
      warnings.add(count(found.degenerateTriangles(), "triangle") + " without area");
    }
    if (voxels.insideCount == 0 && inside < 0.25f) {
      warnings.add(
          "the surface is open, flat or thinner than a cell of "
              + String.format(Locale.ROOT, "%.3g", voxels.cellSize)
              + "; the cage is the cells that it passes");
    }
    if (components > 1) {
      warnings.add(
          "the cage is in "
              + components
              + " pieces, which will fall apart"
              + (found.components() > 1
                  ? " (the surface has " + found.components() + " parts)"
                  : ""));
    }
    return new CageReport(
        cells,
        lattice.vertexCount(),
        found.openEdges(),
        found.nonManifoldEdges(),
        components,
        inside,
        warnings);
  }

  // A balanced surface knows its volume; any other is asked where it counts as inside.
  private float insideFraction(Voxels voxels, int cells) {
    if (winding == null) {
      return 0;
    }
    if (balanced) {
      double h = voxels.cellSize;
      return (float) Math.min(1, volume / (cells * h * h * h));
    }
    double crossed = voxels.crossed.cardinality() * voxels.crossedInside(winding);
    return (float) ((voxels.insideCount + crossed) / cells);
  }

  private static String count(int n, String what) {
    return n + " " + what + (n == 1 ? "" : "s");
  }
}
