package dev.shinari.collide.soft;

import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.ContactSettings;
import java.util.Arrays;

/**
 * Two bodies that are near each other, and what is known of how they touch: a {@link ContactFinder}
 * finds the contacts, a {@link ContactList} holds and resolves them.
 *
 * <p>Where more than half of one body's surface is inside of the other, the nearest way out says
 * nothing any more: then the two are moved apart as wholes, along the line on which they met.
 */
final class ContactPair {
  // Contacts are found anew after so many rounds though the two are where they were: a normal at an
  // edge, from point to point, leans as the two lay when it was found, and what lies on such ones
  // for long creeps.
  private static final int OLD = 16;

  final ContactSurface a;
  final ContactSurface b;

  // State.
  private final PairDirection sideOfA; // particles of a against the surface of b
  private final PairDirection sideOfB;
  final double[] axis = new double[3]; // on which they met, from b to a
  boolean touched; // at the last look
  final double[] restGap = new double[3]; // of the middles, when one of the two fell asleep
  boolean resting; // one sleeps, or both do, and they touched when the first fell asleep
  boolean innerKnown = true; // inner particles may have a side, too
  boolean known; // a particle without a side was outside at the last look
  long round = -1; // of the last look; older sides are forgotten

  // No more than this far have the two gone to each other since the contacts below were found, and
  // how far they may go until these no longer hold. State, as the contacts are.
  private final RelativeTravel way;
  private float moved;
  private float room;
  private int age; // rounds since then
  boolean looks; // they no longer hold

  // How far the two have gone to each other from look to look. State, since room follows from it.
  private double gone;

  // State too, since the contacts are kept while the two hardly move.
  final ContactList list;
  private boolean deep;
  private boolean squeezed;
  private final double[] normalSum = new double[3];

  ContactPair(ContactSurface a, ContactSurface b) {
    this.a = a;
    this.b = b;
    list = new ContactList(a, b);
    way = new RelativeTravel(a, b);
    sideOfA = new PairDirection(a, b);
    sideOfB = new PairDirection(b, a);
  }

  void forget() {
    known = false;
    sideOfA.forget();
    sideOfB.forget();
  }

  /** All that the next round depends on. */
  record State(
      PairDirection.State sideOfA,
      PairDirection.State sideOfB,
      double[] axis,
      double[] restGap,
      boolean touched,
      boolean resting,
      boolean innerKnown,
      boolean known,
      boolean deep,
      boolean squeezed,
      float moved,
      float room,
      int age,
      double gone,
      RelativeTravel.State way,
      ContactList.State contacts) {}

  State save() {
    return new State(
        sideOfA.save(),
        sideOfB.save(),
        axis.clone(),
        restGap.clone(),
        touched,
        resting,
        innerKnown,
        known,
        deep,
        squeezed,
        moved,
        room,
        age,
        gone,
        way.save(),
        list.save());
  }

  void restore(State s, long thisRound) {
    sideOfA.restore(s.sideOfA);
    sideOfB.restore(s.sideOfB);
    System.arraycopy(s.axis, 0, axis, 0, 3);
    System.arraycopy(s.restGap, 0, restGap, 0, 3);
    touched = s.touched;
    resting = s.resting;
    innerKnown = s.innerKnown;
    known = s.known;
    deep = s.deep;
    squeezed = s.squeezed;
    moved = s.moved;
    room = s.room;
    age = s.age;
    gone = s.gone;
    way.restore(s.way);
    list.restore(s.contacts);
    round = thisRound;
  }

  /** Whether the last look found contacts. */
  boolean touches() {
    return list.size > 0 || deep || squeezed;
  }

  /**
   * Decides whether the contacts must be found anew. While the two have hardly moved, the old ones
   * hold: who was no contact is then still outside, and a shift along the surface is no more than a
   * share of the distance between particles. A heap that lies still so costs next to nothing.
   */
  void decide(long thisRound) {
    looks = true;
    moved += a.lastWay + b.lastWay;
    if (round != thisRound - 1 || a.outline != null && b.outline != null) {
      return; // a flat body that lies on another one would creep
    }
    boolean was = deep || squeezed;
    squeezed = isSqueezed();
    if (!(moved < room)) { // a bound that costs nothing is not enough
      moved = way.moved();
    }
    looks = was || squeezed || !(moved < room) || ++age >= OLD && list.size > 0;
  }

  /** Goes on with the contacts of the last look. */
  void goOn(long thisRound) {
    round = thisRound;
    list.begin();
  }

