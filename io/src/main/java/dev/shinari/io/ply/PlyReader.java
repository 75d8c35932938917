package dev.shinari.io.ply;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.file.SurfaceBuilder;
import dev.shinari.io.file.TextScanner;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads PLY: ASCII, binary little and big endian, any properties in any order, faces as lists of
 * any length, triangle strips. Takes x, y, z, texture coordinates and face lists; passes over the
 * rest. Every count is held against the bytes that are left before a loop or an array trusts it.
 */
public final class PlyReader {
  private enum Type {
    INT8(1),
    UINT8(1),
    INT16(2),
    UINT16(2),
    INT32(4),
    UINT32(4),
    FLOAT32(4),
    FLOAT64(8);

    final int bytes;

    Type(int bytes) {
      this.bytes = bytes;
    }

    static Type of(String word) {
      return switch (word) {
        case "char", "int8" -> INT8;
        case "uchar", "uint8" -> UINT8;
        case "short", "int16" -> INT16;
        case "ushort", "uint16" -> UINT16;
        case "int", "int32" -> INT32;
        case "uint", "uint32" -> UINT32;
        case "float", "float32" -> FLOAT32;
        case "double", "float64" -> FLOAT64;
        default -> null;
      };
    }
  }

  /** listCount is the type of a list's length, or null for a single value. */
  private record Property(String name, Type type, Type listCount, String what) {
    Property(String name, Type type, Type listCount) {
      this(name, type, listCount, "property '" + name + "'");
    }
  }

  private record Element(String name, long count, List<Property> properties, String place) {}

  /** Where the values come from: words of a text or bytes. */
  private interface Values {
    void startRow() throws BadFileException;

    double next(Type type, String what) throws BadFileException;

    /** Passes over a value that nobody looks at, whatever it is. */
    void skip(Type type, String what) throws BadFileException;

    String place();

    long remaining();

    /** Fewest bytes that a value of the type takes. */
    int least(Type type);
  }

  private static final Set<String> U_NAMES = Set.of("s", "u", "texture_u", "texture_s");
  private static final Set<String> V_NAMES = Set.of("t", "v", "texture_v", "texture_t");

  private final Path path;
  private final byte[] bytes;
  private final TextScanner in;
  private final SurfaceBuilder surface;
  private final FloatList uvs = new FloatList();
  private final IntList list = new IntList();
  private boolean verticesRead;

  private PlyReader(Path path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
    this.in = new TextScanner(path, bytes, -1, false);
    this.surface = new SurfaceBuilder(path, "ply");
  }

  public static MeshFile read(Path path) throws IOException {
    return read(path, FileBytes.read(path));
  }

  /** Reads bytes that are in memory already; the path is for messages. */
  public static MeshFile read(Path path, byte[] bytes) throws BadFileException {
    return new PlyReader(path, bytes).read();
  }

  private MeshFile read() throws BadFileException {
    if (!in.nextLine() || !in.is("ply")) {
      throw in.bad("the word 'ply'", "this is not a PLY file: check its name");
    }
    ByteOrder order = null;
    boolean text = false;
    List<Element> elements = new ArrayList<>();
    while (true) {
      if (!in.skipToNextLine()) {
        throw in.bad("'end_header'", "the file is cut short: export it again");
      }
      if (in.is("end_header")) {
        break;
      } else if (in.is("format")) {
        String format = in.word() ? in.text() : "";
        text = format.equals("ascii");
        order =
            format.equals("binary_little_endian") || text
                ? ByteOrder.LITTLE_ENDIAN
                : format.equals("binary_big_endian") ? ByteOrder.BIG_ENDIAN : null;
        if (order == null) {
          throw in.bad(
              "ascii, binary_little_endian or binary_big_endian", "export the file as PLY 1.0");
        }
      } else if (in.is("element")) {
        elements.add(element());
      } else if (in.is("property")) {
        if (elements.isEmpty()) {
          throw in.bad("an element before its properties", "the header is damaged: export again");
        }
        elements.get(elements.size() - 1).properties().add(property());
      } else if (!in.is("comment") && !in.is("obj_info")) {
        throw in.bad("element, property, comment or end_header", "the header is damaged");
      }
    }
    if (order == null) {
      throw in.bad("a format line in the header", "none", "export the file as PLY 1.0");
    }
    Values values = text ? new TextValues() : new BinaryValues(order, in.offsetOfNextLine());
    for (Element e : elements) {
      read(e, values);
    }
    boolean uv = surface.vertexCount() > 0 && uvs.size() == 2 * surface.vertexCount();
    return surface.build(uv ? uvs.toArray() : null);
  }

