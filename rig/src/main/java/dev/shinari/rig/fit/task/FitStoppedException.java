package dev.shinari.rig.fit.task;

/** A fit was stopped by its listener; {@link #checkpoint} lets it go on later. */
public final class FitStoppedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient FitCheckpoint checkpoint;
  private final transient BodyCheckpoint body;

  public FitStoppedException(FitCheckpoint checkpoint) {
    this(checkpoint, null);
  }

  public FitStoppedException(FitCheckpoint checkpoint, BodyCheckpoint body) {
    super("the fit was stopped");
    this.checkpoint = checkpoint;
    this.body = body;
  }

  /** Where to go on with a fit limb by limb, or null where it was another or nothing is done. */
  public BodyCheckpoint body() {
    return body;
  }

  /** Where to go on, or null where it was stopped before there was anything to keep. */
  public FitCheckpoint checkpoint() {
    return checkpoint;
  }
}
