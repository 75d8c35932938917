package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.AnimationChannel;
import de.javagl.jgltf.impl.v2.AnimationSampler;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.Scene;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.Warnings;
import dev.shinari.io.gltf.GltfModel.Animation;
import dev.shinari.io.gltf.GltfModel.Channel;
import dev.shinari.io.gltf.GltfModel.Interpolation;
import dev.shinari.io.gltf.GltfModel.MorphTarget;
import dev.shinari.io.gltf.GltfModel.Node;
import dev.shinari.io.gltf.GltfModel.Shape;
import dev.shinari.io.gltf.GltfModel.Skin;
import dev.shinari.io.gltf.GltfModel.Target;
import dev.shinari.mesh.TriangleMesh;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns the mapped JSON and its accessors into a {@link GltfModel}. */
final class GltfModelBuilder {
  private final Path path;
  private final GlTF gltf;
  private final GltfAccessors accessors;
  private final Warnings warnings;
  private List<Node> nodes;
  private List<Skin> skins;

  GltfModelBuilder(Path path, GlTF gltf, GltfAccessors accessors, Warnings warnings) {
    this.path = path;
    this.gltf = gltf;
    this.accessors = accessors;
    this.warnings = warnings;
  }

  GltfModel build() throws BadFileException {
    nodes = nodes();
    skins = skins();
    List<Shape> shapes = shapes();
    if (shapes.isEmpty()) {
      throw new BadFileException(
          path,
          "/meshes",
          "a scene that shows a mesh with triangles",
          "none",
          "export the object with its geometry");
    }
    List<Animation> animations = animations();
    return new GltfModel(path, nodes, shapes, skins, animations, warnings.toList());
  }

  private static <T> List<T> list(List<T> list) {
    return list == null ? List.of() : list;
  }

  private <T> T at(List<T> list, Integer index, String place, String what) throws BadFileException {
    if (index == null || index < 0 || index >= list(list).size() || list.get(index) == null) {
      throw bad(place, "the index of one of " + list(list).size() + " " + what, "" + index);
    }
    return list.get(index);
  }

  private BadFileException bad(String place, String expected, String found) {
    return new BadFileException(
        path, place, expected, found, "the file is damaged: export it again");
  }

  // ---- nodes

  private List<Node> nodes() throws BadFileException {
    List<de.javagl.jgltf.impl.v2.Node> raw = list(gltf.getNodes());
    int[] parents = new int[raw.size()];
    Arrays.fill(parents, -1);
    for (int i = 0; i < raw.size(); i++) {
      String place = "/nodes/" + i;
      List<Integer> children = list(at(raw, i, place, "nodes").getChildren());
      for (Integer child : children) {
        at(raw, child, place + "/children", "nodes");
        if (parents[child] >= 0 || child == i) {
          throw bad(
              place + "/children",
              "every node below one parent only",
              "node " + child + " once more");
        }
        parents[child] = i;
      }
    }
    List<Node> out = new ArrayList<>();
    for (int i = 0; i < raw.size(); i++) {
      de.javagl.jgltf.impl.v2.Node n = raw.get(i);
      String place = "/nodes/" + i;
      out.add(
          new Node(
              n.getName() != null ? n.getName() : "node " + i,
              parents[i],
              numbers(n.getTranslation(), new float[] {0, 0, 0}, place + "/translation"),
              numbers(n.getRotation(), new float[] {0, 0, 0, 1}, place + "/rotation"),
              numbers(n.getScale(), new float[] {1, 1, 1}, place + "/scale"),
              n.getMatrix() == null
                  ? null
                  : numbers(n.getMatrix(), new float[16], place + "/matrix")));
    }
    int reached = 0;
    int[] order = GltfPose.parentsFirst(out);
    boolean[] seen = new boolean[order.length];
    for (int i : order) {
      reached += seen[i] ? 0 : 1;
      seen[i] = true;
    }
    // Nodes on a ring are below no root; the order then repeats node 0 in its unused places.
    if (reached < order.length) {
      throw bad("/nodes", "a tree of nodes", "a ring among their children");
    }
    return out;
  }

