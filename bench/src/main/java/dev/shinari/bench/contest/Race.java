package dev.shinari.bench.contest;

import dev.shinari.bench.measure.Allocation;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Row;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Times contestants on one case. They take turns, round by round, so that a machine that slows down
 * for a while slows down everybody; the best round counts, because other work can only add time.
 * Rounds are short and many, so that some fall between other programs' turns.
 *
 * @param warmMillis how long each runs before the first round
 * @param batchMillis about how long a round of one contestant takes
 * @param rounds number of rounds
 * @param mostMillis a contestant that has used this much in rounds sits out the rest, after three
 */
public record Race(int warmMillis, int batchMillis, int rounds, int mostMillis) {
  public static final Race FULL = new Race(500, 15, 50, 2500);
  public static final Race QUICK = new Race(100, 8, 12, 400);

  /**
   * Rows in the order of the contestants; those that do not really move are left out, with a note.
   */
  public List<Row> run(String suite, String caseName, List<Contestant> contestants, Report report) {
    int n = contestants.size();
    int[] batch = new int[n];
    double[] best = new double[n];
    double[][] bytes = new double[n][rounds];
    long[] used = new long[n];
    List<float[]> starts = new ArrayList<>();
    for (int c = 0; c < n; c++) {
      Contestant one = contestants.get(c);
      starts.add(positions(one));
      batch[c] = warmUp(one);
      best[c] = Double.POSITIVE_INFINITY;
    }
    Allocation allocation = new Allocation();
    for (int round = 0; round < rounds; round++) {
      for (int c = 0; c < n; c++) {
        if (round >= 3 && used[c] > mostMillis * 1_000_000L) {
          bytes[c][round] = bytes[c][round - 1];
          continue;
        }
        Contestant one = contestants.get(c);
        one.prepare();
        long allocated = allocation.bytes();
        long from = System.nanoTime();
        one.steps(batch[c]);
        long nanos = System.nanoTime() - from;
        bytes[c][round] = (allocation.bytes() - allocated) / (double) batch[c];
        used[c] += nanos;
        best[c] = Math.min(best[c], nanos / (double) batch[c]);
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int c = 0; c < n; c++) {
      Contestant one = contestants.get(c);
      String fault = fault(one, starts.get(c));
      if (fault != null) {
        report.note(caseName + ": " + one.system() + " left out, " + fault);
        continue;
      }
      Row row =
          new Row(suite, caseName, one.system(), one.threads())
              .with(Row.PARTICLES, one.particleCount())
              .with(Row.NANOS, best[c] / one.particleCount())
              .with(Row.STEPS, 1e9 / best[c]);
      rows.add(one.countsAllocation() ? row.with(Row.BYTES, median(bytes[c])) : row);
    }
    return rows;
  }

  /**
   * Steps a contestant until its time has settled: until no span is better than the one before by
   * more than a twentieth, which is when the compiler has finished with its code.
   */
  public static void warmUp(Contestant one, int spanMillis, int mostSpans) {
    double before = Double.POSITIVE_INFINITY;
    for (int span = 0; span < mostSpans; span++) {
      double best = bestWithin(spanMillis, one);
      if (best > 0.95 * before) {
        return;
      }
      before = best;
    }
  }

  private static double bestWithin(int millis, Contestant one) {
    double best = Double.POSITIVE_INFINITY;
    long end = System.nanoTime() + millis * 1_000_000L;
    while (System.nanoTime() < end) {
      one.prepare();
      long from = System.nanoTime();
      one.steps(20);
      best = Math.min(best, System.nanoTime() - from);
    }
    return best;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Runs until warm and says how many steps make a batch. */
  private int warmUp(Contestant one) {
    long end = System.nanoTime() + warmMillis * 1_000_000L;
    double perStep = Double.POSITIVE_INFINITY;
    int n = 1;
    do {
      one.prepare();
      long from = System.nanoTime();
      one.steps(n);
      long nanos = System.nanoTime() - from;
      perStep = Math.min(perStep, nanos / (double) n);
      n = (int) Math.max(1, Math.min(100_000, 5e6 / perStep));
    } while (System.nanoTime() < end);
    return (int) Math.max(1, Math.min(100_000, batchMillis * 1e6 / perStep));
  }

  /**
   * Why a contestant's time means nothing, or null: it stands still, has burst or is not finite.
   */
  private static String fault(Contestant one, float[] start) {
    one.prepare();
    one.steps(1);
    float[] before = positions(one);
    one.steps(1);
    float[] after = positions(one);
    double size = 0;
    double moved = 0;
    double step = 0;
    for (int k = 0; k < after.length; k++) {
      if (!(Math.abs(after[k]) < Float.POSITIVE_INFINITY)) {
        return "its positions are no longer finite";
      }
      size = Math.max(size, Math.abs(start[k] - start[k % 3]));
      moved = Math.max(moved, Math.abs(after[k] - start[k]));
      step = Math.max(step, Math.abs(after[k] - before[k]));
    }
    if (!(moved > 0 && step > 0)) {
      return "its vertices do not move";
    }
    return moved > 4 * size ? "its body has burst" : null; // all turn about their place
  }

  private static float[] positions(Contestant one) {
    float[] xyz = new float[3 * one.particleCount()];
    one.copyPositions(xyz);
    return xyz;
  }
}
