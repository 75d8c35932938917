package dev.shinari.example;

import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionStiffening;
import dev.shinari.kernel.ExampleKernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Follows regions that change, on a body with example poses. Each particle carries its place in
 * every pose, its group and its shares of groups; one that comes in the middle of others has the
 * mean of theirs. A region that changes gets its descriptors from the places of its members, by the
 * same fits as in a step. What is summed over the body (Gram matrices, energies, offsets) is kept
 * as sums over chunks or tiles of regions, of which those that changed are summed again. So a
 * change costs time in what changed, and what is left of a body that has torn likes the same
 * shapes.
 *
 * <p>Poses that depend on each other are taken once a body has changed, with the smallest weights
 * that fit: what is left may well be a part that two poses deform alike.
 *
 * <p>Here region, slot and particle have one number. Nothing is kept before the first change;
 * arrays are shared with snapshots, and the first change after one copies them.
 */
public final class ExampleEdits {
  private static final int CHUNK = ExampleKernels.CHUNK;

  private final ExampleTargets targets;
  private final ListRegions regions;
  private final int examples;
  private PosedRegions posed; // null until the first change
  private PoseMaps maps; // null until offsets are found
  private boolean owned; // whether no snapshot has the arrays too
  private boolean begun; // whether sums are those of chunks, here
  private boolean[] stale = {}; // chunks with regions that changed
  private boolean anyStale;
  private int[] changed = new int[64]; // regions with other members, for offsets
  private int changedCount;
  private int[] seen = {}; // particles whose offsets were found in this batch
  private int stamp;
  private int[][] chunkGroups = {}; // groups in a chunk
  private double[][] chunkGrams = {}; // Gram matrix of each of them
  private double[][] tileEnergy = {};
  private final double[] six = new double[6];

  ExampleEdits(ExampleTargets targets, ListRegions regions) {
    this.targets = targets;
    this.regions = regions;
    examples = targets.examples;
  }

  // ------------------------------------------------------------------ changing

  /** Before any change. */
  private void own() {
    if (!owned) {
      owned = true;
      targets.rest = targets.rest.copy();
      targets.groups = targets.groups == null ? null : targets.groups.copy();
      if (targets.offsets != null) {
        targets.offsets.own();
      }
      if (targets.bends != null) {
        targets.bends.own();
      }
      posed = posed == null ? null : posed.copy();
      resize();
    } else if (regions.slotCount() != seen.length) {
      resize();
    }
    if (posed == null) {
      posed = new PosedRegions(targets.settings().poses(), regions.kernels.examples());
      posed.resize(regions.slotCount());
    }
  }

  /** Room for as many slots as the regions have. */
  private void resize() {
    int slots = regions.slotCount();
    targets.rest.resize(slots);
    if (targets.groups != null) {
      targets.groups.resize(slots);
    } else {
      targets.own.resize(slots);
    }
    if (targets.offsets != null) {
      targets.offsets.resize(slots);
    }
    if (targets.bends != null) {
      targets.bends.ensureRoom();
    }
    if (posed != null) {
      posed.resize(slots);
    }
    if (maps != null) {
      maps.resize(slots);
    }
    seen = Arrays.copyOf(seen, slots);
    int chunks = (slots + CHUNK - 1) / CHUNK, had = stale.length;
    stale = Arrays.copyOf(stale, chunks);
    chunkGroups = Arrays.copyOf(chunkGroups, chunks);
    chunkGrams = Arrays.copyOf(chunkGrams, chunks);
    Arrays.fill(stale, Math.min(had, chunks), chunks, true);
  }

  private void touch(int r) {
    stale[r / CHUNK] = true;
    anyStale = true;
  }

  /** Particle and region r came in at the end; they begin like another one, or nowhere. */
  void added(int r, int like) {
    own();
    targets.rest.clear(r);
    if (like >= 0) {
      posed.move(like, r);
    }
    if (targets.groups != null) {
      targets.groups.put(r, Math.max(like, 0));
    } else {
      targets.own.begin(r, like);
    }
    if (targets.offsets != null) {
      targets.offsets.clear(r);
    }
    if (targets.bends != null) {
      targets.bends.clear(r);
    }
    if (maps != null) {
      maps.forget(r);
    }
    touch(r);
  }

  /** Puts particle i in all poses in the middle of others, and into their group. */
  void blend(int i, int[] parents, int n) {
    own();
    posed.blend(i, parents, n);
    if (targets.groups != null) {
      targets.groups.blend(i, parents, n);
    }
    touch(i);
  }

