package dev.shinari.spark;

import dev.shinari.app.cluster.Cluster;
import dev.shinari.app.cluster.PassCosts;
import dev.shinari.app.console.UserError;
import dev.shinari.rig.examples.BlockLayout;
import dev.shinari.rig.examples.BlockReader;
import dev.shinari.rig.examples.ExampleFolder;
import dev.shinari.rig.examples.ExampleIndex;
import dev.shinari.rig.examples.ExampleRecipe;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.pass.BlockEngine;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.apache.spark.SecurityManager;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.package$;
import org.apache.spark.rpc.RpcAddress;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.util.Utils;
import scala.Option;

/** A cluster that is Apache Spark, from a thread or two on this machine to many machines. */
public final class SparkCluster implements Cluster {
  /** Memory of an executor of a local cluster, in megabytes. */
  private static final int LOCAL_MEGABYTES = 1024;

  private static final int CONNECT_MILLIS = 5_000;
  private static final int EXECUTOR_MILLIS = 60_000;

  private final JavaSparkContext spark;
  private EngineOverhead machinery;

  private SparkCluster(JavaSparkContext spark) {
    this.spark = spark;
  }

  /**
   * Starts one.
   *
   * @param master as Spark writes it; null for what spark-submit says, or else a local cluster of
   *     one worker a processor
   */
  public static SparkCluster start(String master) throws IOException, UserError {
    return start(master, EXECUTOR_MILLIS);
  }

  /** As above; gives up where no executor joins within so many milliseconds. */
  static SparkCluster start(String master, int patience) throws IOException, UserError {
    if (System.getProperty("log4j2.configurationFile") == null) {
      System.setProperty(
          "log4j2.configurationFile",
          String.valueOf(SparkCluster.class.getResource("log4j2.properties")));
    }
    SparkConf conf = new SparkConf(true).setAppName("shinari");
    String address = master;
    if (address == null) {
      address =
          conf.get(
              "spark.master",
              "local-cluster["
                  + Runtime.getRuntime().availableProcessors()
                  + ",1,"
                  + LOCAL_MEGABYTES
                  + "]");
    }
    check(address, conf, Math.min(patience, CONNECT_MILLIS));
    conf.setMaster(address);
    conf.setIfMissing("spark.ui.enabled", "false");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    conf.setIfMissing("spark.broadcast.compress", "false"); // dense floats: it would only take time
    conf.setIfMissing("spark.broadcast.blockSize", "256k"); // every job clears a whole one
    conf.setIfMissing("spark.ui.liveUpdate.period", "-1"); // nobody looks
    conf.setIfMissing("spark.driver.maxResultSize", "0"); // poses of a large set come here, once
    if (address.startsWith("local")) {
      conf.setIfMissing("spark.driver.host", "localhost");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    if (address.startsWith("local-cluster")) {
      // Workers without an installation: executors start from this very class path.
      conf.setIfMissing("spark.executorEnv.SPARK_TESTING", "1");
      conf.setIfMissing("spark.executorEnv.SPARK_SCALA_VERSION", "2.13");
      conf.setIfMissing("spark.executor.extraClassPath", System.getProperty("java.class.path"));
      conf.setIfMissing("spark.executor.memory", memory(address) + "m");
    } else if (!address.startsWith("local")) {
      ownJars(conf);
    }
    JavaSparkContext spark;
    try {
      spark = new JavaSparkContext(conf);
    } catch (RuntimeException e) {
      throw new IOException(
          "the cluster " + address + " did not start: " + firstLine(e.getMessage()), e);
    }
    SparkCluster cluster = new SparkCluster(spark);
    try {
      if (!address.matches("local(\\[.*\\])?")) {
        cluster.awaitExecutor(address, patience);
      }
    } catch (IOException e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private static String memory(String address) {
    String[] parts = address.replaceAll("[^0-9,]", "").split(",", -1);
    // What a worker offers is the most that its executor may have.
    return parts.length == 3 ? parts[2] : String.valueOf(LOCAL_MEGABYTES);
  }

  private static void check(String address, SparkConf conf, int patience)
      throws UserError, IOException {
    if (address.matches(
        "local(\\[[^\\]]+\\])?|local-cluster\\[\\s*\\d+\\s*,\\s*\\d+\\s*,\\s*\\d+\\s*\\]|yarn|k8s://.+")) {
      return;
    }
    if (!address.startsWith("spark://")) {
      throw new UserError(
          "--master "
              + address
              + " is no master: expected spark://HOST:PORT, yarn, k8s://..., local[N] or"
              + " local-cluster[WORKERS,CORES,MEGABYTES]");
    }
    IOException last = null;
    for (String one : address.substring("spark://".length()).split(",", -1)) {
      URI uri;
      try {
        uri = new URI("spark://" + one);
      } catch (URISyntaxException e) {
        throw new UserError("--master " + address + ": " + one + " is not HOST:PORT");
      }
      if (uri.getHost() == null || uri.getPort() < 0) {
        throw new UserError("--master " + address + ": " + one + " is not HOST:PORT");
      }
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), patience);
        greet(uri, conf, patience);
        return;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException(
        "the master "
            + address
            + " does not answer ("
            + (last == null ? "" : last.getMessage())
            + "): is it running, and is this its address?",
        last);
  }

  /** Asks for the master: Spark itself would take a minute to say that it is none. */
  private static void greet(URI uri, SparkConf conf, int millis) throws IOException {
    String patience = millis + "ms";
    SparkConf brief =
        conf.clone().set("spark.rpc.lookupTimeout", patience).set("spark.rpc.askTimeout", patience);
    RpcEnv here =
        RpcEnv.create(
            "shinari",
            Utils.localHostName(),
            0,
            brief,
            new SecurityManager(
                brief,
                Option.empty(),
                org.apache.spark.internal.config.package$.MODULE$.AUTH_SECRET_FILE()),
            true);
    try {
      here.setupEndpointRef(new RpcAddress(uri.getHost(), uri.getPort()), Master.ENDPOINT_NAME());
    } catch (Exception e) { // Scala throws what Java would have to declare
      throw new IOException(
          "something takes connections there, but it does not speak as a master of Spark "
              + package$.MODULE$.SPARK_VERSION()
              + " does: its port is 7077 unless set otherwise",
          e);
    } finally {
      here.shutdown();
    }
  }

  /** On machines of their own, executors get our jars; Spark's own they have. */
  private static void ownJars(SparkConf conf) {
    Path folder = new File(source(SparkCluster.class)).toPath().toAbsolutePath().getParent();
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry).toAbsolutePath();
      if (entry.endsWith(".jar") && folder != null && folder.equals(jar.getParent())) {
        jars.add(jar.toString());
      }
    }
    if (!jars.isEmpty()) {
      conf.setIfMissing("spark.jars", String.join(",", jars));
    }
  }

