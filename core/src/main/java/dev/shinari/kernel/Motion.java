package dev.shinari.kernel;

/**
 * Places of the numbers that {@link Kernels#move} reads: one float array instead of twenty
 * arguments.
 */
public final class Motion {
  /** Step h in seconds. */
  public static final int STEP = 0;

  /** alpha / h: velocity a meter of distance to the goal. */
  public static final int PULL = 1;

  /** Share of the deforming velocity that is kept, minus one. */
  public static final int KEEP_MINUS_ONE = 2;

  /** Mean of d, taken away so that the pull changes no momentum (3). */
  public static final int MEAN = 3;

  /** Velocity that every free particle gains: h times the uniform acceleration (3). */
  public static final int KICK = 6;

  /** Angular velocity of the rigid part of the motion (3). */
  public static final int SPIN = 9;

  /** Velocity of the rigid part at the body's origin (3). */
  public static final int DRIFT = 12;

  /** How many seconds ahead of the particles the pull looks. */
  public static final int LEAD = 15;

  /** Length of the array. */
  public static final int LENGTH = 16;

  private Motion() {}
}
