package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.collide.BroadPhase;
import dev.shinari.collide.Collider;
import dev.shinari.collide.ContactSurface;
import dev.shinari.collide.HalfSpaceShape;
import dev.shinari.collide.HeightFieldShape;
import dev.shinari.collide.Pose;
import dev.shinari.collide.SoftContacts;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.TearTool;
import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Bodies, obstacles, fields and handles, and the step that moves them. A step never throws on
 * numbers: a body that leaves all bounds is frozen where it last was in order and counted in the
 * {@link StepReport}, the others go on.
 *
 * <p>The same calls give the same bits, whatever the number of {@link #setWorkers workers}: the
 * bodies' own parts touch nothing but their own body, and everything between bodies is done in a
 * fixed order after them.
 */
public final class World {
  /** Bodies with more particles run their own stages in parallel; smaller ones side by side. */
  private static final int LARGE_BODY = 4096;

  /** How many times as long as its island a body must have been quiet to sleep without it. */
  private static final float LONG_QUIET = 3;

  /** In sleeping speeds: an actor that touches a sleeping body more slowly lies on it. */
  private static final float SLEEPER_WAKES = 5;

  private static final int COLLIDER_IMPACT = 0;
  private static final int BODY_IMPACT = 1;

  private WorldSettings settings;
  private Workers workers = Workers.SERIAL;

  private final List<BodyEntry> entries = new ArrayList<>();
  private final List<Body> bodies = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final List<Collider> colliders = new ArrayList<>();
  private final List<Look> colliderLooks = new ArrayList<>();
  private final List<ForceField> fields = new ArrayList<>();
  private final List<Handle> handles = new ArrayList<>();
  private final List<Body[]> excludedPairs = new ArrayList<>();
  private long[] excluded = {}; // the same by body numbers, sorted

  private final TearStage tearing = new TearStage(this);

  private double seconds;
  private final ImpactLog impacts = new ImpactLog();
  private final StepReport report = new StepReport();

  // Scratch of a step.
  private BodyEntry[] entryArray = {};
  private ContactSurface[] surfaces = {};
  private Collider[] colliderArray = {};
  private ForceField[] fieldArray = {};
  private final float[] gravity = new float[3];
  private double subStart;
  private float subSeconds;
  private float stepSeconds;
  private final BroadPhase broadPhase = new BroadPhase();
  private final SoftContacts softContacts = new SoftContacts();
  private int[] near = {}; // the round's pairs, two body numbers each
  private int[] island = {};
  private boolean[] restless = {};
  private boolean[] maySleep = {};
  private final Pose poseA = new Pose();
  private final Pose poseB = new Pose();
  private final Workers.BlockTask stepSmallBody = this::stepSmallBody;
  private final Workers.BlockTask lookAtBody = this::lookAtBody;
  private final Workers.BlockTask settleBody = this::settleBody;

  public World() {
    this(WorldSettings.DEFAULT);
  }

  public World(WorldSettings settings) {
    this.settings = settings;
  }

  public WorldSettings settings() {
    return settings;
  }

  /** Other settings from the next step on; wakes all bodies. */
  public void setSettings(WorldSettings changed) {
    settings = changed;
    wakeAll();
  }

  /** Threads that share a step's work. The results are the same for any number of them. */
  public void setWorkers(Workers crew) {
    workers = crew;
  }

  public Workers workers() {
    return workers;
  }

  /** Simulated time since the world began. */
  public double seconds() {
    return seconds;
  }

  /** All handles in the order of their adding. */
  List<Handle> handleList() {
    return handles;
  }

  /** All handles in the order of their adding; a body that tears takes parts of its own along. */
  public List<Handle> handles() {
    return Collections.unmodifiableList(handles);
  }

  /** What happened in the last step. */
  public StepReport report() {
    return report;
  }

  // ---- what is in the world -----------------------------------------------------------------

  public void add(Body body) {
    add(body, BodySettings.DEFAULT, Look.BODY);
  }

  public void add(Body body, BodySettings bodySettings) {
    add(body, bodySettings, Look.BODY);
  }

  public void add(Body body, BodySettings bodySettings, Look look) {
    Check.that(!bodies.contains(body), "body '" + body.name() + "' is already in the world");
    entries.add(new BodyEntry(body, bodySettings, look));
    bodies.add(body);
    if (body.examples() != null) {
      report.exampleBodies.add(body);
    }
    rebuild();
  }

  /** Adds a body that splits and tears; its pieces get the same settings and look. */
  public void add(LatticeBody tearing, BodySettings bodySettings, Look look) {
    add(tearing.body(), bodySettings, look);
    this.tearing.follow(entry(tearing.body()), tearing);
  }

  /** The tearing lattice of a body, or null. */
  public LatticeBody lattice(Body body) {
    return entry(body).lattice;
  }

  /** A cut or a shot that is to happen at its time, to a body and all pieces of it. */
  public void add(LatticeBody target, TearTool tool) {
    add(target, null, tool);
  }

  /** The same to one piece alone, by its name, should there be one of that name then. */
  public void add(LatticeBody target, String piece, TearTool tool) {
    tearing.add(target.family(), piece, tool);
  }

  /** The pieces of a body that tears, in the order in which they came off; itself first. */
  public List<Body> pieces(LatticeBody target) {
    return TearStage.pieces(target);
  }

  /** Puts an effect on a body of this world, after those that it has. */
  public void add(Body body, Effect effect) {
    BodyEntry e = entry(body);
    EffectHost host = e.host == null ? new EffectHost(this, e) : e.host;
    effect.join(host); // may refuse
    body.shaping(); // part of the state from now on
    e.host = host;
    e.effects = Arrays.copyOf(e.effects, e.effects.length + 1);
    e.effects[e.effects.length - 1] = effect;
    e.wake();
  }

  /** Effects of a body, in the order in which they were put on. */
  public List<Effect> effects(Body body) {
    return List.of(entry(body).effects);
  }

  /** How far effects want a picture of a body drawn out; see {@link Effect#smear}. */
  float smear(Body body) {
    BodyEntry e = entry(body);
    return e.host == null || e.isStill() ? 0 : e.host.smear();
  }

  void happened(Take.Event event) {
    report.events.add(event);
  }

  /** Takes a body out, with its handles. */
  public void remove(Body body) {
    BodyEntry e = entry(body);
    for (Handle h : e.handles) {
      if (h.holding) {
        h.letGo(e.holds);
      }
      handles.remove(h);
    }
    entries.remove(e);
    bodies.remove(body);
    report.exampleBodies.remove(body);
    e.surface.forget(surfaces);
    excludedPairs.removeIf(pair -> pair[0] == body || pair[1] == body);
    excludeAgain();
    impacts.clear();
    rebuild();
  }

  public List<Body> bodies() {
    return Collections.unmodifiableList(bodies);
  }

  public BodySettings settings(Body body) {
    return entry(body).settings;
  }

  public Look look(Body body) {
    return entry(body).look;
  }

  /** Adds something that moves by laws of its own. */
  public void add(Actor actor) {
    Check.that(!actors.contains(actor), "'" + actor.name() + "' is already in the world");
    actors.add(actor);
  }

  public void remove(Actor actor) {
    Check.that(actors.remove(actor), "'" + actor.name() + "' is not in the world");
  }

  public List<Actor> actors() {
    return Collections.unmodifiableList(actors);
  }

  /** Adds an obstacle; floors and ground get the floor's look, anything else an obstacle's. */
  public void add(Collider collider) {
    boolean ground =
        collider.shape() instanceof HalfSpaceShape || collider.shape() instanceof HeightFieldShape;
    add(collider, ground ? Look.FLOOR : Look.OBSTACLE);
  }

  public void add(Collider collider, Look look) {
    colliders.add(collider);
    colliderLooks.add(look);
    rebuild();
  }

  public void remove(Collider collider) {
    int at = colliders.indexOf(collider);
    Check.that(at >= 0, "this collider is not in the world");
    colliders.remove(at);
    colliderLooks.remove(at);
    impacts.clear();
    rebuild();
  }

  public List<Collider> colliders() {
    return Collections.unmodifiableList(colliders);
  }

  /** Look of the collider with the given number. */
  public Look look(int collider) {
    return colliderLooks.get(collider);
  }

  public void add(ForceField field) {
    fields.add(field);
    rebuild();
  }

  public void remove(ForceField field) {
    fields.remove(field);
    rebuild();
  }

  /** Adds a handle on a body of this world; the last one added wins where two hold a particle. */
  public void add(Handle handle) {
    BodyEntry e = entry(handle.body());
    e.handles = Arrays.copyOf(e.handles, e.handles.length + 1);
    e.handles[e.handles.length - 1] = handle;
    handles.add(handle);
    e.wake();
  }

  /** Lets go what a handle holds and takes it out. */
  public void remove(Handle handle) {
    BodyEntry e = entry(handle.body());
    if (handle.holding) {
      handle.letGo(e.holds);
    }
    e.handles = Arrays.stream(e.handles).filter(h -> h != handle).toArray(Handle[]::new);
    handles.remove(handle);
    e.wake();
  }

  /** Two bodies that pass through each other for good. */
  public void excludePair(Body a, Body b) {
    exclude(a, b);
    excludedPairs.add(new Body[] {a, b});
  }

  /** Pairs go by number, and the numbers have changed. */
  private void excludeAgain() {
    excluded = new long[0];
    for (Body[] pair : excludedPairs) {
      exclude(pair[0], pair[1]);
    }
  }

  private void exclude(Body a, Body b) {
    int i = entries.indexOf(entry(a)), j = entries.indexOf(entry(b));
    excluded = Arrays.copyOf(excluded, excluded.length + 1);
    excluded[excluded.length - 1] = (long) Math.min(i, j) << 32 | Math.max(i, j);
    Arrays.sort(excluded);
  }

  private BodyEntry entry(Body body) {
    int at = bodies.indexOf(body);
    Check.that(at >= 0, "body '" + body.name() + "' is not in the world");
    return entries.get(at);
  }

  private void rebuild() {
    entryArray = entries.toArray(new BodyEntry[0]);
    surfaces = entries.stream().map(e -> e.surface).toArray(ContactSurface[]::new);
    colliderArray = colliders.toArray(new Collider[0]);
    fieldArray = fields.toArray(new ForceField[0]);
    island = new int[entryArray.length];
    restless = new boolean[entryArray.length];
    maySleep = new boolean[entryArray.length];
    wakeAll();
  }

  // ---- sleep --------------------------------------------------------------------------------

  /**
   * Wakes a body that sleeps or is frozen. Call it after moving a body by hand; the way to its new
   * place is then not checked for obstacles.
   */
  public void wake(Body body) {
    BodyEntry e = entry(body);
    e.wake();
    e.contacts.keepStart(false);
    e.surface.forget(surfaces);
    e.body.disturbed();
  }

  /** Wakes all sleeping bodies; frozen ones stay. */
  public void wakeAll() {
    for (BodyEntry e : entryArray) {
      if (e.asleep) {
        e.wake();
      }
    }
  }

  public boolean isSleeping(Body body) {
    return entry(body).asleep;
  }

  public boolean isFrozen(Body body) {
    return entry(body).frozen;
  }

  // ---- the step -----------------------------------------------------------------------------

  /** Moves the world on by h seconds. */
  public StepReport step(float h) {
    Check.positive("h", h);
    long begin = System.nanoTime();
    report.clear();
    double start = seconds;
    beginStep(start, h);
    int n = substeps(h);
    report.substeps = n;
    report.restNanos = System.nanoTime() - begin;
    for (int s = 0; s < n; s++) {
      subStart = start + (double) h * s / n;
      subSeconds = h / n;
      long t0 = System.nanoTime();
      for (BodyEntry e : entryArray) {
        if (!e.isStill()) {
          e.surface.begin();
        }
      }
      stepBodies();
      long t1 = System.nanoTime();
      meetOthers();
      report.bodyNanos += t1 - t0;
      report.contactNanos += System.nanoTime() - t1;
    }
    stepActors(start, h);
    seconds = start + h;
    long t2 = System.nanoTime();
    age(start, h);
    endStep(h);
    report.restNanos += System.nanoTime() - t2;
    return report;
  }

  /** Actors after the bodies; then contact between them, pair by pair, and with the bodies. */
  private void stepActors(double start, float h) {
    long t0 = System.nanoTime();
    for (int i = 0; i < actors.size(); i++) {
      pushByFields(actors.get(i), start, h);
      actors.get(i).step(start, h, settings, colliderArray, workers);
      report.colliderContacts += actors.get(i).contacts();
    }
    for (int i = 0; i < actors.size(); i++) {
      for (int j = i + 1; j < actors.size(); j++) {
        report.bodyContacts += actors.get(i).meet(actors.get(j), h);
      }
      for (BodyEntry e : entryArray) {
        meet(actors.get(i), e, start, h);
      }
    }
    for (int i = 0; i < actors.size(); i++) {
      report.frozen += actors.get(i).isFrozen() ? 1 : 0;
    }
    report.bodyNanos += System.nanoTime() - t0;
  }

  private void pushByFields(Actor actor, double start, float h) {
    Particles p = null;
    for (ForceField f : fieldArray) {
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
    report.bodyContacts++;
    e.touched = true;
    if (e.asleep && speed > SLEEPER_WAKES * settings.sleepSpeed()) {
      e.wake();
      softContacts.wake(e.surface, surfaces);
    }
    if (!e.isStill()) {
      e.body.disturbed();
    }
  }

  private void stepBodies() {
    workers.run(entryArray.length, stepSmallBody);
    for (BodyEntry e : entryArray) {
      if (e.body.particles().count() > LARGE_BODY) {
        stepBody(e, workers);
      }
    }
  }

  private void stepSmallBody(int i, int worker) {
    BodyEntry e = entryArray[i];
    if (e.body.particles().count() <= LARGE_BODY) {
      stepBody(e, Workers.SERIAL);
    }
  }

  private void stepBody(BodyEntry e, Workers crew) {
    e.step(
        subStart,
        subSeconds,
        gravity,
        settings,
        fieldArray,
        fieldArray.length,
        colliderArray,
        colliderArray.length,
        crew);
  }

  private void lookAtBody(int i, int worker) {
    BodyEntry e = entryArray[i];
    if (!e.isStill() && !e.surface.measure()) {
      e.freeze(); // a caller wrote numbers that are not finite
    }
  }

  /** Wakes whoever will be moved, and clears what a step counts. */
  private void beginStep(double start, float h) {
    subStart = start;
    gravity[0] = settings.gravityX();
    gravity[1] = settings.gravityY();
    gravity[2] = settings.gravityZ();
    for (ForceField f : fieldArray) {
      if (f.changes(start, start + h)) {
        wakeAll();
      }
    }
    for (int i = 0; i < entryArray.length; i++) {
      BodyEntry e = entryArray[i];
      tearing.notice(e); // a caller may have torn it
      e.contacts.clear(colliderArray.length);
      e.innerSteps = 0;
      e.wasTouched = e.touched;
      e.touched = false;
      e.handleMoves = false;
      for (Handle handle : e.handles) {
        handle.beginStep(start, h);
        e.handleMoves |= handle.changes(start, start + h);
        if (e.frozen && handle.holding && !handle.isActive(start)) {
          handle.letGo(e.holds); // what froze it may have been this very handle
          e.wake();
        }
      }
      if (e.asleep && e.handleMoves) {
        e.wake();
      }
      if (e.drives != null) {
        e.drives.update(this, start, h, gravity);
      }
      island[i] = i;
      e.setPaused(start < e.pausedUntil - 1e-9);
      if (e.host != null) {
        beginEffects(e, start, h);
      }
    }
    workers.run(entryArray.length, lookAtBody);
    for (Collider c : colliderArray) {
      if (c.isMoving()) {
        wakeNear(c, start, start + h);
      }
    }
  }

  private static void beginEffects(BodyEntry e, double start, float h) {
    if (e.asleep && e.host.stirs(start)) {
      e.wake();
    }
    if (!e.asleep && !e.frozen) {
      e.host.begin(start, h);
    }
  }

  private void wakeNear(Collider c, double start, double end) {
    c.pose(start, poseA);
    c.pose(end, poseB);
    if (poseA.isSame(poseB)) {
      return;
    }
    for (BodyEntry e : entryArray) {
      if (e.asleep
          && (e.surface.overlaps(c, poseA, 2 * e.colliderRadius)
              || e.surface.overlaps(c, poseB, 2 * e.colliderRadius))) {
        e.wake();
      }
    }
  }

  /** More substeps where bodies near each other could otherwise sink or jump into one another. */
  private int substeps(float h) {
    int n = settings.substeps();
    int most = Math.max(n, settings.maxSubsteps());
    broadPhase.find(surfaces, surfaces.length, h);
    for (int k = 0; k < broadPhase.pairCount() && n < most; k++) {
      int i = broadPhase.first(k), j = broadPhase.second(k);
      if (!meet(i, j)) {
        continue;
      }
      BodyEntry a = entryArray[i], b = entryArray[j];
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

  private boolean meet(int i, int j) {
    BodyEntry a = entryArray[i], b = entryArray[j];
    return !(a.isStill() && b.isStill()) && mayMeet(i, j);
  }

  private boolean mayMeet(int i, int j) {
    BodySettings p = entryArray[i].settings, q = entryArray[j].settings;
    return p.softContact()
        && q.softContact()
        && (p.mask() & q.group()) != 0
        && (q.mask() & p.group()) != 0
        && subStart >= entryArray[i].meetsFrom
        && subStart >= entryArray[j].meetsFrom
        && Arrays.binarySearch(excluded, (long) i << 32 | j) < 0;
  }

  /** Contact between bodies: all pairs together, in the order of the broad phase. */
  private void meetOthers() {
    broadPhase.find(surfaces, surfaces.length, 0);
    softContacts.begin(subSeconds);
    if (near.length < 2 * broadPhase.pairCount()) {
      near = new int[4 * broadPhase.pairCount()];
    }
    int pairs = 0;
    for (int k = 0; k < broadPhase.pairCount(); k++) {
      int i = broadPhase.first(k), j = broadPhase.second(k);
      if (meet(i, j)) {
        softContacts.add(surfaces[i], surfaces[j]);
        near[2 * pairs] = i;
        near[2 * pairs + 1] = j;
        pairs++;
      } else if (mayMeet(i, j)) {
        softContacts.keep(surfaces[i], surfaces[j]);
      }
    }
    if (pairs > 0) {
      softContacts.find(workers);
      for (int k = 0; k < pairs; k++) {
        BodyEntry a = entryArray[near[2 * k]], b = entryArray[near[2 * k + 1]];
        if (softContacts.isResting(k) ? softContacts.hasShifted(k) : softContacts.touches(k)) {
          rouse(a, b);
          rouse(b, a);
        }
        if (softContacts.touches(k)) {
          prepare(a);
          prepare(b);
          a.touched = true;
          b.touched = true;
          unite(near[2 * k], near[2 * k + 1]);
          softContacts.include(k);
        }
      }
      softContacts.solve(settings.contact(), workers);
      for (int k = 0; k < pairs; k++) {
        if (softContacts.touches(k)) {
          report.bodyContacts += softContacts.contacts(k);
          impact(
              BODY_IMPACT,
              near[2 * k],
              near[2 * k + 1],
              softContacts.approach(k),
              softContacts.place(k, 0),
              softContacts.place(k, 1),
              softContacts.place(k, 2),
              softContacts.normal(k, 0),
              softContacts.normal(k, 1),
              softContacts.normal(k, 2));
        }
      }
    }
    for (BodyEntry e : entryArray) {
      if (e.pushed) {
        e.pushed = false;
        if (colliderArray.length > 0) {
          // Nobody is left pushed into the ground; and the ground carries what lies on top.
          e.meetColliders(
              subStart, subStart + subSeconds, subSeconds, gravity, settings, colliderArray);
        }
        e.body.disturbed();
      }
    }
  }

  /** A body that moves wakes a sleeping one that it touches. */
  private void rouse(BodyEntry mover, BodyEntry sleeper) {
    if (sleeper.asleep && !mover.isStill() && (mover.handleMoves || mover.quietSeconds == 0)) {
      sleeper.wake();
      softContacts.wake(sleeper.surface, surfaces);
    }
  }

  private void prepare(BodyEntry e) {
    if (!e.isStill()) {
      e.pushed = true;
      if (colliderArray.length > 0) {
        e.contacts.keepStart(true);
      }
    }
  }

  private void impact(
      int kind,
      int i,
      int j,
      float speed,
      double x,
      double y,
      double z,
      float nx,
      float ny,
      float nz) {
    boolean news = impacts.isNews(kind, i, j, subStart);
    if (news && speed > settings.impactSpeed()) {
      BodyEntry other = kind == BODY_IMPACT ? entryArray[j] : null;
      if (entryArray[i].host != null) {
        entryArray[i].host.hit(speed, nx, ny, nz, other);
      }
      if (other != null && other.host != null) {
        other.host.hit(speed, -nx, -ny, -nz, entryArray[i]);
      }
      report.events.add(
          new Take.Event(
              (float) subStart,
              Take.Event.IMPACT,
              entryArray[i].body.name(),
              kind == BODY_IMPACT ? entryArray[j].body.name() : colliderArray[j].name(),
              (float) x,
              (float) y,
              (float) z,
              nx,
              ny,
              nz,
              speed));
    }
  }

  private int root(int i) {
    while (island[i] != i) {
      island[i] = island[island[i]];
      i = island[i];
    }
    return i;
  }

  private void unite(int i, int j) {
    int a = root(i), b = root(j);
    island[Math.max(a, b)] = Math.min(a, b);
  }

  // ---- what tears -----------------------------------------------------------------------------

  /** A piece comes off: it is a body of the world from now on, with its part of the handles. */
  void parted(BodyEntry from, Body piece, int[] old) {
    BodyEntry to = new BodyEntry(piece, from.settings, from.look);
    for (int i = 0; i < old.length; i++) {
      to.holds[i] = from.holds[old[i]];
    }
    for (Handle h : from.handles) {
      Handle part = h.partOn(piece, old);
      if (part != null) {
        to.handles = Arrays.copyOf(to.handles, to.handles.length + 1);
        to.handles[to.handles.length - 1] = part;
        handles.add(part);
      }
    }
    entries.add(to);
    bodies.add(piece);
  }

  private void age(double start, float h) {
    if (tearing.age(entries, report, start, h)) {
      rebuild();
      for (int i = 0; i < island.length; i++) {
        island[i] = i;
      }
      for (BodyEntry e : entryArray) {
        e.contacts.fit(colliderArray.length);
      }
    }
  }

  ContactSurface[] surfaces() {
    return surfaces;
  }

  BodyEntry entryOf(Body body) {
    return entry(body);
  }

  private void settleBody(int i, int worker) {
    BodyEntry e = entryArray[i];
    if (e.changed) {
      e.settleChanged();
    } else if (!e.isStill()) {
      if (e.touched && !e.surface.measure()) {
        e.freeze();
      }
      e.lookAtRest(stepSeconds, settings);
      e.rememberGood();
    }
  }

  /** Counts, events, and who goes to sleep: an island of touching bodies only as a whole. */
  private void endStep(float h) {
    boolean steady = settings.sleepSpeed() > 0;
    boolean pulled = gravity[0] != 0 || gravity[1] != 0 || gravity[2] != 0;
    for (ForceField f : fieldArray) {
      boolean active = f.isActive(seconds);
      steady &= !active || f.isSteady();
      pulled |= active;
    }
    stepSeconds = h;
    workers.run(entryArray.length, settleBody);
    for (int i = 0; i < entryArray.length; i++) {
      BodyEntry e = entryArray[i];
      for (Handle handle : e.handles) {
        handle.endStep();
      }
      restless[i] = false;
      maySleep[i] = false;
      if (!e.isStill()) {
        countContacts(i, e);
        e.touchedSeconds = e.touched ? e.touchedSeconds + h : 0;
        boolean supported =
            !pulled || e.touched || e.contacts.contacts() > 0 || e.handles.length > 0;
        maySleep[i] = steady && e.settings.sleeps() && supported;
        restless[i] = !maySleep[i] || e.quietSeconds < settings.sleepSeconds();
      }
      if (e.host != null && !e.asleep && !e.frozen) {
        e.host.end();
        boolean stirred = e.host.stirs(seconds);
        restless[i] |= stirred;
        maySleep[i] &= !stirred;
      }
      restless[i] |= e.paused;
    }
    for (int i = entryArray.length - 1; i >= 0; i--) {
      restless[root(i)] |= restless[i];
    }
    for (int i = 0; i < entryArray.length; i++) {
      BodyEntry e = entryArray[i];
      // One that has been quiet for long sleeps though some other of its heap still trembles.
      if (!e.isStill()
          && (!restless[root(i)]
              || maySleep[i] && e.quietSeconds > LONG_QUIET * settings.sleepSeconds())) {
        e.sleep();
        softContacts.rest(e.surface, surfaces);
      }
      report.frozen += e.frozen ? 1 : 0;
      report.sleeping += e.asleep ? 1 : 0;
    }
  }

  private void countContacts(int i, BodyEntry e) {
    report.innerSteps += e.innerSteps;
    report.colliderContacts += e.contacts.contacts();
    report.skipped += e.contacts.skipped();
    for (int c = 0; c < colliderArray.length; c++) {
      if (e.contacts.touchSpeed(c) >= 0) {
        impact(
            COLLIDER_IMPACT,
            i,
            c,
            e.contacts.touchSpeed(c),
            e.contacts.touchPlace(c, 0),
            e.contacts.touchPlace(c, 1),
            e.contacts.touchPlace(c, 2),
            e.contacts.touchNormal(c, 0),
            e.contacts.touchNormal(c, 1),
            e.contacts.touchNormal(c, 2));
      }
    }
  }

  // ---- state --------------------------------------------------------------------------------

  /** Everything that a step changes, to go back to. */
  public Snapshot save() {
    return new Snapshot(seconds, impacts, entries, handles, actors, softContacts.save(surfaces));
  }

  /** Goes back to a snapshot of this world. Pieces that have come off since are one again. */
  public void restore(Snapshot snapshot) {
    Check.that(
        snapshot.fits(entries, handles, actors),
        "the snapshot was taken with other bodies or handles in the world");
    boolean others = snapshot.setBodies(entries, handles);
    if (others) {
      bodies.clear();
      for (BodyEntry e : entries) {
        bodies.add(e.body);
      }
      excludeAgain();
      rebuild();
    }
    snapshot.restore(impacts);
    softContacts.restore(snapshot.sides(), surfaces);
    seconds = snapshot.seconds();
  }

  /** A 64-bit hash of all bodies' positions and velocities, bit by bit, in order. */
  public long stateHash() {
    long hash = 0xcbf29ce484222325L;
    for (BodyEntry e : entryArray) {
      Particles p = e.body.particles();
      hash = mix(hash, Double.doubleToRawLongBits(p.originX()));
      hash = mix(hash, Double.doubleToRawLongBits(p.originY()));
      hash = mix(hash, Double.doubleToRawLongBits(p.originZ()));
      for (int i = 0; i < p.count(); i++) {
        hash = mix(hash, pair(p.x()[i], p.y()[i]));
        hash = mix(hash, pair(p.z()[i], p.vx()[i]));
        hash = mix(hash, pair(p.vy()[i], p.vz()[i]));
      }
    }
    for (Actor a : actors) {
      hash = a.hash(hash);
    }
    return hash;
  }

  private static long pair(float a, float b) {
    return (long) Float.floatToRawIntBits(a) << 32 | (Float.floatToRawIntBits(b) & 0xffffffffL);
  }

  /** FNV-1a on 64-bit words, with the high half folded in, which a product alone never reaches. */
  private static long mix(long hash, long word) {
    long h = (hash ^ word) * 0x100000001b3L;
    return h ^ (h >>> 29);
  }
}
