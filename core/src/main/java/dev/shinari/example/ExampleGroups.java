package dev.shinari.example;

import dev.shinari.body.region.RegionLists;
import dev.shinari.body.region.Regions;
import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * Which regions share a set of weights [Koyama13, sec. 4.4], and how weights pass from one group to
 * the next. The paper's groups meet in a line where weights jump. Here each group still projects
 * its own regions alone, but a region near the border takes a mean of the groups' weights: shares
 * that are one inside of a group are averaged over overlapping regions, {@code border} times.
 */
public final class ExampleGroups {
  private static final int TILE = Kernels.TILE;

  private final List<String> names;
  private final int[] sizes;
  private int[] ofSlot; // -1: no region
  private int[][] inTile; // groups whose regions are in a tile
  private int[][] near; // groups that have a share in a tile
  private float[][][] shares; // per tile and near group: a share per column
  private final float[] one; // share per group, of the slot at hand

  private ExampleGroups(List<String> names, int[] groupOfRegion, float[][] share, Tiles tiles) {
    this.names = names;
    int count = names.size(), n = tiles.from.length;
    one = new float[count];
    sizes = new int[count];
    ofSlot = new int[tiles.slots];
    Arrays.fill(ofSlot, -1);
    for (int r = 0; r < groupOfRegion.length; r++) {
      ofSlot[tiles.slotOf[r]] = groupOfRegion[r];
      sizes[groupOfRegion[r]]++;
    }
    float[][] bySlot = new float[count][tiles.slots];
    for (int g = 0; g < count; g++) {
      for (int r = 0; r < groupOfRegion.length; r++) {
        bySlot[g][tiles.slotOf[r]] = share[g][r];
      }
    }
    inTile = new int[n][];
    near = new int[n][];
    shares = new float[n][][];
    for (int t = 0; t < n; t++) {
      int from = tiles.from[t], to = from + tiles.count[t];
      near[t] = new int[count];
      shares[t] = new float[count][];
      for (int g = 0; g < count; g++) {
        near[t][g] = g;
        shares[t][g] = Arrays.copyOfRange(bySlot[g], from, to);
      }
      retile(t, from, to);
    }
  }

  private ExampleGroups(ExampleGroups other) {
    names = other.names;
    one = new float[other.one.length];
    sizes = other.sizes.clone();
    ofSlot = other.ofSlot.clone();
    inTile = other.inTile.clone();
    near = other.near.clone();
    shares = new float[near.length][][];
    for (int t = 0; t < near.length; t++) {
      shares[t] = new float[near[t].length][];
      for (int a = 0; a < near[t].length; a++) {
        shares[t][a] = Arrays.copyOf(other.shares[t][a], TILE);
      }
    }
  }

  /** Groups that may change: tiles are those of lists, with room for {@link Kernels#TILE} slots. */
  ExampleGroups copy() {
    return new ExampleGroups(this);
  }

  /**
   * The regions of a body as groups see them.
   *
   * @param from first slot of each tile
   * @param count slots of each tile
   * @param slots all slots
   * @param slotOf slot of each region
   */
  public record Tiles(int[] from, int[] count, int slots, int[] slotOf) {
    public static Tiles of(Regions regions) {
      int n = regions.tileCount();
      int[] from = new int[n], count = new int[n], slotOf = new int[regions.regionCount()];
      for (int t = 0; t < n; t++) {
        from[t] = regions.tileFrom(t);
        count[t] = regions.tileSlots(t);
      }
      for (int r = 0; r < slotOf.length; r++) {
        slotOf[r] = regions.slot(r);
      }
      return new Tiles(from, count, regions.slotCount(), slotOf);
    }
  }

