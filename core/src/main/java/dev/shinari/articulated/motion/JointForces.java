package dev.shinari.articulated.motion;

import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Quaternions;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.BoneFrames;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Forces on joints from bones that stretch and bend, from the parts and from hands on the skin, and
 * the stiffness that belongs to them: S = J^T K J, with J from joint velocities to small shifts and
 * turns. Formulas stand at {@link BoneMotion}.
 */
public final class JointForces {
  private final Skeleton skeleton;
  private final ElasticPart[] parts;
  private final PartFrames places;
  private final BoneFrames frames;
  private final double[] x;
  private final int n;
  private final double[] alpha; // of eq. (1), a bone
  private final double bend;
  private final double[] shareOfJoint; // 1 / number of bones at a joint

  // Parts: 6 numbers a part's joint.
  private final double[][] stiffness; // shared by parts of a shape, or a grabbed part's own
  private final double[][] shapeStiffness;
  private final double[] local;
  private final double[] pulled;
  private final int[] slotStart; // joint -> slots in local
  private final int[] slots;
  private final int[] slotPart;

  private SkinGrip[] grips = {};

  final double[] force;
  private double elastic;

  // Scratch.
  private final double[] moment;
  private final double[] spin; // omega or torque of bones
  private final double[] jointSpin;
  private final double[] bendTorque;
  private final double[] q = new double[8];
  private final double[] w = new double[6];
  private double[] applied;
  private final Workers.BlockTask multiplyBlock = this::multiplyBlock;
  private double[][] scratch = {};
  private final int widest;

