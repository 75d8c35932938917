package dev.shinari.io;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;

/** Small takes for tests: bodies that bend by formula, so that every frame is known. */
public final class TestTakes {
  private TestTakes() {}

  /** A closed box with a grid of n x n x n cells on its faces, vertices shared along the edges. */
  public static TriangleMesh box(int n, boolean uvs) {
    int[] index = new int[(n + 1) * (n + 1) * (n + 1)];
    float[] p = new float[3 * index.length];
    int count = 0;
    for (int z = 0; z <= n; z++) {
      for (int y = 0; y <= n; y++) {
        for (int x = 0; x <= n; x++) {
          if (x % n == 0 || y % n == 0 || z % n == 0) {
            index[(z * (n + 1) + y) * (n + 1) + x] = count;
            p[3 * count] = x / (float) n - 0.5f;
            p[3 * count + 1] = y / (float) n + 0.3f;
            p[3 * count + 2] = z / (float) n - 0.5f;
            count++;
          }
        }
      }
    }
    int[] t = new int[6 * n * n * 6];
    int k = 0;
    for (int axis = 0; axis < 3; axis++) {
      for (int side = 0; side <= n; side += n) {
        for (int v = 0; v < n; v++) {
          for (int u = 0; u < n; u++) {
            int[] q = new int[4];
            for (int c = 0; c < 4; c++) {
              int[] cell = new int[3];
              cell[axis] = side;
              cell[(axis + 1) % 3] = u + (c == 1 || c == 2 ? 1 : 0);
              cell[(axis + 2) % 3] = v + (c >= 2 ? 1 : 0);
              q[c] = index[(cell[2] * (n + 1) + cell[1]) * (n + 1) + cell[0]];
            }
            int[] order = side == n ? new int[] {0, 1, 2, 0, 2, 3} : new int[] {0, 2, 1, 0, 3, 2};
            for (int c : order) {
              t[k++] = q[c];
            }
          }
        }
      }
    }
    float[] positions = java.util.Arrays.copyOf(p, 3 * count);
    float[] uv = uvs ? new float[2 * count] : null;
    for (int i = 0; uvs && i < count; i++) {
      uv[2 * i] = i / 64f;
      uv[2 * i + 1] = (i % 7) / 8f;
    }
    return new TriangleMesh(positions, t, uv);
  }

  /** A square in the plane y = 0. */
  public static TriangleMesh floor() {
    return new TriangleMesh(
        new float[] {-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3}, new int[] {0, 2, 1, 0, 3, 2});
  }

  /** A track that twists, bends and drifts; frame 0 is the mesh itself. */
  public static Take.Track moving(String name, TriangleMesh mesh, int frames, float dx) {
    return new TestTrack(name, mesh, frames, dx, false, Look.BODY);
  }

  public static Take.Track scenery(String name, TriangleMesh mesh) {
    return new TestTrack(name, mesh, 1, 0, true, Look.FLOOR);
  }

  /** Two bodies of different length and shape, one thing that never moves, and a floor. */
  public static Take several(int frames) {
    Take take = new Take("two bodies", 24);
    take.add(scenery("floor", floor()));
    take.add(moving("left body", box(2, true), frames, -1));
    take.add(moving("right", box(3, false), Math.max(1, frames - 3), 1));
    take.add(moving("still", box(1, false), 1, 0));
    return take;
  }

  /** One body on a floor. */
  public static Take single(int frames, int n) {
    Take take = new Take("wobble", 30);
    take.add(scenery("floor", floor()));
    take.add(moving("jelly", box(n, false), frames, 0.5f));
    return take;
  }

  private record TestTrack(
      String name, TriangleMesh surface, int frameCount, float dx, boolean isScenery, Look look)
      implements Take.Track {
    @Override
    public void positions(int frame, float[] out) {
      float[] p = surface.positions();
      double s = frameCount == 1 ? 0 : frame * 0.05;
      for (int i = 0; i < p.length; i += 3) {
        double a = s * 3 * p[i + 1];
        out[i] = (float) (p[i] * Math.cos(a) - p[i + 2] * Math.sin(a) + dx * s);
        out[i + 1] = (float) (p[i + 1] * (1 + 0.3 * Math.sin(4 * s)));
        out[i + 2] = (float) (p[i] * Math.sin(a) + p[i + 2] * Math.cos(a));
      }
    }
  }
}
