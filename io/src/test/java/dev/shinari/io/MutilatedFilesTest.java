package dev.shinari.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.shinari.io.cache.PointCache;
import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.gltf.TestGltf;
import dev.shinari.io.ply.PlyReaderTest;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.io.tet.TetFilesTest;
import dev.shinari.mesh.TriangleMesh;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every reader, fed with a valid file that is cut off anywhere or has bytes changed: it answers
 * with a usable mesh or with one {@link BadFileException}, and never allocates more than a small
 * file can be worth. A failure prints the case's number; the seeds are fixed.
 */
class MutilatedFilesTest {
  private static final long MOST_BYTES = 32 << 20;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir static Path dir;

  /** Reads a file and checks what came out. */
  interface Reader {
    void read(Path path, byte[] bytes) throws IOException;
  }

  @SuppressWarnings("ArrayRecordComponent")
  record Case(String name, byte[] bytes, Reader reader) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() throws IOException {
    List<Case> list = new ArrayList<>();
    StringBuilder rest = new StringBuilder();
    TestGltf g = TestGltf.character(rest);
    list.add(new Case("m.glb", g.glb(rest.toString()), MutilatedFilesTest::model));
    list.add(new Case("m.gltf", ascii(g.gltf(rest.toString())), MutilatedFilesTest::model));
    Path taken = dir.resolve("taken");
    TakeExporter.export(
        TestTakes.several(4),
        taken,
        List.of(ExportFormat.GLB, ExportFormat.OBJ),
        ExportProgress.NONE);
    list.add(
        new Case(
            "take.glb",
            Files.readAllBytes(taken.resolve("two_bodies.glb")),
            MutilatedFilesTest::model));
    list.add(
        new Case(
            "take.obj",
            Files.readAllBytes(taken.resolve("two_bodies.obj")),
            MutilatedFilesTest::mesh));
    list.add(new Case("ascii.ply", ascii(PlyReaderTest.ASCII), MutilatedFilesTest::mesh));
    list.add(
        new Case(
            "little.ply", PlyReaderTest.binary(ByteOrder.LITTLE_ENDIAN), MutilatedFilesTest::mesh));
    list.add(
        new Case("big.ply", PlyReaderTest.binary(ByteOrder.BIG_ENDIAN), MutilatedFilesTest::mesh));
    list.add(new Case("two.msh", ascii(TetFilesTest.MSH2), MutilatedFilesTest::mesh));
    list.add(new Case("four.msh", ascii(TetFilesTest.MSH4), MutilatedFilesTest::mesh));
    list.add(
        new Case(
            "two-bin.msh", TetFilesTest.binary2(ByteOrder.BIG_ENDIAN), MutilatedFilesTest::mesh));
    list.add(new Case("four-bin.msh", TetFilesTest.binary4(), MutilatedFilesTest::mesh));
    Files.writeString(dir.resolve("a.ele"), TetFilesTest.ELE);
    list.add(new Case("a.node", ascii(TetFilesTest.NODE), MutilatedFilesTest::mesh));
    Files.writeString(dir.resolve("b.node"), TetFilesTest.NODE);
    list.add(new Case("b.ele", ascii(TetFilesTest.ELE), MutilatedFilesTest::mesh));
    JoinedTake joined = new JoinedTake(TestTakes.single(3, 1));
    PointCacheWriter.writePc2(joined, dir.resolve("x.pc2"), ExportProgress.NONE);
    PointCacheWriter.writeMdd(joined, dir.resolve("x.mdd"), ExportProgress.NONE);
    list.add(
        new Case("m.pc2", Files.readAllBytes(dir.resolve("x.pc2")), MutilatedFilesTest::cache));
    list.add(
        new Case("m.mdd", Files.readAllBytes(dir.resolve("x.mdd")), MutilatedFilesTest::cache));
    return list.stream();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static void mesh(Path path, byte[] bytes) throws IOException {
    boolean pair = path.toString().matches(".*\\.(node|ele)");
    MeshFile file = pair ? MeshReader.read(Files.write(path, bytes)) : MeshReader.read(path, bytes);
    finite(file.surface());
    assertThat(file.surface().triangleCount()).isPositive();
  }

  private static void finite(TriangleMesh m) {
    for (float v : m.positions()) {
      if (!Float.isFinite(v)) {
        fail("a position is not finite");
      }
    }
  }

  private static void model(Path path, byte[] bytes) throws IOException {
    GltfModel m = GltfReader.read(path, bytes);
    GltfPose pose = new GltfPose(m);
    for (GltfModel.Animation a : m.animations()) {
      pose.set(a, 0.3f);
    }
    for (GltfModel.Shape s : m.shapes()) {
      finite(s.surface());
      pose.positions(s, new float[3 * s.vertexCount()]);
    }
  }

  private static void cache(Path path, byte[] bytes) throws IOException {
    try (PointCache c = PointCache.open(Files.write(path, bytes))) {
      float[] p = new float[3 * c.pointCount()];
      for (int f = 0; f < c.frameCount(); f++) {
        c.positions(f, p);
      }
    }
  }

  private static void run(Case c, byte[] bytes, String what) throws IOException {
    Path file = dir.resolve(c.name());
    long id = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(id);
    try {
      c.reader().read(file, bytes);
    } catch (BadFileException e) {
      assertThat(e.getMessage().lines().count()).isEqualTo(1);
      assertThat(e.remedy()).as(e.getMessage()).isNotEmpty();
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      fail(c.name() + ", " + what, e);
    }
    assertThat(THREADS.getThreadAllocatedBytes(id) - before)
        .as(c.name() + ", " + what)
        .isLessThan(MOST_BYTES);
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(120) // a guard against endless loops, far above what it takes
  void aFileCutOffAnywhereIsRefusedOrRead(Case c) throws IOException {
    run(c, c.bytes(), "whole");
    int step = c.bytes().length > 3000 ? 49 : c.bytes().length > 700 ? 7 : 1;
    for (int n = 0; n < c.bytes().length; n += step) {
      run(c, Arrays.copyOf(c.bytes(), n), "cut at " + n);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(120)
  void aFileWithChangedBytesIsRefusedOrRead(Case c) throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      byte[] bytes = c.bytes().clone();
      int changes = 1 + random.nextInt(4);
      for (int k = 0; k < changes; k++) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(3)) {
          case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
          case 1 -> bytes[at] = (byte) random.nextInt(256);
          default -> bytes[at] = (byte) "0123456789-+.e \n/,\"{}[]".charAt(random.nextInt(23));
        }
      }
      run(c, bytes, "seed " + seed);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  @Timeout(120)
  void aFileWithAStretchMissingOrDoubledIsRefusedOrRead(Case c) throws IOException {
    for (int seed = 0; seed < 150; seed++) {
      Random random = new Random(1000 + seed);
      int a = random.nextInt(c.bytes().length);
      int n = Math.min(1 + random.nextInt(40), c.bytes().length - a);
      int copies = random.nextInt(2) * 2; // none or two
      byte[] bytes = new byte[c.bytes().length + (copies - 1) * n];
      System.arraycopy(c.bytes(), 0, bytes, 0, a);
      int at = a;
      for (int k = 0; k < copies; k++, at += n) {
        System.arraycopy(c.bytes(), a, bytes, at, n);
      }
      System.arraycopy(c.bytes(), a + n, bytes, at, bytes.length - at);
      run(c, bytes, "stretch seed " + seed);
    }
  }
}
