package dev.shinari.world;

import dev.shinari.body.particle.Particles;
import dev.shinari.collide.Collider;
import dev.shinari.collide.soft.ContactSurface;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.take.Look;

/**
 * Something in a world that moves by laws of its own: it is stepped, meets obstacles and other
 * actors, is recorded, hashed and taken into snapshots like a body. As with bodies, the same calls
 * must give the same bits for any number of workers, and a step must not throw on numbers.
 */
public interface Actor {
  String name();

  Look look();

  /** Triangles of what is seen; they never change. */
  TriangleMesh surface();

  /** Number of particles or joints that are simulated. */
  int particleCount();

  /** Writes where the surface's vertices are, 3 floats each. */
  void positions(float[] out, Workers workers);

  /** Moves on by h seconds, obstacles included. */
  void step(double start, float h, WorldSettings settings, Collider[] colliders, Workers workers);

  /** Touches with obstacles in the last step. */
  int contacts();

  /**
   * Contact with an actor that was added later, after both have moved; returns the number of
   * touches. Whoever knows nothing of the other's kind does nothing.
   */
  int meet(Actor other, float h);

  /**
   * Contact with an elastic body, after both have moved. Whoever does not meet bodies does nothing.
   *
   * @return the fastest approach in meters a second, or -1 where nothing touches
   */
  default float meet(ContactSurface body, float h) {
    return -1;
  }

  /**
   * Its particles as force fields shall see them, or null where fields do not act on it. They are
   * its own: a step writes the present places and velocities into them first.
   */
  default Particles points() {
    return null;
  }

  /** Fields have changed velocities of {@link #points}. */
  default void pointsPushed() {}

  /** Whether its numbers left all bounds, so that it stays where it last was in order. */
  boolean isFrozen();

  /** Everything that a step changes. */
  Object save();

  /** Goes back to what {@link #save} gave. */
  void restore(Object state);

  /** Mixes the state into a hash, bit by bit. */
  long hash(long hash);
}
