package dev.shinari.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.console.StopSignal;
import dev.shinari.app.library.ReelLibrary;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Reel;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReelTest {
  @TempDir Path folder;

  private static final String SMALL =
      """
      {
        "title": "Test",
        "width": 96,
        "height": 64,
        "drawings": 8,
        "shots": [
          { "kind": "card", "title": "One, 2!", "seconds": 0.25 },
          {
            "kind": "shot",
            "scene": "my.jsonc",
            "untilSeconds": 0.5,
            "caption": "drop",
            "orbitDeg": 30,
            "zoomTo": 1.2,
            "set": ["bodies[0].color=#40A040"],
          },
        ],
      }
      """;

  private static final String SCENE =
      """
      { "bodies": [{ "shape": "cuboid", "cage": { "resolution": 4 }, "position": [0, 1, 0] }] }
      """;

  @Test
  void aReelBecomesPicturesGifSheetAndPoster() throws Exception {
    Path reel = folder.resolve("show.jsonc");
    Files.writeString(reel, SMALL);
    Files.writeString(folder.resolve("my.jsonc"), SCENE);
    Path out = folder.resolve("out");
    CallHelper c = CallHelper.call("run", reel.toString(), "-o", out.toString());
    assertThat(c.err).contains("2 shots and cards");
    assertThat(c.code).isZero();
    List<String> pictures = new ArrayList<>();
    try (Stream<Path> files = Files.list(out.resolve("show-pictures"))) {
      files.forEach(f -> pictures.add(f.getFileName().toString()));
    }
    assertThat(pictures).hasSize(6).contains("show_00000.png", "show_00005.png");
    assertThat(out.resolve("show.gif")).exists();
    assertThat(ImageIO.read(out.resolve("show.png").toFile()).getWidth()).isEqualTo(2 * 54 + 6);
    BufferedImage poster = ImageIO.read(out.resolve("show-poster.png").toFile());
    assertThat(poster.getWidth()).isEqualTo(192);
    // the shot's own color is seen, so its settings were taken
    BufferedImage shot = ImageIO.read(out.resolve("show-pictures/show_00004.png").toFile());
    assertThat(shot.getRGB(0, 0, 96, 64, null, 0, 96)).contains(0xFF40A040);

    c = CallHelper.call("run", reel.toString(), "-o", out.toString(), "--format", "none,gif");
    assertThat(c.code).isZero();
    assertThat(out.resolve("show-pictures")).doesNotExist();
  }

  @Test
  void aReelSaysWhatIsWrongBeforeItDrawsAnything() throws Exception {
    Path reel = folder.resolve("bad.jsonc");
    Path out = folder.resolve("out");
    String[][] cases = {
      {"{ \"shots\": [] }", "needs at least 1 entry"},
      {"{ \"shots\": [{ \"kind\": \"shot\" }] }", "needs the key `scene`"},
      {"{ \"shots\": [{ \"kind\": \"shot\", \"scene\": \"teddy-dorp\" }] }", "teddy-drop"},
      {"{ \"shots\": [{ \"kind\": \"card\", \"title\": \"x\", \"secnds\": 2 }] }", "`seconds`"},
      {
        "{ \"shots\": [{ \"kind\": \"shot\", \"scene\": \"sheet\", \"fromSeconds\": 4 }] }",
        "later than"
      },
      {
        "{ \"shots\": [{ \"kind\": \"shot\", \"scene\": \"sheet\", \"set\": [\"bodies[7].color=red\"] }] }",
        "no entry 7"
      },
      {
        "{ \"style\": \"penicl\", \"shots\": [{ \"kind\": \"card\", \"title\": \"x\" }] }", "pencil"
      },
    };
    for (String[] k : cases) {
      Files.writeString(reel, k[0]);
      for (String command : new String[] {"run", "check"}) {
        CallHelper c =
            command.equals("run")
                ? CallHelper.call("run", reel.toString(), "-o", out.toString())
                : CallHelper.call("check", reel.toString());
        assertThat(c.err).as(k[0]).contains(k[1]);
        assertThat(c.code).as(k[0]).isEqualTo(2);
      }
      assertThat(out).doesNotExist();
    }
    Files.writeString(reel, SMALL);
    Files.writeString(folder.resolve("my.jsonc"), SCENE);
    for (String option : new String[] {"--format=glb", "--frames=3", "--drawings=12"}) {
      CallHelper c = CallHelper.call("run", reel.toString(), "-o", out.toString(), option);
      assertThat(c.code).as(option).isEqualTo(2);
      assertThat(c.err).contains("a reel");
    }
    assertThat(CallHelper.call("check", reel.toString()).out).contains("a reel of 2 parts");
  }

  @Test
  void aWishToStopLeavesWholePictures() throws Exception {
    Path reel = folder.resolve("show.jsonc");
    Files.writeString(reel, SMALL);
    Files.writeString(folder.resolve("my.jsonc"), SCENE);
    StopSignal stop = new StopSignal();
    stop.wish();
    CallHelper c =
        CallHelper.call(stop, "run", reel.toString(), "-o", folder.resolve("o").toString());
    assertThat(c.code).isEqualTo(130);
    assertThat(folder.resolve("o/show.gif")).doesNotExist();
  }

  @Test
  void theBuiltInReelLastsAboutAMinuteAndAllItsScenesAreThere() throws Exception {
    Reel reel = ReelLibrary.read("reel", List.<Setting>of());
    assertThat(reel.seconds()).isBetween(55.0, 66.0);
    for (Reel.Part part : reel.parts()) {
      if (part instanceof Reel.Shot shot) {
        assertThat(SceneLibrary.read(shot.scene(), shot.settings()).scene().name())
            .isEqualTo(shot.scene());
      }
    }
  }
}
