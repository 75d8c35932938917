package dev.shinari.rig.examples;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.RigSkeleton;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * An example set in chunk files on this machine, mapped into memory a block at a time; {@link
 * ExampleIndex} says how it is laid out.
 */
public final class ExampleFolder implements ExampleSet {
  private final Path folder;
  private final ExampleIndex index;
  private final BlockLayout layout;
  private final BlockCodec codec;
  private final FileChannel[] chunks;
  private final AtomicIntegerArray verified;
  private double[] poses; // of all examples, where copyPose was asked for

  private ExampleFolder(Path folder, ExampleIndex index) {
    this.folder = folder;
    this.index = index;
    layout = index.head().layout();
    codec = new BlockCodec(layout);
    chunks = new FileChannel[ExampleIndex.chunks(layout)];
    verified = new AtomicIntegerArray(layout.blockCount());
  }

  /** Whether a folder holds an example set. */
  public static boolean is(Path folder) {
    return Files.isRegularFile(folder.resolve(ExampleIndex.FILE));
  }

  /** Opens a set; every block's head is looked at, so that a missing one shows at once. */
  public static ExampleFolder open(Path folder) throws IOException {
    ExampleFolder set = openLazily(folder);
    try {
      set.readAllPoses();
      return set;
    } catch (IOException | RuntimeException e) {
      set.close();
      throw e;
    }
  }