  private float[] numbers(float[] given, float[] otherwise, String place) throws BadFileException {
    if (given == null) {
      return otherwise;
    }
    if (given.length != otherwise.length) {
      throw bad(place, otherwise.length + " numbers", "" + given.length);
    }
    for (float v : given) {
      if (!Float.isFinite(v)) {
        throw bad(place, "finite numbers", "" + v);
      }
    }
    return given;
  }

  // ---- skins

  private List<Skin> skins() throws BadFileException {
    List<Skin> out = new ArrayList<>();
    for (int s = 0; s < list(gltf.getSkins()).size(); s++) {
      String place = "/skins/" + s;
      de.javagl.jgltf.impl.v2.Skin raw = at(gltf.getSkins(), s, place, "skins");
      List<Integer> list = list(raw.getJoints());
      if (list.isEmpty()) {
        throw bad(place + "/joints", "at least one joint", "none");
      }
      int[] joints = new int[list.size()];
      int[] jointOfNode = new int[nodes.size()];
      Arrays.fill(jointOfNode, -1);
      for (int j = 0; j < joints.length; j++) {
        at(nodes, list.get(j), place + "/joints/" + j, "nodes");
        joints[j] = list.get(j);
        jointOfNode[joints[j]] = j;
      }
      int[] parents = new int[joints.length];
      for (int j = 0; j < joints.length; j++) {
        int up = nodes.get(joints[j]).parent();
        while (up >= 0 && jointOfNode[up] < 0) {
          up = nodes.get(up).parent();
        }
        parents[j] = up < 0 ? -1 : jointOfNode[up];
      }
      out.add(
          new Skin(
              raw.getName() != null ? raw.getName() : "skin " + s,
              joints,
              parents,
              inverseBinds(raw.getInverseBindMatrices(), joints.length, place)));
    }
    return out;
  }

  private float[] inverseBinds(Integer accessor, int joints, String place) throws BadFileException {
    if (accessor == null) {
      float[] identities = new float[16 * joints];
      for (int i = 0; i < identities.length; i++) {
        identities[i] = i % 16 % 5 == 0 ? 1 : 0;
      }
      return identities;
    }
    float[] m = accessors.floats(accessor, "MAT4", place + "/inverseBindMatrices");
    if (m.length < 16 * joints) {
      throw bad(place + "/inverseBindMatrices", joints + " matrices", "" + m.length / 16);
    }
    return Arrays.copyOf(m, 16 * joints);
  }

  // ---- shapes

  private List<Shape> shapes() throws BadFileException {
    boolean[] shown = shownNodes();
    List<MeshData> meshes =
        new ArrayList<>(java.util.Collections.nCopies(list(gltf.getMeshes()).size(), null));
    List<Shape> out = new ArrayList<>();
    GltfPose rest =
        new GltfPose(new GltfModel(path, nodes, List.of(), skins, List.of(), List.of()));
    for (int i = 0; i < nodes.size(); i++) {
      Integer mesh = gltf.getNodes().get(i).getMesh();
      if (!shown[i] || mesh == null) {
        continue;
      }
      String place = "/nodes/" + i;
      Mesh raw = at(gltf.getMeshes(), mesh, place + "/mesh", "meshes");
      if (meshes.get(mesh) == null) {
        meshes.set(mesh, new MeshData(path, gltf, accessors, warnings, raw, mesh));
      }
      MeshData data = meshes.get(mesh);
      if (data.triangles.length > 0) {
        out.add(shape(i, data, raw, rest));
      }
    }
    return out;
  }