  private Element element() throws BadFileException {
    String place = in.place();
    if (!in.word()) {
      throw in.bad("an element's name", "the header is damaged: export again");
    }
    String name = in.text();
    long count = in.integer("the number of elements '" + name + "'");
    if (count < 0) {
      throw in.bad("a number of elements", "the header is damaged: export again");
    }
    return new Element(name, count, new ArrayList<>(), place);
  }

  private Property property() throws BadFileException {
    Type first = type();
    if (first != null) {
      return new Property(name(), first, null);
    }
    if (!in.is("list")) {
      throw in.bad("a property type such as float, int or list", "the header is damaged");
    }
    Type count = type();
    Type item = count == null ? null : type();
    if (item == null || count == Type.FLOAT32 || count == Type.FLOAT64) {
      throw in.bad(
          "an integer type for a list's length and a type for its items",
          "the header is damaged: export again");
    }
    return new Property(name(), item, count);
  }

  private Type type() {
    return in.word() ? Type.of(in.text()) : null;
  }

  private String name() throws BadFileException {
    if (!in.word()) {
      throw in.bad("a property's name", "the header is damaged: export again");
    }
    return in.text();
  }

  private void read(Element e, Values values) throws BadFileException {
    long least = 0;
    for (Property p : e.properties()) {
      least += values.least(p.listCount() != null ? p.listCount() : p.type());
    }
    if (e.count() > 0 && least == 0) {
      throw new BadFileException(
          path,
          e.place(),
          "properties of element '" + e.name() + "'",
          "none",
          "the header is damaged: export again");
    }
    if (e.count() > 0 && e.count() > (values.remaining() + 1) / least) {
      throw new BadFileException(
          path,
          e.place(),
          e.count() + " elements '" + e.name() + "' of at least " + least + " bytes",
          values.remaining() + " bytes in the rest of the file",
          "the file is cut short or damaged: export it again");
    }
    switch (e.name()) {
      case "vertex" -> vertices(e, values);
      case "face" -> faces(e, values, false);
      case "tristrips" -> faces(e, values, true);
      default -> {
        for (long i = 0; i < e.count(); i++) {
          values.startRow();
          for (Property p : e.properties()) {
            skip(p, values);
          }
        }
      }
    }
  }

  private void vertices(Element e, Values values) throws BadFileException {
    List<Property> ps = e.properties();
    int[] role = new int[ps.size()]; // 1, 2, 3 for x, y, z; 4, 5 for u, v; 0 for the rest
    int found = 0;
    for (int k = 0; k < role.length; k++) {
      Property p = ps.get(k);
      if (p.listCount() == null) {
        role[k] =
            p.name().equals("x")
                ? 1
                : p.name().equals("y")
                    ? 2
                    : p.name().equals("z")
                        ? 3
                        : U_NAMES.contains(p.name()) ? 4 : V_NAMES.contains(p.name()) ? 5 : 0;
        found |= 1 << role[k];
      }
    }
    if ((found & 0b1110) != 0b1110) {
      throw new BadFileException(
          path,
          e.place(),
          "vertex properties x, y and z",
          "others only",
          "export the file with vertex positions");
    }
    boolean uv = (found & 0b110000) == 0b110000;
    float[] value = new float[6];
    for (long i = 0; i < e.count(); i++) {
      values.startRow();
      for (int k = 0; k < role.length; k++) {
        if (role[k] == 0) {
          skip(ps.get(k), values);
          continue;
        }
        double v = values.next(ps.get(k).type(), ps.get(k).what());
        value[role[k]] = (float) v;
        if (!(Math.abs((float) v) < Float.POSITIVE_INFINITY)) {
          throw new BadFileException(
              path,
              values.place(),
              "a finite " + ps.get(k).name() + " of vertex " + i,
              Double.toString(v),
              "repair the coordinates in the tool that made the file");
        }
      }
      surface.vertex(value[1], value[2], value[3]);
      if (uv) {
        uvs.add(value[4]);
        uvs.add(value[5]);
      }
    }
    verticesRead = true;
  }

  private void faces(Element e, Values values, boolean strips) throws BadFileException {
    int which = -1;
    for (int k = 0; k < e.properties().size(); k++) {
      Property p = e.properties().get(k);
      if (p.listCount() != null
          && (p.name().equals("vertex_indices") || p.name().equals("vertex_index"))) {
        which = k;
      }
    }
    if (e.count() > 0 && (which < 0 || !verticesRead)) {
      throw new BadFileException(
          path,
          e.place(),
          which < 0 ? "a list property 'vertex_indices'" : "the vertices before the faces",
          which < 0 ? "none" : "faces first",
          "export the file again as a polygon mesh");
    }
    for (long i = 0; i < e.count(); i++) {
      values.startRow();
      String place = values.place();
      for (int k = 0; k < e.properties().size(); k++) {
        if (k == which) {
          indices(e.properties().get(k), values, strips);
        } else {
          skip(e.properties().get(k), values);
        }
      }
      if (strips) {
        strip(place);
      } else if (list.size() < 3) {
        throw new BadFileException(
            path,
            place,
            "at least 3 corners of face " + i,
            Integer.toString(list.size()),
            "remove the face or export the file again");
      } else {
        surface.polygon(list, place);
      }
    }
  }

