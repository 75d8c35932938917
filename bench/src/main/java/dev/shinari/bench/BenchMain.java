package dev.shinari.bench;

import dev.shinari.bench.contest.ShinariContestant;
import dev.shinari.bench.measure.BenchOptions;
import dev.shinari.bench.measure.Report;
import dev.shinari.bench.measure.Suite;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command {@code bench}: runs suites, prints their tables and targets, writes JSON. */
public final class BenchMain {
  private static final List<Suite> SUITES =
      List.of(
          new EngineSuite(),
          new ExamplesSuite(),
          new FractureSuite(),
          new ArticulatedSuite(),
          new CartoonSuite(),
          new WorldsSuite(),
          new RigSuite(),
          new SparkSuite());

  private BenchMain() {}

  /** Exits with the code of {@link #run}. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  /**
   * Runs what the arguments ask for.
   *
   * @return 0 done, 1 failed while working, 2 the call is wrong. A missed target is a result, not a
   *     failure.
   */
  public static int run(String[] args, PrintStream out, PrintStream err) {
    if (args.length > 0 && args[0].equals("jmh")) {
      return runJmh(Arrays.copyOfRange(args, 1, args.length), err);
    }
    List<String> asked = Arrays.asList(args);
    if (asked.contains("--help") || asked.contains("-h")) {
      out.print(BenchOptions.USAGE);
      for (Suite suite : SUITES) {
        out.println("suite " + suite.name() + ": " + suite.summary());
      }
      return 0;
    }
    BenchOptions options;
    List<Suite> suites = new ArrayList<>();
    try {
      options = BenchOptions.parse(args);
      for (String name : options.suites()) {
        suites.add(find(name));
      }
    } catch (IllegalArgumentException e) {
      err.println("bench: " + e.getMessage());
      err.print(BenchOptions.USAGE);
      return 2;
    }
    Report report = new Report(out, err, ShinariContestant.isVector());
    for (Suite suite : suites.isEmpty() ? SUITES : suites) {
      suite.run(options, report);
    }
    report.printTargets();
    if (options.json() != null) {
      try {
        report.writeJson(options.json());
        err.println("rows written to " + options.json());
      } catch (IOException e) {
        err.println("bench: cannot write " + options.json() + ": " + e.getMessage());
        return 1;
      }
    }
    return 0;
  }

  private static Suite find(String name) {
    List<String> names = new ArrayList<>();
    for (Suite suite : SUITES) {
      if (suite.name().equals(name)) {
        return suite;
      }
      names.add(suite.name());
    }
    throw new IllegalArgumentException(
        "unknown suite \"" + name + "\"; there is " + String.join(", ", names));
  }

  private static int runJmh(String[] args, PrintStream err) {
    try {
      org.openjdk.jmh.Main.main(args);
      return 0;
    } catch (IOException e) {
      err.println("bench: " + e.getMessage());
      return 1;
    }
  }
}
