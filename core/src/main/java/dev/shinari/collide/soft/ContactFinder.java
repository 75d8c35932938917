package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;

/**
 * Finds where two bodies touch. One finder a thread: it holds what a search needs, and nothing that
 * outlives it.
 *
 * <p>Whether a particle is inside of the other body is asked of the surface as a whole ({@link
 * SurfaceProbe#contains}); on which side it goes out is remembered from where it came in. Memory
 * alone is not enough: a particle that was once taken for an inner one of a thin or stretched body
 * would be drawn through it, and the pull would never end.
 */
final class ContactFinder {
  private static final float TINY = 1e-12f;

  // Cosine up to which triangles count as one side of a body. With right angles let in, a particle
  // that is pressed into the top of a block deeper than it is away from the edge would go on to the
  // side, and be pushed out there.
  private static final float SAME_SIDE = 0.6f;

  private final SurfaceProbe surface = new SurfaceProbe();
  private final OutlineProbe outline = new OutlineProbe();
  private final BallGrid grid = new BallGrid();

  // Particles that may touch the other body, and the box around them in its frame.
  private int[] chosen = {};
  private float minX;
  private float minY;
  private float minZ;
  private float maxX;
  private float maxY;
  private float maxZ;

  private double gone;
  private float room;

  // Distances of the search at hand.
  private float reach; // sum of the radii
  private float search; // within which triangles are gathered
  private float within; // no point inside is further from the surface

  /**
   * Begins with a pair of bodies.
   *
   * @param way that the two have gone to each other up to now, from look to look
   */
  void begin(double way) {
    gone = way;
    room = Float.POSITIVE_INFINITY;
  }

  /** What no particle is nearer to the other body's skin than, contacts apart. */
  float room() {
    return room;
  }

  /** Particle i is a distance away from the other body's skin. */
  private void isClear(double[] clear, int i, float distance) {
    clear[i] = gone + distance;
    room = distance < room ? distance : room;
  }

