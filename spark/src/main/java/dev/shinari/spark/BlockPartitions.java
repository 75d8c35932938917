package dev.shinari.spark;

import dev.shinari.rig.fit.pass.BlockWork;
import dev.shinari.rig.fit.pass.FitProblem;
import java.util.List;
import org.apache.spark.Dependency;
import org.apache.spark.Partition;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.rdd.RDD;
import scala.collection.Iterator;
import scala.collection.Iterator$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * The partitions of a fit, one {@link BlockPartition} each. A data set of our own and not a list
 * handed to Spark: it goes out with every task, and this one is a few words long.
 */
final class BlockPartitions extends RDD<BlockPartition> {
  private static final long serialVersionUID = 1;

  private final String place;
  private final Broadcast<FitProblem> problem;
  private final int groups;
  private final int count;

  BlockPartitions(SparkContext spark, String place, Broadcast<FitProblem> problem, int count) {
    super(spark, none(), ClassTag$.MODULE$.apply(BlockPartition.class));
    this.place = place;
    this.problem = problem;
    this.count = count;
    groups = BlockWork.groups(problem.value());
  }

  private static Seq<Dependency<?>> none() {
    return CollectionConverters.asScala(List.<Dependency<?>>of()).toSeq();
  }

  /** Number of a partition. */
  private record Slot(int index) implements Partition {}

  @Override
  public Partition[] getPartitions() {
    Partition[] all = new Partition[count];
    for (int p = 0; p < count; p++) {
      all[p] = new Slot(p);
    }
    return all;
  }

  @Override
  public Iterator<BlockPartition> compute(Partition slot, TaskContext context) {
    int from = (int) ((long) slot.index() * groups / count);
    int to = (int) ((long) (slot.index() + 1) * groups / count);
    return Iterator$.MODULE$.single(new BlockPartition(place, problem, from, to));
  }
}
