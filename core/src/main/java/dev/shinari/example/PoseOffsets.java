package dev.shinari.example;

import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.region.GoalTerm;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionStiffening;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.OffsetKernels;
import java.util.Arrays;

/**
 * What keeps a solid body in a twisted or bent pose. A particle's goal is the mean of its regions'
 * linear maps [Koyama13, sec. 4.1], which is flatter than a curved pose: a body that stands in such
 * a pose is pulled out of it, however exactly its descriptor is met. What is missing is kept per
 * particle i and example k, in the frame of the particle's own region:
 *
 * <pre>
 *   o^k_i = R_i^T (x^k_i - g^k_i),      goal = g_i + R_i sum w_k o^k_i
 * </pre>
 *
 * with g^k the goals in exactly that pose. So a pose is its own goal, and where every region is
 * deformed alike all o are zero. Regions that pull more strongly ({@link RegionStiffening}) count
 * as strongly in x - g.
 *
 * <p>The regions' pull turns no free body; the offsets' may, between the poses. Their sum and their
 * torque are therefore taken out again, as a rigid motion ({@code InnerStep}).
 *
 * <p>Energy: a pose itself has none, but the regions' linear maps give it C / 2 times the
 * stiffness, C = sum m~ |u|^2 with u the differences of single regions, of which o is the mean. u
 * is orthogonal to all that is linear, so that C = sum m (R o) . x in the pose. What is taken from
 * the energy is w^2 C, with sum m |o|^2 times {@code square}, a number with which the two agree
 * over the poses, in the place of C. The work of the offsets along the body's own path, sum m (R o)
 * . x, is no potential: bodies on which it was used gained energy going round between poses.
 */
public final class PoseOffsets implements GoalTerm {
  /** Offsets below this share of the body's size are rounding. */
  private static final double NOTHING = 1e-5;

  private static final int CHUNK = ExampleKernels.CHUNK;

  private final OffsetKernels loops;
  private final int examples;
  private final double size; // of the rest shape
  private final int[] particleOf; // per slot; null where they are the same
  private Kept kept;
  private float[] x; // R o~ of each particle
  private float[] y;
  private float[] z;
  private double largest;
  private double ratio = 1; // of C to sum m |o|^2, over the poses
  private double square; // from sum m |o|^2 to what is taken from the energy
  private double[][] blocks = {};
  private int blockCount;
  private final double[] sums = new double[4];

  // Of a body that changes.
  private double[][] chunkSums = {}; // C and sum m |o|^2 over the poses, the largest |o|
  private final double[] missing = new double[3];

  /**
   * The offsets themselves.
   *
   * @param own three rows per example, placed over slots
   * @param agree m (R o) . x over the poses, per particle
   * @param lift the largest lift with which they were found
   * @param built whether they are those that the body was built with
   */
  record Kept(float[] own, double[] agree, int lift, boolean built) {
    Kept copy() {
      return new Kept(own.clone(), agree.clone(), lift, built);
    }
  }

  /**
   * Offsets of a body, all zero.
   *
   * @param size of its rest shape
   */
  public PoseOffsets(Regions regions, int examples, int particles, double size) {
    loops = regions.kernels.offsets();
    this.examples = examples;
    this.size = size;
    int slots = regions.slotCount();
    boolean same = true;
    int[] particle = new int[slots];
    Arrays.fill(particle, -1);
    for (int i = 0; i < particles; i++) {
      int slot = particles == regions.regionCount() ? regions.slot(i) : i;
      particle[slot] = i;
      same &= slot == i;
    }
    particleOf = same ? null : particle;
    kept = new Kept(new float[3 * examples * slots], new double[slots], 0, true);
    makeRoom(Math.max(particles, same ? slots : 0));
  }

  private void makeRoom(int particles) {
    x = new float[particles];
    y = new float[particles];
    z = new float[particles];
  }

  private int place(int k, int row, int slot) {
    return ExampleKernels.place(3 * examples, 3 * k + row, slot);
  }

  // ------------------------------------------------------------------ measured as a whole

  private double builtAgree;
  private double builtSquares;
  private double builtLargest;

