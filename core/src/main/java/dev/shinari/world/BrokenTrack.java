package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Links;
import dev.shinari.body.Particles;
import dev.shinari.mesh.DisjointSets;
import dev.shinari.mesh.Embedding;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Frames of a body whose links break. Vertex order must not change within a take, so the surface is
 * cut from the start where it is broken in the end: each triangle goes with one particle, its home,
 * and a vertex has one copy for each set of homes around it that still hang together. A copy stands
 * where its carriers are; in the place of a carrier that its home has lost stands the one that the
 * home's region, turned as it is, would have. A solid shows walls where it broke, see {@link
 * BrokenInside}.
 */
final class BrokenTrack implements Take.Track {
  private static final int NEVER = Integer.MAX_VALUE;

  private final Body body;
  private final Look look;
  private final int firstFrame;
  private final List<float[]> kept = new ArrayList<>(); // x, y, z, quaternion: 7 a particle
  private final int[] brokeAt; // frame since which a link has been broken

  // Made when somebody asks, for the frames so far.
  private int madeFor = -1;
  private TriangleMesh surface;
  private int[] vertexOf; // the embedding's vertex of each copy
  private int[] homeOf;
  private BrokenInside inner;
  private TriangleMesh innerSurface;

  BrokenTrack(Body body, Look look, int firstFrame) {
    this.body = body;
    this.look = look;
    this.firstFrame = firstFrame;
    brokeAt = new int[body.links().count()];
    Arrays.fill(brokeAt, NEVER);
  }

  Body body() {
    return body;
  }

  void capture() {
    Particles p = body.particles();
    float[] frame = new float[7 * p.count()], q = new float[4];
    for (int i = 0; i < p.count(); i++) {
      frame[7 * i] = (float) p.worldX(i);
      frame[7 * i + 1] = (float) p.worldY(i);
      frame[7 * i + 2] = (float) p.worldZ(i);
      body.regionRotation(i, q);
      System.arraycopy(q, 0, frame, 7 * i + 3, 4);
    }
    Links links = body.links();
    for (int k = 0; k < brokeAt.length; k++) {
      if (brokeAt[k] == NEVER && links.isBroken(k)) {
        brokeAt[k] = kept.size();
      }
    }
    kept.add(frame);
  }

  /** When the link between two particles broke; at once where there never was one. */
  private int brokeAt(int a, int b) {
    Links links = body.links();
    int i = Math.min(a, b), j = Math.max(a, b), low = 0, high = links.count() - 1;
    while (low <= high) { // links ascend by both ends
      int mid = (low + high) >>> 1;
      int order = Integer.compare(links.first(mid), i);
      order = order == 0 ? Integer.compare(links.second(mid), j) : order;
      if (order == 0) {
        return brokeAt[mid];
      } else if (order < 0) {
        low = mid + 1;
      } else {
        high = mid - 1;
      }
    }
    return -1;
  }

