package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.above;
import static dev.shinari.io.scene.format.Spec.group;
import static dev.shinari.io.scene.format.Spec.kinds;
import static dev.shinari.io.scene.format.Spec.maybe;
import static dev.shinari.io.scene.format.Spec.need;
import static dev.shinari.io.scene.format.Spec.num;
import static dev.shinari.io.scene.format.Spec.size;
import static dev.shinari.io.scene.format.Spec.vector;
import static dev.shinari.io.scene.format.Spec.with;

import dev.shinari.io.scene.format.CommonSpec;
import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec;
import dev.shinari.io.scene.format.Spec.Color;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.FileName;
import dev.shinari.io.scene.format.Spec.Flag;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.Key;
import dev.shinari.io.scene.format.Spec.Kinds;
import dev.shinari.io.scene.format.Spec.ListOf;
import java.util.List;

/** Keys of what is hard. */
final class ColliderSpec {
  private ColliderSpec() {}

  private static final Key FRICTION =
      with("friction", num(0, 10, ""), "0.5", "0 slides freely, 1 holds like rubber");

  private static final Key RESTITUTION =
      with("restitution", num(0, 1, ""), "0.2", "share of the speed that a bounce gives back");

  private static final Key NAME =
      maybe(
          "name",
          CommonSpec.NAME,
          "its name in files and messages; made from its kind unless given");

  static final Kinds COLLIDER =
      kinds(
          "collider",
          "something hard that bodies meet",
          group(
              "floor",
              "a level floor without end",
              NAME,
              with("height", num(-Spec.LARGE, Spec.LARGE, "m"), "0", "height of the floor"),
              FRICTION,
              RESTITUTION,
              with("color", new Color(), "\"#EDE6D6\"", "color"),
              with("visible", new Flag(), "true", "whether it is drawn")),
          group(
                  "slope",
                  "a plane without end through a point",
                  NAME,
                  CommonSpec.POSITION,
                  with("normal", vector(""), "[0, 1, 0]", "direction that points out of it"),
                  FRICTION,
                  RESTITUTION,
                  with("color", new Color(), "\"#B8C4CE\"", "color"),
                  with("visible", new Flag(), "true", "whether it is drawn"))
              .rule(f -> CommonSpec.nonZero(f, "normal")),
          collider("box", "a box", need("size", size("m"), "length along x, y and z")),
          collider("sphere", "a ball", need("radius", above(0, 1e4, "m"), "radius")),
          collider(
              "capsule",
              "an upright rod with round ends",
              need("radius", above(0, 1e4, "m"), "radius"),
              need("length", num(0, 1e4, "m"), "distance between the centers of its ends")),
          group(
                  "heightField",
                  "a landscape over the x-z plane, centered on its position; its border goes on for ever",
                  NAME,
                  need(
                      "heights",
                      new ListOf(new ListOf(num(-1e4, 1e4, "m"), 2, 1024), 2, 1024),
                      "rows along z, each with heights along x"),
                  with("cellSize", above(0, 1e4, "m"), "0.2", "distance between two heights"),
                  CommonSpec.POSITION,
                  FRICTION,
                  RESTITUTION,
                  with("color", new Color(), "\"#B8C4CE\"", "color"),
                  with("visible", new Flag(), "true", "whether it is drawn"))
              .rule(
                  f -> {
                    int n = -1;
                    for (ResolvedValue r : f.items("heights")) {
                      int m = ((ResolvedValue.Items) r).items().size();
                      if (n >= 0 && m != n) {
                        return new Fault("heights", "all rows of `heights` must be of one length");
                      }
                      n = m;
                    }
                    return null;
                  }),
          collider(
              "mesh",
              "a closed surface from a file",
              need(
                  "path",
                  new FileName(List.of(".obj", ".ply", ".glb", ".gltf")),
                  "mesh file, relative to the scene file"),
              with("scale", above(0, 1e4, ""), "1", "factor on its size")));

  private static Group collider(String name, String doc, Key... keys) {
    return group(name, doc, NAME)
        .with(keys)
        .with(
            CommonSpec.POSITION,
            CommonSpec.ROTATION,
            with("motion", CommonSpec.MOTION, "{}", "how it moves; without one it stays"),
            FRICTION,
            RESTITUTION,
            with("color", new Color(), "\"#B8C4CE\"", "color"),
            with("visible", new Flag(), "true", "whether it is drawn"));
  }
}
