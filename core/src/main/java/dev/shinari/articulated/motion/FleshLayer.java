package dev.shinari.articulated.motion;

import dev.shinari.math.Quaternions;
import dev.shinari.parallel.Workers;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.BoneSkin;
import dev.shinari.skinning.SkinBinding;
import java.util.Arrays;

/**
 * The flesh between a character's bones and its surface. A layer of thickness tau on a bone that is
 * accelerated lags behind by an amount that grows as tau^2 (shear of a layer under its own weight),
 * so a belly swings and a wrist does not. Vertices follow the flesh of the joints that their skin
 * weights name, so that nothing jumps from joint to joint:
 *
 * <pre>
 *   u = (tau / tau_ref)^2 / omega^2  sum w_j R_j (y_j + z_j x q_j)    y, z: shift and turn felt
 * </pre>
 *
 * and never farther than half of the way to the bone.
 */
public final class FleshLayer {
  private static final int BLOCK = 1024;
  private static final double MOST_SHARE = 1.5;
  private static final double MOST_WAY = 0.5;

  private final BoneSkin skin;
  private final int[] jointOfBone;
  private final BoneMotion motion;
  private final Flesh flesh;
  private final float[] thickness;
  private final float[] share;
  private final double reference;
  private final double[] world; // shift and turn of each joint's flesh, over omega^2
  private float[] out;
  private final Workers.BlockTask block = this::moveBlock;

  public FleshLayer(
      BoneSkin skin,
      int[] jointOfBone,
      Skeleton skeleton,
      BoneMotion motion,
      SwaySettings settings,
      double waveSpeed) {
    this.skin = skin;
    this.jointOfBone = jointOfBone;
    this.motion = motion;
    int n = skin.rest().vertexCount();
    thickness = new float[n];
    share = new float[n];
    world = new double[6 * skeleton.jointCount()];
    for (int v = 0; v < n; v++) {
      thickness[v] = (float) Math.sqrt(distance(skeleton, v));
    }
    float[] sorted = thickness.clone();
    Arrays.sort(sorted);
    reference = Math.max(1e-9, sorted[(int) (0.9 * (n - 1))]);
    for (int v = 0; v < n; v++) {
      double t = thickness[v] / reference;
      share[v] = (float) Math.min(MOST_SHARE, t * t);
    }
    // A layer that is fixed on one side swings with a quarter of a shear wave in it.
    double own = waveSpeed / (4 * reference);
    double hertz = settings.hertz() > 0 ? settings.hertz() : own;
    flesh = Flesh.ofJoints(settings, motion, skeleton, hertz);
  }

  public Flesh flesh() {
    return flesh;
  }

  /** Squared distance of a vertex from the bones of the joints that carry it. */
  private double distance(Skeleton skeleton, int v) {
    SkinBinding binding = skin.binding();
    float[] p = skin.rest().positions();
    double least = Double.POSITIVE_INFINITY;
    for (int k = binding.influences() * v; k < binding.influences() * (v + 1); k++) {
      int a = jointOfBone[binding.bones()[k]];
      if (!(binding.weights()[k] > 0)) {
        continue;
      }
      for (int c = 0; c < skeleton.childCount(a); c++) {
        int j = skeleton.child(a, c);
        least = Math.min(least, toBone(skeleton, a, j, p[3 * v], p[3 * v + 1], p[3 * v + 2]));
      }
      double own = 0;
      for (int c = 0; c < 3; c++) {
        double d = p[3 * v + c] - skeleton.place(a, c);
        own += d * d;
      }
      least = Math.min(least, own);
    }
    return least;
  }

  /** Squared distance of a point from the bone between two joints. */
  private static double toBone(Skeleton s, int a, int j, double x, double y, double z) {
    double dx = x - s.place(a, 0), dy = y - s.place(a, 1), dz = z - s.place(a, 2);
    double along = dx * s.direction(j, 0) + dy * s.direction(j, 1) + dz * s.direction(j, 2);
    along = Math.max(0, Math.min(s.length(j), along));
    dx -= along * s.direction(j, 0);
    dy -= along * s.direction(j, 1);
    dz -= along * s.direction(j, 2);
    return dx * dx + dy * dy + dz * dz;
  }

  /** Moves the vertices of a surface that its bones have posed. */
  public void move(float[] positions, Workers workers) {
    double[] felt = flesh.felt();
    for (int j = 0; j < world.length / 6; j++) {
      double w = flesh.omega(j);
      for (int k = 0; k < 6; k++) {
        world[6 * j + k] = felt[flesh.at(j) + k] / (w * w);
      }
      Quaternions.rotate(motion.frames.joints(), 4 * j, world, 6 * j, world, 6 * j);
      Quaternions.rotate(motion.frames.joints(), 4 * j, world, 6 * j + 3, world, 6 * j + 3);
    }
    out = positions;
    workers.run((share.length + BLOCK - 1) / BLOCK, block);
    out = null;
  }

  private void moveBlock(int number, int worker) {
    int end = Math.min(share.length, (number + 1) * BLOCK);
    for (int v = number * BLOCK; v < end; v++) {
      move(v);
    }
  }

  private void move(int v) {
    SkinBinding b = skin.binding();
    double ux = 0, uy = 0, uz = 0;
    for (int k = b.influences() * v; k < b.influences() * (v + 1); k++) {
      double w = b.weights()[k];
      if (w == 0) {
        continue;
      }
      int j = jointOfBone[b.bones()[k]], i = 6 * j;
      double qx = out[3 * v] - motion.x[3 * j], qy = out[3 * v + 1] - motion.x[3 * j + 1];
      double qz = out[3 * v + 2] - motion.x[3 * j + 2];
      ux += w * (world[i] + world[i + 4] * qz - world[i + 5] * qy);
      uy += w * (world[i + 1] + world[i + 5] * qx - world[i + 3] * qz);
      uz += w * (world[i + 2] + world[i + 3] * qy - world[i + 4] * qx);
    }
    double s = share[v], most = MOST_WAY * thickness[v];
    double length = s * Math.sqrt(ux * ux + uy * uy + uz * uz);
    if (!(length > 0) || !(most > 0)) {
      return;
    }
    double over = length / most;
    s /= Math.sqrt(1 + over * over);
    out[3 * v] = (float) (out[3 * v] + s * ux);
    out[3 * v + 1] = (float) (out[3 * v + 1] + s * uy);
    out[3 * v + 2] = (float) (out[3 * v + 2] + s * uz);
  }
}
