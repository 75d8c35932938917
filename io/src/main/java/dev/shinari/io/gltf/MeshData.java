package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Material;
import de.javagl.jgltf.impl.v2.Mesh;
import de.javagl.jgltf.impl.v2.MeshPrimitive;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.Warnings;
import dev.shinari.io.gltf.GltfModel.Paint;
import dev.shinari.io.gltf.GltfModel.Range;
import dev.shinari.math.IntList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * One mesh of the file, decoded once however many nodes show it: its primitives joined, in stored
 * space. Primitives that name the same accessors share their vertices here as they do there.
 */
final class MeshData {
  private static final int TRIANGLES = 4;
  private static final int STRIP = 5;
  private static final int FAN = 6;
  private static final int MOST_TEXCOORDS = 8;

  private final Path path;
  private final GlTF gltf;
  private final GltfAccessors accessors;
  private final Warnings warnings;

  final int index;
  final float[] positions;
  final int[] triangles;
  final float[] uvs;
  final List<float[]> targets = new ArrayList<>();
  final List<String> targetNames;
  final List<Range> ranges = new ArrayList<>();
  final int influences;
  final int[] joints;
  final float[] jointWeights;
  final Paint paint;

  /** Vertices that one or more primitives use: what to read, and where it goes. */
  private record Block(
      Map<String, Integer> attributes,
      List<Map<String, Integer>> targets,
      int first,
      int count,
      String place) {}

  MeshData(Path path, GlTF gltf, GltfAccessors accessors, Warnings warnings, Mesh mesh, int index)
      throws BadFileException {
    this.path = path;
    this.gltf = gltf;
    this.accessors = accessors;
    this.warnings = warnings;
    this.index = index;
    List<Block> blocks = new ArrayList<>();
    IntList corners = new IntList();
    int vertices = 0;
    List<MeshPrimitive> primitives =
        mesh.getPrimitives() == null ? List.of() : mesh.getPrimitives();
    for (int p = 0; p < primitives.size(); p++) {
      String place = "/meshes/" + index + "/primitives/" + p;
      MeshPrimitive primitive = primitives.get(p);
      if (primitive == null || primitive.getAttributes() == null) {
        throw bad(place, "a primitive with attributes", "none");
      }
      int mode = primitive.getMode() == null ? TRIANGLES : primitive.getMode();
      if (mode < TRIANGLES || mode > FAN) {
        warnings.add(place, "points and lines have no surface and were left out");
        continue;
      }
      Block block = find(blocks, primitive);
      if (block == null) {
        int count =
            accessors.count(
                primitive.getAttributes().get("POSITION"), place + "/attributes/POSITION");
        if (vertices + (long) count > Integer.MAX_VALUE / 4) {
          throw bad(place, "at most " + Integer.MAX_VALUE / 4 + " vertices", "more");
        }
        block =
            new Block(
                primitive.getAttributes(),
                primitive.getTargets() == null ? List.of() : primitive.getTargets(),
                vertices,
                count,
                place);
        blocks.add(block);
        vertices += count;
      }
      int first = corners.size() / 3;
      triangles(primitive, mode, block, place, corners);
      range(primitive, first, corners.size() / 3 - first, place);
    }
    triangles = corners.toArray();
    positions = joinFloats(blocks, "POSITION", "VEC3", 3, vertices);
    uvs = turned(joinFloats(blocks, "TEXCOORD_0", "VEC2", 2, vertices));
    int targetCount = 0;
    for (Block b : blocks) {
      targetCount = Math.max(targetCount, b.targets.size());
    }
    targetNames = GltfModelBuilder.targetNames(mesh, targetCount);
    for (int k = 0; k < targetCount; k++) {
      targets.add(target(blocks, k, vertices));
    }
    int sets = 0;
    for (Block b : blocks) {
      int n = 0;
      while (b.attributes.containsKey("JOINTS_" + n) && b.attributes.containsKey("WEIGHTS_" + n)) {
        n++;
      }
      sets = Math.max(sets, n);
    }
    influences = 4 * sets;
    accessors.spend(8L * influences * vertices, "/meshes/" + index);
    if ((long) influences * vertices > Integer.MAX_VALUE - 16) {
      throw bad("/meshes/" + index, "fewer joint weights", influences + " a vertex");
    }
    joints = new int[influences * vertices];
    jointWeights = new float[influences * vertices];
    for (int s = 0; s < sets; s++) {
      for (Block b : blocks) {
        jointSet(b, s);
      }
    }
    if (influences > 0) {
      normalizeWeights(vertices);
    }
    paint = paint(blocks, vertices);
  }

