package dev.shinari.collide.shape;

/**
 * A signed distance that is given point by point, for example sampled from a triangle mesh;
 * negative inside. It may be an estimate but must not grow faster than the true distance does.
 */
@FunctionalInterface
public interface SignedDistance {
  /** Distance in the field's frame; any large number far outside. */
  float distance(float x, float y, float z);

  /** Writes the gradient, of any length; by central differences unless the field knows better. */
  default void gradient(float x, float y, float z, float step, float[] out) {
    out[0] = distance(x + step, y, z) - distance(x - step, y, z);
    out[1] = distance(x, y + step, z) - distance(x, y - step, z);
    out[2] = distance(x, y, z + step) - distance(x, y, z - step);
  }
}
