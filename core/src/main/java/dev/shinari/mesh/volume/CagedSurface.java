package dev.shinari.mesh.volume;

import dev.shinari.mesh.Cage;
import dev.shinari.mesh.embed.Embedding;

/**
 * A surface in a cage that was made for it.
 *
 * @param cage what is simulated
 * @param surface the given mesh, carried by the cage
 * @param report what was found on the way
 */
public record CagedSurface<C extends Cage>(C cage, Embedding surface, CageReport report) {}
