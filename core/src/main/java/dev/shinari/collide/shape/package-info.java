/**
 * Shapes of colliders as signed distances.
 *
 * <p>Start with {@link ColliderShape}.
 */
package dev.shinari.collide.shape;
