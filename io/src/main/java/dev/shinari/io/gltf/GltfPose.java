package dev.shinari.io.gltf;

import dev.shinari.io.gltf.GltfModel.Animation;
import dev.shinari.io.gltf.GltfModel.Channel;
import dev.shinari.io.gltf.GltfModel.Node;
import dev.shinari.io.gltf.GltfModel.Shape;
import dev.shinari.io.gltf.GltfModel.Skin;
import java.util.ArrayList;
import java.util.List;

/**
 * A model at one moment: node transforms, morph weights and, from these, vertex positions. Starts
 * at rest; {@link #set} moves it to a time of a clip.
 */
public final class GltfPose {
  private final GltfModel model;
  private final int[] order; // parents before children
  private final double[][] world;
  private final double[] local = new double[16];
  private final float[][] translation;
  private final float[][] rotation;
  private final float[][] scale;
  private final float[][] weights; // by node; null where a node shows no morphing shape

  public GltfPose(GltfModel model) {
    this.model = model;
    int n = model.nodes().size();
    order = parentsFirst(model.nodes());
    world = new double[n][16];
    translation = new float[n][3];
    rotation = new float[n][4];
    scale = new float[n][3];
    weights = new float[n][];
    for (Shape s : model.shapes()) {
      weights[s.node()] = s.weights().clone();
    }
    rest();
    update();
  }

  /** Moves every node and weight to where it is at that time of the clip; null for rest. */
  public void set(Animation animation, float seconds) {
    rest();
    if (animation != null) {
      List<Channel> channels = animation.channels();
      for (int k = 0; k < channels.size(); k++) { // no iterator: a clip drives every step
        Channel c = channels.get(k);
        float[] into =
            switch (c.target()) {
              case TRANSLATION -> translation[c.node()];
              case ROTATION -> rotation[c.node()];
              case SCALE -> scale[c.node()];
              case WEIGHTS -> weights[c.node()];
            };
        if (into != null && into.length == c.width()) {
          c.sample(seconds, into);
        }
      }
    }
    update();
  }

  private void rest() {
    for (int i = 0; i < world.length; i++) {
      Node node = model.nodes().get(i);
      System.arraycopy(node.translation(), 0, translation[i], 0, 3);
      System.arraycopy(node.rotation(), 0, rotation[i], 0, 4);
      System.arraycopy(node.scale(), 0, scale[i], 0, 3);
    }
    List<Shape> shapes = model.shapes();
    for (int k = 0; k < shapes.size(); k++) {
      float[] w = shapes.get(k).weights();
      System.arraycopy(w, 0, weights[shapes.get(k).node()], 0, w.length);
    }
  }

  private void update() {
    for (int i : order) {
      Node node = model.nodes().get(i);
      double[] into = node.parent() < 0 ? world[i] : local;
      if (node.matrix() != null) {
        Matrices.set(node.matrix(), 0, into);
      } else {
        Matrices.set(translation[i], rotation[i], scale[i], into);
      }
      if (node.parent() >= 0) {
        Matrices.product(world[node.parent()], local, world[i]);
      }
    }
  }

  /** A node's transform to world space: 16 numbers, column-major. */
  public double[] world(int node) {
    return world[node].clone();
  }

  /** The same into an array of 16. */
  public void world(int node, double[] out) {
    System.arraycopy(world[node], 0, out, 0, 16);
  }

  /** A shape's morph weights. */
  public float[] weights(Shape shape) {
    return weights[shape.node()].clone();
  }

  /** World positions of a shape's vertices, 3 floats each. */
  public void positions(Shape shape, float[] out) {
    float[] moved = shape.local().clone();
    float[] w = weights[shape.node()];
    for (int k = 0; k < w.length; k++) {
      float[] d = shape.targets().get(k).localDeltas();
      for (int i = 0; w[k] != 0 && i < moved.length; i++) {
        moved[i] += w[k] * d[i];
      }
    }
    transform(shape, moved, 1, out);
  }

  /** Takes points (w = 1) or offsets (w = 0) of a shape from stored to world space. */
  void transform(Shape shape, float[] from, int w, float[] out) {
    double[][] joints = shape.skin() < 0 ? null : jointMatrices(model.skins().get(shape.skin()));
    double[] m = shape.skin() < 0 ? world[shape.node()] : new double[16];
    for (int v = 0; v < from.length / 3; v++) {
      if (joints != null) {
        blend(shape, v, joints, m);
      }
      double x = from[3 * v], y = from[3 * v + 1], z = from[3 * v + 2];
      for (int r = 0; r < 3; r++) {
        out[3 * v + r] = (float) Matrices.row(m, r, x, y, z, w);
      }
    }
  }

  private double[][] jointMatrices(Skin skin) {
    double[][] out = new double[skin.jointCount()][];
    for (int j = 0; j < out.length; j++) {
      out[j] = Matrices.product(world[skin.joints()[j]], Matrices.of(skin.inverseBinds(), 16 * j));
    }
    return out;
  }

  private static void blend(Shape shape, int v, double[][] joints, double[] m) {
    java.util.Arrays.fill(m, 0);
    for (int k = v * shape.influences(); k < (v + 1) * shape.influences(); k++) {
      double w = shape.jointWeights()[k];
      double[] j = joints[shape.joints()[k]];
      for (int i = 0; w != 0 && i < 16; i++) {
        m[i] += w * j[i];
      }
    }
  }

  static int[] parentsFirst(List<Node> nodes) {
    List<List<Integer>> children = new ArrayList<>();
    for (int i = 0; i < nodes.size(); i++) {
      children.add(new ArrayList<>());
    }
    int[] order = new int[nodes.size()];
    int count = 0;
    for (int i = 0; i < order.length; i++) {
      if (nodes.get(i).parent() < 0) {
        order[count++] = i;
      } else {
        children.get(nodes.get(i).parent()).add(i);
      }
    }
    for (int at = 0; at < count; at++) {
      for (int child : children.get(order[at])) {
        order[count++] = child;
      }
    }
    return order;
  }
}
