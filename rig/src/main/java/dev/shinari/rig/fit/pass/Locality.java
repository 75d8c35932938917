package dev.shinari.rig.fit.pass;

import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Which joints may move a vertex. The artist's weights say to which joints a vertex belongs; what
 * may move it are these joints and those up to two steps above or below them along the chain, never
 * another limb. Without given weights every joint may move every vertex.
 *
 * <pre>
 *            spine - chest - neck          a vertex of the thigh follows
 *           /                              root, hip, thigh, shin, foot
 *   root - hip - thigh - shin - foot       and neither spine nor tail
 *           \
 *            tail
 * </pre>
 */
public final class Locality {
  /** Steps along the chain. */
  static final int REACH = 2;

  /** A weight so small says nothing. */
  private static final double FAINT = 0.02;

  private final RigSkeleton skeleton;
  private final int joints;
  private final boolean[] local; // joints a vertex; null: all of them

  /** The given weights, dense; null where there were none. */
  public final double[] own;

  public Locality(FitProblem problem, SkinWeights start) {
    skeleton = problem.skeleton;
    joints = problem.joints;
    own = start == null ? null : start.dense(joints);
    local = start == null ? null : new boolean[problem.vertices * joints];
    for (int j = 0; local != null && j < problem.vertices; j++) {
      boolean any = false;
      for (int e = 0; e < joints; e++) {
        if (own[j * joints + e] > FAINT) {
          any = true;
          for (int d = 0; d < joints; d++) {
            local[j * joints + d] |= steps(d, e) <= REACH;
          }
        }
      }
      if (!any) { // the artist forgot it: nothing is known
        Arrays.fill(local, j * joints, (j + 1) * joints, true);
      }
    }
  }

  /** Whether a joint may move a vertex. */
  public boolean allows(int vertex, int joint) {
    return local == null || local[vertex * joints + joint];
  }

  /** Whether all of some joints may move a vertex. */
  public boolean allows(int vertex, int[] some) {
    for (int d : some) {
      if (!allows(vertex, d)) {
        return false;
      }
    }
    return true;
  }

  /** Steps from a joint to one above or below it; very many where they are on different limbs. */
  int steps(int a, int b) {
    int up = 0;
    for (int d = a; d >= 0; d = skeleton.parent(d)) {
      if (d == b) {
        return up;
      }
      up++;
    }
    int down = 0;
    for (int d = b; d >= 0; d = skeleton.parent(d)) {
      if (d == a) {
        return down;
      }
      down++;
    }
    return Integer.MAX_VALUE;
  }

  /** Joints within some steps of any of the given ones, ascending. */
  int[] near(int[] some, int steps) {
    TreeSet<Integer> out = new TreeSet<>();
    for (int d = 0; d < joints; d++) {
      for (int e : some) {
        if (steps(d, e) <= steps) {
          out.add(d);
        }
      }
    }
    return out.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Sets of joints that may drive a helper, from few to many: each of its joints alone, with its
   * parent, with one of its children, with both, and all that are near.
   */
  public List<int[]> driverSets(int[] own) {
    List<int[]> out = new ArrayList<>();
    for (int e : own) {
      add(out, e);
      int parent = skeleton.parent(e);
      if (parent >= 0) {
        add(out, parent, e);
      }
      for (int c = e + 1; c < joints; c++) {
        if (skeleton.parent(c) == e) {
          add(out, e, c);
          if (parent >= 0) {
            add(out, parent, e, c);
          }
        }
      }
    }
    add(out, near(own, 1));
    add(out, near(own, REACH));
    return out;
  }

  private static void add(List<int[]> sets, int... set) {
    int[] sorted = set.clone();
    Arrays.sort(sorted);
    for (int[] s : sets) {
      if (Arrays.equals(s, sorted)) {
        return;
      }
    }
    sets.add(sorted);
  }
}
