package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.message.StudioLimits;
import dev.shinari.app.studio.stage.LiveSettings;
import dev.shinari.app.studio.stage.Replay;
import dev.shinari.app.studio.stage.SceneOverrides;
import dev.shinari.app.studio.stage.SceneSource;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.app.studio.stage.StageAction;
import dev.shinari.app.studio.stage.StageRoster;
import dev.shinari.app.studio.stage.UndoHistory;
import dev.shinari.app.studio.view.BodyControls;
import dev.shinari.app.studio.view.EffectControls;
import dev.shinari.app.studio.view.PaintedGroups;
import dev.shinari.app.studio.view.Picking;
import dev.shinari.app.studio.view.ShownMesh;
import dev.shinari.app.studio.view.VertexChannels;
import dev.shinari.body.Body;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.math.Check;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What pages may ask for, by name. IllegalArgumentException refuses with its message. */
final class SessionCommands {
  /** A shot's width as a share of a body's length. */
  private static final double SHOT_RADIUS = 0.06;

  /** For so long a session stands still at most while a take is made again. */
  private static final long REMAKE_NANOS = 1_500_000_000L;

  private final LiveSession session;
  private final UndoHistory history = new UndoHistory();
  private final RigCommands rig;

  SessionCommands(LiveSession session) {
    this.session = session;
    rig = new RigCommands(session);
  }

  UndoHistory history() {
    return history;
  }

  /** Does one command; what it answers goes into the message that says it is done. */
  ObjectNode run(PageClient client, String what, ObjectNode m) {
    ObjectNode done = MessageJson.object();
    switch (what) {
      case "open" -> open(m);
      case "play" -> session.setPlaying(true);
      case "pause" -> session.setPlaying(false);
      case "step" -> {
        session.stage();
        session.setPlaying(false);
        session.step();
      }
      case "restart" -> {
        Stage old = session.stage();
        history.clear();
        session.setStage(stage(old.source(), old.currentValues()));
      }
      case "speed" -> session.setSpeed(MessageJson.number(m, "factor", 0.01, 10));
      case "grab" -> grab(client, m);
      case "drag" -> {
        act(new StageAction.Drag(grip(client, m), MessageJson.point(m, "place")));
        return null; // too many to answer each
      }
      case "drop" -> drop(client, m);
      case "pin" -> pin(m);
      case "unpin" -> unpin(m);
      case "cut" -> cut(m);
      case "shoot" -> shoot(m);
      case "set" -> set(m, done);
      case "weight" -> weight(m);
      case "effect" -> effect(m, done);
      case "group" -> group(m, done);
      case "key" -> key(m);
      case "select" ->
          session.stage().cast().thing(MessageJson.whole(m, "body", 1, Integer.MAX_VALUE));
      case "view" -> {
        session.stage();
        int example = m.has("example") ? MessageJson.whole(m, "example", 0, 1000) : 0;
        client.setChannel(
            VertexChannels.name(MessageJson.text(m, "channel", VertexChannels.NONE), example));
        session.showLines(MessageJson.flag(m, "cage", false), MessageJson.flag(m, "bones", false));
        session.touch();
      }
      case "rig" -> rig.run(m, done);
      case "export" -> export(m);
      case "save" -> save(client, m);
      case "undo" -> done.put("what", history.undo());
      case "redo" -> done.put("what", history.redo());
      default -> throw new IllegalArgumentException("unknown command " + MessageJson.shown(what));
    }
    if (!what.equals("drag")) {
      session.tellState();
    }
    return done;
  }

  private void act(StageAction action) {
    Stage stage = session.stage();
    Check.that(stage.log().size() < StudioLimits.LOG, "this take is too long; restart it");
    stage.apply(action);
    session.touch();
  }

  private void open(ObjectNode m) {
    SceneSource source =
        m.has("upload")
            ? session.workshop().uploads().get(MessageJson.text(m, "upload")).source()
            : session.workshop().builtIn(MessageJson.text(m, "scene"));
    Check.that(source != null, "these are shapes for a rig: open them on the rig desk");
    Stage opened = stage(source, Map.of());
    history.clear();
    session.setStage(opened);
    session.setPlaying(true);
  }

