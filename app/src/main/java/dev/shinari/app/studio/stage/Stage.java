package dev.shinari.app.studio.stage;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.TearTool;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.LiveEffects;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.build.ShapeCache;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;
import dev.shinari.world.Actor;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import dev.shinari.world.step.StepReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A scene that somebody plays with: its world, and everything done to it with the step before which
 * it was done. The same source, overrides and actions give the same bits, live or replayed: what a
 * live session adds (who asks, when, how fast) stays outside.
 */
public final class Stage {
  /** A thing done before the step of that number. */
  public record Entry(long step, StageAction action) {}

  /** Tags of handles that are pins have their number behind this. */
  private static final int FIRST_PIN = 1_000_000;

  private final SceneSource source;
  private final Map<String, String> overrides;
  private SceneFile file; // with the values of now
  private final Scene scene;
  private final SceneBuilder.Built built;
  private final World world;
  private final StepCrew crew;
  private final StageRoster cast;
  private final float stepSeconds;
  private final List<Entry> log = new ArrayList<>();
  private final Map<String, String> live = new LinkedHashMap<>();
  private final StageGrips hands;
  private final Map<Long, Double> weights = new HashMap<>();
  private final Rewind rewind;
  private long step;

  public Stage(SceneSource source, Map<String, String> overrides, Workers workers)
      throws IOException, SceneException {
    this(source, overrides, workers, null);
  }

