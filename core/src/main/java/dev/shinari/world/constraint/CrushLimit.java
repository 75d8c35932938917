package dev.shinari.world.constraint;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * The bump stops inside a soft body. A pull to goals is as weak when a body is pressed flat as when
 * it is hardly touched, so a block of 4 Hz that falls from three meters would turn inside out, and
 * stay so: a tangled state has a rest of its own. Matter gets harder the more it is pressed.
 *
 * <p>Here neighbors i and j of the cage (edges of tetrahedra or cells) never come nearer than a
 * share of their distance at rest, along the direction that they had at rest, turned as the region
 * around i is:
 *
 * <pre>
 *   n = R_i (rest direction from i to j)
 *   c = {@link #CLOSEST} rest - (xj - xi) . n > 0:
 *       xi -= wi/w c n,  xj += wj/w c n,   and likewise what speed of approach there is
 * </pre>
 *
 * With the direction from i to j itself instead of n, layers under a load slid sideways until they
 * lay in each other; with n, what did get inside out is turned back. Momentum is kept exactly,
 * angular momentum as far as the two agree in direction. A hit that is too strong for the springs
 * is so handed on from layer to layer until the whole body feels it, and no body can be driven
 * through another. Nothing bounces off a stop, so it only ever takes energy of motion.
 */
public final class CrushLimit {
  static final float CLOSEST = 0.4f;

  private static final int SWEEPS = 8;

  // A sweep takes back this much of what is too near. Stopping the approach does the work; moving
  // apart only mends what is left, and more of it would lift a body that stands on the ground.
  private static final float SHARE = 0.1f;

  // Beyond this share of the closest distance the two are about to change places: no longer gently.
  private static final float FAR = 0.4f;

  // Crushed matter also rubs: a sweep takes this share of any speed of the two to each other.
  // Without it stops that open and close under a load keep each other going.
  private static final float RUB = 0.1f;

  private final int[] ends; // two a pair
  private final float[] least; // shortest distance
  private final float[] rest; // unit directions at rest, three a pair
  private final float[] now; // the same in the world
  private final int[] tight; // pairs that are too near
  private final float[] tightWeights; // of their ends
  private int tightSize;
  private final float[] q = new float[4];

  public CrushLimit(Body body) {
    Rest shared = body.shape().derived(Rest.class, () -> Rest.of(body.cage()));
    ends = shared.ends;
    least = shared.least;
    rest = shared.directions;
    now = new float[rest.length];
    tight = new int[least.length];
    tightWeights = new float[2 * least.length];
  }

  /** The pairs of equal bodies, their shortest distances and their directions; read-only. */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
  private record Rest(int[] ends, float[] least, float[] directions) {
    static Rest of(Cage cage) {
      long[] pairs = pairs(cage);
      float[] p = cage.positions();
      int[] ends = new int[2 * pairs.length];
      float[] least = new float[pairs.length];
      float[] rest = new float[3 * pairs.length];
      for (int k = 0; k < pairs.length; k++) {
        int i = (int) (pairs[k] >>> 32), j = (int) pairs[k];
        ends[2 * k] = i;
        ends[2 * k + 1] = j;
        double x = p[3 * j] - p[3 * i], y = p[3 * j + 1] - p[3 * i + 1];
        double z = p[3 * j + 2] - p[3 * i + 2];
        double length = Math.sqrt(x * x + y * y + z * z);
        least[k] = (float) (CLOSEST * length);
        if (length > 0) {
          rest[3 * k] = (float) (x / length);
          rest[3 * k + 1] = (float) (y / length);
          rest[3 * k + 2] = (float) (z / length);
        }
      }
      return new Rest(ends, least, rest);
    }
  }

  /** Neighbors, lower number first, ascending, each once. */
  private static long[] pairs(Cage cage) {
    long[] all = {};
    int n = 0;
    if (cage instanceof TetMesh mesh) {
      int[] t = mesh.tets();
      all = new long[6 * mesh.tetCount()];
      for (int k = 0; k < t.length; k += 4) {
        for (int a = 0; a < 4; a++) {
          for (int b = 0; b < a; b++) {
            all[n++] = pair(t[k + a], t[k + b]);
          }
        }
      }
    } else if (cage instanceof Lattice l) {
      all = new long[12 * l.cellCount()];
      for (int k = 0; k < l.cellsZ(); k++) {
        for (int j = 0; j < l.cellsY(); j++) {
          for (int i = 0; i < l.cellsX(); i++) {
            if (l.hasCell(i, j, k)) {
              n = addCell(l, i, j, k, all, n);
            }
          }
        }
      }
    }
    return Arrays.stream(all, 0, n).sorted().distinct().toArray();
  }

  /** The 12 edges: corners a and b that differ in one bit. */
  private static int addCell(Lattice l, int i, int j, int k, long[] all, int n) {
    for (int a = 0; a < 8; a++) {
      for (int b = 0; b < a; b++) {
        if (Integer.bitCount(a ^ b) == 1) {
          int u = l.vertexOfNode(l.node(i + (a & 1), j + (a >> 1 & 1), k + (a >> 2)));
          int v = l.vertexOfNode(l.node(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2)));
          all[n++] = pair(u, v);
        }
      }
    }
    return n;
  }

  private static long pair(int a, int b) {
    return (long) Math.min(a, b) << 32 | Math.max(a, b);
  }

  /**
   * Keeps neighbors of a body apart; answers whether any were too near.
   *
   * @param supported particles that lie on an obstacle: they do not give way. If they did, the
   *     ground would take the momentum of its own layer only, and a body under its own weight would
   *     sink and be lifted again for ever, the faster the more layers it has
   */
  public boolean apply(Body body, boolean[] supported) {
    turn(body);
    boolean any = false;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      if (!keepApart(body, supported, sweep % 2 == 1)) { // to and fro: a hit passes all layers
        break;
      }
      any = true;
    }
    return any;
  }

  /** Turns the directions at rest as the regions are turned by now. */
  private void turn(Body body) {
    float r00 = 1, r01 = 0, r02 = 0, r10 = 0, r11 = 1, r12 = 0, r20 = 0, r21 = 0, r22 = 1;
    int last = -1; // pairs are sorted by i
    for (int k = 0; k < least.length; k++) {
      int i = ends[2 * k];
      if (i != last) {
        body.regionRotation(i, q);
        float w = q[0], a = q[1], b = q[2], c = q[3];
        r00 = 1 - 2 * (b * b + c * c);
        r01 = 2 * (a * b - w * c);
        r02 = 2 * (a * c + w * b);
        r10 = 2 * (a * b + w * c);
        r11 = 1 - 2 * (a * a + c * c);
        r12 = 2 * (b * c - w * a);
        r20 = 2 * (a * c - w * b);
        r21 = 2 * (b * c + w * a);
        r22 = 1 - 2 * (a * a + b * b);
        last = i;
      }
      float ex = rest[3 * k], ey = rest[3 * k + 1], ez = rest[3 * k + 2];
      now[3 * k] = r00 * ex + r01 * ey + r02 * ez;
      now[3 * k + 1] = r10 * ex + r11 * ey + r12 * ez;
      now[3 * k + 2] = r20 * ex + r21 * ey + r22 * ez;
    }
  }

  /** How much nearer than allowed the two of pair k are. */
  private float excess(Particles p, int k) {
    float[] x = p.x(), y = p.y(), z = p.z();
    int i = ends[2 * k], j = ends[2 * k + 1];
    return least[k]
        - ((x[j] - x[i]) * now[3 * k]
            + (y[j] - y[i]) * now[3 * k + 1]
            + (z[j] - z[i]) * now[3 * k + 2]);
  }

  /** One sweep over all pairs. */
  private boolean keepApart(Body body, boolean[] supported, boolean back) {
    Particles p = body.particles();
    float[] x = p.x(), y = p.y(), z = p.z();
    float[] mass = p.mass(), mobility = p.mobility();
    boolean any = false;
    for (int s = 0; s < least.length; s++) {
      int k = back ? least.length - 1 - s : s;
      float c = excess(p, k);
      if (!(c > 0)) {
        continue; // nearly always
      }
      int i = ends[2 * k], j = ends[2 * k + 1];
      float wi = supported[i] ? 0 : mobility[i] / mass[i];
      float wj = supported[j] ? 0 : mobility[j] / mass[j];
      if (!(wi + wj > 0)) {
        continue; // both held
      }
      any = true;
      stop(p, k, wi, wj);
      float nx = now[3 * k], ny = now[3 * k + 1], nz = now[3 * k + 2];
      float way = (SHARE * c + 0.5f * Math.max(0, c - FAR * least[k])) / (wi + wj);
      x[i] -= wi * way * nx;
      y[i] -= wi * way * ny;
      z[i] -= wi * way * nz;
      x[j] += wj * way * nx;
      y[j] += wj * way * ny;
      z[j] += wj * way * nz;
    }
    return any;
  }

  /** Stops the approach of the two of pair k. */
  private void stop(Particles p, int k, float wi, float wj) {
    float[] vx = p.vx(), vy = p.vy(), vz = p.vz();
    int i = ends[2 * k], j = ends[2 * k + 1];
    float nx = now[3 * k], ny = now[3 * k + 1], nz = now[3 * k + 2];
    float w = wi + wj;
    float ux = vx[j] - vx[i], uy = vy[j] - vy[i], uz = vz[j] - vz[i];
    float speed = ux * nx + uy * ny + uz * nz;
    float stop = speed < 0 ? (RUB - 1) * speed : 0;
    float jx = (stop * nx - RUB * ux) / w;
    float jy = (stop * ny - RUB * uy) / w;
    float jz = (stop * nz - RUB * uz) / w;
    vx[i] -= wi * jx;
    vy[i] -= wi * jy;
    vz[i] -= wi * jz;
    vx[j] += wj * jx;
    vy[j] += wj * jy;
    vz[j] += wj * jz;
  }

  /**
   * Looks which pairs are too near, for {@link #handOn}; answers whether there are any. Few are,
   * and while only velocities change they stay the same.
   *
   * @param turned whether the body's regions are turned as they were in the last {@link #apply}
   */
  public boolean findPairs(Body body, boolean[] supported, boolean turned) {
    if (!turned) {
      turn(body);
    }
    Particles p = body.particles();
    float[] mass = p.mass(), mobility = p.mobility();
    tightSize = 0;
    for (int k = 0; k < least.length; k++) {
      if (!(excess(p, k) > 0)) {
        continue;
      }
      int i = ends[2 * k], j = ends[2 * k + 1];
      float wi = supported[i] ? 0 : mobility[i] / mass[i];
      float wj = supported[j] ? 0 : mobility[j] / mass[j];
      if (wi + wj > 0) {
        tightWeights[2 * tightSize] = wi;
        tightWeights[2 * tightSize + 1] = wj;
        tight[tightSize++] = k;
      }
    }
    return tightSize > 0;
  }

  /** One sweep over the velocities of the pairs that {@link #findPairs} found. */
  public void handOn(Body body, boolean back) {
    Particles p = body.particles();
    for (int s = 0; s < tightSize; s++) {
      int t = back ? tightSize - 1 - s : s;
      stop(p, tight[t], tightWeights[2 * t], tightWeights[2 * t + 1]);
    }
  }
}
