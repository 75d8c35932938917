package dev.shinari.app;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.StopSignal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs a call of the command line in this process and keeps what it said. */
public final class CallHelper {
  public final int code;
  public final String out;
  public final String err;

  private CallHelper(int code, String out, String err) {
    this.code = code;
    this.out = out;
    this.err = err;
  }

  public static CallHelper call(String... args) {
    return call(new StopSignal(), args);
  }

  public static CallHelper call(StopSignal stop, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false,
            false,
            80);
    int code = Main.run(args, console, stop);
    return new CallHelper(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }
}
