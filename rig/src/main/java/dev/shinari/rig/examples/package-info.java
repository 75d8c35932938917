/**
 * What a rig is learnt from: {@link dev.shinari.rig.examples.ExampleSet}, pairs of skeleton pose
 * and skin shape in blocks, in memory ({@link dev.shinari.rig.examples.MemoryExamples}), in a
 * mapped file ({@link dev.shinari.rig.examples.ExampleFile}) or in chunk files that many machines
 * read and write ({@link dev.shinari.rig.examples.ExampleFolder}). An {@link
 * dev.shinari.rig.examples.ExampleSink} takes them one by one.
 */
package dev.shinari.rig.examples;
