package dev.shinari.render.cel;

import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraView;
import dev.shinari.style.Marks;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Draws what animators add to motion: a star where something hits, lines behind what is fast. Stars
 * come from the take's events, speed lines from where vertices were a frame before; nothing is
 * invented, so the marks are where the simulation says, every time.
 */
final class MarkPainter {
  /** Kinds of events that get a star. */
  private static final List<String> HITS = List.of(Take.Event.IMPACT, Take.Event.BURST);

  /** How long a star is seen, in seconds; the second half shows only its rays. */
  private static final double STAR_SECONDS = 0.25;

  private static final double HEART_SECONDS = 0.13;

  /** Stars at one time at most; the strongest are kept. */
  private static final int MOST_STARS = 4;

  /** Speed in picture heights a second from which on a body draws lines behind it. */
  private static final double FAST = 0.9;

  /** Lines behind one body at most. */
  private static final int TRAILS = 7;

  private final Take take;
  private final PictureSettings settings;
  private final Camera camera;
  private final FrameMesh mesh;
  private final SurfaceShader fill;
  private final int samples;
  private final float[] ink;
  private final float[] white = {255, 254, 248};

  MarkPainter(
      Take take, PictureSettings settings, Camera camera, FrameMesh mesh, SurfaceShader fill) {
    this.take = take;
    this.settings = settings;
    this.camera = camera;
    this.mesh = mesh;
    this.fill = fill;
    samples = settings.supersampling();
    ink = ColorMath.rgb(settings.style().paint().inkRgb());
  }

  /** Puts the marks of a frame into an overlay. */
  void mark(int frame, CameraView view, Overlay out) {
    out.clear();
    for (int s = 0; s < mesh.surfaces.size(); s++) {
      float length = fill.paint(s).speedLines();
      if (length > 0 && mesh.earlier != null && !mesh.surfaces.get(s).track.isScenery()) {
        trails(s, length, frame, view, out);
      }
    }
    if (settings.style().marks().stars() > 0) {
      stars(frame, out);
    }
  }

  // ---- stars

  private void stars(int frame, Overlay out) {
    Marks marks = settings.style().marks();
    double now = frame / (double) take.framesPerSecond();
    List<Integer> seen = new ArrayList<>();
    List<Take.Event> events = take.events();
    for (int i = 0; i < events.size(); i++) {
      Take.Event e = events.get(i);
      double age = now - e.seconds();
      if (HITS.contains(e.kind())
          && e.strength() >= marks.starSpeed()
          && age >= -1e-6
          && age < STAR_SECONDS) {
        seen.add(i);
      }
    }
    seen.sort(
        Comparator.comparingDouble((Integer i) -> -events.get(i).strength())
            .thenComparingInt(i -> i));
    float height = settings.height();
    List<float[]> placed = new ArrayList<>();
    for (int i : seen) {
      Take.Event e = events.get(i);
      double[] p = camera.project(frame, e.x(), e.y(), e.z());
      if (placed.size() == MOST_STARS || !(p[2] > 0)) {
        continue;
      }
      float x = (float) (0.5 * settings.width() * (1 + p[0]));
      float y = (float) (0.5 * height * (1 - p[1]));
      float size =
          height * marks.stars() * (0.05f + 0.022f * Math.min(3, e.strength() / marks.starSpeed()));
      boolean free = true;
      for (float[] q : placed) {
        float dx = q[0] - x, dy = q[1] - y;
        free &= dx * dx + dy * dy > 0.8f * (q[2] + size) * (q[2] + size);
      }
      if (free) {
        placed.add(new float[] {x, y, size});
        star(x, y, size, (float) Math.max(0, now - e.seconds()), i, marks, out);
      }
    }
  }

  private void star(float x, float y, float size, float age, int seed, Marks marks, Overlay out) {
    float line = 0.006f * settings.height() * Math.max(0.6f, settings.style().lines().weight());
    int points = 8 + (int) (3 * ColorMath.noise(seed, 1, 5));
    float turn = 6.2832f * ColorMath.noise(seed, 2, 5);
    if (age < HEART_SECONDS) {
      float grown = size * (0.75f + 0.35f * (float) (age / HEART_SECONDS));
      out.polygon(starShape(x, y, grown, 1.6f * line, points, turn, seed), ink, Overlay.ON_TOP);
      out.polygon(
          starShape(x, y, grown, 0, points, turn, seed),
          ColorMath.rgb(marks.starRgb()),
          Overlay.ON_TOP);
      out.polygon(starShape(x, y, 0.55f * grown, 0, points, turn, seed), white, Overlay.ON_TOP);
    }
    // rays that fly off
    float from = size * (1.05f + 2.2f * age), to = size * (1.5f + 4.5f * age);
    float fade = 1 - (float) (age / STAR_SECONDS);
    for (int k = 0; k < points; k++) {
      float a = turn + 6.2832f * (k + 0.5f) / points;
      float c = (float) StrictMath.cos(a), s = (float) StrictMath.sin(a);
      float reach = from + (to - from) * (0.6f + 0.4f * ColorMath.noise(seed, k, 9));
      out.stroke(
          x + from * c,
          y + from * s,
          x + reach * c,
          y + reach * s,
          2.4f * line * fade,
          ink,
          Overlay.ON_TOP);
    }
  }

