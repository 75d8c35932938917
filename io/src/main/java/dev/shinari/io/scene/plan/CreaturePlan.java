package dev.shinari.io.scene.plan;

import dev.shinari.articulated.motion.SwaySettings;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.math.PortableMath;
import dev.shinari.skeleton.JointLimit;
import dev.shinari.take.Look;
import java.util.List;

/** One creature of a scene. Absent exoskeleton and model are null. */
public record CreaturePlan(
    String name,
    Vec3 position,
    Vec3 rotationDeg,
    Vec3 velocity,
    List<Limb> limbs,
    List<Bulb> bulbs,
    List<MeshBone> parts,
    float blend,
    Exo exoskeleton,
    Model model,
    float youngModulus,
    float poissonRatio,
    float density,
    float stretch,
    float bend,
    float dampingSeconds,
    float drag,
    float friction,
    float restitution,
    SwaySettings flesh,
    List<Vec3> pins,
    List<Vec3> clamps,
    List<GripPlan> grips,
    List<TargetPlan> targets,
    float ikHz,
    Look look) {
  public CreaturePlan {
    limbs = List.copyOf(limbs);
    bulbs = List.copyOf(bulbs);
    parts = List.copyOf(parts);
    pins = List.copyOf(pins);
    clamps = List.copyOf(clamps);
    grips = List.copyOf(grips);
    targets = List.copyOf(targets);
  }

  /** A row of cylinders; without a hinge the axis is null. */
  public record Limb(
      Vec3 from,
      Vec3 to,
      int parts,
      float radius,
      float tipRadius,
      float bendDeg,
      Vec3 hingeAxis,
      float leastDeg,
      float mostDeg) {
    /** How far its joints turn, in the world's coordinates. */
    public JointLimit limit(SceneRotation turn) {
      if (hingeAxis == null) {
        return JointLimit.cone(PortableMath.toRadians(bendDeg));
      }
      Vec3 axis = turn.apply(hingeAxis);
      return JointLimit.hinge(
          axis.x(),
          axis.y(),
          axis.z(),
          PortableMath.toRadians(leastDeg),
          PortableMath.toRadians(mostDeg));
    }
  }

  /** A mesh file on a bone; fit is length or none, along longest, x, y or z. */
  public record MeshBone(
      String path,
      Vec3 from,
      Vec3 to,
      String fit,
      String along,
      float rollDeg,
      float hold,
      int shellVertices) {
    /** The same mesh on an upright bone of the same length: one shape for all of them. */
    public MeshBone upright() {
      float length = to.plus(from.times(-1)).length();
      return new MeshBone(
          path, Vec3.ZERO, new Vec3(0, length, 0), fit, along, rollDeg, hold, shellVertices);
    }
  }

  /** A ball on a bone. */
  public record Bulb(Vec3 from, Vec3 to, float radius) {}

  /** The elastic box; {@code limbs} is corners, edges or none. */
  public record Exo(
      Vec3 size,
      int cells,
      String limbs,
      int parts,
      float radius,
      float mass,
      float youngModulus,
      float poissonRatio,
      float dampingSeconds,
      float thickness,
      float friction,
      float restitution) {}

  /** A character; of path and sample one is null, clip may be; 0 shell vertices: by its bones. */
  public record Model(
      String path,
      String sample,
      String clip,
      float clipWeight,
      float clipHz,
      float clipSpeed,
      float scale,
      int shellVertices) {}

  /** A hand. {@code hold} is joint, skin or exoskeleton; releaseSeconds infinite for never. */
  public record GripPlan(
      String hold, Vec3 at, Scene.Motion motion, float fromSeconds, float releaseSeconds) {}

  /** Something to reach for or look at. */
  public record TargetPlan(
      Vec3 joint,
      boolean look,
      Vec3 place,
      Scene.Motion motion,
      float hz,
      float fromSeconds,
      float untilSeconds) {}
}
