package dev.shinari.io.scene.pose;

import dev.shinari.mesh.Cage;
import dev.shinari.mesh.embed.Embedding;

/**
 * A body's shape at rest, for all that is looked up on it: pins, handles, groups and poses, which
 * are the same for every kind of body.
 */
public interface RestShape {
  /** Its particles. */
  Cage cage();

  /** What is seen of it, carried by its particles. */
  Embedding surface();

  /**
   * The cage that poses of the surface are found on. Its own, or a stand-in where its own has no
   * cells that could be deformed.
   */
  Cage poseCage();

  /** What is seen of it, carried by {@link #poseCage}. */
  Embedding poseSurface();

  /** Where its particles are in a pose of {@link #poseCage}. */
  float[] particlesIn(float[] pose);
}
