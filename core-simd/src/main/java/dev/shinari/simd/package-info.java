/**
 * The vector twin of core's inner loops: {@link dev.shinari.simd.WideKernels} computes what {@link
 * dev.shinari.kernel.ScalarKernels} does, bit for bit, on eight lanes of the Vector API.
 *
 * <p>{@link dev.shinari.simd.WideProvider} offers it to {@link dev.shinari.kernel.KernelChoice} by
 * ServiceLoader, so nothing refers to this module by name. It works where Java was started with
 * {@code --add-modules jdk.incubator.vector}; everywhere else the scalar twin runs. Lanes are
 * always independent items (regions, particles, channels), products are rounded before they are
 * added, and sums end in the lane order that the scalar twin uses: read {@link
 * dev.shinari.kernel.Kernels} first, which says so operation by operation.
 */
package dev.shinari.simd;
