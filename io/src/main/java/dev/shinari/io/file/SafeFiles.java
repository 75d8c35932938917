package dev.shinari.io.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes files so that nobody ever sees half of one. The bytes go to a hidden file beside the
 * target, reach the disk, and only then take the target's place in one move. If writing fails or is
 * interrupted, the previous file stays whole and the hidden one goes.
 */
public final class SafeFiles {
  /** What fills a file. */
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private static final String SUFFIX = ".part";
  private static final AtomicLong COUNTER = new AtomicLong();
  private static final Set<Path> PENDING = ConcurrentHashMap.newKeySet();

  static {
    // Ctrl-C ends the JVM without unwinding the writers' stacks.
    Runtime.getRuntime().addShutdownHook(new Thread(SafeFiles::dropPending, "drop-part-files"));
  }

  private SafeFiles() {}

  /**
   * Writes or replaces a file; makes missing folders. The stream is buffered; the content need not
   * close it. Whatever the content throws is thrown on, after the clean-up.
   */
  public static void write(Path target, Content content) throws IOException {
    Path real = Files.isSymbolicLink(target) ? target.toRealPath() : target.toAbsolutePath();
    Path folder = real.getParent();
    if (Files.isDirectory(real)) {
      throw new IOException("cannot write " + target + ": a folder of that name is in the way");
    }
    makeFolder(folder);
    dropLeftovers(folder, real.getFileName().toString());
    Path part = partFile(real);
    Counting counting = new Counting();
    PENDING.add(part);
    try {
      try (FileChannel channel =
          FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        counting.out = Channels.newOutputStream(channel);
        OutputStream out = new BufferedOutputStream(counting, 1 << 16);
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      move(part, real);
    } catch (IOException e) {
      throw explained(target, counting.bytes, e);
    } finally {
      Files.deleteIfExists(part);
      PENDING.remove(part);
    }
  }

  /** Writes text as UTF-8. */
  public static void writeString(Path target, String text) throws IOException {
    write(target, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void makeFolder(Path folder) throws IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new IOException(
          "cannot make the folder " + folder + ": a file of that name is in the way", e);
    }
  }

  private static Path partFile(Path target) {
    return target.resolveSibling(
        "."
            + target.getFileName()
            + "."
            + ProcessHandle.current().pid()
            + "-"
            + COUNTER.incrementAndGet()
            + SUFFIX);
  }

  private static void move(Path part, Path target) throws IOException {
    try {
      Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  // A process that was killed outright cannot clean up; the next write of the same target does.
  private static void dropLeftovers(Path folder, String name) throws IOException {
    String prefix = "." + name + ".";
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            folder,
            f -> {
              String s = f.getFileName().toString();
              return s.startsWith(prefix) && s.endsWith(SUFFIX);
            })) {
      for (Path file : files) {
        String s = file.getFileName().toString();
        String pid = s.substring(prefix.length()).split("-", 2)[0];
        if (pid.matches("[0-9]{1,15}") && ProcessHandle.of(Long.parseLong(pid)).isEmpty()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static void dropPending() {
    for (Path part : PENDING) {
      try {
        Files.deleteIfExists(part);
      } catch (IOException e) {
        // The JVM is going down; nobody is left to tell.
      }
    }
  }

  private static IOException explained(Path target, long bytes, IOException e) {
    String message = String.valueOf(e.getMessage());
    if (isDiskFull(message)) {
      return new IOException(
          "the disk is full: could not write "
              + target
              + " beyond "
              + bytes
              + " bytes; the previous file, if any, is unchanged; free some space or choose another"
              + " folder",
          e);
    }
    if (e instanceof java.nio.file.AccessDeniedException || e instanceof NoSuchFileException) {
      return new IOException("cannot write " + target + ": no permission in its folder", e);
    }
    return e;
  }

  // The JDK has no type for it, only the system's words (Linux, macOS, Windows, quotas).
  static boolean isDiskFull(String message) {
    String m = message.toLowerCase(java.util.Locale.ROOT);
    return m.contains("no space left")
        || m.contains("not enough space")
        || m.contains("disk is full")
        || m.contains("quota exceeded");
  }

  private static final class Counting extends OutputStream {
    OutputStream out;
    long bytes;

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      bytes++;
    }

    @Override
    public void write(byte[] b, int from, int count) throws IOException {
      out.write(b, from, count);
      bytes += count;
    }
  }
}
