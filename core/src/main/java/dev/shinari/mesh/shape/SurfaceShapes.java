package dev.shinari.mesh.shape;

import dev.shinari.math.Check;
import dev.shinari.math.FloatList;
import dev.shinari.math.IntList;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/**
 * Closed triangle surfaces of simple solids, centered at the origin, counter-clockwise from
 * outside. Vertices are shared, so that every surface is one closed manifold.
 */
public final class SurfaceShapes {
  private static final int LARGEST = 4096;

  private SurfaceShapes() {}

  /** A box whose sides are divided into the given numbers of cells, two triangles a face. */
  public static TriangleMesh cuboid(
      int cellsX, int cellsY, int cellsZ, float sizeX, float sizeY, float sizeZ) {
    int[] cells = {
      Check.inRange("cellsX", cellsX, 1, LARGEST),
      Check.inRange("cellsY", cellsY, 1, LARGEST),
      Check.inRange("cellsZ", cellsZ, 1, LARGEST)
    };
    float[] size = {
      Check.positive("sizeX", sizeX), Check.positive("sizeY", sizeY), Check.positive("sizeZ", sizeZ)
    };
    int[] vertexOfNode =
        new int[Math.multiplyExact(Math.multiplyExact(cellsX + 1, cellsY + 1), cellsZ + 1)];
    Arrays.fill(vertexOfNode, -1);
    FloatList positions = new FloatList();
    IntList triangles = new IntList();
    int[] node = new int[3];
    int[] q = new int[4];
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int side = 0; side < 2; side++) {
        for (int j = 0; j < cells[v]; j++) {
          for (int i = 0; i < cells[u]; i++) {
            for (int c = 0; c < 4; c++) {
              node[axis] = side * cells[axis];
              node[u] = i + (c == 1 || c == 2 ? 1 : 0);
              node[v] = j + (c >> 1);
              int n = node[0] + (cellsX + 1) * (node[1] + (cellsY + 1) * node[2]);
              if (vertexOfNode[n] < 0) {
                vertexOfNode[n] = positions.size() / 3;
                positions.add(
                    size[0] * ((double) node[0] / cells[0] - 0.5),
                    size[1] * ((double) node[1] / cells[1] - 0.5),
                    size[2] * ((double) node[2] / cells[2] - 0.5));
              }
              q[side == 1 ? c : 3 - c] = vertexOfNode[n];
            }
            addQuad(triangles, q[0], q[1], q[2], q[3], i + j);
          }
        }
      }
    }
    return new TriangleMesh(positions.toArray(), triangles.toArray());
  }

  // Alternating diagonals: no direction is preferred.
  private static void addQuad(IntList triangles, int a, int b, int c, int d, int parity) {
    if (parity % 2 == 0) {
      triangles.add(a, b, c);
      triangles.add(a, c, d);
    } else {
      triangles.add(b, c, d);
      triangles.add(b, d, a);
    }
  }

  /** A sphere of even triangles: the icosahedron's edges divided, 20 frequency^2 triangles. */
  public static TriangleMesh sphere(int frequency, float radius) {
    Check.inRange("frequency", frequency, 1, 1024);
    Check.positive("radius", radius);
    Icosahedron points = new Icosahedron(radius, frequency);
    IntList triangles = new IntList();
    for (int f = 0; f < Icosahedron.FACES.length; f++) {
      for (int b = 0; b < frequency; b++) {
        for (int c = 0; b + c < frequency; c++) {
          int a = frequency - b - c;
          int v = points.vertex(f, a, b, c);
          int vb = points.vertex(f, a - 1, b + 1, c), vc = points.vertex(f, a - 1, b, c + 1);
          triangles.add(v, vb, vc);
          if (a >= 2) {
            triangles.add(vb, points.vertex(f, a - 2, b + 1, c + 1), vc);
          }
        }
      }
    }
    return new TriangleMesh(points.positions(), triangles.toArray());
  }

  /** A cylinder along y with {@code 6 rings} vertices around and even triangles on its caps. */
  public static TriangleMesh cylinder(int rings, int layers, float radius, float height) {
    return MeshTopology.compact(TetShapes.cylinder(rings, layers, radius, height).boundary());
  }

  /** A torus around y: {@code segments} along the ring, {@code sides} around the tube. */
  public static TriangleMesh torus(int segments, int sides, float ringRadius, float tubeRadius) {
    Check.inRange("segments", segments, 3, LARGEST);
    Check.inRange("sides", sides, 3, LARGEST);
    Check.positive("ringRadius", ringRadius);
    Check.positive("tubeRadius", tubeRadius);
    FloatList positions = new FloatList();
    IntList triangles = new IntList();
    for (int i = 0; i < segments; i++) {
      double around = 2 * Math.PI * i / segments;
      for (int j = 0; j < sides; j++) {
        double tube = 2 * Math.PI * j / sides;
        double r = ringRadius + tubeRadius * PortableMath.cos(tube);
        positions.add(
            r * PortableMath.sin(around),
            tubeRadius * PortableMath.sin(tube),
            r * PortableMath.cos(around));
        int i1 = (i + 1) % segments, j1 = (j + 1) % sides;
        addQuad(triangles, i * sides + j, i1 * sides + j, i1 * sides + j1, i * sides + j1, i + j);
      }
    }
    return new TriangleMesh(positions.toArray(), triangles.toArray());
  }

  /**
   * A capsule along y: a cylinder of the given length between two half spheres.
   *
   * @param segments vertices around
   * @param capRings rings of triangles on each half sphere
   * @param layers rings of triangles along the cylinder
   */
  public static TriangleMesh capsule(
      int segments, int capRings, int layers, float radius, float length) {
    Check.inRange("segments", segments, 3, LARGEST);
    Check.inRange("capRings", capRings, 1, LARGEST);
    Check.inRange("layers", layers, 1, LARGEST);
    Check.positive("radius", radius);
    Check.positive("length", length);
    FloatList positions = new FloatList();
    IntList triangles = new IntList();
    positions.add(0, -0.5 * length - radius, 0);
    int levels = 2 * capRings + layers - 1;
    for (int level = 1; level <= levels; level++) {
      // Latitude from the lower pole; the cylinder's levels stand at the equator.
      int cap = Math.min(level, capRings) + Math.max(0, level - capRings - layers);
      double latitude = 0.5 * Math.PI * ((double) cap / capRings - 1);
      double along = Math.max(0, Math.min(1, (double) (level - capRings) / layers)) - 0.5;
      double r = radius * PortableMath.cos(latitude);
      double y = along * length + radius * PortableMath.sin(latitude);
      for (int i = 0; i < segments; i++) {
        double angle = 2 * Math.PI * i / segments;
        positions.add(r * PortableMath.sin(angle), y, r * PortableMath.cos(angle));
      }
    }
    positions.add(0, 0.5 * length + radius, 0);
    int top = 1 + segments * levels;
    for (int i = 0; i < segments; i++) {
      int i1 = (i + 1) % segments;
      triangles.add(0, 1 + i1, 1 + i);
      for (int level = 0; level < levels - 1; level++) {
        int low = 1 + segments * level, high = low + segments;
        addQuad(triangles, low + i, low + i1, high + i1, high + i, i + level);
      }
      triangles.add(top, top - segments + i, top - segments + i1);
    }
    return new TriangleMesh(positions.toArray(), triangles.toArray());
  }
}
