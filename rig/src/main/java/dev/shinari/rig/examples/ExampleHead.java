package dev.shinari.rig.examples;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a set of examples is about, as files carry it (big-endian, as DataOutput writes): vertices,
 * examples, examples a block, joints with name, parent and bind pose, rest positions, triangles.
 *
 * @param rest the skin at bind time
 * @param skeleton the joints
 * @param layout how the examples are cut into blocks
 */
public record ExampleHead(TriangleMesh rest, RigSkeleton skeleton, BlockLayout layout) {
  private static final int FEWEST_BLOCKS = 64;

  /** The head of a set of so many examples, in blocks of the usual length. */
  public static ExampleHead of(TriangleMesh rest, RigSkeleton skeleton, int examples) {
    // Some blocks at least, so that there is work for several threads or machines.
    int some = Math.max(8, (examples + FEWEST_BLOCKS - 1) / FEWEST_BLOCKS);
    int perBlock = Math.min(some, ExampleSet.defaultExamplesPerBlock(rest.vertexCount()));
    return of(rest, skeleton, examples, perBlock);
  }

  /** As above, with blocks of a given length. */
  public static ExampleHead of(
      TriangleMesh rest, RigSkeleton skeleton, int examples, int examplesPerBlock) {
    return new ExampleHead(
        rest,
        skeleton,
        new BlockLayout(rest.vertexCount(), skeleton.jointCount(), examples, examplesPerBlock));
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(rest.vertexCount());
    out.writeInt(layout.exampleCount());
    out.writeInt(layout.examplesPerBlock());
    out.writeInt(skeleton.jointCount());
    double[] bind = skeleton.bind();
    for (int d = 0; d < skeleton.jointCount(); d++) {
      out.writeUTF(skeleton.name(d));
      out.writeInt(skeleton.parent(d));
      for (int k = 0; k < 12; k++) {
        out.writeDouble(bind[12 * d + k]);
      }
    }
    for (float x : rest.positions()) {
      out.writeFloat(x);
    }
    out.writeInt(rest.triangles().length);
    for (int t : rest.triangles()) {
      out.writeInt(t);
    }
  }

  /** Reads what was written; the bytes were checked before. */
  static ExampleHead read(DataInput in) throws IOException {
    int vertices = in.readInt();
    int examples = in.readInt();
    int perBlock = in.readInt();
    int joints = in.readInt();
    List<String> names = new ArrayList<>();
    int[] parents = new int[joints];
    double[] bind = new double[12 * joints];
    for (int d = 0; d < joints; d++) {
      names.add(in.readUTF());
      parents[d] = in.readInt();
      for (int k = 0; k < 12; k++) {
        bind[12 * d + k] = in.readDouble();
      }
    }
    float[] positions = new float[3 * vertices];
    for (int k = 0; k < positions.length; k++) {
      positions[k] = in.readFloat();
    }
    int[] triangles = new int[in.readInt()];
    for (int k = 0; k < triangles.length; k++) {
      triangles[k] = in.readInt();
    }
    return of(
        new TriangleMesh(positions, triangles),
        new RigSkeleton(names, parents, bind),
        examples,
        perBlock);
  }
}
