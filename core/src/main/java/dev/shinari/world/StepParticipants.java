package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.parallel.Workers;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.step.Impact;
import dev.shinari.world.step.ImpactLog;
import dev.shinari.world.step.NameRegistry;
import dev.shinari.world.step.StepReport;
import java.util.List;

/** All that takes part in a world's step, as the step's stages see it. */
final class StepParticipants {
  private static final int COLLIDER_IMPACT = 0;
  private static final int BODY_IMPACT = 1;

  WorldSettings settings;
  Workers workers = Workers.SERIAL;
  final NameRegistry<BodyEntry> names = new NameRegistry<>("a body");
  BodyEntry[] entries = {};
  ContactSurface[] surfaces = {}; // of the entries
  Collider[] colliders = {};
  ForceField[] fields = {};
  final float[] gravity = new float[3];
  final ImpactLog impacts = new ImpactLog();
  final StepReport report = new StepReport();
  private final Impact colliderHit = new Impact();

  StepParticipants(WorldSettings settings) {
    this.settings = settings;
  }

  void join(BodyEntry e) {
    names.put(e.body.name(), e);
  }

  void leave(BodyEntry e) {
    names.remove(e.body.name());
  }

  /** The entry of a body, or null where it is not in the world. */
  BodyEntry entry(Body body) {
    BodyEntry e = names.find(body.name());
    return e != null && e.body == body ? e : null;
  }

  void set(List<BodyEntry> bodies, List<Collider> obstacles, List<ForceField> forces) {
    entries = bodies.toArray(new BodyEntry[0]);
    for (int i = 0; i < entries.length; i++) {
      entries[i].number = i;
    }
    surfaces = bodies.stream().map(e -> e.surface).toArray(ContactSurface[]::new);
    colliders = obstacles.toArray(new Collider[0]);
    fields = forces.toArray(new ForceField[0]);
  }

  void takeGravity() {
    gravity[0] = settings.gravityX();
    gravity[1] = settings.gravityY();
    gravity[2] = settings.gravityZ();
  }

  /** Body i touches body j; the impact's normal is towards i. */
  void bodyImpact(int i, int j, Impact impact) {
    if (impacts.isNews(BODY_IMPACT, i, j, impact.seconds)
        && impact.speed > settings.impactSpeed()) {
      BodyEntry one = entries[i], other = entries[j];
      if (one.host != null) {
        one.host.hit(impact.speed, impact.nx, impact.ny, impact.nz, other);
      }
      if (other.host != null) {
        other.host.hit(impact.speed, -impact.nx, -impact.ny, -impact.nz, one);
      }
      report.events.add(impact.event(one.body.name(), other.body.name()));
    }
  }

  /** Body i touches collider c. */
  void colliderImpact(int i, int c, double at) {
    BodyEntry e = entries[i];
    Impact hit = colliderHit;
    hit.seconds = at;
    hit.speed = e.contacts.touchSpeed(c);
    if (impacts.isNews(COLLIDER_IMPACT, i, c, at) && hit.speed > settings.impactSpeed()) {
      hit.at(e.contacts.touchPlace(c, 0), e.contacts.touchPlace(c, 1), e.contacts.touchPlace(c, 2));
      hit.along(
          e.contacts.touchNormal(c, 0), e.contacts.touchNormal(c, 1), e.contacts.touchNormal(c, 2));
      if (e.host != null) {
        e.host.hit(hit.speed, hit.nx, hit.ny, hit.nz, null);
      }
      report.events.add(hit.event(e.body.name(), colliders[c].name()));
    }
  }
}
