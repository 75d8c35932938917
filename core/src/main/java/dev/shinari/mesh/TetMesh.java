package dev.shinari.mesh;

import dev.shinari.math.Check;
import java.util.Arrays;

/**
 * A tetrahedral mesh. {@code positions}: 3 floats a vertex; {@code tets}: 4 indices a tetrahedron,
 * positively oriented: (b - a) x (c - a) . (d - a) &gt; 0. Arrays are shared, not copied.
 */
public final class TetMesh implements Cage {
  private final float[] positions;
  private final int[] tets;
  private TriangleMesh boundary;

  public TetMesh(float[] positions, int[] tets) {
    Check.that(positions.length % 3 == 0, "positions must hold 3 floats a vertex");
    Check.that(tets.length % 4 == 0, "tets must hold 4 indices a tetrahedron");
    int n = positions.length / 3;
    for (int v : tets) {
      if (v < 0 || v >= n) {
        throw new IllegalArgumentException(
            "tetrahedron index " + v + " is outside of the mesh's " + n + " vertices");
      }
    }
    this.positions = positions;
    this.tets = tets;
  }

  @Override
  public float[] positions() {
    return positions;
  }

  public int[] tets() {
    return tets;
  }

  @Override
  public int vertexCount() {
    return positions.length / 3;
  }

  public int tetCount() {
    return tets.length / 4;
  }

  /** Signed volume of tetrahedron t; negative where it is inverted. */
  public double volume(int t) {
    int a = 3 * tets[4 * t],
        b = 3 * tets[4 * t + 1],
        c = 3 * tets[4 * t + 2],
        d = 3 * tets[4 * t + 3];
    float[] p = positions;
    double ux = (double) p[b] - p[a],
        uy = (double) p[b + 1] - p[a + 1],
        uz = (double) p[b + 2] - p[a + 2];
    double vx = (double) p[c] - p[a],
        vy = (double) p[c + 1] - p[a + 1],
        vz = (double) p[c + 2] - p[a + 2];
    double wx = (double) p[d] - p[a],
        wy = (double) p[d + 1] - p[a + 1],
        wz = (double) p[d + 2] - p[a + 2];
    return ((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz) / 6;
  }

  /**
   * Faces that belong to one tetrahedron only, in the order of the tetrahedra. Hashes only find
   * equal faces; the order does not depend on them.
   */
  @Override
  public TriangleMesh boundary() {
    if (boundary == null) {
      boundary = new TriangleMesh(positions, boundaryTriangles());
    }
    return boundary;
  }

  // Outward faces of a positive tetrahedron a, b, c, d.
  private static final int[] FACES = {1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1};

  private int[] boundaryTriangles() {
    int faces = tetCount() * 4;
    // Chains of different faces with the same hash; the first of equal faces counts for all.
    int[] head = new int[2 * Integer.highestOneBit(Math.max(16, faces))];
    Arrays.fill(head, -1);
    int[] chain = new int[faces];
    boolean[] outer = new boolean[faces];
    int count = 0;
    for (int f = 0; f < faces; f++) {
      int a = corner(f, 0), b = corner(f, 1), c = corner(f, 2);
      int bucket = Geometry.hash(a, b, c) & (head.length - 1);
      int twin = head[bucket];
      while (twin >= 0 && !(has(twin, a) && has(twin, b) && has(twin, c))) {
        twin = chain[twin];
      }
      if (twin < 0) {
        chain[f] = head[bucket];
        head[bucket] = f;
        outer[f] = true;
        count++;
      } else if (outer[twin]) {
        outer[twin] = false;
        count--;
      }
    }
    int[] triangles = new int[3 * count];
    int k = 0;
    for (int f = 0; f < faces; f++) {
      if (outer[f]) {
        for (int c = 0; c < 3; c++) {
          triangles[k++] = corner(f, c);
        }
      }
    }
    return triangles;
  }

  private int corner(int face, int c) {
    return tets[4 * (face / 4) + FACES[3 * (face % 4) + c]];
  }

  private boolean has(int face, int v) {
    return corner(face, 0) == v || corner(face, 1) == v || corner(face, 2) == v;
  }
}