  /**
   * Groups of a body, or null for one per region.
   *
   * @param lists vertices of each region
   * @param position 3 floats per vertex
   */
  public static ExampleGroups of(
      Grouping grouping, int border, RegionLists lists, Tiles tiles, float[] position) {
    int regions = lists.count(), vertices = position.length / 3;
    if (grouping instanceof Grouping.EachRegion) {
      return null;
    }
    if (grouping instanceof Grouping.Assigned a) {
      Check.that(
          a.groups().length == regions,
          "groups of another body are assigned to "
              + a.groups().length
              + " regions, this one has "
              + regions);
      float[][] share = new float[a.names().size()][regions];
      for (int r = 0; r < regions; r++) {
        for (int g = 0; g < share.length; g++) {
          share[g][r] = a.shares()[r * share.length + g];
        }
      }
      return new ExampleGroups(a.names(), a.groups(), share, tiles);
    }
    List<String> names = new ArrayList<>();
    int[] ofVertex = ofVertices(grouping, lists, position, names);
    int[] ofRegion = new int[regions];
    for (int r = 0; r < regions; r++) {
      ofRegion[r] = regions == vertices ? ofVertex[r] : most(lists, r, ofVertex, names.size());
    }
    boolean[] found = new boolean[names.size()];
    for (int g : ofRegion) {
      found[g] = true;
    }
    for (int g = 0; g < found.length; g++) {
      Check.that(
          found[g], "group " + names.get(g) + " holds no region of the body; enlarge or remove it");
    }
    float[][] share = smooth(ofRegion, names.size(), border, lists, vertices);
    return new ExampleGroups(names, ofRegion, share, tiles);
  }

  /** The group of each vertex; adds the names of groups. */
  private static int[] ofVertices(
      Grouping grouping, RegionLists lists, float[] position, List<String> names) {
    int vertices = position.length / 3;
    int[] ofVertex = new int[vertices];
    if (grouping instanceof Grouping.OneForAll) {
      names.add("all");
    } else if (grouping instanceof Grouping.Plane p) {
      names.add("front");
      names.add("back");
      for (int i = 0; i < vertices; i++) {
        double d =
            ((double) position[3 * i] - p.x()) * p.nx()
                + ((double) position[3 * i + 1] - p.y()) * p.ny()
                + ((double) position[3 * i + 2] - p.z()) * p.nz();
        ofVertex[i] = d >= 0 ? 0 : 1;
      }
    } else {
      boolean handles = grouping instanceof Grouping.Handles;
      List<Grouping.VertexSet> sets =
          handles ? ((Grouping.Handles) grouping).handles() : ((Grouping.Sets) grouping).sets();
      Arrays.fill(ofVertex, -1);
      for (int g = 0; g < sets.size(); g++) {
        String name = sets.get(g).name();
        names.add(name);
        for (int i : sets.get(g).vertices()) {
          Check.that(
              i >= 0 && i < vertices,
              "group " + name + " names vertex " + i + ", the cage has " + vertices);
          ofVertex[i] = ofVertex[i] < 0 ? g : ofVertex[i];
        }
      }
      if (handles) {
        spreadAlong(lists, position, ofVertex);
      }
      boolean rest = false;
      for (int i = 0; i < vertices; i++) {
        rest |= ofVertex[i] < 0;
        ofVertex[i] = ofVertex[i] < 0 ? sets.size() : ofVertex[i];
      }
      if (rest) {
        Check.that(
            !names.contains(Grouping.REST),
            "a group is named rest, but vertices in no group form one of that name; rename it, or"
                + " put all vertices into groups");
        names.add(Grouping.REST);
      }
    }
    return ofVertex;
  }

