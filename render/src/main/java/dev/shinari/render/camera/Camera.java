package dev.shinari.render.camera;

import dev.shinari.mesh.Bounds;
import dev.shinari.render.camera.CameraSettings.Follow;
import dev.shinari.render.camera.CameraSettings.Point;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A camera that frames a take by itself and then stands still, or travels smoothly with bodies that
 * go much further than their own size, or pulls back from bodies that fly apart.
 *
 * <p>The directions are chosen first, those of an orbit frame by frame; {@link Framing} then finds
 * what stands in the middle of the picture and how far off the eye must be, from the {@link
 * ViewExtents} of the bodies. Nothing that moves is cut off, whatever the camera's own move is,
 * unless the settings say where it stands or how near it goes.
 */
public final class Camera {
  /** Beyond this a vertex counts as lost (blown up) and is neither framed nor drawn. */
  public static final double FARTHEST = 1e15;

  /** Shadows and other things that stand about may come closer to the border than bodies. */
  private static final double GUEST_MARGIN = 0.03;

  /** How much farther the camera goes for rams and shadows, and for what stands still. */
  private static final double FOR_MOVING = 1.35;

  private static final double FOR_STILL = 1.15;

  /** Several bodies that end up this much further apart are pulled back from. */
  private static final double SPREAD = 1.75;

  private final CameraAxes[] axes; // one a frame
  private final Framing framing;
  private final double focal;
  private final boolean flat;
  private final boolean following;
  private final Bounds bounds;
  private final double distance;
  private final double halfWidthPerHeight;
  private final CameraSettings.Move move;

  private Camera(
      CameraAxes[] axes,
      Framing framing,
      double focal,
      boolean flat,
      boolean following,
      Bounds bounds,
      double halfWidthPerHeight,
      CameraSettings.Move move) {
    this.axes = axes;
    this.framing = framing;
    this.focal = focal;
    this.flat = flat;
    this.following = following;
    this.bounds = bounds;
    distance = Arrays.stream(framing.distances).sum() / framing.distances.length;
    this.halfWidthPerHeight = halfWidthPerHeight;
    this.move = move;
  }

  /**
   * Frames a take for pictures of the given size.
   *
   * @throws IllegalArgumentException if the take has no frame or nothing to look at
   */
  public static Camera frame(Take take, CameraSettings settings, int width, int height) {
    return frame(take, settings, width, height, false);
  }

