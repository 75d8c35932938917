package dev.shinari.render.camera;

import dev.shinari.mesh.Bounds;
import dev.shinari.take.Take;
import java.util.Arrays;
import java.util.List;

/**
 * What a camera must know of the vertices that it shall see: a few maxima for each frame.
 *
 * <p>With x, y, z the coordinates of a vertex along right, up and forward, and s the tangent of
 * half the field of view, a vertex is inside of the right border if x - xe &lt;= s (z - ze). So all
 * that counts of all vertices is A = max(x - s z) and B = max(-x - s z), for both axes: then xe =
 * (A - B) / 2 touches both borders, and an eye at (xe, ye) must stay behind ze = (xe - A) / s.
 *
 * <p>One of the two axes says how far off the eye is; along the other one there is room to spare,
 * and the same with a smaller s says where the middle is for an eye so far off. So the maxima are
 * kept for some smaller slopes as well.
 */
final class ViewExtents {
  /** Slopes for which maxima are kept, as shares of the field of view's own. */
  static final double[] SLOPES = {1, 0.82, 0.67, 0.55, 0.45, 0.37, 0.3, 0.25};

  /** Tangents of half the field of view, across and upwards. */
  final double sx, sy;

  /** For each slope 4 a frame: right, left, top, bottom; -infinity if nothing is seen. */
  final double[][] supports = new double[SLOPES.length][];

  final double[] centers; // 3 a frame
  final double[] sizes; // diagonal of the bounds of each frame
  final Bounds all;
  final double size; // the largest of them

  private final int frames;

  /** Where a point of a body is looked for: itself, or its shadow on the floor. */
  interface Place {
    void of(float x, float y, float z, double[] out);
  }

  static final Place ITSELF =
      (x, y, z, out) -> {
        out[0] = x;
        out[1] = y;
        out[2] = z;
      };

  /**
   * Measures tracks.
   *
   * @param axes directions of the camera, one a frame
   */
  ViewExtents(List<Take.Track> tracks, CameraAxes[] axes, double sx, double sy, Place place) {
    frames = axes.length;
    this.sx = sx;
    this.sy = sy;
    for (int k = 0; k < SLOPES.length; k++) {
      supports[k] = new double[4 * frames];
      Arrays.fill(supports[k], Double.NEGATIVE_INFINITY);
    }
    centers = new double[3 * frames];
    sizes = new double[frames];
    Bounds union = Bounds.EMPTY;
    double most = 0;
    float[][] p = new float[tracks.size()][];
    double[] last = null, at = new double[3];
    for (int f = 0; f < frames; f++) {
      CameraAxes a = axes[f];
      float minX = Float.POSITIVE_INFINITY, minY = minX, minZ = minX;
      float maxX = -minX, maxY = -minX, maxZ = -minX;
      for (int t = 0; t < p.length; t++) {
        Take.Track track = tracks.get(t);
        if (p[t] == null) {
          p[t] = new float[3 * track.surface().vertexCount()];
        }
        if (f < track.frameCount()) {
          track.positions(f, p[t]);
        }
        float[] q = p[t];
        for (int i = 0; i + 2 < q.length; i += 3) {
          float x = q[i], y = q[i + 1], z = q[i + 2];
          if (!Camera.usable(x, y, z)) {
            continue;
          }
          place.of(x, y, z, at);
          double across = a.across(at[0], at[2]), above = a.above(at[0], at[1], at[2]);
          double depth = a.depth(at[0], at[1], at[2]);
          for (int k = 0; k < SLOPES.length; k++) {
            double[] m = supports[k];
            double aside = SLOPES[k] * sx * depth, upright = SLOPES[k] * sy * depth;
            m[4 * f] = Math.max(m[4 * f], across - aside);
            m[4 * f + 1] = Math.max(m[4 * f + 1], -across - aside);
            m[4 * f + 2] = Math.max(m[4 * f + 2], above - upright);
            m[4 * f + 3] = Math.max(m[4 * f + 3], -above - upright);
          }
          minX = Math.min(minX, x);
          minY = Math.min(minY, y);
          minZ = Math.min(minZ, z);
          maxX = Math.max(maxX, x);
          maxY = Math.max(maxY, y);
          maxZ = Math.max(maxZ, z);
        }
      }
      if (minX <= maxX) {
        last = new double[] {mid(minX, maxX), mid(minY, maxY), mid(minZ, maxZ)};
        Bounds b = new Bounds(minX, minY, minZ, maxX, maxY, maxZ);
        sizes[f] = b.diagonal();
        most = Math.max(most, sizes[f]);
        union = union.union(b);
      }
      if (last != null) {
        System.arraycopy(last, 0, centers, 3 * f, 3);
      }
    }
    all = union;
    size = most;
  }

  private static double mid(float a, float b) {
    return 0.5 * ((double) a + b);
  }

