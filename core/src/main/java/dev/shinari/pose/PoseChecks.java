package dev.shinari.pose;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;

/** Poses that no body can take: mirror images and shapes without extent. */
public final class PoseChecks {
  /** A pose smaller than this share of the rest shape has collapsed. */
  private static final double COLLAPSED = 1e-3;

  /** A surface that encloses less than this share of its box is no solid's. */
  private static final double HOLLOW = 1e-3;

  private PoseChecks() {}

  /**
   * Refuses a pose of a cage that is mirrored (most of its elements are inside out) or collapsed to
   * a point, with an {@link IllegalArgumentException} that says so.
   */
  public static void refuseBroken(Cage cage, float[] pose) {
    refuseCollapsed(cage.positions(), pose);
    int elements =
        cage instanceof TetMesh t ? t.tetCount() : cage instanceof Lattice l ? l.cellCount() : 0;
    int inverted = inverted(cage, pose);
    if (2L * inverted > elements) {
      throw mirrored(inverted + " of " + elements + " cells of the cage are inside out");
    }
  }

  /** As above for a closed surface with the rest surface's vertex order. */
  public static void refuseBroken(TriangleMesh rest, float[] pose) {
    refuseCollapsed(rest.positions(), pose);
    double before = SurfaceReport.volume(rest);
    double after = SurfaceReport.volume(rest.withPositions(pose));
    Bounds b = rest.bounds();
    double box = (double) b.sizeX() * b.sizeY() * b.sizeZ();
    if (Math.abs(before) > HOLLOW * box && before * after < 0) {
      throw mirrored("its surface is inside out");
    }
  }

  private static IllegalArgumentException mirrored(String why) {
    return new IllegalArgumentException(
        "it is the mirror image of the rest shape ("
            + why
            + "), which no body can bend into; take the negative scale or the mirror out");
  }

  private static void refuseCollapsed(float[] rest, float[] pose) {
    for (float p : pose) {
      if (!(Math.abs(p) < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("it holds a coordinate that is not finite: " + p);
      }
    }
    if (Bounds.of(pose).longestSide() < COLLAPSED * Bounds.of(rest).longestSide()) {
      throw new IllegalArgumentException(
          "it has collapsed to a point: its longest side is "
              + Bounds.of(pose).longestSide()
              + " m, the rest shape's "
              + Bounds.of(rest).longestSide()
              + " m; check the scale of the pose");
    }
  }

  /** Tetrahedra or 3D lattice cells that a pose turns inside out; 0 for sheets and strands. */
  public static int inverted(Cage cage, float[] pose) {
    int count = 0;
    if (cage instanceof TetMesh mesh) {
      TetMesh moved = new TetMesh(pose, mesh.tets());
      for (int t = 0; t < mesh.tetCount(); t++) {
        if (moved.volume(t) < 0 && mesh.volume(t) > 0) {
          count++;
        }
      }
    } else if (cage instanceof Lattice lattice && !lattice.isFlat()) {
      CageElements cells = CageElements.of(lattice, lattice.positions());
      double[] f = new double[9];
      for (int e = 0; e < cells.count; e++) {
        java.util.Arrays.fill(f, 0);
        for (int k = cells.starts[e]; k < cells.starts[e + 1]; k++) {
          for (int i = 0; i < 9; i++) {
            f[i] += pose[3 * cells.members[k] + i / 3] * cells.offsets[3 * k + i % 3];
          }
        }
        double det =
            f[0] * (f[4] * f[8] - f[5] * f[7])
                - f[1] * (f[3] * f[8] - f[5] * f[6])
                + f[2] * (f[3] * f[7] - f[4] * f[6]);
        count += det < 0 ? 1 : 0;
      }
    }
    return count;
  }
}