  /**
   * Frames a take for pictures of the given size.
   *
   * @param shadows whether bodies cast shadows on the floor, which are good to see whole
   * @throws IllegalArgumentException if the take has no frame or nothing to look at
   */
  public static Camera frame(
      Take take, CameraSettings settings, int width, int height, boolean shadows) {
    if (width <= 0 || height <= 0) {
      throw new IllegalArgumentException(
          "a picture must have at least 1 x 1 pixels, got " + width + " x " + height);
    }
    int frames = take.frameCount();
    if (take.tracks().isEmpty() || frames == 0) {
      throw new IllegalArgumentException(
          "take '" + take.name() + "' is empty: it has no track with a frame to draw");
    }
    List<Take.Track> subjects = new ArrayList<>(), scenery = new ArrayList<>();
    for (Take.Track t : take.tracks()) {
      if (t.frameCount() > 0) {
        (t.isScenery() ? scenery : subjects).add(t);
      }
    }
    if (subjects.isEmpty()) {
      subjects.addAll(scenery);
      scenery.clear();
    }

    double half = StrictMath.tan(Math.toRadians(settings.fovDeg()) / 2);
    double aspect = width / (double) height;
    double keep = 1 - 2 * settings.margin();
    CameraAxes middle = CameraAxes.of(settings.azimuthDeg(), settings.elevationDeg());
    double sx = half * aspect * keep, sy = half * keep;
    ViewExtents level =
        new ViewExtents(subjects, still(middle, frames), sx, sy, ViewExtents.ITSELF);
    Bounds bounds = level.all;
    if (bounds.isEmpty()) {
      throw new IllegalArgumentException(
          "take '" + take.name() + "' has no vertex with finite coordinates to look at");
    }
    boolean flat =
        settings.frontalWhenFlat()
            && settings.eye() == null
            && bounds.sizeZ() <= 1e-4f * bounds.longestSide();
    if (flat) {
      middle = CameraAxes.of(0, 0);
      level = new ViewExtents(subjects, still(middle, frames), sx, sy, ViewExtents.ITSELF);
    }

    double largest =
        Math.max(
            Math.max(Math.abs(bounds.centerX()), Math.abs(bounds.centerY())),
            Math.abs(bounds.centerZ()));
    double pad = level.size > 0 ? 0.005 * level.size : 0.5; // a single point gets some room
    pad = Math.max(pad, 1e-6 * largest); // floats are hardly finer than this so far away

    Point target =
        settings.target() != null
            ? settings.target()
            : new Point(bounds.centerX(), bounds.centerY(), bounds.centerZ());
    double[] still = new double[3 * frames];
    if (settings.eye() != null) {
      Point eye = settings.eye();
      double dx = target.x() - eye.x(), dy = target.y() - eye.y(), dz = target.z() - eye.z();
      double length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (!(length > 0)) {
        throw new IllegalArgumentException("the camera's eye stands on its target");
      }
      CameraAxes[] turning =
          turning(CameraAxes.along(dx / length, dy / length, dz / length), frames, settings.move());
      boolean follows = settings.follow() == Follow.ALWAYS;
      double[] path = follows ? level.path(take.framesPerSecond()) : still;
      Framing given = new Framing(turning, turning[0], level, level, pad);
      given.at(target, path, length);
      double focal = settings.size() > 0 ? 2 * length / settings.size() : 1 / half;
      return new Camera(turning, given, focal, false, follows, bounds, aspect, settings.move());
    }

    CameraAxes[] axes = flat ? still(middle, frames) : turning(middle, frames, settings.move());
    ViewExtents bodies =
        flat || settings.move().orbitDeg() == 0
            ? level
            : new ViewExtents(subjects, axes, sx, sy, ViewExtents.ITSELF);
    Framing framing =
        new Framing(axes, middle, bodies, level, pad).traveling(still, false, settings.target());
    double[] path = still;
    boolean follows = false;
    boolean fitted = settings.size() == 0;
    if (settings.follow() == Follow.AUTO || settings.follow() == Follow.ALWAYS) {
      double[] way = level.path(take.framesPerSecond());
      Framing along =
          new Framing(axes, middle, bodies, level, pad).traveling(way, true, settings.target());
      double far = framing.distances[0], close = along.distances[0];
      if (settings.follow() == Follow.ALWAYS || far > 2.5 * close) {
        path = way;
        framing = along;
        follows = true;
      }
    }
    boolean free = fitted && settings.target() == null;
    if (!follows && free) {
      boolean spreads =
          settings.follow() == Follow.AUTO
              && subjects.size() > 1
              && level.sizes[frames - 1] > SPREAD * level.sizes[0];
      if (settings.follow() == Follow.KEEP || spreads) {
        framing = new Framing(axes, middle, bodies, level, pad).keeping(take.framesPerSecond());
        follows = true;
      } else {
        framing.welcoming(guests(take, scenery, subjects, bodies, axes, half, aspect, shadows));
      }
    }
    if (!fitted) {
      framing.at(target, path, settings.size() / (2 * half));
    }
    return new Camera(axes, framing, 1 / half, flat, follows, bounds, aspect, settings.move());
  }

