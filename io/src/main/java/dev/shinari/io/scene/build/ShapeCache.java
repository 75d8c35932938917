package dev.shinari.io.scene.build;

import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.ShapePlan;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Shapes that were made lately, for those who build one scene again and again with other values:
 * meshing a surface takes longer than all the rest. Rest data are read-only, so worlds share them.
 */
public final class ShapeCache {
  private static final long MOST_VERTICES = 400_000;

  private final Map<Key, ShapeBuilder.Made> made = new LinkedHashMap<>(16, 0.75f, true);
  private long vertices;

  /** All that a shape depends on. Files are taken to stay as they are. */
  private record Key(ShapePlan shape, BodyPlan.Cage cage, float scale) {}

  synchronized ShapeBuilder.Made make(BodyPlan plan) throws IOException {
    Key key = new Key(plan.shape(), plan.cage(), plan.scale());
    ShapeBuilder.Made shape = made.get(key);
    if (shape == null) {
      shape = ShapeBuilder.make(plan);
      made.put(key, shape);
      vertices += size(shape);
      Iterator<ShapeBuilder.Made> oldest = made.values().iterator();
      while (vertices > MOST_VERTICES && oldest.hasNext()) {
        vertices -= size(oldest.next());
        oldest.remove();
      }
    }
    return shape;
  }

  private static long size(ShapeBuilder.Made m) {
    return m.cage().positions().length / 3
        + (m.surface() == null ? 0 : m.surface().surface().vertexCount());
  }
}
