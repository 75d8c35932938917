package dev.shinari.io.drawing;

import java.util.Arrays;

/**
 * Cuts a drawing out of a picture without transparency: what has the color of the background and
 * hangs together with the picture's border becomes transparent. Parts of that color inside of the
 * drawing (the white of an eye) stay. Pixels at the drawing's edge are mixtures of both and get the
 * alpha that their color says.
 */
final class BackgroundFinder {
  /** Largest difference of a color channel that still counts as the background: JPEG is noisy. */
  private static final int TOLERANCE = 28;

  private BackgroundFinder() {}

  /** The color that at least three of the four corners have; -1 where they differ. */
  static int corner(PixelGrid p) {
    int w = p.width(), h = p.height();
    int[] at = {0, w - 1, (h - 1) * w, h * w - 1};
    for (int k = 0; k < 2; k++) {
      int same = 0;
      long r = 0, g = 0, b = 0;
      for (int i : at) {
        int c = p.argb()[i];
        if (distance(p.argb()[at[k]], c) <= TOLERANCE) {
          same++;
          r += c >> 16 & 255;
          g += c >> 8 & 255;
          b += c & 255;
        }
      }
      if (same >= 3) {
        return (int) (r / same << 16 | g / same << 8 | b / same);
      }
    }
    return -1;
  }

  /** Largest difference of a channel. */
  private static int distance(int p, int q) {
    return Math.max(
        Math.abs((p >> 16 & 255) - (q >> 16 & 255)),
        Math.max(Math.abs((p >> 8 & 255) - (q >> 8 & 255)), Math.abs((p & 255) - (q & 255))));
  }

  /** The picture with its background transparent. */
  static PixelGrid cut(PixelGrid p, int background) {
    int w = p.width(), h = p.height();
    boolean[] out = flood(p, background);
    int[] argb = p.argb().clone();
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int at = y * w + x;
        if (out[at]) {
          argb[at] = background & 0xFFFFFF;
          continue;
        }
        boolean edge =
            x > 0 && out[at - 1]
                || x + 1 < w && out[at + 1]
                || y > 0 && out[at - w]
                || y + 1 < h && out[at + w];
        if (!edge) {
          continue;
        }
        // The purest color near an edge pixel says how much of the pixel is drawing.
        int pure = p.argb()[at], most = distance(pure, background);
        for (int j = Math.max(0, y - 2); j <= Math.min(h - 1, y + 2); j++) {
          for (int i = Math.max(0, x - 2); i <= Math.min(w - 1, x + 2); i++) {
            int d = distance(p.argb()[j * w + i], background);
            if (d > most && !out[j * w + i]) {
              most = d;
              pure = p.argb()[j * w + i];
            }
          }
        }
        if (most > TOLERANCE) {
          int alpha = Math.min(255, 255 * distance(p.argb()[at], background) / most);
          argb[at] = alpha << 24 | pure & 0xFFFFFF;
        }
      }
    }
    return new PixelGrid(w, h, argb);
  }

  private static boolean[] flood(PixelGrid p, int background) {
    int w = p.width(), h = p.height();
    boolean[] out = new boolean[w * h];
    int[] stack = new int[1024];
    int n = 0;
    for (int i = 0; i < 2 * (w + h); i++) {
      int x = i < w ? i : i < 2 * w ? i - w : i < 2 * w + h ? 0 : w - 1;
      int y = i < w ? 0 : i < 2 * w ? h - 1 : i < 2 * w + h ? i - 2 * w : i - 2 * w - h;
      if (!out[y * w + x] && distance(p.argb()[y * w + x], background) <= TOLERANCE) {
        out[y * w + x] = true;
        stack = room(stack, n);
        stack[n++] = y * w + x;
      }
    }
    while (n > 0) {
      int at = stack[--n], x = at % w, y = at / w;
      for (int side = 0; side < 4; side++) {
        int i = x + (side == 0 ? -1 : side == 1 ? 1 : 0);
        int j = y + (side == 2 ? -1 : side == 3 ? 1 : 0);
        if (i < 0 || j < 0 || i >= w || j >= h || out[j * w + i]) {
          continue;
        }
        if (distance(p.argb()[j * w + i], background) <= TOLERANCE) {
          out[j * w + i] = true;
          stack = room(stack, n);
          stack[n++] = j * w + i;
        }
      }
    }
    return out;
  }

  private static int[] room(int[] stack, int n) {
    return n < stack.length ? stack : Arrays.copyOf(stack, 2 * n);
  }
}
