package dev.shinari.world;

import dev.shinari.parallel.Workers;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.step.Islands;

/**
 * The end of a step: what is counted and reported, who is frozen, and who goes to sleep, an island
 * of touching bodies only as a whole.
 */
final class RestStage {
  /** How many times as long as its island a body must have been quiet to sleep without it. */
  private static final float LONG_QUIET = 3;

  private final StepParticipants cast;
  private final Islands islands;
  private final ContactStage contact;
  private boolean[] restless = {};
  private boolean[] maySleep = {};
  private float stepSeconds;
  private final Workers.BlockTask settleBody = this::settleBody;

  RestStage(StepParticipants cast, Islands islands, ContactStage contact) {
    this.cast = cast;
    this.islands = islands;
    this.contact = contact;
  }

  private void settleBody(int i, int worker) {
    BodyEntry e = cast.entries[i];
    if (e.changed) {
      e.settleChanged();
    } else if (!e.isStill()) {
      if (e.touched && !e.surface.measure()) {
        e.freeze();
      }
      e.lookAtRest(stepSeconds, cast.settings);
      e.rememberGood();
    }
  }

  /**
   * Ends a step.
   *
   * @param lastStart time at which its last substep began
   * @param seconds time at which it ends
   */
  void end(double lastStart, double seconds, float h) {
    boolean steady = cast.settings.sleepSpeed() > 0;
    boolean pulled = cast.gravity[0] != 0 || cast.gravity[1] != 0 || cast.gravity[2] != 0;
    for (ForceField f : cast.fields) {
      boolean active = f.isActive(seconds);
      steady &= !active || f.isSteady();
      pulled |= active;
    }
    stepSeconds = h;
    cast.workers.run(cast.entries.length, settleBody);
    if (restless.length < cast.entries.length) {
      restless = new boolean[cast.entries.length];
      maySleep = new boolean[cast.entries.length];
    }
    for (int i = 0; i < cast.entries.length; i++) {
      updateRest(i, lastStart, seconds, steady, pulled);
    }
    for (int i = cast.entries.length - 1; i >= 0; i--) {
      restless[islands.root(i)] |= restless[i];
    }
    for (int i = 0; i < cast.entries.length; i++) {
      BodyEntry e = cast.entries[i];
      // One that has been quiet for long sleeps though some other of its heap still trembles.
      if (!e.isStill()
          && (!restless[islands.root(i)]
              || maySleep[i] && e.quietSeconds > LONG_QUIET * cast.settings.sleepSeconds())) {
        e.sleep();
        contact.fellAsleep(e);
      }
      cast.report.frozen += e.frozen ? 1 : 0;
      cast.report.sleeping += e.asleep ? 1 : 0;
    }
  }

  /** Looks whether body i may sleep, or keeps its island awake. */
  private void updateRest(int i, double lastStart, double seconds, boolean steady, boolean pulled) {
    BodyEntry e = cast.entries[i];
    for (Handle handle : e.handles) {
      handle.endStep();
    }
    restless[i] = false;
    maySleep[i] = false;
    if (!e.isStill()) {
      count(i, lastStart);
      e.touchedSeconds = e.touched ? e.touchedSeconds + stepSeconds : 0;
      boolean supported = !pulled || e.touched || e.contacts.contacts() > 0 || e.handles.length > 0;
      maySleep[i] = steady && e.settings.sleeps() && supported;
      restless[i] = !maySleep[i] || e.quietSeconds < cast.settings.sleepSeconds();
    }
    if (e.host != null && !e.asleep && !e.frozen) {
      e.host.end();
      boolean stirred = e.host.stirs(seconds);
      restless[i] |= stirred;
      maySleep[i] &= !stirred;
    }
    restless[i] |= e.paused;
  }

  private void count(int i, double lastStart) {
    BodyEntry e = cast.entries[i];
    cast.report.innerSteps += e.innerSteps;
    cast.report.colliderContacts += e.contacts.contacts();
    cast.report.skipped += e.contacts.skipped();
    for (int c = 0; c < cast.colliders.length; c++) {
      if (e.contacts.touchSpeed(c) >= 0) {
        cast.colliderImpact(i, c, lastStart);
      }
    }
  }
}
