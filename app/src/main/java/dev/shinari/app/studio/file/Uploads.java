package dev.shinari.app.studio.file;

import dev.shinari.app.console.TempFolder;
import dev.shinari.app.film.DropScene;
import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.app.studio.stage.SceneSource;
import dev.shinari.io.drawing.DrawingReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.rig.examples.DamagedExamplesException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/**
 * Files that pages bring. Each gets a folder of its own below a private one, under a name that we
 * choose, so that nothing a page says becomes a way through the file system. A file is streamed to
 * disk with a cap, then made into a scene; scenes that are brought may not name files at all.
 */
public final class Uploads implements AutoCloseable {
  private static final List<String> MESHES = List.of("glb", "gltf", "obj", "ply");
  private static final List<String> DRAWINGS = List.of("png", "svg", "jpg", "jpeg", "gif", "webp");
  private static final List<String> SCENES = List.of("jsonc", "json");
  private static final List<String> SHAPES = List.of("pc2", "mdd");

  private final TempFolder folder = new TempFolder();
  private final Semaphore slots = new Semaphore(StudioLimits.UPLOADS_AT_ONCE);
  private final Map<String, Upload> kept = new LinkedHashMap<>();
  private final ExampleUploads parts = new ExampleUploads();

  /** What an example set is called among kinds of files. */
  static final String EXAMPLES = "examples";

  /** A file that was brought; shapes for the rig desk are no scene, and an example set a folder. */
  public record Upload(String id, String kind, String name, Path file, SceneSource source) {}

  /** Why a file was not taken, with the status of the answer. */
  public static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    public final int status;

