/**
 * Bodies together: gravity and other fields, handles, obstacles, contact, rest, and the recording
 * of it all.
 *
 * <pre>
 *   World.step(h)
 *     for each awake body, on its own:           BodyEntry, BodyStepContext
 *       fields, air, handles -> Body.advance -> handles, volume -> colliders
 *     contact between bodies                     ContactStage, collide.SoftContacts
 *     rest: who sleeps, who is frozen            RestStage
 *   Recorder: frames and events -> Take
 * </pre>
 *
 * Start reading at {@link dev.shinari.world.World}. What is drawn or exported is a {@link
 * dev.shinari.take.Take}, made by a {@link dev.shinari.take.record.Recorder}.
 */
package dev.shinari.world;
