package dev.shinari.fracture.element;

import dev.shinari.fracture.ElementIndex;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.mesh.DisjointSets;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is seen of a body that comes apart between the elements of its cage. The skin of a solid is
 * cut along the elements once something has torn ({@link SkinCut}). Where that cannot be (sheets, a
 * cage that does not cover its skin) each triangle goes with one element, its home; a vertex has
 * one copy for each set of homes around it that are still joined, and stands where the element that
 * holds it says; where that one has been torn off its home, the home's own corners say it, as if
 * they went on evenly. The inside are the facets that tears have opened.
 */
final class ElementMesh implements FractureMesh {
  /** The home of every triangle of the skin, found once for a family. */
  static final class Homes {
    final ElementComplex whole;
    final int[] of;
    final int[][] around; // homes of each vertex of the skin, each once
    final int[][] carriers; // of each vertex: those that weigh something
    private SkinCut cut; // once something has torn; null where the skin cannot be cut
    private boolean cutKnown;

    SkinCut cut() {
      if (!cutKnown) {
        cutKnown = true;
        cut = SkinCut.of(whole);
      }
      return cut;
    }

    Homes(ElementComplex whole) {
      this.whole = whole;
      Embedding e = whole.surface;
      int[] t = e.surface().triangles();
      carriers = new int[e.surface().vertexCount()][];
      for (int v = 0; v < carriers.length; v++) {
        int from = e.width() * v, n = 0;
        int[] found = new int[e.width()];
        for (int k = from; k < from + e.width(); k++) {
          if (e.weights()[k] != 0) {
            found[n++] = e.indices()[k];
          }
        }
        carriers[v] = Arrays.copyOf(found, n);
      }
      of = new int[t.length / 3];
      Arrays.setAll(of, k -> best(t[3 * k], t[3 * k + 1], t[3 * k + 2]));
      around = new int[carriers.length][];
      Arrays.fill(around, new int[0]);
      for (int k = 0; k < t.length; k++) {
        int[] list = around[t[k]];
        if (!Elements.contains(list, list.length, of[k / 3])) {
          around[t[k]] = Arrays.copyOf(list, list.length + 1);
          around[t[k]][list.length] = of[k / 3];
        }
      }
    }

    /** The element that carries most of a triangle; of equal ones the first. */
    private int best(int... vertices) {
      int best = -1;
      double most = 0;
      for (int v : vertices) {
        for (int i : carriers[v]) {
          for (int k = whole.aroundStart[i]; k < whole.aroundStart[i + 1]; k++) {
            int e = whole.around[k] / whole.corners;
            double sum = 0;
            for (int u : vertices) {
              sum += share(u, e);
            }
            if (sum > most + 1e-6 || sum > most - 1e-6 && e < best) {
              most = sum;
              best = e;
            }
          }
        }
      }
      return best;
    }

    /** How much of a vertex an element carries. */
    private double share(int v, int e) {
      Embedding s = whole.surface;
      double sum = 0;
      for (int k = s.width() * v; k < s.width() * (v + 1); k++) {
        sum += s.weights()[k] != 0 && whole.cornerAt(e, s.indices()[k]) >= 0 ? s.weights()[k] : 0;
      }
      return sum;
    }

    /** Whether an element has all carriers of a vertex as corners. */
    private boolean holds(int e, int v) {
      for (int i : carriers[v]) {
        if (whole.cornerAt(e, i) < 0) {
          return false;
        }
      }
      return true;
    }
  }

  private final Homes homes;
  private final ElementComplex whole;
  private final boolean[] open; // facets of the whole that are torn

  // Vertices.
  private final IntList host = new IntList(); // the element that carries it
  private final List<int[]> path = new ArrayList<>(); // from its home to its host, or null
  private final FloatList rest = new FloatList();
  private final List<double[]> weights = new ArrayList<>(); // of the host's corners
  private final FloatList uvs = new FloatList(); // 2 per vertex of the skin
  private final IntList triangles = new IntList();

