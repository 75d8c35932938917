package dev.shinari.rig.examples;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * An example set in one file, mapped into memory a block at a time: what a fit keeps its examples
 * in while it runs. Sets that stay are in chunks, {@link ExampleFolder}.
 *
 * <pre>
 *   "SHNREX02"  int length of the head  int CRC-32C of the head
 *   head, as {@link ExampleHead} writes it
 *   blocks, as {@link BlockCodec} lays them out
 * </pre>
 */
public final class ExampleFile implements ExampleSet {
  private static final long MAGIC = 0x32305845524e4853L; // "SHNREX02"

  private final Path path;
  private final FileChannel channel;
  private final ExampleHead head;
  private final BlockLayout layout;
  private final BlockCodec codec;
  private final long firstBlock;
  private final double[] poses;
  private final AtomicIntegerArray verified;

  private ExampleFile(Path path, FileChannel channel, ExampleHead head, long firstBlock)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.head = head;
    this.firstBlock = firstBlock;
    layout = head.layout();
    codec = new BlockCodec(layout);
    verified = new AtomicIntegerArray(layout.blockCount());
    poses = new double[12 * layout.jointCount() * layout.exampleCount()];
    for (int b = 0; b < layout.blockCount(); b++) {
      codec.poses(map(b), b, poses, 12 * layout.jointCount() * layout.blockStart(b));
    }
  }

  /** Writes examples to a file as they come; the file appears when the sink is finished. */
  public static ExampleSink writer(Path file, TriangleMesh rest, RigSkeleton skeleton)
      throws IOException {
    return writer(file, rest, skeleton, ExampleSet.defaultExamplesPerBlock(rest.vertexCount()));
  }

  /** As above, with blocks of a given length. */
  public static ExampleSink writer(
      Path file, TriangleMesh rest, RigSkeleton skeleton, int examplesPerBlock) throws IOException {
    Check.inRange("examplesPerBlock", examplesPerBlock, 1, 1 << 20);
    return new Writer(file, rest, skeleton, examplesPerBlock);
  }

  /**
   * Opens a file.
   *
   * @throws DamagedExamplesException where it is not an example file or has been cut short
   */
  public static ExampleFile open(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
    try {
      return open(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static ExampleFile open(Path file, FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    readFully(channel, start, 0);
    if (start.limit() < 16 || start.getLong(0) != MAGIC) {
      throw new DamagedExamplesException(file, "not a file of examples");
    }
    int length = start.getInt(8);
    if (length < 0 || length > channel.size() - 16) {
      throw new DamagedExamplesException(file, "its head is cut short");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    readFully(channel, bytes, 16);
    if (BlockCodec.crc(bytes.duplicate()) != start.getInt(12)) {
      throw new DamagedExamplesException(file, "its head is damaged (checksum)");
    }
    ExampleHead head =
        ExampleHead.read(new DataInputStream(new ByteArrayInputStream(bytes.array())));
    return new ExampleFile(file, channel, head, BlockCodec.pages(16L + length));
  }

  private static void readFully(FileChannel channel, ByteBuffer into, long at) throws IOException {
    while (into.hasRemaining()) {
      int n = channel.read(into, at + into.position());
      if (n < 0) {
        break;
      }
    }
    into.flip();
  }

  /** A block is mapped on its own: far below the 2 GB that one mapping may have. */
  private ByteBuffer map(int block) throws IOException {
    long at = firstBlock + block * codec.step();
    long bytes = Math.max(0, Math.min(codec.bytes(block), channel.size() - at));
    ByteBuffer m = channel.map(FileChannel.MapMode.READ_ONLY, at, bytes);
    m.order(ByteOrder.LITTLE_ENDIAN);
    codec.check(m, block, path);
    return m;
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    ByteBuffer m = map(block);
    if (verified.get(block) == 0) {
      codec.verify(m, block, path);
      verified.set(block, 1);
    }
    codec.positions(m, block, planes);
  }

  @Override
  public void copyPose(int example, double[] out) {
    int n = 12 * layout.jointCount();
    System.arraycopy(poses, example * n, out, 0, n);
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
    return layout.exampleCount();
  }

  @Override
  public int examplesPerBlock() {
    return layout.examplesPerBlock();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static final class Writer implements ExampleSink {
    private final Path file;
    private final Path part;
    private final TriangleMesh rest;
    private final RigSkeleton skeleton;
    private final int examplesPerBlock;
    private final ExampleChecks checks;
    private final FileChannel channel;
    private final long firstBlock;
    private final double[][] poses; // of the block that is being filled
    private final float[][] skins;
    private final float[] planes;
    private final ByteBuffer room;
    private int count;
    private int held;
    private boolean done;

    Writer(Path file, TriangleMesh rest, RigSkeleton skeleton, int examplesPerBlock)
        throws IOException {
      this.file = file;
      this.rest = rest;
      this.skeleton = skeleton;
      this.examplesPerBlock = examplesPerBlock;
      checks = new ExampleChecks(skeleton, rest);
      planes = new float[3 * ExampleSet.stride(rest.vertexCount())];
      poses = new double[examplesPerBlock][12 * skeleton.jointCount()];
      skins = new float[examplesPerBlock][3 * rest.vertexCount()];
      firstBlock = BlockCodec.pages(16L + headBytes(1).length);
      room = new BlockCodec(head(examplesPerBlock).layout()).room();
      part = file.resolveSibling(file.getFileName() + ".part");
      channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
    }

    private ExampleHead head(int examples) {
      return ExampleHead.of(rest, skeleton, examples, examplesPerBlock);
    }

    private byte[] headBytes(int examples) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        head(examples).write(out);
      }
      return bytes.toByteArray();
    }

    @Override
    public void add(double[] pose, float[] positions) throws IOException {
      checks.check(count, pose, positions);
      System.arraycopy(pose, 0, poses[held], 0, pose.length);
      System.arraycopy(positions, 0, skins[held], 0, positions.length);
      held++;
      count++;
      if (held == examplesPerBlock) {
        flush();
      }
    }

    private void flush() throws IOException {
      int number = (count - held) / examplesPerBlock;
      BlockCodec codec = new BlockCodec(head(count).layout());
      for (int i = 0; i < held; i++) {
        codec.put(room, number, i, poses[i], skins[i], planes);
      }
      codec.finish(room, number);
      long at = firstBlock + number * codec.step();
      while (room.hasRemaining()) {
        at += channel.write(room, at);
      }
      room.clear();
      held = 0;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public ExampleSet finish() throws IOException {
      Check.that(count > 0, "an example set needs at least one example");
      if (held > 0) {
        flush();
      }
      byte[] head = headBytes(count);
      ByteBuffer out = ByteBuffer.allocate(16 + head.length).order(ByteOrder.LITTLE_ENDIAN);
      out.putLong(MAGIC).putInt(head.length).putInt(BlockCodec.crc(ByteBuffer.wrap(head)));
      out.put(head).flip();
      long at = 0;
      while (out.hasRemaining()) {
        at += channel.write(out, at);
      }
      channel.close();
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      done = true;
      return open(file);
    }

    @Override
    public void close() throws IOException {
      channel.close();
      if (!done) {
        Files.deleteIfExists(part);
      }
    }
  }
}
