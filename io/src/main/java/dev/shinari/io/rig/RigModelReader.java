package dev.shinari.io.rig;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.gltf.GltfLook;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a character from glTF. Skinned meshes bring their joints and weights; where no mesh is
 * skinned, every animated node that shows nothing is a joint, and the weights are left to the fit.
 */
public final class RigModelReader {
  private final Path path;
  private final GltfModel model;
  private final GltfLook look;
  private final List<String> notes = new ArrayList<>();
  private final List<GltfModel.Shape> shapes = new ArrayList<>();
  private int[] nodes; // of the joints, parents first
  private double[] inverseBinds; // column-major, 16 a joint
  private boolean skinned;

  private RigModelReader(Path path, GltfModel model, GltfLook look) {
    this.path = path;
    this.model = model;
    this.look = look;
  }

  /** Reads a .glb or .gltf file. */
  public static RigModel read(Path path) throws IOException {
    byte[] bytes = FileBytes.read(path);
    return new RigModelReader(path, GltfReader.read(path, bytes), GltfLook.read(path, bytes))
        .build();
  }

  private RigModel build() throws BadFileException {
    model.warnings().forEach(w -> notes.add(w.toString()));
    notes.addAll(look.notes());
    chooseShapes();
    chooseJoints();
    double[] world = worlds(new GltfPose(model), nodes);
    double scale = scale(world);
    if (Math.abs(scale - 1) > 1e-4) {
      notes.add(
          String.format(
              java.util.Locale.ROOT,
              "the skeleton scales the skin by %.4g; the scale was moved into the mesh",
              scale));
    }
    RigModel.Joints joints = new RigModel.Joints(nodes, inverseBinds, scale);
    RigSkeleton skeleton = skeleton(scale);
    double[] rest = new double[12 * nodes.length];
    poses(joints, skeleton, world, rest);
    for (int d = 0; d < nodes.length; d++) {
      if (Transforms.strain(rest, 12 * d) > 1e-3) {
        throw new BadFileException(
            path,
            "/nodes/" + nodes[d],
            "joints that only turn and move",
            "joint " + skeleton.name(d) + " scaled or sheared against the others",
            "apply the scale of the skeleton before exporting");
      }
    }
    return new RigModel(
        nameOf(path),
        rest(scale),
        skeleton,
        skinned ? weights() : null,
        parts(),
        rest,
        notes,
        look,
        model,
        joints);
  }

  static String nameOf(Path path) {
    String s = String.valueOf(path.getFileName());
    int dot = s.lastIndexOf('.');
    return (dot > 0 ? s.substring(0, dot) : s).replaceAll("[^A-Za-z0-9._-]", "-");
  }

  private void chooseShapes() throws BadFileException {
    for (GltfModel.Shape s : model.shapes()) {
      if (s.skin() >= 0) {
        shapes.add(s);
      }
    }
    skinned = !shapes.isEmpty();
    if (!skinned) {
      shapes.addAll(model.shapes());
      notes.add("no mesh is skinned: animated nodes are taken for the skeleton");
    } else if (shapes.size() < model.shapes().size()) {
      notes.add(
          (model.shapes().size() - shapes.size())
              + " meshes without a skin were left out of the"
              + " fit");
    }
    int triangles = shapes.stream().mapToInt(s -> s.surface().triangleCount()).sum();
    if (triangles == 0) {
      throw new BadFileException(
          path, "/meshes", "a mesh with triangles", "none", "export the skin with the skeleton");
    }
  }

