package dev.shinari.io.scene;

import dev.shinari.body.Body;
import dev.shinari.collide.Collider;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.example.WeightDrive;
import dev.shinari.lattice.AdaptiveLattice;
import dev.shinari.lattice.FractureSettings;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeGrid;
import dev.shinari.fracture.PaintedToughness;
import dev.shinari.fracture.Toughness;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.PointCage;
import dev.shinari.world.BodySettings;
import dev.shinari.world.Handle;
import dev.shinari.world.Look;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Builds the world of a scene. The same scene gives the same world, bit by bit.
 *
 * <p>Throws {@link SceneException} where the scene asks for something that cannot be made (a pin
 * that holds nothing) and {@link dev.shinari.io.BadFileException} for a mesh file that cannot be
 * used.
 */
public final class SceneBuilder {
  /**
   * A world that is ready to step.
   *
   * @param hidden names of colliders that are not drawn
   * @param warnings what a user should know, one plain line each
   * @param poses how well poses of surfaces were carried over to cages
   */
  public record Built(
      World world, Set<String> hidden, List<String> warnings, List<PoseReport> poses) {}

  private final Scene scene;
  private final World world;
  private final Set<String> hidden = new HashSet<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<PoseReport> poseReports = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final EffectMaker effects = new EffectMaker();

  private final ShapeCache shapes; // or null

  private SceneBuilder(Scene scene, ShapeCache shapes) {
    this.scene = scene;
    this.shapes = shapes;
    this.world = new World(settings(scene));
  }

  public static Built build(Scene scene) throws IOException, SceneException {
    return build(scene, null);
  }

  /** Builds with shapes that were made before where they fit, and keeps those that were not. */
  public static Built build(Scene scene, ShapeCache shapes) throws IOException, SceneException {
    return new SceneBuilder(scene, shapes).build();
  }

