package dev.shinari.io;

import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.CompactTrack;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.take.Take;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Writes a take in one or more formats into a folder, with a small script beside them that loads
 * everything into Blender with the right frame rate, range and axes.
 */
public final class TakeExporter {
  /**
   * What an export wrote.
   *
   * @param notes what the user should know, one readable line each: a clip that was thinned, a
   *     track that was left out
   */
  public record Result(List<Path> files, List<String> notes) {
    public Result {
      files = List.copyOf(files);
      notes = List.copyOf(notes);
    }
  }

  private TakeExporter() {}

  /**
   * Writes the take in each format, in the order given; a file that two formats share is written
   * once. Each file appears whole or not at all. Vertices that no triangle uses are left out
   * everywhere, since importers drop them and a cache would no longer fit.
   */
  public static Result export(
      Take take, Path dir, Collection<ExportFormat> formats, ExportProgress progress)
      throws IOException {
    if (take.frameCount() == 0) {
      throw new IllegalArgumentException("take '" + take.name() + "' has no tracks to export");
    }
    List<ExportFormat> distinct = new ArrayList<>(new LinkedHashSet<>(formats));
    ExportFormat.Job job =
        new ExportFormat.Job(compact(take), dir, baseName(take.name()), distinct, progress);
    for (ExportFormat format : distinct) {
      if (format.needsBodies() && job.joined.isEmpty()) {
        job.notes.add(
            format.id() + ": nothing to write, the take holds scenery only; use glb or usda");
      } else {
        format.write(job);
      }
    }
    if (!job.files.isEmpty()) {
      Path script = dir.resolve(BlenderScript.FILE_NAME);
      SafeFiles.writeString(script, BlenderScript.text(job.joined, job.base));
      job.files.add(script);
    }
    return new Result(job.files, job.notes);
  }

  private static Take compact(Take take) {
    Take lean = take.emptied();
    for (Take.Track t : take.tracks()) {
      lean.add(CompactTrack.of(t));
    }
    return lean;
  }

  /** A take's name as the start of file names: letters, digits, dots, dashes and underscores. */
  public static String baseName(String takeName) {
    StringBuilder s = new StringBuilder();
    takeName
        .strip()
        .codePoints()
        .limit(100)
        .forEach(
            c ->
                s.appendCodePoint(
                    Character.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.' ? c : '_'));
    while (s.length() > 0 && s.charAt(0) == '.') {
      s.deleteCharAt(0);
    }
    return s.length() == 0 ? "take" : s.toString();
  }
}