  private void chooseJoints() throws BadFileException {
    Set<Integer> chosen = new TreeSet<>();
    if (skinned) {
      for (GltfModel.Shape s : shapes) {
        for (int node : model.skins().get(s.skin()).joints()) {
          chosen.add(node);
        }
      }
    } else {
      Set<Integer> shown = new HashSet<>();
      model.shapes().forEach(s -> shown.add(s.node()));
      for (GltfModel.Animation a : model.animations()) {
        for (GltfModel.Channel c : a.channels()) {
          if (c.target() != GltfModel.Target.WEIGHTS && !shown.contains(c.node())) {
            chosen.add(c.node());
          }
        }
      }
    }
    if (chosen.isEmpty()) {
      throw new BadFileException(
          path,
          "/skins",
          "a skeleton",
          "no skin and no animated joints",
          "export the model with its armature and animation");
    }
    List<Integer> order = new ArrayList<>(chosen);
    order.sort(Comparator.<Integer>comparingInt(this::depth).thenComparingInt(i -> i));
    nodes = order.stream().mapToInt(i -> i).toArray();
    inverseBinds = new double[16 * nodes.length];
    boolean[] known = new boolean[nodes.length];
    if (!skinned) {
      GltfPose rest = new GltfPose(model);
      for (int d = 0; d < nodes.length; d++) {
        double[] inverse = new double[12];
        double[] bind = rows(rest.world(nodes[d]), 0);
        if (!Transforms.invert(bind, 0, inverse, 0)) {
          throw flat(d);
        }
        System.arraycopy(columns(inverse), 0, inverseBinds, 16 * d, 16);
      }
      return;
    }
    for (GltfModel.Shape s : shapes) {
      GltfModel.Skin skin = model.skins().get(s.skin());
      for (int k = 0; k < skin.jointCount(); k++) {
        int d = order.indexOf(skin.joints()[k]);
        for (int i = 0; i < 16; i++) {
          double b = skin.inverseBinds()[16 * k + i];
          if (known[d]
              && Math.abs(b - inverseBinds[16 * d + i]) > 1e-4 * Math.max(1, Math.abs(b))) {
            throw new BadFileException(
                path,
                "/skins/" + s.skin(),
                "meshes that were bound in the same pose",
                "joint " + model.nodes().get(nodes[d]).name() + " bound in two poses",
                "bind all meshes in one pose, or fit them one by one");
          }
          inverseBinds[16 * d + i] = b;
        }
        known[d] = true;
      }
    }
  }

  private int depth(int node) {
    int n = 0;
    for (int p = model.nodes().get(node).parent(); p >= 0; p = model.nodes().get(p).parent()) {
      n++;
    }
    return n;
  }

  private BadFileException flat(int d) {
    return new BadFileException(
        path,
        "/nodes/" + nodes[d],
        "a bind pose with some volume",
        "joint " + model.nodes().get(nodes[d]).name() + " scaled to nothing",
        "give the joint a scale of 1");
  }

  /** By how much the skinning transforms scale: the first joint's, which all must share. */
  private double scale(double[] world) throws BadFileException {
    double[] s = new double[12];
    Transforms.multiply(world, 0, rows(inverseBinds, 0), 0, s, 0);
    double det =
        s[0] * (s[5] * s[10] - s[6] * s[9])
            - s[1] * (s[4] * s[10] - s[6] * s[8])
            + s[2] * (s[4] * s[9] - s[5] * s[8]);
    if (!(det > 0)) {
      throw flat(0);
    }
    return PortableMath.cbrt(det);
  }

  private RigSkeleton skeleton(double scale) throws BadFileException {
    List<String> names = new ArrayList<>();
    int[] parents = new int[nodes.length];
    double[] bind = new double[12 * nodes.length];
    List<Integer> order = Arrays.stream(nodes).boxed().toList();
    for (int d = 0; d < nodes.length; d++) {
      String name = String.valueOf(model.nodes().get(nodes[d]).name());
      name = name.isBlank() || "null".equals(name) ? "joint " + d : name;
      String unique = name;
      for (int k = 2; names.contains(unique); k++) {
        unique = name + " " + k;
      }
      names.add(unique);
      parents[d] = -1;
      for (int p = model.nodes().get(nodes[d]).parent();
          p >= 0 && parents[d] < 0;
          p = model.nodes().get(p).parent()) {
        parents[d] = order.indexOf(p);
      }
      double[] b = new double[12];
      if (!Transforms.invert(rows(inverseBinds, 16 * d), 0, b, 0)) {
        throw flat(d);
      }
      orthonormalize(b, 0);
      for (int r = 0; r < 3; r++) {
        b[4 * r + 3] *= scale;
      }
      System.arraycopy(b, 0, bind, 12 * d, 12);
    }
    return new RigSkeleton(names, parents, bind);
  }

