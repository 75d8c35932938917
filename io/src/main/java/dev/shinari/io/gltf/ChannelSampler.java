package dev.shinari.io.gltf;

import dev.shinari.io.gltf.GltfModel.Channel;
import dev.shinari.io.gltf.GltfModel.Interpolation;
import dev.shinari.io.gltf.GltfModel.Target;
import dev.shinari.math.PortableMath;
import java.util.Arrays;

/** Interpolation between keys as the glTF specification has it (appendix C). */
final class ChannelSampler {
  private ChannelSampler() {}

  static void sample(Channel c, float seconds, float[] out) {
    float[] times = c.times();
    int last = times.length - 1;
    if (!(seconds > times[0])) {
      key(c, 0, out);
    } else if (seconds >= times[last]) {
      key(c, last, out);
    } else {
      int found = Arrays.binarySearch(times, seconds);
      int k = found >= 0 ? found : -found - 2;
      float span = times[k + 1] - times[k];
      float t = (seconds - times[k]) / span;
      if (t == 0 || c.interpolation() == Interpolation.STEP) {
        key(c, k, out);
      } else if (c.interpolation() == Interpolation.CUBICSPLINE) {
        cubic(c, k, t, span, out);
      } else if (c.target() == Target.ROTATION) {
        slerp(c.values(), 4 * k, t, out);
      } else {
        for (int i = 0; i < c.width(); i++) {
          float a = c.values()[c.width() * k + i];
          float b = c.values()[c.width() * (k + 1) + i];
          out[i] = a * (1 - t) + b * t;
        }
      }
    }
    if (c.target() == Target.ROTATION) {
      normalize(out);
    }
  }

  private static void key(Channel c, int k, float[] out) {
    boolean cubic = c.interpolation() == Interpolation.CUBICSPLINE;
    int at = cubic ? c.width() * (3 * k + 1) : c.width() * k;
    System.arraycopy(c.values(), at, out, 0, c.width());
  }

  // Hermite: values v, out-tangent b of this key and in-tangent a of the next, scaled by the span.
  private static void cubic(Channel c, int k, float t, float span, float[] out) {
    int w = c.width();
    float t2 = t * t, t3 = t2 * t;
    for (int i = 0; i < w; i++) {
      float v0 = c.values()[w * (3 * k + 1) + i];
      float b0 = c.values()[w * (3 * k + 2) + i];
      float a1 = c.values()[w * (3 * k + 3) + i];
      float v1 = c.values()[w * (3 * k + 4) + i];
      out[i] =
          (2 * t3 - 3 * t2 + 1) * v0
              + span * (t3 - 2 * t2 + t) * b0
              + (-2 * t3 + 3 * t2) * v1
              + span * (t3 - t2) * a1;
    }
  }

  private static void slerp(float[] q, int at, float t, float[] out) {
    double dot = 0;
    for (int i = 0; i < 4; i++) {
      dot += (double) q[at + i] * q[at + 4 + i];
    }
    double sign = dot < 0 ? -1 : 1;
    double cos = Math.min(1, Math.abs(dot));
    double angle = PortableMath.acos(cos);
    double sin = PortableMath.sin(angle);
    // Close together the arc is a line, and the quotient below would divide by nothing.
    double a = sin > 1e-6 ? PortableMath.sin((1 - t) * angle) / sin : 1 - t;
    double b = sin > 1e-6 ? PortableMath.sin(t * angle) / sin : t;
    for (int i = 0; i < 4; i++) {
      out[i] = (float) (a * q[at + i] + sign * b * q[at + 4 + i]);
    }
  }

  private static void normalize(float[] q) {
    double length = 0;
    for (int i = 0; i < 4; i++) {
      length += (double) q[i] * q[i];
    }
    length = Math.sqrt(length);
    for (int i = 0; i < 4; i++) {
      q[i] = length > 1e-20 ? (float) (q[i] / length) : i == 3 ? 1 : 0;
    }
  }
}
