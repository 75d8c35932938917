package dev.shinari.app.studio;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.io.scene.Scene;
import dev.shinari.io.scene.SceneBuilder;
import dev.shinari.io.scene.SceneException;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.TearTool;
import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import dev.shinari.world.Actor;
import dev.shinari.world.Handle;
import dev.shinari.world.StepReport;
import dev.shinari.world.World;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A scene that somebody plays with: its world, and everything done to it with the step before which
 * it was done. The same source, overrides and actions give the same bits, live or replayed: what a
 * live session adds (who asks, when, how fast) stays outside.
 */
public final class Stage {
  /** A thing done before the step of that number. */
  public record Entry(long step, Action action) {}

  /** Tags of handles that are hands; pins have their number behind {@link #FIRST_PIN}. */
  private static final int FIRST_GRIP = 1000;

  private static final int FIRST_PIN = 1_000_000;

  /** Steps over which a throw measures the hand's velocity. */
  private static final int THROW_STEPS = 24;

  /** A creature's joint covers the way to its hand in about this time. */
  private static final double LEAD_SECONDS = 0.06;

  private final SceneSource source;
  private final Map<String, String> overrides;
  private SceneFile file; // with the values of now
  private final Scene scene;
  private final SceneBuilder.Built built;
  private final World world;
  private final Cast cast;
  private final float stepSeconds;
  private final List<Entry> log = new ArrayList<>();
  private final Map<String, String> live = new LinkedHashMap<>();
  private final Map<Integer, Hand> hands = new TreeMap<>();
  private final Map<Long, Double> weights = new HashMap<>();
  private long step;

  /** A hand's place when it took hold, and where it has been lately. */
  private static final class Hand {
    final Body body; // or null
    final ArticulatedBody creature; // or null
    final int joint;
    final double[] from;
    final double[] joinedAt = new double[3]; // of the joint, when it was taken
    final ArrayDeque<double[]> way = new ArrayDeque<>(); // step, x, y, z

    Hand(Body body, double[] from) {
      this.body = body;
      this.from = from;
      creature = null;
      joint = -1;
    }

    Hand(ArticulatedBody creature, int joint, double[] from) {
      body = null;
      this.creature = creature;
      this.joint = joint;
      this.from = from;
      for (int c = 0; c < 3; c++) {
        joinedAt[c] = creature.joint(joint, c);
      }
    }

    /** Leads a creature's joint towards the hand, by its velocity alone. */
    void lead() {
      if (creature != null) {
        double[] to = way.peekLast();
        double[] v = new double[3];
        for (int c = 0; c < 3; c++) {
          double wanted = joinedAt[c] + to[1 + c] - from[c];
          v[c] = (wanted - creature.joint(joint, c)) / LEAD_SECONDS;
        }
        creature.setVelocity(joint, v[0], v[1], v[2]);
      }
    }
  }

  public Stage(SceneSource source, Map<String, String> overrides, Workers workers)
      throws IOException, SceneException {
    this.source = source;
    this.overrides = new LinkedHashMap<>(overrides);
    file = source.read(overrides);
    scene = file.scene();
    built = SceneBuilder.build(scene);
    world = built.world();
    world.setWorkers(workers);
    cast = new Cast(scene, world);
    // As the recorder computes it, so that a film of the same scene has the same bits.
    stepSeconds = (float) (1 / ((double) scene.framesPerSecond() * scene.substeps()));
  }

  public SceneSource source() {
    return source;
  }

  /** Values that the scene was built with, by path. */
  public Map<String, String> overrides() {
    return overrides;
  }

  /** The same with what was changed since: what a restart is built with. */
  public Map<String, String> currentValues() {
    Map<String, String> all = new LinkedHashMap<>(overrides);
    live.forEach(
        (path, value) -> {
          if (value == null) {
            all.remove(path);
          } else {
            all.put(path, value);
          }
        });
    return all;
  }

  /** The scene as it was read, with all values changed since. */
  public SceneFile file() {
    return file;
  }

  public Scene scene() {
    return scene;
  }