  private void make() {
    if (madeFor == kept.size()) {
      return;
    }
    madeFor = kept.size();
    Embedding e = body.surface();
    int[] triangles = e.surface().triangles();
    int n = e.surface().vertexCount();
    int[] home = new int[triangles.length / 3];
    List<List<Integer>> around = new ArrayList<>();
    for (int v = 0; v < n; v++) {
      around.add(new ArrayList<>());
    }
    for (int t = 0; t < home.length; t++) {
      home[t] = home(e, triangles, 3 * t);
      for (int c = 0; c < 3; c++) {
        List<Integer> homes = around.get(triangles[3 * t + c]);
        if (!homes.contains(home[t])) {
          homes.add(home[t]);
        }
      }
    }
    List<Integer> vertices = new ArrayList<>(), homes = new ArrayList<>();
    List<int[]> copies = new ArrayList<>(); // of each vertex: home, copy, home, copy
    for (int v = 0; v < n; v++) {
      int[] set = set(e, v, around.get(v));
      DisjointSets joined = joined(set, madeFor);
      int[] found = new int[2 * around.get(v).size()];
      for (int h = 0; h < around.get(v).size(); h++) {
        int copy = -1;
        for (int g = 0; g < h && copy < 0; g++) {
          copy = joined.find(g) == joined.find(h) ? found[2 * g + 1] : -1;
        }
        if (copy < 0) {
          copy = vertices.size();
          vertices.add(v);
          homes.add(set[h]);
        }
        found[2 * h] = set[h];
        found[2 * h + 1] = copy;
      }
      if (found.length == 0) { // a vertex without a triangle
        vertices.add(v);
        homes.add(e.indices()[e.width() * v]);
      }
      copies.add(found);
    }
    int[] cut = new int[triangles.length];
    for (int k = 0; k < cut.length; k++) {
      int[] found = copies.get(triangles[k]);
      for (int h = 0; h < found.length; h += 2) {
        cut[k] = found[h] == home[k / 3] ? found[h + 1] : cut[k];
      }
    }
    vertexOf = vertices.stream().mapToInt(Integer::intValue).toArray();
    homeOf = homes.stream().mapToInt(Integer::intValue).toArray();
    float[] at = new float[3 * vertexOf.length];
    place(0, at);
    float[] uv = e.surface().uvs();
    float[] texcoords = uv == null ? null : new float[2 * vertexOf.length];
    for (int k = 0; uv != null && k < vertexOf.length; k++) {
      texcoords[2 * k] = uv[2 * vertexOf[k]];
      texcoords[2 * k + 1] = uv[2 * vertexOf[k] + 1];
    }
    surface = new TriangleMesh(at, cut, texcoords);
    inner = new BrokenInside(e.surface(), cut, vertexOf);
    float[] walls = new float[3 * inner.copyOf.length];
    inner.place(at, kept.get(0), homeOf, walls);
    innerSurface = new TriangleMesh(walls, inner.triangles);
  }

  /** Whether the body has an inside: its surface encloses a volume. */
  boolean isSolid() {
    TriangleMesh s = body.surface().surface();
    float[] p = s.positions();
    int[] t = s.triangles();
    double six = 0, size = s.bounds().diagonal();
    for (int k = 0; k < t.length; k += 3) {
      int a = 3 * t[k], b = 3 * t[k + 1], c = 3 * t[k + 2];
      six += p[a] * (p[b + 1] * (double) p[c + 2] - p[b + 2] * (double) p[c + 1]);
      six += p[a + 1] * (p[b + 2] * (double) p[c] - p[b] * (double) p[c + 2]);
      six += p[a + 2] * (p[b] * (double) p[c + 1] - p[b + 1] * (double) p[c]);
    }
    return six > 1e-5 * size * size * size;
  }

  /** What is seen where the body broke, as a track of its own. */
  Take.Track inside() {
    return new Inside();
  }

  private final class Inside implements Take.Track {
    private float[] copies = new float[0];

    @Override
    public String name() {
      return body.name() + "-inside";
    }

    @Override
    public Look look() {
      return Look.inside(look);
    }

    @Override
    public TriangleMesh surface() {
      make();
      return innerSurface;
    }

    @Override
    public int frameCount() {
      return BrokenTrack.this.frameCount();
    }

    @Override
    public void positions(int frame, float[] out) {
      make();
      int f = Math.max(0, Math.min(kept.size() - 1, frame - firstFrame));
      copies = copies.length == 3 * vertexOf.length ? copies : new float[3 * vertexOf.length];
      place(f, copies);
      inner.place(copies, kept.get(f), homeOf, out);
    }

    @Override
    public boolean isScenery() {
      return false;
    }
  }

