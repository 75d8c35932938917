package dev.shinari.io.character;

import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.skinning.SkinBinding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All that bones carry in a glTF file: its skinned meshes, of one skin or of several, and meshes
 * that hang from a joint, as one surface in file order. It stands in the pose in which it was bound
 * to its bones; where the file's nodes stand otherwise, a clip begins with a step into their pose
 * and the shape of the surface is still the one that was modeled.
 *
 * <p>A <em>bone</em> is a joint as one skin uses it, with that skin's inverse bind matrix; two
 * skins that share a joint have a bone each. Its transform from rest is P G B, with P the place of
 * the creature in the world, G the node's transform and B constant.
 */
public final class CharacterModel {
  private final GltfModel model;
  private final double[] place;
  private final List<String> warnings = new ArrayList<>();
  private final int[] jointOfNode; // or -1
  private final List<Integer> nodeOfJoint = new ArrayList<>();
  private final List<double[]> jointRest = new ArrayList<>(); // 3 numbers each
  private final List<Integer> boneJoint = new ArrayList<>();
  private final List<double[]> boneBind = new ArrayList<>(); // B
  private final List<GltfModel.Shape> shapes = new ArrayList<>();
  private final TriangleMesh rest;
  private final SkinBinding binding;

  /**
   * @param place where the model's space is in the world: 3 rows of 4 numbers
   * @throws IllegalArgumentException where the file has no mesh on bones
   */
  public CharacterModel(GltfModel model, double[] place) {
    this.model = model;
    this.place = place.clone();
    jointOfNode = new int[model.nodes().size()];
    Arrays.fill(jointOfNode, -1);
    double[] back = Affine.inverse(place);
    if (back == null) {
      throw new IllegalArgumentException("the scale of a model must not be zero");
    }
    GltfPose pose = new GltfPose(model);
    int[] firstBone = new int[model.skins().size()];
    double[][] bound = new double[model.skins().size()][];
    Arrays.fill(firstBone, -1);
    for (GltfModel.Shape s : model.shapes()) {
      if (s.skin() >= 0 && firstBone[s.skin()] < 0) {
        firstBone[s.skin()] = boneJoint.size();
        bound[s.skin()] = addBones(s.skin(), pose, back);
      }
    }
    if (boneJoint.isEmpty()) {
      throw new IllegalArgumentException(
          "the model has no skinned mesh; export it with its armature");
    }
    List<float[]> positions = new ArrayList<>();
    List<int[]> bones = new ArrayList<>();
    List<float[]> weights = new ArrayList<>();
    for (GltfModel.Shape s : model.shapes()) {
      if (s.skin() >= 0) {
        shapes.add(s);
        positions.add(moved(Affine.product(place, bound[s.skin()]), restLocal(s)));
        bones.add(Arrays.stream(s.joints()).map(j -> firstBone[s.skin()] + j).toArray());
        weights.add(s.jointWeights());
      } else {
        int bone = carrier(s.node());
        if (bone < 0) {
          warnings.add("mesh \"" + s.name() + "\" hangs from no joint and was left out");
          continue;
        }
        double[] now = transform(pose, bone);
        double[] undo = Affine.inverse(now);
        if (undo == null) {
          warnings.add("mesh \"" + s.name() + "\" hangs from a joint of size zero; left out");
          continue;
        }
        shapes.add(s);
        positions.add(moved(Affine.product(undo, place), s.surface().positions()));
        int[] own = new int[s.vertexCount()];
        Arrays.fill(own, bone);
        bones.add(own);
        float[] one = new float[own.length];
        Arrays.fill(one, 1);
        weights.add(one);
      }
    }
    rest = join(positions);
    binding = bind(bones, weights);
  }

  /** Bones of a skin; returns where its bind space stands in the model's space at rest. */
  private double[] addBones(int number, GltfPose pose, double[] back) {
    GltfModel.Skin skin = model.skins().get(number);
    double[] heavy = new double[skin.jointCount()];
    for (GltfModel.Shape s : model.shapes()) {
      for (int k = 0; s.skin() == number && k < s.joints().length; k++) {
        heavy[s.joints()[k]] += s.jointWeights()[k];
      }
    }
    int best = 0;
    for (int j = 1; j < heavy.length; j++) {
      best = heavy[j] > heavy[best] ? j : best;
    }
    // Where rest and bind pose agree this is the same for all joints.
    double[] bound = Affine.product(node(pose, skin.joints()[best]), inverseBind(skin, best));
    double[] unbound = Affine.inverse(bound);
    if (unbound == null) {
      throw new IllegalArgumentException(
          "joint \""
              + model.nodes().get(skin.joints()[best]).name()
              + "\" or its inverse bind matrix scales to zero; export the character with its"
              + " armature's scale applied");
    }
    for (int j = 0; j < skin.jointCount(); j++) {
      double[] inverse = inverseBind(skin, j);
      double[] bind = Affine.inverse(inverse);
      if (bind == null) {
        throw new IllegalArgumentException(
            "the inverse bind matrix of joint \""
                + model.nodes().get(skin.joints()[j]).name()
                + "\" has no inverse; export the character again");
      }
      int nodeNumber = skin.joints()[j];
      if (jointOfNode[nodeNumber] < 0) {
        jointOfNode[nodeNumber] = nodeOfJoint.size();
        nodeOfJoint.add(nodeNumber);
        double[] at = Affine.product(place, Affine.product(bound, bind));
        jointRest.add(new double[] {at[3], at[7], at[11]});
      }
      boneJoint.add(jointOfNode[nodeNumber]);
      boneBind.add(Affine.product(inverse, Affine.product(unbound, back)));
    }
    return bound;
  }

