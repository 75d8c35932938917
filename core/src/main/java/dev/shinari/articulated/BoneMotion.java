package dev.shinari.articulated;

import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Quaternions;
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
final class BoneMotion {
  private static final int MOST_ROUNDS = 80;
  private static final double TOLERANCE = 1e-4;

  /** Parts a block of parallel work. */
  private static final int BLOCK = 32;

  private final Skeleton skeleton;
  private final Part[] parts;
  private final int n;
  final BoneFrames frames;

  // State.
  final double[] x;
  final double[] v;

  final double[] mass;
  private final double[] alpha; // of eq. (1), a bone
  private final double bend;
  private final double tau;
  private final double[] shareOfJoint; // 1 / number of bones at a joint

  // Parts, flat: 6 numbers a part's joint.
  private final int[] start;
  private final double[][] stiffness; // shared by parts of a shape, or a grabbed part's own
  private final double[][] shapeStiffness;
  private final double[] turn; // 9 a part: from the shape's frame to the world
  private final double[] turnQ; // 4 a part
  private final double[] centre; // 3 a part, world
  private final double[] restCentre; // 3 a part, in the shape's frame
  private final double[] local; // p, then K p
  private final double[] pulled;
  private final int[] slotStart; // joint -> slots in local
  private final int[] slots;
  private final int[] slotPart;

  // Grabbed points.
  private SkinGrip[] grips = {};

  // Scratch.
  private final double[] force;
  private final double[] moment;
  private final double[] spin; // omega or torque of bones
  private final double[] jointSpin;
  private final double[] bendTorque;
  private final double[] rhs;
  private final double[] dv;
  private final double[] direction;
  private final double[] product;
  private final double[] residual;
  private final double[] diagonal;
  final boolean[] held;
  final double[] goalRate; // (2 pi Hz) of the pull to the goal pose, 0 for none
  final double[] goal;
  final double[] goalVelocity;
  private final double[] q = new double[8];
  private final double[] w = new double[6];
  private double elastic;
  private double before; // energy when the last step began
  private Workers workers = Workers.SERIAL;
  private double[] applied;
  private final Workers.BlockTask placeBlock = this::placeBlock;
  private final Workers.BlockTask multiplyBlock = this::multiplyBlock;
  private final double[][] scratch = new double[64][];

  BoneMotion(Skeleton skeleton, Part[] parts, double[] mass, MotionSettings settings) {
    this.skeleton = skeleton;
    this.parts = parts;
    this.mass = mass;
    n = skeleton.jointCount();
    frames = new BoneFrames(skeleton);
    x = new double[3 * n];
    v = new double[3 * n];
    for (int i = 0; i < 3 * n; i++) {
      x[i] = skeleton.place(i / 3, i % 3);
    }
    bend = settings.bend();
    tau = settings.dampingSeconds();
    alpha = new double[n];
    shareOfJoint = new double[n];
    for (int j = 0; j < n; j++) {
      alpha[j] = settings.stretch() / Math.max(1e-6, skeleton.length(j));
      int bones = skeleton.childCount(j) + (skeleton.isRoot(j) ? 0 : 1);
      shareOfJoint[j] = bones > 0 ? 1.0 / bones : 0;
    }
    int m = parts.length;
    start = new int[m + 1];
    slotStart = new int[n + 1];
    for (int p = 0; p < m; p++) {
      start[p + 1] = start[p] + 6 * parts[p].joints().length;
      for (int j : parts[p].joints()) {
        slotStart[j + 1]++;
      }
    }
    for (int j = 0; j < n; j++) {
      slotStart[j + 1] += slotStart[j];
    }
    slots = new int[slotStart[n]];
    slotPart = new int[slotStart[n]];
    int[] fill = slotStart.clone();
    for (int p = 0; p < m; p++) {
      for (int k = 0; k < parts[p].joints().length; k++) {
        int j = parts[p].joints()[k];
        slotPart[fill[j]] = p;
        slots[fill[j]++] = start[p] + 6 * k;
      }
    }
    stiffness = new double[m][];
    turn = new double[9 * m];
    turnQ = new double[4 * m];
    centre = new double[3 * m];
    restCentre = new double[3 * m];
    local = new double[start[m]];
    pulled = new double[start[m]];
    java.util.Map<JointedOperator, double[]> made = new java.util.HashMap<>(); // looked up only
    for (int p = 0; p < m; p++) {
      JointedOperator shape = parts[p].shape();
      stiffness[p] = made.computeIfAbsent(shape, BoneMotion::matrix);
      for (int k = 0; k < shape.jointCount(); k++) {
        for (int c = 0; c < 3; c++) {
          restCentre[3 * p + c] += shape.place(k, c) / shape.jointCount();
        }
      }
    }
    shapeStiffness = stiffness.clone();
    force = new double[3 * n];
    moment = new double[3 * n];
    spin = new double[3 * n];
    jointSpin = new double[3 * n];
    bendTorque = new double[3 * n];
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
    int widest = 16;
    for (int p = 0; p < m; p++) {
      widest = Math.max(widest, start[p + 1] - start[p]);
    }
    for (int k = 0; k < scratch.length; k++) {
      scratch[k] = new double[widest];
    }
    frames.update(x, null);
    place(null);
  }

