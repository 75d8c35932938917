package dev.shinari.io.file;

import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.mesh.TriangleMesh;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers the vertices, polygons and named parts of a surface file and makes the mesh of them.
 * Corners that repeat are dropped with a warning; a surface without triangles is refused.
 */
public final class SurfaceBuilder {
  private final Path path;
  private final String format;
  private final FloatList positions = new FloatList();
  private final IntList triangles = new IntList();
  private final IntList polygon = new IntList();
  private final PolygonTriangulator triangulator = new PolygonTriangulator();
  private final List<MeshFile.Part> parts = new ArrayList<>();
  private final Warnings warnings = new Warnings();
  private String partName;
  private int partStart;

  public SurfaceBuilder(Path path, String format) {
    this.path = path;
    this.format = format;
  }

  public Warnings warnings() {
    return warnings;
  }

  public int vertexCount() {
    return positions.size() / 3;
  }

  public void vertex(float x, float y, float z) {
    positions.add(x);
    positions.add(y);
    positions.add(z);
  }

  /** Starts a new named part; the triangles that follow belong to it. */
  public void part(String name) {
    endPart();
    partName = name;
    partStart = triangles.size() / 3;
  }

  private void endPart() {
    int count = triangles.size() / 3 - partStart;
    if (partName != null && count > 0) {
      parts.add(new MeshFile.Part(partName, partStart, count));
    }
  }

  /** Adds a polygon of at least 3 corners, all of them known vertices. */
  public void polygon(IntList corners, String place) {
    polygon.clear();
    int n = corners.size();
    for (int i = 0; i < n; i++) {
      if (corners.get(i) != corners.get((i + 1) % n)) {
        polygon.add(corners.get(i));
      }
    }
    if (polygon.size() < 3) {
      warnings.add(place, "a face with fewer than 3 different corners was left out");
      return;
    }
    int from = triangles.size();
    if (!triangulator.triangulate(positions::get, polygon, triangles)) {
      warnings.add(place, "a polygon has no area or crosses itself; its triangles are arbitrary");
    }
    dropRepeats(from, place);
  }

  // A corner that comes back later in the polygon can leave triangles with two equal corners.
  private void dropRepeats(int from, String place) {
    int[] t = null;
    for (int i = from; i < triangles.size(); i += 3) {
      int a = triangles.get(i), b = triangles.get(i + 1), c = triangles.get(i + 2);
      if (a == b || b == c || c == a) {
        t = triangles.toArray();
        break;
      }
    }
    if (t == null) {
      return;
    }
    warnings.add(place, "a triangle with two equal corners was left out");
    triangles.truncate(from);
    for (int i = from; i < t.length; i += 3) {
      if (t[i] != t[i + 1] && t[i + 1] != t[i + 2] && t[i + 2] != t[i]) {
        triangles.add(t[i]);
        triangles.add(t[i + 1]);
        triangles.add(t[i + 2]);
      }
    }
  }

  /**
   * Makes the mesh.
   *
   * @param uvs 2 floats a vertex, or null
   */
  public MeshFile build(float[] uvs) throws BadFileException {
    if (vertexCount() == 0) {
      throw new BadFileException(
          path, "", "a mesh", "no vertices", "export the object again, with its geometry");
    }
    if (triangles.size() == 0) {
      throw new BadFileException(
          path,
          "",
          "faces",
          vertexCount() + " vertices and no face",
          "points and lines have no surface: mesh them first, or export with faces");
    }
    endPart();
    TriangleMesh mesh = new TriangleMesh(positions.toArray(), triangles.toArray(), uvs);
    return new MeshFile(path, format, mesh, null, parts, warnings.toList());
  }
}
