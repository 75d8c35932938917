package dev.shinari.app.studio.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.StageRoster;
import dev.shinari.body.Body;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.ResolvedValue;
import java.util.Arrays;
import java.util.TreeSet;

/**
 * The parts of a body that follow its examples on their own, as a page paints them: sets of surface
 * vertices, of which each vertex is in one at most. They end up in the scene's own key {@code
 * examples.groups}, so that overrides and replays know them too.
 */
public final class PaintedGroups {
  /** What the engine calls all that is in no part. */
  private static final String REST = "rest";

  private PaintedGroups() {}

  /** The path of the parts of a body. */
  public static String path(int plan) {
    return "bodies[" + plan + "].examples.groups";
  }

  /** All parts of a body with the number of their vertices. */
  static ArrayNode describe(SceneFile file, StageRoster.Thing thing, ShownMesh.OfBody mesh) {
    ArrayNode out = MessageJson.array();
    Body body = thing.body();
    int[] counts = new int[body.exampleGroupCount()];
    for (int v = 0; v < mesh.vertexCount(); v++) {
      int g = body.exampleGroupAt(mesh.mainParticle(v));
      counts[Math.max(0, g)]++;
    }
    ArrayNode sets = sets(file, thing.plan());
    for (int g = 0; g < counts.length; g++) {
      String name = body.exampleGroupName(g);
      boolean painted = false;
      for (JsonNode s : sets) {
        painted |= s.path("name").asText().equals(name) && s.has("vertices");
      }
      out.addObject().put("name", name).put("count", counts[g]).put("painted", painted);
    }
    return out;
  }

  /** The named sets of a body as its scene would write them; none where it has other parts. */
  private static ArrayNode sets(SceneFile file, int plan) {
    ArrayNode out = MessageJson.array();
    ResolvedValue.Fields groups = groups(file, plan);
    if (!groups.kind().equals("sets")) {
      return out;
    }
    for (ResolvedValue r : ((ResolvedValue.Items) groups.get("sets")).items()) {
      out.add(json(r));
    }
    return out;
  }

  private static ResolvedValue.Fields groups(SceneFile file, int plan) {
    ResolvedValue.Items bodies = (ResolvedValue.Items) file.resolved().get("bodies");
    ResolvedValue.Fields body = (ResolvedValue.Fields) bodies.items().get(plan);
    if (!body.has("examples")) {
      throw new IllegalArgumentException("this body has no examples, so it needs no groups");
    }
    return (ResolvedValue.Fields) ((ResolvedValue.Fields) body.get("examples")).get("groups");
  }

  /** A checked value as it would stand in a file. */
  private static JsonNode json(ResolvedValue r) {
    if (r instanceof ResolvedValue.Leaf leaf) {
      return MessageJson.value(leaf.toJson());
    }
    if (r instanceof ResolvedValue.Items items) {
      ArrayNode out = MessageJson.array();
      items.items().forEach(i -> out.add(json(i)));
      return out;
    }
    ResolvedValue.Fields f = (ResolvedValue.Fields) r;
    ObjectNode out = MessageJson.object();
    if (f.kind() != null) {
      out.put("kind", f.kind());
    }
    f.keys().forEach(k -> out.set(k, json(f.get(k))));
    return out;
  }

  /**
   * The parts of a body with one of them painted anew, as JSON.
   *
   * @param vertices all vertices of the part; none takes it away
   */
  public static String with(
      SceneFile file, StageRoster.Thing thing, ShownMesh.OfBody mesh, String name, int[] vertices) {
    if (name.equals(REST)) {
      throw new IllegalArgumentException("`rest` is what is in no group; choose another name");
    }
    TreeSet<Integer> mine = new TreeSet<>();
    for (int v : vertices) {
      if (v < 0 || v >= mesh.vertexCount()) {
        throw new IllegalArgumentException("there is no vertex " + v);
      }
      mine.add(v);
    }
    ArrayNode sets = MessageJson.array();
    if (!mine.isEmpty()) {
      ObjectNode own = sets.addObject().put("name", name);
      mine.forEach(own.putArray("vertices")::add);
    }
    for (JsonNode other : before(file, thing, mesh)) {
      if (!other.path("name").asText().equals(name)) {
        ObjectNode left = without((ObjectNode) other, mine);
        if (left != null) {
          sets.add(left);
        }
      }
    }
    ObjectNode groups = MessageJson.object().put("kind", sets.isEmpty() ? "one" : "sets");
    if (!sets.isEmpty()) {
      groups.set("sets", sets);
    }
    return MessageJson.write(groups);
  }

  /** What is left of a set when other paint covers some of it; null for nothing. */
  private static ObjectNode without(ObjectNode set, TreeSet<Integer> covered) {
    if (!set.has("vertices")) {
      return set; // comes behind the paint, which wins
    }
    ArrayNode left = MessageJson.array();
    for (JsonNode v : set.path("vertices")) {
      if (!covered.contains(v.asInt())) {
        left.add(v);
      }
    }
    set.set("vertices", left);
    return left.isEmpty() ? null : set;
  }

  /** The sets so far; parts of another kind become sets of the vertices that they hold. */
  private static ArrayNode before(SceneFile file, StageRoster.Thing thing, ShownMesh.OfBody mesh) {
    Body body = thing.body();
    String kind = groups(file, thing.plan()).kind();
    if (!kind.equals("plane") && !kind.equals("handles")) {
      return sets(file, thing.plan());
    }
    ArrayNode[] vertices = new ArrayNode[body.exampleGroupCount()];
    Arrays.setAll(vertices, g -> MessageJson.array());
    for (int v = 0; v < mesh.vertexCount(); v++) {
      vertices[body.exampleGroupAt(mesh.mainParticle(v))].add(v);
    }
    ArrayNode out = MessageJson.array();
    for (int g = 0; g < vertices.length; g++) {
      if (!vertices[g].isEmpty() && !body.exampleGroupName(g).equals(REST)) {
        out.addObject().put("name", body.exampleGroupName(g)).set("vertices", vertices[g]);
      }
    }
    return out;
  }
}
