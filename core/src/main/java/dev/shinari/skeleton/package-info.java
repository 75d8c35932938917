/**
 * Bones: joints that hang together in trees, the frames that follow from where the joints are, and
 * poses that reach for targets [Watanabe, sec. 2].
 *
 * <pre>
 *   Skeleton (rest)  --  BoneFrames: how each bone and joint is turned, from joint positions
 *                    --  Ccd: joint positions that reach and look at Targets, within JointLimits
 * </pre>
 *
 * Start reading at {@link dev.shinari.skeleton.Skeleton}. How bones stretch and bend under forces
 * is told in {@code dev.shinari.articulated}, since the elastic parts take part in it. All turns
 * are relative to the rest pose: at rest every frame is the identity.
 */
package dev.shinari.skeleton;
