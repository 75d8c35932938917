package dev.shinari.io.scene.build;

import dev.shinari.io.scene.format.Vec3;
import dev.shinari.math.PortableMath;

/**
 * Random numbers that depend on a seed and a place in the scene alone: adding a body never changes
 * the others. SplitMix64, whose output is the same everywhere.
 */
final class Jitter {
  private long state;

  Jitter(long seed, int plan, int instance) {
    state = seed * 0x9E3779B97F4A7C15L + ((long) plan << 32 | instance);
    next();
  }

  private long next() {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** Evenly from [0, 1). */
  double share() {
    return (next() >>> 11) * 0x1p-53;
  }

  /** A unit vector, evenly from all directions. */
  Vec3 direction() {
    double z = 2 * share() - 1;
    double angle = 2 * Math.PI * share();
    double r = Math.sqrt(Math.max(0, 1 - z * z));
    return new Vec3(
        (float) (r * PortableMath.cos(angle)), (float) (r * PortableMath.sin(angle)), (float) z);
  }
}
