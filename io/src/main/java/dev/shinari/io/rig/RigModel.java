package dev.shinari.io.rig;

import dev.shinari.io.gltf.GltfLook;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import java.util.List;

/**
 * A character as a fit needs it, from a file: all skinned meshes joined, one skeleton, weights if
 * the file has them. Lengths are the file's world units; joints are rigid, a constant scale of the
 * file (an armature in centimeters) has been moved into the mesh.
 *
 * @param rest the skin at bind time
 * @param weights of the joints, or null where the file has none
 * @param parts which vertices and triangles belong to which mesh and material
 * @param look the file's materials and pictures
 * @param restPose global poses of the joints as the file shows them without a clip, 12 numbers each
 * @param notes what a user should know about how the file was read
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
public record RigModel(
    String name,
    TriangleMesh rest,
    RigSkeleton skeleton,
    SkinWeights weights,
    List<Part> parts,
    double[] restPose,
    List<String> notes,
    GltfLook look,
    GltfModel source,
    Joints joints) {
  /**
   * The vertices and triangles that come from one mesh.
   *
   * @param ranges materials of the triangles, counted from the part's first
   * @param paint what is drawn on the part, in the space of the rest shape
   */
  public record Part(
      String name,
      int firstVertex,
      int vertexCount,
      int firstTriangle,
      int triangleCount,
      List<GltfModel.Range> ranges,
      GltfModel.Paint paint) {}

  /**
   * How the file's nodes become joints.
   *
   * @param nodes the node of each joint
   * @param inverseBinds as stored, column-major, 16 numbers a joint
   * @param scale by which skinning transforms of the file are larger than ours
   */
  record Joints(int[] nodes, double[] inverseBinds, double scale) {}

  public RigModel {
    parts = List.copyOf(parts);
    notes = List.copyOf(notes);
  }

  /** Longest side of the skin's bounds at bind time. */
  public double size() {
    return rest.bounds().longestSide();
  }
}
