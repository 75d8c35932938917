package dev.shinari.app.console;

import sun.misc.Signal;

/**
 * A wish to stop, from Ctrl-C or a test. A run looks at it between frames, ends there and still
 * writes what it has; a second Ctrl-C ends the process at once.
 */
public final class StopSignal {
  private volatile boolean wished;

  /** Listens to Ctrl-C and to a polite kill. */
  public void listen() {
    for (String name : new String[] {"INT", "TERM"}) {
      try {
        Signal.handle(
            new Signal(name),
            s -> {
              if (wished) {
                Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
              }
              wished = true;
            });
      } catch (IllegalArgumentException e) {
        // The JVM was told to leave signals alone (-Xrs): then Ctrl-C ends it as it always does.
        return;
      }
    }
  }

  public void wish() {
    wished = true;
  }

  public boolean isWished() {
    return wished;
  }
}
