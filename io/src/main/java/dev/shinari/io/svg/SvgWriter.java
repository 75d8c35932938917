package dev.shinari.io.svg;

import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.io.take.JoinedTake;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Take;
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
 *
 * <p>What is filled is the union of all triangles as seen: each is turned to face the viewer, and
 * edges that run both ways cancel. Inside the silhouette of a solid every point is then wound
 * around at least once, which is what the nonzero rule fills.
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

  /** The edges of all triangles, turned to face the viewer, that do not cancel; as loops. */
  private static void outline(StringBuilder s, TriangleMesh mesh, float[] p) {
    long[] rim = rim(mesh.triangles(), p, weld(p));
    int n = rim.length;
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

  /**
   * Directed edges in ascending order, each as often as it is there more often than its reverse,
   * less a common factor: front and back of a solid have the same rim. Where all cancel (a sheet
   * that is seen from its side), all edges.
   */
  private static long[] rim(int[] t, float[] p, int[] weld) {
    long[] edges = new long[t.length];
    boolean edgeOn = true;
    boolean drawing = isDrawing(p);
    for (int k = 0; k < t.length; k++) {
      int first = k - k % 3;
      edgeOn &= isEdgeOn(p, t[first], t[first + 1], t[first + 2]);
      int a = weld[t[k]], b = weld[t[k % 3 == 2 ? first : k + 1]];
      boolean front = drawing || area(p, t[first], t[first + 1], t[first + 2]) >= 0;
      edges[k] = front ? (long) a << 32 | b : (long) b << 32 | a;
    }
    Arrays.sort(edges);
    int[] more = new int[edges.length]; // than its reverse, at the first of equal edges
    int factor = 0;
    for (int k = 0, end; k < edges.length; k = end) {
      end = after(edges, edges[k]);
      long back = edges[k] << 32 | edges[k] >>> 32;
      int reverse = after(edges, back) - after(edges, back - 1);
      more[k] = edges[k] >> 32 == (int) edges[k] ? 0 : Math.max(0, end - k - reverse);
      for (int a = factor, b = more[k]; b > 0; ) {
        int r = a % b;
        factor = b;
        a = b;
        b = r;
      }
    }
    long[] rim = new long[edges.length];
    int n = 0;
    for (int k = 0; k < edges.length; k++) {
      boolean first = k == 0 || edges[k - 1] != edges[k];
      int copies = factor > 0 && !edgeOn ? more[k] / factor : first ? 1 : 0;
      Arrays.fill(rim, n, n + copies, edges[k]);
      n += copies;
    }
    return Arrays.copyOf(rim, n);
  }

  /** Whether all lies in the plane of the picture: then nothing is seen from behind. */
  private static boolean isDrawing(float[] p) {
    float low = p.length > 0 ? p[2] : 0, high = low;
    for (int i = 2; i < p.length; i += 3) {
      low = Math.min(low, p[i]);
      high = Math.max(high, p[i]);
    }
    return high - low <= 1e-6 * Bounds.of(p).longestSide();
  }

  /** Whether a triangle is seen as a line, but for rounding. */
  private static boolean isEdgeOn(float[] p, int a, int b, int c) {
    double ux = (double) p[3 * b] - p[3 * a], uy = (double) p[3 * b + 1] - p[3 * a + 1];
    double vx = (double) p[3 * c] - p[3 * a], vy = (double) p[3 * c + 1] - p[3 * a + 1];
    return Math.abs(area(p, a, b, c)) <= 5e-4 * (ux * ux + uy * uy + vx * vx + vy * vy);
  }

  /** Number of sorted edges up to the given one. */
  private static int after(long[] edges, long edge) {
    int low = 0, high = edges.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (edges[middle] <= edge) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Twice the area of a triangle seen along z, negative where it is seen from behind. */
  private static double area(float[] p, int a, int b, int c) {
    double ux = (double) p[3 * b] - p[3 * a], uy = (double) p[3 * b + 1] - p[3 * a + 1];
    double vx = (double) p[3 * c] - p[3 * a], vy = (double) p[3 * c + 1] - p[3 * a + 1];
    return ux * vy - uy * vx;
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

  /** For each vertex the first one, from left to right, that stands at the same place. */
  private static int[] weld(float[] p) {
    int n = p.length / 3;
    double same = 5e-5 * Math.max(1e-9, Bounds.of(p).longestSide());
    Integer[] order = new Integer[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    Arrays.sort(order, (i, k) -> Float.compare(p[3 * i], p[3 * k]));
    int[] first = new int[n];
    for (int at = 0; at < n; at++) {
      int i = order[at];
      first[i] = i;
      for (int back = at - 1; back >= 0 && p[3 * i] - p[3 * order[back]] <= same; back--) {
        int k = order[back];
        if (Math.abs(p[3 * i + 1] - p[3 * k + 1]) <= same) {
          first[i] = first[k];
          break;
        }
      }
    }
    return first;
  }
}
