package dev.shinari.app.studio.picture;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.library.SceneLibrary;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.Scene;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The built-in scenes as the page shows them. */
public final class SceneGallery {
  private volatile String listing;

  /** All scenes in the order of the library, as JSON. */
  public String listing() {
    if (listing == null) {
      ArrayNode all = MessageJson.array();
      for (String name : SceneLibrary.names()) {
        all.add(entry(name));
      }
      listing = MessageJson.write(all);
    }
    return listing;
  }

  private static ObjectNode entry(String name) {
    ObjectNode n = MessageJson.object().put("name", name);
    try {
      Scene s = SceneLibrary.read(name, List.of()).scene();
      n.put("title", s.title().isEmpty() ? name : s.title()).put("about", s.description());
      ArrayNode tags = n.putArray("tags");
      tags(s).forEach(tags::add);
      int bodies = s.creatures().size();
      for (BodyPlan b : s.bodies()) {
        bodies += b.repeat().count();
      }
      n.put("bodies", bodies);
    } catch (SceneException e) {
      throw new IllegalStateException("the built-in scene " + name + " is broken", e);
    }
    return n;
  }

  private static Set<String> tags(Scene s) {
    Set<String> tags = new TreeSet<>();
    for (BodyPlan b : s.bodies()) {
      tags.add(b.tear() != null ? "tears" : b.examples() != null ? "examples" : "elastic");
    }
    if (!s.creatures().isEmpty()) {
      tags.add("creatures");
    }
    if (s.bodies().size() + s.creatures().size() > 1
        || s.bodies().stream().anyMatch(b -> b.repeat().count() > 1)) {
      tags.add("many");
    }
    if (!s.forces().isEmpty()) {
      tags.add("forces");
    }
    return tags;
  }
}
