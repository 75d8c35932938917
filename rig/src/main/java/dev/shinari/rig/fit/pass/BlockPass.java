package dev.shinari.rig.fit.pass;

import java.io.Serializable;

/**
 * One pass over the examples: what a block adds to sums. A pass is data (weights, transforms,
 * matrices) and a function of one block; it may change the block's {@link BlockState} and nothing
 * else, so that it runs as well in threads as on other machines. The same passes on a new state
 * give the same state again: that is how a machine takes over from one that was lost.
 *
 * @param <S> the sums
 */
public interface BlockPass<S extends Serializable> extends Serializable {
  /** Sums of no block. */
  S zero();

  /** Adds a block's part. */
  void add(ExampleBlock block, S sums);

  /** Adds later blocks' sums to earlier ones'. */
  void merge(S into, S later);

  /** Whether the pass reads vertex positions; one that does not works on the states alone. */
  boolean readsPositions();

  /** Whether the pass changes the blocks' states. */
  boolean changesStates();
}
