package dev.shinari.app.film;

import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.take.Take;
import dev.shinari.take.record.Recorder;
import dev.shinari.world.step.StepReport;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** A scene's world and what is done to it while it is filmed. */
public interface Performance {
  Scene scene();

  SceneBuilder.Built built();

  /** Number of frames, the start included. */
  int frames();

  /** Called after each step. */
  void stepped();

  /** Called when all frames are recorded; may step on. */
  void finished();

  /** A scene that plays by itself. */
  static Performance of(Scene scene) throws IOException, SceneException {
    SceneBuilder.Built built = SceneBuilder.build(scene);
    return new Performance() {
      @Override
      public Scene scene() {
        return scene;
      }

      @Override
      public SceneBuilder.Built built() {
        return built;
      }

      @Override
      public int frames() {
        return scene.frames();
      }

      @Override
      public void stepped() {}

      @Override
      public void finished() {}
    };
  }

  /**
   * Records it all, without the colliders that the scene hides.
   *
   * @param afterStep hears of each step
   * @param afterFrame is told how many frames there are and answers whether to go on
   */
  default Take record(Consumer<StepReport> afterStep, IntPredicate afterFrame) {
    Recorder recorder =
        new Recorder(
            built().world(), scene().name(), scene().framesPerSecond(), scene().substeps());
    int frames = 1;
    boolean going = true;
    while (frames < frames() && going) {
      recorder.advance(
          report -> {
            afterStep.accept(report);
            stepped();
          });
      going = afterFrame.test(++frames);
    }
    if (going) {
      finished();
    }
    return visible(recorder.take(), built().hidden());
  }

  /** The take without the colliders that the scene hides. */
  public static Take visible(Take take, Set<String> hidden) {
    if (hidden.isEmpty()) {
      return take;
    }
    Take shown = take.emptied();
    for (Take.Track t : take.tracks()) {
      if (!(t.isScenery() && hidden.contains(t.name()))) {
        shown.add(t);
      }
    }
    take.events().forEach(shown::add);
    return shown;
  }
}
