package dev.shinari.mesh.solid;

import static dev.shinari.mesh.solid.Solids.box;
import static dev.shinari.mesh.solid.Solids.capsule;
import static dev.shinari.mesh.solid.Solids.cone;
import static dev.shinari.mesh.solid.Solids.cylinder;
import static dev.shinari.mesh.solid.Solids.ellipsoid;
import static dev.shinari.mesh.solid.Solids.sphere;

import dev.shinari.math.PortableMath;
import java.util.List;

/**
 * Ready models, each one connected solid. They face +z, stand on y = 0 and are about one meter high
 * (the car about two meters long). Creases are left where parts meet, so that an ink line shows
 * them.
 */
public final class Models {
  private Models() {}

  /** The models' names, as {@link #named} takes them. */
  public static List<String> names() {
    return List.of("bunny", "car", "leg", "star", "teddy");
  }

  /** The model of that name; throws with the known names if there is none. */
  public static Solid named(String name) {
    return switch (name) {
      case "bunny" -> bunny();
      case "car" -> car();
      case "leg" -> leg();
      case "star" -> star();
      case "teddy" -> teddy();
      default ->
          throw new IllegalArgumentException(
              "no model is called '" + name + "'; there are " + String.join(", ", names()));
    };
  }

  /** A sitting teddy bear. */
  public static Solid teddy() {
    Solid body = ellipsoid(0, 0.33, 0, 0.245, 0.285, 0.215).blend(sphere(0, 0.27, 0.07, 0.2), 0.1);
    Solid head = ellipsoid(0, 0.735, 0.01, 0.235, 0.205, 0.2);
    Solid ear =
        ellipsoid(0.185, 0.905, 0, 0.09, 0.09, 0.05)
            .carve(ellipsoid(0.19, 0.91, 0.06, 0.055, 0.055, 0.035), 0.02);
    Solid muzzle = ellipsoid(0, 0.675, 0.185, 0.1, 0.075, 0.085);
    Solid nose = ellipsoid(0, 0.712, 0.262, 0.046, 0.032, 0.032);
    Solid eye = sphere(0.085, 0.775, 0.182, 0.034);
    Solid arm =
        cone(new Solids.Ball(0.2, 0.47, 0.02, 0.085), new Solids.Ball(0.37, 0.3, 0.13, 0.09));
    Solid leg =
        cone(new Solids.Ball(0.13, 0.14, 0.1, 0.115), new Solids.Ball(0.235, 0.115, 0.33, 0.095));
    Solid foot =
        ellipsoid(0, 0, 0, 0.105, 0.125, 0.06).rotate(0, 1, 0, 0.35).translate(0.255, 0.13, 0.385);
    Solid tail = sphere(0, 0.16, -0.22, 0.065);
    Solid half = ear.union(eye).union(arm.blend(body, 0.03)).union(leg.blend(foot, 0.03));
    return body.blend(head, 0.04)
        .blend(muzzle, 0.02)
        .union(nose)
        .blend(tail, 0.02)
        .union(half.mirrorX());
  }

