package dev.shinari.io.scene.pose;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.PosePlan;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Bounds;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import java.util.ArrayList;
import java.util.List;

/** Turns the formulas of a scene into deformers of the body as it is made. */
final class PoseFormulas {
  private PoseFormulas() {}

  /**
   * A formula on the body as it is made: scaled, around the middle of its box.
   *
   * @param box of the body at rest, scaled
   */
  static Deformer of(PosePlan.Formula f, Bounds box, float scale) {
    if (f instanceof PosePlan.Twist p) {
      return new Deformer.Twist(span(p.reach(), box, scale), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Bend p) {
      Span s = span(p.reach(), box, scale);
      return new Deformer.Bend(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.SCurve p) {
      Span s = span(p.reach(), box, scale);
      return new Deformer.SCurve(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Shear p) {
      Span s = span(p.reach(), box, scale);
      return new Deformer.Shear(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Taper p) {
      return new Deformer.Taper(span(p.reach(), box, scale), p.lowFactor(), p.highFactor());
    } else if (f instanceof PosePlan.Stretch p) {
      return new Deformer.Stretch(span(p.reach(), box, scale), p.factor(), p.keepVolume());
    } else if (f instanceof PosePlan.Ripple p) {
      Span s = span(p.reach(), box, scale);
      return new Deformer.Ripple(
          s,
          toward(p.toward(), s),
          (double) p.amplitude() * scale,
          p.waves(),
          radians(p.phaseDeg()));
    } else if (f instanceof PosePlan.Scale p) {
      Vec3 c = p.center().times(scale);
      Vec3 k = p.factors();
      return new Deformer.Scale(k.x(), k.y(), k.z(), c.x(), c.y(), c.z());
    }
    List<Deformer> parts = new ArrayList<>();
    for (PosePlan.Formula part : ((PosePlan.Combine) f).parts()) {
      parts.add(of(part, box, scale));
    }
    return new Deformer.Combined(parts);
  }

  private static Span span(PosePlan.Reach r, Bounds box, float scale) {
    Axis axis = r.axis() >= 0 ? Axis.values()[r.axis()] : longest(box);
    Vec3 c = r.center().times(scale);
    return Span.of(box, axis, r.from(), r.to(), c.x(), c.y(), c.z());
  }

  private static Axis longest(Bounds b) {
    if (b.sizeY() >= b.sizeX() && b.sizeY() >= b.sizeZ()) {
      return Axis.Y;
    }
    return b.sizeX() >= b.sizeZ() ? Axis.X : Axis.Z;
  }

  private static Axis toward(int given, Span span) {
    if (given >= 0) {
      return Axis.values()[given];
    }
    return span.axis() == Axis.X ? Axis.Y : Axis.X;
  }

  private static double radians(float degrees) {
    return PortableMath.toRadians(degrees);
  }
}