  private static double[] inverseBind(GltfModel.Skin skin, int j) {
    return Affine.ofColumns(skin.inverseBinds(), 16 * j);
  }

  private static double[] node(GltfPose pose, int node) {
    double[] out = new double[12];
    Affine.ofColumns(pose.world(node), out);
    return out;
  }

  private double[] transform(GltfPose pose, int bone) {
    double[] g = node(pose, nodeOfJoint.get(boneJoint.get(bone)));
    return Affine.product(place, Affine.product(g, boneBind.get(bone)));
  }

  /** A bone of the joint from which a node hangs, or -1. */
  private int carrier(int node) {
    for (int n = node; n >= 0; n = model.nodes().get(n).parent()) {
      if (jointOfNode[n] >= 0) {
        return boneJoint.indexOf(jointOfNode[n]);
      }
    }
    return -1;
  }

  /** Stored positions with the morph weights that the file starts with. */
  private static float[] restLocal(GltfModel.Shape s) {
    float[] out = s.local().clone();
    for (int k = 0; k < s.targets().size(); k++) {
      float[] d = s.targets().get(k).localDeltas();
      for (int i = 0; s.weights()[k] != 0 && i < out.length; i++) {
        out[i] += s.weights()[k] * d[i];
      }
    }
    return out;
  }

  private static float[] moved(double[] by, float[] p) {
    float[] out = new float[p.length];
    for (int i = 0; i < p.length; i++) {
      int v = i - i % 3;
      out[i] = (float) Affine.apply(by, 0, i % 3, p[v], p[v + 1], p[v + 2]);
    }
    return out;
  }

  private TriangleMesh join(List<float[]> positions) {
    int vertices = 0;
    int corners = 0;
    boolean uvs = true;
    for (GltfModel.Shape s : shapes) {
      vertices += s.vertexCount();
      corners += s.surface().triangles().length;
      uvs &= s.surface().uvs() != null;
    }
    float[] p = new float[3 * vertices];
    float[] uv = uvs ? new float[2 * vertices] : null;
    int[] triangles = new int[corners];
    int v = 0;
    int c = 0;
    for (int k = 0; k < shapes.size(); k++) {
      GltfModel.Shape s = shapes.get(k);
      System.arraycopy(positions.get(k), 0, p, 3 * v, 3 * s.vertexCount());
      if (uvs) {
        System.arraycopy(s.surface().uvs(), 0, uv, 2 * v, 2 * s.vertexCount());
      }
      for (int i : s.surface().triangles()) {
        triangles[c++] = v + i;
      }
      v += s.vertexCount();
    }
    return new TriangleMesh(p, triangles, uv);
  }

  private SkinBinding bind(List<int[]> bones, List<float[]> weights) {
    int most = 1;
    for (GltfModel.Shape s : shapes) {
      most = Math.max(most, s.influences());
    }
    int[] b = new int[most * rest.vertexCount()];
    float[] w = new float[b.length];
    int v = 0;
    for (int k = 0; k < shapes.size(); k++) {
      int own = Math.max(1, shapes.get(k).influences());
      for (int i = 0; i < bones.get(k).length; i++) {
        b[most * (v + i / own) + i % own] = bones.get(k)[i];
        w[most * (v + i / own) + i % own] = weights.get(k)[i];
      }
      v += shapes.get(k).vertexCount();
    }
    return new SkinBinding(most, b, w);
  }

  public GltfModel model() {
    return model;
  }

  /** What the user should know. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The meshes that came along, in the order of the surface's vertices. */
  public List<GltfModel.Shape> shapes() {
    return List.copyOf(shapes);
  }

  /** The surface at rest, in the world. */
  public TriangleMesh rest() {
    return rest;
  }

  public SkinBinding binding() {
    return binding;
  }

  public int boneCount() {
    return boneJoint.size();
  }

  /** The joint of a bone. */
  public int jointOfBone(int bone) {
    return boneJoint.get(bone);
  }

  public int jointCount() {
    return nodeOfJoint.size();
  }

  /** The file's node of a joint. */
  public int node(int joint) {
    return nodeOfJoint.get(joint);
  }

  public String jointName(int joint) {
    String name = model.nodes().get(node(joint)).name();
    return name == null || name.isEmpty() ? "joint-" + joint : name;
  }

  /** The joint that a joint hangs from, through any nodes between, or -1. */
  public int parent(int joint) {
    int n = model.nodes().get(node(joint)).parent();
    while (n >= 0 && jointOfNode[n] < 0) {
      n = model.nodes().get(n).parent();
    }
    return n < 0 ? -1 : jointOfNode[n];
  }

  /** Component of a joint's place at rest, in the world. */
  public double jointPlace(int joint, int c) {
    return jointRest.get(joint)[c];
  }

  double[] place() {
    return place;
  }

  double[] bind(int bone) {
    return boneBind.get(bone);
  }
}
