package dev.shinari.app.studio;

import dev.shinari.app.SceneLibrary;
import dev.shinari.io.scene.SceneException;
import dev.shinari.parallel.Workers;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Runs a little of several kinds of scene while the page loads. Java compiles what runs often, and
 * until then a step can take a hundred times as long: the first scene that somebody opens should
 * not be the one that pays for it.
 */
final class Rehearsal {
  private static final List<String> SCENES =
      List.of("falling-cuboid", "lattice-ball", "tear-star", "twist-cuboid");

  private static final long EACH_NANOS = 1_500_000_000L;
  private static final int MOST_STEPS = 1500;

  private Rehearsal() {}

  /** Begins in a thread of its own, which is returned. */
  static Thread begin() {
    Thread t = new Thread(Rehearsal::run, "studio rehearsal");
    t.setDaemon(true);
    t.setPriority(Thread.MIN_PRIORITY);
    t.start();
    return t;
  }

  private static void run() {
    for (String name : SCENES) {
      if (SceneLibrary.names().contains(name)) {
        try {
          Stage stage = new Stage(SceneSource.builtIn(name), Map.of(), Workers.SERIAL);
          long end = System.nanoTime() + EACH_NANOS;
          for (int k = 0; k < MOST_STEPS && System.nanoTime() < end; k++) {
            stage.advance();
          }
        } catch (IOException | SceneException e) {
          throw new IllegalStateException("the built-in scene " + name + " is broken", e);
        }
      }
    }
  }
}
