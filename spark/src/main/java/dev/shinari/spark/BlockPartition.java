package dev.shinari.spark;

import dev.shinari.rig.fit.pass.BlockPass;
import dev.shinari.rig.fit.pass.BlockWork;
import dev.shinari.rig.fit.pass.FitProblem;
import dev.shinari.rig.fit.pass.SumTree;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.broadcast.Broadcast;

/**
 * A partition: some groups of blocks, with their states between passes. It is kept in the memory of
 * the executor that made it. Where it is gone, with its executor or for want of memory, another one
 * starts from the blocks and runs again what had changed the states: the same passes give the same
 * bits.
 */
final class BlockPartition implements Serializable {
  private static final long serialVersionUID = 1;

  private final String place;
  private final Broadcast<FitProblem> problem;
  private final int from;
  private final int to;
  private transient BlockWork work;
  private transient BlockWork.Scratch scratch;
  private transient int version; // passes that have changed the states

  BlockPartition(String place, Broadcast<FitProblem> problem, int from, int to) {
    this.place = place;
    this.problem = problem;
    this.from = from;
    this.to = to;
  }

  /** Whether passes must be run again before one that comes after {@code before} others. */
  synchronized boolean isBehind(int before) {
    int have = work == null || version > before + 1 ? 0 : version;
    return have < before;
  }

  /**
   * Runs a pass.
   *
   * @param before passes before it that changed states
   * @param log these passes; null where the part is not behind
   */
  synchronized <S extends Serializable> ArrayList<SumTree.Node<S>> run(
      BlockPass<S> pass, int before, List<SerializedObject<BlockPass<?>>> log) throws IOException {
    if (work == null || version > before + 1) {
      work = new BlockWork(problem.value(), HadoopBlocks.open(place), from, to);
      scratch = new BlockWork.Scratch();
      version = 0;
    }
    boolean done = false;
    try {
      if (version == before + 1) {
        work.restore(); // this very pass ran, but its answer was lost
        version--;
      }
      while (version < before) {
        sum(log.get(version).open());
        version++;
      }
      if (pass.changesStates()) {
        work.keep();
      }
      ArrayList<SumTree.Node<S>> nodes = sum(pass);
      if (pass.changesStates()) {
        version++;
      }
      done = true;
      return nodes;
    } finally {
      if (!done) {
        work = null; // half of it may have changed: the next try begins anew
      }
    }
  }

  private <S extends Serializable> ArrayList<SumTree.Node<S>> sum(BlockPass<S> pass)
      throws IOException {
    SumTree<S> tree = new SumTree<>(pass);
    for (int group = from; group < to; group++) {
      tree.add(work.sum(pass, group, scratch));
    }
    return new ArrayList<>(tree.nodes());
  }
}
