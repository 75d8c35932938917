package dev.shinari.body;

import dev.shinari.math.Check;
import dev.shinari.math.IntList;
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
      return new PatchedRegions(b.kernels, linked(b), rest[0], rest[1], rest[2], mass);
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

  /** Regions of a body that breaks: one around each particle. */
  private static RegionLists linked(Body.Builder b) {
    if (b.cage instanceof Lattice lattice) {
      return RegionLists.neighbourhoods(lattice, b.halfWidth);
    } else if (b.cage instanceof TetMesh mesh) {
      return b.evenRegions ? mutual(RegionLists.even(mesh)) : RegionLists.oneRings(mesh);
    }
    PointCage points = (PointCage) b.cage;
    int n = points.vertexCount(), sides = n / points.regionCount();
    if (sides > 1 && n % points.regionCount() == 0) { // a rope: each point has its section's region
      int[] starts = new int[n + 1];
      IntList members = new IntList();
      for (int v = 0; v < n; v++) {
        for (int k = points.starts()[v / sides]; k < points.starts()[v / sides + 1]; k++) {
          members.add(points.members()[k]);
        }
        starts[v + 1] = members.size();
      }
      return new RegionLists(starts, members.toArray());
    }
    RegionLists lists = new RegionLists(points.starts(), points.members());
    Check.that(
        points.regionCount() == n && lists.transposed(n) == lists,
        "body '" + b.name + "' cannot break: its regions are not neighbourhoods of its particles");
    return lists;
  }

  /** Only pairs of which each is in the other's region. */
  private static RegionLists mutual(RegionLists lists) {
    int n = lists.count();
    int[] starts = new int[n + 1];
    IntList members = new IntList();
    for (int r = 0; r < n; r++) {
      for (int k = lists.starts()[r]; k < lists.starts()[r + 1]; k++) {
        int j = lists.members()[k];
        int from = lists.starts()[j], to = lists.starts()[j + 1];
        boolean both = false;
        for (int e = from; e < to && !both; e++) {
          both = lists.members()[e] == r;
        }
        if (both) {
          members.add(j);
        }
      }
      starts[r + 1] = members.size();
    }
    return new RegionLists(starts, members.toArray());
  }
}
