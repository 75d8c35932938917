package dev.shinari.body.region;

/**
 * What regions are pulled to: T = R S~ of each region, from its moments. The seam at which every
 * material lives: {@code RestTargets} (S~ = 1), {@code ShapedTargets} (effects), {@code
 * ExampleTargets} (poses).
 *
 * <p>{@code FitStage} calls it tile by tile. Targets that depend on the body as a whole take two
 * passes, with {@link #project} between them.
 */
public abstract class Targets {
  /** Before the tiles of a fit. */
  public abstract void begin(StepContext step);

  /** Where the moments of a tile go. */
  public float[] room(FitTile tile) {
    return tile.room();
  }

  /**
   * First pass over a tile, whose moments are there.
   *
   * @return whether its targets are final, to be stored
   */
  public abstract boolean fit(FitTile tile);

  /**
   * Between the passes.
   *
   * @return whether the first pass has to run once more
   */
  public boolean project() {
    return false;
  }

  /** Whether there is a second pass. */
  public boolean deforms() {
    return false;
  }

  /** Second pass over a tile; its moments are still where {@link #room} said. */
  public void deform(FitTile tile) {}

  /** What the tiles' elastic sums have too much, taken off once. */
  public double sharedSum() {
    return 0;
  }

  /** Whether the targets of the fit at hand are rotations alone. */
  public boolean isPlain() {
    return false;
  }

  /** Whether S~ differs from region to region. */
  protected boolean isOwn() {
    return false;
  }

  /** Where it does not: S~ - 1 of all regions as the kernels write strains, or null for zero. */
  protected float[] stretch() {
    return null;
  }

  /** What poses of sheets add to the goals, or null. */
  protected GoalTerm bends() {
    return null;
  }

  /** What poses of solid bodies add to the goals, or null. */
  protected GoalTerm offsets() {
    return null;
  }

  // ------------------------------------------------------------------ regions that change

  /** Region r came in at the end; it starts like another one, or -1. */
  protected void added(int r, int like) {}

  /** Region r is gone and the last one has taken its number. */
  protected void removed(int r, int last) {}

  /** Region r has other members, or other weights. */
  protected void prepared(int r) {}

  /** A batch of changes ends. */
  protected void finish() {}
}
