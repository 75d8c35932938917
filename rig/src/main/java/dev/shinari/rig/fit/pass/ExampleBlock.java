package dev.shinari.rig.fit.pass;

import dev.shinari.kernel.MatrixKernels;

/**
 * A block of examples as a pass sees it.
 *
 * @param index of the block
 * @param first example
 * @param length number of examples
 * @param planes positions about the problem's center, 3 * stride floats an example; null where the
 *     pass does not read them. A pass may overwrite them.
 * @param state what the block keeps
 * @param kernels for products
 */
public record ExampleBlock(
    int index, int first, int length, float[] planes, BlockState state, MatrixKernels kernels) {}
