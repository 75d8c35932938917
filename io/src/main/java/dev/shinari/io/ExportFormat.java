package dev.shinari.io;

import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.gltf.GlbWriter;
import dev.shinari.io.obj.ObjWriter;
import dev.shinari.io.svg.SvgWriter;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.io.usd.UsdaWriter;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The formats that a take can leave in. Each knows its name on the command line, the files that it
 * writes and how to write them.
 */
public enum ExportFormat {
  GLB("glb", "one animated glTF binary with scenery and materials", List.of("NAME.glb")) {
    @Override
    void write(Job job) throws IOException {
      Path file = job.file(".glb");
      job.notes.addAll(GlbWriter.write(job.take, file, job.cacheName(), job.progress));
      job.files.add(file);
    }
  },
  PC2("pc2", "OBJ with a PC2 point cache, every frame", List.of("NAME.obj", "NAME.pc2")) {
    @Override
    void write(Job job) throws IOException {
      job.writeObj();
      Path file = job.file(".pc2");
      PointCacheWriter.writePc2(job.joined, file, job.progress);
      job.files.add(file);
    }
  },
  MDD("mdd", "OBJ with an MDD point cache, every frame", List.of("NAME.obj", "NAME.mdd")) {
    @Override
    void write(Job job) throws IOException {
      job.writeObj();
      Path file = job.file(".mdd");
      PointCacheWriter.writeMdd(job.joined, file, job.progress);
      job.files.add(file);
    }
  },
  OBJ("obj", "the first frame as OBJ", List.of("NAME.obj")) {
    @Override
    void write(Job job) throws IOException {
      job.writeObj();
    }
  },
  OBJ_SEQUENCE("obj-sequence", "one OBJ a frame", List.of("NAME-frames/NAME_0000.obj ...")) {
    @Override
    void write(Job job) throws IOException {
      Path folder = job.dir.resolve(job.base + "-frames");
      ObjWriter.writeSequence(job.joined, folder, job.base, job.progress);
      job.files.add(folder); // the folder stands for its hundreds of files
    }
  },
  USDA("usda", "USD text with time samples and scenery", List.of("NAME.usda")) {
    @Override
    void write(Job job) throws IOException {
      Path file = job.file(".usda");
      job.notes.addAll(UsdaWriter.write(job.take, file, job.progress));
      job.files.add(file);
    }
  },
  SVG("svg", "one SVG a frame, outlines seen along z", List.of("NAME-svg/NAME_0000.svg ...")) {
    @Override
    void write(Job job) throws IOException {
      Path folder = job.dir.resolve(job.base + "-svg");
      SvgWriter.write(job.take, folder, job.base, job.progress);
      job.files.add(folder);
    }
  };

  private final String id;
  private final String description;

  @SuppressWarnings("ImmutableEnumChecker") // made with List.of
  private final List<String> files;

  ExportFormat(String id, String description, List<String> files) {
    this.id = id;
    this.description = description;
    this.files = files;
  }

  /** Name on the command line. */
  public String id() {
    return id;
  }

  /** What it is, in a few words. */
  public String description() {
    return description;
  }

  /** The files that it writes, with NAME for the take's name. */
  public List<String> files() {
    return files;
  }

  /** Whether it holds the simulated bodies only, as caches do, so that a take needs one. */
  public boolean needsBodies() {
    return this != GLB && this != USDA;
  }

  abstract void write(Job job) throws IOException;

  /** Reads one name, such as "glb". */
  public static ExportFormat parse(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    for (ExportFormat f : values()) {
      if (f.id.equals(wanted)) {
        return f;
      }
    }
    throw new IllegalArgumentException(
        "unknown format '"
            + name.strip()
            + "': use "
            + Arrays.stream(values()).map(ExportFormat::id).collect(Collectors.joining(", ")));
  }

  /** One export in the making: where to, how it is called, what was written. */
  static final class Job {
    final Take take;
    final JoinedTake joined;
    final Path dir;
    final String base;
    final ExportProgress progress;
    final List<ExportFormat> formats;
    final List<Path> files = new ArrayList<>();
    final List<String> notes = new ArrayList<>();

    Job(Take take, Path dir, String base, List<ExportFormat> formats, ExportProgress progress) {
      this.take = take;
      this.joined = new JoinedTake(take);
      this.dir = dir;
      this.base = base;
      this.formats = formats;
      this.progress = progress;
    }

    Path file(String extension) {
      return dir.resolve(base + extension);
    }

    // The cache that a thinned GLB should point its user to, and whether it is written now.
    String cacheName() {
      return base + (formats.contains(MDD) && !formats.contains(PC2) ? ".mdd" : ".pc2");
    }

    void writeObj() throws IOException {
      Path file = file(".obj");
      if (!files.contains(file)) {
        ObjWriter.write(joined, 0, file, base);
        files.add(file);
      }
    }
  }
}
