package dev.shinari.app.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What runs while somebody reads the page stays out of the way. */
class RehearsalTest {
  @Test
  void itWaitsWhileSomebodyNeedsTheMachineAndEndsWhenItIsStopped() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    try (Workshop workshop = new Workshop(null)) {
      Rehearsal waiting =
          new Rehearsal(
              workshop,
              () -> {
                asked.countDown();
                return true;
              });
      Thread t = waiting.begin();
      assertThat(t.isDaemon()).isTrue();
      assertThat(asked.await(60, TimeUnit.SECONDS)).as("asks again and again").isTrue();
      assertThat(t.isAlive()).isTrue();
      waiting.stop();
      t.join(60_000);
      assertThat(t.isAlive()).isFalse();
    }
  }

  @Test
  void itGoesThroughItsScenesAndStopsInTheMiddleOfOne() throws Exception {
    CountDownLatch steps = new CountDownLatch(20);
    try (Workshop workshop = new Workshop(null)) {
      Rehearsal going =
          new Rehearsal(
              workshop,
              () -> {
                steps.countDown();
                return false;
              });
      Thread t = going.begin();
      assertThat(steps.await(60, TimeUnit.SECONDS)).as("steps are made").isTrue();
      going.stop();
      t.join(60_000);
      assertThat(t.isAlive()).isFalse();
    }
  }
}
