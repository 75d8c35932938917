package dev.shinari.app.studio.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.parallel.Workers;
import org.junit.jupiter.api.Test;

class StepCrewTest {
  /**
   * Steps that one thread does in so many nanoseconds and all in so many others; how many ran
   * alone.
   */
  private static int alone(StepCrew crew, long one, long all, int steps) {
    int alone = 0;
    for (int i = 0; i < steps; i++) {
      int way = crew.choose();
      boolean single = crew.crew(way) == Workers.SERIAL;
      alone += single ? 1 : 0;
      crew.took(way, single ? one : all);
    }
    return alone;
  }

  @Test
  void theQuickerWayIsTakenAndTheOtherOneIsTriedNowAndThen() {
    try (Workers two = new Workers(2)) {
      StepCrew crew = new StepCrew(two);
      assertThat(alone(crew, 2_000, 1_100, 1000)).as("a free machine").isBetween(1, 40);
      assertThat(alone(crew, 2_000, 30_000, 1000)).as("a busy one").isGreaterThan(900);
      assertThat(alone(crew, 2_000, 1_100, 3000)).as("free again").isLessThan(1500);
    }
  }

  @Test
  void oneThreadIsOneThread() {
    StepCrew crew = new StepCrew(Workers.SERIAL);
    assertThat(alone(crew, 1, 1, 100)).isEqualTo(100);
  }
}