    public Refused(int status, String why) {
      super(why);
      this.status = status;
    }
  }

  Uploads() throws IOException {}

  /**
   * Takes a file.
   *
   * @param given what the page calls it; only its letters and its ending are used
   * @param length bytes that were announced, or -1
   */
  public Upload take(String given, long length, InputStream in) throws IOException, Refused {
    String ending = given.substring(given.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    if (Stream.of(MESHES, DRAWINGS, SCENES, SHAPES).noneMatch(l -> l.contains(ending))) {
      throw new Refused(
          415, "only GLB, glTF, OBJ, PLY, PNG, SVG, PC2, MDD and scenes can be brought");
    }
    if (length > StudioLimits.UPLOAD_BYTES) {
      throw new Refused(413, "this file is too large");
    }
    if (!slots.tryAcquire()) {
      throw new Refused(503, "too many files at once; try again");
    }
    String id = AccessControl.randomHex();
    Path own = Files.createDirectory(folder.path().resolve(id));
    boolean good = false;
    try {
      String name = DropScene.nameOf(Path.of(plain(given)));
      Path file = own.resolve(name + "." + ending);
      stream(in, file, n -> true);
      Upload u = new Upload(id, kind(ending), name, file, scene(file, name, ending));
      keep(u);
      good = true;
      return u;
    } catch (BadFileException e) {
      throw new Refused(400, message(e, own));
    } catch (IllegalArgumentException e) {
      throw new Refused(400, String.valueOf(e.getMessage()));
    } catch (SceneException e) {
      throw new Refused(400, e.problems().get(0).toString());
    } finally {
      slots.release();
      if (!good) {
        TempFolder.delete(own);
      }
    }
  }

  /**
   * Takes one file of an example set.
   *
   * @param given what the set is called
   * @param set of a set of which files came before, or null
   * @return kind {@code part} while the set is not whole
   */
  public Upload takePart(String given, String set, String part, long length, InputStream in)
      throws IOException, Refused {
    if (length > StudioLimits.EXAMPLE_BYTES) {
      throw new Refused(413, "this set is too large");
    }
    if (!slots.tryAcquire()) {
      throw new Refused(503, "too many files at once; try again");
    }
    ExampleUploads.Begun b = null;
    boolean good = false;
    try {
      b = parts.begin(set, DropScene.nameOf(Path.of(plain(given))), part, folder.path());
      stream(in, b.folder.resolve(part), b::add);
      if (ExampleUploads.isIndex(part)) {
        ExampleUploads.check(b.folder);
        parts.finished(b);
        Upload u = new Upload(b.id, EXAMPLES, b.name, b.folder, null);
        keep(u);
        good = true;
        return u;
      }
      good = true;
      return new Upload(b.id, "part", b.name, b.folder, null);
    } catch (FileAlreadyExistsException e) {
      throw new Refused(400, "this file of the set is there already");
    } catch (DamagedExamplesException e) {
      throw new Refused(400, String.valueOf(e.getMessage()).replaceAll("(?:[^\\s:]*[/\\\\])", ""));
    } catch (EOFException | RuntimeException | OutOfMemoryError e) {
      throw new Refused(400, "this is no example set");
    } finally {
      slots.release();
      if (b != null) {
        b.release();
        if (!good) {
          parts.drop(b);
        }
      }
    }
  }

  /** A page's name for a file, of letters that are good for one here. */
  private static String plain(String given) {
    String base = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
    base = base.replaceAll("[^A-Za-z0-9._-]", "-");
    return base.isEmpty() ? "file" : base;
  }

  /** What is wrong with a file, without the place that it has here. */
  public static String message(BadFileException e, Path own) {
    return String.valueOf(e.getMessage()).replace(own + java.io.File.separator, "");
  }

  private static String kind(String ending) {
    if (SHAPES.contains(ending)) {
      return "shapes";
    }
    return MESHES.contains(ending) ? "mesh" : DRAWINGS.contains(ending) ? "drawing" : "scene";
  }

  /**
   * Writes what comes to a file.
   *
   * @param more counts bytes and says whether they are still welcome
   */
  private static void stream(InputStream in, Path file, IntPredicate more)
      throws IOException, Refused {
    byte[] buffer = new byte[1 << 16];
    long total = 0;
    try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        total += n;
        if (total > StudioLimits.UPLOAD_BYTES || !more.test(n)) {
          throw new Refused(413, "this file is too large");
        }
        out.write(buffer, 0, n);
      }
    }
    if (total == 0) {
      throw new Refused(400, "this file is empty");
    }
  }

  private static SceneSource scene(Path file, String name, String ending)
      throws IOException, SceneException {
    String path = String.valueOf(file.getFileName());
    if (SHAPES.contains(ending)) {
      RigTargets.check(file);
      return null;
    }
    if (SCENES.contains(ending)) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      SceneFile.parse(path, text, null, List.of());
      return new SceneSource(name, text, null);
    }
    if (DRAWINGS.contains(ending)) {
      DrawingReader.read(file); // says what is wrong with it
    }
    String text =
        MESHES.contains(ending)
            ? DropScene.ofMesh(file, path, Preset.of("rubber"), true)
            : DropScene.ofDrawing(file, path);
    SceneFile.parse(path, text, file.getParent(), List.of());
    return new SceneSource(name, text, file.getParent());
  }

  private synchronized void keep(Upload u) {
    kept.put(u.id, u);
    if (kept.size() > StudioLimits.UPLOADS) {
      forget(kept.values().iterator().next());
    }
    List<Upload> sets = kept.values().stream().filter(k -> k.kind.equals(EXAMPLES)).toList();
    if (sets.size() > StudioLimits.EXAMPLE_SETS) {
      forget(sets.get(0));
    }
  }

  private void forget(Upload u) {
    kept.remove(u.id);
    TempFolder.delete(u.file.getParent());
  }

  public synchronized Upload get(String id) {
    Upload u = kept.get(id);
    if (u == null) {
      throw new IllegalArgumentException("there is no such file any more; bring it again");
    }
    return u;
  }

  @Override
  public void close() {
    folder.close();
  }
}
