package dev.shinari.io.scene.spec;

import dev.shinari.body.material.Elasticity;
import dev.shinari.example.Projection;
import dev.shinari.fracture.PaintedToughness;
import dev.shinari.fracture.TearTool;
import dev.shinari.io.drawing.DrawingSettings;
import dev.shinari.io.scene.format.FileNames;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.ValueOrigin;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.io.scene.plan.ExamplesPlan;
import dev.shinari.io.scene.plan.PosePlan;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.plan.ShapePlan;
import dev.shinari.io.scene.plan.SourceLocations;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.style.Paint;
import dev.shinari.style.Style;
import dev.shinari.take.Look;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Turns checked values into the records of {@link Scene}. Everything here is known to be valid. */
public final class SceneBinder {
  private SceneBinder() {}

  public static Scene bind(ResolvedValue.Fields s, String file) {
    List<Scene.Force> forces = new ArrayList<>();
    s.items("forces").forEach(f -> forces.add(force((ResolvedValue.Fields) f)));
    ResolvedValue.Fields contact = s.fields("contact");
    Style style = LookSpec.style(s.fields("look"));
    List<BodyPlan> bodies = new ArrayList<>();
    List<ResolvedValue> plans = s.items("bodies");
    for (int i = 0; i < plans.size(); i++) {
      bodies.add(body((ResolvedValue.Fields) plans.get(i), s, style.paint(), i, plans.size()));
    }
    List<CreaturePlan> creatures = new ArrayList<>();
    for (ResolvedValue c : s.items("creatures")) {
      creatures.add(
          CreatureBinder.creature(
              (ResolvedValue.Fields) c,
              style.paint(),
              creatures.size(),
              s.items("creatures").size()));
    }
    List<Scene.ColliderPlan> colliders = new ArrayList<>();
    s.items("colliders").forEach(c -> colliders.add(collider((ResolvedValue.Fields) c)));
    ResolvedValue.Fields camera = s.fields("camera");
    ResolvedValue.Fields picture = s.fields("picture");
    return new Scene(
        s.has("name") ? s.text("name") : FileNames.sceneName(file),
        s.text("title"),
        s.text("description"),
        s.whole("frames"),
        s.number("framesPerSecond"),
        s.whole("substeps"),
        s.longWhole("seed"),
        s.vector("gravity"),
        s.number("airDrag"),
        forces,
        bodies,
        creatures,
        colliders,
        new Scene.Contact(
            contact.flag("between"), contact.number("friction"), contact.number("restitution")),
        new Scene.Camera(
            camera.number("azimuthDeg"),
            camera.number("elevationDeg"),
            camera.number("fieldOfViewDeg"),
            camera.has("eye") ? camera.vector("eye") : null,
            camera.has("target") ? camera.vector("target") : null,
            camera.number("viewHeight"),
            camera.number("margin"),
            camera.text("follow")),
        new Scene.Picture(
            picture.whole("width"),
            picture.whole("height"),
            hold(s.number("framesPerSecond"), picture.number("drawings")),
            picture.flag("holdPoses"),
            picture.whole("sheetFrames")),
        style,
        new SourceLocations(file, s));
  }

  private static int hold(float framesPerSecond, float drawings) {
    return drawings == 0 ? 1 : Math.round(framesPerSecond / drawings);
  }

  private static Scene.Force force(ResolvedValue.Fields f) {
    if (f.kind().equals("explosion")) {
      return new Scene.Explosion(
          f.vector("center"), f.number("speed"), f.number("radius"), f.number("atSeconds"));
    }
    float from = f.number("fromSeconds");
    float until = f.has("untilSeconds") ? f.number("untilSeconds") : Float.POSITIVE_INFINITY;
    return switch (f.kind()) {
      case "wind" ->
          new Scene.Wind(
              f.vector("velocity"),
              f.number("drag"),
              f.number("turbulence"),
              f.number("gustSize"),
              from,
              until);
      case "push" -> new Scene.Push(f.vector("acceleration"), from, until);
      case "vortex" ->
          new Scene.Vortex(
              f.vector("center"),
              f.vector("axis"),
              f.number("strength"),
              f.number("inward"),
              f.number("falloff"),
              from,
              until);
      case "attractor" ->
          new Scene.Attractor(
              f.vector("center"), f.number("strength"), f.number("falloff"), from, until);
      default -> throw new AssertionError(f.kind());
    };
  }

