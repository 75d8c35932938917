package dev.shinari.io.scene.creature;

import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Solid;
import dev.shinari.mesh.solid.Solids;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A four-legged animal with a skeleton and a walk, as the bytes of a GLB file: what a scene without
 * files of its own can use where a glTF character is wanted.
 */
final class SampleWalker {
  private static final int KEYS = 25;
  private static final double SECONDS = 1.0;

  /** Name, parent, place. Legs come in pairs, left (z above 0) and right. */
  private record Joint(String name, int parent, double x, double y, double z) {}

  private static final Joint[] JOINTS = {
    new Joint("hips", -1, -0.3, 0.62, 0),
    new Joint("chest", 0, 0.26, 0.64, 0),
    new Joint("neck", 1, 0.44, 0.76, 0),
    new Joint("head", 2, 0.56, 0.98, 0),
    new Joint("tail", 0, -0.52, 0.68, 0),
    new Joint("tail-end", 4, -0.76, 0.8, 0),
    new Joint("shoulder-left", 1, 0.27, 0.5, 0.15),
    new Joint("knee-fore-left", 6, 0.27, 0.28, 0.16),
    new Joint("shoulder-right", 1, 0.27, 0.5, -0.15),
    new Joint("knee-fore-right", 8, 0.27, 0.28, -0.16),
    new Joint("hip-left", 0, -0.31, 0.5, 0.15),
    new Joint("knee-hind-left", 10, -0.31, 0.28, 0.16),
    new Joint("hip-right", 0, -0.31, 0.5, -0.15),
    new Joint("knee-hind-right", 12, -0.31, 0.28, -0.16),
  };

  private SampleWalker() {}

  static byte[] glb() {
    TriangleMesh mesh = IsoSurface.of(animal(), 26);
    int n = mesh.vertexCount(), j = JOINTS.length;
    int bytes = 12 * n + 8 * n + 16 * n + 4 * mesh.triangles().length + 64 * j + 4 * KEYS;
    ByteBuffer bin =
        ByteBuffer.allocate(bytes + 16 * KEYS * j + 12 * KEYS).order(ByteOrder.LITTLE_ENDIAN);
    StringBuilder views = new StringBuilder();
    StringBuilder accessors = new StringBuilder();
    for (float v : mesh.positions()) {
      bin.putFloat(v);
    }
    view(views, accessors, 0, 5126, "VEC3", n, bounds(mesh));
    int at = bin.position();
    float[] weights = new float[4 * n];
    for (int v = 0; v < n; v++) {
      carry(mesh.positions(), v, bin, weights);
    }
    view(views, accessors, at, 5123, "VEC4", n, "");
    at = bin.position();
    for (float w : weights) {
      bin.putFloat(w);
    }
    view(views, accessors, at, 5126, "VEC4", n, "");
    at = bin.position();
    for (int i : mesh.triangles()) {
      bin.putInt(i);
    }
    view(views, accessors, at, 5125, "SCALAR", mesh.triangles().length, "");
    at = bin.position();
    for (Joint joint : JOINTS) {
      for (int k = 0; k < 16; k++) {
        double move = k == 12 ? -joint.x : k == 13 ? -joint.y : k == 14 ? -joint.z : 0;
        bin.putFloat((float) (k % 5 == 0 ? 1 : move));
      }
    }
    view(views, accessors, at, 5126, "MAT4", j, "");
    at = bin.position();
    for (int k = 0; k < KEYS; k++) {
      bin.putFloat((float) (SECONDS * k / (KEYS - 1)));
    }
    view(
        views,
        accessors,
        at,
        5126,
        "SCALAR",
        KEYS,
        String.format(Locale.ROOT, ",\"min\":[0],\"max\":[%s]", SECONDS));
    StringBuilder samplers = new StringBuilder();
    StringBuilder channels = new StringBuilder();
    for (int i = 0; i < j; i++) {
      at = bin.position();
      for (int k = 0; k < KEYS; k++) {
        turn(i, 2 * Math.PI * k / (KEYS - 1), bin);
      }
      view(views, accessors, at, 5126, "VEC4", KEYS, "");
      channel(samplers, channels, i, "rotation", i, 6 + i);
    }
    at = bin.position();
    for (int k = 0; k < KEYS; k++) { // the body bobs twice a cycle
      double bob = 0.015 * PortableMath.sin(4 * Math.PI * k / (KEYS - 1));
      bin.putFloat((float) JOINTS[0].x).putFloat((float) (JOINTS[0].y + bob)).putFloat(0);
    }
    view(views, accessors, at, 5126, "VEC3", KEYS, "");
    channel(samplers, channels, 0, "translation", j, 6 + j);
    String json =
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Shinari\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,"
            + j
            + "]}],\"nodes\":["
            + nodes()
            + ",{\"name\":\"walker\",\"mesh\":0,\"skin\":0}],\"meshes\":[{\"primitives\":[{\"attributes\":"
            + "{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_0\":2},\"indices\":3,\"material\":0}]}],"
            + "\"materials\":[{\"pbrMetallicRoughness\":{\"metallicFactor\":0}}],"
            + "\"skins\":[{\"inverseBindMatrices\":4,\"joints\":["
            + numbers(j)
            + "]}],\"animations\":[{\"name\":\"walk\",\"samplers\":["
            + samplers
            + "],\"channels\":["
            + channels
            + "]}],\"buffers\":[{\"byteLength\":"
            + bin.position()
            + "}],\"bufferViews\":["
            + views
            + "],\"accessors\":["
            + accessors
            + "]}";
    return container(json, bin);
  }

