package dev.shinari.io.gltf;

import de.javagl.jgltf.impl.v2.Accessor;
import de.javagl.jgltf.impl.v2.AccessorSparse;
import de.javagl.jgltf.impl.v2.BufferView;
import de.javagl.jgltf.impl.v2.GlTF;
import dev.shinari.io.file.BadFileException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * Typed arrays out of buffers. Whatever a file claims is held against the bytes that are there
 * before an array is made, and all arrays together against a budget.
 */
final class GltfAccessors {
  private static final int BYTE = 5120;
  private static final int UNSIGNED_BYTE = 5121;
  private static final int SHORT = 5122;
  private static final int UNSIGNED_SHORT = 5123;
  private static final int UNSIGNED_INT = 5125;
  private static final int FLOAT = 5126;

  private final Path path;
  private final List<Accessor> accessors;
  private final List<BufferView> views;
  private final GltfBuffers buffers;
  private final long fileBytes;
  private long budget;

  GltfAccessors(Path path, GlTF gltf, GltfBuffers buffers, long fileBytes) {
    this.path = path;
    this.accessors = gltf.getAccessors() == null ? List.of() : gltf.getAccessors();
    this.views = gltf.getBufferViews() == null ? List.of() : gltf.getBufferViews();
    this.buffers = buffers;
    long all = fileBytes;
    for (int i = 0; i < buffers.count(); i++) {
      all += buffers.get(i).remaining();
    }
    this.fileBytes = all;
    this.budget = Runtime.getRuntime().maxMemory() / 3;
  }

  /** Books the bytes of an array that is about to be made. */
  void spend(long bytes, String place) throws BadFileException {
    budget -= bytes;
    if (budget < 0) {
      throw new BadFileException(
          path,
          place,
          "a model that fits in memory",
          "arrays of more than "
              + ((Runtime.getRuntime().maxMemory() / 3) >> 20)
              + " MB from a file of "
              + (fileBytes >> 20)
              + " MB",
          "simplify the model, or give Java more memory (-Xmx)");
    }
  }

  /** The accessor at an index that stands at a place of the file; its rows are all there. */
  private Accessor at(Integer index, String place) throws BadFileException {
    if (index == null || index < 0 || index >= accessors.size() || accessors.get(index) == null) {
      throw bad(place, "the index of one of " + accessors.size() + " accessors", "" + index);
    }
    Accessor a = accessors.get(index);
    String here = "/accessors/" + index;
    if (a.getCount() == null || a.getCount() < 1) {
      throw bad(here + "/count", "a count of at least 1", "" + a.getCount());
    }
    if (a.getType() == null || a.getComponentType() == null) {
      throw bad(here, "a type and a componentType", "none");
    }
    if (componentBytes(a.getComponentType()) == 0) {
      throw bad(here + "/componentType", "5120 to 5126", "" + a.getComponentType());
    }
    int width = width(a.getType());
    if (width == 0) {
      throw bad(here + "/type", "SCALAR, VEC2, VEC3, VEC4 or MAT4", a.getType());
    }
    // An accessor without bytes of its own is all zeros: no more rows of these than the file has
    // bytes, since some other accessor must say where the vertices are.
    long count = a.getCount();
    if (a.getBufferView() != null) {
      rows(
          a.getBufferView(),
          offset(a.getByteOffset()),
          a.getComponentType(),
          width,
          count,
          true,
          here);
    } else if (count > Math.max(65536, fileBytes)) {
      throw bad(here + "/count", "a count that the file's size bears out", "" + count);
    }
    if (count * width > Integer.MAX_VALUE - 16) {
      throw bad(here + "/count", "at most " + Integer.MAX_VALUE / width, "" + count);
    }
    return a;
  }

  int count(Integer index, String place) throws BadFileException {
    return at(index, place).getCount();
  }

  /** Numbers in a row. */
  int width(Integer index, String place) throws BadFileException {
    return width(at(index, place).getType());
  }

