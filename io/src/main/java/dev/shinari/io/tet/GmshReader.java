package dev.shinari.io.tet;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.file.TextScanner;
import dev.shinari.io.file.Warnings;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads Gmsh's .msh files of versions 2.2 and 4.1, text and binary. Takes tetrahedra; if there are
 * none, triangles and quadrangles. Second-order elements give their corners. Nodes that no taken
 * element uses (centers of arcs and the like) are left out, the others keep their order.
 */
public final class GmshReader {
  // Points of the element types 1 to 31.
  private static final int[] POINTS = {
    0, 2, 3, 4, 4, 8, 6, 5, 3, 6, 9, 10, 27, 18, 14, 1, 8, 20, 15, 13, 9, 10, 12, 15, 15, 21, 4, 5,
    6, 20, 35, 56
  };

  private final Path path;
  private final TextScanner in;
  private final Warnings warnings = new Warnings();
  private final FloatList positions = new FloatList();
  private final Map<Long, Integer> nodeOfTag = new HashMap<>(); // looked up only, never walked
  private final IntList tets = new IntList();
  private final IntList triangles = new IntList();
  private long[] tetTags = new long[64];
  private boolean binary;
  private boolean version4;
  private final ByteBuffer data;
  private boolean nodesRead;

  private GmshReader(Path path, byte[] bytes) {
    this.path = path;
    this.in = new TextScanner(path, bytes, -1, false);
    this.data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  public static MeshFile read(Path path) throws IOException {
    return read(path, FileBytes.read(path));
  }

  /** Reads bytes that are in memory already; the path is for messages. */
  public static MeshFile read(Path path, byte[] bytes) throws BadFileException {
    return new GmshReader(path, bytes).read();
  }

  private MeshFile read() throws BadFileException {
    if (!in.nextLine() || !in.is("$MeshFormat")) {
      throw in.bad("$MeshFormat", "this is not a Gmsh file: check its name");
    }
    format();
    while (in.skipToNextLine()) {
      if (in.is("$Nodes")) {
        beginData();
        nodes();
        end("$EndNodes");
        nodesRead = true;
      } else if (in.is("$Elements")) {
        if (!nodesRead) {
          throw in.bad("$Nodes before $Elements", "export the file again");
        }
        beginData();
        elements();
        end("$EndElements");
      } else {
        skipSection();
      }
    }
    return result();
  }

  private void format() throws BadFileException {
    if (!in.skipToNextLine()) {
      throw in.bad("the version", "the file is cut short: export it again");
    }
    version4 = in.is("4.1") || in.is("4.1.0");
    if (!version4 && !in.is("2.2") && !in.is("2") && !in.is("2.1") && !in.is("2.0")) {
      throw in.bad("version 2.2 or 4.1", "save it from Gmsh with Mesh.MshFileVersion = 4.1");
    }
    long type = in.integer("0 (text) or 1 (binary)");
    if (type != 0 && type != 1) {
      throw in.bad("0 (text) or 1 (binary)", "the header is damaged: export again");
    }
    binary = type == 1;
    long size = in.integer("the size of numbers");
    if (size != 8 && (binary || size != 4)) {
      throw in.bad("8 bytes a number", "export the file from a 64-bit Gmsh");
    }
    if (binary) {
      int at = in.offsetOfNextLine();
      data.position(at);
      need(4, "the number 1 that tells the byte order");
      int one = data.getInt();
      if (Integer.reverseBytes(one) == 1) {
        data.order(ByteOrder.BIG_ENDIAN);
      } else if (one != 1) {
        throw badByte(at, "the number 1 that tells the byte order", Integer.toString(one));
      }
      in.jump(data.position());
    }
    end("$EndMeshFormat");
  }

  private void skipSection() throws BadFileException {
    String name = in.text();
    if (!name.startsWith("$") || name.startsWith("$End")) {
      throw in.bad("a section such as $Nodes or $Elements", "the file is damaged: export it again");
    }
    String endWord = "$End" + name.substring(1);
    if (binary) {
      // Binary sections may hold any bytes, so look for the end mark itself.
      int at = find(endWord.getBytes(StandardCharsets.UTF_8), in.offset());
      in.jump(at < 0 ? in.bytes().length : at);
      if (!in.word()) {
        throw in.bad(endWord, "the file is cut short: export it again");
      }
      return;
    }
    while (in.skipToNextLine()) {
      if (in.is(endWord)) {
        return;
      }
    }
    throw in.bad(endWord, "the file is cut short: export it again");
  }

  private int find(byte[] mark, int from) {
    byte[] bytes = in.bytes();
    for (int i = from; i + mark.length <= bytes.length; i++) {
      if (bytes[i] == mark[0] && Arrays.equals(bytes, i, i + mark.length, mark, 0, mark.length)) {
        return i;
      }
    }
    return -1;
  }

  private void beginData() {
    if (binary) {
      data.position(in.offsetOfNextLine());
    }
  }

  private void end(String word) throws BadFileException {
    if (binary && data.position() > in.offset()) {
      in.jump(data.position());
    }
    boolean there = binary ? in.nextLine() : in.skipToNextLine();
    if (!there || !in.is(word)) {
      throw in.bad(word, "the counts do not fit what follows: export the file again");
    }
  }

  private BadFileException badByte(long at, String expected, String found) {
    return new BadFileException(
        path, "byte " + at, expected, found, "the file is cut short or damaged: export it again");
  }

  private void need(long bytes, String what) throws BadFileException {
    if (data.remaining() < bytes) {
      throw badByte(data.position(), what, "the end of the file");
    }
  }

  // Text: numbers run over lines; the format's line breaks carry no meaning beyond blanks.
  private long integer(String what) throws BadFileException {
    word(what);
    return in.thisInteger(what);
  }

  private void word(String what) throws BadFileException {
    if (!in.word() && !in.nextLine()) {
      throw in.bad(what, "the file is cut short: export it again");
    }
  }

  private float coordinate(String what) throws BadFileException {
    if (!binary) {
      word(what);
      return in.thisNumber(what);
    }
    need(8, what);
    float v = (float) data.getDouble();
    if (!(Math.abs(v) < Float.POSITIVE_INFINITY)) {
      throw new BadFileException(
          path,
          "byte " + (data.position() - 8),
          what + " that is a finite number",
          Float.toString(v),
          "repair the coordinates in the tool that made the file");
    }
    return v;
  }

  private long int4(String what) throws BadFileException {
    if (!binary) {
      return integer(what);
    }
    need(4, what);
    return data.getInt();
  }

  private long size(String what) throws BadFileException {
    if (!binary) {
      return integer(what);
    }
    need(8, what);
    return data.getLong();
  }

  // A count of things that take at least so many bytes each in text and in binary.
  private int checked(long n, String what, int textBytes, int binaryBytes) throws BadFileException {
    long left = binary ? data.remaining() : in.remaining();
    if (n < 0 || n > left / (binary ? binaryBytes : textBytes) + 1) {
      String expected = what + " that fits the " + left + " bytes that follow";
      throw binary
          ? badByte(data.position(), expected, Long.toString(n))
          : in.bad(expected, "the file is cut short or damaged: export it again");
    }
    return (int) n;
  }

  private void nodes() throws BadFileException {
    if (version4) {
      nodes4();
    } else {
      nodes2();
    }
  }

  private void nodes2() throws BadFileException {
    long n;
    if (binary) {
      // The count is a line of text even in binary files.
      if (!in.skipToNextLine()) {
        throw in.bad("the number of nodes", "the file is cut short: export it again");
      }
      n = in.thisInteger("the number of nodes");
      data.position(in.offsetOfNextLine());
    } else {
      n = integer("the number of nodes");
    }
    int count = checked(n, "a number of nodes", 8, 28);
    for (int i = 0; i < count; i++) {
      node(int4("a node's number"));
      coordinates();
    }
  }

  private void coordinates() throws BadFileException {
    positions.add(coordinate("an x coordinate"));
    positions.add(coordinate("a y coordinate"));
    positions.add(coordinate("a z coordinate"));
  }

  private void node(long tag) throws BadFileException {
    if (nodeOfTag.putIfAbsent(tag, nodeOfTag.size()) != null) {
      String expected = "each node's number once";
      throw binary
          ? badByte(data.position(), expected, tag + " again")
          : in.bad(expected, tag + " again", "the file is damaged: export it again");
    }
  }

  private void nodes4() throws BadFileException {
    int blocks = checked(size("the number of blocks"), "a number of blocks", 8, 20);
    size("the number of nodes");
    size("the least node number");
    size("the greatest node number");
    for (int b = 0; b < blocks; b++) {
      long dimension = int4("a dimension");
      int4("an entity's number");
      long parametric = int4("0 or 1 (parametric)");
      int count = checked(size("the number of nodes"), "a number of nodes", 8, 32);
      for (int i = 0; i < count; i++) {
        node(size("a node's number"));
      }
      for (int i = 0; i < count; i++) {
        coordinates();
        for (long k = 0; parametric == 1 && k < Math.min(3, dimension); k++) {
          coordinate("a parameter");
        }
      }
    }
  }

  private void elements() throws BadFileException {
    if (version4) {
      elements4();
    } else {
      elements2();
    }
  }

  private int pointsOf(long type) throws BadFileException {
    int points =
        type > 0 && type < POINTS.length
            ? POINTS[(int) type]
            : type == 92 ? 64 : type == 93 ? 125 : 0;
    if (points == 0) {
      String expected = "an element type from 1 to 31";
      throw binary
          ? badByte(data.position(), expected, Long.toString(type))
          : in.bad(expected, "save the mesh with elements of first or second order");
    }
    return points;
  }

  private void elements2() throws BadFileException {
    long n;
    if (binary) {
      if (!in.skipToNextLine()) {
        throw in.bad("the number of elements", "the file is cut short: export it again");
      }
      n = in.thisInteger("the number of elements");
      data.position(in.offsetOfNextLine());
    } else {
      n = integer("the number of elements");
    }
    int count = checked(n, "a number of elements", 6, 8);
    for (int i = 0; i < count; ) {
      if (binary) {
        long type = int4("an element type");
        int follow = checked(int4("a number of elements"), "a number of elements", 1, 4);
        int tags = checked(int4("a number of tags"), "a number of tags", 1, 1);
        if (follow == 0) {
          throw badByte(data.position(), "at least one element in a block", "0");
        }
        for (int k = 0; k < follow; k++) {
          long number = int4("an element's number");
          element(number, type, tags);
        }
        i += follow;
      } else {
        long number = integer("an element's number");
        long type = integer("an element type");
        int tags = checked(integer("a number of tags"), "a number of tags", 2, 4);
        element(number, type, tags);
        i++;
      }
    }
  }

  private void element(long number, long type, int tags) throws BadFileException {
    for (int k = 0; k < tags; k++) {
      int4("a tag");
    }
    corners(number, type, false);
  }

  private void elements4() throws BadFileException {
    int blocks = checked(size("the number of blocks"), "a number of blocks", 8, 20);
    size("the number of elements");
    size("the least element number");
    size("the greatest element number");
    for (int b = 0; b < blocks; b++) {
      int4("a dimension");
      int4("an entity's number");
      long type = int4("an element type");
      int count = checked(size("the number of elements"), "a number of elements", 4, 16);
      for (int i = 0; i < count; i++) {
        corners(size("an element's number"), type, true);
      }
    }
  }

  private final int[] corner = new int[8];

  private void corners(long number, long type, boolean wide) throws BadFileException {
    int points = pointsOf(type);
    for (int k = 0; k < points; k++) {
      long tag = wide ? size("a node's number") : int4("a node's number");
      Integer node = nodeOfTag.get(tag);
      if (node == null) {
        String expected = "the number of a node in $Nodes";
        throw binary
            ? badByte(data.position(), expected, Long.toString(tag))
            : in.bad(expected, "the element names a node that is not there: export again");
      }
      if (k < corner.length) {
        corner[k] = node;
      }
    }
    String place = binary ? "byte " + data.position() : in.place();
    if (type == 4 || type == 11) {
      if (tets.size() / 4 == tetTags.length) {
        tetTags = Arrays.copyOf(tetTags, 2 * tetTags.length);
      }
      tetTags[tets.size() / 4] = number;
      add(tets, 0, 1, 2, 3);
    } else if (type == 2 || type == 9) {
      add(triangles, 0, 1, 2);
    } else if (type == 3 || type == 10 || type == 16) {
      add(triangles, 0, 1, 2);
      add(triangles, 0, 2, 3);
    } else if (type == 5 || type == 6 || type == 7) {
      warnings.add(place, "hexahedra, prisms and pyramids were left out: split them into tets");
    }
    if (type == 9 || type == 10 || type == 11 || type == 16) {
      warnings.add(place, "second-order elements were read as linear ones");
    }
  }

  private void add(IntList list, int... which) {
    for (int c : which) {
      list.add(corner[c]);
    }
  }

  private MeshFile result() throws BadFileException {
    boolean volume = tets.size() > 0;
    if (!volume && triangles.size() == 0) {
      throw new BadFileException(
          path,
          "",
          "tetrahedra or triangles",
          "none (" + nodeOfTag.size() + " nodes)",
          "mesh the model in Gmsh (2D or 3D) before saving");
    }
    int[] corners = (volume ? tets : triangles).toArray();
    int all = positions.size() / 3;
    int[] place = new int[all];
    Arrays.fill(place, -1);
    for (int v : corners) {
      place[v] = 0;
    }
    FloatList kept = new FloatList();
    int count = 0;
    for (int v = 0; v < all; v++) {
      if (place[v] == 0) {
        place[v] = count++;
        kept.add(positions.get(3 * v));
        kept.add(positions.get(3 * v + 1));
        kept.add(positions.get(3 * v + 2));
      }
    }
    if (count < all) {
      warnings.add("", (all - count) + " nodes that no element uses were left out");
    }
    for (int i = 0; i < corners.length; i++) {
      corners[i] = place[corners[i]];
    }
    if (volume) {
      TetMesh mesh = TetChecks.mesh(path, "", kept.toArray(), corners, tetTags, warnings);
      return new MeshFile(path, "gmsh", mesh.boundary(), mesh, List.of(), warnings.toList());
    }
    TriangleMesh mesh = new TriangleMesh(kept.toArray(), corners);
    return new MeshFile(path, "gmsh", mesh, null, List.of(), warnings.toList());
  }
}
