package dev.shinari.spark;

import dev.shinari.rig.fit.pass.BlockEngine;
import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.BlockWork;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.SumTree;
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
import scala.reflect.ClassTag$;

/**
 * Passes on Spark. A pass goes out with the tasks, every partition runs it over its blocks and
 * answers with nodes of the tree of sums; with many partitions neighbors are added up on the
 * executors first. The tree is the same for any cut into partitions, so the sums are, bit for bit.
 */
final class SparkFitEngine implements BlockEngine {
  /** Beyond so many partitions nodes are added up on the executors before the driver sees them. */
  private static final int DIRECT = 16;

  private final JavaSparkContext spark;
  private final EngineOverhead machinery; // or null
  private final BlockPartitions parts;
  private final int count;
  private final int groups;
  private final Broadcast<FitProblem> problem;

  /** The passes that have changed states, for whoever has to run them again. */
  private final ArrayList<SerializedObject<BlockPass<?>>> log = new ArrayList<>();

  SparkFitEngine(
      JavaSparkContext spark,
      EngineOverhead machinery,
      String place,
      FitProblem fit,
      int partitions) {
    this.spark = spark;
    this.machinery = machinery;
    groups = BlockWork.groups(fit);
    count = Math.min(groups, partitions > 0 ? partitions : spark.defaultParallelism());
    problem = spark.broadcast(fit);
    parts = new BlockPartitions(spark.sc(), place, problem, count);
    // Kept as objects: a part's states grow in place.
    parts.persist(StorageLevel.MEMORY_ONLY());
  }

  @Override
  public <S extends Serializable> S run(BlockPass<S> pass) throws IOException {
    long begin = System.nanoTime();
    SerializedObject<BlockPass<S>> packed = SerializedObject.of(spark, pass);
    List<TaskOutcome<ArrayList<SumTree.Node<S>>>> found = ask(packed, null);
    if (found.stream().anyMatch(TaskOutcome::behind)) {
      // An executor was lost, or had no room: whoever took over is told what happened before.
      Broadcast<ArrayList<SerializedObject<BlockPass<?>>>> told = spark.broadcast(log);
      found = ask(packed, told);
      told.destroy();
    }
    SumTree<S> tree = new SumTree<>(pass);
    for (TaskOutcome<ArrayList<SumTree.Node<S>>> some : found) {
      some.get().forEach(tree::add);
    }
    if (pass.changesStates()) {
      remember(packed);
    } else {
      packed.destroy();
    }
    if (machinery != null) {
      machinery.ran(packed.size() * SparkCluster.executors(spark), System.nanoTime() - begin);
    }
    return tree.total();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // whose sums they are matters to nobody here
  private void remember(SerializedObject<?> pass) {
    log.add((SerializedObject) pass);
  }

  /** All partitions' answers to a pass. */
  private <S extends Serializable> List<TaskOutcome<ArrayList<SumTree.Node<S>>>> ask(
      SerializedObject<BlockPass<S>> pass,
      Broadcast<ArrayList<SerializedObject<BlockPass<?>>>> told)
      throws IOException {
    PassTask<S> task = new PassTask<>(pass, log.size(), told);
    try {
      if (count > DIRECT) {
        return together(parts.toJavaRDD().map(task::run), pass).collect();
      }
      Object answers = spark.sc().runJob(parts, task, ClassTag$.MODULE$.apply(TaskOutcome.class));
      @SuppressWarnings("unchecked") // what the task answers
      TaskOutcome<ArrayList<SumTree.Node<S>>>[] all =
          (TaskOutcome<ArrayList<SumTree.Node<S>>>[]) answers;
      return List.of(all);
    } catch (RuntimeException e) {
      throw SparkFailures.of(e, "the fit");
    } catch (Exception e) {
      // Scala throws what Java would have to declare.
      if (e instanceof SparkException) {
        throw SparkFailures.of(e, "the fit");
      }
      throw e;
    }
  }

  /** Adds neighbors' nodes up, about as many at a time as there are sums left after it. */
  private <S extends Serializable> JavaRDD<TaskOutcome<ArrayList<SumTree.Node<S>>>> together(
      JavaRDD<TaskOutcome<ArrayList<SumTree.Node<S>>>> nodes, SerializedObject<BlockPass<S>> pass) {
    int wanted = (int) Math.ceil(Math.sqrt(count));
    int level = 32 - Integer.numberOfLeadingZeros((groups - 1) / wanted);
    return nodes
        .flatMapToPair(
            some -> {
              List<Tuple2<Integer, TaskOutcome<SumTree.Node<S>>>> out = new ArrayList<>();
              if (some.hasFailed()) {
                out.add(new Tuple2<>(-1, some.failed()));
              } else {
                for (SumTree.Node<S> node : some.value()) {
                  int first = node.index() << node.level();
                  out.add(new Tuple2<>(first >> level, TaskOutcome.done(node)));
                }
              }
              return out.iterator();
            })
        .groupByKey(((groups - 1) >> level) + 1)
        .map(
            pair -> {
              SumTree<S> tree = new SumTree<>(pass.open());
              for (TaskOutcome<SumTree.Node<S>> node : pair._2()) {
                if (node.hasFailed()) {
                  return node.<ArrayList<SumTree.Node<S>>>failed();
                }
                tree.add(node.value());
              }
              return TaskOutcome.done(new ArrayList<>(tree.nodes()));
            });
  }

  @Override
  public void close() {
    if (!spark.sc().isStopped()) {
      parts.unpersist(false);
      log.forEach(SerializedObject::destroy);
      problem.destroy();
    }
  }
}
