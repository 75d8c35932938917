package dev.shinari.collide.shape;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;

/**
 * Ground of varying height: everything below y = height(x, z), bilinear between samples on a square
 * grid centered on the origin of the shape's frame. Beyond the grid the border's heights go on for
 * ever, so that nothing falls off the world's edge.
 */
public final class HeightFieldShape extends ColliderShape {
  private final int columns;
  private final int rows;
  private final float cellSize;
  private final float[] heights;
  private final float steepest; // 1 / sqrt(1 + (largest slope)^2)
  private final float highest;

  /**
   * @param columns samples along x, at least 2
   * @param rows samples along z, at least 2
   * @param heights columns x rows meters, x first
   */
  public HeightFieldShape(int columns, int rows, float cellSize, float[] heights) {
    Check.that(columns > 1 && rows > 1, "a height field needs at least 2 samples a side");
    Check.that(
        heights.length == Math.multiplyExact(columns, rows),
        "expected " + columns + " x " + rows + " heights, got " + heights.length);
    this.columns = columns;
    this.rows = rows;
    this.cellSize = Check.positive("cellSize", cellSize);
    this.heights = heights.clone();
    float top = Float.NEGATIVE_INFINITY;
    float slopeX = 0, slopeZ = 0;
    for (int k = 0; k < rows; k++) {
      for (int i = 0; i < columns; i++) {
        float h = heights[i + columns * k];
        Check.finite("height", h);
        top = Math.max(top, h);
        if (i > 0) {
          slopeX = Math.max(slopeX, Math.abs(h - heights[i - 1 + columns * k]) / cellSize);
        }
        if (k > 0) {
          slopeZ = Math.max(slopeZ, Math.abs(h - heights[i + columns * (k - 1)]) / cellSize);
        }
      }
    }
    highest = top;
    steepest = (float) (1 / Math.sqrt(1 + (double) slopeX * slopeX + (double) slopeZ * slopeZ));
  }

  private float column(float x) {
    return Math.max(0, Math.min(columns - 1, x / cellSize + 0.5f * (columns - 1)));
  }

  private float row(float z) {
    return Math.max(0, Math.min(rows - 1, z / cellSize + 0.5f * (rows - 1)));
  }

  /** Height of the ground at (x, z). */
  public float height(float x, float z) {
    float u = column(x), v = row(z);
    int i = Math.min(columns - 2, (int) u), k = Math.min(rows - 2, (int) v);
    float a = u - i, b = v - k;
    int at = i + columns * k;
    float near = heights[at] + a * (heights[at + 1] - heights[at]);
    float far = heights[at + columns] + a * (heights[at + columns + 1] - heights[at + columns]);
    return near + b * (far - near);
  }

  /** Height over ground times the cosine of the slope: exact on a plane, an estimate elsewhere. */
  @Override
  public float distance(float x, float y, float z) {
    float u = column(x), v = row(z);
    int i = Math.min(columns - 2, (int) u), k = Math.min(rows - 2, (int) v);
    float a = u - i, b = v - k;
    int at = i + columns * k;
    float h00 = heights[at], h10 = heights[at + 1];
    float h01 = heights[at + columns], h11 = heights[at + columns + 1];
    float sx = (h10 - h00 + b * (h11 - h01 - h10 + h00)) / cellSize;
    float sz = (h01 - h00 + a * (h11 - h01 - h10 + h00)) / cellSize;
    float h = h00 + a * (h10 - h00) + b * (h01 - h00) + a * b * (h11 - h01 - h10 + h00);
    return (y - h) / (float) Math.sqrt(1 + sx * sx + sz * sz);
  }

  @Override
  protected float clearance(float x, float y, float z) {
    return (y - height(x, z)) * steepest;
  }

  @Override
  public void normal(float x, float y, float z, float[] out) {
    float u = column(x), v = row(z);
    int i = Math.min(columns - 2, (int) u), k = Math.min(rows - 2, (int) v);
    float a = u - i, b = v - k;
    int at = i + columns * k;
    float h00 = heights[at], h10 = heights[at + 1];
    float h01 = heights[at + columns], h11 = heights[at + columns + 1];
    float sx = (h10 - h00 + b * (h11 - h01 - h10 + h00)) / cellSize;
    float sz = (h01 - h00 + a * (h11 - h01 - h10 + h00)) / cellSize;
    boolean inX = u > 0 && u < columns - 1, inZ = v > 0 && v < rows - 1;
    Directions.unit(inX ? -sx : 0, 1, inZ ? -sz : 0, out);
  }

  /** A cell: what moves further in a step might cross a ridge, though never the ground. */
  @Override
  public float halfThickness() {
    return cellSize;
  }

  @Override
  public Bounds bounds() {
    float far = Float.POSITIVE_INFINITY;
    return new Bounds(-far, -far, -far, far, highest, far);
  }

  @Override
  public TriangleMesh mesh() {
    float[] p = new float[3 * columns * rows];
    int[] t = new int[6 * (columns - 1) * (rows - 1)];
    int n = 0;
    for (int k = 0; k < rows; k++) {
      for (int i = 0; i < columns; i++) {
        int v = i + columns * k;
        p[3 * v] = (i - 0.5f * (columns - 1)) * cellSize;
        p[3 * v + 1] = heights[v];
        p[3 * v + 2] = (k - 0.5f * (rows - 1)) * cellSize;
        if (i + 1 < columns && k + 1 < rows) {
          for (int c : new int[] {v, v + columns, v + columns + 1, v, v + columns + 1, v + 1}) {
            t[n++] = c;
          }
        }
      }
    }
    return new TriangleMesh(p, t);
  }
}
