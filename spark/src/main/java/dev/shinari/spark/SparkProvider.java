package dev.shinari.spark;

import dev.shinari.app.Refusal;
import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.cluster.ClusterProvider;
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
  public Cluster start(String master) throws IOException, Refusal {
    try {
      Class.forName("org.apache.spark.SparkContext", false, getClass().getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new NoClassDefFoundError("org.apache.spark.SparkContext"); // said by whoever asked
    }
    return SparkCluster.start(master);
  }
}
