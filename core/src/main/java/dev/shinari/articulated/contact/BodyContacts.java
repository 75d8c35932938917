package dev.shinari.articulated.contact;

import dev.shinari.articulated.motion.MassPoints;
import dev.shinari.body.particle.Particles;
import dev.shinari.collide.soft.ContactSurface;

/**
 * A creature and an elastic body: the body's particles against capsules of bones or the surface of
 * the exoskeleton, and the other way round balls of bones or vertices of the exoskeleton against
 * the body's triangles, for what is thinner than the particles' spacing.
 */
public final class BodyContacts implements MassPoints {
  /** How far one touch moves a particle, as a share of the spacing. */
  private static final double MOST_SHIFT = 0.1;

  private final PairContact contact = new PairContact();
  private final double[] weights = new double[3];
  private final double[] edges = new double[6]; // of a triangle, from its first corner
  private final double[] box = new double[6];
  private int[] near = new int[16]; // capsules by the body
  private float[] normals = {};
  private ContactSurface surface;
  private Particles p;
  private int[] tri;
  private double friction;
  private double restitution;
  private double fastest;
  private double mostShift;

  // Of the nearest triangle.
  private double height;
  private double nx;
  private double ny;
  private double nz;
  private final double[] share = new double[3];

  /**
   * Parts a creature and a body.
   *
   * @param exo the creature's exoskeleton, or null: then its bones meet
   * @return the fastest approach in meters a second, or -1 where nothing touches
   */
  public float meet(
      BoneBalls bones, Exoskeleton exo, ContactSurface other, float grip, float bounce) {
    surface = other;
    p = other.body().particles();
    fastest = -1;
    mostShift = MOST_SHIFT * ContactSurface.spacing(other.body());
    friction = 0.5 * (grip + other.material().friction());
    restitution = Math.max(bounce, other.material().restitution());
    for (int c = 0; c < 3; c++) {
      box[c] = other.min(c) - other.radius();
      box[3 + c] = other.max(c) + other.radius();
    }
    tri = other.isSolid() ? other.body().cage().boundary().triangles() : null;
    if (exo == null) {
      meetBones(bones);
    } else {
      meetExoskeleton(exo);
    }
    surface = null;
    p = null;
    return (float) fastest;
  }

  private void resolve(double depth, double x, double y, double z) {
    contact.resolve(depth, x, y, z, friction, restitution);
    fastest = Math.max(fastest, contact.approach());
  }

  // ---- bones

  private void meetBones(BoneBalls bones) {
    double[] all = bones.place();
    for (int c = 0; c < 3; c++) {
      if (all[c] > box[3 + c] || box[c] > all[3 + c]) {
        return;
      }
    }
    if (near.length < bones.count) {
      near = new int[2 * bones.count];
    }
    int count = 0;
    for (int k = 0; k < bones.count; k++) {
      if (bones.overlaps(k, box, 0)) {
        near[count++] = k;
      }
    }
    if (count == 0) {
      return;
    }
    double r = surface.radius();
    if (tri != null) {
      findNormals();
    }
    for (int i = 0; i < p.count(); i++) {
      double x = p.worldX(i), y = p.worldY(i), z = p.worldZ(i);
      if (LimbContacts.inside(all, x, y, z, r)) {
        for (int k = 0; k < count; k++) {
          meetParticle(bones, near[k], i, x, y, z, r);
        }
      }
    }
    for (int k = 0; k < bones.ballCount() && tri != null; k++) {
      double x = bones.ball(k, 0), y = bones.ball(k, 1), z = bones.ball(k, 2);
      double gap = bones.ballRadius(k) + r;
      int t = LimbContacts.inside(box, x, y, z, gap) ? nearest(x, y, z, gap) : -1;
      if (t >= 0 && gap > height) {
        contact.begin();
        bones.addBall(contact, k, 1);
        addTriangle(t, -1);
        resolve(gap - height, nx, ny, nz);
      }
    }
  }

  private void meetParticle(BoneBalls bones, int k, int i, double x, double y, double z, double r) {
    for (int c = 0; c < 3; c++) {
      double at = c == 0 ? x : c == 1 ? y : z;
      if (at < bones.low[3 * k + c] - r || at > bones.high[3 * k + c] + r) {
        return;
      }
    }
    double s = ClosestPoints.onSegment(bones.ends, 6 * k, 6 * k + 3, x, y, z);
    double dx = x - (1 - s) * bones.ends[6 * k] - s * bones.ends[6 * k + 3];
    double dy = y - (1 - s) * bones.ends[6 * k + 1] - s * bones.ends[6 * k + 4];
    double dz = z - (1 - s) * bones.ends[6 * k + 2] - s * bones.ends[6 * k + 5];
    double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
    double depth = bones.radius(k, s) + r - d;
    if (depth > 0 && d > 1e-9 && (tri == null || facing(i, dx, dy, dz))) {
      contact.begin().add(this, i, 1);
      bones.addPoint(contact, k, s, -1);
      resolve(depth, dx / d, dy / d, dz / d);
    }
  }

  // ---- exoskeleton

