package dev.shinari.collide;

import dev.shinari.body.Particles;
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
  private float[] bounce = new float[16]; // normal speed to leave with; -1: not in touch
  private float[] gives = new float[5 * 16]; // by the masses: see read

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

  /** Adds particle i against corners u, v and w; see the class for weights and normal. */
  void add(int i, int u, int v, int w, float wu, float wv, float ww, float nx, float ny, float nz) {
    grow();
    int k = 3 * size;
    point[size++] = i;
    corners[k] = u;
    corners[k + 1] = v;
    corners[k + 2] = w;
    weights[k] = wu;
    weights[k + 1] = wv;
    weights[k + 2] = ww;
    normals[k] = nx;
    normals[k + 1] = ny;
    normals[k + 2] = nz;
  }

  private void grow() {
    if (size == point.length) {
      point = Arrays.copyOf(point, 2 * size);
      corners = Arrays.copyOf(corners, 6 * size);
      weights = Arrays.copyOf(weights, 6 * size);
      normals = Arrays.copyOf(normals, 6 * size);
      bounce = Arrays.copyOf(bounce, 2 * size);
      gives = Arrays.copyOf(gives, 10 * size);
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
    Arrays.fill(bounce, 0, size, -1);
  }

  /** Moves the two bodies apart, and decides which contacts bounce. */
  void part(float slowly, float restingSpeed) {
    for (int c = 0; c < size; c++) {
      boolean ofB = c >= pointsOfA && c < pointsOfB;
      part(ofB ? b : a, ofB ? a : b, c, slowly, restingSpeed);
    }
  }

  // The contact at hand, as read by read(): weights over masses, relative velocity by parts.
  private float wp;
  private float w0;
  private float w1;
  private float w2;
  private float w;
  private float vn;
  private float tx;
  private float ty;
  private float tz;

  /** Takes how much the two sides of contact c give way to an impulse. */
  private void weigh(ContactSurface p, ContactSurface q, int c) {
    int k = 3 * c, g = 5 * c;
    float a0 = weights[k], a1 = weights[k + 1], a2 = weights[k + 2];
    gives[g] = p.inverseMass(point[c]);
    gives[g + 1] = a0 * q.inverseMass(corners[k]);
    gives[g + 2] = a1 * q.inverseMass(corners[k + 1]);
    gives[g + 3] = a2 * q.inverseMass(corners[k + 2]);
    gives[g + 4] = gives[g] + a0 * gives[g + 1] + a1 * gives[g + 2] + a2 * gives[g + 3];
  }

  /** Reads contact c; false if both sides are held. */
  private boolean read(ContactSurface p, ContactSurface q, int c) {
    Particles pp = p.particles, qp = q.particles;
    int i = point[c], k = 3 * c, g = 5 * c;
    int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
    float a0 = weights[k], a1 = weights[k + 1], a2 = weights[k + 2];
    float nx = normals[k], ny = normals[k + 1], nz = normals[k + 2];
    wp = gives[g];
    w0 = gives[g + 1];
    w1 = gives[g + 2];
    w2 = gives[g + 3];
    w = gives[g + 4];
    float[] ux = qp.vx(), uy = qp.vy(), uz = qp.vz();
    float vx = pp.vx()[i] - (a0 * ux[i0] + a1 * ux[i1] + a2 * ux[i2]);
    float vy = pp.vy()[i] - (a0 * uy[i0] + a1 * uy[i1] + a2 * uy[i2]);
    float vz = pp.vz()[i] - (a0 * uz[i0] + a1 * uz[i1] + a2 * uz[i2]);
    vn = vx * nx + vy * ny + vz * nz;
    tx = vx - vn * nx;
    ty = vy - vn * ny;
    tz = vz - vn * nz;
    return w > 0;
  }

  private void part(ContactSurface p, ContactSurface q, int c, float slowly, float restingSpeed) {
    bounce[c] = -1;
    Particles pp = p.particles, qp = q.particles;
    int i = point[c], k = 3 * c;
    int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
    float a0 = weights[k], a1 = weights[k + 1], a2 = weights[k + 2];
    float nx = normals[k], ny = normals[k + 1], nz = normals[k + 2];
    float[] qx = qp.x(), qy = qp.y(), qz = qp.z();
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    float dx = pp.x()[i] + sx, dy = pp.y()[i] + sy, dz = pp.z()[i] + sz;
    dx -= a0 * qx[i0] + a1 * qx[i1] + a2 * qx[i2];
    dy -= a0 * qy[i0] + a1 * qy[i1] + a2 * qy[i2];
    dz -= a0 * qz[i0] + a1 * qz[i1] + a2 * qz[i2];
    float depth = reach - (dx * nx + dy * ny + dz * nz);
    if (!(depth > 0)) {
      return;
    }
    weigh(p, q, c);
    if (!read(p, q, c)) {
      return;
    }
    contacts++;
    if (-vn > approach || contacts == 1 && approach == 0) {
      approach = Math.max(0, -vn);
      placeX = pp.worldX(i);
      placeY = pp.worldY(i);
      placeZ = pp.worldZ(i);
    }
    // The way of this step, as in ColliderContacts; measured where the two sides are by now, since
    // neighbouring contacts share particles: taken from velocities each would undo all of it.
    float ex = way(p.startX, q.startX, dx - sx, i, k);
    float ey = way(p.startY, q.startY, dy - sy, i, k);
    float ez = way(p.startZ, q.startZ, dz - sz, i, k);
    float en = ex * nx + ey * ny + ez * nz;
    // Only what was apart before bounces. What is pressed on by the body behind it comes in anew in
    // every step, with a speed that is the strength of the pull and not that of a hit.
    boolean hit = en + depth < -0.05f * reach;
    bounce[c] = hit && -vn > restingSpeed ? -e * vn : 0;
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
    move(pp.x(), pp.y(), pp.z(), i, wp, cx, cy, cz);
    move(qx, qy, qz, i0, -w0, cx, cy, cz);
    move(qx, qy, qz, i1, -w1, cx, cy, cz);
    move(qx, qy, qz, i2, -w2, cx, cy, cz);
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

  /** One sweep of impulses over all contacts; every other one runs backwards. */
  void sweep(boolean back) {
    for (int s = 0; s < size; s++) {
      int c = back ? size - 1 - s : s;
      if (bounce[c] >= 0) {
        boolean ofB = c >= pointsOfA && c < pointsOfB;
        stop(ofB ? b : a, ofB ? a : b, c);
      }
    }
  }

  /** Gives the two sides of contact c the impulse that stops their approach, with friction. */
  private void stop(ContactSurface p, ContactSurface q, int c) {
    if (!read(p, q, c) || !(vn < bounce[c])) {
      return;
    }
    int i = point[c], k = 3 * c;
    int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
    float more = bounce[c] - vn;
    float sliding = (float) Math.sqrt(tx * tx + ty * ty + tz * tz);
    float rub = sliding > 0 ? Math.min(1, mu * more / sliding) : 0;
    float jx = (more * normals[k] - rub * tx) / w;
    float jy = (more * normals[k + 1] - rub * ty) / w;
    float jz = (more * normals[k + 2] - rub * tz) / w;
    pressure += more / w;
    Particles pp = p.particles, qp = q.particles;
    move(pp.vx(), pp.vy(), pp.vz(), i, wp, jx, jy, jz);
    move(qp.vx(), qp.vy(), qp.vz(), i0, -w0, jx, jy, jz);
    move(qp.vx(), qp.vy(), qp.vz(), i1, -w1, jx, jy, jz);
    move(qp.vx(), qp.vy(), qp.vz(), i2, -w2, jx, jy, jz);
  }

  private static void move(
      float[] x, float[] y, float[] z, int i, float w, float cx, float cy, float cz) {
    x[i] += w * cx;
    y[i] += w * cy;
    z[i] += w * cz;
  }
}
