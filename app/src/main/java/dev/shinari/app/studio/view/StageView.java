package dev.shinari.app.studio.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.file.StudioServices;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.app.studio.stage.StageRoster;
import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.fracture.view.FractureView;
import dev.shinari.fracture.view.FractureWires;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.spec.StyleJson;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pages see of a stage: its meshes, and each frame of them. */
public final class StageView {
  private final Stage stage;
  private final List<ShownMesh> shown = new ArrayList<>();
  private final Map<Integer, float[]> positions = new HashMap<>();
  private final Map<Integer, List<String>> poses = new HashMap<>(); // addresses of pictures
  private final StudioServices workshop;
  private int nextId;
  private int version = 1;

  public StageView(Stage stage, int firstId, Workers workers, StudioServices workshop) {
    this.workshop = workshop;
    this.stage = stage;
    nextId = firstId;
    World world = stage.world();
    for (int k = 0; k < world.colliders().size(); k++) {
      Collider c = world.colliders().get(k);
      boolean hidden = stage.built().hidden().contains(c.name());
      shown.add(new ShownMesh.OfCollider(nextId++, world.look(k), c, world, hidden));
    }
    for (StageRoster.Thing t : stage.cast().things()) {
      if (t.actor() != null) {
        shown.add(new ShownMesh.OfActor(nextId++, t.id(), t.actor(), workers));
      } else if (t.family() == null) {
        shown.add(new ShownMesh.OfBody(nextId++, t.id(), world.look(t.body()), t.body()));
      } else {
        Look look = world.look(t.body());
        byte[] png = t.family().picture();
        FractureView outside = new FractureView(t.family(), false);
        shown.add(new ShownMesh.OfPieces(nextId++, t.id(), look, outside, png));
        if (t.family().hasInside()) {
          FractureView inside = new FractureView(t.family(), true);
          shown.add(new ShownMesh.OfPieces(nextId++, t.id(), Look.inside(look), inside, null));
        }
      }
    }
    shown.forEach(ShownMesh::update);
  }

  public List<ShownMesh> shown() {
    return shown;
  }

  public int nextId() {
    return nextId;
  }

  public ShownMesh mesh(int id) {
    for (ShownMesh s : shown) {
      if (s.id == id) {
        return s;
      }
    }
    throw new IllegalArgumentException("there is no mesh " + id);
  }

  /** Adds lines for cages or bones, where there are none yet. */
  public List<ByteBuffer> addLines(boolean cage) {
    List<ByteBuffer> added = new ArrayList<>();
    for (ShownMesh s : shown) {
      if ((s.flags & (cage ? ShownMesh.CAGE : ShownMesh.BONES)) != 0) {
        return added;
      }
    }
    for (StageRoster.Thing t : stage.cast().things()) {
      ShownMesh s = null;
      if (!cage) {
        s =
            t.actor() instanceof ArticulatedBody a
                ? new WireframeLines.OfBones(nextId++, t.id(), a)
                : null;
      } else if (t.family() != null) {
        s = new WireframeLines.OfCells(nextId++, t.id(), new FractureWires(t.family()));
      } else if (t.body() != null) {
        s = new WireframeLines.OfCage(nextId++, t.id(), t.body());
      }
      if (s != null) {
        s.update();
        shown.add(s);
        added.add(message(s));
      }
    }
    return added;
  }

  /** Example weights of all bodies that have some, as a message; null where none has. */
  public String weights() {
    ObjectNode n = MessageJson.is("weights");
    boolean any = false;
    for (StageRoster.Thing t : stage.cast().things()) {
      if (t.body() != null && t.body().examples() != null) {
        any = true;
        ArrayNode row = n.putArray(Integer.toString(t.id()));
        for (int k = 0; k < t.body().examples().poses().size(); k++) {
          row.add(Math.round(1e4 * VertexChannels.mean(t.body(), k)) / 1e4);
        }
      }
    }
    return any ? MessageJson.write(n) : null;
  }

  /** All meshes as they are now. */
  public List<ByteBuffer> meshes() {
    List<ByteBuffer> all = new ArrayList<>();
    for (ShownMesh s : shown) {
      all.add(message(s));
    }
    return all;
  }

  /** Meshes whose topology changed since the last call. */
  public List<ByteBuffer> changes() {
    List<ByteBuffer> changed = new ArrayList<>();
    List<ShownMesh> anew = new ArrayList<>();
    for (ShownMesh s : shown) {
      if (s.update()) {
        anew.add(s);
      }
    }
    if (!anew.isEmpty()) {
      version++;
      anew.forEach(s -> changed.add(message(s)));
    }
    return changed;
  }

  private ByteBuffer message(ShownMesh s) {
    int texture = s.picture() == null ? 0 : workshop.textures().add(s.picture());
    return BinaryMessages.mesh(s, version, texture, placed(s));
  }

  private float[] placed(ShownMesh s) {
    int n = 3 * s.vertexCount();
    float[] at = positions.get(s.id);
    if (at == null || at.length != n) {
      at = new float[n];
      positions.put(s.id, at);
    }
    s.positions(at);
    return at;
  }

  /** All meshes that move, as they are now. */
  public ByteBuffer frame(int number, String channel) {
    List<BinaryMessages.Part> parts = new ArrayList<>();
    for (ShownMesh s : shown) {
      if (s.moves()) {
        float[] at = placed(s);
        parts.add(
            new BinaryMessages.Part(
                s.id, at, VertexChannels.values(channel, stage.world(), s, at)));
      }
    }
    return BinaryMessages.frame(number, version, stage.world().seconds(), parts);
  }

