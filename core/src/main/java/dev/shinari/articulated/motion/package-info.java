/**
 * The joints of a creature: forces, the implicit step, limits.
 *
 * <p>Start with {@link BoneMotion}.
 */
package dev.shinari.articulated.motion;