  JointForces(
      Skeleton skeleton, ElasticPart[] parts, PartFrames places, double[] x, MotionSettings set) {
    this.skeleton = skeleton;
    this.parts = parts;
    this.places = places;
    this.x = x;
    frames = places.bones;
    n = skeleton.jointCount();
    bend = set.bend();
    alpha = new double[n];
    shareOfJoint = new double[n];
    for (int j = 0; j < n; j++) {
      alpha[j] = set.stretch() / Math.max(1e-6, skeleton.length(j));
      int bones = skeleton.childCount(j) + (skeleton.isRoot(j) ? 0 : 1);
      shareOfJoint[j] = bones > 0 ? 1.0 / bones : 0;
    }
    int m = parts.length;
    slotStart = new int[n + 1];
    int most = 16;
    for (int p = 0; p < m; p++) {
      most = Math.max(most, places.width(p));
      for (int j : parts[p].joints()) {
        slotStart[j + 1]++;
      }
    }
    widest = most;
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
        slots[fill[j]++] = places.start(p) + 6 * k;
      }
    }
    stiffness = new double[m][];
    Map<JointedOperator, double[]> made = new HashMap<>(); // looked up only
    for (int p = 0; p < m; p++) {
      stiffness[p] = made.computeIfAbsent(parts[p].shape(), JointForces::matrix);
    }
    shapeStiffness = stiffness.clone();
    for (int p = 0; p < m; p++) {
      stiffenInner(parts[p], stiffness[p]);
    }
    local = places.locals();
    pulled = new double[local.length];
    force = new double[3 * n];
    moment = new double[3 * n];
    spin = new double[3 * n];
    jointSpin = new double[3 * n];
    bendTorque = new double[3 * n];
  }

  /**
   * A bone inside of a part that carries one of its ends alone is as stiff as the part is there:
   * its other end, the middle of a hub, has nothing else to hold it.
   */
  private void stiffenInner(ElasticPart part, double[] k) {
    int width = 6 * part.joints().length;
    for (int bone : part.bones()) {
      int near = part.slot(skeleton.parent(bone)), far = part.slot(bone);
      int at = 6 * Math.max(near, far);
      if ((near < 0) != (far < 0) && skeleton.length(bone) > 0) {
        double mean = 0;
        for (int c = 0; c < 3; c++) {
          mean += k[(at + c) * width + at + c] / 3;
        }
        alpha[bone] = Math.max(alpha[bone], mean / skeleton.length(bone));
      }
    }
  }

  /** A clamped joint turns with no bone, and its torque goes into what clamps it. */
  private double share(int joint) {
    return places.clamped[joint] ? 0 : shareOfJoint[joint];
  }

  private static double[] matrix(JointedOperator shape) {
    int size = 6 * shape.jointCount();
    double[] k = new double[size * size];
    for (int i = 0; i < k.length; i++) {
      k[i] = shape.stiffness(i / size, i % size);
    }
    return k;
  }

  /** Points that are held from now on. */
  public void setGrips(SkinGrip[] changed) {
    grips = changed;
    System.arraycopy(shapeStiffness, 0, stiffness, 0, stiffness.length);
    for (SkinGrip g : grips) {
      int width = places.width(g.part);
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
  public double patch(SkinGrip g, int c) {
    int p = g.part, width = places.width(p), at = places.start(p);
    double out = places.centers()[3 * p + c];
    for (int r = 0; r < 3; r++) {
      double sum = g.place[r] - places.restCenters()[3 * p + r];
      for (int i = 0; i < width; i++) {
        sum += g.basis[r * width + i] * local[at + i];
      }
      out += places.turnOf()[9 * p + 3 * c + r] * sum;
    }
    return out;
  }

  public SkinGrip[] grips() {
    return grips;
  }

  /** Elastic energy at the last {@link #compute}. */
  double elastic() {
    return elastic;
  }

  /** Forces at the present pose into {@link #force}, with their potential. */
  void compute() {
    Arrays.fill(force, 0);
    Arrays.fill(moment, 0);
    elastic = 0;
    for (int p = 0; p < parts.length; p++) {
      double[] k = shapeStiffness[p];
      int width = places.width(p), at = places.start(p);
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
    int p = g.part, width = places.width(p), at = places.start(p);
    places.toLocal(
        p,
        g.target[0] - places.centers()[3 * p],
        g.target[1] - places.centers()[3 * p + 1],
        g.target[2] - places.centers()[3 * p + 2],
        w,
        0);
    for (int r = 0; r < 3; r++) {
      double sum = g.place[r] - places.restCenters()[3 * p + r];
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
        places.addWorld(slotPart[k], from, slots[k], 1, f, 3 * j);
        places.addWorld(slotPart[k], from, slots[k] + 3, 1, m, 3 * j);
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
      double tx = spin[3 * j] + share(j) * moment[3 * j] + share(p) * moment[3 * p];
      double ty = spin[3 * j + 1] + share(j) * moment[3 * j + 1] + share(p) * moment[3 * p + 1];
      double tz = spin[3 * j + 2] + share(j) * moment[3 * j + 2] + share(p) * moment[3 * p + 2];
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

  /** out = S in, with S the stiffness at the present pose. */
  void applyStiffness(double[] in, double[] out, Workers workers) {
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
        jointSpin[3 * j + c] += share(j) * spin[3 * j + c];
        jointSpin[3 * p + c] += share(p) * spin[3 * j + c];
      }
    }
    applied = in;
    scratch = PartFrames.grown(scratch, workers, widest);
    workers.run((parts.length + PartFrames.BLOCK - 1) / PartFrames.BLOCK, multiplyBlock);
    Arrays.fill(out, 0);
    Arrays.fill(moment, 0);
    gather(pulled, out, moment);
    bendStiffness();
    momentsToForces(out);
    stretchStiffness(in, out);
  }

  private void multiplyBlock(int block, int worker) {
    double[] in = applied;
    double[] s = scratch[worker];
    for (int p = block * PartFrames.BLOCK;
        p < Math.min(parts.length, (block + 1) * PartFrames.BLOCK);
        p++) {
      int[] joints = parts[p].joints();
      int width = 6 * joints.length, at = places.start(p);
      for (int k = 0; k < joints.length; k++) {
        int j = 3 * joints[k];
        places.toLocal(p, in[j], in[j + 1], in[j + 2], s, 6 * k);
        places.toLocal(p, jointSpin[j], jointSpin[j + 1], jointSpin[j + 2], s, 6 * k + 3);
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

  /**
   * Adds the stiffest of each joint, times a factor, to a guess of the matrix's diagonal, one
   * number a joint.
   */
  void addDiagonal(double factor, double[] diagonal) {
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
        twist *= share(j) * share(j);
        if (!skeleton.isRoot(j)) {
          addTwist(j, factor * twist, diagonal);
        }
        for (int c = 0; c < skeleton.childCount(j); c++) {
          addTwist(skeleton.child(j, c), factor * twist, diagonal);
        }
      }
    }
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p >= 0) {
        double k = alpha[j] * Math.max(0, 2 * frames.length(j) - skeleton.length(j)) / 3;
        diagonal[j] += factor * k;
        diagonal[p] += factor * k;
        addTwist(j, factor * 2 * bend, diagonal);
      }
    }
  }

  private void addTwist(int bone, double k, double[] diagonal) {
    double arm = arm(bone);
    diagonal[bone] += k / (arm * arm);
    diagonal[skeleton.parent(bone)] += k / (arm * arm);
  }
}
