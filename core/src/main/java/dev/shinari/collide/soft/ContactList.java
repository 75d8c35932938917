package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;
import java.util.Arrays;

/**
 * Where two bodies a and b touch, and how that is resolved. A particle p of one meets a point q = a
 * A + b B + c C of a boundary triangle of the other (or one particle of it, a = 1), with unit
 * normal n from q's body to p's:
 *
 * <pre>
 *   gap = (p - q) . n - radii            w = wp + a^2 wA + b^2 wB + c^2 wC
 *   p += wp/w n depth,  A -= a wA/w n depth, ...      wi = mobility / mass
 * </pre>
 *
 * and likewise for velocities with the impulse that stops the approach. What p gains in momentum A,
 * B and C lose, so that the sum is kept to float accuracy.
 */
final class ContactList {
  private final ContactSurface a;
  private final ContactSurface b;

  // Particles of A against B's surface up to pointsOfA, particles of B against A's up to pointsOfB,
  // then balls of A against balls of B.
  int size;
  int pointsOfA;
  int pointsOfB;
  float reach; // sum of the radii
  private int[] point = new int[16];
  private int[] corners = new int[3 * 16];
  private float[] weights = new float[3 * 16];
  private float[] normals = new float[3 * 16];

  // Those in touch, in the same order, with all that a sweep needs of one in one place: the
  // particle
  // and the corners; weights, normal, what each of the four gives way, all together, and the normal
  // speed to leave with.
  private static final int STRIDE = 12;
  private int live;
  private int liveOfA;
  private int liveOfB;
  private int[] liveAt = new int[4 * 16];
  private float[] liveData = new float[STRIDE * 16];

  private float mu;
  private float e;

  // What came of it.
  double pressure; // sum of the impulses along the normals
  int contacts;
  float approach;
  double placeX;
  double placeY;
  double placeZ;

  ContactList(ContactSurface a, ContactSurface b) {
    this.a = a;
    this.b = b;
  }

  /** The contacts as they were found. */
  record State(
      float reach,
      int pointsOfA,
      int pointsOfB,
      int[] point,
      int[] corners,
      float[] weights,
      float[] normals) {}

  State save() {
    return new State(
        reach,
        pointsOfA,
        pointsOfB,
        Arrays.copyOf(point, size),
        Arrays.copyOf(corners, 3 * size),
        Arrays.copyOf(weights, 3 * size),
        Arrays.copyOf(normals, 3 * size));
  }

  void restore(State s) {
    reach = s.reach;
    pointsOfA = s.pointsOfA;
    pointsOfB = s.pointsOfB;
    for (size = 0; size < s.point.length; size++) {
      grow();
    }
    System.arraycopy(s.point, 0, point, 0, size);
    System.arraycopy(s.corners, 0, corners, 0, 3 * size);
    System.arraycopy(s.weights, 0, weights, 0, 3 * size);
    System.arraycopy(s.normals, 0, normals, 0, 3 * size);
  }

  /** Adds particle i with a normal; {@link #against} says what it meets. */
  void add(int i, float nx, float ny, float nz) {
    grow();
    int k = 3 * size;
    point[size++] = i;
    normals[k] = nx;
    normals[k + 1] = ny;
    normals[k + 2] = nz;
  }

  /** The contact added last is with a point of the triangle of corners u, v and w. */
  void against(int u, int v, int w, float wu, float wv, float ww) {
    int k = 3 * size - 3;
    corners[k] = u;
    corners[k + 1] = v;
    corners[k + 2] = w;
    weights[k] = wu;
    weights[k + 1] = wv;
    weights[k + 2] = ww;
  }

  private void grow() {
    if (size == point.length) {
      point = Arrays.copyOf(point, 2 * size);
      corners = Arrays.copyOf(corners, 6 * size);
      weights = Arrays.copyOf(weights, 6 * size);
      normals = Arrays.copyOf(normals, 6 * size);
      liveAt = Arrays.copyOf(liveAt, 8 * size);
      liveData = Arrays.copyOf(liveData, 2 * STRIDE * size);
    }
  }

  /** Adds the normals of all contacts, each from b to a. */
  void addNormals(double[] sum) {
    for (int c = 0; c < size; c++) {
      int sign = c >= pointsOfA && c < pointsOfB ? -1 : 1;
      sum[0] += sign * normals[3 * c];
      sum[1] += sign * normals[3 * c + 1];
      sum[2] += sign * normals[3 * c + 2];
    }
  }

