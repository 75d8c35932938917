package dev.shinari.app.command.run;

import dev.shinari.app.command.option.SceneArgument;
import dev.shinari.app.console.UserError;
import dev.shinari.app.film.Pictures;
import dev.shinari.io.ExportFormat;
import dev.shinari.io.scene.format.DidYouMean;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options that {@code run} and {@code try} share. */
public final class FilmOptions {
  private static final List<String> USUAL = List.of("glb", "pc2", "png", "gif");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "Folder for the files; out/NAME unless given.")
  private String output;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "Number of frames, instead of the scene's.")
  private String frames;

  @Option(
      names = "--format",
      paramLabel = "LIST",
      description =
          "Further formats, with commas: mp4, webm, mdd, usda, obj-sequence, frames (a PNG each). The"
              + " usual ones are glb, pc2, png (contact sheet) and gif; start with 'none' to leave them"
              + " out: --format none,glb")
  private String format;

  @Option(
      names = "--style",
      paramLabel = "NAME",
      description = "Look of the pictures, instead of the scene's; shinari styles lists them.")
  private String style;

  @Option(
      names = "--drawings",
      paramLabel = "N",
      description =
          "Drawings a second, each held: of 24 frames, 12 is on twos and 8 on threes. Pictures only,"
              + " unless --hold-poses is given too.")
  private String drawings;

  @Option(
      names = "--size",
      paramLabel = "SIZE",
      description = "Size of the pictures: 480p, 720p, 1080p, 1440p or WxH, such as 1280x720.")
  private String size;

  @Option(
      names = "--fps",
      paramLabel = "N",
      description = "Pictures per second of MP4 and WebM (default: the scene's frames per second).")
  private String fps;

  @Option(names = "--hold-poses", description = "Hold poses in GLB, PC2, MDD and USDA as well.")
  private boolean holdPoses;

  @Option(
      names = "--transparent",
      description = "No background: alpha 0 outside of the drawing, for compositing.")
  private boolean transparent;

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description =
          "Change a value of the scene, e.g. bodies[0].elasticity.frequencyHz=2. Repeatable.")
  private List<String> set = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; all processors unless given. The result is the same for any number.")
  private String threads;

  @Option(
      names = "--stats",
      paramLabel = "FILE",
      description = "Write timings, counts and the state hash as JSON.")
  private String stats;

  /** Options as if typed. */
  public static FilmOptions of(String... words) {
    return CommandLine.populateCommand(new FilmOptions(), words);
  }

  /** All values that take the place of the scene's. */
  List<Setting> settings() throws SceneException {
    List<Setting> settings = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (String s : set) {
      try {
        settings.add(Setting.parse(s));
      } catch (SceneException e) {
        problems.addAll(e.problems());
      }
    }
    if (frames != null) {
      settings.add(new Setting("--frames " + frames, "frames", frames));
    }
    if (style != null) {
      settings.add(new Setting("--style " + style, "look.style", quoted(style)));
    }
    if (drawings != null) {
      settings.add(new Setting("--drawings " + drawings, "picture.drawings", drawings));
    }
    if (size != null) {
      int[] s = size();
      settings.add(new Setting("--size " + size, "picture.width", "" + s[0]));
      settings.add(new Setting("--size " + size, "picture.height", "" + s[1]));
    }
    if (holdPoses) {
      settings.add(new Setting("--hold-poses", "picture.holdPoses", "true"));
    }
    if (transparent) {
      settings.add(new Setting("--transparent", "look.background", "transparent"));
    }
    if (!problems.isEmpty()) {
      throw new SceneException(problems);
    }
    return settings;
  }

  /** Width and height; a word that is no size is left to the scene's own check. */
  private int[] size() {
    String word = size.strip().toLowerCase(Locale.ROOT);
    if (word.matches("\\d{2,4}p")) {
      int high = Integer.parseInt(word.substring(0, word.length() - 1));
      return new int[] {(high * 16 / 9 + 1) / 2 * 2, high};
    }
    if (word.matches("\\d{1,5}x\\d{1,5}")) {
      String[] two = word.split("x");
      return new int[] {Integer.parseInt(two[0]), Integer.parseInt(two[1])};
    }
    throw new CommandLine.TypeConversionException(
        "--size must be such as 720p, 1080p or 1280x720, got " + size);
  }

  /** Pictures per second of a film; 0 where the scene says. */
  float framesPerSecond() throws UserError {
    if (fps == null) {
      return 0;
    }
    try {
      float f = Float.parseFloat(fps.strip());
      if (f >= 1 && f <= 240) {
        return f;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserError("--fps must be a number from 1 to 240, got " + fps);
  }

  /** As text, whatever it looks like: a style is never a number. */
  private static String quoted(String word) {
    return '"' + word.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  int threads() throws UserError {
    if (threads == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    try {
      int n = Integer.parseInt(threads.strip());
      if (n >= 1 && n <= 1024) {
        return n;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UserError("--threads must be a whole number from 1 to 1024, got " + threads);
  }

  /** Where to, for a scene of that name. */
  Path folder(String name) throws UserError {
    Path dir = output == null ? Path.of("out", name) : SceneArgument.path(output);
    for (Path p = dir.toAbsolutePath(); p != null; p = p.getParent()) {
      if (Files.exists(p)) {
        if (!Files.isDirectory(p)) {
          throw new UserError("cannot write to " + dir + ": " + p + " is a file, not a folder");
        }
        if (!Files.isWritable(p)) {
          throw new UserError("cannot write to " + dir + ": no permission in " + p);
        }
        break;
      }
    }
    return dir;
  }

  /** The file for the figures, or null. */
  Path stats() throws UserError {
    if (stats == null) {
      return null;
    }
    Path file = SceneArgument.path(stats);
    if (Files.isDirectory(file)) {
      throw new UserError("cannot write " + file + ": it is a folder");
    }
    return file;
  }

  /**
   * What to write of a reel: all pictures unless told otherwise. Options that only a scene can take
   * are refused.
   */
  Set<String> reelFormats() throws UserError {
    if (frames != null
        || stats != null
        || fps != null
        || drawings != null
        || holdPoses
        || transparent) {
      throw new UserError(
          "a reel takes -o, --format, --size, --style, --set and --threads; its length and its drawings a"
              + " second stand in the reel (--set drawings=8)");
    }
    Set<String> chosen = new LinkedHashSet<>(List.of("png", "gif", "frames"));
    for (String word : format == null ? new String[0] : format.split(",", -1)) {
      String w = word.strip().toLowerCase(Locale.ROOT);
      if (w.equals("none")) {
        chosen.clear();
      } else if (Pictures.FORMATS.contains(w)) {
        chosen.add(w);
      } else {
        throw new UserError(
            "a reel leaves as " + String.join(", ", Pictures.FORMATS) + " alone, not as " + w);
      }
    }
    return chosen;
  }

  /** Values that take the place of a reel's. */
  List<Setting> reelSettings() throws SceneException {
    List<Setting> settings = new ArrayList<>();
    for (String s : set) {
      settings.add(Setting.parse(s));
    }
    if (size != null) {
      int[] s = size();
      settings.add(new Setting("--size " + size, "width", "" + s[0]));
      settings.add(new Setting("--size " + size, "height", "" + s[1]));
    }
    if (style != null) {
      settings.add(new Setting("--style " + style, "style", quoted(style)));
    }
    return settings;
  }

  /** The formats to write, the usual ones first. */
  public Set<String> formats() throws UserError {
    Set<String> chosen = new LinkedHashSet<>(USUAL);
    if (format == null) {
      return chosen;
    }
    List<String> known = new ArrayList<>();
    for (ExportFormat f : ExportFormat.values()) {
      known.add(f.id());
    }
    known.addAll(Pictures.FORMATS);
    List<String> wrong = new ArrayList<>();
    for (String word : format.split(",", -1)) {
      String w = word.strip().toLowerCase(Locale.ROOT);
      if (w.equals("none")) {
        chosen.clear();
      } else if (known.contains(w)) {
        chosen.add(w);
      } else {
        String near = DidYouMean.to(w, known);
        wrong.add(
            "unknown format "
                + (w.isEmpty() ? "(nothing between commas)" : w)
                + (near == null ? "" : ", did you mean " + near + "?")
                + " (known: "
                + String.join(", ", known)
                + ", none)");
      }
    }
    if (!wrong.isEmpty()) {
      throw new UserError(wrong);
    }
    return chosen;
  }
}