  private Built build() throws IOException, SceneException {
    scene.forces().forEach(f -> world.add(Motions.field(f)));
    Names names = new Names();
    for (Scene.ColliderPlan c : scene.colliders()) {
      Collider made = ColliderMaker.make(c, names);
      if (!c.visible()) {
        hidden.add(made.name());
      }
      world.add(made, c.look());
    }
    for (int i = 0; i < scene.bodies().size(); i++) {
      addBodies(scene.bodies().get(i), i, names);
    }
    CreatureBuilder creatures = new CreatureBuilder();
    for (CreaturePlan c : scene.creatures()) {
      try {
        world.add(creatures.build(c, names.unique(c.name())));
        creatures.warnings().forEach(w -> warnings.add("creature " + c.name() + ": " + w));
      } catch (IllegalArgumentException e) {
        problems.add(
            new Problem(scene.name(), 0, 0, "creature " + c.name() + ": " + e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw new SceneException(problems);
    }
    return new Built(world, Set.copyOf(hidden), List.copyOf(warnings), List.copyOf(poseReports));
  }

  private static WorldSettings settings(Scene s) {
    return WorldSettings.DEFAULT
        .withGravity(s.gravity().x(), s.gravity().y(), s.gravity().z())
        .withAir(s.airDrag(), 0, 0, 0);
  }

  // ---- bodies

  private void addBodies(BodyPlan plan, int index, Names names) throws IOException {
    if (plan.tear() != null || plan.shape() instanceof ShapePlan.Drawing) {
      addTearing(plan, index, names);
      return;
    }
    ShapeMaker.Made made;
    try {
      made = shapes == null ? ShapeMaker.make(plan) : shapes.make(plan);
    } catch (IllegalArgumentException e) {
      problems.add(new Problem(scene.name(), 0, 0, "body " + plan.name() + ": " + e.getMessage()));
      return;
    }
    made.warnings().forEach(w -> warnings.add("body " + plan.name() + ": " + w));
    List<int[]> pins = new ArrayList<>();
    for (int k = 0; k < plan.pins().size(); k++) {
      pins.add(select(plan.pins().get(k), plan, made.cage().positions(), "pin " + (k + 1)));
    }
    List<int[]> held = new ArrayList<>();
    for (int k = 0; k < plan.handles().size(); k++) {
      float[] rest = made.cage().positions();
      held.add(select(plan.handles().get(k).select(), plan, rest, "handle " + (k + 1)));
    }
    ExampleSettings examples = null;
    if (plan.examples() != null) {
      try {
        examples = examples(plan, made, pins, held);
      } catch (IllegalArgumentException e) {
        problems.add(
            new Problem(scene.name(), 0, 0, "body " + plan.name() + ": " + e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      return;
    }
    BodySettings settings =
        BodySettings.DEFAULT
            .withMaterial(plan.friction(), plan.restitution())
            .withSoftContact(scene.contact().between())
            .withContactThickness(plan.thickness() * plan.scale())
            .withSleeps(plan.sleeps())
            .withVolumeStiffness(plan.volumeKeeping());
    BodyPlan.Repeat repeat = plan.repeat();
    for (int i = 0; i < repeat.count(); i++) {
      String name = names.unique(repeat.count() == 1 ? plan.name() : plan.name() + "-" + (i + 1));
      Body.Builder builder =
          Body.builder(name, made.cage())
              .elasticity(plan.elasticity())
              .density(plan.density())
              .halfWidth(plan.cage().halfWidth())
              .breakable(EffectMaker.breaks(plan.effects()))
              .evenRegions(plan.cage().evenRegions());
      if (made.surface() != null) {
        builder.surface(made.surface());
      }
      Body body;
      try {
        body = builder.examples(examples).build();
      } catch (IllegalArgumentException e) {
        problems.add(
            new Problem(scene.name(), 0, 0, "body " + plan.name() + ": " + e.getMessage()));
        return;
      }
      place(body, plan, index, i);
      world.add(body, settings, look(plan, i));
      for (int[] pin : pins) {
        world.add(Handle.builder(body, pin).build());
      }
      for (int k = 0; k < held.size(); k++) {
        BodyPlan.Handle h = plan.handles().get(k);
        Handle.Builder b = Handle.builder(body, held.get(k)).path(Motions.path(h.motion()));
        world.add(b.to(h.releaseSeconds()).build());
      }
      addEffects(plan, body, made.cage().positions());
      if (i == 0) {
        adviseFrequency(body);
        advisePins(plan, body, pins);
      }
    }
  }

  private void advisePins(BodyPlan plan, Body body, List<int[]> pins) {
    BitSet held = new BitSet();
    pins.forEach(pin -> Arrays.stream(pin).forEach(held::set));
    if (held.cardinality() == body.particles().count()) {
      warnings.add(
          "body " + plan.name() + ": pins hold all of its particles; it will not move or deform");
    }
  }

  private void addEffects(BodyPlan plan, Body body, float[] rest) {
    for (int k = 0; k < plan.effects().size() && problems.isEmpty(); k++) {
      EffectPlan e = plan.effects().get(k);
      int[] parts = e.parts() == null ? null : select(e.parts(), plan, rest, "effect " + (k + 1));
      try {
        world.add(body, effects.make(e, body, parts));
      } catch (IllegalArgumentException bad) {
        problems.add(
            new Problem(
                scene.name(),
                0,
                0,
                "body " + plan.name() + ", effect " + (k + 1) + ": " + bad.getMessage()));
      }
    }
  }

  private ExampleSettings examples(
      BodyPlan plan, ShapeMaker.Made made, List<int[]> pins, List<int[]> held) throws IOException {
    ExamplesPlan e = plan.examples();
    List<String> said = new ArrayList<>();
    List<ExamplePose> poses = PoseMaker.make(e.poses(), made, plan, said, poseReports);
    said.forEach(w -> warnings.add("body " + plan.name() + ": " + w));
    List<WeightDrive> drives = new ArrayList<>();
    for (ExamplesPlan.Drive d : e.drives()) {
      float[] inputs = new float[d.inputs().size()], weights = new float[inputs.length];
      for (int i = 0; i < inputs.length; i++) {
        inputs[i] = d.inputs().get(i);
        weights[i] = d.weights().get(i);
      }
      drives.add(new WeightDrive(d.pose(), signal(d, plan), inputs, weights, d.replaces()));
    }
    return new ExampleSettings(
        poses,
        e.beta(),
        e.projection(),
        grouping(e.groups(), plan, made, pins, held),
        e.border(),
        e.lenient(),
        drives);
  }

  private WeightDrive.Signal signal(ExamplesPlan.Drive d, BodyPlan plan) {
    switch (d.kind()) {
      case "time":
        return new WeightDrive.Signal.Time(d.seconds());
      case "speed":
        return new WeightDrive.Signal.Speed();
      case "impact":
        return new WeightDrive.Signal.Impact(d.seconds());
      case "force":
        return new WeightDrive.Signal.Force();
      default:
        BodyPlan other = d.body() == null ? plan : null;
        for (BodyPlan b : scene.bodies()) {
          other = b.name().equals(d.body()) ? b : other;
        }
        if (other == null) {
          throw new IllegalArgumentException(
              "a drive measures the distance to the body " + d.body() + ", which is not there");
        }
        if (d.handle() < 0) {
          return new WeightDrive.Signal.ToBody(d.body());
        }
        if (d.handle() >= other.handles().size()) {
          throw new IllegalArgumentException(
              "a drive measures the distance to handle "
                  + d.handle()
                  + " of body "
                  + other.name()
                  + ", which has "
                  + other.handles().size()
                  + " (counted from 0)");
        }
        // Pins are added to the world before the handles.
        return new WeightDrive.Signal.ToHandle(d.body(), other.pins().size() + d.handle());
    }
  }

  private Grouping grouping(
      ExamplesPlan.Groups g,
      BodyPlan plan,
      ShapeMaker.Made made,
      List<int[]> pins,
      List<int[]> held) {
    if (g instanceof ExamplesPlan.Groups.One) {
      return new Grouping.OneForAll();
    } else if (g instanceof ExamplesPlan.Groups.Each) {
      return new Grouping.EachRegion();
    } else if (g instanceof ExamplesPlan.Groups.Plane p) {
      Vec3 at = p.point().times(plan.scale());
      Vec3 n = p.normal();
      return new Grouping.Plane(at.x(), at.y(), at.z(), n.x(), n.y(), n.z());
    } else if (g instanceof ExamplesPlan.Groups.Sets s) {
      List<Grouping.VertexSet> sets = new ArrayList<>();
      int[][] painted = PaintedParts.particles(s.sets(), made.cage(), made.surface());
      for (int k = 0; k < s.sets().size(); k++) {
        ExamplesPlan.Groups.NamedSet n = s.sets().get(k);
        int[] found =
            painted[k] != null
                ? painted[k]
                : select(n.select(), plan, made.cage().positions(), "group " + n.name());
        sets.add(new Grouping.VertexSet(n.name(), found));
      }
      return new Grouping.Sets(sets);
    }
    List<Grouping.VertexSet> handles = new ArrayList<>();
    for (int k = 0; k < pins.size(); k++) {
      handles.add(new Grouping.VertexSet("pin-" + (k + 1), pins.get(k)));
    }
    for (int k = 0; k < held.size(); k++) {
      handles.add(new Grouping.VertexSet("handle-" + (k + 1), held.get(k)));
    }
    if (handles.isEmpty()) {
      throw new IllegalArgumentException(
          "examples.groups is handles, but the body has neither pins nor handles; give it some, or"
              + " use another kind of groups");
    }
    return new Grouping.Handles(handles);
  }

  /** A body on a lattice that splits and tears; a drawing that is not told to does neither. */
  private void addTearing(BodyPlan plan, int index, Names names) throws IOException {
    BodyPlan.Tear tear =
        plan.tear() != null
            ? plan.tear()
            : new BodyPlan.Tear(
                FractureSettings.NEVER.withHalfWidth(plan.cage().halfWidth()),
                1,
                1,
                Vec3.ZERO,
                0,
                List.of(),
                List.of());
    BodySettings settings =
        BodySettings.DEFAULT
            .withMaterial(plan.friction(), plan.restitution())
            .withSoftContact(scene.contact().between())
            .withContactThickness(plan.thickness() * plan.scale())
            .withSleeps(plan.sleeps());
    try {
      ShapeMaker.Tearing made = ShapeMaker.makeTearing(plan);
      made.warnings().forEach(w -> warnings.add("body " + plan.name() + ": " + w));
      float cell = made.shape().bounds().longestSide() / plan.cage().resolution();
      LatticeGrid grid =
          new LatticeGrid(
              cell,
              tear.levels(),
              tear.outlineLevels(),
              tear.shift().x(),
              tear.shift().y(),
              (float) Math.toRadians(tear.turnDeg()));
      Toughness toughness =
          tear.paint().isEmpty() ? Toughness.EVEN : new PaintedToughness(tear.paint());
      for (int i = 0; i < plan.repeat().count(); i++) {
        String name =
            names.unique(plan.repeat().count() == 1 ? plan.name() : plan.name() + "-" + (i + 1));
        AdaptiveLattice lattice =
            AdaptiveLattice.over(
                name,
                made.shape(),
                grid,
                tear.settings(),
                toughness,
                plan.density(),
                plan.elasticity(),
                cage -> plan.examples() == null ? null : tearingExamples(plan, cage));
        Body body = lattice.body();
        float[] rest = body.cage().positions();
        place(body, plan, index, i);
        LatticeBody tearing = LatticeBody.of(lattice, made.skin());
        world.add(tearing, settings, look(plan, i));
        tear.tools().forEach(t -> world.add(tearing, t.piece(), t.what()));
        for (int k = 0; k < plan.pins().size(); k++) {
          int[] pin = select(plan.pins().get(k), plan, rest, "pin " + (k + 1));
          world.add(Handle.builder(body, pin).build());
        }
        for (int k = 0; k < plan.handles().size(); k++) {
          BodyPlan.Handle h = plan.handles().get(k);
          int[] held = select(h.select(), plan, rest, "handle " + (k + 1));
          world.add(
              Handle.builder(body, held)
                  .path(Motions.path(h.motion()))
                  .to(h.releaseSeconds())
                  .build());
        }
        addEffects(plan, body, rest);
        if (i == 0) {
          adviseFrequency(body);
        }
      }
    } catch (IllegalArgumentException e) {
      problems.add(new Problem(scene.name(), 0, 0, "body " + plan.name() + ": " + e.getMessage()));
    }
  }

  /** The examples of a body that tears: formulas, which hold for particles that are yet to come. */
  private ExampleSettings tearingExamples(BodyPlan plan, PointCage cage) {
    ExamplesPlan e = plan.examples();
    for (PosePlan p : e.poses()) {
      if (!(p instanceof PosePlan.Formula)) {
        throw new IllegalArgumentException(
            "pose "
                + (p.name() == null ? p.word() : p.name())
                + " is read from a file; poses of a body that tears are formulas (bend, twist and"
                + " the like), so leave it out, or `tear`");
      }
    }
    if (!(e.groups() instanceof ExamplesPlan.Groups.One
        || e.groups() instanceof ExamplesPlan.Groups.Each)) {
      throw new IllegalArgumentException(
          "a body that tears follows its examples as a whole or in each region on its own; set"
              + " examples.groups to one or each");
    }
    try {
      return examples(plan, new ShapeMaker.Made(cage, null, List.of()), List.of(), List.of());
    } catch (IOException bad) {
      throw new UncheckedIOException(bad);
    }
  }

  private void adviseFrequency(Body body) {
    float wanted = body.elasticity().frequencyHz();
    double reached = body.reachedHertz(scene.stepSeconds());
    if (wanted > 0 && Math.abs(reached - wanted) > 0.1 * wanted) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "body %s: this resolution and step reach %.2f Hz, not %.2f; use a lower"
                  + " cage.resolution, a larger cage.halfWidth or more substeps",
              body.name(),
              reached,
              wanted));
    }
  }

  private Look look(BodyPlan plan, int i) {
    List<Integer> colors = plan.repeat().colors();
    if (colors.isEmpty()) {
      return plan.look();
    }
    Look l = Look.rgb(colors.get(i % colors.size()));
    return new Look(l.red(), l.green(), l.blue(), plan.look().lineWeight(), plan.look().paint());
  }

  private void place(Body body, BodyPlan plan, int index, int i) {
    BodyPlan.Repeat repeat = plan.repeat();
    Jitter jitter = new Jitter(scene.seed(), index, i);
    Vec3 shift = jitter.direction().times((float) (repeat.jitter() * jitter.share()));
    Vec3 axis = jitter.direction();
    double angle = Math.toRadians(repeat.jitterDeg()) * jitter.share();
    Turn turn =
        Turn.about(axis.x(), axis.y(), axis.z(), angle).after(Turn.ofDegrees(plan.rotationDeg()));
    Vec3 at = plan.position().plus(repeat.place(i)).plus(shift);
    if (!turn.isNone()) {
      body.rotate(turn.w(), turn.x(), turn.y(), turn.z(), 0, 0, 0);
    }
    body.translate(at.x(), at.y(), at.z());
    Vec3 v = plan.velocity();
    Vec3 s = plan.spinDegPerSecond();
    if (!v.equals(Vec3.ZERO) || !s.equals(Vec3.ZERO)) {
      body.setMotion(
          v.x(), v.y(), v.z(), Math.toRadians(s.x()), Math.toRadians(s.y()), Math.toRadians(s.z()));
    }
  }

  /** Particles by their rest place in the body's own coordinates, before scaling. */
  private int[] select(BodyPlan.Selection what, BodyPlan plan, float[] p, String called) {
    Bounds b = Bounds.of(p);
    float[] low = {b.minX(), b.minY(), b.minZ()};
    float[] size = {b.sizeX(), b.sizeY(), b.sizeZ()};
    int[] found = new int[p.length / 3];
    int n = 0;
    for (int i = 0; i < found.length; i++) {
      boolean in;
      float x = p[3 * i] / plan.scale();
      float y = p[3 * i + 1] / plan.scale();
      float z = p[3 * i + 2] / plan.scale();
      if (what instanceof BodyPlan.Selection.Side s) {
        float share =
            size[s.axis()] > 0 ? (p[3 * i + s.axis()] - low[s.axis()]) / size[s.axis()] : 0;
        in = s.high() ? share >= 1 - s.depth() : share <= s.depth();
      } else if (what instanceof BodyPlan.Selection.Box s) {
        Vec3 lo = s.min();
        Vec3 hi = s.max();
        in = x >= lo.x() && x <= hi.x() && y >= lo.y() && y <= hi.y() && z >= lo.z() && z <= hi.z();
      } else if (what instanceof BodyPlan.Selection.Sphere s) {
        Vec3 c = s.center();
        in = new Vec3(x - c.x(), y - c.y(), z - c.z()).length() <= s.radius();
      } else {
        in = true;
      }
      if (in) {
        found[n++] = i;
      }
    }
    if (n == 0) {
      problems.add(
          new Problem(
              scene.name(),
              0,
              0,
              "body "
                  + plan.name()
                  + ": "
                  + called
                  + " selects no particles; make it larger (the body's own coordinates have their"
                  + " origin in the middle of its box)"));
    }
    return Arrays.copyOf(found, n);
  }
}
