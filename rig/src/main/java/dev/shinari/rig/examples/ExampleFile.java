package dev.shinari.rig.examples;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Skeleton;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.zip.CRC32C;

/**
 * An example set in one file, mapped into memory a block at a time. Numbers are little-endian.
 *
 * <pre>
 *   "SHNREX01"  int length of the head  int CRC-32C of the head
 *   head (big-endian, as DataOutput writes): vertices, examples, examples a block, joints with name,
 *        parent and bind pose, rest positions, triangles
 *   blocks, each at a multiple of 4,096 bytes and equally far apart:
 *        "SHNRBLK1"  int block  int first example  int examples  int CRC-32C of the rest
 *        poses: 12 doubles a joint, example by example
 *        positions: x, y and z plane of stride floats, example by example
 * </pre>
 *
 * A block carries its own number, range and checksum, so that blocks can be spread over files and
 * machines; one that is damaged or missing is named, not skipped.
 */
public final class ExampleFile implements ExampleSet {
  private static final long MAGIC = 0x31305845524e4853L; // "SHNREX01"
  private static final long BLOCK_MAGIC = 0x314b4c42524e4853L; // "SHNRBLK1"
  private static final int PAGE = 4096;
  private static final int BLOCK_HEAD = 24;

  private final Path path;
  private final FileChannel channel;
  private final TriangleMesh rest;
  private final Skeleton skeleton;
  private final int exampleCount;
  private final int examplesPerBlock;
  private final long firstBlock;
  private final double[] poses;
  private final AtomicIntegerArray verified;

  private ExampleFile(
      Path path,
      FileChannel channel,
      TriangleMesh rest,
      Skeleton skeleton,
      int exampleCount,
      int examplesPerBlock,
      long firstBlock)
      throws IOException {
    this.path = path;
    this.channel = channel;
    this.rest = rest;
    this.skeleton = skeleton;
    this.exampleCount = exampleCount;
    this.examplesPerBlock = examplesPerBlock;
    this.firstBlock = firstBlock;
    verified = new AtomicIntegerArray(blockCount());
    poses = new double[12 * skeleton.jointCount() * exampleCount];
    for (int b = 0; b < blockCount(); b++) {
      ByteBuffer m = map(b);
      m.position(BLOCK_HEAD);
      int n = 12 * skeleton.jointCount() * blockLength(b);
      m.asDoubleBuffer().get(poses, 12 * skeleton.jointCount() * blockStart(b), n);
    }
  }

  /** Writes examples to a file as they come; the file appears when the sink is finished. */
  public static ExampleSink writer(Path file, TriangleMesh rest, Skeleton skeleton)
      throws IOException {
    return writer(file, rest, skeleton, ExampleSet.defaultExamplesPerBlock(rest.vertexCount()));
  }

