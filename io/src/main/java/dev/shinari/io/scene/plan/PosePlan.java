package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Vec3;
import java.util.List;

/** One entry of a body's example poses, as a scene says it; {@code PoseBuilder} makes the poses. */
public sealed interface PosePlan {
  /** What it is called, or null where the scene gives no name. */
  String name();

  /** The word for it in scenes and messages. */
  String word();

  /** A formula. */
  sealed interface Formula extends PosePlan {}

  /**
   * Which part of the body a formula works on.
   *
   * @param axis 0, 1, 2 for x, y, z, or -1 for the body's longest side
   * @param from share of the body's length along the axis where it sets in
   * @param to share where it ends
   */
  record Reach(int axis, Vec3 center, float from, float to) {}

  record Twist(String name, Reach reach, float angleDeg) implements Formula {
    @Override
    public String word() {
      return "twist";
    }
  }

  /** {@code toward}: 0, 1, 2 for x, y, z, or -1 for the first that is not the axis. */
  record Bend(String name, Reach reach, int toward, float angleDeg) implements Formula {
    @Override
    public String word() {
      return "bend";
    }
  }

  record SCurve(String name, Reach reach, int toward, float angleDeg) implements Formula {
    @Override
    public String word() {
      return "sCurve";
    }
  }

  record Shear(String name, Reach reach, int toward, float angleDeg) implements Formula {
    @Override
    public String word() {
      return "shear";
    }
  }

  record Taper(String name, Reach reach, float lowFactor, float highFactor) implements Formula {
    @Override
    public String word() {
      return "taper";
    }
  }

  record Stretch(String name, Reach reach, float factor, boolean keepVolume) implements Formula {
    @Override
    public String word() {
      return "stretch";
    }
  }

  record Ripple(String name, Reach reach, int toward, float amplitude, float waves, float phaseDeg)
      implements Formula {
    @Override
    public String word() {
      return "ripple";
    }
  }

  record Scale(String name, Vec3 factors, Vec3 center) implements Formula {
    @Override
    public String word() {
      return "scale";
    }
  }

  record Combine(String name, List<Formula> parts) implements Formula {
    public Combine {
      parts = List.copyOf(parts);
    }

    @Override
    public String word() {
      return "combine";
    }
  }

  /** The cage's own mesh with moved vertices. */
  record CageFile(String name, String path) implements PosePlan {
    @Override
    public String word() {
      return "cage";
    }
  }

  /** The body's surface with moved vertices, in the same order. */
  record SurfaceFile(String name, String path) implements PosePlan {
    @Override
    public String word() {
      return "surface";
    }
  }

  /** A surface of the posed body with a mesh of its own. */
  record OtherMesh(String name, String path) implements PosePlan {
    @Override
    public String word() {
      return "otherMesh";
    }
  }

  /**
   * Shape keys of a glTF file.
   *
   * @param path the file, or null for the body's own
   * @param target name of one, or null for all
   * @param amount factor on what the keys move
   */
  record Morph(String name, String path, String target, float amount) implements PosePlan {
    @Override
    public String word() {
      return "morph";
    }
  }
}
