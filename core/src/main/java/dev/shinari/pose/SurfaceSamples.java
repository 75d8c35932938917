package dev.shinari.pose;

import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * A few hundred points of a surface with normals and shares of its area: enough to tell how two
 * shapes lie to each other, for a thousandth of what the whole surfaces cost.
 *
 * <p>A motion is 12 numbers: a rotation by rows, then a shift.
 */
final class SurfaceSamples {
  private static final int MOST = 500;

  final int count;
  final double[] places;
  final double[] normals;
  final double[] shares; // they sum to 1
  final double[] middle = new double[3];

  /** Three principal axes as rows of a rotation, the longest first. */
  final double[] axes;

  /** How far the surface spreads along each axis: the root mean square. */
  final double[] spreads = new double[3];

  private SurfaceSamples(double[] places, double[] normals, double[] shares) {
    this.places = places;
    this.normals = normals;
    this.shares = shares;
    count = shares.length;
    double sum = 0;
    for (double share : shares) {
      sum += share;
    }
    for (int s = 0; s < count; s++) {
      shares[s] = sum > 0 ? shares[s] / sum : 1.0 / count;
      for (int c = 0; c < 3; c++) {
        middle[c] += shares[s] * places[3 * s + c];
      }
    }
    axes = principalAxes();
    for (int s = 0; s < count; s++) {
      for (int a = 0; a < 3; a++) {
        double along = along(a, s);
        spreads[a] += shares[s] * along * along;
      }
    }
    for (int a = 0; a < 3; a++) {
      spreads[a] = Math.sqrt(spreads[a]);
    }
  }

  static SurfaceSamples of(TriangleMesh mesh) {
    int every = (mesh.vertexCount() + MOST - 1) / MOST;
    int count = (mesh.vertexCount() + every - 1) / every;
    double[] places = new double[3 * count], normals = new double[3 * count];
    double[] shares = new double[count];
    float[] n = MeshTopology.vertexNormals(mesh);
    double[] areas = SurfaceFit.areas(mesh);
    for (int s = 0; s < count; s++) {
      int v = s * every;
      shares[s] = areas[v];
      for (int c = 0; c < 3; c++) {
        places[3 * s + c] = mesh.positions()[3 * v + c];
        normals[3 * s + c] = n[3 * v + c];
      }
    }
    return new SurfaceSamples(places, normals, shares);
  }

  /**
   * The samples of the surface once space is deformed; normals and areas follow from two points
   * beside each sample.
   *
   * @param beside distance of these points
   */
  SurfaceSamples deformed(Consumer<double[]> deformer, double beside) {
    double[] to = new double[3 * count], facing = new double[3 * count];
    double[] areas = new double[count];
    double[] p = new double[3], u = new double[3], v = new double[3];
    for (int s = 0; s < 3 * count; s += 3) {
      double nx = normals[s], ny = normals[s + 1], nz = normals[s + 2];
      // Any direction across the normal: with the axis that it has least of.
      boolean x = Math.abs(nx) <= Math.abs(ny) && Math.abs(nx) <= Math.abs(nz);
      boolean y = !x && Math.abs(ny) <= Math.abs(nz);
      u[0] = x ? 0 : y ? -nz : ny;
      u[1] = x ? nz : y ? 0 : -nx;
      u[2] = x ? -ny : y ? nx : 0;
      double length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
      if (!(length > 0)) {
        u[0] = length = 1;
      }
      for (int c = 0; c < 3; c++) {
        u[c] *= beside / length;
      }
      v[0] = ny * u[2] - nz * u[1];
      v[1] = nz * u[0] - nx * u[2];
      v[2] = nx * u[1] - ny * u[0];
      for (int c = 0; c < 3; c++) {
        p[c] = places[s + c];
        u[c] += p[c];
        v[c] += p[c];
      }
      deformer.accept(p);
      deformer.accept(u);
      deformer.accept(v);
      for (int c = 0; c < 3; c++) {
        to[s + c] = p[c];
        u[c] -= p[c];
        v[c] -= p[c];
      }
      double fx = u[1] * v[2] - u[2] * v[1];
      double fy = u[2] * v[0] - u[0] * v[2];
      double fz = u[0] * v[1] - u[1] * v[0];
      double area = Math.sqrt(fx * fx + fy * fy + fz * fz);
      areas[s / 3] = shares[s / 3] * area;
      facing[s] = area > 0 ? fx / area : nx;
      facing[s + 1] = area > 0 ? fy / area : ny;
      facing[s + 2] = area > 0 ? fz / area : nz;
    }
    return new SurfaceSamples(to, facing, areas);
  }

  /** Where sample s lies along an axis, from the middle. */
  double along(int axis, int s) {
    double out = 0;
    for (int c = 0; c < 3; c++) {
      out += axes[3 * axis + c] * (places[3 * s + c] - middle[c]);
    }
    return out;
  }

