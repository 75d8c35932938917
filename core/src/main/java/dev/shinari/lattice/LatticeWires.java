package dev.shinari.lattice;

import dev.shinari.body.Particles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The cells of a family of pieces as lines between their corners, as they are now. */
public final class LatticeWires {
  private final LatticeFamily family;
  private final List<AdaptiveLattice> lattices = new ArrayList<>();
  private int[] versions = {};
  private int[] pairs = {};
  private int vertices;

  public LatticeWires(LatticeFamily family) {
    this.family = family;
  }

  /** Looks at the cells anew if they have changed since the last call. */
  public boolean update() {
    List<LatticeBody> members = family.members();
    boolean same = members.size() == lattices.size();
    for (int k = 0; k < members.size() && same; k++) {
      AdaptiveLattice l = members.get(k).lattice();
      same = lattices.get(k) == l && versions[k] == l.version();
    }
    if (!same) {
      build(members);
    }
    return !same;
  }

  private void build(List<LatticeBody> members) {
    lattices.clear();
    versions = new int[members.size()];
    int[] found = new int[1024];
    int n = 0;
    vertices = 0;
    for (int k = 0; k < versions.length; k++) {
      AdaptiveLattice l = members.get(k).lattice();
      lattices.add(l);
      versions[k] = l.version();
      Cells cells = l.cells;
      for (int c = 0; c < cells.end; c++) {
        for (int a = 0; a < cells.corners && cells.state[c] == Cells.LEAF; a++) {
          for (int axis = 0; axis < cells.dim; axis++) {
            if ((a >> axis & 1) == 0) {
              if (n + 2 > found.length) {
                found = Arrays.copyOf(found, 2 * n);
              }
              found[n++] = vertices + corner(cells, c, a);
              found[n++] = vertices + corner(cells, c, a | 1 << axis);
            }
          }
        }
      }
      vertices += l.particleCount();
    }
    pairs = Arrays.copyOf(found, n);
  }

  private static int corner(Cells cells, int c, int k) {
    return cells.slot[cells.slots * c + Cells.cornerSlot(k)];
  }

  /** Ends of the lines, two vertices each. */
  public int[] pairs() {
    return pairs;
  }

  /** Number of vertices: the particles of all pieces. */
  public int vertexCount() {
    return vertices;
  }

  /** Writes where the vertices are, 3 floats each; {@link #update} must have been called. */
  public void positions(float[] out) {
    int at = 0;
    for (AdaptiveLattice l : lattices) {
      Particles p = l.body().particles();
      for (int i = 0; i < p.count() && at < 3 * vertices; i++) {
        out[at++] = (float) p.worldX(i);
        out[at++] = (float) p.worldY(i);
        out[at++] = (float) p.worldZ(i);
      }
    }
  }
}
