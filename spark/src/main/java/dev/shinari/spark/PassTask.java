package dev.shinari.spark;

import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.SumTree;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/**
 * What a task does: a pass over the blocks of its partition. A class and no lambda: Spark reads and
 * analyses the class file of a lambda each time that it is used.
 *
 * @param <S> the pass's sums
 */
final class PassTask<S extends Serializable>
    extends AbstractFunction2<
        TaskContext, Iterator<BlockPartition>, TaskOutcome<ArrayList<SumTree.Node<S>>>>
    implements Serializable {
  private static final long serialVersionUID = 1;

  private final SerializedObject<BlockPass<S>> pass;
  private final int before;
  private final Broadcast<ArrayList<SerializedObject<BlockPass<?>>>> log;

  /**
   * A task.
   *
   * @param before passes that had changed states before this one
   * @param log these passes, for parts that do not have their states; or null, and such parts say
   *     that they are behind
   */
  PassTask(
      SerializedObject<BlockPass<S>> pass,
      int before,
      Broadcast<ArrayList<SerializedObject<BlockPass<?>>>> log) {
    this.pass = pass;
    this.before = before;
    this.log = log;
  }

  @Override
  public TaskOutcome<ArrayList<SumTree.Node<S>>> apply(
      TaskContext context, Iterator<BlockPartition> parts) {
    try {
      TaskOutcome<ArrayList<SumTree.Node<S>>> answer = null;
      while (parts.hasNext()) { // there is one; its lock is let go of at the end
        answer = run(parts.next());
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  TaskOutcome<ArrayList<SumTree.Node<S>>> run(BlockPartition part) throws IOException {
    if (log == null && part.isBehind(before)) {
      return TaskOutcome.late();
    }
    return TaskOutcome.of(() -> part.run(pass.open(), before, log == null ? null : log.value()));
  }
}
