package dev.shinari.io.drawing;

/**
 * A drawing: closed outlines with y up (inside by the even-odd rule), and the picture on it.
 *
 * @param loops x, y, x, y, ... each
 * @param png bytes of the picture, or null
 * @param box what the picture is stretched over: minX, minY, maxX, maxY; null without one
 */
public record Drawing(double[][] loops, byte[] png, double[] box) {
  /** Centered on the middle of its outline's box, and as high as asked. */
  public Drawing fitted(double height) {
    double minX = Double.POSITIVE_INFINITY, minY = minX, maxX = -minX, maxY = -minX;
    for (double[] loop : loops) {
      for (int i = 0; i < loop.length; i += 2) {
        minX = Math.min(minX, loop[i]);
        maxX = Math.max(maxX, loop[i]);
        minY = Math.min(minY, loop[i + 1]);
        maxY = Math.max(maxY, loop[i + 1]);
      }
    }
    if (!(maxY > minY && maxX > minX)) {
      throw new IllegalArgumentException("the drawing's outline encloses nothing");
    }
    double s = height / (maxY - minY), mx = 0.5 * (minX + maxX), my = 0.5 * (minY + maxY);
    double[][] out = new double[loops.length][];
    for (int k = 0; k < loops.length; k++) {
      out[k] = new double[loops[k].length];
      for (int i = 0; i < out[k].length; i += 2) {
        out[k][i] = s * (loops[k][i] - mx);
        out[k][i + 1] = s * (loops[k][i + 1] - my);
      }
    }
    double[] b =
        box == null
            ? null
            : new double[] {
              s * (box[0] - mx), s * (box[1] - my), s * (box[2] - mx), s * (box[3] - my)
            };
    return new Drawing(out, png, b);
  }
}
