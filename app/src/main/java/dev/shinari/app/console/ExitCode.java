package dev.shinari.app.console;

/** What the process ends with. */
public final class ExitCode {
  private ExitCode() {}

  public static final int DONE = 0;

  /** Something failed while working: a full disk, too little memory, our own mistake. */
  public static final int FAILED = 1;

  /** The input or the call is wrong; nothing was written. */
  public static final int WRONG_INPUT = 2;

  /** Stopped by the user; the files hold what there was by then. */
  public static final int INTERRUPTED = 130;
}
