package dev.shinari.fracture.element;

import dev.shinari.math.IntList;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The skin of a solid, cut along the elements of its cage: convex polygons, each inside of one
 * element. A corner is a point seen from one element; corners at one point become one vertex where
 * their elements are joined. Rest data of a family.
 */
final class SkinCut {
  /** What the elements cover of a triangle, as a share, for it to count as inside of them. */
  private static final double COVERED = 1 - 1e-4;

  private final ElementComplex whole;
  private final double grain; // points nearer than this are one
  private final Map<List<Long>, IntList> cornersAt = new HashMap<>();
  final List<int[]> polygons = new ArrayList<>(); // corners
  final IntList element = new IntList(); // of each corner
  final List<double[]> point = new ArrayList<>(); // of each corner: x, y, z, u, v
  private final List<IntList> together = new ArrayList<>(); // corners at one point

  private SkinCut(ElementComplex whole) {
    this.whole = whole;
    grain = 1e-6 * whole.surface.surface().bounds().diagonal();
  }

  /** Null where the cage does not cover its skin, or the skin is the cage's own boundary. */
  static SkinCut of(ElementComplex whole) {
    if (!whole.solid || whole.surface.width() == 1) {
      return null;
    }
    SkinCut cut = new SkinCut(whole);
    TriangleMesh s = whole.surface.surface();
    int[] seen = new int[whole.count];
    for (int k = 0; k < s.triangleCount(); k++) {
      if (!cut.cut(s, k, seen)) {
        return null;
      }
    }
    return cut;
  }

  /** Cuts a triangle by all elements that it goes through, from one to the next. */
  private boolean cut(TriangleMesh s, int triangle, int[] seen) {
    double[] corners = new double[15];
    IntList queue = new IntList();
    int width = whole.surface.width();
    for (int c = 0; c < 3; c++) {
      int v = s.triangles()[3 * triangle + c];
      for (int a = 0; a < 3; a++) {
        corners[5 * c + a] = s.positions()[3 * v + a];
      }
      for (int a = 0; a < 2 && s.uvs() != null; a++) {
        corners[5 * c + 3 + a] = s.uvs()[2 * v + a];
      }
      for (int k = width * v; k < width * (v + 1); k++) {
        int i = whole.surface.indices()[k];
        for (int e = whole.aroundStart[i]; e < whole.aroundStart[i + 1]; e++) {
          push(queue, whole.around[e] / whole.corners, seen, triangle);
        }
      }
    }
    double[] normal = cross(corners);
    double area = length(normal), covered = 0;
    for (int k = 0; k < queue.size(); k++) {
      int e = queue.get(k);
      double[] part = inside(e, corners, normal);
      double size = part.length < 15 ? 0 : length(cross(part));
      if (size > 1e-9 * area) {
        covered += size;
        add(e, part);
        for (int f = whole.facets * e; f < whole.facets * (e + 1); f++) {
          if (whole.near[f] >= 0) {
            push(queue, whole.near[f], seen, triangle);
          }
        }
      }
    }
    return covered >= COVERED * area;
  }

  private static void push(IntList queue, int e, int[] seen, int triangle) {
    if (seen[e] != triangle + 1) {
      seen[e] = triangle + 1;
      queue.add(e);
    }
  }

  /** The part of a polygon inside of an element; nothing where it lies in a facet of another's. */
  private double[] inside(int e, double[] polygon, double[] normal) {
    double[] part = polygon;
    for (int f = 0; f < whole.facets && part.length >= 15; f++) {
      double[] plane = plane(e, f);
      double most = 0;
      for (int k = 0; k < part.length; k += 5) {
        most = Math.max(most, Math.abs(height(plane, part, k)));
      }
      double out = plane[0] * normal[0] + plane[1] * normal[1] + plane[2] * normal[2];
      if (most < grain && out < 0 && whole.near[whole.facets * e + f] >= 0) {
        return new double[0]; // what is beyond the facet has it
      }
      part = most < grain ? part : below(part, plane);
    }
    return part;
  }

