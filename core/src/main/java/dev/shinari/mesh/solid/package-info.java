/**
 * Solids as signed distance functions, for modeling by code: primitives and their combinations
 * ({@link dev.shinari.mesh.solid.Solid}, {@link dev.shinari.mesh.solid.Solids}), ready models
 * ({@link dev.shinari.mesh.solid.Models}) and the triangle surface of any of them ({@link
 * dev.shinari.mesh.solid.IsoSurface}).
 *
 * <p>Y is up, models face +z and stand on y = 0.
 */
package dev.shinari.mesh.solid;
