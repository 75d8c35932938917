package dev.shinari.mesh.distance;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.CleanSurface;
import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;

/**
 * Signed distances to a triangle surface, sampled at the nodes of a grid: negative inside by the
 * {@link WindingNumber}, linear between nodes. Made once for a collider; asking it costs eight
 * reads and allocates nothing.
 */
public final class DistanceField {
  /**
   * Squared distances may be above the truth by this factor's inverse: little near the surface, two
   * percent of the distance beyond four cells, where nothing touches.
   */
  private static final double NEAR_SLACK = 0.999;

  private static final double FAR_SLACK = 0.96;

  private static final long MOST_NODES = 1L << 26;

  private final double h;
  private final double originX;
  private final double originY;
  private final double originZ;
  private final int nx;
  private final int ny;
  private final int nz;
  // Node (i, j, k) at i + nx (j + ny k).
  private final float[] values;

  private DistanceField(Bounds b, double h, int margin) {
    this.h = h;
    nx = nodes(b.sizeX(), margin);
    ny = nodes(b.sizeY(), margin);
    nz = nodes(b.sizeZ(), margin);
    Check.that((long) nx * ny * nz <= MOST_NODES, "this resolution needs too many nodes");
    originX = b.minX() + 0.5 * (b.sizeX() - (nx - 1) * h);
    originY = b.minY() + 0.5 * (b.sizeY() - (ny - 1) * h);
    originZ = b.minZ() + 0.5 * (b.sizeZ() - (nz - 1) * h);
    values = new float[nx * ny * nz];
  }

  private int nodes(float size, int margin) {
    return (int) Math.ceil(size / h) + 2 * margin + 1;
  }

  /** Distances everywhere in the surface's box and two cells around it. */
  public static DistanceField of(TriangleMesh mesh, int resolution) {
    return of(mesh, resolution, 2, Float.POSITIVE_INFINITY);
  }

  /**
   * Distances in a margin and a band of choice.
   *
   * @param resolution cells along the longest side
   * @param margin cells around the surface's box
   * @param band distances beyond it are cut to it, with their sign: a narrow band is faster to make
   */
  public static DistanceField of(TriangleMesh mesh, int resolution, int margin, float band) {
    Check.that(mesh.triangleCount() > 0, "a mesh without triangles has no distance");
    Check.inRange("resolution", resolution, 1, 2048);
    Check.inRange("margin", margin, 1, 1024);
    Check.that(band > 0, "band must be positive, got " + band);
    CleanSurface clean = new CleanSurface(mesh);
    Check.that(clean.mesh().triangleCount() > 0, "all triangles of the mesh are points or lines");
    Bounds b = MeshTopology.compact(mesh).bounds();
    Check.that(
        b.longestSide() > 0 && b.longestSide() < Float.POSITIVE_INFINITY,
        "the mesh must have a finite extent");
    DistanceField field = new DistanceField(b, (double) b.longestSide() / resolution, margin);
    field.measure(new WindingNumber(clean.mesh()), clean.isBalanced(), band);
    return field;
  }

  private void measure(WindingNumber winding, boolean balanced, double band) {
    TriangleMesh mesh = winding.mesh();
    float[] p = mesh.positions();
    int[] tri = mesh.triangles();
    Query q = new Query(p, tri);
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j++) {
        double last = Double.POSITIVE_INFINITY; // unknown: the whole tree is searched
        boolean lastInside = false;
        for (int i = 0; i < nx; i++) {
          q.x = originX + h * i;
          q.y = originY + h * j;
          q.z = originZ + h * k;
          // The nearest triangle of the last node is at most one cell further away from this one.
          // The factor is more than the slack takes away, so that one is always found.
          double limit = Math.min(band, (last + h) * 1.03);
          double slack = last > 4 * h ? FAR_SLACK : NEAR_SLACK;
          int t = winding.tree().nearest(q.x, q.y, q.z, limit * limit, slack, q);
          double d = t < 0 ? band : Math.sqrt(q.distanceSquared(t));
          // No surface in a ball around the last node that holds this one: same side, if the
          // winding number is the same all over it.
          boolean inside =
              (balanced && i > 0 && last > 1.03 * h)
                  ? lastInside
                  : Math.abs(winding.at(q.x, q.y, q.z)) > 0.5;
          values[i + nx * (j + ny * k)] = (float) (inside ? -d : d);
          last = d;
          lastInside = inside;
        }
      }
    }
  }

  private static final class Query implements BoxTree.Measure {
    private final float[] p;
    private final int[] tri;
    private final double[] weights = new double[3];
    double x;
    double y;
    double z;

    Query(float[] p, int[] tri) {
      this.p = p;
      this.tri = tri;
    }

    @Override
    public double distanceSquared(int t) {
      return Geometry.closestOnTriangle(p, tri, 3 * t, x, y, z, weights);
    }
  }

  /** Distance between two nodes. */
  public double cellSize() {
    return h;
  }

  /** The box in which distances are sampled. */
  public Bounds bounds() {
    return new Bounds(
        (float) originX,
        (float) originY,
        (float) originZ,
        (float) (originX + h * (nx - 1)),
        (float) (originY + h * (ny - 1)),
        (float) (originZ + h * (nz - 1)));
  }

  /** Signed distance of a point; outside of the box the distance to the box is added. */
  public double sample(double x, double y, double z) {
    return sample(x, y, z, null);
  }

  /**
   * Signed distance and direction.
   *
   * @param gradient receives the unit direction in which the distance grows (3 floats), or zeros
   *     where it has none; may be null
   */
  public double sample(double x, double y, double z, float[] gradient) {
    double gx = (x - originX) / h, gy = (y - originY) / h, gz = (z - originZ) / h;
    double cx = Math.max(0, Math.min(nx - 1, gx)),
        cy = Math.max(0, Math.min(ny - 1, gy)),
        cz = Math.max(0, Math.min(nz - 1, gz));
    int i = Math.min(nx - 2, (int) cx),
        j = Math.min(ny - 2, (int) cy),
        k = Math.min(nz - 2, (int) cz);
    double u = cx - i, v = cy - j, w = cz - k;
    int n = i + nx * (j + ny * k);
    double a00 = values[n], a10 = values[n + 1];
    double b00 = values[n + nx], b10 = values[n + nx + 1];
    int m = n + nx * ny;
    double a01 = values[m], a11 = values[m + 1];
    double b01 = values[m + nx], b11 = values[m + nx + 1];
    double a0 = a00 + u * (a10 - a00), b0 = b00 + u * (b10 - b00);
    double a1 = a01 + u * (a11 - a01), b1 = b01 + u * (b11 - b01);
    double low = a0 + v * (b0 - a0), high = a1 + v * (b1 - a1);
    double dx = gx - cx, dy = gy - cy, dz = gz - cz;
    double outside = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (gradient != null) {
      double sx =
          (1 - w) * ((1 - v) * (a10 - a00) + v * (b10 - b00))
              + w * ((1 - v) * (a11 - a01) + v * (b11 - b01));
      double sy = (1 - w) * (b0 - a0) + w * (b1 - a1);
      double sz = high - low;
      if (outside > 0) {
        sx += h * dx / outside;
        sy += h * dy / outside;
        sz += h * dz / outside;
      }
      double length = Math.sqrt(sx * sx + sy * sy + sz * sz);
      double s = length > 0 ? 1 / length : 0;
      gradient[0] = (float) (s * sx);
      gradient[1] = (float) (s * sy);
      gradient[2] = (float) (s * sz);
    }
    return low + w * (high - low) + h * outside;
  }
}
