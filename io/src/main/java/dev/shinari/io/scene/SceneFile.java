package dev.shinari.io.scene;

import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.JsonSchema;
import dev.shinari.io.scene.format.LocatedJson;
import dev.shinari.io.scene.format.LocatedJsonReader;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.SceneChecker;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.SceneReference;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.spec.SceneBinder;
import dev.shinari.io.scene.spec.SceneSpec;
import dev.shinari.io.scene.spec.ValidParts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A scene that was read and checked, with the values that it resolved to. Start here to load one:
 * {@link #read} for a file, {@link #parse} for text.
 */
public final class SceneFile {
  /** More than any scene needs; protects against reading a video by mistake. */
  private static final long MAX_BYTES = 32L << 20;

  private final Scene scene;
  private final ResolvedValue.Fields resolved;

  private SceneFile(Scene scene, ResolvedValue.Fields resolved) {
    this.scene = scene;
    this.resolved = resolved;
  }

  public Scene scene() {
    return scene;
  }

  /** Every value with where it came from. */
  public ResolvedValue.Fields resolved() {
    return resolved;
  }

  /** Reads a scene file; {@code settings} take the place of its values. */
  public static SceneFile read(Path file, List<Setting> settings) throws SceneException {
    String shown = file.toString();
    Path parent = file.toAbsolutePath().getParent();
    return parse(shown, text(file, shown), parent, settings);
  }

  /**
   * Reads a scene from text.
   *
   * @param shown what messages call it; its last part without an extension is the scene's name
   *     unless the scene gives one
   * @param folder what file names in it are relative to, or null if it cannot name files
   */
  public static SceneFile parse(String shown, String text, Path folder, List<Setting> settings)
      throws SceneException {
    List<Problem> problems = new ArrayList<>();
    LocatedJson value = located(shown, text, settings, problems);
    ResolvedValue resolved =
        value == null
            ? null
            : new SceneChecker(shown, folder, problems).check(value, SceneSpec.SCENE, "");
    if (!problems.isEmpty()) {
      throw new SceneException(inOrder(problems));
    }
    ResolvedValue.Fields fields = (ResolvedValue.Fields) resolved;
    return new SceneFile(SceneBinder.bind(fields, shown), fields);
  }

  private static LocatedJson located(
      String shown, String text, List<Setting> settings, List<Problem> problems) {
    LocatedJson value = LocatedJsonReader.read(shown, text, problems);
    if (value instanceof LocatedJson.Fields root) {
      settings.forEach(s -> s.apply(root, SceneSpec.SCENE, problems));
    }
    return value;
  }

  private static List<Problem> inOrder(List<Problem> problems) {
    problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return problems;
  }

  /**
   * All that is wrong with a scene: what its text says, and what shows only when it is built. Where
   * the text of one thing is wrong, the others are built all the same. Empty for a sound scene.
   *
   * @param shown as for {@link #parse}
   */
  public static List<Problem> problems(
      String shown, String text, Path folder, List<Setting> settings) {
    List<Problem> problems = new ArrayList<>();
    LocatedJson value = located(shown, text, settings, problems);
    if (value == null) {
      return problems;
    }
    new SceneChecker(shown, folder, problems).check(value, SceneSpec.SCENE, "");
    if (value instanceof LocatedJson.Fields root) {
      ValidParts sound = ValidParts.of(root, shown, folder);
      if (sound.fields() != null) {
        Scene scene = SceneBinder.bind(sound.fields(), shown);
        problems.addAll(SceneBuilder.problems(scene, sound.absent()));
      }
    }
    return inOrder(problems);
  }

  /** {@link #problems(String, String, Path, List)} of a file. */
  public static List<Problem> problems(Path file, List<Setting> settings) throws SceneException {
    String shown = file.toString();
    return problems(shown, text(file, shown), file.toAbsolutePath().getParent(), settings);
  }

  /** The JSON Schema of the format. */
  public static String jsonSchema() {
    return JsonSchema.of(SceneSpec.SCENE);
  }

  /** The reference page of the format, in Markdown. */
  public static String reference() {
    return SceneReference.of(SceneSpec.SCENE);
  }

  static String text(Path file, String shown) throws SceneException {
    try {
      if (Files.isDirectory(file)) {
        throw problem(shown, "is a folder, expected a scene file (.jsonc)");
      }
      if (Files.size(file) > MAX_BYTES) {
        throw problem(shown, "is larger than 32 MB: this is no scene file");
      }
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
    } catch (NoSuchFileException e) {
      throw problem(shown, "there is no such file");
    } catch (CharacterCodingException e) {
      throw problem(shown, "is not UTF-8 text: a scene is a text file (.jsonc)");
    } catch (IOException e) {
      throw problem(shown, "cannot be read: " + e.getMessage());
    }
  }

  private static SceneException problem(String shown, String message) {
    return new SceneException(List.of(new Problem(shown, 0, 0, message)));
  }
}
