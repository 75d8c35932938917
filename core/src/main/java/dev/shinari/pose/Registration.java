package dev.shinari.pose;

import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Embedding;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.NearestSurface;
import dev.shinari.mesh.TriangleMesh;

/**
 * Finds the pose of a cage whose surface lies on a given one that has another mesh: other vertices,
 * other triangles, so that nobody says which point goes where. It is registration by closest
 * points, with the cage as the thing that resists [Amberg07]:
 *
 * <ol>
 *   <li>the surface is laid on the rest surface as a whole, from several starts;
 *   <li>each vertex of the rest surface is pulled to the nearest place of the given surface that
 *       faces the same way, and each vertex of the given surface pulls the nearest place of the
 *       other, so that ends are not left behind;
 *   <li>the cage follows as rigidly as possible ({@link SurfaceFit}); then places are looked for
 *       again, with a cage that gives way more and more.
 * </ol>
 *
 * <p>It finds what lies nearby. A symmetric shape that is turned within itself leaves no trace that
 * closest points could find: the twist of a square bar is found up to a third of a turn from end to
 * end, that of a round one not at all.
 */
public final class Registration {
  /** How much the surface counts from stage to stage; the last is that of a plain fit. */
  private static final double[] HOLDS = {0.003, 0.01, 0.03, 0.1, 0.3, 1, 4, SurfaceFit.HOLD};

  private static final int ROUNDS = 10;
  private static final int RIGID_ROUNDS = 20;

  /** A stage ends early when nothing moves further than this share of the size. */
  private static final double STILL = 3e-4;

  /** More vertices than these are looked at in turns of every second, third, ... one. */
  private static final int MOST_GIVEN = 3000;

