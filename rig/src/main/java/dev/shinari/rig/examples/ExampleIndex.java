package dev.shinari.rig.examples;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * The index of an example set in chunk files: a folder with this file and chunks of a few blocks
 * each, which are written side by side by as many threads or machines as there are. The index is
 * written last, so that a folder with an index is whole.
 *
 * <pre>
 *   NAME.examples/index        "SHNRIDX1"  int length  int CRC-32C  head  chunks
 *   NAME.examples/chunk-00000  the first blocks, as {@link BlockCodec} lays them out
 *   NAME.examples/chunk-00001  the next ones ...
 * </pre>
 *
 * The index holds every block's checksum as well: a chunk from another run of the same set is known
 * for it.
 *
 * @param head what the set is about
 * @param checksums of all blocks
 */
public record ExampleIndex(ExampleHead head, int[] checksums) {
  /** The index's name in its folder. */
  public static final String FILE = "index";

  private static final int MOST_BLOCKS = 8;
  private static final int WANTED_CHUNKS = 64;

  private static final long MAGIC = 0x53484e5249445831L; // "SHNRIDX1"

  /** Blocks of a chunk: up to 64 MB in eight of them, fewer where there would be few chunks. */
  public static int blocksPerChunk(BlockLayout layout) {
    return Math.max(1, Math.min(MOST_BLOCKS, layout.blockCount() / WANTED_CHUNKS));
  }

  /** Number of chunks of a set. */
  public static int chunks(BlockLayout layout) {
    int each = blocksPerChunk(layout);
    return (layout.blockCount() + each - 1) / each;
  }

  /** The chunk that holds a block. */
  public static int chunkOf(BlockLayout layout, int block) {
    return block / blocksPerChunk(layout);
  }

  /** First block of a chunk; the number of blocks for the chunk after the last. */
  public static int firstBlock(BlockLayout layout, int chunk) {
    return Math.min(layout.blockCount(), chunk * blocksPerChunk(layout));
  }

  /** A chunk's name in the folder. */
  public static String chunkName(int chunk) {
    return String.format(Locale.ROOT, "chunk-%05d", chunk);
  }

  /** Where a block begins in its chunk. */
  public static long offset(BlockLayout layout, int block) {
    return block % blocksPerChunk(layout) * new BlockCodec(layout).step();
  }

  /** The index as the file holds it. */
  public byte[] toBytes() throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(body)) {
      head.write(out);
      out.writeInt(blocksPerChunk(head.layout()));
      for (int c : checksums) {
        out.writeInt(c);
      }
    }
    byte[] bytes = body.toByteArray();
    ByteBuffer all = ByteBuffer.allocate(16 + bytes.length);
    all.putLong(MAGIC).putInt(bytes.length).putInt(BlockCodec.crc(ByteBuffer.wrap(bytes)));
    return all.put(bytes).array();
  }

  /**
   * Reads an index.
   *
   * @param where file or address, for messages
   */
  public static ExampleIndex of(byte[] bytes, Object where) throws IOException {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    if (bytes.length < 16 || all.getLong(0) != MAGIC) {
      throw new DamagedExamplesException(where, "not an index of examples");
    }
    int length = all.getInt(8);
    if (length != bytes.length - 16) {
      throw new DamagedExamplesException(where, "the index is cut short");
    }
    all.position(16);
    if (BlockCodec.crc(all.duplicate()) != all.getInt(12)) {
      throw new DamagedExamplesException(where, "the index is damaged (checksum)");
    }
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 16, length));
    ExampleHead head = ExampleHead.read(in);
    if (in.readInt() != blocksPerChunk(head.layout())) {
      throw new DamagedExamplesException(where, "its chunks have another length than this reads");
    }
    int[] checksums = new int[head.layout().blockCount()];
    for (int b = 0; b < checksums.length; b++) {
      checksums[b] = in.readInt();
    }
    return new ExampleIndex(head, checksums);
  }

  /** Compares what a block carries with the index. */
  public void check(ByteBuffer bytes, int block, Object where) throws DamagedExamplesException {
    new BlockCodec(head.layout()).check(bytes, block, where);
    if (BlockCodec.checksum(bytes) != checksums[block]) {
      throw new DamagedExamplesException(
          where,
          "block "
              + block
              + " of "
              + head.layout().blockCount()
              + " is not the one that the index speaks of");
    }
  }
}
