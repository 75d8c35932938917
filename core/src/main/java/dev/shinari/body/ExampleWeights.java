package dev.shinari.body;

import dev.shinari.example.ExampleSettings;

/**
 * What a body asks of its examples, however its regions are kept: the weights, and what is said to
 * them from outside.
 */
abstract sealed class ExampleWeights permits ExampleStage, PatchedExamples {
  abstract ExampleSettings settings();

  abstract void setShaping(Shaping asked);

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  abstract float[][] state();

  /** Example k's weight is driven from outside: mode 0 not at all, 1 added, 2 replaced. */
  abstract void drive(int k, byte mode, double amount);

  abstract boolean isDriven();

  abstract int groupCount();

  abstract String groupName(int g);

  abstract double projectedWeight(int g, int k);

  abstract double effectiveWeight(int g, int k);

  abstract void setBeta(float share);

  /** What keeps curved poses, or null where nothing does. */
  PoseOffsets offsets() {
    return null;
  }

  /** The group of a particle, or -1 where each region is on its own. */
  abstract int groupAt(int particle);

  /** Weight of example k at each particle, as the last inner step had it. */
  abstract void weightsAt(int k, float[] out);
}