  /** The bodies' way since frame 0, smoothed over about half a second. */
  double[] path(float framesPerSecond) {
    int reach = reach(0.25f, framesPerSecond);
    double[] smooth = average(average(centers, reach), reach);
    double[] path = new double[3 * frames];
    for (int i = 0; i < path.length; i++) {
      path[i] = smooth[i] - smooth[i % 3];
    }
    return path;
  }

  static int reach(float seconds, float framesPerSecond) {
    return Math.max(1, Math.round(seconds * Math.min(framesPerSecond, 1000)));
  }

  private double[] average(double[] in, int reach) {
    double[] out = new double[in.length];
    for (int f = 0; f < frames; f++) {
      for (int c = 0; c < 3; c++) {
        double sum = 0;
        for (int k = -reach; k <= reach; k++) {
          // Beyond the ends the way is turned about its end point: no lag there.
          int g = f + k, end = g < 0 ? 0 : frames - 1;
          if (g >= 0 && g < frames) {
            sum += in[3 * g + c];
          } else {
            int mirrored = Math.max(0, Math.min(frames - 1, 2 * end - g));
            sum += 2 * in[3 * end + c] - in[3 * mirrored + c];
          }
        }
        out[3 * f + c] = sum / (2 * reach + 1);
      }
    }
    return out;
  }

  /**
   * The same supports calmed down over about a second to each side: a running maximum, then two
   * running means. Each is a mean of maxima over spans that hold the frame itself, so it is never
   * below the frame's own and whoever obeys it sees everything.
   */
  double[][] calm(float framesPerSecond) {
    double[][] out = new double[SLOPES.length][4 * frames];
    double[] one = new double[frames];
    for (int k = 0; k < SLOPES.length; k++) {
      for (int c = 0; c < 4; c++) {
        for (int f = 0; f < frames; f++) {
          one[f] = supports[k][4 * f + c];
        }
        double[] soft = calm(one, framesPerSecond);
        for (int f = 0; f < frames; f++) {
          out[k][4 * f + c] = soft[f];
        }
      }
    }
    return out;
  }

  /**
   * The middle for an eye from which everything just fits: across, then above.
   *
   * @param s supports for each slope, right, left, top, bottom from {@code at} on
   */
  double[] middle(double[][] s, int at) {
    double wide = -(s[0][at] + s[0][at + 1]) / (2 * sx),
        high = -(s[0][at + 2] + s[0][at + 3]) / (2 * sy);
    return new double[] {
      middle(s, at, sx, Math.min(wide, high)), middle(s, at + 2, sy, Math.min(wide, high))
    };
  }

  private static double middle(double[][] s, int at, double slope, double eye) {
    double before = 0, beforeEye = 0;
    for (int k = 0; k < SLOPES.length; k++) {
      double m = 0.5 * (s[k][at] - s[k][at + 1]);
      double e = -(s[k][at] + s[k][at + 1]) / (2 * SLOPES[k] * slope); // goes back with each slope
      if (k == 0 && !(e > eye)) {
        return m;
      }
      if (k > 0 && e <= eye) {
        double q = beforeEye > e ? (beforeEye - eye) / (beforeEye - e) : 1;
        return before + q * (m - before);
      }
      before = m;
      beforeEye = e;
    }
    return before;
  }

  /** A calm upper bound of a row of numbers. */
  static double[] calm(double[] values, float framesPerSecond) {
    int reach = reach(0.3f, framesPerSecond), n = values.length;
    double[] most = new double[n];
    for (int f = 0; f < n; f++) {
      double m = Double.NEGATIVE_INFINITY;
      for (int g = Math.max(0, f - 2 * reach); g <= Math.min(n - 1, f + 2 * reach); g++) {
        m = Math.max(m, values[g]);
      }
      most[f] = m;
    }
    return mean(mean(most, reach), reach);
  }

  private static double[] mean(double[] in, int reach) {
    double[] out = new double[in.length];
    for (int f = 0; f < in.length; f++) {
      int from = Math.max(0, f - reach), to = Math.min(in.length - 1, f + reach);
      out[f] = Arrays.stream(in, from, to + 1).sum() / (to - from + 1);
    }
    return out;
  }

  /**
   * How far from the point P a camera must stand in a frame so that all of it is seen, when P is to
   * be in the middle of the picture.
   */
  double need(int f, CameraAxes a, double px, double py, double pz, double pad) {
    double[] support = supports[0];
    if (support[4 * f] == Double.NEGATIVE_INFINITY) {
      return Double.NEGATIVE_INFINITY;
    }
    double pa = a.across(px, pz), pb = a.above(px, py, pz), pd = a.depth(px, py, pz);
    double wide = Math.max(support[4 * f] - pa, support[4 * f + 1] + pa) + pad;
    double high = Math.max(support[4 * f + 2] - pb, support[4 * f + 3] + pb) + pad;
    return pd + Math.max(wide / sx, high / sy);
  }
}
