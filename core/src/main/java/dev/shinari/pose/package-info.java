/**
 * Poses of a cage: where its vertices go when a body takes a shape that somebody drew or named. A
 * pose is nothing but moved positions in the cage's vertex order; the bodies that like to deform
 * into them live elsewhere.
 *
 * <p>Start reading with {@link dev.shinari.pose.Deformer}, which bends and twists in closed form.
 */
package dev.shinari.pose;