  private boolean[] shownNodes() throws BadFileException {
    boolean[] shown = new boolean[nodes.size()];
    List<Scene> scenes = list(gltf.getScenes());
    if (scenes.isEmpty()) {
      Arrays.fill(shown, true);
      return shown;
    }
    int scene = gltf.getScene() == null ? 0 : gltf.getScene();
    List<Integer> roots = list(at(scenes, scene, "/scene", "scenes").getNodes());
    for (Integer root : roots) {
      at(nodes, root, "/scenes/" + scene + "/nodes", "nodes");
      shown[root] = true;
    }
    for (int i : GltfPose.parentsFirst(nodes)) {
      int parent = nodes.get(i).parent();
      shown[i] |= parent >= 0 && shown[parent];
    }
    if (scenes.size() > 1) {
      warnings.add("/scenes", "of " + scenes.size() + " scenes only number " + scene + " was read");
    }
    return shown;
  }

  private Shape shape(int node, MeshData data, Mesh raw, GltfPose rest) throws BadFileException {
    String place = "/nodes/" + node;
    de.javagl.jgltf.impl.v2.Node rawNode = gltf.getNodes().get(node);
    int skin = rawNode.getSkin() == null ? -1 : rawNode.getSkin();
    int influences = 0;
    if (skin >= 0) {
      Skin s = at(skins, skin, place + "/skin", "skins");
      influences = data.influences;
      if (influences == 0) {
        warnings.add(place + "/skin", "a mesh without joint weights has a skin; it was left out");
        skin = -1;
      } else {
        for (int j : data.joints) {
          if (j >= s.jointCount()) {
            throw bad(place + "/skin", "joint numbers below " + s.jointCount(), "" + j);
          }
        }
      }
    }
    boolean skinned = skin >= 0;
    int n = data.positions.length / 3;
    accessors.spend(12L * n * (1 + data.targets.size()) + 4L * data.triangles.length, place);
    List<MorphTarget> targets = new ArrayList<>();
    float[] world = new float[3 * n];
    Shape bare =
        new Shape(
            "",
            node,
            new TriangleMesh(data.positions, new int[0]),
            data.positions,
            List.of(),
            new float[0],
            List.of(),
            skin,
            skinned ? influences : 0,
            skinned ? data.joints : null,
            skinned ? data.jointWeights : null,
            GltfModel.Paint.NONE);
    rest.transform(bare, data.positions, 1, world);
    for (int k = 0; k < data.targets.size(); k++) {
      float[] moved = new float[3 * n];
      rest.transform(bare, data.targets.get(k), 0, moved);
      checkFinite(moved, place);
      targets.add(new MorphTarget(data.targetNames.get(k), moved, data.targets.get(k)));
    }
    checkFinite(world, place);
    int[] triangles = data.triangles;
    // A mirroring node turns the surface inside out; by the specification its winding turns too.
    if (!skinned && Matrices.determinant3(rest.world(node)) < 0) {
      triangles = triangles.clone();
      for (int t = 0; t < triangles.length; t += 3) {
        int swap = triangles[t + 1];
        triangles[t + 1] = triangles[t + 2];
        triangles[t + 2] = swap;
      }
    }
    return new Shape(
        name(node, raw, data.index),
        node,
        new TriangleMesh(world, triangles, data.uvs),
        data.positions,
        targets,
        weights(rawNode.getWeights(), raw.getWeights(), targets.size(), place),
        data.ranges,
        skin,
        bare.influences(),
        bare.joints(),
        bare.jointWeights(),
        data.paint);
  }

  private void checkFinite(float[] p, String place) throws BadFileException {
    for (float v : p) {
      if (!Float.isFinite(v)) {
        throw bad(place, "transforms that keep positions finite", "" + v);
      }
    }
  }

  private String name(int node, Mesh mesh, int index) {
    String own = gltf.getNodes().get(node).getName();
    return own != null ? own : mesh.getName() != null ? mesh.getName() : "mesh " + index;
  }

  private float[] weights(List<Float> node, List<Float> mesh, int count, String place)
      throws BadFileException {
    List<Float> given = node != null ? node : list(mesh);
    float[] out = new float[count];
    for (int k = 0; k < Math.min(count, given.size()); k++) {
      if (given.get(k) == null || !Float.isFinite(given.get(k))) {
        throw bad(place + "/weights/" + k, "a finite number", "" + given.get(k));
      }
      out[k] = given.get(k);
      if (out[k] != 0) {
        warnings.add(
            place + "/weights",
            "morph weights other than 0 are kept beside the surface, not applied to it");
      }
    }
    return out;
  }

