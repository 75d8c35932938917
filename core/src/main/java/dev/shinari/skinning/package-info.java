/**
 * A character's own surface on its own bones: each vertex follows the joints that its skin weights
 * name, where linear blend skinning puts it, but without the loss of volume that averaging matrices
 * causes at bends and twists.
 *
 * <p>Start reading at {@link dev.shinari.skinning.BoneSkin}; {@link
 * dev.shinari.skinning.RotationCenters} finds the points about which cross-sections turn.
 */
package dev.shinari.skinning;
