package dev.shinari.collide;

import dev.shinari.body.BodySummary;
import dev.shinari.body.Particles;
import java.util.Arrays;

/**
 * Two bodies that are near each other, and where they touch. A particle p of one meets a point q =
 * a A + b B + c C of a boundary triangle of the other (or one particle of it, a = 1), with unit
 * normal n from q's body to p's:
 *
 * <pre>
 *   gap = (p - q) . n - radii            w = wp + a^2 wA + b^2 wB + c^2 wC
 *   p += wp/w n depth,  A -= a wA/w n depth, ...      wi = mobility / mass
 * </pre>
 *
 * and likewise for velocities with the impulse that stops the approach. What p gains in momentum A,
 * B and C lose, so that the sum is kept to float accuracy.
 *
 * <p>Whether a particle is inside of the other body is asked of the surface as a whole ({@link
 * SurfaceProbe#contains}); on which side it goes out is remembered from where it came in. Memory
 * alone is not enough: a particle that was once taken for an inner one of a thin or stretched body
 * would be drawn through it, and the pull would never end.
 *
 * <p>Where more than half of one body's surface is inside of the other, the nearest way out says
 * nothing any more: then the two are moved apart as wholes, along the line on which they met.
 */
final class ContactPair {
  private static final float TINY = 1e-12f;

  // Cosine up to which triangles count as one side of a body. With right angles let in, a particle
  // that is pressed into the top of a block deeper than it is away from the edge would go on to the
  // side, and be pushed out there.
  private static final float SAME_SIDE = 0.6f;

  final ContactSurface a;
  final ContactSurface b;

  // For each particle the triangle of the other body by which it came in, plus 1; 0: outside.
  // State.
  final int[] sidesOfA;
  final int[] sidesOfB;
  final double[] axis = new double[3]; // on which they met, from b to a
  boolean touched; // at the last look
  final double[] restGap = new double[3]; // of the middles, when one of the two fell asleep
  boolean resting; // one sleeps, or both do, and they touched when the first fell asleep
  boolean innerKnown = true; // inner particles may have a side, too
  boolean known; // a particle without a side was outside at the last look
  long round = -1; // of the last look; older sides are forgotten

  // How far the two have gone since the contacts below were found. State, as the contacts are.
  float moved;

  // How far both may still go, by their odometers, until a particle needs a look again. No state:
  // it only saves work.
  private final double[] clearOfA;
  private final double[] clearOfB;

  // Contacts. State, since they are kept while the two hardly move: particles of A against B's
  // surface up to pointsOfA, particles of B against A's up to
  // pointsOfB, then balls.
  private int size;
  private int pointsOfA;
  private int pointsOfB;
  private boolean deep;
  private boolean squeezed;
  private float reach; // sum of the radii
  private int[] point = new int[16];
  private int[] corners = new int[3 * 16];
  private float[] weights = new float[3 * 16];
  private float[] normals = new float[3 * 16];
  private float[] bounce = new float[16]; // normal speed to leave with; -1: not in touch
  private float[] gives = new float[5 * 16]; // by the masses: see read

  private double pressure; // sum of the impulses along the normals
  private float mu;
  private float e;

  // What came of it.
  int contacts;
  float approach;
  double placeX;
  double placeY;
  double placeZ;

  ContactPair(ContactSurface a, ContactSurface b) {
    this.a = a;
    this.b = b;
    sidesOfA = new int[a.particles.count()];
    sidesOfB = new int[b.particles.count()];
    clearOfA = new double[sidesOfA.length];
    clearOfB = new double[sidesOfB.length];
  }

  void forget() {
    known = false;
    Arrays.fill(sidesOfA, 0);
    Arrays.fill(sidesOfB, 0);
    forgetDistances();
  }

  void forgetDistances() {
    Arrays.fill(clearOfA, 0);
    Arrays.fill(clearOfB, 0);
  }