  private void meetExoskeleton(Exoskeleton exo) {
    ExoContacts sides = exo.surface();
    double[] all = sides.box();
    double gap = exo.radius() + surface.radius();
    for (int c = 0; c < 3; c++) {
      if (all[c] > box[3 + c] + gap || box[c] > all[3 + c] + gap) {
        return;
      }
    }
    for (int i = 0; i < p.count(); i++) {
      double x = p.worldX(i), y = p.worldY(i), z = p.worldZ(i);
      int t = LimbContacts.inside(all, x, y, z, gap) ? sides.nearest(x, y, z) : -1;
      if (t >= 0 && gap > sides.distance()) {
        contact.begin().add(this, i, 1);
        sides.addNearest(contact, t, -1);
        resolve(gap - sides.distance(), sides.normal(0), sides.normal(1), sides.normal(2));
      }
    }
    for (int i = 0; i < exo.vertexCount() && tri != null; i++) {
      double x = exo.position(i, 0), y = exo.position(i, 1), z = exo.position(i, 2);
      int t = LimbContacts.inside(box, x, y, z, gap) ? nearest(x, y, z, gap) : -1;
      if (t >= 0 && gap > height) {
        contact.begin().add(exo.nodes, i, 1);
        addTriangle(t, -1);
        resolve(gap - height, nx, ny, nz);
      }
    }
  }

  // ---- the body

  /** The body's nearest triangle within reach of a point, or -1; height is negative inside. */
  private int nearest(double px, double py, double pz, double gap) {
    float[] x = p.x(), y = p.y(), z = p.z();
    double qx = px - p.originX(), qy = py - p.originY(), qz = pz - p.originZ();
    double spacing = ContactSurface.spacing(surface.body());
    double reach = gap + 2 * spacing, far = reach + 4 * spacing;
    double least = reach, steep = 0;
    int best = -1;
    for (int t = 0; t < tri.length; t += 3) {
      int a = tri[t], b = tri[t + 1], c = tri[t + 2];
      double ax = qx - x[a], ay = qy - y[a], az = qz - z[a];
      if (!(ax * ax + ay * ay + az * az < far * far)) {
        continue;
      }
      double ux = (double) x[b] - x[a], uy = (double) y[b] - y[a], uz = (double) z[b] - z[a];
      double vx = (double) x[c] - x[a], vy = (double) y[c] - y[a], vz = (double) z[c] - z[a];
      double mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
      double area = Math.sqrt(mx * mx + my * my + mz * mz);
      if (!(area > 1e-12)) {
        continue; // a collapsed triangle has no side to push to
      }
      double up = (ax * mx + ay * my + az * mz) / area;
      if (!(Math.abs(up) < least + 1e-9)) {
        continue;
      }
      edges[0] = ux;
      edges[1] = uy;
      edges[2] = uz;
      edges[3] = vx;
      edges[4] = vy;
      edges[5] = vz;
      ClosestPoints.ofTriangle(edges, ax, ay, az, weights);
      double dx = ax - weights[1] * ux - weights[2] * vx;
      double dy = ay - weights[1] * uy - weights[2] * vy;
      double dz = az - weights[1] * uz - weights[2] * vz;
      double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (d < least - 1e-9 || (d < least + 1e-9 && Math.abs(up) > steep)) {
        least = Math.min(least, d);
        steep = Math.abs(up);
        best = t;
        height = up >= 0 ? d : -d;
        boolean aside = up > 0 && d > 1e-6; // beside an edge: straight away from it
        nx = aside ? dx / d : mx / area;
        ny = aside ? dy / d : my / area;
        nz = aside ? dz / d : mz / area;
        System.arraycopy(weights, 0, share, 0, 3);
      }
    }
    return best;
  }

  /** Sums of the normals of the triangles around each particle of the boundary. */
  private void findNormals() {
    int n = p.count();
    if (normals.length < 3 * n) {
      normals = new float[3 * n];
    }
    java.util.Arrays.fill(normals, 0, 3 * n, 0);
    float[] x = p.x(), y = p.y(), z = p.z();
    for (int t = 0; t < tri.length; t += 3) {
      int a = tri[t], b = tri[t + 1], c = tri[t + 2];
      float ux = x[b] - x[a], uy = y[b] - y[a], uz = z[b] - z[a];
      float vx = x[c] - x[a], vy = y[c] - y[a], vz = z[c] - z[a];
      for (int k = 0; k < 3; k++) {
        int i = 3 * tri[t + k];
        normals[i] += uy * vz - uz * vy;
        normals[i + 1] += uz * vx - ux * vz;
        normals[i + 2] += ux * vy - uy * vx;
      }
    }
  }

  /**
   * Whether a push along (dx, dy, dz) presses a particle of the boundary into its body, or moves
   * one that lies inside. A bone that is already behind it would push it off, and itself deeper in;
   * what lies inside is the triangles' business.
   */
  private boolean facing(int i, double dx, double dy, double dz) {
    double dot = normals[3 * i] * dx + normals[3 * i + 1] * dy + normals[3 * i + 2] * dz;
    return dot < 0 || normals[3 * i] == 0 && normals[3 * i + 1] == 0 && normals[3 * i + 2] == 0;
  }

  private void addTriangle(int t, double sign) {
    for (int c = 0; c < 3; c++) {
      contact.add(this, tri[t + c], sign * share[c]);
    }
  }

  @Override
  public double inverseMass(int i) {
    return surface.isFixed() ? 0 : p.mobility()[i] / p.mass()[i];
  }

  @Override
  public double velocity(int i, int c) {
    return (c == 0 ? p.vx() : c == 1 ? p.vy() : p.vz())[i];
  }

  /**
   * A particle goes a small part of the way to its neighbors at most: none is turned inside out.
   */
  @Override
  public void push(int i, double sx, double sy, double sz, double jx, double jy, double jz) {
    double way = Math.sqrt(sx * sx + sy * sy + sz * sz);
    double s = way > mostShift ? mostShift / way : 1;
    p.x()[i] += (float) (s * sx);
    p.y()[i] += (float) (s * sy);
    p.z()[i] += (float) (s * sz);
    p.vx()[i] += (float) jx;
    p.vy()[i] += (float) jy;
    p.vz()[i] += (float) jz;
  }
}
