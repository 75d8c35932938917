package dev.shinari.fracture;

/** The elements of a body (cells, tetrahedra, triangles, links) and which are still joined. */
public interface ElementGraph {
  /** Numbers of elements are below this. */
  int end();

  /** Number of elements. */
  int count();

  /** Whether a number below {@link #end} is that of an element. */
  boolean isElement(int e);

  /** Most elements that one is joined to. */
  int mostJoined();

  /** Writes the elements that e is joined to over facets that are not torn; returns how many. */
  int joined(int e, int[] out);

  /** Whether two elements of a torn facet are still joined around one of its particles. */
  boolean isJoinedNearby(int a, int b);

  /** Writes four numbers by which {@link #noted} finds the element after further changes. */
  void note(int e, int[] to, int at);

  /** The element that a noted one is now, or a part of it; -1 where it is gone. */
  int noted(int[] from, int at);
}
