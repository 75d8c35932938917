package dev.shinari.example;

import dev.shinari.body.region.GoalTerm;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionPool;
import dev.shinari.body.region.StepContext;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import java.util.Arrays;

/**
 * How examples bend regions that are flat or straight: sheets and strands [Koyama13, sec. 7]. The
 * rest positions q of a straight region span a line, so no S~ makes S~ q a curve. What the pose's
 * own region has beyond S^k q is kept as it is, pair by pair:
 *
 * <pre>
 *   o^k_i = R_k^T (x^k_i - c^k) - S^k q_i,      goal = R (S~ q_i + sum w_k o^k_i) + c
 * </pre>
 *
 * S^k q is the best linear fit, so o^k is orthogonal to all that is linear in q and sums to zero:
 * it stands beside the descriptor as further numbers, with dots tr(R^T P_k), P_k = sum m~ p (o^k)^T
 * / rho, and linear momentum is kept. The rotation is fitted to P S~ + sum w_k P_k, so angular
 * momentum is kept too.
 *
 * <p>A region of points on one line may turn about that line as it likes: which way its curve
 * points would be anybody's guess, and neighbors would guess differently (they did: a strand became
 * a wave). Such regions only stretch; a rope, whose regions have a cross-section, bends.
 *
 * <p>Pairs stand where the {@link RegionPool} of the regions has them, so that a region that
 * changes is found again by itself. Plain Java: sheets and strands have few particles.
 */
public final class BendModes implements GoalTerm {
  private final ListRegions regions;
  private final int examples;
  private Kept kept;
  private float[] moments; // P_k: 9 per region and example
  private float[] goals; // R o~: 3 per pair
  private final double[] s = new double[9];
  private final double[] turn = new double[9];
  private final double[] center = new double[3];
  private final double[] restCenter = new double[3];

  /**
   * What is known before a step.
   *
   * @param share m~ / rho per pair
   * @param offsets 3 per pair and example
   * @param squares sum of m~ o^k . o^l / rho: per region, example and example
   * @param twins where a particle is in its regions: pairs, in the order of its list of regions
   */
  record Kept(float[] share, float[] offsets, float[] squares, int[] twins) {
    Kept copy() {
      return new Kept(share.clone(), offsets.clone(), squares.clone(), twins.clone());
    }
  }

  /** No bends so far. */
  public BendModes(ListRegions regions, int examples, int particles) {
    this.regions = regions;
    this.examples = examples;
    int pairs = regions.lists.members.length, slots = regions.slotCount();
    kept =
        new Kept(
            new float[pairs],
            new float[3 * pairs * examples],
            new float[slots * examples * examples],
            new int[pairs]);
    moments = new float[9 * slots * examples];
    goals = new float[3 * pairs];
    int[] next = Arrays.copyOf(regions.ofStarts(), particles);
    for (int r = 0; r < regions.regionCount(); r++) {
      findShares(r);
      for (int e = regions.lists.starts[r]; e < regions.lists.ends[r]; e++) {
        kept.twins[next[regions.lists.members[e]]++] = e;
      }
    }
  }

  private void findShares(int r) {
    float m = regions.mass(r), rho = regions.secondMoment(r);
    for (int e = regions.lists.starts[r]; e < regions.lists.ends[r]; e++) {
      kept.share[e] = rho > 0 ? regions.lists.weights[4 * e] * m / rho : 0;
    }
  }

  // ------------------------------------------------------------------ measured as a whole

  /**
   * Keeps what example k has beyond S^k q.
   *
   * @param pose the particles in it; the regions are turned as it has them
   */
  public void storePose(int k, StepContext pose, ExampleRest rest) {
    float[][] p = {pose.x, pose.y, pose.z};
    for (int r = 0; r < regions.regionCount(); r++) {
      if (rest.isBroad(r)) {
        rest.stretch(k, r, s);
        matrix(regions.qw[r], regions.qx[r], regions.qy[r], regions.qz[r], turn);
        storePose(r, k, (i, a) -> p[a][i]);
      }
    }
    for (int r = 0; r < regions.regionCount(); r++) {
      for (int l = 0; l <= k; l++) {
        findSquare(r, k, l);
      }
    }
  }

  /** Coordinate a of particle i in a pose. */
  private interface Place {
    float of(int i, int a);
  }

