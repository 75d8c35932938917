package dev.shinari.spark;

import dev.shinari.rig.fit.BlockEngine;
import dev.shinari.rig.fit.BlockPass;
import dev.shinari.rig.fit.BlockWork;
import dev.shinari.rig.fit.FitProblem;
import dev.shinari.rig.fit.SumTree;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Passes on Spark. A pass is broadcast, every partition runs it over its blocks and answers with
 * nodes of the tree of sums; with many partitions neighbours are added up on the executors first.
 * The tree is the same for any cut into partitions, so the sums are, bit for bit.
 */
final class SparkFitEngine implements BlockEngine {
  /** Beyond so many partitions nodes are added up on the executors before the driver sees them. */
  private static final int DIRECT = 16;

  private final JavaSparkContext spark;
  private final Machinery machinery; // or null
  private final JavaRDD<Part> parts;
  private final int count;
  private final int groups;
  private final Broadcast<FitProblem> problem;
  private final PassLog log;

  SparkFitEngine(
      JavaSparkContext spark, Machinery machinery, String place, FitProblem fit, int partitions) {
    this.spark = spark;
    this.machinery = machinery;
    groups = BlockWork.groups(fit);
    count = Math.min(groups, partitions > 0 ? partitions : spark.defaultParallelism());
    problem = spark.broadcast(fit);
    log = new PassLog(spark);
    List<Part> list = new ArrayList<>();
    for (int p = 0; p < count; p++) {
      list.add(
          new Part(
              place,
              problem,
              (int) ((long) p * groups / count),
              (int) ((long) (p + 1) * groups / count)));
    }
    // Kept as objects: a part's states grow in place. The copy that travels has none.
    parts = spark.parallelize(list, count).map(p -> p).persist(StorageLevel.MEMORY_ONLY());
  }

  @Override
  public <S extends Serializable> S run(BlockPass<S> pass) throws IOException {
    long begin = System.nanoTime();
    Broadcast<BlockPass<S>> sent = spark.broadcast(pass);
    PassLog.View before = log.view();
    JavaRDD<Outcome<ArrayList<SumTree.Node<S>>>> nodes =
        parts.map(part -> Outcome.of(() -> part.run(sent.value(), before)));
    SumTree<S> tree = new SumTree<>(pass);
    try {
      if (count > DIRECT) {
        nodes = together(nodes, sent);
      }
      for (Outcome<ArrayList<SumTree.Node<S>>> some : nodes.collect()) {
        some.get().forEach(tree::add);
      }
    } catch (RuntimeException e) {
      throw Failures.of(e, "the fit");
    } catch (Exception e) {
      // Scala throws what Java would have to declare.
      if (e instanceof SparkException) {
        throw Failures.of(e, "the fit");
      }
      throw e;
    }
    if (pass.changesStates()) {
      log.add(sent);
    } else {
      sent.destroy();
    }
    if (machinery != null) {
      machinery.ran(pass, SparkCluster.executors(spark), System.nanoTime() - begin);
    }
    return tree.total();
  }

  /** Adds neighbours' nodes up, about as many at a time as there are sums left after it. */
  private <S extends Serializable> JavaRDD<Outcome<ArrayList<SumTree.Node<S>>>> together(
      JavaRDD<Outcome<ArrayList<SumTree.Node<S>>>> nodes, Broadcast<BlockPass<S>> sent) {
    int wanted = (int) Math.ceil(Math.sqrt(count));
    int level = 32 - Integer.numberOfLeadingZeros((groups - 1) / wanted);
    return nodes
        .flatMapToPair(
            some -> {
              List<Tuple2<Integer, Outcome<SumTree.Node<S>>>> out = new ArrayList<>();
              if (some.damage() != null) {
                out.add(new Tuple2<>(-1, new Outcome<>(null, some.damage())));
              } else {
                for (SumTree.Node<S> node : some.value()) {
                  int first = node.index() << node.level();
                  out.add(new Tuple2<>(first >> level, new Outcome<>(node, null)));
                }
              }
              return out.iterator();
            })
        .groupByKey(((groups - 1) >> level) + 1)
        .map(
            pair -> {
              SumTree<S> tree = new SumTree<>(sent.value());
              for (Outcome<SumTree.Node<S>> node : pair._2()) {
                if (node.damage() != null) {
                  return new Outcome<ArrayList<SumTree.Node<S>>>(null, node.damage());
                }
                tree.add(node.value());
              }
              return new Outcome<>(new ArrayList<>(tree.nodes()), null);
            });
  }

  @Override
  public void close() {
    if (!spark.sc().isStopped()) {
      parts.unpersist(false);
      log.close();
      problem.destroy();
    }
  }
}
