package dev.shinari.world;

/**
 * Which bodies hang together by touching: a forest of numbers, the lowest of an island its root.
 */
final class Islands {
  private int[] parent = {};

  /** Every body on its own. */
  void part(int count) {
    if (parent.length < count) {
      parent = new int[count];
    }
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
  }

  int root(int i) {
    int k = i;
    while (parent[k] != k) {
      parent[k] = parent[parent[k]];
      k = parent[k];
    }
    return k;
  }

  void unite(int i, int j) {
    int a = root(i), b = root(j);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
}
