package dev.shinari.fracture;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;

/**
 * Something done to a body that can come apart, at a time: a cut or a shot. Places are in the
 * world.
 */
public sealed interface TearTool {
  /** When it is done. */
  double seconds();

  /**
   * Cuts along a plane, or along a part of it: of elements on both sides those pairs are cut whose
   * middle is no further than {@code reach} from the given point, along the plane.
   *
   * @param reach infinity for the whole plane; half of the length of a drawn line
   * @param along null for a disc; where the reach is measured along a line only, that line's unit
   *     direction: the cut is then a strip that goes on without end across it, as of a knife that
   *     is long enough
   */
  record Cut(
      double seconds,
      double x,
      double y,
      double z,
      double nx,
      double ny,
      double nz,
      double reach,
      Direction along)
      implements TearTool {
    /** A unit vector. */
    public record Direction(double x, double y, double z) {}

    public Cut {
      Check.that(nx * nx + ny * ny + nz * nz > 0, "a cut needs a normal that is not zero");
      Check.that(reach > 0, "a cut needs a reach above zero");
    }

    /** A strip around a line through a place, as far to both sides as the reach. */
    public static Cut strip(
        double seconds, double[] place, double[] normal, double[] along, double reach) {
      double n = Math.sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
      Check.that(n > 0, "a cut needs two different points");
      return new Cut(
          seconds,
          place[0],
          place[1],
          place[2],
          normal[0],
          normal[1],
          normal[2],
          reach,
          new Direction(along[0] / n, along[1] / n, along[2] / n));
    }

    /** How far something is from the middle of the cut, given relative to it. */
    double away(double dx, double dy, double dz) {
      return along == null
          ? Math.sqrt(dx * dx + dy * dy + dz * dz)
          : Math.abs(dx * along.x + dy * along.y + dz * along.z);
    }

    /** A drawn line from one point to another, in the plane of flat bodies. */
    public static Cut line(double seconds, double ax, double ay, double bx, double by) {
      double length = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
      Check.that(length > 0, "a cut needs two different points");
      return new Cut(
          seconds, 0.5 * (ax + bx), 0.5 * (ay + by), 0, -(by - ay), bx - ax, 0, 0.5 * length, null);
    }
  }

  /**
   * A shot along a ray: particles within the radius of it are given the shot's velocity, less
   * towards the rim, as if something small and heavy went through.
   */
  record Shot(
      double seconds, double x, double y, double z, double vx, double vy, double vz, double radius)
      implements TearTool {
    public Shot {
      Check.that(vx * vx + vy * vy + vz * vz > 0, "a shot needs a velocity that is not zero");
      Check.that(radius > 0, "a shot needs a radius above zero");
    }

    /** Gives what is hit of a body a velocity, the more the nearer to the line of the shot. */
    public boolean hit(Body body) {
      Particles p = body.particles();
      double speed = Math.sqrt(vx * vx + vy * vy + vz * vz);
      double ux = vx / speed, uy = vy / speed, uz = vz / speed;
      boolean hit = false;
      for (int i = 0; i < p.count(); i++) {
        double dx = p.worldX(i) - x, dy = p.worldY(i) - y, dz = p.worldZ(i) - z;
        double along = dx * ux + dy * uy + dz * uz;
        double d2 = dx * dx + dy * dy + dz * dz - along * along;
        double share = 1 - d2 / (radius * radius);
        if (along >= 0 && share > 0 && p.mobility()[i] != 0) {
          p.vx()[i] += (float) (share * vx);
          p.vy()[i] += (float) (share * vy);
          p.vz()[i] += (float) (share * vz);
          hit = true;
        }
      }
      if (hit) {
        body.disturbed();
      }
      return hit;
    }
  }
}
