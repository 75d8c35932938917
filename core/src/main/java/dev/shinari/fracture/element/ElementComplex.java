package dev.shinari.fracture.element;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.fracture.Toughness;
import dev.shinari.math.Check;
import dev.shinari.math.IntList;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The elements of a cage at rest, all of one kind, and the facets between them. Rest data: shared
 * by all pieces of a body.
 *
 * <pre>
 *   cage                 element                     corners     facets
 *   tetrahedral mesh     tetrahedron                 4           4 triangles
 *   lattice              cell                        8 (flat 4)  6 squares (flat 4 edges)
 *   sheet                triangle                    3           3 edges
 *   strand, rope         link between two sections   2 sides     2 sections
 * </pre>
 */
final class ElementComplex {
  private static final int[][] TETRAHEDRON = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
  private static final int[][] CUBE = {
    {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}
  };
  private static final int[][] SQUARE = {{0, 2}, {1, 3}, {0, 1}, {2, 3}};
  private static final int[][] TRIANGLE = {{0, 1}, {1, 2}, {2, 0}};

  final float[] rest; // of the cage's vertices
  final int[][] rings; // corners of each facet, in order around it
  final int corners;
  final int facets;
  final int count;
  final int[] corner; // `corners` vertices per element
  final int[] near; // `facets` elements per element, -1 for none
  final float[] distance; // of the middles on the two sides of each facet
  final float[] tough; // of each facet
  final double[] size; // by which elements share the mass of a particle
  final int[] aroundStart; // of each vertex, in:
  final int[] around; // element times `corners` plus corner
  final boolean solid; // whether its boundary is closed
  final boolean box; // whether elements are cells of a lattice
  final Embedding surface;
  final int[] boundary; // triangles of the cage, if it is solid
  final int[] boundaryElement; // of each
  final int hops; // elements over which regions reach
  private final int[] regionStart;
  private final int[] regionMember; // ascending in each region

  ElementComplex(Body body, Toughness toughness) {
    Cage cage = body.cage();
    rest = cage.positions();
    surface = body.surface();
    box = cage instanceof Lattice;
    if (cage instanceof TetMesh mesh) {
      rings = TETRAHEDRON;
      corner = mesh.tets();
    } else if (cage instanceof Lattice l) {
      rings = l.isFlat() ? SQUARE : CUBE;
      corner = cells(l);
    } else {
      int sides = sides((PointCage) cage, body.name());
      rings = sides == 0 ? TRIANGLE : sections(sides);
      corner = sides == 0 ? cage.boundary().triangles() : links(cage.vertexCount() / sides, sides);
    }
    corners =
        cage instanceof TetMesh
            ? 4
            : Arrays.stream(rings).flatMapToInt(Arrays::stream).max().getAsInt() + 1;
    facets = rings.length;
    count = corner.length / corners;
    size = new double[count];
    Arrays.setAll(size, this::sizeOf);
    int n = rest.length / 3;
    aroundStart = new int[n + 1];
    for (int v : corner) {
      aroundStart[v + 1]++;
    }
    for (int v = 0; v < n; v++) {
      aroundStart[v + 1] += aroundStart[v];
    }
    around = new int[corner.length];
    int[] next = aroundStart.clone();
    for (int k = 0; k < corner.length; k++) {
      around[next[corner[k]]++] = k;
    }
    near = new int[facets * count];
    distance = new float[near.length];
    tough = new float[near.length];
    link(toughness);
    TriangleMesh outer = cage.boundary();
    solid = facets != TRIANGLE.length && outer.triangleCount() > 0 && rings != SQUARE;
    boundary = solid ? outer.triangles() : new int[0];
    boundaryElement = new int[boundary.length / 3];
    Arrays.setAll(boundaryElement, t -> holder(Arrays.copyOfRange(boundary, 3 * t, 3 * t + 3)));
    BodyEditor editor = body.editor();
    regionStart = new int[n + 1];
    IntList members = new IntList();
    for (int r = 0; r < n; r++) {
      int[] list = new int[editor.regionSize(r)];
      for (int k = 0; k < list.length; k++) {
        list[k] = editor.regionMember(r, k);
      }
      Arrays.sort(list);
      Arrays.stream(list).forEach(members::add);
      regionStart[r + 1] = members.size();
    }
    regionMember = members.toArray();
    hops = farthest(body.name());
  }

  /** Points of a section of a strand or rope; 0 for a sheet. */
  private static int sides(PointCage cage, String name) {
    int n = cage.vertexCount(), regions = cage.regionCount();
    if (cage.boundary().triangleCount() > 0 && regions == n) {
      return 0;
    }
    Check.that(
        n % regions == 0,
        "body '"
            + name
            + "' cannot break: its points are neither a sheet nor sections of a strand");
    return n / regions;
  }

  private static int[][] sections(int sides) {
    int[][] rings = new int[2][sides];
    for (int k = 0; k < sides; k++) {
      rings[0][k] = k;
      rings[1][k] = sides + k;
    }
    return rings;
  }

  private static int[] links(int sections, int sides) {
    int[] corner = new int[2 * sides * Math.max(0, sections - 1)];
    for (int k = 0; k < corner.length; k++) {
      corner[k] = k / (2 * sides) * sides + k % (2 * sides);
    }
    return corner;
  }

