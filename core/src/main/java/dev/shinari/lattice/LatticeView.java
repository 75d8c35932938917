package dev.shinari.lattice;

import dev.shinari.body.Particles;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.List;

/**
 * What is seen of a family of pieces now: unlike {@link LatticeHistory}, which gives one mesh for a
 * whole run, the mesh is made anew whenever cells split, tear or merge. Between two changes a frame
 * costs one weighted sum a vertex.
 */
public final class LatticeView {
  private final LatticeFamily family;
  private final boolean inner;
  private final List<AdaptiveLattice> lattices = new ArrayList<>();
  private int[] versions = {};
  private TriangleMesh mesh;

  // Vertex v is the sum of weight[k] times particle[k], k from start[v] to start[v + 1], of body
  // owner[v].
  private int[] start = {0};
  private int[] particle = {};
  private float[] weight = {};
  private AdaptiveLattice[] owner = {};
  private float[] rest = {};
  private float[] level = {};

  /**
   * @param inner the faces that tears have opened, instead of the skin
   */
  public LatticeView(LatticeFamily family, boolean inner) {
    this.family = family;
    this.inner = inner;
  }

  public LatticeFamily family() {
    return family;
  }

  /** Makes the mesh anew if cells have changed since the last call, or were never looked at. */
  public boolean update() {
    List<LatticeBody> members = family.members();
    boolean same = mesh != null && members.size() == lattices.size();
    for (int k = 0; k < members.size() && same; k++) {
      AdaptiveLattice l = members.get(k).lattice();
      same = lattices.get(k) == l && versions[k] == l.version();
    }
    if (!same) {
      build(members);
    }
    return !same;
  }

  /**
   * Looks anew at the next {@link #update}, whatever the versions say: after going back in time.
   */
  public void forget() {
    mesh = null;
  }

  private void build(List<LatticeBody> members) {
    lattices.clear();
    versions = new int[members.size()];
    for (int k = 0; k < versions.length; k++) {
      lattices.add(members.get(k).lattice());
      versions[k] = members.get(k).lattice().version();
    }
    LatticeMesher made = LatticeMesher.of(family, lattices, inner);
    int n = made.vertexCount(), slots = made.slots;
    owner = new AdaptiveLattice[n];
    int[] cell = new int[n];
    made.owners(owner, cell);
    start = new int[n + 1];
    int[] found = new int[8 * n];
    float[] share = new float[8 * n];
    double[] w = new double[slots];
    rest = new float[3 * n];
    level = new float[n];
    int at = 0;
    for (int v = 0; v < n; v++) {
      Cells cells = owner[v].cells;
      int c = cell[v];
      rest[3 * v] = (float) family.frame.restX(made.u(v), made.v(v));
      rest[3 * v + 1] = (float) family.frame.restY(made.u(v), made.v(v));
      rest[3 * v + 2] = (float) family.frame.restZ(made.w(v));
      level[v] = cells.levels == 0 ? 0 : cells.level[c] / (float) cells.levels;
      double scale = 2.0 / cells.size(c);
      SlotWeights.at(
          made.dim,
          cells.slot,
          slots * c,
          scale * (made.u(v) - cells.x[c]),
          scale * (made.v(v) - cells.y[c]),
          made.dim == 2 ? 0 : scale * (made.w(v) - cells.z[c]),
          w);
      for (int s = 0; s < slots; s++) {
        if (w[s] != 0) {
          if (at == found.length) {
            found = java.util.Arrays.copyOf(found, 2 * at + 8);
            share = java.util.Arrays.copyOf(share, 2 * at + 8);
          }
          found[at] = cells.slot[slots * c + s];
          share[at++] = (float) w[s];
        }
      }
      start[v + 1] = at;
    }
    particle = found;
    weight = share;
    float[] out = new float[3 * n];
    positions(out);
    mesh = made.mesh(out);
  }

  /** Triangles and texture coordinates as of the last {@link #update}. */
  public TriangleMesh mesh() {
    return mesh;
  }

  /** Rest positions of the vertices, 3 floats each. */
  public float[] rest() {
    return rest;
  }

  /** How often the cell of each vertex was halved, as a share of the most. */
  public float[] levels() {
    return level;
  }

  /** Number of vertices as of the last {@link #update}. */
  public int vertexCount() {
    return start.length - 1;
  }

  /** The piece that a vertex belongs to, as of the last {@link #update}. */
  public AdaptiveLattice lattice(int vertex) {
    return owner[vertex];
  }

  /** The particle of its piece that carries most of a vertex. */
  public int mainParticle(int vertex) {
    int best = start[vertex];
    for (int k = best; k < start[vertex + 1]; k++) {
      best = weight[k] > weight[best] ? k : best;
    }
    return particle[best];
  }

  /** Writes where the vertices are, 3 floats each; {@link #update} must have been called. */
  public void positions(float[] out) {
    for (int v = 0; v < start.length - 1; v++) {
      Particles p = owner[v].body().particles();
      float[] px = p.x(), py = p.y(), pz = p.z();
      float x = 0, y = 0, z = 0;
      for (int k = start[v]; k < start[v + 1]; k++) {
        int i = particle[k];
        x += weight[k] * px[i];
        y += weight[k] * py[i];
        z += weight[k] * pz[i];
      }
      out[3 * v] = (float) (p.originX() + x);
      out[3 * v + 1] = (float) (p.originY() + y);
      out[3 * v + 2] = (float) (p.originZ() + z);
    }
  }
}
