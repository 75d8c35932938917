package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A large surface in a real browser. Times are printed; what is asserted holds on any machine. */
@ExtendWith(Studio.Opener.class)
class SpeedBrowserTest {
  private static final int AROUND = 200;
  private static final int ALONG = 100;

  @Test
  void aSurfaceOfTwentyThousandVerticesIsStreamedWhileItIsDrawn(Studio studio) {
    try (Visit v = studio.visit("falling-cuboid")) {
      v.page.setInputFiles(
          "#file-input",
          new FilePayload("torus.obj", "model/obj", torus().getBytes(StandardCharsets.US_ASCII)));
      v.await(
          "studio.stage.moving().some((s) => s.positions.length === " + 3 * AROUND * ALONG + ")");
      v.frames(10);
      v.page.waitForTimeout(15_000); // Java compiles what a new kind of body runs on
      double particles = v.number("studio.views.stats.particles");
      assertThat(particles).as("a resolution that is lively").isBetween(1500.0, 3500.0);
      @SuppressWarnings("unchecked")
      java.util.List<Number> seen =
          (java.util.List<Number>)
              v.page.evaluate(
                  """
                  () => new Promise((done) => {
                    const { stage, views } = studio;
                    const first = stage.frameNumber, shown = stage.drawTimes.length;
                    const steps = views.stats.step, begin = performance.now();
                    let pictures = 0;
                    const after = stage.onafter;
                    stage.onafter = () => pictures++;
                    setTimeout(() => {
                      stage.onafter = after;
                      const s = (performance.now() - begin) / 1000;
                      done([pictures / s, (stage.frameNumber - first) / s,
                        (views.stats.step - steps) / s, views.stats.stepsPerSecond]);
                    }, 3000);
                  })
                  """);
      System.out.printf(
          Locale.ROOT,
          "%d vertices, %.0f particles: %.0f pictures, %.0f frames, %.0f steps a second (stats say %.0f)%n",
          AROUND * ALONG,
          particles,
          seen.get(0).doubleValue(),
          seen.get(1).doubleValue(),
          seen.get(2).doubleValue(),
          seen.get(3).doubleValue());
      assertThat(seen.get(0).doubleValue()).as("pictures arrive").isGreaterThan(0);
      assertThat(seen.get(2).doubleValue())
          .as("the simulation does not wait for the browser")
          .isGreaterThan(seen.get(0).doubleValue() * 0.9);
      v.screenshot("torus");
    }
  }

  /** A torus with waves on it, so that it has no symmetry of its own. */
  private static String torus() {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < AROUND; i++) {
      for (int j = 0; j < ALONG; j++) {
        double u = 2 * Math.PI * i / AROUND, w = 2 * Math.PI * j / ALONG;
        double r = 0.42 + 0.03 * Math.sin(5 * u + 3 * w), d = 1 + r * Math.cos(w);
        s.append(
            String.format(
                Locale.ROOT,
                "v %.5f %.5f %.5f\n",
                d * Math.cos(u),
                r * Math.sin(w),
                d * Math.sin(u)));
      }
    }
    for (int i = 0; i < AROUND; i++) {
      for (int j = 0; j < ALONG; j++) {
        int below = 1 + i * ALONG, above = 1 + (i + 1) % AROUND * ALONG, next = (j + 1) % ALONG;
        s.append(
            "f "
                + (below + j)
                + " "
                + (below + next)
                + " "
                + (above + next)
                + " "
                + (above + j)
                + "\n");
      }
    }
    return s.toString();
  }
}