  /**
   * Keeps example k.
   *
   * @param pose the particles in it, about their center, and what is missing, g - x
   */
  public void keep(int k, StepContext pose, Regions regions) {
    float[] mass = pose.particles.mass();
    int particles = pose.particles.count();
    for (int t = 0; t < regions.tileCount(); t++) {
      int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
      for (int s = from; s < to; s++) {
        int i = particleOf == null ? s : particleOf[s];
        if (i < 0 || i >= particles) {
          continue;
        }
        double w = regions.qw[s], u = regions.qx[s], v = regions.qy[s], q = regions.qz[s];
        double a = -pose.dx[i], b = -pose.dy[i], c = -pose.dz[i];
        kept.own[place(k, 0, s)] =
            (float)
                ((1 - 2 * (v * v + q * q)) * a + 2 * (u * v + w * q) * b + 2 * (u * q - w * v) * c);
        kept.own[place(k, 1, s)] =
            (float)
                (2 * (u * v - w * q) * a + (1 - 2 * (u * u + q * q)) * b + 2 * (v * q + w * u) * c);
        kept.own[place(k, 2, s)] =
            (float)
                (2 * (u * q + w * v) * a + 2 * (v * q - w * u) * b + (1 - 2 * (u * u + v * v)) * c);
        double length = a * a + b * b + c * c;
        largest = Math.max(largest, Math.sqrt(length));
        builtSquares += mass[i] * length;
        double agree = mass[i] * (a * pose.x[i] + b * pose.y[i] + c * pose.z[i]);
        builtAgree += agree;
        kept.agree[i] += agree;
      }
    }
    ratio = builtSquares > 0 ? Math.max(1, builtAgree / builtSquares) : 1;
    builtLargest = largest;
  }

  /** Goes back to the sums that the body was built with, where the offsets are those too. */
  void resumeBuilt(float inverseBeta) {
    if (kept.built) {
      ratio = builtSquares > 0 ? Math.max(1, builtAgree / builtSquares) : 1;
      largest = builtLargest;
      setBeta(inverseBeta);
    }
  }

  /** Whether any pose is other than the mean of its regions' linear maps. */
  public boolean matter() {
    return largest > NOTHING * size;
  }

  /** InverseBeta as in {@link ExampleKernels#strainSum}. */
  void setBeta(float inverseBeta) {
    square = ratio * inverseBeta;
  }

  // ------------------------------------------------------------------ regions that change

  /** What a snapshot keeps; {@link #own} comes before the next change. */
  Kept save() {
    return kept;
  }

  void restore(Kept saved, int slots) {
    kept = saved;
    chunkSums = new double[0][];
    if (x.length != slots) {
      makeRoom(slots);
    }
  }

  /** Works on a copy of what a snapshot has too. */
  void own() {
    kept = kept.copy();
  }

  void resize(int slots) {
    kept =
        new Kept(
            Arrays.copyOf(kept.own, 3 * examples * slots),
            Arrays.copyOf(kept.agree, slots),
            kept.lift,
            kept.built);
    makeRoom(slots);
  }

  void move(int from, int to) {
    for (int c = 0; c < 3 * examples; c++) {
      kept.own[ExampleKernels.place(3 * examples, c, to)] =
          kept.own[ExampleKernels.place(3 * examples, c, from)];
    }
    kept.agree[to] = kept.agree[from];
  }

  void clear(int i) {
    for (int c = 0; c < 3 * examples; c++) {
      kept.own[ExampleKernels.place(3 * examples, c, i)] = 0;
    }
    kept.agree[i] = 0;
  }

  /**
   * Whether pulls of other strengths ({@link RegionStiffening}) are in use than the offsets know
   * of.
   */
  boolean isOfLift(int lift) {
    return kept.lift == lift;
  }

  void setLift(int lift) {
    kept = new Kept(kept.own, kept.agree, lift, false);
  }

  /** Finds the offsets of particle i from the maps of its regions, which are known. */
  void find(int i, ListRegions regions, PosedRegions posed, PoseMaps maps) {
    int n = regions.memberCount(i);
    double mass = regions.masses()[i];
    kept.agree[i] = 0;
    for (int k = 0; k < examples; k++) {
      Arrays.fill(missing, 0);
      for (int e = 0; e < n; e++) { // if r is in the region of i, i is in that of r
        maps.addMissing(regions.member(i, e), k, i, posed, missing);
      }
      for (int a = 0; a < 3; a++) {
        missing[a] *= n == 0 ? 0 : 1.0 / n;
        kept.agree[i] += mass * missing[a] * posed.place(i, k, a);
      }
      maps.intoFrame(i, k, missing);
      for (int a = 0; a < 3; a++) {
        kept.own[place(k, a, i)] = (float) missing[a];
      }
    }
  }

