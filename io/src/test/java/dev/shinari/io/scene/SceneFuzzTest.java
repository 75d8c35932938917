package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Mutated scene text gives a scene or a list of one-line problems, never anything else. */
class SceneFuzzTest {
  private static final String TEXT =
      """
      { // a film
        "name": "fuzz", "frames": 12, "gravity": [0, -9.81, 0],
        "forces": [ { "kind": "wind", "velocity": [1, 0, 0], "untilSeconds": 2 }, "attractor" ],
        "bodies": [
          { "shape": { "kind": "cuboid", "size": [1, 0.5, 0.25] }, "cage": { "kind": "lattice", "resolution": 8 },
            "elasticity": { "frequencyHz": 3, "dampingRatio": 0.1 }, "color": "#AABBCC",
            "pins": [ { "kind": "side", "side": "left" } ],
            "handles": [ { "select": "all", "motion": { "keys": [ { "seconds": 0 }, { "seconds": 1, "turnDeg": [0, 90, 0] } ] } } ],
            "repeat": { "count": 3, "offset": [0, 1, 0], "jitter": 0.1 } },
          { "shape": { "kind": "solid", "part": { "kind": "union", "parts": [ { "kind": "ball", "radius": 1 } ] } } },
        ],
        "colliders": [ "floor", { "kind": "box", "size": [1, 1, 1], "motion": { "keys": [ { "seconds": 1e-3 } ] } } ],
        "picture": { "width": 320, "height": 240 },
      }
      """;

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "null",
    "true",
    "NaN",
    "-Infinity",
    "1e400",
    "-0",
    "1e-400",
    "0x10",
    "//",
    "/*",
    "*/",
    "\\u0000",
    "\\",
    "\"kind\":",
    "\"shape\":",
    "[[[[",
    "{}",
    "[]",
    "\n",
    "99999999999999999999",
    "\uD800",
    "'",
    "\"\"",
    "bodies",
    "#"
  };

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void mutatedTextGivesOnlyCleanErrors(long seed) {
    Random random = new Random(seed);
    int good = 0;
    int bad = 0;
    for (int round = 0; round < 800; round++) {
      String text = mutate(random);
      String place = "seed " + seed + " round " + round + ": " + text;
      try {
        if (SceneFile.parse("fuzz.jsonc", text, null, List.of()).scene().bodies().isEmpty()) {
          fail(place);
        }
        good++;
      } catch (SceneException e) {
        if (e.problems().isEmpty()) {
          fail(place);
        }
        for (Problem p : e.problems()) {
          String line = p.toString();
          boolean clean = !line.contains("\n") && line.length() < 1000;
          if (!clean || p.line() < 1 || p.column() < 1) {
            fail(place + "\n" + line);
          }
        }
        bad++;
      }
    }
    assertThat(good).isPositive();
    assertThat(bad).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void randomSettingsGiveOnlyCleanErrors(long seed) {
    Random random = new Random(seed);
    String[] steps = {
      "bodies", "[0]", "[7]", ".shape", ".kind", ".elasticity", ".frequencyHz", "frames", ".x",
      ".path", "colliders", ".repeat", ".part", ".parts", "", ".cage", "camera", ".zoom"
    };
    for (int round = 0; round < 1000; round++) {
      StringBuilder path = new StringBuilder();
      for (int i = random.nextInt(6); i >= 0; i--) {
        path.append(steps[random.nextInt(steps.length)]);
      }
      String set = path + "=" + PIECES[random.nextInt(PIECES.length)];
      try {
        SceneFile.parse("fuzz.jsonc", TEXT, null, List.of(Setting.parse(set)));
      } catch (SceneException e) {
        if (e.problems().isEmpty()) {
          fail("seed " + seed + ": --set " + set);
        }
      }
    }
  }

  private static String mutate(Random random) {
    StringBuilder s = new StringBuilder(TEXT);
    for (int i = random.nextInt(3); i >= 0 && s.length() > 0; i--) {
      int at = random.nextInt(s.length());
      int to = Math.min(s.length(), at + 1 + random.nextInt(12));
      switch (random.nextInt(5)) {
        case 0 -> s.delete(at, to);
        case 1 -> s.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 2 -> s.replace(at, to, PIECES[random.nextInt(PIECES.length)]);
        case 3 ->
            s.setCharAt(
                at,
                (char)
                    (random.nextInt(10) == 0 ? random.nextInt(0x10000) : 32 + random.nextInt(95)));
        default -> s.setLength(at + 1);
      }
    }
    return s.toString();
  }
}