  private Stage stage(SceneSource source, Map<String, String> values) {
    return made(() -> new Stage(source, values, session.workers(), session.workshop().shapes()));
  }

  private interface Making {
    Stage make() throws IOException, SceneException;
  }

  /** Makes a stage; whatever is wrong with its scene becomes a refusal. */
  private static Stage made(Making making) {
    try {
      Stage s = making.make();
      long particles = s.particles();
      Check.that(
          particles <= StudioLimits.PARTICLES,
          "this scene has "
              + particles
              + " particles, more than the studio's "
              + StudioLimits.PARTICLES);
      return s;
    } catch (SceneException e) {
      throw new IllegalArgumentException(e.problems().get(0).toString(), e);
    } catch (BadFileException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException("a file of this scene cannot be read", e);
    }
  }

  // ---- hands

  /** Pages number their hands each on its own; the log has one number for each hand. */
  private record Hand(PageClient client, int number) {}

  private final Map<Hand, Integer> grips = new HashMap<>();

  private static Hand hand(PageClient client, ObjectNode m) {
    return new Hand(client, MessageJson.whole(m, "grip", 0, StudioLimits.GRIPS - 1));
  }

  private int grip(PageClient client, ObjectNode m) {
    Integer grip = grips.get(hand(client, m));
    Check.that(grip != null, "this hand holds nothing");
    return grip;
  }

  private int newGrip(PageClient client, ObjectNode m) {
    Hand hand = hand(client, m);
    if (!session.stage().grips().contains(grips.getOrDefault(hand, -1))) {
      grips.remove(hand); // what it held is gone
    }
    Check.that(!grips.containsKey(hand), "this hand holds something already");
    int grip = 0;
    while (grips.containsValue(grip) || session.stage().grips().contains(grip)) {
      grip++;
    }
    Check.that(grip < StudioLimits.GRIPS, "too many hands hold something");
    return grip;
  }

  /** Hands of pages that went away let go. */
  void left(Collection<PageClient> here) {
    for (Map.Entry<Hand, Integer> e : List.copyOf(grips.entrySet())) {
      if (!here.contains(e.getKey().client())) {
        grips.remove(e.getKey());
        if (session.hasStage() && session.stage().grips().contains(e.getValue())) {
          act(new StageAction.Drop(e.getValue(), false));
        }
      }
    }
  }

  private ShownMesh mesh(ObjectNode m) {
    session.stage();
    return session.picture().mesh(MessageJson.whole(m, "mesh", 0, Integer.MAX_VALUE));
  }

  private void grab(PageClient client, ObjectNode m) {
    int grip = newGrip(client, m);
    Stage stage = session.stage();
    World world = stage.world();
    double[] place = MessageJson.point(m, "place");
    ShownMesh shown = mesh(m);
    if (shown instanceof ShownMesh.OfActor a) {
      int number = world.actors().indexOf(a.actor);
      int[] joint = {Picking.joint(a.actor, place)};
      act(new StageAction.Grab(grip, StageAction.ACTOR + number, joint, place, 0));
      grips.put(hand(client, m), grip);
      return;
    }
    Picking.Spot spot =
        Picking.particle(world, shown, MessageJson.whole(m, "vertex", 0, Integer.MAX_VALUE));
    int[] held = Picking.around(spot);
    double hertz = Picking.hertz(spot.body(), held, gravity(world.settings()));
    Stage.Mark before = stage.canTear() ? stage.mark() : null;
    act(new StageAction.Grab(grip, spot.number(), held, place, hertz));
    grips.put(hand(client, m), grip);
    if (before != null) {
      history.pull(grip, before, stage.tears());
    }
  }

  private static double gravity(WorldSettings s) {
    return Math.sqrt(
        s.gravityX() * s.gravityX() + s.gravityY() * s.gravityY() + s.gravityZ() * s.gravityZ());
  }