  /** A small round car with wheels that stand out of their arches. */
  public static Solid car() {
    Solid hull = box(0, 0.42, 0, 0.42, 0.2, 0.95, 0.16);
    Solid bonnet = ellipsoid(0, 0.5, 0.55, 0.38, 0.17, 0.42);
    Solid cabin =
        box(0, 0.72, -0.12, 0.37, 0.28, 0.52, 0.2)
            .intersect(
                Solids.halfSpace(0, 0.62, 1, 0.72 * 0.62 + 0.33)
                    .intersect(Solids.halfSpace(0, 0.35, -1, 0.72 * 0.35 + 0.6)))
            .intersect(Solids.halfSpace(1, 0.3, 0, 0.72 * 0.3 + 0.35).mirrorX());
    Solid shell = hull.blend(bonnet, 0.1).blend(cabin, 0.07);
    // Windows are shallow recesses: an ink line runs round each.
    Solid sideWindows =
        box(0.4, 0.79, -0.3, 0.1, 0.105, 0.17, 0.05)
            .union(box(0.4, 0.79, 0.08, 0.1, 0.105, 0.15, 0.05))
            .intersect(cabin.grow(0.05).minus(cabin.grow(-0.035)))
            .mirrorX();
    Solid windscreen =
        box(0, 0.79, 0.35, 0.25, 0.105, 0.3, 0.04)
            .intersect(cabin.grow(0.05).minus(cabin.grow(-0.035)));
    Solid rearWindow =
        box(0, 0.8, -0.6, 0.24, 0.09, 0.2, 0.04)
            .intersect(cabin.grow(0.05).minus(cabin.grow(-0.035)));
    Solid arch = wheel(0.265, 0.2).translate(0.45, 0.21, 0.56);
    Solid wheel =
        wheel(0.21, 0.095)
            .carve(wheel(0.13, 0.03).translate(0.1, 0, 0), 0.015)
            .union(ellipsoid(0.065, 0, 0, 0.04, 0.055, 0.055))
            .translate(0.36, 0.21, 0.56);
    Solid axle =
        wheel(0.05, 0.4).translate(0, 0.21, 0.56).union(box(0, 0.27, 0.56, 0.1, 0.1, 0.06, 0));
    Solid bumper = capsule(0, 0.31, 0.94, 0.33, 0.31, 0.9, 0.055).mirrorX();
    Solid lamp = ellipsoid(0.27, 0.48, 0.925, 0.09, 0.09, 0.055);
    Solid rearLamp = ellipsoid(0.28, 0.46, -0.92, 0.07, 0.05, 0.05);
    Solid mirror = ellipsoid(0.43, 0.66, 0.3, 0.075, 0.05, 0.04);
    Solid grille = box(0, 0.43, 0.97, 0.12, 0.035, 0.06, 0.02);
    Solid bumperBack = capsule(0, 0.31, -0.94, 0.33, 0.31, -0.9, 0.055).mirrorX();
    return shell
        .minus(arch.mirrorX().mirrorZ())
        .minus(sideWindows)
        .minus(windscreen)
        .minus(rearWindow)
        .minus(grille)
        .union(wheel.union(axle).mirrorX().mirrorZ())
        .union(bumper)
        .union(bumperBack)
        .union(lamp.union(rearLamp).union(mirror).mirrorX());
  }

  // A disc whose axis is x.
  private static Solid wheel(double radius, double halfWidth) {
    return cylinder(0, 0, 0, radius, halfWidth, Math.min(0.03, 0.5 * halfWidth))
        .rotate(0, 0, 1, -0.5 * Math.PI);
  }

