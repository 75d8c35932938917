package dev.shinari.app.cluster;

import dev.shinari.app.console.UserError;
import java.io.IOException;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Starts clusters of one kind; found by ServiceLoader. */
public interface ClusterProvider {
  /** As typed after {@code --engine}. */
  String name();

  /**
   * Starts one.
   *
   * @param master address, or null for a local cluster
   * @throws UserError where the address is none
   * @throws IOException where nobody answers
   */
  Cluster start(String master) throws IOException, UserError;

  /** The provider of a name, with clear words where it is not there. */
  static ClusterProvider find(String engine) throws UserError {
    try {
      for (ClusterProvider p : ServiceLoader.load(ClusterProvider.class)) {
        if (p.name().equals(engine)) {
          return p;
        }
      }
    } catch (ServiceConfigurationError | NoClassDefFoundError e) {
      throw missing();
    }
    throw missing();
  }

  /** What a user is told who has no Spark. */
  static UserError missing() {
    return new UserError(
        "no Spark on the class path: start with ./shinari, which fetches it from Maven the first"
            + " time, or with spark-submit and shinari-spark-submit.jar (docs/scale.md); or leave"
            + " --engine spark out");
  }
}
