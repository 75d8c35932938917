package dev.shinari.pose;

import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A rough guess how a shape was deformed: a stretch, then a twist, bend, S-curve or shear along its
 * longest axis, then a rigid motion. Closest points find what lies nearby. A bar that was bent by
 * half a turn does not, but it is near to one of a hundred bars that were deformed in plain ways,
 * and to try these costs a second on a few hundred points.
 */
final class PoseGuess {
  private static final int RIGID_ROUNDS = 20;
  private static final int ALIGNED = 10; // guesses that are laid on the given shape carefully
  private static final int REFINED = 4; // of which the amount is searched for
  private static final int HALVINGS = 4;

  /** A guess that deforms must be so much better than a rigid motion. */
  private static final double PLAIN = 1.1;

  /** Spreads that differ by less are the same: two meshes of one shape are sampled otherwise. */
  private static final double EVEN = 0.06;

  /** Guesses that are no worse than this fit alike. */
  private static final double ALIKE = 1.25;

  /** What half a turn of a normal counts as, in sizes of the shape. */
  private static final double TURN = 0.2;

  /** The plain deformations, each with one number. */
  private enum Kind {
    NONE,
    TWIST,
    BEND,
    S_CURVE,
    SHEAR
  }

  /**
   * @param amount an angle in radians
   * @param direction of a bend around the axis, in eighths of a turn
   * @param stretch factors along the three axes, before all else
   */
  private record Plan(Kind kind, double amount, int direction, double[] stretch) {}

  private final SurfaceSamples frame;
  private final Plan plan;
  private final Deformer deformer;
  private final double[] motion;
  private final double[] axes;
  private final double score;

  private PoseGuess(
      SurfaceSamples frame,
      Plan plan,
      Deformer deformer,
      double[] motion,
      double[] axes,
      double score) {
    this.frame = frame;
    this.plan = plan;
    this.deformer = deformer;
    this.motion = motion;
    this.axes = axes;
    this.score = score;
  }

  /** The points as this guess moves them, 3 floats a point. */
  float[] apply(float[] positions) {
    float[] out = new float[positions.length];
    double[] p = new double[3], q = new double[3];
    for (int i = 0; i < positions.length; i += 3) {
      for (int c = 0; c < 3; c++) {
        p[c] = positions[i + c];
      }
      deform(p, q);
      for (int c = 0; c < 3; c++) {
        out[i + c] = (float) SurfaceSamples.moved(motion, p, 0, c, true);
      }
    }
    return out;
  }

  /** Moves a point, but for the rigid motion. */
  private void deform(double[] p, double[] q) {
    if (deformer == null) {
      return;
    }
    for (int a = 0; a < 3; a++) {
      q[a] = 0;
      for (int c = 0; c < 3; c++) {
        q[a] += axes[3 * a + c] * (p[c] - frame.middle[c]);
      }
    }
    deformer.move(q);
    for (int c = 0; c < 3; c++) {
      p[c] = frame.middle[c] + axes[c] * q[0] + axes[3 + c] * q[1] + axes[6 + c] * q[2];
    }
  }

  /**
   * The guess that comes nearest.
   *
   * @param size of the shape
   */
  static PoseGuess best(TriangleMesh rest, TriangleMesh given, double size) {
    return new Search(rest, given, size).best();
  }

  private static final class Search {
    final SurfaceSamples rest;
    final SurfaceSamples there;
    final double turn;
    final double beside;
    final double low;
    final double high;

    Search(TriangleMesh mesh, TriangleMesh given, double size) {
      rest = SurfaceSamples.of(mesh);
      there = SurfaceSamples.of(given);
      turn = TURN * size;
      beside = 1e-4 * size;
      double least = 0, most = 0;
      for (int s = 0; s < rest.count; s++) {
        least = Math.min(least, rest.along(0, s));
        most = Math.max(most, rest.along(0, s));
      }
      low = least;
      high = most;
    }

