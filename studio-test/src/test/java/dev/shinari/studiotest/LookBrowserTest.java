package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.film.Performance;
import dev.shinari.app.film.Pictures;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.spec.StyleJson;
import dev.shinari.render.camera.CameraSettings;
import dev.shinari.render.camera.CameraSettings.Point;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.style.Styles;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The stage against the pictures of the command line's renderer. */
@ExtendWith(Studio.Opener.class)
class LookBrowserTest {
  /** The stage's picture as a PNG file, drawn this moment, seen from the given place. */
  private static final String PICTURE =
      """
      ([azimuth, elevation, distance, x, y, z]) => {
        const { stage } = studio;
        const { orbit } = stage;
        Object.assign(orbit.want, { azimuth, elevation, distance });
        orbit.want.target.set(x, y, z);
        orbit.jump();
        stage.touched = true;
        stage.look.aim(azimuth, false);
        stage.draw();
        return stage.canvas.toDataURL("image/png");
      }
      """;

  /** Levels between two pictures' pixels that count as the same. */
  private static final int LEVELS = 3;

  /** Styles in which strokes and dots, which no two renderers smooth alike, cover much. */
  private static final Map<String, Double> LEAST_ALIKE =
      Map.of("comic", 0.93, "ink", 0.93, "pencil", 0.93);

  /** Where both look from: angles and distance about a point above the origin. */
  private record View(double azimuth, double elevation, double distance, double height) {
    CameraSettings camera(double fov) {
      double cos = Math.cos(elevation);
      return CameraSettings.DEFAULT
          .withFovDeg((float) fov)
          .withEye(
              new Point(
                  distance * cos * Math.sin(azimuth),
                  height + distance * Math.sin(elevation),
                  distance * cos * Math.cos(azimuth)),
              new Point(0, height, 0));
    }
  }

