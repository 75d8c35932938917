package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.BoundingBox;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gallery, controls, own files, keeping and the rig desk. */
@ExtendWith(Studio.Opener.class)
class PanelBrowserTest {
  @Test
  void theGalleryShowsEverySceneWithItsPictureAndFindsByWords(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#open-gallery");
      Locator cards = v.page.locator(".card:visible");
      assertThat(cards.count()).isEqualTo((int) v.number("studio.gallery.scenes.length"));
      double below = cards.nth(9).boundingBox().y;
      v.await(
          "[...document.querySelectorAll('.card img')].slice(0, 4).every((i) => i.naturalWidth > 100)");
      assertThat(cards.nth(1).boundingBox().height)
          .as("picture and text are seen")
          .isGreaterThan(200);
      assertThat(cards.nth(9).boundingBox().y).as("nothing jumps").isEqualTo(below);
      v.screenshot("gallery");
      v.page.fill("#gallery-search", "star torn");
      assertThat(cards.count()).isEqualTo(1);
      assertThat(cards.first().innerText()).contains("star");
      v.page.fill("#gallery-search", "no such thing");
      assertThat(v.page.locator("#gallery-none").isVisible()).isTrue();
      v.page.fill("#gallery-search", "star torn");
      v.page.keyboard().press("Enter");
      v.await("studio.scene.name === 'tear-star'");
      assertThat(v.page.locator("#scene-title").innerText()).contains("star");
    }
  }

  @Test
  void aSliderChangesTheBodyAndUndoTakesItBack(Studio studio) {
    try (Visit v = studio.visit("pinned-bar")) {
      String key = "elasticity.frequencyHz";
      double before = v.number("studio.body().settings['" + key + "']");
      double firm = 1e9; // how low it hangs at its own frequency
      for (int i = 0; i < 20; i++) {
        v.frames(2);
        firm = Math.min(firm, v.number("studio.stage.bounds().min.y"));
      }
      v.page.fill("#set-elasticity-frequencyHz", String.valueOf(before / 2));
      v.page.keyboard().press("Enter");
      v.await("studio.body().settings['" + key + "'] < " + 0.6 * before);
      // Softer, it hangs lower.
      v.await("studio.stage.bounds().min.y < " + (firm - 0.01));
      Locator slider = v.page.locator("input[type=range][data-key='" + key + "']");
      BoundingBox box = slider.boundingBox();
      v.page.mouse().click(box.x + 0.7 * box.width, box.y + box.height / 2);
      v.await("studio.body().settings['" + key + "'] > " + 0.6 * before);
      v.page.click("#undo");
      v.await("studio.body().settings['" + key + "'] < " + 0.6 * before);
      Download saved = v.page.waitForDownload(() -> v.page.click("#save-override"));
      assertThat(Files.readString(saved.path())).contains("frequencyHz");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anEffectComesAndGoesWhileTheBodyMoves(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.pause();
      double time = v.number("studio.stage.time");
      Locator box = v.page.locator("[data-effect=squashStretch]");
      String on = "studio.body().effects.find((e) => e.name === 'squashStretch').strength";
      box.check();
      v.await("typeof " + on + " === 'number'");
      v.await("document.querySelectorAll('[data-key=effect-squashStretch]').length > 0");
      v.still();
      assertThat(v.number("studio.stage.time")).as("no new start").isEqualTo(time);
      v.page.click("#undo");
      v.await(on + " === null");
      assertThat(box.isChecked()).isFalse();
      v.play();
      v.await("studio.stage.time > " + time);
    }
  }

  @Test
  void weightsMoveByThemselvesAndAHandHoldsOne(Studio studio) {
    try (Visit v = studio.visit("twist-cuboid")) {
      v.page.evaluate("studio.select(studio.scene.bodies.find((b) => b.examples.length > 0).id)");
      v.page.click("#tab-examples");
      Locator value = v.page.locator(".example .value").last();
      // What the bars showed at their most: a weight moves when the body lands, and then it is
      // over.
      v.page.evaluate(
          """
          () => {
            const { exampleSheet } = studio;
            const show = exampleSheet.show.bind(exampleSheet);
            window.most = 0;
            exampleSheet.show = (values) => {
              show(values);
              const seen = [...document.querySelectorAll(".example .value")];
              window.most = Math.max(window.most, ...seen.map((e) => Number(e.textContent)));
            };
          }
          """);
      v.page.evaluate("studio.wire.ask('speed', { factor: 0.25 })");
      v.page.evaluate("studio.wire.ask('restart')");
      v.await("window.most > 0");
      Locator hand = v.page.locator(".example input[type=range]").last();
      hand.focus();
      v.page.keyboard().press("Home"); // it may be at either end by itself
      v.page.keyboard().press("End");
      v.await("document.querySelector('.example.held') !== null");
      v.await("Number([...document.querySelectorAll('.example .value')].pop().textContent) > 0.5");
      assertThat(value.innerText()).isNotEqualTo("0.00");
      v.screenshot("examples");
      v.page.click("#undo");
      v.await("studio.state.redo > 0");
    }
  }

  @Test
  void aGroupIsPaintedErasedNamedAndUndone(Studio studio) {
    try (Visit v = studio.visit("shape-keys")) {
      v.page.click("#tab-examples");
      v.await("[...document.querySelectorAll('.example img')].every((i) => i.naturalWidth > 100)");
      v.page.click("#paint-start");
      v.await("studio.painter.on && !studio.state.playing");
      v.still();
      v.page.fill("#group-name", "left ear");
      v.page.keyboard().press("Tab");
      int body = (int) v.number("studio.bodyId");
      double[] at = v.on(body, 0.6, 0.9);
      v.press(at);
      v.pull(at, 10, 30);
      v.release();
      double painted = v.number("studio.painter.count(studio.painter.current)");
      assertThat(painted).isBetween(3.0, 2000.0);
      v.screenshot("painted");
      v.page.click("#brush-erase");
      v.page.locator("#brush-size").fill("0.04");
      v.press(at);
      v.release();
      v.await("studio.painter.count(studio.painter.current) < " + painted);
      v.page.click("#paint-done");
      String own =
          "studio.scene.bodies.find((b) => b.id === studio.bodyId).groups.map((g) => g.name)";
      v.await(own + ".includes('left-ear')");
      v.await("studio.state.playing && !studio.painter.on");
      v.page.click("#tab-view");
      v.page.click("[data-channel=groups]");
      v.await("studio.stage.moving().some((s) => new Set(s.channel ?? []).size > 1)");
      v.page.click("[data-channel=weights]");
      v.page.click("#undo");
      v.await("!" + own + ".includes('left-ear')");
    }
  }

  @Test
  void aDroppedFileBecomesABody(Studio studio) {
    StringBuilder obj = new StringBuilder();
    double[][] corners = {
      {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}
    };
    for (double[] c : corners) {
      obj.append("v " + c[0] + " " + c[1] + " " + c[2] + "\n");
    }
    obj.append("f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n");
    try (Visit v = studio.visit("falling-cuboid")) {
      drop(v, "my box.obj", obj.toString());
      v.await("studio.scene.name !== 'falling-cuboid' && studio.stage.moving().length > 0");
      v.start();
      double[] before = v.middle(1); // it only falls from here by itself
      v.pull(v.hold(1, 0.5, 0.6), 60, -120);
      v.awaitHigher(before[1] + 0.01);
      v.release();
      v.screenshot("own-file");
      drop(v, "broken.obj", "f 1 2 3\n");
      v.page.locator(".note.bad").first().waitFor();
      assertThat(v.page.locator(".note.bad").first().innerText()).contains("broken.obj");
      v.complaints().removeIf(c -> c.contains("/api/upload")); // a refusal is no fault of the page
    }
  }

  private static void drop(Visit v, String name, String text) {
    v.page.evaluate(
        """
        ([name, text]) => {
          const data = new DataTransfer();
          data.items.add(new File([text], name));
          for (const type of ["dragenter", "dragover", "drop"]) {
            document.getElementById("stage").dispatchEvent(
              new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
          }
        }
        """,
        List.of(name, text));
  }

  @Test
  void recordsFilmAndGif(Studio studio) throws IOException {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#tab-keep");
      v.page.click("#record-webm");
      v.frames(12);
      Download film = v.page.waitForDownload(() -> v.page.click("#record-webm"));
      byte[] webm = Files.readAllBytes(film.path());
      assertThat(film.suggestedFilename()).isEqualTo("falling-cuboid.webm");
      assertThat(Arrays.copyOf(webm, 4))
          .isEqualTo(new byte[] {0x1A, 0x45, (byte) 0xDF, (byte) 0xA3});
      v.page.click("#record-gif");
      v.frames(12);
      Download moving = v.page.waitForDownload(() -> v.page.click("#record-gif"));
      ImageReader gif = ImageIO.getImageReadersByFormatName("gif").next();
      gif.setInput(
          ImageIO.createImageInputStream(
              new ByteArrayInputStream(Files.readAllBytes(moving.path()))));
      assertThat(gif.getNumImages(true)).isGreaterThan(2);
      var first = gif.read(0);
      assertThat(first.getWidth()).isBetween(200, 480);
      // The paper is light at the top, and something is drawn on it.
      int sky = first.getRGB(first.getWidth() / 2, 2) & 255;
      assertThat(sky).isGreaterThan(220);
      gif.dispose();
    }
  }

  @Test
  void exportsTheTakeAndSavesAReplay(Studio studio) throws IOException {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.frames(5);
      v.page.click("#play");
      v.await("!studio.state.playing");
      v.page.click("#tab-keep");
      v.page.click("#export");
      v.page.locator("#exports a").first().waitFor();
      Download file =
          v.page.waitForDownload(() -> v.page.locator("#exports a[download$='.glb']").click());
      byte[] glb = Files.readAllBytes(file.path());
      assertThat(new String(glb, 0, 4, StandardCharsets.US_ASCII)).isEqualTo("glTF");
      v.screenshot("exported");
      Download replay = v.page.waitForDownload(() -> v.page.click("#save-replay"));
      assertThat(Files.readString(replay.path())).contains("falling-cuboid");
    }
  }

  @ParameterizedTest
  @CsvSource({"1280, 720, false", "390, 844, true"})
  void everythingFitsTheScreen(int width, int height, boolean touch, Studio studio) {
    try (Visit v = studio.visit("twist-cuboid", width, height, touch)) {
      for (String tab : List.of("examples", "view", "keep", "body")) {
        v.page.click("#tab-" + tab);
        assertThat(v.page.locator("#sheet-" + tab).isVisible()).as(tab).isTrue();
        assertThat(v.is("document.documentElement.scrollWidth <= innerWidth")).as(tab).isTrue();
        assertThat(v.is("document.documentElement.scrollHeight <= innerHeight")).as(tab).isTrue();
        v.screenshot(tab + "-" + width);
      }
      for (String button : List.of("#play", "#undo", "#tool-cut", "#home", "#show-help")) {
        BoundingBox b = v.page.locator(button).boundingBox();
        assertThat(b.x >= 0 && b.x + b.width <= width && b.y >= 0 && b.y + b.height <= height)
            .as(button + " is on the screen")
            .isTrue();
        assertThat(Math.min(b.width, b.height)).as(button + " can be hit").isGreaterThan(30);
      }
    }
  }

  @Test
  void aRefusalIsShownAndTheStudioGoesOn(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.evaluate("studio.wire.tell('open', { scene: '<b>none</b>' })");
      Locator note = v.page.locator(".note.bad").first();
      note.waitFor();
      assertThat(note.locator("b").count()).as("text never becomes HTML").isZero();
      v.frames(3);
    }
  }

  @Test
  void aPageWithoutATokenSaysWhatToDo(Studio studio) {
    assertThat(studio.withoutToken()).contains("./shinari studio");
  }
}
