package dev.shinari.collide;

import dev.shinari.body.particle.Particles;
import dev.shinari.collide.shape.ColliderShape;
import dev.shinari.collide.shape.HalfSpaceShape;
import dev.shinari.collide.shape.SweptBall;
import dev.shinari.mesh.Bounds;
import dev.shinari.motion.RigidPose;
import java.util.Arrays;

/**
 * One body's particles against colliders. Each inner step: {@link #remember} before the particles
 * move, {@link #resolve} after.
 *
 * <p>A particle is a small ball. Where it overlaps a collider, or passed one on its way, it is put
 * back on the surface, and friction takes back its slip along the surface:
 *
 * <pre>
 *   depth d, normal n, slip t = tangential part of the way relative to the collider
 *   x += n d - t/|t| min(|t|, mu d)
 *   vn' = e sqrt(vn^2 - 2 a d),  a = gravity into the surface
 *   vt' = vt - vt/|vt| min(|vt|, mu (vn' - vn))
 * </pre>
 *
 * The root is what keeps a bounce from gaining energy: lifting the particle by d costs a d, which
 * is taken from its speed. Undoing the slip, not only the sliding speed, is what lets a body stand
 * still on a slope: under gravity a particle slips by g sin(slope) h^2 before any contact sees it.
 *
 * <p>Nothing here allocates once the number of colliders is known; all state belongs to one body.
 */
public final class ColliderContacts {
  private final Particles particles;
  private ContactMaterial material;
  private final float radius;
  private float[] px; // where the last resolved step left the particles
  private float[] py;
  private float[] pz;
  private double pox;
  private double poy;
  private double poz;
  private boolean keep;

  private final RigidPose from = new RigidPose();
  private final RigidPose to = new RigidPose();
  private final SweptBall ball = new SweptBall();
  private final float[] n = new float[3];
  private final float[] q = new float[3];

  // The touch at hand, in the collider's frame: where the particle is, its way, how far it is put
  // back, and how deep it was.
  private double atX;
  private double atY;
  private double atZ;
  private float wayX;
  private float wayY;
  private float wayZ;
  private float backX;
  private float backY;
  private float backZ;
  private float depth;

  // The inner step at hand.
  private Collider collider;
  private float dt;
  private float friction;
  private float restitution;
  private float gx;
  private float gy;
  private float gz;
  private float restingSpeed;
  private float separationSpeed;
  private boolean moving;
  private int index;

  // What was touched since the last clear(), by collider: approach speed (-1: not) and place.
  private float[] touchSpeed = new float[0];
  private double[] touchPlace = new double[0];
  private float[] touchNormal = new float[0];
  private int contacts;
  private int skipped;
  private boolean[] supported; // in touch at the last resolve

  /**
   * @param radius of a particle, meters
   */
  public ColliderContacts(Particles particles, ContactMaterial material, float radius) {
    this.particles = particles;
    this.material = material;
    this.radius = radius;
    px = new float[particles.count()];
    py = new float[particles.count()];
    pz = new float[particles.count()];
    supported = new boolean[particles.count()];
  }

  /** The body has other particles than before; the way of the last step is forgotten. */
  public void particlesChanged() {
    int n = particles.count();
    if (n > px.length) {
      px = new float[2 * n];
      py = new float[2 * n];
      pz = new float[2 * n];
      supported = new boolean[2 * n];
    }
    keep = false;
  }

  /** Rubs and bounces otherwise from now on. */
  public void setMaterial(ContactMaterial other) {
    material = other;
  }

  /** Radius of a particle, meters. */
  public float radius() {
    return radius;
  }

  /** Which particles the last {@link #resolve} found in touch. */
  public boolean[] supported() {
    return supported;
  }

  /** Forgets what was touched; makes room for the given number of colliders. */
  public void clear(int colliders) {
    if (touchSpeed.length != colliders) {
      touchSpeed = new float[colliders];
      touchPlace = new double[3 * colliders];
      touchNormal = new float[3 * colliders];
    }
    Arrays.fill(touchSpeed, -1);
    contacts = 0;
    skipped = 0;
  }

  /** Makes room for the given number of colliders, if there is none yet. */
  public void fit(int colliders) {
    if (touchSpeed.length != colliders) {
      clear(colliders);
    }
  }

  /** Particle contacts since {@link #clear}. */
  public int contacts() {
    return contacts;
  }

  /** Particles that were left alone because their numbers were not finite. */
  public int skipped() {
    return skipped;
  }

  /** Fastest approach to collider c since {@link #clear} in meters a second, or -1: not touched. */
  public float touchSpeed(int c) {
    return touchSpeed[c];
  }

