package dev.shinari.render.film;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.render.cel.CelRenderer;
import dev.shinari.render.cel.PictureSettings;
import dev.shinari.render.cel.TestRenderTakes;
import dev.shinari.render.text.Lettering;
import dev.shinari.style.Backdrop;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PicturesTest {
  private static final PictureSettings SMALL =
      PictureSettings.DEFAULT.withSize(80, 60).withSupersampling(2);

  @TempDir Path folder;

  /** What a player shows: frames pasted over each other, and how long each stays. */
  private record Gif(List<int[]> shown, List<Integer> delays, boolean loopsForEver) {}

  private static Gif read(Path file) throws IOException {
    ImageReader reader = ImageIO.getImageReadersByFormatName("gif").next();
    try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
      reader.setInput(in);
      List<int[]> shown = new ArrayList<>();
      List<Integer> delays = new ArrayList<>();
      boolean loops = false;
      int[] canvas = null;
      int width = 0;
      for (int i = 0; i < reader.getNumImages(true); i++) {
        BufferedImage image = reader.read(i);
        IIOMetadataNode root =
            (IIOMetadataNode) reader.getImageMetadata(i).getAsTree("javax_imageio_gif_image_1.0");
        IIOMetadataNode place =
            (IIOMetadataNode) root.getElementsByTagName("ImageDescriptor").item(0);
        IIOMetadataNode control =
            (IIOMetadataNode) root.getElementsByTagName("GraphicControlExtension").item(0);
        if (canvas == null) {
          width = image.getWidth();
          canvas = new int[width * image.getHeight()];
          IIOMetadataNode loop =
              (IIOMetadataNode) root.getElementsByTagName("ApplicationExtension").item(0);
          byte[] bytes = (byte[]) loop.getUserObject();
          loops =
              loop.getAttribute("applicationID").equals("NETSCAPE")
                  && bytes[1] == 0
                  && bytes[2] == 0;
        }
        int left = Integer.parseInt(place.getAttribute("imageLeftPosition"));
        int top = Integer.parseInt(place.getAttribute("imageTopPosition"));
        for (int y = 0; y < image.getHeight(); y++) {
          for (int x = 0; x < image.getWidth(); x++) {
            int p = image.getRGB(x, y);
            if (p >>> 24 != 0) {
              canvas[(top + y) * width + left + x] = p;
            }
          }
        }
        shown.add(canvas.clone());
        delays.add(Integer.parseInt(control.getAttribute("delayTime")));
      }
      return new Gif(shown, delays, loops);
    } finally {
      reader.dispose();
    }
  }

  @Test
  void aGifPlaysTheTakeAtItsSpeedForEver() throws IOException {
    Take take = TestRenderTakes.bouncingBar(37);
    Path file = folder.resolve("bar.gif");
    assertThat(GifWriter.write(take, SMALL, file, WriteProgress.NONE)).isTrue();
    Gif gif = read(file);
    assertThat(gif.shown()).hasSize(37);
    assertThat(gif.loopsForEver()).isTrue();
    assertThat(gif.delays()).allMatch(d -> d == 4 || d == 5);
    int total = gif.delays().stream().mapToInt(Integer::intValue).sum();
    assertThat(total).isEqualTo(Math.round(37 * 100 / 24f));

    // Every frame, as a player shows it, is the drawn frame up to the palette.
    CelRenderer r = new CelRenderer(take, SMALL, 1);
    int[] argb = new int[80 * 60];
    for (int f = 0; f < 37; f++) {
      r.draw(f, argb);
      double sum = 0;
      for (int i = 0; i < argb.length; i++) {
        for (int shift = 0; shift <= 16; shift += 8) {
          sum += Math.abs((argb[i] >> shift & 255) - (gif.shown().get(f)[i] >> shift & 255));
        }
      }
      assertThat(sum / (3 * argb.length)).as("mean difference of frame %d", f).isLessThan(0.8);
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {7, 12, 24, 25, 30, 50})
  void delaysAddUpToTheRightDuration(float framesPerSecond) {
    int sum = 0;
    for (int i = 0; i < 1000; i++) {
      sum += GifWriter.delay(i, framesPerSecond);
      assertThat(sum).isCloseTo(Math.round(100 * (i + 1) / framesPerSecond), within(1));
      assertThat(GifWriter.delay(i, framesPerSecond)).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aFasterTakeIsSampledToTheGifsSpeed() {
    Take take = new Take("fast", 120);
    take.add(
        TestRenderTakes.track(
            "b", Look.BODY, TestRenderTakes.sphere(1, 4), 241, false, TestRenderTakes.STILL));
    int[] frames = GifWriter.frames(take, 24);
    assertThat(frames).hasSize(49).startsWith(0, 5, 10).endsWith(240);
  }

  @Test
  void aSingleFrameMakesAGifToo() throws IOException {
    Path file = folder.resolve("one.gif");
    GifWriter.write(TestRenderTakes.bouncingBar(1), SMALL, file, WriteProgress.NONE);
    assertThat(read(file).shown()).hasSize(1);
  }

  @Test
  void aTransparentGifStaysClearOutside() throws IOException {
    Path file = folder.resolve("clear.gif");
    PictureSettings s = SMALL.withBackdrop(Backdrop.TRANSPARENT);
    GifWriter.write(TestRenderTakes.bouncingBar(3), s, file, WriteProgress.NONE);
    Gif gif = read(file);
    assertThat(gif.shown()).hasSize(3);
    assertThat(gif.shown().get(2)[0]).isZero();
  }

  @Test
  void aStoppedWriterLeavesTheOldFileAndNothingElse() throws IOException {
    Path file = folder.resolve("bar.gif");
    Files.writeString(file, "old");
    Take take = TestRenderTakes.bouncingBar(5);
    assertThat(GifWriter.write(take, SMALL, file, (done, total) -> done < 3)).isFalse();
    Path sheet = folder.resolve("bar.png");
    assertThat(
            ContactSheet.write(take, SMALL, SheetSettings.DEFAULT, sheet, (done, total) -> false))
        .isFalse();
    assertThat(Files.readString(file)).isEqualTo("old");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void progressCountsEveryFrame() throws IOException {
    List<String> heard = new ArrayList<>();
    GifWriter.write(
        TestRenderTakes.bouncingBar(3),
        SMALL,
        folder.resolve("a.gif"),
        (d, n) -> heard.add(d + "/" + n));
    assertThat(heard).containsExactly("1/3", "2/3", "3/3");
  }

  @Test
  void aSheetHoldsItsFramesInAGridWithLabels() throws IOException {
    Take take = TestRenderTakes.bouncingBar(30);
    SheetSettings grid = new SheetSettings(8, 3, 4, false, FrameChoice.EVEN);
    Path file = folder.resolve("new").resolve("sheet.png");
    assertThat(ContactSheet.write(take, SMALL, grid, file, WriteProgress.NONE)).isTrue();
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(3 * 84 + 4);
    assertThat(image.getHeight()).isEqualTo(3 * 64 + 4);
    int[] argb = new int[80 * 60];
    new CelRenderer(take, SMALL, 1).draw(grid.choice().choose(take, 8)[4], argb);
    assertThat(image.getRGB(88, 68, 80, 60, null, 0, 80)).isEqualTo(argb);

    BufferedImage labeled =
        ContactSheet.draw(take, SMALL, grid.withLabels(true), WriteProgress.NONE);
    int head = (labeled.getHeight() - image.getHeight()) / 3, dark = 0;
    assertThat(head).isPositive();
    for (int y = 4; y < 4 + head; y++) {
      for (int x = 4; x < 64; x++) {
        dark += (labeled.getRGB(x, y) >> 8 & 255) < 110 ? 1 : 0;
      }
    }
    assertThat(dark).isGreaterThan(20);
    // The letters stand above the pictures and cover nothing of them.
    assertThat(labeled.getRGB(88, 68 + 2 * head, 80, 60, null, 0, 80)).isEqualTo(argb);
  }

  @Test
  void aStripIsOneRow() throws IOException {
    Path file = folder.resolve("strip.png");
    FrameStrip.write(TestRenderTakes.bouncingBar(30), SMALL, 5, file, WriteProgress.NONE);
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(5 * 86 + 6);
    assertThat(image.getHeight()).isEqualTo(72 + 12);
  }

  @Test
  void chosenFramesRiseFromTheFirstToTheLast() {
    for (FrameChoice choice : FrameChoice.values()) {
      for (int frames : new int[] {1, 2, 3, 7, 12, 13, 100}) {
        int[] chosen = choice.choose(TestRenderTakes.bouncingBar(frames), 12);
        assertThat(chosen).hasSize(Math.min(12, frames)).doesNotHaveDuplicates().isSorted();
        assertThat(chosen[0]).isZero();
        assertThat(chosen[chosen.length - 1]).isEqualTo(frames - 1);
      }
    }
  }

  @Test
  void activityPutsMoreFramesWhereMuchMoves() {
    TestRenderTakes.Motion burst =
        (f, rest, out) ->
            TestRenderTakes.shift(Math.max(0, Math.min(10, f - 60)), 0, 0).move(f, rest, out);
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.track("b", Look.BODY, TestRenderTakes.sphere(1, 4), 101, false, burst));
    long during =
        java.util.Arrays.stream(FrameChoice.ACTIVITY.choose(take, 11))
            .filter(f -> f > 60 && f <= 70)
            .count();
    long even =
        java.util.Arrays.stream(FrameChoice.EVEN.choose(take, 11))
            .filter(f -> f > 60 && f <= 70)
            .count();
    assertThat(during).isGreaterThanOrEqualTo(4).isGreaterThan(even);
  }

  @Test
  void aSequenceHasAFileForEveryFrameWithItsTransparency() throws IOException {
    PictureSettings s = SMALL.withBackdrop(Backdrop.TRANSPARENT);
    Take take = TestRenderTakes.bouncingBar(3);
    assertThat(PngWriter.sequence(take, s, folder, "bar-", WriteProgress.NONE)).isEqualTo(3);
    CelRenderer r = new CelRenderer(take, s, 1);
    int[] argb = new int[80 * 60];
    for (int f = 0; f < 3; f++) {
      BufferedImage image = ImageIO.read(folder.resolve("bar-000" + f + ".png").toFile());
      r.draw(f, argb);
      assertThat(image.getRGB(0, 0, 80, 60, null, 0, 80)).isEqualTo(argb);
    }
  }

  @Test
  void aPaletteKeepsFewColorsExactlyAndManyClosely() {
    Palette.Builder few = new Palette.Builder();
    int[] pixels = new int[10_000];
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = 0xFF000000 | (i % 250) * 0x010307;
    }
    few.add(pixels);
    Palette exact = few.build();
    for (int p : pixels) {
      assertThat(exact.colors()[exact.index(p)]).isEqualTo(p & 0xFFFFFF);
    }
    Palette.Builder many = new Palette.Builder();
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = 0xFF000000 | (i * 7919 & 0x3F) << 18 | ((i * 104729) >> 3 & 0x3F) << 10 | 0x40;
    }
    many.add(pixels);
    Palette close = many.build();
    assertThat(close.colors().length).isEqualTo(Palette.SIZE);
    double sum = 0;
    for (int p : pixels) {
      int q = close.colors()[close.index(p)];
      sum +=
          Math.abs((p >> 16 & 255) - (q >> 16 & 255)) + Math.abs((p >> 8 & 255) - (q >> 8 & 255));
    }
    assertThat(sum / (2 * pixels.length)).as("mean error a channel").isLessThan(8);
  }

  @Test
  void lettersAreWrittenWhereTheyShouldAndCutOffAtTheBorder() {
    int[] argb = new int[30 * 40];
    Lettering.draw(argb, 30, 40, 3, 10, 12, "12.50 s", 0x2E2433);
    for (int i = 0; i < argb.length; i++) {
      int y = i / 30;
      if (y < 5 || y > 27) {
        assertThat(argb[i]).isZero();
      }
    }
    assertThat(argb).contains(0xFF2E2433);
  }

  @Test
  void aMeshWithoutTrianglesIsAnEmptyPicture() {
    Take take =
        TestRenderTakes.take(
            TestRenderTakes.still(
                "p", Look.BODY, new TriangleMesh(new float[] {0, 0, 0, 1, 1, 1}, new int[0])));
    int[] argb = new int[80 * 60];
    new CelRenderer(take, SMALL.withBackdrop(Backdrop.TRANSPARENT), 1).draw(0, argb);
    assertThat(argb).containsOnly(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aGifHoldsEachDrawingForExactlySoManyFrames(int hold) throws IOException {
    Take take = TestRenderTakes.bouncingBar(25);
    Path file = folder.resolve("held.gif");
    GifWriter.write(take, SMALL.withHold(hold), file, WriteProgress.NONE);
    Gif gif = read(file);
    assertThat(gif.shown()).hasSize(24 / hold + 1);
    // a drawing lasts as long as its frames would: to a hundredth of a second, without drift
    int at = 0;
    for (int k = 0; k < gif.delays().size(); k++) {
      assertThat(at).isEqualTo((int) Math.round(100.0 * k * hold / 24));
      at += gif.delays().get(k);
    }
    assertThat(at).isEqualTo((int) Math.round(100.0 * 25 / 24));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void aSequenceHoldsEachDrawingForExactlySoManyFrames(int hold) throws IOException {
    Take take = TestRenderTakes.bouncingBar(8);
    PictureSettings s = SMALL.withHold(hold).withBackdrop(Backdrop.TRANSPARENT);
    assertThat(PngWriter.sequence(take, s, folder, "h", WriteProgress.NONE)).isEqualTo(8);
    byte[] last = null;
    for (int f = 0; f < 8; f++) {
      byte[] now = Files.readAllBytes(folder.resolve("h000" + f + ".png"));
      if (f > 0) {
        assertThat(java.util.Arrays.equals(now, last)).as("frame %d", f).isEqualTo(f % hold != 0);
      }
      last = now;
    }
  }

  @Test
  void eachSceneOfAGifHasItsOwnColors() throws IOException {
    FilmStrip strip = new FilmStrip(folder.resolve("strip"), "p", 64, 32, 12);
    int[] argb = new int[64 * 32];
    for (int scene = 0; scene < 3; scene++) {
      for (int i = 0; i < argb.length; i++) { // more colors than one palette holds
        argb[i] = 0xFF000000 | (i % 250) << 8 * scene | (scene == 0 ? 0 : 7);
      }
      strip.add(argb, scene);
      argb[5] = 0xFF000000 | 3 << 8 * scene;
      strip.add(argb, scene);
    }
    Path file = folder.resolve("scenes.gif");
    GifWriter.write(strip, file, WriteProgress.NONE);
    Gif gif = read(file);
    assertThat(gif.shown()).hasSize(6);
    assertThat(gif.delays().stream().mapToInt(Integer::intValue).sum()).isEqualTo(50);
    for (int k = 0; k < 6; k++) {
      strip.draw(k, argb);
      assertThat(gif.shown().get(k)).as("picture %d", k).isEqualTo(argb);
    }
    strip.sheet(folder.resolve("sheet.png"), 2);
    BufferedImage sheet = ImageIO.read(folder.resolve("sheet.png").toFile());
    assertThat(sheet.getWidth()).isEqualTo(2 * 38 + 6);
    assertThat(sheet.getHeight()).isEqualTo(2 * 22 + 6);
    strip.delete();
    assertThat(folder.resolve("strip")).doesNotExist();
  }
}
