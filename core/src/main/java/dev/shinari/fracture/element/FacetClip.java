package dev.shinari.fracture.element;

import dev.shinari.mesh.RegionFill;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Clips flat polygons to the inside of a closed surface: facets of a cage that is wider than it.
 */
final class FacetClip {
  private final float[] positions;
  private final int[] triangles;
  private final RegionFill fill = new RegionFill();

  FacetClip(TriangleMesh surface) {
    positions = surface.positions();
    triangles = surface.triangles();
  }

  /** The parts of a convex polygon that lie inside, x, y, z per corner, turning the same way. */
  List<double[]> clip(double[] polygon) {
    double[] frame = frame(polygon);
    double[] lines = section(frame);
    int n = polygon.length / 3;
    double[] ring = new double[2 * n];
    double lowU = Double.POSITIVE_INFINITY, lowV = lowU, highU = -lowU, highV = -lowU;
    for (int k = 0; k < n; k++) {
      ring[2 * k] = along(frame, 3, polygon[3 * k], polygon[3 * k + 1], polygon[3 * k + 2]);
      ring[2 * k + 1] = along(frame, 6, polygon[3 * k], polygon[3 * k + 1], polygon[3 * k + 2]);
      lowU = Math.min(lowU, ring[2 * k]);
      highU = Math.max(highU, ring[2 * k]);
      lowV = Math.min(lowV, ring[2 * k + 1]);
      highV = Math.max(highV, ring[2 * k + 1]);
    }
    List<double[]> found = new ArrayList<>();
    fill.fill(
        lines,
        lines.length / 4,
        new RegionFill.Box(lowU, lowV, highU, highV),
        (uv, corners) -> {
          double[] part = Arrays.copyOf(uv, 2 * corners);
          for (int k = 0; k < n && part.length >= 6; k++) {
            int l = (k + 1) % n;
            part = below(part, ring[2 * k], ring[2 * k + 1], ring[2 * l], ring[2 * l + 1]);
          }
          if (part.length >= 6) {
            found.add(lift(frame, part));
          }
        });
    return found;
  }

  /** Origin, two unit axes in the polygon's plane and its normal: 12 numbers. */
  private static double[] frame(double[] p) {
    double[] f = new double[12];
    double[] n = new double[3];
    int m = p.length;
    for (int k = 0; k < m; k += 3) {
      int l = (k + 3) % m;
      for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        n[a] += (p[k + b] - p[b]) * (p[l + c] - p[c]) - (p[k + c] - p[c]) * (p[l + b] - p[b]);
      }
    }
    double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    double[] u = {p[3] - p[0], p[4] - p[1], p[5] - p[2]};
    double side = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (int a = 0; a < 3; a++) {
      f[a] = p[a];
      f[3 + a] = side > 0 ? u[a] / side : 0;
      f[9 + a] = length > 0 ? n[a] / length : 0;
    }
    for (int a = 0; a < 3; a++) {
      int b = (a + 1) % 3, c = (a + 2) % 3;
      f[6 + a] = f[9 + b] * f[3 + c] - f[9 + c] * f[3 + b];
    }
    return f;
  }

  private static double along(double[] f, int axis, double x, double y, double z) {
    return (x - f[0]) * f[axis] + (y - f[1]) * f[axis + 1] + (z - f[2]) * f[axis + 2];
  }

  /** Where the surface crosses the plane: u0, v0, u1, v1 of each triangle that does. */
  private double[] section(double[] f) {
    double[] lines = new double[64], ends = new double[4];
    int n = 0;
    for (int k = 0; k < triangles.length; k += 3) {
      int m = 0;
      for (int j = 0; j < 3; j++) {
        int p = 3 * triangles[k + j], q = 3 * triangles[k + (j + 1) % 3];
        double dp = height(f, p), dq = height(f, q);
        // A corner on the plane counts as above it, so that lines close.
        if (dp >= 0 != dq >= 0) {
          // From the same end, whichever triangle asks.
          double s = dp < dq ? -dp / (dq - dp) : -dq / (dp - dq);
          int lo = dp < dq ? p : q, hi = dp < dq ? q : p;
          double x = positions[lo] + s * (positions[hi] - positions[lo]);
          double y = positions[lo + 1] + s * (positions[hi + 1] - positions[lo + 1]);
          double z = positions[lo + 2] + s * (positions[hi + 2] - positions[lo + 2]);
          ends[2 * m] = along(f, 3, x, y, z);
          ends[2 * m++ + 1] = along(f, 6, x, y, z);
        }
      }
      if (m == 2) {
        if (4 * n + 4 > lines.length) {
          lines = Arrays.copyOf(lines, 2 * lines.length);
        }
        System.arraycopy(ends, 0, lines, 4 * n++, 4);
      }
    }
    return Arrays.copyOf(lines, 4 * n);
  }

  private double height(double[] f, int p) {
    return along(f, 9, positions[p], positions[p + 1], positions[p + 2]);
  }

  /** The part of a convex polygon on the left of a line. */
  private static double[] below(double[] p, double au, double av, double bu, double bv) {
    double[] out = new double[p.length + 4];
    int m = 0, n = p.length;
    for (int k = 0; k < n; k += 2) {
      int l = (k + 2) % n;
      double dk = (bu - au) * (p[k + 1] - av) - (bv - av) * (p[k] - au);
      double dl = (bu - au) * (p[l + 1] - av) - (bv - av) * (p[l] - au);
      if (dk >= 0) {
        out[m++] = p[k];
        out[m++] = p[k + 1];
      }
      if (dk >= 0 != dl >= 0) {
        double s = dk / (dk - dl);
        out[m++] = p[k] + s * (p[l] - p[k]);
        out[m++] = p[k + 1] + s * (p[l + 1] - p[k + 1]);
      }
    }
    return Arrays.copyOf(out, m);
  }

  private static double[] lift(double[] f, double[] uv) {
    double[] out = new double[uv.length / 2 * 3];
    for (int k = 0; k < out.length; k++) {
      int a = k % 3, c = k / 3;
      out[k] = f[a] + uv[2 * c] * f[3 + a] + uv[2 * c + 1] * f[6 + a];
    }
    return out;
  }
}
