package dev.shinari.rig.runtime;

/**
 * Helpers that lag and swing: a spring and a damper on top of the controllers. Each helper's place
 * follows the one that its controller gives, x'' = k (target - x) - c x', so that it feels velocity
 * and acceleration of everything that moves it; its rotation stays the controller's. At rest it is
 * exactly the controller's pose.
 *
 * <p>The step is implicit, in pieces of at most {@link #PIECE} seconds with the target moving
 * evenly through the frame: stable at any frequency, and the same for one long frame as for several
 * short ones to within the pieces. Plain Java without dependencies; nothing is allocated by {@link
 * #advance}.
 */
public final class JiggleRuntime {
  /** Longest step of the springs, in seconds. */
  public static final double PIECE = 1.0 / 240;

  private final HelperRuntime runtime;
  private final int helpers;
  private final double[] stiffness;
  private final double[] damping;
  private final double[] reach;
  private final double[] plain;
  private final double[] global;
  private final double[] place; // x, y, z a helper
  private final double[] velocity;
  private final double[] before; // targets of the last frame
  private boolean started;

  /**
   * @param hertz frequency at which each helper swings; 0 for one that does not
   * @param dampingRatio 1 comes to rest without swinging over, 0.2 is flesh
   * @param reach how far each helper may stray from its controller's place
   */
  public JiggleRuntime(
      HelperRuntime runtime, double[] hertz, double[] dampingRatio, double[] reach) {
    this.runtime = runtime;
    helpers = runtime.helperCount();
    if (hertz.length != helpers || dampingRatio.length != helpers || reach.length != helpers) {
      throw new IllegalArgumentException("one frequency, ratio and reach a helper is needed");
    }
    stiffness = new double[helpers];
    damping = new double[helpers];
    for (int h = 0; h < helpers; h++) {
      if (!(hertz[h] >= 0 && hertz[h] <= 1000 && dampingRatio[h] >= 0 && reach[h] >= 0)) {
        throw new IllegalArgumentException(
            "jiggle of helper " + h + ": frequency, ratio and reach must be zero or more");
      }
      double omega = 2 * Math.PI * hertz[h];
      stiffness[h] = omega * omega;
      damping[h] = 2 * dampingRatio[h] * omega;
    }
    this.reach = reach.clone();
    plain = new double[12 * helpers];
    global = new double[12 * helpers];
    place = new double[3 * helpers];
    velocity = new double[3 * helpers];
    before = new double[3 * helpers];
  }

  /** Forgets all motion: the next frame starts at rest in its pose. Call it after a cut. */
  public void reset() {
    started = false;
  }

  /**
   * Moves on by some seconds to a pose.
   *
   * @param joints global poses of the joints, 12 numbers each
   * @param skinning out: skinning transforms of the helpers, 12 numbers each
   * @param globalOut out: their global poses, 12 numbers each; may be null
   */
  public void advance(double[] joints, double seconds, double[] skinning, double[] globalOut) {
    runtime.evaluate(joints, plain, global);
    if (!started) {
      for (int k = 0; k < 3 * helpers; k++) {
        place[k] = global[12 * (k / 3) + 4 * (k % 3) + 3];
        before[k] = place[k];
        velocity[k] = 0;
      }
      started = true;
    }
    int pieces = (int) Math.min(10_000, Math.max(1, Math.ceil(seconds / PIECE - 1e-9)));
    double dt = seconds / pieces;
    for (int h = 0; h < helpers; h++) {
      if (dt > 0 && stiffness[h] > 0) {
        swing(h, pieces, dt);
      }
      double stray = 0;
      for (int c = 0; c < 3; c++) {
        double d = stiffness[h] > 0 ? place[3 * h + c] - target(h, c) : 0;
        stray += d * d;
      }
      // Beyond its reach it stops as at a rope's end: the velocity that leads further is lost.
      double keep = 1;
      stray = Math.sqrt(stray);
      if (stray > reach[h]) {
        keep = stray > 0 ? reach[h] / stray : 0;
        tauten(h, stray, keep, dt, pieces);
      }
      for (int r = 0; r < 3; r++) {
        double offset = stiffness[h] > 0 ? place[3 * h + r] - target(h, r) : 0;
        for (int c = 0; c < 4; c++) {
          double add = c == 3 ? offset : 0;
          skinning[12 * h + 4 * r + c] = plain[12 * h + 4 * r + c] + add;
          if (globalOut != null) {
            globalOut[12 * h + 4 * r + c] = global[12 * h + 4 * r + c] + add;
          }
        }
        before[3 * h + r] = target(h, r);
      }
    }
  }

  private double target(int h, int c) {
    return global[12 * h + 4 * c + 3];
  }

  private void swing(int h, int pieces, double dt) {
    double k = stiffness[h];
    double d = 1 + dt * damping[h] + dt * dt * k;
    for (int c = 0; c < 3; c++) {
      int at = 3 * h + c;
      double x = place[at];
      double v = velocity[at];
      double from = before[at];
      double to = target(h, c);
      for (int p = 1; p <= pieces; p++) {
        double goal = from + (to - from) * p / pieces;
        v = (v + dt * k * (goal - x)) / d;
        x += dt * v;
      }
      place[at] = x;
      velocity[at] = v;
    }
  }

  private void tauten(int h, double stray, double keep, double dt, int pieces) {
    double outward = 0;
    for (int c = 0; c < 3; c++) {
      int at = 3 * h + c;
      double goalSpeed = dt > 0 ? (target(h, c) - before[at]) / (dt * pieces) : 0;
      outward += (velocity[at] - goalSpeed) * (place[at] - target(h, c)) / stray;
    }
    for (int c = 0; c < 3; c++) {
      int at = 3 * h + c;
      double away = place[at] - target(h, c);
      velocity[at] -= Math.max(0, outward) * away / stray;
      place[at] = target(h, c) + keep * away;
    }
  }
}
