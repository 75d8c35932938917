package dev.shinari.io.drawing;

import com.github.weisj.jsvg.renderer.output.Output;
import com.github.weisj.jsvg.renderer.output.impl.Graphics2DOutput;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.FlatteningPathIterator;
import java.awt.geom.PathIterator;

/** Draws as long as there is time; lines of countless dashes are not begun. */
final class BoundedOutput extends Graphics2DOutput {
  /** Most dashes of one shape. */
  private static final double MAX_DASHES = 200_000;

  /** What is asked for would take too long. */
  static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final long endNanos;

  BoundedOutput(Graphics2D g, int seconds) {
    this(g, System.nanoTime() + 1_000_000_000L * seconds);
  }

  private BoundedOutput(Graphics2D g, long endNanos) {
    super(g);
    this.endNanos = endNanos;
  }

  private void check() {
    if (System.nanoTime() - endNanos > 0 || Thread.currentThread().isInterrupted()) {
      throw new TooMuch();
    }
  }

  @Override
  public Output createChild() {
    return new BoundedOutput((Graphics2D) graphics().create(), endNanos);
  }

  @Override
  public void fillShape(Shape shape) {
    check();
    super.fillShape(shape);
  }

  @Override
  public void drawShape(Shape shape) {
    check();
    if (stroke() instanceof BasicStroke s && s.getDashArray() != null) {
      double period = 0;
      for (float d : s.getDashArray()) {
        period += d;
      }
      if (!(length(shape) / period * s.getDashArray().length < MAX_DASHES)) {
        throw new TooMuch();
      }
    }
    super.drawShape(shape);
  }

  private static double length(Shape shape) {
    double sum = 0, x = 0, y = 0, startX = 0, startY = 0;
    double[] p = new double[6];
    PathIterator it = new FlatteningPathIterator(shape.getPathIterator(null), 1, 4);
    for (; !it.isDone(); it.next()) {
      int kind = it.currentSegment(p);
      double nx = kind == PathIterator.SEG_CLOSE ? startX : p[0];
      double ny = kind == PathIterator.SEG_CLOSE ? startY : p[1];
      if (kind == PathIterator.SEG_MOVETO) {
        startX = nx;
        startY = ny;
      } else {
        sum += Math.sqrt((nx - x) * (nx - x) + (ny - y) * (ny - y));
      }
      x = nx;
      y = ny;
    }
    return sum;
  }
}
