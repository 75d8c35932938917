package dev.shinari.app.render;

import dev.shinari.world.Take;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Draws the test takes into a folder, to be looked at; its argument is the folder. */
final class Gallery {
  private Gallery() {}

  public static void main(String[] args) throws Exception {
    Path out = Path.of(args[0]);
    Files.createDirectories(out);
    PictureSettings s = PictureSettings.DEFAULT;
    Take bar = Takes.bouncingBar(60);
    CelRenderer r = new CelRenderer(bar, s, 1);
    for (int f : new int[] {0, 6, 12, 30}) {
      ImageIO.write(r.image(f), "png", out.resolve("bar" + f + ".png").toFile());
    }
    CelRenderer still = new CelRenderer(Takes.stillLife(), s, 1);
    ImageIO.write(still.image(0), "png", out.resolve("still.png").toFile());
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
