package dev.shinari.render.film;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VideoWriterTest {
  /** Pictures of odd size whose color changes. */
  private static final PictureSource PICTURES =
      new PictureSource() {
        @Override
        public int width() {
          return 65;
        }

        @Override
        public int height() {
          return 47;
        }

        @Override
        public boolean isTransparent() {
          return true;
        }

        @Override
        public int count() {
          return 12;
        }

        @Override
        public void draw(int picture, int[] argb) {
          Arrays.fill(argb, 0, argb.length / 2, 0);
          Arrays.fill(argb, argb.length / 2, argb.length, 0xFF000000 | 20 * picture << 8);
        }

        @Override
        public int hundredths(int picture) {
          return 10;
        }
      };

  private static boolean hasFfmpeg() {
    try {
      Ffmpeg.find();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void filmsAreWrittenWholeInBothFormats(@TempDir Path dir) throws IOException {
    assumeTrue(hasFfmpeg(), "no FFmpeg on this machine");
    Path mp4 = dir.resolve("a.mp4"), webm = dir.resolve("a.webm");
    assertThat(VideoWriter.write(PICTURES, 10, "mp4", mp4, (d, n) -> true)).isTrue();
    assertThat(VideoWriter.write(PICTURES, 10, "webm", webm, (d, n) -> true)).isTrue();
    String head = new String(Files.readAllBytes(mp4), 4, 4, StandardCharsets.ISO_8859_1);
    assertThat(head).isEqualTo("ftyp");
    byte[] bytes = Files.readAllBytes(webm);
    assertThat(Arrays.copyOf(bytes, 4)).containsExactly(0x1A, 0x45, 0xDF, 0xA3);
    // Matroska's AlphaMode: the film has an alpha channel.
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).contains("\u0053\u00C0\u0081\u0001");
  }

  @Test
  void aFilmThatIsStoppedLeavesNothing(@TempDir Path dir) throws IOException {
    assumeTrue(hasFfmpeg(), "no FFmpeg on this machine");
    Path file = dir.resolve("a.mp4");
    assertThat(VideoWriter.write(PICTURES, 10, "mp4", file, (d, n) -> d < 3)).isFalse();
    try (var left = Files.list(dir)) {
      assertThat(left).isEmpty();
    }
  }
}
