package dev.shinari.app.render;

import dev.shinari.app.render.CameraSettings.Follow;
import dev.shinari.app.render.CameraSettings.Point;
import dev.shinari.mesh.Bounds;
import dev.shinari.world.Take;
import java.util.ArrayList;
import java.util.List;

/**
 * A camera that frames a take by itself and then stands still, or travels smoothly with bodies that
 * go much further than their own size.
 *
 * <p>The direction is chosen first; the eye then follows exactly. With x, y, z the coordinates of a
 * vertex along right, up and forward, and s the tangent of half the field of view, a vertex is
 * inside of the right border if x - xe &lt;= s (z - ze). So all that must be known of all vertices
 * of all frames is A = max(x - s z) and B = max(-x - s z): then xe = (A - B) / 2 and ze = -(A + B)
 * / 2s touch both borders, and the smaller ze of the two axes fits both. A moving camera only
 * shifts A and B of each frame, since both are linear in the offset.
 */
public final class Camera {
  /** Beyond this a vertex counts as lost (blown up) and is neither framed nor drawn. */
  static final double FARTHEST = 1e15;

  private final View start;
  private final double[] offsets; // 3 a frame: how far the camera has travelled
  private final boolean flat;
  private final boolean following;
  private final Bounds bounds;
  private final double distance;
  private final double halfWidthPerHeight;
  private final CameraSettings.Move move;

  private Camera(
      View start,
      double[] offsets,
      boolean flat,
      boolean following,
      Bounds bounds,
      double distance,
      double halfWidthPerHeight,
      CameraSettings.Move move) {
    this.start = start;
    this.offsets = offsets;
    this.flat = flat;
    this.following = following;
    this.bounds = bounds;
    this.distance = distance;
    this.halfWidthPerHeight = halfWidthPerHeight;
    this.move = move;
  }

  /**
   * Frames a take for pictures of the given size.
   *
   * @throws IllegalArgumentException if the take has no frame or nothing to look at
   */
  public static Camera frame(Take take, CameraSettings settings, int width, int height) {
    if (width <= 0 || height <= 0) {
      throw new IllegalArgumentException(
          "a picture must have at least 1 x 1 pixels, got " + width + " x " + height);
    }
    int frames = take.frameCount();
    if (take.tracks().isEmpty() || frames == 0) {
      throw new IllegalArgumentException(
          "take '" + take.name() + "' is empty: it has no track with a frame to draw");
    }
    List<Take.Track> subjects = new ArrayList<>();
    for (Take.Track t : take.tracks()) {
      if (!t.isScenery() && t.frameCount() > 0) {
        subjects.add(t);
      }
    }
    if (subjects.isEmpty()) {
      take.tracks().stream().filter(t -> t.frameCount() > 0).forEach(subjects::add);
    }

    double half = StrictMath.tan(Math.toRadians(settings.fovDeg()) / 2);
    double aspect = width / (double) height;
    double keep = 1 - 2 * settings.margin();
    Axes axes = new Axes(settings.azimuthDeg(), settings.elevationDeg());
    Extents extents = new Extents(subjects, frames, axes, half * aspect * keep, half * keep);
    Bounds bounds = extents.all;
    if (bounds.isEmpty()) {
      throw new IllegalArgumentException(
          "take '" + take.name() + "' has no vertex with finite coordinates to look at");
    }
    boolean flat =
        settings.frontalWhenFlat()
            && settings.eye() == null
            && bounds.sizeZ() <= 1e-4f * bounds.longestSide();
    if (flat) {
      axes = new Axes(0, 0);
      extents = new Extents(subjects, frames, axes, half * aspect * keep, half * keep);
    }

    double largest =
        Math.max(
            Math.max(Math.abs(bounds.centreX()), Math.abs(bounds.centreY())),
            Math.abs(bounds.centreZ()));
    double pad = extents.size > 0 ? 0.005 * extents.size : 0.5; // a single point gets some room
    pad = Math.max(pad, 1e-6 * largest); // floats are hardly finer than this so far away

    Point target =
        settings.target() != null
            ? settings.target()
            : new Point(bounds.centreX(), bounds.centreY(), bounds.centreZ());
    if (settings.eye() != null) {
      Point eye = settings.eye();
      double dx = target.x() - eye.x(), dy = target.y() - eye.y(), dz = target.z() - eye.z();
      double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (!(length > 0)) {
        throw new IllegalArgumentException("the camera's eye stands on its target");
      }
      axes = Axes.along(dx / length, dy / length, dz / length);
      boolean follows = settings.follow() == Follow.ALWAYS;
      double[] path = follows ? extents.path(take.framesPerSecond()) : new double[3 * frames];
      double focal = settings.size() > 0 ? 2 * length / settings.size() : 1 / half;
      View view = axes.view(eye.x(), eye.y(), eye.z(), focal, length);
      return new Camera(view, path, false, follows, bounds, length, aspect, settings.move());
    }

    double[] still = new double[3 * frames];
    double[] travel = extents.path(take.framesPerSecond());
    double[] eyeStill = extents.fit(still, axes, pad, settings.target());
    double[] path = still;
    double[] eye = eyeStill;
    boolean follows = false;
    if (settings.follow() != Follow.NEVER) {
      double[] eyeTravel = extents.fit(travel, axes, pad, settings.target());
      double far = axes.depth(eyeStill, target.x(), target.y(), target.z());
      double[] c = extents.centres; // the travelling eye is the one of frame 0
      double close = axes.depth(eyeTravel, c[0], c[1], c[2]);
      if (settings.follow() == Follow.ALWAYS || far > 2.5 * Math.max(close, pad)) {
        path = travel;
        eye = eyeTravel;
        follows = true;
      }
    }
    double distance;
    if (settings.size() > 0) {
      distance = settings.size() / (2 * half);
      eye =
          new double[] {
            target.x() - distance * axes.fx,
            target.y() - distance * axes.fy,
            target.z() - distance * axes.fz
          };
    } else {
      double mx = target.x(), my = target.y(), mz = target.z();
      if (follows && settings.target() == null) {
        mx = extents.centres[0];
        my = extents.centres[1];
        mz = extents.centres[2];
      }
      distance = Math.max(axes.depth(eye, mx, my, mz), pad);
    }
    View view = axes.view(eye[0], eye[1], eye[2], 1 / half, distance);
    return new Camera(view, path, flat, follows, bounds, distance, aspect, settings.move());
  }

