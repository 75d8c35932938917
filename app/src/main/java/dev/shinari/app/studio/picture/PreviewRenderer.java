package dev.shinari.app.studio.picture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Makes small pictures, one after the other, in a thread of low priority, and keeps them: in memory
 * and, where there is a folder for it, on disk for the next start. What a page waits for is made
 * before what is only made ahead.
 */
public final class PreviewRenderer implements AutoCloseable {
  private static final int MOST_KEPT = 600;
  private static final int MOST_FILES = 2000;

  /** After a picture that nobody waits for, the thread rests as long as it took, at most this. */
  private static final long MOST_REST_MILLIS = 1000;

  private final Path folder; // or null
  private final PriorityBlockingQueue<Job> queue =
      new PriorityBlockingQueue<>(
          16, Comparator.comparingInt(Job::rank).thenComparingLong(Job::number));
  private final Map<String, Picture> kept = new LinkedHashMap<>(16, 0.75f, true);
  private final Thread thread;
  private long jobs;

  /** A picture now or later; it is drawn once however often it stands in the queue. */
  private record Picture(
      String key, Callable<byte[]> draw, CompletableFuture<byte[]> png, AtomicBoolean begun) {}

  private record Job(int rank, long number, Picture picture) {}

  /**
   * A darkroom that has begun to work.
   *
   * @param folder where pictures stay, or null to forget them
   */
  public PreviewRenderer(Path folder) {
    this.folder = folder;
    thread = new Thread(this::work, "studio pictures");
    thread.setDaemon(true);
    thread.setPriority(Thread.MIN_PRIORITY);
    thread.start();
  }

  /**
   * A picture as a PNG file, now or later.
   *
   * @param key hexadecimal digits that say all of what it shows
   * @param awaited whether somebody waits for it
   */
  public synchronized CompletableFuture<byte[]> picture(
      String key, boolean awaited, Callable<byte[]> draw) {
    Picture p = kept.get(key);
    if (p == null || p.png.isCompletedExceptionally()) {
      p = new Picture(key, draw, new CompletableFuture<>(), new AtomicBoolean());
      kept.put(key, p);
      byte[] old = stored(key);
      if (old != null) {
        p.png.complete(old);
      } else {
        queue.add(new Job(awaited ? 0 : 1, jobs++, p));
      }
      forgetOldest();
    } else if (awaited && !p.begun.get() && !p.png.isDone()) {
      queue.add(new Job(0, jobs++, p));
    }
    return p.png;
  }

  private void forgetOldest() {
    if (kept.size() > MOST_KEPT) {
      kept.values().removeIf(p -> p.png.isDone() && kept.size() > MOST_KEPT);
    }
  }

  private void work() {
    if (folder != null) {
      prune();
    }
    try {
      while (true) {
        Job job = queue.take();
        if (job.picture.begun.compareAndSet(false, true)) {
          long start = System.nanoTime();
          make(job.picture);
          long millis = (System.nanoTime() - start) / 1_000_000;
          if (job.rank > 0 && queue.stream().noneMatch(j -> j.rank == 0)) {
            Thread.sleep(Math.min(MOST_REST_MILLIS, millis));
          }
        }
      }
    } catch (InterruptedException e) {
      queue.forEach(j -> j.picture.png.cancel(false));
    }
  }

  private void make(Picture p) throws InterruptedException {
    try {
      byte[] png = p.draw.call();
      store(p.key, png);
      p.png.complete(png);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | OutOfMemoryError | StackOverflowError | AssertionError e) {
      p.png.completeExceptionally(e);
    }
  }

  // ---- on disk; whatever fails there only costs time

  private Path file(String key) {
    return folder.resolve(key + ".png");
  }

  private byte[] stored(String key) {
    if (folder == null) {
      return null;
    }
    try {
      byte[] png = Files.readAllBytes(file(key));
      Files.setLastModifiedTime(file(key), FileTime.fromMillis(System.currentTimeMillis()));
      return isWhole(png) ? png : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Whether bytes begin and end as a PNG file does. */
  public static boolean isWhole(byte[] png) {
    byte[] head = {(byte) 0x89, 'P', 'N', 'G'}, tail = {'I', 'E', 'N', 'D'};
    int n = png.length;
    return n > 20
        && Arrays.equals(head, Arrays.copyOf(png, 4))
        && Arrays.equals(tail, Arrays.copyOfRange(png, n - 8, n - 4));
  }

  private void store(String key, byte[] png) {
    if (folder == null) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Path beside = Files.createTempFile(folder, "new", ".tmp");
      Files.write(beside, png);
      Files.move(beside, file(key), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // A full disk: the picture is made again next time.
    }
  }

  /** Keeps the pictures that were used last. */
  private void prune() {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files =
          all.filter(f -> String.valueOf(f.getFileName()).matches("[0-9a-f-]+\\.png|new.*\\.tmp"))
              .sorted(Comparator.comparingLong(f -> -f.toFile().lastModified()))
              .toList();
      for (int k = MOST_FILES; k < files.size(); k++) {
        Files.deleteIfExists(files.get(k));
      }
    } catch (IOException e) {
      // Not there yet.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