  private double[] principalAxes() {
    double[] m = new double[9];
    for (int s = 0; s < count; s++) {
      for (int i = 0; i < 9; i++) {
        m[i] +=
            shares[s]
                * (places[3 * s + i / 3] - middle[i / 3])
                * (places[3 * s + i % 3] - middle[i % 3]);
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

  /**
   * A motion that lays these samples on others: number 0 leaves them where they are, 1 brings
   * middles together, 2 to 5 turn them so that long axes meet, four ways.
   */
  double[] motion(int number, SurfaceSamples to) {
    double[] m = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    for (int i = 0; i < 9 && number >= 2; i++) {
      double sum = 0;
      for (int a = 0; a < 3; a++) {
        boolean flip = number - 3 >= 0 && number - 3 != a;
        sum += (flip ? -1 : 1) * to.axes[3 * a + i / 3] * axes[3 * a + i % 3];
      }
      m[i] = sum;
    }
    for (int c = 0; c < 3 && number >= 1; c++) {
      m[9 + c] =
          to.middle[c] - m[3 * c] * middle[0] - m[3 * c + 1] * middle[1] - m[3 * c + 2] * middle[2];
    }
    return m;
  }

  static double moved(double[] m, double[] p, int i, int c, boolean asPlace) {
    return m[3 * c] * p[i]
        + m[3 * c + 1] * p[i + 1]
        + m[3 * c + 2] * p[i + 2]
        + (asPlace ? m[9 + c] : 0);
  }

  /**
   * Improves a motion of these samples by closest points, both ways, and answers with the root mean
   * square distance that is left before the last round.
   *
   * @param turn what half a turn of a normal counts as, a length
   */
  double align(double[] m, SurfaceSamples to, double turn, int rounds) {
    BestRotation best = new BestRotation();
    double[] r = {m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8]};
    double[] now = new double[3 * count], facing = new double[3 * count];
    double[] wanted = new double[3 * count], weights = new double[count];
    double gap = 0;
    for (int round = 0; ; round++) {
      for (int i = 0; i < now.length; i++) {
        now[i] = moved(m, places, i - i % 3, i % 3, true);
        facing[i] = moved(m, normals, i - i % 3, i % 3, false);
      }
      gap = closest(now, facing, to, turn, wanted, weights);
      if (round == rounds) {
        return gap;
      }
      double[] from = new double[3], there = new double[3], p = new double[9];
      double sum = 0;
      for (int s = 0; s < count; s++) {
        sum += weights[s];
        for (int c = 0; c < 3; c++) {
          from[c] += weights[s] * places[3 * s + c];
          there[c] += weights[s] * wanted[3 * s + c];
        }
      }
      for (int s = 0; s < count; s++) {
        for (int i = 0; i < 9; i++) {
          p[i] +=
              weights[s]
                  * (wanted[3 * s + i / 3] - there[i / 3] / sum)
                  * (places[3 * s + i % 3] - from[i % 3] / sum);
        }
      }
      best.improve(p, r, 0);
      System.arraycopy(r, 0, m, 0, 9);
      for (int c = 0; c < 3; c++) {
        m[9 + c] =
            (there[c] - m[3 * c] * from[0] - m[3 * c + 1] * from[1] - m[3 * c + 2] * from[2]) / sum;
      }
    }
  }

  /** Where each sample is drawn to, and with what weight; answers with the gap. */
  private double closest(
      double[] now,
      double[] facing,
      SurfaceSamples to,
      double turn,
      double[] wanted,
      double[] weights) {
    double bend = 0.5 * turn * turn;
    double[] best = new double[count];
    int[] at = new int[count];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    Arrays.fill(wanted, 0);
    System.arraycopy(shares, 0, weights, 0, count);
    double sum = 0;
    for (int q = 0; q < to.count; q++) {
      double least = Double.POSITIVE_INFINITY;
      int nearest = 0;
      for (int s = 0; s < count; s++) {
        double x = now[3 * s] - to.places[3 * q];
        double y = now[3 * s + 1] - to.places[3 * q + 1];
        double z = now[3 * s + 2] - to.places[3 * q + 2];
        double cosine =
            facing[3 * s] * to.normals[3 * q]
                + facing[3 * s + 1] * to.normals[3 * q + 1]
                + facing[3 * s + 2] * to.normals[3 * q + 2];
        double d = x * x + y * y + z * z + bend * (1 - cosine);
        if (d < least) {
          least = d;
          nearest = s;
        }
        if (d < best[s]) {
          best[s] = d;
          at[s] = q;
        }
      }
      sum += to.shares[q] * apart(now, facing, nearest, to, q, bend);
      weights[nearest] += to.shares[q];
      for (int c = 0; c < 3; c++) {
        wanted[3 * nearest + c] += to.shares[q] * to.places[3 * q + c];
      }
    }
    for (int s = 0; s < count; s++) {
      sum += shares[s] * apart(now, facing, s, to, at[s], bend);
      for (int c = 0; c < 3; c++) {
        double w = wanted[3 * s + c] + shares[s] * to.places[3 * at[s] + c];
        wanted[3 * s + c] = weights[s] > 0 ? w / weights[s] : now[3 * s + c];
      }
    }
    return Math.sqrt(0.5 * sum);
  }

  /**
   * Squared distance of a sample from the plane of another, and their normals' difference. In the
   * plane samples of one surface lie apart too.
   */
  private static double apart(
      double[] now, double[] facing, int s, SurfaceSamples to, int q, double bend) {
    double off = 0, cosine = 0;
    for (int c = 0; c < 3; c++) {
      off += (now[3 * s + c] - to.places[3 * q + c]) * (facing[3 * s + c] + to.normals[3 * q + c]);
      cosine += facing[3 * s + c] * to.normals[3 * q + c];
    }
    return 0.25 * off * off + bend * (1 - cosine);
  }
}