  ElementMesh(Homes homes, List<FractureBody> bodies, boolean inner) {
    this.homes = homes;
    whole = homes.whole;
    open = new boolean[whole.near.length];
    boolean any = false;
    for (FractureBody b : bodies) {
      Elements parts = ((ElementBody) b).parts();
      for (int k = 0; k < parts.near.length; k++) {
        int e = k / whole.facets, f = k % whole.facets;
        if (parts.isElement(e) && parts.isOpened(e, f)) {
          open[whole.facets * parts.ids[e] + f] = true;
          any = true;
        }
      }
    }
    if (!inner && any && homes.cut() != null) {
      cutSkin(homes.cut());
    } else if (!inner) {
      skin(any);
    } else if (any) {
      inside(bodies);
    }
  }

  // ------------------------------------------------------------------ the skin

  private void cutSkin(SkinCut cut) {
    int[] first = cut.joined(open), vertexOf = new int[first.length];
    for (int c = 0; c < first.length; c++) {
      double[] at = cut.point.get(c);
      if (first[c] == c) {
        vertexOf[c] = host.size();
        vertex(cut.element.get(c), evenWeights(cut.element.get(c), at), at);
        uvs.add((float) at[3]);
        uvs.add((float) at[4]);
      } else {
        vertexOf[c] = vertexOf[first[c]];
      }
    }
    for (int[] ring : cut.polygons) {
      for (int k = 2; k < ring.length; k++) {
        int a = vertexOf[ring[0]], b = vertexOf[ring[k - 1]], c = vertexOf[ring[k]];
        if (a != b && b != c && a != c) {
          triangles.add(a, b, c);
        }
      }
    }
  }

  private void skin(boolean torn) {
    int n = homes.around.length;
    int[][] copies = new int[n][]; // of each vertex, in the order of its homes
    for (int v = 0; v < n; v++) {
      int[] around = homes.around[v];
      copies[v] = new int[around.length];
      int[] set = torn ? neighborhood(v) : around;
      if (around.length == 0 || !isTorn(set)) {
        add(v, around.length == 0 ? homes.best(v) : around[0], set, null);
        Arrays.fill(copies[v], host.size() - 1);
        continue;
      }
      DisjointSets joined = joined(set);
      for (int h = 0; h < around.length; h++) {
        copies[v][h] = -1;
        for (int g = 0; g < h && copies[v][h] < 0; g++) {
          copies[v][h] = joined.find(g) == joined.find(h) ? copies[v][g] : -1;
        }
        if (copies[v][h] < 0) {
          copies[v][h] = host.size();
          add(v, around[h], set, joined);
        }
      }
    }
    int[] t = whole.surface.surface().triangles();
    for (int k = 0; k < t.length; k++) {
      int[] around = homes.around[t[k]];
      int h = 0;
      while (around[h] != homes.of[k / 3]) {
        h++;
      }
      triangles.add(copies[t[k]][h]);
    }
  }

  /** The homes of a vertex, then the other elements that have one of its carriers as a corner. */
  private int[] neighborhood(int v) {
    IntList set = new IntList();
    for (int h : homes.around[v]) {
      set.add(h);
    }
    for (int i : homes.carriers[v]) {
      for (int k = whole.aroundStart[i]; k < whole.aroundStart[i + 1]; k++) {
        int e = whole.around[k] / whole.corners;
        boolean known = false;
        for (int j = 0; j < set.size() && !known; j++) {
          known = set.get(j) == e;
        }
        if (!known) {
          set.add(e);
        }
      }
    }
    return set.toArray();
  }

  private boolean isTorn(int[] set) {
    for (int e : set) {
      for (int f = whole.facets * e; f < whole.facets * (e + 1); f++) {
        if (open[f]) {
          return true;
        }
      }
    }
    return false;
  }

  private DisjointSets joined(int[] set) {
    DisjointSets joined = new DisjointSets(set.length);
    for (int a = 0; a < set.length; a++) {
      for (int b = 0; b < a; b++) {
        for (int f = whole.facets * set[a]; f < whole.facets * (set[a] + 1); f++) {
          if (whole.near[f] == set[b] && !open[f]) {
            joined.join(a, b);
          }
        }
      }
    }
    return joined;
  }