    PoseGuess best() {
      List<PoseGuess> found = new ArrayList<>();
      if (high > low) {
        List<PoseGuess> near = new ArrayList<>(), turned = new ArrayList<>();
        for (Plan plan : plans()) {
          addRough(plan, near, turned);
        }
        addRefined(near, found);
        addRefined(turned, found);
      }
      double least = Double.POSITIVE_INFINITY;
      for (PoseGuess g : found) {
        least = Math.min(least, g.score);
      }
      PoseGuess best = rigid();
      if (best.score <= PLAIN * least) {
        return best;
      }
      // A symmetric shape fits several ways: back to front too. The least movement is meant.
      double way = Double.POSITIVE_INFINITY;
      for (PoseGuess g : found) {
        double moved = way(g);
        if (g.score <= ALIKE * least && moved < way) {
          way = moved;
          best = g;
        }
      }
      return best;
    }

    private PoseGuess rigid() {
      PoseGuess best = null;
      for (int k = 0; k < 6; k++) {
        double[] m = rest.motion(k, there);
        double gap = rest.align(m, there, turn, RIGID_ROUNDS);
        // Earlier motions win unless a later one is clearly better: a turned symmetric shape is
        // not.
        if (best == null || gap < 0.8 * best.score) {
          best = new PoseGuess(rest, new Plan(Kind.NONE, 0, 0, null), null, m, null, gap);
        }
      }
      return best;
    }

    /** Root mean square way of the samples. */
    private double way(PoseGuess g) {
      double sum = 0;
      double[] p = new double[3], q = new double[3];
      for (int s = 0; s < rest.count; s++) {
        System.arraycopy(rest.places, 3 * s, p, 0, 3);
        g.deform(p, q);
        for (int c = 0; c < 3; c++) {
          double d = SurfaceSamples.moved(g.motion, p, 0, c, true) - rest.places[3 * s + c];
          sum += rest.shares[s] * d * d;
        }
      }
      return Math.sqrt(sum);
    }

    private void addRefined(List<PoseGuess> rough, List<PoseGuess> out) {
      rough.sort(Comparator.comparingDouble(g -> g.score)); // stable: plain ones first
      List<PoseGuess> some = new ArrayList<>();
      for (PoseGuess g : rough.subList(0, Math.min(ALIGNED, rough.size()))) {
        some.add(aligned(g));
      }
      some.sort(Comparator.comparingDouble(g -> g.score));
      for (PoseGuess g : some.subList(0, Math.min(REFINED, some.size()))) {
        out.add(refined(g));
      }
    }

    private List<Plan> plans() {
      List<double[]> stretches = new ArrayList<>();
      stretches.add(null);
      double volume = 1;
      double[] each = new double[3];
      boolean even = true;
      for (int a = 0; a < 3; a++) {
        each[a] = rest.spreads[a] > 0 ? there.spreads[a] / rest.spreads[a] : 1;
        each[a] = Math.max(0.05, Math.min(20, each[a]));
        volume *= each[a];
        even &= Math.abs(each[a] - 1) < EVEN;
      }
      if (!even) {
        stretches.add(each);
        double s = PortableMath.cbrt(volume);
        stretches.add(new double[] {s, s, s});
      }
      List<Plan> out = new ArrayList<>();
      for (double[] s : stretches) {
        if (s != null) {
          out.add(new Plan(Kind.NONE, 0, 0, s));
        }
        if (s == each) {
          continue; // what is bent spreads otherwise: its factors say nothing then
        }
        for (int eighth = 1; eighth <= 8; eighth++) {
          out.add(new Plan(Kind.TWIST, 0.25 * Math.PI * eighth, 0, s));
          out.add(new Plan(Kind.TWIST, -0.25 * Math.PI * eighth, 0, s));
        }
        for (int direction = 0; direction < 8; direction++) {
          for (int eighth = 1; eighth <= 6; eighth++) {
            out.add(new Plan(Kind.BEND, 0.25 * Math.PI * eighth, direction, s));
          }
          for (int eighth = 1; eighth <= 4; eighth++) {
            out.add(new Plan(Kind.S_CURVE, 0.25 * Math.PI * eighth, direction, s));
          }
          out.add(new Plan(Kind.SHEAR, 0.2 * Math.PI, direction, s));
        }
      }
      return out;
    }

