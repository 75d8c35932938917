package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.collide.soft.BroadPhase;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.collide.soft.SoftContacts;
import dev.shinari.parallel.Workers;
import dev.shinari.world.step.Impact;
import dev.shinari.world.step.Islands;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part of a step in which bodies meet each other: who may meet whom, how often contact must be
 * looked at in a step, and one round of it.
 */
final class ContactStage {
  private final StepParticipants cast;
  private final Islands islands;
  private final BroadPhase broadPhase = new BroadPhase();
  private final SoftContacts softContacts = new SoftContacts();
  private final List<Body[]> excludedPairs = new ArrayList<>();
  private long[] excluded = {}; // the same by body numbers, sorted
  private int[] near = {}; // the round's pairs, two body numbers each
  private double start; // of the substep at hand
  private float seconds;
  private final Impact impact = new Impact();
  private final Workers.BlockTask settleOne = this::meetGround;

  ContactStage(StepParticipants cast, Islands islands) {
    this.cast = cast;
    this.islands = islands;
  }

  // ---- who meets whom -------------------------------------------------------------------------

  void exclude(Body a, Body b) {
    excludedPairs.add(new Body[] {a, b});
  }

  void removed(Body body) {
    excludedPairs.removeIf(pair -> pair[0] == body || pair[1] == body);
  }

  /** Pairs go by number; to be called when the numbers have changed. */
  void numberPairs() {
    excluded = new long[excludedPairs.size()];
    for (int k = 0; k < excluded.length; k++) {
      int i = number(excludedPairs.get(k)[0]), j = number(excludedPairs.get(k)[1]);
      excluded[k] = (long) Math.min(i, j) << 32 | Math.max(i, j);
    }
    Arrays.sort(excluded);
  }

  /** Number of a body; -1 for a piece that is not in the world at present. */
  private int number(Body body) {
    BodyEntry e = cast.entry(body);
    return e == null ? -1 : e.number;
  }

  private boolean meet(int i, int j) {
    BodyEntry a = cast.entries[i], b = cast.entries[j];
    return !(a.isStill() && b.isStill()) && mayMeet(i, j);
  }

  private boolean mayMeet(int i, int j) {
    BodySettings p = cast.entries[i].settings, q = cast.entries[j].settings;
    return p.softContact()
        && q.softContact()
        && (p.mask() & q.group()) != 0
        && (q.mask() & p.group()) != 0
        && start >= cast.entries[i].meetsFrom
        && start >= cast.entries[j].meetsFrom
        && Arrays.binarySearch(excluded, (long) i << 32 | j) < 0;
  }

  // ---- a step ---------------------------------------------------------------------------------

  /** More substeps where bodies near each other could otherwise sink or jump into one another. */
  int substeps(double stepStart, float h) {
    start = stepStart;
    int n = cast.settings.substeps();
    int most = Math.max(n, cast.settings.maxSubsteps());
    broadPhase.find(cast.surfaces, cast.surfaces.length, h);
    for (int k = 0; k < broadPhase.pairCount() && n < most; k++) {
      int i = broadPhase.first(k), j = broadPhase.second(k);
      if (!meet(i, j)) {
        continue;
      }
      BodyEntry a = cast.entries[i], b = cast.entries[j];
      float way = a.surface.closing(b.surface) * h;
      float room = 0.5f * Math.min(ContactSurface.spacing(a.body), ContactSurface.spacing(b.body));
      n = Math.max(n, (int) Math.min(most, Math.ceil(way / room)));
      // A stiff body's surface springs to and fro within its inner steps. If contact does not see
      // each of them, the mean force is next to nothing, and what lies on top sinks in.
      if (a.wasTouched && b.wasTouched) {
        n = Math.max(n, Math.min(most, Math.max(a.wantedInnerSteps(h), b.wantedInnerSteps(h))));
      }
    }
    return n;
  }

  /** Contact between bodies: all pairs together, in the order of the broad phase. */
  void resolve(double substepStart, float substepSeconds) {
    start = substepStart;
    seconds = substepSeconds;
    broadPhase.find(cast.surfaces, cast.surfaces.length, 0);
    softContacts.begin(seconds);
    if (near.length < 2 * broadPhase.pairCount()) {
      near = new int[4 * broadPhase.pairCount()];
    }
    int pairs = 0;
    for (int k = 0; k < broadPhase.pairCount(); k++) {
      int i = broadPhase.first(k), j = broadPhase.second(k);
      if (meet(i, j)) {
        softContacts.add(cast.surfaces[i], cast.surfaces[j]);
        near[2 * pairs] = i;
        near[2 * pairs + 1] = j;
        pairs++;
      } else if (mayMeet(i, j)) {
        softContacts.keep(cast.surfaces[i], cast.surfaces[j]);
      }
    }
    if (pairs > 0) {
      softContacts.find(cast.workers);
      for (int k = 0; k < pairs; k++) {
        include(k);
      }
      softContacts.solve(cast.settings.contact(), cast.workers);
      for (int k = 0; k < pairs; k++) {
        if (softContacts.touches(k)) {
          report(k);
        }
      }
    }
    cast.workers.run(cast.entries.length, settleOne);
  }

  /** Nobody is left pushed into the ground; and the ground carries what lies on top. */
  private void meetGround(int i, int worker) {
    BodyEntry e = cast.entries[i];
    if (e.pushed) {
      e.pushed = false;
      e.keepElementsOpen();
      if (cast.colliders.length > 0) {
        e.meetColliders(start, seconds, cast);
        e.keepElementsOpen();
      }
      e.body.disturbed();
    }
  }

  private void include(int k) {
    int i = near[2 * k], j = near[2 * k + 1];
    BodyEntry a = cast.entries[i], b = cast.entries[j];
    if (softContacts.isResting(k) ? softContacts.hasShifted(k) : softContacts.touches(k)) {
      rouse(a, b);
      rouse(b, a);
    }
    if (softContacts.touches(k)) {
      prepare(a);
      prepare(b);
      a.touched = true;
      b.touched = true;
      islands.unite(i, j);
      softContacts.include(k);
    }
  }

  /** A body that moves wakes a sleeping one that it touches. */
  private void rouse(BodyEntry mover, BodyEntry sleeper) {
    if (sleeper.asleep && !mover.isStill() && (mover.handleMoves || mover.quietSeconds == 0)) {
      sleeper.wake();
      woke(sleeper);
    }
  }

  private void prepare(BodyEntry e) {
    if (!e.isStill()) {
      e.pushed = true;
      if (cast.colliders.length > 0) {
        e.contacts.keepStart(true);
      }
    }
  }

  private void report(int k) {
    cast.report.bodyContacts += softContacts.contacts(k);
    impact.seconds = start;
    impact.speed = softContacts.approach(k);
    impact.at(softContacts.place(k, 0), softContacts.place(k, 1), softContacts.place(k, 2));
    impact.along(softContacts.normal(k, 0), softContacts.normal(k, 1), softContacts.normal(k, 2));
    cast.bodyImpact(near[2 * k], near[2 * k + 1], impact);
  }

  // ---- sleepers, and state --------------------------------------------------------------------

  void woke(BodyEntry e) {
    softContacts.wake(e.surface);
  }

  void fellAsleep(BodyEntry e) {
    softContacts.rest(e.surface);
  }

  SoftContacts.Sides save() {
    return softContacts.save(cast.surfaces);
  }

  void restore(SoftContacts.Sides sides) {
    softContacts.restore(sides, cast.surfaces);
  }
}
