package dev.shinari.studiotest;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The stage against the pictures of the command line's renderer. */
@ExtendWith(Studio.Opener.class)
class LookBrowserTest {
  /** The commonest colours of the stage as it is now: 0xRRGGBB, commonest first. */
  private static final String COLOURS =
      """
      () => {
        const { stage } = studio;
        stage.draw();
        const copy = new OffscreenCanvas(stage.canvas.width, stage.canvas.height);
        const pen = copy.getContext("2d");
        pen.drawImage(stage.canvas, 0, 0);
        const { data } = pen.getImageData(0, 0, copy.width, copy.height);
        const counts = new Map();
        for (let i = 0; i < data.length; i += 4) {
          const c = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2];
          counts.set(c, (counts.get(c) ?? 0) + 1);
        }
        return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 60).map(([c]) => c);
      }
      """;

  @Test
  void theStageHasTheTonesOfRenderedPictures(Studio studio) throws IOException {
    try (Visit v = studio.visit("falling-cuboid")) {
      BufferedImage thumb =
          ImageIO.read(
              new ByteArrayInputStream(
                  v.page
                      .request()
                      .get(
                          v.page.url().replaceAll("\\?.*", "")
                              + "api/scenes/falling-cuboid/thumb.png")
                      .body()));
      Map<Integer, Integer> counts = new HashMap<>();
      for (int y = 0; y < thumb.getHeight(); y++) {
        for (int x = 0; x < thumb.getWidth(); x++) {
          counts.merge(thumb.getRGB(x, y) & 0xFFFFFF, 1, Integer::sum);
        }
      }
      // The body is the only thing of a strong colour: paper, floor and ink are nearly grey.
      List<Integer> body =
          counts.entrySet().stream()
              .filter(e -> strong(e.getKey()))
              .sorted(Comparator.comparing(e -> -e.getValue()))
              .limit(2)
              .map(Map.Entry::getKey)
              .toList();
      assertThat(body).hasSize(2);
      @SuppressWarnings("unchecked")
      List<Number> seen = (List<Number>) v.page.evaluate(COLOURS);
      for (int tone : body) {
        int nearest = seen.stream().mapToInt(c -> apart(c.intValue(), tone)).min().orElseThrow();
        assertThat(nearest)
            .as("levels between the renderer's %06x and the nearest tone of the stage", tone)
            .isLessThanOrEqualTo(16);
      }
    }
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