    /** Adds a plan, as it stands and turned, where these lie nearest. */
    private void addRough(Plan plan, List<PoseGuess> near, List<PoseGuess> turned) {
      PoseGuess g = new PoseGuess(rest, plan, deformer(plan), null, axes(plan), 0);
      SurfaceSamples now = samples(g);
      PoseGuess best = null;
      for (int k = 0; k < 6; k++) {
        double[] m = now.motion(k, there);
        double gap = now.align(m, there, turn, 0);
        if (k == 0 || k == 2 || gap < best.score) {
          best = new PoseGuess(rest, plan, g.deformer, m, g.axes, gap);
        }
        if (k == 1 || k == 5) {
          (k == 1 ? near : turned).add(best);
        }
      }
    }

    /** Samples of the surface as a guess deforms it, not yet moved. */
    private SurfaceSamples samples(PoseGuess g) {
      double[] q = new double[3];
      return rest.deformed(p -> g.deform(p, q), beside);
    }

    /** The same with its motion improved. */
    private PoseGuess aligned(PoseGuess g) {
      double[] m = g.motion.clone();
      double gap = samples(g).align(m, there, turn, RIGID_ROUNDS);
      return new PoseGuess(rest, g.plan, g.deformer, m, g.axes, gap);
    }

    /** The same with its amount improved. */
    private PoseGuess refined(PoseGuess g) {
      PoseGuess best = g;
      double step = 0.125 * Math.PI;
      for (int k = 0; k < HALVINGS && g.plan.kind != Kind.NONE; k++, step *= 0.5) {
        for (int sign = -1; sign <= 1; sign += 2) {
          Plan p = best.plan;
          Plan next = new Plan(p.kind, p.amount + sign * step, p.direction, p.stretch);
          PoseGuess tried =
              aligned(new PoseGuess(rest, next, deformer(next), best.motion, best.axes, 0));
          if (tried.score < best.score) {
            best = tried;
            break;
          }
        }
      }
      return best;
    }

    /** The frame of rest, turned about its longest axis into the direction of a bend. */
    private double[] axes(Plan plan) {
      double[] out = rest.axes.clone();
      double c = PortableMath.cos(0.25 * Math.PI * plan.direction);
      double s = PortableMath.sin(0.25 * Math.PI * plan.direction);
      for (int i = 0; i < 3; i++) {
        out[3 + i] = c * rest.axes[3 + i] + s * rest.axes[6 + i];
        out[6 + i] = c * rest.axes[6 + i] - s * rest.axes[3 + i];
      }
      return out;
    }

    private Deformer deformer(Plan plan) {
      double[] f = plan.stretch;
      Deformer stretch = f == null ? null : new Deformer.Scale(f[0], f[1], f[2], 0, 0, 0);
      double by = f == null ? 1 : f[0];
      Span span = new Span(Axis.X, by * low, by * high, 0, 0, 0);
      Deformer bend =
          switch (plan.kind) {
            case NONE -> null;
            case TWIST -> new Deformer.Twist(span, plan.amount);
            case BEND -> new Deformer.Bend(span, Axis.Y, plan.amount);
            case S_CURVE -> new Deformer.SCurve(span, Axis.Y, plan.amount);
            case SHEAR ->
                new Deformer.Shear(span, Axis.Y, Math.max(-1.4, Math.min(1.4, plan.amount)));
          };
      return stretch == null
          ? bend
          : bend == null ? stretch : new Deformer.Combined(List.of(stretch, bend));
    }
  }
}