  /** World coordinate 0, 1 or 2 of the fastest touch of collider c. */
  public double touchPlace(int c, int axis) {
    return touchPlace[3 * c + axis];
  }

  /** Coordinate 0, 1 or 2 of the collider's outward normal at its fastest touch. */
  public float touchNormal(int c, int axis) {
    return touchNormal[3 * c + axis];
  }

  /**
   * Takes the present positions as the start of the next way, unless {@link #keepStart} said that
   * the last start still holds.
   */
  public void remember() {
    if (keep) {
      keep = false;
      return;
    }
    int count = particles.count();
    System.arraycopy(particles.x(), 0, px, 0, count);
    System.arraycopy(particles.y(), 0, py, 0, count);
    System.arraycopy(particles.z(), 0, pz, 0, count);
    pox = particles.originX();
    poy = particles.originY();
    poz = particles.originZ();
  }

  /**
   * Something pushed the particles after the last {@link #resolve}, perhaps through a wall: the
   * next way starts where that step ended, so that the push is checked too. False forgets this.
   */
  public void keepStart(boolean keepIt) {
    if (keepIt && !keep) {
      remember();
    }
    keep = keepIt;
  }

  /** Whether the next {@link #remember} will keep the last start. */
  public boolean keepsStart() {
    return keep;
  }

  /** Copies the remembered start into an array of 3 floats a particle and 3 doubles. */
  public void saveStart(float[] out, double[] origin) {
    int count = particles.count();
    System.arraycopy(px, 0, out, 0, count);
    System.arraycopy(py, 0, out, count, count);
    System.arraycopy(pz, 0, out, 2 * count, count);
    origin[0] = pox;
    origin[1] = poy;
    origin[2] = poz;
  }

  /** Takes back what {@link #saveStart} wrote. */
  public void restoreStart(float[] saved, double[] origin, boolean keepIt) {
    int count = particles.count();
    System.arraycopy(saved, 0, px, 0, count);
    System.arraycopy(saved, count, py, 0, count);
    System.arraycopy(saved, 2 * count, pz, 0, count);
    pox = origin[0];
    poy = origin[1];
    poz = origin[2];
    keep = keepIt;
  }

  /**
   * Resolves all particles against all colliders, in order.
   *
   * @param startSeconds time at which the particles stood where {@link #remember} saw them
   * @param seconds length of the inner step
   * @param gravity 3 floats
   * @return whether anything was touched
   */
  public boolean resolve(
      Collider[] colliders,
      double startSeconds,
      double endSeconds,
      float seconds,
      float[] gravity,
      ContactSettings settings) {
    int before = contacts;
    Arrays.fill(supported, false);
    dt = seconds;
    gx = gravity[0];
    gy = gravity[1];
    gz = gravity[2];
    restingSpeed = settings.restingSpeed();
    separationSpeed = settings.separationSpeed();
    for (int c = 0; c < colliders.length; c++) {
      index = c;
      collider = colliders[c];
      friction = material.frictionWith(collider.material());
      restitution = material.restitutionWith(collider.material());
      collider.pose(endSeconds, to);
      moving = collider.isMoving();
      if (moving) {
        collider.pose(startSeconds, from);
      } else {
        from.set(to);
      }
      if (collider.shape() instanceof HalfSpaceShape) {
        againstHalfSpace();
      } else {
        againstShape();
      }
    }
    return contacts != before;
  }

  /** The plane in the body's frame: one product a particle decides for nearly all of them. */
  private void againstHalfSpace() {
    Particles p = particles;
    float[] x = p.x(), y = p.y(), z = p.z();
    double ux = to.r[1], uy = to.r[4], uz = to.r[7];
    float nx = (float) ux, ny = (float) uy, nz = (float) uz;
    double k = ux * (p.originX() - to.x) + uy * (p.originY() - to.y) + uz * (p.originZ() - to.z);
    float reach = (float) (radius - k);
    int count = p.count();
    for (int i = 0; i < count; i++) {
      if (nx * x[i] + ny * y[i] + nz * z[i] < reach) {
        meet(i);
      }
    }
  }

