/**
 * Creatures of jointed elastic parts: boundary-element bodies on bones that stretch and bend,
 * driven by inverse kinematics, clips, hands that drag, or an elastic exoskeleton [Watanabe].
 *
 * <pre>
 *   targets, clips --> goal pose (Ccd, PoseSource)
 *                          |
 *   Exoskeleton  -->  joints: BoneMotion (eqs. (1), (2), reactions of the parts, gravity; implicit)
 *                          |                                    ^
 *                     BoneFrames                                | forces and torques at the joints
 *                          |                                    |
 *                     parts: JointedOperator (shared by all parts of one shape)
 *                          |
 *                       Skin: one mesh, rings shared where parts meet
 * </pre>
 *
 * Start reading at {@link dev.shinari.articulated.ArticulatedBody}, then {@link
 * dev.shinari.articulated.motion.BoneMotion}. {@link dev.shinari.articulated.shape.Limbs} makes
 * limbs of cylinders, {@link dev.shinari.articulated.shape.Hub} what joins them, {@link
 * dev.shinari.articulated.shape.MeshCutter} cuts a character into parts. Contact starts at {@link
 * dev.shinari.articulated.contact.BoneBalls} and {@link
 * dev.shinari.articulated.contact.ExoContacts}.
 */
package dev.shinari.articulated;
