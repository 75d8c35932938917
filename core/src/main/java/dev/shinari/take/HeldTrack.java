package dev.shinari.take;

import dev.shinari.mesh.TriangleMesh;
import java.util.List;

/** A track whose poses are held for some frames each. */
final class HeldTrack implements Take.Track {
  private final Take.Track track;
  private final int hold;

  HeldTrack(Take.Track track, int hold) {
    this.track = track;
    this.hold = hold;
  }

  @Override
  public String name() {
    return track.name();
  }

  @Override
  public Look look() {
    return track.look();
  }

  @Override
  public TriangleMesh surface() {
    return track.surface();
  }

  @Override
  public int frameCount() {
    return track.frameCount();
  }

  @Override
  public void positions(int frame, float[] out) {
    track.positions(frame - frame % hold, out);
  }

  @Override
  public List<String> weightNames() {
    return track.weightNames();
  }

  @Override
  public float[] weights(int frame) {
    return track.weights(frame - frame % hold);
  }

  @Override
  public byte[] picture() {
    return track.picture();
  }

  @Override
  public boolean isScenery() {
    return track.isScenery();
  }
}
