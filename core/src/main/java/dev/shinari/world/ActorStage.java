package dev.shinari.world;

import dev.shinari.body.particle.Particles;
import dev.shinari.world.force.ForceField;
import java.util.List;

/** The part of a step in which actors move, meet each other, and meet the bodies. */
final class ActorStage {
  /** In sleeping speeds: an actor that touches a sleeping body more slowly lies on it. */
  private static final float SLEEPER_WAKES = 5;

  private final StepParticipants cast;
  private final ContactStage contact;

  ActorStage(StepParticipants cast, ContactStage contact) {
    this.cast = cast;
    this.contact = contact;
  }

  /** Actors after the bodies; then contact between them, pair by pair, and with the bodies. */
  void step(List<Actor> actors, double start, float h) {
    long t0 = System.nanoTime();
    for (int i = 0; i < actors.size(); i++) {
      pushByFields(actors.get(i), start, h);
      actors.get(i).step(start, h, cast.settings, cast.colliders, cast.workers);
      cast.report.colliderContacts += actors.get(i).contacts();
    }
    for (int i = 0; i < actors.size(); i++) {
      for (int j = i + 1; j < actors.size(); j++) {
        cast.report.bodyContacts += actors.get(i).meet(actors.get(j), h);
      }
      for (BodyEntry e : cast.entries) {
        meet(actors.get(i), e, start, h);
      }
    }
    for (int i = 0; i < actors.size(); i++) {
      cast.report.frozen += actors.get(i).isFrozen() ? 1 : 0;
    }
    cast.report.bodyNanos += System.nanoTime() - t0;
  }

  private void pushByFields(Actor actor, double start, float h) {
    Particles p = null;
    for (ForceField f : cast.fields) {
      if (f.acts(start, start + h)) {
        p = p == null ? actor.points() : p;
        if (p == null) {
          return;
        }
        f.kick(p, start, start + h, h);
      }
    }
    if (p != null) {
      actor.pointsPushed();
    }
  }

  /** An actor and a body; a sleeping one is woken by a touch that is quick enough to be seen. */
  private void meet(Actor actor, BodyEntry e, double start, float h) {
    if (!e.settings.softContact() || start < e.settings.contactFromSeconds()) {
      return;
    }
    float speed = actor.meet(e.surface, h);
    if (speed < 0) {
      return;
    }
    cast.report.bodyContacts++;
    e.touched = true;
    if (e.asleep && speed > SLEEPER_WAKES * cast.settings.sleepSpeed()) {
      e.wake();
      contact.woke(e);
    }
    if (!e.isStill()) {
      e.body.disturbed();
    }
  }
}
