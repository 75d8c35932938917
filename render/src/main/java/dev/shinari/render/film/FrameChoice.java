package dev.shinari.render.film;

import dev.shinari.render.camera.Camera;
import dev.shinari.take.Take;

/** Which frames of a take a sheet shows. The first and the last are always among them. */
public enum FrameChoice {
  /** At equal steps of time. */
  EVEN,
  /** Closer together where much moves: half by time, half by the way that the vertices go. */
  ACTIVITY;

  /** At most {@code count} frames in order, each once. */
  public int[] choose(Take take, int count) {
    int frames = take.frameCount();
    int n = Math.min(count, frames);
    int[] chosen = new int[n];
    if (n <= 1) {
      return chosen;
    }
    double[] sum = this == EVEN ? null : activity(take);
    for (int i = 0; i < n; i++) {
      double q = i / (double) (n - 1);
      int f;
      if (sum == null) {
        f = (int) Math.round(q * (frames - 1));
      } else {
        f = i == 0 ? 0 : chosen[i - 1];
        while (f < frames - 1 && sum[f] < q - 1e-9) {
          f++;
        }
      }
      // Leave a frame for each of the others on both sides.
      int least = i == 0 ? 0 : chosen[i - 1] + 1, most = frames - (n - i);
      chosen[i] = Math.max(least, Math.min(most, f));
    }
    return chosen;
  }

  /** Rises from 0 to 1 over the frames, fast where much moves. */
  private static double[] activity(Take take) {
    int frames = take.frameCount();
    double[] sum = new double[frames];
    for (Take.Track t : take.tracks()) {
      if (t.isScenery() || t.frameCount() < 2) {
        continue;
      }
      float[] a = new float[3 * t.surface().vertexCount()], b = new float[a.length];
      t.positions(0, a);
      for (int f = 1; f < t.frameCount(); f++) {
        t.positions(f, b);
        for (int i = 0; i + 2 < a.length; i += 3) {
          double dx = b[i] - a[i], dy = b[i + 1] - a[i + 1], dz = b[i + 2] - a[i + 2];
          double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
          if (d < Camera.FARTHEST) {
            sum[f] += d;
          }
        }
        float[] swap = a;
        a = b;
        b = swap;
      }
    }
    double total = 0;
    for (double d : sum) {
      total += d;
    }
    double way = 0;
    for (int f = 0; f < frames; f++) {
      way += sum[f];
      double time = f / (double) Math.max(1, frames - 1);
      sum[f] = total > 0 ? 0.5 * time + 0.5 * way / total : time;
    }
    return sum;
  }
}
