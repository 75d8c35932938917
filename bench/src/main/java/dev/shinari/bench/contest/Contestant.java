package dev.shinari.bench.contest;

/** A body of one system, ready to be stepped. */
public interface Contestant extends AutoCloseable {
  /** As in the table: "shinari", "reference", "bullet". */
  String system();

  int threads();

  int particleCount();

  /** Called before every {@link #steps}, not timed: a place to start the motion again. */
  void prepare();

  /** Steps n times; everything in here is timed. */
  void steps(int n);

  /** Writes positions as x, y, z, x, y, z, ... */
  void copyPositions(float[] xyz);

  /** Whether its steps run in Java alone, so that what they allocate can be counted. */
  boolean countsAllocation();

  @Override
  void close();
}
