package dev.shinari.io.take;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The simulated tracks of a take as one mesh, in the take's order, so that one point cache drives
 * one mesh. Scenery is left out. Frames are read one at a time: a long take never stands in memory.
 */
public final class JoinedTake {
  private final Take take;
  private final List<Take.Track> tracks = new ArrayList<>();
  private final float[][] scratch;
  private final int[] firstVertex;
  private final int vertexCount;
  private final int frameCount;

  public JoinedTake(Take take) {
    this.take = take;
    int frames = 0;
    for (Take.Track t : take.tracks()) {
      if (!t.isScenery() && t.surface().vertexCount() > 0) {
        tracks.add(t);
        frames = Math.max(frames, t.frameCount());
      }
    }
    frameCount = frames;
    firstVertex = new int[tracks.size()];
    scratch = new float[tracks.size()][];
    int n = 0;
    for (int k = 0; k < tracks.size(); k++) {
      firstVertex[k] = n;
      int vertices = tracks.get(k).surface().vertexCount();
      scratch[k] = new float[3 * vertices];
      n = Math.addExact(n, vertices);
    }
    vertexCount = n;
  }

  public Take take() {
    return take;
  }

  /** The simulated tracks in the order in which they are joined. */
  public List<Take.Track> tracks() {
    return List.copyOf(tracks);
  }

  /** Index of a track's first vertex in the joined mesh. */
  public int firstVertex(int track) {
    return firstVertex[track];
  }

  public int vertexCount() {
    return vertexCount;
  }

  /** Frames of the longest simulated track. */
  public int frameCount() {
    return frameCount;
  }

  public boolean isEmpty() {
    return vertexCount == 0;
  }

  /** World positions of all joined vertices in one frame, 3 floats each. */
  public void positions(int frame, float[] out) throws IOException {
    for (int k = 0; k < tracks.size(); k++) {
      read(tracks.get(k), frame, scratch[k]);
      System.arraycopy(scratch[k], 0, out, 3 * firstVertex[k], scratch[k].length);
    }
  }

  /** The joined mesh as it is in frame 0; texture coordinates are 0 where a track has none. */
  public TriangleMesh mesh() throws IOException {
    float[] p = new float[3 * vertexCount];
    positions(0, p);
    int corners = 0;
    boolean anyUvs = false;
    for (Take.Track t : tracks) {
      corners = Math.addExact(corners, t.surface().triangles().length);
      anyUvs |= t.surface().uvs() != null;
    }
    int[] triangles = new int[corners];
    float[] uvs = anyUvs ? new float[2 * vertexCount] : null;
    int c = 0;
    for (int k = 0; k < tracks.size(); k++) {
      TriangleMesh m = tracks.get(k).surface();
      for (int v : m.triangles()) {
        triangles[c++] = firstVertex[k] + v;
      }
      if (m.uvs() != null) {
        System.arraycopy(m.uvs(), 0, uvs, 2 * firstVertex[k], 2 * m.vertexCount());
      }
    }
    return new TriangleMesh(p, triangles, uvs);
  }

  /**
   * Positions of one track in one frame; a track that ends earlier holds its last frame. Refuses
   * numbers that no format can carry.
   */
  public static void read(Take.Track track, int frame, float[] out) throws IOException {
    track.positions(Math.min(frame, track.frameCount() - 1), out);
    for (int i = 0; i < out.length; i++) {
      if (!(Math.abs(out[i]) < Float.POSITIVE_INFINITY)) {
        throw new IOException(
            "cannot export '"
                + track.name()
                + "': vertex "
                + i / 3
                + " is not finite in frame "
                + frame
                + "; lower the stiffness or the time step and run again");
      }
    }
  }
}
