package dev.shinari.mesh;

/** Union-find whose representative is the lowest member, so that results do not depend on order. */
public final class DisjointSets {
  private final int[] parent;

  public DisjointSets(int count) {
    parent = new int[count];
    for (int i = 0; i < count; i++) {
      parent[i] = i;
    }
  }

  public int find(int i) {
    while (parent[i] != i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  public void join(int a, int b) {
    a = find(a);
    b = find(b);
    if (a < b) {
      parent[b] = a;
    } else {
      parent[a] = b;
    }
  }
}
