package dev.shinari.app.command;

import dev.shinari.app.console.Console;
import dev.shinari.app.console.ExitCode;
import dev.shinari.app.console.UserError;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * Hands over to the benchmarks, which are a module of their own that nobody else needs: the
 * launcher puts it on the class path for this command.
 */
@Command(
    name = "bench",
    description = "Time the engine against a plain twin and other libraries, in one run.",
    customSynopsis =
        "shinari bench [SUITE]... [--json FILE] [--quick] [--threads N,N] [--only TEXT]",
    footerHeading = "%nExamples:%n",
    footer = {
      "  shinari bench                        all suites",
      "  shinari bench engine --quick         within a minute",
      "  shinari bench engine --json rows.json"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String ENTRY = "dev.shinari.bench.BenchMain";

  private final Console console;

  @Unmatched private List<String> words = new ArrayList<>();

  public BenchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    Class<?> entry;
    try {
      entry = Class.forName(ENTRY);
    } catch (ClassNotFoundException e) {
      throw new UserError(
          "the benchmarks are not part of this class path; start them from the source folder:"
              + " ./shinari bench");
    }
    try {
      int code =
          (Integer)
              entry
                  .getMethod("run", String[].class, PrintStream.class, PrintStream.class)
                  .invoke(null, words.toArray(new String[0]), console.out(), console.err());
      if (code == ExitCode.DONE) {
        if (!words.contains("--json")) {
          console.next(
              ("shinari bench " + String.join(" ", words)).strip() + " --json rows.json",
              "the same rows as a file");
        }
      }
      return code;
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw e;
    }
  }
}
