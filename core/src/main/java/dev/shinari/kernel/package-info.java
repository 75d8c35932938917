/**
 * The inner loops of a step, in plain arrays: moments, rotations, goals, motion, sums.
 *
 * <pre>
 *               Kernels  (what is computed, array shapes, rules that keep the bits equal)
 *              /       \
 *   ScalarKernels     WideKernels in module core-simd (8 lanes of the Vector API)
 *              \       /
 *              KernelChoice: the fastest that this JVM can run
 * </pre>
 *
 * Start with {@link dev.shinari.kernel.Kernels} for the operations, then {@link
 * dev.shinari.kernel.Rotations}, which derives the best rotation of a moment matrix, and {@link
 * dev.shinari.kernel.ScalarKernels} for the loops. {@link dev.shinari.kernel.Motion} names the
 * numbers of the last stage. Which particles and regions the loops run over is the business of
 * {@code dev.shinari.body}.
 */
package dev.shinari.kernel;
