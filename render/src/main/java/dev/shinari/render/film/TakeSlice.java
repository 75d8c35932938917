package dev.shinari.render.film;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.util.List;

/** A part of a take as a take of its own, so that a camera frames only what is shown. */
public final class TakeSlice {
  private TakeSlice() {}

  /** The frames from {@code first} on, {@code count} of them at most. */
  public static Take of(Take take, int first, int count) {
    Take slice = new Take(take.name(), take.framesPerSecond());
    int end = Math.min(take.frameCount(), first + count);
    for (Take.Track t : take.tracks()) {
      if (t.frameCount() > 0) {
        slice.add(new Part(t, first, end));
      }
    }
    float shift = first / take.framesPerSecond();
    for (Take.Event e : take.events()) {
      slice.add(e.at(e.seconds() - shift));
    }
    return slice;
  }

  private record Part(Take.Track track, int first, int end) implements Take.Track {
    @Override
    public String name() {
      return track.name();
    }

    @Override
    public Look look() {
      return track.look();
    }

    /** The whole take's first frame: what is smooth or doubled there is so in every part. */
    @Override
    public TriangleMesh surface() {
      return track.surface();
    }

    @Override
    public int frameCount() {
      return track.frameCount() == 1 ? 1 : Math.max(1, end - first);
    }

    @Override
    public void positions(int frame, float[] out) {
      track.positions(Math.min(first + frame, track.frameCount() - 1), out);
    }

    @Override
    public List<String> weightNames() {
      return track.weightNames();
    }

    @Override
    public float[] weights(int frame) {
      return track.weights(Math.min(first + frame, track.frameCount() - 1));
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
}
