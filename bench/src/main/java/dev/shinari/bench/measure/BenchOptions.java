package dev.shinari.bench.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the command line asks for.
 *
 * @param suites names of suites, all where empty
 * @param json file for the rows, or null
 * @param quick fewer and shorter rounds, the slowest rows left out
 * @param threads numbers of threads to measure with
 * @param peers whether other libraries are measured too
 * @param only a case is run where its name contains this
 */
public record BenchOptions(
    List<String> suites,
    Path json,
    boolean quick,
    List<Integer> threads,
    boolean peers,
    String only) {
  public static final String USAGE =
      """
      bench [SUITE]... [--json FILE] [--quick] [--threads N,N,...] [--no-peers] [--only TEXT]
        --json FILE     also write the rows as JSON
        --quick         shorter rounds; the whole run ends within a minute
        --threads N,N   numbers of threads to measure with (1 and all processors)
        --no-peers      leave other libraries out
        --only TEXT     only cases whose name contains TEXT, for example tet-2025
      bench jmh [JMH OPTIONS]
        the same step under JMH, for example: bench jmh StepBenchmark -prof gc
      """;

  /** Throws IllegalArgumentException with a line for the user where the call is wrong. */
  public static BenchOptions parse(String... args) {
    List<String> suites = new ArrayList<>();
    Path json = null;
    boolean quick = false;
    boolean peers = true;
    String only = "";
    Set<Integer> threads = new LinkedHashSet<>(List.of(1, allProcessors()));
    for (int k = 0; k < args.length; k++) {
      String arg = args[k];
      switch (arg) {
        case "--quick" -> quick = true;
        case "--no-peers" -> peers = false;
        case "--json" -> json = Path.of(value(args, ++k, arg));
        case "--only" -> only = value(args, ++k, arg);
        case "--threads" -> {
          threads.clear();
          for (String n : value(args, ++k, arg).split(",", -1)) {
            threads.add(threadCount(n));
          }
        }
        default -> {
          if (arg.startsWith("-")) {
            throw new IllegalArgumentException("unknown option " + arg);
          }
          suites.add(arg);
        }
      }
    }
    return new BenchOptions(List.copyOf(suites), json, quick, List.copyOf(threads), peers, only);
  }

  public boolean wants(String caseName) {
    return caseName.contains(only);
  }

  public static int allProcessors() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static String value(String[] args, int k, String option) {
    if (k >= args.length) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return args[k];
  }

  private static int threadCount(String text) {
    if (text.trim().equals("all")) {
      return allProcessors();
    }
    try {
      int n = Integer.parseInt(text.trim());
      if (n >= 1 && n <= 1024) {
        return n;
      }
    } catch (NumberFormatException e) {
      // said below, with the text
    }
    throw new IllegalArgumentException(
        "--threads takes numbers from 1 to 1024 or all, got \"" + text + "\"");
  }
}