  private void againstShape() {
    Particles p = particles;
    float[] x = p.x(), y = p.y(), z = p.z();
    Bounds b = collider.shape().bounds();
    if (!(b.diagonal() < Float.POSITIVE_INFINITY)) {
      for (int i = 0; i < p.count(); i++) {
        meet(i);
      }
      return;
    }
    // The collider's box in the body's frame, grown by the way it makes in this step.
    double ox = p.originX(), oy = p.originY(), oz = p.originZ();
    float minX = (float) (low(b, to, 0) - ox) - radius;
    float minY = (float) (low(b, to, 1) - oy) - radius;
    float minZ = (float) (low(b, to, 2) - oz) - radius;
    float maxX = (float) (high(b, to, 0) - ox) + radius;
    float maxY = (float) (high(b, to, 1) - oy) + radius;
    float maxZ = (float) (high(b, to, 2) - oz) + radius;
    if (moving) {
      minX = Math.min(minX, (float) (low(b, from, 0) - ox) - radius);
      minY = Math.min(minY, (float) (low(b, from, 1) - oy) - radius);
      minZ = Math.min(minZ, (float) (low(b, from, 2) - oz) - radius);
      maxX = Math.max(maxX, (float) (high(b, from, 0) - ox) + radius);
      maxY = Math.max(maxY, (float) (high(b, from, 1) - oy) + radius);
      maxZ = Math.max(maxZ, (float) (high(b, from, 2) - oz) + radius);
    }
    float sx = (float) (pox - ox), sy = (float) (poy - oy), sz = (float) (poz - oz);
    for (int i = 0; i < p.count(); i++) {
      float y0 = py[i] + sy, y1 = y[i];
      if ((y0 < minY && y1 < minY) || (y0 > maxY && y1 > maxY)) {
        continue;
      }
      float x0 = px[i] + sx, x1 = x[i];
      float z0 = pz[i] + sz, z1 = z[i];
      if ((x0 < minX && x1 < minX)
          || (x0 > maxX && x1 > maxX)
          || (z0 < minZ && z1 < minZ)
          || (z0 > maxZ && z1 > maxZ)) {
        continue;
      }
      meet(i);
    }
  }

  private static double extent(Bounds b, RigidPose pose, int axis) {
    double[] r = pose.r;
    return Math.abs(r[3 * axis]) * 0.5 * b.sizeX()
        + Math.abs(r[3 * axis + 1]) * 0.5 * b.sizeY()
        + Math.abs(r[3 * axis + 2]) * 0.5 * b.sizeZ();
  }

  private static double center(Bounds b, RigidPose pose, int axis) {
    double[] r = pose.r;
    double at = axis == 0 ? pose.x : axis == 1 ? pose.y : pose.z;
    return at
        + r[3 * axis] * b.centerX()
        + r[3 * axis + 1] * b.centerY()
        + r[3 * axis + 2] * b.centerZ();
  }

  public static double low(Bounds b, RigidPose pose, int axis) {
    return center(b, pose, axis) - extent(b, pose, axis);
  }

  public static double high(Bounds b, RigidPose pose, int axis) {
    return center(b, pose, axis) + extent(b, pose, axis);
  }

  /**
   * Particle i against the collider at hand, in the collider's frame: p where it was, s where it
   * is, m the way in between as seen from the collider.
   */
  private void meet(int i) {
    Particles p = particles;
    if (p.mobility()[i] == 0) {
      return; // held: it is where its handle wants it
    }
    double wx = p.worldX(i), wy = p.worldY(i), wz = p.worldZ(i);
    double qx = pox + px[i], qy = poy + py[i], qz = poz + pz[i];
    double dsx = to.local(0, wx, wy, wz), dsy = to.local(1, wx, wy, wz);
    double dsz = to.local(2, wx, wy, wz);
    double dpx = from.local(0, qx, qy, qz), dpy = from.local(1, qx, qy, qz);
    double dpz = from.local(2, qx, qy, qz);
    float sx = (float) dsx, sy = (float) dsy, sz = (float) dsz;
    float mx = (float) (dsx - dpx), my = (float) (dsy - dpy), mz = (float) (dsz - dpz);
    float way = (float) Math.sqrt(mx * mx + my * my + mz * mz);
    if (!(way < Float.POSITIVE_INFINITY)) {
      skipped++;
      return;
    }
    ColliderShape shape = collider.shape();
    float in = 0;
    float ex = 0, ey = 0, ez = 0; // correction so far
    float bx = (float) dpx, by = (float) dpy, bz = (float) dpz;
    if (way > 0.5f * (shape.halfThickness() + radius)) {
      float gap = shape.distance(bx, by, bz) - radius;
      if (gap >= -1e-3f * radius - 1e-6f * way) {
        float share = shape.sweep(ball.radius(radius).from(bx, by, bz).to(sx, sy, sz));
        if (share <= 1) {
          shape.normal(bx + share * mx, by + share * my, bz + share * mz, n);
          // The rest of the way loses its part into the surface and keeps the part along it.
          in = -(1 - share) * (mx * n[0] + my * n[1] + mz * n[2]);
          in = Math.max(in, 0);
          ex = in * n[0];
          ey = in * n[1];
          ez = in * n[2];
        }
      }
    }
    boolean swept = in > 0;
    float d = radius - shape.distance(sx + ex, sy + ey, sz + ez);
    if (d > 0) {
      // What overlapped before this step is let out slowly; what came in now goes back at once.
      float push = Math.min(d, way + separationSpeed * dt);
      shape.normal(sx + ex, sy + ey, sz + ez, q);
      ex += push * q[0];
      ey += push * q[1];
      ez += push * q[2];
      in += push;
      if (!swept) {
        System.arraycopy(q, 0, n, 0, 3);
      }
    } else if (!swept) {
      return;
    }
    atX = dsx;
    atY = dsy;
    atZ = dsz;
    wayX = mx;
    wayY = my;
    wayZ = mz;
    backX = ex;
    backY = ey;
    backZ = ez;
    depth = in;
    respond(i);
  }

