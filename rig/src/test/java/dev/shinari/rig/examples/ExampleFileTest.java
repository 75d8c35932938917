package dev.shinari.rig.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleFileTest {
  @TempDir Path dir;

  private static final TriangleMesh MESH =
      new TriangleMesh(
          new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 1, 2, 0, 2, 3});
  private static final RigSkeleton SKELETON =
      new RigSkeleton(List.of("hüfte"), new int[] {-1}, Transforms.identity());

  private static void fill(ExampleSink sink, int count) throws IOException {
    for (int n = 0; n < count; n++) {
      double[] pose = Transforms.identity();
      pose[3] = n;
      float[] p = MESH.positions().clone();
      for (int k = 0; k < p.length; k++) {
        p[k] += n + 0.25f * k;
      }
      sink.add(pose, p);
    }
  }

  private Path written(int count) throws IOException {
    Path file = dir.resolve("set.examples");
    try (ExampleSink sink = ExampleFile.writer(file, MESH, SKELETON, 4)) {
      fill(sink, count);
      sink.finish().close();
    }
    return file;
  }

  @Test
  void whatIsWrittenIsReadAgain() throws IOException {
    ExampleSink memory = MemoryExamples.builder(MESH, SKELETON, 4);
    fill(memory, 10);
    ExampleSet expected = memory.finish();
    try (ExampleSet read = ExampleFile.open(written(10))) {
      assertThat(read.exampleCount()).isEqualTo(10);
      assertThat(read.blockCount()).isEqualTo(3);
      assertThat(read.rest().positions()).isEqualTo(MESH.positions());
      assertThat(read.rest().triangles()).isEqualTo(MESH.triangles());
      assertThat(read.skeleton().names()).isEqualTo(SKELETON.names());
      float[] a = new float[4 * 3 * read.stride()];
      float[] b = a.clone();
      double[] p = new double[12];
      double[] q = new double[12];
      for (int block = 0; block < 3; block++) {
        read.readBlock(block, a);
        expected.readBlock(block, b);
        assertThat(a).isEqualTo(b);
      }
      for (int n = 0; n < 10; n++) {
        read.copyPose(n, p);
        expected.copyPose(n, q);
        assertThat(p).isEqualTo(q);
      }
    }
  }

  @Test
  void aDamagedBlockIsNamed() throws IOException {
    Path file = written(10);
    byte[] bytes = Files.readAllBytes(file);
    bytes[4096 * 2 + 300] ^= 1;
    Files.write(file, bytes);
    try (ExampleSet read = ExampleFile.open(file)) {
      float[] a = new float[4 * 3 * read.stride()];
      read.readBlock(0, a);
      assertThatThrownBy(() -> read.readBlock(1, a))
          .isInstanceOf(DamagedExamplesException.class)
          .hasMessageContaining("block 1 of 3");
    }
  }

  @Test
  void filesThatAreCutShortOrSomethingElseAreRefused() throws IOException {
    Path file = written(10);
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {0, 7, 15, 16, 40, 4096, 4096 * 2, 4096 * 3, bytes.length - 1}) {
      Files.write(file, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> ExampleFile.open(file).close())
          .as("%d of %d bytes", length, bytes.length)
          .isInstanceOf(DamagedExamplesException.class);
    }
    bytes[20] ^= 4;
    Files.write(file, bytes);
    assertThatThrownBy(() -> ExampleFile.open(file).close())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageContaining("head");
  }

  @Test
  void anUnfinishedFileLeavesNothingBehind() throws IOException {
    Path file = dir.resolve("gone.examples");
    try (ExampleSink sink = ExampleFile.writer(file, MESH, SKELETON, 4)) {
      fill(sink, 6);
    }
    try (var left = Files.list(dir)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void badExamplesAreRefusedWithTheirPlace() {
    ExampleSink sink = MemoryExamples.builder(MESH, SKELETON);
    float[] p = MESH.positions().clone();
    p[7] = Float.NaN;
    assertThatThrownBy(() -> sink.add(Transforms.identity(), p))
        .hasMessage("example 0: vertex 2 is at NaN");
    assertThatThrownBy(() -> sink.add(Transforms.identity(), new float[9]))
        .hasMessage("example 0 has 3 vertices, the mesh has 4");
    double[] scaled = Transforms.identity();
    scaled[5] = 1.1;
    assertThatThrownBy(() -> sink.add(scaled, MESH.positions()))
        .hasMessageContaining("joint hüfte is scaled or sheared");
  }
}
