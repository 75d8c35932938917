package dev.shinari.app.command.option;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.cluster.ClusterProvider;
import dev.shinari.app.console.Console;
import dev.shinari.app.console.UserError;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Where the work is done: on this machine or on a cluster. */
public final class EngineOptions {
  private static final List<String> ENGINES = List.of("local", "spark");

  @Option(
      names = "--engine",
      paramLabel = "local|spark",
      description = "Where it runs: on this machine (local), or on Apache Spark.")
  private String engine = "local";

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "With --engine spark: spark://HOST:PORT, yarn, k8s://..., local[N] or"
              + " local-cluster[WORKERS,CORES,MEGABYTES]; a local cluster unless given.")
  private String master;

  /** Whether a cluster is asked for. */
  public boolean isCluster() throws UserError {
    String word = engine.strip().toLowerCase(Locale.ROOT);
    if (!ENGINES.contains(word)) {
      throw new UserError("--engine must be local or spark, got " + engine);
    }
    if (master != null && word.equals("local")) {
      throw new UserError("--master is for --engine spark");
    }
    return word.equals("spark");
  }

  /** Starts the cluster. */
  public Cluster start(Console console) throws IOException, UserError {
    ClusterProvider provider = ClusterProvider.find("spark");
    console.say("starting Spark ...");
    Cluster cluster;
    try {
      cluster = provider.start(master);
    } catch (NoClassDefFoundError e) {
      throw ClusterProvider.missing();
    }
    console.say(cluster.name());
    return cluster;
  }
}