  private static URI source(Class<?> c) {
    try {
      return c.getProtectionDomain().getCodeSource().getLocation().toURI();
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private void awaitExecutor(String address, int patience) throws IOException {
    long end = System.nanoTime() + patience * 1_000_000L;
    while (!spark.sc().isStopped() && executors(spark) == 0) {
      if (System.nanoTime() > end) {
        throw new IOException(
            "the cluster "
                + address
                + " gave no executor within "
                + patience / 1000
                + " s: are there workers, and have they free cores and memory?");
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while waiting for the cluster", e);
      }
    }
    if (spark.sc().isStopped()) {
      throw new IOException("the cluster " + address + " ended the session; its log says why");
    }
  }

  /** Executors on other processes; at least one in local mode. */
  static int executors(JavaSparkContext spark) {
    return spark.isLocal() ? 1 : spark.sc().getExecutorMemoryStatus().size() - 1;
  }

  /** Spark itself, for what this class does not do. */
  public JavaSparkContext context() {
    return spark;
  }

  @Override
  public int cores() {
    return spark.defaultParallelism();
  }

  @Override
  public PassCosts costs() {
    if (machinery == null) {
      machinery = new EngineOverhead();
      spark.sc().addSparkListener(machinery);
    }
    try {
      spark.sc().listenerBus().waitUntilEmpty(); // tasks are counted by a thread of Spark's own
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
    return machinery.costs();
  }

  @Override
  public String name() {
    return "Spark " + spark.version() + ", " + spark.master();
  }

  @Override
  public ExampleSet open(String place) throws IOException {
    Path local = HadoopBlocks.local(place);
    if (local != null) {
      return ExampleFolder.open(local);
    }
    ExampleIndex index = HadoopBlocks.index(place);
    BlockLayout layout = index.head().layout();
    int chunks = ExampleIndex.chunks(layout);
    List<Integer> numbers = IntStream.range(0, chunks).boxed().toList();
    List<TaskOutcome<ArrayList<double[]>>> found;
    try {
      found =
          spark
              .parallelize(numbers, Math.min(chunks, 4 * spark.defaultParallelism()))
              .map(chunk -> TaskOutcome.of(() -> poses(place, chunk, layout)))
              .collect();
    } catch (RuntimeException e) {
      throw SparkFailures.of(e, "reading poses");
    }
    List<double[]> poses = new ArrayList<>();
    for (TaskOutcome<ArrayList<double[]>> some : found) {
      poses.addAll(some.get());
    }
    return new ClusterExamples(place, index.head(), poses);
  }

  private static ArrayList<double[]> poses(String place, int chunk, BlockLayout layout)
      throws IOException {
    ArrayList<double[]> out = new ArrayList<>();
    int end = ExampleIndex.firstBlock(layout, chunk + 1);
    try (BlockReader reader = HadoopBlocks.open(place)) {
      for (int b = ExampleIndex.firstBlock(layout, chunk); b < end; b++) {
        double[] p = new double[12 * layout.jointCount() * layout.blockLength(b)];
        reader.readPoses(b, p);
        out.add(p);
      }
    }
    return out;
  }

  @Override
  public BlockEngine.Start engine(String place, int partitions) {
    return problem -> new SparkFitEngine(spark, machinery, place, problem, partitions);
  }

  @Override
  public void sample(ExampleRecipe recipe, String place, Progress progress, BooleanSupplier stopped)
      throws IOException {
    new SparkSampler(spark).sample(recipe, place, progress, stopped);
  }

  @Override
  public <T extends Serializable, R extends Serializable> void run(
      List<T> pieces, Work<T, R> work, Answer<R> answer, BooleanSupplier stopped)
      throws IOException {
    new SparkPieces(spark).run(pieces, work, answer, stopped);
  }

  private static String firstLine(String text) {
    String s = String.valueOf(text);
    int end = s.indexOf('\n');
    return end < 0 ? s : s.substring(0, end);
  }

  @Override
  public void close() {
    spark.close();
  }
}
