package dev.shinari.world.step;

/**
 * Which bodies hang together by touching: a forest of numbers, the lowest of an island its root.
 */
public final class Islands {
  private int[] parent = {};

  /** Every body on its own. */
  public void part(int count) {
    if (parent.length < count) {
      parent = new int[count];
    }
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
  }

  public int root(int i) {
    int k = i;
    while (parent[k] != k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  }

  public void unite(int i, int j) {
    int a = root(i), b = root(j);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
}
