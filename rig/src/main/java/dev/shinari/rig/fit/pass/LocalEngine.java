package dev.shinari.rig.fit.pass;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.MatrixKernels;
import dev.shinari.parallel.Workers;
import dev.shinari.rig.examples.BlockReader;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** Passes in threads of this machine, over blocks that are read as they are needed. */
public final class LocalEngine implements BlockEngine {
  private final BlockWork work;
  private final int groups;
  private final Workers workers;
  private final BlockWork.Scratch[] scratch;

  public LocalEngine(BlockReader examples, FitProblem problem, int threads, MatrixKernels kernels) {
    groups = BlockWork.groups(problem);
    work = new BlockWork(problem, examples, 0, groups, kernels);
    workers = new Workers(threads);
    scratch = new BlockWork.Scratch[threads];
    for (int t = 0; t < threads; t++) {
      scratch[t] = new BlockWork.Scratch();
    }
  }

  public LocalEngine(BlockReader examples, FitProblem problem, int threads) {
    this(examples, problem, threads, KernelChoice.best().matrix());
  }

  @Override
  public <S extends Serializable> S run(BlockPass<S> pass) throws IOException {
    SumTree<S> tree = new SumTree<>(pass);
    try {
      workers.run(
          groups,
          (group, worker) -> {
            try {
              tree.add(work.sum(pass, group, scratch[worker]));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (e.getCause() instanceof IllegalArgumentException bad) {
        throw bad;
      }
      throw e;
    }
    return tree.total();
  }

  @Override
  public void close() {
    workers.close();
  }
}