  /** A pull that tore something can be taken back. */
  private void drop(PageClient client, ObjectNode m) {
    Stage stage = session.stage();
    int grip = grip(client, m);
    grips.remove(hand(client, m));
    act(new StageAction.Drop(grip, MessageJson.flag(m, "throw", false)));
    Stage.Mark before = history.pulled(grip, stage.tears());
    if (before != null) {
      Stage.Mark after = stage.mark();
      List<Stage.Entry> log = List.copyOf(stage.log());
      history.did("tear", () -> goBack(before), () -> goForward(log, after));
    }
  }

  private void goBack(Stage.Mark mark) {
    Stage there = at(List.copyOf(session.stage().log().subList(0, mark.logged())), mark);
    for (int grip : there.grips()) {
      there.apply(new StageAction.Drop(grip, false));
    }
    session.setStage(there);
  }

  /** The stage at a mark: brought there, or made anew where bodies went that were there then. */
  private Stage at(List<Stage.Entry> log, Stage.Mark mark) {
    Stage stage = session.stage();
    try {
      stage.replay(log, mark);
      return stage;
    } catch (IllegalArgumentException e) {
      Stage anew = stage(stage.source(), stage.overrides());
      anew.replay(log, mark);
      return anew;
    }
  }

  private void goForward(List<Stage.Entry> log, Stage.Mark mark) {
    session.setStage(at(log, mark));
  }

  private Picking.Spot[] spots(ObjectNode m) {
    ShownMesh shown = mesh(m);
    int[] vertices = MessageJson.ints(m, "vertices");
    Check.that(vertices.length > 0, "nothing was chosen");
    World world = session.stage().world();
    Picking.Spot[] spots = new Picking.Spot[vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      spots[i] = Picking.particle(world, shown, vertices[i]);
    }
    return spots;
  }

  /** The chosen particles by body: of a torn body a choice may lie on several pieces. */
  private Map<Integer, int[]> chosen(ObjectNode m) {
    Map<Integer, TreeSet<Integer>> sets = new LinkedHashMap<>();
    for (Picking.Spot s : spots(m)) {
      sets.computeIfAbsent(s.number(), k -> new TreeSet<>()).add(s.particle());
    }
    Map<Integer, int[]> out = new LinkedHashMap<>();
    sets.forEach((body, set) -> out.put(body, set.stream().mapToInt(i -> i).toArray()));
    return out;
  }

  private void pin(ObjectNode m) {
    chosen(m).forEach(this::pin);
  }

  private void pin(int body, int[] particles) {
    int[] number = {session.stage().newPin()};
    act(new StageAction.Pin(number[0], body, particles));
    session.tellPins();
    history.did(
        "pin",
        () -> {
          act(new StageAction.Release(number[0]));
          session.tellPins();
        },
        () -> {
          number[0] = session.stage().newPin();
          act(new StageAction.Pin(number[0], body, particles));
          session.tellPins();
        });
  }

  private void unpin(ObjectNode m) {
    chosen(m).forEach(this::unpin);
  }

  private void unpin(int body, int[] particles) {
    List<int[]> were = new ArrayList<>();
    for (Handle h : session.stage().pinsOn(body, particles)) {
      were.add(h.indices());
    }
    act(new StageAction.Unpin(body, particles));
    session.tellPins();
    history.did(
        "unpin",
        () -> {
          for (int[] held : were) {
            act(new StageAction.Pin(session.stage().newPin(), body, held));
          }
          session.tellPins();
        },
        () -> {
          act(new StageAction.Unpin(body, particles));
          session.tellPins();
        });
  }

