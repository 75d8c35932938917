package dev.shinari.example;

/** How weights below zero are removed from the projection onto the examples. */
public enum Projection {
  /**
   * The paper's rule [Koyama13, sec. 4.3]: the most negative weight becomes zero and the others
   * bear what it lacked, until none is negative. A weight that has become zero stays zero; without
   * that the text's loop need not end.
   */
  PAPER,

  /** The nearest point of the convex hull of the examples. */
  EXACT
}
