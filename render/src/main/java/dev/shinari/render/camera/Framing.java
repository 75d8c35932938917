package dev.shinari.render.camera;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Where a camera looks and how far off it stands, frame by frame: the point in the middle of the
 * picture and the distance from it. The directions are given; the rest follows from the extents.
 */
final class Framing {
  /**
   * Something that is good to see but not what the film is about.
   *
   * @param worth how much farther the camera goes for it, 1 not at all
   */
  record Guest(ViewExtents extents, double worth) {}

  private final CameraAxes[] axes; // one a frame
  private final CameraAxes middle; // in the middle of the camera's own move
  private final ViewExtents bodies;
  private final ViewExtents level; // the bodies, seen along the middle axes
  private final double pad;
  private final int frames;

  final double[] pivots; // 3 a frame
  final double[] distances; // one a frame

  Framing(CameraAxes[] axes, CameraAxes middle, ViewExtents bodies, ViewExtents level, double pad) {
    this.axes = axes;
    this.middle = middle;
    this.bodies = bodies;
    this.level = level;
    this.pad = pad;
    frames = axes.length;
    pivots = new double[3 * frames];
    distances = new double[frames];
  }

  /** Stands still, or travels along a path; everything fits. */
  Framing traveling(double[] path, boolean moves, CameraSettings.Point target) {
    double x = target == null ? center(0) : target.x();
    double y = target == null ? center(1) : target.y();
    double z = target == null ? center(2) : target.z();
    if (target == null) {
      double[] c = level.centers; // a traveling camera is described by where it is in frame 0
      double depth = moves ? middle.depth(c[0], c[1], c[2]) : middle.depth(x, y, z);
      double[] m = level.middle(whole(level.supports, path), 0);
      double[] p = point(m[0], m[1], depth);
      x = p[0];
      y = p[1];
      z = p[2];
    }
    place(path, x, y, z, List.of());
    return this;
  }

  /** Looks at a given point from a given distance, shifted along a path. */
  void at(CameraSettings.Point target, double[] path, double distance) {
    for (int f = 0; f < frames; f++) {
      pivots[3 * f] = target.x() + path[3 * f];
      pivots[3 * f + 1] = target.y() + path[3 * f + 1];
      pivots[3 * f + 2] = target.z() + path[3 * f + 2];
      distances[f] = distance;
    }
  }

  /** Moves a still camera so that guests are seen as well, if that does not take it too far. */
  Framing welcoming(List<Guest> guests) {
    List<ViewExtents> seen = new ArrayList<>();
    double first = distances[0];
    double[] still = new double[3 * frames];
    double[][] everything = whole(level.supports, still);
    double[] from = level.middle(everything, 0);
    double depth = middle.depth(pivots[0], pivots[1], pivots[2]);
    for (Guest guest : guests) {
      seen.add(guest.extents);
      double[][] s = whole(guest.extents.supports, still);
      for (int k = 0; k < s.length; k++) {
        for (int c = 0; c < 4; c++) {
          s[k][c] = Math.max(s[k][c], everything[k][c]);
        }
      }
      double[] to = level.middle(s, 0);
      double bestDistance = Double.POSITIVE_INFINITY;
      double[] best = null;
      // Between the middle of the bodies and the middle of everything is the nearest place.
      for (int k = 0; k <= 8; k++) {
        double q = k / 8.0;
        double[] p = point(from[0] + q * (to[0] - from[0]), from[1] + q * (to[1] - from[1]), depth);
        double d = farthest(still, p[0], p[1], p[2], seen);
        if (d < bestDistance - 1e-9 * Math.abs(d)) {
          bestDistance = d;
          best = p;
        }
      }
      if (best != null && bestDistance <= Math.max(guest.worth * first, distances[0])) {
        place(still, best[0], best[1], best[2], seen);
        everything = s;
      } else {
        seen.remove(seen.size() - 1);
      }
    }
    return this;
  }

  /** Pans, pulls back and closes in, calmly, so that the bodies are large and always inside. */
  Framing keeping(float framesPerSecond) {
    double[][] calm = level.calm(framesPerSecond);
    double[] path = level.path(framesPerSecond);
    double[] need = new double[frames];
    double any = Double.NEGATIVE_INFINITY;
    for (int f = 0; f < frames; f++) {
      double x = level.centers[0] + path[3 * f];
      double y = level.centers[1] + path[3 * f + 1];
      double z = level.centers[2] + path[3 * f + 2];
      double[] m = level.middle(calm, 4 * f), p = {x, y, z};
      if (Math.abs(m[0]) < Camera.FARTHEST && Math.abs(m[1]) < Camera.FARTHEST) {
        p = point(m[0], m[1], middle.depth(x, y, z));
      }
      System.arraycopy(p, 0, pivots, 3 * f, 3);
      need[f] = bodies.need(f, axes[f], p[0], p[1], p[2], pad);
      any = Math.max(any, need[f]);
    }
    for (int f = 0; f < frames; f++) {
      need[f] = need[f] == Double.NEGATIVE_INFINITY ? any : need[f];
    }
    double[] d = ViewExtents.calm(need, framesPerSecond);
    for (int f = 0; f < frames; f++) {
      distances[f] = Math.max(d[f], pad);
    }
    return this;
  }

  private double center(int axis) {
    return axis == 0 ? level.all.centerX() : axis == 1 ? level.all.centerY() : level.all.centerZ();
  }

  private double[] point(double across, double above, double depth) {
    return new double[] {
      across * middle.rx() + above * middle.ux() + depth * middle.fx(),
      above * middle.uy() + depth * middle.fy(),
      across * middle.rz() + above * middle.uz() + depth * middle.fz()
    };
  }

  /** The largest supports of all frames, when the camera is shifted by {@code path}. */
  private double[][] whole(double[][] supports, double[] path) {
    double[][] all = new double[supports.length][4];
    for (int k = 0; k < all.length; k++) {
      double[] s = all[k], support = supports[k];
      double sx = ViewExtents.SLOPES[k] * level.sx, sy = ViewExtents.SLOPES[k] * level.sy;
      Arrays.fill(s, Double.NEGATIVE_INFINITY);
      for (int f = 0; f < frames; f++) {
        double across = middle.across(path[3 * f], path[3 * f + 2]);
        double above = middle.above(path[3 * f], path[3 * f + 1], path[3 * f + 2]);
        double depth = middle.depth(path[3 * f], path[3 * f + 1], path[3 * f + 2]);
        s[0] = Math.max(s[0], support[4 * f] - across + sx * depth);
        s[1] = Math.max(s[1], support[4 * f + 1] + across + sx * depth);
        s[2] = Math.max(s[2], support[4 * f + 2] - above + sy * depth);
        s[3] = Math.max(s[3], support[4 * f + 3] + above + sy * depth);
      }
    }
    return all;
  }

  private double farthest(double[] path, double x, double y, double z, List<ViewExtents> guests) {
    double d = Double.NEGATIVE_INFINITY;
    for (int f = 0; f < frames; f++) {
      double px = x + path[3 * f], py = y + path[3 * f + 1], pz = z + path[3 * f + 2];
      d = Math.max(d, bodies.need(f, axes[f], px, py, pz, pad));
      for (ViewExtents g : guests) {
        d = Math.max(d, g.need(f, axes[f], px, py, pz, pad));
      }
    }
    return Math.max(d, pad);
  }

  private void place(double[] path, double x, double y, double z, List<ViewExtents> guests) {
    at(new CameraSettings.Point(x, y, z), path, farthest(path, x, y, z, guests));
  }
}
