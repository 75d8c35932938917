package dev.shinari.take.record;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A body's frames; one that came late stands at its first place before that. */
final class BodyTrack implements Take.Track {
  final Body body;
  private final Look look;
  private final int firstFrame;
  private final boolean bare; // frames hold the surface itself
  private final int[] carriers;
  private final Embedding surface;
  private final List<Frame> kept = new ArrayList<>();
  private final WeightLog weights = new WeightLog();
  private final List<Float> smears = new ArrayList<>(); // ways that each frame is drawn out by
  private TriangleMesh first;
  private boolean wasStill;

  BodyTrack(Body body, Look look, int firstFrame) {
    this.body = body;
    this.look = look;
    this.firstFrame = firstFrame;
    Embedding e = body.surface();
    int[] used = new int[body.particles().count()];
    Arrays.fill(used, -1);
    for (int i : e.indices()) {
      used[i] = 0;
    }
    int n = 0;
    int[] found = new int[used.length];
    for (int i = 0; i < used.length; i++) {
      if (used[i] == 0) {
        found[n] = i;
        used[i] = n++;
      }
    }
    bare = e.surface().vertexCount() < n;
    carriers = Arrays.copyOf(found, n);
    int[] indices = Arrays.stream(e.indices()).map(i -> used[i]).toArray();
    surface = bare ? e : new Embedding(e.surface(), e.width(), indices, e.weights());
  }

  @Override
  public List<String> weightNames() {
    return weights.names();
  }

  @Override
  public float[] weights(int frame) {
    return weights.at(frame - firstFrame);
  }

  void capture(boolean still, float smear) {
    weights.capture(body);
    smears.add(smear);
    if (still && wasStill) {
      kept.add(kept.get(kept.size() - 1));
      return;
    }
    wasStill = still;
    Particles p = body.particles();
    if (bare) {
      float[] out = new float[3 * surface.surface().vertexCount()];
      surface.apply(p.x(), p.y(), p.z(), p.originX(), p.originY(), p.originZ(), out);
      kept.add(new Frame(out, null, null, 0, 0, 0));
    } else {
      kept.add(
          new Frame(pick(p.x()), pick(p.y()), pick(p.z()), p.originX(), p.originY(), p.originZ()));
    }
  }

  private float[] pick(float[] values) {
    float[] out = new float[carriers.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[carriers[i]];
    }
    return out;
  }

  @Override
  public String name() {
    return body.name();
  }

  @Override
  public Look look() {
    return look;
  }

  @Override
  public TriangleMesh surface() {
    if (first == null) {
      float[] out = new float[3 * surface.surface().vertexCount()];
      positions(0, out);
      first = surface.surface().withPositions(out);
    }
    return first;
  }

  @Override
  public int frameCount() {
    return firstFrame + kept.size();
  }

  @Override
  public void positions(int frame, float[] out) {
    int at = Math.max(0, Math.min(kept.size() - 1, frame - firstFrame));
    place(kept.get(at), out);
    if (at > 0 && smears.get(at) > 0) {
      float[] before = new float[out.length];
      place(kept.get(at - 1), before);
      smear(before, smears.get(at), out);
    }
  }

  /**
   * Draws a surface out against its mean way from the frame before: its rear by the whole length,
   * its front not at all.
   */
  static void smear(float[] before, float length, float[] now) {
    double x = 0, y = 0, z = 0;
    int n = now.length / 3;
    for (int i = 0; i < now.length; i += 3) {
      x += (double) now[i] - before[i];
      y += (double) now[i + 1] - before[i + 1];
      z += (double) now[i + 2] - before[i + 2];
    }
    x /= n;
    y /= n;
    z /= n;
    double way = Math.sqrt(x * x + y * y + z * z);
    if (!(way > 0)) {
      return;
    }
    double front = Double.NEGATIVE_INFINITY, rear = Double.POSITIVE_INFINITY;
    for (int i = 0; i < now.length; i += 3) {
      double at = (now[i] * x + now[i + 1] * y + now[i + 2] * z) / way;
      front = Math.max(front, at);
      rear = Math.min(rear, at);
    }
    double size = front - rear;
    for (int i = 0; i < now.length && size > 0; i += 3) {
      double at = (now[i] * x + now[i + 1] * y + now[i + 2] * z) / way;
      double s = (front - at) / size;
      s = length * s * s; // tapers: what is in the middle stays near its place
      now[i] -= (float) (s * x);
      now[i + 1] -= (float) (s * y);
      now[i + 2] -= (float) (s * z);
    }
  }

  private void place(Frame f, float[] out) {
    if (bare) {
      System.arraycopy(f.x, 0, out, 0, f.x.length);
    } else {
      surface.apply(f.x, f.y, f.z, f.originX, f.originY, f.originZ, out);
    }
  }

  @Override
  public boolean isScenery() {
    return false;
  }

  /** One body at one frame: its carriers by component, or (y and z null) its surface in x. */
  private static final class Frame {
    final float[] x;
    final float[] y;
    final float[] z;
    final double originX;
    final double originY;
    final double originZ;

    Frame(float[] x, float[] y, float[] z, double originX, double originY, double originZ) {
      this.x = x;
      this.y = y;
      this.z = z;
      this.originX = originX;
      this.originY = originY;
      this.originZ = originZ;
    }
  }
}