  /** Before the contacts are resolved. */
  void begin() {
    contacts = 0;
    approach = 0;
  }

  /** Takes the two bodies' materials; {@link #part} or {@link #leave} comes next. */
  void rub() {
    pressure = 0;
    mu = a.material.frictionWith(b.material);
    e = a.material.restitutionWith(b.material);
  }

  /** Counts the contacts and leaves them alone: the two bodies are moved as wholes. */
  void leave() {
    contacts = size;
    live = liveOfA = liveOfB = 0;
  }

  /** Moves the two bodies apart, and decides which contacts bounce. */
  void part(float slowly, float restingSpeed) {
    live = 0;
    part(a, b, 0, pointsOfA, slowly, restingSpeed);
    liveOfA = live;
    part(b, a, pointsOfA, pointsOfB, slowly, restingSpeed);
    liveOfB = live;
    part(a, b, pointsOfB, size, slowly, restingSpeed);
  }

  private void part(
      ContactSurface p, ContactSurface q, int from, int to, float slowly, float restingSpeed) {
    if (from == to) {
      return;
    }
    Particles pp = p.particles, qp = q.particles;
    float[] px = pp.x(), py = pp.y(), pz = pp.z(), qx = qp.x(), qy = qp.y(), qz = qp.z();
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    for (int c = from; c < to; c++) {
      int i = point[c], k = 3 * c;
      int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
      float a0 = weights[k], a1 = weights[k + 1], a2 = weights[k + 2];
      float nx = normals[k], ny = normals[k + 1], nz = normals[k + 2];
      float dx = px[i] + sx, dy = py[i] + sy, dz = pz[i] + sz;
      dx -= a0 * qx[i0] + a1 * qx[i1] + a2 * qx[i2];
      dy -= a0 * qy[i0] + a1 * qy[i1] + a2 * qy[i2];
      dz -= a0 * qz[i0] + a1 * qz[i1] + a2 * qz[i2];
      float depth = reach - (dx * nx + dy * ny + dz * nz);
      if (!(depth > 0)) {
        continue;
      }
      float wp = p.inverseMass(i);
      float w0 = a0 * q.inverseMass(i0), w1 = a1 * q.inverseMass(i1), w2 = a2 * q.inverseMass(i2);
      float w = wp + a0 * w0 + a1 * w1 + a2 * w2;
      if (!(w > 0)) {
        continue; // both sides are held
      }
      float vx = pp.vx()[i] - (a0 * qp.vx()[i0] + a1 * qp.vx()[i1] + a2 * qp.vx()[i2]);
      float vy = pp.vy()[i] - (a0 * qp.vy()[i0] + a1 * qp.vy()[i1] + a2 * qp.vy()[i2]);
      float vz = pp.vz()[i] - (a0 * qp.vz()[i0] + a1 * qp.vz()[i1] + a2 * qp.vz()[i2]);
      float vn = vx * nx + vy * ny + vz * nz;
      contacts++;
      if (-vn > approach || contacts == 1 && approach == 0) {
        approach = Math.max(0, -vn);
        placeX = pp.worldX(i);
        placeY = pp.worldY(i);
        placeZ = pp.worldZ(i);
      }
      // The way of this step, as in ColliderContacts; measured where the two sides are by now,
      // since neighboring contacts share particles: taken from velocities each would undo all of
      // it.
      float ex = way(p.startX, q.startX, dx - sx, i, k);
      float ey = way(p.startY, q.startY, dy - sy, i, k);
      float ez = way(p.startZ, q.startZ, dz - sz, i, k);
      float en = ex * nx + ey * ny + ez * nz;
      // Only what was apart before bounces. What is pressed on by the body behind it comes in anew
      // in every step, with a speed that is the strength of the pull and not that of a hit.
      boolean hit = en + depth < -0.05f * reach;
      float bounce = hit && -vn > restingSpeed ? -e * vn : 0;
      addLive(c, wp, w0, w1, w2, w, bounce);
      // What came in within this step goes back at once; older overlap is let out slowly.
      float push = Math.min(depth, slowly + Math.max(0, -en));
      float cx = push * nx, cy = push * ny, cz = push * nz;
      ex -= en * nx;
      ey -= en * ny;
      ez -= en * nz;
      float slipped = (float) Math.sqrt(ex * ex + ey * ey + ez * ez);
      if (slipped > 0) {
        float back = Math.min(slipped, mu * push) / slipped;
        cx -= back * ex;
        cy -= back * ey;
        cz -= back * ez;
      }
      cx /= w;
      cy /= w;
      cz /= w;
      move(px, qx, live - 1, cx);
      move(py, qy, live - 1, cy);
      move(pz, qz, live - 1, cz);
    }
  }