  /** What is only carried on: a fault in it is said and costs no more than itself. */
  private Paint paint(List<Block> blocks, int vertices) {
    List<float[]> texcoords = new ArrayList<>();
    int sets = 0;
    for (Block b : blocks) {
      while (sets < MOST_TEXCOORDS && b.attributes.containsKey("TEXCOORD_" + sets)) {
        sets++;
      }
    }
    for (int s = 0; s < sets; s++) {
      texcoords.add(painted(blocks, "TEXCOORD_" + s, 2, 0, vertices));
    }
    return new Paint(
        onAll(blocks, "NORMAL") ? painted(blocks, "NORMAL", 3, 0, vertices) : null,
        onAll(blocks, "TANGENT") ? painted(blocks, "TANGENT", 4, 0, vertices) : null,
        texcoords,
        painted(blocks, "COLOR_0", 4, 1, vertices));
  }

  private static boolean onAll(List<Block> blocks, String name) {
    return blocks.stream().allMatch(b -> b.attributes.containsKey(name));
  }

  /** Null if no block has the attribute or one is damaged; filled up where some lack it. */
  private float[] painted(List<Block> blocks, String name, int width, float fill, int vertices) {
    if (blocks.stream().noneMatch(b -> b.attributes.containsKey(name))) {
      return null;
    }
    try {
      accessors.spend(4L * width * vertices, "/meshes/" + index);
      float[] out = new float[width * vertices];
      Arrays.fill(out, fill);
      for (Block b : blocks) {
        Integer accessor = b.attributes.get(name);
        if (accessor == null) {
          continue;
        }
        String place = b.place + "/attributes/" + name;
        // Colors come with and without alpha.
        int own = width == 4 && accessors.width(accessor, place) == 3 ? 3 : width;
        float[] part = counted(b, accessor, "VEC" + own, place);
        for (int v = 0; v < b.count; v++) {
          System.arraycopy(part, own * v, out, width * (b.first + v), own);
        }
      }
      return out;
    } catch (BadFileException e) {
      warnings.add("/meshes/" + index, name + " cannot be read and was left out");
      return null;
    }
  }

  private static Block find(List<Block> blocks, MeshPrimitive p) {
    List<Map<String, Integer>> targets = p.getTargets() == null ? List.of() : p.getTargets();
    for (Block b : blocks) {
      if (b.attributes.equals(p.getAttributes()) && b.targets.equals(targets)) {
        return b;
      }
    }
    return null;
  }

  private void range(MeshPrimitive primitive, int first, int count, String place)
      throws BadFileException {
    Material material = null;
    Integer m = primitive.getMaterial();
    if (m != null) {
      List<Material> all = gltf.getMaterials() == null ? List.of() : gltf.getMaterials();
      if (m < 0 || m >= all.size() || all.get(m) == null) {
        throw bad(place + "/material", "the index of one of " + all.size() + " materials", "" + m);
      }
      material = all.get(m);
    }
    String name = material == null || material.getName() == null ? "" : material.getName();
    ranges.add(
        new Range(first, count, name, GltfModelBuilder.baseColor(material), m == null ? -1 : m));
  }

  private void triangles(
      MeshPrimitive primitive, int mode, Block block, String place, IntList corners)
      throws BadFileException {
    int[] order = null;
    int n = block.count;
    if (primitive.getIndices() != null) {
      order = accessors.integers(primitive.getIndices(), "SCALAR", place + "/indices");
      n = order.length;
      for (int i = 0; i < n; i++) {
        if (order[i] >= block.count) {
          throw bad(
              place + "/indices, element " + i, "an index below " + block.count, "" + order[i]);
        }
      }
    }
    if (mode == TRIANGLES && n % 3 != 0) {
      warnings.add(place, "corners that make no whole triangle were left out");
    }
    int step = mode == TRIANGLES ? 3 : 1;
    accessors.spend(12L * (n / step), place);
    for (int i = 0; i + 2 < n; i += step) {
      boolean odd = mode == STRIP && i % 2 == 1;
      int a = mode == FAN ? 0 : i;
      int b = odd ? i + 2 : i + 1;
      int c = odd ? i + 1 : i + 2;
      int va = order == null ? a : order[a];
      int vb = order == null ? b : order[b];
      int vc = order == null ? c : order[c];
      if (va == vb || vb == vc || vc == va) {
        if (mode == TRIANGLES) {
          warnings.add(place, "a triangle with two equal corners was left out");
        }
        continue; // strips use such triangles to turn corners
      }
      corners.add(block.first + va);
      corners.add(block.first + vb);
      corners.add(block.first + vc);
    }
  }

