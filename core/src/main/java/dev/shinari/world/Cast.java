package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ContactSurface;
import dev.shinari.parallel.Workers;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** All that takes part in a world's step, as the step's stages see it. */
final class Cast {
  private static final int COLLIDER_IMPACT = 0;
  private static final int BODY_IMPACT = 1;

  WorldSettings settings;
  Workers workers = Workers.SERIAL;
  private final Map<Body, BodyEntry> byBody = new IdentityHashMap<>(); // for look-up alone
  BodyEntry[] entries = {};
  ContactSurface[] surfaces = {}; // of the entries
  Collider[] colliders = {};
  ForceField[] fields = {};
  final float[] gravity = new float[3];
  final ImpactLog impacts = new ImpactLog();
  final StepReport report = new StepReport();

  Cast(WorldSettings settings) {
    this.settings = settings;
  }

  void join(BodyEntry e) {
    byBody.put(e.body, e);
  }

  void leave(BodyEntry e) {
    byBody.remove(e.body);
  }

  /** The entry of a body, or null where it is not in the world. */
  BodyEntry entry(Body body) {
    return byBody.get(body);
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

  /** Body i touches body j; place and unit normal, towards i, in the world. */
  void bodyImpact(
      int i,
      int j,
      double at,
      float speed,
      double x,
      double y,
      double z,
      float nx,
      float ny,
      float nz) {
    if (impacts.isNews(BODY_IMPACT, i, j, at) && speed > settings.impactSpeed()) {
      hit(entries[i], entries[j], entries[j].body.name(), at, speed, x, y, z, nx, ny, nz);
    }
  }

  /** Body i touches collider c. */
  void colliderImpact(int i, int c, double at) {
    BodyEntry e = entries[i];
    float speed = e.contacts.touchSpeed(c);
    if (impacts.isNews(COLLIDER_IMPACT, i, c, at) && speed > settings.impactSpeed()) {
      hit(
          e,
          null,
          colliders[c].name(),
          at,
          speed,
          e.contacts.touchPlace(c, 0),
          e.contacts.touchPlace(c, 1),
          e.contacts.touchPlace(c, 2),
          e.contacts.touchNormal(c, 0),
          e.contacts.touchNormal(c, 1),
          e.contacts.touchNormal(c, 2));
    }
  }

  private void hit(
      BodyEntry one,
      BodyEntry other,
      String otherName,
      double at,
      float speed,
      double x,
      double y,
      double z,
      float nx,
      float ny,
      float nz) {
    if (one.host != null) {
      one.host.hit(speed, nx, ny, nz, other);
    }
    if (other != null && other.host != null) {
      other.host.hit(speed, -nx, -ny, -nz, one);
    }
    report.events.add(
        new Take.Event(
            (float) at,
            Take.Event.IMPACT,
            one.body.name(),
            otherName,
            (float) x,
            (float) y,
            (float) z,
            nx,
            ny,
            nz,
            speed));
  }
}
