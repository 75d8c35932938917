package dev.shinari.pose;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import java.util.List;

/**
 * A deformation of space in closed form: the shapes that animators ask for by name. Applied to the
 * rest positions of any cage it gives a pose.
 *
 * <p>Letters: s is the distance from the middle of the {@link Span} along its axis, L the span's
 * length, u the distance from the span's line towards {@code toward}. The middle of the span stays
 * where it is.
 */
public sealed interface Deformer {
  /** Moves one point; {@code p} holds x, y, z. */
  void move(double[] p);

  /** The points moved, 3 floats a point, in a new array. */
  default float[] apply(float[] positions) {
    float[] out = new float[positions.length];
    double[] p = new double[3];
    for (int i = 0; i + 2 < positions.length; i += 3) {
      p[0] = positions[i];
      p[1] = positions[i + 1];
      p[2] = positions[i + 2];
      move(p);
      out[i] = (float) p[0];
      out[i + 1] = (float) p[1];
      out[i + 2] = (float) p[2];
    }
    return out;
  }

  /**
   * Turns each layer across the axis by angle s / L: right-handed about the axis, half of it either
   * way at the two ends. Keeps the volume of every part exactly, since layers only turn.
   */
  record Twist(Span span, double angleRadians) implements Deformer {
    public Twist {
      Check.finite("angle", angleRadians);
    }

    @Override
    public void move(double[] p) {
      // (axis, a, b) is a right-handed frame.
      int a = (span.axis().ordinal() + 1) % 3, b = (span.axis().ordinal() + 2) % 3;
      double angle = angleRadians * span.held(span.along(p)) / span.length();
      double c = PortableMath.cos(angle), d = PortableMath.sin(angle);
      double la = span.line(Axis.values()[a]), lb = span.line(Axis.values()[b]);
      double x = p[a] - la, y = p[b] - lb;
      p[a] = la + c * x - d * y;
      p[b] = lb + d * x + c * y;
    }
  }

  /**
   * Makes the span's line an arc of the same length; {@code angle} lies between the directions of
   * its ends, which rise towards {@code toward}. Layers across the line stay flat and keep their
   * shape.
   */
  record Bend(Span span, Axis toward, double angleRadians) implements Deformer {
    public Bend {
      across(span, toward);
      Check.finite("angle", angleRadians);
    }

    @Override
    public void move(double[] p) {
      double s = span.along(p), held = span.held(s);
      double turn = angleRadians * held / span.length();
      // The arc from the middle: integral of (cos, sin) of the turn.
      double x = held * sinc(turn);
      double y = held * sinc(0.5 * turn) * PortableMath.sin(0.5 * turn);
      onCurve(p, span, toward, x, y, turn, s - held);
    }
  }

  /**
   * Makes the span's line two arcs of the same length that bend opposite ways: an S. {@code angle}
   * is the turn of each arc.
   */
  record SCurve(Span span, Axis toward, double angleRadians) implements Deformer {
    public SCurve {
      across(span, toward);
      Check.finite("angle", angleRadians);
    }

    @Override
    public void move(double[] p) {
      double s = span.along(p), held = span.held(s);
      // The line's direction at s is turned by 2 angle |s| / L: an even function of s, so that the
      // line itself is an odd one.
      double turn = 2 * angleRadians * Math.abs(held) / span.length();
      double x = held * sinc(turn);
      double y = held * sinc(0.5 * turn) * PortableMath.sin(0.5 * turn);
      onCurve(p, span, toward, x, y, turn, s - held);
    }
  }

  /** Slides layers across the axis along {@code toward} by tan(angle) s. Keeps the volume. */
  record Shear(Span span, Axis toward, double angleRadians) implements Deformer {
    public Shear {
      across(span, toward);
      Check.that(
          Math.abs(angleRadians) < 0.5 * Math.PI,
          "a shear's angle must be below a right angle, got " + angleRadians + " radians");
    }

    @Override
    public void move(double[] p) {
      p[toward.ordinal()] += PortableMath.tan(angleRadians) * span.held(span.along(p));
    }
  }

