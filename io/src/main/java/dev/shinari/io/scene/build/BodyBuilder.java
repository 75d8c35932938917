package dev.shinari.io.scene.build;

import dev.shinari.body.Body;
import dev.shinari.example.ExampleSettings;
import dev.shinari.fracture.FractureBody;
import dev.shinari.io.scene.feature.BodyRefusals;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.EffectPlan;
import dev.shinari.io.scene.plan.MotionBuilder;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.plan.SceneRotation;
import dev.shinari.io.scene.plan.ShapePlan;
import dev.shinari.io.scene.pose.RestShape;
import dev.shinari.math.PortableMath;
import dev.shinari.take.Look;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Builds the bodies of a scene, whatever their kind, and adds them to its world:
 *
 * <pre>
 *   shape -> body (regions, examples, surface) -> place -> settings -> pins, handles, tools, effects
 * </pre>
 *
 * Each of these is tried on its own, so that all that is wrong with a body is found at once.
 */
final class BodyBuilder {
  /** What is found on the rest shape, which all bodies of an entry share. */
  private static final class Fittings {
    final List<int[]> pins = new ArrayList<>();
    final List<int[]> held = new ArrayList<>();
    final List<int[]> effectParts = new ArrayList<>();
    ExampleSettings examples;
  }

  private final Scene scene;
  private final World world;
  private final SceneNames names;
  private final BuildLog log;
  private final ShapeCache shapes; // or null
  private final ExampleBuilder examples;
  private final EffectBuilder effects = new EffectBuilder();

  // The entry that is being built.
  private BodyPlan plan;
  private int index;
  private String path;
  private String who;
  private Fittings fittings;

  BodyBuilder(World world, ExampleBuilder examples, SceneNames names, ShapeCache shapes) {
    this.scene = examples.scene();
    this.log = examples.log();
    this.world = world;
    this.examples = examples;
    this.names = names;
    this.shapes = shapes;
  }

  /** Adds the bodies of one entry; what cannot be made is reported and left out. */
  void add(int entry) {
    plan = scene.bodies().get(entry);
    index = entry;
    path = "bodies[" + entry + "]";
    who = "body " + plan.name();
    fittings = null;
    int before = log.problemCount();
    BodyRefusals.check(plan, path, log);
    checkTools();
    BodyTemplate stock = log.attempt(path + shapeKey(), who, this::stock);
    if (stock == null) {
      return;
    }
    stock.warnings().forEach(w -> log.warn(who + ": " + w));
    for (int k = 0; k < plan.repeat().count() && (k == 0 || log.problemCount() == before); k++) {
      BodyTemplate.Built built = build(stock, names.bodies(entry).get(k));
      if (built == null) {
        return;
      }
      place(built.body(), k);
      join(built, k);
      addHandles(built.body());
      addTools(built.fracture());
      addEffects(built.body());
      if (k == 0) {
        adviseFrequency(built.body());
        advisePins(built.body());
      }
    }
  }

  /** The key to blame where the shape cannot be made. */
  private String shapeKey() {
    boolean points =
        plan.shape() instanceof ShapePlan.Sheet || plan.shape() instanceof ShapePlan.Strand;
    return points && plan.tear() != null
        ? ".tear"
        : plan.shape() instanceof ShapePlan.File ? ".shape.path" : ".shape";
  }

  private BodyTemplate stock() throws IOException {
    if (plan.isAdaptive()) {
      return new LatticeTemplate(plan, ShapeBuilder.makeTearing(plan));
    }
    return new CageTemplate(plan, shapes == null ? ShapeBuilder.make(plan) : shapes.make(plan));
  }

  // ---- body

  private BodyTemplate.Built build(BodyTemplate stock, String name) {
    Function<RestShape, ExampleSettings> wanted = rest -> fittings(rest).examples;
    try {
      return stock.build(name, wanted);
    } catch (IllegalArgumentException refused) {
      boolean hasExamples = fittings != null && fittings.examples != null;
      if (!hasExamples) {
        log.problem(path + ".cage", who + ": " + refused.getMessage());
        return null;
      }
      // Either the examples are at fault or the body itself; without them it shows which.
      fittings.examples = null;
      try {
        BodyTemplate.Built plain = stock.build(name, wanted);
        log.problem(path + ".examples", who + ": " + refused.getMessage());
        return plain;
      } catch (IllegalArgumentException alone) {
        log.problem(path + ".cage", who + ": " + alone.getMessage());
        return null;
      }
    }
  }

  private Fittings fittings(RestShape rest) {
    if (fittings != null) {
      return fittings;
    }
    fittings = new Fittings();
    float[] p = rest.cage().positions();
    for (int k = 0; k < plan.pins().size(); k++) {
      fittings.pins.add(select(plan.pins().get(k), p, "pin " + (k + 1), ".pins[" + k + "]"));
    }
    for (int k = 0; k < plan.handles().size(); k++) {
      BodyPlan.Handle h = plan.handles().get(k);
      String called = "handle " + (h.name() == null ? String.valueOf(k + 1) : h.name());
      fittings.held.add(select(h.select(), p, called, ".handles[" + k + "].select"));
    }
    for (int k = 0; k < plan.effects().size(); k++) {
      BodyPlan.Selection parts = plan.effects().get(k).parts();
      String at = ".effects[" + k + "].parts";
      fittings.effectParts.add(parts == null ? null : select(parts, p, "effect " + (k + 1), at));
    }
    if (plan.examples() != null) {
      fittings.examples = examples.make(index, rest, fittings.pins, fittings.held);
    }
    return fittings;
  }

