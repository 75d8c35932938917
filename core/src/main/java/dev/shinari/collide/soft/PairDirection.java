package dev.shinari.collide.soft;

import java.util.Arrays;

/**
 * One direction of a pair of bodies: the particles of the first against the surface of the second,
 * and what is remembered of each of them.
 */
final class PairDirection {
  final ContactSurface points;
  final ContactSurface surface;

  /** The triangle by which a particle came in, plus 1; 0: outside. */
  final int[] sides;

  /** How far the two bodies may have gone before a particle needs a look again. */
  final double[] clear;

  PairDirection(ContactSurface points, ContactSurface surface) {
    this.points = points;
    this.surface = surface;
    sides = new int[points.particles.count()];
    clear = new double[sides.length];
  }

  void forget() {
    Arrays.fill(sides, 0);
    Arrays.fill(clear, 0);
  }

  /** What the next look depends on. */
  record State(int[] sides, double[] clear) {}

  State save() {
    return new State(sides.clone(), clear.clone());
  }

  void restore(State s) {
    System.arraycopy(s.sides, 0, sides, 0, sides.length);
    System.arraycopy(s.clear, 0, clear, 0, clear.length);
  }
}