  /** What a region has in pose k beyond its S^k and rotation, which stand in s and turn. */
  private void storePose(int r, int k, Place pose) {
    int[] members = regions.lists.members;
    int from = regions.lists.starts[r], to = regions.lists.ends[r];
    double m = 0;
    Arrays.fill(center, 0);
    Arrays.fill(restCenter, 0);
    for (int e = from; e < to; e++) {
      m += kept.share[e];
      for (int a = 0; a < 3; a++) {
        center[a] += kept.share[e] * (double) pose.of(members[e], a);
        restCenter[a] += kept.share[e] * (double) regions.rest(members[e], a);
      }
    }
    for (int e = from; e < to && m > 0; e++) {
      int i = members[e];
      for (int a = 0; a < 3; a++) {
        double o = 0;
        for (int b = 0; b < 3; b++) {
          o +=
              turn[3 * b + a] * (pose.of(i, b) - center[b] / m)
                  - s[3 * a + b] * (regions.rest(i, b) - restCenter[b] / m);
        }
        kept.offsets[3 * (e * examples + k) + a] = (float) o;
      }
    }
  }

  private void findSquare(int r, int k, int l) {
    double sum = 0;
    float[] o = kept.offsets;
    for (int e = regions.lists.starts[r]; e < regions.lists.ends[r]; e++) {
      for (int a = 0; a < 3; a++) {
        sum +=
            (double) kept.share[e] * o[3 * (e * examples + k) + a] * o[3 * (e * examples + l) + a];
      }
    }
    kept.squares[(r * examples + k) * examples + l] = (float) sum;
    kept.squares[(r * examples + l) * examples + k] = (float) sum;
  }

  // ------------------------------------------------------------------ regions that change

  /** What a snapshot keeps; {@link #own} comes before the next change. */
  Kept save() {
    return kept;
  }

  void restore(Kept saved) {
    kept = saved;
    moments = new float[9 * regions.slotCount() * examples];
    goals = new float[3 * kept.share.length];
  }

  /** Works on a copy of what a snapshot has too. */
  void own() {
    kept = kept.copy();
  }

  /** Room for as many pairs and slots as the regions have. */
  void ensureRoom() {
    int pairs = regions.lists.members.length, slots = regions.slotCount();
    if (kept.share.length < pairs || kept.squares.length < slots * examples * examples) {
      kept =
          new Kept(
              Arrays.copyOf(kept.share, pairs),
              Arrays.copyOf(kept.offsets, 3 * pairs * examples),
              Arrays.copyOf(kept.squares, slots * examples * examples),
              Arrays.copyOf(kept.twins, pairs));
      moments = new float[9 * slots * examples];
      goals = new float[3 * pairs];
    }
  }

  /** Region r has no pairs yet. */
  void clear(int r) {
    int n = examples * examples;
    Arrays.fill(kept.squares, n * r, n * (r + 1), 0);
  }

  void move(int from, int to) {
    int n = examples * examples;
    System.arraycopy(kept.squares, n * from, kept.squares, n * to, n);
  }

