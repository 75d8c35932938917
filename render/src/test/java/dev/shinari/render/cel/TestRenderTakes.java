package dev.shinari.render.cel;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.take.Look;
import dev.shinari.take.Take;
import java.util.ArrayList;
import java.util.List;

/** Shapes and takes for the tests of this package. */
public final class TestRenderTakes {
  private TestRenderTakes() {}

  /** Moves rest positions to those of a frame. */
  public interface Motion {
    void move(int frame, float[] rest, float[] out);
  }

  public static final Motion STILL =
      (f, rest, out) -> System.arraycopy(rest, 0, out, 0, rest.length);

  public static Take.Track track(
      String name, Look look, TriangleMesh mesh, int frames, boolean scenery, Motion motion) {
    float[] first = new float[mesh.positions().length];
    motion.move(0, mesh.positions(), first);
    TriangleMesh surface = mesh.withPositions(first);
    return new Take.Track() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Look look() {
        return look;
      }

      @Override
      public TriangleMesh surface() {
        return surface;
      }

      @Override
      public int frameCount() {
        return frames;
      }

      @Override
      public void positions(int frame, float[] out) {
        motion.move(frames == 1 ? 0 : frame, mesh.positions(), out);
      }

      @Override
      public boolean isScenery() {
        return scenery;
      }
    };
  }

  public static Take.Track still(String name, Look look, TriangleMesh mesh) {
    return track(name, look, mesh, 1, false, STILL);
  }

  static Take.Track scenery(String name, Look look, TriangleMesh mesh) {
    return track(name, look, mesh, 1, true, STILL);
  }

  static Take.Track floor() {
    return floor(-5, 5);
  }

  static Take.Track floor(float lo, float hi) {
    float[] p = {lo, 0, lo, lo, 0, hi, hi, 0, hi, hi, 0, lo};
    return scenery("floor", Look.FLOOR, new TriangleMesh(p, new int[] {0, 1, 2, 0, 2, 3}));
  }

  public static Take take(Take.Track... tracks) {
    Take t = new Take("test", 24);
    for (Take.Track k : tracks) {
      t.add(k);
    }
    return t;
  }

  public static Motion shift(float dx, float dy, float dz) {
    return (f, rest, out) -> {
      for (int i = 0; i < rest.length; i += 3) {
        out[i] = rest[i] + dx;
        out[i + 1] = rest[i + 1] + dy;
        out[i + 2] = rest[i + 2] + dz;
      }
    };
  }

  static TriangleMesh at(TriangleMesh m, float dx, float dy, float dz) {
    float[] out = new float[m.positions().length];
    shift(dx, dy, dz).move(0, m.positions(), out);
    return m.withPositions(out);
  }

  /** Sphere of radius r with about 4 n n triangles. */
  public static TriangleMesh sphere(float r, int n) {
    return revolve(
        2 * n,
        n,
        (u, v) -> {
          double a = 2 * Math.PI * u, b = Math.PI * v;
          return new double[] {
            r * StrictMath.sin(b) * StrictMath.cos(a),
            -r * StrictMath.cos(b),
            -r * StrictMath.sin(b) * StrictMath.sin(a)
          };
        },
        false);
  }

  static TriangleMesh torus(float major, float minor, int n) {
    return revolve(
        2 * n,
        n,
        (u, v) -> {
          double a = 2 * Math.PI * u, b = 2 * Math.PI * v;
          double q = major - minor * StrictMath.cos(b);
          return new double[] {
            q * StrictMath.cos(a), -minor * StrictMath.sin(b), -q * StrictMath.sin(a)
          };
        },
        true);
  }

  private interface Place {
    double[] at(double u, double v);
  }

  private static TriangleMesh revolve(int nu, int nv, Place place, boolean closed) {
    int rows = closed ? nv : nv + 1;
    float[] p = new float[3 * nu * rows];
    for (int j = 0; j < rows; j++) {
      for (int i = 0; i < nu; i++) {
        double[] q = place.at(i / (double) nu, j / (double) nv);
        for (int c = 0; c < 3; c++) {
          p[3 * (j * nu + i) + c] = (float) q[c];
        }
      }
    }
    int[] t = new int[6 * nu * nv];
    int k = 0;
    for (int j = 0; j < nv; j++) {
      for (int i = 0; i < nu; i++) {
        int a = j * nu + i, b = j * nu + (i + 1) % nu;
        int c = (j + 1) % rows * nu + i, d = (j + 1) % rows * nu + (i + 1) % nu;
        for (int v : new int[] {a, b, d, a, d, c}) {
          t[k++] = v;
        }
      }
    }
    return new TriangleMesh(p, t);
  }

  /** Cuboid centered at the origin; each face has its own vertices, n cells along each axis. */
  static TriangleMesh cuboid(float sx, float sy, float sz, int nx, int ny, int nz) {
    List<Float> p = new ArrayList<>();
    List<Integer> t = new ArrayList<>();
    int[] n = {nx, ny, nz};
    float[] s = {sx, sy, sz};
    for (int axis = 0; axis < 3; axis++) {
      int u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (int side = -1; side <= 1; side += 2) {
        int o = p.size() / 3;
        for (int j = 0; j <= n[v]; j++) {
          for (int i = 0; i <= n[u]; i++) {
            float[] q = new float[3];
            q[axis] = 0.5f * side * s[axis];
            q[u] = s[u] * (i / (float) n[u] - 0.5f);
            q[v] = s[v] * (j / (float) n[v] - 0.5f);
            for (float c : q) {
              p.add(c);
            }
          }
        }
        for (int j = 0; j < n[v]; j++) {
          for (int i = 0; i < n[u]; i++) {
            int a = o + j * (n[u] + 1) + i, b = a + 1, c = a + n[u] + 1, d = c + 1;
            int[] q = side > 0 ? new int[] {a, b, d, a, d, c} : new int[] {a, d, b, a, c, d};
            for (int x : q) {
              t.add(x);
            }
          }
        }
      }
    }
    float[] pos = new float[p.size()];
    for (int i = 0; i < pos.length; i++) {
      pos[i] = p.get(i);
    }
    return new TriangleMesh(pos, t.stream().mapToInt(Integer::intValue).toArray());
  }

  /** A bar that falls, bends about its middle on impact and bounces. */
  public static Take bouncingBar(int frames) {
    TriangleMesh bar = cuboid(2, 0.5f, 0.6f, 24, 6, 8);
    Motion bounce =
        (f, rest, out) -> {
          double s = f / 24.0;
          double height = 1.4 * Math.abs(StrictMath.cos(3.2 * s)) * StrictMath.exp(-0.5 * s);
          double bend = 0.9 * StrictMath.sin(9 * s) * StrictMath.exp(-0.4 * s);
          double low = 1e9;
          for (int pass = 0; pass < 2; pass++) {
            for (int i = 0; i < rest.length; i += 3) {
              double a = bend * rest[i];
              double r = Math.abs(bend) < 1e-6 ? 0 : 1 / bend;
              double x = r == 0 ? rest[i] : (r - rest[i + 1]) * StrictMath.sin(a);
              double y = r == 0 ? rest[i + 1] : r - (r - rest[i + 1]) * StrictMath.cos(a);
              double tilt = 0.25 * StrictMath.sin(4 * s);
              double x2 = x * StrictMath.cos(tilt) - y * StrictMath.sin(tilt);
              double y2 = x * StrictMath.sin(tilt) + y * StrictMath.cos(tilt);
              if (pass == 0) {
                low = Math.min(low, y2);
              } else {
                out[i] = (float) x2;
                out[i + 1] = (float) (y2 - low + height);
                out[i + 2] = rest[i + 2];
              }
            }
          }
        };
    return take(floor(), track("bar", Look.BODY, bar, frames, false, bounce));
  }

  /** Many kinds of things that stand, overlap and cast shadows on each other. */
  public static Take stillLife() {
    return take(
        floor(),
        still("ball", Look.rgb(0x5FA8D3), at(sphere(0.5f, 40), -1.0f, 0.5f, 0.2f)),
        still("ring", Look.rgb(0xE76F6F), at(torus(0.5f, 0.2f, 40), 0.35f, 0.2f, 0.9f)),
        still("bar", Look.BODY, at(cuboid(0.6f, 1.4f, 0.6f, 6, 14, 6), 0.2f, 0.7f, -0.5f)),
        still("small", Look.rgb(0x8CC084), at(sphere(0.3f, 24), 1.35f, 0.8f, -0.1f)),
        scenery("step", Look.OBSTACLE, at(cuboid(1, 0.5f, 1, 1, 1, 1), 1.4f, 0.25f, -0.2f)),
        scenery("ramp", Look.OBSTACLE, ramp()));
  }

  /** Two flat bodies in the plane z = 0 that wobble, touch and overlap a little. */
  public static Take flatBlob(int frames) {
    int n = 60;
    float[] p = new float[3 * (n + 1)];
    int[] t = new int[3 * n];
    for (int i = 0; i < n; i++) {
      p[3 * i + 3] = (float) (0.5 * StrictMath.cos(2 * Math.PI * i / n));
      p[3 * i + 4] = (float) (0.5 * StrictMath.sin(2 * Math.PI * i / n));
      t[3 * i + 1] = 1 + i;
      t[3 * i + 2] = 1 + (i + 1) % n;
    }
    TriangleMesh disc = new TriangleMesh(p, t);
    Motion first =
        (f, rest, out) -> {
          float s = 1 + 0.3f * (float) StrictMath.sin(0.4 * f);
          for (int i = 0; i < rest.length; i += 3) {
            out[i] = rest[i] * s;
            out[i + 1] = (rest[i + 1] + 0.5f) / s;
            out[i + 2] = 0;
          }
        };
    Motion second =
        (f, rest, out) -> {
          for (int i = 0; i < rest.length; i += 3) {
            out[i] = rest[i] + 0.75f;
            out[i + 1] = rest[i + 1] + 0.6f + 0.1f * (float) StrictMath.cos(0.3 * f);
            out[i + 2] = 0;
          }
        };
    return take(
        floor(),
        track("left", Look.BODY, disc, frames, false, first),
        track("right", Look.rgb(0x5FA8D3), disc, frames, false, second));
  }

  /** A ball that rolls away over many times its own size. */
  public static Take walker(int frames) {
    Motion roll = (f, rest, out) -> shift(0.4f * f, 0.5f, -0.1f * f).move(f, rest, out);
    return take(floor(-50, 100), track("ball", Look.BODY, sphere(0.5f, 24), frames, false, roll));
  }

  static TriangleMesh ramp() {
    float[] p = {
      -2.2f, 0, -0.6f, -2.2f, 0, -1.8f, -2.2f, 0.9f, -1.8f, -2.2f, 0.9f, -0.6f, -0.6f, 0, -0.6f,
      -0.6f, 0, -1.8f
    };
    int[] t = {0, 3, 2, 0, 2, 1, 0, 4, 3, 1, 2, 5, 3, 4, 5, 3, 5, 2, 0, 1, 5, 0, 5, 4};
    return new TriangleMesh(p, t);
  }
}