  /** Rows of floats; integer types are scaled to [0, 1] or [-1, 1] where marked normalized. */
  float[] floats(Integer index, String type, String place) throws BadFileException {
    Accessor a = at(index, place);
    String here = "/accessors/" + index;
    checkType(a, type, here);
    int width = width(type);
    int component = a.getComponentType();
    if (width == 16 && component != FLOAT) {
      throw bad(here + "/componentType", "floats (5126) in matrices", "" + component);
    }
    boolean normalized = Boolean.TRUE.equals(a.isNormalized());
    float[] out = new float[checkedLength(a, width, here)];
    if (a.getBufferView() != null) {
      Rows rows =
          rows(
              a.getBufferView(),
              offset(a.getByteOffset()),
              component,
              width,
              a.getCount(),
              true,
              here);
      for (int i = 0; i < a.getCount(); i++) {
        for (int c = 0; c < width; c++) {
          out[width * i + c] = real(rows, i, c, component, normalized, here);
        }
      }
    }
    if (a.getSparse() != null) {
      int[] which = sparseIndices(a, here);
      Rows rows = sparseValues(a, width, here);
      for (int i = 0; i < which.length; i++) {
        for (int c = 0; c < width; c++) {
          out[width * which[i] + c] = real(rows, i, c, component, normalized, here);
        }
      }
    }
    return out;
  }

  /** Rows of unsigned integers: indices or joints. */
  int[] integers(Integer index, String type, String place) throws BadFileException {
    Accessor a = at(index, place);
    String here = "/accessors/" + index;
    checkType(a, type, here);
    int component = a.getComponentType();
    if (component != UNSIGNED_BYTE && component != UNSIGNED_SHORT && component != UNSIGNED_INT) {
      throw bad(here + "/componentType", "an unsigned integer type", "" + component);
    }
    int width = width(type);
    int[] out = new int[checkedLength(a, width, here)];
    if (a.getBufferView() != null) {
      Rows rows =
          rows(
              a.getBufferView(),
              offset(a.getByteOffset()),
              component,
              width,
              a.getCount(),
              true,
              here);
      for (int i = 0; i < out.length; i++) {
        out[i] = whole(rows, i / width, i % width, component, here);
      }
    }
    if (a.getSparse() != null) {
      int[] which = sparseIndices(a, here);
      Rows rows = sparseValues(a, width, here);
      for (int i = 0; i < which.length * width; i++) {
        out[width * which[i / width] + i % width] =
            whole(rows, i / width, i % width, component, here);
      }
    }
    return out;
  }

  private int checkedLength(Accessor a, int width, String here) throws BadFileException {
    long count = a.getCount();
    spend(4 * count * width, here);
    return (int) count * width;
  }

  private void checkType(Accessor a, String type, String here) throws BadFileException {
    if (!type.equals(a.getType())) {
      throw bad(here + "/type", type, a.getType());
    }
  }

  private static int offset(Integer value) {
    return value == null ? 0 : value;
  }

  private int[] sparseIndices(Accessor a, String here) throws BadFileException {
    AccessorSparse s = a.getSparse();
    String place = here + "/sparse";
    if (s.getCount() == null
        || s.getCount() < 1
        || s.getCount() > a.getCount()
        || s.getIndices() == null
        || s.getIndices().getBufferView() == null
        || s.getIndices().getComponentType() == null
        || s.getValues() == null
        || s.getValues().getBufferView() == null) {
      throw bad(place, "a count up to " + a.getCount() + ", indices and values", "others");
    }
    int component = s.getIndices().getComponentType();
    if (component != UNSIGNED_BYTE && component != UNSIGNED_SHORT && component != UNSIGNED_INT) {
      throw bad(place + "/indices/componentType", "an unsigned integer type", "" + component);
    }
    Rows rows =
        rows(
            s.getIndices().getBufferView(),
            offset(s.getIndices().getByteOffset()),
            component,
            1,
            s.getCount(),
            false,
            place + "/indices");
    spend(4L * s.getCount(), place);
    int[] out = new int[s.getCount()];
    for (int i = 0; i < out.length; i++) {
      out[i] = whole(rows, i, 0, component, place + "/indices");
      if (out[i] >= a.getCount()) {
        throw bad(place + "/indices", "indices below " + a.getCount(), "" + out[i]);
      }
    }
    return out;
  }

  private Rows sparseValues(Accessor a, int width, String here) throws BadFileException {
    AccessorSparse s = a.getSparse();
    return rows(
        s.getValues().getBufferView(),
        offset(s.getValues().getByteOffset()),
        a.getComponentType(),
        width,
        s.getCount(),
        false,
        here + "/sparse/values");
  }

