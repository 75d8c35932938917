package dev.shinari.rig.fit.task;

/**
 * Distances between a rig's skin and given shapes.
 *
 * @param rms over vertices and examples
 * @param max largest distance
 * @param byExample RMS of each example
 * @param byVertex RMS of each vertex
 */
public record RigErrors(double rms, double max, float[] byExample, float[] byVertex) {}
