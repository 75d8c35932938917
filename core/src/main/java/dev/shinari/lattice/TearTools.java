package dev.shinari.lattice;

import dev.shinari.body.Particles;

/** What cuts and shots do to a lattice. */
final class TearTools {
  private TearTools() {}

  /**
   * Splits the cells that a cut goes through down to the finest, and cuts the pairs on its two
   * sides.
   */
  static int cut(LatticeBody body, TearTool.Cut t) {
    AdaptiveLattice lattice = body.lattice();
    Cells cells = lattice.cells;
    double scale = 1 / Math.sqrt(t.nx() * t.nx() + t.ny() * t.ny() + t.nz() * t.nz());
    double nx = t.nx() * scale, ny = t.ny() * scale, nz = t.nz() * scale;
    Particles p = lattice.body().particles();
    double ox = t.x() - p.originX(), oy = t.y() - p.originY(), oz = t.z() - p.originZ();
    if (cells.dim == 2 && nz == 0) {
      oz = Double.NaN; // a line is drawn on the body, at whatever depth it is
    }
    for (int level = 0; level < cells.levels; level++) {
      for (int c = 0, n = cells.end; c < n; c++) {
        if (cells.state[c] == Cells.LEAF
            && cells.level[c] == level
            && straddles(lattice, c, ox, oy, oz, nx, ny, nz, t)) {
          lattice.split(c);
        }
      }
    }
    LatticeStretch m = body.stretch;
    m.measure();
    float[] gx = m.x, gy = m.y, gz = m.z;
    int tornBefore = lattice.tears();
    for (int c = 0, n = cells.end; c < n; c++) {
      if (cells.state[c] != Cells.LEAF) {
        continue;
      }
      double dc = side(gx[c] - ox, gy[c] - oy, gz[c] - oz, nx, ny, nz);
      for (int dir = 0; dir < cells.faces; dir++) {
        int b = cells.near[cells.faces * c + dir];
        if (b < 0) {
          continue;
        }
        double db = side(gx[b] - ox, gy[b] - oy, gz[b] - oz, nx, ny, nz);
        if (dc >= 0 == db >= 0) {
          continue;
        }
        double s = dc / (dc - db);
        double mx = gx[c] + s * (gx[b] - gx[c]) - ox, my = gy[c] + s * (gy[b] - gy[c]) - oy;
        double mz = Double.isNaN(oz) ? 0 : gz[c] + s * (gz[b] - gz[c]) - oz;
        if (t.away(mx, my, mz) <= t.reach()) {
          body.tear(c, dir);
        }
      }
    }
    return lattice.tears() - tornBefore;
  }

  private static double side(double x, double y, double z, double nx, double ny, double nz) {
    return x * nx + y * ny + (Double.isNaN(z) ? 0 : z * nz);
  }

  private static boolean straddles(
      AdaptiveLattice lattice,
      int c,
      double ox,
      double oy,
      double oz,
      double nx,
      double ny,
      double nz,
      TearTool.Cut cut) {
    Cells cells = lattice.cells;
    Particles p = lattice.body().particles();
    boolean over = false, under = false;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < cells.corners; k++) {
      int i = cells.slot[cells.slots * c + Cells.cornerSlot(k)];
      double x = p.x()[i] - ox, y = p.y()[i] - oy, z = p.z()[i] - oz;
      double d = side(x, y, z, nx, ny, nz);
      over |= d >= 0;
      under |= d <= 0;
      least = Math.min(least, cut.away(x, y, Double.isNaN(z) ? 0 : z));
    }
    double s = cells.size(c) * lattice.frame.unit * 2;
    return over && under && least <= cut.reach() + s;
  }

  /** Gives what is hit a velocity, the more the nearer to the line of the shot. */
  static void shoot(AdaptiveLattice lattice, TearTool.Shot t) {
    Particles p = lattice.body().particles();
    double speed = Math.sqrt(t.vx() * t.vx() + t.vy() * t.vy() + t.vz() * t.vz());
    double ux = t.vx() / speed, uy = t.vy() / speed, uz = t.vz() / speed;
    boolean hit = false;
    for (int i = 0; i < p.count(); i++) {
      double x = p.worldX(i) - t.x(), y = p.worldY(i) - t.y(), z = p.worldZ(i) - t.z();
      double along = x * ux + y * uy + z * uz;
      double d2 = x * x + y * y + z * z - along * along;
      double share = 1 - d2 / (t.radius() * t.radius());
      if (along >= 0 && share > 0 && p.mobility()[i] != 0) {
        p.vx()[i] += (float) (share * t.vx());
        p.vy()[i] += (float) (share * t.vy());
        p.vz()[i] += (float) (share * t.vz());
        hit = true;
      }
    }
    if (hit) {
      lattice.body().disturbed();
    }
  }
}