  // ---- animations

  private List<Animation> animations() throws BadFileException {
    List<Animation> out = new ArrayList<>();
    for (int i = 0; i < list(gltf.getAnimations()).size(); i++) {
      String place = "/animations/" + i;
      de.javagl.jgltf.impl.v2.Animation raw = at(gltf.getAnimations(), i, place, "animations");
      List<Channel> channels = new ArrayList<>();
      for (int c = 0; c < list(raw.getChannels()).size(); c++) {
        String here = place + "/channels/" + c;
        AnimationChannel channel = at(raw.getChannels(), c, here, "channels");
        // Extensions let channels move other things, such as colors.
        if (channel.getTarget() == null
            || channel.getTarget().getNode() == null
            || target(channel.getTarget().getPath()) == null) {
          warnings.add(here, "a channel that moves neither node nor morph weights was left out");
          continue;
        }
        AnimationSampler sampler =
            at(raw.getSamplers(), channel.getSampler(), here + "/sampler", "samplers");
        channels.add(channel(channel, sampler, here));
      }
      if (!channels.isEmpty()) {
        out.add(new Animation(raw.getName() != null ? raw.getName() : "animation " + i, channels));
      }
    }
    return out;
  }

  private Channel channel(AnimationChannel channel, AnimationSampler sampler, String place)
      throws BadFileException {
    int node = channel.getTarget().getNode();
    at(nodes, node, place + "/target/node", "nodes");
    Target target = target(channel.getTarget().getPath());
    Interpolation how = interpolation(sampler.getInterpolation(), place + "/sampler");
    float[] times = accessors.floats(sampler.getInput(), "SCALAR", place + "/sampler");
    for (int k = 0; k < times.length; k++) {
      if (times[k] < 0 || (k > 0 && !(times[k] > times[k - 1]))) {
        throw bad(place + "/sampler", "rising times from 0 on", times[k] + " s as time " + k);
      }
    }
    String type =
        switch (target) {
          case TRANSLATION, SCALE -> "VEC3";
          case ROTATION -> "VEC4";
          case WEIGHTS -> "SCALAR";
        };
    float[] values = accessors.floats(sampler.getOutput(), type, place + "/sampler");
    int keys = times.length * (how == Interpolation.CUBICSPLINE ? 3 : 1);
    int width = target == Target.WEIGHTS ? values.length / keys : type.charAt(3) - '0';
    if (width == 0 || values.length != (long) keys * width) {
      throw bad(
          place + "/sampler", "values for " + times.length + " times", values.length + " numbers");
    }
    return new Channel(node, target, how, times, width, values);
  }

  private static Target target(String path) {
    for (Target t : Target.values()) {
      if (t.name().toLowerCase(Locale.ROOT).equals(path)) {
        return t;
      }
    }
    return null;
  }

  private Interpolation interpolation(String word, String place) throws BadFileException {
    if (word == null) {
      return Interpolation.LINEAR;
    }
    for (Interpolation i : Interpolation.values()) {
      if (i.name().equals(word)) {
        return i;
      }
    }
    throw bad(place, "LINEAR, STEP or CUBICSPLINE", "'" + word + "'");
  }

  /** Linear base color of a material; white where it says none. */
  static float[] baseColor(Material material) {
    float[] c =
        material == null || material.getPbrMetallicRoughness() == null
            ? null
            : material.getPbrMetallicRoughness().getBaseColorFactor();
    return c == null || c.length != 4 ? new float[] {1, 1, 1, 1} : c;
  }

  static List<String> targetNames(Mesh mesh, int count) {
    List<String> out = new ArrayList<>();
    List<?> given =
        mesh.getExtras() instanceof Map<?, ?> extras
                && extras.get("targetNames") instanceof List<?> names
            ? names
            : List.of();
    for (int k = 0; k < count; k++) {
      out.add(k < given.size() && given.get(k) instanceof String s ? s : "target " + k);
    }
    return out;
  }
}
