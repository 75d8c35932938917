package dev.shinari.fracture.view;

import dev.shinari.body.Body;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.fracture.FractureTopology;
import dev.shinari.fracture.view.CarriedVertices.Places;
import dev.shinari.mesh.TriangleMesh;
import java.util.List;

/**
 * What is seen of a family of pieces now: unlike {@link FractureHistory}, which gives one mesh for
 * a whole run, the mesh is rebuilt whenever elements split, tear or merge. Between two changes a
 * frame costs one weighted sum per vertex.
 */
public final class FractureView {
  private final FractureFamily family;
  private final boolean inner;
  private final FamilyVersion version = new FamilyVersion();
  private CarriedVertices carried;
  private Places[] places = {};
  private TriangleMesh mesh;
  private float[] rest = {};

  /**
   * @param inner the facets that tears have opened, instead of the skin
   */
  public FractureView(FractureFamily family, boolean inner) {
    this.family = family;
    this.inner = inner;
  }

  public FractureFamily family() {
    return family;
  }

  /** Rebuilds the mesh if elements have changed since the last call; returns whether it did. */
  public boolean update() {
    boolean changed = version.update(family);
    if (changed) {
      build(family.members());
    }
    return changed;
  }

  /** Has the next {@link #update} rebuild the mesh, whatever the versions say: after a rewind. */
  public void forget() {
    version.forget();
  }

  private void build(List<FractureBody> members) {
    FractureMesh made = family.mesh(members, inner);
    FractureTopology[] parts = new FractureTopology[members.size()];
    for (int k = 0; k < parts.length; k++) {
      parts[k] = members.get(k).topology();
    }
    carried = new CarriedVertices(made, parts);
    places = new Places[parts.length];
    int n = made.vertexCount();
    rest = new float[3 * n];
    for (int k = 0; k < 3 * n; k++) {
      rest[k] = (float) made.rest(k / 3, k % 3);
    }
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

  /** How often the element of each vertex was halved, as a share of the most. */
  public float[] levels() {
    return carried.level;
  }

  /** Number of vertices as of the last {@link #update}. */
  public int vertexCount() {
    return carried.part.length;
  }

  /** The piece that a vertex belongs to, as of the last {@link #update}. */
  public Body body(int vertex) {
    return carried.parts[carried.part[vertex]].body().body();
  }

  /** The particle of its piece that carries most of a vertex. */
  public int mainParticle(int vertex) {
    int best = carried.start[vertex];
    for (int k = best; k < carried.start[vertex + 1]; k++) {
      best = carried.weight[k] > carried.weight[best] ? k : best;
    }
    return carried.particle[best];
  }

  /** Writes where the vertices are, 3 floats each; {@link #update} must have been called. */
  public void positions(float[] out) {
    for (int k = 0; k < places.length; k++) {
      places[k] = Places.of(carried.parts[k].body().body().particles());
    }
    carried.place(places, out);
  }
}
