package dev.shinari.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.TearTool;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.Cells;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SolidMesherTest {
  private record Corner(double u, double v, double w, double su, double sv, double sw) {}

  private record Edge(Corner from, Corner to) {}

  /** Counts an edge up in one direction and down in the other; adds up the volume. */
  private static double add(LatticeMesher m, Map<Edge, Integer> edges) {
    TriangleMesh mesh = m.mesh(new float[3 * m.vertexCount()]);
    int[] t = mesh.triangles();
    double volume = 0;
    for (int k = 0; k < t.length; k += 3) {
      for (int j = 0; j < 3; j++) {
        Corner a = corner(m, t[k + j]), b = corner(m, t[k + (j + 1) % 3]);
        edges.merge(new Edge(a, b), 1, Integer::sum);
        edges.merge(new Edge(b, a), -1, Integer::sum);
      }
      int a = t[k], b = t[k + 1], c = t[k + 2];
      volume += signedVolume(m, a, b, c);
    }
    return volume;
  }

  /** Of the tetrahedron of a triangle, as it is seen, and the origin. */
  private static double signedVolume(LatticeMesher m, int a, int b, int c) {
    double[][] p = new double[3][3];
    for (int axis = 0; axis < 3; axis++) {
      p[0][axis] = m.rest(a, axis);
      p[1][axis] = m.rest(b, axis);
      p[2][axis] = m.rest(c, axis);
    }
    return (p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1])
            + p[0][1] * (p[1][2] * p[2][0] - p[1][0] * p[2][2])
            + p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0]))
        / 6;
  }

  private static Corner corner(LatticeMesher m, int v) {
    return new Corner(m.u(v), m.v(v), m.w(v), m.side(v, 0), m.side(v, 1), m.side(v, 2));
  }

  private static LatticeMesher mesh(LatticeBody first, boolean inner) {
    return (LatticeMesher) first.family().mesh(first.family().members(), inner);
  }

  private static void checkClosed(LatticeBody first, double volume, String where) {
    Map<Edge, Integer> edges = new HashMap<>();
    double sum = add(mesh(first, false), edges);
    sum += add(mesh(first, true), edges);
    long open = edges.values().stream().filter(n -> n != 0).count();
    assertEquals(0, open, where + ": edges without a partner, of " + edges.size());
    assertEquals(volume, sum, 5e-3 * volume, where); // curved surfaces: bent along facets
  }

  @ParameterizedTest
  @CsvSource({"ball, 2, 1", "ball, 3, 0", "box, 2, 1", "cells, 2, 0"})
  void surfaceAndInnerFacesTogetherAreClosedAfterManyTearsAndCuts(
      String kind, int levels, int outlineLevels) {
    TriangleMesh mesh =
        kind.equals("ball")
            ? SurfaceShapes.sphere(5, 1)
            : SurfaceShapes.cuboid(2, 2, 2, 1.3f, 1.1f, 0.9f);
    LatticeShape shape =
        kind.equals("cells")
            ? LatticeShape.box(new Bounds(0, 0, 0, 2, 2, 2))
            : new SurfaceShape(mesh);
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "solid",
            shape,
            new LatticeGrid(0.5f, levels, outlineLevels),
            FractureSettings.NEVER,
            Toughness.EVEN,
            1,
            Elasticity.DEFAULT);
    LatticeBody first =
        LatticeBody.of(
            l, kind.equals("cells") ? LatticeSkin.CELLS : new LatticeSkin(null, mesh, null, null));
    double volume = add(mesh(first, false), new HashMap<>());
    checkClosed(first, volume, "whole");
    Random random = new Random(23);
    for (int round = 0; round < 7; round++) {
      for (LatticeBody b : first.pieces()) {
        Cells cells = b.lattice().cells;
        for (int k = 0; k < 6; k++) {
          b.lattice().split(random.nextInt(cells.end));
        }
        for (int k = 0; k < 30; k++) {
          b.tear(random.nextInt(cells.end), random.nextInt(6));
        }
        b.lattice().finish();
        if (round % 5 == 4) {
          b.apply(
              new TearTool.Cut(
                  0,
                  0.2 * random.nextGaussian(),
                  0.2 * random.nextGaussian(),
                  0.2 * random.nextGaussian(),
                  random.nextGaussian(),
                  random.nextGaussian(),
                  random.nextGaussian(),
                  Double.POSITIVE_INFINITY,
                  null));
        }
        b.takePieces();
      }
      checkClosed(first, volume, kind + ", seed 23, round " + round);
    }
    assertTrue(first.pieces().size() > 1, "something came off");
  }
}
