package dev.shinari.body;

import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;

/** Which regions a body gets, and the operator that runs them. */
final class RegionChoice {
  /** Up to this many particles a lattice runs on lists. */
  private static final int SMALL_LATTICE = 128;

  private RegionChoice() {}

  /** Rest: x0, y0, z0 of the particles. */
  static Regions make(Body.Builder b, float[][] rest, float[] mass) {
    int w = b.halfWidth;
    // Running sums pay off once the body is a few windows long; before, most of them is padding.
    if (b.cage instanceof Lattice lattice
        && !b.editable
        && !b.breakable
        && mass.length > SMALL_LATTICE
        && !LatticeGaps.present(lattice, w)) {
      return new LatticeRegions(b.kernels, lattice, w, mass, rest[0][0], rest[1][0], rest[2][0]);
    }
    ListRegions regions =
        new ListRegions(b.kernels, lists(b, b.cage), rest[0], rest[1], rest[2], mass);
    int lost = regions.lostParticles();
    Check.that(lost == 0, lost + " particles of body " + b.name + " are in no region");
    return regions;
  }

  /** Of a body that breaks: what shares a cell or a tetrahedron with a particle. */
  private static RegionLists lists(Body.Builder b, Cage cage) {
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighbourhoods(lattice, b.breakable ? 1 : b.halfWidth);
    } else if (cage instanceof TetMesh mesh) {
      return b.evenRegions && !b.breakable ? RegionLists.even(mesh) : RegionLists.oneRings(mesh);
    }
    PointCage points = (PointCage) cage;
    RegionLists lists = new RegionLists(points.starts(), points.members());
    return b.editable || b.breakable ? lists.aroundEach(points.vertexCount()) : lists;
  }
}
