/**
 * Surfaces carried by a cage.
 *
 * <p>Start with {@link Embedder}.
 */
package dev.shinari.mesh.embed;
