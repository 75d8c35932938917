package dev.shinari.rig.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.Transforms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExampleFolderTest {
  private static final int COUNT = 90;

  @TempDir Path dir;

  /** Shapes that say which example and vertex they are. */
  private record Recipe(int vertices, int joints, float shift) implements ExampleRecipe {
    @Override
    public TriangleMesh rest() {
      float[] p = new float[3 * vertices];
      for (int k = 0; k < p.length; k++) {
        p[k] = k;
      }
      return new TriangleMesh(p, new int[] {0, 1, 2});
    }

    @Override
    public RigSkeleton skeleton() {
      List<String> names = List.of("hip", "knee", "toe").subList(0, joints);
      int[] parents = {-1, 0, 1};
      double[] bind = new double[12 * joints];
      for (int d = 0; d < joints; d++) {
        System.arraycopy(Transforms.identity(), 0, bind, 12 * d, 12);
      }
      return new RigSkeleton(names, Arrays.copyOf(parents, joints), bind);
    }

    @Override
    public int count() {
      return COUNT;
    }

    @Override
    public ExampleMaker open() {
      return new ExampleMaker() {
        @Override
        public int count() {
          return COUNT;
        }

        @Override
        public void example(int index, double[] pose, float[] positions) {
          for (int d = 0; d < joints; d++) {
            System.arraycopy(Transforms.identity(), 0, pose, 12 * d, 12);
            pose[12 * d + 3] = index;
          }
          for (int k = 0; k < positions.length; k++) {
            positions[k] = 1000 * index + k + shift;
          }
        }
      };
    }
  }

  private static final Recipe RECIPE = new Recipe(5, 2, 0);

  private Path write(String name, Recipe recipe, int perBlock, int threads) throws IOException {
    Path folder = dir.resolve(name);
    ExampleHead head = ExampleHead.of(recipe.rest(), recipe.skeleton(), COUNT, perBlock);
    ExampleFolder.write(folder, head, recipe, threads, n -> {});
    return folder;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 64, 200})
  void whatIsWrittenIsReadAgain(int perBlock) throws IOException {
    try (ExampleSet set = ExampleFolder.open(write("set", RECIPE, perBlock, 2))) {
      assertThat(set.exampleCount()).isEqualTo(COUNT);
      assertThat(set.rest().positions()).isEqualTo(RECIPE.rest().positions());
      assertThat(set.skeleton().names()).isEqualTo(RECIPE.skeleton().names());
      float[] planes = new float[perBlock * 3 * set.stride()];
      double[] pose = new double[24];
      for (int n = 0; n < COUNT; n++) {
        int block = n / perBlock;
        set.readBlock(block, planes);
        int at = (n - set.blockStart(block)) * 3 * set.stride();
        assertThat(planes[at + 1]).isEqualTo(1000 * n + 3);
        assertThat(planes[at + set.stride() + 4]).isEqualTo(1000 * n + 13);
        assertThat(planes[at + 5]).isZero();
        set.copyPose(n, pose);
        assertThat(pose[15]).isEqualTo(n);
      }
    }
  }

  @Test
  void anyNumberOfThreadsWritesTheSameFiles() throws IOException {
    Path one = write("one", RECIPE, 4, 1);
    Path three = write("three", RECIPE, 4, 3);
    try (var files = Files.list(one)) {
      for (Path f : files.toList()) {
        assertThat(three.resolve(f.getFileName())).hasSameBinaryContentAs(f);
      }
    }
    try (var files = Files.list(three)) {
      assertThat(files.count()).isEqualTo(1 + (COUNT + 3) / 4);
    }
  }

  @Test
  void aDamagedBlockIsNamed() throws IOException {
    Path set = write("set", RECIPE, 8, 1);
    Path chunk = set.resolve("chunk-00003");
    byte[] bytes = Files.readAllBytes(chunk);
    bytes[bytes.length - 9] ^= 1;
    Files.write(chunk, bytes);
    try (ExampleSet read = ExampleFolder.open(set)) {
      float[] planes = new float[8 * 3 * read.stride()];
      read.readBlock(2, planes);
      assertThatThrownBy(() -> read.readBlock(3, planes))
          .isInstanceOf(DamagedExamplesException.class)
          .hasMessage(chunk + ": block 3 of 12 is damaged (checksum)");
    }
  }

  @Test
  void missingAndCutBlocksAreNamedWhenTheSetIsOpened() throws IOException {
    Path set = write("set", RECIPE, 8, 1);
    Path chunk = set.resolve("chunk-00007");
    byte[] bytes = Files.readAllBytes(chunk);
    Files.write(chunk, Arrays.copyOf(bytes, bytes.length - 1));
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessage(chunk + ": block 7 of 12 is missing or cut short");
    Files.delete(chunk);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessage(chunk + ": block 7 of 12 is missing");
  }

  @Test
  void blocksOfAnotherSetAreRefused() throws IOException {
    Path set = write("set", RECIPE, 8, 1);
    Path larger = write("larger", new Recipe(6, 2, 0), 8, 1);
    Path jointed = write("jointed", new Recipe(5, 3, 0), 8, 1);
    Path shifted = write("shifted", new Recipe(5, 2, 1), 8, 1);
    String name = "chunk-00002";
    Path chunk = set.resolve(name);
    Files.copy(larger.resolve(name), chunk, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .hasMessageContaining("block 2 of 12 has 6 vertices, the set has 5");
    Files.copy(jointed.resolve(name), chunk, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .hasMessageContaining("block 2 of 12 has 3 joints, the set has 2");
    Files.copy(shifted.resolve(name), chunk, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .hasMessageContaining("block 2 of 12 is not the one that the index speaks of");
    Files.copy(set.resolve("chunk-00001"), chunk, StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .hasMessageContaining("block 2 of 12 is damaged (head)");
  }

  @Test
  void anIndexThatIsCutDamagedOrMissingIsRefused() throws IOException {
    Path set = write("set", RECIPE, 8, 1);
    Path index = set.resolve("index");
    byte[] bytes = Files.readAllBytes(index);
    for (int length : new int[] {0, 8, 15, 16, 60, bytes.length - 1}) {
      Files.write(index, Arrays.copyOf(bytes, length));
      assertThatThrownBy(() -> ExampleFolder.open(set).close())
          .isInstanceOf(DamagedExamplesException.class);
    }
    bytes[30] ^= 8;
    Files.write(index, bytes);
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageContaining("index is damaged (checksum)");
    Files.delete(index);
    assertThat(ExampleFolder.is(set)).isFalse();
    assertThatThrownBy(() -> ExampleFolder.open(set).close())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageContaining("has no index");
  }

  @Test
  void anInterruptedWriteIsNoSetAndTheNextOneIs() throws IOException {
    Path folder = dir.resolve("set");
    ExampleHead head = ExampleHead.of(RECIPE.rest(), RECIPE.skeleton(), COUNT, 8);
    AtomicInteger made = new AtomicInteger();
    assertThatThrownBy(
            () ->
                ExampleFolder.write(
                    folder,
                    head,
                    RECIPE,
                    2,
                    n -> {
                      if (made.addAndGet(n) > 40) {
                        throw new CancellationException();
                      }
                    }))
        .isInstanceOf(CancellationException.class);
    assertThat(ExampleFolder.is(folder)).isFalse();
    write("set", RECIPE, 8, 2);
    ExampleFolder.open(folder).close();
  }

  @Test
  void aFullDiskIsSaidWithTheFile() throws IOException {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path folder = Files.createDirectories(dir.resolve("set"));
    Files.createSymbolicLink(folder.resolve("chunk-00002.part"), full);
    assertThatThrownBy(() -> write("set", RECIPE, 8, 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot write " + folder.resolve("chunk-00002"))
        .hasMessageContaining("No space left");
    assertThat(ExampleFolder.is(folder)).isFalse();
  }

  @Test
  void aCopyOfASetHasTheSameBlocks() throws IOException {
    ExampleSink sink = MemoryExamples.builder(RECIPE.rest(), RECIPE.skeleton(), 8);
    ExampleMaker maker = RECIPE.open();
    double[] pose = new double[24];
    float[] positions = new float[15];
    for (int n = 0; n < COUNT; n++) {
      maker.example(n, pose, positions);
      sink.add(pose, positions);
    }
    Path copy = dir.resolve("copy");
    ExampleFolder.copy(sink.finish(), copy);
    Path made = write("made", RECIPE, 8, 1);
    assertThat(copy.resolve("index")).hasSameBinaryContentAs(made.resolve("index"));
    assertThat(copy.resolve("chunk-00011")).hasSameBinaryContentAs(made.resolve("chunk-00011"));
  }
}
