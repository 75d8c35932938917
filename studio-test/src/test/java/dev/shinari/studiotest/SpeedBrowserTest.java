package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
      v.frames(2); // of the new scene
      @SuppressWarnings("unchecked")
      List<Number> seen =
          (List<Number>)
              v.page.evaluate(
                  """
                  () => new Promise((done) => {
                    const { scene, stage } = studio;
                    const first = stage.frameNumber, time = stage.time, begin = performance.now();
                    let pictures = 0, most = 0;
                    const after = stage.onafter;
                    studio.wire.on("frame", (f) => {
                      most = Math.max(most, f.number - stage.shown);
                    });
                    stage.onafter = () => {
                      const s = (performance.now() - begin) / 1000;
                      if (++pictures >= 20 && s > 3) {
                        stage.onafter = after;
                        done([pictures, stage.frameNumber - first,
                          (stage.time - time) / scene.stepSeconds, s, most]);
                      }
                    };
                  })
                  """);
      double pictures = seen.get(0).doubleValue(), frames = seen.get(1).doubleValue();
      double steps = seen.get(2).doubleValue(), seconds = seen.get(3).doubleValue();
      v.await("studio.views.stats?.particles > 0");
      double particles = v.number("studio.views.stats.particles");
      System.out.printf(
          Locale.ROOT,
          "%d vertices, %.0f particles, first seconds: %.0f pictures, %.0f frames, %.0f steps a second%n",
          AROUND * ALONG,
          particles,
          pictures / seconds,
          frames / seconds,
          steps / seconds);
      assertThat(particles).as("a resolution that is lively").isBetween(1500.0, 3500.0);
      assertThat(frames).as("every frame shows a new moment").isBetween(1.0, Math.ceil(steps));
      assertThat(seen.get(4).doubleValue())
          .as("a frame comes when the one before is drawn, never a queue")
          .isLessThan(2);
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
