package dev.shinari.io.scene.plan;

import dev.shinari.io.drawing.DrawingSettings;
import dev.shinari.io.scene.format.Vec3;
import java.util.List;

/** What a body is made of, as a scene says it; {@code SceneBuilder} makes the meshes. */
public sealed interface ShapePlan {
  /** The word for it in scenes and messages. */
  String word();

  record Cuboid(Vec3 size) implements ShapePlan {
    @Override
    public String word() {
      return "cuboid";
    }
  }

  /** Upright along y. */
  record Cylinder(float radius, float height) implements ShapePlan {
    @Override
    public String word() {
      return "cylinder";
    }
  }

  /** Upright along y; what is simulated is solid. */
  record Tube(float radius, float innerRadius, float height) implements ShapePlan {
    @Override
    public String word() {
      return "tube";
    }
  }

  record Sphere(float radius) implements ShapePlan {
    @Override
    public String word() {
      return "sphere";
    }
  }

  /** A ready model by name, scaled so that its leading side has the given length. */
  record Model(String word, float size) implements ShapePlan {}

  /** A rectangle in the x-z plane. */
  record Sheet(float width, float depth) implements ShapePlan {
    @Override
    public String word() {
      return "sheet";
    }
  }

  /** A rope along x; the radius is only drawn. */
  record Strand(float length, float radius) implements ShapePlan {
    @Override
    public String word() {
      return "strand";
    }
  }

  record Solid(Part part) implements ShapePlan {
    @Override
    public String word() {
      return "solid";
    }
  }

  /**
   * A flat drawing; what is not given is null.
   *
   * @param loops outline and holes as x, y, x, y, ... each
   * @param path data of an SVG path
   * @param file SVG or a picture
   * @param png base64
   * @param settings how a file or a picture is read
   * @param joined whether parts that do not touch are on one clear sheet
   */
  record Drawing(
      List<double[]> loops,
      String path,
      String file,
      String png,
      DrawingSettings settings,
      boolean joined,
      float height)
      implements ShapePlan {
    @Override
    public String word() {
      return "drawing";
    }
  }

  record File(String path) implements ShapePlan {
    @Override
    public String word() {
      return "file";
    }
  }

  /** A piece of a solid, or several put together. */
  sealed interface Part {
    Vec3 position();

    Vec3 rotationDeg();
  }

  record Ball(float radius, Vec3 position, Vec3 rotationDeg) implements Part {}

  record Ellipsoid(Vec3 radii, Vec3 position, Vec3 rotationDeg) implements Part {}

  record Block(Vec3 size, float round, Vec3 position, Vec3 rotationDeg) implements Part {}

  record Capsule(Vec3 from, Vec3 to, float radius, Vec3 position, Vec3 rotationDeg)
      implements Part {}

  record Cone(Vec3 from, Vec3 to, float fromRadius, float toRadius, Vec3 position, Vec3 rotationDeg)
      implements Part {}

  record Rod(float radius, float height, float round, Vec3 position, Vec3 rotationDeg)
      implements Part {}

  record Ring(float radius, float tube, Vec3 position, Vec3 rotationDeg) implements Part {}

  /** How parts are put together. */
  enum Joint {
    UNION,
    BLEND,
    COMMON,
    CUT
  }

  record Group(Joint joint, List<Part> parts, float radius, Vec3 position, Vec3 rotationDeg)
      implements Part {
    public Group {
      parts = List.copyOf(parts);
    }
  }
}
