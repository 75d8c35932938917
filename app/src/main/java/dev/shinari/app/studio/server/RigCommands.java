package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.file.RigTargets;
import dev.shinari.app.studio.file.Uploads;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.math.Check;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The command {@code rig}: what pages ask of the rig desk. */
final class RigCommands {
  private static final String UPLOAD = "upload:";
  private static final int MOST_TARGETS = 2000;

  private final LiveSession session;
  private Uploads.Upload model; // that lies on the desk, or null for a built-in one

  RigCommands(LiveSession session) {
    this.session = session;
  }

  void run(ObjectNode m, ObjectNode done) {
    String act = MessageJson.text(m, "act");
    switch (act) {
      case "models" -> done.set("models", RigDesk.models());
      case "open" -> open(m);
      case "close" -> session.closeDesk();
      case "targets" -> {
        desk();
        targets(m);
      }
      default -> desk().run(act, m);
    }
  }

  private RigDesk desk() {
    Check.that(session.desk() != null, "open a model on the rig desk first");
    return session.desk();
  }

  private void open(ObjectNode m) {
    String name = MessageJson.text(m, "model");
    List<Uploads.Upload> shapes = m.has("targets") ? shapes(m) : List.of();
    try {
      if (name.startsWith(UPLOAD)) {
        Uploads.Upload u = session.workshop().uploads().get(name.substring(UPLOAD.length()));
        session.openDesk(u.name(), RigSubject.model(u));
        model = u;
      } else {
        session.openDesk(name, RigSubject.limb(name));
        model = null;
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("this model cannot be read", e);
    }
    if (!shapes.isEmpty()) {
      targets(m);
    }
  }

  /** Shapes in the place of simulated flesh. */
  private void targets(ObjectNode m) {
    Check.that(model != null, "bring the model that these shapes belong to");
    double rate =
        m.has("fps") ? MessageJson.number(m, "fps", 1e-3, 1e6) : RigTargets.FRAMES_PER_SECOND;
    session.desk().targets(model.file(), shapes(m), rate);
    session.tellAll(session.desk().message(), true);
  }

  private List<Uploads.Upload> shapes(ObjectNode m) {
    List<Uploads.Upload> all = new ArrayList<>();
    JsonNode given = m.path("targets");
    for (JsonNode t : given.isArray() ? given : MessageJson.array().add(given)) {
      Check.that(
          t.isTextual() && t.textValue().startsWith(UPLOAD) && all.size() < MOST_TARGETS,
          "`targets` must be files that were brought, upload:ID each");
      all.add(session.workshop().uploads().get(t.textValue().substring(UPLOAD.length())));
    }
    Check.that(!all.isEmpty(), "`targets` names no file");
    return all;
  }
}