  /** Opens a set to read some of its blocks: nothing but the index is looked at. */
  public static ExampleFolder openLazily(Path folder) throws IOException {
    Path file = folder.resolve(ExampleIndex.FILE);
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new DamagedExamplesException(folder, "has no index: not an example set, or not whole");
    }
    return new ExampleFolder(folder, ExampleIndex.of(bytes, file));
  }

  /**
   * Makes a set, chunks side by side, and writes it. What an interrupted run left is written over.
   */
  public static void write(
      Path folder, ExampleRecipe recipe, int threads, ChunkWriter.Listener listener)
      throws IOException {
    ExampleHead head = ExampleHead.of(recipe.rest(), recipe.skeleton(), recipe.count());
    write(folder, head, recipe, threads, listener);
  }

  /** As above, with blocks as a head says. */
  public static void write(
      Path folder,
      ExampleHead head,
      ExampleRecipe recipe,
      int threads,
      ChunkWriter.Listener listener)
      throws IOException {
    clear(folder);
    int count = ExampleIndex.chunks(head.layout());
    int[] checksums = new int[head.layout().blockCount()];
    ExampleMaker[] makers = new ExampleMaker[threads];
    try (Workers workers = new Workers(threads)) {
      workers.run(
          count,
          (chunk, worker) -> {
            if (makers[worker] == null) {
              makers[worker] = recipe.open();
            }
            try {
              int[] c = writeChunk(folder, head, chunk, makers[worker], listener);
              System.arraycopy(
                  c, 0, checksums, ExampleIndex.firstBlock(head.layout(), chunk), c.length);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e.getCause() instanceof RuntimeException r) {
        throw r;
      }
      throw e;
    }
    finish(folder, new ExampleIndex(head, checksums));
  }

  /** Writes a set that is somewhere else, block by block as it is. */
  public static void copy(ExampleSet set, Path folder) throws IOException {
    clear(folder);
    ExampleHead head =
        ExampleHead.of(set.rest(), set.skeleton(), set.exampleCount(), set.examplesPerBlock());
    int[] checksums = new int[set.blockCount()];
    ExampleMaker maker = new SetMaker(set);
    for (int chunk = 0; chunk < ExampleIndex.chunks(head.layout()); chunk++) {
      int[] c = writeChunk(folder, head, chunk, maker, n -> {});
      System.arraycopy(c, 0, checksums, ExampleIndex.firstBlock(head.layout(), chunk), c.length);
    }
    finish(folder, new ExampleIndex(head, checksums));
  }

  /** Examples of a set, a block in memory at a time. */
  private static final class SetMaker implements ExampleMaker {
    private final ExampleSet set;
    private final float[] planes;
    private int held = -1;

    SetMaker(ExampleSet set) {
      this.set = set;
      planes = new float[set.examplesPerBlock() * 3 * set.stride()];
    }

    @Override
    public int count() {
      return set.exampleCount();
    }

    @Override
    public void example(int index, double[] pose, float[] positions) throws IOException {
      int block = index / set.examplesPerBlock();
      if (block != held) {
        set.readBlock(block, planes);
        held = block;
      }
      int stride = set.stride();
      int at = (index - set.blockStart(block)) * 3 * stride;
      for (int j = 0; j < positions.length / 3; j++) {
        for (int c = 0; c < 3; c++) {
          positions[3 * j + c] = planes[at + c * stride + j];
        }
      }
      set.copyPose(index, pose);
    }
  }

  /** Makes a folder ready for chunks: from now on it is no example set. */
  public static void clear(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.deleteIfExists(folder.resolve(ExampleIndex.FILE));
  }

  /** Writes the index, with which the chunks become an example set. */
  public static void finish(Path folder, ExampleIndex index) throws IOException {
    Path file = folder.resolve(ExampleIndex.FILE);
    Path part = folder.resolve(ExampleIndex.FILE + ".part");
    Files.write(part, index.toBytes());
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    // Chunks of a longer set that was here before.
    int count = ExampleIndex.chunks(index.head().layout());
    for (int c = count; Files.deleteIfExists(folder.resolve(ExampleIndex.chunkName(c))); c++) {}
  }

  /** Makes and writes one chunk; returns the checksums of its blocks. */
  public static int[] writeChunk(
      Path folder, ExampleHead head, int chunk, ExampleMaker maker, ChunkWriter.Listener listener)
      throws IOException {
    Path file = folder.resolve(ExampleIndex.chunkName(chunk));
    Path part = folder.resolve(ExampleIndex.chunkName(chunk) + ".part");
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part), 1 << 16)) {
      int[] checksums = new ChunkWriter(head).write(chunk, maker, out, listener);
      out.close();
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
      return checksums;
    } catch (IOException e) {
      throw new IOException("cannot write " + file + ": " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** The index. */
  public ExampleIndex index() {
    return index;
  }

  private Path file(int block) {
    return folder.resolve(ExampleIndex.chunkName(ExampleIndex.chunkOf(layout, block)));
  }

  private synchronized FileChannel channel(int block) throws IOException {
    int chunk = ExampleIndex.chunkOf(layout, block);
    if (chunks[chunk] == null) {
      try {
        chunks[chunk] = FileChannel.open(file(block), StandardOpenOption.READ);
      } catch (NoSuchFileException e) {
        throw new DamagedExamplesException(
            file(block), "block " + block + " of " + layout.blockCount() + " is missing");
      }
    }
    return chunks[chunk];
  }

  private ByteBuffer map(int block) throws IOException {
    FileChannel channel = channel(block);
    long at = ExampleIndex.offset(layout, block);
    long bytes = Math.max(0, Math.min(codec.bytes(block), channel.size() - at));
    ByteBuffer m = channel.map(FileChannel.MapMode.READ_ONLY, at, bytes);
    m.order(ByteOrder.LITTLE_ENDIAN);
    index.check(m, block, file(block));
    return m;
  }

  @Override
  public void readBlock(int block, float[] planes) throws IOException {
    ByteBuffer m = map(block);
    if (verified.get(block) == 0) {
      codec.verify(m, block, file(block));
      verified.set(block, 1);
    }
    codec.positions(m, block, planes);
  }

  @Override
  public void readPoses(int block, double[] out) throws IOException {
    codec.poses(map(block), block, out, 0);
  }

  private void readAllPoses() throws IOException {
    double[] all = new double[12 * layout.jointCount() * layout.exampleCount()];
    for (int b = 0; b < layout.blockCount(); b++) {
      codec.poses(map(b), b, all, 12 * layout.jointCount() * layout.blockStart(b));
    }
    poses = all;
  }

  @Override
  public void copyPose(int example, double[] out) {
    if (poses == null) {
      throw new IllegalStateException("opened for its blocks alone");
    }
    int n = 12 * layout.jointCount();
    System.arraycopy(poses, example * n, out, 0, n);
  }

  @Override
  public TriangleMesh rest() {
    return index.head().rest();
  }

  @Override
  public RigSkeleton skeleton() {
    return index.head().skeleton();
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
  public synchronized void close() throws IOException {
    for (FileChannel c : chunks) {
      if (c != null) {
        c.close();
      }
    }
  }
}
