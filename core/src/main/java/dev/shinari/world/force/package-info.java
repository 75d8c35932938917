/**
 * Force fields.
 *
 * <p>Start with {@link ForceField}.
 */
package dev.shinari.world.force;