  private static double[] matrix(JointedOperator shape) {
    int size = 6 * shape.jointCount();
    double[] k = new double[size * size];
    for (int i = 0; i < k.length; i++) {
      k[i] = shape.stiffness(i / size, i % size);
    }
    return k;
  }

  /** A point of a part that is held at a place. */
  static final class SkinGrip {
    final int part;
    final JointedOperator.Grab grab;
    final double[] basis; // 3 x 6 joints: where the patch goes by itself, by shifts and turns
    final double[] place = new double[3]; // of the patch, in the shape's coordinates
    final double[] target = new double[3];
    final double[] pull = new double[3]; // force on the point in the part's frame

    SkinGrip(int part, JointedOperator shape, int vertex) {
      this.part = part;
      grab = shape.grab(vertex);
      int width = 6 * shape.jointCount();
      basis = new double[3 * width];
      float[] rest = shape.elements().mesh().positions();
      for (int v = 0; v < shape.vertexCount(); v++) {
        double weight = grab.weight(v);
        for (int r = 0; r < 3 && weight != 0; r++) {
          place[r] += weight * rest[3 * v + r];
          for (int j = 0; j < shape.jointCount(); j++) {
            int at = JointedOperator.PARAMETERS * j;
            for (int c = 0; c < 3; c++) {
              int a = (c + 1) % 3, b = (c + 2) % 3;
              basis[r * width + 6 * j + c] += weight * shape.column(at + 9 + c, v, r);
              basis[r * width + 6 * j + 3 + c] +=
                  weight
                      * ((double) shape.column(at + 3 * b + a, v, r)
                          - shape.column(at + 3 * a + b, v, r));
            }
          }
        }
      }
    }
  }