  /** Whether the take is flat and seen from the front. */
  public boolean isFrontal() {
    return flat;
  }

  /** Whether the camera travels with the bodies. */
  public boolean isFollowing() {
    return following;
  }

  /** Bounds of what the camera looks at, over all frames, vertices that are not finite left out. */
  public Bounds bounds() {
    return bounds;
  }

  /** Depth of the middle of the picture. */
  public double distance() {
    return distance;
  }

  /** Height of the picture at the depth of its middle, in world units. */
  public double viewHeight() {
    return 2 * distance / start.focal();
  }

  /**
   * Where a point is seen: x to the right and y upwards from the picture's middle, both in [-1, 1]
   * inside of it, then the depth, which is negative behind the camera.
   */
  public double[] project(int frame, double x, double y, double z) {
    View v = at(frame);
    double w = v.depth(x, y, z);
    return new double[] {
      v.focal() * v.across(x, z) / (w * halfWidthPerHeight), v.focal() * v.above(x, y, z) / w, w
    };
  }

  /** Where the camera stands in a frame: on its way with the bodies, and on its own move. */
  View at(int frame) {
    int last = offsets.length / 3 - 1, f = Math.max(0, Math.min(frame, last));
    View s = start;
    double x = s.eyeX() + offsets[3 * f];
    double y = s.eyeY() + offsets[3 * f + 1];
    double z = s.eyeZ() + offsets[3 * f + 2];
    if (move.isStill()) {
      return new View(
          x,
          y,
          z,
          s.rightX(),
          s.rightZ(),
          s.upX(),
          s.upY(),
          s.upZ(),
          s.forwardX(),
          s.forwardY(),
          s.forwardZ(),
          s.focal(),
          s.distance(),
          s.near());
    }
    // Eased in and out; half of the orbit before the framed view and half after it.
    double q = last == 0 ? 0.5 : f / (double) last, ease = q * q * (3 - 2 * q);
    double turn = flat ? 0 : Math.toRadians(move.orbitDeg()) * (ease - 0.5);
    double zoom = move.zoomFrom() * StrictMath.pow(move.zoomTo() / move.zoomFrom(), ease);
    double c = StrictMath.cos(turn), n = StrictMath.sin(turn), d = s.distance() / zoom;
    double fx = c * s.forwardX() + n * s.forwardZ(), fz = c * s.forwardZ() - n * s.forwardX();
    double ux = c * s.upX() + n * s.upZ(), uz = c * s.upZ() - n * s.upX();
    double rx = c * s.rightX() + n * s.rightZ(), rz = c * s.rightZ() - n * s.rightX();
    return new View(
        x + s.distance() * s.forwardX() - d * fx,
        y + (s.distance() - d) * s.forwardY(),
        z + s.distance() * s.forwardZ() - d * fz,
        rx,
        rz,
        ux,
        s.upY(),
        uz,
        fx,
        s.forwardY(),
        fz,
        s.focal(),
        d,
        s.near());
  }

  static boolean usable(float x, float y, float z) {
    return Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST && Math.abs(z) < FARTHEST;
  }

  /** Directions of a camera without roll. */
  private static final class Axes {
    final double rx, rz, ux, uy, uz, fx, fy, fz;

    Axes(double azimuthDeg, double elevationDeg) {
      double a = Math.toRadians(azimuthDeg), e = Math.toRadians(elevationDeg);
      double sa = StrictMath.sin(a), ca = StrictMath.cos(a);
      double se = StrictMath.sin(e), ce = StrictMath.cos(e);
      rx = ca;
      rz = -sa;
      fx = -sa * ce;
      fy = -se;
      fz = -ca * ce;
      ux = -sa * se;
      uy = ce;
      uz = -ca * se;
    }

