package dev.shinari.io.svg;

import dev.shinari.io.ExportProgress;
import dev.shinari.io.JoinedTake;
import dev.shinari.io.SafeFiles;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.world.Take;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Writes a take as one SVG a frame, seen along z: of each body the outlines of its pieces as one
 * path. Vertices that stand together are taken as one, so that a tear shows once it opens and not
 * before.
 */
public final class SvgWriter {
  private SvgWriter() {}

  public static void write(Take take, Path folder, String base, ExportProgress progress)
      throws IOException {
    check(take); // before anything is written
    Files.createDirectories(folder);
    Bounds b = take.bounds();
    double margin = 0.05 * Math.max(1e-6, b.longestSide());
    double width = b.sizeX() + 2 * margin, height = b.sizeY() + 2 * margin;
    for (int f = 0; f < take.frameCount(); f++) {
      StringBuilder s = new StringBuilder();
      s.append(
          String.format(
              Locale.ROOT,
              "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.5f %.5f %.5f %.5f\">\n",
              b.minX() - margin,
              -b.maxY() - margin,
              width,
              height));
      for (Take.Track t : take.tracks()) {
        if (!t.isScenery() && t.surface().triangleCount() > 0) {
          path(s, t, f, 0.002 * Math.max(width, height));
        }
      }
      s.append("</svg>\n");
      byte[] bytes = s.toString().getBytes(StandardCharsets.UTF_8);
      String name = String.format(Locale.ROOT, "%s_%04d.svg", base, f);
      SafeFiles.write(folder.resolve(name), out -> out.write(bytes));
      progress.at(name, f + 1, take.frameCount());
    }
  }

  /** Throws where a position is not finite. */
  private static void check(Take take) throws IOException {
    for (Take.Track t : take.tracks()) {
      float[] p = new float[3 * t.surface().vertexCount()];
      for (int f = 0; f < t.frameCount() && !t.isScenery(); f++) {
        JoinedTake.read(t, f, p);
      }
    }
  }

  private static void path(StringBuilder s, Take.Track track, int frame, double line)
      throws IOException {
    TriangleMesh mesh = track.surface();
    float[] p = new float[3 * mesh.vertexCount()];
    JoinedTake.read(track, frame, p);
    s.append(
        String.format(
            Locale.ROOT,
            "<path id=\"%s\" fill=\"#%06x\" stroke=\"#2b2233\" stroke-width=\"%.5f\""
                + " stroke-linejoin=\"round\" d=\"",
            track.name(),
            track.look().toRgb(),
            line));
    outline(s, mesh, p);
    s.append("\"/>\n");
  }

  /** Edges that only one triangle has, chained to loops. */
  private static void outline(StringBuilder s, TriangleMesh mesh, float[] p) {
    int[] weld = weld(p);
    int[] t = mesh.triangles();
    long[] edges = new long[t.length];
    for (int k = 0; k < t.length; k++) {
      int a = weld[t[k]], b = weld[t[k % 3 == 2 ? k - 2 : k + 1]];
      edges[k] = (long) a << 32 | b;
    }
    Arrays.sort(edges);
    int n = 0;
    long[] rim = new long[edges.length];
    for (long e : edges) {
      long back = e << 32 | e >>> 32;
      if (e >> 32 != (int) e && Arrays.binarySearch(edges, back) < 0) {
        rim[n++] = e;
      }
    }
    boolean[] used = new boolean[n];
    for (int i = 0; i < n; i++) {
      if (used[i]) {
        continue;
      }
      char command = 'M';
      int at = i;
      while (at >= 0) {
        used[at] = true;
        int v = (int) (rim[at] >> 32);
        s.append(String.format(Locale.ROOT, "%c%.5f %.5f", command, p[3 * v], -p[3 * v + 1]));
        command = 'L';
        at = next(rim, used, n, (int) rim[at]);
      }
      s.append('Z');
    }
  }

  private static int next(long[] rim, boolean[] used, int n, int from) {
    int k = Arrays.binarySearch(rim, 0, n, (long) from << 32);
    for (k = k < 0 ? -k - 1 : k; k < n && rim[k] >> 32 == from; k++) {
      if (!used[k]) {
        return k;
      }
    }
    return -1;
  }

  /** The first vertex that stands at the same place, for each vertex. */
  private static int[] weld(float[] p) {
    int n = p.length / 3;
    double grain = 1e-5 * Math.max(1e-9, Bounds.of(p).longestSide());
    long[][] keys = new long[n][];
    for (int i = 0; i < n; i++) {
      keys[i] = new long[] {Math.round(p[3 * i] / grain), Math.round(p[3 * i + 1] / grain), i};
    }
    Arrays.sort(keys, Arrays::compare);
    int[] first = new int[n];
    for (int i = 0; i < n; i++) {
      boolean same = i > 0 && keys[i][0] == keys[i - 1][0] && keys[i][1] == keys[i - 1][1];
      first[(int) keys[i][2]] = same ? first[(int) keys[i - 1][2]] : (int) keys[i][2];
    }
    return first;
  }
}