  private TriangleMesh rest(double scale) {
    int vertices = shapes.stream().mapToInt(GltfModel.Shape::vertexCount).sum();
    int corners = shapes.stream().mapToInt(s -> s.surface().triangles().length).sum();
    boolean uvs = shapes.stream().allMatch(s -> s.surface().uvs() != null);
    float[] p = new float[3 * vertices];
    float[] uv = uvs ? new float[2 * vertices] : null;
    int[] triangles = new int[corners];
    int v = 0;
    int c = 0;
    for (GltfModel.Shape s : shapes) {
      float[] from = skinned ? s.local() : s.surface().positions();
      for (int i = 0; i < from.length; i++) {
        p[3 * v + i] = (float) (scale * from[i]);
      }
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

  private SkinWeights weights() {
    int k = shapes.stream().mapToInt(GltfModel.Shape::influences).max().orElse(1);
    int vertices = shapes.stream().mapToInt(GltfModel.Shape::vertexCount).sum();
    int[] bones = new int[k * vertices];
    float[] weights = new float[k * vertices];
    List<Integer> order = Arrays.stream(nodes).boxed().toList();
    int v = 0;
    for (GltfModel.Shape s : shapes) {
      int[] joints = model.skins().get(s.skin()).joints();
      for (int j = 0; j < s.vertexCount(); j++, v++) {
        for (int i = 0; i < s.influences(); i++) {
          float w = s.jointWeights()[j * s.influences() + i];
          if (w > 0) {
            bones[k * v + i] = order.indexOf(joints[s.joints()[j * s.influences() + i]]);
            weights[k * v + i] = w;
          }
        }
      }
    }
    return new SkinWeights(k, bones, weights);
  }

  private List<RigModel.Part> parts() {
    List<RigModel.Part> parts = new ArrayList<>();
    int v = 0;
    int t = 0;
    for (GltfModel.Shape s : shapes) {
      GltfModel.Paint p = s.paint();
      parts.add(
          new RigModel.Part(
              s.name(),
              v,
              s.vertexCount(),
              t,
              s.surface().triangleCount(),
              s.ranges(),
              // Without a skin the rest shape has gone through the node's transform, normals have
              // not.
              skinned ? p : new GltfModel.Paint(null, null, p.texcoords(), p.colors())));
      v += s.vertexCount();
      t += s.surface().triangleCount();
    }
    return parts;
  }

  /** World transforms of some nodes, 12 numbers each. */
  static double[] worlds(GltfPose pose, int[] nodes) {
    double[] out = new double[12 * nodes.length];
    for (int d = 0; d < nodes.length; d++) {
      System.arraycopy(rows(pose.world(nodes[d]), 0), 0, out, 12 * d, 12);
    }
    return out;
  }

  /**
   * Rigid global poses G = S B from the file's node transforms W: S = W IB without the constant
   * scale.
   */
  static void poses(RigModel.Joints joints, RigSkeleton skeleton, double[] world, double[] out) {
    double[] s = new double[12];
    double[] bind = skeleton.bind();
    for (int d = 0; d < joints.nodes().length; d++) {
      Transforms.multiply(world, 12 * d, rows(joints.inverseBinds(), 16 * d), 0, s, 0);
      for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
          s[4 * r + c] /= joints.scale();
        }
      }
      Transforms.multiply(s, 0, bind, 12 * d, out, 12 * d);
    }
  }

  /** Column-major 4 x 4 to three rows. */
  static double[] rows(double[] m, int at) {
    double[] out = new double[12];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * r + c] = m[at + 4 * c + r];
      }
    }
    return out;
  }

  /** Three rows to column-major 4 x 4. */
  static double[] columns(double[] rows) {
    double[] out = new double[16];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 4; c++) {
        out[4 * c + r] = rows[4 * r + c];
      }
    }
    out[15] = 1;
    return out;
  }

  private static void orthonormalize(double[] m, int at) {
    for (int c = 0; c < 3; c++) {
      for (int before = 0; before < c; before++) {
        double dot = 0;
        for (int r = 0; r < 3; r++) {
          dot += m[at + 4 * r + c] * m[at + 4 * r + before];
        }
        for (int r = 0; r < 3; r++) {
          m[at + 4 * r + c] -= dot * m[at + 4 * r + before];
        }
      }
      double n = 0;
      for (int r = 0; r < 3; r++) {
        n += m[at + 4 * r + c] * m[at + 4 * r + c];
      }
      n = 1 / Math.sqrt(n);
      for (int r = 0; r < 3; r++) {
        m[at + 4 * r + c] *= n;
      }
    }
  }
}
