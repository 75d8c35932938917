package dev.shinari.rig.examples;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Writes chunks of an example set; see {@link ExampleIndex}. */
public final class ChunkWriter {
  private final ExampleHead head;
  private final BlockLayout layout;
  private final BlockCodec codec;

  public ChunkWriter(ExampleHead head) {
    this.head = head;
    layout = head.layout();
    codec = new BlockCodec(layout);
  }

  /** Hears of examples that are done and may stop the work by throwing. */
  @FunctionalInterface
  public interface Listener {
    void made(int examples);
  }

  /**
   * Makes and writes a chunk.
   *
   * @return checksums of its blocks
   */
  public int[] write(int chunk, ExampleMaker maker, OutputStream out, Listener listener)
      throws IOException {
    int first = ExampleIndex.firstBlock(layout, chunk);
    int end = ExampleIndex.firstBlock(layout, chunk + 1);
    int[] checksums = new int[end - first];
    ExampleChecks checks = new ExampleChecks(head.skeleton(), head.rest());
    ByteBuffer room = codec.room();
    double[] pose = new double[12 * layout.jointCount()];
    float[] positions = new float[3 * layout.vertexCount()];
    float[] planes = new float[3 * layout.stride()];
    for (int b = first; b < end; b++) {
      for (int i = 0; i < layout.blockLength(b); i++) {
        int example = layout.blockStart(b) + i;
        maker.example(example, pose, positions);
        checks.check(example, pose, positions);
        codec.put(room, b, i, pose, positions, planes);
        listener.made(1);
      }
      checksums[b - first] = codec.finish(room, b);
      out.write(room.array(), 0, room.limit());
      if (b + 1 < end) {
        out.write(new byte[(int) (codec.step() - room.limit())]);
      }
      room.clear();
    }
    return checksums;
  }
}