  private static final int MOST_RIGID = 400;

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
    return new Registration(cage, surface, given).fit();
  }

  private FittedPose fit() {
    double[] x = new double[3 * cage.vertexCount()];
    double[] motion = start();
    for (int i = 0; i < x.length; i += 3) {
      for (int c = 0; c < 3; c++) {
        x[i + c] = moved(motion, cage.positions(), i, c);
      }
    }
    double[] rotations = null, scales = null;
    int rounds = 0;
    SurfaceFit fit = null;
    double[] wanted = null;
    for (int stage = 0; stage < HOLDS.length; stage++) {
      fit = new SurfaceFit(cage, surface, HOLDS[stage]);
      if (rotations == null) {
        rotations = fit.sameRotations(motion);
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

  // ---- the start

  /** The rigid motion (12 numbers: matrix by rows, then shift) that lays the surfaces together. */
  private double[] start() {
    double[] rest = middle(surface.surface(), areas), there = middle(given, givenAreas);
    double[] restAxes = axes(surface.surface(), areas, rest);
    double[] thereAxes = axes(given, givenAreas, there);
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    // As it stands, moved to the middle, and turned so that long sides meet, four ways.
    for (int k = 0; k < 6; k++) {
      double[] m = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
      for (int i = 0; i < 9 && k >= 2; i++) {
        double sum = 0;
        for (int a = 0; a < 3; a++) {
          boolean flip = (k == 3 && a != 0) || (k == 4 && a != 1) || (k == 5 && a != 2);
          sum += (flip ? -1 : 1) * thereAxes[3 * a + i / 3] * restAxes[3 * a + i % 3];
        }
        m[i] = sum;
      }
      for (int c = 0; c < 3 && k >= 1; c++) {
        m[9 + c] = there[c] - m[3 * c] * rest[0] - m[3 * c + 1] * rest[1] - m[3 * c + 2] * rest[2];
      }
      double gap = align(m);
      // Earlier starts win unless a later one is clearly better: a turned symmetric shape is not.
      if (gap < 0.8 * least) {
        least = gap;
        best = m;
      }
    }
    return best;
  }

  private static double moved(double[] m, float[] p, int i, int c) {
    return m[3 * c] * p[i] + m[3 * c + 1] * p[i + 1] + m[3 * c + 2] * p[i + 2] + m[9 + c];
  }

  /** Rigid closest points: improves the motion, answers with the mean distance that is left. */
  private double align(double[] m) {
    float[] rest = surface.surface().positions();
    float[] now = new float[rest.length];
    BestRotation best = new BestRotation();
    double[] r = {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]};
    double gap = 0;
    int every = stride(surface.surface(), MOST_RIGID), everyGiven = stride(given, MOST_RIGID);
    for (int round = 0; round <= RIGID_ROUNDS; round++) {
      for (int i = 0; i < rest.length; i++) {
        now[i] = (float) moved(m, rest, i - i % 3, i % 3);
      }
      if (round == RIGID_ROUNDS) {
        gap = gaps(now, every, everyGiven)[0];
        break;
      }
      double[] wanted = places(now, TURN[0] * size, every, everyGiven);
      double[] from = new double[3], to = new double[3], p = new double[9];
      double sum = 0;
      for (int v = 0; v < areas.length; v++) {
        sum += areas[v];
        for (int c = 0; c < 3; c++) {
          from[c] += areas[v] * rest[3 * v + c];
          to[c] += areas[v] * wanted[3 * v + c];
        }
      }
      for (int v = 0; v < areas.length; v++) {
        for (int i = 0; i < 9; i++) {
          p[i] +=
              areas[v]
                  * (wanted[3 * v + i / 3] - to[i / 3] / sum)
                  * (rest[3 * v + i % 3] - from[i % 3] / sum);
        }
      }
      best.improve(p, r, 0);
      System.arraycopy(r, 0, m, 0, 9);
      for (int c = 0; c < 3; c++) {
        m[9 + c] =
            (to[c] - m[3 * c] * from[0] - m[3 * c + 1] * from[1] - m[3 * c + 2] * from[2]) / sum;
      }
    }
    return gap;
  }

  private static double[] middle(TriangleMesh mesh, double[] areas) {
    double[] out = new double[3];
    double sum = 0;
    for (int v = 0; v < areas.length; v++) {
      sum += areas[v];
      for (int c = 0; c < 3; c++) {
        out[c] += areas[v] * mesh.positions()[3 * v + c];
      }
    }
    for (int c = 0; c < 3; c++) {
      out[c] /= sum;
    }
    return out;
  }

  /** Three principal axes as rows of a rotation, the longest first. */
  private static double[] axes(TriangleMesh mesh, double[] areas, double[] middle) {
    double[] m = new double[9];
    for (int v = 0; v < areas.length; v++) {
      for (int i = 0; i < 9; i++) {
        m[i] +=
            areas[v]
                * (mesh.positions()[3 * v + i / 3] - middle[i / 3])
                * (mesh.positions()[3 * v + i % 3] - middle[i % 3]);
      }
    }
    double[] out = new double[9];
    double[] x = new double[3];
    for (int axis = 0; axis < 2; axis++) {
      // Power iteration on what the last axis left, from the largest column: rough is enough.
      int big = m[0] >= m[4] && m[0] >= m[8] ? 0 : m[4] >= m[8] ? 1 : 2;
      for (int c = 0; c < 3; c++) {
        x[c] = m[3 * big + c] + (c == big ? 1e-30 : 0);
      }
      for (int step = 0; step < 60; step++) {
        double length = Math.sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        double a = x[0] / length, b = x[1] / length, c = x[2] / length;
        for (int i = 0; i < 3; i++) {
          out[3 * axis + i] = i == 0 ? a : i == 1 ? b : c;
          x[i] = m[3 * i] * a + m[3 * i + 1] * b + m[3 * i + 2] * c;
        }
        if (!(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] > 0)) {
          break;
        }
      }
      double along = 0;
      for (int i = 0; i < 9; i++) {
        along += m[i] * out[3 * axis + i / 3] * out[3 * axis + i % 3];
      }
      for (int i = 0; i < 9; i++) {
        m[i] -= along * out[3 * axis + i / 3] * out[3 * axis + i % 3];
      }
    }
    double dot = out[0] * out[3] + out[1] * out[4] + out[2] * out[5];
    double length = 0;
    for (int c = 0; c < 3; c++) {
      out[3 + c] -= dot * out[c];
      length += out[3 + c] * out[3 + c];
    }
    if (!(length > 1e-12)) {
      return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}; // a line has no second axis
    }
    for (int c = 0; c < 3; c++) {
      out[3 + c] /= Math.sqrt(length);
    }
    out[6] = out[1] * out[5] - out[2] * out[4];
    out[7] = out[2] * out[3] - out[0] * out[5];
    out[8] = out[0] * out[4] - out[1] * out[3];
    return out;
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
