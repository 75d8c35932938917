package dev.shinari.take.record;

import dev.shinari.body.Body;
import dev.shinari.fracture.view.FractureHistory;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import dev.shinari.world.World;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames of a body that can come apart and of all its pieces: one mesh with the triangles of
 * the final state, see {@link FractureHistory}. Example weights and smears are those of the first
 * body.
 */
final class TornTrack implements Take.Track {
  final FractureHistory history;
  private final Look look;
  private final int firstFrame;
  private final boolean inner;
  private final WeightLog weights;
  private final List<Float> smears; // ways that each frame is drawn out by

  TornTrack(FractureHistory history, Look look, int firstFrame) {
    this(history, look, firstFrame, false, new WeightLog(), new ArrayList<>());
  }

  private TornTrack(
      FractureHistory history,
      Look look,
      int firstFrame,
      boolean inner,
      WeightLog weights,
      List<Float> smears) {
    this.history = history;
    this.look = look;
    this.firstFrame = firstFrame;
    this.inner = inner;
    this.weights = weights;
    this.smears = smears;
  }

  /** What is seen where the body tore, as a track of its own. */
  TornTrack inside() {
    return new TornTrack(history, Look.inside(look), firstFrame, true, new WeightLog(), smears);
  }

  void capture(World world) {
    history.capture();
    Body first = history.family().members().get(0).body();
    weights.capture(first);
    smears.add(world.smear(first));
  }

  @Override
  public String name() {
    return history.family().name() + (inner ? "-inside" : "");
  }

  @Override
  public Look look() {
    return look;
  }

  @Override
  public TriangleMesh surface() {
    return history.mesh(inner);
  }

  @Override
  public int frameCount() {
    return firstFrame + history.frameCount();
  }

  @Override
  public void positions(int frame, float[] out) {
    int at = Math.max(0, Math.min(history.frameCount() - 1, frame - firstFrame));
    history.positions(inner, at, out);
    if (at > 0 && smears.get(at) > 0 && out.length > 0) {
      float[] before = new float[out.length];
      history.positions(inner, at - 1, before);
      BodyTrack.smear(before, smears.get(at), out);
    }
  }

  @Override
  public List<String> weightNames() {
    return weights.names();
  }

  @Override
  public float[] weights(int frame) {
    return weights.at(frame - firstFrame);
  }

  @Override
  public byte[] picture() {
    return inner ? null : history.family().picture();
  }

  @Override
  public boolean isScenery() {
    return false;
  }
}
