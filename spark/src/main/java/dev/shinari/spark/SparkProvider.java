package dev.shinari.spark;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.cluster.ClusterProvider;
import dev.shinari.app.console.UserError;
import java.io.IOException;

/** {@code --engine spark}. */
public final class SparkProvider implements ClusterProvider {
  /** For ServiceLoader. */
  public SparkProvider() {}

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public Cluster start(String master) throws IOException, UserError {
    try {
      Class.forName("org.apache.spark.SparkContext", false, getClass().getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new NoClassDefFoundError("org.apache.spark.SparkContext"); // said by whoever asked
    }
    return SparkCluster.start(master);
  }
}
