package dev.shinari.collide;

import dev.shinari.body.Particles;
import java.util.Arrays;

/**
 * Contact between two bodies. A particle p of one meets the nearest point q = a A + b B + c C of a
 * boundary triangle of the other (or one particle of it, a = 1), with unit normal n from q's body
 * to p's:
 *
 * <pre>
 *   gap = (p - q) . n - radii            w = wp + a^2 wA + b^2 wB + c^2 wC
 *   p += wp/w n depth,  A -= a wA/w n depth, ...      wi = mobility / mass
 * </pre>
 *
 * and likewise for velocities with the impulse that stops the approach. What p gains in momentum A,
 * B and C lose, so that the sum is kept to float accuracy. A correction is at most separationSpeed
 * h long: bodies that start inside of each other drift apart instead of bursting.
 *
 * <p>Where more than half of one body's surface is inside of the other, the nearest way out says
 * nothing any more: then the two are moved apart as wholes, along the line of their centres.
 *
 * <p>One object serves all pairs of a world, one after the other; its arrays grow to the largest
 * number of contacts that was ever seen.
 */
public final class SoftContacts {
  private static final float TINY = 1e-12f;

  // Cosine up to which triangles count as one side of a body. With right angles let in, a particle
  // that is pressed into the top of a block deeper than it is away from the edge would go on to the
  // side, and be pushed out there.
  private static final float SAME_SIDE = 0.6f;

  // Contacts of the pair at hand: particles of A against B's surface up to pointsOfA, particles of
  // B against A's up to pointsOfB, then balls.
  private int size;
  private int pointsOfA;
  private int pointsOfB;
  private boolean deep; // more than half of one is inside of the other, or ...
  private boolean mutual; // ... most of both touches: nearly coincident
  private int[] point = new int[256];
  private int[] corners = new int[3 * 256];
  private float[] weights = new float[3 * 256];
  private float[] normals = new float[3 * 256];
  private float[] bounce = new float[256]; // normal speed to leave with; -1: not in touch
  private boolean[] fresh = new boolean[256]; // came in within this step

  private final BallGrid grid = new BallGrid();
  private float mu;
  private float e;
  private float h;
  private float maxCorrection;
  private float restingSpeed;

  private int contacts;
  private float approach;
  private float largestPush;
  private double placeX;
  private double placeY;
  private double placeZ;

  /** Particle contacts of the last pair. */
  public int contacts() {
    return contacts;
  }

  /** Fastest approach of the last pair, metres a second. */
  public float approach() {
    return approach;
  }

  /** Longest way in metres by which particles of the last pair were moved. */
  public float largestPush() {
    return largestPush;
  }

  /** World coordinate 0, 1 or 2 of the fastest approach. */
  public double place(int axis) {
    return axis == 0 ? placeX : axis == 1 ? placeY : placeZ;
  }

  /** Fits a body's tree to its particles; once a step for every body that is in a pair. */
  public void refit(ContactSurface s) {
    s.refit();
  }

  /**
   * Finds the contacts of two bodies whose trees are fitted; {@link #solve} resolves them.
   *
   * @return whether they touch
   */
  public boolean find(ContactSurface a, ContactSurface b) {
    contacts = 0;
    approach = 0;
    size = 0;
    deep = false;
    mutual = a.tree != null && b.tree != null;
    if (b.tree != null) {
      findPoints(a, b);
    }
    pointsOfA = size;
    if (a.tree != null) {
      findPoints(b, a);
    }
    pointsOfB = size;
    deep |= mutual;
    if (deep) { // the sides that were found say nothing either
      a.forget(b);
      b.forget(a);
    }
    if (!deep && (a.tree == null || b.tree == null)) {
      findBalls(a, b);
    }
    return size > 0;
  }