  /** Particles of a selection, or null after a problem. */
  private int[] select(BodyPlan.Selection what, float[] rest, String called, String key) {
    return log.attempt(path + key, who, () -> Selections.find(what, called, rest, plan.scale()));
  }

  private void place(Body body, int k) {
    BodyPlan.Repeat repeat = plan.repeat();
    Jitter jitter = new Jitter(scene.seed(), index, k);
    Vec3 shift = jitter.direction().times((float) (repeat.jitter() * jitter.share()));
    Vec3 axis = jitter.direction();
    double angle = PortableMath.toRadians(repeat.jitterDeg()) * jitter.share();
    SceneRotation turn =
        SceneRotation.about(axis.x(), axis.y(), axis.z(), angle)
            .after(SceneRotation.ofDegrees(plan.rotationDeg()));
    Vec3 at = plan.position().plus(repeat.place(k)).plus(shift);
    if (!turn.isNone()) {
      body.rotate(turn.w(), turn.x(), turn.y(), turn.z(), 0, 0, 0);
    }
    body.translate(at.x(), at.y(), at.z());
    Vec3 v = plan.velocity();
    Vec3 s = plan.spinDegPerSecond();
    if (!v.equals(Vec3.ZERO) || !s.equals(Vec3.ZERO)) {
      body.setMotion(
          v.x(),
          v.y(),
          v.z(),
          PortableMath.toRadians(s.x()),
          PortableMath.toRadians(s.y()),
          PortableMath.toRadians(s.z()));
    }
  }

  private void join(BodyTemplate.Built built, int k) {
    BodySettings settings =
        BodySettings.DEFAULT
            .withMaterial(plan.friction(), plan.restitution())
            .withSoftContact(scene.contact().between())
            .withContactThickness(plan.thickness() * plan.scale())
            .withSleeps(plan.sleeps())
            .withVolumeStiffness(plan.volumeKeeping());
    if (built.fracture() != null) {
      world.add(built.fracture(), settings, look(k));
    } else {
      world.add(built.body(), settings, look(k));
    }
  }

  private Look look(int k) {
    List<Integer> colors = plan.repeat().colors();
    if (colors.isEmpty()) {
      return plan.look();
    }
    Look l = Look.rgb(colors.get(k % colors.size()));
    return new Look(l.red(), l.green(), l.blue(), plan.look().lineWeight(), plan.look().paint());
  }

  // ---- what is done to it

  private void addHandles(Body body) {
    for (int[] pin : fittings.pins) {
      if (pin != null) {
        world.add(Handle.builder(body, pin).build());
      }
    }
    Set<String> named = new HashSet<>(); // a name that is given twice is a problem already
    for (int k = 0; k < plan.handles().size(); k++) {
      BodyPlan.Handle h = plan.handles().get(k);
      int[] held = fittings.held.get(k);
      if (held == null) {
        continue;
      }
      Handle.Builder b =
          Handle.builder(body, held).path(MotionBuilder.path(h.motion())).to(h.releaseSeconds());
      if (h.name() != null && named.add(h.name())) {
        b.name(h.name());
      }
      log.attempt(
          path + ".handles[" + k + "]",
          who,
          () -> {
            world.add(b.build());
            return true;
          });
    }
  }

  /** A tool for a piece that can never be is a slip of the keyboard. */
  private void checkTools() {
    if (plan.tear() == null) {
      return;
    }
    for (BodyPlan.Tear.Tool t : plan.tear().tools()) {
      boolean known = t.piece() == null;
      for (String name : names.bodies(index)) {
        known |= t.piece() != null && t.piece().matches(Pattern.quote(name) + "(-\\d+)?");
      }
      if (!known) {
        String first = names.bodies(index).get(0);
        log.problem(
            path + ".tear." + t.key() + ".piece",
            who
                + ": no piece of it is ever called "
                + t.piece()
                + "; pieces are called "
                + first
                + ", "
                + first
                + "-1, "
                + first
                + "-2 and so on");
      }
    }
  }

  private void addTools(FractureBody fracture) {
    if (plan.tear() != null) {
      plan.tear().tools().forEach(t -> world.add(fracture, t.piece(), t.what()));
    }
  }

  private void addEffects(Body body) {
    for (int k = 0; k < plan.effects().size(); k++) {
      EffectPlan e = plan.effects().get(k);
      int[] parts = fittings.effectParts.get(k);
      if (e.parts() != null && parts == null) {
        continue;
      }
      log.attempt(
          path + ".effects[" + k + "]",
          who + ", effect " + (k + 1),
          () -> {
            world.add(body, effects.make(e, body, parts));
            return true;
          });
    }
  }

  // ---- advice

  private void adviseFrequency(Body body) {
    float wanted = body.elasticity().frequencyHz();
    double reached = body.reachedHertz(scene.stepSeconds());
    if (wanted > 0 && Math.abs(reached - wanted) > 0.1 * wanted) {
      log.warn(
          String.format(
              Locale.ROOT,
              "body %s: this resolution and step reach %.2f Hz, not %.2f; use a lower"
                  + " cage.resolution, a larger cage.halfWidth or more substeps",
              body.name(),
              reached,
              wanted));
    }
  }

  private void advisePins(Body body) {
    BitSet held = new BitSet();
    for (int[] pin : fittings.pins) {
      if (pin != null) {
        Arrays.stream(pin).forEach(held::set);
      }
    }
    if (held.cardinality() == body.particles().count()) {
      log.warn(who + ": pins hold all of its particles; it will not move or deform");
    }
  }
}
