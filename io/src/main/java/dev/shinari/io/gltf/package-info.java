/**
 * glTF 2.0 and GLB. {@link dev.shinari.io.gltf.GltfReader} gives a {@link
 * dev.shinari.io.gltf.GltfModel}: meshes in world space with morph targets and skin weights, nodes,
 * skins, animations; {@link dev.shinari.io.gltf.GltfPose} plays it. {@link
 * dev.shinari.io.gltf.GlbWriter} writes a take as a morph sequence.
 *
 * <p>The JSON is mapped by JglTF's classes for the glTF schema. Buffers and accessors are read
 * here, because JglTF's own reader follows any URI, network included, and allocates what a file
 * asks for.
 *
 * <p>Texture coordinates: glTF counts v from the top, Shinari (as OBJ, PLY and USD) from the
 * bottom; reader and writer turn them.
 */
package dev.shinari.io.gltf;
