package dev.shinari.app.studio.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.LiveSettings;
import dev.shinari.body.material.Elasticity;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.spec.Control;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The controls that the page makes from the scene format, and the values that a body has. */
public final class BodyControls {
  private static final Set<String> PLAIN =
      Set.of(
          "elasticity.preset",
          "elasticity.frequencyHz",
          "elasticity.dampingRatio",
          "friction",
          "restitution",
          "volumeKeeping");

  private static final List<Control> CONTROLS = Control.ofBodies();

  private BodyControls() {}

  /** Whether a page may set this: file names and shapes are no knobs. */
  public static boolean isKnown(String key) {
    return CONTROLS.stream().anyMatch(c -> c.key().equals(key));
  }

  /** All controls as JSON. */
  public static String schema() {
    ArrayNode all = MessageJson.array();
    for (Control c : CONTROLS) {
      ObjectNode n = all.addObject().put("key", c.key()).put("type", c.type());
      if (c.type().equals("number") || c.type().equals("integer")) {
        n.put("min", c.least()).put("max", c.most()).put("above", c.above());
      }
      if (c.fallback() == null) {
        n.putNull("default");
      } else {
        n.set("default", MessageJson.value(c.fallback()));
      }
      n.put("unit", c.unit()).put("text", c.text());
      n.put("advanced", !PLAIN.contains(c.key()));
      n.put("restarts", !LiveSettings.isLive("bodies[0]." + c.key()));
      if (!c.choices().isEmpty()) {
        ArrayNode words = n.putArray("choices");
        c.choices().forEach(words::add);
      }
    }
    return MessageJson.write(all);
  }

  /** Values of one body of a scene, by key. */
  static ObjectNode values(SceneFile file, int plan) {
    Map<String, ResolvedValue.Leaf> leaves = new HashMap<>();
    String prefix = "bodies[" + plan + "].";
    file.resolved()
        .visit(
            (path, leaf) -> {
              if (path.startsWith(prefix)) {
                leaves.put(path.substring(prefix.length()), leaf);
              }
            });
    Scene scene = file.scene();
    BodyPlan body = scene.bodies().get(plan);
    ObjectNode n = MessageJson.object();
    for (Control c : CONTROLS) {
      ResolvedValue.Leaf leaf = leaves.get(c.key());
      if (leaf != null) {
        n.set(c.key(), MessageJson.value(leaf.toJson()));
      }
    }
    // What a scene need not say has a value all the same.
    Elasticity e = body.elasticity();
    if (e.frequencyHz() > 0) {
      n.put("elasticity.frequencyHz", round(e.frequencyHz()));
      n.put("elasticity.dampingRatio", round(e.damping()));
    } else {
      n.put("elasticity.alpha", round(e.alpha())).put("elasticity.damping", round(e.damping()));
    }
    n.put("friction", round(body.friction())).put("restitution", round(body.restitution()));
    return n;
  }

  /** A float as the shortest decimal that means it. */
  private static double round(float v) {
    return Double.parseDouble(Float.toString(v));
  }
}
