package dev.shinari.io.scene.plan;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.style.Style;
import dev.shinari.take.Look;
import java.util.List;

/**
 * A scene as the simulation wants it: checked and complete. Made by {@code SceneFile}; what each
 * value means stands in the format's description, docs/scene.md.
 *
 * @param places where its values were written
 */
public record Scene(
    String name,
    String title,
    String description,
    int frames,
    float framesPerSecond,
    int substeps,
    long seed,
    Vec3 gravity,
    float airDrag,
    List<Force> forces,
    List<BodyPlan> bodies,
    List<CreaturePlan> creatures,
    List<ColliderPlan> colliders,
    Contact contact,
    Camera camera,
    Picture picture,
    Style style,
    SourceLocations places) {
  public Scene {
    forces = List.copyOf(forces);
    bodies = List.copyOf(bodies);
    creatures = List.copyOf(creatures);
    colliders = List.copyOf(colliders);
  }

  /** Length of one step of the simulation. */
  public float stepSeconds() {
    return 1 / (framesPerSecond * substeps);
  }

  /** A force field that works from one time until another. */
  public sealed interface Force {
    float fromSeconds();

    /** Infinite for a field that never ends. */
    float untilSeconds();
  }

  public record Wind(
      Vec3 velocity,
      float drag,
      float turbulence,
      float gustSize,
      float fromSeconds,
      float untilSeconds)
      implements Force {}

  public record Push(Vec3 acceleration, float fromSeconds, float untilSeconds) implements Force {}

  public record Vortex(
      Vec3 center,
      Vec3 axis,
      float strength,
      float inward,
      float falloff,
      float fromSeconds,
      float untilSeconds)
      implements Force {}

  public record Attractor(
      Vec3 center, float strength, float falloff, float fromSeconds, float untilSeconds)
      implements Force {}

  /** One blow at {@code fromSeconds}. */
  public record Explosion(Vec3 center, float speed, float radius, float fromSeconds)
      implements Force {
    @Override
    public float untilSeconds() {
      return fromSeconds;
    }
  }

  /** One key of a path: where a thing is at that time, relative to where it started. */
  public record MotionKey(float seconds, Vec3 move, Vec3 turnDeg) {}

  /** A motion in time: keys, and a steady velocity and spin on top of them. */
  public record Motion(
      List<MotionKey> keys, boolean smooth, boolean repeat, Vec3 velocity, Vec3 spinDegPerSecond) {
    public static final Motion STILL = new Motion(List.of(), true, false, Vec3.ZERO, Vec3.ZERO);

    public Motion {
      keys = List.copyOf(keys);
    }
  }

  /** Something hard that bodies meet. */
  public record ColliderPlan(
      String name,
      ColliderShape shape,
      Vec3 position,
      Vec3 rotationDeg,
      Motion motion,
      float friction,
      float restitution,
      Look look,
      boolean visible) {}

  /** The shape of a collider in its own coordinates. */
  public sealed interface ColliderShape {
    /** What a collider of this shape is called that was given no name. */
    String word();

    /** All below a plane through the collider's position. */
    record Plane(Vec3 normal) implements ColliderShape {
      public boolean isLevel() {
        return normal.x() == 0 && normal.z() == 0 && normal.y() > 0;
      }

      @Override
      public String word() {
        return isLevel() ? "floor" : "slope";
      }
    }

    record Box(Vec3 size) implements ColliderShape {
      @Override
      public String word() {
        return "box";
      }
    }

    record Sphere(float radius) implements ColliderShape {
      @Override
      public String word() {
        return "sphere";
      }
    }

    /** Upright; {@code length} between the centers of its round ends. */
    record Capsule(float radius, float length) implements ColliderShape {
      @Override
      public String word() {
        return "capsule";
      }
    }

    /** {@code heights}: rows along z, each with {@code columns} heights along x. */
    record HeightField(float cellSize, int columns, int rows, List<Float> heights)
        implements ColliderShape {
      @Override
      public String word() {
        return "ground";
      }
    }

    record MeshFile(String path, float scale) implements ColliderShape {
      @Override
      public String word() {
        return "mesh";
      }
    }
  }

  /** Contact between bodies. */
  public record Contact(boolean between, float friction, float restitution) {}

  /** The view. {@code eye} and {@code target} are null where the framing chooses them. */
  public record Camera(
      float azimuthDeg,
      float elevationDeg,
      float fieldOfViewDeg,
      Vec3 eye,
      Vec3 target,
      float viewHeight,
      float margin,
      String follow) {}

  /**
   * The pictures.
   *
   * @param hold frames for which a drawing is held
   * @param holdPoses whether poses are held in animation files too
   */
  public record Picture(int width, int height, int hold, boolean holdPoses, int sheetFrames) {}
}
