package dev.shinari.mesh.shape;

import dev.shinari.math.Check;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.volume.CellSplit;
import java.util.Arrays;

/**
 * Tetrahedral meshes of simple solids, centered at the origin. Every tetrahedron is positively
 * oriented and neighbors share whole faces. Round solids are polyhedra inscribed in the true shape.
 */
public final class TetShapes {
  private static final int LARGEST = 4096;

  private TetShapes() {}

  /**
   * A box of cells, five tetrahedra each, mirrored from cell to cell. Vertices are numbered along x
   * first, then y, then z: 4, 4, 8 cells give 225 vertices, 8, 8, 24 give 2,025 and 18, 18, 54 give
   * 19,855.
   */
  public static TetMesh cuboid(
      int cellsX, int cellsY, int cellsZ, float sizeX, float sizeY, float sizeZ) {
    Check.inRange("cellsX", cellsX, 1, LARGEST);
    Check.inRange("cellsY", cellsY, 1, LARGEST);
    Check.inRange("cellsZ", cellsZ, 1, LARGEST);
    Check.positive("sizeX", sizeX);
    Check.positive("sizeY", sizeY);
    Check.positive("sizeZ", sizeZ);
    TetMesh unit = CellSplit.tetrahedra(Lattice.block(cellsX, cellsY, cellsZ, 1, 0, 0, 0));
    float[] p = unit.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      p[i] = (float) (sizeX * ((double) p[i] / cellsX - 0.5));
      p[i + 1] = (float) (sizeY * ((double) p[i + 1] / cellsY - 0.5));
      p[i + 2] = (float) (sizeZ * ((double) p[i + 2] / cellsZ - 0.5));
    }
    return new TetMesh(p, unit.tets());
  }

  /**
   * A cylinder along y. Each level is a disc of {@code rings} rings, ring k with 6 k vertices; the
   * prisms between two levels are cut into three tetrahedra, with the diagonals of one layer
   * opposite to those of the next so that the cylinder has no twist of its own.
   */
  public static TetMesh cylinder(int rings, int layers, float radius, float height) {
    Check.inRange("rings", rings, 1, LARGEST / 6);
    Check.inRange("layers", layers, 1, LARGEST);
    Check.positive("radius", radius);
    Check.positive("height", height);
    int disc = 1 + 3 * rings * (rings + 1);
    FloatList positions = new FloatList();
    for (int level = 0; level <= layers; level++) {
      double y = height * ((double) level / layers - 0.5);
      positions.add(0, y, 0);
      for (int k = 1; k <= rings; k++) {
        double r = (double) radius * k / rings;
        for (int j = 0; j < 6 * k; j++) {
          double angle = 2 * Math.PI * j / (6 * k);
          positions.add(r * PortableMath.sin(angle), y, r * PortableMath.cos(angle));
        }
      }
    }
    IntList prisms = new IntList();
    for (int k = 1; k <= rings; k++) {
      for (int side = 0; side < 6; side++) {
        for (int j = 0; j < k; j++) {
          int a = onDisc(k, side * k + j), b = onDisc(k, side * k + j + 1);
          int c = onDisc(k - 1, side * (k - 1) + j);
          prisms.add(a, b, c);
          if (j < k - 1) {
            prisms.add(b, onDisc(k - 1, side * (k - 1) + j + 1), c);
          }
        }
      }
    }
    float[] p = positions.toArray();
    int[] tets = new int[Math.multiplyExact(4 * prisms.size(), layers)];
    int n = 0;
    for (int layer = 0; layer < layers; layer++) {
      for (int t = 0; t < prisms.size(); t += 3) {
        int[] column = {prisms.get(t), prisms.get(t + 1), prisms.get(t + 2)};
        n = putPrism(p, tets, n, column, disc, layer);
      }
    }
    return new TetMesh(p, tets);
  }

  private static int onDisc(int ring, int j) {
    return ring == 0 ? 0 : 1 + 3 * ring * (ring - 1) + j % (6 * ring);
  }

  // The column with the lowest number sends the diagonal upwards in even layers, the highest in odd
  // ones: both prisms beside a quadrilateral agree.
  private static int putPrism(float[] p, int[] tets, int n, int[] column, int disc, int layer) {
    Arrays.sort(column);
    int base = disc * layer;
    int a = base + column[layer % 2 == 0 ? 0 : 2];
    int b = base + column[1];
    int c = base + column[layer % 2 == 0 ? 2 : 0];
    n = put(p, tets, n, a, b, c, c + disc);
    n = put(p, tets, n, a, b, b + disc, c + disc);
    return put(p, tets, n, a, a + disc, b + disc, c + disc);
  }

  /**
   * A tube along y: {@code segments} (even, at least 4) around, {@code rings} through the wall,
   * {@code layers} along it.
   */
  public static TetMesh hollowCylinder(
      int segments, int rings, int layers, float innerRadius, float outerRadius, float height) {
    Check.inRange("segments", segments, 4, LARGEST);
    Check.that(segments % 2 == 0, "segments must be even, got " + segments);
    Check.inRange("rings", rings, 1, LARGEST);
    Check.inRange("layers", layers, 1, LARGEST);
    Check.positive("innerRadius", innerRadius);
    Check.positive("outerRadius", outerRadius);
    Check.positive("height", height);
    Check.that(
        innerRadius < outerRadius,
        "innerRadius must be below outerRadius, got " + innerRadius + " and " + outerRadius);
    FloatList positions = new FloatList();
    for (int k = 0; k <= layers; k++) {
      for (int j = 0; j <= rings; j++) {
        double r = innerRadius + ((double) outerRadius - innerRadius) * j / rings;
        for (int i = 0; i < segments; i++) {
          double angle = 2 * Math.PI * i / segments;
          positions.add(
              r * PortableMath.sin(angle),
              height * ((double) k / layers - 0.5),
              r * PortableMath.cos(angle));
        }
      }
    }
    float[] p = positions.toArray();
    int[] tets = new int[Math.multiplyExact(20 * segments, Math.multiplyExact(rings, layers))];
    int n = 0;
    int[] q = new int[4];
    for (int k = 0; k < layers; k++) {
      for (int j = 0; j < rings; j++) {
        for (int i = 0; i < segments; i++) {
          int[] corners = CellSplit.corners(i, j, k);
          for (int t = 0; t < 20; t += 4) {
            for (int v = 0; v < 4; v++) {
              int c = corners[t + v];
              q[v] =
                  (i + (c & 1)) % segments
                      + segments * (j + (c >> 1 & 1) + (rings + 1) * (k + (c >> 2)));
            }
            n = put(p, tets, n, q[0], q[1], q[2], q[3]);
          }
        }
      }
    }
    return new TetMesh(p, tets);
  }

  /**
   * A ball of {@code shells} concentric shells: the icosahedron's twenty sectors, divided evenly
   * and pushed out to spheres. Shell k has 10 k^2 + 2 vertices; 5 shells give 561, 8 give 2,057.
   */
  public static TetMesh sphere(int shells, float radius) {
    Check.inRange("shells", shells, 1, 200);
    Check.positive("radius", radius);
    Icosahedron points = new Icosahedron(radius, shells);
    points.vertex(0, 0, 0, 0);
    IntList tets = new IntList();
    for (int face = 0; face < Icosahedron.FACES.length; face++) {
      for (int k = 0; k < shells; k++) {
        for (int b = 0; b <= k; b++) {
          for (int c = 0; b + c <= k; c++) {
            addSector(points, face, k, b, c, tets);
          }
        }
      }
    }
    float[] p = points.positions();
    int[] out = new int[tets.size()];
    for (int i = 0; i < out.length; i += 4) {
      put(p, out, i, tets.get(i), tets.get(i + 1), tets.get(i + 2), tets.get(i + 3));
    }
    return new TetMesh(p, out);
  }

  // Regular division of a tetrahedron whose apex is the center: at lattice point (a, b, c) of shell
  // k, with a + b + c = k, stand the small tetrahedron that points inwards like the large one, the
  // octahedron beside it and the tetrahedron that points outwards.
  private static void addSector(Icosahedron s, int f, int k, int b, int c, IntList tets) {
    int a = k - b - c;
    int o = s.vertex(f, a, b, c);
    int pa = s.vertex(f, a + 1, b, c), pb = s.vertex(f, a, b + 1, c), pc = s.vertex(f, a, b, c + 1);
    addTet(tets, o, pa, pb, pc);
    if (a >= 1) {
      int ob = s.vertex(f, a - 1, b + 1, c), oc = s.vertex(f, a - 1, b, c + 1);
      int pbc = s.vertex(f, a - 1, b + 1, c + 1);
      // Octahedron o, ob, oc (shell k), pb, pc, pbc (shell k + 1): o faces pbc, ob faces pc, oc
      // faces pb. Cut around its diagonal o - pbc.
      addTet(tets, o, pbc, ob, pb);
      addTet(tets, o, pbc, pb, pc);
      addTet(tets, o, pbc, pc, oc);
      addTet(tets, o, pbc, oc, ob);
    }
    if (a >= 2) {
      int ob = s.vertex(f, a - 1, b + 1, c), oc = s.vertex(f, a - 1, b, c + 1);
      int obc = s.vertex(f, a - 2, b + 1, c + 1);
      addTet(tets, ob, oc, obc, s.vertex(f, a - 1, b + 1, c + 1));
    }
  }

  private static void addTet(IntList tets, int a, int b, int c, int d) {
    tets.add(a, b, c);
    tets.add(d);
  }

  private static int put(float[] p, int[] tets, int n, int a, int b, int c, int d) {
    boolean positive = Geometry.tetVolume(p, a, b, c, d) > 0;
    tets[n] = a;
    tets[n + 1] = positive ? b : c;
    tets[n + 2] = positive ? c : b;
    tets[n + 3] = d;
    return n + 4;
  }
}