  private static BodyPlan body(
      ResolvedValue.Fields b, ResolvedValue.Fields scene, Paint paint, int index, int count) {
    ResolvedValue.Fields contact = scene.fields("contact"), picture = scene.fields("picture");
    ShapePlan shape = shape(b.fields("shape"), picture);
    ResolvedValue.Fields cage = b.fields("cage");
    List<BodyPlan.Selection> pins = new ArrayList<>();
    b.items("pins").forEach(p -> pins.add(selection((ResolvedValue.Fields) p)));
    List<BodyPlan.Handle> handles = new ArrayList<>();
    for (ResolvedValue r : b.items("handles")) {
      ResolvedValue.Fields h = (ResolvedValue.Fields) r;
      handles.add(
          new BodyPlan.Handle(
              h.has("name") ? h.text("name") : null,
              selection(h.fields("select")),
              motion(h.fields("motion")),
              h.has("releaseSeconds") ? h.number("releaseSeconds") : Float.POSITIVE_INFINITY));
    }
    String name =
        b.has("name")
            ? b.text("name")
            : count == 1 ? shape.word() : shape.word() + "-" + (index + 1);
    return new BodyPlan(
        name,
        shape,
        new BodyPlan.Cage(
            isLattice(cage, b.has("tear") || shape instanceof ShapePlan.Drawing),
            cage.whole("resolution"),
            cage.whole("halfWidth"),
            cage.number("uneven"),
            cage.text("regions").equals("even")),
        b.vector("position"),
        b.vector("rotationDeg"),
        b.number("scale"),
        b.vector("velocity"),
        b.vector("spinDegPerSecond"),
        b.has("density") ? b.number("density") : density(shape),
        elasticity(b.fields("elasticity")),
        b.number("volumeKeeping"),
        b.has("friction") ? b.number("friction") : contact.number("friction"),
        b.has("restitution") ? b.number("restitution") : contact.number("restitution"),
        b.number("thickness"),
        b.flag("sleeps"),
        look(b.color("color"), b.number("lineWeight"))
            .withPaint(b.has("look") ? LookSpec.paint(b.fields("look"), paint) : null),
        pins,
        handles,
        b.has("repeat") ? repeat(b.fields("repeat")) : BodyPlan.Repeat.ONCE,
        b.has("examples") ? examples(b.fields("examples")) : null,
        b.has("tear") ? tear(b.fields("tear"), cage.whole("halfWidth")) : null,
        b.items("effects").stream().map(e -> EffectSpec.bind((ResolvedValue.Fields) e)).toList());
  }

  /** What tears is a lattice where nothing else was asked for. */
  private static boolean isLattice(ResolvedValue.Fields cage, boolean tears) {
    return cage.text("kind").equals("lattice")
        || tears && cage.get("kind").origin() instanceof ValueOrigin.Default;
  }

  private static ExamplesPlan examples(ResolvedValue.Fields e) {
    List<PosePlan> poses = new ArrayList<>();
    e.items("poses").forEach(p -> poses.add(PoseSpec.plan((ResolvedValue.Fields) p)));
    List<ExamplesPlan.Drive> drives = new ArrayList<>();
    e.items("drive").forEach(d -> drives.add(drive((ResolvedValue.Fields) d)));
    return new ExamplesPlan(
        poses,
        e.number("beta"),
        Projection.valueOf(e.text("projection").toUpperCase(Locale.ROOT)),
        groups(e.fields("groups")),
        e.whole("border"),
        e.flag("lenient"),
        drives);
  }

  private static ExamplesPlan.Groups groups(ResolvedValue.Fields g) {
    switch (g.kind()) {
      case "one":
        return new ExamplesPlan.Groups.One();
      case "each":
        return new ExamplesPlan.Groups.Each();
      case "plane":
        return new ExamplesPlan.Groups.Plane(g.vector("point"), g.vector("normal"));
      case "handles":
        return new ExamplesPlan.Groups.Handles();
      default:
        List<ExamplesPlan.Groups.NamedSet> sets = new ArrayList<>();
        for (ResolvedValue r : g.items("sets")) {
          ResolvedValue.Fields s = (ResolvedValue.Fields) r;
          BodyPlan.Selection which =
              s.has("select") ? selection(s.fields("select")) : PaintedSpec.vertices(s);
          sets.add(new ExamplesPlan.Groups.NamedSet(s.text("name"), which));
        }
        return new ExamplesPlan.Groups.Sets(sets);
    }
  }

