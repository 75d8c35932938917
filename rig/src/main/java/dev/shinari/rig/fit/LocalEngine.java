package dev.shinari.rig.fit;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.examples.ExampleSet;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Passes in threads of this machine, over blocks that are read as they are needed. */
final class LocalEngine implements BlockEngine, AutoCloseable {
  private final ExampleSet examples;
  private final FitProblem problem;
  private final BlockState[] states;
  private final Workers workers;
  private final MatrixKernels kernels;
  private final float[][] buffers; // one a worker

  LocalEngine(ExampleSet examples, FitProblem problem, int threads, MatrixKernels kernels) {
    this.examples = examples;
    this.problem = problem;
    this.kernels = kernels;
    workers = new Workers(threads);
    buffers = new float[threads][];
    states = new BlockState[examples.blockCount()];
    for (int b = 0; b < states.length; b++) {
      states[b] = problem.state(examples, b);
    }
  }

  LocalEngine(ExampleSet examples, FitProblem problem, int threads) {
    this(examples, problem, threads, KernelChoice.best().matrix());
  }

  Workers workers() {
    return workers;
  }

  BlockState[] states() {
    return states;
  }

  @Override
  public <S extends Serializable> S run(BlockPass<S> pass) throws IOException {
    int blocks = states.length;
    int groups = BlockEngine.groups(blocks);
    List<S> sums = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      sums.add(pass.zero());
    }
    try {
      workers.run(
          groups,
          (g, worker) -> {
            int end = BlockEngine.groupStart(g + 1, blocks);
            for (int b = BlockEngine.groupStart(g, blocks); b < end; b++) {
              pass.add(block(b, worker, pass.readsPositions()), sums.get(g));
            }
          });
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e.getCause() instanceof IllegalArgumentException bad) {
        throw bad;
      }
      throw e;
    }
    S total = sums.get(0);
    for (int g = 1; g < groups; g++) {
      pass.merge(total, sums.get(g));
    }
    return total;
  }

  private ExampleBlock block(int b, int worker, boolean read) {
    int length = examples.blockLength(b);
    float[] planes = null;
    if (read) {
      if (buffers[worker] == null) {
        buffers[worker] = new float[examples.examplesPerBlock() * 3 * examples.stride()];
      }
      planes = buffers[worker];
      try {
        examples.readBlock(b, planes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      problem.centre(planes, length);
    }
    return new ExampleBlock(b, examples.blockStart(b), length, planes, states[b], kernels);
  }

  @Override
  public void close() {
    workers.close();
  }
}
