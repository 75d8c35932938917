package dev.shinari.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.shinari.rig.Helper;
import dev.shinari.rig.examples.BlockReader;
import dev.shinari.rig.examples.DamagedExamplesException;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.StageOne;
import dev.shinari.rig.fit.task.FitCheckpoint;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitStoppedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Fits on a local cluster of two workers, processes of their own, from Maven's jars alone: against
 * the local fit, and against each other.
 */
class SparkFitTest {
  @TempDir static Path dir;
  private static SparkCluster cluster;
  private static Path set;
  private static FitResult local;
  private static FitResult one;

  @BeforeAll
  static void start() throws Exception {
    set = Sets.write(dir.resolve("leg.examples"), 400, 16);
    try (ExampleSet examples = ExampleFolder.open(set)) {
      local = RigFit.fit(examples, Sets.SETTINGS, null, null, FitProgress.NONE);
    }
    cluster = SparkCluster.start("local-cluster[2,1,512]");
    one = fit(set.toString(), 1, FitProgress.NONE);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static FitResult fit(String place, int partitions, FitProgress progress)
      throws Exception {
    try (ExampleSet examples = cluster.open(place)) {
      return RigFit.fit(
          examples, Sets.SETTINGS, null, null, progress, cluster.engine(place, partitions));
    }
  }

  static void assertSameBits(FitResult a, FitResult b) {
    assertThat(a.rig().weights().bones()).isEqualTo(b.rig().weights().bones());
    assertThat(a.rig().weights().weights()).isEqualTo(b.rig().weights().weights());
    assertThat(a.rig().helpers()).hasSameSizeAs(b.rig().helpers());
    for (int h = 0; h < a.rig().helpers().size(); h++) {
      Helper x = a.rig().helpers().get(h);
      Helper y = b.rig().helpers().get(h);
      assertThat(x.parent()).isEqualTo(y.parent());
      assertThat(x.bind()).isEqualTo(y.bind());
      assertThat(x.controller().constant()).isEqualTo(y.controller().constant());
      assertThat(x.controller().coefficients()).isDeepEqualTo(y.controller().coefficients());
    }
    assertThat(a.report().byExample()).isEqualTo(b.report().byExample());
    assertThat(a.report().byVertex()).isEqualTo(b.report().byVertex());
    assertThat(a.report().convergence()).isEqualTo(b.report().convergence());
    assertThat(a.report().stage1()).isEqualTo(b.report().stage1());
  }

  private static void assertClose(FitResult a, FitResult b, double share) {
    double most = share * b.report().size();
    for (int n = 0; n < b.report().byExample().length; n++) {
      assertThat((double) a.report().byExample()[n])
          .isCloseTo(b.report().byExample()[n], org.assertj.core.data.Offset.offset(most));
    }
    assertThat(a.report().stage2().max())
        .isCloseTo(b.report().stage2().max(), org.assertj.core.data.Offset.offset(most));
  }

  @Test
  void onePartitionGivesTheLocalFit() {
    assertClose(one, local, 1e-5);
    assertSameBits(one, local);
  }

  @Test
  void twoAndSevenPartitionsGiveTheSameBits() throws Exception {
    assertSameBits(fit(set.toString(), 2, FitProgress.NONE), one);
    assertSameBits(fit(set.toUri().toString(), 7, FitProgress.NONE), one);
  }

  @Test
  void aWorkerThatIsKilledChangesNothing() throws Exception {
    List<Long> before = workers();
    boolean[] killed = {false};
    FitResult result =
        fit(
            set.toString(),
            2,
            (phase, fraction, rms) -> {
              if (phase == FitProgress.Phase.DESCENT && !killed[0]) {
                killed[0] = ProcessHandle.of(before.get(0)).orElseThrow().destroyForcibly();
              }
              return true;
            });
    assertThat(killed[0]).isTrue();
    assertSameBits(result, one);
    assertThat(workers()).doesNotContain(before.get(0));
  }

  private static List<Long> workers() {
    List<Integer> many = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      many.add(i);
    }
    return cluster
        .context()
        .parallelize(many, 8)
        .map(
            i -> {
              Thread.sleep(20); // so that every worker gets some
              return ProcessHandle.current().pid();
            })
        .distinct()
        .collect();
  }

