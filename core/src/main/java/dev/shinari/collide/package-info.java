/**
 * What bodies bump into: obstacles of given shape and motion, and one another.
 *
 * <pre>
 *   Shape  (distance, normal, sweep)  +  Path (motion)  +  ContactMaterial  =  Collider
 *                                                                                |
 *   particles of one body  -- ColliderContacts: swept test, push out, friction --+
 *
 *   body A  --  SurfaceTree of its boundary  --  SoftContacts  --  SurfaceTree  --  body B
 * </pre>
 *
 * Start reading at {@link dev.shinari.collide.Collider}, then {@link
 * dev.shinari.collide.ColliderContacts} for one body against obstacles and {@link
 * dev.shinari.collide.soft.SoftContacts} for bodies against each other. Shapes are given in their
 * own frame; positions of particles are floats relative to their body's origin, so that every
 * collider is first moved, in double, into the frame of the body that it meets.
 */
package dev.shinari.collide;