  /**
   * Finds the contacts. Reads both bodies and writes to this pair alone, so that all pairs of a
   * world can be looked at side by side.
   *
   * @param seconds length of the way from the bodies' starts to where they are
   */
  void find(ContactFinder finder, float seconds, long thisRound) {
    list.size = 0;
    gone += moved;
    moved = 0;
    age = 0;
    way.begin();
    finder.begin(gone);
    if (round != thisRound - 1) {
      forget();
      touched = false;
      resting = false;
      takeAxis();
    }
    round = thisRound;
    list.begin();
    deep = false;
    squeezed = isSqueezed();
    float most = a.closing(b) * seconds;
    // In one step a particle may then have gone right through the other body.
    boolean fast =
        most > 0.2f * Math.min(a.spacing, b.spacing) && most > 0.3f * Math.min(a.depth, b.depth);
    boolean all = fast || squeezed;
    known &= innerKnown || !all;
    if (innerKnown && !all) {
      a.clearInner(sideOfA.sides);
      b.clearInner(sideOfB.sides);
    }
    innerKnown = all;
    if (b.tree != null) {
      int inside = finder.findPoints(list, sideOfA, most, all, fast, known);
      deep |= 2 * inside > (all ? a.vertices : a.outer).length;
    }
    list.pointsOfA = list.size;
    if (a.tree != null) {
      int inside = finder.findPoints(list, sideOfB, most, all, fast, known);
      deep |= 2 * inside > (all ? b.vertices : b.outer).length;
    }
    list.pointsOfB = list.size;
    deep |= finder.isHeartInside(a, b) && finder.isHeartInside(b, a);
    // In a hard hit the first touch tells how they met; later ones are crumpled.
    if (!deep && !squeezed && !(fast && touched)) {
      takeAxis();
    }
    touched = list.size > 0;
    known = true;
    list.reach = a.radius + b.radius;
    if (a.isBeside(b)) {
      finder.findEdges(list, sideOfA);
      list.pointsOfA = list.size;
      finder.findEdges(list, sideOfB);
      list.pointsOfB = list.size;
      touched = list.size > 0;
      list.reach = a.edgeRadius + b.edgeRadius;
    } else if (deep) { // the sides that were found say nothing either
      forget();
    } else if (a.tree == null || b.tree == null) {
      finder.findBalls(list, a, b);
    }
    // What stays outside, or in the other's skin at most; and of contacts, what stays in its place.
    float spacing = Math.min(a.spacing, b.spacing);
    room = Math.min(finder.room() + 0.9f * list.reach, touches() ? 0.1f * spacing : spacing);
  }

  private double gap(int k) {
    Particles p = a.particles, q = b.particles;
    return k == 0
        ? p.worldX(a.centerParticle) - q.worldX(b.centerParticle)
        : k == 1
            ? p.worldY(a.centerParticle) - q.worldY(b.centerParticle)
            : p.worldZ(a.centerParticle) - q.worldZ(b.centerParticle);
  }

  /** One of the two has fallen asleep. */
  void rest() {
    if (touched && !resting) {
      resting = true;
      for (int k = 0; k < 3; k++) {
        restGap[k] = gap(k);
      }
    }
  }

  /** Whether the middles have moved to each other by a fifth of the particles' spacing since. */
  boolean hasShifted() {
    double x = gap(0) - restGap[0], y = gap(1) - restGap[1], z = gap(2) - restGap[2];
    double most = 0.2 * Math.min(a.spacing, b.spacing);
    return x * x + y * y + z * z > most * most;
  }

  /** The mean normal of the contacts; without any, the line of the middles. */
  private void takeAxis() {
    Arrays.fill(normalSum, 0);
    list.addNormals(normalSum);
    double x = normalSum[0], y = normalSum[1], z = normalSum[2];
    double d = Math.sqrt(x * x + y * y + z * z);
    boolean clear = d > 0.5 * list.size; // else the contacts disagree
    if (list.size == 0 || !clear) {
      x = gap(0);
      y = gap(1);
      z = gap(2);
      d = Math.sqrt(x * x + y * y + z * z);
      clear = d > 1e-3 * (a.depth + b.depth);
    }
    axis[0] = clear ? x / d : 0;
    axis[1] = clear ? y / d : 1; // one in the other: the first goes up
    axis[2] = clear ? z / d : 0;
  }

  /**
   * Whether the middles have come nearer than half of what both bodies have in depth, along the
   * line on which they met. Particles that stop one after the other stop a soft body too late when
   * it is hit hard: it would be drawn over the other one like a bag. And edges may cross without
   * any particle in the other body.
   */
  private boolean isSqueezed() {
    double x = gap(0), y = gap(1), z = gap(2);
    double along = x * axis[0] + y * axis[1] + z * axis[2];
    double beside = x * x + y * y + z * z - along * along;
    double room = a.depth + b.depth;
    return along < 0.5 * room && along > -room && beside < 0.25 * room * room;
  }

  // ---- resolving ------------------------------------------------------------------------------