  public SceneBuilder.Built built() {
    return built;
  }

  public World world() {
    return world;
  }

  Cast cast() {
    return cast;
  }

  public float stepSeconds() {
    return stepSeconds;
  }

  /** Steps since the start. */
  public long step() {
    return step;
  }

  public List<Entry> log() {
    return log;
  }

  /** Moves on by one step. */
  public StepReport advance() {
    lead();
    StepReport report = world.step(stepSeconds);
    step++;
    return report;
  }

  /** For a recorder that steps the world by itself. */
  void stepped() {
    step++;
  }

  /** Before each step; it does no harm to call it twice. */
  void lead() {
    for (Hand h : hands.values()) {
      h.lead();
    }
  }

  /** The body whose examples keys hold, or null. */
  Body drivenByKeys() {
    for (Cast.Thing t : cast.things()) {
      if (t.body() != null && t.body().examples() != null) {
        return t.body();
      }
    }
    return null;
  }

  /** A moment of a stage to go back to. */
  public record Mark(long step, int logged) {}

  /** This moment. */
  public Mark mark() {
    return new Mark(step, log.size());
  }

  /** The stage as it was at a mark: a new one, played up to there, which has the same bits. */
  public Stage back(Mark mark, Workers workers) throws IOException, SceneException {
    return replayed(log.subList(0, mark.logged), mark, workers);
  }

  /** A new stage of the same scene, played by a log up to the step of a mark. */
  public Stage replayed(List<Entry> entries, Mark mark, Workers workers)
      throws IOException, SceneException {
    Stage there = new Stage(source, overrides, workers);
    for (Entry e : entries) {
      there.playTo(e.step);
      there.apply(e.action);
    }
    there.playTo(mark.step);
    return there;
  }

  private void playTo(long last) {
    while (step < last) {
      advance();
    }
  }

  /** Particles of all bodies and actors. */
  public long particles() {
    long n = 0;
    for (Body b : world.bodies()) {
      n += b.particles().count();
    }
    for (Actor a : world.actors()) {
      n += a.particleCount();
    }
    return n;
  }

  /** Pairs of cells that were torn so far. */
  int tears() {
    int n = 0;
    for (Cast.Thing t : cast.things()) {
      n += t.family() == null ? 0 : t.family().tears();
    }
    return n;
  }

  /** The weight that an example is held at, or NaN. */
  double weight(int body, int example) {
    return weights.getOrDefault((long) body << 32 | example, Double.NaN);
  }

  /** Does something before the next step and remembers it. IllegalArgumentException: not done. */
  public void apply(Action action) {
    perform(action);
    log.add(new Entry(step, action));
  }

  private void perform(Action action) {
    if (action instanceof Action.Grab a) {
      grab(a);
    } else if (action instanceof Action.Drag a) {
      drag(a);
    } else if (action instanceof Action.Drop a) {
      drop(a);
    } else if (action instanceof Action.Pin a) {
      Body body = body(a.body());
      world.add(
          Handle.builder(body, checked(body, a.particles()))
              .from(world.seconds())
              .tag(FIRST_PIN + a.number())
              .build());
    } else if (action instanceof Action.Unpin a) {
      unpin(a);
    } else if (action instanceof Action.Release a) {
      Check.that(letGo(FIRST_PIN + a.number()) > 0, "this pin is gone");
    } else if (action instanceof Action.Cut a) {
      cut(a);
    } else if (action instanceof Action.Shoot a) {
      shoot(a);
    } else if (action instanceof Action.Set a) {
      set(a);
    } else if (action instanceof Action.Weight a) {
      weight(a);
    }
  }

  private Body body(int number) {
    Check.that(number < world.bodies().size(), "there is no body " + number);
    return world.bodies().get(number);
  }

  private static int[] checked(Body body, int[] particles) {
    int n = body.particles().count();
    Check.that(particles.length > 0, "no particles were chosen");
    Check.that(particles.length <= n, "more particles were chosen than there are");
    for (int i : particles) {
      Check.that(i >= 0 && i < n, "there is no particle " + i);
    }
    return particles;
  }

