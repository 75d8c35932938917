package dev.shinari.pose;

import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.NearestSurface;
import dev.shinari.mesh.embed.Embedding;

/**
 * Finds the pose of a cage whose surface lies on a given one that has another mesh: other vertices,
 * other triangles, so that nobody says which point goes where. It is registration by closest
 * points, with the cage as the thing that resists [Amberg07]:
 *
 * <ol>
 *   <li>a plain deformation of the whole is guessed ({@link PoseGuess}), and laid on the surface;
 *   <li>each vertex of the rest surface is pulled to the nearest place of the given surface that
 *       faces the same way, and each vertex of the given surface pulls the nearest place of the
 *       other, so that ends are not left behind;
 *   <li>the cage follows, as near to the guessed shape as possible ({@link SurfaceFit}); then
 *       places are looked for again, with a cage that gives way more and more.
 * </ol>
 *
 * <p>A symmetric shape that is turned within itself leaves no trace that closest points could find:
 * the twist of a square bar is found, that of a round one is not. Of several ways that fit alike
 * the one with the least movement is taken.
 */
public final class Registration {
  /** How much the surface counts from stage to stage; the last is that of a plain fit. */
  private static final double[] HOLDS = {0.003, 0.01, 0.03, 0.1, 0.3, 1, 4, SurfaceFit.HOLD};

  private static final int ROUNDS = 10;

  /** A stage ends early when nothing moves further than this share of the size. */
  private static final double STILL = 3e-4;

  /** More vertices than these are looked at in turns of every second, third, ... one. */
  private static final int MOST_GIVEN = 3000;

  /** What half a turn of a normal counts as, in sizes of the shape, at first and in the end. */
  private static final double[] TURN = {0.2, 0.02};

  private final Cage cage;
  private final Embedding surface;
  private final TriangleMesh given;
  private final NearestSurface nearest;
  private final float[] givenNormals;
  private final double[] givenAreas;
  private final double[] areas;
  private final double size;

  private Registration(Cage cage, Embedding surface, TriangleMesh given) {
    this.cage = cage;
    this.surface = surface;
    this.given = given;
    nearest = new NearestSurface(given);
    givenNormals = MeshTopology.vertexNormals(given);
    givenAreas = SurfaceFit.areas(given);
    areas = SurfaceFit.areas(surface.surface());
    size = SurfaceFit.diagonal(surface.surface().bounds());
  }

  /**
   * The pose of a cage for a surface with a mesh of its own. The residual counts distances from the
   * cage's surface to the given one and back.
   *
   * @param surface the surface in the cage at rest
   * @param given the surface to lie on, of about the same size
   */
  public static FittedPose fit(Cage cage, Embedding surface, TriangleMesh given) {
    Check.that(given.triangleCount() > 0, "the surface has no triangles");
    double rest = SurfaceFit.diagonal(surface.surface().bounds());
    double there = SurfaceFit.diagonal(given.bounds());
    Check.that(
        there > 0.1 * rest && there < 10 * rest,
        "its size is "
            + (float) there
            + " m, the rest shape's "
            + (float) rest
            + " m: give it in the same unit");
    return new Registration(cage, surface, given)
        .fit(PoseGuess.best(surface.surface(), given, rest));
  }

  /** The pose that is found from a guess; the cage resists what changes the guessed shape. */
  private FittedPose fit(PoseGuess guess) {
    float[] shape = guess.apply(cage.positions());
    double[] x = new double[shape.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = shape[i];
    }
    double[] rotations = null, scales = null;
    int rounds = 0;
    SurfaceFit fit = null;
    double[] wanted = null;
    for (int stage = 0; stage < HOLDS.length; stage++) {
      fit = new SurfaceFit(cage, shape, surface, HOLDS[stage]);
      if (rotations == null) {
        rotations = fit.sameRotations();
        scales = fit.sameScales();
      }
      double share = (double) stage / (HOLDS.length - 1);
      double turn = size * (TURN[0] + share * (TURN[1] - TURN[0]));
      double far = Double.POSITIVE_INFINITY;
      for (int round = 0; round < ROUNDS && far > STILL * size; round++, rounds++) {
        float[] now = fit.surfaceOf(x);
        wanted = places(now, turn, 1, stride(given, MOST_GIVEN));
        fit.settle(x, rotations, scales, wanted, 3);
        float[] next = fit.surfaceOf(x);
        far = 0;
        for (int i = 0; i < now.length; i++) {
          far = Math.max(far, Math.abs(next[i] - now[i]));
        }
      }
    }
    FittedPose pose = fit.result(x, wanted, rounds);
    double[] gaps = gaps(fit.surfaceOf(x), 1, 1);
    return new FittedPose(
        pose.positions(), gaps[0] / size, gaps[1] / size, pose.inverted(), rounds);
  }

