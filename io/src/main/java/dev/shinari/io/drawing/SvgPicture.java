package dev.shinari.io.drawing;

import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.DocumentLimits;
import com.github.weisj.jsvg.parser.DomElement;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.parser.resources.ResourcePolicy;
import com.github.weisj.jsvg.renderer.NullPlatformSupport;
import com.github.weisj.jsvg.renderer.SVGRenderingHints;
import com.github.weisj.jsvg.view.FloatSize;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * An SVG file that can be drawn at any size, as browsers draw it (JSVG on Java2D): strokes, fill
 * rules, gradients, patterns, clip paths, masks, CSS, text.
 *
 * <p>Files come from anywhere, so nothing outside of the file is ever fetched, {@link SvgPreflight}
 * bounds what may be in it, and drawing it may take {@link #SECONDS} at most.
 */
final class SvgPicture {
  /** Longest that reading or drawing a file may take. */
  static final int SECONDS = 10;

  /** Side of the view of a file that has neither a size nor a view box, user units. */
  private static final int UNSIZED = 4096;

  /** What the library cannot use it tells a log; kept here, since loggers are held weakly. */
  private static final Logger LOG = Logger.getLogger("com.github.weisj.jsvg");

  static {
    LOG.setLevel(Level.OFF);
  }

  private static final DocumentLimits LIMITS =
      new DocumentLimits(SvgPreflight.MAX_DEPTH, 32, SvgPreflight.MAX_ELEMENTS);

  private final SVGDocument document;
  private final FloatSize size;
  private final List<String> layers;

  private SvgPicture(SVGDocument document, FloatSize size, List<String> layers) {
    this.document = document;
    this.size = size;
    this.layers = layers;
  }

  /**
   * Reads a file.
   *
   * @param layer id of the one group that is to be seen, or null for all
   * @throws IllegalArgumentException if this is no SVG file, or not a layer of it
   */
  static SvgPicture read(byte[] bytes, String layer) {
    SvgPreflight seen = SvgPreflight.of(bytes);
    if (layer != null && !seen.layers().contains(layer)) {
      throw new IllegalArgumentException(
          "no layer '"
              + layer
              + "' ("
              + (seen.layers().isEmpty()
                  ? "no group of the file has an id"
                  : "it has " + String.join(", ", seen.layers()))
              + ")");
    }
    LoaderContext context =
        LoaderContext.builder()
            .externalResourcePolicy(ResourcePolicy.DENY_EXTERNAL)
            .documentLimits(LIMITS)
            .preProcessor(root -> hideOthers(root, layer))
            .build();
    SVGDocument document =
        bounded(
            "reading", () -> new SVGLoader().load(new ByteArrayInputStream(bytes), null, context));
    if (document == null) {
      throw new IllegalArgumentException("the file cannot be drawn as SVG");
    }
    FloatSize size = seen.isSized() ? document.size() : new FloatSize(UNSIZED, UNSIZED);
    if (!(size.width > 0 && size.height > 0 && size.width < 1e7f && size.height < 1e7f)) {
      throw new IllegalArgumentException(
          "its size is " + size.width + " x " + size.height + " (width, height or viewBox)");
    }
    return new SvgPicture(document, size, seen.layers());
  }

  /** Shows one layer alone: whatever is neither it, nor in it, nor around it, is not displayed. */
  private static void hideOthers(DomElement root, String layer) {
    if (layer == null) {
      return;
    }
    List<DomElement> todo = new ArrayList<>(List.of(root));
    while (!todo.isEmpty()) {
      for (DomElement child : todo.remove(todo.size() - 1).children()) {
        if (layer.equals(child.id())) {
          continue;
        }
        if (contains(child, layer)) {
          todo.add(child);
        } else if (!SvgPreflight.isDefinition(child.tagName())) {
          child.setAttribute("display", "none");
        }
      }
    }
  }

  private static boolean contains(DomElement e, String layer) {
    for (DomElement child : e.children()) {
      if (layer.equals(child.id()) || contains(child, layer)) {
        return true;
      }
    }
    return false;
  }

  double width() {
    return size.width;
  }

  double height() {
    return size.height;
  }

  /** Ids of the groups of the file, in its order. */
  List<String> layers() {
    return layers;
  }

  /**
   * Draws a part of the picture.
   *
   * @param x left border of the part in the units of width and height, with y, the upper one
   * @param scale pixels per unit
   */
  BufferedImage draw(double x, double y, double scale, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    return bounded(
        "drawing",
        () -> {
          Graphics2D g = image.createGraphics();
          g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
          g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
          g.setRenderingHint(
              RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
          g.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
          g.setRenderingHint(
              SVGRenderingHints.KEY_SOFT_CLIPPING, SVGRenderingHints.VALUE_SOFT_CLIPPING_ON);
          g.scale(scale, scale);
          g.translate(-x, -y);
          BoundedOutput out = new BoundedOutput(g, SECONDS);
          document.renderWithPlatform(
              NullPlatformSupport.INSTANCE, out, new ViewBox(size.width, size.height));
          out.dispose();
          return image;
        });
  }

  /** Runs a task on a thread of its own: a hostile file may not stop the caller for ever. */
  private static <T> T bounded(String what, Callable<T> task) {
    FutureTask<T> future = new FutureTask<>(task);
    Thread thread = new Thread(null, future, "shinari-svg", 16L << 20);
    thread.setDaemon(true);
    thread.start();
    try {
      return future.get(SECONDS + 1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      throw tooMuch(what, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalArgumentException(what + " the SVG was interrupted", e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof BoundedOutput.TooMuch) {
        throw tooMuch(what, cause);
      } else if (cause instanceof OutOfMemoryError || cause instanceof StackOverflowError) {
        throw new IllegalArgumentException(what + " the SVG needs too much memory", cause);
      }
      throw new IllegalArgumentException(
          what + " the SVG failed: " + (cause.getMessage() == null ? cause : cause.getMessage()),
          cause);
    }
  }

  private static IllegalArgumentException tooMuch(String what, Throwable cause) {
    return new IllegalArgumentException(
        what + " the SVG takes more than " + SECONDS + " s; simplify it, or save it as PNG", cause);
  }
}
