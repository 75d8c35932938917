package dev.shinari.shell;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.DistanceField;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Solid;
import dev.shinari.mesh.solid.Solids;
import java.util.Arrays;

/**
 * Makes a closed manifold of even triangles from any surface: open, in several parts, with parts
 * that cut each other, of any number of vertices. What is inside is decided by the winding number;
 * what is thinner than a cell of the grid is not part of the shell unless a core, such as the
 * bones, runs through it.
 */
public final class ShellMesher {
  /** Vertices of a shell that is made while one waits without noticing. */
  public static final int DEFAULT_VERTICES = 400;

  private static final int COARSEST = 4;
  private static final int FINEST = 160;
  private static final int TRIES = 4;

  /** Nodes of the distances per cell of the shell. */
  private static final int FINER = 2;

  private final TriangleMesh surface;
  private final double longest;
  private final Solid core; // or null

  private ShellMesher(TriangleMesh surface, Solid core) {
    this.surface = surface;
    this.core = core;
    longest = surface.bounds().longestSide();
  }

  /**
   * A shell of about the given number of vertices.
   *
   * @param core what belongs to the inside in any case, or null
   * @throws IllegalArgumentException where the surface has no inside at all
   */
  public static TriangleMesh of(TriangleMesh surface, int vertices, Solid core) {
    Check.notNull("surface", surface);
    Check.inRange("vertices of the shell", vertices, 24, 4000);
    for (float p : surface.positions()) {
      Check.that(Math.abs(p) < 1e15f, "the surface has a vertex that is not finite: " + p);
    }
    TriangleMesh used = MeshTopology.compact(surface);
    Check.that(used.triangleCount() > 0, "the surface has no triangles");
    Check.that(used.bounds().longestSide() > 0, "the surface has no extent");
    return new ShellMesher(used, core).make(vertices);
  }

  private TriangleMesh make(int vertices) {
    // A plane crosses 1.5 cells of a grid per unit of area, in the mean over its directions.
    double h = Math.sqrt(1.5 * SurfaceReport.of(surface).area() / vertices);
    int resolution = limit((int) Math.round(longest / h));
    TriangleMesh best = null;
    String why = "";
    for (int k = 0; k < TRIES; k++) {
      TriangleMesh made = null;
      try {
        made = IsoSurface.of(solid(resolution), resolution);
      } catch (IllegalArgumentException e) {
        why = e.getMessage();
      }
      int next;
      if (made == null) { // thinner than a cell everywhere
        next = limit(2 * resolution);
      } else {
        best = best == null || off(made, vertices) < off(best, vertices) ? made : best;
        double ratio = Math.sqrt((double) vertices / made.vertexCount());
        next = limit((int) Math.round(resolution * ratio));
      }
      if (next == resolution || made != null && off(made, vertices) < 1.1) {
        break;
      }
      resolution = next;
    }
    Check.that(
        best != null,
        "no closed shell can be made around the surface ("
            + why
            + "); close its holes or give it some thickness");
    return grown(best);
  }

  /** Moved outwards as far as its flat triangles have cut off of a closed surface's volume. */
  private TriangleMesh grown(TriangleMesh shell) {
    SurfaceReport from = SurfaceReport.of(surface), now = SurfaceReport.of(shell);
    if (!from.isClosed() || !(from.volume() > now.volume()) || from.components() > 1) {
      return shell;
    }
    double most = 0.2 * Math.sqrt(now.area() / shell.vertexCount());
    double by = Math.min(most, (from.volume() - now.volume()) / now.area());
    float[] p = shell.positions().clone(), n = MeshTopology.vertexNormals(shell);
    for (int i = 0; i < p.length; i++) {
      p[i] += (float) (by * n[i]);
    }
    return shell.withPositions(p);
  }

  private static int limit(int resolution) {
    return Math.max(COARSEST, Math.min(FINEST, resolution));
  }

  private static double off(TriangleMesh mesh, int vertices) {
    double ratio = (double) mesh.vertexCount() / vertices;
    return Math.max(ratio, 1 / ratio);
  }

  private Solid solid(int resolution) {
    float band = (float) (3 * longest / resolution);
    DistanceField field = DistanceField.of(surface, FINER * resolution, 2, band);
    Bounds b = surface.bounds();
    Solid inside = Solids.of(b, field::sample);
    return core == null ? inside : inside.union(core);
  }

  /**
   * The shell's pieces for which a vertex satisfies a condition; the others are left out.
   *
   * @param wanted for each vertex
   * @return null where no piece has such a vertex
   */
  public static TriangleMesh piecesWith(TriangleMesh shell, boolean[] wanted) {
    int[] group = new int[shell.vertexCount()];
    Arrays.setAll(group, v -> v);
    int[] t = shell.triangles();
    for (int f = 0; f < t.length; f += 3) {
      for (int c = 1; c < 3; c++) {
        int a = root(group, t[f]), b = root(group, t[f + c]);
        group[Math.max(a, b)] = Math.min(a, b);
      }
    }
    boolean[] keep = new boolean[group.length];
    for (int v = 0; v < group.length; v++) {
      keep[root(group, v)] |= wanted[v];
    }
    int[] kept = new int[t.length];
    int n = 0;
    for (int f = 0; f < t.length; f += 3) {
      if (keep[root(group, t[f])]) {
        System.arraycopy(t, f, kept, n, 3);
        n += 3;
      }
    }
    return n == 0
        ? null
        : MeshTopology.compact(new TriangleMesh(shell.positions(), Arrays.copyOf(kept, n)));
  }

  private static int root(int[] group, int v) {
    int at = v;
    while (group[at] != at) {
      group[at] = group[group[at]];
      at = group[at];
    }
    return at;
  }
}
