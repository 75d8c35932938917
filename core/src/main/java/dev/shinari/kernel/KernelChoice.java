package dev.shinari.kernel;

import java.util.ServiceLoader;

/**
 * Picks the kernels: the vector twin where its module is on the class path and the JVM was started
 * with {@code --add-modules jdk.incubator.vector}, otherwise plain Java. Both give the same bits.
 */
public final class KernelChoice {
  /** Supplies another implementation of the kernels; found by ServiceLoader. */
  public interface Provider {
    /** The kernels, or null where this machine would not run them fast. */
    Kernels kernels();
  }

  /** Plain Java kernels. */
  public static final Kernels SCALAR = new ScalarKernels();

  private static final class Holder {
    static final Kernels BEST = find();
  }

  private KernelChoice() {}

  /** The fastest kernels that this JVM can run. */
  public static Kernels best() {
    return Holder.BEST;
  }

  private static Kernels find() {
    // Iterating the service loader would throw where the incubator module is absent: ask first.
    if (ModuleLayer.boot().findModule("jdk.incubator.vector").isEmpty()) {
      return SCALAR;
    }
    for (Provider p : ServiceLoader.load(Provider.class, KernelChoice.class.getClassLoader())) {
      Kernels k = p.kernels();
      if (k != null) {
        return k;
      }
    }
    return SCALAR;
  }
}
