package dev.shinari.app.studio.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.app.studio.file.StudioServices;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What runs while somebody reads the page stays out of the way. */
class JitWarmUpTest {
  @Test
  void itWaitsWhileSomebodyNeedsTheMachineAndEndsWhenItIsStopped() throws Exception {
    CountDownLatch asked = new CountDownLatch(3);
    try (StudioServices workshop = new StudioServices(null)) {
      JitWarmUp waiting =
          new JitWarmUp(
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
    try (StudioServices workshop = new StudioServices(null)) {
      JitWarmUp going =
          new JitWarmUp(
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
