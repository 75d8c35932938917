package dev.shinari.render.film;

import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.CelRendererTest;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.cel.TestRenderTakes;
import dev.shinari.style.Backdrop;
import dev.shinari.take.Take;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Draws the test takes into a folder, to be looked at; its argument is the folder. */
final class RenderGallery {
  private RenderGallery() {}

  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    Files.createDirectories(out);
    PictureSettings s = PictureSettings.DEFAULT;
    Take bar = TestRenderTakes.bouncingBar(60);
    CelRenderer r = new CelRenderer(bar, s, 1);
    for (int f : new int[] {0, 6, 12, 30}) {
      ImageIO.write(r.image(f), "png", out.resolve("bar" + f + ".png").toFile());
    }
    CelRenderer still = new CelRenderer(TestRenderTakes.stillLife(), s, 1);
    ImageIO.write(still.image(0), "png", out.resolve("still.png").toFile());
    ContactSheet.write(
        bar,
        s.withSize(240, 180),
        SheetSettings.DEFAULT,
        out.resolve("sheet.png"),
        WriteProgress.NONE);
    FrameStrip.write(bar, s.withSize(200, 150), 6, out.resolve("strip.png"), WriteProgress.NONE);
    GifWriter.write(bar, s, out.resolve("bar.gif"), WriteProgress.NONE);
    Take flat = TestRenderTakes.flatBlob(48);
    PngWriter.frame(flat, 20, s, out.resolve("flat.png"));
    PngWriter.frame(bar, 20, s.withBackdrop(Backdrop.TRANSPARENT), out.resolve("clear.png"));
    PngWriter.frame(bar, 20, s.withRim(true).withBands(2), out.resolve("rim.png"));
    PngWriter.frame(TestRenderTakes.stillLife(), 0, s.withRim(true), out.resolve("stillrim.png"));
    PngWriter.frame(TestRenderTakes.walker(90), 60, s, out.resolve("walker.png"));
    // The golden picture of CelRendererTest: look at it, then copy it to the test resources.
    PngWriter.frame(
        TestRenderTakes.stillLife(), 0, CelRendererTest.GOLDEN, out.resolve("still-life.png"));
    // Processor time: the wall clock also shows what else the machine does.
    ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    int[] argb = new int[s.width() * s.height()];
    for (int k = 0; k < 5; k++) {
      long best = Long.MAX_VALUE;
      for (int i = 0; i < 10; i++) {
        long t = cpu.getCurrentThreadCpuTime();
        still.draw(0, argb);
        best = Math.min(best, cpu.getCurrentThreadCpuTime() - t);
      }
      System.out.println("still life, ms a frame on one thread: " + best / 1e6);
    }
  }
}