  // Null if no block has the attribute; 0 where some have it and others do not.
  private float[] joinFloats(List<Block> blocks, String name, String type, int width, int vertices)
      throws BadFileException {
    float[] out = null;
    for (Block b : blocks) {
      if (b.attributes.containsKey(name)) {
        if (out == null) {
          accessors.spend(4L * width * vertices, b.place);
          out = new float[width * vertices];
        }
        String place = b.place + "/attributes/" + name;
        float[] part = counted(b, b.attributes.get(name), type, place);
        System.arraycopy(part, 0, out, width * b.first, part.length);
      }
    }
    return out == null && name.equals("POSITION") ? new float[0] : out;
  }

  private float[] counted(Block b, Integer accessor, String type, String place)
      throws BadFileException {
    int count = accessors.count(accessor, place);
    if (count != b.count) {
      throw bad(place, "values for " + b.count + " vertices", "" + count);
    }
    return accessors.floats(accessor, type, place);
  }

  private static float[] turned(float[] uvs) {
    for (int i = 1; uvs != null && i < uvs.length; i += 2) {
      uvs[i] = 1 - uvs[i];
    }
    return uvs;
  }

  private float[] target(List<Block> blocks, int k, int vertices) throws BadFileException {
    accessors.spend(12L * vertices, "/meshes/" + index);
    float[] out = new float[3 * vertices];
    for (Block b : blocks) {
      Map<String, Integer> map = k < b.targets.size() ? b.targets.get(k) : null;
      if (map != null && map.containsKey("POSITION")) {
        float[] part = counted(b, map.get("POSITION"), "VEC3", b.place + "/targets/" + k);
        System.arraycopy(part, 0, out, 3 * b.first, part.length);
      }
    }
    return out;
  }

  private void jointSet(Block b, int set) throws BadFileException {
    if (!b.attributes.containsKey("JOINTS_" + set) || !b.attributes.containsKey("WEIGHTS_" + set)) {
      return;
    }
    String place = b.place + "/attributes/";
    float[] w = counted(b, b.attributes.get("WEIGHTS_" + set), "VEC4", place + "WEIGHTS_" + set);
    int[] j =
        accessors.integers(b.attributes.get("JOINTS_" + set), "VEC4", place + "JOINTS_" + set);
    if (j.length != w.length) {
      throw bad(place + "JOINTS_" + set, "values for " + b.count + " vertices", "" + j.length / 4);
    }
    for (int v = 0; v < b.count; v++) {
      for (int c = 0; c < 4; c++) {
        int to = (b.first + v) * influences + 4 * set + c;
        if (w[4 * v + c] < 0) {
          throw bad(place + "WEIGHTS_" + set, "weights of 0 or more", "" + w[4 * v + c]);
        }
        jointWeights[to] = w[4 * v + c];
        joints[to] = w[4 * v + c] > 0 ? j[4 * v + c] : 0;
      }
    }
  }

  private void normalizeWeights(int vertices) {
    for (int v = 0; v < vertices; v++) {
      int from = v * influences;
      double sum = 0;
      for (int k = 0; k < influences; k++) {
        sum += jointWeights[from + k];
      }
      if (!(sum > 0)) {
        warnings.add("/meshes/" + index, "a vertex without joint weights follows the first joint");
        Arrays.fill(jointWeights, from, from + influences, 0);
        jointWeights[from] = 1;
        continue;
      }
      if (Math.abs(sum - 1) > 0.01) {
        warnings.add("/meshes/" + index, "joint weights that do not sum to 1 were scaled");
      }
      for (int k = 0; k < influences; k++) {
        jointWeights[from + k] = (float) (jointWeights[from + k] / sum);
      }
    }
  }

  private BadFileException bad(String place, String expected, String found) {
    return new BadFileException(
        path, place, expected, found, "the file is damaged: export it again");
  }
}
