package dev.shinari.io.gltf;

import dev.shinari.math.Check;
import java.util.List;
import java.util.Map;

/**
 * A skinned character to be written: parts that share one skeleton, and clips. Quaternions are x,
 * y, z, w, matrices column-major. Treat arrays as read-only.
 *
 * @param inverseBinds 16 floats a joint
 * @param look where the parts' material numbers lead to
 * @param extras what is kept in the skin's {@code extras}, as Jackson writes it; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
public record SkinnedModel(
    String name,
    List<Part> parts,
    List<Joint> joints,
    float[] inverseBinds,
    List<Clip> clips,
    GltfLook look,
    Map<String, Object> extras) {
  public SkinnedModel {
    parts = List.copyOf(parts);
    joints = List.copyOf(joints);
    clips = List.copyOf(clips);
    Check.that(inverseBinds.length == 16 * joints.size(), "expected 16 floats a joint");
    for (int j = 0; j < joints.size(); j++) {
      Check.that(joints.get(j).parent() < j, "parents come before their children");
    }
    for (Clip c : clips) {
      Check.that(c.rotations().size() == joints.size(), "a clip has a track a joint");
      Check.that(c.translations().size() == joints.size(), "a clip has a track a joint");
    }
  }

  /**
   * A mesh.
   *
   * @param positions in the bind pose, 3 floats a vertex
   * @param ranges which triangles have which material; one without a number in the model's look
   *     becomes a plain one of its name and color
   * @param paint in the space of the positions; normals are made where there are none
   * @param influences joints a vertex
   * @param jointIndices {@code influences} a vertex
   * @param weights not negative, sum 1 a vertex
   */
  public record Part(
      String name,
      float[] positions,
      int[] triangles,
      List<GltfModel.Range> ranges,
      GltfModel.Paint paint,
      int influences,
      int[] jointIndices,
      float[] weights) {}

  /**
   * A bone at rest.
   *
   * @param parent index of the parent, or -1
   * @param translation 3 floats relative to the parent
   * @param rotation 4 floats relative to the parent
   */
  public record Joint(String name, int parent, float[] translation, float[] rotation) {}

  /**
   * Keys at common times, linear between them.
   *
   * @param times seconds, strictly rising
   * @param translations a track a joint, 3 floats a key, null for one that stays at rest
   * @param rotations a track a joint, 4 floats a key, null for one that stays at rest
   */
  public record Clip(
      String name, float[] times, List<float[]> translations, List<float[]> rotations) {}
}
