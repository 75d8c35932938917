package dev.shinari.rig.fit;

/** A fit was stopped by its listener; {@link #checkpoint} lets it go on later. */
public final class FitStoppedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient FitCheckpoint checkpoint;

  FitStoppedException(FitCheckpoint checkpoint) {
    super("the fit was stopped");
    this.checkpoint = checkpoint;
  }

  /** Where to go on, or null where it was stopped before there was anything to keep. */
  public FitCheckpoint checkpoint() {
    return checkpoint;
  }
}
