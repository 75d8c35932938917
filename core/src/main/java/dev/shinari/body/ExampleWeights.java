package dev.shinari.body;

import dev.shinari.example.ExampleSettings;

/**
 * What a body asks of its examples, however its regions are kept: the weights, and what is said to
 * them from outside.
 */
abstract sealed class ExampleWeights extends Targets permits ExampleStage, PatchedExamples {
  abstract ExampleSettings settings();

  abstract void setShaping(Shaping asked);

  /** What a step changes and the next one reads, to be saved and restored as it is. */
  abstract float[][] state();

  /** The weights of the groups; of the whole body where each region has its own. */
  abstract GroupWeights weights();

  abstract String groupName(int g);

  abstract void setBeta(float share);

  /** The group of a particle, or -1 where each region is on its own. */
  abstract int groupAt(int particle);

  /** Weight of example k at each particle, as the last inner step had it. */
  abstract void weightsAt(int k, float[] out);

  @Override
  final boolean isOwn() {
    return true;
  }
}
