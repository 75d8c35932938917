package dev.shinari.spark;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** A file system that only Hadoop knows, {@code other:}, with a disk that can be full. */
public final class OtherFileSystem extends RawLocalFileSystem {
  static final AtomicLong ROOM = new AtomicLong(Long.MAX_VALUE);

  @Override
  public URI getUri() {
    return URI.create("other:///");
  }

  @Override
  public String getScheme() {
    return "other";
  }

  @Override
  public FSDataOutputStream create(
      Path file,
      boolean overwrite,
      int buffer,
      short replication,
      long blockSize,
      Progressable progress)
      throws IOException {
    OutputStream out = super.create(file, overwrite, buffer, replication, blockSize, progress);
    return new FSDataOutputStream(
        new FilterOutputStream(out) {
          @Override
          public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) throws IOException {
            if (ROOM.addAndGet(-length) < 0) {
              throw new IOException("No space left on device");
            }
            out.write(bytes, from, length);
          }
        },
        new FileSystem.Statistics("other"));
  }
}
