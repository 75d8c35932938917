package dev.shinari.spark;

import dev.shinari.rig.fit.BlockPass;
import dev.shinari.rig.fit.BlockWork;
import dev.shinari.rig.fit.FitProblem;
import dev.shinari.rig.fit.SumTree;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import org.apache.spark.broadcast.Broadcast;

/**
 * A partition: some groups of blocks, with their states between passes. It is kept in the memory of
 * the executor that made it. Where it is gone, with its executor or for want of memory, another one
 * starts from the blocks and runs again what had changed the states: the same passes give the same
 * bits.
 */
final class Part implements Serializable {
  private static final long serialVersionUID = 1;

  private final String place;
  private final Broadcast<FitProblem> problem;
  private final int from;
  private final int to;
  private transient BlockWork work;
  private transient BlockWork.Scratch scratch;
  private transient int version; // passes that have changed the states

  Part(String place, Broadcast<FitProblem> problem, int from, int to) {
    this.place = place;
    this.problem = problem;
    this.from = from;
    this.to = to;
  }

  /**
   * Runs a pass.
   *
   * @param log all passes before it that changed states
   */
  synchronized <S extends Serializable> ArrayList<SumTree.Node<S>> run(
      BlockPass<S> pass, PassLog.View log) throws IOException {
    if (work == null || version > log.size() + 1) {
      work = new BlockWork(problem.value(), Blocks.open(place), from, to);
      scratch = new BlockWork.Scratch();
      version = 0;
    }
    if (version == log.size() + 1) {
      work.restore(); // this very pass ran, but its answer was lost
      version--;
    }
    while (version < log.size()) {
      sum(log.get(version));
      version++;
    }
    if (!pass.changesStates()) {
      return sum(pass);
    }
    work.keep();
    boolean done = false;
    try {
      ArrayList<SumTree.Node<S>> nodes = sum(pass);
      version++;
      done = true;
      return nodes;
    } finally {
      if (!done) {
        work = null; // half of it changed: the next try begins anew
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
