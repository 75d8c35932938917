package dev.shinari.fracture.view;

import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.FractureFamily;
import dev.shinari.fracture.FractureMesh;
import dev.shinari.fracture.FractureTopology;
import dev.shinari.fracture.view.CarriedVertices.Places;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The frames of a family of pieces, as one mesh of constant topology: its triangles are those of
 * the final, torn state; in earlier frames its vertices ride on the elements that were there then,
 * so that what tears later moves as one before it parts.
 */
public final class FractureHistory {
  private final FractureFamily family;
  private final List<Frame> frames = new ArrayList<>();
  private final Map<FractureBody, Ghost> ghosts = new LinkedHashMap<>(); // dust that went
  private final Built[] built = new Built[2]; // the skin, the inside

  private record Frame(FractureTopology[] topologies, Places[] places) {}

  private record Ghost(FractureTopology topology, Places places) {}

  /** A mesh of the final state and where its vertices were. */
  private static final class Built {
    final FractureMesh mesh;
    final float[][] positions;
    CarriedVertices carried; // of the frame that was looked at last

    Built(FractureMesh mesh, int frameCount) {
      this.mesh = mesh;
      positions = new float[frameCount][];
    }
  }

  public FractureHistory(FractureFamily family) {
    this.family = family;
    family.keepVanished();
  }

  public FractureFamily family() {
    return family;
  }

  public int frameCount() {
    return frames.size();
  }

  /** Takes the next frame. */
  public void capture() {
    FractureTopology[] before =
        frames.isEmpty() ? new FractureTopology[0] : frames.get(frames.size() - 1).topologies;
    List<FractureTopology> topologies = new ArrayList<>();
    List<Places> places = new ArrayList<>();
    for (FractureBody b : family.members()) {
      FractureTopology t = null;
      for (FractureTopology old : before) {
        t = old.body() == b && old.version() == b.version() ? old : t;
      }
      topologies.add(t == null ? b.topology() : t);
      places.add(Places.copyOf(b.body().particles()));
    }
    for (FractureBody gone : family.vanished()) {
      Ghost g = ghosts.computeIfAbsent(gone, b -> new Ghost(b.topology(), shrunk(b)));
      topologies.add(g.topology);
      places.add(g.places);
    }
    frames.add(
        new Frame(topologies.toArray(new FractureTopology[0]), places.toArray(new Places[0])));
    Arrays.fill(built, null);
  }

  /** Dust that went: all of it in one point, where it was. */
  private static Places shrunk(FractureBody b) {
    Particles p = b.body().particles();
    Places places = Places.copyOf(p);
    for (float[] axis : List.of(places.x(), places.y(), places.z())) {
      double sum = 0;
      for (float a : axis) {
        sum += a;
      }
      Arrays.fill(axis, (float) (sum / p.count()));
    }
    return places;
  }

  private Built built(boolean inner) {
    int k = inner ? 1 : 0;
    if (built[k] == null) {
      List<FractureBody> all = new ArrayList<>(family.members());
      all.addAll(family.vanished());
      built[k] = new Built(family.mesh(all, inner), frames.size());
    }
    return built[k];
  }

  /** The final state's triangles, at the places of frame 0. */
  public TriangleMesh mesh(boolean inner) {
    Built b = built(inner);
    float[] out = new float[3 * b.mesh.vertexCount()];
    positions(inner, 0, out);
    return b.mesh.mesh(out);
  }

  /** Writes the vertices of the outer surface, or of the facets that tears have opened. */
  public void positions(boolean inner, int frame, float[] out) {
    Built b = built(inner);
    int f = Math.max(0, Math.min(b.positions.length - 1, frame));
    if (b.positions[f] == null) {
      Frame at = frames.get(f);
      if (b.carried == null || !b.carried.isOf(at.topologies)) {
        b.carried = new CarriedVertices(b.mesh, at.topologies);
      }
      b.positions[f] = new float[3 * b.mesh.vertexCount()];
      b.carried.place(at.places, b.positions[f]);
    }
    System.arraycopy(b.positions[f], 0, out, 0, b.positions[f].length);
  }
}
