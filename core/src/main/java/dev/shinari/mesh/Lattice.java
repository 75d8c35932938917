package dev.shinari.mesh;

import dev.shinari.math.Check;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Cubic cells (3D) or square cells (2D, in the plane z = originZ) of one size on a regular grid;
 * their corners are the vertices. Vertices are numbered along x first, then y, then z, counting
 * only corners of cells that exist.
 *
 * <pre>
 *   node (i, j, k), 0 &lt;= i &lt; nodesX:  position = origin + cellSize (i, j, k)
 *   cell (i, j, k), 0 &lt;= i &lt; nodesX - 1: between nodes i and i + 1 on each axis
 * </pre>
 *
 * A 2D lattice has {@code nodesZ == 1} and one layer of square cells.
 */
public final class Lattice implements Cage {
  private final float cellSize;
  private final float originX;
  private final float originY;
  private final float originZ;
  private final int nodesX;
  private final int nodesY;
  private final int nodesZ;
  private final BitSet cells;
  private final int[] vertexOfNode;
  private final int[] nodeOfVertex;
  private final float[] positions;
  private TriangleMesh boundary;

  /**
   * @param cells bit {@code i + cellsX (j + cellsY k)} is set where cell (i, j, k) exists, with
   *     cellsX = nodesX - 1, cellsY = nodesY - 1
   */
  public Lattice(Grid grid, BitSet cells) {
    Check.notNull("grid", grid);
    Check.notNull("cells", cells);
    cellSize = grid.cellSize;
    originX = grid.originX;
    originY = grid.originY;
    originZ = grid.originZ;
    nodesX = grid.nodesX;
    nodesY = grid.nodesY;
    nodesZ = grid.nodesZ;
    this.cells = (BitSet) cells.clone();
    vertexOfNode = new int[Math.multiplyExact(Math.multiplyExact(nodesX, nodesY), nodesZ)];
    Arrays.fill(vertexOfNode, -1);
    int layers = nodesZ == 1 ? 0 : 1;
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      int i = c % cellsX(), j = c / cellsX() % cellsY(), k = c / (cellsX() * cellsY());
      Check.that(k < cellsZ(), "cell " + c + " is outside of the grid");
      for (int dk = 0; dk <= layers; dk++) {
        for (int dj = 0; dj < 2; dj++) {
          for (int di = 0; di < 2; di++) {
            vertexOfNode[node(i + di, j + dj, k + dk)] = 0;
          }
        }
      }
    }
    int count = 0;
    for (int n = 0; n < vertexOfNode.length; n++) {
      if (vertexOfNode[n] == 0) {
        vertexOfNode[n] = count++;
      }
    }
    nodeOfVertex = new int[count];
    positions = new float[3 * count];
    for (int n = 0; n < vertexOfNode.length; n++) {
      int v = vertexOfNode[n];
      if (v >= 0) {
        nodeOfVertex[v] = n;
        positions[3 * v] = originX + cellSize * (n % nodesX);
        positions[3 * v + 1] = originY + cellSize * (n / nodesX % nodesY);
        positions[3 * v + 2] = originZ + cellSize * (n / (nodesX * nodesY));
      }
    }
  }

  /**
   * Where a lattice's nodes are; {@code nodesZ == 1} makes it flat.
   *
   * @param originX place of node (0, 0, 0)
   */
  public record Grid(
      float cellSize,
      float originX,
      float originY,
      float originZ,
      int nodesX,
      int nodesY,
      int nodesZ) {
    public Grid {
      Check.positive("cellSize", cellSize);
      Check.that(nodesX > 1 && nodesY > 1 && nodesZ > 0, "a lattice needs at least one cell");
    }
  }

  /** A full block of cells. {@code cellsZ == 0} gives a 2D lattice. */
  public static Lattice block(
      int cellsX,
      int cellsY,
      int cellsZ,
      float cellSize,
      float originX,
      float originY,
      float originZ) {
    BitSet all = new BitSet();
    all.set(0, cellsX * cellsY * Math.max(1, cellsZ));
    return new Lattice(
        new Grid(cellSize, originX, originY, originZ, cellsX + 1, cellsY + 1, cellsZ + 1), all);
  }

  public float cellSize() {
    return cellSize;
  }

  public float originX() {
    return originX;
  }

  public float originY() {
    return originY;
  }

  public float originZ() {
    return originZ;
  }

  public int nodesX() {
    return nodesX;
  }

  public int nodesY() {
    return nodesY;
  }

  public int nodesZ() {
    return nodesZ;
  }

  public int cellsX() {
    return nodesX - 1;
  }

  public int cellsY() {
    return nodesY - 1;
  }

  public int cellsZ() {
    return Math.max(1, nodesZ - 1);
  }

  public boolean isFlat() {
    return nodesZ == 1;
  }

  public int cellCount() {
    return cells.cardinality();
  }

  /** Whether cell (i, j, k) exists; false outside of the grid. */
  public boolean hasCell(int i, int j, int k) {
    return i >= 0
        && j >= 0
        && k >= 0
        && i < cellsX()
        && j < cellsY()
        && k < cellsZ()
        && cells.get(i + cellsX() * (j + cellsY() * k));
  }

  /** Grid index of node (i, j, k). */
  public int node(int i, int j, int k) {
    return i + nodesX * (j + nodesY * k);
  }

  /** Vertex at grid node n, or -1 where no cell touches it. */
  public int vertexOfNode(int n) {
    return vertexOfNode[n];
  }

  /** Grid node of vertex v. */
  public int nodeOfVertex(int v) {
    return nodeOfVertex[v];
  }

  @Override
  public int vertexCount() {
    return nodeOfVertex.length;
  }

  @Override
  public float[] positions() {
    return positions;
  }

  // The six faces of a cell: axis, side, and the corners counter-clockwise from outside.
  private static final int[][] FACE_STEP = {
    {-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}
  };
  private static final int[][] FACE_CORNERS = {
    {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}
  };

  /** Outer faces of the cells, two triangles each; a 2D lattice gives its cells facing +z. */
  @Override
  public TriangleMesh boundary() {
    if (boundary == null) {
      boundary = new TriangleMesh(positions, boundaryTriangles());
    }
    return boundary;
  }

  private int[] boundaryTriangles() {
    int[] out = new int[6 * (isFlat() ? 1 : 6) * cellCount()];
    int n = 0;
    for (int c = cells.nextSetBit(0); c >= 0; c = cells.nextSetBit(c + 1)) {
      int i = c % cellsX(), j = c / cellsX() % cellsY(), k = c / (cellsX() * cellsY());
      for (int f = isFlat() ? 5 : 0; f < 6; f++) {
        int[] s = FACE_STEP[f];
        if (!isFlat() && hasCell(i + s[0], j + s[1], k + s[2])) {
          continue;
        }
        int[] q = new int[4];
        for (int v = 0; v < 4; v++) {
          int corner = isFlat() ? FACE_CORNERS[f][v] & 3 : FACE_CORNERS[f][v];
          q[v] = vertexOfNode[node(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2))];
        }
        for (int v : new int[] {0, 1, 2, 0, 2, 3}) {
          out[n++] = q[v];
        }
      }
    }
    return Arrays.copyOf(out, n);
  }
}
