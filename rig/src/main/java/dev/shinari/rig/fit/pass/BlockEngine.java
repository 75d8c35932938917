package dev.shinari.rig.fit.pass;

import java.io.IOException;
import java.io.Serializable;

/**
 * Runs passes over all blocks. The one seam between the fit and where it runs: blocks are cut into
 * groups by their number alone ({@link BlockWork}), each group is summed in block order and the
 * groups are added up by a {@link SumTree}, so that every engine gives the same bits.
 */
public interface BlockEngine extends AutoCloseable {
  /** Runs a pass and gives its sums. */
  <S extends Serializable> S run(BlockPass<S> pass) throws IOException;

  @Override
  void close() throws IOException;

  /** Starts an engine once it is known what is to be fitted. */
  @FunctionalInterface
  interface Start {
    BlockEngine start(FitProblem problem) throws IOException;
  }
}
