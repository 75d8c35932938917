/**
 * Characters from glTF files as creatures see them: all skinned meshes of a file as one surface on
 * one set of bones, at the pose in which they were bound, and clips that move these bones.
 *
 * <p>Start reading at {@link dev.shinari.io.character.CharacterModel}.
 */
package dev.shinari.io.character;
