package dev.shinari.rig.examples;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A block of examples as bytes, little-endian, padded to a multiple of 4,096 so that blocks can be
 * mapped one by one:
 *
 * <pre>
 *   "SHNRBLK2"  int block  int first example  int examples  int vertices  int joints
 *        int CRC-32C of the rest
 *   poses: 12 doubles a joint, example by example
 *   positions: x, y and z plane of stride floats, example by example
 * </pre>
 *
 * A block says what it is a part of, so that one from another set is known for it.
 */
public final class BlockCodec {
  private static final long MAGIC = 0x324b4c42524e4853L; // "SHNRBLK2"
  private static final int PAGE = 4096;
  private static final int HEAD = 32;

  private final BlockLayout layout;

  public BlockCodec(BlockLayout layout) {
    this.layout = layout;
  }

  static long pages(long bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
  }

  static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** Bytes of a block without padding. */
  public int bytes(int block) {
    return bytes(layout, layout.blockLength(block));
  }

  static int bytes(BlockLayout layout, int examples) {
    return (int) (HEAD + examples * (96L * layout.jointCount() + 12L * layout.stride()));
  }

  /** Bytes from one block to the next. */
  public long step() {
    return pages(bytes(layout, layout.examplesPerBlock()));
  }

  /** Room for a block. */
  public ByteBuffer room() {
    return ByteBuffer.allocate((int) step()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Puts an example into a block; {@code planes} is room for 3 * stride floats. */
  void put(ByteBuffer room, int block, int i, double[] pose, float[] positions, float[] planes) {
    int joints = layout.jointCount();
    int at = HEAD + 96 * joints * i;
    for (int k = 0; k < pose.length; k++) {
      room.putDouble(at + 8 * k, pose[k]);
    }
    ExampleChecks.toPlanes(positions, planes, 0, layout.stride());
    room.position(HEAD + 96 * joints * layout.blockLength(block) + 4 * planes.length * i);
    room.asFloatBuffer().put(planes);
  }

  /** Completes a block; its bytes, padding left out, stand between position and limit. */
  int finish(ByteBuffer room, int block) {
    room.clear();
    room.putLong(0, MAGIC);
    room.putInt(8, block);
    room.putInt(12, layout.blockStart(block));
    room.putInt(16, layout.blockLength(block));
    room.putInt(20, layout.vertexCount());
    room.putInt(24, layout.jointCount());
    room.limit(bytes(block)).position(HEAD);
    int crc = crc(room.duplicate());
    room.putInt(28, crc);
    room.position(0);
    return crc;
  }

  /**
   * Looks at a block's head.
   *
   * @param where file or address, for the message
   * @throws DamagedExamplesException where it is not the block that it should be
   */
  public void check(ByteBuffer bytes, int block, Object where) throws DamagedExamplesException {
    String name = "block " + block + " of " + layout.blockCount();
    // Whose it is comes first: a block of a smaller mesh is shorter as well.
    boolean known = bytes.limit() >= HEAD && bytes.getLong(0) == MAGIC;
    if (known && bytes.getInt(20) != layout.vertexCount()) {
      throw new DamagedExamplesException(
          where,
          name
              + " has "
              + bytes.getInt(20)
              + " vertices, the set has "
              + layout.vertexCount()
              + ": it belongs to another set");
    }
    if (known && bytes.getInt(24) != layout.jointCount()) {
      throw new DamagedExamplesException(
          where,
          name
              + " has "
              + bytes.getInt(24)
              + " joints, the set has "
              + layout.jointCount()
              + ": it belongs to another set");
    }
    if (bytes.limit() < bytes(block)) {
      throw new DamagedExamplesException(where, name + " is missing or cut short");
    }
    if (!known
        || bytes.getInt(8) != block
        || bytes.getInt(12) != layout.blockStart(block)
        || bytes.getInt(16) != layout.blockLength(block)) {
      throw new DamagedExamplesException(where, name + " is damaged (head)");
    }
  }

  /** Compares a block's checksum with its bytes; reads all of it. */
  public void verify(ByteBuffer bytes, int block, Object where) throws DamagedExamplesException {
    ByteBuffer all = bytes.duplicate();
    all.limit(bytes(block)).position(HEAD);
    if (crc(all) != bytes.getInt(28)) {
      throw new DamagedExamplesException(
          where, "block " + block + " of " + layout.blockCount() + " is damaged (checksum)");
    }
  }

  /** The checksum that a block carries. */
  public static int checksum(ByteBuffer bytes) {
    return bytes.getInt(28);
  }

  /** A block's poses, 12 numbers a joint, example by example. */
  public void poses(ByteBuffer bytes, int block, double[] out, int at) {
    bytes.position(HEAD);
    bytes.asDoubleBuffer().get(out, at, 12 * layout.jointCount() * layout.blockLength(block));
  }

  /** Where a block's positions begin: a reader that wants the poses alone stops there. */
  public int posesEnd(int block) {
    return HEAD + 96 * layout.jointCount() * layout.blockLength(block);
  }

  /** A block's positions. */
  public void positions(ByteBuffer bytes, int block, float[] planes) {
    bytes.position(posesEnd(block));
    bytes.asFloatBuffer().get(planes, 0, 3 * layout.stride() * layout.blockLength(block));
  }
}
