package dev.shinari.io.scene.pose;

import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.ExamplesPlan;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.NearestSurface;
import dev.shinari.mesh.embed.Embedding;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Parts of a body that were painted on its surface: each is a list of surface vertices, which mean
 * the same at any resolution of the cage. A particle belongs to the part that has most of the
 * surface's place nearest to it, so that paint goes all the way in.
 */
public final class PaintedParts {
  private PaintedParts() {}

  /** Particles of each painted part; null for parts that are not painted. */
  public static int[][] particles(List<ExamplesPlan.Groups.NamedSet> sets, RestShape rest) {
    int[][] found = new int[sets.size()][];
    if (sets.stream().noneMatch(s -> s.select() instanceof BodyPlan.Selection.Vertices)) {
      return found;
    }
    Embedding surface = rest.surface();
    TriangleMesh mesh = surface.surface();
    int[] part = parts(sets, mesh.vertexCount());
    float[] p = rest.cage().positions();
    int[] of = new int[p.length / 3]; // 1 + part
    NearestSurface nearest = mesh.triangleCount() > 0 ? new NearestSurface(mesh) : null;
    double[] shares = new double[sets.size() + 1];
    for (int i = 0; i < of.length && nearest != null; i++) {
      nearest.find(p[3 * i], p[3 * i + 1], p[3 * i + 2], 0, 0, 0, 0);
      Arrays.fill(shares, 0);
      for (int c = 0; c < 3; c++) {
        shares[1 + part[nearest.corner(c)]] += nearest.weight(c);
      }
      int best = 0; // 0 is no part at all; parts take what is in balance
      for (int k = 1; k < shares.length; k++) {
        best = shares[k] >= shares[best] && shares[k] > 0 ? k : best;
      }
      of[i] = best;
    }
    for (int k = 0; k < found.length; k++) {
      if (sets.get(k).select() instanceof BodyPlan.Selection.Vertices v) {
        int number = 1 + k;
        int[] under = IntStream.range(0, of.length).filter(i -> of[i] == number).toArray();
        found[k] = under.length > 0 ? under : carriers(surface, v.numbers());
      }
    }
    return found;
  }

  /** The part of each vertex, -1 for none; the first that names it has it. */
  private static int[] parts(List<ExamplesPlan.Groups.NamedSet> sets, int vertices) {
    int[] part = new int[vertices];
    Arrays.fill(part, -1);
    for (int k = 0; k < sets.size(); k++) {
      if (sets.get(k).select() instanceof BodyPlan.Selection.Vertices painted) {
        for (int v : painted.numbers()) {
          if (v >= vertices) {
            throw new IllegalArgumentException(
                "group "
                    + sets.get(k).name()
                    + " names vertex "
                    + v
                    + ", the surface has "
                    + vertices
                    + "; paint it again");
          }
          part[v] = part[v] < 0 ? k : part[v];
        }
      }
    }
    return part;
  }

  /** Of paint between particles: those that carry most of its vertices. */
  private static int[] carriers(Embedding e, int[] vertices) {
    return Arrays.stream(vertices)
        .map(
            v -> {
              int best = v * e.width();
              for (int k = best; k < (v + 1) * e.width(); k++) {
                best = e.weights()[k] > e.weights()[best] ? k : best;
              }
              return e.indices()[best];
            })
        .distinct()
        .sorted()
        .toArray();
  }
}