  /** The first frame of a scene, as the page and as the renderer draw it. */
  private record Pair(BufferedImage seen, BufferedImage drawn) {
    static Pair of(Visit v, String scene, String style, View view) throws Exception {
      Scene played = SceneLibrary.read(scene, List.of()).scene();
      Take take = Performance.of(played).record(r -> {}, done -> done < 1);
      v.page.evaluate(
          "(s) => studio.stage.setStyle(JSON.parse(s))", StyleJson.of(Styles.named(style)));
      String url =
          (String)
              v.page.evaluate(
                  PICTURE, List.of(view.azimuth, view.elevation, view.distance, 0, view.height, 0));
      byte[] png = Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1));
      BufferedImage seen = ImageIO.read(new ByteArrayInputStream(png));
      PictureSettings settings =
          Pictures.settings(played)
              .withSize(seen.getWidth(), seen.getHeight())
              .withCamera(view.camera(v.number("studio.stage.camera.fov")))
              .withStyle(Styles.named(style));
      BufferedImage drawn = new CelRenderer(take, settings).image(0);
      Path folder = Files.createDirectories(Path.of("target", "screenshots"));
      String name = "look-" + scene + "-" + style;
      Files.write(folder.resolve(name + "-page.png"), png);
      ImageIO.write(drawn, "png", folder.resolve(name + "-java.png").toFile());
      return new Pair(seen, drawn);
    }
  }

  @Test
  void theStageDrawsEveryStyleAsTheRendererDoes(Studio studio) throws Exception {
    try (Visit v = studio.visit("jelly-stack")) {
      v.start();
      for (String name : Styles.names()) {
        Pair p = Pair.of(v, "jelly-stack", name, new View(0.6, 0.3, 4.4, 0.62));
        assertThat(alike(p.seen, p.drawn, false))
            .as("share of pixels of %s that are those of the renderer", name)
            .isGreaterThan(LEAST_ALIKE.getOrDefault(name, 0.97));
        assertThat(alike(p.seen, p.drawn, true))
            .as("tones of %s on bodies, away from ink and from marks of shadow", name)
            .isGreaterThan(0.97);
      }
    }
  }

  @Test
  void aPictureOnABodyStandsUprightAndHasItsColors(Studio studio) throws Exception {
    try (Visit v = studio.visit("tear-drawing")) {
      v.start();
      v.await("[...studio.stage.textures.values()].every((t) => t.image)"); // the drawing is there
      Pair p = Pair.of(v, "tear-drawing", "flat", new View(0, 0, 3, 0.6));
      assertThat(alike(p.seen, p.drawn, false))
          .as("share of pixels that are those of the renderer")
          .isGreaterThan(0.9);
      assertThat(alike(p.seen, p.drawn, true)).as("tones of the picture").isGreaterThan(0.97);
    }
  }

  /**
   * Share of pixels that are the same in both; of all, or only of those in the middle of a patch of
   * one color that is not the paper's: there nothing but the tone of a body or a shadow counts.
   */
  private static double alike(BufferedImage a, BufferedImage b, boolean tonesOnly) {
    int same = 0, all = 0;
    for (int y = 3; y < a.getHeight() - 3; y++) {
      for (int x = 3; x < a.getWidth() - 3; x++) {
        if (tonesOnly && !(isPlain(b, x, y) && strong(b.getRGB(x, y)))) {
          continue;
        }
        all++;
        same += apart(a.getRGB(x, y), b.getRGB(x, y)) <= LEVELS ? 1 : 0;
      }
    }
    return all == 0 ? 1 : same / (double) all;
  }

  private static boolean isPlain(BufferedImage b, int x, int y) {
    for (int dy = -3; dy <= 3; dy++) {
      for (int dx = -3; dx <= 3; dx++) {
        if (apart(b.getRGB(x, y), b.getRGB(x + dx, y + dy)) > 0) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean strong(int c) {
    int r = c >> 16 & 255, g = c >> 8 & 255, b = c & 255;
    return Math.max(r, Math.max(g, b)) - Math.min(r, Math.min(g, b)) > 60;
  }

  private static int apart(int a, int b) {
    int most = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
      most = Math.max(most, Math.abs((a >> shift & 255) - (b >> shift & 255)));
    }
    return most;
  }

  @Test
  void fastBodiesLeaveLinesAndImpactsStars(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#tab-view");
      v.page.click("[data-style=comic]");
      // What the marks were at their most, picture by picture.
      v.page.evaluate(
          """
          () => {
            const { stage } = studio;
            const most = (window.most = { lines: 0, stars: 0 });
            stage.onafter = () => {
              most.lines = Math.max(most.lines, stage.marks.trailLines);
              most.stars = Math.max(most.stars, stage.marks.stars);
            };
          }
          """);
      v.page.evaluate("studio.wire.ask('restart')");
      v.await("window.most.lines > 1");
      v.await("window.most.stars > 0");
      v.page.evaluate("studio.wire.ask('pause')");
      // What has stopped leaves nothing behind, and an old impact is over.
      v.page.evaluate(
          """
          () => {
            const { stage } = studio;
            stage.moving().forEach((s) => s.motion?.fill(0));
            stage.time += 1;
            stage.draw();
          }
          """);
      assertThat(v.number("studio.stage.marks.count")).isZero();
    }
  }

  @Test
  void aChosenStyleIsDrawnAndTheScenesOwnComesBack(Studio studio) {
    try (Visit v = studio.visit("teddy-drop")) {
      v.page.click("#tab-view");
      String own = (String) v.page.evaluate("studio.stage.look.style.name");
      v.page.click("[data-style=night]");
      assertThat(v.page.evaluate("studio.stage.look.style.name")).isEqualTo("night");
      assertThat(v.is("document.getElementById('stage').classList.contains('dark')"))
          .as("words on dark paper are light")
          .isTrue();
      v.frames(3);
      v.screenshot("night");
      v.page.click("[data-style='']");
      assertThat(v.page.evaluate("studio.stage.look.style.name")).isEqualTo(own);
    }
  }

  @Test
  void theLineReadsWhatTheContractSaysAndNothingElse(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      Object read =
          v.page.evaluate(
              """
              async () => {
                const { decode } = await import("/page/wire.js");
                const frame = new DataView(new ArrayBuffer(28 + 8 + 24 + 4 + 8));
                const words = [0x4d415246, 7, 3];
                words.forEach((w, i) => frame.setUint32(4 * i, w, true));
                frame.setFloat64(12, 1.5, true);
                frame.setUint32(20, 1, true);
                frame.setUint32(24, 9, true);
                frame.setUint32(28, 2, true);
                [1, 2, 3, 4, 5, 6].forEach((x, i) => frame.setFloat32(32 + 4 * i, x, true));
                frame.setUint32(56, 1, true);
                frame.setFloat32(60, 0.25, true);
                frame.setFloat32(64, 0.75, true);
                const f = decode(frame.buffer);
                let refused = 0;
                for (const bad of [new ArrayBuffer(0), new ArrayBuffer(4), frame.buffer.slice(0, 40)]) {
                  try { decode(bad); } catch { refused++; }
                }
                const [m] = f.meshes;
                return [f.number, f.time, m.id, [...m.positions].join(), [...m.channel].join(),
                  refused].join(" ");
              }
              """);
      assertThat(read).isEqualTo("7 1.5 9 1,2,3,4,5,6 0.25,0.75 3");
    }
  }
}
