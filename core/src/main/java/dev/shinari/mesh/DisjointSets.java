package dev.shinari.mesh;

/** Union-find whose representative is the lowest member, so that results do not depend on order. */
final class DisjointSets {
  private final int[] parent;

  DisjointSets(int count) {
    parent = new int[count];
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
  }

  int find(int i) {
    while (parent[i] != i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  void join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a < b) {
      parent[b] = a;
    } else {
      parent[a] = b;
    }
  }
}