  /** Resolves what {@link #find} found for the same two bodies. */
  public void solve(ContactSurface a, ContactSurface b, float seconds, ContactSettings settings) {
    mu = a.material.frictionWith(b.material);
    e = a.material.restitutionWith(b.material);
    h = seconds;
    maxCorrection = settings.separationSpeed() * seconds;
    restingSpeed = settings.restingSpeed();
    largestPush = 0;
    if (deep) {
      separate(a, b);
      return;
    }
    for (int c = 0; c < size; c++) {
      boolean ofB = c >= pointsOfA && c < pointsOfB;
      part(ofB ? b : a, ofB ? a : b, c);
    }
    // Impulses go on until neighbouring contacts agree: what is left over would look like motion.
    boolean pressedA = true, pressedB = true;
    for (int k = 0; k < settings.iterations(); k++) {
      for (int c = 0; c < size; c++) {
        boolean ofB = c >= pointsOfA && c < pointsOfB;
        if (bounce[c] >= 0) {
          stop(ofB ? b : a, ofB ? a : b, c);
        }
      }
      // Else a contact would only ever feel the layer of particles that touches.
      // Positions no longer change here, so what hands on nothing once does not later.
      pressedA = pressedA && a.handOn(k % 2 == 1);
      pressedB = pressedB && b.handOn(k % 2 == 1);
    }
  }

  private void grow() {
    if (size == point.length) {
      point = Arrays.copyOf(point, 2 * size);
      corners = Arrays.copyOf(corners, 6 * size);
      weights = Arrays.copyOf(weights, 6 * size);
      normals = Arrays.copyOf(normals, 6 * size);
      bounce = Arrays.copyOf(bounce, 2 * size);
      fresh = Arrays.copyOf(fresh, 2 * size);
    }
  }

  /**
   * Particles of p at or in the surface of q, in this order: those that touched it before, on the
   * side where they did; those that came in since the start of the step, through the triangle by
   * which they came; then whatever else is inside or closer than the radii, by the nearest point.
   */
  private void findPoints(ContactSurface p, ContactSurface q) {
    SurfaceTree tree = q.tree;
    Particles pp = p.particles, qp = q.particles;
    float reach = p.radius + q.radius;
    float minX = tree.bound(0) - reach, maxX = tree.bound(3) + reach;
    float minY = tree.bound(1) - reach, maxY = tree.bound(4) + reach;
    float minZ = tree.bound(2) - reach, maxZ = tree.bound(5) + reach;
    // No point inside is further from the surface than half of the shortest side of the box.
    float within = 0.5001f * Math.min(maxX - minX, Math.min(maxY - minY, maxZ - minZ)) + reach;
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    float[] x = pp.x(), y = pp.y(), z = pp.z();
    int touching = 0, inside = 0;
    for (int i : p.vertices) {
      float px = x[i] + sx, py = y[i] + sy, pz = z[i] + sz;
      float ox = p.startX[i] + sx, oy = p.startY[i] + sy, oz = p.startZ[i] + sz;
      if ((px < minX && ox < minX)
          || (px > maxX && ox > maxX)
          || (py < minY && oy < minY)
          || (py > maxY && oy > maxY)
          || (pz < minZ && oz < minZ)
          || (pz > maxZ && oz > maxZ)) {
        continue;
      }
      boolean known = p.partner[i] == q;
      if (known) {
        if (stays(tree, qp, px, py, pz, within, reach, p.facet[i])) {
          if (tree.inside || tree.distance < reach) {
            touching++;
            add(i, tree, reach, false);
          }
          p.touched[i] = true;
          p.facet[i] = tree.triangle;
          continue;
        }
      }
      if (!known && p.isClear(i, q)) {
        continue;
      }
      if (p.tree != null) {
        tree.against(p.tree.normalX[i], p.tree.normalY[i], p.tree.normalZ[i]);
      } else {
        tree.against(0, 0, 0);
      }
      if (tree.enters(qp, q.startX, q.startY, q.startZ, ox, oy, oz, px, py, pz)) {
        touching++;
        tree.distance = 0; // the triangle's own normal is the way out
        add(i, tree, reach, true);
        remember(p, i, q, tree.triangle);
        continue;
      }
      // Nearly all that touch are near the surface, where a short search is cheap.
      if (!tree.nearest(qp, px, py, pz, reach) && !tree.nearest(qp, px, py, pz, within)) {
        p.setClear(i, q, within - 3 * reach);
        continue;
      }
      float d = tree.distance;
      if (!tree.inside && d >= reach) {
        // Less what pushes of other pairs may do before the next refit.
        p.setClear(i, q, d - 3 * reach);
        continue;
      }
      boolean isInside = tree.inside;
      touching++;
      inside += isInside && d > 2 * reach ? 1 : 0;
      if (p.tree != null) {
        // The way out must lead against p's own surface there. At the edges of two blocks that lie
        // on each other the side is often nearer than the top, and would push them off.
        float ux = p.tree.normalX[i], uy = p.tree.normalY[i], uz = p.tree.normalZ[i];
        if (!isInside && ux * tree.dx + uy * tree.dy + uz * tree.dz > 0) {
          continue;
        }
        if (isInside && ux * tree.dx + uy * tree.dy + uz * tree.dz < 0) {
          // Not much deeper, though: what came in back to front goes out the near way after all.
          float deeper = Math.min(within, 2 * d + 4 * reach);
          if (!tree.nearest(qp, px, py, pz, deeper, ux, uy, uz, 0) || !tree.inside) {
            tree.nearest(qp, px, py, pz, within);
          }
        }
      }
      add(i, tree, reach, false);
      remember(p, i, q, tree.triangle);
    }
    int all = p.vertices.length;
    deep |= 2 * inside > all;
    mutual &= 10 * touching > 6 * all;
  }

