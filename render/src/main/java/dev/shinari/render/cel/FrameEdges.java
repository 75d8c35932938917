package dev.shinari.render.cel;

/**
 * The edges of a frame that are inked besides outlines: creases, and contours between a face seen
 * from outside and one seen from inside.
 */
final class FrameEdges {
  /** Of smooth rest shapes only folds sharper than this are creases: bends stay smooth. */
  private static final double FOLD_COS = StrictMath.cos(Math.toRadians(75));

  /** Length of connected creases, relative to the surface's size, below which they are dropped. */
  private static final float SPECK = 0.04f;

  /** Creases: 2 vertices, 2 faces each. */
  final TrackSurface.IntList creases = new TrackSurface.IntList();

  /** Contours: 2 vertices, 2 faces each. */
  final TrackSurface.IntList contours = new TrackSurface.IntList();

  private final FrameMesh mesh;
  private final double creaseCos;
  private final double flattenedCos;
  private int[] chain = {}; // union-find over the vertices of creases
  private float[] chainLength = {};

  FrameEdges(FrameMesh mesh, float creaseDeg) {
    this.mesh = mesh;
    creaseCos = StrictMath.cos(Math.toRadians(creaseDeg));
    flattenedCos = StrictMath.cos(Math.toRadians(0.6 * creaseDeg));
  }

  void clear() {
    creases.size = 0;
    contours.size = 0;
  }

  /** Whether the border between two faces of a surface is to be seen. */
  boolean crease(float[] n, float[] rest, int f, int g) {
    if (none(n, f) || none(n, g)) {
      return false;
    }
    if (none(rest, f) || none(rest, g)) {
      rest = n; // no angle at rest to compare with
    }
    double now = n[3 * f] * n[3 * g] + n[3 * f + 1] * n[3 * g + 1] + n[3 * f + 2] * n[3 * g + 2];
    double then =
        rest[3 * f] * rest[3 * g]
            + rest[3 * f + 1] * rest[3 * g + 1]
            + rest[3 * f + 2] * rest[3 * g + 2];
    return now < (then >= creaseCos ? Math.min(FOLD_COS, creaseCos) : flattenedCos);
  }

  private static boolean none(float[] n, int f) {
    return n[3 * f] == 0 && n[3 * f + 1] == 0 && n[3 * f + 2] == 0;
  }

  /**
   * Edges of exactly two faces with a crease or a contour between them. Where more faces meet (the
   * inner walls of a tear that has not opened) nothing is to be seen.
   */
  void find(int s) {
    int first = creases.size;
    TrackSurface surface = mesh.surfaces.get(s);
    int[] t = surface.triangles, rep = mesh.representatives[s], halves = surface.edgeHalves;
    float[] n = mesh.normals[s];
    int o = mesh.vertexOffset[s], fo = mesh.faceOffset[s];
    for (int e = 0; e + 1 < surface.edgeStart.length; e++) {
      int from = surface.edgeStart[e], to = surface.edgeStart[e + 1];
      for (int i = from; i < to; i++) {
        int other = -1, together = 1;
        for (int j = from; j < to; j++) {
          if (j != i && joined(t, rep, halves[i], halves[j])) {
            together++;
            other = j;
          }
        }
        int f = halves[i] / 3;
        if (together != 2 || other < i) {
          continue;
        }
        int g = halves[other] / 3;
        boolean contour = mesh.facing[fo + f] * mesh.facing[fo + g] < 0;
        if (!contour && !crease(n, surface.restNormals, f, g)) {
          continue;
        }
        int a = o + t[halves[i]], b = o + t[next(halves[i])];
        if (mesh.isSeen(a) && mesh.isSeen(b)) {
          TrackSurface.IntList list = contour ? contours : creases;
          list.add(a);
          list.add(b);
          list.add(fo + f);
          list.add(fo + g);
        }
      }
    }
    dropSpecks(s, first);
  }

  /**
   * Takes away creases that hang together over less than a small part of the surface: nobody would
   * draw them, and on rough meshes they look like dirt.
   */
  private void dropSpecks(int s, int first) {
    int[] c = creases.items, rep = mesh.representatives[s];
    int o = mesh.vertexOffset[s];
    if (chain.length < mesh.surfaces.get(s).vertexCount) {
      chain = new int[mesh.surfaces.get(s).vertexCount];
      chainLength = new float[chain.length];
    }
    for (int k = first; k < creases.size; k += 4) {
      for (int e = 0; e < 2; e++) {
        int v = rep[c[k + e] - o];
        chain[v] = v;
        chainLength[v] = 0;
      }
    }
    for (int k = first; k < creases.size; k += 4) {
      int a = root(rep[c[k] - o]), b = root(rep[c[k + 1] - o]);
      chain[Math.max(a, b)] = Math.min(a, b);
    }
    for (int k = first; k < creases.size; k += 4) {
      int a = c[k] - o, b = c[k + 1] - o;
      chainLength[root(rep[a])] += FrameMesh.distance(mesh.positions[s], 3 * a, 3 * b);
    }
    int kept = first;
    for (int k = first; k < creases.size; k += 4) {
      if (chainLength[root(rep[c[k] - o])] >= SPECK * mesh.surfaces.get(s).size) {
        System.arraycopy(c, k, c, kept, 4);
        kept += 4;
      }
    }
    creases.size = kept;
  }

  private int root(int v) {
    while (chain[v] != v) {
      chain[v] = chain[chain[v]];
      v = chain[v];
    }
    return v;
  }

  private static int next(int half) {
    return half % 3 == 2 ? half - 2 : half + 1;
  }

  private static boolean joined(int[] t, int[] rep, int h, int k) {
    int a = rep[t[h]], b = rep[t[next(h)]], c = rep[t[k]], d = rep[t[next(k)]];
    return (a == c && b == d) || (a == d && b == c);
  }
}
