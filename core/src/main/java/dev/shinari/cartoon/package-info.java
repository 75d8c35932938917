/**
 * Exaggeration: effects that make bodies move as drawn ones do [Lin, sec. 2.3, 4]. Each is a small
 * {@link dev.shinari.world.Effect} with few numbers (a nested {@code Settings} record) and an
 * {@link dev.shinari.cartoon.Envelope} that blends it in and out; any number of them can be put on
 * one body.
 *
 * <pre>
 *   what it writes        effects
 *   the wanted shape S~   SquashStretch, Wobble, Inflate, Jump (anticipation), Melt, Dent
 *   goals of all          SuperElastic
 *   velocities            Jump (launch), FollowThrough, GainBounce, Burst
 *   links                 Breakdown
 *   time                  ImpactHold
 *   recorded pictures     Smear
 * </pre>
 *
 * Start reading at {@link dev.shinari.cartoon.SquashStretch}, then {@link
 * dev.shinari.cartoon.SuperElastic}.
 */
package dev.shinari.cartoon;
