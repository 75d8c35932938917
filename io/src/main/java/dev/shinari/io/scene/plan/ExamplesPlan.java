package dev.shinari.io.scene.plan;

import dev.shinari.example.Projection;
import dev.shinari.io.scene.format.Vec3;
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
   * @param handle the handle of a distance, or null
   */
  public record Drive(
      String kind,
      String pose,
      List<Float> inputs,
      List<Float> weights,
      boolean replaces,
      float seconds,
      String body,
      HandleName handle) {
    public Drive {
      inputs = List.copyOf(inputs);
      weights = List.copyOf(weights);
    }
  }

  /**
   * A handle of a body, by its name or by its place in the list.
   *
   * @param name its name, or null
   * @param number counted from 0; -1 where it is called by name
   */
  public record HandleName(String name, int number) {
    /** Its place among the handles of a body, or -1 where the body has no such handle. */
    public int in(BodyPlan body) {
      for (int k = 0; k < body.handles().size(); k++) {
        if (name == null ? k == number : name.equals(body.handles().get(k).name())) {
          return k;
        }
      }
      return -1;
    }

    @Override
    public String toString() {
      return name == null ? String.valueOf(number) : name;
    }
  }
}