  /** Moves the two bodies apart, and decides which contacts bounce. */
  void part(float seconds, ContactSettings settings) {
    list.rub();
    float slowly = settings.separationSpeed() * seconds;
    if (deep || squeezed) {
      separate(slowly);
    }
    if (deep) {
      list.leave();
    } else {
      list.part(slowly, settings.restingSpeed());
    }
  }

  /**
   * Rolling resistance: the two slow each other's spin, with a torque of a share of the force
   * between them at half a body length. Rigid motion has no damping of its own, and a body that
   * stands on three particles of its lower edge has next to none in them: it would rock for
   * seconds.
   */
  void roll(float resistance) {
    boolean heldA = a.fixed || a.body().heldCount() > 0;
    boolean heldB = b.fixed || b.body().heldCount() > 0;
    if (!(list.pressure > 0) || deep || heldA && heldB) {
      return;
    }
    BodySummary sa = a.body().summary(), sb = b.body().summary();
    double x = (heldA ? 0 : sa.spinX()) - (heldB ? 0 : sb.spinX());
    double y = (heldA ? 0 : sa.spinY()) - (heldB ? 0 : sb.spinY());
    double z = (heldA ? 0 : sa.spinZ()) - (heldB ? 0 : sb.spinZ());
    double spin = Math.sqrt(x * x + y * y + z * z);
    if (!(spin > 0)) {
      return;
    }
    x /= spin;
    y /= spin;
    z /= spin;
    double ease = (heldA ? 0 : sa.easeOfTurning(x, y, z)) + (heldB ? 0 : sb.easeOfTurning(x, y, z));
    double arm = 0.5 * Math.min(a.body().length(), b.body().length());
    double torque = Math.min(resistance * list.pressure * arm, spin / ease);
    if (!heldA) {
      a.body().addAngularImpulse(-torque * x, -torque * y, -torque * z);
    }
    if (!heldB) {
      b.body().addAngularImpulse(torque * x, torque * y, torque * z);
    }
  }

  // Mass and center of a body that is moved as a whole.
  private double wholeMass;
  private double wholeX;
  private double wholeY;
  private double wholeZ;
  private double wholeVx;
  private double wholeVy;
  private double wholeVz;

  /** Sums in index order. A fixed body, or one with a held particle, gets mass 0: do not move. */
  private void whole(ContactSurface s) {
    Particles p = s.particles;
    double m = 0, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0;
    boolean free = !s.fixed;
    for (int i = 0; i < p.count(); i++) {
      double mi = p.mass()[i];
      m += mi;
      x += mi * p.x()[i];
      y += mi * p.y()[i];
      z += mi * p.z()[i];
      vx += mi * p.vx()[i];
      vy += mi * p.vy()[i];
      vz += mi * p.vz()[i];
      free &= p.mobility()[i] != 0;
    }
    wholeX = p.originX() + x / m;
    wholeY = p.originY() + y / m;
    wholeZ = p.originZ() + z / m;
    wholeVx = vx / m;
    wholeVy = vy / m;
    wholeVz = vz / m;
    wholeMass = free ? m : 0;
  }

  /** Moves the two bodies apart along the axis, as wholes, and stops their approach along it. */
  private void separate(double way) {
    whole(b);
    double mb = wholeMass, bx = wholeX, by = wholeY, bz = wholeZ;
    double bvx = wholeVx, bvy = wholeVy, bvz = wholeVz;
    whole(a);
    double ma = wholeMass;
    double wa = ma > 0 ? 1 / ma : 0, wb = mb > 0 ? 1 / mb : 0;
    list.placeX = 0.5 * (wholeX + bx);
    list.placeY = 0.5 * (wholeY + by);
    list.placeZ = 0.5 * (wholeZ + bz);
    if (!(wa + wb > 0)) {
      return;
    }
    double nx = axis[0], ny = axis[1], nz = axis[2];
    double vn = (wholeVx - bvx) * nx + (wholeVy - bvy) * ny + (wholeVz - bvz) * nz;
    list.approach = (float) Math.max(0, -vn);
    double stop = Math.max(0, -vn) / (wa + wb);
    double push = way / (wa + wb);
    shift(a.particles, push * wa, stop * wa, nx, ny, nz);
    shift(b.particles, -push * wb, -stop * wb, nx, ny, nz);
  }

  private static void shift(
      Particles p, double way, double speed, double nx, double ny, double nz) {
    if (way == 0) {
      return;
    }
    float x = (float) (way * nx), y = (float) (way * ny), z = (float) (way * nz);
    float vx = (float) (speed * nx), vy = (float) (speed * ny), vz = (float) (speed * nz);
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] += x;
      p.y()[i] += y;
      p.z()[i] += z;
      p.vx()[i] += vx;
      p.vy()[i] += vy;
      p.vz()[i] += vz;
    }
  }
}
