package dev.shinari.io.scene;

import dev.shinari.world.Look;
import java.util.List;

/** One creature of a scene. Absent exoskeleton and model are null. */
public record CreaturePlan(
    String name,
    Vec3 position,
    Vec3 rotationDeg,
    Vec3 velocity,
    List<Limb> limbs,
    List<Bulb> bulbs,
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
    List<Vec3> pins,
    List<GripPlan> grips,
    List<TargetPlan> targets,
    float ikHz,
    Look look) {
  public CreaturePlan {
    limbs = List.copyOf(limbs);
    bulbs = List.copyOf(bulbs);
    pins = List.copyOf(pins);
    grips = List.copyOf(grips);
    targets = List.copyOf(targets);
  }

  /** A row of cylinders. */
  public record Limb(Vec3 from, Vec3 to, int parts, float radius, float tipRadius, float bendDeg) {}

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

  /** A character; of path and sample one is null, clip may be. */
  public record Model(
      String path,
      String sample,
      String clip,
      float clipWeight,
      float clipHz,
      float clipSpeed,
      float scale) {}

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