  private static int most(RegionLists lists, int r, int[] ofVertex, int groups) {
    int[] votes = new int[groups];
    int best = 0;
    for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
      votes[ofVertex[lists.members()[e]]]++;
    }
    for (int g = 1; g < groups; g++) {
      best = votes[g] > votes[best] ? g : best;
    }
    return best;
  }

  /** Gives every vertex to the set that is nearest along regions; ties go to the first set. */
  private static void spreadAlong(RegionLists lists, float[] p, int[] ofVertex) {
    record Reached(double way, int vertex, int group) {}
    RegionLists ofParticle = lists.transposed(ofVertex.length);
    double[] best = new double[ofVertex.length];
    Arrays.fill(best, Double.POSITIVE_INFINITY);
    PriorityQueue<Reached> queue =
        new PriorityQueue<>(
            (a, b) -> {
              int c = Double.compare(a.way, b.way);
              c = c != 0 ? c : Integer.compare(a.group, b.group);
              return c != 0 ? c : Integer.compare(a.vertex, b.vertex);
            });
    for (int i = 0; i < ofVertex.length; i++) {
      if (ofVertex[i] >= 0) {
        best[i] = 0;
        queue.add(new Reached(0, i, ofVertex[i]));
      }
    }
    boolean[] done = new boolean[ofVertex.length];
    while (!queue.isEmpty()) {
      Reached at = queue.poll();
      if (done[at.vertex]) {
        continue;
      }
      done[at.vertex] = true;
      ofVertex[at.vertex] = at.group;
      for (int e = ofParticle.starts()[at.vertex]; e < ofParticle.starts()[at.vertex + 1]; e++) {
        int r = ofParticle.members()[e];
        for (int f = lists.starts()[r]; f < lists.starts()[r + 1]; f++) {
          int i = lists.members()[f];
          double x = p[3 * i] - p[3 * at.vertex], y = p[3 * i + 1] - p[3 * at.vertex + 1];
          double z = p[3 * i + 2] - p[3 * at.vertex + 2];
          double way = at.way + Math.sqrt(x * x + y * y + z * z);
          if (!done[i] && way < best[i]) {
            best[i] = way;
            queue.add(new Reached(way, i, at.group));
          }
        }
      }
    }
  }

  private static float[][] smooth(
      int[] ofRegion, int groups, int border, RegionLists lists, int vertices) {
    float[][] shares = new float[groups][ofRegion.length];
    for (int r = 0; r < ofRegion.length; r++) {
      shares[ofRegion[r]][r] = 1;
    }
    if (groups == 1) {
      return shares;
    }
    int[] count = new int[vertices];
    float[] ofVertex = new float[vertices];
    for (int i : lists.members()) {
      count[i]++;
    }
    for (int pass = 0; pass < border; pass++) {
      for (float[] share : shares) {
        Arrays.fill(ofVertex, 0);
        for (int r = 0; r < share.length; r++) {
          for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
            int i = lists.members()[e];
            ofVertex[i] += share[r] / count[i];
          }
        }
        for (int r = 0; r < share.length; r++) {
          float sum = 0;
          for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
            sum += ofVertex[lists.members()[e]];
          }
          share[r] = sum / (lists.starts()[r + 1] - lists.starts()[r]);
        }
      }
    }
    return shares;
  }

  // ------------------------------------------------------------------ regions that change

  void resize(int slots) {
    int had = ofSlot.length, hadTiles = near.length, n = (slots + TILE - 1) / TILE;
    ofSlot = Arrays.copyOf(ofSlot, slots);
    Arrays.fill(ofSlot, Math.min(had, slots), slots, -1);
    inTile = Arrays.copyOf(inTile, n);
    near = Arrays.copyOf(near, n);
    shares = Arrays.copyOf(shares, n);
    for (int t = hadTiles; t < n; t++) {
      inTile[t] = new int[0];
      near[t] = new int[0];
      shares[t] = new float[0][];
    }
  }

  /** The region in a slot belongs where another one does; -1: nowhere. */
  void put(int slot, int like) {
    Arrays.fill(one, 0);
    if (like >= 0) {
      addShares(like, 1);
    }
    put(slot, like < 0 ? -1 : ofSlot[like], one);
  }

  /** The region in a slot belongs where most of others do, with the mean of their shares. */
  void blend(int slot, int[] parents, int n) {
    Arrays.fill(one, 0);
    int[] votes = new int[one.length];
    for (int k = 0; k < n; k++) {
      addShares(parents[k], 1f / n);
      votes[ofSlot[parents[k]]]++;
    }
    int best = 0;
    for (int g = 1; g < votes.length; g++) {
      boolean more = votes[g] > votes[best] || votes[g] == votes[best] && one[g] > one[best];
      best = more ? g : best;
    }
    put(slot, best, one);
  }

  private void addShares(int slot, float factor) {
    int t = slot / TILE;
    for (int a = 0; a < near[t].length; a++) {
      one[near[t][a]] += factor * shares[t][a][slot % TILE];
    }
  }

  private void put(int slot, int group, float[] share) {
    if (ofSlot[slot] >= 0) {
      sizes[ofSlot[slot]]--;
    }
    ofSlot[slot] = group;
    if (group >= 0) {
      sizes[group]++;
    }
    int t = slot / TILE;
    for (int g = 0; g < share.length; g++) {
      int a = 0;
      while (a < near[t].length && near[t][a] != g) {
        a++;
      }
      if (a == near[t].length && share[g] > 0) {
        near[t] = Arrays.copyOf(near[t], a + 1);
        shares[t] = Arrays.copyOf(shares[t], a + 1);
        near[t][a] = g;
        shares[t][a] = new float[TILE];
      }
      if (a < near[t].length) {
        shares[t][a][slot % TILE] = share[g];
      }
    }
  }

  /** Finds which groups are in a tile of slots [from, to). */
  void retile(int t, int from, int to) {
    boolean[] member = new boolean[names.size()];
    for (int j = from; j < to; j++) {
      if (ofSlot[j] >= 0) {
        member[ofSlot[j]] = true;
      }
    }
    inTile[t] = IntStream.range(0, member.length).filter(g -> member[g]).toArray();
    int[] had = near[t];
    float[][] rows = shares[t];
    int[] left =
        IntStream.range(0, had.length)
            .filter(a -> anyAbove(rows[a]))
            .boxed()
            .sorted((a, b) -> Integer.compare(had[a], had[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    near[t] = Arrays.stream(left).map(a -> had[a]).toArray();
    shares[t] = Arrays.stream(left).mapToObj(a -> rows[a]).toArray(float[][]::new);
  }

  private static boolean anyAbove(float[] values) {
    for (float v : values) {
      if (v > 0) {
        return true;
      }
    }
    return false;
  }

  /** Groups and shares of some regions, under the same names: for a piece that comes off. */
  Grouping.Assigned of(int[] slots) {
    int[] groups = new int[slots.length];
    float[] all = new float[slots.length * one.length];
    for (int i = 0; i < slots.length; i++) {
      groups[i] = ofSlot[slots[i]];
      int t = slots[i] / TILE;
      for (int a = 0; a < near[t].length; a++) {
        all[i * one.length + near[t][a]] = shares[t][a][slots[i] % TILE];
      }
    }
    return new Grouping.Assigned(names, groups, all);
  }

  // ------------------------------------------------------------------ for those who look

  int count() {
    return names.size();
  }

  List<String> names() {
    return names;
  }

  /** Regions of a group. */
  public int size(int g) {
    return sizes[g];
  }

  /** The group of each slot's region, -1 where there is none. */
  public int[] ofSlot() {
    return ofSlot;
  }

  int[] inTile(int t) {
    return inTile[t];
  }

  /** Whether one group's weights serve the whole tile. */
  boolean isHard(int t) {
    return near[t].length == 1;
  }

  /** The one group of a tile of which {@link #isHard} is true. */
  int onlyGroup(int t) {
    return near[t][0];
  }

  /** Weights of a chunk of tile t, rows of CHUNK floats. */
  void spreadWeights(int t, double[][] weights, ExampleChunk c) {
    int examples = c.used.length;
    for (int k = 0; k < examples; k++) {
      int row = k * ExampleKernels.CHUNK;
      Arrays.fill(c.weights, row, row + c.count, 0);
      for (int a = 0; a < near[t].length; a++) {
        float w = (float) weights[near[t][a]][k + 1];
        float[] share = shares[t][a];
        for (int j = 0; j < c.count; j++) {
          c.weights[row + j] += w * share[c.column + j];
        }
      }
    }
  }
}
