package dev.shinari.bench.peer;

import java.nio.file.Path;

/**
 * A library whose soft bodies are timed beside ours. Found by ServiceLoader in a class loader of
 * its own.
 */
public interface SoftBodyPeer {
  /** Short name as it stands in tables: "bullet", "jolt". */
  String name();

  /** Library, version and the settings of its soft body, in one line. */
  String settings();

  /** Whether one soft body may run on more than one thread. */
  boolean usesThreads();

  /**
   * Loads the native library; called once, before anything else.
   *
   * @param directory where a native library may be unpacked to
   */
  void load(Path directory) throws Exception;

  /** A free soft body, alone in its world, without gravity and never asleep. */
  Instance create(Shape shape, float stepSeconds, int threads);

  /**
   * The body to make.
   *
   * @param positions rest positions, 3 a vertex
   * @param velocities first velocities, 3 a vertex
   * @param masses kilograms, one a vertex
   * @param tets 4 vertices a tetrahedron
   * @param edges 2 vertices an edge, every edge of the tetrahedra once
   * @param triangles 3 vertices a triangle of the boundary
   */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Shape(
      float[] positions,
      float[] velocities,
      float[] masses,
      int[] tets,
      int[] edges,
      int[] triangles) {}

  /** A body in its world. */
  interface Instance extends AutoCloseable {
    /** One step, without substeps. */
    void step();

    /** Writes the vertices' positions as x, y, z, x, y, z, ... */
    void copyPositions(float[] xyz);

    @Override
    void close();
  }
}
