package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a person does to bodies with pointer, finger and keys. */
@ExtendWith(Studio.Opener.class)
class StageBrowserTest {
  @Test
  void theFirstScenePlaysByItselfAndAsksToBeDragged(Studio studio) {
    try (Visit v = studio.visit(null)) {
      assertThat(v.is("studio.scene.name === 'twist-cuboid'")).isTrue();
      assertThat(v.page.locator("#invite").innerText()).startsWith("drag me");
      String before = v.state();
      v.frames(3);
      assertThat(v.state()).isNotEqualTo(before);
      assertThat(v.page.url()).as("the token has left the address bar").doesNotContain("token");
      v.screenshot("first");
    }
  }

  @Test
  void pauseStepRestartAndSlowMotion(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#play");
      v.await("!studio.state.playing");
      v.still();
      double time = v.number("studio.stage.time");
      v.page.click("#step");
      v.await("studio.stage.time > " + time);
      v.still();
      double later = v.number("studio.stage.time");
      assertThat(later - time).as("one step").isBetween(1e-4, 0.02);
      v.page.click("#restart");
      v.await("studio.stage.time < " + later);
      v.page.click("#slow");
      v.await("studio.state.speed === 0.25");
      assertThat(v.page.locator("#slow").innerText()).contains("1/4");
    }
  }

  @Test
  void aDragPullsTheBodyUnderThePointerAndADropLetsItGo(Studio studio) {
    try (Visit v = studio.visit("pinned-bar")) {
      v.start();
      double[] straight = v.middle(1); // it only sags from here by itself
      v.pull(v.hold(1, 0.8, 0.5), 0, -140);
      v.awaitHigher(straight[1] + 0.01);
      v.screenshot("dragged");
      v.release();
      v.await("studio.stage.grips.size === 0");
    }
  }

  @Test
  void whatIsLetGoWhileMovingIsThrown(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.start();
      double[] from = v.hold(1, 0.5, 0.5);
      v.pull(from, -60, -60);
      v.frames(2);
      double[] before = v.middle(1);
      for (int i = 1; i <= 4; i++) { // quick, whatever the page makes of it
        v.page.mouse().move(from[0] - 60 - 40 * i, from[1] - 60);
      }
      v.release();
      String way =
          "studio.stage.bounds().getCenter(studio.stage.camera.position.clone()).distanceTo({ x: %s, y: %s, z: %s })";
      v.await(String.format(Locale.ROOT, way, before[0], before[1], before[2]) + " > 0.4");
      assertThat(v.is("studio.stage.grips.size === 0")).isTrue();
    }
  }

  /**
   * The first frame that can show a drag is drawn by the next few: counted, since a time would only
   * measure how busy the machine is. In slow motion, so that nothing but the hand moves the bar up.
   */
  @Test
  void aDragIsSeenWithinAFewFrames(Studio studio) {
    try (Visit v = studio.visit("pinned-bar")) {
      v.page.evaluate(
          """
          () => {
            const { wire, stage } = studio;
            const log = (window.latency = { sent: null, moved: null });
            const send = wire.send.bind(wire);
            wire.send = (name, fields) => {
              if (name === "drag" && log.sent === null) {
                log.sent = stage.frameNumber;
                const g = stage.grips.get(fields.grip);
                log.from = stage.place(g.mesh, g.vertex).clone();
                log.grip = g;
              }
              send(name, fields);
            };
            wire.on("frame", (f) => {
              if (log.sent !== null && log.moved === null) {
                const now = stage.place(log.grip.mesh, log.grip.vertex);
                if (now.y > log.from.y + 1e-4) log.moved = f.number;
              }
            });
          }
          """);
      v.page.evaluate("studio.wire.ask('speed', { factor: 0.1 })");
      v.start();
      double[] at = v.hold(1, 0.85, 0.5);
      v.frames(2);
      v.page.mouse().move(at[0], at[1] - 120);
      v.await("window.latency.moved !== null");
      v.release();
      assertThat(v.number("latency.moved - latency.sent")).isBetween(1.0, 3.0);
    }
  }

  @Test
  void pinsByClickBoxAndLassoHoldAndUndoTakesThemBack(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.pause();
      v.page.click("#tool-pin");
      double[] at = v.on(1, 0.5, 0.6);
      v.page.mouse().click(at[0], at[1]);
      v.await("studio.stage.pins.length === 1");
      v.page.click("#undo");
      v.await("studio.stage.pins.flatMap((p) => p.vertices).length === 0");
      v.page.click("#redo");
      v.await("studio.stage.pins.flatMap((p) => p.vertices).length > 0");
      v.page.click("#tool-box");
      double[] low = v.about(1, -0.1, 0.7);
      double[] high = v.about(1, 1.1, 1.1);
      v.press(low);
      v.pull(low, high[0] - low[0], high[1] - low[1]);
      v.screenshot("box");
      v.release();
      v.await("studio.stage.pins.flatMap((p) => p.vertices).length > 3");
      double boxed = v.number("studio.stage.pins.flatMap((p) => p.vertices).length");
      v.page.click("#tool-lasso");
      double[][] ring = {v.about(1, -0.1, -0.1), v.about(1, 1.1, -0.1), v.about(1, 0.5, 0.5)};
      v.page.mouse().move(ring[0][0], ring[0][1]);
      v.page.mouse().down();
      v.page.mouse().move(ring[1][0], ring[1][1]);
      v.page.mouse().move(ring[2][0], ring[2][1]);
      v.page.mouse().up();
      v.await("studio.stage.pins.flatMap((p) => p.vertices).length > " + boxed);
    }
  }

  @Test
  void aCutLineCountsPieces(Studio studio) {
    try (Visit v = studio.visit("tear-star")) {
      v.start();
      v.page.click("#tool-cut");
      double[] top = v.about(0, 0.5, 1.1);
      double[] bottom = v.about(0, 0.5, -0.1);
      v.press(top);
      v.pull(top, bottom[0] - top[0], bottom[1] - top[1]);
      v.release();
      v.page.click("#play");
      v.await("studio.views.stats.pieces >= 2");
      assertThat(v.page.locator("#figures").innerText()).contains("pieces");
      v.screenshot("torn");
    }
  }

  @Test
  void pullingTearsTheStar(Studio studio) {
    try (Visit v = studio.visit("tear-star")) {
      v.await("studio.views.stats && studio.views.stats.tears > 0");
      assertThat(v.number("studio.views.stats.splits")).isPositive();
    }
  }

  @Test
  void twoTabsSeeAndMoveTheSameWorld(Studio studio) {
    try (Visit one = studio.visit("pinned-bar", "shared", 1280, 720, false);
        Visit two = studio.visit(null, "shared", 1280, 720, false)) {
      assertThat(two.is("studio.scene.name === 'pinned-bar'")).isTrue();
      one.start();
      two.still();
      double[] straight = two.middle(1); // it only sags from here by itself
      one.pull(one.hold(1, 0.8, 0.5), 0, -140);
      two.awaitHigher(straight[1] + 0.01);
      one.release();
      two.page.click("#play");
      one.await("!studio.state.playing");
    }
  }

  @Test
  void keysPullWithoutAPointer(Studio studio) {
    try (Visit v = studio.visit("pinned-bar")) {
      v.start();
      double[] straight = v.middle(1);
      v.page.focus("#canvas");
      v.page.keyboard().press("Enter");
      v.await("studio.stage.grips.size === 1");
      v.play();
      for (int i = 0; i < 6; i++) {
        v.page.keyboard().press("ArrowUp");
      }
      v.awaitHigher(straight[1] + 0.01);
      v.page.keyboard().press("Enter");
      v.await("studio.stage.grips.size === 0");
      v.page.keyboard().press("?");
      assertThat(v.page.locator("#help").isVisible()).isTrue();
      assertThat(v.page.locator("#help-body").innerText()).contains("play or pause");
      v.screenshot("help");
      v.page.keyboard().press("Escape");
      v.page.keyboard().press(" ");
      v.await("!studio.state.playing");
    }
  }

  @Test
  void aFingerPullsAndTwoFingersComeCloser(Studio studio) {
    try (Visit v = studio.visit("pinned-bar", 390, 844, true)) {
      assertThat(v.is("document.documentElement.scrollWidth <= innerWidth")).isTrue();
      v.screenshot("phone");
      v.page.click("#play");
      v.await("!studio.state.playing");
      v.start();
      double[] straight = v.middle(1);
      double[] at = v.on(1, 0.8, 0.5);
      Fingers fingers = new Fingers(v);
      fingers.touch("touchStart", at[0], at[1]);
      v.await("studio.stage.grips.size === 1");
      v.play();
      for (int i = 1; i <= 6; i++) {
        fingers.touch("touchMove", at[0], at[1] - 15 * i);
        v.frames(1);
      }
      v.awaitHigher(straight[1] + 0.005);
      fingers.touch("touchEnd");
      double distance = v.number("studio.stage.orbit.want.distance");
      fingers.touch("touchStart", 60, 160);
      fingers.touch("touchStart", 60, 160, 120, 160);
      fingers.touch("touchMove", 60, 160, 180, 160);
      fingers.touch("touchMove", 60, 160, 240, 160);
      fingers.touch("touchEnd");
      assertThat(v.number("studio.stage.orbit.want.distance")).isLessThan(0.7 * distance);
    }
  }

  @Test
  void everyViewDraws(Studio studio) {
    try (Visit v = studio.visit("tear-star")) {
      v.page.click("#tab-view");
      for (String channel : List.of("stretch", "regions", "splits", "pieces", "none")) {
        v.page.click("[data-channel=" + channel + "]");
        v.frames(3);
        assertThat(v.is("studio.stage.channel === '" + channel + "'")).isTrue();
        if (!channel.equals("none")) {
          v.await("studio.stage.moving().some((s) => s.channel !== null)");
        }
      }
      v.page.check("#view-cage");
      v.await("[...studio.stage.wires.values()].some((w) => w.group.visible)");
      v.screenshot("cage");
      assertThat(v.page.locator("#figures-table").innerText()).contains("Particles");
    }
  }
}
