package dev.shinari.io.scene;

import dev.shinari.example.Projection;
import java.util.List;

/**
 * The examples of a body as a scene describes them.
 *
 * @param border regions over which weights pass from part to part
 */
public record ExamplesPlan(
    List<PosePlan> poses,
    float beta,
    Projection projection,
    Groups groups,
    int border,
    boolean lenient,
    List<Drive> drives) {
  public ExamplesPlan {
    poses = List.copyOf(poses);
    drives = List.copyOf(drives);
  }

  /** Which parts of the body follow the examples on their own. */
  public sealed interface Groups {
    record One() implements Groups {}

    record Each() implements Groups {}

    record Sets(List<NamedSet> sets) implements Groups {
      public Sets {
        sets = List.copyOf(sets);
      }
    }

    record Plane(Vec3 point, Vec3 normal) implements Groups {}

    record Handles() implements Groups {}

    record NamedSet(String name, BodyPlan.Selection select) {}
  }

  /**
   * A weight that follows something else than the shape.
   *
   * @param kind time, speed, impact, force or distance
   * @param seconds period of a time, half-life of an impact
   * @param body the other body of a distance, or null
   * @param handle the handle of a distance, or -1
   */
  public record Drive(
      String kind,
      String pose,
      List<Float> inputs,
      List<Float> weights,
      boolean replaces,
      float seconds,
      String body,
      int handle) {
    public Drive {
      inputs = List.copyOf(inputs);
      weights = List.copyOf(weights);
    }
  }
}
