package dev.shinari.world;

import dev.shinari.body.BodyState;
import dev.shinari.collide.SoftContacts;
import java.util.List;

/**
 * All that a step changes, at one moment: a world that is set back to it goes on bit by bit as it
 * did before. Made by {@link World#save}; good for the world it came from, as long as the same
 * bodies and handles are in it.
 */
public final class Snapshot {
  private final double seconds;
  private final ImpactLog impacts;
  private final BodyPart[] bodies;
  private final HandlePart[] handles;
  private final Actor[] actors;
  private final Object[] actorStates;
  private final SoftContacts.Sides sides;

  Snapshot(
      double seconds,
      ImpactLog impacts,
      List<BodyEntry> entries,
      List<Handle> handleList,
      List<Actor> actorList,
      SoftContacts.Sides sides) {
    this.seconds = seconds;
    this.sides = sides;
    this.impacts = impacts.copy();
    bodies = entries.stream().map(BodyPart::new).toArray(BodyPart[]::new);
    handles = handleList.stream().map(HandlePart::new).toArray(HandlePart[]::new);
    actors = actorList.toArray(new Actor[0]);
    actorStates = actorList.stream().map(Actor::save).toArray();
  }

  /** Time at which it was taken. */
  public double seconds() {
    return seconds;
  }

  SoftContacts.Sides sides() {
    return sides;
  }

  boolean fits(List<BodyEntry> entries, List<Handle> handleList, List<Actor> actorList) {
    boolean fits = actorList.equals(List.of(actors));
    fits &= entries.size() == bodies.length && handleList.size() == handles.length;
    for (int k = 0; k < bodies.length && fits; k++) {
      fits =
          entries.get(k) == bodies[k].entry && bodies[k].effects == bodies[k].entry.effects;
    }
    for (int k = 0; k < handles.length && fits; k++) {
      fits = handleList.get(k) == handles[k].handle;
    }
    return fits;
  }

  void restore(ImpactLog log) {
    log.set(impacts);
    for (BodyPart b : bodies) {
      b.restore();
    }
    for (HandlePart h : handles) {
      h.restore();
    }
    for (int k = 0; k < actors.length; k++) {
      actors[k].restore(actorStates[k]);
    }
  }

  /** One body's particles and its place in the world. */
  private static final class BodyPart {
    final BodyEntry entry;
    final BodyState state;
    final int[] holds;
    final boolean asleep;
    final boolean frozen;
    final boolean touched;
    final float touchedSeconds;
    final float waySpeed;
    final int crushWatch;
    final float quietSeconds;
    final Places anchor;
    final boolean keepsStart;
    final float[] start;
    final double[] startOrigin = new double[3];
    final double[] drives;
    final double pausedUntil;
    final double meetsFrom;
    final boolean paused;
    final Effect[] effects;
    final double[][] effectStates;

    BodyPart(BodyEntry e) {
      entry = e;
      state = e.body.save();
      holds = e.holds.clone();
      asleep = e.asleep;
      frozen = e.frozen;
      touched = e.touched;
      touchedSeconds = e.touchedSeconds;
      waySpeed = e.waySpeed;
      crushWatch = e.crushWatch;
      pausedUntil = e.pausedUntil;
      meetsFrom = e.meetsFrom;
      paused = e.paused;
      effects = e.effects;
      effectStates = new double[effects.length][];
      for (int k = 0; k < effects.length; k++) {
        effectStates[k] = effects[k].state().clone();
      }
      quietSeconds = e.quietSeconds;
      anchor = new Places(e.body.particles().count());
      anchor.take(e.anchor);
      keepsStart = e.contacts.keepsStart();
      drives = e.drives == null ? null : e.drives.state.clone();
      start = new float[keepsStart ? 3 * e.body.particles().count() : 0];
      if (keepsStart) {
        e.contacts.saveStart(start, startOrigin);
      }
    }

    void restore() {
      entry.body.restore(state);
      System.arraycopy(holds, 0, entry.holds, 0, holds.length);
      entry.asleep = asleep;
      entry.frozen = frozen;
      entry.touched = touched;
      entry.touchedSeconds = touchedSeconds;
      entry.waySpeed = waySpeed;
      entry.crushWatch = crushWatch;
      entry.pausedUntil = pausedUntil;
      entry.meetsFrom = meetsFrom;
      entry.paused = paused;
      for (int k = 0; k < effects.length; k++) {
        System.arraycopy(effectStates[k], 0, effects[k].state(), 0, effectStates[k].length);
      }
      if (drives != null) {
        System.arraycopy(drives, 0, entry.drives.state, 0, drives.length);
      }
      entry.quietSeconds = quietSeconds;
      entry.anchor.take(anchor);
      entry.surface.setFixed(asleep || frozen || paused);
      if (keepsStart) {
        entry.contacts.restoreStart(start, startOrigin, true);
      } else {
        entry.contacts.keepStart(false);
      }
      entry.surface.begin();
      entry.surface.measure();
      entry.rememberGood();
    }
  }

  /** What a handle holds, and where. */
  private static final class HandlePart {
    final Handle handle;
    final boolean holding;
    final double[] offsets;
    final double[] anchor;
    final double[] drag;

    HandlePart(Handle h) {
      handle = h;
      holding = h.holding;
      offsets = h.offsets.clone();
      anchor = h.anchor.clone();
      drag = h.drag.clone();
    }

    void restore() {
      handle.holding = holding;
      System.arraycopy(offsets, 0, handle.offsets, 0, offsets.length);
      System.arraycopy(anchor, 0, handle.anchor, 0, anchor.length);
      System.arraycopy(drag, 0, handle.drag, 0, drag.length);
    }
  }
}
