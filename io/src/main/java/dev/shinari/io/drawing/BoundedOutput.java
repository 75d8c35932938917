package dev.shinari.io.drawing;

import com.github.weisj.jsvg.renderer.output.Output;
import com.github.weisj.jsvg.renderer.output.TextOutput;
import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.Paint;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.FlatteningPathIterator;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.ImageObserver;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Draws as long as there is time; lines of countless dashes are not begun. */
final class BoundedOutput implements Output {
  /** Most dashes of one shape. */
  private static final double MAX_DASHES = 200_000;

  /** What is asked for would take too long. */
  static final class TooMuch extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private final Output to;
  private final long endNanos;

  BoundedOutput(Graphics2D g, int seconds) {
    this(Output.createForGraphics(g), System.nanoTime() + 1_000_000_000L * seconds);
  }

  private BoundedOutput(Output to, long endNanos) {
    this.to = to;
    this.endNanos = endNanos;
  }

  private void check() {
    if (System.nanoTime() - endNanos > 0 || Thread.currentThread().isInterrupted()) {
      throw new TooMuch();
    }
  }

  @Override
  public Output createChild() {
    return new BoundedOutput(to.createChild(), endNanos);
  }

  @Override
  public void fillShape(Shape shape) {
    check();
    to.fillShape(shape);
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
    to.drawShape(shape);
  }

  @Override
  public void drawImage(BufferedImage image) {
    check();
    to.drawImage(image);
  }

  @Override
  public void drawImage(Image image, ImageObserver observer) {
    check();
    to.drawImage(image, observer);
  }

  @Override
  public void drawImage(Image image, AffineTransform at, ImageObserver observer) {
    check();
    to.drawImage(image, at, observer);
  }

  @Override
  public void setPaint(Paint paint) {
    to.setPaint(paint);
  }

  @Override
  public void setPaint(Supplier<Paint> paint) {
    to.setPaint(paint);
  }

  @Override
  public void setStroke(Stroke stroke) {
    to.setStroke(stroke);
  }

  @Override
  public Stroke stroke() {
    return to.stroke();
  }

  @Override
  public void applyClip(Shape clip) {
    to.applyClip(clip);
  }

  @Override
  public void setClip(Shape clip) {
    to.setClip(clip);
  }

  @Override
  public Optional<Float> contextFontSize() {
    return to.contextFontSize();
  }

  @Override
  public void dispose() {
    to.dispose();
  }

  @Override
  public void debugPaint(Consumer<Graphics2D> painter) {
    to.debugPaint(painter);
  }

  @Override
  public Rectangle2D clipBounds() {
    return to.clipBounds();
  }

  @Override
  public RenderingHints renderingHints() {
    return to.renderingHints();
  }

  @Override
  public Object renderingHint(RenderingHints.Key key) {
    return to.renderingHint(key);
  }

  @Override
  public void setRenderingHint(RenderingHints.Key key, Object value) {
    to.setRenderingHint(key, value);
  }

  @Override
  public AffineTransform transform() {
    return to.transform();
  }

  @Override
  public void setTransform(AffineTransform transform) {
    to.setTransform(transform);
  }

  @Override
  public void applyTransform(AffineTransform transform) {
    to.applyTransform(transform);
  }

  @Override
  public void rotate(double angle) {
    to.rotate(angle);
  }

  @Override
  public void scale(double sx, double sy) {
    to.scale(sx, sy);
  }

  @Override
  public void translate(double dx, double dy) {
    to.translate(dx, dy);
  }

  @Override
  public float currentOpacity() {
    return to.currentOpacity();
  }

  @Override
  public void applyOpacity(float opacity) {
    to.applyOpacity(opacity);
  }

  @Override
  public SafeState safeState() {
    return to.safeState();
  }

  @Override
  public TextOutput textOutput() {
    return to.textOutput();
  }

  @Override
  public boolean supportsFilters() {
    return to.supportsFilters();
  }

  @Override
  public boolean supportsColors() {
    return to.supportsColors();
  }

  @Override
  public boolean hasMaskedPaint() {
    return to.hasMaskedPaint();
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
