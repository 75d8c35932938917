/**
 * Helper-bone rigs [Mukai15] from and to files: what a user has (a skinned model and the shapes
 * that it should take) becomes an example set, and a fitted rig becomes a GLB, its controllers a
 * JSON block.
 *
 * <p>Start reading at {@link dev.shinari.io.rig.LimbFiles} for what such files look like.
 */
package dev.shinari.io.rig;