  /** Finds all of region r, which has other members; it was fitted to the poses last. */
  void find(int r, PosedRegions posed, ExampleRest rest) {
    ensureRoom();
    findShares(r);
    RegionPool lists = regions.lists;
    int from = lists.starts[r], to = lists.ends[r];
    Arrays.fill(kept.offsets, 3 * from * examples, 3 * to * examples, 0);
    for (int k = 0; k < examples && rest.isBroad(r); k++) {
      rest.stretch(k, r, s);
      matrix(posed.turn(k, 0), posed.turn(k, 1), posed.turn(k, 2), posed.turn(k, 3), turn);
      int pose = k;
      storePose(r, k, (i, a) -> posed.place(i, pose, a));
    }
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l <= k; l++) {
        findSquare(r, k, l);
      }
    }
    // If i is in the region of r, r is in that of i; where a list has changed, the regions of all
    // of
    // its members are found.
    for (int e = from; e < to; e++) {
      kept.twins[e] = lists.find(lists.members[e], r);
    }
  }

  // ------------------------------------------------------------------ the step

  private static void matrix(double w, double x, double y, double z, double[] r) {
    r[0] = 1 - 2 * (y * y + z * z);
    r[1] = 2 * (x * y - w * z);
    r[2] = 2 * (x * z + w * y);
    r[3] = 2 * (x * y + w * z);
    r[4] = 1 - 2 * (x * x + z * z);
    r[5] = 2 * (y * z - w * x);
    r[6] = 2 * (x * z - w * y);
    r[7] = 2 * (y * z + w * x);
    r[8] = 1 - 2 * (x * x + y * y);
  }

  /** Product of examples k and l in a region, to be added to Gram matrices. */
  public double product(int region, int k, int l) {
    return region < regions.regionCount()
        ? kept.squares[(region * examples + k) * examples + l]
        : 0;
  }

  /** P_k of regions [from, to). */
  void gather(StepContext step, int from, int to) {
    float[] x = step.x, y = step.y, z = step.z, share = kept.share, offsets = kept.offsets;
    RegionPool lists = regions.lists;
    for (int region = from; region < Math.min(to, regions.regionCount()); region++) {
      for (int k = 0; k < examples; k++) {
        float a = 0, b = 0, c = 0, d = 0, f = 0, g = 0, h = 0, m = 0, n = 0;
        for (int e = lists.starts[region]; e < lists.ends[region]; e++) {
          int i = lists.members[e], o = 3 * (e * examples + k);
          float u = share[e] * offsets[o], v = share[e] * offsets[o + 1];
          float w = share[e] * offsets[o + 2];
          a += x[i] * u;
          b += x[i] * v;
          c += x[i] * w;
          d += y[i] * u;
          f += y[i] * v;
          g += y[i] * w;
          h += z[i] * u;
          m += z[i] * v;
          n += z[i] * w;
        }
        int at = 9 * (region * examples + k);
        moments[at] = a;
        moments[at + 1] = b;
        moments[at + 2] = c;
        moments[at + 3] = d;
        moments[at + 4] = f;
        moments[at + 5] = g;
        moments[at + 6] = h;
        moments[at + 7] = m;
        moments[at + 8] = n;
      }
    }
  }

  /** tr(R^T P_k) of a region, R in column j of nine tile rows. */
  float dot(int region, int k, float[] r, int j) {
    if (region >= regions.regionCount()) {
      return 0;
    }
    int at = 9 * (region * examples + k);
    float sum = 0;
    for (int c = 0; c < 9; c++) {
      sum += r[c * Kernels.TILE + j] * moments[at + c];
    }
    return sum;
  }

  /** Adds w_k P_k to rows 3 to 11 of a tile. */
  void addMoments(int region, int k, float w, float[] tile, int j) {
    if (region < regions.regionCount()) {
      int at = 9 * (region * examples + k);
      for (int c = 0; c < 9; c++) {
        tile[(3 + c) * Kernels.TILE + j] += w * moments[at + c];
      }
    }
  }

  /**
   * Goals R o~ of a region's pairs, R and weights those of column i of a chunk.
   *
   * @return sum m~ |o~|^2 / (rho beta): what bending takes from the region's elastic sum
   */
  float bend(ExampleChunk c, int i, float inverseBeta) {
    int region = c.from + i, j = c.column + i;
    float[] w = c.weights, r = c.rotations;
    int at = c.uniform ? 0 : i, stride = c.uniform ? 1 : ExampleKernels.CHUNK;
    if (region >= regions.regionCount()) {
      return 0;
    }
    int t = Kernels.TILE;
    float square = 0;
    float[] share = kept.share, offsets = kept.offsets;
    RegionPool lists = regions.lists;
    for (int e = lists.starts[region]; e < lists.ends[region]; e++) {
      float u = 0, v = 0, n = 0;
      for (int k = 0; k < examples; k++) {
        int o = 3 * (e * examples + k);
        float wk = w[at + k * stride];
        u += wk * offsets[o];
        v += wk * offsets[o + 1];
        n += wk * offsets[o + 2];
      }
      square += share[e] * (u * u + v * v + n * n);
      goals[3 * e] = r[j] * u + r[t + j] * v + r[2 * t + j] * n;
      goals[3 * e + 1] = r[3 * t + j] * u + r[4 * t + j] * v + r[5 * t + j] * n;
      goals[3 * e + 2] = r[6 * t + j] * u + r[7 * t + j] * v + r[8 * t + j] * n;
    }
    return square * inverseBeta;
  }

  @Override
  public void ready(int blocks) {}

  /** Adds the mean of its regions' R o~ to the goals of particles [from, to). */
  @Override
  public void add(StepContext step, int block, int from, int to, float[] scratch) {
    int[] starts = regions.ofStarts(), ends = regions.ofEnds();
    int[] twins = kept.twins;
    float[] shares = regions.shares();
    for (int i = from; i < to; i++) {
      float u = 0, v = 0, w = 0;
      for (int p = starts[i]; p < ends[i]; p++) {
        u += goals[3 * twins[p]];
        v += goals[3 * twins[p] + 1];
        w += goals[3 * twins[p] + 2];
      }
      step.dx[i] += shares[i] * u;
      step.dy[i] += shares[i] * v;
      step.dz[i] += shares[i] * w;
    }
  }
}
