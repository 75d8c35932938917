package dev.shinari.mesh.shape;

import dev.shinari.math.Check;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.PointCage;

/** Sheets, strands and ropes: points with overlapping regions of their neighbors. */
public final class PointShapes {
  private static final int LARGEST = 4096;

  private PointShapes() {}

  /**
   * A flat sheet in the plane y = 0, centered at the origin, facing up. Vertices are numbered along
   * x first, then z; the region of a vertex holds all that are at most {@code halfWidth} cells away
   * on both axes.
   */
  public static PointCage sheet(int cellsX, int cellsZ, float sizeX, float sizeZ, int halfWidth) {
    Check.inRange("cellsX", cellsX, 1, LARGEST);
    Check.inRange("cellsZ", cellsZ, 1, LARGEST);
    Check.positive("sizeX", sizeX);
    Check.positive("sizeZ", sizeZ);
    Check.inRange("halfWidth", halfWidth, 1, 64);
    FloatList positions = new FloatList();
    IntList triangles = new IntList();
    IntList members = new IntList();
    int n = cellsX + 1;
    int[] starts = new int[n * (cellsZ + 1) + 1];
    for (int k = 0; k <= cellsZ; k++) {
      for (int i = 0; i <= cellsX; i++) {
        positions.add(sizeX * ((double) i / cellsX - 0.5), 0, sizeZ * ((double) k / cellsZ - 0.5));
        for (int z = Math.max(0, k - halfWidth); z <= Math.min(cellsZ, k + halfWidth); z++) {
          for (int x = Math.max(0, i - halfWidth); x <= Math.min(cellsX, i + halfWidth); x++) {
            members.add(x + n * z);
          }
        }
        starts[i + n * k + 1] = members.size();
        if (i < cellsX && k < cellsZ) {
          int a = i + n * k, b = a + n, c = b + 1, d = a + 1;
          boolean even = (i + k) % 2 == 0;
          triangles.add(a, b, even ? c : d);
          triangles.add(even ? a : b, c, d);
        }
      }
    }
    return new PointCage(positions.toArray(), starts, members.toArray(), triangles.toArray());
  }

  /**
   * A strand of points along x from the origin, without thickness and so without triangles; the
   * region of a point holds all that are at most {@code halfWidth} links away.
   */
  public static PointCage strand(int links, float length, int halfWidth) {
    Check.inRange("links", links, 1, 1 << 20);
    Check.positive("length", length);
    Check.inRange("halfWidth", halfWidth, 1, 64);
    float[] positions = new float[3 * (links + 1)];
    for (int i = 0; i <= links; i++) {
      positions[3 * i] = (float) ((double) length * i / links);
    }
    return chain(positions, links, 1, halfWidth, new int[0]);
  }

  /**
   * A rope along x from the origin: sections of {@code sides} points around the axis, joined to a
   * closed surface; regions hold whole sections, at most {@code halfWidth} links away, so that a
   * rope resists torsion, which a strand does not.
   */
  public static PointCage rope(int links, int sides, float length, float radius, int halfWidth) {
    Check.inRange("links", links, 1, 1 << 16);
    Check.inRange("sides", sides, 3, 64);
    Check.positive("length", length);
    Check.positive("radius", radius);
    Check.inRange("halfWidth", halfWidth, 1, 64);
    FloatList positions = new FloatList();
    IntList triangles = new IntList();
    for (int i = 0; i <= links; i++) {
      for (int j = 0; j < sides; j++) {
        double angle = 2 * Math.PI * j / sides;
        positions.add(
            (double) length * i / links,
            radius * PortableMath.cos(angle),
            radius * PortableMath.sin(angle));
        int a = i * sides + j, b = i * sides + (j + 1) % sides;
        if (i < links) {
          triangles.add(a, b, b + sides);
          triangles.add(a, b + sides, a + sides);
        }
      }
    }
    int last = links * sides;
    for (int j = 1; j + 1 < sides; j++) {
      triangles.add(0, j + 1, j);
      triangles.add(last, last + j, last + j + 1);
    }
    return chain(positions.toArray(), links, sides, halfWidth, triangles.toArray());
  }

  // One region a section: the points of the sections around it.
  private static PointCage chain(
      float[] positions, int links, int sides, int halfWidth, int[] triangles) {
    IntList members = new IntList();
    int[] starts = new int[links + 2];
    for (int i = 0; i <= links; i++) {
      int from = Math.max(0, i - halfWidth), to = Math.min(links, i + halfWidth);
      for (int v = from * sides; v < (to + 1) * sides; v++) {
        members.add(v);
      }
      starts[i + 1] = members.size();
    }
    return new PointCage(positions, starts, members.toArray(), triangles);
  }
}
