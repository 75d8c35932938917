package dev.shinari.io.cache;

import dev.shinari.io.file.BadFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * An open PC2 or MDD file. Frames are read from the disk when asked for, so that a cache larger
 * than the memory serves as well. Close it after use.
 */
public final class PointCache implements AutoCloseable {
  /** Which of the two layouts a file has. */
  public enum Format {
    PC2,
    MDD
  }

  private final Path path;
  private final FileChannel channel;
  private final Format format;
  private final int pointCount;
  private final int frameCount;
  private final float[] times;
  private final long dataOffset;
  private final ByteBuffer block;

  private PointCache(
      Path path,
      FileChannel channel,
      Format format,
      int pointCount,
      int frameCount,
      float[] times,
      long dataOffset) {
    this.path = path;
    this.channel = channel;
    this.format = format;
    this.pointCount = pointCount;
    this.frameCount = frameCount;
    this.times = times;
    this.dataOffset = dataOffset;
    this.block =
        ByteBuffer.allocate(1 << 16)
            .order(format == Format.PC2 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
  }

  /** Opens a cache; PC2 is known by its first bytes, everything else is taken for MDD. */
  public static PointCache open(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      throw new BadFileException(path, "", "a point cache", "a folder", "name a file in it");
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(path, StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw new BadFileException(path, "", "a file", "none", "check the name and the folder", e);
    }
    try {
      return open(path, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static PointCache open(Path path, FileChannel channel) throws IOException {
    long size = channel.size();
    ByteBuffer head = ByteBuffer.allocate(32);
    readFully(path, channel, head.limit((int) Math.min(32, size)), 0);
    byte[] start = Arrays.copyOf(head.array(), PointCacheWriter.PC2_MAGIC.length);
    if (Arrays.equals(start, PointCacheWriter.PC2_MAGIC)) {
      return openPc2(path, channel, head.order(ByteOrder.LITTLE_ENDIAN), size);
    }
    String name = path.getFileName().toString();
    if (name.regionMatches(true, Math.max(0, name.length() - 4), ".pc2", 0, 4)) {
      throw new BadFileException(
          path,
          "byte 0",
          "the word POINTCACHE2",
          "other bytes",
          "this is not a PC2 file; if it is an MDD file, name it .mdd");
    }
    return openMdd(path, channel, head.order(ByteOrder.BIG_ENDIAN), size);
  }

  private static PointCache openPc2(Path path, FileChannel channel, ByteBuffer head, long size)
      throws IOException {
    if (size < 32) {
      throw cutShort(path, "a PC2 header of 32 bytes", size);
    }
    int version = head.getInt(12);
    int points = head.getInt(16);
    float start = head.getFloat(20);
    float rate = head.getFloat(24);
    int frames = head.getInt(28);
    if (version != 1) {
      throw new BadFileException(
          path, "byte 12", "PC2 version 1", "version " + version, "export it again as PC2");
    }
    checkCounts(path, points, frames, 32, size, 16, 28);
    if (!Float.isFinite(start) || !(rate > 0 && rate < Float.POSITIVE_INFINITY)) {
      throw new BadFileException(
          path,
          "byte 20",
          "a finite start and a positive sample rate",
          start + " and " + rate,
          "export the cache again");
    }
    float[] times = new float[frames];
    for (int f = 0; f < frames; f++) {
      times[f] = start + f * rate;
    }
    return new PointCache(path, channel, Format.PC2, points, frames, times, 32);
  }

  private static PointCache openMdd(Path path, FileChannel channel, ByteBuffer head, long size)
      throws IOException {
    if (size < 8) {
      throw cutShort(path, "a PC2 or MDD header", size);
    }
    int frames = head.getInt(0);
    int points = head.getInt(4);
    checkCounts(path, points, frames, 8 + 4L * Math.max(0, frames), size, 4, 0);
    ByteBuffer stamps = ByteBuffer.allocate(4 * frames).order(ByteOrder.BIG_ENDIAN);
    readFully(path, channel, stamps, 8);
    float[] times = new float[frames];
    for (int f = 0; f < frames; f++) {
      times[f] = stamps.getFloat(4 * f);
      if (!Float.isFinite(times[f])) {
        throw new BadFileException(
            path,
            "byte " + (8 + 4L * f),
            "a time in seconds",
            Float.toString(times[f]),
            "this is no MDD file, or it is damaged: export it again");
      }
    }
    return new PointCache(path, channel, Format.MDD, points, frames, times, 8 + 4L * frames);
  }

  private static void checkCounts(
      Path path, int points, int frames, long data, long size, int pointsAt, int framesAt)
      throws BadFileException {
    if (points <= 0) {
      throw new BadFileException(
          path,
          "byte " + pointsAt,
          "a positive number of points",
          Integer.toString(points),
          "this is no point cache, or it is damaged: export it again");
    }
    if (frames <= 0) {
      throw new BadFileException(
          path,
          "byte " + framesAt,
          "a positive number of frames",
          Integer.toString(frames),
          "this is no point cache, or it is damaged: export it again");
    }
    // Both are below 2^31, so 12 * points * frames can pass 2^63: compare by division.
    long wholeFrames = size < data ? 0 : (size - data) / (12L * points);
    if (wholeFrames < frames) {
      throw new BadFileException(
          path,
          "byte " + size,
          frames + " frames of " + points + " points",
          "the end of the file after " + wholeFrames + " whole frames",
          "the cache is cut short or damaged: export it again");
    }
    if (points > (Integer.MAX_VALUE - 16) / 3) {
      throw new BadFileException(
          path,
          "byte " + pointsAt,
          "at most 700 million points",
          Integer.toString(points),
          "split the mesh");
    }
  }

  private static BadFileException cutShort(Path path, String expected, long size) {
    return new BadFileException(
        path,
        "byte " + size,
        expected,
        "the end of the file",
        "the cache is cut short: export it again");
  }

  public Format format() {
    return format;
  }

  public int pointCount() {
    return pointCount;
  }

  public int frameCount() {
    return frameCount;
  }

  /** The frame's stamp: seconds in MDD, frame number in PC2. */
  public float time(int frame) {
    return times[frame];
  }

  /** Reads one frame's positions, 3 floats a point, in file order. */
  public void positions(int frame, float[] out) throws IOException {
    if (frame < 0 || frame >= frameCount) {
      throw new IllegalArgumentException(
          "frame must be in [0, " + (frameCount - 1) + "], got " + frame);
    }
    if (out.length != 3 * pointCount) {
      throw new IllegalArgumentException(
          "out must hold " + 3 * pointCount + " floats, got " + out.length);
    }
    long offset = dataOffset + 12L * pointCount * frame;
    for (int i = 0; i < out.length; ) {
      int n = Math.min(block.capacity() / 4, out.length - i);
      block.clear().limit(4 * n);
      readFully(path, channel, block, offset + 4L * i);
      block.flip();
      block.asFloatBuffer().get(out, i, n);
      i += n;
    }
    for (int i = 0; i < out.length; i++) {
      if (!Float.isFinite(out[i])) {
        throw new BadFileException(
            path,
            "byte " + (offset + 4L * i),
            "a finite coordinate of point " + i / 3 + " in frame " + frame,
            Float.toString(out[i]),
            "the simulation behind the cache went wrong, or the file is damaged: export it again");
      }
    }
  }

  private static void readFully(Path path, FileChannel channel, ByteBuffer into, long offset)
      throws IOException {
    long at = offset;
    while (into.hasRemaining()) {
      int n = channel.read(into, at);
      if (n < 0) {
        throw cutShort(path, "more bytes", at);
      }
      at += n;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
