package dev.shinari.app.studio.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shinari.app.studio.message.MessageJson;
import dev.shinari.app.studio.stage.Stage;
import dev.shinari.body.Body;
import dev.shinari.world.Actor;
import dev.shinari.world.World;
import dev.shinari.world.step.StepReport;

/** Times and counts of a session, four times a second. */
final class StatsMeter {
  private static final long EVERY_NANOS = 250_000_000L;

  private long since = System.nanoTime();
  private int steps;
  private long bodyNanos;
  private long contactNanos;
  private long restNanos;
  private int frames;
  private long frameNanos;
  private long tears;
  private long splits;
  private int contacts;

  void clear() {
    since = System.nanoTime();
    steps = 0;
    bodyNanos = 0;
    contactNanos = 0;
    restNanos = 0;
    tears = 0;
    splits = 0;
    contacts = 0;
  }

  void count(StepReport r) {
    steps++;
    bodyNanos += r.bodyNanos();
    contactNanos += r.contactNanos();
    restNanos += r.restNanos();
    tears += r.tears();
    splits += r.splits();
    contacts = r.colliderContacts() + r.bodyContacts();
  }

  /** A frame was made and handed on. */
  void countFrame(long nanos) {
    frames++;
    frameNanos += nanos;
  }

  boolean isDue(long now) {
    return now - since >= EVERY_NANOS;
  }

  String report(Stage stage, long now) {
    World world = stage.world();
    long particles = 0, regions = 0;
    double kinetic = 0;
    for (Body b : world.bodies()) {
      particles += b.particles().count();
      regions += b.regionCount();
      kinetic += b.summary().kineticEnergy();
    }
    for (Actor a : world.actors()) {
      particles += a.particleCount();
    }
    ObjectNode n = MessageJson.is("stats");
    ObjectNode times = n.putObject("stepMicros");
    double per = steps == 0 ? 0 : 1e-3 / steps;
    times.put("bodies", per * bodyNanos).put("contact", per * contactNanos);
    times.put("rest", per * restNanos);
    n.put("stepsPerSecond", steps / (1e-9 * (now - since)));
    n.put("framesPerSecond", frames / (1e-9 * (now - since)));
    n.put("frameMicros", frames == 0 ? 0 : 1e-3 * frameNanos / frames);
    n.put("particles", particles).put("regions", regions);
    n.put("pieces", world.bodies().size() + world.actors().size());
    n.put("tears", tears).put("splits", splits).put("contacts", contacts);
    n.put("kinetic", Double.isFinite(kinetic) ? kinetic : 0);
    n.put("time", world.seconds()).put("step", stage.step());
    since = now;
    steps = 0;
    bodyNanos = 0;
    contactNanos = 0;
    restNanos = 0;
    frames = 0;
    frameNanos = 0;
    return MessageJson.write(n);
  }
}
