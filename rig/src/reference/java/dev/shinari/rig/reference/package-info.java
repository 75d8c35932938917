/**
 * A slow, obvious twin of stage 1, for tests and benchmarks: {@link
 * dev.shinari.rig.reference.ReferenceDecomposition}.
 */
package dev.shinari.rig.reference;
