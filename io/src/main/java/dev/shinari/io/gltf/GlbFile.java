package dev.shinari.io.gltf;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import de.javagl.jgltf.impl.v2.Accessor;
import de.javagl.jgltf.impl.v2.Asset;
import de.javagl.jgltf.impl.v2.Buffer;
import de.javagl.jgltf.impl.v2.BufferView;
import de.javagl.jgltf.impl.v2.GlTF;
import de.javagl.jgltf.impl.v2.Image;
import de.javagl.jgltf.impl.v2.Texture;
import dev.shinari.io.take.ExportProgress;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A GLB in the making: the JSON object and, in order, the stretches of its binary chunk. A stretch
 * has a length at once and is filled when the file is written, so that long data never stand in
 * memory.
 */
final class GlbFile {
  static final int ARRAY_BUFFER = 34962;
  private static final int ELEMENT_ARRAY_BUFFER = 34963;
  private static final int UNSIGNED_BYTE = 5121;
  private static final int UNSIGNED_SHORT = 5123;
  private static final int UNSIGNED_INT = 5125;
  private static final int FLOAT = 5126;

  private static final ObjectMapper JSON =
      JsonMapper.builder().serializationInclusion(JsonInclude.Include.NON_NULL).build();

  /** A stretch of the binary chunk: written when its turn comes, of a length known before. */
  interface Block {
    void writeTo(LittleEndian out) throws IOException;
  }

  private final GlTF gltf = new GlTF();
  private final List<Block> blocks = new ArrayList<>();
  private long binLength;

  GlbFile() {
    Asset asset = new Asset();
    asset.setVersion("2.0");
    asset.setGenerator("Shinari");
    gltf.setAsset(asset);
  }

  GlTF gltf() {
    return gltf;
  }

  /** Bytes of the binary chunk. */
  long length() {
    return binLength;
  }

  /** States the buffer's length; false if it is too large for a GLB. */
  boolean close() {
    if (binLength > Integer.MAX_VALUE - (64 << 20)) {
      return false;
    }
    if (binLength > 0) {
      Buffer buffer = new Buffer();
      buffer.setByteLength((int) binLength);
      gltf.addBuffers(buffer);
    }
    return true;
  }

  /** Triangle corners, as short as the vertices allow. */
  int indices(int[] triangles, int vertices) {
    // 65535 is reserved in glTF, so that the largest usable 16-bit index is 65534.
    boolean small = vertices <= 65535;
    Accessor a = accessor("SCALAR", small ? UNSIGNED_SHORT : UNSIGNED_INT, triangles.length);
    return add(
        a,
        (small ? 2L : 4L) * triangles.length,
        ELEMENT_ARRAY_BUFFER,
        out -> {
          for (int v : triangles) {
            if (small) {
              out.putShort(v);
            } else {
              out.putInt(v);
            }
          }
        });
  }

  /**
   * Floats of some type.
   *
   * @param bounded the values whose bounds the accessor must state, or null
   */
  int floats(String type, int count, Integer target, float[] bounded, Block block) {
    Accessor a = accessor(type, FLOAT, count);
    int width = width(type);
    if (bounded != null) {
      Number[] min = new Number[width];
      Number[] max = new Number[width];
      for (int c = 0; c < width; c++) {
        float lo = Float.POSITIVE_INFINITY;
        float hi = Float.NEGATIVE_INFINITY;
        for (int i = c; i < bounded.length; i += width) {
          lo = Math.min(lo, bounded[i]);
          hi = Math.max(hi, bounded[i]);
        }
        // As doubles: a float's shortest text is another number when read as double.
        min[c] = (double) lo;
        max[c] = (double) hi;
      }
      a.setMin(min);
      a.setMax(max);
    }
    return add(a, 4L * width * count, target, block);
  }