    static Axes along(double dx, double dy, double dz) {
      double azimuth = dx == 0 && dz == 0 ? 0 : StrictMath.atan2(-dx, -dz);
      double elevation = StrictMath.asin(Math.max(-1, Math.min(1, -dy)));
      return new Axes(Math.toDegrees(azimuth), Math.toDegrees(elevation));
    }

    View view(double x, double y, double z, double focal, double distance) {
      return new View(x, y, z, rx, rz, ux, uy, uz, fx, fy, fz, focal, distance, 1e-3 * distance);
    }

    double depth(double[] eye, double x, double y, double z) {
      return (x - eye[0]) * fx + (y - eye[1]) * fy + (z - eye[2]) * fz;
    }
  }

  /** What the fit must know of all vertices: a few maxima for each frame. */
  private static final class Extents {
    final int frames;
    final double sx, sy;
    final double[] support; // 4 a frame: right, left, top, bottom; -infinity if nothing is seen
    final double[] centres; // 3 a frame
    final Bounds all;
    final double size; // diagonal of the bounds of the largest frame

    Extents(List<Take.Track> tracks, int frames, Axes axes, double sx, double sy) {
      this.frames = frames;
      this.sx = sx;
      this.sy = sy;
      support = new double[4 * frames];
      centres = new double[3 * frames];
      Bounds union = Bounds.EMPTY;
      double most = 0;
      float[][] p = new float[tracks.size()][];
      double[] last = null;
      for (int f = 0; f < frames; f++) {
        double right = Double.NEGATIVE_INFINITY, left = right, top = right, bottom = right;
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
            if (!usable(x, y, z)) {
              continue;
            }
            double across = x * axes.rx + z * axes.rz;
            double above = x * axes.ux + y * axes.uy + z * axes.uz;
            double depth = x * axes.fx + y * axes.fy + z * axes.fz;
            right = Math.max(right, across - sx * depth);
            left = Math.max(left, -across - sx * depth);
            top = Math.max(top, above - sy * depth);
            bottom = Math.max(bottom, -above - sy * depth);
            minX = Math.min(minX, x);
            minY = Math.min(minY, y);
            minZ = Math.min(minZ, z);
            maxX = Math.max(maxX, x);
            maxY = Math.max(maxY, y);
            maxZ = Math.max(maxZ, z);
          }
        }
        support[4 * f] = right;
        support[4 * f + 1] = left;
        support[4 * f + 2] = top;
        support[4 * f + 3] = bottom;
        if (minX <= maxX) {
          last = new double[] {mid(minX, maxX), mid(minY, maxY), mid(minZ, maxZ)};
          Bounds b = new Bounds(minX, minY, minZ, maxX, maxY, maxZ);
          most = Math.max(most, b.diagonal());
          union = union.union(b);
        }
        if (last != null) {
          System.arraycopy(last, 0, centres, 3 * f, 3);
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
      int reach = Math.max(1, Math.round(0.25f * Math.min(framesPerSecond, 1000)));
      double[] smooth = average(average(centres, reach), reach);
      double[] path = new double[3 * frames];
      for (int i = 0; i < path.length; i++) {
        path[i] = smooth[i] - smooth[i % 3];
      }
      return path;
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

    /** The eye from which everything fits when the camera is shifted by {@code offsets}. */
    double[] fit(double[] offsets, Axes a, double pad, Point target) {
      double right = Double.NEGATIVE_INFINITY, left = right, top = right, bottom = right;
      for (int f = 0; f < frames; f++) {
        if (support[4 * f] == Double.NEGATIVE_INFINITY) {
          continue;
        }
        double ox = offsets[3 * f], oy = offsets[3 * f + 1], oz = offsets[3 * f + 2];
        double across = ox * a.rx + oz * a.rz;
        double above = ox * a.ux + oy * a.uy + oz * a.uz;
        double depth = ox * a.fx + oy * a.fy + oz * a.fz;
        right = Math.max(right, support[4 * f] - across + sx * depth);
        left = Math.max(left, support[4 * f + 1] + across + sx * depth);
        top = Math.max(top, support[4 * f + 2] - above + sy * depth);
        bottom = Math.max(bottom, support[4 * f + 3] + above + sy * depth);
      }
      right += pad;
      left += pad;
      top += pad;
      bottom += pad;
      double xe = 0.5 * (right - left), ye = 0.5 * (top - bottom);
      if (target != null) {
        xe = target.x() * a.rx + target.z() * a.rz;
        ye = target.x() * a.ux + target.y() * a.uy + target.z() * a.uz;
      }
      double ze =
          Math.min(Math.min(xe - right, -xe - left) / sx, Math.min(ye - top, -ye - bottom) / sy);
      return new double[] {
        xe * a.rx + ye * a.ux + ze * a.fx, ye * a.uy + ze * a.fy, xe * a.rz + ye * a.uz + ze * a.fz
      };
    }
  }
}
