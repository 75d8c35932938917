package dev.shinari.articulated.motion;

import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.BoneFrames;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;

/**
 * The joints' equations of motion. Forces on joint i at X_i, with L the length and l the rest
 * length of a bone and theta - theta0 the turn of a bone from its rest angle:
 *
 * <pre>
 *   stretch   alpha (L_i - l_i)(X_i-1 - X_i) + beta (L_i+1 - l_i+1)(X_i+1 - X_i)   [Watanabe, eq. (1)]
 *   bend      gamma (theta - theta0) N_i + eta (theta - theta0) N_i+1              [Watanabe, eq. (2)]
 *   parts     force and torque of the boundary elements on their joints
 * </pre>
 *
 * The text gives eq. (2) for the middle joint alone; here the bend is a torque between two bones,
 * and a torque on a bone a pair of forces on its two ends, so that nothing pushes the creature as a
 * whole. A torque on a joint is shared by its bones, since the joint turns by the mean of their
 * turns.
 *
 * <p>Time steps are implicit: with S the stiffness at the present pose, v' solves (M + h (h + tau)
 * S) (v' - v) = h (f - (h + tau) S v), by conjugate gradients. S = J^T K J, with J from joint
 * velocities to the parts' small shifts and turns, is symmetric and never negative, so that any
 * stiffness is stable. What the linear step gets wrong in a large turn, an energy guard takes out:
 * a creature that nobody drives never has more energy than the step before.
 */
public final class BoneMotion implements MassPoints {
  private static final int MOST_ROUNDS = 80;
  private static final double TOLERANCE = 1e-4;

  private final int n;
  public final PartFrames places;
  public final BoneFrames frames;
  public final JointForces forces;

  // State.
  public final double[] x;
  public final double[] v;

  public final double[] mass;
  private final double tau;

  // What the next step is told.
  public final boolean[] held;
  public final double[] goalRate; // (2 pi Hz) of the pull to the goal pose, 0 for none
  public final double[] goal;
  public final double[] goalVelocity;

  // Scratch.
  private final double[] rhs;
  private final double[] dv;
  private final double[] direction;
  private final double[] product;
  private final double[] residual;
  private final double[] diagonal;
  private double before; // energy when the last step began
  private Workers workers = Workers.SERIAL;

  public BoneMotion(
      Skeleton skeleton, ElasticPart[] parts, double[] mass, MotionSettings settings) {
    this.mass = mass;
    n = skeleton.jointCount();
    x = new double[3 * n];
    v = new double[3 * n];
    for (int i = 0; i < 3 * n; i++) {
      x[i] = skeleton.place(i / 3, i % 3);
    }
    places = new PartFrames(skeleton, parts, x);
    frames = places.bones;
    forces = new JointForces(skeleton, parts, places, x, settings);
    tau = settings.dampingSeconds();
    rhs = new double[3 * n];
    dv = new double[3 * n];
    direction = new double[3 * n];
    product = new double[3 * n];
    residual = new double[3 * n];
    diagonal = new double[n];
    held = new boolean[n];
    goalRate = new double[n];
    goal = x.clone();
    goalVelocity = new double[3 * n];
  }

  /** Frames of bones, joints and parts for the present positions. */
  public void place(double[] turns) {
    places.place(turns, workers);
  }

  /**
   * New velocities; positions follow in {@link #move}. Held joints keep the velocity that they were
   * given.
   */
  public void accelerate(
      float h, double[] gravity, double drag, double[] wind, Workers crew, double[] turns) {
    workers = crew;
    place(turns);
    forces.compute();
    before = kineticEnergy() + forces.elastic() + height(gravity);
    double lag = h + tau;
    forces.applyStiffness(v, product, workers);
    for (int j = 0; j < n; j++) {
      double rate = goalRate[j];
      for (int c = 0; c < 3; c++) {
        int i = 3 * j + c;
        double f =
            forces.force[i] + mass[j] * (gravity[c] - drag * (v[i] - wind[c])) - lag * product[i];
        if (rate > 0) { // critically damped
          f +=
              mass[j]
                  * (rate * rate * (goal[i] - x[i] - h * v[i])
                      + 2 * rate * (goalVelocity[i] - v[i]));
        }
        rhs[i] = held[j] ? 0 : h * f;
      }
    }
    findDiagonal(h);
    conjugateGradients(h);
    for (int j = 0; j < n; j++) {
      for (int c = 0; c < 3 && !held[j]; c++) {
        v[3 * j + c] += dv[3 * j + c];
      }
    }
  }

