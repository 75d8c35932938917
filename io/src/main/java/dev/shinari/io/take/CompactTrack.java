package dev.shinari.io.take;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;

/**
 * A track without the vertices that no triangle uses, such as those inside a tetrahedral body.
 * Importers (Blender's for OBJ and glTF among them) drop such vertices, and a point cache that
 * still held them would no longer fit.
 */
public final class CompactTrack implements Take.Track {
  private final Take.Track track;
  private final TriangleMesh surface;
  private final int[] kept;
  private final float[] scratch;

  private CompactTrack(Take.Track track, TriangleMesh surface, int[] kept) {
    this.track = track;
    this.surface = surface;
    this.kept = kept;
    this.scratch = new float[3 * track.surface().vertexCount()];
  }

  /** The track itself if all its vertices are used, else a view of those that are, in order. */
  public static Take.Track of(Take.Track track) {
    TriangleMesh m = track.surface();
    boolean[] used = new boolean[m.vertexCount()];
    int count = 0;
    for (int v : m.triangles()) {
      if (!used[v]) {
        used[v] = true;
        count++;
      }
    }
    if (count == used.length) {
      return track;
    }
    int[] kept = new int[count];
    int[] place = new int[used.length];
    int n = 0;
    for (int v = 0; v < used.length; v++) {
      if (used[v]) {
        place[v] = n;
        kept[n++] = v;
      }
    }
    int[] triangles = new int[m.triangles().length];
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = place[m.triangles()[i]];
    }
    float[] positions = new float[3 * count];
    gather(m.positions(), kept, 3, positions);
    float[] uvs = m.uvs() == null ? null : new float[2 * count];
    if (uvs != null) {
      gather(m.uvs(), kept, 2, uvs);
    }
    return new CompactTrack(track, new TriangleMesh(positions, triangles, uvs), kept);
  }

  private static void gather(float[] from, int[] rows, int width, float[] out) {
    for (int i = 0; i < rows.length; i++) {
      System.arraycopy(from, width * rows[i], out, width * i, width);
    }
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
    return surface;
  }

  @Override
  public int frameCount() {
    return track.frameCount();
  }

  @Override
  public void positions(int frame, float[] out) {
    track.positions(frame, scratch);
    gather(scratch, kept, 3, out);
  }

  @Override
  public boolean isScenery() {
    return track.isScenery();
  }
}