  /** Outward unit normal of a facet and its distance from the origin. */
  private double[] plane(int e, int facet) {
    int[] ring = whole.outward(e, facet);
    double[] corners = new double[5 * ring.length];
    for (int k = 0; k < ring.length; k++) {
      for (int a = 0; a < 3; a++) {
        corners[5 * k + a] = whole.at(e, ring[k], a);
      }
    }
    double[] n = cross(corners);
    double size = length(n), along = 0;
    double[] plane = new double[4];
    for (int a = 0; a < 3; a++) {
      plane[a] = size > 0 ? n[a] / size : 0;
      along += plane[a] * whole.middle(e, facet, a);
    }
    plane[3] = along;
    return plane;
  }

  private static double height(double[] plane, double[] p, int k) {
    return plane[0] * p[k] + plane[1] * p[k + 1] + plane[2] * p[k + 2] - plane[3];
  }

  private static double[] below(double[] p, double[] plane) {
    double[] out = new double[p.length + 10];
    int m = 0, n = p.length;
    for (int k = 0; k < n; k += 5) {
      int l = (k + 5) % n;
      double dk = height(plane, p, k), dl = height(plane, p, l);
      if (dk <= 0) {
        System.arraycopy(p, k, out, m, 5);
        m += 5;
      }
      if (dk <= 0 != dl <= 0) {
        double s = dk / (dk - dl);
        for (int a = 0; a < 5; a++) {
          out[m++] = p[k + a] + s * (p[l + a] - p[k + a]);
        }
      }
    }
    return Arrays.copyOf(out, m);
  }

  /** Normal of a polygon, twice as long as its area. */
  private static double[] cross(double[] p) {
    double[] n = new double[3];
    for (int k = 5; k + 5 < p.length; k += 5) {
      for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        n[a] +=
            (p[k + b] - p[b]) * (p[k + 5 + c] - p[c]) - (p[k + c] - p[c]) * (p[k + 5 + b] - p[b]);
      }
    }
    return n;
  }

  private static double length(double[] n) {
    return Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  }

  private void add(int e, double[] part) {
    IntList ring = new IntList();
    for (int k = 0; k < part.length; k += 5) {
      double[] at = Arrays.copyOfRange(part, k, k + 5);
      List<Long> key =
          List.of(
              Math.round(at[0] / grain),
              Math.round(at[1] / grain),
              Math.round(at[2] / grain),
              Math.round(at[3] * 1e5),
              Math.round(at[4] * 1e5));
      IntList here = cornersAt.get(key);
      if (here == null) {
        here = new IntList();
        cornersAt.put(key, here);
        together.add(here);
      }
      int found = -1;
      for (int j = 0; j < here.size() && found < 0; j++) {
        found = element.get(here.get(j)) == e ? here.get(j) : -1;
      }
      if (found < 0) {
        found = element.size();
        element.add(e);
        point.add(at);
        here.add(found);
      }
      if (ring.size() == 0 || ring.get(ring.size() - 1) != found && ring.get(0) != found) {
        ring.add(found);
      }
    }
    if (ring.size() >= 3) {
      polygons.add(ring.toArray());
    }
  }

  /**
   * For each corner the first one at the same point whose element it is joined to.
   *
   * @param open facets that are torn
   */
  int[] joined(boolean[] open) {
    int[] first = new int[element.size()];
    for (IntList here : together) {
      for (int j = 0; j < here.size(); j++) {
        first[here.get(j)] = here.get(j);
      }
      boolean more = true;
      while (more) { // few corners are at one point
        more = false;
        for (int j = 0; j < here.size(); j++) {
          for (int i = 0; i < j; i++) {
            int a = here.get(i), b = here.get(j), low = Math.min(first[a], first[b]);
            if (first[a] != first[b] && areJoined(element.get(a), element.get(b), open)) {
              first[a] = first[b] = low;
              more = true;
            }
          }
        }
      }
    }
    return first;
  }

  private boolean areJoined(int a, int b, boolean[] open) {
    for (int f = whole.facets * a; f < whole.facets * (a + 1); f++) {
      if (whole.near[f] == b && !open[f]) {
        return true;
      }
    }
    return false;
  }
}
