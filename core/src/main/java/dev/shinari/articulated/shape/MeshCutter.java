package dev.shinari.articulated.shape;

import dev.shinari.articulated.ArticulatedBody;
import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Cuts a character's closed mesh into parts by its bones, along its own edges. Region a, named by a
 * joint, is what the bones from that joint to its children carry; where region a and that of its
 * child c meet, the vertices belong to joint c. Each part is closed by a fan over each of its
 * openings, whose middle belongs to the same joint.
 *
 * <pre>
 *        a ======= c ======= d            region a | region c
 *   ( part of a    | part of c    )                ^ ring: vertices of joint c
 * </pre>
 *
 * Around a vertex the triangles of a piece hang together: where two openings of a piece touch at a
 * vertex, the narrower neighbor between them goes to the piece, so that every opening is a simple
 * loop and every part a manifold.
 *
 * <p>Vertices near the end of a bone without a region beyond it are carried by that end, so that
 * the tip of a limb swings with it.
 */
public final class MeshCutter {
  /** Pieces of fewer triangles go to the neighbor with the longest common border. */
  private static final int SMALLEST = 16;

  /** How much of a last bone's length around its end is carried by the end. */
  private static final double TIP_SHARE = 0.35;

  private final Skeleton skeleton;
  private final float[] p;
  private final int[] tri;
  private final int[] region; // of each triangle
  private final int[] piece; // of each triangle
  private final int[] neighbor; // across each half-edge: a triangle
  private final int[] jointOf; // of each vertex, or -1

  private MeshCutter(TriangleMesh mesh, Skeleton skeleton, int[] regionOfVertex) {
    this.skeleton = skeleton;
    p = mesh.positions();
    tri = mesh.triangles();
    region = new int[tri.length / 3];
    piece = new int[region.length];
    for (int t = 0; t < region.length; t++) {
      int a = regionOfVertex[tri[3 * t]], b = regionOfVertex[tri[3 * t + 1]];
      int c = regionOfVertex[tri[3 * t + 2]];
      region[t] = b == c ? b : a;
    }
    neighbor = neighbors(tri);
    jointOf = new int[mesh.vertexCount()];
  }

  /** For each vertex the joint from which its nearest bone starts. */
  public static int[] nearestBones(TriangleMesh mesh, Skeleton skeleton) {
    int[] out = new int[mesh.vertexCount()];
    float[] p = mesh.positions();
    for (int v = 0; v < out.length; v++) {
      double least = Double.POSITIVE_INFINITY;
      for (int j = 0; j < skeleton.jointCount(); j++) {
        int a = skeleton.parent(j);
        if (a >= 0) {
          double d = distance(skeleton, a, j, p[3 * v], p[3 * v + 1], p[3 * v + 2]);
          if (d < least) {
            least = d;
            out[v] = a;
          }
        }
      }
    }
    return out;
  }

