package dev.shinari.lattice.adaptive;

import dev.shinari.math.Check;

/**
 * How a lattice is laid over its shape.
 *
 * @param cellSize of the coarse cells, meters
 * @param levels how often a cell may be halved: the finest cells are cellSize / 2^levels
 * @param outlineLevels how often cells that do not follow the outline are halved before the first
 *     step [Ohta, sec. 4.1]; not more than levels
 * @param shiftX shift of the coarse grid under the shape, in coarse cells
 * @param angle turn of the grid under a flat shape, radians
 */
public record LatticeGrid(
    float cellSize, int levels, int outlineLevels, float shiftX, float shiftY, float angle) {
  /** Nodes along an axis that whole numbers can carry. */
  static final int MOST_NODES = 1 << 19;

  public LatticeGrid {
    Check.positive("cellSize", cellSize);
    Check.inRange("levels", levels, 0, 12);
    Check.inRange("outlineLevels", outlineLevels, 0, levels);
    Check.inRange("shiftX", shiftX, -1, 1);
    Check.inRange("shiftY", shiftY, -1, 1);
    Check.inRange("angle", angle, -10, 10);
  }

  public LatticeGrid(float cellSize, int levels, int outlineLevels) {
    this(cellSize, levels, outlineLevels, 0, 0, 0);
  }

  public float finest() {
    return cellSize / (1 << levels);
  }
}
