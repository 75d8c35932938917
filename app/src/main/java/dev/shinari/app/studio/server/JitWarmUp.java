package dev.shinari.app.studio.server;

import dev.shinari.app.console.TempFolder;
import dev.shinari.app.film.DropScene;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.stage.SceneSource;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.app.studio.view.StageView;
import dev.shinari.app.studio.view.VertexChannels;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.parallel.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Runs a little of several kinds of scene, which nobody sees, while somebody reads the page. Java
 * compiles what runs often, and until then a step can take a hundred times as long: the first scene
 * or file that somebody opens should not be the one that pays for it. It waits whenever a session
 * cannot keep up, and ends after a few seconds of work.
 */
final class JitWarmUp {
  /** Examples, tearing, many contacts, a lattice; files and plain bodies come first. */
  private static final List<String> SCENES =
      List.of("shape-keys", "tear-star", "jelly-stack", "lattice-ball");

  private static final long FILE_NANOS = 2_500_000_000L;
  private static final long EACH_NANOS = 1_200_000_000L;
  private static final int MOST_STEPS = 1200;
  private static final int STEPS_A_FRAME = 4;

  private final StudioServices workshop;
  private final BooleanSupplier mustWait;
  private volatile boolean stopped;

  /**
   * A rehearsal that has not begun.
   *
   * @param mustWait whether somebody needs the machine now
   */
  JitWarmUp(StudioServices workshop, BooleanSupplier mustWait) {
    this.workshop = workshop;
    this.mustWait = mustWait;
  }

  /** Begins in a thread of its own, which is returned. */
  Thread begin() {
    Thread t = new Thread(this::run, "studio rehearsal");
    t.setDaemon(true);
    t.setPriority(Thread.MIN_PRIORITY);
    t.start();
    return t;
  }

  void stop() {
    stopped = true;
  }

  /** A few steps at once, so that their classes are loaded. */
  void briefly() {
    try {
      play(SceneSource.builtIn("twist-cuboid"), 50_000_000L);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | SceneException e) {
      throw new IllegalStateException("a built-in scene is broken", e);
    }
  }

  private void run() {
    try (TempFolder folder = new TempFolder()) {
      Path file = folder.path().resolve("ring.obj");
      Files.write(file, SampleRing.obj(48, 24));
      String text = DropScene.ofMesh(file, "ring.obj", Preset.of("rubber"), true);
      play(new SceneSource("ring", text, folder.path()), FILE_NANOS);
      for (String name : SCENES) {
        if (SceneLibrary.names().contains(name)) {
          play(SceneSource.builtIn(name), EACH_NANOS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | SceneException e) {
      // Whoever opens such a scene is told.
    }
  }

  /** Steps and draws as a session does, for so much time of its own. */
  private void play(SceneSource source, long nanos)
      throws IOException, SceneException, InterruptedException {
    awaitTurn();
    if (stopped) {
      return;
    }
    Stage stage = new Stage(source, Map.of(), Workers.SERIAL);
    StageView picture = new StageView(stage, 1, Workers.SERIAL, workshop);
    picture.meshes();
    long worked = 0;
    for (int k = 1; k <= MOST_STEPS && worked < nanos && !stopped; k++) {
      long begin = System.nanoTime();
      stage.advance();
      if (k % STEPS_A_FRAME == 0) {
        picture.changes();
        picture.frame(k, VertexChannels.NONE);
      }
      worked += System.nanoTime() - begin;
      awaitTurn();
    }
  }

  private void awaitTurn() throws InterruptedException {
    while (!stopped && mustWait.getAsBoolean()) {
      Thread.sleep(50);
    }
  }
}
