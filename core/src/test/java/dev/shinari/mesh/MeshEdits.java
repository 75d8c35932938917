package dev.shinari.mesh;

import dev.shinari.math.IntList;
import java.util.Arrays;

/** Small changes to meshes that tests make. */
public final class MeshEdits {
  private MeshEdits() {}

  public static TriangleMesh moved(TriangleMesh mesh, float x, float y, float z) {
    float[] p = mesh.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      p[i] += x;
      p[i + 1] += y;
      p[i + 2] += z;
    }
    return mesh.withPositions(p);
  }

  public static TriangleMesh scaled(TriangleMesh mesh, float s) {
    float[] p = mesh.positions().clone();
    for (int i = 0; i < p.length; i++) {
      p[i] *= s;
    }
    return mesh.withPositions(p);
  }

  public static TriangleMesh join(TriangleMesh a, TriangleMesh b) {
    float[] p = Arrays.copyOf(a.positions(), a.positions().length + b.positions().length);
    System.arraycopy(b.positions(), 0, p, a.positions().length, b.positions().length);
    int[] t = Arrays.copyOf(a.triangles(), a.triangles().length + b.triangles().length);
    for (int i = 0; i < b.triangles().length; i++) {
      t[a.triangles().length + i] = a.vertexCount() + b.triangles()[i];
    }
    return new TriangleMesh(p, t);
  }

  /** Triangles whose mean height is below the limit. */
  public static TriangleMesh below(TriangleMesh mesh, float height) {
    IntList kept = new IntList();
    int[] t = mesh.triangles();
    for (int i = 0; i < t.length; i += 3) {
      if (middle(mesh, i) < height) {
        kept.add(t[i], t[i + 1], t[i + 2]);
      }
    }
    return MeshTopology.compact(new TriangleMesh(mesh.positions(), kept.toArray()));
  }

  /** Triangles whose mean height is above the limit turned round. */
  public static TriangleMesh turnedAbove(TriangleMesh mesh, float height) {
    int[] t = mesh.triangles().clone();
    for (int i = 0; i < t.length; i += 3) {
      if (middle(mesh, i) > height) {
        int swap = t[i];
        t[i] = t[i + 1];
        t[i + 1] = swap;
      }
    }
    return new TriangleMesh(mesh.positions(), t);
  }

  private static float middle(TriangleMesh mesh, int i) {
    float[] p = mesh.positions();
    int[] t = mesh.triangles();
    return (p[3 * t[i] + 1] + p[3 * t[i + 1] + 1] + p[3 * t[i + 2] + 1]) / 3;
  }

  /** A vertex of its own for every corner, as many files have them. */
  public static TriangleMesh unwelded(TriangleMesh mesh) {
    int[] t = mesh.triangles();
    float[] p = new float[3 * t.length];
    int[] own = new int[t.length];
    for (int i = 0; i < t.length; i++) {
      System.arraycopy(mesh.positions(), 3 * t[i], p, 3 * i, 3);
      own[i] = i;
    }
    return new TriangleMesh(p, own);
  }

  /** Turned about the axis (1, 2, 3) by an angle. */
  public static TriangleMesh turned(TriangleMesh mesh, double angle) {
    double l = Math.sqrt(14), x = 1 / l, y = 2 / l, z = 3 / l;
    double c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
    float[] p = mesh.positions().clone();
    for (int i = 0; i < p.length; i += 3) {
      double a = p[i], b = p[i + 1], e = p[i + 2];
      p[i] = (float) ((d * x * x + c) * a + (d * x * y - s * z) * b + (d * x * z + s * y) * e);
      p[i + 1] = (float) ((d * x * y + s * z) * a + (d * y * y + c) * b + (d * y * z - s * x) * e);
      p[i + 2] = (float) ((d * x * z - s * y) * a + (d * y * z + s * x) * b + (d * z * z + c) * e);
    }
    return mesh.withPositions(p);
  }
}