  private static Solid animal() {
    double r = 0.05;
    Solid all =
        Solids.cone(new Solids.Ball(-0.34, 0.62, 0, 0.19), new Solids.Ball(0.28, 0.65, 0, 0.21))
            .blend(
                Solids.cone(
                    new Solids.Ball(0.3, 0.68, 0, 0.15), new Solids.Ball(0.56, 0.96, 0, 0.11)),
                r)
            .blend(Solids.ellipsoid(0.66, 1.0, 0, 0.19, 0.13, 0.13), r)
            .blend(
                Solids.cone(
                    new Solids.Ball(-0.4, 0.66, 0, 0.1), new Solids.Ball(-0.98, 0.92, 0, 0.035)),
                r);
    for (double z : new double[] {0.15, -0.15}) {
      double foot = z > 0 ? 0.165 : -0.165;
      all =
          all.blend(
              Solids.cone(
                  new Solids.Ball(0.27, 0.52, z, 0.11), new Solids.Ball(0.28, 0.08, foot, 0.08)),
              r);
      all =
          all.blend(
              Solids.cone(
                  new Solids.Ball(-0.31, 0.52, z, 0.12), new Solids.Ball(-0.3, 0.08, foot, 0.08)),
              r);
    }
    return all;
  }

  /** The two joints whose bones are nearest to a vertex: what starts there carries it. */
  private static void carry(float[] p, int v, ByteBuffer bin, float[] weights) {
    double[] near = new double[JOINTS.length];
    java.util.Arrays.fill(near, 1e9);
    for (int j = 0; j < JOINTS.length; j++) {
      Joint joint = JOINTS[j];
      boolean leaf = true;
      for (int k = 0; k < JOINTS.length; k++) {
        if (JOINTS[k].parent == j) {
          leaf = false;
          near[j] = Math.min(near[j], distance(joint, JOINTS[k], p, v));
        }
      }
      if (leaf) { // goes on as its own bone did
        Joint from = JOINTS[joint.parent];
        boolean leg = joint.name.startsWith("knee");
        Joint end =
            leg
                ? new Joint("", j, joint.x, 0.05, joint.z)
                : new Joint(
                    "", j, 2 * joint.x - from.x, joint.y + 0.3 * (joint.y - from.y), joint.z);
        near[j] = distance(joint, end, p, v);
      }
    }
    int first = 0;
    for (int j = 1; j < near.length; j++) {
      first = near[j] < near[first] ? j : first;
    }
    int second = first == 0 ? 1 : 0;
    for (int j = 0; j < near.length; j++) {
      second = j != first && near[j] < near[second] ? j : second;
    }
    double a = 1 / (1e-6 + near[first] * near[first]), b = 1 / (1e-6 + near[second] * near[second]);
    bin.putShort((short) first).putShort((short) second).putShort((short) 0).putShort((short) 0);
    weights[4 * v] = (float) (a / (a + b));
    weights[4 * v + 1] = 1 - weights[4 * v];
  }

  private static double distance(Joint a, Joint b, float[] p, int v) {
    double ux = b.x - a.x, uy = b.y - a.y, uz = b.z - a.z;
    double qx = p[3 * v] - a.x, qy = p[3 * v + 1] - a.y, qz = p[3 * v + 2] - a.z;
    double t = (qx * ux + qy * uy + qz * uz) / (ux * ux + uy * uy + uz * uz);
    t = Math.max(0, Math.min(1, t));
    double dx = qx - t * ux, dy = qy - t * uy, dz = qz - t * uz;
    return dx * dx + dy * dy + dz * dz;
  }

