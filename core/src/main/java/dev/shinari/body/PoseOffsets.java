package dev.shinari.body;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import java.util.Arrays;

/**
 * What keeps a solid body in a twisted or bent pose. A particle's goal is the mean of its regions'
 * linear maps [Koyama13, sec. 4.1], which is flatter than a curved pose: a body that stands in such
 * a pose is pulled out of it, however exactly its descriptor is met. What is missing is kept of
 * each particle i and example k, in the frame of the particle's own region:
 *
 * <pre>
 *   o^k_i = R_i^T (x^k_i - g^k_i),      goal = g_i + R_i sum w_k o^k_i
 * </pre>
 *
 * with g^k the goals in exactly that pose. So a pose is its own goal, and where every region is
 * deformed alike all o are zero.
 *
 * <p>The regions' pull turns no free body; the offsets' may, between the poses. Their sum and their
 * torque are therefore taken out again, as a rigid motion ({@link InnerStep}).
 *
 * <p>Energy: a pose itself has none, but the regions' linear maps give it C / 2 times the
 * stiffness, C = sum m~ |u|^2 with u the differences of single regions, of which o is the mean. u
 * is orthogonal to all that is linear, so that C = sum m (R o) . x in the pose. What is taken from
 * the energy is w^2 C, with sum m |o|^2 times {@code square}, a number with which the two agree
 * over the poses, in the place of C. The work of the offsets along the body's own path, sum m (R o)
 * . x, is no potential: bodies on which it was used gained energy going round between poses.
 */
final class PoseOffsets extends OffsetPull {
  private final ExampleTiles rest;
  private final float[][] own; // a tile: three rows for each example, placed
  private final int[] particleOf; // a slot; null where they are the same
  private double largest;
  private double agree;
  private double squares;

  /** Slots: place of each particle's region among the operator's. */
  PoseOffsets(Kernels kernels, ExampleTiles rest, int[] slots, int slotCount, float[] mass) {
    super(kernels);
    this.rest = rest;
    this.mass = mass;
    own = new float[rest.from.length][];
    for (int t = 0; t < own.length; t++) {
      own[t] = new float[3 * rest.examples * rest.count[t]];
    }
    boolean same = true;
    int[] particle = new int[slotCount];
    Arrays.fill(particle, -1);
    for (int i = 0; i < slots.length; i++) {
      particle[slots[i]] = i;
      same &= slots[i] == i;
    }
    particleOf = same ? null : particle;
    int n = Math.max(mass.length, same ? slotCount : 0);
    makeRoom(n);
  }

  /**
   * Keeps example k.
   *
   * @param pose x, y, z of its particles about their centre
   * @param d goal - x of its particles
   * @param regions with the rotations of the pose
   */
  void keep(int k, float[][] pose, float[][] d, Regions regions) {
    for (int t = 0; t < own.length; t++) {
      for (int j = 0; j < rest.count[t]; j++) {
        int s = rest.from[t] + j, i = particleOf == null ? s : particleOf[s];
        if (i < 0 || i >= mass.length) {
          continue;
        }
        double w = regions.qw[s], u = regions.qx[s], v = regions.qy[s], q = regions.qz[s];
        double a = -d[0][i], b = -d[1][i], c = -d[2][i];
        double[] o = {
          (1 - 2 * (v * v + q * q)) * a + 2 * (u * v + w * q) * b + 2 * (u * q - w * v) * c,
          2 * (u * v - w * q) * a + (1 - 2 * (u * u + q * q)) * b + 2 * (v * q + w * u) * c,
          2 * (u * q + w * v) * a + 2 * (v * q - w * u) * b + (1 - 2 * (u * u + v * v)) * c
        };
        for (int row = 0; row < 3; row++) {
          own[t][ExampleKernels.place(3 * rest.examples, 3 * k + row, j)] = (float) o[row];
        }
        double size = a * a + b * b + c * c;
        largest = Math.max(largest, Math.sqrt(size));
        squares += mass[i] * size;
        agree += mass[i] * (a * pose[0][i] + b * pose[1][i] + c * pose[2][i]);
      }
    }
  }

  /** Whether any pose is other than the mean of its regions' linear maps. */
  boolean matters(double length) {
    return largest > NOTHING * length;
  }

  /** All examples are there; inverseBeta as in {@link ExampleKernels#strainSum}. */
  void finish(float inverseBeta) {
    square = Math.max(1, agree / squares) * inverseBeta;
  }

  // ------------------------------------------------------------------ the step

  /** Mixes the offsets of a chunk whose regions share their weights, for the targets to turn. */
  void mix(int t, int column, float[] w, int[] used, int uses, float[] work) {
    int n = rest.chunk(t, column), k = rest.examples;
    loops.mix(own[t], 3 * k * column, w, k, used, uses, n, work);
  }

  /**
   * The same where each region has weights of its own. They count as far as the body as a whole has
   * them, and hardly change the offsets while they are near to its own: offsets that follow the
   * weight of their own region alone let single regions slip out of a pose one after the other.
   *
   * @param whole as {@link OwnWeights#whole} has it
   */
  void mixOwn(int t, int column, float[] w, float[] whole, float[] work) {
    int n = rest.chunk(t, column), k = rest.examples;
    loops.mixOwn(own[t], 3 * k * column, w, whole, k, k, n, work);
  }

  /** The same where each region has a mixture of its groups' weights. */
  void mixOfEach(int t, int column, float[] w, float[] work) {
    int n = rest.chunk(t, column);
    loops.mixOfEach(own[t], 3 * rest.examples * column, w, rest.examples, n, work);
  }

  /** Whether a slot is its particle, so that turned offsets go straight to {@link #x}. */
  boolean isDirect() {
    return particleOf == null;
  }

  /** Turned offsets of the chunk of slots from {@code from} on: rows of CHUNK floats. */
  void scatter(int from, int n, float[][] turned) {
    for (int j = 0; j < n; j++) {
      int i = particleOf[from + j];
      if (i >= 0) {
        x[i] = turned[0][j];
        y[i] = turned[1][j];
        z[i] = turned[2][j];
      }
    }
  }
}
