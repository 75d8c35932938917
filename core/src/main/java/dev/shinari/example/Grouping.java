package dev.shinari.example;

import dev.shinari.math.Check;
import java.util.List;

/**
 * Which regions of a body share one set of weights [Koyama13, sec. 4.4]. Region r is the one around
 * vertex r; where a cage has other regions, a region belongs where most of its vertices do.
 */
public sealed interface Grouping {
  /** One set of weights for the whole body. */
  record OneForAll() implements Grouping {}

  /** One set a region: weights follow the local shape alone. */
  record EachRegion() implements Grouping {}

  /**
   * Named sets of vertices. A vertex in several belongs to the first of them; those in none form a
   * group of their own, named "rest".
   */
  record Sets(List<VertexSet> sets) implements Grouping {
    public Sets {
      sets = List.copyOf(sets);
      Check.that(!sets.isEmpty(), "groups by sets need at least one set");
    }
  }

  /** Two groups: on the side of a plane to which its normal points, and behind it. */
  record Plane(float x, float y, float z, float nx, float ny, float nz) implements Grouping {
    public Plane {
      double n = Math.sqrt((double) nx * nx + (double) ny * ny + (double) nz * nz);
      Check.that(n > 0 && n < Float.POSITIVE_INFINITY, "the normal of a plane must not be zero");
    }
  }

  /**
   * One group a handle: each vertex belongs to the handle that is nearest along the cage, from
   * region to region. Parts that no handle is connected with form a group named "rest".
   */
  record Handles(List<VertexSet> handles) implements Grouping {
    public Handles {
      handles = List.copyOf(handles);
      Check.that(!handles.isEmpty(), "groups by handles need at least one handle");
    }
  }

  /** Some vertices of a cage under a name. */
  record VertexSet(String name, int[] vertices) {
    public VertexSet {
      Check.that(name != null && !name.isBlank(), "a set of vertices needs a name");
    }
  }
}
