package dev.shinari.world;

import dev.shinari.body.BodyState;
import dev.shinari.collide.soft.SoftContacts;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.world.step.ImpactLog;
import dev.shinari.world.step.PriorPositions;
import java.util.List;
import java.util.stream.Stream;

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

  /**
   * Whether the world has the bodies, handles and actors of this snapshot. Pieces of bodies that
   * tear, and their parts of handles, may have come or gone.
   */
  boolean fits(List<BodyEntry> entries, List<Handle> handleList, List<Actor> actorList) {
    return actorList.equals(List.of(actors))
        && Stream.of(bodies).allMatch(b -> b.effects == b.entry.effects)
        && lasting(entries).equals(lasting(Stream.of(bodies).map(b -> b.entry).toList()))
        && handleList.stream()
            .filter(h -> !h.isPart())
            .toList()
            .equals(Stream.of(handles).map(h -> h.handle).filter(h -> !h.isPart()).toList());
  }

  private static List<BodyEntry> lasting(List<BodyEntry> entries) {
    return entries.stream().filter(e -> !e.isPiece()).toList();
  }

  /** Puts handles and effects of then in the place of those of now. */
  void bringBack(List<Handle> handleList) {
    handleList.clear();
    Stream.of(handles).map(h -> h.handle).forEach(handleList::add);
    for (BodyPart b : bodies) {
      b.entry.effects = b.effects;
    }
  }

  /** Puts the snapshot's bodies and handles into the lists; false where they are in them. */
  boolean setBodies(List<BodyEntry> entries, List<Handle> handleList) {
    List<BodyEntry> own = Stream.of(bodies).map(b -> b.entry).toList();
    handleList.clear();
    Stream.of(handles).map(h -> h.handle).forEach(handleList::add);
    if (own.equals(entries)) {
      return false;
    }
    entries.clear();
    entries.addAll(own);
    return true;
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
    final PriorPositions anchor;
    final PriorPositions quietPositions;
    final float quietPositionSeconds;
    final boolean keepsStart;
    final float[] start;
    final double[] startOrigin = new double[3];
    final double[] drives;
    final Handle[] handles;
    final FractureBody.State fracture;
    final FractureFamily.State family;
    final double pausedUntil;
    final double meetsFrom;
    final boolean paused;
    final EffectHost host;
    final boolean stood;
    final Effect[] effects;
    final double[][] effectStates;

    BodyPart(BodyEntry e) {
      entry = e;
      state = e.body.save();
      handles = e.handles.clone();
      fracture = e.fracture == null ? null : e.fracture.save();
      family = e.fracture == null ? null : e.fracture.family().save();
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
      host = e.host;
      stood = host != null && host.stood;
      effects = e.effects;
      effectStates = new double[effects.length][];
      for (int k = 0; k < effects.length; k++) {
        effectStates[k] = effects[k].state().clone();
      }
      quietSeconds = e.quietSeconds;
      anchor = new PriorPositions(e.body.particles().count());
      anchor.take(e.anchor);
      quietPositions = new PriorPositions(e.body.particles().count());
      quietPositions.take(e.quietPositions);
      quietPositionSeconds = e.quietPositionSeconds;
      keepsStart = e.contacts.keepsStart();
      drives = e.drives == null ? null : e.drives.state.clone();
      start = new float[keepsStart ? 3 * e.body.particles().count() : 0];
      if (keepsStart) {
        e.contacts.saveStart(start, startOrigin);
      }
    }

    void restore() {
      entry.body.restore(state);
      entry.holds = holds.clone();
      entry.handles = handles.clone();
      if (fracture != null) {
        entry.fracture.restore(fracture);
        entry.fracture.family().restore(family);
        entry.fractureVersion = entry.fracture.version();
        entry.contacts.particlesChanged();
        entry.surface.particlesChanged();
        entry.changed = false;
        entry.volumeStale = true;
      }
      entry.asleep = asleep;
      entry.frozen = frozen;
      entry.touched = touched;
      entry.touchedSeconds = touchedSeconds;
      entry.waySpeed = waySpeed;
      entry.crushWatch = crushWatch;
      entry.pausedUntil = pausedUntil;
      entry.meetsFrom = meetsFrom;
      entry.paused = paused;
      entry.host = host;
      if (host != null) {
        host.stood = stood;
        host.particlesChanged();
      }
      for (int k = 0; k < effects.length; k++) {
        System.arraycopy(effectStates[k], 0, effects[k].state(), 0, effectStates[k].length);
      }
      if (drives != null) {
        System.arraycopy(drives, 0, entry.drives.state, 0, drives.length);
      }
      entry.quietSeconds = quietSeconds;
      entry.anchor.take(anchor);
      entry.quietPositions.take(quietPositions);
      entry.quietPositionSeconds = quietPositionSeconds;
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
    final int[] indices;
    final double[] offsets;
    final double[] anchor;
    final double[] drag;

    HandlePart(Handle h) {
      handle = h;
      holding = h.holding;
      indices = h.indices();
      offsets = h.offsets.clone();
      anchor = h.anchor.clone();
      drag = h.drag.clone();
    }

    void restore() {
      handle.holding = holding;
      handle.restore(indices, offsets);
      System.arraycopy(anchor, 0, handle.anchor, 0, anchor.length);
      System.arraycopy(drag, 0, handle.drag, 0, drag.length);
    }
  }
}
