package dev.shinari.io.gltf;

import dev.shinari.io.file.ImportWarning;
import dev.shinari.mesh.TriangleMesh;
import java.nio.file.Path;
import java.util.List;

/**
 * What a glTF file holds, as far as shapes and motion go: one {@link Shape} for each node of the
 * default scene that shows a mesh, all nodes with their parents, skins and animations. Matrices are
 * column-major, 16 floats; quaternions are x, y, z, w. Treat arrays as read-only.
 *
 * <p>{@link GltfPose} plays animations on it.
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
public record GltfModel(
    Path path,
    List<Node> nodes,
    List<Shape> shapes,
    List<Skin> skins,
    List<Animation> animations,
    List<ImportWarning> warnings) {
  public GltfModel {
    nodes = List.copyOf(nodes);
    shapes = List.copyOf(shapes);
    skins = List.copyOf(skins);
    animations = List.copyOf(animations);
    warnings = List.copyOf(warnings);
  }

  /**
   * A node of the file, at the file's index.
   *
   * @param parent index of the parent, or -1
   * @param translation 3 floats, rotation 4, scale 3; what animations replace
   * @param matrix the local transform of a node that is given as a matrix (and so is never
   *     animated), or null for one given by the three above
   */
  public record Node(
      String name,
      int parent,
      float[] translation,
      float[] rotation,
      float[] scale,
      float[] matrix) {}

  /**
   * A mesh in its place: all primitives joined, vertices in file order.
   *
   * @param surface in world space, at rest: through the node's transform, or through the skin's
   *     joints where it has one; morph weights not applied
   * @param local positions as stored (for a skin: in the space that its inverse binds expect), 3
   *     floats a vertex
   * @param weights the morph weights that the file starts with, one a target
   * @param skin index of the skin, or -1
   * @param influences joints a vertex; 0 without a skin
   * @param joints indices into the skin's joints, {@code influences} a vertex, or null
   * @param jointWeights their weights, not negative, sum 1 a vertex, or null
   * @param paint what is drawn on the surface
   */
  public record Shape(
      String name,
      int node,
      TriangleMesh surface,
      float[] local,
      List<MorphTarget> targets,
      float[] weights,
      List<Range> ranges,
      int skin,
      int influences,
      int[] joints,
      float[] jointWeights,
      Paint paint) {
    public Shape {
      targets = List.copyOf(targets);
      ranges = List.copyOf(ranges);
    }

    public int vertexCount() {
      return surface.vertexCount();
    }
  }

  /**
   * A shape key: what is added to the positions at weight 1, 3 floats a vertex.
   *
   * @param deltas in world space, to be added to the shape's {@code surface}
   * @param localDeltas as stored, to be added to the shape's {@code local}
   */
  public record MorphTarget(String name, float[] deltas, float[] localDeltas) {}

  /**
   * What a mesh says of its surface, vertex by vertex, as stored. Each may be missing.
   *
   * @param normals 3 floats a vertex in the space of the shape's {@code local}, or null
   * @param tangents 4 floats a vertex, or null
   * @param texcoords sets of 2 floats a vertex, v down, by their number; null for one that is not
   *     there
   * @param colors linear red, green, blue, alpha, or null
   */
  public record Paint(float[] normals, float[] tangents, List<float[]> texcoords, float[] colors) {
    /** Nothing at all. */
    public static final Paint NONE = new Paint(null, null, List.of(), null);
  }

  /**
   * Triangles of one primitive.
   *
   * @param material the material's name, or "" for none
   * @param baseColor linear red, green, blue, alpha
   * @param materialIndex the material's number in the file, or -1 for none
   */
  public record Range(
      int firstTriangle,
      int triangleCount,
      String material,
      float[] baseColor,
      int materialIndex) {}

  /**
   * A skeleton as a mesh uses it.
   *
   * @param joints node indices, one a joint
   * @param parents for each joint the joint that it hangs from (through any nodes between), or -1
   * @param inverseBinds 16 floats a joint
   */
  public record Skin(String name, int[] joints, int[] parents, float[] inverseBinds) {
    public int jointCount() {
      return joints.length;
    }
  }

  /** What a channel moves. */
  public enum Target {
    TRANSLATION,
    ROTATION,
    SCALE,
    WEIGHTS
  }

  /** How a channel goes from key to key. */
  public enum Interpolation {
    LINEAR,
    STEP,
    CUBICSPLINE
  }

  /** A clip: channels over a common time. */
  public record Animation(String name, List<Channel> channels) {
    public Animation {
      channels = List.copyOf(channels);
    }

    /** The last key's time in seconds. */
    public float duration() {
      float end = 0;
      for (Channel c : channels) {
        end = Math.max(end, c.times()[c.times().length - 1]);
      }
      return end;
    }
  }

  /**
   * Keys of one property of one node.
   *
   * @param times seconds, strictly rising
   * @param width floats a key: 3, 4 or the number of morph targets
   * @param values width floats a key; for a cubic spline in-tangent, value and out-tangent
   */
  public record Channel(
      int node,
      Target target,
      Interpolation interpolation,
      float[] times,
      int width,
      float[] values) {
    /** The property at a time, into {@code width} floats; before and after the keys it holds. */
    public void sample(float seconds, float[] out) {
      ChannelSampler.sample(this, seconds, out);
    }
  }

  /** All shapes as one surface in world space, in order. */
  public TriangleMesh joined() {
    if (shapes.size() == 1) {
      return shapes.get(0).surface();
    }
    int vertices = 0;
    int corners = 0;
    boolean uvs = !shapes.isEmpty();
    for (Shape s : shapes) {
      vertices += s.vertexCount();
      corners += s.surface().triangles().length;
      uvs &= s.surface().uvs() != null;
    }
    float[] positions = new float[3 * vertices];
    int[] triangles = new int[corners];
    float[] uv = uvs ? new float[2 * vertices] : null;
    int v = 0;
    int c = 0;
    for (Shape s : shapes) {
      float[] p = s.surface().positions();
      System.arraycopy(p, 0, positions, 3 * v, p.length);
      if (uvs) {
        System.arraycopy(s.surface().uvs(), 0, uv, 2 * v, 2 * s.vertexCount());
      }
      for (int i : s.surface().triangles()) {
        triangles[c++] = v + i;
      }
      v += s.vertexCount();
    }
    return new TriangleMesh(positions, triangles, uv);
  }
}
