package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureTopology;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.HashMap;
import java.util.Map;

/**
 * Watches the elements of all solid bodies of a world, tetrahedra and lattice cells: how many are
 * inverted, and how much of its rest volume the smallest has left. Cells of flat lattices count by
 * their area; triangles of sheets, which may turn over freely, and strands do not count.
 */
public final class ElementMeter {
  // Corners of a cell by bits (1 = x, 2 = y, 4 = z), as the ten tetrahedra of its two
  // decompositions into five: half of their sum is the volume of the trilinear cell.
  private static final int[] FIVES = {
    0, 1, 2, 4, 3, 2, 1, 7, 5, 1, 4, 7, 6, 4, 2, 7, 1, 2, 4, 7, //
    1, 0, 5, 3, 2, 0, 3, 6, 4, 0, 6, 5, 7, 3, 5, 6, 0, 3, 6, 5
  };

  private final World world;
  private final Map<String, Elements> known = new HashMap<>(); // by name
  private long count;
  private double invertedWorst;
  private double invertedLast;
  private double leastVolume = 1;

  /** Corners of a body's elements, with the version of the body that has them. */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
  private record Elements(Body body, int version, int corners, int[] particles) {}

  public ElementMeter(World world) {
    this.world = world;
  }

  /** Measures the world as it is now: one frame. */
  public void frame() {
    long elements = 0, inverted = 0;
    for (Body body : world.bodies()) {
      Elements e = elements(body);
      int n = e.particles.length / Math.max(1, e.corners);
      for (int k = 0; k < n; k++) {
        double ratio = ratio(body, e, k);
        inverted += ratio > 0 ? 0 : 1;
        leastVolume = Math.min(leastVolume, ratio);
      }
      elements += n;
    }
    count = Math.max(count, elements);
    invertedLast = elements == 0 ? 0 : inverted / (double) elements;
    invertedWorst = Math.max(invertedWorst, invertedLast);
  }

  /** The largest number of elements in any frame. */
  public long count() {
    return count;
  }

  /** The largest share of inverted elements in any frame. */
  public double invertedWorst() {
    return invertedWorst;
  }

  /** The share of inverted elements in the last frame. */
  public double invertedLast() {
    return invertedLast;
  }

  /** The smallest volume of any element in any frame over its rest volume. */
  public double leastVolume() {
    return leastVolume;
  }

  private Elements elements(Body body) {
    FractureBody fracture = world.fracture(body);
    Elements e = known.get(body.name());
    if (e == null || e.body != body || fracture != null && e.version != fracture.version()) {
      e = fracture == null ? ofCage(body) : ofFracture(fracture);
      known.put(body.name(), e);
    }
    return e;
  }

  private static Elements ofCage(Body body) {
    if (body.cage() instanceof TetMesh mesh) {
      return new Elements(body, 0, 4, mesh.tets());
    }
    if (!(body.cage() instanceof Lattice l)) {
      return new Elements(body, 0, 1, new int[0]);
    }
    int corners = l.isFlat() ? 4 : 8, n = 0;
    int[] out = new int[corners * l.cellCount()];
    for (int k = 0; k < Math.max(1, l.cellsZ()); k++) {
      for (int j = 0; j < l.cellsY(); j++) {
        for (int i = 0; i < l.cellsX(); i++) {
          for (int c = 0; c < corners && l.hasCell(i, j, k); c++) {
            out[n++] = l.vertexOfNode(l.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)));
          }
        }
      }
    }
    return new Elements(body, 0, corners, out);
  }

  private static Elements ofFracture(FractureBody fracture) {
    FractureTopology t = fracture.topology();
    int cells = t.keys().length, slots = cells == 0 ? 0 : t.slots().length / cells;
    boolean lattice = slots == 9 || slots == 27;
    boolean tets = fracture.body().cage() instanceof TetMesh;
    boolean solid = fracture.body().cage() instanceof Lattice;
    if (!lattice && !(slots == 4 && tets) && !(solid && (slots == 8 || slots == 4))) {
      return new Elements(fracture.body(), fracture.version(), 1, new int[0]);
    }
    int corners = lattice ? slots == 9 ? 4 : 8 : slots;
    int[] out = new int[corners * cells];
    for (int e = 0; e < cells; e++) {
      for (int c = 0; c < corners; c++) {
        int slot = lattice ? 2 * (c & 1) + 6 * (c >> 1 & 1) + 18 * (c >> 2) : c;
        out[corners * e + c] = t.slots()[slots * e + slot];
      }
    }
    return new Elements(fracture.body(), fracture.version(), corners, out);
  }

  /** Volume of element k over its rest volume. */
  private static double ratio(Body body, Elements e, int k) {
    Particles p = body.particles();
    double now = size(p.x(), p.y(), p.z(), body, e, k);
    double rest = size(body.restX(), body.restY(), body.restZ(), body, e, k);
    return Math.abs(rest) > 1e-30 ? now / rest : 1; // nothing there, nothing lost
  }

  private static double size(float[] x, float[] y, float[] z, Body body, Elements e, int k) {
    int at = e.corners * k;
    int[] c = e.particles;
    if (e.corners == 4 && body.cage() instanceof TetMesh) {
      return volume(x, y, z, c[at], c[at + 1], c[at + 2], c[at + 3]);
    }
    if (e.corners == 4) {
      return area(x, y, z, c, at);
    }
    double sum = 0;
    for (int f = 0; f < FIVES.length; f += 4) {
      sum +=
          volume(
              x,
              y,
              z,
              c[at + FIVES[f]],
              c[at + FIVES[f + 1]],
              c[at + FIVES[f + 2]],
              c[at + FIVES[f + 3]]);
    }
    return sum;
  }

  private static double volume(float[] x, float[] y, float[] z, int a, int b, int c, int d) {
    double bx = x[b] - x[a], by = y[b] - y[a], bz = z[b] - z[a];
    double cx = x[c] - x[a], cy = y[c] - y[a], cz = z[c] - z[a];
    double dx = x[d] - x[a], dy = y[d] - y[a], dz = z[d] - z[a];
    return bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
  }

  /** Area of a flat cell, from its diagonals: as seen in its plane, so it may turn inside out. */
  private static double area(float[] x, float[] y, float[] z, int[] c, int at) {
    int a = c[at], b = c[at + 1], d = c[at + 2], e = c[at + 3];
    double ux = x[e] - x[a], uy = y[e] - y[a], uz = z[e] - z[a];
    double vx = x[d] - x[b], vy = y[d] - y[b], vz = z[d] - z[b];
    double nz = ux * vy - uy * vx;
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz;
    double size = Math.sqrt(nx * nx + ny * ny + nz * nz);
    return Math.abs(nz) > 0.99 * size ? nz : size; // out of its plane it is a sheet
  }
}
