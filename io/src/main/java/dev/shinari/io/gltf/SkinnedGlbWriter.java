package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.Animation;
import de.javagl.jgltf.impl.v2.AnimationChannel;
import de.javagl.jgltf.impl.v2.AnimationChannelTarget;
import de.javagl.jgltf.impl.v2.AnimationSampler;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.MaterialPbrMetallicRoughness;
import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import de.javagl.jgltf.impl.v2.Node;
import de.javagl.jgltf.impl.v2.Scene;
import de.javagl.jgltf.impl.v2.Skin;
import dev.shinari.io.file.SafeFiles;
import dev.shinari.io.take.ExportProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes a skinned character as GLB: one skin, a mesh a part, joints as a tree of nodes, and a
 * channel a moving joint and property. Every engine that plays glTF plays it. Joint {@code j} is
 * node {@code j} of the file.
 */
public final class SkinnedGlbWriter {
  private final SkinnedModel model;
  private final GlbFile glb = new GlbFile();
  private final GlTF gltf = glb.gltf();
  private final Map<String, Integer> materials = new LinkedHashMap<>();
  private final LookWriter look;

  private SkinnedGlbWriter(SkinnedModel model) {
    this.model = model;
    this.look = new LookWriter(model.look(), glb);
  }

  /** Writes the file. */
  public static void write(SkinnedModel model, Path file) throws IOException {
    SkinnedGlbWriter w = new SkinnedGlbWriter(model);
    w.plan();
    if (!w.glb.close()) {
      throw new IOException("the character is too large for one GLB; bake fewer frames");
    }
    SafeFiles.write(
        file, out -> w.glb.writeTo(out, file.getFileName().toString(), ExportProgress.NONE));
  }

  private void plan() {
    Scene scene = new Scene();
    scene.setName(model.name());
    for (SkinnedModel.Joint j : model.joints()) {
      Node node = new Node();
      node.setName(j.name());
      node.setTranslation(j.translation());
      node.setRotation(unit(j.rotation(), 0));
      gltf.addNodes(node);
      int index = gltf.getNodes().size() - 1;
      if (j.parent() < 0) {
        scene.addNodes(index);
      } else {
        gltf.getNodes().get(j.parent()).addChildren(index);
      }
    }
    Skin skin = new Skin();
    skin.setName(model.name());
    int joints = model.joints().size();
    for (int j = 0; j < joints; j++) {
      skin.addJoints(j);
    }
    skin.setInverseBindMatrices(
        glb.floats("MAT4", joints, null, null, out -> out.put(model.inverseBinds())));
    if (!model.extras().isEmpty()) {
      skin.setExtras(model.extras());
    }
    gltf.addSkins(skin);
    for (SkinnedModel.Part part : model.parts()) {
      scene.addNodes(addPart(part, joints));
    }
    look.finish();
    for (SkinnedModel.Clip clip : model.clips()) {
      addClip(clip);
    }
    gltf.addScenes(scene);
    gltf.setScene(0);
  }

  private int addPart(SkinnedModel.Part part, int joints) {
    float[] p = part.positions();
    int n = p.length / 3;
    Map<String, Integer> attributes = new LinkedHashMap<>();
    attributes.put("POSITION", glb.floats("VEC3", n, GlbFile.ARRAY_BUFFER, p, out -> out.put(p)));
    addPaint(part, n, attributes);
    int k = part.influences();
    for (int set = 0; 4 * set < k; set++) {
      int[] index = new int[4 * n];
      float[] weight = new float[4 * n];
      for (int v = 0; v < n; v++) {
        for (int c = 0; c < 4 && 4 * set + c < k; c++) {
          float w = part.weights()[v * k + 4 * set + c];
          weight[4 * v + c] = w;
          // An unused slot names joint 0: the validator asks for it.
          index[4 * v + c] = w > 0 ? part.jointIndices()[v * k + 4 * set + c] : 0;
        }
      }
      attributes.put("JOINTS_" + set, glb.rowsOfFour(index, joints - 1));
      attributes.put("WEIGHTS_" + set, attribute("VEC4", n, weight));
    }
    Mesh mesh = new Mesh();
    mesh.setName(part.name());
    for (GltfModel.Range range : part.ranges()) {
      if (range.triangleCount() == 0) {
        continue;
      }
      int first = 3 * range.firstTriangle();
      MeshPrimitive primitive = new MeshPrimitive();
      attributes.forEach(primitive::addAttributes); // shared: vertices are written once
      primitive.setIndices(
          glb.indices(
              Arrays.copyOfRange(part.triangles(), first, first + 3 * range.triangleCount()), n));
      primitive.setMaterial(material(part, range));
      mesh.addPrimitives(primitive);
    }
    gltf.addMeshes(mesh);
    Node node = new Node();
    node.setName(part.name());
    node.setMesh(gltf.getMeshes().size() - 1);
    node.setSkin(0);
    gltf.addNodes(node);
    return gltf.getNodes().size() - 1;
  }