  private static int[] cells(Lattice l) {
    int corners = l.isFlat() ? 4 : 8, n = 0;
    int[] corner = new int[corners * l.cellCount()];
    for (int k = 0; k < l.cellsZ(); k++) {
      for (int j = 0; j < l.cellsY(); j++) {
        for (int i = 0; i < l.cellsX(); i++) {
          for (int c = 0; c < corners && l.hasCell(i, j, k); c++) {
            corner[n++] = l.vertexOfNode(l.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)));
          }
        }
      }
    }
    return corner;
  }

  /** Volume of a tetrahedron, area of a triangle, one for the rest: those are all alike. */
  private double sizeOf(int e) {
    if (rings != TETRAHEDRON && rings != TRIANGLE) {
      return 1;
    }
    double[][] edge = new double[3][3];
    for (int k = 1; k < corners; k++) {
      for (int a = 0; a < 3; a++) {
        edge[k - 1][a] = at(e, k, a) - at(e, 0, a);
      }
    }
    double[] u = edge[0], v = edge[1], w = edge[2];
    double x = u[1] * v[2] - u[2] * v[1], y = u[2] * v[0] - u[0] * v[2];
    double z = u[0] * v[1] - u[1] * v[0];
    return rings == TRIANGLE
        ? Math.sqrt(x * x + y * y + z * z)
        : Math.abs(x * w[0] + y * w[1] + z * w[2]);
  }

  /** Rest coordinate of a corner. */
  double at(int e, int c, int axis) {
    return rest[3 * corner[corners * e + c] + axis];
  }

  /** Middle of an element at rest. */
  double middle(int e, int axis) {
    double sum = 0;
    for (int c = 0; c < corners; c++) {
      sum += at(e, c, axis);
    }
    return sum / corners;
  }

  /** Middle of a facet at rest. */
  double middle(int e, int facet, int axis) {
    double sum = 0;
    for (int c : rings[facet]) {
      sum += at(e, c, axis);
    }
    return sum / rings[facet].length;
  }

  private void link(Toughness toughness) {
    Arrays.fill(near, -1);
    Map<String, Integer> open = new HashMap<>();
    for (int k = 0; k < near.length; k++) {
      int e = k / facets, f = k % facets;
      int[] key = new int[rings[f].length];
      for (int c = 0; c < key.length; c++) {
        key[c] = corner[corners * e + rings[f][c]];
      }
      Arrays.sort(key);
      String name = Arrays.toString(key);
      Integer other = open.remove(name);
      if (other == null) {
        open.put(name, k);
        continue;
      }
      int b = other / facets;
      double square = 0;
      for (int a = 0; a < 3; a++) {
        square += (middle(e, a) - middle(b, a)) * (middle(e, a) - middle(b, a));
      }
      near[k] = b;
      near[other] = e;
      // Two elements in one place never part.
      distance[k] = distance[other] = square > 0 ? (float) Math.sqrt(square) : Float.MAX_VALUE;
      tough[k] =
          tough[other] =
              toughness.at(middle(e, f, 0), middle(e, f, 1), middle(e, f, 2), Math.sqrt(square));
    }
  }

  /** Corner of an element at a vertex, or -1. */
  int cornerAt(int e, int vertex) {
    for (int c = corners * e; c < corners * (e + 1); c++) {
      if (corner[c] == vertex) {
        return c - corners * e;
      }
    }
    return -1;
  }

  /** The first element that has all of these vertices, or -1. */
  int holder(int[] vertices) {
    for (int k = aroundStart[vertices[0]]; k < aroundStart[vertices[0] + 1]; k++) {
      int e = around[k] / corners;
      boolean all = true;
      for (int v : vertices) {
        all &= cornerAt(e, v) >= 0;
      }
      if (all) {
        return e;
      }
    }
    return -1;
  }

  /** Corners of a facet, counter-clockwise as seen from outside of the element. */
  int[] outward(int e, int facet) {
    int[] ring = rings[facet];
    double[] normal = new double[3];
    for (int k = 0; k < ring.length; k++) {
      int p = ring[k], q = ring[(k + 1) % ring.length];
      for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        normal[a] += at(e, p, b) * at(e, q, c) - at(e, p, c) * at(e, q, b);
      }
    }
    double out = 0;
    for (int a = 0; a < 3; a++) {
      out += normal[a] * (middle(e, facet, a) - middle(e, a));
    }
    if (out >= 0) {
      return ring;
    }
    int[] back = new int[ring.length];
    Arrays.setAll(back, k -> ring[ring.length - 1 - k]);
    return back;
  }

  /** Whether two vertices were in each other's region when all was whole. */
  boolean inRegion(int r, int v) {
    return Arrays.binarySearch(regionMember, regionStart[r], regionStart[r + 1], v) >= 0;
  }

  /** Over how many elements the farthest member of a region is. */
  private int farthest(String name) {
    int most = 1;
    int[] seen = new int[rest.length / 3], queue = new int[seen.length];
    for (int r = 0; r < seen.length; r++) {
      int wanted = regionStart[r + 1] - regionStart[r] - 1, head = 0, tail = 1, hop = 0;
      queue[0] = r;
      seen[r] = r + 1;
      while (wanted > 0 && head < tail) {
        hop++;
        for (int end = tail; head < end; head++) {
          int v = queue[head];
          for (int k = aroundStart[v]; k < aroundStart[v + 1]; k++) {
            int e = around[k] / corners;
            for (int c = corners * e; c < corners * (e + 1); c++) {
              if (seen[corner[c]] != r + 1) {
                seen[corner[c]] = r + 1;
                queue[tail++] = corner[c];
                wanted -= inRegion(r, corner[c]) ? 1 : 0;
              }
            }
          }
        }
      }
      Check.that(
          wanted == 0, "body '" + name + "' cannot break: a region reaches over a gap in its cage");
      most = Math.max(most, hop);
    }
    return most;
  }
}
