package dev.shinari.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkersTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void everyBlockRunsOnceInEveryOfManyRuns(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int round = 0; round < 3_000; round++) {
        int count = round % 40;
        AtomicIntegerArray hits = new AtomicIntegerArray(count);
        workers.run(
            count,
            (block, worker) -> {
              assertThat(worker).isBetween(0, threads - 1);
              hits.incrementAndGet(block);
            });
        for (int b = 0; b < count; b++) {
          assertThat(hits.get(b)).isEqualTo(1);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aFailureReachesTheCallerAndTheCrewGoesOn(int threads) {
    try (Workers workers = new Workers(threads)) {
      assertThatThrownBy(
              () ->
                  workers.run(
                      10,
                      (block, worker) -> {
                        if (block == 7) {
                          throw new IllegalArgumentException("seven");
                        }
                      }))
          .hasRootCauseMessage("seven");
      int[] sum = new int[10];
      workers.run(10, (block, worker) -> sum[block] = block);
      assertThat(sum).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }
}
