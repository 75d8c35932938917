package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.collide.shape.HeightFieldShape;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.element.ElementBody;
import dev.shinari.math.Check;
import dev.shinari.motion.RigidPose;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.world.force.ForceField;
import dev.shinari.world.step.Islands;
import dev.shinari.world.step.NameRegistry;
import dev.shinari.world.step.StepReport;
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

  private final List<BodyEntry> entries = new ArrayList<>();
  private final List<Body> bodies = new ArrayList<>();
  private final List<Actor> actors = new ArrayList<>();
  private final List<Collider> colliders = new ArrayList<>();
  private final List<Look> colliderLooks = new ArrayList<>();
  private final List<ForceField> fields = new ArrayList<>();
  private final List<Handle> handles = new ArrayList<>();

  private final NameRegistry<Actor> actorNames = new NameRegistry<>("an actor");
  private final NameRegistry<Collider> colliderNames = new NameRegistry<>("a collider");

  private final StepParticipants cast;
  private final Islands islands = new Islands();
  private final ContactStage contact;
  private final ActorStage acting;
  private final RestStage resting;
  private final FractureStage tearing = new FractureStage(this);

  private double seconds;
  private boolean stale; // others are in the world than the cast knows
  private boolean sleepers; // some body may be asleep

  // Scratch of a step.
  private double subStart;
  private float subSeconds;
  private final RigidPose poseA = new RigidPose();
  private final RigidPose poseB = new RigidPose();
  private final Workers.BlockTask stepSmallBody = this::stepSmallBody;
  private final Workers.BlockTask lookAtBody = this::lookAtBody;

  public World() {
    this(WorldSettings.DEFAULT);
  }

  public World(WorldSettings settings) {
    cast = new StepParticipants(Check.notNull("settings", settings));
    contact = new ContactStage(cast, islands);
    acting = new ActorStage(cast, contact);
    resting = new RestStage(cast, islands, contact);
  }

  public WorldSettings settings() {
    return cast.settings;
  }

  /** Other settings from the next step on; wakes all bodies. */
  public void setSettings(WorldSettings changed) {
    cast.settings = Check.notNull("changed", changed);
    wakeAll();
  }

  /** Threads that share a step's work. The results are the same for any number of them. */
  public void setWorkers(Workers crew) {
    cast.workers = Check.notNull("crew", crew);
  }

  public Workers workers() {
    return cast.workers;
  }

  /** Simulated time since the world began. */
  public double seconds() {
    return seconds;
  }

  /** All handles in the order of their adding; a body that tears takes parts of its own along. */
  public List<Handle> handles() {
    return Collections.unmodifiableList(handles);
  }

  /** What happened in the last step. */
  public StepReport report() {
    return cast.report;
  }

  // ---- what is in the world -----------------------------------------------------------------

  public void add(Body body) {
    add(body, BodySettings.DEFAULT, Look.BODY);
  }

  public void add(Body body, BodySettings bodySettings) {
    add(body, bodySettings, Look.BODY);
  }

  /** Adds a body; one that was built breakable can come apart, see {@link ElementBody}. */
  public void add(Body body, BodySettings bodySettings, Look look) {
    Check.notNull("body", body);
    if (body.isBreakable()) {
      add(ElementBody.of(body), bodySettings, look);
    } else {
      addEntry(body, bodySettings, look);
    }
  }

  private void addEntry(Body body, BodySettings bodySettings, Look look) {
    Check.notNull("bodySettings", bodySettings);
    Check.notNull("look", look);
    Check.that(
        cast.entry(body) == null,
        "body '" + body.name() + "' is already in the world; add it once");
    cast.names.checkFree(body.name());
    enter(new BodyEntry(body, bodySettings, look));
    if (body.examples() != null) {
      cast.report.exampleBodies.add(body);
    }
    rebuild();
  }

  private void enter(BodyEntry e) {
    entries.add(e);
    bodies.add(e.body);
    cast.join(e);
  }

  /** The body of a name, or null. */
  Body find(String name) {
    BodyEntry e = cast.names.find(name);
    return e == null ? null : e.body;
  }

  /** Adds a body that can come apart; its pieces get the same settings and look. */
  public void add(FractureBody tearing, BodySettings bodySettings, Look look) {
    Check.notNull("tearing", tearing);
    addEntry(tearing.body(), bodySettings, look);
    tearing.family().avoidNames(cast.names::isTaken);
    this.tearing.track(entry(tearing.body()), tearing);
  }

  /** How a body comes apart, or null where it cannot. */
  public FractureBody fracture(Body body) {
    return entry(body).fracture;
  }

  /** A cut or a shot that is to happen at its time, to a body and all pieces of it. */
  public void add(FractureBody target, TearTool tool) {
    add(target, null, tool);
  }

  /** The same to one piece alone, by its name, should there be one of that name then. */
  public void add(FractureBody target, String piece, TearTool tool) {
    checkTearing(target);
    Check.notNull("tool", tool);
    tearing.add(target.family(), piece, tool);
  }

  /** The pieces of a body that tears, in the order in which they came off; itself first. */
  public List<Body> pieces(FractureBody target) {
    checkTearing(target);
    return FractureStage.pieces(target);
  }

  private void checkTearing(FractureBody target) {
    Check.notNull("target", target);
    for (FractureBody member : target.family().members()) {
      if (cast.entry(member.body()) != null) {
        return;
      }
    }
    throw new IllegalArgumentException(
        "body '" + target.body().name() + "' is not in the world; add it first");
  }

  /** Puts an effect on a body of this world, after those that it has. */
  public void add(Body body, Effect effect) {
    BodyEntry e = entry(body);
    Check.notNull("effect", effect);
    Check.that(
        !List.of(e.effects).contains(effect),
        "body '" + body.name() + "' already has this effect '" + effect.name() + "'; make another");
    EffectHost host = e.host == null ? new EffectHost(this, e) : e.host;
    effect.join(host); // may refuse
    body.shaping(); // part of the state from now on
    e.host = host;
    e.effects = Arrays.copyOf(e.effects, e.effects.length + 1);
    e.effects[e.effects.length - 1] = effect;
    e.wake();
  }

  /**
   * Puts an effect in the place of another one of a body. One of the same kind goes on where that
   * one was.
   */
  public void replace(Body body, int index, Effect effect) {
    BodyEntry e = entry(body);
    Check.notNull("effect", effect);
    Check.that(e.effects.length > 0, "body '" + body.name() + "' has no effects to replace");
    Check.inRange("index", index, 0, e.effects.length - 1);
    effect.join(e.host); // may refuse
    Effect[] all = e.effects.clone(); // snapshots know the old ones
    double[] was = all[index].state(), is = effect.state();
    if (all[index].getClass() == effect.getClass() && was.length == is.length && was != is) {
      System.arraycopy(was, 0, is, 0, is.length);
    }
    all[index] = effect;
    e.effects = all;
    e.wake();
  }

  /**
   * Gives a body other effects, in that order. Those among them that it has go on as they are; one
   * that refuses the body leaves everything as it was.
   */
  public void setEffects(Body body, List<Effect> effects) {
    BodyEntry e = entry(body);
    Check.notNull("effects", effects);
    for (Effect effect : effects) {
      Check.notNull("each of the effects", effect);
    }
    List<Effect> had = List.of(e.effects);
    EffectHost host = e.host == null ? new EffectHost(this, e) : e.host;
    for (Effect effect : effects) {
      if (!had.contains(effect)) {
        effect.join(host); // may refuse
      }
    }
    body.shaping(); // part of the state from now on
    e.host = host;
    for (Effect effect : had) {
      if (!effects.contains(effect)) {
        effect.leave(host);
      }
    }
    e.effects = effects.toArray(new Effect[0]); // snapshots know the old ones
    e.wake();
  }

  /** Effects of a body, in the order in which they were put on. */
  public List<Effect> effects(Body body) {
    return List.of(entry(body).effects);
  }

  /** How far effects want a picture of a body drawn out; see {@link Effect#smear}. */
  public float smear(Body body) {
    BodyEntry e = entry(body);
    return e.host == null || e.isStill() ? 0 : e.host.smear();
  }

  void happened(Take.Event event) {
    cast.report.events.add(event);
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
    cast.leave(e);
    cast.report.exampleBodies.remove(body);
    e.surface.forget();
    contact.removed(body);
    cast.impacts.clear();
    rebuild();
  }

  public List<Body> bodies() {
    return Collections.unmodifiableList(bodies);
  }

  public BodySettings settings(Body body) {
    return entry(body).settings;
  }

  /**
   * Changes what can change while a body moves: friction, restitution, whether it sleeps, and how
   * strongly it keeps its volume. All else of the settings stays as it was.
   */
  public void setSettings(Body body, BodySettings changed) {
    BodyEntry e = entry(body);
    e.change(Check.notNull("changed", changed));
  }

  public Look look(Body body) {
    return entry(body).look;
  }

  /** Adds something that moves by laws of its own. */
  public void add(Actor actor) {
    Check.notNull("actor", actor);
    Check.that(
        !actors.contains(actor),
        "actor '" + actor.name() + "' is already in the world; add it once");
    actorNames.checkFree(actor.name());
    actors.add(actor);
    actorNames.put(actor.name(), actor);
  }

  public void remove(Actor actor) {
    Check.notNull("actor", actor);
    Check.that(actors.remove(actor), "actor '" + actor.name() + "' is not in the world");
    actorNames.remove(actor.name());
  }

  public List<Actor> actors() {
    return Collections.unmodifiableList(actors);
  }

  /** Adds an obstacle; floors and ground get the floor's look, anything else an obstacle's. */
  public void add(Collider collider) {
    Check.notNull("collider", collider);
    boolean ground =
        collider.shape() instanceof HalfSpaceShape || collider.shape() instanceof HeightFieldShape;
    add(collider, ground ? Look.FLOOR : Look.OBSTACLE);
  }

  public void add(Collider collider, Look look) {
    Check.notNull("collider", collider);
    Check.notNull("look", look);
    colliderNames.checkFree(collider.name());
    colliders.add(collider);
    colliderLooks.add(look);
    colliderNames.put(collider.name(), collider);
    rebuild();
  }

  public void remove(Collider collider) {
    Check.notNull("collider", collider);
    int at = colliders.indexOf(collider);
    Check.that(at >= 0, "collider '" + collider.name() + "' is not in the world");
    colliders.remove(at);
    colliderLooks.remove(at);
    colliderNames.remove(collider.name());
    cast.impacts.clear();
    rebuild();
  }

  public List<Collider> colliders() {
    return Collections.unmodifiableList(colliders);
  }

  /** Look of the collider with the given number. */
  public Look look(int collider) {
    Check.that(
        collider >= 0 && collider < colliderLooks.size(),
        "collider must be the number of one of " + colliderLooks.size() + ", got " + collider);
    return colliderLooks.get(collider);
  }

  public void add(ForceField field) {
    Check.notNull("field", field);
    Check.that(!fields.contains(field), "this force field is already in the world; add it once");
    fields.add(field);
    rebuild();
  }

  public void remove(ForceField field) {
    Check.notNull("field", field);
    Check.that(fields.remove(field), "this force field is not in the world");
    rebuild();
  }

  /**
   * Adds a handle on a body of this world; the last one added wins where two hold a particle. Its
   * name must differ from those of the body's other handles; one that was not named gets a number.
   */
  public void add(Handle handle) {
    Check.notNull("handle", handle);
    BodyEntry e = entry(handle.body());
    Check.that(
        !List.of(e.handles).contains(handle),
        "handle '" + handle.name() + "' is already in the world; add it once");
    handle.takeName(e.handles);
    e.handles = Arrays.copyOf(e.handles, e.handles.length + 1);
    e.handles[e.handles.length - 1] = handle;
    handles.add(handle);
    e.wake();
  }

  /** Lets go what a handle holds and takes it out. */
  public void remove(Handle handle) {
    Check.notNull("handle", handle);
    BodyEntry e = entry(handle.body());
    Check.that(
        List.of(e.handles).contains(handle), "handle '" + handle.name() + "' is not in the world");
    if (handle.holding) {
      handle.letGo(e.holds);
    }
    e.handles = Arrays.stream(e.handles).filter(h -> h != handle).toArray(Handle[]::new);
    handles.remove(handle);
    e.wake();
  }

  /** Two bodies that pass through each other for good. */
  public void excludePair(Body a, Body b) {
    entry(a);
    entry(b);
    Check.that(a != b, "body '" + a.name() + "' never meets itself; name two bodies");
    contact.exclude(a, b);
    stale = true;
  }

  private BodyEntry entry(Body body) {
    Check.notNull("body", body);
    BodyEntry e = cast.entry(body);
    if (e == null) {
      throw new IllegalArgumentException(
          "body '" + body.name() + "' is not in the world; add it first");
    }
    return e;
  }

  private void rebuild() {
    stale = true;
    wakeAll();
  }

  /** Tells the stages who is in the world, once for all that came and went since the last time. */
  private void gather() {
    if (stale) {
      stale = false;
      cast.set(entries, colliders, fields);
      contact.numberPairs();
    }
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
    e.surface.forget();
    e.body.disturbed();
  }

  /** Wakes all sleeping bodies; frozen ones stay. */
  public void wakeAll() {
    if (!sleepers) {
      return;
    }
    sleepers = false;
    for (BodyEntry e : entries) {
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
    gather();
    long begin = System.nanoTime();
    cast.report.clear();
    double start = seconds;
    beginStep(start, h);
    int n = contact.substeps(start, h);
    cast.report.substeps = n;
    cast.report.restNanos = System.nanoTime() - begin;
    for (int s = 0; s < n; s++) {
      subStart = start + (double) h * s / n;
      subSeconds = h / n;
      long t0 = System.nanoTime();
      stepBodies();
      long t1 = System.nanoTime();
      contact.resolve(subStart, subSeconds);
      cast.report.bodyNanos += t1 - t0;
      cast.report.contactNanos += System.nanoTime() - t1;
    }
    acting.step(actors, start, h);
    seconds = start + h;
    long t2 = System.nanoTime();
    updateFracture(start, h);
    resting.end(subStart, seconds, h);
    sleepers = cast.report.sleeping > 0;
    cast.report.restNanos += System.nanoTime() - t2;
    return cast.report;
  }

  private void stepBodies() {
    cast.workers.run(cast.entries.length, stepSmallBody);
    for (BodyEntry e : cast.entries) {
      if (e.body.particles().count() > LARGE_BODY) {
        stepBody(e, cast.workers);
      }
    }
  }

  private void stepSmallBody(int i, int worker) {
    BodyEntry e = cast.entries[i];
    if (e.body.particles().count() <= LARGE_BODY) {
      stepBody(e, Workers.SERIAL);
    }
  }

  private void stepBody(BodyEntry e, Workers crew) {
    if (e.isStill()) {
      return;
    }
    e.surface.begin();
    e.step(subStart, subSeconds, cast, crew);
  }

  private void lookAtBody(int i, int worker) {
    BodyEntry e = cast.entries[i];
    if (!e.isStill() && !e.surface.measure()) {
      e.freeze(); // a caller wrote numbers that are not finite
    }
  }

  /** Wakes whoever will be moved, and clears what a step counts. */
  private void beginStep(double start, float h) {
    subStart = start;
    cast.takeGravity();
    for (ForceField f : cast.fields) {
      if (f.changes(start, start + h)) {
        wakeAll();
      }
    }
    islands.part(cast.entries.length);
    for (BodyEntry e : cast.entries) {
      tearing.notice(e); // a caller may have torn it
      e.contacts.clear(cast.colliders.length);
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
        e.drives.update(this, start, h, cast.gravity);
      }
      e.setPaused(start < e.pausedUntil - 1e-9);
      if (e.host != null) {
        beginEffects(e, start, h);
      }
    }
    cast.workers.run(cast.entries.length, lookAtBody);
    for (Collider c : cast.colliders) {
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
    for (BodyEntry e : cast.entries) {
      if (e.asleep
          && (e.surface.overlaps(c, poseA, 2 * e.colliderRadius)
              || e.surface.overlaps(c, poseB, 2 * e.colliderRadius))) {
        e.wake();
      }
    }
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
    enter(to);
  }

  private void updateFracture(double start, float h) {
    if (tearing.updateFracture(entries, cast.report, start, h)) {
      rebuild();
      gather();
      islands.part(cast.entries.length);
      for (BodyEntry e : cast.entries) {
        e.contacts.fit(cast.colliders.length);
      }
    }
  }

  public BodyEntry entryOf(Body body) {
    return entry(body);
  }

  // ---- state --------------------------------------------------------------------------------

  /** Everything that a step changes, to go back to. */
  public Snapshot save() {
    gather();
    return new Snapshot(seconds, cast.impacts, entries, handles, actors, contact.save());
  }

  /** Goes back to a snapshot of this world. Pieces that have come off since are one again. */
  public void restore(Snapshot snapshot) {
    Check.notNull("snapshot", snapshot);
    Check.that(
        snapshot.fits(entries, handles, actors),
        "the snapshot was taken with other bodies or handles in the world");
    boolean others = snapshot.setBodies(entries, handles);
    if (others) {
      reenter();
      rebuild();
    }
    gather();
    sleepers = true;
    snapshot.restore(cast.impacts);
    contact.restore(snapshot.sides());
    seconds = snapshot.seconds();
  }

  /** Takes bodies, names and entries from the list of entries. */
  private void reenter() {
    for (Body b : bodies) {
      cast.leave(cast.entry(b));
    }
    List<BodyEntry> now = List.copyOf(entries);
    entries.clear();
    bodies.clear();
    now.forEach(this::enter);
  }

  /**
   * Goes back to a snapshot of this world even if handles have come or gone since, or effects have:
   * those of then are back, as they were.
   */
  public void rewind(Snapshot snapshot) {
    Check.notNull("snapshot", snapshot);
    snapshot.bringBack(handles);
    restore(snapshot);
  }

  /** A 64-bit hash of all bodies' positions and velocities, bit by bit, in order. */
  public long stateHash() {
    gather();
    return StateHash.of(cast.entries, actors);
  }
}
