package dev.shinari.fracture;

import dev.shinari.body.particle.Particles;

/** The plane of a cut, relative to the origin of a body's particles. */
public final class CutPlane {
  private final TearTool.Cut cut;
  private final double ox;
  private final double oy;
  private final double oz; // NaN where a line is drawn on a flat body, at whatever depth that is
  private final double nx;
  private final double ny;
  private final double nz;

  CutPlane(TearTool.Cut cut, Particles p, boolean flat) {
    this.cut = cut;
    double scale = 1 / Math.sqrt(cut.nx() * cut.nx() + cut.ny() * cut.ny() + cut.nz() * cut.nz());
    nx = cut.nx() * scale;
    ny = cut.ny() * scale;
    nz = cut.nz() * scale;
    ox = cut.x() - p.originX();
    oy = cut.y() - p.originY();
    oz = flat && nz == 0 ? Double.NaN : cut.z() - p.originZ();
  }

  private double depth(double z) {
    return Double.isNaN(oz) ? 0 : z - oz;
  }

  /** Signed distance of a point. */
  public double side(double x, double y, double z) {
    return (x - ox) * nx + (y - oy) * ny + depth(z) * nz;
  }

  /** Whether a point is no further from the middle of the cut than its reach and some more. */
  public boolean reaches(double x, double y, double z, double more) {
    return cut.away(x - ox, y - oy, depth(z)) <= cut.reach() + more;
  }
}