  /** As above, with blocks of a given length. */
  public static ExampleSink writer(
      Path file, TriangleMesh rest, Skeleton skeleton, int examplesPerBlock) throws IOException {
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
    ByteBuffer head = ByteBuffer.allocate(length);
    readFully(channel, head, 16);
    if (crc(head.duplicate()) != start.getInt(12)) {
      throw new DamagedExamplesException(file, "its head is damaged (checksum)");
    }
    DataInputStream in = new DataInputStream(new java.io.ByteArrayInputStream(head.array()));
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
    long first = pages(16L + length);
    Skeleton skeleton = new Skeleton(names, parents, bind);
    int blocks = (examples + perBlock - 1) / perBlock;
    int last = examples - (blocks - 1) * perBlock;
    long needed =
        first
            + (blocks - 1) * blockStep(perBlock, joints, vertices)
            + blockBytes(last, joints, vertices);
    if (channel.size() < needed) {
      long whole = Math.max(0, channel.size() - first) / blockStep(perBlock, joints, vertices);
      throw new DamagedExamplesException(
          file, "block " + whole + " of " + blocks + " is missing or cut short");
    }
    return new ExampleFile(
        file, channel, new TriangleMesh(positions, triangles), skeleton, examples, perBlock, first);
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

  private static long pages(long bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
  }

  private static long blockBytes(int examples, int joints, int vertices) {
    return BLOCK_HEAD + examples * (96L * joints + 12L * ExampleSet.stride(vertices));
  }

  private static long blockStep(int examples, int joints, int vertices) {
    return pages(blockBytes(examples, joints, vertices));
  }

  private static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  /** A block is mapped on its own: far below the 2 GB that one mapping may have. */
  private ByteBuffer map(int block) throws IOException {
    int joints = skeleton.jointCount();
    long at = firstBlock + block * blockStep(examplesPerBlock, joints, vertexCount());
    long bytes = blockBytes(blockLength(block), joints, vertexCount());
    MappedByteBuffer m = channel.map(FileChannel.MapMode.READ_ONLY, at, bytes);
    m.order(ByteOrder.LITTLE_ENDIAN);
    if (m.getLong(0) != BLOCK_MAGIC
        || m.getInt(8) != block
        || m.getInt(12) != blockStart(block)
        || m.getInt(16) != blockLength(block)) {
      throw new DamagedExamplesException(
          path, "block " + block + " of " + blockCount() + " is damaged (head)");
    }
    return m;
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    ByteBuffer m = map(block);
    if (verified.get(block) == 0) {
      ByteBuffer all = m.duplicate();
      all.position(BLOCK_HEAD);
      if (crc(all) != m.getInt(20)) {
        throw new DamagedExamplesException(
            path, "block " + block + " of " + blockCount() + " is damaged (checksum)");
      }
      verified.set(block, 1);
    }
    m.position(BLOCK_HEAD + 96 * skeleton.jointCount() * blockLength(block));
    m.asFloatBuffer().get(planes, 0, 3 * stride() * blockLength(block));
  }

  @Override
  public void copyPose(int example, double[] out) {
    int n = 12 * skeleton.jointCount();
    System.arraycopy(poses, example * n, out, 0, n);
  }

  @Override
  public TriangleMesh rest() {
    return rest;
  }

  @Override
  public Skeleton skeleton() {
    return skeleton;
  }

  @Override
  public int exampleCount() {
    return exampleCount;
  }

  @Override
  public int examplesPerBlock() {
    return examplesPerBlock;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private static final class Writer implements ExampleSink {
    private final Path file;
    private final Path part;
    private final TriangleMesh rest;
    private final Skeleton skeleton;
    private final int examplesPerBlock;
    private final ExampleChecks checks;
    private final FileChannel channel;
    private final long firstBlock;
    private final ByteBuffer block;
    private final float[] planes;
    private int count;
    private int held;
    private boolean done;

    Writer(Path file, TriangleMesh rest, Skeleton skeleton, int examplesPerBlock)
        throws IOException {
      this.file = file;
      this.rest = rest;
      this.skeleton = skeleton;
      this.examplesPerBlock = examplesPerBlock;
      checks = new ExampleChecks(skeleton, rest);
      planes = new float[3 * ExampleSet.stride(rest.vertexCount())];
      long bytes = blockBytes(examplesPerBlock, skeleton.jointCount(), rest.vertexCount());
      Check.that(bytes < 1L << 30, "a block must stay below 1 GB");
      block = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
      firstBlock = pages(16L + head(0).length);
      part = file.resolveSibling(file.getFileName() + ".part");
      channel =
          FileChannel.open(
              part,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING);
    }

    private byte[] head(int examples) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (DataOutputStream out = new DataOutputStream(bytes)) {
        out.writeInt(rest.vertexCount());
        out.writeInt(examples);
        out.writeInt(examplesPerBlock);
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
      return bytes.toByteArray();
    }

    @Override
    public void add(double[] pose, float[] positions) throws IOException {
      checks.check(count, pose, positions);
      int joints = skeleton.jointCount();
      int at = BLOCK_HEAD + 96 * joints * held;
      for (int k = 0; k < pose.length; k++) {
        block.putDouble(at + 8 * k, pose[k]);
      }
      ExampleChecks.toPlanes(positions, planes, 0, planes.length / 3);
      // Positions come after the poses of a full block; a last, shorter one is moved together.
      block.position(BLOCK_HEAD + 96 * joints * examplesPerBlock + 4 * planes.length * held);
      block.asFloatBuffer().put(planes);
      held++;
      count++;
      if (held == examplesPerBlock) {
        flush();
      }
    }

    private void flush() throws IOException {
      int joints = skeleton.jointCount();
      int number = (count - held) / examplesPerBlock;
      int from = BLOCK_HEAD + 96 * joints * examplesPerBlock;
      int to = BLOCK_HEAD + 96 * joints * held;
      if (to < from) {
        System.arraycopy(block.array(), from, block.array(), to, 4 * planes.length * held);
      }
      int bytes = (int) blockBytes(held, joints, rest.vertexCount());
      block.putLong(0, BLOCK_MAGIC);
      block.putInt(8, number);
      block.putInt(12, count - held);
      block.putInt(16, held);
      block.limit(bytes).position(BLOCK_HEAD);
      block.putInt(20, crc(block.duplicate()));
      block.position(0);
      long at = firstBlock + number * blockStep(examplesPerBlock, joints, rest.vertexCount());
      while (block.hasRemaining()) {
        at += channel.write(block, at);
      }
      block.clear();
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
      byte[] head = head(count);
      ByteBuffer out = ByteBuffer.allocate(16 + head.length).order(ByteOrder.LITTLE_ENDIAN);
      out.putLong(MAGIC).putInt(head.length).putInt(crc(ByteBuffer.wrap(head))).put(head).flip();
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
