package dev.shinari.world.constraint;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * Keeps the elements of a body, tetrahedra and cells, from losing more than a share of their volume
 * and from turning inside out. Regions harden under pressure, but an element is smaller than a
 * region: what hits a single particle may drive it through its neighbors in one step.
 *
 * <p>With V the volume of an element and g_i = dV/dx_i, one sweep does for each element below its
 * least volume V1, with w_i the inverse masses:
 *
 * <pre>
 *   x_i += w_i g_i share (V1 - V) / sum w |g|^2          what is missing, a share of it
 *   v_i -= w_i g_i min(0, sum g . v) / sum w |g|^2       nothing gets smaller any more
 * </pre>
 *
 * V does not change when an element moves or turns, so momentum and spin are kept. Velocities only
 * lose the speed at which the element shrinks: no energy is gained. The volume of a cell is that of
 * its mean edges, e1 . (e2 x e3).
 */
public final class InversionGuard {
  /** Least volume of an element over its rest volume. */
  static final float LEAST = 0.45f;

  private static final int ROUNDS = 3;
  private static final int SWEEPS = 4;
  private static final float SHARE = 0.5f;

  // A particle moves at most this share of an element's size in a sweep.
  private static final float MOST_MOVE = 0.2f;

  private final int corners; // 4 or 8
  private final int[] elements; // corners of each
  private final float[] least; // least volume of each, times 6 for tetrahedra
  private final float[] size; // cubic root of the rest volume
  private final int[] low; // elements below their least volume
  private int lowCount;
  private final float[] gx = new float[8];
  private final float[] gy = new float[8];
  private final float[] gz = new float[8];
  private float volume;

  private InversionGuard(Rest rest) {
    corners = rest.corners;
    elements = rest.elements;
    least = rest.least;
    size = rest.size;
    low = new int[least.length];
  }

  /** A guard of a body's elements, or null for a body without volume. */
  public static InversionGuard of(Body body) {
    Cage cage = body.cage();
    if (!(cage instanceof TetMesh) && !(cage instanceof Lattice l && !l.isFlat())) {
      return null;
    }
    return new InversionGuard(body.shape().derived(Rest.class, () -> Rest.of(cage)));
  }

  /** Elements and their least volumes, shared by equal bodies; read-only. */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
  private record Rest(int corners, int[] elements, float[] least, float[] size) {
    static Rest of(Cage cage) {
      int corners = cage instanceof TetMesh ? 4 : 8;
      int[] elements = cage instanceof TetMesh mesh ? mesh.tets() : cells((Lattice) cage);
      int n = elements.length / corners;
      float[] least = new float[n], size = new float[n], p = cage.positions();
      float[] x = new float[p.length / 3], y = new float[x.length], z = new float[x.length];
      for (int i = 0; i < x.length; i++) {
        x[i] = p[3 * i];
        y[i] = p[3 * i + 1];
        z[i] = p[3 * i + 2];
      }
      InversionGuard ruler = new InversionGuard(new Rest(corners, elements, least, size));
      for (int e = 0; e < n; e++) {
        ruler.measure(x, y, z, e);
        // A mirrored element of the rest shape is left alone.
        least[e] = ruler.volume > 0 ? LEAST * ruler.volume : Float.NEGATIVE_INFINITY;
        double cubic = corners == 4 ? ruler.volume / 6 : ruler.volume;
        size[e] = (float) PortableMath.cbrt(Math.abs(cubic));
      }
      return new Rest(corners, elements, least, size);
    }

