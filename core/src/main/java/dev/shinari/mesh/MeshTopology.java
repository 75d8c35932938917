package dev.shinari.mesh;

import dev.shinari.math.Check;
import dev.shinari.math.FloatList;
import dev.shinari.math.PortableMath;
import java.util.Arrays;

/** How vertices, edges and cells of a mesh hang together, and the normals that follow from it. */
public final class MeshTopology {
  private MeshTopology() {}

  /** Vertices joined to each vertex by an edge of a tetrahedron, without the vertex itself. */
  public static Adjacency neighbors(TetMesh mesh) {
    return rings(mesh, false);
  }

  /** Each vertex with its neighbors: the regions of one-ring shape matching. */
  public static Adjacency oneRings(TetMesh mesh) {
    return rings(mesh, true);
  }

  private static Adjacency rings(TetMesh mesh, boolean withSelf) {
    int n = mesh.vertexCount();
    int[] tets = mesh.tets();
    int own = withSelf ? 1 : 0;
    int[] start = new int[n + 1];
    for (int v : tets) {
      start[v + 1] += 3;
    }
    for (int v = 0; v < n; v++) {
      start[v + 1] += start[v] + own;
    }
    int[] all = new int[start[n]];
    int[] fill = start.clone();
    for (int v = 0; v < n && withSelf; v++) {
      all[fill[v]++] = v;
    }
    for (int t = 0; t < tets.length; t += 4) {
      for (int a = 0; a < 4; a++) {
        for (int b = 0; b < 4; b++) {
          if (a != b) {
            all[fill[tets[t + a]]++] = tets[t + b];
          }
        }
      }
    }
    int[] starts = new int[n + 1];
    int size = 0;
    for (int v = 0; v < n; v++) {
      Arrays.sort(all, start[v], start[v + 1]);
      int last = -1;
      for (int i = start[v]; i < start[v + 1]; i++) {
        // A broken tetrahedron may name a vertex twice: it is no neighbor of itself.
        if (all[i] != last && (withSelf || all[i] != v)) {
          last = all[i];
          all[size++] = last;
        }
      }
      starts[v + 1] = size;
    }
    return new Adjacency(starts, Arrays.copyOf(all, size));
  }

  /**
   * Unit normals, 3 floats a vertex: the mean of the faces around a vertex, weighted by their angle
   * there, so that they do not depend on how a flat face is cut. Vertices without a face of some
   * area have a zero normal.
   */
  public static float[] vertexNormals(TriangleMesh mesh) {
    return vertexNormals(mesh.positions(), mesh.triangles());
  }

  /** As above, for positions that move while the triangles stay. */
  public static float[] vertexNormals(float[] p, int[] triangles) {
    double[] sum = new double[p.length];
    double[] n = new double[3];
    for (int t = 0; t < triangles.length; t += 3) {
      double area = Geometry.areaVector(p, triangles[t], triangles[t + 1], triangles[t + 2], n);
      if (!(area > 0)) {
        continue; // a line or a point has no normal
      }
      for (int c = 0; c < 3; c++) {
        double w = cornerAngle(p, triangles, t, c) / area;
        int v = 3 * triangles[t + c];
        sum[v] += w * n[0];
        sum[v + 1] += w * n[1];
        sum[v + 2] += w * n[2];
      }
    }
    float[] out = new float[p.length];
    for (int v = 0; v < p.length; v += 3) {
      double length =
          Math.sqrt(sum[v] * sum[v] + sum[v + 1] * sum[v + 1] + sum[v + 2] * sum[v + 2]);
      if (length > 0) {
        out[v] = (float) (sum[v] / length);
        out[v + 1] = (float) (sum[v + 1] / length);
        out[v + 2] = (float) (sum[v + 2] / length);
      }
    }
    return out;
  }

  private static double cornerAngle(float[] p, int[] triangles, int t, int c) {
    int o = 3 * triangles[t + c],
        a = 3 * triangles[t + (c + 1) % 3],
        b = 3 * triangles[t + (c + 2) % 3];
    double ax = (double) p[a] - p[o],
        ay = (double) p[a + 1] - p[o + 1],
        az = (double) p[a + 2] - p[o + 2];
    double bx = (double) p[b] - p[o],
        by = (double) p[b + 1] - p[o + 1],
        bz = (double) p[b + 2] - p[o + 2];
    double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    return PortableMath.atan2(Math.sqrt(x * x + y * y + z * z), ax * bx + ay * by + az * bz);
  }

