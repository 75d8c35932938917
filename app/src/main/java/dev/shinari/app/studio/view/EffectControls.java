package dev.shinari.app.studio.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.spec.Control;
import java.util.List;

/** The effects of bodies as a page sees them: a name and a strength each. */
public final class EffectControls {
  private static final List<Control> CONTROLS = Control.ofEffects();

  private EffectControls() {}

  private static String kind(Control c) {
    return c.key().substring(0, c.key().indexOf('.'));
  }

  private static String number(Control c) {
    return c.key().substring(c.key().indexOf('.') + 1);
  }

  /** All effects with the strength that they have on a body, null for those that it has not. */
  static ArrayNode describe(SceneFile file, int plan) {
    ArrayNode out = MessageJson.array();
    ArrayNode now = current(file, plan);
    for (Control c : CONTROLS) {
      ObjectNode n = out.addObject().put("name", kind(c)).put("text", c.text());
      n.put("min", c.least()).put("max", c.most()).put("unit", c.unit());
      n.putNull("strength");
      for (int k = 0; k < now.size(); k++) {
        if (now.get(k).path("kind").asText().equals(kind(c))) {
          n.set("strength", now.get(k).path(number(c)));
        }
      }
    }
    return out;
  }

  /** The effects of a body as its scene would write them. */
  private static ArrayNode current(SceneFile file, int plan) {
    ArrayNode out = MessageJson.array();
    ResolvedValue.Items bodies = (ResolvedValue.Items) file.resolved().get("bodies");
    ResolvedValue.Fields body = (ResolvedValue.Fields) bodies.items().get(plan);
    if (!body.has("effects")) {
      return out;
    }
    for (ResolvedValue r : ((ResolvedValue.Items) body.get("effects")).items()) {
      ResolvedValue.Fields f = (ResolvedValue.Fields) r;
      ObjectNode n = out.addObject().put("kind", f.kind());
      f.visit(
          (path, leaf) -> {
            if (!path.contains(".") && !path.contains("[")) {
              n.set(path, MessageJson.value(leaf.toJson()));
            }
          });
    }
    return out;
  }

  /** The list of a body's effects with one of them changed; a strength of NaN takes it off. */
  public static String with(SceneFile file, int plan, String name, double strength) {
    Control wanted = null;
    for (Control c : CONTROLS) {
      wanted = kind(c).equals(name) ? c : wanted;
    }
    if (wanted == null) {
      throw new IllegalArgumentException("there is no effect " + MessageJson.shown(name));
    }
    ArrayNode list = MessageJson.array();
    boolean there = false;
    for (var n : current(file, plan)) {
      if (!n.path("kind").asText().equals(name)) {
        list.add(n);
      } else if (!Double.isNaN(strength)) {
        there = true;
        list.add(((ObjectNode) n).put(number(wanted), strength));
      }
    }
    if (!there && !Double.isNaN(strength)) {
      list.addObject().put("kind", name).put(number(wanted), strength);
    }
    return MessageJson.write(list);
  }
}