  /** Chooses the particles that were or are in the other body's box; answers how many. */
  private int choose(PairDirection side, int[] vertices, float sx, float sy, float sz) {
    ContactSurface p = side.points;
    SurfaceTree tree = side.surface.tree;
    int[] sides = side.sides;
    double[] clear = side.clear;
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
        float left = (float) (clear[i] - gone);
        room = left < room ? left : room;
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
        isClear(clear, i, Math.max(off, Math.max(loZ - pz, pz - hiZ)));
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

  /**
   * Particles of one body in the surface of the other or closer to it than the radii.
   *
   * @param way that the two bodies may have gone to each other in this step
   * @param all inner particles too
   * @param fast whether a particle may have gone right through the other body
   * @param known whether particles without a side were outside at the last look
   * @return how many are well inside of the other body
   */
  int findPoints(
      ContactList list, PairDirection pair, float way, boolean all, boolean fast, boolean known) {
    ContactSurface p = pair.points, q = pair.surface;
    int[] sides = pair.sides;
    double[] clear = pair.clear;
    // In a hard hit a soft body is pressed flat: its inner particles must not be carried into the
    // other one either.
    int[] vertices = all ? p.vertices : p.outer;
    SurfaceTree tree = q.tree;
    Particles pp = p.particles, qp = q.particles;
    reach = p.radius + q.radius;
    float near = reach + 0.25f * Math.min(p.spacing, q.spacing);
    search = Math.max(near, reach + 1.1f * way); // what came in is no deeper than its way
    // No point inside is further from the surface than half of the shortest side of the box.
    within = reach + 0.5001f * tree.shortestSide() + reach;
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    float[] x = pp.x(), y = pp.y(), z = pp.z();
    int count = choose(pair, vertices, sx, sy, sz);
    if (count == 0) {
      return 0;
    }
    SurfaceProbe probe = surface;
    probe.ask(q);
    probe.gather(
        minX - search, minY - search, minZ - search, maxX + search, maxY + search, maxZ + search);
    int inside = 0;
    for (int c = 0; c < count; c++) {
      int i = chosen[c];
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
          add(list, i, probe, probe.nx, probe.ny, probe.nz); // its own normal is the way out
          continue;
        }
        if (!probe.nearestGathered(px, py, pz, search)) {
          isClear(clear, i, search - reach);
          continue;
        }
        if (probe.distance >= reach && !probe.behind) {
          isClear(clear, i, probe.distance - reach);
          continue;
        }
        isInside = probe.contains(px, py, pz);
      } else {
        isInside = probe.contains(px, py, pz);
        if (isInside && side > 0 && staysOn(side - 1, px, py, pz)) {
          inside += probe.distance > 2 * reach ? 1 : 0;
          sides[i] = probe.triangle + 1;
          addInner(list, i);
          continue;
        }
      }
      boolean asked = wasOutside && fast;
      if ((isInside || fast) && !asked && probe.enters(ox, oy, oz, px, py, pz)) {
        sides[i] = probe.triangle + 1;
        add(list, i, probe, probe.nx, probe.ny, probe.nz);
        continue;
      }
      if (isInside) {
        if (!probe.nearest(px, py, pz, within)) {
          room = 0;
          continue;
        }
        float d = probe.distance;
        inside += d > 2 * reach ? 1 : 0;
        // The way out must lead against p's own surface there. At the edges of two blocks that lie
        // on each other the side is often nearer than the top, and would push them off. Not much
        // deeper, though: what came in back to front goes out the near way after all.
        if (ux * probe.dx + uy * probe.dy + uz * probe.dz < 0) {
          float deeper = Math.min(within, 2 * d + 4 * reach);
          probe.facing(ux, uy, uz, 0);
          if (!probe.nearestFacing(px, py, pz, deeper) || !probe.behind) {
            probe.nearest(px, py, pz, within);
          }
        }
        sides[i] = probe.triangle + 1;
        addInner(list, i);
      } else if (!wasOutside && !probe.nearestGathered(px, py, pz, near)) {
        isClear(clear, i, near - reach);
      } else if (probe.distance >= reach) {
        isClear(clear, i, probe.distance - reach);
      } else if (!(ux * probe.dx + uy * probe.dy + uz * probe.dz > 0)) {
        float d = probe.distance;
        // Near the surface the triangle's own normal is steadier than the way to it.
        if (d > 1e-3f * reach && d > TINY) {
          add(list, i, probe, probe.dx / d, probe.dy / d, probe.dz / d);
        } else {
          add(list, i, probe, probe.nx, probe.ny, probe.nz);
        }
        sides[i] = side > 0 ? side : probe.triangle + 1;
      } else {
        room = 0; // in the skin, and no contact
      }
    }
    return inside;
  }

  /**
   * The nearest of the triangles that face as t does, for a point inside. Where the point is beside
   * all of these rather than behind them, it has another side by now.
   */
  private boolean staysOn(int t, float px, float py, float pz) {
    SurfaceProbe probe = surface;
    if (!probe.normalOf(t)) {
      return false;
    }
    // None is further away than t itself, which makes for a short search.
    float most = Math.min(within, 1.001f * probe.distanceTo(t, px, py, pz) + TINY);
    probe.facing(-probe.nx, -probe.ny, -probe.nz, SAME_SIDE);
    boolean found =
        most <= search
            ? probe.nearestGatheredFacing(px, py, pz, most)
            : probe.nearestFacing(px, py, pz, most);
    if (!found || !probe.behind) {
      return false;
    }
    float facing = probe.dx * probe.nx + probe.dy * probe.ny + probe.dz * probe.nz;
    float beside = probe.distance * probe.distance - facing * facing;
    return beside <= Math.max(reach * reach, 0.25f * facing * facing);
  }

  /** Adds the probe's nearest point for particle i, which is inside. */
  private void addInner(ContactList list, int i) {
    SurfaceProbe probe = surface;
    float d = probe.distance;
    if (d > 1e-3f * reach && d > TINY) {
      add(list, i, probe, -probe.dx / d, -probe.dy / d, -probe.dz / d);
    } else {
      add(list, i, probe, probe.nx, probe.ny, probe.nz);
    }
  }

  private static void add(ContactList list, int i, SurfaceProbe s, float nx, float ny, float nz) {
    list.add(i, nx, ny, nz);
    list.against(s.corner0, s.corner1, s.corner2, s.weight0, s.weight1, s.weight2);
  }

  /** Particles of one outline in the other, or closer to it than the radii; both bodies flat. */
  void findEdges(ContactList list, PairDirection pair) {
    ContactSurface p = pair.points, q = pair.surface;
    double[] clear = pair.clear;
    OutlineProbe probe = outline;
    probe.ask(q);
    SurfaceTree tree = q.outline;
    Particles pp = p.particles, qp = q.particles;
    float near = p.edgeRadius + q.edgeRadius;
    float far = near + 0.25f * Math.min(p.spacing, q.spacing);
    float aside = 0.5f * (p.spacing + q.spacing); // from plane to plane
    float sizeX = tree.bound(3) - tree.bound(0), sizeY = tree.bound(4) - tree.bound(1);
    float size = Math.max(sizeX, Math.max(sizeY, tree.bound(5) - tree.bound(2))) + far;
    float sx = (float) (pp.originX() - qp.originX());
    float sy = (float) (pp.originY() - qp.originY());
    float sz = (float) (pp.originZ() - qp.originZ());
    for (int i : p.outer) {
      if (gone < clear[i]) {
        continue;
      }
      float px = pp.x()[i] + sx, py = pp.y()[i] + sy, pz = pp.z()[i] + sz;
      float away = (float) Math.sqrt(tree.distanceSquared(0, px, py, pz));
      if (away > near) {
        isClear(clear, i, away - near);
        continue;
      }
      if (!probe.nearest(px, py, pz, size, 0, 0, 0)) {
        continue;
      }
      float d = probe.distance;
      if (!probe.inside && d >= near) {
        isClear(clear, i, d - near);
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
          probe.nearest(px, py, pz, size, 0, 0, 0);
        }
      } else if (!probe.inside && ux * probe.dx + uy * probe.dy + uz * probe.dz > 0) {
        continue;
      }
      addEdge(list, i, probe, near);
    }
  }

  private static void addEdge(ContactList list, int i, OutlineProbe o, float near) {
    float d = o.distance, sign = o.inside ? -1 : 1;
    boolean clear = d > 1e-3f * near && d > TINY; // else the edge's own normal is steadier
    list.add(
        i,
        clear ? sign * o.dx / d : o.nx,
        clear ? sign * o.dy / d : o.ny,
        clear ? sign * o.dz / d : o.nz);
    list.against(o.corner0, o.corner1, o.corner0, o.weight0, o.weight1, 0);
  }

  /** Ball against ball, all pairs closer than the sum of the radii. */
  void findBalls(ContactList list, ContactSurface a, ContactSurface b) {
    room = 0; // of those that are apart nothing is known
    Particles ap = a.particles, bp = b.particles;
    float apart = a.radius + b.radius;
    double ox = bp.originX(), oy = bp.originY(), oz = bp.originZ();
    float sx = (float) (ap.originX() - ox);
    float sy = (float) (ap.originY() - oy);
    float sz = (float) (ap.originZ() - oz);
    grid.fill(b, a, apart);
    float[] x = ap.x(), y = ap.y(), z = ap.z();
    float[] bx = bp.x(), by = bp.y(), bz = bp.z();
    for (int i : a.vertices) {
      float px = x[i] + sx, py = y[i] + sy, pz = z[i] + sz;
      if (!grid.covers(px, py, pz, apart)) {
        continue;
      }
      int found = grid.near(px, py, pz);
      for (int f = 0; f < found; f++) {
        int j = grid.found(f);
        float dx = px - bx[j], dy = py - by[j], dz = pz - bz[j];
        float d2 = dx * dx + dy * dy + dz * dz;
        if (!(d2 < apart * apart)) {
          continue;
        }
        float d = (float) Math.sqrt(d2);
        if (d > TINY) {
          list.add(i, dx / d, dy / d, dz / d);
        } else {
          list.add(i, 0, 1, 0); // coincident: some direction, always the same
        }
        list.against(j, j, j, 1, 0, 0);
      }
    }
  }

  /** Two bodies of which each has the other's middle in it are nearly in the same place. */
  boolean isHeartInside(ContactSurface p, ContactSurface q) {
    if (q.tree == null) {
      return false;
    }
    surface.ask(q);
    Particles pp = p.particles, qp = q.particles;
    return surface.contains(
        (float) (pp.worldX(p.centerParticle) - qp.originX()),
        (float) (pp.worldY(p.centerParticle) - qp.originY()),
        (float) (pp.worldZ(p.centerParticle) - qp.originZ()));
  }
}