  /** The mesh without the vertices that no triangle uses; those that stay keep their order. */
  public static TriangleMesh compact(TriangleMesh mesh) {
    int[] index = new int[mesh.vertexCount()];
    for (int v : mesh.triangles()) {
      index[v] = 1;
    }
    int count = 0;
    for (int v = 0; v < index.length; v++) {
      index[v] = index[v] == 0 ? -1 : count++;
    }
    float[] positions = new float[3 * count];
    float[] uvs = mesh.uvs() == null ? null : new float[2 * count];
    for (int v = 0; v < index.length; v++) {
      if (index[v] >= 0) {
        System.arraycopy(mesh.positions(), 3 * v, positions, 3 * index[v], 3);
        if (uvs != null) {
          System.arraycopy(mesh.uvs(), 2 * v, uvs, 2 * index[v], 2);
        }
      }
    }
    int[] triangles = mesh.triangles().clone();
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = index[triangles[i]];
    }
    return new TriangleMesh(positions, triangles, uvs);
  }

  /**
   * Makes one vertex of all that are at most {@code tolerance} apart; 0 welds exact copies, as
   * files with a vertex a face corner or a texture seam have them. The first vertex of a group
   * stays where it is. Texture coordinates are dropped, since a seam has two.
   */
  public static Weld weld(TriangleMesh mesh, float tolerance) {
    Check.notNegative("tolerance", tolerance);
    float[] p = mesh.positions();
    int n = mesh.vertexCount();
    int[] vertexOfOld = new int[n];
    FloatList kept = new FloatList();
    // Hash grid of cells twice as wide as the tolerance (or of exact positions): chains run from
    // the newest kept vertex to the oldest; buckets only find candidates, distance decides.
    int buckets = Integer.highestOneBit(Math.max(16, n)) * 2;
    int[] head = new int[buckets];
    Arrays.fill(head, -1);
    int[] chain = new int[n];
    double cell = tolerance > 0 ? 2.0 * tolerance : 0;
    for (int v = 0; v < n; v++) {
      float x = p[3 * v] + 0f, y = p[3 * v + 1] + 0f, z = p[3 * v + 2] + 0f; // -0 becomes 0
      int found = -1;
      if (cell == 0) {
        int newest = head[bucket(bits(x), bits(y), bits(z), buckets)];
        found = lowestNear(kept, chain, newest, x, y, z, 0);
      } else {
        long i0 = low(x, cell), j0 = low(y, cell), k0 = low(z, cell);
        for (int c = 0; c < 8; c++) {
          int b = bucket(i0 + (c & 1), j0 + (c >> 1 & 1), k0 + (c >> 2), buckets);
          int near = lowestNear(kept, chain, head[b], x, y, z, tolerance);
          found = found < 0 || (near >= 0 && near < found) ? near : found;
        }
      }
      if (found < 0) {
        found = kept.size() / 3;
        kept.add(x, y, z);
        int b =
            cell == 0
                ? bucket(bits(x), bits(y), bits(z), buckets)
                : bucket(
                    (long) Math.floor(x / cell),
                    (long) Math.floor(y / cell),
                    (long) Math.floor(z / cell),
                    buckets);
        chain[found] = head[b];
        head[b] = found;
      }
      vertexOfOld[v] = found;
    }
    int[] triangles = new int[mesh.triangles().length];
    for (int i = 0; i < triangles.length; i++) {
      triangles[i] = vertexOfOld[mesh.triangles()[i]];
    }
    return new Weld(new TriangleMesh(kept.toArray(), triangles), vertexOfOld);
  }

  private static long bits(float value) {
    return Float.floatToIntBits(value);
  }

  // The lower of the two cells that a ball of half a cell's radius can reach on an axis.
  private static long low(float value, double cell) {
    return (long) Math.floor(value / cell - 0.5);
  }

  private static int bucket(long i, long j, long k, int buckets) {
    long h = i * 0x9E3779B97F4A7C15L + j * 0xC2B2AE3D27D4EB4FL + k * 0x165667B19E3779F9L;
    h ^= h >>> 29;
    h *= 0xBF58476D1CE4E5B9L;
    return (int) (h >>> 33) & (buckets - 1);
  }

  private static int lowestNear(
      FloatList kept, int[] chain, int newest, float x, float y, float z, double tolerance) {
    int found = -1;
    for (int v = newest; v >= 0; v = chain[v]) {
      double dx = kept.get(3 * v) - (double) x,
          dy = kept.get(3 * v + 1) - (double) y,
          dz = kept.get(3 * v + 2) - (double) z;
      if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) {
        found = v; // chains run backwards: the last hit is the lowest
      }
    }
    return found;
  }
}
