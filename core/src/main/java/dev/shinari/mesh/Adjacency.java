package dev.shinari.mesh;

/**
 * Lists of vertices in one array: list i holds {@code members[starts[i]]} to {@code
 * members[starts[i + 1] - 1]}, ascending.
 */
public record Adjacency(int[] starts, int[] members) {
  /** Number of lists. */
  public int size() {
    return starts.length - 1;
  }

  /** Length of list i. */
  public int count(int i) {
    return starts[i + 1] - starts[i];
  }
}
