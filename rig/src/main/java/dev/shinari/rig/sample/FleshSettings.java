package dev.shinari.rig.sample;

import dev.shinari.math.Check;

/**
 * How flesh is put on a skeleton.
 *
 * @param resolution cells of the cage along the skin's longest side
 * @param boneShare how far from a bone towards the skin the flesh is held firmly by it, 0 to 1
 * @param steps of the elastic body in which a pose comes to rest
 */
public record FleshSettings(int resolution, float boneShare, int steps) {
  public static final FleshSettings DEFAULT = new FleshSettings(22, 0.35f, 80);

  public FleshSettings {
    Check.inRange("resolution", resolution, 4, 200);
    Check.inRange("boneShare", boneShare, 0.01f, 0.95f);
    Check.inRange("steps", steps, 1, 10_000);
  }
}