  /** Puts particle i back on the surface and takes or turns its speed, with friction. */
  private void respond(int i) {
    Particles p = particles;
    float mx = wayX, my = wayY, mz = wayZ, ex = backX, ey = backY, ez = backZ;
    float mn = mx * n[0] + my * n[1] + mz * n[2];
    float tx = mx - mn * n[0], ty = my - mn * n[1], tz = mz - mn * n[2];
    float slip = (float) Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (slip > 0) {
      float back = Math.min(slip, friction * depth) / slip;
      ex -= back * tx;
      ey -= back * ty;
      ez -= back * tz;
    }
    double[] r = to.r;
    float nx = (float) (r[0] * n[0] + r[1] * n[1] + r[2] * n[2]);
    float ny = (float) (r[3] * n[0] + r[4] * n[1] + r[5] * n[2]);
    float nz = (float) (r[6] * n[0] + r[7] * n[1] + r[8] * n[2]);
    p.x()[i] += (float) (r[0] * ex + r[1] * ey + r[2] * ez);
    p.y()[i] += (float) (r[3] * ex + r[4] * ey + r[5] * ez);
    p.z()[i] += (float) (r[6] * ex + r[7] * ey + r[8] * ez);

    float ux = 0, uy = 0, uz = 0; // the collider's own speed there
    if (moving) {
      ux = (float) ((to.worldX(atX, atY, atZ) - from.worldX(atX, atY, atZ)) / dt);
      uy = (float) ((to.worldY(atX, atY, atZ) - from.worldY(atX, atY, atZ)) / dt);
      uz = (float) ((to.worldZ(atX, atY, atZ) - from.worldZ(atX, atY, atZ)) / dt);
    }
    float vx = p.vx()[i] - ux, vy = p.vy()[i] - uy, vz = p.vz()[i] - uz;
    float vn = vx * nx + vy * ny + vz * nz;
    contacts++;
    supported[i] = true;
    float approach = Math.max(0, -vn);
    if (approach > touchSpeed[index]) {
      touchSpeed[index] = approach;
      touchPlace[3 * index] = p.worldX(i);
      touchPlace[3 * index + 1] = p.worldY(i);
      touchPlace[3 * index + 2] = p.worldZ(i);
      touchNormal[3 * index] = nx;
      touchNormal[3 * index + 1] = ny;
      touchNormal[3 * index + 2] = nz;
    }
    if (!(vn < 0)) {
      return;
    }
    float into = Math.max(0, -(gx * nx + gy * ny + gz * nz));
    float left = (float) Math.sqrt(Math.max(0, vn * vn - 2 * into * depth));
    // What gravity alone brings in within a step is rest, not a hit.
    // And only what was apart before bounces: what is pressed on by the body behind it comes in
    // anew
    // in every step, with a speed that is the strength of the pull and not that of a hit.
    boolean hit = left > restingSpeed + 2 * into * dt && mn + depth < -0.05f * radius;
    float out = hit ? restitution * left : 0;
    float wx = vx - vn * nx, wy = vy - vn * ny, wz = vz - vn * nz;
    float sliding = (float) Math.sqrt(wx * wx + wy * wy + wz * wz);
    float keepShare = sliding > 0 ? 1 - Math.min(1, friction * (out - vn) / sliding) : 0;
    p.vx()[i] = ux + keepShare * wx + out * nx;
    p.vy()[i] = uy + keepShare * wy + out * ny;
    p.vz()[i] = uz + keepShare * wz + out * nz;
  }
}
