package dev.shinari.rig.fit;

import java.io.IOException;
import java.io.Serializable;

/**
 * Runs passes over all blocks. The one seam between the fit and where it runs: blocks are cut into
 * groups by their number alone, each group is summed in block order and the groups are merged in
 * order, so that every engine gives the same bits.
 */
public interface BlockEngine {
  /** Most groups: bounds how many sums exist at a time. */
  int MOST_GROUPS = 8;

  /** Runs a pass and gives its sums. */
  <S extends Serializable> S run(BlockPass<S> pass) throws IOException;

  /** Number of groups for a number of blocks. */
  static int groups(int blocks) {
    return Math.min(MOST_GROUPS, blocks);
  }

  /** First block of a group. */
  static int groupStart(int group, int blocks) {
    return (int) ((long) group * blocks / groups(blocks));
  }
}