  /** A copy of a vertex of the skin, seen from one of its homes. */
  private void add(int v, int home, int[] set, DisjointSets joined) {
    int at = 0;
    while (at < set.length && set[at] != home) {
      at++;
    }
    int holder = homes.holds(home, v) ? home : -1, far = -1;
    for (int k = 0; k < set.length && holder < 0; k++) {
      if (homes.holds(set[k], v)) {
        far = far < 0 ? set[k] : far;
        holder = joined == null || joined.find(k) == joined.find(at) ? set[k] : -1;
      }
    }
    float[] p = whole.surface.surface().positions();
    int[] way = holder < 0 && far >= 0 ? way(home, far, set) : null;
    boolean carried = holder >= 0 || way != null;
    int by = holder >= 0 ? holder : way != null ? far : home;
    double[] w = new double[whole.corners];
    Embedding s = whole.surface;
    for (int k = s.width() * v; k < s.width() * (v + 1) && carried; k++) {
      if (s.weights()[k] != 0) {
        w[whole.cornerAt(by, s.indices()[k])] += s.weights()[k];
      }
    }
    double[] place = {p[3 * v], p[3 * v + 1], p[3 * v + 2]};
    vertex(by, carried ? w : evenWeights(by, place), place);
    float[] uv = s.surface().uvs();
    uvs.add(uv == null ? 0 : uv[2 * v]);
    uvs.add(uv == null ? 0 : uv[2 * v + 1]);
    path.set(path.size() - 1, way);
  }

  /** Elements of a set from one to another, each joined to the next when all was whole, or null. */
  private int[] way(int from, int to, int[] set) {
    Map<Integer, Integer> before = new HashMap<>();
    IntList queue = new IntList();
    queue.add(from);
    before.put(from, from);
    for (int k = 0; k < queue.size() && !before.containsKey(to); k++) {
      int e = queue.get(k);
      for (int f = whole.facets * e; f < whole.facets * (e + 1); f++) {
        int b = whole.near[f];
        if (b >= 0 && !before.containsKey(b) && Elements.contains(set, set.length, b)) {
          before.put(b, e);
          queue.add(b);
        }
      }
    }
    if (!before.containsKey(to)) {
      return null;
    }
    IntList way = new IntList();
    for (int e = to; e != from; e = before.get(e)) {
      way.add(e);
    }
    int[] found = new int[way.size() + 1];
    found[0] = from;
    for (int k = 1; k < found.length; k++) {
      found[k] = way.get(way.size() - k);
    }
    return found;
  }

  // ------------------------------------------------------------------ the inside

  private void inside(List<FractureBody> bodies) {
    FacetClip clip = whole.surface.width() == 1 ? null : new FacetClip(whole.surface.surface());
    Map<String, Integer> known = new HashMap<>();
    for (int b = 0; b < bodies.size(); b++) {
      Elements parts = ((ElementBody) bodies.get(b)).parts();
      for (int k = 0; k < parts.near.length; k++) {
        int e = k / whole.facets, f = k % whole.facets;
        if (!parts.isElement(e) || !parts.isOpened(e, f)) {
          continue;
        }
        int id = parts.ids[e];
        int[] ring = whole.outward(id, f);
        double[] corners = new double[3 * ring.length];
        for (int c = 0; c < corners.length; c++) {
          corners[c] = whole.at(id, ring[c / 3], c % 3);
        }
        for (double[] polygon : clip == null ? List.of(corners) : clip.clip(corners)) {
          int[] at = new int[polygon.length / 3];
          for (int c = 0; c < at.length; c++) {
            double[] place = Arrays.copyOfRange(polygon, 3 * c, 3 * c + 3);
            // A corner is one vertex for all elements that share its particle.
            String key =
                clip == null
                    ? b + "/" + parts.part[whole.corners * e + ring[c]]
                    : id + "/" + f + "/" + Arrays.toString(place);
            Integer have = known.putIfAbsent(key, host.size());
            at[c] = have == null ? host.size() : have;
            if (have == null) {
              vertex(id, clip == null ? corner(ring[c]) : evenWeights(id, place), place);
            }
          }
          for (int c = 2; c < at.length; c++) {
            triangles.add(at[0], at[c - 1], at[c]);
          }
        }
      }
    }
  }

  private double[] corner(int c) {
    double[] w = new double[whole.corners];
    w[c] = 1;
    return w;
  }

  private void vertex(int by, double[] w, double[] place) {
    host.add(by);
    path.add(null);
    weights.add(w);
    rest.add(place[0], place[1], place[2]);
  }

