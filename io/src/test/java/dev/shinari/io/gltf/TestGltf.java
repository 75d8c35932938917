package dev.shinari.io.gltf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Builds glTF files by hand: numbers go into one buffer, the JSON is given as text. */
public final class TestGltf {
  private final ByteArrayOutputStream bin = new ByteArrayOutputStream();
  private final List<String> views = new ArrayList<>();
  private final List<String> accessors = new ArrayList<>();

  /** Adds a view of raw bytes, padded to 4; answers with its index. */
  public int view(byte[] bytes, String more) {
    views.add(
        "{\"buffer\":0,\"byteOffset\":"
            + bin.size()
            + ",\"byteLength\":"
            + bytes.length
            + more
            + "}");
    bin.writeBytes(bytes);
    while (bin.size() % 4 != 0) {
      bin.write(0);
    }
    return views.size() - 1;
  }

  /** Adds an accessor as JSON; answers with its index. */
  public int accessor(String json) {
    accessors.add(json);
    return accessors.size() - 1;
  }

  public static byte[] floatBytes(float... values) {
    ByteBuffer b = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float v : values) {
      b.putFloat(v);
    }
    return b.array();
  }

  public static byte[] shortBytes(int... values) {
    ByteBuffer b = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int v : values) {
      b.putShort((short) v);
    }
    return b.array();
  }

  public int floats(String type, float... values) {
    int width = type.equals("SCALAR") ? 1 : type.equals("MAT4") ? 16 : type.charAt(3) - '0';
    return accessor(
        "{\"bufferView\":"
            + view(floatBytes(values), "")
            + ",\"componentType\":5126,\"type\":\""
            + type
            + "\",\"count\":"
            + values.length / width
            + "}");
  }

  public int indices(int... values) {
    return accessor(
        "{\"bufferView\":"
            + view(shortBytes(values), "")
            + ",\"componentType\":5123,\"type\":\"SCALAR\",\"count\":"
            + values.length
            + "}");
  }

  /** The file as .gltf with its buffer as a data URI. */
  public String gltf(String rest) {
    String uri =
        "data:application/octet-stream;base64,"
            + Base64.getEncoder().encodeToString(bin.toByteArray());
    return json(rest, ",\"uri\":\"" + uri + "\"");
  }

  /** The JSON with a buffer that has the given further members. */
  public String json(String rest, String bufferMembers) {
    return "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":"
        + bin.size()
        + bufferMembers
        + "}],\"bufferViews\":["
        + String.join(",", views)
        + "],\"accessors\":["
        + String.join(",", accessors)
        + "],"
        + rest
        + "}";
  }

  public byte[] bin() {
    return bin.toByteArray();
  }

  /** The file as GLB. */
  public byte[] glb(String rest) {
    byte[] json = json(rest, "").getBytes(StandardCharsets.UTF_8);
    int padded = (json.length + 3) & ~3;
    ByteBuffer b =
        ByteBuffer.allocate(12 + 8 + padded + 8 + bin.size()).order(ByteOrder.LITTLE_ENDIAN);
    b.putInt(0x46546C67).putInt(2).putInt(b.capacity());
    b.putInt(padded).putInt(0x4E4F534A).put(json);
    while (b.position() % 4 != 0) {
      b.put((byte) ' ');
    }
    b.putInt(bin.size()).putInt(0x004E4942).put(bin.toByteArray());
    return b.array();
  }

  /**
   * A strip of four vertices with two joints, a shape key and a clip: a bit of everything. The
   * second joint stands at y = 1 and turns by 90 degrees about z within one second.
   */
  public static TestGltf character(StringBuilder rest) {
    TestGltf g = new TestGltf();
    int position = g.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0);
    int index = g.indices(0, 1, 2, 2, 1, 3);
    int delta = g.floats("VEC3", 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1);
    int joints =
        g.accessor(
            "{\"bufferView\":"
                + g.view(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, "")
                + ",\"componentType\":5121,\"type\":\"VEC4\",\"count\":4}");
    int weights = g.floats("VEC4", 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    int binds =
        g.floats(
            "MAT4", 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
            0, 0, -1, 0, 1);
    int times = g.floats("SCALAR", 0, 1);
    float h = (float) Math.sqrt(0.5);
    int turns = g.floats("VEC4", 0, 0, 0, 1, 0, 0, h, h);
    int keys = g.floats("SCALAR", 0, 1);
    rest.append(
        ("'scene':0,'scenes':[{'nodes':[0,2]}],'nodes':[{'name':'hip','children':[1]},"
                + "{'name':'knee','translation':[0,1,0]},{'name':'leg','mesh':0,'skin':0}],"
                + "'meshes':[{'extras':{'targetNames':['bulge']},'weights':[0],'primitives':"
                + "[{'attributes':{'POSITION':%d,'JOINTS_0':%d,'WEIGHTS_0':%d},'indices':%d,"
                + "'targets':[{'POSITION':%d}]}]}],"
                + "'skins':[{'joints':[0,1],'inverseBindMatrices':%d}],"
                + "'animations':[{'name':'kick','samplers':[{'input':%d,'output':%d},"
                + "{'input':%d,'output':%d}],'channels':[{'sampler':0,'target':{'node':1,"
                + "'path':'rotation'}},{'sampler':1,'target':{'node':2,'path':'weights'}}]}]")
            .formatted(position, joints, weights, index, delta, binds, times, turns, times, keys)
            .replace('\'', '"'));
    return g;
  }
}