  /** Contact c is in touch; wp to w2 are what its four particles give way, w all together. */
  private void addLive(int c, float wp, float w0, float w1, float w2, float w, float bounce) {
    int k = 4 * live, d = STRIDE * live;
    live++;
    liveAt[k] = point[c];
    liveAt[k + 1] = corners[3 * c];
    liveAt[k + 2] = corners[3 * c + 1];
    liveAt[k + 3] = corners[3 * c + 2];
    liveData[d] = weights[3 * c];
    liveData[d + 1] = weights[3 * c + 1];
    liveData[d + 2] = weights[3 * c + 2];
    liveData[d + 3] = normals[3 * c];
    liveData[d + 4] = normals[3 * c + 1];
    liveData[d + 5] = normals[3 * c + 2];
    liveData[d + 6] = wp;
    liveData[d + 7] = w0;
    liveData[d + 8] = w1;
    liveData[d + 9] = w2;
    liveData[d + 10] = w;
    liveData[d + 11] = bounce;
  }

  /**
   * One coordinate of how far the sides of the contact at 3 c = k moved to each other: d is now.
   */
  private float way(float[] p, float[] q, float d, int i, int k) {
    return d
        - (p[i]
            - weights[k] * q[corners[k]]
            - weights[k + 1] * q[corners[k + 1]]
            - weights[k + 2] * q[corners[k + 2]]);
  }

  /** One sweep of impulses over all contacts in touch; every other one runs backwards. */
  void sweep(boolean back) {
    if (back) {
      sweep(a, b, live - 1, liveOfB - 1, -1);
      sweep(b, a, liveOfB - 1, liveOfA - 1, -1);
      sweep(a, b, liveOfA - 1, -1, -1);
    } else {
      sweep(a, b, 0, liveOfA, 1);
      sweep(b, a, liveOfA, liveOfB, 1);
      sweep(a, b, liveOfB, live, 1);
    }
  }

  /** Gives the two sides of each contact the impulse that stops their approach, with friction. */
  private void sweep(ContactSurface p, ContactSurface q, int from, int to, int step) {
    if (from == to) {
      return;
    }
    Particles pp = p.particles, qp = q.particles;
    float[] px = pp.vx(), py = pp.vy(), pz = pp.vz(), qx = qp.vx(), qy = qp.vy(), qz = qp.vz();
    int[] at = liveAt;
    float[] data = liveData;
    for (int c = from; c != to; c += step) {
      int k = 4 * c, d = STRIDE * c;
      int i = at[k], i0 = at[k + 1], i1 = at[k + 2], i2 = at[k + 3];
      float a0 = data[d], a1 = data[d + 1], a2 = data[d + 2];
      float nx = data[d + 3], ny = data[d + 4], nz = data[d + 5];
      float vx = px[i] - (a0 * qx[i0] + a1 * qx[i1] + a2 * qx[i2]);
      float vy = py[i] - (a0 * qy[i0] + a1 * qy[i1] + a2 * qy[i2]);
      float vz = pz[i] - (a0 * qz[i0] + a1 * qz[i1] + a2 * qz[i2]);
      float vn = vx * nx + vy * ny + vz * nz;
      float more = data[d + 11] - vn;
      if (!(more > 0)) {
        continue; // they part quickly enough
      }
      float tx = vx - vn * nx, ty = vy - vn * ny, tz = vz - vn * nz;
      float w = data[d + 10];
      float sliding = (float) Math.sqrt(tx * tx + ty * ty + tz * tz);
      float rub = sliding > 0 ? Math.min(1, mu * more / sliding) : 0;
      float jx = (more * nx - rub * tx) / w;
      float jy = (more * ny - rub * ty) / w;
      float jz = (more * nz - rub * tz) / w;
      pressure += more / w;
      move(px, qx, c, jx);
      move(py, qy, c, jy);
      move(pz, qz, c, jz);
    }
  }

  /** Moves the two sides of live contact c against each other, along one axis. */
  private void move(float[] p, float[] q, int c, float by) {
    int k = 4 * c, d = STRIDE * c;
    p[liveAt[k]] += liveData[d + 6] * by;
    q[liveAt[k + 1]] += -liveData[d + 7] * by;
    q[liveAt[k + 2]] += -liveData[d + 8] * by;
    q[liveAt[k + 3]] += -liveData[d + 9] * by;
  }
}
