package dev.shinari.lattice;

import dev.shinari.lattice.adaptive.AdaptiveLattice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which vertices of a mesh lie on an edge, so that no corner of one polygon hangs on the side of
 * another. Vertices are found by place, in buckets of one finest cell; an edge asks those that it
 * goes through. The answer for an edge is the same whoever asks on its side of a tear, and from
 * whichever end.
 */
final class EdgePoints {
  /** Within this many grains a point is on an edge: rounding moved both. */
  private static final double NEAR = 2;

  private static final int[] NONE = {};

  private final LatticeMesher mesh;
  private final Map<Long, List<Place>> buckets = new HashMap<>();
  private final Map<Edge, int[]> known = new HashMap<>();

  /** Two ends, and the cell that asks: the two sides of a tear may share the ends. */
  private record Edge(int a, int b, int cell) {}

  private record Place(long u, long v, long w) {}

  EdgePoints(LatticeMesher mesh) {
    this.mesh = mesh;
    Set<Place> all = new HashSet<>();
    double hair = NEAR / LatticeMesher.GRAIN;
    for (int v = 0; v < mesh.vertexCount(); v++) {
      double x = mesh.u(v), y = mesh.v(v), z = mesh.w(v);
      Place p = new Place(grains(x), grains(y), grains(z));
      if (!all.add(p)) {
        continue;
      }
      for (long i = floor(x - hair); i <= floor(x + hair); i++) {
        for (long j = floor(y - hair); j <= floor(y + hair); j++) {
          for (long k = floor(z - hair); k <= floor(z + hair); k++) {
            buckets.computeIfAbsent(bucket(i, j, k), b -> new ArrayList<>()).add(p);
          }
        }
      }
    }
  }

  private static long grains(double x) {
    return Math.round(x * LatticeMesher.GRAIN);
  }

  private static long floor(double x) {
    return (long) Math.floor(x);
  }

  private static long bucket(long i, long j, long k) {
    return (i & 0x1fffff) << 42 | (j & 0x1fffff) << 21 | k & 0x1fffff;
  }

  /** Vertices on the edge from a to b of a polygon on a cell, in the order from a to b. */
  int[] between(AdaptiveLattice l, int cell, int a, int b) {
    Edge key = new Edge(Math.min(a, b), Math.max(a, b), cell);
    int[] found = known.get(key);
    if (found == null) {
      found = find(l, cell, Math.min(a, b), Math.max(a, b));
      known.put(key, found);
    }
    if (a < b || found.length < 2) {
      return found;
    }
    int[] back = new int[found.length];
    for (int k = 0; k < back.length; k++) {
      back[k] = found[found.length - 1 - k];
    }
    return back;
  }

  private int[] find(AdaptiveLattice l, int cell, int a, int b) {
    double[] from = {mesh.u(a), mesh.v(a), mesh.w(a)}, to = {mesh.u(b), mesh.v(b), mesh.w(b)};
    double[] way = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    double long2 = way[0] * way[0] + way[1] * way[1] + way[2] * way[2];
    if (!(long2 > 0)) {
      return NONE;
    }
    Map<Integer, Double> on = new HashMap<>();
    double at = 0;
    while (at < 1) {
      // The next plane between buckets that the edge crosses.
      double next = 1;
      for (int axis = 0; axis < 3; axis++) {
        double here = from[axis] + at * way[axis];
        double plane = way[axis] > 0 ? Math.floor(here) + 1 : Math.ceil(here) - 1;
        double t = way[axis] == 0 ? 1 : (plane - from[axis]) / way[axis];
        next = t > at + 1e-9 && t < next ? t : next;
      }
      double mid = 0.5 * (at + next);
      List<Place> places =
          buckets.get(
              bucket(
                  floor(from[0] + mid * way[0]),
                  floor(from[1] + mid * way[1]),
                  floor(from[2] + mid * way[2])));
      for (Place p : places == null ? List.<Place>of() : places) {
        double x = p.u / LatticeMesher.GRAIN - from[0];
        double y = p.v / LatticeMesher.GRAIN - from[1];
        double z = p.w / LatticeMesher.GRAIN - from[2];
        double t = (x * way[0] + y * way[1] + z * way[2]) / long2;
        double away2 = x * x + y * y + z * z - t * t * long2;
        double hair = NEAR / LatticeMesher.GRAIN;
        // In a face of cells only what is exactly in it: cells on both sides must agree.
        boolean level =
            (way[0] != 0 || x == 0) && (way[1] != 0 || y == 0) && (way[2] != 0 || z == 0);
        if (level && t > 0 && t < 1 && away2 <= hair * hair) {
          Integer id = mesh.known.get(mesh.key(l, cell, p.u, p.v, p.w));
          if (id != null && id != a && id != b) {
            on.put(id, t);
          }
        }
      }
      at = next;
    }
    return on.entrySet().stream()
        .sorted(
            Map.Entry.<Integer, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
        .mapToInt(Map.Entry::getKey)
        .toArray();
  }
}