  /** All that the next round depends on. */
  record State(
      int[] sidesOfA,
      int[] sidesOfB,
      double[] axis,
      double[] restGap,
      boolean touched,
      boolean resting,
      boolean innerKnown,
      boolean known,
      boolean deep,
      boolean squeezed,
      float moved,
      float reach,
      int pointsOfA,
      int pointsOfB,
      int[] point,
      int[] corners,
      float[] weights,
      float[] normals) {}

  State save() {
    return new State(
        sidesOfA.clone(),
        sidesOfB.clone(),
        axis.clone(),
        restGap.clone(),
        touched,
        resting,
        innerKnown,
        known,
        deep,
        squeezed,
        moved,
        reach,
        pointsOfA,
        pointsOfB,
        Arrays.copyOf(point, size),
        Arrays.copyOf(corners, 3 * size),
        Arrays.copyOf(weights, 3 * size),
        Arrays.copyOf(normals, 3 * size));
  }

  void restore(State s, long thisRound) {
    System.arraycopy(s.sidesOfA, 0, sidesOfA, 0, sidesOfA.length);
    System.arraycopy(s.sidesOfB, 0, sidesOfB, 0, sidesOfB.length);
    System.arraycopy(s.axis, 0, axis, 0, 3);
    System.arraycopy(s.restGap, 0, restGap, 0, 3);
    touched = s.touched;
    resting = s.resting;
    innerKnown = s.innerKnown;
    known = s.known;
    deep = s.deep;
    squeezed = s.squeezed;
    moved = s.moved;
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
    round = thisRound;
  }

  /** Whether the last look found contacts. */
  boolean touches() {
    return size > 0 || deep || squeezed;
  }

  /**
   * Whether the contacts must be found anew. While the two have hardly moved, the old ones hold:
   * who was no contact is then still outside, and a shift along the surface is no more than a share
   * of the distance between particles. A heap that lies still so costs next to nothing.
   */
  boolean needsLook(long thisRound) {
    if (round != thisRound - 1 || a.outline != null && b.outline != null) {
      return true; // a flat body that lies on another one would creep
    }
    moved += a.lastWay + b.lastWay;
    boolean was = deep || squeezed;
    squeezed = isSqueezed();
    return was
        || squeezed
        || !(moved < Math.min(0.9f * reach, 0.1f * Math.min(a.spacing, b.spacing)));
  }

  /** Goes on with the contacts of the last look. */
  void goOn(long thisRound) {
    round = thisRound;
    contacts = 0;
    approach = 0;
  }

  /**
   * Finds the contacts. Reads both bodies and writes to this pair alone, so that all pairs of a
   * world can be looked at side by side.
   *
   * @param seconds length of the way from the bodies' starts to where they are
   */
  void find(Probes probes, float seconds, long thisRound) {
    size = 0;
    moved = 0;
    if (round != thisRound - 1) {
      forget();
      touched = false;
      resting = false;
      takeAxis();
    }
    round = thisRound;
    contacts = 0;
    approach = 0;
    deep = false;
    squeezed = isSqueezed();
    float way = a.closing(b) * seconds;
    // In one step a particle may then have gone right through the other body.
    boolean fast =
        way > 0.2f * Math.min(a.spacing, b.spacing) && way > 0.3f * Math.min(a.depth, b.depth);
    boolean all = fast || squeezed;
    known &= innerKnown || !all;
    if (innerKnown && !all) {
      a.clearInner(sidesOfA);
      b.clearInner(sidesOfB);
    }
    innerKnown = all;
    if (b.tree != null) {
      findPoints(probes, a, b, sidesOfA, clearOfA, way, fast);
    }
    pointsOfA = size;
    if (a.tree != null) {
      findPoints(probes, b, a, sidesOfB, clearOfB, way, fast);
    }
    pointsOfB = size;
    deep |= isHeartInside(probes.surface, a, b) && isHeartInside(probes.surface, b, a);
    // In a hard hit the first touch tells how they met; later ones are crumpled.
    if (!deep && !squeezed && !(fast && touched)) {
      takeAxis();
    }
    touched = size > 0;
    known = true;
    reach = a.radius + b.radius;
    if (a.isBeside(b)) {
      findEdges(probes.outline, a, b, clearOfA);
      pointsOfA = size;
      findEdges(probes.outline, b, a, clearOfB);
      pointsOfB = size;
      touched = size > 0;
      reach = a.edgeRadius + b.edgeRadius;
    } else if (deep) { // the sides that were found say nothing either
      forget();
    } else if (a.tree == null || b.tree == null) {
      findBalls(probes.grid);
    }
  }