  private void cut(ObjectNode m) {
    double[] a = MessageJson.point(m, "from"), b = MessageJson.point(m, "to");
    double dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
    double[] n = m.has("normal") ? MessageJson.point(m, "normal") : new double[] {-dy, dx, 0};
    double[] middle = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0.5 * (a[2] + b[2])};
    double reach = 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz);
    blow("cut", new StageAction.Cut(middle, n, new double[] {dx, dy, dz}, reach));
  }

  private void shoot(ObjectNode m) {
    double[] along = MessageJson.point(m, "along");
    double length = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
    Check.that(length > 0, "`along` must not be zero");
    double speed = MessageJson.number(m, "speed", 0.01, 1000);
    double[] velocity = new double[3];
    for (int i = 0; i < 3; i++) {
      velocity[i] = along[i] / length * speed;
    }
    double size = 0;
    for (Body body : session.stage().world().bodies()) {
      size = Math.max(size, body.length());
    }
    blow(
        "shot",
        new StageAction.Shoot(
            MessageJson.point(m, "from"), velocity, Math.max(1e-3, SHOT_RADIUS * size)));
  }

  /** Something that nothing but going back in time can undo. */
  private void blow(String what, StageAction action) {
    Stage stage = session.stage();
    Stage.Mark before = stage.mark();
    act(action);
    history.did(what, () -> goBack(before), () -> act(action));
  }

  // ---- keeping

  private void export(ObjectNode m) {
    Set<String> formats = new LinkedHashSet<>();
    for (JsonNode f : m.path("formats")) {
      formats.add(f.asText());
    }
    try {
      session.workshop().exports().begin(Replay.of(session.stage()), formats, session.listener());
    } catch (IOException e) {
      throw new IllegalArgumentException("a file of this scene cannot be read", e);
    }
  }

  private void save(PageClient client, ObjectNode m) {
    Stage stage = session.stage();
    String what = MessageJson.text(m, "what");
    String name = stage.scene().name();
    ObjectNode n = MessageJson.is("saved").put("what", what);
    if (what.equals("replay")) {
      try {
        n.put("name", name + ".replay.json").put("text", Replay.of(stage).toJson());
      } catch (IOException e) {
        throw new IllegalArgumentException("a file of this scene cannot be read", e);
      }
    } else if (what.equals("override")) {
      n.put("name", name + ".override.json")
          .put("text", SceneOverrides.write(stage.currentValues()));
    } else {
      throw new IllegalArgumentException("`what` must be replay or override");
    }
    client.tell(MessageJson.write(n), true);
  }

  // ---- settings

  private void set(ObjectNode m, ObjectNode done) {
    Stage stage = session.stage();
    String key = MessageJson.text(m, "key");
    String path = key;
    if (m.has("body")) {
      StageRoster.Thing t = stage.cast().thing(MessageJson.whole(m, "body", 1, Integer.MAX_VALUE));
      Check.that(t.actor() == null, "a creature has no such values");
      Check.that(
          BodyControls.isKnown(key), "there is no value " + MessageJson.shown(key) + " to change");
      path = "bodies[" + t.plan() + "]." + key;
    } else {
      Check.that(
          LiveSettings.isLive(key), "there is no value " + MessageJson.shown(key) + " to change");
    }
    Check.that(m.has("value"), "`value` is missing");
    String value = m.get("value").isNull() ? null : MessageJson.write(m.get("value"));
    String old = stage.currentValues().get(path);
    if (LiveSettings.isLive(path)) {
      String where = path;
      live(where, value);
      history.did("set " + key, () -> live(where, old), () -> live(where, value));
      return;
    }
    restart("set " + key, path, value);
    done.put("restarted", true);
  }

  /** A value that only a new start can take. */
  private void restart(String what, String path, String value) {
    Stage stage = session.stage();
    SceneSource source = stage.source();
    Map<String, String> before = stage.currentValues();
    Map<String, String> after = new LinkedHashMap<>(before);
    if (value == null) {
      after.remove(path);
    } else {
      after.put(path, value);
    }
    session.setStage(stage(source, after));
    history.did(
        what,
        () -> session.setStage(stage(source, before)),
        () -> session.setStage(stage(source, after)));
  }

  private void effect(ObjectNode m, ObjectNode done) {
    Stage stage = session.stage();
    StageRoster.Thing t = stage.cast().thing(MessageJson.whole(m, "body", 1, Integer.MAX_VALUE));
    Check.that(t.actor() == null, "a creature has no effects");
    String name = MessageJson.text(m, "name");
    double strength =
        m.path("strength").isNumber() ? MessageJson.number(m, "strength", -1e6, 1e6) : Double.NaN;
    String list = EffectControls.with(stage.file(), t.plan(), name, strength);
    String path = "bodies[" + t.plan() + "].effects";
    if (stage.canTake(path, list)) {
      String old = stage.currentValues().get(path);
      live(path, list);
      history.did("effect " + name, () -> live(path, old), () -> live(path, list));
      return;
    }
    restart("effect " + name, path, list);
    done.put("restarted", true);
  }

  /** Paints a group of a body: all its vertices, none to take it away. */
  private void group(ObjectNode m, ObjectNode done) {
    Stage stage = session.stage();
    StageRoster.Thing t = stage.cast().thing(MessageJson.whole(m, "body", 1, Integer.MAX_VALUE));
    Check.that(
        t.body() != null && t.body().examples() != null,
        "only a body with examples has groups of its own");
    ShownMesh.OfBody painted = session.picture().surface(t);
    Check.that(!m.has("mesh") || mesh(m) == painted, "this is not the surface of that body");
    String name = MessageJson.text(m, "name");
    String value =
        PaintedGroups.with(stage.file(), t, painted, name, MessageJson.ints(m, "vertices"));
    if (!remake("group " + name, PaintedGroups.path(t.plan()), value)) {
      restart("group " + name, PaintedGroups.path(t.plan()), value);
      done.put("restarted", true);
    }
  }

  /**
   * A value that bodies are made with, given to a take that is under way: everything that was done
   * is done again with it, up to the same moment, as if it had been so from the start.
   *
   * @return false, with nothing changed, where somebody would have to wait too long for it
   */
  private boolean remake(String what, String path, String value) {
    Stage stage = session.stage();
    SceneSource source = stage.source();
    Map<String, String> before = Map.copyOf(stage.overrides());
    Map<String, String> after = new LinkedHashMap<>(stage.overrides());
    after.put(path, value);
    List<Stage.Entry> log = List.copyOf(stage.log());
    Stage.Mark now = stage.mark();
    Stage then = stage(source, after);
    if (!then.catchUp(log, now, REMAKE_NANOS)) {
      return false;
    }
    session.setStage(then);
    history.did(
        what,
        () -> session.setStage(remade(source, before, log, now)),
        () -> session.setStage(remade(source, after, log, now)));
    return true;
  }

  private Stage remade(
      SceneSource source, Map<String, String> values, List<Stage.Entry> log, Stage.Mark mark) {
    Stage s = stage(source, values);
    s.replay(log, mark);
    return s;
  }

  /** A key holds an example of the first body that has some, for as long as it is down. */
  private void key(ObjectNode m) {
    Stage stage = session.stage();
    Body body = stage.drivenByKeys();
    String code = MessageJson.text(m, "code");
    Check.that(body != null && code.matches("Digit[1-9]"), "this key does nothing here");
    double value = MessageJson.flag(m, "down", false) ? 1 : Double.NaN;
    act(new StageAction.Weight(stage.world().bodies().indexOf(body), code.charAt(5) - '1', value));
  }

  private void live(String path, String value) {
    act(new StageAction.Set(path, value));
    session.tellSettings();
  }

  private void weight(ObjectNode m) {
    Stage stage = session.stage();
    StageRoster.Thing t = stage.cast().thing(MessageJson.whole(m, "body", 1, Integer.MAX_VALUE));
    Check.that(t.actor() == null, "a creature has no examples");
    int body = stage.world().bodies().indexOf(t.body());
    int example = MessageJson.whole(m, "example", 0, 1000);
    double value =
        m.path("value").isNull() || !m.has("value")
            ? Double.NaN
            : MessageJson.number(m, "value", -2, 2);
    double old = stage.weight(body, example);
    act(new StageAction.Weight(body, example, value));
    history.did(
        "weight",
        () -> act(new StageAction.Weight(body, example, old)),
        () -> act(new StageAction.Weight(body, example, value)));
  }
}
