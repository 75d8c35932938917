package dev.shinari.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.rig.examples.DamagedExamplesException;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleHead;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.sample.LimbRecipe;
import dev.shinari.rig.sample.PoseGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Example sets wherever Hadoop can read and write, in two threads of this process. */
class SparkPlacesTest {
  private static final String OTHER = "spark.hadoop.fs.other.impl";
  @TempDir static Path dir;
  private static SparkCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    System.setProperty(OTHER, OtherFileSystem.class.getName());
    cluster = SparkCluster.start("local[2]");
  }

  @AfterAll
  static void stop() {
    cluster.close();
    System.clearProperty(OTHER);
  }

  private static String other(Path path) {
    return "other://" + path;
  }

  private static void sample(Path place) throws IOException {
    cluster.sample(Sets.leg(100), other(place), n -> {}, () -> false);
  }

  private static FitResult fit(String place) throws Exception {
    try (ExampleSet set = cluster.open(place)) {
      return RigFit.fit(set, Sets.SETTINGS, null, null, FitProgress.NONE, cluster.engine(place, 3));
    }
  }

  @Test
  void anyFileSystemOfHadoopsHoldsTheSameSetAndGivesTheSameFit() throws Exception {
    Path there = dir.resolve("there.examples");
    Path here = dir.resolve("here.examples");
    sample(there);
    ExampleFolder.write(here, Sets.leg(100), 1, n -> {});
    try (var files = Files.list(here)) {
      for (Path f : files.toList()) {
        assertThat(there.resolve(f.getFileName())).hasSameBinaryContentAs(f);
      }
    }
    FitResult local;
    try (ExampleSet set = ExampleFolder.open(here)) {
      local = RigFit.fit(set, Sets.SETTINGS, null, null, FitProgress.NONE);
    }
    SparkFitTest.assertSameBits(fit(other(there)), local);
  }

  @Test
  void aFullDiskIsSaidAndWhatWasFinishedStays() throws Exception {
    Path place = dir.resolve("full.examples");
    try {
      OtherFileSystem.ROOM.set(400_000); // some chunks of the thirteen
      assertThatThrownBy(() -> sample(place))
          .isInstanceOf(IOException.class)
          .hasMessageMatching(
              "a piece of the work failed on \\S+ \\(executor driver\\): .*No space left on"
                  + " device; what was finished stays");
    } finally {
      OtherFileSystem.ROOM.set(Long.MAX_VALUE);
    }
    assertThat(place.resolve("index")).doesNotExist();
    assertThat(place.resolve("chunk-00000")).isNotEmptyFile();
    assertThatThrownBy(() -> fit(other(place)).rig())
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageContaining("has no index: not an example set, or not whole");
    sample(place);
    ExampleFolder.open(place).close();
  }

  @Test
  void aBlockOfAnotherMeshIsNamedWithItsVertices() throws Exception {
    Path leg = Sets.write(dir.resolve("leg.examples"), 100, 8);
    LimbRecipe arm = LimbRecipe.of("arm", PoseGrid.thinned(LimbRecipe.limb("arm").turns(), 100));
    Path arms = dir.resolve("arm.examples");
    ExampleFolder.write(
        arms, ExampleHead.of(arm.rest(), arm.skeleton(), arm.count(), 8), arm, 1, n -> {});
    Files.copy(
        arms.resolve("chunk-00002"),
        leg.resolve("chunk-00002"),
        StandardCopyOption.REPLACE_EXISTING);
    String words =
        "block 2 of \\d+ has "
            + arm.rest().vertexCount()
            + " vertices, the set has "
            + Sets.leg(100).rest().vertexCount()
            + ": it belongs to another set";
    for (String place : List.of(leg.toString(), other(leg))) {
      assertThatThrownBy(() -> fit(place))
          .isInstanceOf(DamagedExamplesException.class)
          .hasMessageMatching(".*chunk-00002: " + words);
    }
  }

  @Test
  void whatHadoopCannotReachIsSaidWithTheRemedy() {
    assertThatThrownBy(() -> cluster.open("s3a://bucket/leg.examples"))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "s3a://bucket/leg.examples: Hadoop's module for s3a: is not here; start with"
                + " spark-submit --packages org.apache.hadoop:hadoop-aws:3\\.\\S+ and write s3a:"
                + " \\(docs/scale.md\\)");
    assertThatThrownBy(() -> cluster.open("nowhere://bucket/leg.examples"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no file system nowhere:");
    assertThatThrownBy(() -> cluster.open("hdfs://no-such-host.invalid/leg.examples"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no-such-host.invalid");
    assertThatThrownBy(() -> cluster.open("hdfs://127.0.0.1:9/leg.examples"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("hdfs://127.0.0.1:9/leg.examples: nobody answers there");
  }
}