  /** A stage that takes shapes from a cache, which may be null. */
  public Stage(
      SceneSource source, Map<String, String> overrides, Workers workers, ShapeCache shapes)
      throws IOException, SceneException {
    this.source = source;
    this.overrides = new LinkedHashMap<>(overrides);
    file = source.read(overrides);
    scene = file.scene();
    built = SceneBuilder.build(scene, shapes);
    world = built.world();
    world.setWorkers(workers);
    crew = new StepCrew(workers);
    cast = new StageRoster(scene, world);
    // As the recorder computes it, so that a film of the same scene has the same bits.
    stepSeconds = (float) (1 / ((double) scene.framesPerSecond() * scene.substeps()));
    hands = new StageGrips(world, stepSeconds);
    rewind = new Rewind(this);
    rewind.saveMoment();
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

  public StageRoster cast() {
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
    int way = crew.choose();
    world.setWorkers(crew.crew(way));
    long begin = System.nanoTime();
    StepReport report = world.step(stepSeconds);
    crew.took(way, System.nanoTime() - begin);
    step++;
    return report;
  }

  /** For a recorder that steps the world by itself. */
  void stepped() {
    step++;
  }

  /** Before each step; it does no harm to call it twice. */
  void lead() {
    hands.lead();
  }

  /** The body whose examples keys hold, or null. */
  public Body drivenByKeys() {
    for (StageRoster.Thing t : cast.things()) {
      if (t.body() != null && t.body().examples() != null) {
        return t.body();
      }
    }
    return null;
  }

  /** A moment of a stage to go back to. */
  public record Mark(long step, int logged) {}

  /** This moment, which can be gone back to at once. */
  public Mark mark() {
    rewind.saveMoment();
    return new Mark(step, log.size());
  }

  /** Moments to go back to. */
  public Rewind rewind() {
    return rewind;
  }

  /** Goes back to a mark: everything is as it was, bit by bit, and so is all that follows. */
  public void back(Mark mark) {
    replay(List.copyOf(log.subList(0, mark.logged)), mark);
  }

  /** Goes to a mark of a log, which may be one that was left by {@link #back}. */
  public void replay(List<Entry> entries, Mark mark) {
    Rewind.Moment moment = rewind.before(entries, mark);
    rewind.restore(moment);
    step = moment.step();
    log.clear();
    log.addAll(entries.subList(0, moment.logged()));
    for (Entry e : entries.subList(moment.logged(), entries.size())) {
      playTo(e.step);
      perform(e.action);
      log.add(e);
    }
    playTo(mark.step);
  }

  /**
   * Does on a new stage what the log of another one says, up to a mark of it.
   *
   * @return false where that takes longer than so many nanoseconds
   */
  public boolean catchUp(List<Entry> entries, Mark mark, long nanos) {
    long end = System.nanoTime() + nanos;
    for (Entry e : entries) {
      if (!playTo(e.step, end)) {
        return false;
      }
      perform(e.action);
      log.add(e);
    }
    return playTo(mark.step, end);
  }

  private boolean playTo(long last, long end) {
    while (step < last) {
      if (System.nanoTime() > end) {
        return false;
      }
      advance();
      rewind.tick();
    }
    return true;
  }

  // ---- for moments, which hold all that a snapshot of the world does not

  Map<Integer, StageGrips.Hand> savedHands() {
    return hands.save();
  }

  Map<Long, Double> heldWeights() {
    return Map.copyOf(weights);
  }

  Map<String, String> liveValues() {
    return new LinkedHashMap<>(live);
  }

  /** Puts values, weights and hands back; the state of the world is restored around it. */
  void set(
      SceneFile then,
      Map<String, String> values,
      Map<Long, Double> held,
      Map<Integer, StageGrips.Hand> h) {
    Set<String> changed = new TreeSet<>(live.keySet());
    changed.addAll(values.keySet());
    changed.removeIf(
        path ->
            Objects.equals(live.get(path), values.get(path))
                && live.containsKey(path) == values.containsKey(path));
    SceneFile now = file;
    file = then;
    live.clear();
    live.putAll(values);
    for (String path : changed) {
      LiveSettings.apply(now.scene(), then.scene(), world, cast, path);
    }
    Map<Long, Double> were = Map.copyOf(weights);
    weights.clear();
    weights.putAll(held);
    were.keySet().forEach(key -> weights.putIfAbsent(key, Double.NaN));
    weights.forEach(this::drive);
    hands.restore(h);
  }

  private void drive(long key, double value) {
    Body body = world.bodies().get((int) (key >> 32));
    if (Double.isNaN(value)) {
      body.releaseExample((int) key);
    } else {
      body.driveExample((int) key, value, true);
    }
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

  /** Whether anything here can come apart. */
  public boolean canTear() {
    return cast.things().stream().anyMatch(t -> t.family() != null);
  }

  /** Pairs of cells that were torn so far. */
  public int tears() {
    int n = 0;
    for (StageRoster.Thing t : cast.things()) {
      n += t.family() == null ? 0 : t.family().tears();
    }
    return n;
  }

  /** The weight that an example is held at, or NaN. */
  public double weight(int body, int example) {
    return weights.getOrDefault((long) body << 32 | example, Double.NaN);
  }

  /** Does something before the next step and remembers it. IllegalArgumentException: not done. */
  public void apply(StageAction action) {
    perform(action);
    log.add(new Entry(step, action));
  }

  private void perform(StageAction action) {
    if (action instanceof StageAction.Grab a) {
      hands.grab(a, step);
    } else if (action instanceof StageAction.Drag a) {
      hands.drag(a, step);
    } else if (action instanceof StageAction.Drop a) {
      hands.drop(a, step);
    } else if (action instanceof StageAction.Pin a) {
      Body body = body(a.body());
      world.add(
          Handle.builder(body, checked(body, a.particles()))
              .from(world.seconds())
              .tag(FIRST_PIN + a.number())
              .build());
    } else if (action instanceof StageAction.Unpin a) {
      unpin(a);
    } else if (action instanceof StageAction.Release a) {
      Check.that(hands.letGo(FIRST_PIN + a.number()) > 0, "this pin is gone");
    } else if (action instanceof StageAction.Cut a) {
      cut(a);
    } else if (action instanceof StageAction.Shoot a) {
      shoot(a);
    } else if (action instanceof StageAction.Set a) {
      set(a);
    } else if (action instanceof StageAction.Weight a) {
      weight(a);
    }
  }

  private Body body(int number) {
    return body(world, number);
  }

  static Body body(World world, int number) {
    Check.that(number < world.bodies().size(), "there is no body " + number);
    return world.bodies().get(number);
  }

  static int[] checked(Body body, int[] particles) {
    int n = body.particles().count();
    Check.that(particles.length > 0, "no particles were chosen");
    Check.that(particles.length <= n, "more particles were chosen than there are");
    for (int i : particles) {
      Check.that(i >= 0 && i < n, "there is no particle " + i);
    }
    return particles;
  }

  // ---- hands

  private void unpin(StageAction.Unpin a) {
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
  public static boolean isPin(Handle h) {
    return h.isFirm() && h.isStill();
  }

  /** Pins of a body that hold one of some particles. */
  public List<Handle> pinsOn(int body, int[] particles) {
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
  public int newPin() {
    int n = 0;
    for (Entry e : log) {
      n += e.action() instanceof StageAction.Pin ? 1 : 0;
    }
    return n;
  }

  /** Hands that hold something. */
  public Set<Integer> grips() {
    return hands.grips();
  }

  private void cut(StageAction.Cut a) {
    double[] p = a.place(), n = a.normal();
    Check.that(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 1e-12, "a cut needs a normal");
    Check.that(a.reach() > 0, "a cut needs two different points");
    List<FractureBody> targets = new ArrayList<>();
    for (Body b : world.bodies()) {
      FractureBody l = world.fracture(b);
      if (l != null) {
        targets.add(l);
      }
    }
    Check.that(
        !targets.isEmpty(),
        "nothing in this scene can be cut: no body has `tear` or the effect breakdown");
    TearTool.Cut cut =
        a.along() == null
            ? new TearTool.Cut(world.seconds(), p[0], p[1], p[2], n[0], n[1], n[2], a.reach(), null)
            : TearTool.Cut.strip(world.seconds(), p, n, a.along(), a.reach());
    for (FractureBody l : targets) {
      world.wake(l.body());
      l.apply(cut);
    }
  }

  private void shoot(StageAction.Shoot a) {
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

  private void set(StageAction.Set a) {
    Check.that(LiveSettings.isLive(a.path()), "`" + a.path() + "` cannot change while it runs");
    Map<String, String> all = currentValues();
    if (a.value() == null) {
      all.remove(a.path());
    } else {
      all.put(a.path(), a.value());
    }
    try {
      SceneFile changed = source.read(all);
      LiveSettings.apply(file.scene(), changed.scene(), world, cast, a.path());
      file = changed;
    } catch (SceneException e) {
      throw new IllegalArgumentException(e.problems().get(0).message(), e);
    }
    live.put(a.path(), a.value());
  }

  /** Whether effects of a body can change to these without a new start. */
  public boolean canTake(String path, String effects) {
    Map<String, String> all = currentValues();
    all.put(path, effects);
    try {
      Scene then = source.read(all).scene();
      boolean can = true;
      for (int k = 0; k < then.bodies().size(); k++) {
        can &=
            LiveEffects.canBecome(
                file.scene().bodies().get(k).effects(), then.bodies().get(k).effects());
      }
      return can;
    } catch (SceneException e) {
      throw new IllegalArgumentException(e.problems().get(0).message(), e);
    }
  }

  private void weight(StageAction.Weight a) {
    Body body = body(a.body());
    Check.that(
        body.examples() != null && a.example() < body.examples().poses().size(),
        "body " + body.name() + " has no such example");
    long key = (long) a.body() << 32 | a.example();
    drive(key, a.value());
    weights.put(key, a.value());
    world.wake(body);
  }
}
