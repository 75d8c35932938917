package dev.shinari.io.tet;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.FileBytes;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.file.TextScanner;
import dev.shinari.io.file.Warnings;
import dev.shinari.mesh.TetMesh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Reads TetGen's pair of files: points in .node, tetrahedra in .ele. Either may be named; the other
 * is looked for beside it. Numbers start at 0 or 1; comments, attributes, boundary markers and the
 * mid-edge points of second-order elements are passed over.
 */
public final class TetGenReader {
  private TetGenReader() {}

  @SuppressWarnings("ArrayRecordComponent")
  private record Points(float[] positions, long base) {}

  public static MeshFile read(Path path) throws IOException {
    String name = path.getFileName().toString();
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    boolean nodeNamed = name.toLowerCase(Locale.ROOT).endsWith(".node");
    Path nodes = nodeNamed ? path : beside(path, stem, ".node");
    Path elements = nodeNamed ? beside(path, stem, ".ele") : path;
    Warnings warnings = new Warnings();
    Points points = points(nodes);
    TetMesh mesh = elements(elements, points, warnings);
    return new MeshFile(path, "tetgen", mesh.boundary(), mesh, List.of(), warnings.toList());
  }

  /** The points of a .node file alone, 3 floats each: the same mesh with its vertices moved. */
  public static float[] readPoints(Path path) throws IOException {
    return points(path).positions();
  }

  private static Path beside(Path path, String stem, String extension) throws BadFileException {
    Path other = path.resolveSibling(stem + extension);
    if (!Files.isRegularFile(other)) {
      throw new BadFileException(
          path,
          "",
          "the file " + other.getFileName() + " beside it",
          "none",
          "TetGen writes points (.node) and tetrahedra (.ele) apart: copy both");
    }
    return other;
  }

  private static TextScanner header(Path path) throws IOException {
    TextScanner in = new TextScanner(path, FileBytes.read(path), '#', false);
    if (!in.nextLine()) {
      throw in.bad("a header line", "the file holds comments only: export it again");
    }
    in.jump(in.wordStart()); // so that the first number is read as the others are
    return in;
  }

  private static Points points(Path path) throws IOException {
    TextScanner in = header(path);
    int count = in.count("the number of points", 8);
    if (count == 0) {
      throw in.bad("at least 4 points", "run TetGen again");
    }
    long dimension = in.word() ? in.thisInteger("the dimension") : 3;
    if (dimension != 3) {
      throw in.bad("3 dimensions", "only tetrahedral meshes in 3D can be read");
    }
    float[] positions = new float[3 * count];
    long base = 0;
    for (int i = 0; i < count; i++) {
      if (!in.skipToNextLine()) {
        throw in.bad(
            count + " points",
            "the end of the file after " + i,
            "the file is cut short: run TetGen again");
      }
      long number = in.thisInteger("a point's number");
      if (i == 0) {
        base = number;
      }
      if (number != base + i || base < 0 || base > 1) {
        throw in.bad(
            i == 0 ? "point number 0 or 1" : "point number " + (base + i),
            "points must be numbered in order: run TetGen again");
      }
      positions[3 * i] = in.number("an x coordinate");
      positions[3 * i + 1] = in.number("a y coordinate");
      positions[3 * i + 2] = in.number("a z coordinate");
    }
    return new Points(positions, base);
  }

  private static TetMesh elements(Path path, Points points, Warnings warnings) throws IOException {
    TextScanner in = header(path);
    int count = in.count("the number of tetrahedra", 10);
    if (count == 0) {
      throw in.bad("at least one tetrahedron", "run TetGen again");
    }
    long corners = in.word() ? in.thisInteger("the number of corners") : 4;
    if (corners != 4 && corners != 10) {
      throw in.bad("4 or 10 points an element", "only tetrahedra can be read");
    }
    if (corners == 10) {
      warnings.add(in.place(), "second-order elements were read as linear ones");
    }
    int vertices = points.positions().length / 3;
    int[] tets = new int[4 * count];
    long[] numbers = new long[count];
    for (int t = 0; t < count; t++) {
      if (!in.skipToNextLine()) {
        throw in.bad(
            count + " tetrahedra",
            "the end of the file after " + t,
            "the file is cut short: run TetGen again");
      }
      numbers[t] = in.thisInteger("a tetrahedron's number");
      for (int c = 0; c < 4; c++) {
        long v = in.integer("a point's number") - points.base();
        if (v < 0 || v >= vertices) {
          throw in.bad(
              "a point's number from " + points.base() + " to " + (points.base() + vertices - 1),
              "the .node and .ele files do not belong together, or are damaged");
        }
        tets[4 * t + c] = (int) v;
      }
    }
    return TetChecks.mesh(path, "", points.positions(), tets, numbers, warnings);
  }
}