  private static ExamplesPlan.Drive drive(ResolvedValue.Fields d) {
    List<Float> inputs = new ArrayList<>(), weights = new ArrayList<>();
    for (ResolvedValue r : d.items("curve")) {
      inputs.add(((ResolvedValue.Fields) r).number("at"));
      weights.add(((ResolvedValue.Fields) r).number("weight"));
    }
    float seconds =
        switch (d.kind()) {
          case "time" -> d.number("periodSeconds");
          case "impact" -> d.number("halfLifeSeconds");
          default -> 0;
        };
    return new ExamplesPlan.Drive(
        d.kind(),
        d.text("pose"),
        inputs,
        weights,
        d.text("mode").equals("replace"),
        seconds,
        d.has("body") ? d.text("body") : null,
        d.has("handle") ? handle((ResolvedValue.Leaf) d.get("handle")) : null);
  }

  private static ExamplesPlan.HandleName handle(ResolvedValue.Leaf handle) {
    return handle.value() instanceof Long number
        ? new ExamplesPlan.HandleName(null, Math.toIntExact(number))
        : new ExamplesPlan.HandleName((String) handle.value(), -1);
  }

  private static float density(ShapePlan shape) {
    if (shape instanceof ShapePlan.Sheet || shape instanceof ShapePlan.Drawing) {
      return 0.3f;
    }
    return shape instanceof ShapePlan.Strand ? 0.05f : 1000;
  }

  private static Elasticity elasticity(ResolvedValue.Fields e) {
    Elasticity plain = stiffness(e);
    return plain
        .withPoisson(e.has("poisson") ? e.number("poisson") : plain.poisson())
        .withHardening(e.has("hardening") ? e.number("hardening") : plain.hardening());
  }

  private static Elasticity stiffness(ResolvedValue.Fields e) {
    if (e.has("alpha")) {
      return Elasticity.alpha(e.number("alpha"), e.has("damping") ? e.number("damping") : 0);
    }
    Elasticity base =
        e.has("preset") ? Preset.of(e.text("preset")).elasticity() : Elasticity.DEFAULT;
    return Elasticity.hertz(
            e.has("frequencyHz") ? e.number("frequencyHz") : base.frequencyHz(),
            e.has("dampingRatio") ? e.number("dampingRatio") : base.damping())
        .withPoisson(base.poisson());
  }

  private static Look look(int rgb, float lineWeight) {
    Look l = Look.rgb(rgb);
    return new Look(l.red(), l.green(), l.blue(), lineWeight);
  }

  private static BodyPlan.Repeat repeat(ResolvedValue.Fields r) {
    boolean row = r.has("count");
    int[] n = row ? new int[] {r.whole("count"), 1, 1} : r.counts("grid");
    List<Integer> colors = new ArrayList<>();
    for (ResolvedValue c : r.items("colors")) {
      colors.add(Integer.parseInt(((String) ((ResolvedValue.Leaf) c).value()).substring(1), 16));
    }
    return new BodyPlan.Repeat(
        row,
        n[0],
        n[1],
        n[2],
        r.vector("offset"),
        r.number("jitter"),
        r.number("jitterDeg"),
        colors);
  }