  // ---- hands

  private void grab(Action.Grab a) {
    Check.that(!hands.containsKey(a.grip()), "hand " + a.grip() + " holds something already");
    double[] start = {step, a.place()[0], a.place()[1], a.place()[2]};
    if (a.body() >= Action.ACTOR) {
      int number = a.body() - Action.ACTOR;
      Check.that(
          number < world.actors().size()
              && world.actors().get(number) instanceof ArticulatedBody
              && a.particles().length == 1,
          "there is no such creature");
      ArticulatedBody creature = (ArticulatedBody) world.actors().get(number);
      int joint = a.particles()[0];
      Check.that(joint >= 0 && joint < creature.skeleton().jointCount(), "there is no such joint");
      Hand hand = new Hand(creature, joint, a.place().clone());
      hand.way.add(start);
      hands.put(a.grip(), hand);
      return;
    }
    Body body = body(a.body());
    Handle handle =
        Handle.builder(body, checked(body, a.particles()))
            .from(world.seconds())
            .spring((float) a.hertz(), 1)
            .tag(FIRST_GRIP + a.grip())
            .build();
    world.add(handle);
    Hand hand = new Hand(body, a.place().clone());
    hand.way.add(start);
    hands.put(a.grip(), hand);
  }

  private void drag(Action.Drag a) {
    Hand hand = hand(a.grip());
    for (Handle h : world.handles()) {
      if (h.tag() == FIRST_GRIP + a.grip()) {
        double[] p = a.place();
        h.dragTo(p[0] - hand.from[0], p[1] - hand.from[1], p[2] - hand.from[2]);
      }
    }
    hand.way.addLast(new double[] {step, a.place()[0], a.place()[1], a.place()[2]});
    while (hand.way.size() > 2 && hand.way.peekFirst()[0] < step - THROW_STEPS) {
      hand.way.removeFirst();
    }
  }

  private Hand hand(int grip) {
    Hand hand = hands.get(grip);
    Check.that(hand != null, "hand " + grip + " holds nothing");
    return hand;
  }

  private void drop(Action.Drop a) {
    Hand hand = hand(a.grip());
    hands.remove(a.grip());
    letGo(FIRST_GRIP + a.grip());
    double[] first = hand.way.peekFirst(), last = hand.way.peekLast();
    double seconds = (step - first[0]) * stepSeconds;
    if (a.thrown() && seconds > 0 && step - last[0] < THROW_STEPS) {
      push(
          hand.body,
          (last[1] - first[1]) / seconds,
          (last[2] - first[2]) / seconds,
          (last[3] - first[3]) / seconds);
    }
  }

  private int letGo(int tag) {
    int gone = 0;
    for (Handle h : List.copyOf(world.handles())) {
      if (h.tag() == tag) {
        world.remove(h);
        gone++;
      }
    }
    return gone;
  }

