package dev.shinari.io.scene.spec;

import static dev.shinari.io.scene.format.Spec.maybe;

import dev.shinari.io.scene.format.ResolvedValue;
import dev.shinari.io.scene.format.Spec.Fault;
import dev.shinari.io.scene.format.Spec.Group;
import dev.shinari.io.scene.format.Spec.ListOf;
import dev.shinari.io.scene.format.Spec.Whole;
import dev.shinari.io.scene.plan.BodyPlan;

/** The key that names painted vertices of a surface, and its value as a selection. */
final class PaintedSpec {
  private static final int MOST_VERTICES = 1_000_000;

  private PaintedSpec() {}

  /** The description of a part, with `vertices` as another way to say what is in it. */
  static Group withVertices(Group set) {
    return set.with(
            maybe(
                "vertices",
                new ListOf(new Whole(0, Integer.MAX_VALUE), 1, MOST_VERTICES),
                "vertices of the seen surface, counted from 0, with all that lies under them"))
        .rule(
            f ->
                f.has("select") == f.has("vertices")
                    ? new Fault("name", "give either `select` or `vertices`")
                    : null);
  }

  static BodyPlan.Selection vertices(ResolvedValue.Fields set) {
    return new BodyPlan.Selection.Vertices(
        set.items("vertices").stream()
            .mapToInt(r -> Math.toIntExact((Long) ((ResolvedValue.Leaf) r).value()))
            .toArray());
  }
}