  /** Scales layers across the axis, by {@code lowFactor} at one end to {@code highFactor}. */
  record Taper(Span span, double lowFactor, double highFactor) implements Deformer {
    public Taper {
      positive("lowFactor", lowFactor);
      positive("highFactor", highFactor);
    }

    @Override
    public void move(double[] p) {
      double share = span.held(span.along(p)) / span.length() + 0.5;
      scaleAcross(p, span, lowFactor + share * (highFactor - lowFactor));
    }
  }

  /**
   * Makes the span longer or shorter; with {@code keepVolume} all of the body grows thinner or
   * thicker in return, by 1 / sqrt(factor). What lies beyond the span moves along rigidly.
   */
  record Stretch(Span span, double factor, boolean keepVolume) implements Deformer {
    public Stretch {
      positive("factor", factor);
    }

    @Override
    public void move(double[] p) {
      double held = span.held(span.along(p));
      p[span.axis().ordinal()] += (factor - 1) * held;
      if (keepVolume) {
        scaleAcross(p, span, 1 / Math.sqrt(factor));
      }
    }
  }

  /**
   * Shifts layers across the axis along {@code toward} by amplitude sin(2 pi waves s / L + phase),
   * as a flag or a worm does. Keeps the volume.
   */
  record Ripple(Span span, Axis toward, double amplitude, double waves, double phaseRadians)
      implements Deformer {
    public Ripple {
      across(span, toward);
      Check.finite("amplitude", amplitude);
      Check.finite("waves", waves);
      Check.finite("phase", phaseRadians);
    }

    @Override
    public void move(double[] p) {
      double angle = 2 * Math.PI * waves * span.held(span.along(p)) / span.length();
      p[toward.ordinal()] += amplitude * PortableMath.sin(angle + phaseRadians);
    }
  }

  /** Scales along the three axes about a point. */
  record Scale(double fx, double fy, double fz, double x, double y, double z) implements Deformer {
    public Scale {
      positive("factor along x", fx);
      positive("factor along y", fy);
      positive("factor along z", fz);
      Check.finite("x", x);
      Check.finite("y", y);
      Check.finite("z", z);
    }

    @Override
    public void move(double[] p) {
      p[0] = x + fx * (p[0] - x);
      p[1] = y + fy * (p[1] - y);
      p[2] = z + fz * (p[2] - z);
    }
  }

  /** One after the other. */
  record Combined(List<Deformer> parts) implements Deformer {
    public Combined {
      parts = List.copyOf(parts);
    }

    @Override
    public void move(double[] p) {
      for (Deformer d : parts) {
        d.move(p);
      }
    }
  }

  private static void across(Span span, Axis toward) {
    Check.that(
        toward != span.axis(), "toward must be another axis than the span's own, got " + toward);
  }

  private static void positive(String name, double value) {
    Check.that(
        value > 0 && value < Double.POSITIVE_INFINITY,
        name + " must be a positive number, got " + value);
  }

  private static double sinc(double a) {
    // Below this a^2 / 6 is lost in the rounding of 1.
    return Math.abs(a) > 1e-8 ? PortableMath.sin(a) / a : 1;
  }

  /**
   * Puts a point beside a plane curve: (x, y) is the curve's point along the axis and towards, its
   * direction turned by {@code turn}, {@code beyond} the way past the curve's end, straight on.
   */
  private static void onCurve(
      double[] p, Span span, Axis toward, double x, double y, double turn, double beyond) {
    int a = span.axis().ordinal(), b = toward.ordinal();
    double c = PortableMath.cos(turn), d = PortableMath.sin(turn);
    double u = p[b] - span.line(toward);
    p[a] = 0.5 * (span.low() + span.high()) + x + c * beyond - d * u;
    p[b] = span.line(toward) + y + d * beyond + c * u;
  }

  private static void scaleAcross(double[] p, Span span, double factor) {
    for (Axis a : Axis.values()) {
      if (a != span.axis()) {
        p[a.ordinal()] = span.line(a) + factor * (p[a.ordinal()] - span.line(a));
      }
    }
  }
}