  private void indices(Property p, Values values, boolean strips) throws BadFileException {
    int n = length(p, values);
    list.clear();
    for (int c = 0; c < n; c++) {
      double v = values.next(p.type(), "a vertex index");
      boolean restart = strips && v == -1;
      if (!restart && !(v >= 0 && v < surface.vertexCount() && v == Math.rint(v))) {
        throw new BadFileException(
            path,
            values.place(),
            "a vertex index from 0 to " + (surface.vertexCount() - 1),
            v == Math.rint(v) ? Long.toString((long) v) : Double.toString(v),
            "the face names a vertex that is not there: export the file again");
      }
      list.add((int) v);
    }
  }

  // Corners a, b, c, d ...: every further corner makes a triangle, every second one turned round.
  private void strip(String place) {
    IntList triangle = new IntList();
    int run = 0;
    for (int i = 0; i < list.size(); i++) {
      run = list.get(i) < 0 ? 0 : run + 1;
      if (run >= 3) {
        boolean odd = run % 2 == 0;
        triangle.clear();
        triangle.add(list.get(odd ? i - 1 : i - 2));
        triangle.add(list.get(odd ? i - 2 : i - 1));
        triangle.add(list.get(i));
        surface.polygon(triangle, place);
      }
    }
  }

  private static void skip(Property p, Values values) throws BadFileException {
    int n = p.listCount() == null ? 1 : (int) values.next(p.listCount(), "a list's length");
    for (int i = 0; i < n; i++) {
      values.skip(p.type(), p.what());
    }
  }

  private int length(Property p, Values values) throws BadFileException {
    double n = values.next(p.listCount(), "a list's length");
    long most = (values.remaining() + 1) / values.least(p.type());
    if (!(n >= 0 && n <= most && n == Math.rint(n))) {
      throw new BadFileException(
          path,
          values.place(),
          "a list that fits the " + values.remaining() + " bytes left",
          "length " + (n == Math.rint(n) ? Long.toString((long) n) : Double.toString(n)),
          "the file is cut short or damaged: export it again");
    }
    return (int) n;
  }

  private final class TextValues implements Values {
    @Override
    public void startRow() throws BadFileException {
      if (!in.skipToNextLine()) {
        throw in.bad("another line of values", "the file is cut short: export it again");
      }
      fresh = true;
    }

    private boolean fresh;

    @Override
    public double next(Type type, String what) throws BadFileException {
      skip(type, what);
      boolean real = type == Type.FLOAT32 || type == Type.FLOAT64;
      return real ? in.thisNumber(what) : in.thisInteger(what);
    }

    @Override
    public void skip(Type type, String what) throws BadFileException {
      if (!fresh && !in.word() && !in.nextLine()) {
        throw in.bad(what, "the file is cut short: export it again");
      }
      fresh = false;
    }

    @Override
    public String place() {
      return in.place();
    }

    @Override
    public long remaining() {
      return in.remaining() + 1L;
    }

    @Override
    public int least(Type type) {
      return 2; // a digit and a blank
    }
  }

  private final class BinaryValues implements Values {
    private final ByteBuffer data;

    BinaryValues(ByteOrder order, int from) {
      data = ByteBuffer.wrap(bytes).order(order).position(from);
    }

    @Override
    public void startRow() {}

    @Override
    public double next(Type type, String what) throws BadFileException {
      if (data.remaining() < type.bytes) {
        throw new BadFileException(
            path, place(), what, "the end of the file", "the file is cut short: export it again");
      }
      return switch (type) {
        case INT8 -> data.get();
        case UINT8 -> data.get() & 0xFF;
        case INT16 -> data.getShort();
        case UINT16 -> data.getShort() & 0xFFFF;
        case INT32 -> data.getInt();
        case UINT32 -> data.getInt() & 0xFFFFFFFFL;
        case FLOAT32 -> data.getFloat();
        case FLOAT64 -> data.getDouble();
      };
    }

    @Override
    public void skip(Type type, String what) throws BadFileException {
      next(type, what);
    }

    @Override
    public String place() {
      return "byte " + data.position();
    }

    @Override
    public long remaining() {
      return data.remaining();
    }

    @Override
    public int least(Type type) {
      return type.bytes;
    }
  }
}