  /** Squared distance of a point from the bone between two joints. */
  private static double distance(Skeleton s, int a, int j, double x, double y, double z) {
    double[] q = {x, y, z};
    double along = 0;
    for (int c = 0; c < 3; c++) {
      along += (q[c] - s.place(a, c)) * s.direction(j, c);
    }
    along = Math.max(0, Math.min(s.length(j), along));
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double d = q[c] - s.place(a, c) - along * s.direction(j, c);
      sum += d * d;
    }
    return sum;
  }

  /**
   * Cuts a mesh and adds its parts to a creature.
   *
   * @param mesh closed, in the creature's coordinates at rest
   * @param regionOfVertex the joint whose bones carry each vertex most
   * @return the number of parts
   */
  public static int addParts(
      ArticulatedBody.Builder creature,
      TriangleMesh mesh,
      int[] regionOfVertex,
      ElasticMaterial material) {
    return addParts(creature, mesh, regionOfVertex, material, Workers.SERIAL);
  }

  /**
   * As the shorter one.
   *
   * @param workers share the precomputation of the parts
   */
  public static int addParts(
      ArticulatedBody.Builder creature,
      TriangleMesh mesh,
      int[] regionOfVertex,
      ElasticMaterial material,
      Workers workers) {
    new BoundaryElements(mesh, material); // says what is wrong with the whole before it is cut
    Check.that(regionOfVertex.length == mesh.vertexCount(), "expected a region for each vertex");
    MeshCutter cutter = new MeshCutter(mesh, creature.skeleton(), regionOfVertex);
    return cutter.cut(creature, material, workers);
  }

  private int cut(ArticulatedBody.Builder creature, ElasticMaterial material, Workers workers) {
    int pieces = findPieces();
    pieces = clean(pieces);
    findRings(pieces);
    for (int k = 0; k < pieces; k++) {
      addPart(creature, k, material, workers);
    }
    return pieces;
  }

  /** Merges small pieces and parts openings that touch, until neither is left. */
  private int clean(int found) {
    int pieces = found;
    int most = 4 * region.length + 100; // triangles change hands a few times at most
    for (int round = 0; round < most; round++) {
      if (!mergeSmall(pieces) && !partOpenings(round > 50)) {
        return pieces;
      }
      pieces = findPieces();
    }
    return pieces;
  }

  /**
   * Looks for vertices around which a piece has several runs of triangles. The shortest run of
   * others between two of them goes to the piece, or, where that led nowhere, all of the piece that
   * this run belongs to.
   */
  private boolean partOpenings(boolean wholePieces) {
    boolean any = false;
    boolean[] seen = new boolean[tri.length];
    int[] fan = new int[tri.length];
    for (int h = 0; h < tri.length; h++) {
      if (seen[h]) {
        continue;
      }
      int n = 0;
      int at = h;
      do { // around the vertex that the half-edges start from
        seen[at] = true;
        fan[n++] = at / 3;
        at = acrossPrevious(at);
      } while (at >= 0 && at != h);
      any |= at >= 0 && n > 3 && partFan(fan, n, wholePieces);
    }
    return any;
  }

  /** The half-edge from the same vertex in the triangle beyond the one that leads to it, or -1. */
  private int acrossPrevious(int h) {
    int before = h % 3 == 0 ? h + 2 : h - 1;
    int t = neighbor[before];
    for (int k = 3 * t; t >= 0 && k < 3 * t + 3; k++) {
      if (tri[k] == tri[h]) {
        return k;
      }
    }
    return -1;
  }

  private boolean partFan(int[] fan, int n, boolean wholePieces) {
    int start = 0;
    while (start < n && piece[fan[start]] == piece[fan[(start + n - 1) % n]]) {
      start++;
    }
    int[] first = new int[n + 1];
    int runs = 0;
    for (int i = 0; i < n && start < n; i++) {
      if (i == 0 || piece[fan[(start + i) % n]] != piece[fan[(start + i - 1) % n]]) {
        first[runs++] = start + i;
      }
    }
    first[runs] = start + n;
    int from = -1, to = -1, taker = -1;
    for (int a = 0; a < runs; a++) {
      for (int b = a + 2; b < a + runs; b++) { // others between two runs of one piece
        int low = first[a + 1], high = first[b % runs] + (b >= runs ? n : 0);
        boolean same = piece[fan[first[a] % n]] == piece[fan[first[b % runs] % n]];
        if (same && (from < 0 || high - low < to - from)) {
          from = low;
          to = high;
          taker = fan[first[a] % n];
        }
      }
    }
    if (from < 0) {
      return false;
    }
    for (int i = from; i < to; i++) {
      int given = piece[fan[i % n]];
      give(fan[i % n], taker);
      for (int t = 0; t < region.length && wholePieces; t++) {
        if (piece[t] == given) {
          give(t, taker);
        }
      }
    }
    return true;
  }

  private void give(int triangle, int taker) {
    region[triangle] = region[taker];
    piece[triangle] = piece[taker];
  }

  private static int[] neighbors(int[] tri) {
    java.util.Map<Long, Integer> edges = new java.util.HashMap<>(); // looked up only
    for (int h = 0; h < tri.length; h++) {
      edges.put((long) tri[h] << 32 | tri[next(h)], h / 3);
    }
    int[] out = new int[tri.length];
    for (int h = 0; h < tri.length; h++) {
      Integer other = edges.get((long) tri[next(h)] << 32 | tri[h]);
      out[h] = other == null ? -1 : other;
    }
    return out;
  }

  private static int next(int h) {
    return h % 3 == 2 ? h - 2 : h + 1;
  }

  private int findPieces() {
    Arrays.fill(piece, -1);
    int count = 0;
    int[] stack = new int[piece.length];
    for (int t = 0; t < piece.length; t++) {
      if (piece[t] < 0) {
        int n = 0;
        stack[n++] = t;
        piece[t] = count;
        while (n > 0) {
          int s = stack[--n];
          for (int h = 3 * s; h < 3 * s + 3; h++) {
            int o = neighbor[h];
            if (o >= 0 && piece[o] < 0 && region[o] == region[t]) {
              piece[o] = count;
              stack[n++] = o;
            }
          }
        }
        count++;
      }
    }
    return count;
  }

  private boolean mergeSmall(int pieces) {
    int[] size = new int[pieces];
    for (int k : piece) {
      size[k]++;
    }
    for (int k = 0; k < pieces; k++) {
      if (size[k] >= SMALLEST) {
        continue;
      }
      int[] border = new int[skeleton.jointCount()];
      int best = -1;
      for (int h = 0; h < tri.length; h++) {
        int o = neighbor[h];
        if (piece[h / 3] == k && o >= 0 && piece[o] != k) {
          int r = region[o];
          border[r]++;
          best = best < 0 || border[r] > border[best] ? r : best;
        }
      }
      if (best >= 0) {
        for (int t = 0; t < piece.length; t++) {
          region[t] = piece[t] == k ? best : region[t];
        }
        return true;
      }
    }
    return false;
  }

  /** The joint of each vertex at which pieces meet, and of the tips. */
  private void findRings(int pieces) {
    List<TreeSet<Integer>> around = new ArrayList<>();
    for (int v = 0; v < jointOf.length; v++) {
      around.add(new TreeSet<>());
    }
    for (int h = 0; h < tri.length; h++) {
      around.get(tri[h]).add(region[h / 3]);
    }
    for (int v = 0; v < jointOf.length; v++) {
      jointOf[v] = -1;
      double least = Double.POSITIVE_INFINITY;
      for (int a : around.get(v)) {
        for (int b : around.get(v)) {
          // Between a joint's region and its child's stands the child; siblings have two
          // candidates.
          boolean candidate = a != b && (skeleton.parent(a) == b || skeleton.parent(b) != a);
          if (candidate && away(v, a) < least && (skeleton.parent(a) == b || !skeleton.isRoot(a))) {
            least = away(v, a);
            jointOf[v] = a;
          }
        }
      }
      if (jointOf[v] < 0 && around.get(v).size() > 1) {
        jointOf[v] = around.get(v).last();
      }
    }
    for (int k = 0; k < pieces; k++) {
      holdTips(k);
    }
  }

  private double away(int v, int j) {
    double sum = 0;
    for (int c = 0; c < 3; c++) {
      double d = p[3 * v + c] - skeleton.place(j, c);
      sum += d * d;
    }
    return Math.sqrt(sum);
  }

  private void holdTips(int k) {
    int r = -1;
    TreeSet<Integer> free = new TreeSet<>();
    boolean held = false;
    for (int h = 0; h < tri.length; h++) {
      if (piece[h / 3] == k) {
        r = region[h / 3];
        if (jointOf[tri[h]] < 0) {
          free.add(tri[h]);
        } else {
          held = true;
        }
      }
    }
    for (int i = 0; i < skeleton.childCount(r); i++) {
      int tip = skeleton.child(r, i);
      if (skeleton.childCount(tip) == 0 && !hasRegion(tip)) {
        hold(free, tip, TIP_SHARE * skeleton.length(tip));
        held = true;
      }
    }
    if (!held) { // a shell of its own: eyes, buttons
      hold(free, r, 0);
    }
  }

  private boolean hasRegion(int joint) {
    for (int r : region) {
      if (r == joint) {
        return true;
      }
    }
    return false;
  }

  private void hold(TreeSet<Integer> free, int joint, double reach) {
    double nearest = Double.POSITIVE_INFINITY;
    for (int v : free) {
      nearest = Math.min(nearest, away(v, joint));
    }
    for (int v : free) {
      if (jointOf[v] < 0 && away(v, joint) <= Math.max(reach, 1.3 * nearest)) {
        jointOf[v] = joint;
      }
    }
  }

  private void addPart(
      ArticulatedBody.Builder creature, int k, ElasticMaterial material, Workers workers) {
    int[] local = new int[jointOf.length];
    Arrays.fill(local, -1);
    List<Integer> vertices = new ArrayList<>();
    List<Integer> triangles = new ArrayList<>();
    boolean[] open = new boolean[tri.length]; // half-edges along openings
    int r = 0;
    for (int h = 0; h < tri.length; h++) {
      if (piece[h / 3] == k) {
        r = region[h / 3];
        int v = tri[h];
        if (local[v] < 0) {
          local[v] = vertices.size();
          vertices.add(v);
        }
        triangles.add(local[v]);
        if (neighbor[h] >= 0 && piece[neighbor[h]] != k) {
          open[h] = true;
        }
      }
    }
    List<double[]> places = new ArrayList<>();
    List<Integer> joints = new ArrayList<>();
    for (int v : vertices) {
      places.add(new double[] {p[3 * v], p[3 * v + 1], p[3 * v + 2]});
      joints.add(jointOf[v]);
    }
    int skin = triangles.size() / 3;
    for (int h = 0; h < open.length; h++) {
      if (open[h]) {
        close(h, open, local, places, joints, triangles);
      }
    }
    float[] positions = new float[3 * places.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = (float) places.get(i / 3)[i % 3];
    }
    int[] used = joints.stream().filter(j -> j >= 0).distinct().sorted().mapToInt(j -> j).toArray();
    int[] jointOfVertex =
        joints.stream().mapToInt(j -> j < 0 ? -1 : Arrays.binarySearch(used, j)).toArray();
    double[] at = new double[3 * used.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = skeleton.place(used[i / 3], i % 3);
    }
    int[] bones = new int[Math.max(1, skeleton.childCount(r))];
    for (int i = 0; i < bones.length; i++) {
      bones[i] = skeleton.childCount(r) == 0 ? r : skeleton.child(r, i);
    }
    TriangleMesh mesh =
        new TriangleMesh(positions, triangles.stream().mapToInt(Integer::intValue).toArray());
    try {
      JointedOperator shape =
          new JointedOperator(new BoundaryElements(mesh, material), jointOfVertex, at, workers);
      creature.part(shape, new double[] {0, 0, 0, 1}, used, bones, triangles.size() / 3 - skin);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the part of joint " + skeleton.name(r) + " cannot be used: " + e.getMessage(), e);
    }
  }

  /** A fan over one opening, which is used up. It runs against the border of its triangles. */
  private void close(
      int start,
      boolean[] open,
      int[] local,
      List<double[]> places,
      List<Integer> joints,
      List<Integer> triangles) {
    List<Integer> loop = new ArrayList<>();
    for (int h = start; open[h]; ) {
      open[h] = false;
      loop.add(tri[next(h)]);
      int at = h; // on through the piece around the vertex that h starts from
      int before = at % 3 == 0 ? at + 2 : at - 1;
      while (!open[before] && neighbor[before] >= 0 && before != start) {
        at = acrossPrevious(at);
        before = at % 3 == 0 ? at + 2 : at - 1;
      }
      h = before;
    }
    double[] middle = new double[3];
    int[] votes = new int[skeleton.jointCount()];
    int best = jointOf[loop.get(0)];
    for (int v : loop) {
      for (int c = 0; c < 3; c++) {
        middle[c] += p[3 * v + c] / loop.size();
      }
      if (jointOf[v] >= 0 && ++votes[jointOf[v]] > votes[best]) {
        best = jointOf[v];
      }
    }
    int center = places.size();
    places.add(middle);
    joints.add(best);
    for (int i = 0; i < loop.size(); i++) {
      triangles.add(local[loop.get(i)]);
      triangles.add(local[loop.get((i + 1) % loop.size())]);
      triangles.add(center);
    }
  }
}
