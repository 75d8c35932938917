package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.Arrays;

/**
 * The bump stops inside a soft body. A pull to goals is as weak when a body is pressed flat as when
 * it is hardly touched, so a block of 4 Hz that falls from three metres would turn inside out, and
 * stay so: a tangled state has a rest of its own. Matter gets harder the more it is pressed.
 *
 * <p>Here neighbours i and j of the cage (edges of tetrahedra or cells) never come nearer than a
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
final class CrushLimit {
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
  private final float[] q = new float[4];

  CrushLimit(Cage cage) {
    long[] pairs = pairs(cage);
    float[] p = cage.positions();
    ends = new int[2 * pairs.length];
    least = new float[pairs.length];
    rest = new float[3 * pairs.length];
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
  }

  /** Neighbours, lower number first, ascending, each once. */
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
   * Keeps neighbours of a body apart; answers whether any were too near.
   *
   * @param supported particles that lie on an obstacle: they do not give way. If they did, the
   *     ground would take the momentum of its own layer only, and a body under its own weight would
   *     sink and be lifted again for ever, the faster the more layers it has
   */
  boolean apply(Body body, boolean[] supported) {
    boolean any = false;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      if (!sweep(
          body, supported, sweep % 2 == 1, true)) { // to and fro: a hit passes all layers at once
        break;
      }
      any = true;
    }
    return any;
  }

  /** One sweep over all pairs; without positions, only what speed there is gets handed on. */
  boolean sweep(Body body, boolean[] supported, boolean back, boolean positions) {
    Particles p = body.particles();
    float[] x = p.x(), y = p.y(), z = p.z(), vx = p.vx(), vy = p.vy(), vz = p.vz();
    float[] mass = p.mass(), mobility = p.mobility();
    float r00 = 1, r01 = 0, r02 = 0, r10 = 0, r11 = 1, r12 = 0, r20 = 0, r21 = 0, r22 = 1;
    int last = -1; // pairs are sorted by i
    boolean any = false;
    for (int s = 0; s < least.length; s++) {
      int k = back ? least.length - 1 - s : s;
      int i = ends[2 * k], j = ends[2 * k + 1];
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
      float nx = r00 * ex + r01 * ey + r02 * ez;
      float ny = r10 * ex + r11 * ey + r12 * ez;
      float nz = r20 * ex + r21 * ey + r22 * ez;
      float c = least[k] - ((x[j] - x[i]) * nx + (y[j] - y[i]) * ny + (z[j] - z[i]) * nz);
      if (!(c > 0)) {
        continue; // nearly always
      }
      float wi = supported[i] ? 0 : mobility[i] / mass[i];
      float wj = supported[j] ? 0 : mobility[j] / mass[j];
      float w = wi + wj;
      if (!(w > 0)) {
        continue; // both held
      }
      any = true;
      float ux = vx[j] - vx[i], uy = vy[j] - vy[i], uz = vz[j] - vz[i];
      float speed = ux * nx + uy * ny + uz * nz;
      float stop = speed < 0 ? (RUB - 1) * speed : 0;
      float jx = (stop * nx - RUB * ux) / w;
      float jy = (stop * ny - RUB * uy) / w;
      float jz = (stop * nz - RUB * uz) / w;
      float way = positions ? (SHARE * c + 0.5f * Math.max(0, c - FAR * least[k])) / w : 0;
      x[i] -= wi * way * nx;
      y[i] -= wi * way * ny;
      z[i] -= wi * way * nz;
      x[j] += wj * way * nx;
      y[j] += wj * way * ny;
      z[j] += wj * way * nz;
      vx[i] -= wi * jx;
      vy[i] -= wi * jy;
      vz[i] -= wi * jz;
      vx[j] += wj * jx;
      vy[j] += wj * jy;
      vz[j] += wj * jz;
    }
    return any;
  }
}
