package dev.shinari.body;

/** A body's saved state: opaque to callers, complete to the bit. */
public record BodyState(
    float[][] arrays, double[] numbers, int heldCount, boolean frozen, Elasticity elasticity) {}