  /** Things about the bodies that are good to see: rams, shadows on the floor, then walls. */
  private static List<Framing.Guest> guests(
      Take take,
      List<Take.Track> scenery,
      List<Take.Track> subjects,
      ViewExtents bodies,
      CameraAxes[] axes,
      double half,
      double aspect,
      boolean shadows) {
    double keep = 1 - 2 * GUEST_MARGIN, sx = half * aspect * keep, sy = half * keep;
    Floor floor = Floor.find(take, bodies.all);
    Take.Track ground = floor == null ? null : take.tracks().get(floor.track());
    List<Framing.Guest> guests = new ArrayList<>(), still = new ArrayList<>();
    for (Take.Track t : scenery) {
      boolean moves = t.frameCount() > 1;
      if (t != ground) {
        ViewExtents e = new ViewExtents(List.of(t), axes, sx, sy, ViewExtents.ITSELF);
        (moves ? guests : still).add(new Framing.Guest(e, moves ? FOR_MOVING : FOR_STILL));
      }
    }
    if (shadows && floor != null) {
      double[] fall = shadowFall(axes[0].rx(), axes[0].rz());
      float y0 = floor.y();
      ViewExtents.Place shadow =
          (x, y, z, out) -> {
            double h = Math.max(0, y - y0);
            out[0] = x + h * fall[0];
            out[1] = y0;
            out[2] = z + h * fall[1];
          };
      guests.add(new Framing.Guest(new ViewExtents(subjects, axes, sx, sy, shadow), FOR_MOVING));
    }
    guests.addAll(still);
    return guests;
  }

  /** How far a shadow falls along x and z for each unit of height; given the camera's right. */
  public static double[] shadowFall(double rx, double rz) {
    // To the right and away from the viewer, steeply: it stays near the body and tells its height.
    double bx = -rz, bz = rx;
    return new double[] {0.42 * rx - 0.16 * bx, 0.42 * rz - 0.16 * bz};
  }

  private static CameraAxes[] still(CameraAxes a, int frames) {
    CameraAxes[] all = new CameraAxes[frames];
    Arrays.fill(all, a);
    return all;
  }

  /** Half of the orbit before the given directions and half after them. */
  private static CameraAxes[] turning(CameraAxes middle, int frames, CameraSettings.Move move) {
    CameraAxes[] all = new CameraAxes[frames];
    for (int f = 0; f < frames; f++) {
      all[f] = middle.turned(Math.toRadians(move.orbitDeg()) * (ease(f, frames) - 0.5));
    }
    return all;
  }

  /** From 0 in the first frame to 1 in the last, slow at both ends. */
  private static double ease(int frame, int frames) {
    double q = frames == 1 ? 0.5 : frame / (double) (frames - 1);
    return q * q * (3 - 2 * q);
  }

  /** Whether the take is flat and seen from the front. */
  public boolean isFrontal() {
    return flat;
  }

  /** Whether the camera moves for the bodies' sake. */
  public boolean isFollowing() {
    return following;
  }

  /** Bounds of what the camera looks at, over all frames, vertices that are not finite left out. */
  public Bounds bounds() {
    return bounds;
  }

  /** Depth of the middle of the picture, on average. */
  public double distance() {
    return distance;
  }

  /** Height of the picture at the depth of its middle, in world units, on average. */
  public double viewHeight() {
    return 2 * distance / focal;
  }

  /**
   * Where a point is seen: x to the right and y upwards from the picture's middle, both in [-1, 1]
   * inside of it, then the depth, which is negative behind the camera.
   */
  public double[] project(int frame, double x, double y, double z) {
    CameraView v = at(frame);
    double w = v.depth(x, y, z);
    return new double[] {
      v.focal() * v.across(x, z) / (w * halfWidthPerHeight), v.focal() * v.above(x, y, z) / w, w
    };
  }

  /** Where the camera stands in a frame: on its way with the bodies, and on its own move. */
  public CameraView at(int frame) {
    int frames = axes.length, f = Math.max(0, Math.min(frame, frames - 1));
    CameraAxes a = axes[f];
    double zoom = 1;
    if (!move.isStill()) {
      zoom = move.zoomFrom() * StrictMath.pow(move.zoomTo() / move.zoomFrom(), ease(f, frames));
    }
    double d = framing.distances[f] / zoom;
    return new CameraView(
        framing.pivots[3 * f] - d * a.fx(),
        framing.pivots[3 * f + 1] - d * a.fy(),
        framing.pivots[3 * f + 2] - d * a.fz(),
        a.rx(),
        a.rz(),
        a.ux(),
        a.uy(),
        a.uz(),
        a.fx(),
        a.fy(),
        a.fz(),
        focal,
        d,
        1e-3 * d);
  }

  public static boolean usable(float x, float y, float z) {
    return Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST && Math.abs(z) < FARTHEST;
  }
}