  /** Where rows start and how far apart they are; all of them are inside of the data. */
  private record Rows(ByteBuffer data, int start, int stride) {}

  private Rows rows(
      int view, int offset, int component, int width, long count, boolean strided, String here)
      throws BadFileException {
    if (view < 0 || view >= views.size() || views.get(view) == null) {
      throw bad(
          here + "/bufferView", "the index of one of " + views.size() + " bufferViews", "" + view);
    }
    BufferView v = views.get(view);
    String place = "/bufferViews/" + view;
    if (v.getBuffer() == null || v.getBuffer() < 0 || v.getBuffer() >= buffers.count()) {
      throw bad(
          place + "/buffer",
          "the index of one of " + buffers.count() + " buffers",
          "" + v.getBuffer());
    }
    ByteBuffer data = buffers.get(v.getBuffer());
    long from = offset(v.getByteOffset());
    long length = v.getByteLength() == null ? -1 : v.getByteLength();
    if (from < 0 || length < 1 || from + length > data.limit()) {
      throw bad(
          place,
          "a range of the buffer's " + data.limit() + " bytes",
          length + " bytes from " + from);
    }
    int row = componentBytes(component) * width;
    long stride = strided && v.getByteStride() != null ? v.getByteStride() : row;
    if (stride < row || (stride > 252 && v.getByteStride() != null)) {
      throw bad(place + "/byteStride", "a stride from " + row + " to 252", "" + stride);
    }
    if (offset < 0 || offset + (count - 1) * stride + row > length) {
      throw bad(
          here,
          count + " rows of " + row + " bytes in bufferView " + view,
          "a view of " + length + " bytes");
    }
    return new Rows(data, (int) from + offset, (int) stride);
  }

  private float real(Rows rows, int i, int c, int component, boolean normalized, String here)
      throws BadFileException {
    int at = rows.start + i * rows.stride + c * componentBytes(component);
    switch (component) {
      case FLOAT -> {
        float v = rows.data.getFloat(at);
        if (!(Math.abs(v) < Float.POSITIVE_INFINITY)) {
          throw new BadFileException(
              path,
              here + ", element " + i,
              "a finite number",
              Float.toString(v),
              "repair the model in the tool that made it");
        }
        return v;
      }
      case BYTE -> {
        byte v = rows.data.get(at);
        return normalized ? Math.max(v / 127f, -1) : v;
      }
      case UNSIGNED_BYTE -> {
        int v = rows.data.get(at) & 0xFF;
        return normalized ? v / 255f : v;
      }
      case SHORT -> {
        short v = rows.data.getShort(at);
        return normalized ? Math.max(v / 32767f, -1) : v;
      }
      case UNSIGNED_SHORT -> {
        int v = rows.data.getShort(at) & 0xFFFF;
        return normalized ? v / 65535f : v;
      }
      default -> {
        return rows.data.getInt(at) & 0xFFFFFFFFL;
      }
    }
  }

  private int whole(Rows rows, int i, int c, int component, String here) throws BadFileException {
    int at = rows.start + i * rows.stride + c * componentBytes(component);
    int v =
        component == UNSIGNED_BYTE
            ? rows.data.get(at) & 0xFF
            : component == UNSIGNED_SHORT ? rows.data.getShort(at) & 0xFFFF : rows.data.getInt(at);
    if (v < 0) {
      throw bad(here + ", element " + i, "an index below 2147483648", Integer.toUnsignedString(v));
    }
    return v;
  }

  private static int componentBytes(int component) {
    return switch (component) {
      case BYTE, UNSIGNED_BYTE -> 1;
      case SHORT, UNSIGNED_SHORT -> 2;
      case UNSIGNED_INT, FLOAT -> 4;
      default -> 0;
    };
  }

  private static int width(String type) {
    return switch (type) {
      case "SCALAR" -> 1;
      case "VEC2" -> 2;
      case "VEC3" -> 3;
      case "VEC4" -> 4;
      case "MAT4" -> 16;
      default -> 0;
    };
  }

  private BadFileException bad(String place, String expected, String found) {
    return new BadFileException(
        path, place, expected, found, "the file is cut short or damaged: export it again");
  }
}