  private static void remember(ContactSurface p, int i, ContactSurface q, int triangle) {
    p.partner[i] = q;
    p.facet[i] = triangle;
    p.touched[i] = true;
  }

  /**
   * Whether a point is still on the side of triangle t: the nearest of the triangles that face as t
   * does is looked for. Beyond the border of these, and in front of them, it has left.
   */
  private static boolean stays(
      SurfaceTree tree,
      Particles qp,
      float px,
      float py,
      float pz,
      float within,
      float reach,
      int t) {
    return stays(tree, qp, px, py, pz, within, reach, t, SAME_SIDE)
        || stays(tree, qp, px, py, pz, within, reach, t, 0); // crumpled, or round a rim
  }

  private static boolean stays(
      SurfaceTree tree,
      Particles qp,
      float px,
      float py,
      float pz,
      float within,
      float reach,
      int t,
      float least) {
    if (!tree.normalOf(qp, t)) {
      return false;
    }
    if (!tree.nearest(qp, px, py, pz, within, -tree.nx, -tree.ny, -tree.nz, least)) {
      return false;
    }
    if (!tree.inside) {
      return tree.distance < 1.5f * reach;
    }
    float facing = tree.dx * tree.nx + tree.dy * tree.ny + tree.dz * tree.nz;
    float beside = tree.distance * tree.distance - facing * facing;
    return beside <= Math.max(reach * reach, 0.25f * facing * facing);
  }

  /** Adds the tree's answer for particle i. */
  private void add(int i, SurfaceTree tree, float reach, boolean entered) {
    float nx = tree.nx, ny = tree.ny, nz = tree.nz, d = tree.distance;
    // Near the surface the triangle's own normal is steadier than the way to it.
    if (d > 1e-3f * reach && d > TINY) {
      float s = tree.inside ? -1 / d : 1 / d;
      nx = s * tree.dx;
      ny = s * tree.dy;
      nz = s * tree.dz;
    }
    add(
        i,
        tree.corner0,
        tree.corner1,
        tree.corner2,
        tree.weight0,
        tree.weight1,
        tree.weight2,
        nx,
        ny,
        nz);
    fresh[size - 1] = entered;
  }

  private void add(
      int i, int a, int b, int c, float wa, float wb, float wc, float nx, float ny, float nz) {
    grow();
    int k = 3 * size;
    fresh[size] = false;
    point[size++] = i;
    corners[k] = a;
    corners[k + 1] = b;
    corners[k + 2] = c;
    weights[k] = wa;
    weights[k + 1] = wb;
    weights[k + 2] = wc;
    normals[k] = nx;
    normals[k + 1] = ny;
    normals[k + 2] = nz;
  }

