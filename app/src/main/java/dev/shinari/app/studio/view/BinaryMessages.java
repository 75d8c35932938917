package dev.shinari.app.studio.view;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The binary messages, little endian; see docs/studio.md. */
public final class BinaryMessages {
  public static final int MESH = 0x4853454d;
  public static final int FRAME = 0x4d415246;
  static final int GONE = 0x47;

  private BinaryMessages() {}

  /** A mesh with where it is now. */
  public static ByteBuffer mesh(ShownMesh s, int version, int texture, float[] positions) {
    int vertices = positions.length / 3;
    float[] uvs = (s.flags & ShownMesh.TEXTURED) != 0 ? s.uvs() : null;
    int[] indices = s.indices();
    ByteBuffer b =
        room(9 * 4 + 4 * positions.length + (uvs == null ? 0 : 8 * vertices) + 4 * indices.length);
    b.putInt(MESH).putInt(version).putInt(s.id).putInt(s.thing);
    b.putInt(vertices).putInt(indices.length);
    b.putInt(uvs == null ? s.flags & ~ShownMesh.TEXTURED : s.flags);
    int rgb = s.look.toRgb();
    b.put((byte) (rgb >> 16)).put((byte) (rgb >> 8)).put((byte) rgb).put((byte) 255);
    b.putInt(uvs == null ? 0 : texture);
    floats(b, positions, positions.length);
    if (uvs != null) {
      floats(b, uvs, 2 * vertices);
    }
    b.asIntBuffer().put(indices);
    b.position(b.position() + 4 * indices.length);
    return b.flip();
  }

  /** One mesh of a frame; channel may be null. */
  public record Part(int mesh, float[] positions, float[] channel) {}

  public static ByteBuffer frame(int number, int version, double seconds, List<Part> parts) {
    int size = 4 + 4 + 4 + 8 + 4;
    for (Part p : parts) {
      size += 12 + 4 * p.positions.length + (p.channel == null ? 0 : 4 * p.channel.length);
    }
    ByteBuffer b = room(size);
    b.putInt(FRAME).putInt(number).putInt(version).putDouble(seconds).putInt(parts.size());
    for (Part p : parts) {
      b.putInt(p.mesh).putInt(p.positions.length / 3);
      floats(b, p.positions, p.positions.length);
      b.putInt(p.channel == null ? 0 : 1);
      if (p.channel != null) {
        floats(b, p.channel, p.channel.length);
      }
    }
    return b.flip();
  }

  public static ByteBuffer gone(int mesh) {
    return room(8).putInt(GONE).putInt(mesh).flip();
  }

  private static ByteBuffer room(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void floats(ByteBuffer b, float[] values, int n) {
    b.asFloatBuffer().put(values, 0, n);
    b.position(b.position() + 4 * n);
  }
}