  private int attribute(String type, int count, float[] values) {
    return glb.floats(type, count, GlbFile.ARRAY_BUFFER, null, out -> out.put(values));
  }

  private void addPaint(SkinnedModel.Part part, int n, Map<String, Integer> attributes) {
    GltfModel.Paint paint = part.paint();
    float[] normals = new float[3 * n];
    Normals.of(part.positions(), part.triangles(), new double[3 * n], normals);
    if (paint.normals() != null) {
      putUnits(paint.normals(), 3, normals);
    }
    attributes.put("NORMAL", attribute("VEC3", n, normals));
    if (paint.normals() != null && paint.tangents() != null) {
      float[] tangents = new float[4 * n];
      for (int v = 0; v < n; v++) {
        tangents[4 * v + 3] = paint.tangents()[4 * v + 3] < 0 ? -1 : 1;
      }
      if (putUnits(paint.tangents(), 4, tangents)) {
        attributes.put("TANGENT", attribute("VEC4", n, tangents));
      }
    }
    for (int set = 0; set < paint.texcoords().size(); set++) {
      float[] uv = paint.texcoords().get(set);
      if (uv == null) {
        break; // sets are numbered without gaps
      }
      attributes.put("TEXCOORD_" + set, attribute("VEC2", n, uv));
    }
    if (paint.colors() != null) {
      float[] colors = paint.colors().clone();
      for (int i = 0; i < colors.length; i++) {
        colors[i] = Math.max(0, Math.min(1, colors[i])); // as every reader must
      }
      attributes.put("COLOR_0", attribute("VEC4", n, colors));
    }
  }

  /** Copies directions at length 1; false where some have none, which are left as they were. */
  private static boolean putUnits(float[] from, int width, float[] out) {
    boolean all = true;
    for (int i = 0; i < from.length; i += width) {
      double x = from[i], y = from[i + 1], z = from[i + 2];
      double length = Math.sqrt(x * x + y * y + z * z);
      if (!(length > 1e-6 && length < 1e30)) {
        all = false;
        continue;
      }
      out[i] = (float) (x / length);
      out[i + 1] = (float) (y / length);
      out[i + 2] = (float) (z / length);
    }
    return all;
  }

  private int material(SkinnedModel.Part part, GltfModel.Range range) {
    if (range.materialIndex() >= 0) {
      return look.material(range.materialIndex());
    }
    float[] c = range.baseColor();
    String name = range.material().isEmpty() ? part.name() : range.material();
    String key = name + Arrays.toString(c);
    Integer known = materials.get(key);
    if (known != null) {
      return known;
    }
    MaterialPbrMetallicRoughness pbr = new MaterialPbrMetallicRoughness();
    pbr.setBaseColorFactor(c.clone());
    pbr.setMetallicFactor(0f);
    pbr.setRoughnessFactor(0.9f);
    Material material = new Material();
    material.setName(name);
    material.setPbrMetallicRoughness(pbr);
    material.setDoubleSided(true);
    gltf.addMaterials(material);
    materials.put(key, gltf.getMaterials().size() - 1);
    return gltf.getMaterials().size() - 1;
  }

  private void addClip(SkinnedModel.Clip clip) {
    Animation animation = new Animation();
    animation.setName(clip.name());
    int keys = clip.times().length;
    int times = glb.floats("SCALAR", keys, null, clip.times(), out -> out.put(clip.times()));
    for (int j = 0; j < model.joints().size(); j++) {
      float[] move = clip.translations().get(j);
      float[] turn = clip.rotations().get(j);
      if (move != null) {
        channel(
            animation,
            j,
            "translation",
            times,
            glb.floats("VEC3", keys, null, null, out -> out.put(move)));
      }
      if (turn != null) {
        float[] units = new float[turn.length];
        for (int i = 0; i < turn.length; i += 4) {
          System.arraycopy(unit(turn, i), 0, units, i, 4);
        }
        channel(
            animation,
            j,
            "rotation",
            times,
            glb.floats("VEC4", keys, null, null, out -> out.put(units)));
      }
    }
    if (animation.getChannels() != null) {
      gltf.addAnimations(animation);
    }
  }

  private static void channel(Animation animation, int node, String path, int times, int values) {
    AnimationSampler sampler = new AnimationSampler();
    sampler.setInput(times);
    sampler.setInterpolation("LINEAR");
    sampler.setOutput(values);
    animation.addSamplers(sampler);
    AnimationChannelTarget target = new AnimationChannelTarget();
    target.setNode(node);
    target.setPath(path);
    AnimationChannel channel = new AnimationChannel();
    channel.setSampler(animation.getSamplers().size() - 1);
    channel.setTarget(target);
    animation.addChannels(channel);
  }

  private static float[] unit(float[] q, int at) {
    double n = 0;
    for (int c = 0; c < 4; c++) {
      n += (double) q[at + c] * q[at + c];
    }
    double f = 1 / Math.sqrt(n);
    return new float[] {
      (float) (f * q[at]), (float) (f * q[at + 1]), (float) (f * q[at + 2]), (float) (f * q[at + 3])
    };
  }
}