  private static float[] starShape(
      float x, float y, float size, float border, int points, float turn, int seed) {
    float[] xy = new float[4 * points];
    for (int k = 0; k < 2 * points; k++) {
      float far = (k & 1) == 0 ? size * (0.8f + 0.35f * ColorMath.noise(seed, k, 3)) : 0.5f * size;
      // at a tip the border must be longer to look as broad as along the sides
      far += (k & 1) == 0 ? 2 * border : border;
      float a = turn + 3.14159265f * k / points;
      xy[2 * k] = x + far * (float) StrictMath.cos(a);
      xy[2 * k + 1] = y + far * (float) StrictMath.sin(a);
    }
    return xy;
  }

  // ---- speed lines

  /**
   * Lines behind a body: the screen is cut into lanes along its motion, and in each lane the
   * rearmost vertex leaves a line where it came from.
   */
  private void trails(int s, float length, int frame, CameraView view, Overlay out) {
    float[] p = mesh.positions[s], e = mesh.earlier[s];
    int n = p.length / 3, o = mesh.vertexOffset[s];
    int step = Math.max(1, n / 2000);
    double mx = 0, my = 0;
    int count = 0;
    float[] dx = new float[n], dy = new float[n];
    float sign = frame == 0 ? -1 : 1; // in the first frame `earlier` is the second
    for (int v = 0; v < n; v += step) {
      if (!mesh.isSeen(o + v)) {
        dx[v] = Float.NaN;
        continue;
      }
      double w = view.depth(e[3 * v], e[3 * v + 1], e[3 * v + 2]);
      if (!(w > view.near())) {
        dx[v] = Float.NaN;
        continue;
      }
      double f = 0.5 * settings.height() * view.focal() / w;
      double ex = 0.5 * settings.width() + f * view.across(e[3 * v], e[3 * v + 2]);
      double ey = 0.5 * settings.height() - f * view.above(e[3 * v], e[3 * v + 1], e[3 * v + 2]);
      dx[v] = sign * (float) (mesh.x[o + v] / samples - ex);
      dy[v] = sign * (float) (mesh.y[o + v] / samples - ey);
      mx += dx[v];
      my += dy[v];
      count++;
    }
    if (count == 0) {
      return;
    }
    mx /= count;
    my /= count;
    double perFrame = Math.sqrt(mx * mx + my * my);
    double fast = perFrame * take.framesPerSecond() / settings.height();
    if (!(fast > FAST)) {
      return;
    }
    double ux = mx / perFrame, uy = my / perFrame;
    double lo = Double.POSITIVE_INFINITY, hi = Double.NEGATIVE_INFINITY;
    for (int v = 0; v < n; v += step) {
      if (!Float.isNaN(dx[v])) {
        double lane = (mesh.y[o + v] * ux - mesh.x[o + v] * uy) / samples;
        lo = Math.min(lo, lane);
        hi = Math.max(hi, lane);
      }
    }
    int lanes = (int) Math.max(2, Math.min(TRAILS, (hi - lo) / (0.03 * settings.height())));
    int[] rear = new int[lanes];
    double[] least = new double[lanes];
    Arrays.fill(rear, -1);
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    for (int v = 0; v < n; v += step) {
      if (Float.isNaN(dx[v])) {
        continue;
      }
      double lane = ((mesh.y[o + v] * ux - mesh.x[o + v] * uy) / samples - lo) / (hi - lo + 1e-9);
      // the middle of a lane, so that the lines stand apart
      double middle = lane * lanes - Math.floor(lane * lanes) - 0.5;
      int k = (int) Math.min(lanes - 1, lane * lanes);
      double along = (mesh.x[o + v] * ux + mesh.y[o + v] * uy) / samples;
      double score = along + Math.abs(middle) * 0.02 * settings.height();
      if (score < least[k]) {
        least[k] = score;
        rear[k] = v;
      }
    }
    float[] rgb = settings.style().lines().weight() > 0 ? fill.inks[s] : white;
    double height = settings.height();
    for (int k = 0; k < lanes; k++) {
      int v = rear[k];
      if (v < 0) {
        continue;
      }
      double own = Math.sqrt(dx[v] * (double) dx[v] + dy[v] * (double) dy[v]);
      double speed = own * take.framesPerSecond() / height;
      if (!(speed > FAST)) {
        continue;
      }
      double tx = dx[v] / own, ty = dy[v] / own;
      float odd = ColorMath.noise(k, s, 21); // the same line after line, frame after frame
      double gap = height * (0.015 + 0.03 * odd);
      double reach =
          length * height * Math.min(0.5, 0.1 * speed) * (0.5 + ColorMath.noise(k, s, 22));
      float x = (float) (mesh.x[o + v] / samples - gap * tx);
      float y = (float) (mesh.y[o + v] / samples - gap * ty);
      out.stroke(
          x,
          y,
          (float) (x - reach * tx),
          (float) (y - reach * ty),
          (float) (height * (0.0045 + 0.004 * odd)),
          rgb,
          (float) mesh.z[o + v]);
    }
  }
}
