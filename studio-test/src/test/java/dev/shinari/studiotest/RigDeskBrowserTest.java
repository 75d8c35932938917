package dev.shinari.studiotest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.shinari.app.Main;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Helper bones fitted while one looks on. */
@ExtendWith(Studio.Opener.class)
class RigDeskBrowserTest {
  @Test
  void aLegIsSampledFittedMovedAndExported(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#tab-rig");
      v.page.click("[data-model=leg]");
      v.await("studio.rig.rig && studio.stage.moving().length === 2");
      v.page.fill("#rig-poses", "24");
      v.page.keyboard().press("Enter");
      v.await("studio.rig.poses === 24");
      v.page.click("#rig-sample");
      v.await("studio.rig.rig.poses > 10");
      v.await("!['sampling', 'fitting'].includes(studio.rig.rig.state)");
      v.page.click("#rig-fit");
      v.await("studio.rig.rig.state === 'ready' && studio.rig.rig.helpers?.length > 0");
      assertThat(v.number("studio.rig.rig.rms.length")).isGreaterThan(1);
      assertThat(v.is("studio.rig.rig.rms.at(-1) < studio.rig.rig.driversRms"))
          .as("helpers come closer to the target than the drivers alone")
          .isTrue();
      assertThat(v.page.locator("#rig-figures").innerText()).contains("Error now");
      v.frameDrawn();
      v.screenshot("rig");
      String before = v.state();
      Locator joint = v.page.locator("#sheet-rig details input[type=range]").first();
      joint.evaluate("(e) => (e.closest('details').open = true)");
      joint.focus();
      v.page.keyboard().press("End");
      v.page.waitForCondition(() -> !v.state().equals(before));
      v.page.click("#rig-export");
      v.page.locator("#rig-exports a[download$='.glb']").waitFor();
      v.page.click("#rig-close");
      v.await("studio.rig.rig === null && studio.scene.name === 'falling-cuboid'");
    }
  }

  /** A leg with its shapes as a point cache or as an example set, as the command line writes it. */
  private static void sample(Path folder, int poses, String... more) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream to = new PrintStream(said, true, UTF_8);
    List<String> call = new ArrayList<>(List.of("rig", "sample", "leg", "--poses", "" + poses));
    call.addAll(List.of("-o", folder.toString()));
    call.addAll(List.of(more));
    int code =
        Main.run(
            call.toArray(new String[0]), new Console(to, to, false, false, 80), new StopSignal());
    assertThat(code).as(said.toString(UTF_8)).isZero();
  }

  @Test
  void droppedFilesAndFoldersOfShapesReachTheDesk(Studio studio, @TempDir Path folder) {
    sample(folder, 24);
    sample(folder.resolve("other"), 40, "--blocks");
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#tab-rig");
      v.drop(folder.resolve("leg.glb"), folder.resolve("leg.pc2"));
      v.await("studio.rig.model !== null && studio.rig.targets.length === 1");
      assertThat(v.page.evaluate("studio.rig.targets[0].kind")).isEqualTo("shapes");
      v.page.click("#rig-open-own");
      v.await("studio.rig.rig && studio.rig.rig.poses > 10 && studio.stage.moving().length === 2");
      v.await("!['sampling', 'fitting'].includes(studio.rig.rig.state)");
      double poses = v.number("studio.rig.rig.poses");
      v.drop(folder.resolve("other").resolve("leg.examples"));
      v.await("studio.rig.targets[0].kind === 'examples'");
      v.await(
          "studio.rig.rig.state === 'failed' || studio.rig.rig.state === 'open'"
              + " && studio.rig.rig.poses !== "
              + poses);
      assertThat(v.page.evaluate("studio.rig.rig.state")).isNotEqualTo("failed");
    }
  }

  @Test
  void ownModelAndShapesAreFitted(Studio studio, @TempDir Path folder) {
    sample(folder, 24);
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.click("#tab-rig");
      v.page.click("#rig-own summary");
      v.page.setInputFiles("#rig-model-file", folder.resolve("leg.glb"));
      v.await("studio.rig.model !== null");
      v.page.setInputFiles("#rig-targets-file", folder.resolve("leg.pc2"));
      v.await("studio.rig.targets.length === 1");
      v.page.click("#rig-open-own");
      v.await("studio.rig.rig && studio.rig.rig.poses > 10 && studio.stage.moving().length === 2");
      v.await("!['sampling', 'fitting'].includes(studio.rig.rig.state)");
      v.page.click("#rig-fit");
      v.await("studio.rig.rig.state === 'ready' && studio.rig.rig.helpers?.length > 0");
      assertThat(v.is("studio.rig.rig.rms.at(-1) < studio.rig.rig.driversRms")).isTrue();
      assertThat(v.page.locator(".label").allInnerTexts())
          .containsExactlyInAnyOrder("target", "rig");
      assertThat(v.page.locator("#legend").innerText()).contains("Distance from the target");
      v.screenshot("rig-own");
      v.page.setViewportSize(390, 844);
      v.frameDrawn();
      v.screenshot("rig-own-phone");
    }
  }
}
