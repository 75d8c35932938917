package dev.shinari.fracture;

/**
 * The elements of one body and their particles, as they are from one change to the next.
 *
 * @param keys what each element is known by, ascending; the same through all of a family's life
 * @param slots particles of each element, or -1: {@code slots.length / keys.length} per element
 * @param version {@link FractureBody#version} of the body that they belong to
 */
public record FractureTopology(FractureBody body, int version, long[] keys, int[] slots) {}
