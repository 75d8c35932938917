package dev.shinari.world.force;

import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;

/**
 * Something that pushes all bodies in a time window, as a change of velocity that depends on place,
 * speed and time. A field has no state of its own: bodies ask it side by side.
 */
public abstract class ForceField {
  private final double fromSeconds;
  private final double toSeconds;

  /** A field that acts while {@code from <= t < to}. */
  protected ForceField(double fromSeconds, double toSeconds) {
    Check.that(
        fromSeconds <= toSeconds,
        "a field must not end before it begins, got " + fromSeconds + " to " + toSeconds);
    this.fromSeconds = fromSeconds;
    this.toSeconds = toSeconds;
  }

  public final double fromSeconds() {
    return fromSeconds;
  }

  public final double toSeconds() {
    return toSeconds;
  }

  public boolean isActive(double seconds) {
    return seconds >= fromSeconds && seconds < toSeconds;
  }

  /** Whether the field pushes in an inner step from start to end. */
  public boolean acts(double startSeconds, double endSeconds) {
    return isActive(startSeconds);
  }

  /** Whether the field starts or ends in a step, so that sleeping bodies must look again. */
  public boolean changes(double startSeconds, double endSeconds) {
    return isActive(startSeconds) != isActive(endSeconds);
  }

  /** Whether it pushes in the same way all the time; a body in an unsteady field does not sleep. */
  public boolean isSteady() {
    return true;
  }

  /**
   * Changes velocities for an inner step from {@code start} to {@code end}; particles with mobility
   * 0 are left alone.
   *
   * @param dt the same length in seconds as a float
   */
  public abstract void kick(Particles p, double start, double end, float dt);
}
