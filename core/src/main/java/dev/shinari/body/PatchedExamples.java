package dev.shinari.body;

import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The examples of a body whose regions change ({@link ListRegions}); the arithmetic of {@link
 * ExampleStage} on regions that come, go and get other members.
 *
 * <p>Each particle carries its place in every pose; one that comes in the middle of others has the
 * mean of their places. A region that changes gets its descriptors anew from the places of its
 * members, by the same fits as in a step, and the Gram matrix is kept as sums over chunks of
 * regions, of which only those that changed are made anew. So a change costs time in what changed,
 * and what is left of a body that has torn likes the same shapes.
 *
 * <p>Poses that depend on each other are always taken, with the smallest weights that fit: a piece
 * may well be a part that two poses deform alike. Flat regions follow poses within their plane.
 * Curved poses are kept by {@link PatchedOffsets}.
 *
 * <p>Layout: regions in chunks of CHUNK columns, rows as {@link ExampleKernels#place} has them.
 * Columns without a region hold unit matrices and no deltas.
 */
final class PatchedExamples extends ExampleWeights {
  private static final double REGION_RIDGE = 1e-4; // of a single region's trace
  private static final double BODY_RIDGE = 1e-5; // of the body's mean
  private static final float ROOT2 = 1.41421356f;
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int S = ExampleKernels.S;
  private static final int TILE = Kernels.TILE;

  private final ListRegions regions;
  private ExampleSettings settings;
  private final ExampleKernels loops;
  private final int examples;
  private final boolean each;
  private float inverseBeta;
  private Shaping shaping;

  private float[] poses = {}; // 3 floats an example, a particle, about the pose's middle
  private final PatchedOffsets offsets;
  private float[] moments = {}; // K, 6 rows a chunk
  private float[] inverse = {}; // K^-1
  private float[] rest = {}; // S0
  private float[] deltas = {}; // 6 rows an example, a chunk
  private double[][] grams = {}; // of a chunk
  private boolean[] stale = {}; // chunks whose Gram matrix must be made anew
  private boolean anyStale;
  private int chunks;
  private int count;
  private final double[] gram;
  private double meanSquare; // mean diagonal entry of a region's Gram matrix

  private float[][] tiles = {}; // moments of the regions in the step at hand
  private double[][] tileDots = {};
  private double[][] tileSums = {}; // where each is on its own, sums of weights
  private final GroupWeights weights;
  private final float[] shared; // weights of all regions
  private final int[] used;
  private int uses;
  private Scratch[] scratch = {};
  private float[] kept; // weights of each region, once somebody looks
  private final WholeWeights whole; // where each is on its own

  // For the descriptors of one region: columns are examples.
  private final float[] poseTile = new float[12 * TILE];
  private final float[] poseInverse = new float[6 * CHUNK];
  private final float[] poseRest = new float[6 * CHUNK];
  private final float[][] poseTurn = new float[4][CHUNK];
  private final float[] poseWork = new float[ExampleKernels.WORK];
  private final double[] poseCentre = new double[3];
  private final float[] poseDelta = new float[6];
  private final float[] poseRotation = new float[4];
  private final float[][] one = new float[6][1];
  private final float[][] two = new float[6][1];

  private final class Scratch {
    final float[] work = new float[ExampleKernels.WORK];
    float[] targets;
    final float[] small = new float[Kernels.SCRATCH];
    final float[] dots = new float[examples * CHUNK];
    final float[] weights = new float[examples * CHUNK];
    final SimplexProjection simplex = new SimplexProjection(examples);
    final double[] own = new double[examples + 1];
    final boolean[] out = new boolean[examples + 1];
  }

  PatchedExamples(ExampleSettings settings, ListRegions regions) {
    this.regions = regions;
    Kernels kernels = regions.kernels;
    int particles = regions.regionCount();
    this.settings = settings;
    loops = kernels.examples();
    examples = settings.poses().size();
    Check.that(
        settings.grouping() instanceof Grouping.OneForAll
            || settings.grouping() instanceof Grouping.EachRegion,
        "a body that tears follows its examples as a whole or in each region on its own; other"
            + " groups have no place once cells split");
    each = settings.grouping() instanceof Grouping.EachRegion;
    weights = new GroupWeights(settings.withLenient(true), 1);
    whole = new WholeWeights(weights, examples);
    gram = new double[examples * examples];
    shared = new float[examples];
    used = new int[examples];
    offsets =
        new PatchedOffsets(
            kernels, examples, Bounds.of(settings.poses().get(0).positions()).longestSide());
    setBeta(settings.beta());
    makeRoom(particles);
    for (int k = 0; k < examples; k++) {
      ExamplePose p = settings.poses().get(k);
      Check.that(
          p.vertexCount() == particles,
          "example " + p.name() + " has other than " + particles + " vertices");
      takePose(k, p.positions());
    }
    count = particles;
  }

  private void takePose(int k, float[] p) {
    for (int a = 0; a < 3; a++) {
      double middle = 0;
      for (int i = a; i < p.length; i += 3) {
        middle += p[i];
      }
      middle /= Math.max(1, p.length / 3);
      for (int i = 0; i < p.length / 3; i++) {
        poses[3 * (examples * i + k) + a] = (float) (p[3 * i + a] - middle);
      }
    }
  }

  private void makeRoom(int particles) {
    int need = (particles + CHUNK - 1) / CHUNK;
    if (need <= chunks) {
      return;
    }
    int had = chunks;
    chunks = Math.max(need, 2 * had);
    poses = Arrays.copyOf(poses, 3 * examples * CHUNK * chunks);
    moments = Arrays.copyOf(moments, 6 * CHUNK * chunks);
    inverse = Arrays.copyOf(inverse, 6 * CHUNK * chunks);
    rest = Arrays.copyOf(rest, 6 * CHUNK * chunks);
    deltas = Arrays.copyOf(deltas, 6 * examples * CHUNK * chunks);
    grams = Arrays.copyOf(grams, chunks);
    stale = Arrays.copyOf(stale, chunks);
    offsets.grow(chunks);
    for (int q = had; q < chunks; q++) {
      grams[q] = new double[examples * examples];
      for (int r = CHUNK * q; r < CHUNK * (q + 1); r++) {
        clear(r);
      }
    }
  }

  private static int at(int rows, int row, int r) {
    return ExampleKernels.place(rows, row, r);
  }

  // ------------------------------------------------------------------ changing

  /** A particle came in at the end; its poses are still to be set. */
  @Override
  void added(int r, int like) {
    makeRoom(count + 1);
    clear(count);
    count++;
  }

  /** Particle i stands in all poses in the middle of others. */
  void blend(int i, int[] parents, int n) {
    for (int c = 0; c < 3 * examples; c++) {
      double sum = 0;
      for (int k = 0; k < n; k++) {
        sum += poses[3 * examples * parents[k] + c];
      }
      poses[3 * examples * i + c] = (float) (sum / n);
    }
  }

  /** Particle and region r are gone; the last ones have taken their number. */
  @Override
  void removed(int r, int last) {
    count--;
    if (r != last) {
      System.arraycopy(poses, 3 * examples * last, poses, 3 * examples * r, 3 * examples);
      for (int c = 0; c < 6; c++) {
        moments[at(6, c, r)] = moments[at(6, c, last)];
        inverse[at(6, c, r)] = inverse[at(6, c, last)];
        rest[at(6, c, r)] = rest[at(6, c, last)];
      }
      for (int c = 0; c < 6 * examples; c++) {
        deltas[at(6 * examples, c, r)] = deltas[at(6 * examples, c, last)];
      }
      touch(r / CHUNK);
    }
    offsets.removed(r, last);
    clear(last);
  }

  private void touch(int chunk) {
    stale[chunk] = true;
    anyStale = true;
  }

  /** Nothing is known of region r. */
  private void clear(int r) {
    for (int c = 0; c < 6; c++) {
      moments[at(6, c, r)] = 0;
      inverse[at(6, c, r)] = c < 3 ? 1 : 0;
      rest[at(6, c, r)] = c < 3 ? 1 : 0;
    }
    for (int c = 0; c < 6 * examples; c++) {
      deltas[at(6 * examples, c, r)] = 0;
    }
    touch(r / CHUNK);
  }

  @Override
  void prepared(int r) {
    RegionPool p = regions.lists;
    float[][] x0 = {regions.restX(), regions.restY(), regions.restZ()};
    prepare(r, p.members, p.starts[r], p.ends[r], p.weights, x0, regions.exact, regions.exact[3]);
  }

  /**
   * Finds the descriptors of region r anew.
   *
   * @param members from {@code from} to {@code to} those of the region
   * @param weights f / rho times the rest place relative to the region's centroid, 3 floats from 4
   *     e + 1 on for the member at e
   * @param x0 rest places of all particles, and their centroid in the region
   * @param rho sum of f |q|^2
   */
  void prepare(
      int r,
      int[] members,
      int from,
      int to,
      float[] weights,
      float[][] x0,
      double[] c0,
      double rho) {
    clear(r);
    if (!(rho > 0)) {
      keepMaps(r, members, from, to, weights, c0, null);
      return;
    }
    double[] k6 = new double[6];
    for (int e = from; e < to; e++) {
      int i = members[e];
      double x = x0[0][i] - c0[0], y = x0[1][i] - c0[1], z = x0[2][i] - c0[2];
      k6[0] += weights[4 * e + 1] * x;
      k6[1] += weights[4 * e + 2] * y;
      k6[2] += weights[4 * e + 3] * z;
      k6[3] += weights[4 * e + 1] * y;
      k6[4] += weights[4 * e + 2] * z;
      k6[5] += weights[4 * e + 3] * x;
    }
    for (int c = 0; c < 6; c++) {
      one[c][0] = (float) k6[c];
      two[c][0] = 0;
    }
    RestMoments.invert(one, two);
    for (int c = 0; c < 6; c++) {
      moments[at(6, c, r)] = one[c][0];
      inverse[at(6, c, r)] = two[c][0];
      for (int k = 0; k < examples; k++) {
        poseInverse[at(6, c, k)] = two[c][0];
      }
      two[c][0] = 0;
    }
    RestMoments.project(one, two);
    for (int c = 0; c < 6; c++) {
      float s0 = (c < 3 ? 1 : ROOT2) * two[c][0];
      rest[at(6, c, r)] = s0;
      for (int k = 0; k < examples; k++) {
        poseRest[at(6, c, k)] = s0;
      }
    }
    int columns = Regions.roundUp(examples, Kernels.LANES);
    for (int k = 0; k < columns; k++) {
      poseMoments(k, members, from, to, weights);
      for (int c = 0; c < 6 && k >= examples; c++) {
        poseInverse[at(6, c, k)] = c < 3 ? 1 : 0;
        poseRest[at(6, c, k)] = c < 3 ? 1 : 0;
      }
      for (int a = 0; a < 4; a++) {
        poseTurn[a][k] = a == 0 ? 1 : 0;
      }
    }
    for (int pass = 0; pass < 3; pass++) { // the first fit of a far turned pose is good, then exact
      loops.fit(
          poseTile,
          0,
          poseInverse,
          0,
          poseTurn[0],
          poseTurn[1],
          poseTurn[2],
          poseTurn[3],
          0,
          columns,
          poseWork);
      loops.strains(
          poseWork, poseRest, 0, columns, poseTurn[0], poseTurn[1], poseTurn[2], poseTurn[3], 0);
    }
    for (int k = 0; k < examples; k++) {
      for (int c = 0; c < 6; c++) {
        deltas[at(6 * examples, 6 * k + c, r)] = poseWork[S + at(6, c, k)];
      }
    }
    keepMaps(r, members, from, to, weights, c0, poseTile);
  }

  private void keepMaps(
      int r, int[] members, int from, int to, float[] weights, double[] c0, float[] moments) {
    for (int k = 0; k < examples; k++) {
      for (int a = 0; a < 3; a++) {
        poseCentre[a] = 0;
        for (int e = from; e < to; e++) {
          poseCentre[a] += (double) weights[4 * e] * poses[3 * (examples * members[e] + k) + a];
        }
      }
      for (int c = 0; c < 6; c++) {
        poseDelta[c] = deltas[at(6 * examples, 6 * k + c, r)];
      }
      for (int a = 0; a < 4; a++) {
        poseRotation[a] = moments == null ? a == 0 ? 1 : 0 : poseTurn[a][k];
      }
      offsets.keep(r, k, poseCentre, c0, moments, 3 * TILE + k, TILE, poseDelta, poseRotation);
    }
  }

  /** P of a region in pose k, into a column; a unit matrix where there is no such pose. */
  private void poseMoments(int k, int[] members, int from, int to, float[] weights) {
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double sum = 0, first = 0;
        for (int e = from; e < to && k < examples; e++) {
          double p = poses[3 * (examples * members[e] + k) + a];
          first = e == from ? p : first; // relative to one of them: poses may stand far away
          sum += (p - first) * weights[4 * e + 1 + b];
        }
        poseTile[(3 + 3 * a + b) * TILE + k] = (float) (k < examples ? sum : a == b ? 1 : 0);
      }
    }
  }

  /** Ends a batch of changes. */
  @Override
  void finish() {
    if (!anyStale) {
      return;
    }
    offsets.finish(regions, poses, inverseBeta);
    anyStale = false;
    Arrays.fill(gram, 0);
    for (int q = 0; q < chunks; q++) {
      if (stale[q]) {
        stale[q] = false;
        gramOfChunk(q);
      }
      for (int c = 0; c < gram.length; c++) {
        gram[c] += grams[q][c];
      }
    }
    double trace = 0;
    for (int k = 0; k < examples; k++) {
      trace += gram[k * examples + k];
    }
    meanSquare = trace / (examples * (double) Math.max(1, count));
    System.arraycopy(gram, 0, weights.gram(0), 0, gram.length);
    weights.prepare(0, gram, Math.max(1, count), Math.max(1, count));
  }

  private void gramOfChunk(int q) {
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        for (int c = 0; c < 6; c++) {
          for (int r = CHUNK * q; r < CHUNK * (q + 1); r++) {
            sum +=
                (double) deltas[at(6 * examples, 6 * k + c, r)]
                    * deltas[at(6 * examples, 6 * l + c, r)];
          }
        }
        grams[q][k * examples + l] = sum;
        grams[q][l * examples + k] = sum;
      }
    }
  }

  /** The settings with the poses of some particles alone, for a piece. */
  ExampleSettings of(int[] particles) {
    List<ExamplePose> some = new ArrayList<>();
    for (int k = 0; k < examples; k++) {
      float[] p = new float[3 * particles.length];
      for (int i = 0; i < particles.length; i++) {
        System.arraycopy(poses, 3 * (examples * particles[i] + k), p, 3 * i, 3);
      }
      some.add(new ExamplePose(settings.poses().get(k).name(), p));
    }
    return new ExampleSettings(
        some,
        settings.beta(),
        settings.projection(),
        settings.grouping(),
        settings.border(),
        settings.lenient(),
        settings.drives());
  }

  float[][] save() {
    float[][] all = Arrays.copyOf(offsets.save(), 9);
    float[][] own = {poses.clone(), moments.clone(), inverse.clone(), rest.clone(), deltas.clone()};
    System.arraycopy(all, 0, all, 5, 4);
    System.arraycopy(own, 0, all, 0, 5);
    return all;
  }

  void restore(float[][] s) {
    poses = s[0].clone();
    moments = s[1].clone();
    inverse = s[2].clone();
    rest = s[3].clone();
    deltas = s[4].clone();
    chunks = moments.length / (6 * CHUNK);
    grams = new double[chunks][examples * examples];
    stale = new boolean[chunks];
    Arrays.fill(stale, true);
    anyStale = true;
    offsets.restore(s, 5);
    count = regions.regionCount();
    kept = null;
    finish();
  }

  // ------------------------------------------------------------------ the step

  @Override
  void begin(StepContext step) {
    int threads = step.workers.count(), tileCount = regions.tileCount();
    offsets.adapt(regions, poses, inverseBeta);
    int had = scratch.length;
    if (had < threads) {
      scratch = Arrays.copyOf(scratch, threads);
      for (int t = had; t < threads; t++) {
        scratch[t] = new Scratch();
      }
    }
    if (tiles.length < tileCount) {
      int from = tiles.length, to = Math.max(tileCount, 2 * from);
      tiles = Arrays.copyOf(tiles, to);
      tileDots = Arrays.copyOf(tileDots, to);
      tileSums = Arrays.copyOf(tileSums, to);
      for (int t = from; t < to; t++) {
        tiles[t] = new float[12 * TILE];
        tileDots[t] = new double[examples];
        tileSums[t] = new double[examples];
      }
    }
    for (int t = tileCount; t < tileSums.length; t++) {
      Arrays.fill(tileDots[t], 0); // the body was larger once
      Arrays.fill(tileSums[t], 0);
    }
    if (hard.length < tileCount) {
      hard = new int[tileCount];
    }
    q[0] = regions.qw;
    q[1] = regions.qx;
    q[2] = regions.qy;
    q[3] = regions.qz;
    if (kept != null && kept.length < examples * CHUNK * chunks) {
      kept = new float[examples * CHUNK * chunks];
    }
  }

  boolean isEach() {
    return each;
  }

  @Override
  float[] room(FitTile tile) {
    return tiles[tile.index];
  }

  @Override
  boolean fit(FitTile tile) {
    int n = Math.min(Kernels.TILE, count - tile.from);
    pad(tiles[tile.index], n);
    take(tile);
    tile.elastic +=
        describe(
            tile.index,
            tile.from,
            n,
            q,
            hard,
            regions.energyMass(),
            regions.energyRho(),
            tile.worker);
    tile.hard += hard[tile.index];
    return each;
  }

  private int[] hard = {};
  private final float[][] q = new float[4][];

  private void take(FitTile tile) {
    scratch[tile.worker].targets = tile.targets;
  }

  @Override
  boolean deforms() {
    return !each;
  }

  @Override
  void deform(FitTile tile) {
    int n = Math.min(Kernels.TILE, count - tile.from);
    hard[tile.index] = 0;
    take(tile);
    tile.elastic +=
        deform(
            tile.index,
            tile.from,
            n,
            q,
            hard,
            regions.energyMass(),
            regions.energyRho(),
            tile.worker);
    tile.hard += hard[tile.index];
  }

  /** Fills the columns of tile t from n on, up to whole chunks, with unit matrices. */
  static void pad(float[] tile, int n) {
    for (int j = n; j % CHUNK != 0; j++) {
      for (int k = 0; k < 12; k++) {
        tile[k * TILE + j] = k == 3 || k == 7 || k == 11 ? 1 : 0;
      }
    }
  }

  /**
   * Strains of the regions of tile t, whose moments stand in it, and their dots with the examples;
   * where each region is on its own its targets too.
   *
   * @param q quaternions, 4 arrays
   * @return the tile's part of the elastic sum, where each region is on its own
   */
  double describe(
      int t,
      int from,
      int n,
      float[][] q,
      int[] hard,
      float[] regionMass,
      float[] rho,
      int worker) {
    Scratch s = scratch[worker];
    Arrays.fill(tileDots[t], 0);
    Arrays.fill(tileSums[t], 0);
    hard[t] = 0;
    double sum = 0;
    for (int j = 0; j < n; j += CHUNK) {
      int r = from + j, at6 = 6 * r;
      hard[t] += loops.fit(tiles[t], j, inverse, at6, q[0], q[1], q[2], q[3], r, CHUNK, s.work);
      loops.strains(s.work, rest, at6, CHUNK, q[0], q[1], q[2], q[3], r);
      if (each) {
        loops.dotsOfEach(s.work, deltas, examples * at6, examples, CHUNK, s.dots);
        for (int i = 0; i < CHUNK && j + i < n; i++) {
          weightsOf(r + i, i, s, tileDots[t], tileSums[t]);
        }
        loops.mixOfEach(deltas, examples * at6, s.weights, examples, CHUNK, s.work);
        sum += targets(t, j, r, q, hard, regionMass, rho, s);
        offsets.chooseOwn(r, Math.min(r + CHUNK, from + n), s.weights, whole.state(), q);
      } else {
        loops.dots(s.work, deltas, examples * at6, examples, CHUNK, s.small, tileDots[t], 0);
      }
    }
    return sum;
  }

  /** Weights of region r on its own, in a column, after beta and drives. */
  private void weightsOf(int r, int column, Scratch s, double[] dots, double[] sums) {
    double[] g = s.simplex.gram(), right = s.simplex.right();
    double trace = 0;
    for (int k = 0; k < examples; k++) {
      right[k] = s.dots[k * CHUNK + column];
      dots[k] += right[k];
      for (int l = 0; l <= k; l++) {
        double sum = 0;
        for (int c = 0; c < 6; c++) {
          sum +=
              (double) deltas[at(6 * examples, 6 * k + c, r)]
                  * deltas[at(6 * examples, 6 * l + c, r)];
        }
        g[k * examples + l] = sum;
        g[l * examples + k] = sum;
        trace += k == l ? sum : 0;
      }
    }
    double ridge = REGION_RIDGE * trace / examples + BODY_RIDGE * meanSquare + 1e-30;
    for (int k = 0; k < examples; k++) {
      g[k * examples + k] += ridge;
      right[k] += ridge * whole.projected(k);
    }
    weights.solve(s.simplex, s.own, s.out);
    for (int k = 0; k < examples; k++) {
      sums[k] += s.own[k + 1];
    }
    weights.applyBeta(s.own);
    for (int k = 0; k < examples; k++) {
      s.weights[k * CHUNK + column] = (float) s.own[k + 1];
      if (kept != null) {
        kept[examples * r + k] = (float) s.own[k + 1];
      }
    }
  }

  /**
   * The weights of all, once all tiles are described. Answers whether the tiles have to be
   * described again, as {@link ExampleStage#project} does.
   */
  @Override
  boolean project() {
    boolean jumped = false;
    if (each) {
      jumped = whole.settle(tileDots, tileSums, count);
    } else {
      weights.project(tileDots);
    }
    uses = 0;
    for (int k = 0; k < examples; k++) {
      shared[k] = (float) weights.effective()[0][k + 1];
      if (shared[k] != 0) {
        used[uses++] = k;
      }
    }
    return jumped;
  }

  /** Targets of tile t with the weights of all; answers with its part of the elastic sum. */
  double deform(
      int t,
      int from,
      int n,
      float[][] q,
      int[] hard,
      float[] regionMass,
      float[] rho,
      int worker) {
    Scratch s = scratch[worker];
    double sum = 0;
    for (int j = 0; j < n; j += CHUNK) {
      loops.mix(deltas, 6 * examples * (from + j), shared, examples, used, uses, CHUNK, s.work);
      sum += targets(t, j, from + j, q, hard, regionMass, rho, s);
      offsets.choose(from + j, from + Math.min(n, j + CHUNK), shared, q);
    }
    return sum;
  }

  private double targets(
      int t, int j, int r, float[][] q, int[] hard, float[] regionMass, float[] rho, Scratch s) {
    if (shaping != null && shaping.isOn()) {
      shaping.addTo(s.work, CHUNK);
    }
    hard[t] += loops.fit(tiles[t], j, s.work, S, q[0], q[1], q[2], q[3], r, CHUNK, s.work);
    loops.targets(s.work, CHUNK, s.targets, j, null, null, null, 0);
    return loops.elasticSum(tiles[t], j, s.work, regionMass, rho, r, CHUNK, s.small)
        - loops.strainSum(s.work, moments, 6 * r, rho, r, inverseBeta, CHUNK, s.small);
  }

  // ------------------------------------------------------------------ weights

  @Override
  ExampleSettings settings() {
    return settings;
  }

  @Override
  void setShaping(Shaping asked) {
    shaping = asked;
  }

  @Override
  float[][] state() {
    return new float[][] {whole.state()}; // the rest is saved with the regions
  }

  @Override
  GroupWeights weights() {
    return weights;
  }

  @Override
  OffsetPull offsets() {
    return offsets.matters() ? offsets : null;
  }

  @Override
  String groupName(int g) {
    return each ? "each" : "all";
  }

  @Override
  void setBeta(float share) {
    settings = settings.withBeta(share);
    inverseBeta = share > 0 ? 1 / share : 0;
    offsets.setBeta(inverseBeta);
    weights.setBeta(share);
  }

  @Override
  int groupAt(int particle) {
    return each ? -1 : 0;
  }

  @Override
  void weightsAt(int k, float[] into) {
    if (each && kept == null) {
      kept = new float[examples * CHUNK * chunks];
      for (int i = 0; i < count; i++) {
        for (int e = 0; e < examples; e++) {
          kept[examples * i + e] = (float) weights.effective()[0][e + 1];
        }
      }
    }
    for (int i = 0; i < count; i++) { // region i is the one around particle i
      into[i] = each ? kept[examples * i + k] : (float) weights.effective()[0][k + 1];
    }
  }
}
