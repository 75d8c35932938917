package dev.shinari.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.app.cluster.ClusterProvider;
import dev.shinari.app.console.UserError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.rpc.RpcEnv;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters that cannot be started: said at once and in clear words. */
class SparkStartTest {
  @Test
  void sparkIsFoundByItsName() throws UserError {
    assertThat(ClusterProvider.find("spark")).isInstanceOf(SparkProvider.class);
  }

  @Test
  void aMasterThatDoesNotAnswerIsNamed() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String master = "spark://127.0.0.1:" + port;
    assertThatThrownBy(() -> SparkCluster.start(master).close())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("the master " + master + " does not answer")
        .hasMessageContaining("is it running, and is this its address?");
  }

  @Test
  void whatTakesConnectionsButIsNoMasterIsNotWaitedFor() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      String address = "spark://127.0.0.1:" + silent.getLocalPort();
      assertThatThrownBy(() -> SparkCluster.start(address, 1000).close())
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith("the master " + address + " does not answer")
          .hasMessageContaining("does not speak as a master of Spark 4");
    }
  }

  @Test
  void aMasterWithoutWorkersIsGivenUp() {
    RpcEnv master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, new SparkConf(false))._1();
    try {
      String address = "spark://127.0.0.1:" + master.address().port();
      assertThatThrownBy(() -> SparkCluster.start(address, 1000).close())
          .isInstanceOf(IOException.class)
          .hasMessage(
              "the cluster "
                  + address
                  + " gave no executor within 1 s: are there workers, and have they free cores and"
                  + " memory?");
    } finally {
      master.shutdown();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "host:7077",
        "http://host:7077",
        "spark://host",
        "spark://:7",
        "local-cluster[2]"
      })
  void whatIsNoMasterIsRefused(String master) {
    assertThatThrownBy(() -> SparkCluster.start(master).close()).isInstanceOf(UserError.class);
  }

  @Test
  void aFullDiskOnAWorkerIsSaidWithTheWorker() {
    IOException e =
        SparkFailures.of(
            new RuntimeException(
                "Job aborted due to stage failure: Task 0 in stage 3.0 failed 4 times, most recent"
                    + " failure: Lost task 0.3 in stage 3.0 (TID 17) (10.0.0.7 executor 2):"
                    + " java.io.IOException: cannot write /data/chunk-00002: No space left on"
                    + " device\n\tat dev.shinari.rig.examples.ExampleFolder.writeChunk(Foo.java:1)"),
            "posing");
    assertThat(e)
        .hasMessage(
            "posing failed on 10.0.0.7 (executor 2): cannot write /data/chunk-00002: No space left"
                + " on device; what was finished stays");
  }
}
