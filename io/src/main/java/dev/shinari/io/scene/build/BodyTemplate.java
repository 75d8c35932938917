package dev.shinari.io.scene.build;

import dev.shinari.body.Body;
import dev.shinari.example.ExampleSettings;
import dev.shinari.fracture.FractureBody;
import dev.shinari.io.scene.pose.RestShape;
import java.util.List;
import java.util.function.Function;

/** What the bodies of one entry of a scene are built of: made once, used for each of them. */
sealed interface BodyTemplate permits CageTemplate, LatticeTemplate {
  /** A body, and how it comes apart where it can; else null. */
  record Built(Body body, FractureBody fracture) {}

  /**
   * Builds a body.
   *
   * @param examples gives its examples, or null for none, once its rest shape is known
   */
  Built build(String name, Function<RestShape, ExampleSettings> examples);

  /** What a user should know about the shape, one plain line each. */
  List<String> warnings();
}