  // ---- which place goes where

  private static int stride(TriangleMesh mesh, int most) {
    return (mesh.vertexCount() + most - 1) / most;
  }

  /**
   * Where each vertex of the moved rest surface should go: 3 numbers a vertex. Of both surfaces
   * only every so many vertices are asked.
   */
  private double[] places(float[] now, double turn, int every, int everyGiven) {
    TriangleMesh moved = surface.surface().withPositions(now);
    float[] normals = MeshTopology.vertexNormals(moved);
    double[] sums = new double[now.length];
    double[] weights = new double[areas.length];
    double total = 0, givenTotal = 0;
    for (double a : areas) {
      total += a;
    }
    for (double a : givenAreas) {
      givenTotal += a;
    }
    for (int v = 0; v < areas.length; v += every) {
      nearest.find(
          now[3 * v],
          now[3 * v + 1],
          now[3 * v + 2],
          normals[3 * v],
          normals[3 * v + 1],
          normals[3 * v + 2],
          turn);
      weights[v] = every * areas[v] / total;
      for (int c = 0; c < 3; c++) {
        sums[3 * v + c] = weights[v] * (nearest.coordinate(c) - now[3 * v + c]);
      }
    }
    NearestSurface back = new NearestSurface(moved);
    for (int v = 0; v < givenAreas.length; v += everyGiven) {
      float[] p = given.positions();
      back.find(
          p[3 * v],
          p[3 * v + 1],
          p[3 * v + 2],
          givenNormals[3 * v],
          givenNormals[3 * v + 1],
          givenNormals[3 * v + 2],
          turn);
      double share = everyGiven * givenAreas[v] / givenTotal;
      for (int k = 0; k < 3; k++) {
        double w = share * back.weight(k);
        int to = back.corner(k);
        weights[to] += w;
        for (int c = 0; c < 3; c++) {
          sums[3 * to + c] += w * (p[3 * v + c] - back.coordinate(c));
        }
      }
    }
    double[] out = new double[now.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = now[i] + (weights[i / 3] > 0 ? sums[i] / weights[i / 3] : 0);
    }
    return out;
  }

  /** Root mean square and largest distance between the surfaces, both ways. */
  private double[] gaps(float[] now, int every, int everyGiven) {
    double sum = 0, max = 0, weight = 0;
    NearestSurface back = new NearestSurface(surface.surface().withPositions(now));
    for (int side = 0; side < 2; side++) {
      NearestSurface of = side == 0 ? nearest : back;
      float[] p = side == 0 ? now : given.positions();
      double[] a = side == 0 ? areas : givenAreas;
      int step = side == 0 ? every : everyGiven;
      double total = 0;
      for (int v = 0; v < a.length; v += step) {
        total += a[v];
      }
      for (int v = 0; v < a.length; v += step) {
        if (!(a[v] > 0)) {
          continue; // a vertex of no triangle lies on no surface
        }
        of.find(p[3 * v], p[3 * v + 1], p[3 * v + 2], 0, 0, 0, 0);
        double square = 0;
        for (int c = 0; c < 3; c++) {
          double d = of.coordinate(c) - p[3 * v + c];
          square += d * d;
        }
        sum += a[v] / total * square;
        max = Math.max(max, square);
      }
      weight += 1;
    }
    return new double[] {Math.sqrt(sum / weight), Math.sqrt(max)};
  }
}
