package dev.shinari.articulated.motion;

import dev.shinari.math.Quaternions;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.BoneFrames;
import dev.shinari.skeleton.Skeleton;

/**
 * Where the parts of a creature are: each follows the mean turn of its bones and the mean place of
 * its joints; what its joints do beyond that is a shift and a turn in the part's own frame, which
 * the boundary elements take.
 */
public final class PartFrames {
  /** Parts a block of parallel work. */
  static final int BLOCK = 32;

  private final ElasticPart[] parts;
  final BoneFrames bones;
  private final double[] x; // the joints' places

  // Flat: 6 numbers a part's joint.
  private final int[] start;
  private final double[] turn; // 9 a part: from the shape's frame to the world
  private final double[] turnQ; // 4 a part
  private final double[] center; // 3 a part, world
  private final double[] restCenter; // 3 a part, in the shape's frame
  private final double[] local;
  private final Workers.BlockTask placeBlock = this::placeBlock;
  private double[][] scratch = {}; // 16 a worker

  // Joints whose turn is given, and that turn, 4 a joint: what the next frames are told.
  public final boolean[] clamped;
  public final double[] clampTurns;

  PartFrames(Skeleton skeleton, ElasticPart[] parts, double[] x) {
    this.parts = parts;
    this.x = x;
    bones = new BoneFrames(skeleton);
    clamped = new boolean[skeleton.jointCount()];
    clampTurns = new double[4 * clamped.length];
    int m = parts.length;
    start = new int[m + 1];
    turn = new double[9 * m];
    turnQ = new double[4 * m];
    center = new double[3 * m];
    restCenter = new double[3 * m];
    for (int p = 0; p < m; p++) {
      int count = parts[p].joints().length;
      start[p + 1] = start[p] + 6 * count;
      for (int k = 0; k < count; k++) {
        for (int c = 0; c < 3; c++) {
          restCenter[3 * p + c] += parts[p].shape().place(k, c) / count;
        }
      }
    }
    local = new double[start[m]];
    bones.update(x, null);
    place(null, Workers.SERIAL);
  }

  /** Frames of bones, joints and parts for the present positions. */
  void place(double[] turns, Workers workers) {
    bones.update(x, turns);
    for (int j = 0; j < clamped.length; j++) {
      if (clamped[j]) {
        System.arraycopy(clampTurns, 4 * j, bones.joints(), 4 * j, 4);
      }
    }
    scratch = grown(scratch, workers, 16);
    workers.run((parts.length + BLOCK - 1) / BLOCK, placeBlock);
  }

  /** Scratch of one length for each worker; made when a larger crew comes. */
  static double[][] grown(double[][] scratch, Workers workers, int length) {
    if (scratch.length >= workers.count()) {
      return scratch;
    }
    double[][] out = java.util.Arrays.copyOf(scratch, workers.count());
    for (int k = scratch.length; k < out.length; k++) {
      out[k] = new double[length];
    }
    return out;
  }

  private void placeBlock(int block, int worker) {
    double[] s = scratch[worker];
    for (int p = block * BLOCK; p < Math.min(parts.length, (block + 1) * BLOCK); p++) {
      placePart(p, s);
    }
  }

  private void placePart(int p, double[] s) {
    ElasticPart part = parts[p];
    double[] b = bones.bones();
    int first = 4 * part.bones()[0];
    for (int c = 0; c < 4; c++) {
      s[c] = b[first + c];
    }
    for (int k = 1; k < part.bones().length; k++) {
      int at = 4 * part.bones()[k];
      double dot = 0;
      for (int c = 0; c < 4; c++) {
        dot += b[at + c] * b[first + c];
      }
      for (int c = 0; c < 4; c++) {
        s[c] += dot < 0 ? -b[at + c] : b[at + c];
      }
    }
    Quaternions.normalize(s, 0);
    Quaternions.product(s, 0, part.turn(), 0, turnQ, 4 * p);
    Quaternions.toMatrix(turnQ, 4 * p, turn, 9 * p);
    int count = part.joints().length;
    for (int c = 0; c < 3; c++) {
      double sum = 0;
      for (int j : part.joints()) {
        sum += x[3 * j + c];
      }
      center[3 * p + c] = sum / count;
    }
    Quaternions.inverse(turnQ, 4 * p, s, 0);
    for (int k = 0; k < count; k++) {
      int j = part.joints()[k];
      int at = start[p] + 6 * k;
      toLocal(
          p,
          x[3 * j] - center[3 * p],
          x[3 * j + 1] - center[3 * p + 1],
          x[3 * j + 2] - center[3 * p + 2],
          local,
          at);
      for (int c = 0; c < 3; c++) {
        local[at + c] -= part.shape().place(k, c) - restCenter[3 * p + c];
      }
      Quaternions.product(s, 0, bones.joints(), 4 * j, s, 4);
      Quaternions.product(s, 4, part.turn(), 0, s, 4);
      Quaternions.toVector(s, 4, local, at + 3);
    }
  }

  /** A vector of the world in a part's frame. */
  void toLocal(int p, double wx, double wy, double wz, double[] out, int at) {
    int r = 9 * p;
    out[at] = turn[r] * wx + turn[r + 3] * wy + turn[r + 6] * wz;
    out[at + 1] = turn[r + 1] * wx + turn[r + 4] * wy + turn[r + 7] * wz;
    out[at + 2] = turn[r + 2] * wx + turn[r + 5] * wy + turn[r + 8] * wz;
  }

  /** Adds a vector of a part's frame, times a factor, to one of the world. */
  void addWorld(int p, double[] from, int at, double factor, double[] out, int to) {
    int r = 9 * p;
    double a = factor * from[at], b = factor * from[at + 1], c = factor * from[at + 2];
    out[to] += turn[r] * a + turn[r + 1] * b + turn[r + 2] * c;
    out[to + 1] += turn[r + 3] * a + turn[r + 4] * b + turn[r + 5] * c;
    out[to + 2] += turn[r + 6] * a + turn[r + 7] * b + turn[r + 8] * c;
  }

  /** Turns from the shapes' frames to the world, 9 a part. */
  public double[] turnOf() {
    return turn;
  }

  public double[] turnQuaternions() {
    return turnQ;
  }

  public double[] centers() {
    return center;
  }

  public double[] restCenters() {
    return restCenter;
  }

  /** Shift (3) and turn (3) of each joint of each part, in the part's frame. */
  public double[] locals() {
    return local;
  }

  public int start(int part) {
    return start[part];
  }

  int width(int part) {
    return start[part + 1] - start[part];
  }
}