  /** A left leg from the hip to the toes. */
  public static Solid leg() {
    Solid thigh =
        cone(new Solids.Ball(0, 0.9, 0, 0.125), new Solids.Ball(0, 0.53, 0.02, 0.075))
            .blend(ellipsoid(0.01, 0.75, 0.05, 0.085, 0.17, 0.075), 0.08);
    Solid knee = ellipsoid(0, 0.505, 0.055, 0.052, 0.06, 0.045);
    Solid shin = cone(new Solids.Ball(0, 0.5, 0.01, 0.068), new Solids.Ball(0, 0.1, -0.015, 0.043));
    Solid calf =
        ellipsoid(0.012, 0.36, -0.04, 0.062, 0.14, 0.06)
            .blend(ellipsoid(-0.015, 0.37, -0.035, 0.055, 0.12, 0.055), 0.03);
    Solid ankle = sphere(0, 0.085, -0.01, 0.044).union(sphere(0, 0.1, -0.01, 0.03));
    Solid heel = ellipsoid(0, 0.045, -0.045, 0.042, 0.045, 0.05);
    Solid instep =
        cone(new Solids.Ball(0, 0.08, 0.005, 0.045), new Solids.Ball(0.008, 0.042, 0.14, 0.034));
    Solid ball = ellipsoid(0.004, 0.034, 0.135, 0.064, 0.034, 0.06);
    Solid foot = heel.blend(instep, 0.05).blend(ball, 0.05).blend(ankle, 0.04);
    double[][] toes = {
      {-0.042, 0.2, 0.027},
      {-0.006, 0.207, 0.02},
      {0.023, 0.2, 0.0185},
      {0.047, 0.186, 0.017},
      {0.066, 0.165, 0.016}
    };
    for (double[] toe : toes) {
      foot =
          foot.blend(
              cone(
                  new Solids.Ball(0.8 * toe[0], 0.034, toe[1] - 0.05, 0.9 * toe[2]),
                  new Solids.Ball(toe[0], toe[2], toe[1], toe[2])),
              0.012);
    }
    // Cut flat at the hip, where it would join a body.
    return thigh
        .blend(shin, 0.08)
        .blend(knee, 0.04)
        .blend(calf, 0.06)
        .blend(foot.intersect(Solids.halfSpace(0, -1, 0, 0)), 0.05)
        .intersect(Solids.halfSpace(0, 1, 0, 0.96));
  }

  /** A rabbit on all fours with long ears. */
  public static Solid bunny() {
    Solid body =
        ellipsoid(0, 0.33, -0.1, 0.25, 0.27, 0.34).blend(sphere(0, 0.34, 0.13, 0.19), 0.12);
    Solid head =
        ellipsoid(0, 0.62, 0.27, 0.165, 0.155, 0.18)
            .blend(ellipsoid(0, 0.57, 0.39, 0.085, 0.07, 0.08), 0.06);
    Solid cheek = sphere(0.065, 0.555, 0.4, 0.06);
    Solid ear =
        ellipsoid(0, 0.19, 0, 0.066, 0.21, 0.035)
            .carve(ellipsoid(0, 0.2, 0.045, 0.035, 0.15, 0.028), 0.02)
            .rotate(0, 0, 1, -0.2)
            .rotate(1, 0, 0, -0.3)
            .translate(0.075, 0.71, 0.22);
    Solid eye = sphere(0.118, 0.655, 0.372, 0.036);
    Solid nose = ellipsoid(0, 0.6, 0.468, 0.026, 0.018, 0.016);
    Solid haunch = ellipsoid(0.19, 0.23, -0.17, 0.105, 0.19, 0.19);
    Solid hindFoot = ellipsoid(0.19, 0.05, -0.02, 0.065, 0.05, 0.155);
    Solid foreLeg =
        cone(new Solids.Ball(0.1, 0.27, 0.2, 0.085), new Solids.Ball(0.1, 0.06, 0.29, 0.055));
    Solid forePaw = ellipsoid(0.1, 0.045, 0.32, 0.056, 0.045, 0.075);
    Solid tail = sphere(0, 0.3, -0.46, 0.095);
    Solid half =
        haunch
            .blend(hindFoot, 0.02)
            .union(foreLeg.blend(forePaw, 0.03))
            .union(ear)
            .union(cheek)
            .union(eye);
    return body.blend(head, 0.07).union(nose).blend(tail, 0.015).blend(half.mirrorX(), 0.02);
  }

  /** A plump five-pointed star that stands on two of its tips. */
  public static Solid star() {
    double outer = 0.55, foot = outer * PortableMath.cos(0.2 * Math.PI) + 0.013;
    Solid plate = Solids.star(5, outer, 0.27, 0.13, 0.07);
    Solid bulge = ellipsoid(0, 0, 0, 0.3, 0.3, 0.185);
    Solid eye = ellipsoid(0.085, 0.07, 0.185, 0.034, 0.055, 0.04).mirrorX();
    return plate.blend(bulge, 0.12).union(eye).translate(0, foot, 0);
  }
}
