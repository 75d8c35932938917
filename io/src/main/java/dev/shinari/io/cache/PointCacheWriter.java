package dev.shinari.io.cache;

import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Streams a take's bodies, joined into one mesh, into PC2 or MDD, one frame at a time. */
public final class PointCacheWriter {
  static final byte[] PC2_MAGIC = "POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII);

  /** Where the frames of a cache come from. */
  public interface Frames {
    /** Writes a frame's positions, 3 floats a point. */
    void positions(int frame, float[] out) throws IOException;
  }

  private PointCacheWriter() {}

  /** Streams any frames into PC2; none but the one in the making stands in memory. */
  public static void writePc2(
      Path file, int points, int frames, Frames source, ExportProgress progress)
      throws IOException {
    SafeFiles.write(
        file,
        out -> {
          ByteBuffer head = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
          head.put(PC2_MAGIC).putInt(1).putInt(points);
          head.putFloat(0).putFloat(1).putInt(frames);
          out.write(head.array());
          frames(points, frames, source, file, ByteOrder.LITTLE_ENDIAN, out, progress);
        });
  }

  /** Frame 0 is sample 0; one sample a frame. */
  public static void writePc2(JoinedTake take, Path file, ExportProgress progress)
      throws IOException {
    writePc2(file, take.vertexCount(), take.frameCount(), take::positions, progress);
  }

  /** Times are frame / frames per second, in seconds. */
  public static void writeMdd(JoinedTake take, Path file, ExportProgress progress)
      throws IOException {
    SafeFiles.write(
        file,
        out -> {
          int frames = take.frameCount();
          ByteBuffer head = ByteBuffer.allocate(8 + 4 * frames).order(ByteOrder.BIG_ENDIAN);
          head.putInt(frames).putInt(take.vertexCount());
          for (int f = 0; f < frames; f++) {
            head.putFloat((float) (f / (double) take.take().framesPerSecond()));
          }
          out.write(head.array());
          frames(
              take.vertexCount(),
              frames,
              take::positions,
              file,
              ByteOrder.BIG_ENDIAN,
              out,
              progress);
        });
  }

  private static void frames(
      int points,
      int frames,
      Frames source,
      Path file,
      ByteOrder order,
      OutputStream out,
      ExportProgress progress)
      throws IOException {
    float[] positions = new float[3 * points];
    ByteBuffer block = ByteBuffer.allocate(1 << 14).order(order);
    for (int f = 0; f < frames; f++) {
      source.positions(f, positions);
      for (int i = 0; i < positions.length; ) {
        block.clear();
        int n = Math.min(block.capacity() / 4, positions.length - i);
        block.asFloatBuffer().put(positions, i, n);
        out.write(block.array(), 0, 4 * n);
        i += n;
      }
      progress.at(file.getFileName().toString(), f + 1, frames);
    }
  }
}