  /**
   * Ends a batch of changes.
   *
   * @param stale chunks of particles in which something changed
   */
  void finish(boolean[] stale, ListRegions regions, float inverseBeta) {
    int had = chunkSums.length, n = stale.length;
    chunkSums = had < n ? Arrays.copyOf(chunkSums, n) : chunkSums;
    double agree = 0, squares = 0;
    largest = 0;
    for (int q = 0; q < n; q++) {
      if (q >= had || stale[q]) {
        chunkSums[q] = q >= had ? new double[3] : chunkSums[q];
        sumOfChunk(q, regions, chunkSums[q]);
      }
      agree += chunkSums[q][0];
      squares += chunkSums[q][1];
      largest = Math.max(largest, chunkSums[q][2]);
    }
    ratio = squares > 0 ? Math.max(1, agree / squares) : 1;
    kept = new Kept(kept.own, kept.agree, kept.lift, false);
    setBeta(inverseBeta);
  }

  private void sumOfChunk(int q, ListRegions regions, double[] out) {
    Arrays.fill(out, 0);
    int to = Math.min(regions.regionCount(), CHUNK * (q + 1));
    for (int i = CHUNK * q; i < to; i++) {
      out[0] += kept.agree[i];
      for (int k = 0; k < examples; k++) {
        double a = kept.own[place(k, 0, i)], b = kept.own[place(k, 1, i)];
        double c = kept.own[place(k, 2, i)], length = a * a + b * b + c * c;
        out[1] += regions.masses()[i] * length;
        out[2] = Math.max(out[2], Math.sqrt(length));
      }
    }
  }

  /** Component a of o^k of the particle in a slot. */
  public float offset(int k, int a, int slot) {
    return kept.own[place(k, a, slot)];
  }

  // ------------------------------------------------------------------ the step

  /** Mixes the offsets of a chunk whose regions share their weights, for the targets to turn. */
  void mix(ExampleChunk c) {
    loops.mix(
        kept.own, 3 * examples * c.from, c.weights, examples, c.used, c.uses, c.count, c.work);
  }

  /**
   * The same where each region has weights of its own. They count as far as the body as a whole has
   * them, and hardly change the offsets while they are near to its own: offsets that follow the
   * weight of their own region alone let single regions slip out of a pose one after the other.
   *
   * @param whole as {@link RegionWeights#whole} has it
   */
  void mixOwn(ExampleChunk c, float[] whole) {
    loops.mixOwn(
        kept.own, 3 * examples * c.from, c.weights, whole, examples, examples, c.count, c.work);
  }

  /** The same where each region has a mixture of its groups' weights. */
  void mixOfEach(ExampleChunk c) {
    loops.mixOfEach(kept.own, 3 * examples * c.from, c.weights, examples, c.count, c.work);
  }

  /** Targets of a chunk, and its offsets turned with them. */
  void targets(ExampleChunk c, ExampleKernels kernels, float[] out) {
    if (particleOf == null) { // a slot is its particle
      kernels.targets(c.work, c.count, out, c.column, x, y, z, c.from);
      return;
    }
    kernels.targets(c.work, c.count, out, c.column, c.turned[0], c.turned[1], c.turned[2], 0);
    for (int j = 0; j < c.count; j++) {
      int i = particleOf[c.from + j];
      if (i >= 0) {
        x[i] = c.turned[0][j];
        y[i] = c.turned[1][j];
        z[i] = c.turned[2][j];
      }
    }
  }

  /** Before the blocks of goals. */
  @Override
  public void ready(int count) {
    if (blocks.length < count) {
      blocks = new double[count][4];
    }
    blockCount = count;
  }

  /** Adds the offsets of particles [from, to), which are one block, to their d. */
  @Override
  public void add(StepContext step, int block, int from, int to, float[] scratch) {
    Arrays.fill(blocks[block], 0);
    loops.add(
        x,
        y,
        z,
        step.particles.mass(),
        step.x,
        step.y,
        step.z,
        step.dx,
        step.dy,
        step.dz,
        from,
        to,
        scratch,
        blocks[block]);
  }

  /**
   * After all blocks.
   *
   * @param pull sum of m d
   */
  public void settle(BodySummary s, double[] pull) {
    Regions.addBlocks(blocks, blockCount, sums);
    // From the body's origin to its center.
    sums[0] -= s.centerY * pull[2] - s.centerZ * pull[1];
    sums[1] -= s.centerZ * pull[0] - s.centerX * pull[2];
    sums[2] -= s.centerX * pull[1] - s.centerY * pull[0];
  }

  /** What the offsets add to the elastic sum. */
  public double elasticSum() {
    return square * sums[3];
  }

  /** Component a of the angular momentum that d would give to the body, over alpha / h. */
  public double torque(int a) {
    return sums[a];
  }
}
