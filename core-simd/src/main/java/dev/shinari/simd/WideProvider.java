package dev.shinari.simd;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import jdk.incubator.vector.FloatVector;

/** Offers the vector kernels where the processor has registers of eight floats. */
public final class WideProvider implements KernelChoice.Provider {
  @Override
  public Kernels kernels() {
    return FloatVector.SPECIES_PREFERRED.length() >= Kernels.LANES ? new WideKernels() : null;
  }
}
