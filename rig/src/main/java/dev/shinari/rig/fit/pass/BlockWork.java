package dev.shinari.rig.fit.pass;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import dev.shinari.rig.examples.BlockReader;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Some neighboring groups of blocks with their states: what an engine runs passes on. Groups of one
 * work may be summed side by side, a group by one thread at a time.
 */
public final class BlockWork {
  /** Blocks of a group: few sums to add up, and still a group for every core of a cluster. */
  private static final int BLOCKS_PER_GROUP = 8;

  private static final int FEWEST_GROUPS = 8;
  private static final int MOST_GROUPS = 1024;

  private final FitProblem problem;
  private final BlockReader reader;
  private final MatrixKernels kernels;
  private final int firstBlock;
  private final BlockState[] states; // made when they are first needed
  private final BlockState[] kept;

  /** Groups [from, to) of a problem's blocks. */
  public BlockWork(FitProblem problem, BlockReader reader, int from, int to) {
    this(problem, reader, from, to, KernelChoice.best().matrix());
  }

  BlockWork(FitProblem problem, BlockReader reader, int from, int to, MatrixKernels kernels) {
    this.problem = problem;
    this.reader = reader;
    this.kernels = kernels;
    firstBlock = groupStart(problem, from);
    states = new BlockState[groupStart(problem, to) - firstBlock];
    kept = new BlockState[states.length];
  }

  /** Number of groups that a problem's blocks are cut into. */
  public static int groups(FitProblem problem) {
    int blocks = problem.layout.blockCount();
    int wanted = Math.min(MOST_GROUPS, (blocks + BLOCKS_PER_GROUP - 1) / BLOCKS_PER_GROUP);
    return Math.min(blocks, Math.max(FEWEST_GROUPS, wanted));
  }

  /** First block of a group. */
  public static int groupStart(FitProblem problem, int group) {
    return (int) ((long) group * problem.layout.blockCount() / groups(problem));
  }

  /**
   * Sums a group.
   *
   * @param scratch of the calling thread
   */
  public <S extends Serializable> SumTree.Node<S> sum(BlockPass<S> pass, int group, Scratch scratch)
      throws IOException {
    S sums = pass.zero();
    int end = groupStart(problem, group + 1);
    for (int b = groupStart(problem, group); b < end; b++) {
      pass.add(block(b, pass.readsPositions(), scratch), sums);
    }
    return new SumTree.Node<>(0, group, sums);
  }

  private ExampleBlock block(int b, boolean read, Scratch scratch) throws IOException {
    int length = problem.layout.blockLength(b);
    if (states[b - firstBlock] == null) {
      double[] poses = new double[12 * problem.joints * length];
      reader.readPoses(b, poses);
      states[b - firstBlock] = problem.state(poses, length);
    }
    float[] planes = null;
    if (read) {
      planes = scratch.planes(problem.layout.examplesPerBlock() * 3 * problem.stride);
      reader.readBlock(b, planes);
      problem.center(planes, length);
    }
    return new ExampleBlock(
        b, problem.layout.blockStart(b), length, planes, states[b - firstBlock], kernels);
  }

  /** Keeps the states as they are, for {@link #restore}. */
  public void keep() {
    for (int b = 0; b < states.length; b++) {
      kept[b] = states[b] == null ? null : states[b].copy(kept[b]);
    }
  }

  /** Goes back to the states that were kept; once for each {@link #keep}. */
  public void restore() {
    System.arraycopy(kept, 0, states, 0, states.length);
    Arrays.fill(kept, null);
  }

  /** Room for the positions of one block. */
  public static final class Scratch {
    private float[] planes = {};

    private float[] planes(int length) {
      if (planes.length < length) {
        planes = new float[length];
      }
      return planes;
    }
  }
}