    /** Corners of all cells, by bits: 1 = x, 2 = y, 4 = z. */
    private static int[] cells(Lattice l) {
      int[] out = new int[8 * l.cellCount()];
      int n = 0;
      for (int k = 0; k < l.cellsZ(); k++) {
        for (int j = 0; j < l.cellsY(); j++) {
          for (int i = 0; i < l.cellsX(); i++) {
            for (int c = 0; c < 8 && l.hasCell(i, j, k); c++) {
              out[n++] = l.vertexOfNode(l.node(i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)));
            }
          }
        }
      }
      return Arrays.copyOf(out, n);
    }
  }

  /**
   * Gives elements of a body back what they lack; returns whether any were too small.
   *
   * @param supported particles that rest on an obstacle: they do not give way
   */
  public boolean apply(Body body, boolean[] supported) {
    Particles p = body.particles();
    boolean any = false;
    for (int round = 0; round < ROUNDS && find(p); round++) {
      any = true;
      for (int sweep = 0; sweep < SWEEPS; sweep++) {
        boolean more = false;
        for (int s = 0; s < lowCount; s++) {
          more |= restore(p, supported, low[sweep % 2 == 1 ? lowCount - 1 - s : s]);
        }
        if (!more) {
          break;
        }
      }
    }
    return any;
  }

  /**
   * Finds the elements that are too small; returns whether there are any. What one gets back may be
   * taken from its neighbors, so a second round looks again.
   */
  private boolean find(Particles p) {
    float[] x = p.x(), y = p.y(), z = p.z();
    lowCount = 0;
    for (int e = 0; e < least.length; e++) {
      float v = corners == 4 ? tetrahedron(x, y, z, 4 * e) : cell(x, y, z, 8 * e);
      if (!(v >= least[e])) {
        low[lowCount++] = e;
      }
    }
    return lowCount > 0;
  }

  /** Six times the volume. */
  private float tetrahedron(float[] x, float[] y, float[] z, int at) {
    int a = elements[at], b = elements[at + 1], c = elements[at + 2], d = elements[at + 3];
    float bx = x[b] - x[a], by = y[b] - y[a], bz = z[b] - z[a];
    float cx = x[c] - x[a], cy = y[c] - y[a], cz = z[c] - z[a];
    float dx = x[d] - x[a], dy = y[d] - y[a], dz = z[d] - z[a];
    return bx * (cy * dz - cz * dy) + by * (cz * dx - cx * dz) + bz * (cx * dy - cy * dx);
  }

  private float cell(float[] x, float[] y, float[] z, int at) {
    float ux = edge(x, at, 1), uy = edge(y, at, 1), uz = edge(z, at, 1);
    float vx = edge(x, at, 2), vy = edge(y, at, 2), vz = edge(z, at, 2);
    float wx = edge(x, at, 4), wy = edge(y, at, 4), wz = edge(z, at, 4);
    return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  }

  /** Mean of the four edges of a cell along an axis, given as its bit. */
  private float edge(float[] x, int at, int bit) {
    float sum = 0;
    for (int c = 0; c < 8; c++) {
      float v = x[elements[at + c]];
      sum += (c & bit) != 0 ? v : -v;
    }
    return 0.25f * sum;
  }

  /** Volume and gradients of an element. */
  private void measure(float[] x, float[] y, float[] z, int e) {
    if (corners == 4) {
      int at = 4 * e;
      int a = elements[at], b = elements[at + 1], c = elements[at + 2], d = elements[at + 3];
      float bx = x[b] - x[a], by = y[b] - y[a], bz = z[b] - z[a];
      float cx = x[c] - x[a], cy = y[c] - y[a], cz = z[c] - z[a];
      float dx = x[d] - x[a], dy = y[d] - y[a], dz = z[d] - z[a];
      set(1, cy * dz - cz * dy, cz * dx - cx * dz, cx * dy - cy * dx);
      set(2, dy * bz - dz * by, dz * bx - dx * bz, dx * by - dy * bx);
      set(3, by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx);
      set(0, -gx[1] - gx[2] - gx[3], -gy[1] - gy[2] - gy[3], -gz[1] - gz[2] - gz[3]);
      volume = bx * gx[1] + by * gy[1] + bz * gz[1];
      return;
    }
    int at = 8 * e;
    float ux = edge(x, at, 1), uy = edge(y, at, 1), uz = edge(z, at, 1);
    float vx = edge(x, at, 2), vy = edge(y, at, 2), vz = edge(z, at, 2);
    float wx = edge(x, at, 4), wy = edge(y, at, 4), wz = edge(z, at, 4);
    float ax = vy * wz - vz * wy, ay = vz * wx - vx * wz, az = vx * wy - vy * wx;
    float bx = wy * uz - wz * uy, by = wz * ux - wx * uz, bz = wx * uy - wy * ux;
    float cx = uy * vz - uz * vy, cy = uz * vx - ux * vz, cz = ux * vy - uy * vx;
    for (int c = 0; c < 8; c++) {
      float i = (c & 1) != 0 ? 0.25f : -0.25f;
      float j = (c & 2) != 0 ? 0.25f : -0.25f;
      float k = (c & 4) != 0 ? 0.25f : -0.25f;
      set(c, i * ax + j * bx + k * cx, i * ay + j * by + k * cy, i * az + j * bz + k * cz);
    }
    volume = ux * ax + uy * ay + uz * az;
  }

  private void set(int corner, float x, float y, float z) {
    gx[corner] = x;
    gy[corner] = y;
    gz[corner] = z;
  }

  private boolean restore(Particles p, boolean[] supported, int e) {
    float[] x = p.x(), y = p.y(), z = p.z(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    float[] mass = p.mass(), mobility = p.mobility();
    measure(x, y, z, e);
    float missing = least[e] - volume;
    if (!(missing > 0)) {
      return false;
    }
    float sum = 0, rate = 0, most = 0;
    for (int c = 0; c < corners; c++) {
      int i = elements[corners * e + c];
      float w = supported[i] ? 0 : mobility[i] / mass[i];
      float g2 = gx[c] * gx[c] + gy[c] * gy[c] + gz[c] * gz[c];
      sum += w * g2;
      rate += gx[c] * vx[i] + gy[c] * vy[i] + gz[c] * vz[i];
      most = Math.max(most, w * w * g2);
    }
    if (!(sum > 0)) {
      return false; // a line, or all of it held: other elements and the regions will mend it
    }
    float way = SHARE * missing / sum, far = way * (float) Math.sqrt(most);
    if (far > MOST_MOVE * size[e]) {
      way *= MOST_MOVE * size[e] / far;
    }
    float push = -Math.min(0, rate) / sum;
    if (!(way < Float.POSITIVE_INFINITY && push < Float.POSITIVE_INFINITY)) {
      return false;
    }
    for (int c = 0; c < corners; c++) {
      int i = elements[corners * e + c];
      float w = supported[i] ? 0 : mobility[i] / mass[i];
      x[i] += w * way * gx[c];
      y[i] += w * way * gy[c];
      z[i] += w * way * gz[c];
      vx[i] += w * push * gx[c];
      vy[i] += w * push * gy[c];
      vz[i] += w * push * gz[c];
    }
    return true;
  }
}