  /** Particle and region r are gone; the last ones have taken their number. */
  void removed(int r, int last) {
    own();
    if (r != last) {
      posed.move(last, r);
      targets.rest.move(last, r);
      if (targets.groups != null) {
        targets.groups.put(r, last);
      } else {
        targets.own.begin(r, last);
        prepareOwn(r);
      }
      if (targets.offsets != null) {
        targets.offsets.move(last, r);
      }
      if (targets.bends != null) {
        targets.bends.move(last, r);
      }
      touch(r);
    }
    targets.rest.clear(last);
    if (targets.groups != null) {
      targets.groups.put(last, -1);
    } else {
      prepareOwn(last);
    }
    if (targets.offsets != null) {
      targets.offsets.clear(last);
    }
    if (maps != null) {
      maps.forget(r);
      maps.forget(last);
    }
    touch(last);
  }

  private void prepareOwn(int r) {
    targets.own.prepare(r, targets.rest, targets.bends, regions.secondMoment(r));
  }

  /** Region r has other members, or other weights: finds its descriptors. */
  void changed(int r) {
    own();
    ExampleRest rest = targets.rest;
    rest.clear(r);
    if (regions.secondMoment(r) > 0) {
      regions.restMoments(r, six);
      rest.setMoments(r, six);
    }
    posed.fit(regions, r, rest);
    for (int k = 0; k < examples && regions.secondMoment(r) > 0; k++) {
      for (int c = 0; c < 6; c++) {
        rest.setDelta(k, c, r, posed.strain(k, c));
      }
    }
    if (targets.bends != null) {
      targets.bends.find(r, posed, rest);
    }
    if (targets.groups == null) {
      prepareOwn(r);
    }
    if (targets.offsets != null) {
      needMaps();
      maps.keep(r, posed, rest);
      if (changedCount == changed.length) {
        changed = Arrays.copyOf(changed, 2 * changedCount);
      }
      changed[changedCount++] = r;
    }
    touch(r);
  }

  private void needMaps() {
    if (maps == null) {
      maps = new PoseMaps(examples, regions);
    }
  }

  // ------------------------------------------------------------------ the end of a batch

  /** Ends a batch of changes. */
  void finish() {
    if (!anyStale) {
      return;
    }
    stamp++;
    for (int a = 0; a < changedCount; a++) {
      for (int e = 0; e < regions.memberCount(changed[a]); e++) {
        findOffsets(regions.member(changed[a], e));
      }
    }
    changedCount = 0;
    if (targets.offsets != null) {
      targets.offsets.finish(stale, regions, targets.inverseBeta());
    }
    for (int t = 0; t < regions.tileCount(); t++) {
      if (!begun || isStale(t)) {
        retile(t);
      }
    }
    sumUp();
    begun = true;
    anyStale = false;
    Arrays.fill(stale, false);
  }

  private boolean isStale(int tile) {
    int from = regions.tileFrom(tile) / CHUNK;
    int to = (regions.tileFrom(tile) + regions.tileSlots(tile) + CHUNK - 1) / CHUNK;
    for (int q = from; q < to; q++) {
      if (stale[q]) {
        return true;
      }
    }
    return false;
  }

  private void retile(int t) {
    int from = regions.tileFrom(t), to = from + regions.tileSlots(t);
    targets.rest.retile(t, regions);
    if (targets.groups == null) {
      return;
    }
    targets.groups.retile(t, from, to);
    if (t >= tileEnergy.length) {
      tileEnergy = Arrays.copyOf(tileEnergy, Math.max(t + 1, 2 * tileEnergy.length));
    }
    if (tileEnergy[t] == null) {
      tileEnergy[t] = new double[examples + examples * examples];
    }
    Arrays.fill(tileEnergy[t], 0);
    if (targets.groups.isHard(t)) {
      targets.rest.addEnergy(from, to, regions.rho(), tileEnergy[t]);
    }
  }

  private void sumUp() {
    GroupWeights weights = targets.weights;
    double[] whole = new double[examples * examples];
    for (int g = 0; g < weights.count(); g++) {
      Arrays.fill(weights.gram(g), 0);
      Arrays.fill(targets.energy(g), 0);
    }
    int n = (regions.regionCount() + CHUNK - 1) / CHUNK;
    for (int q = 0; q < n; q++) {
      if (!begun || stale[q] || chunkGrams[q] == null) {
        gramOfChunk(q);
      }
      for (int a = 0; a < chunkGroups[q].length; a++) {
        double[] gram = weights.gram(chunkGroups[q][a]);
        for (int c = 0; c < whole.length; c++) {
          gram[c] += chunkGrams[q][a * whole.length + c];
          whole[c] += chunkGrams[q][a * whole.length + c];
        }
      }
    }
    ExampleGroups groups = targets.groups;
    for (int t = 0; t < regions.tileCount() && groups != null; t++) {
      double[] sum = groups.isHard(t) ? targets.energy(groups.onlyGroup(t)) : null;
      for (int c = 0; sum != null && c < sum.length; c++) {
        sum[c] += tileEnergy[t][c];
      }
    }
    int count = Math.max(1, regions.regionCount());
    weights.setLenient(true);
    for (int g = 0; g < weights.count(); g++) {
      weights.prepare(g, whole, count, groups == null ? count : groups.size(g));
    }
  }

