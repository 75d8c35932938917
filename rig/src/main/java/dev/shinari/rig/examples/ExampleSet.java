package dev.shinari.rig.examples;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.io.IOException;

/**
 * Pairs of skeleton pose and skin shape, in blocks of examples that are read one at a time, so that
 * a set may be far larger than memory. Safe for several threads that read blocks side by side.
 *
 * <p>A block's positions are planes: for every example {@link #stride} floats of x, as many of y
 * and of z; entries beyond the last vertex are zero.
 */
public interface ExampleSet extends BlockReader {
  /** Floats that a plane is padded to a multiple of. */
  int LANES = 8;

  /** The skin at bind time; its triangles say which vertices are neighbors. */
  TriangleMesh rest();

  RigSkeleton skeleton();

  int exampleCount();

  /** Examples of every block but the last, which may have fewer. */
  int examplesPerBlock();

  /** Global joint poses of an example, 12 numbers a joint. */
  void copyPose(int example, double[] out);

  @Override
  default void readPoses(int block, double[] poses) throws IOException {
    double[] one = new double[12 * skeleton().jointCount()];
    for (int i = 0; i < blockLength(block); i++) {
      copyPose(blockStart(block) + i, one);
      System.arraycopy(one, 0, poses, i * one.length, one.length);
    }
  }

  /** How the set is cut. */
  default BlockLayout layout() {
    return new BlockLayout(
        vertexCount(), skeleton().jointCount(), exampleCount(), examplesPerBlock());
  }

  default int vertexCount() {
    return rest().vertexCount();
  }

  default int stride() {
    return stride(vertexCount());
  }

  default int blockCount() {
    return (exampleCount() + examplesPerBlock() - 1) / examplesPerBlock();
  }

  default int blockStart(int block) {
    return block * examplesPerBlock();
  }

  default int blockLength(int block) {
    return Math.min(examplesPerBlock(), exampleCount() - blockStart(block));
  }

  static int stride(int vertexCount) {
    return (vertexCount + LANES - 1) / LANES * LANES;
  }

  /** Examples of a block of about 8 MB. */
  static int defaultExamplesPerBlock(int vertexCount) {
    return Math.max(8, Math.min(1024, (8 << 20) / (12 * Math.max(1, stride(vertexCount)))));
  }

  @Override
  void close() throws IOException;
}
