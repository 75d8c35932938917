package dev.shinari.io.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.TestTakes;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointCacheTest {
  @TempDir Path dir;

  private Path pc2(int frames) throws IOException {
    Path file = dir.resolve("t.pc2");
    PointCacheWriter.writePc2(new JoinedTake(TestTakes.several(frames)), file, ExportProgress.NONE);
    return file;
  }

  private Path mdd(int frames) throws IOException {
    Path file = dir.resolve("t.mdd");
    PointCacheWriter.writeMdd(new JoinedTake(TestTakes.several(frames)), file, ExportProgress.NONE);
    return file;
  }

  @Test
  void thePc2HeaderIsBlenders() throws IOException {
    ByteBuffer b = ByteBuffer.wrap(Files.readAllBytes(pc2(9))).order(ByteOrder.LITTLE_ENDIAN);
    byte[] word = new byte[12];
    b.get(word);
    assertThat(word).isEqualTo("POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII));
    assertThat(b.getInt()).isEqualTo(1);
    int points = b.getInt();
    assertThat(points).isEqualTo(26 + 56 + 8);
    assertThat(b.getFloat()).isEqualTo(0);
    assertThat(b.getFloat()).isEqualTo(1);
    assertThat(b.getInt()).isEqualTo(9);
    assertThat(b.remaining()).isEqualTo(9 * points * 12);
  }

  @Test
  void theMddHeaderIsBigEndianWithSeconds() throws IOException {
    ByteBuffer b = ByteBuffer.wrap(Files.readAllBytes(mdd(9))).order(ByteOrder.BIG_ENDIAN);
    assertThat(b.getInt()).isEqualTo(9);
    assertThat(b.getInt()).isEqualTo(90);
    for (int f = 0; f < 9; f++) {
      assertThat(b.getFloat()).isEqualTo(f / 24f);
    }
    assertThat(b.remaining()).isEqualTo(9 * 90 * 12);
  }

  @Test
  void bothFormatsGiveTheTakeBackToTheBit() throws IOException {
    JoinedTake take = new JoinedTake(TestTakes.several(12));
    float[] expected = new float[3 * take.vertexCount()];
    float[] got = new float[expected.length];
    for (Path file : new Path[] {pc2(12), mdd(12)}) {
      try (PointCache cache = PointCache.open(file)) {
        assertThat(cache.frameCount()).isEqualTo(12);
        assertThat(cache.pointCount()).isEqualTo(take.vertexCount());
        for (int f = 11; f >= 0; f--) {
          take.positions(f, expected);
          cache.positions(f, got);
          assertThat(got).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void aTrackThatEndsEarlierHoldsItsLastFrame() throws IOException {
    JoinedTake take = new JoinedTake(TestTakes.several(12));
    float[] a = new float[3 * take.vertexCount()];
    float[] b = new float[a.length];
    take.positions(8, a);
    take.positions(11, b);
    int from = 3 * take.firstVertex(1);
    for (int i = from; i < b.length; i++) {
      assertThat(b[i]).isEqualTo(a[i]);
    }
    assertThat(b[0]).isNotEqualTo(a[0]);
  }

  @Test
  void cutShortAbsurdAndNonFiniteCachesAreRefused() throws IOException {
    byte[] good = Files.readAllBytes(pc2(5));
    Path file = dir.resolve("bad.pc2");
    Files.write(file, java.util.Arrays.copyOf(good, good.length - 1));
    assertThatThrownBy(() -> PointCache.open(file))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("after 4 whole frames");
    byte[] huge = good.clone();
    ByteBuffer.wrap(huge).order(ByteOrder.LITTLE_ENDIAN).putInt(16, Integer.MAX_VALUE);
    Files.write(file, huge);
    assertThatThrownBy(() -> PointCache.open(file)).isInstanceOf(BadFileException.class);
    byte[] nan = good.clone();
    ByteBuffer.wrap(nan).order(ByteOrder.LITTLE_ENDIAN).putFloat(32 + 4 * 5, Float.NaN);
    Files.write(file, nan);
    try (PointCache cache = PointCache.open(file)) {
      assertThatThrownBy(() -> cache.positions(0, new float[3 * 90]))
          .isInstanceOf(BadFileException.class)
          .hasMessageContaining("byte 52")
          .hasMessageContaining("point 1 in frame 0");
    }
    Files.write(
        file, "no cache at all, but long enough for a header".getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> PointCache.open(file)).hasMessageContaining("POINTCACHE2");
  }
}
