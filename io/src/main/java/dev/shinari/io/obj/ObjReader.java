package dev.shinari.io.obj;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.file.SurfaceBuilder;
import dev.shinari.io.file.TextScanner;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;

/**
 * Reads OBJ: vertices, texture coordinates, polygons of any size (concave too), negative indices,
 * objects and groups, lines continued with a backslash. Materials, normals and smoothing groups are
 * passed over.
 *
 * <p>Vertices keep the file's order and number, so that a point cache made for the file fits. OBJ
 * has texture coordinates a corner, meshes here a vertex: where corners of one vertex disagree (at
 * a seam) the first one stays and a warning says how many.
 *
 * <p>Read by hand rather than by a library so that errors name line and column and so that not a
 * number passes for a coordinate.
 */
public final class ObjReader {
  private static final Set<String> PASSED_OVER =
      Set.of(
          "vn",
          "vp",
          "mtllib",
          "usemtl",
          "usemap",
          "maplib",
          "s",
          "mg",
          "lod",
          "shadow_obj",
          "trace_obj",
          "bevel",
          "c_interp",
          "d_interp");

  private final TextScanner in;
  private final SurfaceBuilder surface;
  private final FloatList textureCoordinates = new FloatList();
  private final IntList corners = new IntList();
  private int[] uvOfVertex = new int[64]; // 1 + index of the texture coordinate; 0 is none
  private int[] seams = new int[2];
  private boolean anyUv;

  private ObjReader(Path path, byte[] bytes) {
    in = new TextScanner(path, bytes, '#', true);
    surface = new SurfaceBuilder(path, "obj");
  }

  public static MeshFile read(Path path) throws IOException {
    return read(path, FileBytes.read(path));
  }

  /** Reads bytes that are in memory already; the path is for messages. */
  public static MeshFile read(Path path, byte[] bytes) throws BadFileException {
    return new ObjReader(path, bytes).read();
  }

  private MeshFile read() throws BadFileException {
    boolean more = in.nextLine();
    while (more) {
      statement();
      more = in.skipToNextLine();
    }
    return surface.build(uvs());
  }

  private void statement() throws BadFileException {
    if (in.is("v")) {
      surface.vertex(
          in.number("an x coordinate"), in.number("a y coordinate"), in.number("a z coordinate"));
    } else if (in.is("vt")) {
      textureCoordinates.add(in.number("a texture coordinate"));
      textureCoordinates.add(in.word() ? in.thisNumber("a texture coordinate") : 0);
    } else if (in.is("f") || in.is("fo")) {
      face();
    } else if (in.is("o") || in.is("g")) {
      String name = in.restOfLine();
      surface.part(name.isEmpty() ? "default" : name);
    } else if (in.is("l") || in.is("p")) {
      surface.warnings().add(in.place(), "lines and points have no surface and were left out");
    } else {
      String word = in.text();
      if (!PASSED_OVER.contains(word)) {
        String shown = word.length() > 20 ? word.substring(0, 20) + "..." : word;
        surface.warnings().add(in.place(), "'" + shown + "' is not understood and was left out");
      }
    }
  }

  private void face() throws BadFileException {
    String place = in.place();
    corners.clear();
    while (in.word()) {
      corner();
    }
    if (corners.size() < 3) {
      throw in.bad(
          "at least 3 corners of a face",
          corners.size() + " at the end of the line",
          "correct the face or export the file again");
    }
    surface.polygon(corners, place);
  }

  // v, v/vt, v//vn or v/vt/vn; the normal is not used.
  private void corner() throws BadFileException {
    byte[] bytes = in.bytes();
    int slash = in.wordStart();
    while (slash < in.wordEnd() && bytes[slash] != '/') {
      slash++;
    }
    int vertex = index(in.wordStart(), slash, surface.vertexCount(), "vertex");
    corners.add(vertex);
    int second = slash + 1;
    while (second < in.wordEnd() && bytes[second] != '/') {
      second++;
    }
    if (slash + 1 < second && slash < in.wordEnd()) {
      texture(vertex, index(slash + 1, second, textureCoordinates.size() / 2, "texture"));
    }
  }

  private int index(int from, int to, int count, String what) throws BadFileException {
    long i;
    try {
      i = in.parseLong(from, to);
    } catch (NumberFormatException e) {
      throw in.bad("a " + what + " index", "correct it or export the file again");
    }
    long resolved = i < 0 ? count + i : i - 1;
    if (i == 0 || resolved < 0 || resolved >= count) {
      throw in.bad(
          "a " + what + " index from 1 to " + count + " (or -1 to -" + count + ")",
          "the face names a " + what + " that does not stand above it: export the file again");
    }
    return (int) resolved;
  }

  private void texture(int vertex, int uv) {
    if (vertex >= uvOfVertex.length) {
      uvOfVertex = Arrays.copyOf(uvOfVertex, Math.max(vertex + 1, 2 * uvOfVertex.length));
    }
    anyUv = true;
    if (uvOfVertex[vertex] == 0) {
      uvOfVertex[vertex] = uv + 1;
    } else if (differ(uvOfVertex[vertex] - 1, uv)) {
      if (vertex >= 32 * seams.length) {
        seams = Arrays.copyOf(seams, Math.max(vertex / 32 + 1, 2 * seams.length));
      }
      seams[vertex / 32] |= 1 << (vertex % 32);
    }
  }

  private boolean differ(int a, int b) {
    return textureCoordinates.get(2 * a) != textureCoordinates.get(2 * b)
        || textureCoordinates.get(2 * a + 1) != textureCoordinates.get(2 * b + 1);
  }

  private float[] uvs() {
    if (!anyUv) {
      return null;
    }
    int split = 0;
    for (int bits : seams) {
      split += Integer.bitCount(bits);
    }
    if (split > 0) {
      surface
          .warnings()
          .add(
              "",
              split
                  + " vertices on texture seams have several texture coordinates; the first of"
                  + " each was kept, so that the vertex order stays the file's");
    }
    float[] uvs = new float[2 * surface.vertexCount()];
    for (int i = 0; i < uvs.length / 2 && i < uvOfVertex.length; i++) {
      if (uvOfVertex[i] > 0) {
        uvs[2 * i] = textureCoordinates.get(2 * (uvOfVertex[i] - 1));
        uvs[2 * i + 1] = textureCoordinates.get(2 * (uvOfVertex[i] - 1) + 1);
      }
    }
    return uvs;
  }
}
