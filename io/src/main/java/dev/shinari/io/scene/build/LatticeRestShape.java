package dev.shinari.io.scene.build;

import dev.shinari.io.scene.pose.RestShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedder;
import dev.shinari.mesh.embed.Embedding;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.Supplier;

/**
 * The rest shape of an adaptive lattice. Its particles stand at corners of cells of several sizes;
 * poses of the surface are found on a plain lattice of coarse cells around them instead, and each
 * particle goes where its place in that lattice goes.
 *
 * <pre>
 *   cells of the plain lattice: those that come within a quarter of a cell of a particle, so that
 *   a row of particles leaves no gap, however the adaptive lattice is turned
 * </pre>
 */
final class LatticeRestShape implements RestShape {
  private final PointCage cage;
  private final float cell;
  private final Supplier<TriangleMesh> seen;
  private Lattice coarse;
  private Embedding poseSurface;
  private Embedding particles;

  /**
   * @param cell size of a coarse cell
   * @param seen gives what is seen of the body
   */
  LatticeRestShape(PointCage cage, float cell, Supplier<TriangleMesh> seen) {
    this.cage = cage;
    this.cell = cell;
    this.seen = seen;
  }

  @Override
  public Cage cage() {
    return cage;
  }

  /** Each vertex on the particle that is nearest to it. */
  @Override
  public Embedding surface() {
    TriangleMesh mesh = seen.get();
    float[] s = mesh.positions(), p = cage.positions();
    int[] nearest = new int[mesh.vertexCount()];
    for (int v = 0; v < nearest.length; v++) {
      double best = Double.POSITIVE_INFINITY;
      for (int i = 0; i < p.length; i += 3) {
        double x = (double) p[i] - s[3 * v],
            y = (double) p[i + 1] - s[3 * v + 1],
            z = (double) p[i + 2] - s[3 * v + 2];
        double far = x * x + y * y + z * z;
        if (far < best) {
          best = far;
          nearest[v] = i / 3;
        }
      }
    }
    float[] weights = new float[nearest.length];
    Arrays.fill(weights, 1);
    return new Embedding(mesh, 1, nearest, weights);
  }

  @Override
  public Lattice poseCage() {
    if (coarse == null) {
      coarse = around(cage.positions(), cell);
    }
    return coarse;
  }

  @Override
  public Embedding poseSurface() {
    if (poseSurface == null) {
      poseSurface = Embedder.embed(seen.get(), poseCage());
    }
    return poseSurface;
  }

  @Override
  public float[] particlesIn(float[] pose) {
    if (particles == null) {
      particles = Embedder.embed(new TriangleMesh(cage.positions(), new int[0]), poseCage());
    }
    int n = pose.length / 3;
    float[] x = new float[n], y = new float[n], z = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = pose[3 * i];
      y[i] = pose[3 * i + 1];
      z[i] = pose[3 * i + 2];
    }
    float[] out = new float[cage.positions().length];
    particles.apply(x, y, z, 0, 0, 0, out);
    return out;
  }

  /** The lattice of cells around points; flat where the points lie in a plane z = const. */
  private static Lattice around(float[] p, float cell) {
    Bounds b = Bounds.of(p);
    boolean flat = b.sizeZ() == 0;
    // Half a cell off, so that particles at corners of coarse cells are in the middle of these.
    float[] low = {
      b.minX() - 0.5f * cell, b.minY() - 0.5f * cell, flat ? b.minZ() : b.minZ() - 0.5f * cell
    };
    int[] cells = {
      2 + (int) (b.sizeX() / cell), 2 + (int) (b.sizeY() / cell), 2 + (int) (b.sizeZ() / cell)
    };
    cells[2] = flat ? 1 : cells[2];
    BitSet there = new BitSet();
    int[] from = new int[3], to = new int[3];
    for (int i = 0; i < p.length; i += 3) {
      for (int a = 0; a < 3; a++) {
        from[a] = clamp((p[i + a] - low[a]) / cell - 0.25f, cells[a]);
        to[a] = clamp((p[i + a] - low[a]) / cell + 0.25f, cells[a]);
      }
      for (int k = from[2]; k <= to[2]; k++) {
        for (int j = from[1]; j <= to[1]; j++) {
          there.set(
              cells[0] * (j + cells[1] * k) + from[0], cells[0] * (j + cells[1] * k) + to[0] + 1);
        }
      }
    }
    return new Lattice(
        new Lattice.Grid(
            cell, low[0], low[1], low[2], cells[0] + 1, cells[1] + 1, flat ? 1 : cells[2] + 1),
        there);
  }

  private static int clamp(float place, int cells) {
    return Math.max(0, Math.min(cells - 1, (int) Math.floor(place)));
  }
}