  /**
   * Weights of an element's corners with which they give a place at rest: trilinear in a cell of a
   * lattice; otherwise w = 1/n + (x - m)^T M^-1 (x_c - m), m the corners' mean and M the sum of
   * (x_c - m)(x_c - m)^T, which of all weights that give the place (or what is next to it in a flat
   * element's plane) are the most even.
   */
  private double[] evenWeights(int e, double[] place) {
    double[] w = new double[whole.corners];
    if (whole.box) {
      int last = whole.corners - 1;
      for (int c = 0; c < w.length; c++) {
        w[c] = 1;
        for (int a = 0; a < (whole.corners == 8 ? 3 : 2); a++) {
          double low = whole.at(e, 0, a), high = whole.at(e, last, a);
          double s = (place[a] - low) / (high - low);
          w[c] *= (c >> a & 1) == 1 ? s : 1 - s;
        }
      }
      return w;
    }
    double[] mean = {whole.middle(e, 0), whole.middle(e, 1), whole.middle(e, 2)};
    double[] m = new double[6]; // xx, xy, xz, yy, yz, zz
    for (int c = 0; c < w.length; c++) {
      double x = whole.at(e, c, 0) - mean[0], y = whole.at(e, c, 1) - mean[1];
      double z = whole.at(e, c, 2) - mean[2];
      m[0] += x * x;
      m[1] += x * y;
      m[2] += x * z;
      m[3] += y * y;
      m[4] += y * z;
      m[5] += z * z;
    }
    double ridge = 1e-9 * (m[0] + m[3] + m[5]);
    m[0] += ridge;
    m[3] += ridge;
    m[5] += ridge;
    double a = m[3] * m[5] - m[4] * m[4], b = m[2] * m[4] - m[1] * m[5];
    double c = m[1] * m[4] - m[2] * m[3], det = m[0] * a + m[1] * b + m[2] * c;
    double x = place[0] - mean[0], y = place[1] - mean[1], z = place[2] - mean[2];
    double u = (a * x + b * y + c * z) / det;
    double d = m[0] * m[5] - m[2] * m[2], f = m[1] * m[2] - m[0] * m[4];
    double v = (b * x + d * y + f * z) / det;
    double t = (c * x + f * y + (m[0] * m[3] - m[1] * m[1]) * z) / det;
    for (int k = 0; k < w.length; k++) {
      w[k] =
          1.0 / w.length
              + (det > 0
                  ? u * (whole.at(e, k, 0) - mean[0])
                      + v * (whole.at(e, k, 1) - mean[1])
                      + t * (whole.at(e, k, 2) - mean[2])
                  : 0);
    }
    return w;
  }

  // ------------------------------------------------------------------ as a mesh

  @Override
  public int vertexCount() {
    return host.size();
  }

  @Override
  public int slots() {
    return whole.corners;
  }

  @Override
  public int carrier(int v, ElementIndex elements) {
    int[] way = path.get(v);
    for (int k = 1; way != null && k < way.length; k++) {
      if (!isWhole(way[k - 1], way[k], elements)) {
        return elements.find(way[0]);
      }
    }
    return elements.find(host.get(v));
  }

  /** Whether two elements that had a facet in common still share all particles of it. */
  private boolean isWhole(int a, int b, ElementIndex elements) {
    int ea = elements.find(a), eb = elements.find(b);
    if (ea < 0 || eb < 0 || elements.part(ea) != elements.part(eb)) {
      return false;
    }
    for (int c = 0; c < whole.corners; c++) {
      int other = whole.cornerAt(b, whole.corner[whole.corners * a + c]);
      if (other >= 0
          && elements.slots(ea)[elements.firstSlot(ea) + c]
              != elements.slots(eb)[elements.firstSlot(eb) + other]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void weights(int v, ElementIndex elements, int carrier, double[] out) {
    int by = (int) elements.key(carrier);
    double[] w =
        by == host.get(v)
            ? weights.get(v)
            : evenWeights(by, new double[] {rest(v, 0), rest(v, 1), rest(v, 2)});
    System.arraycopy(w, 0, out, 0, w.length);
  }

  @Override
  public double rest(int v, int axis) {
    return rest.get(3 * v + axis);
  }

  @Override
  public float level(long key) {
    return 0;
  }

  @Override
  public TriangleMesh mesh(float[] positions) {
    boolean textured = whole.surface.surface().uvs() != null && uvs.size() > 0;
    return new TriangleMesh(positions, triangles.toArray(), textured ? uvs.toArray() : null);
  }
}