  private double gap(int k) {
    Particles p = a.particles, q = b.particles;
    return k == 0
        ? p.worldX(a.heart) - q.worldX(b.heart)
        : k == 1 ? p.worldY(a.heart) - q.worldY(b.heart) : p.worldZ(a.heart) - q.worldZ(b.heart);
  }

  /** One of the two has fallen asleep. */
  void rest() {
    if (touched && !resting) {
      resting = true;
      for (int k = 0; k < 3; k++) {
        restGap[k] = gap(k);
      }
    }
  }

  /** Whether the middles have moved to each other by a fifth of the particles' spacing since. */
  boolean hasShifted() {
    double x = gap(0) - restGap[0], y = gap(1) - restGap[1], z = gap(2) - restGap[2];
    double most = 0.2 * Math.min(a.spacing, b.spacing);
    return x * x + y * y + z * z > most * most;
  }

  /** The mean normal of the contacts; without any, the line of the middles. */
  private void takeAxis() {
    double x = 0, y = 0, z = 0;
    for (int c = 0; c < size; c++) {
      int sign = c >= pointsOfA && c < pointsOfB ? -1 : 1;
      x += sign * normals[3 * c];
      y += sign * normals[3 * c + 1];
      z += sign * normals[3 * c + 2];
    }
    double d = Math.sqrt(x * x + y * y + z * z);
    boolean clear = d > 0.5 * size; // else the contacts disagree
    if (size == 0 || !clear) {
      x = gap(0);
      y = gap(1);
      z = gap(2);
      d = Math.sqrt(x * x + y * y + z * z);
      clear = d > 1e-3 * (a.depth + b.depth);
    }
    axis[0] = clear ? x / d : 0;
    axis[1] = clear ? y / d : 1; // one in the other: the first goes up
    axis[2] = clear ? z / d : 0;
  }

  /**
   * Whether the middles have come nearer than half of what both bodies have in depth, along the
   * line on which they met. Particles that stop one after the other stop a soft body too late when
   * it is hit hard: it would be drawn over the other one like a bag. And edges may cross without
   * any particle in the other body.
   */
  private boolean isSqueezed() {
    double x = gap(0), y = gap(1), z = gap(2);
    double along = x * axis[0] + y * axis[1] + z * axis[2];
    double beside = x * x + y * y + z * z - along * along;
    double room = a.depth + b.depth;
    return along < 0.5 * room && along > -room && beside < 0.25 * room * room;
  }

  /** Two bodies of which each has the other's middle in it are nearly in the same place. */
  private static boolean isHeartInside(SurfaceProbe probe, ContactSurface p, ContactSurface q) {
    if (q.tree == null) {
      return false;
    }
    probe.ask(q);
    Particles pp = p.particles, qp = q.particles;
    return probe.contains(
        (float) (pp.worldX(p.heart) - qp.originX()),
        (float) (pp.worldY(p.heart) - qp.originY()),
        (float) (pp.worldZ(p.heart) - qp.originZ()));
  }

  /** What a thread needs to look at pairs. */
  static final class Probes {
    final SurfaceProbe surface = new SurfaceProbe();
    final OutlineProbe outline = new OutlineProbe();
    final BallGrid grid = new BallGrid();

