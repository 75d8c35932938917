package dev.shinari.spark;

import dev.shinari.app.cluster.Cluster;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Pieces of work on Spark, a small job each, as many at a time as the cluster has cores: so answers
 * come one by one, and one piece that fails does not take the others with it.
 */
final class SparkPieces {
  private final JavaSparkContext spark;

  SparkPieces(JavaSparkContext spark) {
    this.spark = spark;
  }

  private record Arrived<R>(int index, R answer) {}

  <T extends Serializable, R extends Serializable> void run(
      List<T> pieces, Cluster.Work<T, R> work, Cluster.Answer<R> answer, BooleanSupplier stopped)
      throws IOException {
    String group = UUID.randomUUID().toString();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            Math.max(1, Math.min(pieces.size(), 2 * spark.defaultParallelism())),
            r -> {
              Thread t = new Thread(r, "shinari-spark-job");
              t.setDaemon(true);
              return t;
            });
    try {
      ExecutorCompletionService<Arrived<R>> jobs = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < pieces.size(); i++) {
        int index = i;
        T piece = pieces.get(i);
        jobs.submit(
            () -> {
              spark.setJobGroup(group, "shinari", true);
              return new Arrived<>(
                  index, spark.parallelize(List.of(piece), 1).map(work::run).collect().get(0));
            });
      }
      IOException failed = null;
      for (int left = pieces.size(); left > 0; ) {
        Future<Arrived<R>> one = jobs.poll(100, TimeUnit.MILLISECONDS);
        if (stopped.getAsBoolean()) {
          throw new CancellationException();
        }
        if (one == null) {
          continue;
        }
        left--;
        try {
          Arrived<R> a = one.get();
          answer.take(a.index(), a.answer());
        } catch (ExecutionException e) {
          if (failed == null && e.getCause() instanceof Exception cause) {
            failed = SparkFailures.of(cause, "a piece of the work");
          }
        }
      }
      if (failed != null) {
        throw failed;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      threads.shutdownNow();
      if (!spark.sc().isStopped()) {
        spark.sc().cancelJobGroup(group);
      }
    }
  }
}
