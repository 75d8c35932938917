package dev.shinari.rig.fit.pass;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds sums up in an order that depends on their numbers alone. Sum 0 and 1 become node 0 of the
 * level above, 2 and 3 its node 1, and so on; a node without a right neighbor rises as it is. Who
 * brings which sum, and when, changes nothing: threads and machines give the same bits.
 *
 * <pre>
 *   level 2            0
 *   level 1      0           1
 *   level 0   0     1     2     3     4 ...
 * </pre>
 *
 * A machine that has sums 3 to 6 passes on nodes (0, 3), (1, 2) and (0, 6), and no more.
 *
 * @param <S> the sums
 */
public final class SumTree<S extends Serializable> {
  /**
   * The sum of leaves [index 2^level, (index + 1) 2^level).
   *
   * @param <S> the sums
   */
  public record Node<S extends Serializable>(int level, int index, S sums) implements Serializable {
    long first() {
      return (long) index << level;
    }
  }

  private final BlockPass<S> pass;
  private final Map<Long, Node<S>> waiting = new HashMap<>();

  public SumTree(BlockPass<S> pass) {
    this.pass = pass;
  }

  /** Takes a node in; for any thread. What can be added up is, in the caller's thread. */
  public void add(Node<S> node) {
    Node<S> mine = node;
    while (true) {
      Node<S> other;
      synchronized (this) {
        other = waiting.remove(key(mine.level, mine.index ^ 1));
        if (other == null) {
          waiting.put(key(mine.level, mine.index), mine);
          return;
        }
      }
      Node<S> left = mine.index < other.index ? mine : other;
      Node<S> right = left == mine ? other : mine;
      pass.merge(left.sums, right.sums);
      mine = new Node<>(left.level + 1, left.index / 2, left.sums);
    }
  }

  private static long key(int level, int index) {
    return (long) level << 32 | index;
  }

  /** What has no neighbor yet, from left to right. */
  public synchronized List<Node<S>> nodes() {
    List<Node<S>> list = new ArrayList<>(waiting.values());
    list.sort(Comparator.comparingLong(Node::first));
    return list;
  }

  /** The whole, once every leaf is in; the sums of nothing where there was none. */
  public S total() {
    List<Node<S>> list = nodes();
    if (list.isEmpty()) {
      return pass.zero();
    }
    // Nodes that have no right neighbor rise until they meet the one on their left.
    S sum = list.get(list.size() - 1).sums;
    for (int k = list.size() - 2; k >= 0; k--) {
      pass.merge(list.get(k).sums, sum);
      sum = list.get(k).sums;
    }
    return sum;
  }
}
