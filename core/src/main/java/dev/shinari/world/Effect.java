package dev.shinari.world;

/**
 * Something that makes a body move as drawn ones do, beyond what physics asks for. Effects are put
 * on a body of a world ({@link World#add(dev.shinari.body.Body, Effect)}) and act through what
 * their {@link EffectHost} offers: the shape that the body wants to have, its velocities, its time.
 * Several effects on one body add up, in the order in which they were put on.
 *
 * <p>All that an effect remembers from step to step stands in {@link #state}, so that snapshots
 * hold it. A step must not allocate.
 */
public interface Effect {
  /** Lower-case word or words run together, as scene files write them. */
  String name();

  /** Called once, when the effect is put on; refuses a body that cannot take it. */
  default void join(EffectHost host) {}

  /** Called once, when the effect is taken off: what it did to the body that would stay goes. */
  default void leave(EffectHost host) {}

  /** Before every step of a body that is awake: what is wanted in this step. */
  void begin(EffectHost host);

  /** After every step and its contacts; impacts of the step are known. */
  default void end(EffectHost host) {}

  /** Whether it would move a body that lies still; keeps the body awake. */
  default boolean stirs(double seconds) {
    return false;
  }

  /** Whether it may give a body energy that it did not have. */
  default boolean addsEnergy() {
    return true;
  }

  /**
   * How far a picture of the body is drawn out against its motion, in ways from frame to frame;
   * asked by recorders.
   */
  default float smear(EffectHost host) {
    return 0;
  }

  /** The numbers themselves, not a copy; empty for an effect that remembers nothing. */
  default double[] state() {
    return new double[0];
  }
}
