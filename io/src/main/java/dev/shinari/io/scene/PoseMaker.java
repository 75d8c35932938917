package dev.shinari.io.scene;

import dev.shinari.example.ExamplePose;
import dev.shinari.mesh.Bounds;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the example poses of a body: where its cage's vertices go in each. */
final class PoseMaker {
  private final BodyPlan body;
  private final ShapeMaker.Made made;
  private final List<String> warnings;
  private final Set<String> names = new HashSet<>();
  private final List<ExamplePose> poses = new ArrayList<>();

  private PoseMaker(ShapeMaker.Made made, BodyPlan body, List<String> warnings) {
    this.made = made;
    this.body = body;
    this.warnings = warnings;
  }

  /** A checked entry of the list of poses as a record. */
  static PosePlan bind(Resolved.Fields pose) {
    return PoseSpec.plan(pose);
  }

  /**
   * The poses of a body, in the order of the scene, for the cage that was made. Throws {@link
   * IllegalArgumentException} for one that cannot be made.
   *
   * @param warnings takes lines that a user should know
   */
  static List<ExamplePose> make(
      List<PosePlan> plans, ShapeMaker.Made made, BodyPlan body, List<String> warnings)
      throws IOException {
    PoseMaker maker = new PoseMaker(made, body, warnings);
    for (PosePlan p : plans) {
      if (p.name() != null) {
        maker.names.add(p.name());
      }
    }
    for (PosePlan p : plans) {
      maker.add(p);
    }
    return maker.poses;
  }

  private void add(PosePlan plan) {
    String name = plan.name() != null ? plan.name() : unique(plan.word());
    try {
      Bounds box = Bounds.of(made.cage().positions());
      Deformer d = deformer((PosePlan.Formula) plan, box);
      poses.add(new ExamplePose(name, d.apply(made.cage().positions())));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("pose " + name + ": " + e.getMessage(), e);
    }
  }

  // Two poses of one kind are told apart by a number; a name that somebody gave is never taken.
  private String unique(String word) {
    String name = word;
    for (int i = 2; !names.add(name); i++) {
      name = word + "-" + i;
    }
    return name;
  }

  // ---- formulas

  /** A formula on the body as it is made: scaled, around the middle of its box. */
  private Deformer deformer(PosePlan.Formula f, Bounds box) {
    if (f instanceof PosePlan.Twist p) {
      return new Deformer.Twist(span(p.reach(), box), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Bend p) {
      Span s = span(p.reach(), box);
      return new Deformer.Bend(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.SCurve p) {
      Span s = span(p.reach(), box);
      return new Deformer.SCurve(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Shear p) {
      Span s = span(p.reach(), box);
      return new Deformer.Shear(s, toward(p.toward(), s), radians(p.angleDeg()));
    } else if (f instanceof PosePlan.Taper p) {
      return new Deformer.Taper(span(p.reach(), box), p.lowFactor(), p.highFactor());
    } else if (f instanceof PosePlan.Stretch p) {
      return new Deformer.Stretch(span(p.reach(), box), p.factor(), p.keepVolume());
    } else if (f instanceof PosePlan.Ripple p) {
      Span s = span(p.reach(), box);
      return new Deformer.Ripple(
          s,
          toward(p.toward(), s),
          (double) p.amplitude() * body.scale(),
          p.waves(),
          radians(p.phaseDeg()));
    } else if (f instanceof PosePlan.Scale p) {
      Vec3 c = p.center().times(body.scale());
      Vec3 k = p.factors();
      return new Deformer.Scale(k.x(), k.y(), k.z(), c.x(), c.y(), c.z());
    }
    List<Deformer> parts = new ArrayList<>();
    for (PosePlan.Formula part : ((PosePlan.Combine) f).parts()) {
      parts.add(deformer(part, box));
    }
    return new Deformer.Combined(parts);
  }

  private Span span(PosePlan.Reach r, Bounds box) {
    Axis axis = r.axis() >= 0 ? Axis.values()[r.axis()] : longest(box);
    Vec3 c = r.center().times(body.scale());
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
    return Math.toRadians(degrees);
  }
}
