/**
 * What a helper-bone rig is made of [Mukai15]: {@link dev.shinari.rig.RigSkeleton} (the joints that
 * somebody animates), {@link dev.shinari.rig.SkinWeights}, {@link dev.shinari.rig.HelperRig} (the
 * fitted result) and {@link dev.shinari.rig.Controller} (how a helper follows the joints).
 *
 * <p>The text writes row vectors, v = sum w u S; here they are columns, v = sum w S u, so that
 * products turn round: S = G B^-1 is a joint's skinning transform, L = G_p^-1 G its local pose.
 * Every transform is 12 doubles, three rows of a 3 x 4 matrix: {@code R00 R01 R02 tx, R10 ...}.
 *
 * <p>Read {@code rig.examples} (what is learnt from), {@code rig.fit} (the two stages) and {@code
 * rig.runtime} (what a game runs) in that order.
 */
package dev.shinari.rig;