  private static BodyPlan.Tear tear(ResolvedValue.Fields t, int halfWidth) {
    List<PaintedToughness.Stroke> paint = new ArrayList<>();
    for (ResolvedValue r : t.items("paint")) {
      ResolvedValue.Fields p = (ResolvedValue.Fields) r;
      Vec3 a = p.vector("from"), b = p.has("to") ? p.vector("to") : a;
      paint.add(
          new PaintedToughness.Stroke(
              a.x(), a.y(), a.z(), b.x(), b.y(), b.z(), p.number("radius"), p.number("toughness")));
    }
    List<BodyPlan.Tear.Tool> tools = new ArrayList<>();
    for (int k = 0; k < t.items("cuts").size(); k++) {
      ResolvedValue.Fields c = (ResolvedValue.Fields) t.items("cuts").get(k);
      String key = "cuts[" + k + "]";
      if (c.has("from")) {
        Vec3 a = c.vector("from"), b = c.vector("to");
        tools.add(
            tool(key, c, TearTool.Cut.line(c.number("atSeconds"), a.x(), a.y(), b.x(), b.y())));
      } else {
        Vec3 p = c.vector("point"), n = c.vector("normal");
        double whole = Double.POSITIVE_INFINITY, at = c.number("atSeconds");
        tools.add(
            tool(
                key,
                c,
                new TearTool.Cut(at, p.x(), p.y(), p.z(), n.x(), n.y(), n.z(), whole, null)));
      }
    }
    for (int k = 0; k < t.items("shots").size(); k++) {
      ResolvedValue.Fields c = (ResolvedValue.Fields) t.items("shots").get(k);
      String key = "shots[" + k + "]";
      Vec3 p = c.vector("from"), v = c.vector("velocity");
      double at = c.number("atSeconds"), radius = c.number("radius");
      tools.add(
          tool(key, c, new TearTool.Shot(at, p.x(), p.y(), p.z(), v.x(), v.y(), v.z(), radius)));
    }
    FractureSettings settings =
        new FractureSettings(
            t.number("split"),
            t.number("tear"),
            t.number("merge"),
            t.number("mergeSeconds"),
            halfWidth,
            t.whole("maxCells"),
            t.whole("dustCells"),
            t.text("dust").equals("keep"));
    return new BodyPlan.Tear(
        settings,
        t.whole("levels"),
        t.whole("outlineLevels"),
        t.vector("shift"),
        t.number("turnDeg"),
        paint,
        tools);
  }

  private static BodyPlan.Tear.Tool tool(String key, ResolvedValue.Fields f, TearTool what) {
    return new BodyPlan.Tear.Tool(key, f.has("piece") ? f.text("piece") : null, what);
  }

  private static ShapePlan.Drawing drawing(ResolvedValue.Fields s, ResolvedValue.Fields picture) {
    List<double[]> loops = null;
    if (s.has("outline")) {
      loops = new ArrayList<>();
      loops.add(loop(s.items("outline")));
      for (ResolvedValue hole : s.items("holes")) {
        loops.add(loop(((ResolvedValue.Items) hole).items()));
      }
    }
    return new ShapePlan.Drawing(
        loops,
        s.has("path") ? s.text("path") : null,
        s.has("file") ? s.text("file") : null,
        s.has("png") ? s.text("png") : null,
        new DrawingSettings(
                DrawingSettings.DEFAULT.pixels(),
                s.number("threshold"),
                s.flag("cutOut"),
                s.has("background") ? s.color("background") : -1,
                s.has("layer") ? s.text("layer") : null)
            .forFilm(picture.whole("width"), picture.whole("height")),
        s.text("parts").equals("joined"),
        s.number("height"));
  }

  private static double[] loop(List<ResolvedValue> corners) {
    double[] out = new double[2 * corners.size()];
    for (int i = 0; i < corners.size(); i++) {
      List<ResolvedValue> xy = ((ResolvedValue.Items) corners.get(i)).items();
      out[2 * i] = (Double) ((ResolvedValue.Leaf) xy.get(0)).value();
      out[2 * i + 1] = (Double) ((ResolvedValue.Leaf) xy.get(1)).value();
    }
    return out;
  }

  private static ShapePlan shape(ResolvedValue.Fields s, ResolvedValue.Fields picture) {
    return switch (s.kind()) {
      case "cuboid" -> new ShapePlan.Cuboid(s.vector("size"));
      case "cylinder" -> new ShapePlan.Cylinder(s.number("radius"), s.number("height"));
      case "tube" ->
          new ShapePlan.Tube(s.number("radius"), s.number("innerRadius"), s.number("height"));
      case "sphere" -> new ShapePlan.Sphere(s.number("radius"));
      case "teddy", "leg", "bunny", "star" -> new ShapePlan.Model(s.kind(), s.number("height"));
      case "car" -> new ShapePlan.Model(s.kind(), s.number("length"));
      case "sheet" -> new ShapePlan.Sheet(s.number("width"), s.number("depth"));
      case "strand" -> new ShapePlan.Strand(s.number("length"), s.number("radius"));
      case "solid" -> new ShapePlan.Solid(part(s.fields("part")));
      case "file" -> new ShapePlan.File(s.text("path"));
      case "drawing" -> drawing(s, picture);
      default -> throw new AssertionError(s.kind());
    };
  }