  /** The particle that carries most of a triangle. */
  private static int home(Embedding e, int[] triangles, int t) {
    int best = -1, width = e.width();
    double most = -1;
    for (int c = 0; c < 3; c++) {
      for (int k = 0; k < width; k++) {
        int i = e.indices()[triangles[t + c] * width + k];
        double sum = 0;
        for (int d = 0; d < 3; d++) {
          for (int l = 0; l < width; l++) {
            int at = triangles[t + d] * width + l;
            sum += e.indices()[at] == i ? e.weights()[at] : 0;
          }
        }
        if (sum > most + 1e-6 || sum > most - 1e-6 && i < best) {
          most = Math.max(most, sum);
          best = i;
        }
      }
    }
    return best;
  }

  /** The homes around a vertex, then its carriers. */
  private static int[] set(Embedding e, int v, List<Integer> homes) {
    int width = e.width();
    int[] set = new int[homes.size() + width];
    for (int h = 0; h < homes.size(); h++) {
      set[h] = homes.get(h);
    }
    System.arraycopy(e.indices(), v * width, set, homes.size(), width);
    return set;
  }

  /** Which of a few particles hang together at a frame. */
  private DisjointSets joined(int[] set, int frame) {
    DisjointSets joined = new DisjointSets(set.length);
    for (int a = 0; a < set.length; a++) {
      for (int b = 0; b < a; b++) {
        if (set[a] == set[b] || brokeAt(set[a], set[b]) > frame) {
          joined.join(a, b);
        }
      }
    }
    return joined;
  }

  private void place(int frame, float[] out) {
    Embedding e = body.surface();
    float[] f = kept.get(frame);
    int width = e.width();
    for (int k = 0; k < vertexOf.length; k++) {
      int v = vertexOf[k], home = homeOf[k];
      double x = 0, y = 0, z = 0;
      for (int c = 0; c < width; c++) {
        int i = e.indices()[v * width + c];
        float w = e.weights()[v * width + c];
        if (w == 0) {
          continue;
        }
        if (hangs(home, i, e, v, frame)) {
          x += w * f[7 * i];
          y += w * f[7 * i + 1];
          z += w * f[7 * i + 2];
        } else {
          double qx = body.restX()[i] - (double) body.restX()[home];
          double qy = body.restY()[i] - (double) body.restY()[home];
          double qz = body.restZ()[i] - (double) body.restZ()[home];
          int q = 7 * home + 3;
          double s = f[q], a = f[q + 1], b = f[q + 2], d = f[q + 3];
          double tx = 2 * (b * qz - d * qy), ty = 2 * (d * qx - a * qz);
          double tz = 2 * (a * qy - b * qx);
          x += w * (f[7 * home] + qx + s * tx + b * tz - d * ty);
          y += w * (f[7 * home + 1] + qy + s * ty + d * tx - a * tz);
          z += w * (f[7 * home + 2] + qz + s * tz + a * ty - b * tx);
        }
      }
      out[3 * k] = (float) x;
      out[3 * k + 1] = (float) y;
      out[3 * k + 2] = (float) z;
    }
  }

  /** Whether a carrier still hangs on a copy's home, over the vertex's carriers. */
  private boolean hangs(int home, int carrier, Embedding e, int v, int frame) {
    if (home == carrier || brokeAt(home, carrier) > frame) {
      return true;
    }
    for (int c = 0; c < e.width(); c++) {
      int i = e.indices()[v * e.width() + c];
      if (i != carrier && (i == home || brokeAt(home, i) > frame) && brokeAt(i, carrier) > frame) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String name() {
    return body.name();
  }

  @Override
  public Look look() {
    return look;
  }

  @Override
  public TriangleMesh surface() {
    make();
    return surface;
  }

  @Override
  public int frameCount() {
    return firstFrame + kept.size();
  }

  @Override
  public void positions(int frame, float[] out) {
    make();
    place(Math.max(0, Math.min(kept.size() - 1, frame - firstFrame)), out);
  }

  @Override
  public boolean isScenery() {
    return false;
  }
}