  /** Gives a body's centre a velocity; what it does besides (spin, swing) stays. */
  private void push(Body body, double vx, double vy, double vz) {
    if (body == null || !world.bodies().contains(body) || body.heldCount() > 0) {
      return;
    }
    Particles p = body.particles();
    double mx = 0, my = 0, mz = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i];
      mx += m * p.vx()[i];
      my += m * p.vy()[i];
      mz += m * p.vz()[i];
      mass += m;
    }
    float dx = (float) (vx - mx / mass),
        dy = (float) (vy - my / mass),
        dz = (float) (vz - mz / mass);
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] += dx;
      p.vy()[i] += dy;
      p.vz()[i] += dz;
    }
    world.wake(body);
  }

  private void unpin(Action.Unpin a) {
    Body body = body(a.body());
    boolean[] chosen = new boolean[body.particles().count()];
    for (int i : checked(body, a.particles())) {
      chosen[i] = true;
    }
    int gone = 0;
    for (Handle h : List.copyOf(world.handles())) {
      if (h.body() == body && isPin(h) && holdsAny(h, chosen)) {
        world.remove(h);
        gone++;
      }
    }
    Check.that(gone > 0, "nothing is pinned there");
  }

  private static boolean holdsAny(Handle h, boolean[] chosen) {
    boolean hit = false;
    for (int i : h.indices()) {
      hit |= chosen[i];
    }
    return hit;
  }

  /** Whether a handle is a pin: of the scene or of the studio. */
  static boolean isPin(Handle h) {
    return h.isFirm() && h.isStill();
  }

  /** Pins of a body that hold one of some particles. */
  List<Handle> pinsOn(int body, int[] particles) {
    Body b = body(body);
    boolean[] chosen = new boolean[b.particles().count()];
    for (int i : checked(b, particles)) {
      chosen[i] = true;
    }
    return world.handles().stream()
        .filter(h -> h.body() == b && isPin(h) && holdsAny(h, chosen))
        .toList();
  }

  /** A number for a pin that none has had. */
  int newPin() {
    int n = 0;
    for (Entry e : log) {
      n += e.action() instanceof Action.Pin ? 1 : 0;
    }
    return n;
  }

  /** Hands that hold something. */
  Set<Integer> grips() {
    return Set.copyOf(hands.keySet());
  }

  private void cut(Action.Cut a) {
    double[] p = a.place(), n = a.normal();
    Check.that(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 1e-12, "a cut needs a normal");
    Check.that(a.reach() > 0, "a cut needs two different points");
    List<LatticeBody> families = new ArrayList<>();
    for (Body b : world.bodies()) {
      LatticeBody l = world.lattice(b);
      if (l != null && families.stream().noneMatch(f -> f.family() == l.family())) {
        families.add(l);
      }
    }
    Check.that(!families.isEmpty(), "nothing in this scene can be cut: no body has `tear`");
    for (LatticeBody l : families) {
      world.add(
          l, new TearTool.Cut(world.seconds(), p[0], p[1], p[2], n[0], n[1], n[2], a.reach()));
    }
  }

  private void shoot(Action.Shoot a) {
    double[] v = a.velocity(), o = a.from();
    double speed = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    Check.that(speed > 0 && a.radius() > 0, "a shot needs a velocity and a radius");
    double ux = v[0] / speed, uy = v[1] / speed, uz = v[2] / speed;
    for (Body body : world.bodies()) {
      Particles p = body.particles();
      boolean hit = false;
      for (int i = 0; i < p.count(); i++) {
        double x = p.worldX(i) - o[0], y = p.worldY(i) - o[1], z = p.worldZ(i) - o[2];
        double along = x * ux + y * uy + z * uz;
        double share = 1 - (x * x + y * y + z * z - along * along) / (a.radius() * a.radius());
        if (along >= 0 && share > 0 && p.mobility()[i] != 0) {
          p.vx()[i] += (float) (share * v[0]);
          p.vy()[i] += (float) (share * v[1]);
          p.vz()[i] += (float) (share * v[2]);
          hit = true;
        }
      }
      if (hit) {
        world.wake(body);
      }
    }
  }

  // ---- settings

  private void set(Action.Set a) {
    Check.that(LiveSettings.isLive(a.path()), "`" + a.path() + "` cannot change while it runs");
    Map<String, String> all = currentValues();
    if (a.value() == null) {
      all.remove(a.path());
    } else {
      all.put(a.path(), a.value());
    }
    try {
      SceneFile changed = source.read(all);
      LiveSettings.apply(changed.scene(), world, cast, a.path());
      file = changed;
    } catch (SceneException e) {
      throw new IllegalArgumentException(e.problems().get(0).message(), e);
    }
    live.put(a.path(), a.value());
  }

  private void weight(Action.Weight a) {
    Body body = body(a.body());
    Check.that(
        body.examples() != null && a.example() < body.examples().poses().size(),
        "body " + body.name() + " has no such example");
    if (Double.isNaN(a.value())) {
      body.releaseExample(a.example());
    } else {
      body.driveExample(a.example(), a.value(), true);
    }
    weights.put((long) a.body() << 32 | a.example(), a.value());
    world.wake(body);
  }
}
