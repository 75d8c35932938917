package dev.shinari.mesh.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Geometry;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.MeshEdits;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TetReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.EmbedderTest;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Models;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VolumeMesherTest {
  private static final double BALL = 4 * Math.PI / 3;

  // What every cage must be, whatever the mesh.
  private static void checkCage(TriangleMesh mesh, int resolution) {
    VolumeMesher mesher = new VolumeMesher(mesh);
    CagedSurface<Lattice> lattice = mesher.lattice(resolution);
    CagedSurface<TetMesh> tets = mesher.tetrahedra(resolution);
    assertThat(tets.report()).isEqualTo(lattice.report());
    assertThat(lattice.report().cells()).isEqualTo(lattice.cage().cellCount()).isPositive();
    assertThat(lattice.report().vertices()).isEqualTo(lattice.cage().vertexCount());
    assertThat(SurfaceReport.of(lattice.cage().boundary()).isClosed()).isTrue();
    TetReport report = TetReport.of(tets.cage());
    assertThat(report.isValid()).isTrue();
    assertThat(report.components()).isEqualTo(lattice.report().components());
    double cell = Math.pow(lattice.cage().cellSize(), 3);
    assertThat(report.volume())
        .isCloseTo(cell * lattice.report().cells(), within(1e-3 * report.volume()));
    SurfaceReport skin = SurfaceReport.of(tets.cage().boundary());
    assertThat(skin.isClosed()).isTrue();
    assertThat(skin.volume()).isCloseTo(report.volume(), within(1e-3 * report.volume()));
    EmbedderTest.checkRest(lattice.surface(), lattice.cage(), 1e-5);
    EmbedderTest.checkRest(tets.surface(), tets.cage(), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(floats = {1e-4f, 1, 1e4f})
  void cagesCoverTheirSurfaceAtAnyScale(float scale) {
    for (int resolution : new int[] {1, 2, 3, 7, 16}) {
      checkCage(MeshEdits.scaled(SurfaceShapes.sphere(8, 1), scale), resolution);
      checkCage(MeshEdits.scaled(SurfaceShapes.torus(24, 12, 1, 0.2f), scale), resolution);
      checkCage(MeshEdits.scaled(SurfaceShapes.capsule(12, 4, 4, 0.1f, 2), scale), resolution);
    }
  }

  @Test
  void randomlyTurnedBoxesAreCovered() {
    Random random = new Random(5);
    for (int i = 0; i < 40; i++) {
      TriangleMesh box =
          SurfaceShapes.cuboid(
              1,
              1,
              1,
              0.05f + random.nextFloat(),
              0.05f + random.nextFloat(),
              0.05f + random.nextFloat());
      TriangleMesh turned =
          MeshEdits.moved(
              MeshEdits.turned(box, 6 * random.nextDouble()), 5 * random.nextFloat(), 0, -3);
      int resolution = 3 + random.nextInt(18);
      checkCage(turned, resolution);
      CagedSurface<Lattice> caged = new VolumeMesher(turned).lattice(resolution);
      assertThat(caged.report().components()).isEqualTo(1);
      // No cell inside of the box may be missing, none off the box may be there.
      checkAgainstExactInside(turned, caged.cage());
    }
  }

  // Centers deep inside must be in; cells whose center is farther than a cell's diagonal from the
  // surface and outside must not be.
  private static void checkAgainstExactInside(TriangleMesh mesh, Lattice lattice) {
    double h = lattice.cellSize();
    double[] w = new double[3];
    int[] t = mesh.triangles();
    for (int k = 0; k < lattice.cellsZ(); k++) {
      for (int j = 0; j < lattice.cellsY(); j++) {
        for (int i = 0; i < lattice.cellsX(); i++) {
          double x = lattice.originX() + h * (i + 0.5),
              y = lattice.originY() + h * (j + 0.5),
              z = lattice.originZ() + h * (k + 0.5);
          double winding = 0, near = Double.POSITIVE_INFINITY;
          for (int s = 0; s < t.length; s += 3) {
            winding +=
                Geometry.windingOfTriangle(mesh.positions(), t[s], t[s + 1], t[s + 2], x, y, z);
            near = Math.min(near, Geometry.closestOnTriangle(mesh.positions(), t, s, x, y, z, w));
          }
          if (winding > 0.5 || Math.sqrt(near) < 0.49 * h) {
            assertThat(lattice.hasCell(i, j, k)).isTrue();
          } else if (Math.sqrt(near) > 2 * h) {
            assertThat(lattice.hasCell(i, j, k)).isFalse();
          }
        }
      }
    }
  }

  @Test
  void aBoxOnTheGridGetsExactlyItsOwnCells() {
    CagedSurface<Lattice> caged =
        new VolumeMesher(SurfaceShapes.cuboid(1, 1, 1, 1, 1, 2)).lattice(8);
    assertThat(caged.report().cells()).isEqualTo(4 * 4 * 8);
    assertThat(caged.report().vertices()).isEqualTo(225);
    assertThat(caged.report().insideFraction()).isCloseTo(1, within(1e-6f));
    assertThat(caged.report().warnings()).isEmpty();
    assertThat(
            new VolumeMesher(SurfaceShapes.cuboid(3, 3, 3, 0.3f, 0.3f, 0.3f))
                .lattice(10)
                .report()
                .cells())
        .isEqualTo(1000);
  }

  @Test
  void volumesConvergeToTheSolid() {
    VolumeMesher mesher = new VolumeMesher(SurfaceShapes.sphere(24, 1));
    double coarse = cageVolume(mesher.lattice(10)), fine = cageVolume(mesher.lattice(40));
    assertThat(coarse).isGreaterThan(fine);
    assertThat(fine).isBetween(BALL, 1.2 * BALL);
    CageReport report = mesher.lattice(40).report();
    double inside = report.insideFraction() * fine;
    assertThat(inside).isCloseTo(BALL, within(0.01 * BALL));
  }

  private static double cageVolume(CagedSurface<Lattice> caged) {
    return caged.report().cells() * Math.pow(caged.cage().cellSize(), 3);
  }

  @Test
  void brokenMeshesGiveTheCageOfTheWholeOne() {
    TriangleMesh sphere = SurfaceShapes.sphere(16, 1);
    CagedSurface<Lattice> whole = new VolumeMesher(sphere).lattice(14);
    TriangleMesh insideOut = MeshEdits.turnedAbove(sphere, -2);
    TriangleMesh patch = MeshEdits.turnedAbove(sphere, 0.3f);
    TriangleMesh doubled = new TriangleMesh(sphere.positions(), twice(sphere.triangles()));
    for (TriangleMesh broken :
        new TriangleMesh[] {
          insideOut, patch, doubled, MeshEdits.unwelded(sphere), MeshEdits.unwelded(patch)
        }) {
      CagedSurface<Lattice> caged = new VolumeMesher(broken).lattice(14);
      assertThat(caged.cage().positions()).isEqualTo(whole.cage().positions());
      assertThat(caged.report().insideFraction())
          .isCloseTo(whole.report().insideFraction(), within(1e-6f));
    }
    assertThat(new VolumeMesher(patch).lattice(14).report().warnings())
        .anyMatch(w -> w.contains("turned round"));
    assertThat(new VolumeMesher(doubled).lattice(14).report().warnings())
        .anyMatch(w -> w.contains("duplicate"));
    assertThat(new VolumeMesher(MeshEdits.unwelded(sphere)).lattice(14).report().openEdges())
        .isZero();
  }

  private static int[] twice(int[] t) {
    int[] out = Arrays.copyOf(t, 2 * t.length);
    System.arraycopy(t, 0, out, t.length, t.length);
    return out;
  }

  @Test
  void aSphereWithAHoleIsStillFilled() {
    TriangleMesh open = MeshEdits.below(SurfaceShapes.sphere(24, 1), 0.9f);
    CagedSurface<Lattice> caged = new VolumeMesher(open).lattice(16);
    assertThat(caged.report().openEdges()).isPositive();
    assertThat(caged.report().warnings()).anyMatch(w -> w.contains("open edge"));
    assertThat(caged.report().insideFraction() * cageVolume(caged))
        .isCloseTo(BALL, within(0.05 * BALL));
    checkCage(open, 16);
  }

  @Test
  void aFlippedPatchAroundAHoleIsTurnedBack() {
    TriangleMesh open =
        MeshEdits.turnedAbove(MeshEdits.below(SurfaceShapes.sphere(24, 1), 0.9f), 0.5f);
    CagedSurface<Lattice> caged = new VolumeMesher(open).lattice(16);
    assertThat(caged.report().insideFraction() * cageVolume(caged))
        .isCloseTo(BALL, within(0.05 * BALL));
  }

  @Test
  void overlappingPartsMakeOnePiece() {
    TriangleMesh both =
        MeshEdits.join(
            MeshEdits.moved(SurfaceShapes.sphere(12, 1), -0.6f, 0, 0),
            MeshEdits.moved(SurfaceShapes.sphere(12, 1), 0.6f, 0, 0));
    CagedSurface<Lattice> caged = new VolumeMesher(both).lattice(20);
    assertThat(caged.report().components()).isEqualTo(1);
    assertThat(caged.report().warnings()).isEmpty();
    checkAgainstExactInside(both, caged.cage());
    checkCage(both, 20);
  }

  @Test
  void aHollowStaysHollow() {
    TriangleMesh shell =
        MeshEdits.join(
            SurfaceShapes.sphere(16, 1), MeshEdits.turnedAbove(SurfaceShapes.sphere(16, 0.6f), -2));
    CagedSurface<Lattice> caged = new VolumeMesher(shell).lattice(24);
    Lattice l = caged.cage();
    assertThat(l.hasCell(l.cellsX() / 2, l.cellsY() / 2, l.cellsZ() / 2)).isFalse();
    assertThat(caged.report().components()).isEqualTo(1);
    checkAgainstExactInside(shell, new VolumeMesher(shell).lattice(12).cage());
    checkCage(shell, 24);
  }

  @Test
  void separatePartsAreCountedAndReported() {
    TriangleMesh apart =
        MeshEdits.join(
            SurfaceShapes.sphere(6, 1), MeshEdits.moved(SurfaceShapes.sphere(6, 1), 5, 0, 0));
    CageReport report = new VolumeMesher(apart).lattice(24).report();
    assertThat(report.components()).isEqualTo(2);
    assertThat(report.warnings()).anyMatch(w -> w.contains("2 pieces"));
    checkCage(apart, 24);
  }

  @Test
  void partsThinnerThanACellStayConnected() {
    // A rod of a twentieth of a cell, slanted, between two balls.
    TriangleMesh rod = MeshEdits.turned(SurfaceShapes.capsule(8, 3, 1, 0.005f, 4), 0.9);
    CageReport report = new VolumeMesher(rod).lattice(40).report();
    assertThat(report.components()).isEqualTo(1);
    assertThat(report.warnings()).anyMatch(w -> w.contains("thinner than a cell"));
    checkCage(rod, 40);
  }

  @Test
  void sheetsGetACageOneCellThick() {
    TriangleMesh flat = PointShapes.sheet(6, 4, 3, 2, 1).boundary();
    CagedSurface<Lattice> caged = new VolumeMesher(flat).lattice(12);
    assertThat(caged.report().cells()).isEqualTo(12 * 8);
    assertThat(caged.report().warnings()).anyMatch(w -> w.contains("flat"));
    checkCage(flat, 12);
    checkCage(MeshEdits.turned(flat, 1), 12);
    // A sheet exactly in the wall between two layers of cells.
    TriangleMesh finned =
        MeshEdits.join(SurfaceShapes.cuboid(1, 1, 1, 1, 1, 1), MeshEdits.moved(flat, 2, 0, 0));
    CagedSurface<Lattice> fin = new VolumeMesher(finned).lattice(8);
    assertThat(fin.report().components()).isEqualTo(1);
    checkCage(finned, 8);
  }

  @Test
  void needlesAndPointsAreSurvived() {
    TriangleMesh line =
        new TriangleMesh(new float[] {0, 0, 0, 1, 1, 0, 2, 2, 0}, new int[] {0, 1, 2});
    CagedSurface<Lattice> caged = new VolumeMesher(line).lattice(6);
    assertThat(caged.report().components()).isEqualTo(1);
    checkCage(line, 6);
    TriangleMesh collapsed = new TriangleMesh(new float[] {0, 0, 0, 1, 0, 0}, new int[] {0, 1, 1});
    checkCage(collapsed, 4);
  }

  @Test
  void unusedVerticesDoNotStretchTheCage() {
    TriangleMesh sphere = SurfaceShapes.sphere(4, 1);
    float[] p = Arrays.copyOf(sphere.positions(), sphere.positions().length + 3);
    p[p.length - 1] = 1000;
    CagedSurface<Lattice> caged =
        new VolumeMesher(new TriangleMesh(p, sphere.triangles())).lattice(6);
    assertThat(caged.cage().cellSize()).isCloseTo(2f / 6, within(0.02f));
    // The stray vertex is carried, drawn back to the cage.
    float[] at = EmbedderTest.restPosition(caged.surface(), caged.cage(), sphere.vertexCount());
    assertThat(at[2]).isBetween(0.5f, 2f);
  }

  @Test
  void uselessMeshesAreRefusedInPlainWords() {
    assertThatThrownBy(() -> new VolumeMesher(new TriangleMesh(new float[0], new int[0])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no triangles");
    assertThatThrownBy(() -> new VolumeMesher(new TriangleMesh(new float[9], new int[] {0, 1, 2})))
        .hasMessageContaining("no extent");
    assertThatThrownBy(
            () ->
                new VolumeMesher(
                    new TriangleMesh(
                        new float[] {0, 0, 0, 1, Float.NaN, 0, 1, 1, 1}, new int[] {0, 1, 2})))
        .hasMessageContaining("vertex 1 is not finite");
    VolumeMesher mesher = new VolumeMesher(SurfaceShapes.sphere(4, 1));
    assertThatThrownBy(() -> mesher.lattice(0)).hasMessageContaining("resolution");
    assertThatThrownBy(() -> mesher.lattice(4000)).hasMessageContaining("4000");
    VolumeMesher far = new VolumeMesher(MeshEdits.moved(SurfaceShapes.sphere(4, 1), 1e6f, 0, 0));
    assertThatThrownBy(() -> far.lattice(50)).hasMessageContaining("too far from the origin");
  }

  @Test
  void aResolutionIsFoundForAWantedNumberOfParticles() {
    VolumeMesher mesher = new VolumeMesher(IsoSurface.of(Models.teddy(), 40));
    for (int wanted : new int[] {100, 1000, 5000}) {
      int vertices = mesher.lattice(mesher.resolutionFor(wanted)).report().vertices();
      assertThat(vertices).isBetween((int) (0.7 * wanted), (int) (1.4 * wanted));
    }
  }

  @Test
  void modelsBecomeOneSolidPiece() {
    for (String name : Models.names()) {
      TriangleMesh mesh = IsoSurface.of(Models.named(name), 40);
      checkCage(mesh, 16);
      CageReport report = new VolumeMesher(mesh).lattice(16).report();
      assertThat(report.components()).as(name).isEqualTo(1);
      assertThat(report.warnings()).as(name).isEmpty();
    }
  }

  @Test
  void aMillionTrianglesMeshWithoutError() {
    TriangleMesh sphere = SurfaceShapes.sphere(224, 1);
    assertThat(sphere.triangleCount()).isGreaterThan(1_000_000);
    CagedSurface<Lattice> caged = new VolumeMesher(sphere).lattice(VolumeMesher.DEFAULT_RESOLUTION);
    assertThat(caged.report().warnings()).isEmpty();
    assertThat(caged.report().insideFraction() * cageVolume(caged))
        .isCloseTo(BALL, within(0.01 * BALL));
  }

  @Test
  void longThinTrianglesMarkAllTheirCells() {
    // A double cone of slivers: each triangle reaches from a tip to the rim.
    int n = 400;
    float[] p = new float[3 * (n + 2)];
    int[] t = new int[6 * n];
    p[1] = 1;
    p[4] = -1;
    for (int i = 0; i < n; i++) {
      int j = (i + 1) % n;
      p[3 * i + 6] = (float) Math.cos(2 * Math.PI * i / n);
      p[3 * i + 8] = (float) Math.sin(2 * Math.PI * i / n);
      System.arraycopy(new int[] {0, 2 + j, 2 + i, 1, 2 + i, 2 + j}, 0, t, 6 * i, 6);
    }
    TriangleMesh cones = new TriangleMesh(p, t);
    assertThat(SurfaceReport.of(cones).isClosed()).isTrue();
    checkAgainstExactInside(cones, new VolumeMesher(cones).lattice(15).cage());
    checkCage(cones, 15);
  }

  @Test
  void theSameMeshGivesTheSameBits() {
    TriangleMesh mesh = MeshEdits.below(IsoSurface.of(Models.bunny(), 30), 0.95f);
    CagedSurface<TetMesh> a = new VolumeMesher(mesh).tetrahedra(14),
        b = new VolumeMesher(mesh).tetrahedra(14);
    assertThat(a.cage().positions()).isEqualTo(b.cage().positions());
    assertThat(a.cage().tets()).isEqualTo(b.cage().tets());
    assertThat(a.surface().weights()).isEqualTo(b.surface().weights());
    assertThat(a.report()).isEqualTo(b.report());
  }
}
