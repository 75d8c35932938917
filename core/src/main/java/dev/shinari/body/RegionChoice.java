package dev.shinari.body;

import dev.shinari.body.region.LatticeGaps;
import dev.shinari.body.region.LatticeRegions;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionLists;
import dev.shinari.body.region.Regions;
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

  private static RegionLists lists(Body.Builder b, Cage cage) {
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighborhoods(lattice, b.halfWidth);
    } else if (cage instanceof TetMesh mesh) {
      RegionLists even = b.evenRegions ? RegionLists.even(mesh) : RegionLists.oneRings(mesh);
      return b.evenRegions && b.breakable ? mutual(even) : even;
    }
    PointCage points = (PointCage) cage;
    RegionLists lists = new RegionLists(points.starts(), points.members());
    return b.editable || b.breakable ? lists.aroundEach(points.vertexCount()) : lists;
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