  /** A joint's rotation at a phase of the walk: legs about z, tail and head about y. */
  private static void turn(int j, double phase, ByteBuffer bin) {
    String name = JOINTS[j].name;
    double z = 0, y = 0;
    if (name.startsWith("shoulder") || name.startsWith("hip-")) {
      boolean left = name.endsWith("left");
      double own = (left ? 0 : Math.PI) + (name.startsWith("hip-") ? Math.PI : 0);
      z = 0.42 * PortableMath.sin(phase + own);
    } else if (name.startsWith("knee")) {
      boolean left = name.endsWith("left");
      double own = (left ? 0 : Math.PI) + (name.contains("hind") ? Math.PI : 0);
      z = -0.55 * Math.max(0, PortableMath.sin(phase + own + 0.5 * Math.PI));
    } else if (name.startsWith("tail")) {
      y = 0.35 * PortableMath.sin(phase + (name.equals("tail") ? 0 : -0.8));
    } else if (name.equals("neck")) {
      z = 0.1 * PortableMath.sin(2 * phase);
    } else if (name.equals("head")) {
      y = 0.25 * PortableMath.sin(phase);
    }
    bin.putFloat(0)
        .putFloat((float) PortableMath.sin(0.5 * y))
        .putFloat((float) PortableMath.sin(0.5 * z))
        .putFloat((float) (PortableMath.cos(0.5 * y) * PortableMath.cos(0.5 * z)));
  }

  // ---- glTF text

  private static String nodes() {
    StringBuilder s = new StringBuilder();
    for (int j = 0; j < JOINTS.length; j++) {
      Joint a = JOINTS[j];
      Joint p = a.parent < 0 ? new Joint("", -1, 0, 0, 0) : JOINTS[a.parent];
      StringBuilder children = new StringBuilder();
      for (int k = 0; k < JOINTS.length; k++) {
        if (JOINTS[k].parent == j) {
          children.append(children.isEmpty() ? "" : ",").append(k);
        }
      }
      s.append(j == 0 ? "" : ",")
          .append(
              String.format(
                  Locale.ROOT,
                  "{\"name\":\"%s\",\"translation\":[%.6f,%.6f,%.6f]%s}",
                  a.name,
                  a.x - p.x,
                  a.y - p.y,
                  a.z - p.z,
                  children.isEmpty() ? "" : ",\"children\":[" + children + "]"));
    }
    return s.toString();
  }

  private static String numbers(int n) {
    StringBuilder s = new StringBuilder();
    for (int k = 0; k < n; k++) {
      s.append(k == 0 ? "" : ",").append(k);
    }
    return s.toString();
  }

  private static String bounds(TriangleMesh mesh) {
    var b = mesh.bounds();
    return ",\"min\":["
        + b.minX()
        + ","
        + b.minY()
        + ","
        + b.minZ()
        + "],\"max\":["
        + b.maxX()
        + ","
        + b.maxY()
        + ","
        + b.maxZ()
        + "]";
  }

  private static void view(
      StringBuilder views,
      StringBuilder accessors,
      int at,
      int component,
      String type,
      int count,
      String more) {
    int number = (int) views.chars().filter(c -> c == '{').count();
    String comma = number == 0 ? "" : ",";
    int numbers = type.equals("SCALAR") ? 1 : type.equals("MAT4") ? 16 : type.charAt(3) - '0';
    int length = count * numbers * (component == 5123 ? Short.BYTES : Float.BYTES);
    views
        .append(comma)
        .append("{\"buffer\":0,\"byteOffset\":" + at + ",\"byteLength\":" + length + "}");
    accessors
        .append(comma)
        .append("{\"bufferView\":" + number + ",\"componentType\":" + component)
        .append(",\"count\":" + count + ",\"type\":\"" + type + "\"" + more + "}");
  }

  private static void channel(
      StringBuilder samplers,
      StringBuilder channels,
      int node,
      String path,
      int number,
      int output) {
    String comma = number == 0 ? "" : ",";
    samplers.append(comma).append("{\"input\":5,\"output\":" + output + "}");
    channels
        .append(comma)
        .append("{\"sampler\":" + number + ",\"target\":{\"node\":" + node)
        .append(",\"path\":\"" + path + "\"}}");
  }

  private static byte[] container(String json, ByteBuffer bin) {
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    int textLength = text.length + 3 & ~3, binLength = bin.position() + 3 & ~3;
    ByteBuffer out =
        ByteBuffer.allocate(28 + textLength + binLength).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x46546C67).putInt(2).putInt(out.capacity());
    out.putInt(textLength).putInt(0x4E4F534A).put(text);
    while (out.position() < 20 + textLength) {
      out.put((byte) ' ');
    }
    out.putInt(binLength).putInt(0x004E4942).put(bin.array(), 0, bin.position());
    return out.array();
  }
}
