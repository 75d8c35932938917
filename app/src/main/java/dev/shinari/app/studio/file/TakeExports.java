package dev.shinari.app.studio.file;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.console.TempFolder;
import dev.shinari.app.film.Pictures;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.Replay;
import dev.shinari.io.ExportFormat;
import dev.shinari.io.TakeExporter;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Take;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes takes to files that pages then fetch. A take is not recorded while it is played: it is
 * played again from its log, in a thread of its own, which gives the same bits and keeps sessions
 * free of memory that grows.
 */
public final class TakeExports implements AutoCloseable {
  private static final int KEPT = 16;
  private static final int MOST_FRAMES = 3000;
  private static final Pattern FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,120}");

  private final TempFolder folder = new TempFolder();
  private final Map<String, Map<String, Path>> done = new LinkedHashMap<>();
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(4),
          work -> {
            Thread t = new Thread(work, "studio export");
            t.setDaemon(true);
            return t;
          });
  private volatile boolean closed;

  /** Hears of an export; called by its thread. */
  public interface Listener {
    void progress(String what, double part);

    void exported(String message);

    void failed(String why);
  }

  TakeExports() throws IOException {}

  public static List<String> formats() {
    List<String> all = new ArrayList<>();
    for (ExportFormat f : ExportFormat.values()) {
      all.add(f.id());
    }
    all.addAll(Pictures.FORMATS);
    return all;
  }

  /** Writes files into a folder and answers with them. */
  public interface Work {
    List<Path> write(Path into) throws IOException, SceneException;
  }

  /** Begins the export of a take; refuses where too many wait. */
  public void begin(Replay replay, Set<String> formats, Listener listener) {
    for (String f : formats) {
      if (!formats().contains(f)) {
        throw new IllegalArgumentException("unknown format " + MessageJson.shown(f));
      }
    }
    if (formats.isEmpty()) {
      throw new IllegalArgumentException("choose a format");
    }
    begin(
        into -> {
          try (TempFolder files = new TempFolder();
              Workers workers = new Workers(2)) {
            return write(replay, formats, files.path(), into, workers, listener);
          }
        },
        listener);
  }

  /** Begins to write anything else. */
  public void begin(Work work, Listener listener) {
    try {
      thread.execute(() -> run(work, listener));
    } catch (RejectedExecutionException e) {
      throw new IllegalArgumentException("other exports are under way; try again later");
    }
  }

  private void run(Work work, Listener listener) {
    String id = AccessControl.randomHex();
    try {
      List<Path> written = work.write(Files.createDirectory(folder.path().resolve(id)));
      Map<String, Path> found = new LinkedHashMap<>();
      for (Path p : written) {
        Path file = Files.isDirectory(p) ? zip(p) : p;
        found.put(String.valueOf(file.getFileName()), file);
      }
      keep(id, found);
      ObjectNode n = MessageJson.is("exported").put("id", id);
      ArrayNode list = n.putArray("files");
      for (Map.Entry<String, Path> f : found.entrySet()) {
        list.addObject().put("name", f.getKey()).put("bytes", Files.size(f.getValue()));
      }
      listener.exported(MessageJson.write(n));
    } catch (IOException | SceneException | RuntimeException | OutOfMemoryError e) {
      TempFolder.delete(folder.path().resolve(id));
      listener.failed(
          e instanceof OutOfMemoryError
              ? "not enough memory to export this take"
              : "the export failed: " + e.getMessage());
    }
  }

  private List<Path> write(
      Replay replay, Set<String> formats, Path files, Path own, Workers workers, Listener listener)
      throws IOException, SceneException {
    Replay.Played played = replay.play(files, workers);
    Scene scene = played.scene();
    int frames = played.frames();
    if (frames > MOST_FRAMES) {
      throw new IllegalArgumentException(
          "this take has " + frames + " frames, more than " + MOST_FRAMES + "; restart the scene");
    }
    Take take =
        played.record(
            r -> {},
            at -> {
              listener.progress("simulating", at / (double) frames);
              return !closed;
            });
    List<ExportFormat> wanted = new ArrayList<>();
    for (ExportFormat f : ExportFormat.values()) {
      if (formats.contains(f.id())) {
        wanted.add(f);
      }
    }
    Set<Path> written = new LinkedHashSet<>();
    if (!wanted.isEmpty()) {
      written.addAll(
          TakeExporter.export(
                  take,
                  own,
                  wanted,
                  (file, at, total) ->
                      listener.progress("writing " + file, at / (double) Math.max(1, total)))
              .files());
    }
    List<Path> pictures = new ArrayList<>();
    Pictures.write(
        take,
        scene,
        own,
        formats,
        workers.count(),
        (what, at, total) -> {
          listener.progress("drawing " + what, at / (double) Math.max(1, total));
          return !closed;
        },
        pictures);
    written.addAll(pictures);
    return List.copyOf(written);
  }

  /** A folder of many files as one that a page can fetch. */
  private static Path zip(Path dir) throws IOException {
    Path file = dir.resolveSibling(dir.getFileName() + ".zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out);
        Stream<Path> all = Files.list(dir)) {
      for (Path p : all.sorted().toList()) {
        ZipEntry entry = new ZipEntry(dir.getFileName() + "/" + p.getFileName());
        entry.setTime(0);
        zip.putNextEntry(entry);
        Files.copy(p, zip);
        zip.closeEntry();
      }
    }
    TempFolder.delete(dir);
    return file;
  }

  /** Offers files under an id that nobody can guess. */
  private synchronized void keep(String id, Map<String, Path> files) {
    done.put(id, files);
    if (done.size() > KEPT) {
      String oldest = done.keySet().iterator().next();
      done.remove(oldest);
      TempFolder.delete(folder.path().resolve(oldest));
    }
  }

  /** A file of an export, or null. Only names that an export gave are known. */
  public synchronized Path file(String id, String name) {
    Map<String, Path> files = done.get(id);
    return files == null || !FILE.matcher(name).matches() ? null : files.get(name);
  }

  @Override
  public void close() {
    closed = true;
    thread.shutdownNow();
    folder.close();
  }
}
