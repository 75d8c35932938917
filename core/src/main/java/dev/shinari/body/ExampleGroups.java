package dev.shinari.body;

import dev.shinari.example.Grouping;
import dev.shinari.kernel.ExampleKernels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Which regions share a set of weights [Koyama13, sec. 4.4], and how weights pass from one group to
 * the next. The paper's groups meet in a line where weights jump. Here each group still projects
 * its own regions alone, but a region near the border takes a mean of the groups' weights: shares
 * that are one inside of a group are averaged over overlapping regions, {@code border} times.
 */
final class ExampleGroups {
  private final List<String> names;
  private final int[] ofRegion; // a slot; -1: no region
  private final int[] sizes;
  private final int[][] inTile; // groups whose regions are in a tile
  private final int[][] near; // groups that have a share in a tile
  private final float[][][] shares; // a tile, one of its near groups: a share a column
  private final boolean[] hard;

  private ExampleGroups(
      List<String> names, int[] groupOfRegion, float[][] share, int[] slots, Tiles tiles) {
    this.names = names;
    int count = names.size();
    ofRegion = new int[tiles.slots];
    Arrays.fill(ofRegion, -1);
    sizes = new int[count];
    for (int r = 0; r < groupOfRegion.length; r++) {
      ofRegion[slots[r]] = groupOfRegion[r];
      sizes[groupOfRegion[r]]++;
    }
    int n = tiles.from.length;
    float[][] bySlot = new float[count][tiles.slots];
    for (int g = 0; g < count; g++) {
      for (int r = 0; r < groupOfRegion.length; r++) {
        bySlot[g][slots[r]] = share[g][r];
      }
    }
    inTile = new int[n][];
    near = new int[n][];
    shares = new float[n][][];
    hard = new boolean[n];
    for (int t = 0; t < n; t++) {
      List<Integer> in = new ArrayList<>(), close = new ArrayList<>();
      for (int g = 0; g < count; g++) {
        boolean member = false, some = false;
        for (int j = tiles.from[t]; j < tiles.from[t] + tiles.count[t]; j++) {
          member |= ofRegion[j] == g;
          some |= bySlot[g][j] > 0;
        }
        if (member) {
          in.add(g);
        }
        if (some) {
          close.add(g);
        }
      }
      inTile[t] = in.stream().mapToInt(Integer::intValue).toArray();
      near[t] = close.stream().mapToInt(Integer::intValue).toArray();
      hard[t] = near[t].length == 1;
      shares[t] = new float[near[t].length][];
      for (int a = 0; a < near[t].length; a++) {
        shares[t][a] =
            Arrays.copyOfRange(bySlot[near[t][a]], tiles.from[t], tiles.from[t] + tiles.count[t]);
      }
    }
  }

  /** The tiles of an operator: first slot and number of slots of each. */
  record Tiles(int[] from, int[] count, int slots) {}

  /**
   * Groups of a body, or null for one a region.
   *
   * @param lists vertices of each region
   * @param slots place of each region in the operator's arrays
   * @param position 3 floats a vertex
   */
  static ExampleGroups of(
      Grouping grouping,
      int border,
      RegionLists lists,
      int[] slots,
      Tiles tiles,
      float[] position) {
    int regions = lists.count(), vertices = position.length / 3;
    List<String> names = new ArrayList<>();
    int[] ofVertex = new int[vertices];
    if (grouping instanceof Grouping.EachRegion) {
      return null;
    } else if (grouping instanceof Grouping.OneForAll) {
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
        names.add(sets.get(g).name());
        for (int i : sets.get(g).vertices()) {
          if (i < 0 || i >= vertices) {
            throw new IllegalArgumentException(
                "group "
                    + sets.get(g).name()
                    + " names vertex "
                    + i
                    + ", the cage has "
                    + vertices);
          }
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
        names.add("rest");
      }
    }
    int[] ofRegion = new int[regions];
    for (int r = 0; r < regions; r++) {
      ofRegion[r] = regions == vertices ? ofVertex[r] : most(lists, r, ofVertex, names.size());
    }
    boolean[] found = new boolean[names.size()];
    for (int g : ofRegion) {
      found[g] = true;
    }
    for (int g = 0; g < found.length; g++) {
      if (!found[g]) {
        throw new IllegalArgumentException(
            "group " + names.get(g) + " holds no region of the body; enlarge or remove it");
      }
    }
    return new ExampleGroups(
        names, ofRegion, smooth(ofRegion, names.size(), border, lists, vertices), slots, tiles);
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

  int count() {
    return names.size();
  }

  String name(int g) {
    return names.get(g);
  }

  int size(int g) {
    return sizes[g];
  }

  int[] ofRegion() {
    return ofRegion;
  }

  int[] inTile(int t) {
    return inTile[t];
  }

  /** Whether one group's weights serve the whole tile. */
  boolean isHard(int t) {
    return hard[t];
  }

  /** The one group of a tile of which {@link #isHard} is true. */
  int onlyGroup(int t) {
    return near[t][0];
  }

  /** Weights of columns [first, first + count) of a tile, rows of CHUNK floats. */
  void spreadWeights(int t, double[][] weights, int examples, int first, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      int row = k * ExampleKernels.CHUNK;
      Arrays.fill(out, row, row + count, 0);
      for (int a = 0; a < near[t].length; a++) {
        float w = (float) weights[near[t][a]][k + 1];
        float[] share = shares[t][a];
        for (int j = 0; j < count; j++) {
          out[row + j] += w * share[first + j];
        }
      }
    }
  }
}
