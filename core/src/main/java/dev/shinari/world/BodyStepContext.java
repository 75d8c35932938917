package dev.shinari.world;

import dev.shinari.collide.Collider;
import dev.shinari.parallel.Workers;
import dev.shinari.world.force.ForceField;

/**
 * What travels through the step of one body: the inner step's time, what surrounds the body, and
 * who shares the work. One per body, so that bodies can be stepped side by side.
 */
final class BodyStepContext {
  WorldSettings settings;
  ForceField[] fields;
  Collider[] colliders;
  Workers workers;

  /** Of the inner step at hand: when it begins and ends, and how long it is. */
  double start;

  double end;
  float seconds;

  /** The world's gravity, and with the fields that are gravity too. */
  final float[] worldGravity = new float[3];

  final float[] gravity = new float[3];

  /** Takes what surrounds a body from the world's cast. */
  void take(StepParticipants cast, Workers crew) {
    settings = cast.settings;
    fields = cast.fields;
    colliders = cast.colliders;
    workers = crew;
    System.arraycopy(cast.gravity, 0, worldGravity, 0, 3);
    System.arraycopy(cast.gravity, 0, gravity, 0, 3);
  }

  /** Goes to inner step k of n of a step that begins at a time and lasts so many seconds. */
  void goTo(double stepStart, float stepSeconds, int k, int n) {
    start = stepStart + (double) stepSeconds * k / n;
    end = stepStart + (double) stepSeconds * (k + 1) / n;
    seconds = stepSeconds / n;
  }
}
