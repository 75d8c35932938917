package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Textures and outlines against what Chromium draws of the same file. */
class BrowserPictureTest {
  private static final String[] DRAWINGS = {
    // strokes, caps, joins, dashes
    "<g fill='none' stroke='#234' stroke-width='5' stroke-linecap='round' stroke-linejoin='round'>"
        + "<path d='M10 60a40 40 0 0 1 80 0v25l-10-8-10 8-10-8-10 8-10-8-10 8-10-8-10 8z'/>"
        + "<path d='M38 45h.1M62 45h.1'/><path stroke-dasharray='4 8' d='M30 62q20 12 40 0'/></g>",
    // gradient, clip path, CSS, fill rule, opacity
    "<style>.a{fill:url(#g)} .b{fill:#c33;fill-rule:evenodd}</style><linearGradient id='g' x2='0'"
        + " y2='1'><stop stop-color='#fd0'/><stop offset='1' stop-color='#07c'/></linearGradient>"
        + "<clipPath id='c'><circle cx='50' cy='50' r='42'/></clipPath><g clip-path='url(#c)'>"
        + "<rect class='a' width='100' height='100'/><path class='b' d='M50 5L79 95 3 39h94L21"
        + " 95z'/><circle cx='50' cy='50' r='10' fill='#fff' opacity='.7'/></g>",
    // mask, use, transform
    "<mask id='m'><rect width='100' height='100' fill='#fff'/><circle cx='50' cy='50' r='18'/>"
        + "</mask><rect id='r' x='15' y='15' width='70' height='70' rx='12' fill='#8c5'"
        + " mask='url(#m)'/><use href='#r' transform='translate(62 60) scale(.4)'/>"
  };

  @Test
  void texturesDifferByLessThanHalfAPercentAndAreasByLessThanOne(@TempDir Path dir)
      throws IOException, InterruptedException {
    Path chromium = Path.of("/usr/bin/chromium");
    assumeTrue(Files.isExecutable(chromium), "no /usr/bin/chromium on this machine");
    for (int k = 0; k < DRAWINGS.length; k++) {
      Path svg = dir.resolve("drawing-" + k + ".svg");
      Files.writeString(
          svg,
          "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>"
              + DRAWINGS[k]
              + "</svg>");
      Drawing d = DrawingReader.read(svg, new DrawingSettings(512, 0.5f, true, -1, null));
      BufferedImage ours = ImageIO.read(new ByteArrayInputStream(d.png()));
      double scale = ours.getWidth() / (d.box()[2] - d.box()[0]);
      BufferedImage theirs =
          screenshot(chromium, dir, svg, d.box(), scale, ours.getWidth(), ours.getHeight());
      double sum = 0;
      int area = 0;
      for (int y = 0; y < ours.getHeight(); y++) {
        for (int x = 0; x < ours.getWidth(); x++) {
          int p = ours.getRGB(x, y), q = theirs.getRGB(x, y);
          for (int c = 0; c < 24; c += 8) {
            sum += Math.abs(overWhite(p, c) - overWhite(q, c)) / 3;
          }
          area += q >>> 24 >= 128 ? 1 : 0;
        }
      }
      assertThat(sum / ours.getWidth() / ours.getHeight()).as("drawing " + k).isLessThan(0.005);
      assertThat(d.area() * scale * scale).as("drawing " + k).isCloseTo(area, within(0.01 * area));
    }
  }

  private static double overWhite(int argb, int channel) {
    double a = (argb >>> 24) / 255.0;
    return a * (argb >> channel & 255) / 255 + 1 - a;
  }

  private static BufferedImage screenshot(
      Path chromium, Path dir, Path svg, double[] box, double scale, int width, int height)
      throws IOException, InterruptedException {
    Path page = dir.resolve("page.html");
    File shot = dir.resolve("shot.png").toFile();
    Files.writeString(
        page,
        String.format(
            Locale.ROOT,
            "<body style='margin:0;background:transparent'><img src='%s' style='position:absolute;"
                + "left:%.6fpx;top:%.6fpx;width:%.6fpx;height:%.6fpx'>",
            svg.toUri(),
            -box[0] * scale,
            box[3] * scale,
            100 * scale,
            100 * scale));
    Process p =
        new ProcessBuilder(
                chromium.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--allow-file-access-from-files",
                "--default-background-color=00000000",
                "--force-device-scale-factor=1",
                "--user-data-dir=" + dir.resolve("profile"),
                "--window-size=" + width + "," + (height + 200),
                "--screenshot=" + shot,
                page.toUri().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assumeTrue(p.waitFor(60, TimeUnit.SECONDS) && shot.exists(), "chromium took no picture");
    return ImageIO.read(shot);
  }
}