  private static ShapePlan.Part part(ResolvedValue.Fields p) {
    Vec3 at = p.vector("position");
    Vec3 turn = p.vector("rotationDeg");
    switch (p.kind()) {
      case "ball":
        return new ShapePlan.Ball(p.number("radius"), at, turn);
      case "ellipsoid":
        return new ShapePlan.Ellipsoid(p.vector("radii"), at, turn);
      case "block":
        return new ShapePlan.Block(p.vector("size"), p.number("round"), at, turn);
      case "capsule":
        return new ShapePlan.Capsule(
            p.vector("from"), p.vector("to"), p.number("radius"), at, turn);
      case "cone":
        return new ShapePlan.Cone(
            p.vector("from"),
            p.vector("to"),
            p.number("fromRadius"),
            p.number("toRadius"),
            at,
            turn);
      case "cylinder":
        return new ShapePlan.Rod(
            p.number("radius"), p.number("height"), p.number("round"), at, turn);
      case "ring":
        return new ShapePlan.Ring(p.number("radius"), p.number("tube"), at, turn);
      default:
        List<ShapePlan.Part> parts = new ArrayList<>();
        p.items("parts").forEach(q -> parts.add(part((ResolvedValue.Fields) q)));
        ShapePlan.Joint joint = ShapePlan.Joint.valueOf(p.kind().toUpperCase(Locale.ROOT));
        float radius = p.has("radius") ? p.number("radius") : 0;
        return new ShapePlan.Group(joint, parts, radius, at, turn);
    }
  }

  static BodyPlan.Selection selection(ResolvedValue.Fields s) {
    switch (s.kind()) {
      case "side":
        List<String> sides = List.of("left", "right", "bottom", "top", "back", "front");
        int i = sides.indexOf(s.text("side"));
        return new BodyPlan.Selection.Side(i / 2, i % 2 == 1, s.number("depth"));
      case "box":
        return new BodyPlan.Selection.Box(s.vector("min"), s.vector("max"));
      case "sphere":
        return new BodyPlan.Selection.Sphere(s.vector("center"), s.number("radius"));
      default:
        return new BodyPlan.Selection.All();
    }
  }

  static Scene.Motion motion(ResolvedValue.Fields m) {
    List<Scene.MotionKey> keys = new ArrayList<>();
    for (ResolvedValue r : m.items("keys")) {
      ResolvedValue.Fields k = (ResolvedValue.Fields) r;
      keys.add(new Scene.MotionKey(k.number("seconds"), k.vector("move"), k.vector("turnDeg")));
    }
    return new Scene.Motion(
        keys,
        m.flag("smooth"),
        m.flag("repeat"),
        m.vector("velocity"),
        m.vector("spinDegPerSecond"));
  }

  private static Scene.ColliderPlan collider(ResolvedValue.Fields c) {
    Vec3 position =
        c.has("position")
            ? c.vector("position")
            : new Vec3(0, c.number("height"), 0); // only a floor has a height instead
    Scene.ColliderShape shape = colliderShape(c);
    return new Scene.ColliderPlan(
        c.has("name") ? c.text("name") : shape.word(),
        shape,
        position,
        c.has("rotationDeg") ? c.vector("rotationDeg") : Vec3.ZERO,
        c.has("motion") ? motion(c.fields("motion")) : Scene.Motion.STILL,
        c.number("friction"),
        c.number("restitution"),
        Look.rgb(c.color("color")),
        c.flag("visible"));
  }

  private static Scene.ColliderShape colliderShape(ResolvedValue.Fields c) {
    switch (c.kind()) {
      case "floor":
        return new Scene.ColliderShape.Plane(new Vec3(0, 1, 0));
      case "slope":
        return new Scene.ColliderShape.Plane(c.vector("normal"));
      case "box":
        return new Scene.ColliderShape.Box(c.vector("size"));
      case "sphere":
        return new Scene.ColliderShape.Sphere(c.number("radius"));
      case "capsule":
        return new Scene.ColliderShape.Capsule(c.number("radius"), c.number("length"));
      case "heightField":
        List<ResolvedValue> rows = c.items("heights");
        List<Float> heights = new ArrayList<>();
        for (ResolvedValue row : rows) {
          for (ResolvedValue h : ((ResolvedValue.Items) row).items()) {
            heights.add(((Double) ((ResolvedValue.Leaf) h).value()).floatValue());
          }
        }
        return new Scene.ColliderShape.HeightField(
            c.number("cellSize"), heights.size() / rows.size(), rows.size(), List.copyOf(heights));
      default:
        return new Scene.ColliderShape.MeshFile(c.text("path"), c.number("scale"));
    }
  }
}