  @Test
  void manyPartitionsAreAddedUpOnTheExecutorsToTheSameBits() throws Exception {
    Path fine = Sets.write(dir.resolve("fine.examples"), 400, 2); // 24 groups of blocks
    try (ExampleSet set = ExampleFolder.open(fine);
        StageOne here = new StageOne(set, Sets.SETTINGS);
        StageOne there = new StageOne(set, Sets.SETTINGS, cluster.engine(fine.toString(), 19))) {
      here.round();
      there.round();
      here.exactRound();
      there.exactRound();
      assertThat(there.weights()).isEqualTo(here.weights());
    }
  }

  @Test
  void aFitThatWasStoppedGoesOnToTheSameBits() throws Exception {
    FitCheckpoint checkpoint = null;
    try {
      fit(set.toString(), 2, (phase, fraction, rms) -> phase != FitProgress.Phase.DESCENT);
    } catch (FitStoppedException e) {
      checkpoint = e.checkpoint();
    }
    try (ExampleSet examples = cluster.open(set.toString())) {
      assertSameBits(
          RigFit.fit(
              examples,
              Sets.SETTINGS,
              null,
              checkpoint,
              FitProgress.NONE,
              cluster.engine(set.toString(), 3)),
          one);
    }
  }

  @Test
  void aSampledSetHasTheSameFilesAsOneMadeHere() throws Exception {
    Path here = dir.resolve("here.examples");
    Path there = dir.resolve("there.examples");
    ExampleFolder.write(here, Sets.leg(200), 1, n -> {});
    int[] done = {0};
    cluster.sample(Sets.leg(200), there.toUri().toString(), n -> done[0] = n, () -> false);
    assertThat(done[0]).isEqualTo(Sets.leg(200).count());
    try (var files = Files.list(here)) {
      for (Path f : files.toList()) {
        assertThat(there.resolve(f.getFileName())).hasSameBinaryContentAs(f);
      }
    }
  }

  @Test
  void aDiskThatIsFullForAWhileLosesNothing() throws Exception {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Path there = Files.createDirectories(dir.resolve("full.examples"));
    Files.createSymbolicLink(there.resolve("chunk-00001.part"), full);
    cluster.sample(Sets.leg(100), there.toString(), n -> {}, () -> false);
    ExampleFolder.open(there).close();
  }

  @Test
  void hadoopsFileSystemReadsTheSameBlocks() throws Exception {
    try (ExampleSet mapped = ExampleFolder.open(set);
        BlockReader read = HadoopBlocks.throughHadoop(set.toUri().toString())) {
      float[] a = new float[mapped.examplesPerBlock() * 3 * mapped.stride()];
      float[] b = a.clone();
      double[] p = new double[12 * 4 * mapped.examplesPerBlock()];
      double[] q = p.clone();
      for (int block = 0; block < mapped.blockCount(); block++) {
        mapped.readBlock(block, a);
        read.readBlock(block, b);
        mapped.readPoses(block, p);
        read.readPoses(block, q);
        assertThat(b).isEqualTo(a);
        assertThat(q).isEqualTo(p);
      }
    }
  }

  @Test
  void aDamagedOrMissingBlockIsNamed() throws Exception {
    Path copy = Sets.write(dir.resolve("damaged.examples"), 400, 16);
    Path chunk = copy.resolve("chunk-00001");
    byte[] bytes = Files.readAllBytes(chunk);
    bytes[bytes.length - 5000] ^= 1;
    Files.write(chunk, bytes);
    assertThatThrownBy(() -> fit(copy.toString(), 2, FitProgress.NONE))
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageMatching(".*chunk-00001: block \\d+ of \\d+ is damaged \\(checksum\\)");
    Files.delete(chunk);
    assertThatThrownBy(() -> fit(copy.toString(), 2, FitProgress.NONE))
        .isInstanceOf(DamagedExamplesException.class)
        .hasMessageMatching(".*chunk-00001: block 1 of \\d+ is missing");
  }
}
