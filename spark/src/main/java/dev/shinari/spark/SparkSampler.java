package dev.shinari.spark;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.rig.examples.ChunkWriter;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleHead;
import dev.shinari.rig.examples.ExampleIndex;
import dev.shinari.rig.examples.ExampleMaker;
import dev.shinari.rig.examples.ExampleRecipe;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Makes an example set on Spark: a task a chunk, then the index. */
final class SparkSampler {
  private final JavaSparkContext spark;

  SparkSampler(JavaSparkContext spark) {
    this.spark = spark;
  }

  void sample(
      ExampleRecipe recipe, String place, Cluster.Progress progress, BooleanSupplier stopped)
      throws IOException {
    ExampleHead head = ExampleHead.of(recipe.rest(), recipe.skeleton(), recipe.count());
    int chunks = ExampleIndex.chunks(head.layout());
    int[] checksums = new int[head.layout().blockCount()];
    prepare(place);
    Broadcast<ExampleRecipe> sent = spark.broadcast(recipe);
    int perBlock = head.layout().examplesPerBlock();
    int[] done = {0};
    List<Integer> numbers = IntStream.range(0, chunks).boxed().toList();
    new SparkPieces(spark)
        .run(
            numbers,
            chunk -> write(sent.value(), place, chunk),
            (chunk, sums) -> {
              int first = ExampleIndex.firstBlock(head.layout(), chunk);
              System.arraycopy(sums, 0, checksums, first, sums.length);
              done[0] += sums.length * perBlock;
              progress.at(Math.min(recipe.count(), done[0]));
            },
            stopped);
    finish(place, new ExampleIndex(head, checksums));
    sent.destroy();
  }

  private static void prepare(String place) throws IOException {
    java.nio.file.Path local = HadoopBlocks.local(place);
    if (local != null) {
      ExampleFolder.clear(local);
      return;
    }
    Path folder = new Path(place);
    FileSystem files = HadoopBlocks.files(folder);
    files.mkdirs(folder);
    files.delete(new Path(folder, ExampleIndex.FILE), false);
  }

  private static int[] write(ExampleRecipe recipe, String place, int chunk) throws IOException {
    ExampleHead head = ExampleHead.of(recipe.rest(), recipe.skeleton(), recipe.count());
    ExampleMaker maker = recipe.open();
    java.nio.file.Path local = HadoopBlocks.local(place);
    if (local != null) {
      return ExampleFolder.writeChunk(local, head, chunk, maker, n -> {});
    }
    Path folder = new Path(place);
    FileSystem files = HadoopBlocks.files(folder);
    Path part = new Path(folder, "." + ExampleIndex.chunkName(chunk) + ".part");
    Path file = new Path(folder, ExampleIndex.chunkName(chunk));
    int[] checksums;
    try (OutputStream out = files.create(part, true)) {
      checksums = new ChunkWriter(head).write(chunk, maker, out, n -> {});
    }
    files.delete(file, false);
    if (!files.rename(part, file)) {
      throw new IOException("cannot put " + file + " into place");
    }
    return checksums;
  }

  private static void finish(String place, ExampleIndex index) throws IOException {
    java.nio.file.Path local = HadoopBlocks.local(place);
    if (local != null) {
      ExampleFolder.finish(local, index);
      return;
    }
    Path file = new Path(place, ExampleIndex.FILE);
    try (OutputStream out = HadoopBlocks.files(file).create(file, true)) {
      out.write(index.toBytes());
    }
  }
}
