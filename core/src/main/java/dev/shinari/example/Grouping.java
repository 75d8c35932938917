package dev.shinari.example;

import dev.shinari.math.Check;
import java.util.HashSet;
import java.util.List;

/**
 * Which regions of a body share one set of weights [Koyama13, sec. 4.4]. Region r is the one around
 * vertex r; where a cage has other regions, a region belongs where most of its vertices do.
 */
public sealed interface Grouping {
  /** Name of the group of all vertices that are in no other. */
  String REST = "rest";

  /** One set of weights for the whole body. */
  record OneForAll() implements Grouping {}

  /** One set per region: weights follow the local shape alone. */
  record EachRegion() implements Grouping {}

  /**
   * Named sets of vertices. A vertex in several belongs to the first of them; those in none form a
   * group of their own, named "rest".
   */
  record Sets(List<VertexSet> sets) implements Grouping {
    public Sets {
      sets = List.copyOf(sets);
      Check.that(!sets.isEmpty(), "groups by sets need at least one set");
      refuseEqualNames(sets);
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
   * One group per handle: each vertex belongs to the handle that is nearest along the cage, from
   * region to region. Parts that no handle is connected with form a group named "rest".
   */
  record Handles(List<VertexSet> handles) implements Grouping {
    public Handles {
      handles = List.copyOf(handles);
      Check.that(!handles.isEmpty(), "groups by handles need at least one handle");
      refuseEqualNames(handles);
    }
  }

  /**
   * Groups as another body had them: those of a piece that has come off it. All groups of the whole
   * are there, under their names and in their order; one that holds no vertex of the piece is idle.
   *
   * @param names of the groups
   * @param groups group of each vertex
   * @param shares how much of each group's weights a vertex takes: one number per vertex and group,
   *     all of a vertex together 1
   */
  record Assigned(List<String> names, int[] groups, float[] shares) implements Grouping {
    public Assigned {
      names = List.copyOf(names);
      Check.that(
          new HashSet<>(names).size() == names.size(), "two groups have the same name: " + names);
      Check.that(
          shares.length == groups.length * names.size(),
          "assigned groups need one share per vertex and group");
      for (int g : groups) {
        Check.inRange("group of a vertex", g, 0, names.size() - 1);
      }
    }
  }

  private static void refuseEqualNames(List<VertexSet> sets) {
    HashSet<String> names = new HashSet<>();
    for (VertexSet s : sets) {
      Check.that(
          names.add(s.name()), "two groups are named " + s.name() + "; give each its own name");
    }
  }

  /** Some vertices of a cage under a name. */
  record VertexSet(String name, int[] vertices) {
    public VertexSet {
      Check.that(name != null && !name.isBlank(), "a set of vertices needs a name");
    }
  }
}
