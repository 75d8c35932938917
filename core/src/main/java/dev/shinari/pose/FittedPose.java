package dev.shinari.pose;

/**
 * A pose of a cage that was found from a surface, and how well the cage's surface meets the one
 * that was asked for.
 *
 * @param positions 3 floats a cage vertex
 * @param rms root mean square distance between the surface in the cage and the one asked for, as a
 *     share of the rest surface's size (the diagonal of its box)
 * @param max largest distance, likewise
 * @param inverted elements of the cage that the pose turns inside out
 * @param iterations rounds of fitting
 */
@SuppressWarnings("ArrayRecordComponent")
public record FittedPose(float[] positions, double rms, double max, int inverted, int iterations) {}
