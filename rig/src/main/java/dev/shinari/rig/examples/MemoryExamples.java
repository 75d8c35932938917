package dev.shinari.rig.examples;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.util.ArrayList;
import java.util.List;

/** An example set that is held in memory, 12 bytes a vertex and example. */
public final class MemoryExamples implements ExampleSet {
  private final TriangleMesh rest;
  private final RigSkeleton skeleton;
  private final List<float[]> planes; // one array an example, x, y and z plane
  private final List<double[]> poses;
  private final int examplesPerBlock;

  private MemoryExamples(
      TriangleMesh rest,
      RigSkeleton skeleton,
      List<float[]> planes,
      List<double[]> poses,
      int examplesPerBlock) {
    this.rest = rest;
    this.skeleton = skeleton;
    this.planes = planes;
    this.poses = poses;
    this.examplesPerBlock = examplesPerBlock;
  }

  /** Collects examples in memory. */
  public static ExampleSink builder(TriangleMesh rest, RigSkeleton skeleton) {
    return builder(rest, skeleton, ExampleSet.defaultExamplesPerBlock(rest.vertexCount()));
  }

  /** Collects examples in memory, with blocks of a given length. */
  public static ExampleSink builder(TriangleMesh rest, RigSkeleton skeleton, int examplesPerBlock) {
    Check.inRange("examplesPerBlock", examplesPerBlock, 1, 1 << 20);
    return new Sink(rest, skeleton, examplesPerBlock);
  }

  private static final class Sink implements ExampleSink {
    private final TriangleMesh rest;
    private final RigSkeleton skeleton;
    private final int examplesPerBlock;
    private final ExampleChecks checks;
    private final List<float[]> planes = new ArrayList<>();
    private final List<double[]> poses = new ArrayList<>();

    Sink(TriangleMesh rest, RigSkeleton skeleton, int examplesPerBlock) {
      this.rest = rest;
      this.skeleton = skeleton;
      this.examplesPerBlock = examplesPerBlock;
      checks = new ExampleChecks(skeleton, rest);
    }

    @Override
    public void add(double[] pose, float[] positions) {
      checks.check(planes.size(), pose, positions);
      int stride = ExampleSet.stride(rest.vertexCount());
      float[] p = new float[3 * stride];
      ExampleChecks.toPlanes(positions, p, 0, stride);
      planes.add(p);
      poses.add(pose.clone());
    }

    @Override
    public int count() {
      return planes.size();
    }

    @Override
    public ExampleSet finish() {
      Check.that(!planes.isEmpty(), "an example set needs at least one example");
      return new MemoryExamples(
          rest, skeleton, List.copyOf(planes), List.copyOf(poses), examplesPerBlock);
    }

    @Override
    public void close() {}
  }

  @Override
  public TriangleMesh rest() {
    return rest;
  }

  @Override
  public RigSkeleton skeleton() {
    return skeleton;
  }

  @Override
  public int exampleCount() {
    return planes.size();
  }

  @Override
  public int examplesPerBlock() {
    return examplesPerBlock;
  }

  @Override
  public void readBlock(int block, float[] out) {
    int plane = 3 * stride();
    for (int k = 0; k < blockLength(block); k++) {
      System.arraycopy(planes.get(blockStart(block) + k), 0, out, k * plane, plane);
    }
  }

  @Override
  public void copyPose(int example, double[] out) {
    double[] p = poses.get(example);
    System.arraycopy(p, 0, out, 0, p.length);
  }

  @Override
  public void close() {}
}