  /** Points that are held from now on. */
  void setGrips(SkinGrip[] changed) {
    grips = changed;
    System.arraycopy(shapeStiffness, 0, stiffness, 0, stiffness.length);
    for (SkinGrip g : grips) {
      int width = start[g.part + 1] - start[g.part];
      double[] k = stiffness[g.part].clone(); // K + B^T C^-1 B
      for (int i = 0; i < width; i++) {
        for (int j = 0; j < width; j++) {
          for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
              k[i * width + j] +=
                  g.basis[r * width + i] * g.grab.stiffness(r, c) * g.basis[c * width + j];
            }
          }
        }
      }
      stiffness[g.part] = k;
    }
  }

  /** Where a grip's patch is by itself: component of a world position. */
  double patch(SkinGrip g, int c) {
    int p = g.part, width = start[p + 1] - start[p], at = start[p];
    double out = centre[3 * p + c];
    for (int r = 0; r < 3; r++) {
      double sum = g.place[r] - restCentre[3 * p + r];
      for (int i = 0; i < width; i++) {
        sum += g.basis[r * width + i] * local[at + i];
      }
      out += turn[9 * p + 3 * c + r] * sum;
    }
    return out;
  }

  SkinGrip[] grips() {
    return grips;
  }

  // ---- where the parts are ------------------------------------------------------------------

  /** Frames of bones, joints and parts for the present positions. */
  void place(double[] turns) {
    frames.update(x, turns);
    workers.run((parts.length + BLOCK - 1) / BLOCK, placeBlock);
  }

  private void placeBlock(int block, int worker) {
    double[] s = scratch[worker % scratch.length];
    for (int p = block * BLOCK; p < Math.min(parts.length, (block + 1) * BLOCK); p++) {
      placePart(p, s);
    }
  }

  private void placePart(int p, double[] s) {
    Part part = parts[p];
    double[] bones = frames.bones();
    int first = 4 * part.bones()[0];
    for (int c = 0; c < 4; c++) {
      s[c] = bones[first + c];
    }
    for (int k = 1; k < part.bones().length; k++) {
      int at = 4 * part.bones()[k];
      double dot = 0;
      for (int c = 0; c < 4; c++) {
        dot += bones[at + c] * bones[first + c];
      }
      for (int c = 0; c < 4; c++) {
        s[c] += dot < 0 ? -bones[at + c] : bones[at + c];
      }
    }
    Quaternions.normalise(s, 0);
    Quaternions.product(s, 0, part.turn(), 0, turnQ, 4 * p);
    Quaternions.toMatrix(turnQ, 4 * p, turn, 9 * p);
    int count = part.joints().length;
    for (int c = 0; c < 3; c++) {
      double sum = 0;
      for (int j : part.joints()) {
        sum += x[3 * j + c];
      }
      centre[3 * p + c] = sum / count;
    }
    Quaternions.inverse(turnQ, 4 * p, s, 0);
    for (int k = 0; k < count; k++) {
      int j = part.joints()[k];
      int at = start[p] + 6 * k;
      toLocal(
          p,
          x[3 * j] - centre[3 * p],
          x[3 * j + 1] - centre[3 * p + 1],
          x[3 * j + 2] - centre[3 * p + 2],
          local,
          at);
      for (int c = 0; c < 3; c++) {
        local[at + c] -= part.shape().place(k, c) - restCentre[3 * p + c];
      }
      Quaternions.product(s, 0, frames.joints(), 4 * j, s, 4);
      Quaternions.product(s, 4, part.turn(), 0, s, 4);
      Quaternions.toVector(s, 4, local, at + 3);
    }
  }

  private void toLocal(int p, double wx, double wy, double wz, double[] out, int at) {
    int r = 9 * p;
    out[at] = turn[r] * wx + turn[r + 3] * wy + turn[r + 6] * wz;
    out[at + 1] = turn[r + 1] * wx + turn[r + 4] * wy + turn[r + 7] * wz;
    out[at + 2] = turn[r + 2] * wx + turn[r + 5] * wy + turn[r + 8] * wz;
  }

  /** Adds a vector of a part's frame, times a factor, to one of the world. */
  private void addWorld(int p, double[] from, int at, double factor, double[] out, int to) {
    int r = 9 * p;
    double a = factor * from[at], b = factor * from[at + 1], c = factor * from[at + 2];
    out[to] += turn[r] * a + turn[r + 1] * b + turn[r + 2] * c;
    out[to + 1] += turn[r + 3] * a + turn[r + 4] * b + turn[r + 5] * c;
    out[to + 2] += turn[r + 6] * a + turn[r + 7] * b + turn[r + 8] * c;
  }

  double[] turnOf() {
    return turn;
  }

  double[] turnQuaternions() {
    return turnQ;
  }

  double[] centres() {
    return centre;
  }

  double[] restCentres() {
    return restCentre;
  }

  /** Shift (3) and turn (3) of each joint of each part, in the part's frame. */
  double[] locals() {
    return local;
  }

  int start(int part) {
    return start[part];
  }

  // ---- forces -------------------------------------------------------------------------------

  /** Forces at the present pose into {@link #force}; the potential into {@link #elastic}. */
  private void forces() {
    Arrays.fill(force, 0);
    Arrays.fill(moment, 0);
    elastic = 0;
    for (int p = 0; p < parts.length; p++) {
      double[] k = shapeStiffness[p];
      int width = start[p + 1] - start[p], at = start[p];
      for (int i = 0; i < width; i++) {
        double sum = 0;
        for (int j = 0; j < width; j++) {
          sum += k[i * width + j] * local[at + j];
        }
        pulled[at + i] = -sum;
        elastic += 0.5 * sum * local[at + i];
      }
    }
    for (SkinGrip g : grips) {
      pullSkin(g);
    }
    gather(pulled, force, moment);
    bendForces();
    momentsToForces(force);
    stretchForces();
  }

  private void pullSkin(SkinGrip g) {
    int p = g.part, width = start[p + 1] - start[p], at = start[p];
    toLocal(
        p,
        g.target[0] - centre[3 * p],
        g.target[1] - centre[3 * p + 1],
        g.target[2] - centre[3 * p + 2],
        w,
        0);
    for (int r = 0; r < 3; r++) {
      double sum = g.place[r] - restCentre[3 * p + r];
      for (int i = 0; i < width; i++) {
        sum += g.basis[r * width + i] * local[at + i];
      }
      w[3 + r] = w[r] - sum;
    }
    for (int r = 0; r < 3; r++) {
      double f = 0;
      for (int c = 0; c < 3; c++) {
        f += g.grab.stiffness(r, c) * w[3 + c];
      }
      g.pull[r] = f;
      elastic += 0.5 * f * w[3 + r];
      for (int i = 0; i < width; i++) {
        pulled[at + i] += g.basis[r * width + i] * f;
      }
    }
  }

  /** Sums of the parts' forces and torques by joint, in the order of the parts. */
  private void gather(double[] from, double[] f, double[] m) {
    for (int j = 0; j < n; j++) {
      for (int k = slotStart[j]; k < slotStart[j + 1]; k++) {
        addWorld(slotPart[k], from, slots[k], 1, f, 3 * j);
        addWorld(slotPart[k], from, slots[k] + 3, 1, m, 3 * j);
      }
    }
  }

  /** Torque of a bent joint on its two bones, kept in {@link #spin}. */
  private void bendForces() {
    Arrays.fill(spin, 0);
    if (!(bend > 0)) {
      return;
    }
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0 && !skeleton.isRoot(p)) {
        for (int c = 0; c < 3; c++) {
          w[c] = skeleton.direction(j, c);
        }
        Quaternions.rotate(frames.bones(), 4 * p, w, 0, w, 0);
        Quaternions.between(w, 0, frames.directions(), 3 * j, q, 0);
        Quaternions.toVector(q, 0, w, 0);
        for (int c = 0; c < 3; c++) {
          spin[3 * j + c] -= bend * w[c];
          spin[3 * p + c] += bend * w[c];
          elastic += 0.5 * bend * w[c] * w[c];
        }
      }
    }
  }

  /** Torques on joints and bones as pairs of forces on the bones' ends. */
  private void momentsToForces(double[] out) {
    double[] d = frames.directions();
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p < 0) {
        continue;
      }
      double tx = spin[3 * j] + shareOfJoint[j] * moment[3 * j] + shareOfJoint[p] * moment[3 * p];
      double ty =
          spin[3 * j + 1]
              + shareOfJoint[j] * moment[3 * j + 1]
              + shareOfJoint[p] * moment[3 * p + 1];
      double tz =
          spin[3 * j + 2]
              + shareOfJoint[j] * moment[3 * j + 2]
              + shareOfJoint[p] * moment[3 * p + 2];
      double s = 1 / arm(j);
      double dx = d[3 * j], dy = d[3 * j + 1], dz = d[3 * j + 2];
      double fx = s * (ty * dz - tz * dy),
          fy = s * (tz * dx - tx * dz),
          fz = s * (tx * dy - ty * dx);
      out[3 * j] += fx;
      out[3 * j + 1] += fy;
      out[3 * j + 2] += fz;
      out[3 * p] -= fx;
      out[3 * p + 1] -= fy;
      out[3 * p + 2] -= fz;
    }
  }

  /** A bone's length, but never so short that a small torque would be a huge force. */
  private double arm(int j) {
    return Math.max(frames.length(j), Math.max(0.2 * skeleton.length(j), 1e-3));
  }

  private void stretchForces() {
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0 && alpha[j] > 0) {
        double l = skeleton.length(j), length = frames.length(j);
        double pull = alpha[j] * (length - l);
        elastic +=
            alpha[j] * (length * length * length / 3 - l * length * length / 2 + l * l * l / 6);
        for (int c = 0; c < 3; c++) {
          double f = pull * (x[3 * p + c] - x[3 * j + c]);
          force[3 * j + c] += f;
          force[3 * p + c] -= f;
        }
      }
    }
  }

  /** product = S in, with S the stiffness at the present pose. */
  private void applyStiffness(double[] in, double[] out) {
    double[] d = frames.directions();
    Arrays.fill(jointSpin, 0);
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p < 0) {
        continue;
      }
      double s = 1 / arm(j);
      double wx = s * (in[3 * j] - in[3 * p]);
      double wy = s * (in[3 * j + 1] - in[3 * p + 1]);
      double wz = s * (in[3 * j + 2] - in[3 * p + 2]);
      double dx = d[3 * j], dy = d[3 * j + 1], dz = d[3 * j + 2];
      spin[3 * j] = dy * wz - dz * wy;
      spin[3 * j + 1] = dz * wx - dx * wz;
      spin[3 * j + 2] = dx * wy - dy * wx;
      for (int c = 0; c < 3; c++) {
        jointSpin[3 * j + c] += shareOfJoint[j] * spin[3 * j + c];
        jointSpin[3 * p + c] += shareOfJoint[p] * spin[3 * j + c];
      }
    }
    applied = in;
    workers.run((parts.length + BLOCK - 1) / BLOCK, multiplyBlock);
    Arrays.fill(out, 0);
    Arrays.fill(moment, 0);
    gather(pulled, out, moment);
    bendStiffness();
    momentsToForces(out);
    stretchStiffness(in, out);
  }

  private void multiplyBlock(int block, int worker) {
    double[] in = applied;
    double[] s = scratch[worker % scratch.length];
    for (int p = block * BLOCK; p < Math.min(parts.length, (block + 1) * BLOCK); p++) {
      int[] joints = parts[p].joints();
      int width = 6 * joints.length, at = start[p];
      for (int k = 0; k < joints.length; k++) {
        int j = 3 * joints[k];
        toLocal(p, in[j], in[j + 1], in[j + 2], s, 6 * k);
        toLocal(p, jointSpin[j], jointSpin[j + 1], jointSpin[j + 2], s, 6 * k + 3);
      }
      double[] k = stiffness[p];
      for (int i = 0; i < width; i++) {
        double sum = 0;
        for (int j = 0; j < width; j++) {
          sum += k[i * width + j] * s[j];
        }
        pulled[at + i] = sum;
      }
    }
  }

  /** From turns of bones in {@link #spin} to the torques of the bent joints, in their place. */
  private void bendStiffness() {
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      for (int c = 0; c < 3; c++) {
        double own = spin[3 * j + c];
        double sum = p < 0 || skeleton.isRoot(p) ? 0 : bend * (own - spin[3 * p + c]);
        for (int k = 0; k < skeleton.childCount(j) && p >= 0; k++) {
          sum += bend * (own - spin[3 * skeleton.child(j, k) + c]);
        }
        bendTorque[3 * j + c] = sum;
      }
    }
    System.arraycopy(bendTorque, 0, spin, 0, 3 * n);
  }

  private void stretchStiffness(double[] in, double[] out) {
    double[] d = frames.directions();
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0 && alpha[j] > 0) {
        double l = skeleton.length(j), length = frames.length(j);
        double along = alpha[j] * Math.max(0, 2 * length - l);
        double across = alpha[j] * Math.max(0, length - l);
        double wx = in[3 * j] - in[3 * p], wy = in[3 * j + 1] - in[3 * p + 1];
        double wz = in[3 * j + 2] - in[3 * p + 2];
        double dot = (along - across) * (wx * d[3 * j] + wy * d[3 * j + 1] + wz * d[3 * j + 2]);
        for (int c = 0; c < 3; c++) {
          double f = dot * d[3 * j + c] + across * (c == 0 ? wx : c == 1 ? wy : wz);
          out[3 * j + c] += f;
          out[3 * p + c] -= f;
        }
      }
    }
  }

  // ---- the step -----------------------------------------------------------------------------

  /**
   * New velocities; positions follow in {@link #move}. Held joints keep the velocity that they were
   * given.
   */
  void accelerate(float h, double[] gravity, double drag, Workers crew, double[] turns) {
    workers = crew;
    place(turns);
    forces();
    before = kineticEnergy() + elastic + height(gravity);
    double lag = h + tau;
    applyStiffness(v, product);
    for (int j = 0; j < n; j++) {
      double rate = goalRate[j];
      for (int c = 0; c < 3; c++) {
        int i = 3 * j + c;
        double f = force[i] + mass[j] * (gravity[c] - drag * v[i]) - lag * product[i];
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

  void move(float h) {
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
    double factor = h * (h + tau);
    for (int j = 0; j < n; j++) {
      diagonal[j] = own(j, h, 0);
    }
    for (int p = 0; p < parts.length; p++) {
      int[] joints = parts[p].joints();
      int width = 6 * joints.length;
      double[] k = stiffness[p];
      for (int a = 0; a < joints.length; a++) {
        int j = joints[a], at = 6 * a;
        double shift = 0, twist = 0;
        for (int c = 0; c < 3; c++) {
          shift += k[(at + c) * width + at + c] / 3;
          twist += k[(at + 3 + c) * width + at + 3 + c] / 3;
        }
        diagonal[j] += factor * shift;
        twist *= shareOfJoint[j] * shareOfJoint[j];
        if (!skeleton.isRoot(j)) {
          addTwist(j, factor * twist);
        }
        for (int c = 0; c < skeleton.childCount(j); c++) {
          addTwist(skeleton.child(j, c), factor * twist);
        }
      }
    }
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0) {
        double k = alpha[j] * Math.max(0, 2 * frames.length(j) - skeleton.length(j)) / 3;
        diagonal[j] += factor * k;
        diagonal[p] += factor * k;
        addTwist(j, factor * 2 * bend);
      }
    }
  }

  private void addTwist(int bone, double k) {
    double arm = arm(bone);
    diagonal[bone] += k / (arm * arm);
    diagonal[skeleton.parent(bone)] += k / (arm * arm);
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
      applyStiffness(direction, product);
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

  double kineticEnergy() {
    double sum = 0;
    for (int i = 0; i < 3 * n; i++) {
      sum += 0.5 * mass[i / 3] * v[i] * v[i];
    }
    return sum;
  }

  /** Elastic energy and the energy of height, at the present positions. */
  double potential(double[] gravity) {
    place(null);
    forces();
    return elastic + height(gravity);
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
  void limitEnergy(double[] gravity, double[] old) {
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
}
