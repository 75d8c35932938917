package dev.shinari.render.film;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Up to 255 colors for a GIF. Cel pictures are mostly a few flat colors: the commonest are kept
 * exactly, the mixtures along borders share the rest by median cut. No dithering: it would put
 * noise on flat tones and make files several times larger.
 */
final class Palette {
  /** Colors at most; one index of 256 stays free for "transparent". */
  static final int SIZE = 255;

  private static final int EXACT = 128;

  private final int[] colors; // 0xRRGGBB

  // Answers so far, by open addressing: key is color + 1, 0 is free.
  private int[] keys = new int[1 << 12];
  private byte[] answers = new byte[1 << 12];
  private int known;

  private Palette(int[] colors) {
    this.colors = colors;
  }

  int[] colors() {
    return colors;
  }

  /** Index of the nearest color. */
  int index(int rgb) {
    int key = (rgb & 0xFFFFFF) + 1;
    int slot = slot(keys, key);
    if (keys[slot] == key) {
      return answers[slot] & 255;
    }
    int best = 0, least = Integer.MAX_VALUE;
    for (int i = 0; i < colors.length; i++) {
      int d = distance(colors[i], rgb);
      if (d < least) {
        least = d;
        best = i;
      }
    }
    keys[slot] = key;
    answers[slot] = (byte) best;
    if (++known * 2 > keys.length) {
      int[] oldKeys = keys;
      byte[] oldAnswers = answers;
      keys = new int[2 * oldKeys.length];
      answers = new byte[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldKeys[i] != 0) {
          int s = slot(keys, oldKeys[i]);
          keys[s] = oldKeys[i];
          answers[s] = oldAnswers[i];
        }
      }
    }
    return best;
  }

  private static int slot(int[] keys, int key) {
    int h = key * 0x9E3779B1;
    int slot = (h ^ h >>> 15) & keys.length - 1;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private static int distance(int a, int b) {
    int r = (a >> 16 & 255) - (b >> 16 & 255), g = (a >> 8 & 255) - (b >> 8 & 255);
    int l = (a & 255) - (b & 255);
    return 3 * r * r + 6 * g * g + l * l; // about how much the eye minds
  }

  /** Counts colors over some pictures. */
  static final class Builder {
    private int[] keys = new int[1 << 14];
    private int[] counts = new int[1 << 14];
    private int known;

    /** Adds a picture; pixels that are mostly transparent do not count. */
    void add(int[] argb) {
      for (int p : argb) {
        if (p >>> 24 < 128) {
          continue;
        }
        int key = (p & 0xFFFFFF) + 1;
        int slot = slot(keys, key);
        if (keys[slot] == 0) {
          keys[slot] = key;
          known++;
        }
        counts[slot]++;
        if (2 * known > keys.length) {
          grow();
        }
      }
    }

    private void grow() {
      int[] oldKeys = keys, oldCounts = counts;
      keys = new int[2 * oldKeys.length];
      counts = new int[keys.length];
      for (int i = 0; i < oldKeys.length; i++) {
        if (oldKeys[i] != 0) {
          int s = slot(keys, oldKeys[i]);
          keys[s] = oldKeys[i];
          counts[s] = oldCounts[i];
        }
      }
    }

    Palette build() {
      // count << 32 | color, sorted: the order does not depend on the table's
      long[] all = new long[known];
      int n = 0;
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] != 0) {
          all[n++] = (long) counts[i] << 32 | keys[i] - 1;
        }
      }
      Arrays.sort(all);
      if (n == 0) {
        return new Palette(new int[] {0});
      }
      List<Integer> chosen = new ArrayList<>();
      int exact = n <= SIZE ? n : EXACT;
      for (int i = 0; i < exact; i++) {
        chosen.add((int) all[n - 1 - i]);
      }
      if (exact < n) {
        medianCut(Arrays.copyOf(all, n - exact), SIZE - exact, chosen);
      }
      return new Palette(chosen.stream().mapToInt(Integer::intValue).toArray());
    }
  }

  /** Splits the box of largest weighted extent until there are enough, then averages each. */
  private static void medianCut(long[] colors, int boxes, List<Integer> out) {
    List<long[]> all = new ArrayList<>();
    all.add(colors);
    while (all.size() < boxes) {
      int widest = -1, axis = 0;
      double largest = 0;
      for (int b = 0; b < all.size(); b++) {
        for (int shift = 0; shift <= 16; shift += 8) {
          double spread = spread(all.get(b), shift);
          if (spread > largest) {
            largest = spread;
            widest = b;
            axis = shift;
          }
        }
      }
      if (widest < 0) {
        break;
      }
      long[] box = all.get(widest);
      int shift = axis;
      long[] keyed = new long[box.length];
      for (int i = 0; i < box.length; i++) {
        keyed[i] = (box[i] >> shift & 255) << 56 | (box[i] & 0xFFFFFF) << 32 | box[i] >>> 32;
      }
      // the first byte may exceed 127: compare without sign, by turning the highest bit
      for (int i = 0; i < keyed.length; i++) {
        keyed[i] ^= Long.MIN_VALUE;
      }
      Arrays.sort(keyed);
      double total = 0;
      for (long c : box) {
        total += Math.sqrt((double) (c >>> 32));
      }
      double sum = 0;
      int cut = 1;
      for (int i = 0; i < keyed.length - 1; i++) {
        sum += Math.sqrt((int) keyed[i]);
        cut = i + 1;
        if (sum >= 0.5 * total) {
          break;
        }
      }
      long[] left = new long[cut], right = new long[keyed.length - cut];
      for (int i = 0; i < keyed.length; i++) {
        long c = ((keyed[i] & 0xFFFFFFFFL) << 32) | ((keyed[i] >>> 32) & 0xFFFFFF);
        if (i < cut) {
          left[i] = c;
        } else {
          right[i - cut] = c;
        }
      }
      all.set(widest, left);
      all.add(right);
    }
    for (long[] box : all) {
      double r = 0, g = 0, b = 0, n = 0;
      for (long c : box) {
        double w = c >>> 32;
        r += w * (c >> 16 & 255);
        g += w * (c >> 8 & 255);
        b += w * (c & 255);
        n += w;
      }
      out.add((int) (r / n + 0.5) << 16 | (int) (g / n + 0.5) << 8 | (int) (b / n + 0.5));
    }
  }

  /** Extent along one channel times the fourth root of the number of pixels; 0 for one color. */
  private static double spread(long[] box, int shift) {
    int lo = 255, hi = 0;
    double n = 0;
    for (long c : box) {
      int v = (int) (c >> shift & 255);
      lo = Math.min(lo, v);
      hi = Math.max(hi, v);
      n += c >>> 32;
    }
    return hi > lo ? (hi - lo) * Math.sqrt(Math.sqrt(n)) : 0;
  }
}
