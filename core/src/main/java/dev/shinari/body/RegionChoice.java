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
  static RegionOperator make(Body.Builder b, float[][] rest, float[] mass) {
    Cage cage = b.cage;
    if (b.breakable) {
      return new PatchedRegions(b.kernels, linked(b.name, cage), rest[0], rest[1], rest[2], mass);
    }
    if (cage instanceof Lattice lattice) {
      int w = b.halfWidth;
      // Running sums pay off once the body is a few windows long; before, most of them is padding.
      if (mass.length > SMALL_LATTICE && !LatticeGaps.present(lattice, w)) {
        return new LatticeRegions(b.kernels, lattice, w, mass, rest[0][0], rest[1][0], rest[2][0]);
      }
      return new SparseRegions(
          b.kernels, RegionLists.neighbourhoods(lattice, w), rest[0], rest[1], rest[2], mass);
    }
    RegionLists lists;
    if (b.editable) {
      PointCage points = (PointCage) cage;
      return new PatchedRegions(
          b.kernels,
          new RegionLists(points.starts(), points.members()),
          rest[0],
          rest[1],
          rest[2],
          mass);
    }
    if (cage instanceof TetMesh mesh) {
      lists = b.evenRegions ? RegionLists.even(mesh) : RegionLists.oneRings(mesh);
    } else {
      PointCage points = (PointCage) cage;
      lists = new RegionLists(points.starts(), points.members());
    }
    SparseRegions sparse = new SparseRegions(b.kernels, lists, rest[0], rest[1], rest[2], mass);
    int lost = sparse.lostParticles();
    Check.that(lost == 0, lost + " particles of body " + b.name + " are in no region");
    return sparse;
  }

  /** Regions of a body that breaks: what shares a cell or a tetrahedron with a particle. */
  private static RegionLists linked(String name, Cage cage) {
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighbourhoods(lattice, 1);
    } else if (cage instanceof TetMesh mesh) {
      return RegionLists.oneRings(mesh);
    }
    PointCage points = (PointCage) cage;
    RegionLists lists = new RegionLists(points.starts(), points.members());
    Check.that(
        points.regionCount() == points.vertexCount()
            && lists.transposed(points.vertexCount()) == lists,
        "body '" + name + "' cannot break: its regions are not neighbourhoods of its particles");
    return lists;
  }
}