    // Particles that may touch the other body, and the box around them in its frame.
    int[] chosen = {};
    float minX;
    float minY;
    float minZ;
    float maxX;
    float maxY;
    float maxZ;

    /** Chooses the particles that were or are in the other body's box; answers how many. */
    int choose(
        int[] vertices,
        ContactSurface p,
        SurfaceTree tree,
        float sx,
        float sy,
        float sz,
        float reach,
        double gone,
        int[] sides,
        double[] clear) {
      if (chosen.length < vertices.length) {
        chosen = new int[vertices.length];
      }
      float loX = tree.bound(0) - reach, hiX = tree.bound(3) + reach;
      float loY = tree.bound(1) - reach, hiY = tree.bound(4) + reach;
      float loZ = tree.bound(2) - reach, hiZ = tree.bound(5) + reach;
      float[] x = p.particles.x(), y = p.particles.y(), z = p.particles.z();
      minX = minY = minZ = Float.POSITIVE_INFINITY;
      maxX = maxY = maxZ = Float.NEGATIVE_INFINITY;
      int count = 0;
      for (int i : vertices) {
        if (gone < clear[i]) {
          continue;
        }
        float px = x[i] + sx, py = y[i] + sy, pz = z[i] + sz;
        float ox = p.startX[i] + sx, oy = p.startY[i] + sy, oz = p.startZ[i] + sz;
        if ((px < loX && ox < loX)
            || (px > hiX && ox > hiX)
            || (py < loY && oy < loY)
            || (py > hiY && oy > hiY)
            || (pz < loZ && oz < loZ)
            || (pz > hiZ && oz > hiZ)) {
          float off = Math.max(loX - px, px - hiX);
          off = Math.max(off, Math.max(loY - py, py - hiY));
          clear[i] = gone + Math.max(off, Math.max(loZ - pz, pz - hiZ));
          sides[i] = 0;
          continue;
        }
        chosen[count++] = i;
        minX = px < minX ? px : minX;
        maxX = px > maxX ? px : maxX;
        minY = py < minY ? py : minY;
        maxY = py > maxY ? py : maxY;
        minZ = pz < minZ ? pz : minZ;
        maxZ = pz > maxZ ? pz : maxZ;
      }
      return count;
    }
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