  /** Ball against ball, all pairs closer than the sum of the radii. */
  private void findBalls(ContactSurface a, ContactSurface b) {
    Particles ap = a.particles, bp = b.particles;
    float reach = a.radius + b.radius;
    double ox = bp.originX(), oy = bp.originY(), oz = bp.originZ();
    float sx = (float) (ap.originX() - ox);
    float sy = (float) (ap.originY() - oy);
    float sz = (float) (ap.originZ() - oz);
    grid.fill(b, a, reach);
    float[] x = ap.x(), y = ap.y(), z = ap.z();
    float[] bx = bp.x(), by = bp.y(), bz = bp.z();
    for (int i : a.vertices) {
      float px = x[i] + sx, py = y[i] + sy, pz = z[i] + sz;
      if (!grid.covers(px, py, pz, reach)) {
        continue;
      }
      int found = grid.near(px, py, pz);
      for (int f = 0; f < found; f++) {
        int j = grid.found(f);
        float dx = px - bx[j], dy = py - by[j], dz = pz - bz[j];
        float d2 = dx * dx + dy * dy + dz * dz;
        if (!(d2 < reach * reach)) {
          continue;
        }
        float d = (float) Math.sqrt(d2);
        if (d > TINY) {
          add(i, j, j, j, 1, 0, 0, dx / d, dy / d, dz / d);
        } else {
          add(i, j, j, j, 1, 0, 0, 0, 1, 0); // coincident: some direction, always the same
        }
      }
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
  private float sliding;

  /** Reads contact c; false if both sides are held. */
  private boolean read(ContactSurface p, ContactSurface q, int c) {
    Particles pp = p.particles, qp = q.particles;
    int i = point[c], k = 3 * c;
    int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
    float a0 = weights[k], a1 = weights[k + 1], a2 = weights[k + 2];
    float nx = normals[k], ny = normals[k + 1], nz = normals[k + 2];
    wp = p.inverseMass(i);
    w0 = a0 * q.inverseMass(i0);
    w1 = a1 * q.inverseMass(i1);
    w2 = a2 * q.inverseMass(i2);
    w = wp + a0 * w0 + a1 * w1 + a2 * w2;
    float[] ux = qp.vx(), uy = qp.vy(), uz = qp.vz();
    float vx = pp.vx()[i] - (a0 * ux[i0] + a1 * ux[i1] + a2 * ux[i2]);
    float vy = pp.vy()[i] - (a0 * uy[i0] + a1 * uy[i1] + a2 * uy[i2]);
    float vz = pp.vz()[i] - (a0 * uz[i0] + a1 * uz[i1] + a2 * uz[i2]);
    vn = vx * nx + vy * ny + vz * nz;
    tx = vx - vn * nx;
    ty = vy - vn * ny;
    tz = vz - vn * nz;
    sliding = (float) Math.sqrt(tx * tx + ty * ty + tz * tz);
    return w > 0;
  }

  /** Moves the two sides of contact c apart, and decides whether it bounces. */
  private void part(ContactSurface p, ContactSurface q, int c) {
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
    float depth = p.radius + q.radius - (dx * nx + dy * ny + dz * nz);
    if (!(depth > 0) || !read(p, q, c)) {
      return;
    }
    bounce[c] = -vn > restingSpeed ? -e * vn : 0;
    contacts++;
    if (-vn > approach || contacts == 1) {
      approach = Math.max(0, -vn);
      placeX = pp.worldX(i);
      placeY = pp.worldY(i);
      placeZ = pp.worldZ(i);
    }
    // What came in within this step goes back at once; older overlap is let out slowly.
    float push = fresh[c] ? depth : Math.min(depth, maxCorrection + Math.max(0, -vn) * h);
    largestPush = Math.max(largestPush, push);
    float cx = push * nx, cy = push * ny, cz = push * nz;
    // The slip of this step, as in ColliderContacts; measured where the two sides are by now, since
    // neighbouring contacts share particles: taken from velocities each would undo all of it.
    float ex = slip(p.startX, q.startX, dx - sx, i, k);
    float ey = slip(p.startY, q.startY, dy - sy, i, k);
    float ez = slip(p.startZ, q.startZ, dz - sz, i, k);
    float en = ex * nx + ey * ny + ez * nz;
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
  private float slip(float[] p, float[] q, float d, int i, int k) {
    return d
        - (p[i]
            - weights[k] * q[corners[k]]
            - weights[k + 1] * q[corners[k + 1]]
            - weights[k + 2] * q[corners[k + 2]]);
  }

  /** Gives the two sides of contact c the impulse that stops their approach, with friction. */
  private void stop(ContactSurface p, ContactSurface q, int c) {
    if (!read(p, q, c) || !(vn < bounce[c])) {
      return;
    }
    int i = point[c], k = 3 * c;
    int i0 = corners[k], i1 = corners[k + 1], i2 = corners[k + 2];
    float more = bounce[c] - vn;
    float rub = sliding > 0 ? Math.min(1, mu * more / sliding) : 0;
    float jx = (more * normals[k] - rub * tx) / w;
    float jy = (more * normals[k + 1] - rub * ty) / w;
    float jz = (more * normals[k + 2] - rub * tz) / w;
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

  // Mass and centre of a body that is moved as a whole.
  private double wholeMass;
  private double wholeX;
  private double wholeY;
  private double wholeZ;
  private double wholeVx;
  private double wholeVy;
  private double wholeVz;

  /** Sums in index order. A fixed body, or one with a held particle, gets mass 0: do not move. */
  private void whole(ContactSurface s) {
    Particles p = s.particles;
    double m = 0, x = 0, y = 0, z = 0, vx = 0, vy = 0, vz = 0;
    boolean free = !s.fixed;
    for (int i = 0; i < p.count(); i++) {
      double mi = p.mass()[i];
      m += mi;
      x += mi * p.x()[i];
      y += mi * p.y()[i];
      z += mi * p.z()[i];
      vx += mi * p.vx()[i];
      vy += mi * p.vy()[i];
      vz += mi * p.vz()[i];
      free &= p.mobility()[i] != 0;
    }
    wholeX = p.originX() + x / m;
    wholeY = p.originY() + y / m;
    wholeZ = p.originZ() + z / m;
    wholeVx = vx / m;
    wholeVy = vy / m;
    wholeVz = vz / m;
    wholeMass = free ? m : 0;
  }

  /** Moves two bodies apart along the line of their centres and stops their approach along it. */
  private void separate(ContactSurface a, ContactSurface b) {
    whole(b);
    double mb = wholeMass, bx = wholeX, by = wholeY, bz = wholeZ;
    double bvx = wholeVx, bvy = wholeVy, bvz = wholeVz;
    whole(a);
    double ma = wholeMass;
    double wa = ma > 0 ? 1 / ma : 0, wb = mb > 0 ? 1 / mb : 0;
    contacts = size;
    placeX = 0.5 * (wholeX + bx);
    placeY = 0.5 * (wholeY + by);
    placeZ = 0.5 * (wholeZ + bz);
    if (!(wa + wb > 0)) {
      return;
    }
    double nx = wholeX - bx, ny = wholeY - by, nz = wholeZ - bz;
    double d = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (d > 1e-6 * (a.maxY - a.minY + a.maxX - a.minX)) {
      nx /= d;
      ny /= d;
      nz /= d;
    } else { // one in the other: the first goes up
      nx = 0;
      ny = 1;
      nz = 0;
    }
    double vn = (wholeVx - bvx) * nx + (wholeVy - bvy) * ny + (wholeVz - bvz) * nz;
    approach = (float) Math.max(0, -vn);
    double stop = Math.max(0, -vn) / (wa + wb);
    double push = maxCorrection / (wa + wb);
    shift(a.particles, push * wa, stop * wa, nx, ny, nz);
    shift(b.particles, -push * wb, -stop * wb, nx, ny, nz);
  }

  private static void shift(
      Particles p, double way, double speed, double nx, double ny, double nz) {
    if (way == 0) {
      return;
    }
    float x = (float) (way * nx), y = (float) (way * ny), z = (float) (way * nz);
    float vx = (float) (speed * nx), vy = (float) (speed * ny), vz = (float) (speed * nz);
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] += x;
      p.y()[i] += y;
      p.z()[i] += z;
      p.vx()[i] += vx;
      p.vy()[i] += vy;
      p.vz()[i] += vz;
    }
  }
}
