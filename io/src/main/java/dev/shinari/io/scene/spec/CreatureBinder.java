package dev.shinari.io.scene.spec;

import dev.shinari.articulated.motion.SwaySettings;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.style.Paint;
import dev.shinari.take.Look;
import java.util.ArrayList;
import java.util.List;

/** Turns checked values into {@link CreaturePlan}s. */
final class CreatureBinder {
  private CreatureBinder() {}

  static CreaturePlan creature(ResolvedValue.Fields c, Paint paint, int index, int count) {
    List<CreaturePlan.Limb> limbs = new ArrayList<>();
    for (ResolvedValue r : c.items("limbs")) {
      ResolvedValue.Fields l = (ResolvedValue.Fields) r;
      limbs.add(
          new CreaturePlan.Limb(
              l.vector("from"),
              l.vector("to"),
              l.whole("parts"),
              l.number("radius"),
              l.number(l.has("tipRadius") ? "tipRadius" : "radius"),
              l.number("bendDeg"),
              l.has("hingeAxis") ? l.vector("hingeAxis") : null,
              l.number("leastDeg"),
              l.number("mostDeg")));
    }
    List<CreaturePlan.MeshBone> parts = new ArrayList<>();
    for (ResolvedValue r : c.items("parts")) {
      ResolvedValue.Fields m = (ResolvedValue.Fields) r;
      parts.add(
          new CreaturePlan.MeshBone(
              m.text("path"),
              m.vector("from"),
              m.vector("to"),
              m.text("fit"),
              m.text("along"),
              m.number("rollDeg"),
              m.number("hold"),
              m.has("shellVertices") ? m.whole("shellVertices") : 0));
    }
    List<CreaturePlan.Bulb> bulbs = new ArrayList<>();
    for (ResolvedValue r : c.items("bulbs")) {
      ResolvedValue.Fields b = (ResolvedValue.Fields) r;
      bulbs.add(new CreaturePlan.Bulb(b.vector("from"), b.vector("to"), b.number("radius")));
    }
    List<Vec3> pins = vectors(c, "pins"), clamps = vectors(c, "clamps");
    List<CreaturePlan.GripPlan> grips = new ArrayList<>();
    for (ResolvedValue r : c.items("grips")) {
      ResolvedValue.Fields g = (ResolvedValue.Fields) r;
      grips.add(
          new CreaturePlan.GripPlan(
              g.text("hold"),
              g.vector("at"),
              SceneBinder.motion(g.fields("motion")),
              g.number("fromSeconds"),
              g.has("releaseSeconds") ? g.number("releaseSeconds") : Float.POSITIVE_INFINITY));
    }
    List<CreaturePlan.TargetPlan> targets = new ArrayList<>();
    for (ResolvedValue r : c.items("targets")) {
      ResolvedValue.Fields t = (ResolvedValue.Fields) r;
      targets.add(
          new CreaturePlan.TargetPlan(
              t.vector("joint"),
              t.flag("look"),
              t.vector("place"),
              SceneBinder.motion(t.fields("motion")),
              t.number("hz"),
              t.number("fromSeconds"),
              t.has("untilSeconds") ? t.number("untilSeconds") : Float.POSITIVE_INFINITY));
    }
    Look look = Look.rgb(c.color("color"));
    return new CreaturePlan(
        c.has("name") ? c.text("name") : count == 1 ? "creature" : "creature-" + (index + 1),
        c.vector("position"),
        c.vector("rotationDeg"),
        c.vector("velocity"),
        limbs,
        bulbs,
        parts,
        c.number("blend"),
        c.has("exoskeleton") ? exoskeleton(c.fields("exoskeleton")) : null,
        c.has("model") ? model(c.fields("model")) : null,
        c.number("youngModulus"),
        c.number("poissonRatio"),
        c.number("density"),
        c.number("stretch"),
        c.number("bend"),
        c.number("dampingSeconds"),
        c.number("drag"),
        c.number("friction"),
        c.number("restitution"),
        c.has("flesh") ? flesh(c.fields("flesh"), c.has("model")) : null,
        pins,
        clamps,
        grips,
        targets,
        c.number("ikHz"),
        new Look(look.red(), look.green(), look.blue(), c.number("lineWeight"))
            .withPaint(c.has("look") ? LookSpec.paint(c.fields("look"), paint) : null));
  }

  private static List<Vec3> vectors(ResolvedValue.Fields c, String key) {
    List<Vec3> out = new ArrayList<>();
    for (ResolvedValue r : c.items(key)) {
      double[] v = (double[]) ((ResolvedValue.Leaf) r).value();
      out.add(new Vec3((float) v[0], (float) v[1], (float) v[2]));
    }
    return out;
  }

  private static SwaySettings flesh(ResolvedValue.Fields f, boolean drawn) {
    float sag = f.has("sag") ? f.number("sag") : drawn ? 0 : 1;
    return new SwaySettings(f.number("hz"), f.number("damping"), sag);
  }

  private static CreaturePlan.Exo exoskeleton(ResolvedValue.Fields e) {
    return new CreaturePlan.Exo(
        e.vector("size"),
        e.whole("cells"),
        e.text("limbs"),
        e.whole("parts"),
        e.number("radius"),
        e.number("mass"),
        e.number("youngModulus"),
        e.number("poissonRatio"),
        e.number("dampingSeconds"),
        e.number("thickness"),
        e.number("friction"),
        e.number("restitution"));
  }

  private static CreaturePlan.Model model(ResolvedValue.Fields m) {
    return new CreaturePlan.Model(
        m.has("path") ? m.text("path") : null,
        m.has("sample") ? m.text("sample") : null,
        m.has("clip") ? m.text("clip") : null,
        m.number("clipWeight"),
        m.number("clipHz"),
        m.number("clipSpeed"),
        m.number("scale"),
        m.has("shellVertices") ? m.whole("shellVertices") : 0);
  }
}