  private void gramOfChunk(int q) {
    int from = CHUNK * q, to = Math.min(from + CHUNK, regions.regionCount());
    int n = examples * examples;
    chunkGroups[q] =
        targets.groups == null
            ? new int[1]
            : Arrays.stream(targets.groups.ofSlot(), from, to).distinct().sorted().toArray();
    chunkGrams[q] = new double[n * chunkGroups[q].length];
    for (int r = from; r < to; r++) {
      int a =
          targets.groups == null
              ? 0
              : Arrays.binarySearch(chunkGroups[q], targets.groups.ofSlot()[r]);
      targets.addGram(r, chunkGrams[q], n * a);
    }
  }

  // ------------------------------------------------------------------ offsets

  /** Before a step: pulls of other strengths ({@link RegionStiffening}) leave other offsets. */
  void adaptOffsets() {
    int lift = regions.liftInUse();
    if (targets.offsets.isOfLift(lift)) {
      return;
    }
    own();
    needMaps();
    targets.offsets.setLift(lift);
    stamp++;
    for (int i = 0; i < regions.regionCount(); i++) {
      findOffsets(i);
    }
    targets.offsets.finish(stale, regions, targets.inverseBeta());
    Arrays.fill(stale, false);
  }

  private void findOffsets(int i) {
    if (seen[i] == stamp) {
      return;
    }
    seen[i] = stamp;
    stale[i / CHUNK] = true;
    maps.find(i, posed, targets.rest);
    for (int e = 0; e < regions.memberCount(i); e++) {
      maps.find(regions.member(i, e), posed, targets.rest);
    }
    targets.offsets.find(i, regions, posed, maps);
  }

  /** Regions that were fitted to the poses since the first change, or the last snapshot. */
  long fits() {
    return posed == null ? 0 : posed.fits();
  }

  // ------------------------------------------------------------------ pieces and snapshots

  /** The settings with the poses and groups of some particles alone, for a piece. */
  ExampleSettings of(int[] particles) {
    ExampleSettings all = targets.settings();
    List<ExamplePose> some = new ArrayList<>();
    for (int k = 0; k < examples; k++) {
      ExamplePose pose = all.poses().get(k);
      float[] p = posed == null ? pick(pose.positions(), particles) : posed.of(particles, k);
      some.add(new ExamplePose(pose.name(), p));
    }
    ExampleSettings piece = all.withPoses(some);
    return targets.groups == null || all.grouping() instanceof Grouping.OneForAll
        ? piece
        : piece.withGrouping(targets.groups.of(particles));
  }

  private static float[] pick(float[] positions, int[] vertices) {
    float[] p = new float[3 * vertices.length];
    for (int i = 0; i < vertices.length; i++) {
      System.arraycopy(positions, 3 * vertices[i], p, 3 * i, 3);
    }
    return p;
  }

  /** All that changes leave behind; what can be summed up again is not in it. */
  public record Saved(
      ExampleRest rest,
      ExampleGroups groups,
      PosedRegions posed,
      PoseOffsets.Kept offsets,
      BendModes.Kept bends,
      boolean begun) {}

  /** The arrays as they are: the next change copies them first. */
  Saved save() {
    owned = false;
    return new Saved(
        targets.rest,
        targets.groups,
        posed,
        targets.offsets == null ? null : targets.offsets.save(),
        targets.bends == null ? null : targets.bends.save(),
        begun);
  }

  /** Goes back to what was saved; the regions are back already. */
  void restore(Saved s) {
    if (s.rest == targets.rest && s.begun == begun) {
      return; // nothing has changed since
    }
    owned = false;
    targets.rest = s.rest;
    targets.groups = s.groups;
    posed = s.posed;
    maps = null;
    changedCount = 0;
    int slots = regions.slotCount();
    if (targets.offsets != null) {
      targets.offsets.restore(s.offsets, slots);
    }
    if (targets.bends != null) {
      targets.bends.restore(s.bends);
    }
    seen = new int[slots];
    stamp = 0;
    int chunks = (slots + CHUNK - 1) / CHUNK;
    stale = new boolean[chunks];
    chunkGroups = new int[chunks][];
    chunkGrams = new double[chunks][];
    tileEnergy = new double[0][];
    begun = false;
    anyStale = false;
    if (targets.groups == null) {
      targets.own.resize(slots);
      targets.prepareOwn();
    }
    if (s.begun) {
      Arrays.fill(stale, true);
      anyStale = true;
      finish();
      return;
    }
    targets.resumeBuilt();
    if (s.offsets != null && !s.offsets.built()) {
      Arrays.fill(stale, true);
      targets.offsets.finish(stale, regions, targets.inverseBeta());
      Arrays.fill(stale, false);
    }
  }
}
