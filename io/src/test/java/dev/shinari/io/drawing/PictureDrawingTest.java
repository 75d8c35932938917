package dev.shinari.io.drawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.io.file.BadFileException;
import dev.shinari.lattice.OutlineShape;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PictureDrawingTest {
  /** A ring with soft edges. */
  private static BufferedImage ring(int n, double inner, double outer) {
    BufferedImage image = new BufferedImage(n, n, BufferedImage.TYPE_INT_ARGB);
    for (int y = 0; y < n; y++) {
      for (int x = 0; x < n; x++) {
        double r = Math.hypot(x + 0.5 - n / 2.0, y + 0.5 - n / 2.0);
        double a =
            Math.max(0, Math.min(1, 0.5 + outer - r)) * Math.max(0, Math.min(1, 0.5 + r - inner));
        image.setRGB(x, y, (int) Math.round(255 * a) << 24 | 0x3366CC);
      }
    }
    return image;
  }

  private static BufferedImage over(BufferedImage image, int background) {
    BufferedImage out =
        new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_INT_RGB);
    java.awt.Graphics2D g = out.createGraphics();
    g.setColor(new java.awt.Color(background));
    g.fillRect(0, 0, image.getWidth(), image.getHeight());
    g.drawImage(image, 0, 0, null);
    g.dispose();
    return out;
  }

  private static byte[] file(BufferedImage image, String format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(ImageIO.write(image, format, out)).isTrue();
    return out.toByteArray();
  }

  private static Drawing read(byte[] bytes) throws IOException {
    return DrawingReader.picture(bytes, DrawingSettings.DEFAULT);
  }

  @Test
  void theOutlineFollowsAlphaAndHasItsHoles() throws IOException {
    Drawing ring = read(file(ring(64, 10, 28), "png"));
    assertThat(ring.loops()).hasNumberOfRows(2);
    double want = Math.PI * (28 * 28 - 10 * 10);
    assertThat(ring.area()).isCloseTo(want, within(0.01 * want));
    OutlineShape shape = new OutlineShape(ring.loops());
    assertThat(shape.contains(32, 32, 0)).isFalse();
    assertThat(shape.contains(32, 32 + 20, 0)).isTrue();
    assertThat(shape.contains(32, 32 + 30, 0)).isFalse();
  }

  @Test
  void hardEdgesBecomeSmoothOnes() throws IOException {
    BufferedImage hard = ring(300, 0, 120);
    for (int y = 0; y < 300; y++) {
      for (int x = 0; x < 300; x++) {
        hard.setRGB(x, y, hard.getRGB(x, y) >>> 24 > 127 ? 0xFF3366CC : 0);
      }
    }
    Drawing d = read(file(hard, "png"));
    double[] loop = d.loops()[0];
    assertThat(loop.length / 2).isLessThan(200); // stairs would have some 680
    for (int i = 0; i < loop.length; i += 2) {
      assertThat(Math.hypot(loop[i] - 150, loop[i + 1] - 150)).isCloseTo(120, within(1.0));
    }
    assertThat(d.area()).isCloseTo(Math.PI * 120 * 120, within(0.01 * Math.PI * 120 * 120));
  }

  @Test
  void theThresholdMovesTheOutlineOfASoftEdge() throws IOException {
    BufferedImage soft = new BufferedImage(100, 100, BufferedImage.TYPE_INT_ARGB);
    for (int y = 10; y < 90; y++) {
      for (int x = 0; x < 100; x++) {
        soft.setRGB(x, y, 255 * x / 99 << 24 | 0xFF0000);
      }
    }
    byte[] bytes = file(soft, "png");
    for (float t : new float[] {0.2f, 0.5f, 0.8f}) {
      Drawing d = DrawingReader.picture(bytes, new DrawingSettings(256, t, true, -1, null));
      assertThat(d.bounds()[0]).isCloseTo(99 * t + 0.5, within(0.6));
    }
  }

  @ParameterizedTest
  @CsvSource({"jpg,16777215", "gif,16777215", "bmp,65280", "png,0"})
  void theBackgroundOfAnOpaquePictureIsFoundAtItsCorners(String format, int background)
      throws IOException {
    Drawing d = read(file(over(ring(200, 0, 80), background), format));
    double want = Math.PI * 80 * 80;
    assertThat(d.loops()).hasNumberOfRows(1);
    assertThat(d.area()).isCloseTo(want, within(0.01 * want));
    assertThat(d.source().notes()).anyMatch(n -> n.contains("background"));
  }

  @Test
  void theBackgroundsColorInsideOfADrawingStays() throws IOException {
    BufferedImage eye = over(ring(200, 20, 80), 0xFFFFFF); // white inside of the ring too
    assertThat(read(file(eye, "png")).loops()).hasNumberOfRows(1);
    byte[] bytes = file(eye, "png");
    Drawing whole = DrawingReader.picture(bytes, new DrawingSettings(256, 0.5f, false, -1, null));
    assertThat(whole.area()).isCloseTo(200 * 200, within(400.0));
    Drawing named =
        DrawingReader.picture(bytes, new DrawingSettings(256, 0.5f, true, 0x3366CC, null));
    assertThat(named.area()).isCloseTo(200 * 200, within(400.0)); // no such color at the border
  }

  @Test
  void aFittedDrawingIsCenteredAndAsHighAsAskedWithItsPicture() throws IOException {
    Drawing d = read(file(ring(64, 0, 16), "png")).fitted(2);
    OutlineShape shape = new OutlineShape(d.loops());
    assertThat(shape.bounds().sizeY()).isBetween(1.999f, 2.001f);
    assertThat(Math.abs(shape.bounds().centerX())).isLessThan(1e-3f);
    assertThat(d.box()[3] - d.box()[1]).isBetween(3.9, 4.1); // the picture is twice as high
  }

  @Test
  void colorsGoOnALittleBeyondTheOutlineAndAlphaStays() throws IOException {
    Drawing d = read(file(ring(64, 0, 20), "png"));
    BufferedImage t = ImageIO.read(new ByteArrayInputStream(d.png()));
    assertThat(t.getRGB(32, 32 - 23)).isEqualTo(0x003366CC);
    assertThat(t.getRGB(32, 32)).isEqualTo(0xFF3366CC);
  }

  @Test
  void aTextureHasNoMorePixelsThanTheFilmNeeds() throws IOException {
    Drawing d =
        DrawingReader.picture(
            file(ring(600, 0, 250), "png"), new DrawingSettings(200, 0.5f, true, -1, null));
    BufferedImage t = ImageIO.read(new ByteArrayInputStream(d.png()));
    assertThat(t.getWidth()).isEqualTo(200);
    assertThat(t.getRGB(100, 100)).isEqualTo(0xFF3366CC);
    assertThat(d.box()).containsExactly(0, 0, 600, 600);
  }

  /** A PNG that says it has so many pixels, with next to no data. */
  private static byte[] bomb(int w, int h) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
    ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    DataOutputStream c = new DataOutputStream(chunk);
    c.write("IHDR".getBytes(StandardCharsets.US_ASCII));
    c.writeInt(w);
    c.writeInt(h);
    c.write(new byte[] {8, 6, 0, 0, 0});
    CRC32 crc = new CRC32();
    crc.update(chunk.toByteArray());
    out.writeInt(13);
    out.write(chunk.toByteArray());
    out.writeInt((int) crc.getValue());
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(ints = {20_000, 60_000, Integer.MAX_VALUE})
  void hugePicturesAreRefusedByTheirHeader(int side, @TempDir Path dir) throws IOException {
    Path file = dir.resolve("huge.png");
    Files.write(file, bomb(side, side));
    assertThatThrownBy(() -> DrawingReader.read(file))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("huge.png")
        .hasMessageContaining(side + " x " + side)
        .hasMessageContaining("at most");
  }

  @Test
  void damagedAndEmptyPicturesAreRefusedWithTheirName(@TempDir Path dir) throws IOException {
    byte[] whole = file(ring(64, 0, 20), "png");
    byte[][] wrong = {
      {},
      {1, 2, 3},
      "hello".getBytes(StandardCharsets.US_ASCII),
      Arrays.copyOf(whole, 20),
      Arrays.copyOf(whole, whole.length / 2),
      bomb(0, 5),
      file(ring(16, 100, 0), "png"),
      Arrays.copyOf(file(over(ring(64, 0, 20), 0xFFFFFF), "jpg"), 300)
    };
    for (byte[] bytes : wrong) {
      Path file = dir.resolve("wrong.png");
      Files.write(file, bytes);
      assertThatThrownBy(() -> DrawingReader.read(file))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining("wrong.png");
    }
  }

  @Test
  void noiseIsRefusedOrTracedButNeverHangs() throws IOException {
    BufferedImage noise = new BufferedImage(400, 400, BufferedImage.TYPE_INT_ARGB);
    java.util.Random random = new java.util.Random(7);
    for (int i = 0; i < 160_000; i++) {
      noise.setRGB(i % 400, i / 400, random.nextBoolean() ? 0xFF000000 : 0);
    }
    Drawing d = read(file(noise, "png"));
    assertThat(d.loops().length).isPositive();
  }

  @Test
  void grayPicturesKeepTheirTone() throws IOException {
    BufferedImage gray = new BufferedImage(40, 40, BufferedImage.TYPE_BYTE_GRAY);
    for (int i = 0; i < 1600; i++) {
      gray.getRaster().setSample(i % 40, i / 40, 0, i % 40 > 9 && i % 40 < 30 ? 100 : 255);
    }
    BufferedImage t = ImageIO.read(new ByteArrayInputStream(read(file(gray, "png")).png()));
    assertThat(t.getRGB(20, 20)).isEqualTo(0xFF646464);
  }
}
