package dev.shinari.fracture.view;

import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import java.util.Arrays;
import java.util.List;

/** The elements of a family of pieces as lines between their corners, as they are now. */
public final class FractureWires {
  private final FractureFamily family;
  private final FamilyVersion version = new FamilyVersion();
  private int[] pairs = {};
  private int vertices;

  public FractureWires(FractureFamily family) {
    this.family = family;
  }

  /** Rebuilds the lines if elements have changed since the last call; returns whether it did. */
  public boolean update() {
    boolean changed = version.update(family);
    if (changed) {
      build(family.members());
    }
    return changed;
  }

  private void build(List<FractureBody> members) {
    pairs = new int[0];
    vertices = 0;
    for (FractureBody b : members) {
      int[] edges = b.edges();
      int n = pairs.length;
      pairs = Arrays.copyOf(pairs, n + edges.length);
      for (int k = 0; k < edges.length; k++) {
        pairs[n + k] = vertices + edges[k];
      }
      vertices += b.body().particles().count();
    }
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
    for (FractureBody b : family.members()) {
      Particles p = b.body().particles();
      for (int i = 0; i < p.count() && at < 3 * vertices; i++) {
        out[at++] = (float) p.worldX(i);
        out[at++] = (float) p.worldY(i);
        out[at++] = (float) p.worldZ(i);
      }
    }
  }
}
