package dev.shinari.app.studio.stage;

import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.body.Body;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.world.Actor;
import dev.shinari.world.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Moments of a stage that can be gone back to at once: the start, one a second, and those that a
 * command asked for. There is room for so many bytes; the oldest but the start go first. From the
 * moment before a wanted one the log leads on, so that nothing is lost when a moment went, but
 * time.
 */
public final class Rewind {
  /** What a particle costs, about: its state, its region, its cells. */
  private static final long PARTICLE_BYTES = 400;

  private static final long BODY_BYTES = 2000;
  private static final double EVERY_SECONDS = 1;

  private final Stage stage;
  private final List<Moment> moments = new ArrayList<>();
  private long bytes;
  private final long mostBytes;
  private double kept;

  /**
   * A moment.
   *
   * @param logged how much had been done until then
   * @param last the last of it, or null; an entry stands behind the same ones in any log
   */
  record Moment(
      long step,
      int logged,
      Stage.Entry last,
      Snapshot world,
      SceneFile file,
      Map<String, String> values,
      Map<Long, Double> weights,
      Map<Integer, StageGrips.Hand> hands,
      long bytes) {
    /** Whether it lies on the way that a log describes. */
    private boolean isOn(List<Stage.Entry> entries, long until) {
      return step <= until
          && logged <= entries.size()
          && (logged == 0 || entries.get(logged - 1) == last)
          && (logged == entries.size() || entries.get(logged).step() >= step);
    }
  }

  Rewind(Stage stage) {
    this(stage, StudioLimits.REWIND_BYTES);
  }

  Rewind(Stage stage, long mostBytes) {
    this.stage = stage;
    this.mostBytes = mostBytes;
  }

  /** After a step: keeps a moment now and then. */
  public void tick() {
    if (stage.world().seconds() - kept >= EVERY_SECONDS) {
      kept = stage.world().seconds();
      if (size() < mostBytes / 16) { // a larger world would be felt to stop for it
        saveMoment();
      }
    }
  }

  /** Keeps this moment. */
  void saveMoment() {
    kept = stage.world().seconds();
    Moment last = moments.isEmpty() ? null : moments.get(moments.size() - 1);
    int logged = stage.log().size();
    if (last != null
        && last.step == stage.step()
        && last.logged == logged
        && last.isOn(stage.log(), stage.step())) {
      return;
    }
    long size = size();
    moments.add(
        new Moment(
            stage.step(),
            logged,
            logged == 0 ? null : stage.log().get(logged - 1),
            stage.world().save(),
            stage.file(),
            stage.liveValues(),
            stage.heldWeights(),
            stage.savedHands(),
            size));
    bytes += size;
    while (bytes > mostBytes && moments.size() > 2) {
      bytes -= moments.remove(1).bytes;
    }
  }

  /** What a moment of this world costs, about. */
  private long size() {
    long size = 0;
    for (Body b : stage.world().bodies()) {
      size += BODY_BYTES + PARTICLE_BYTES * b.particles().count();
    }
    for (Actor a : stage.world().actors()) {
      size += BODY_BYTES + PARTICLE_BYTES * a.particleCount();
    }
    return size;
  }

  /** The last moment on the way to a mark of a log. */
  Moment before(List<Stage.Entry> entries, Stage.Mark mark) {
    Moment best = moments.get(0);
    for (Moment m : moments) {
      boolean later = m.step > best.step || m.step == best.step && m.logged >= best.logged;
      best = later && m.isOn(entries, mark.step()) ? m : best;
    }
    return best;
  }

  /**
   * Brings a moment back. Values are set between two restorations: the first brings the bodies back
   * that must hear of them, the second undoes what hearing did to their state.
   */
  void restore(Moment m) {
    stage.world().rewind(m.world);
    stage.set(m.file, m.values, m.weights, m.hands);
    stage.world().rewind(m.world);
    kept = m.world.seconds();
  }

  int count() {
    return moments.size();
  }
}