  /** Particles of p in the surface of q or closer to it than the radii. */
  private void findPoints(
      Probes probes,
      ContactSurface p,
      ContactSurface q,
      int[] sides,
      double[] clear,
      float way,
      boolean fast) {
    // In a hard hit a soft body is pressed flat: its inner particles must not be carried into the
    // other one either.
    int[] vertices = fast || squeezed ? p.vertices : p.outer;
    SurfaceTree tree = q.tree;
    Particles pp = p.particles, qp = q.particles;
    float reach = p.radius + q.radius;
    float near = reach + 0.25f * Math.min(p.spacing, q.spacing);
    float search = Math.max(near, reach + 1.1f * way); // what came in is no deeper than its way
    // No point inside is further from the surface than half of the shortest side of the box.
    float within = reach + 0.5001f * tree.shortestSide() + reach;
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    float[] x = pp.x(), y = pp.y(), z = pp.z();
    double gone = p.odometer() + q.odometer();
    int count = probes.choose(vertices, p, tree, sx, sy, sz, reach, gone, sides, clear);
    if (count == 0) {
      return;
    }
    SurfaceProbe probe = probes.surface;
    probe.ask(q);
    probe.gather(
        probes.minX - search,
        probes.minY - search,
        probes.minZ - search,
        probes.maxX + search,
        probes.maxY + search,
        probes.maxZ + search);
    int inside = 0;
    for (int c = 0; c < count; c++) {
      int i = probes.chosen[c];
      float px = x[i] + sx, py = y[i] + sy, pz = z[i] + sz;
      float ox = p.startX[i] + sx, oy = p.startY[i] + sy, oz = p.startZ[i] + sz;
      int side = sides[i];
      sides[i] = 0;
      float ux = 0, uy = 0, uz = 0; // outward at p
      if (p.tree != null) {
        ux = p.tree.normalX[i];
        uy = p.tree.normalY[i];
        uz = p.tree.normalZ[i];
      }
      probe.against(ux, uy, uz);
      boolean wasOutside = known && side == 0;
      boolean isInside;
      if (wasOutside) { // nearly all: one short search tells that they still are
        if (fast && probe.enters(ox, oy, oz, px, py, pz)) {
          sides[i] = probe.triangle + 1;
          add(i, probe, probe.nx, probe.ny, probe.nz); // its own normal is the way out
          continue;
        }
        if (!probe.nearestGathered(px, py, pz, search, 0, 0, 0, 0)) {
          clear[i] = gone + search - reach;
          continue;
        }
        if (probe.distance >= reach && !probe.behind) {
          clear[i] = gone + probe.distance - reach;
          continue;
        }
        isInside = probe.contains(px, py, pz);
      } else {
        isInside = probe.contains(px, py, pz);
        if (isInside && side > 0 && staysOn(probe, side - 1, px, py, pz, within, search, reach)) {
          inside += probe.distance > 2 * reach ? 1 : 0;
          sides[i] = probe.triangle + 1;
          addInner(i, probe, reach);
          continue;
        }
      }
      boolean asked = wasOutside && fast;
      if ((isInside || fast) && !asked && probe.enters(ox, oy, oz, px, py, pz)) {
        sides[i] = probe.triangle + 1;
        add(i, probe, probe.nx, probe.ny, probe.nz);
        continue;
      }
      if (isInside) {
        if (!probe.nearest(px, py, pz, within)) {
          continue;
        }
        float d = probe.distance;
        inside += d > 2 * reach ? 1 : 0;
        // The way out must lead against p's own surface there. At the edges of two blocks that lie
        // on each other the side is often nearer than the top, and would push them off. Not much
        // deeper, though: what came in back to front goes out the near way after all.
        if (ux * probe.dx + uy * probe.dy + uz * probe.dz < 0) {
          float deeper = Math.min(within, 2 * d + 4 * reach);
          if (!probe.nearest(px, py, pz, deeper, ux, uy, uz, 0) || !probe.behind) {
            probe.nearest(px, py, pz, within);
          }
        }
        sides[i] = probe.triangle + 1;
        addInner(i, probe, reach);
      } else if (!wasOutside && !probe.nearestGathered(px, py, pz, near, 0, 0, 0, 0)) {
        clear[i] = gone + near - reach;
      } else if (probe.distance >= reach) {
        clear[i] = gone + probe.distance - reach;
      } else if (!(ux * probe.dx + uy * probe.dy + uz * probe.dz > 0)) {
        float d = probe.distance;
        // Near the surface the triangle's own normal is steadier than the way to it.
        if (d > 1e-3f * reach && d > TINY) {
          add(i, probe, probe.dx / d, probe.dy / d, probe.dz / d);
        } else {
          add(i, probe, probe.nx, probe.ny, probe.nz);
        }
        sides[i] = side > 0 ? side : probe.triangle + 1;
      }
    }
    deep |= 2 * inside > vertices.length;
  }

  /**
   * The nearest of the triangles that face as t does, for a point inside. Where the point is beside
   * all of these rather than behind them, it has another side by now.
   */
  private static boolean staysOn(
      SurfaceProbe probe,
      int t,
      float px,
      float py,
      float pz,
      float within,
      float gathered,
      float reach) {
    if (!probe.normalOf(t)) {
      return false;
    }
    // None is further away than t itself, which makes for a short search.
    float most = Math.min(within, 1.001f * probe.distanceTo(t, px, py, pz) + TINY);
    boolean found =
        most <= gathered
            ? probe.nearestGathered(px, py, pz, most, -probe.nx, -probe.ny, -probe.nz, SAME_SIDE)
            : probe.nearest(px, py, pz, most, -probe.nx, -probe.ny, -probe.nz, SAME_SIDE);
    if (!found || !probe.behind) {
      return false;
    }
    float facing = probe.dx * probe.nx + probe.dy * probe.ny + probe.dz * probe.nz;
    float beside = probe.distance * probe.distance - facing * facing;
    return beside <= Math.max(reach * reach, 0.25f * facing * facing);
  }