  /** The message that introduces the scene. */
  public String describe() {
    ObjectNode n = MessageJson.is("scene").put("name", stage.scene().name());
    String title = stage.scene().title();
    n.put("title", title.isEmpty() ? stage.scene().name() : title);
    n.put("about", stage.scene().description()).put("hint", "drag me");
    n.put("stepSeconds", stage.stepSeconds());
    n.set("camera", camera());
    n.put("flat", isFlat());
    n.set("style", MessageJson.value(StyleJson.of(stage.scene().style())));
    ArrayNode bodies = n.putArray("bodies");
    for (StageRoster.Thing t : stage.cast().things()) {
      bodies.add(describe(t));
    }
    ArrayNode keys = n.putArray("keys");
    Body driven = stage.drivenByKeys();
    for (int k = 0; driven != null && k < Math.min(9, driven.examples().poses().size()); k++) {
      String pose = driven.examples().poses().get(k).name();
      keys.addObject().put("code", "Digit" + (k + 1)).put("text", driven.name() + ": " + pose);
    }
    ArrayNode warnings = n.putArray("warnings");
    stage.built().warnings().forEach(warnings::add);
    return MessageJson.write(n);
  }

  /** The values of every body, a message each. */
  public List<String> settings() {
    List<String> all = new ArrayList<>();
    for (StageRoster.Thing t : stage.cast().things()) {
      if (t.actor() == null) {
        ObjectNode n = MessageJson.is("settings").put("body", t.id());
        n.set("values", BodyControls.values(stage.file(), t.plan()));
        n.set("effects", EffectControls.describe(stage.file(), t.plan()));
        all.add(MessageJson.write(n));
      }
    }
    return all;
  }

  /** The message that says which vertices are pinned. */
  public String pins() {
    Map<Body, boolean[]> held = new LinkedHashMap<>();
    for (Handle h : stage.world().handles()) {
      if (Stage.isPin(h)) {
        boolean[] set = held.computeIfAbsent(h.body(), b -> new boolean[b.particles().count()]);
        for (int i : h.indices()) {
          set[i] = true;
        }
      }
    }
    ObjectNode n = MessageJson.is("pins");
    ArrayNode list = n.putArray("list");
    for (ShownMesh s : shown) {
      if (s.thing == 0 || held.isEmpty() || s instanceof WireframeLines) {
        continue;
      }
      ArrayNode vertices = MessageJson.array();
      for (int v = 0; v < s.vertexCount(); v++) {
        Body body = s.carrier(v);
        boolean[] set = body == null ? null : held.get(body);
        int particle = set == null ? -1 : s.mainParticle(v);
        if (particle >= 0 && particle < set.length && set[particle]) {
          vertices.add(v);
        }
      }
      if (!vertices.isEmpty()) {
        list.addObject().put("mesh", s.id).set("vertices", vertices);
      }
    }
    return MessageJson.write(n);
  }

  private ObjectNode camera() {
    Scene.Camera c = stage.scene().camera();
    ObjectNode n = MessageJson.object();
    n.put("azimuthDeg", c.azimuthDeg()).put("elevationDeg", c.elevationDeg());
    n.put("fovDeg", c.fieldOfViewDeg());
    point(n, "eye", c.eye());
    point(n, "target", c.target());
    if (c.viewHeight() > 0) {
      n.put("size", c.viewHeight());
    }
    return n;
  }

  private static void point(ObjectNode n, String key, Vec3 v) {
    if (v != null) {
      n.putArray(key).add(v.x()).add(v.y()).add(v.z());
    }
  }

  /** Whether all bodies lie in planes of equal z. */
  private boolean isFlat() {
    boolean flat = !stage.cast().things().isEmpty();
    for (StageRoster.Thing t : stage.cast().things()) {
      flat &= t.family() != null && t.family().members().get(0).isFlat();
    }
    return flat;
  }

  /** The seen surface of a body that does not tear. */
  public ShownMesh.OfBody surface(StageRoster.Thing t) {
    for (ShownMesh s : shown) {
      if (s instanceof ShownMesh.OfBody b && s.thing == t.id()) {
        return b;
      }
    }
    throw new IllegalArgumentException("this has no surface to paint on");
  }

  private ObjectNode describe(StageRoster.Thing t) {
    ObjectNode b = MessageJson.object().put("id", t.id()).put("name", t.name());
    ArrayNode meshes = b.putArray("meshes");
    for (ShownMesh s : shown) {
      if (s.thing == t.id()) {
        meshes.add(s.id);
      }
    }
    long particles = t.actor() == null ? 0 : t.actor().particleCount();
    for (Body body : t.bodies(stage.world())) {
      particles += body.particles().count();
    }
    b.put("particles", particles);
    if (t.actor() == null) {
      b.set("settings", BodyControls.values(stage.file(), t.plan()));
    } else {
      b.putObject("settings");
    }
    ArrayNode examples = b.putArray("examples");
    ArrayNode groups = b.putArray("groups");
    if (t.body() != null && t.body().examples() != null) {
      List<String> pictures =
          poses.computeIfAbsent(t.id(), id -> workshop.poses().of(stage, t.body()));
      for (int k = 0; k < pictures.size(); k++) {
        String pose = t.body().examples().poses().get(k).name();
        examples.addObject().put("name", pose).put("thumb", pictures.get(k));
      }
      groups.addAll(PaintedGroups.describe(stage.file(), t, surface(t)));
    }
    Look look = t.actor() != null ? t.actor().look() : stage.world().look(t.body());
    b.put("lineWeight", look.lineWeight());
    if (look.paint() != null) {
      b.set("paint", MessageJson.value(StyleJson.of(look.paint())));
    }
    if (t.actor() == null) {
      b.set("effects", EffectControls.describe(stage.file(), t.plan()));
    } else {
      b.putArray("effects");
    }
    b.put("tears", t.family() != null);
    return b;
  }
}