  /** Unsigned 8 or 16 bit numbers in rows of four, as joint indices are. */
  int rowsOfFour(int[] values, int largest) {
    boolean small = largest < 256;
    Accessor a = accessor("VEC4", small ? UNSIGNED_BYTE : UNSIGNED_SHORT, values.length / 4);
    return add(
        a,
        (small ? 1L : 2L) * values.length,
        ARRAY_BUFFER,
        out -> {
          for (int v : values) {
            if (small) {
              out.putByte(v);
            } else {
              out.putShort(v);
            }
          }
        });
  }

  private static int width(String type) {
    return type.equals("SCALAR") ? 1 : type.equals("MAT4") ? 16 : type.charAt(3) - '0';
  }

  private static Accessor accessor(String type, int componentType, int count) {
    Accessor a = new Accessor();
    a.setType(type);
    a.setComponentType(componentType);
    a.setCount(count);
    return a;
  }

  private int add(Accessor accessor, long length, Integer target, Block block) {
    accessor.setBufferView(view(length, target, block));
    gltf.addAccessors(accessor);
    return gltf.getAccessors().size() - 1;
  }

  /** A PNG inside of the file, as a texture. */
  int picture(byte[] png) {
    Image image = new Image();
    image.setMimeType("image/png");
    image.setBufferView(bytes(png));
    gltf.addImages(image);
    Texture texture = new Texture();
    texture.setSource(gltf.getImages().size() - 1);
    gltf.addTextures(texture);
    return gltf.getTextures().size() - 1;
  }

  /** A view of bytes as they are. */
  int bytes(byte[] content) {
    return view(content.length, null, out -> out.put(content));
  }

  private int view(long length, Integer target, Block block) {
    BufferView view = new BufferView();
    view.setBuffer(0);
    view.setByteOffset((int) Math.min(binLength, Integer.MAX_VALUE));
    view.setByteLength((int) Math.min(length, Integer.MAX_VALUE));
    view.setTarget(target);
    gltf.addBufferViews(view);
    blocks.add(block);
    binLength += (length + 3) & ~3L;
    return gltf.getBufferViews().size() - 1;
  }

  /** Writes the whole file; only after {@link #close}. */
  void writeTo(OutputStream out, String file, ExportProgress progress) throws IOException {
    byte[] json = JSON.writeValueAsBytes(gltf);
    int jsonLength = (json.length + 3) & ~3;
    LittleEndian bin = new LittleEndian(out);
    bin.putInt(0x46546C67);
    bin.putInt(2);
    bin.putInt((int) (12 + 8 + jsonLength + (binLength > 0 ? 8 + binLength : 0)));
    bin.putInt(jsonLength);
    bin.putInt(0x4E4F534A);
    bin.put(json);
    bin.pad(' ');
    if (binLength > 0) {
      bin.putInt((int) binLength);
      bin.putInt(0x004E4942);
      for (int k = 0; k < blocks.size(); k++) {
        blocks.get(k).writeTo(bin);
        bin.pad(0);
        progress.at(file, k + 1, blocks.size());
      }
    }
    bin.flush();
  }

  /** Numbers as little-endian bytes, through a small buffer. */
  static final class LittleEndian {
    private final OutputStream out;
    private final ByteBuffer block = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
    private long written;

    LittleEndian(OutputStream out) {
      this.out = out;
    }

    private ByteBuffer room(int bytes) throws IOException {
      if (block.remaining() < bytes) {
        flush();
      }
      return block;
    }

    void put(float[] values) throws IOException {
      for (float v : values) {
        room(4).putFloat(v);
      }
    }

    void put(byte[] values) throws IOException {
      flush();
      out.write(values);
      written += values.length;
    }

    void putInt(int v) throws IOException {
      room(4).putInt(v);
    }

    void putByte(int v) throws IOException {
      room(1).put((byte) v);
    }

    void putShort(int v) throws IOException {
      room(2).putShort((short) v);
    }

    void pad(int with) throws IOException {
      while ((written + block.position()) % 4 != 0) {
        room(1).put((byte) with);
      }
    }

    void flush() throws IOException {
      out.write(block.array(), 0, block.position());
      written += block.position();
      block.clear();
    }
  }
}