  public void move(float h) {
    for (int i = 0; i < 3 * n; i++) {
      x[i] += h * v[i];
    }
  }

  private double own(int j, float h, double drag) {
    double rate = goalRate[j];
    return mass[j] * (1 + h * drag + (rate > 0 ? h * rate * (2 + h * rate) : 0));
  }

  /**
   * A guess of the matrix's diagonal, as preconditioner: masses, and the stiffest of each joint.
   */
  private void findDiagonal(float h) {
    for (int j = 0; j < n; j++) {
      diagonal[j] = own(j, h, 0);
    }
    forces.addDiagonal(h * (h + tau), diagonal);
  }

  private void conjugateGradients(float h) {
    double factor = h * (h + tau);
    Arrays.fill(dv, 0);
    double rz = 0;
    for (int i = 0; i < 3 * n; i++) {
      residual[i] = rhs[i];
      direction[i] = rhs[i] / diagonal[i / 3];
      rz += rhs[i] * direction[i];
    }
    double goalNorm = TOLERANCE * TOLERANCE * rz;
    for (int round = 0; round < MOST_ROUNDS && rz > goalNorm && rz > 1e-30; round++) {
      forces.applyStiffness(direction, product, workers);
      double curve = 0;
      for (int j = 0; j < n; j++) {
        double own = own(j, h, 0);
        for (int c = 0; c < 3; c++) {
          int i = 3 * j + c;
          product[i] = held[j] ? 0 : own * direction[i] + factor * product[i];
          curve += direction[i] * product[i];
        }
      }
      if (!(curve > 0)) {
        return;
      }
      double step = rz / curve;
      double next = 0;
      for (int i = 0; i < 3 * n; i++) {
        dv[i] += step * direction[i];
        residual[i] -= step * product[i];
        next += residual[i] * residual[i] / diagonal[i / 3];
      }
      double keep = next / rz;
      for (int i = 0; i < 3 * n; i++) {
        direction[i] = residual[i] / diagonal[i / 3] + keep * direction[i];
      }
      rz = next;
    }
  }

  // ---- energy -------------------------------------------------------------------------------

  public double kineticEnergy() {
    double sum = 0;
    for (int i = 0; i < 3 * n; i++) {
      sum += 0.5 * mass[i / 3] * v[i] * v[i];
    }
    return sum;
  }

  /** Elastic energy and the energy of height, at the present positions. */
  public double potential(double[] gravity) {
    place(null);
    forces.compute();
    return forces.elastic() + height(gravity);
  }

  private double height(double[] gravity) {
    double sum = 0;
    for (int i = 0; i < 3 * n; i++) {
      sum -= mass[i / 3] * gravity[i % 3] * x[i];
    }
    return sum;
  }

  /**
   * Takes energy that the last step made from nothing out of the motion of the free joints. Where
   * all of their motion is not enough, which happens within rounding of a state of rest, they stay
   * where they were.
   */
  public void limitEnergy(double[] gravity, double[] old) {
    double kinetic = 0;
    for (int i = 0; i < 3 * n; i++) {
      kinetic += held[i / 3] ? 0 : 0.5 * mass[i / 3] * v[i] * v[i];
    }
    double excess = potential(gravity) + kineticEnergy() - before;
    if (!(excess > 0)) {
      return;
    }
    double keep = excess < kinetic ? Math.sqrt(1 - excess / kinetic) : 0;
    for (int i = 0; i < 3 * n; i++) {
      if (!held[i / 3]) {
        v[i] *= keep;
        x[i] = keep > 0 ? x[i] : old[i];
      }
    }
  }

  // ---- contact ------------------------------------------------------------------------------

  @Override
  public double inverseMass(int joint) {
    return held[joint] ? 0 : 1 / mass[joint];
  }

  @Override
  public double velocity(int joint, int c) {
    return v[3 * joint + c];
  }

  @Override
  public void push(int j, double sx, double sy, double sz, double jx, double jy, double jz) {
    x[3 * j] += sx;
    x[3 * j + 1] += sy;
    x[3 * j + 2] += sz;
    v[3 * j] += jx;
    v[3 * j + 1] += jy;
    v[3 * j + 2] += jz;
  }
}