  /** Adds the probe's nearest point for particle i, which is inside. */
  private void addInner(int i, SurfaceProbe probe, float reach) {
    float d = probe.distance;
    if (d > 1e-3f * reach && d > TINY) {
      add(i, probe, -probe.dx / d, -probe.dy / d, -probe.dz / d);
    } else {
      add(i, probe, probe.nx, probe.ny, probe.nz);
    }
  }

  private void add(int i, SurfaceProbe s, float nx, float ny, float nz) {
    add(i, s.corner0, s.corner1, s.corner2, s.weight0, s.weight1, s.weight2, nx, ny, nz);
  }

  private void add(
      int i, int u, int v, int w, float wu, float wv, float ww, float nx, float ny, float nz) {
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

  /** Particles of the outline of p in that of q, or closer to it than the radii; both flat. */
  private void findEdges(OutlineProbe probe, ContactSurface p, ContactSurface q, double[] clear) {
    probe.ask(q);
    SurfaceTree tree = q.outline;
    Particles pp = p.particles, qp = q.particles;
    float near = p.edgeRadius + q.edgeRadius;
    float far = near + 0.25f * Math.min(p.spacing, q.spacing);
    float aside = 0.5f * (p.spacing + q.spacing); // from plane to plane
    float sizeX = tree.bound(3) - tree.bound(0), sizeY = tree.bound(4) - tree.bound(1);
    float within = Math.max(sizeX, Math.max(sizeY, tree.bound(5) - tree.bound(2))) + far;
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    double gone = p.odometer() + q.odometer();
    for (int i : p.outer) {
      if (gone < clear[i]) {
        continue;
      }
      float px = pp.x()[i] + sx, py = pp.y()[i] + sy, pz = pp.z()[i] + sz;
      float away = (float) Math.sqrt(tree.distanceSquared(0, px, py, pz));
      if (away > near) {
        clear[i] = gone + away - near;
        continue;
      }
      if (!probe.nearest(px, py, pz, within, 0, 0, 0)) {
        continue;
      }
      float d = probe.distance;
      if (!probe.inside && d >= near) {
        clear[i] = gone + d - near;
        continue;
      }
      float ox =
          px - (probe.weight0 * qp.x()[probe.corner0] + probe.weight1 * qp.x()[probe.corner1]);
      float oy =
          py - (probe.weight0 * qp.y()[probe.corner0] + probe.weight1 * qp.y()[probe.corner1]);
      float oz =
          pz - (probe.weight0 * qp.z()[probe.corner0] + probe.weight1 * qp.z()[probe.corner1]);
      if (Math.abs(ox * q.planeX + oy * q.planeY + oz * q.planeZ) > aside) {
        continue; // passes before or behind it
      }
      // The way out must lead against p's own outline there; see findPoints.
      float ux = p.outline.normalX[i], uy = p.outline.normalY[i], uz = p.outline.normalZ[i];
      if (probe.inside && ux * probe.dx + uy * probe.dy + uz * probe.dz < 0) {
        if (!probe.nearest(px, py, pz, 2 * d + 4 * near, ux, uy, uz) || !probe.inside) {
          probe.nearest(px, py, pz, within, 0, 0, 0);
        }
      } else if (!probe.inside && ux * probe.dx + uy * probe.dy + uz * probe.dz > 0) {
        continue;
      }
      addEdge(i, probe, near);
    }
  }

  private void addEdge(int i, OutlineProbe o, float near) {
    float d = o.distance, sign = o.inside ? -1 : 1;
    boolean clear = d > 1e-3f * near && d > TINY; // else the edge's own normal is steadier
    add(
        i,
        o.corner0,
        o.corner1,
        o.corner0,
        o.weight0,
        o.weight1,
        0,
        clear ? sign * o.dx / d : o.nx,
        clear ? sign * o.dy / d : o.ny,
        clear ? sign * o.dz / d : o.nz);
  }

  /** Ball against ball, all pairs closer than the sum of the radii. */
  private void findBalls(BallGrid grid) {
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

  // ---- resolving ------------------------------------------------------------------------------

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

  /** Moves the two bodies apart, and decides which contacts bounce. */
  void part(float seconds, ContactSettings settings) {
    pressure = 0;
    mu = a.material.frictionWith(b.material);
    e = a.material.restitutionWith(b.material);
    float slowly = settings.separationSpeed() * seconds;
    if (deep || squeezed) {
      separate(slowly);
    }
    if (deep) {
      contacts = size;
      Arrays.fill(bounce, 0, size, -1);
      return;
    }
    for (int c = 0; c < size; c++) {
      boolean ofB = c >= pointsOfA && c < pointsOfB;
      part(ofB ? b : a, ofB ? a : b, c, slowly, settings.restingSpeed());
    }
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

  /**
   * Rolling resistance: the two slow each other's spin, with a torque of a share of the force
   * between them at half a body length. Rigid motion has no damping of its own, and a body that
   * stands on three particles of its lower edge has next to none in them: it would rock for
   * seconds.
   */
  void roll(float resistance) {
    boolean heldA = a.fixed || a.body().heldCount() > 0;
    boolean heldB = b.fixed || b.body().heldCount() > 0;
    if (!(pressure > 0) || deep || heldA && heldB) {
      return;
    }
    BodySummary sa = a.body().summary(), sb = b.body().summary();
    double x = (heldA ? 0 : sa.spinX()) - (heldB ? 0 : sb.spinX());
    double y = (heldA ? 0 : sa.spinY()) - (heldB ? 0 : sb.spinY());
    double z = (heldA ? 0 : sa.spinZ()) - (heldB ? 0 : sb.spinZ());
    double spin = Math.sqrt(x * x + y * y + z * z);
    if (!(spin > 0)) {
      return;
    }
    x /= spin;
    y /= spin;
    z /= spin;
    double ease = (heldA ? 0 : sa.easeOfTurning(x, y, z)) + (heldB ? 0 : sb.easeOfTurning(x, y, z));
    double arm = 0.5 * Math.min(a.body().length(), b.body().length());
    double torque = Math.min(resistance * pressure * arm, spin / ease);
    if (!heldA) {
      a.body().turn(-torque * x, -torque * y, -torque * z);
    }
    if (!heldB) {
      b.body().turn(torque * x, torque * y, torque * z);
    }
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

  /** Moves the two bodies apart along the axis, as wholes, and stops their approach along it. */
  private void separate(double way) {
    whole(b);
    double mb = wholeMass, bx = wholeX, by = wholeY, bz = wholeZ;
    double bvx = wholeVx, bvy = wholeVy, bvz = wholeVz;
    whole(a);
    double ma = wholeMass;
    double wa = ma > 0 ? 1 / ma : 0, wb = mb > 0 ? 1 / mb : 0;
    placeX = 0.5 * (wholeX + bx);
    placeY = 0.5 * (wholeY + by);
    placeZ = 0.5 * (wholeZ + bz);
    if (!(wa + wb > 0)) {
      return;
    }
    double nx = axis[0], ny = axis[1], nz = axis[2];
    double vn = (wholeVx - bvx) * nx + (wholeVy - bvy) * ny + (wholeVz - bvz) * nz;
    approach = (float) Math.max(0, -vn);
    double stop = Math.max(0, -vn) / (wa + wb);
    double push = way / (wa + wb);
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
