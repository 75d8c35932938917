package dev.shinari.io.scene;

import dev.shinari.io.scene.format.FileNames;
import dev.shinari.io.scene.format.LocatedJson;
import dev.shinari.io.scene.format.LocatedJsonReader;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.SceneChecker;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.SceneReference;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Reel;
import dev.shinari.io.scene.spec.ReelSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Reads reels. Start here: {@link #read} for a file, {@link #parse} for text. */
public final class ReelFile {
  private ReelFile() {}

  /** Whether a text is a reel rather than a scene: an object with shots. */
  public static boolean isReel(String text) {
    LocatedJson value = LocatedJsonReader.read("", text, new ArrayList<>());
    return value instanceof LocatedJson.Fields f
        && f.values.containsKey("shots")
        && !f.values.containsKey("bodies")
        && !f.values.containsKey("creatures");
  }

  /** Whether a file is a reel; false for one that cannot be read. */
  public static boolean isReel(Path file) {
    try {
      return isReel(SceneFile.text(file, file.toString()));
    } catch (SceneException e) {
      return false;
    }
  }

  /** Reads a reel; {@code settings} take the place of its values. */
  public static Reel read(Path file, List<Setting> settings) throws SceneException {
    String shown = file.toString();
    return parse(shown, SceneFile.text(file, shown), settings);
  }

  /** Reads a reel from text; the last part of {@code shown} is its name unless it gives one. */
  public static Reel parse(String shown, String text, List<Setting> settings)
      throws SceneException {
    List<Problem> problems = new ArrayList<>();
    LocatedJson value = LocatedJsonReader.read(shown, text, problems);
    if (value instanceof LocatedJson.Fields root) {
      for (Setting s : settings) {
        s.apply(root, ReelSpec.REEL, problems);
      }
    }
    ResolvedValue resolved =
        value == null
            ? null
            : new SceneChecker(shown, null, problems).check(value, ReelSpec.REEL, "");
    if (!problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
      throw new SceneException(problems);
    }
    return ReelSpec.reel((ResolvedValue.Fields) resolved, FileNames.sceneName(shown));
  }

  /** The reference of the format, in Markdown. */
  public static String reference() {
    return SceneReference.of(
        ReelSpec.REEL,
        """
        # Reels

        A reel cuts shots of scenes and title cards into one film: `shinari run FILE` writes the pictures as PNG files, an animated GIF, a contact sheet and a poster. It is a file like a scene (JSON with comments, ending in `.jsonc`), with `shots` where a scene has bodies. `shinari run reel` makes the built-in one; `shinari scenes --source reel` prints it as a start for your own.

        ```jsonc
        {
          "style": "comic",
          "shots": [
            { "kind": "card", "title": "Drop it", "seconds": 1.5 },
            { "kind": "shot", "scene": "teddy-drop", "untilSeconds": 2.5, "caption": "teddy", "orbitDeg": 20 },
            { "kind": "shot", "scene": "my.jsonc", "fromSeconds": 1, "untilSeconds": 4, "speed": 0.5,
              "set": ["camera.azimuthDeg=10", "look.stars=2"] },
          ],
        }
        ```

        The camera of a shot frames what moves during the shot alone, then makes its own move. This page is made from the description of the format in the code.
        """);
  }
}
