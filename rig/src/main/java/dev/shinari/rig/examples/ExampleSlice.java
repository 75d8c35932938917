package dev.shinari.rig.examples;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.io.IOException;

/** Some neighboring examples of a set, as a set of their own. Closing it leaves the set open. */
public final class ExampleSlice implements ExampleSet {
  private final ExampleSet set;
  private final int first;
  private final int count;

  public ExampleSlice(ExampleSet set, int first, int count) {
    Check.that(
        first >= 0 && count > 0 && first <= set.exampleCount() - count,
        "examples " + first + " to " + (first + count - 1) + " are not in the set");
    this.set = set;
    this.first = first;
    this.count = count;
  }

  @Override
  public TriangleMesh rest() {
    return set.rest();
  }

  @Override
  public RigSkeleton skeleton() {
    return set.skeleton();
  }

  @Override
  public int exampleCount() {
    return count;
  }

  @Override
  public int examplesPerBlock() {
    return set.examplesPerBlock();
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    int per = set.examplesPerBlock();
    int each = 3 * stride();
    int from = first + blockStart(block);
    int end = from + blockLength(block);
    float[] whole = new float[per * each];
    for (int b = from / per; b * per < end; b++) {
      set.readBlock(b, whole);
      int lo = Math.max(from, b * per);
      int hi = Math.min(end, (b + 1) * per);
      System.arraycopy(whole, (lo - b * per) * each, planes, (lo - from) * each, (hi - lo) * each);
    }
  }

  @Override
  public void copyPose(int example, double[] out) {
    set.copyPose(first + example, out);
  }

  @Override
  public void close() {}
}
