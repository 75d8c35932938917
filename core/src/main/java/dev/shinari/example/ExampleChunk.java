package dev.shinari.example;

import dev.shinari.body.region.FitTile;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;

/** A chunk of a tile's regions on its way through the example loops; one per worker, reused. */
final class ExampleChunk {
  private static final int CHUNK = ExampleKernels.CHUNK;

  /** First column of the chunk in its tile. */
  int column;

  /** First slot. */
  int from;

  /** Slots, a multiple of {@link Kernels#LANES}. */
  int count;

  /** Whether all regions of the tile share weights: then one float per example. */
  boolean uniform;

  /** Weights of the chunk: rows of CHUNK floats, or, where uniform, one per example. */
  final float[] weights;

  /** Examples whose shared weights are not zero, and how many they are. */
  final int[] used;

  int uses;

  final float[] work = new float[ExampleKernels.WORK];
  final float[] strain = new float[6 * CHUNK];
  final float[][] turned = new float[3][CHUNK]; // offsets
  final float[] small = new float[Kernels.SCRATCH];

  // Of regions with weights of their own.
  RegionWeights.Scratch own;

  // Of regions that bend: rotations (9 rows of TILE), moments of deformed shapes, unit matrices.
  float[] rotations;
  float[] bentMoments;
  float[] unit;

  ExampleChunk(int examples) {
    weights = new float[ExampleKernels.laneExamples(examples) * CHUNK];
    used = new int[examples];
  }

  /** Goes to the chunk of a tile that starts in a column. */
  void enter(FitTile tile, int first) {
    column = first;
    from = tile.from + first;
    count = Math.min(CHUNK, tile.count - first);
  }

  void makeRoomForBends() {
    rotations = new float[9 * Kernels.TILE];
    bentMoments = new float[12 * Kernels.TILE];
    unit = new float[6 * CHUNK];
    fillUnit(unit);
  }

  /** Unit matrices, packed. */
  static void fillUnit(float[] packed) {
    for (int j = 0; j < CHUNK; j++) {
      for (int c = 0; c < 3; c++) {
        packed[ExampleKernels.place(6, c, j)] = 1;
      }
    }
  }
}
