package dev.shinari.spark;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.BlockReader;
import dev.shinari.rig.examples.ExampleHead;
import dev.shinari.rig.examples.ExampleSet;
import java.io.IOException;
import java.util.List;

/** An example set elsewhere as the driver knows it: all poses, and shapes where it asks. */
final class ClusterExamples implements ExampleSet {
  private final ExampleHead head;
  private final List<double[]> poses; // block by block
  private final BlockReader blocks;

  ClusterExamples(String place, ExampleHead head, List<double[]> poses) throws IOException {
    this.head = head;
    this.poses = List.copyOf(poses);
    blocks = HadoopBlocks.open(place);
  }

  @Override
  public TriangleMesh rest() {
    return head.rest();
  }

  @Override
  public RigSkeleton skeleton() {
    return head.skeleton();
  }

  @Override
  public int exampleCount() {
    return head.layout().exampleCount();
  }

  @Override
  public int examplesPerBlock() {
    return head.layout().examplesPerBlock();
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    blocks.readBlock(block, planes);
  }

  @Override
  public void copyPose(int example, double[] out) {
    int n = 12 * head.layout().jointCount();
    int block = example / examplesPerBlock();
    System.arraycopy(poses.get(block), (example - blockStart(block)) * n, out, 0, n);
  }

  @Override
  public void close() throws IOException {
    blocks.close();
  }
}
