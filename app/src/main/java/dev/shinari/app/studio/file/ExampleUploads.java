package dev.shinari.app.studio.file;

import dev.shinari.app.console.TempFolder;
import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.rig.examples.BlockLayout;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Example sets that pages bring file by file: chunks in any order, then the index, with which a set
 * is whole. A set has a folder of its own and a cap for all its files together; of sets that are
 * never finished only the newest few stay.
 */
public final class ExampleUploads {
  /** The files of a set, as {@link ExampleIndex} names them; no other names become files. */
  private static final Pattern PART = Pattern.compile("index|chunk-[0-9]{5}");

  private static final String ENDING = ".examples";

  private final Map<String, Begun> begun = new LinkedHashMap<>(); // guarded by this

  /** A set of which not all files are there. */
  static final class Begun {
    final String id;
    final String name;
    final Path folder; // in a folder of its own
    private long bytes; // guarded by this
    private boolean busy;

    private Begun(String id, String name, Path folder) {
      this.id = id;
      this.name = name;
      this.folder = folder;
    }

    /** Counts bytes that came; false where they are too many. */
    synchronized boolean add(int more) {
      bytes += more;
      return bytes <= StudioLimits.EXAMPLE_BYTES;
    }

    private synchronized boolean take() {
      boolean free = !busy;
      busy = true;
      return free;
    }

    synchronized void release() {
      busy = false;
    }
  }

  /** Whether a file is a part of a set, by the name that its set has. */
  public static boolean isSet(String given) {
    return given.endsWith(ENDING);
  }

  /** The name of a set without its ending. */
  static String base(String given) {
    return given.substring(0, given.length() - ENDING.length());
  }

  static boolean isIndex(String part) {
    return part.equals(ExampleIndex.FILE);
  }

  /**
   * The set that a file belongs to, for this caller alone until it is {@link Begun#release
   * released}.
   *
   * @param id of a set that was begun, or null to begin one
   */
  Begun begin(String id, String name, String part, Path root) throws IOException, Uploads.Refused {
    if (part == null || !PART.matcher(part).matches()) {
      throw new Uploads.Refused(400, "an example set has an index and chunks, nothing else");
    }
    Begun set;
    synchronized (this) {
      set = id == null ? null : begun.get(id);
      if (id != null && set == null) {
        throw new Uploads.Refused(404, "there is no such set any more; bring it again");
      }
      if (set == null) {
        String own = AccessControl.randomHex();
        Path folder = root.resolve(own).resolve(name + ENDING);
        Files.createDirectories(folder);
        set = new Begun(own, name, folder);
        begun.put(own, set);
        if (begun.size() > StudioLimits.UPLOADS_AT_ONCE) {
          drop(begun.get(begun.keySet().iterator().next()));
        }
      }
    }
    if (!set.take()) {
      throw new Uploads.Refused(409, "one file of a set at a time");
    }
    return set;
  }

  /** Forgets a set and deletes what came of it. */
  synchronized void drop(Begun set) {
    begun.remove(set.id);
    TempFolder.delete(set.folder.getParent());
  }

  /** The set is whole: from now on others keep it. */
  synchronized void finished(Begun set) {
    begun.remove(set.id);
  }

  /**
   * Looks whether all is there that the index of a set speaks of; its numbers are believed only as
   * far as there are bytes behind them.
   */
  static void check(Path folder) throws IOException, Uploads.Refused {
    try (ExampleFolder set = ExampleFolder.openLazily(folder)) {
      BlockLayout layout = set.layout();
      long poses = 96L * layout.jointCount() * layout.exampleCount();
      long floats = 12L * layout.vertexCount() * layout.exampleCount();
      long there = 0;
      for (int c = 0; c < ExampleIndex.chunks(layout); c++) {
        Path chunk = folder.resolve(ExampleIndex.chunkName(c));
        if (!Files.isRegularFile(chunk)) {
          throw new Uploads.Refused(400, chunk.getFileName() + " of this set is missing");
        }
        there += Files.size(chunk);
      }
      if (layout.exampleCount() < 1 || there < poses + floats) {
        throw new Uploads.Refused(400, "the chunks of this set are cut short");
      }
    }
    ExampleFolder.open(folder).close(); // every block is the one that the index speaks of
  }
}
