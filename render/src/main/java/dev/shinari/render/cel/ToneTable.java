package dev.shinari.render.cel;

import dev.shinari.style.Ramp;
import dev.shinari.style.Tone;

/** A {@link Ramp} ready for looking up: the average tone over a range of light. */
final class ToneTable {
  /** What lighter tones lean to. */
  private static final float[] WARM_WHITE = {255, 252, 240};

  private final int count;
  private final float[] above;
  private final float[] tint; // 3 a tone, 0 to 1
  private final float[] saturation;
  private final float[] lighten;
  private final boolean replaces;

  ToneTable(Ramp ramp) {
    count = ramp.tones().size();
    above = new float[count];
    tint = new float[3 * count];
    saturation = new float[count];
    lighten = new float[count];
    replaces = ramp.replaces();
    for (int i = 0; i < count; i++) {
      Tone t = ramp.tones().get(i);
      above[i] = t.above();
      float[] rgb = ColorMath.rgb(t.tintRgb());
      for (int c = 0; c < 3; c++) {
        tint[3 * i + c] = rgb[c] / 255;
      }
      saturation[i] = t.saturation();
      lighten[i] = t.lighten();
    }
  }

  /** The tone at a light. */
  int at(float light) {
    int lo = 0, hi = count - 1;
    while (lo < hi) {
      int mid = (lo + hi + 1) >>> 1;
      if (light >= above[mid]) {
        lo = mid;
      } else {
        hi = mid - 1;
      }
    }
    return lo;
  }

  /** Color of one tone of a fill. */
  void color(int tone, float[] fill, float[] out) {
    for (int c = 0; c < 3; c++) {
      out[c] = (replaces ? 255 : fill[c]) * tint[3 * tone + c];
    }
    if (saturation[tone] != 1) {
      ColorMath.saturate(out, saturation[tone]);
    }
    if (lighten[tone] != 0) {
      for (int c = 0; c < 3; c++) {
        out[c] += lighten[tone] * (WARM_WHITE[c] - out[c]);
      }
    }
  }

  /** The lightest tone of a fill. */
  void lightest(float[] fill, float[] out) {
    color(count - 1, fill, out);
  }

  /** Colors of all tones of a fill, 3 a tone, to be looked up with {@link #average}. */
  float[] colors(float[] fill) {
    float[] all = new float[3 * count], one = new float[3];
    for (int i = 0; i < count; i++) {
      color(i, fill, one);
      System.arraycopy(one, 0, all, 3 * i, 3);
    }
    return all;
  }

  /** Average color over the lights from light - change / 2 to light + change / 2. */
  void average(float light, float change, float[] colors, float[] out) {
    float lo = light - 0.5f * change, hi = light + 0.5f * change;
    int first = at(lo), last = change < 1e-6f ? first : at(hi);
    if (first == last) {
      out[0] = colors[3 * first];
      out[1] = colors[3 * first + 1];
      out[2] = colors[3 * first + 2];
      return;
    }
    float r = 0, g = 0, b = 0;
    for (int i = first; i <= last; i++) {
      float from = i == first ? lo : above[i], to = i == last ? hi : above[i + 1];
      float part = (to - from) / change;
      r += part * colors[3 * i];
      g += part * colors[3 * i + 1];
      b += part * colors[3 * i + 2];
    }
    out[0] = r;
    out[1] = g;
    out[2] = b;
  }
}
