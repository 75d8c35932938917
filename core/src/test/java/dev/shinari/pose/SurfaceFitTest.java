package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.embed.Embedder;
import dev.shinari.mesh.embed.Embedding;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.volume.CagedSurface;
import dev.shinari.mesh.volume.VolumeMesher;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurfaceFitTest {
  private static final TriangleMesh BAR = SurfaceShapes.cuboid(6, 20, 6, 0.3f, 1, 0.3f);
  private static final Span SPAN = Span.of(BAR.bounds(), Axis.Y);

  private static CagedSurface<? extends Cage> cage(boolean lattice, int resolution) {
    VolumeMesher m = new VolumeMesher(BAR);
    return lattice ? m.lattice(resolution) : m.tetrahedra(resolution);
  }

  private static double rms(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
    }
    return Math.sqrt(3 * sum / a.length);
  }

  private static double largest(float[] a, float[] b) {
    double far = 0;
    for (int i = 0; i < a.length; i += 3) {
      double x = (double) a[i] - b[i], y = (double) a[i + 1] - b[i + 1];
      double z = (double) a[i + 2] - b[i + 2];
      far = Math.max(far, Math.sqrt(x * x + y * y + z * z));
    }
    return far;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void halfTurnOfTheSurfaceAloneGivesTheTwistedCage(boolean lattice) {
    CagedSurface<? extends Cage> bar = cage(lattice, 18);
    Deformer twist = new Deformer.Twist(SPAN, Math.PI);
    FittedPose pose = new SurfaceFit(bar.cage(), bar.surface()).fit(twist.apply(BAR.positions()));
    float[] wanted = twist.apply(bar.cage().positions());
    assertThat(rms(pose.positions(), wanted)).isLessThan(0.005); // of a bar of length 1
    // Corners of the cage that stand out of the surface are worst: nothing holds them directly.
    assertThat(largest(pose.positions(), wanted)).isLessThan(0.015);
    assertThat(pose.rms()).isLessThan(0.002);
    assertThat(pose.max()).isLessThan(0.008).isGreaterThanOrEqualTo(pose.rms());
    assertThat(pose.inverted()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void bentAndSShapedSurfacesGiveTheirCages(boolean lattice) {
    CagedSurface<? extends Cage> bar = cage(lattice, 18);
    SurfaceFit fit = new SurfaceFit(bar.cage(), bar.surface());
    for (Deformer d :
        new Deformer[] {
          new Deformer.Bend(SPAN, Axis.X, Math.PI), new Deformer.SCurve(SPAN, Axis.Z, 1.4)
        }) {
      FittedPose pose = fit.fit(d.apply(BAR.positions()));
      assertThat(rms(pose.positions(), d.apply(bar.cage().positions()))).isLessThan(0.01);
      assertThat(pose.rms()).isLessThan(0.002);
      assertThat(pose.inverted()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rigidMotionAndShrinkingAreCarriedOverExactly(boolean lattice) {
    CagedSurface<? extends Cage> bar = cage(lattice, 12);
    SurfaceFit fit = new SurfaceFit(bar.cage(), bar.surface());
    // Half a turn about y and a shift; then half the size, where stiff elements would crumple.
    Deformer[] all = {
      new Deformer.Twist(new Span(Axis.Y, -100.5, -99.5, 0.4, 0, 0.1), 2 * Math.PI),
      new Deformer.Scale(0.5, 0.5, 0.5, 0.2, 0.1, 0)
    };
    for (Deformer d : all) {
      FittedPose pose = fit.fit(d.apply(BAR.positions()));
      assertThat(largest(pose.positions(), d.apply(bar.cage().positions()))).isLessThan(2e-5);
      assertThat(pose.inverted()).isZero();
    }
  }

  @Test
  void restSurfaceGivesTheRestCage() {
    CagedSurface<? extends Cage> bar = cage(false, 12);
    FittedPose pose = new SurfaceFit(bar.cage(), bar.surface()).fit(BAR.positions());
    assertThat(largest(pose.positions(), bar.cage().positions())).isLessThan(1e-5);
    assertThat(pose.max()).isCloseTo(0, within(1e-5));
  }

  @Test
  void sheetsTakePosesOfTheirSurface() {
    PointCage sheet = PointShapes.sheet(16, 16, 1, 1, 2);
    Embedding own = Embedder.embed(sheet.boundary(), sheet);
    Deformer roll =
        new Deformer.Bend(Span.of(Bounds.of(sheet.positions()), Axis.X), Axis.Y, Math.PI);
    float[] wanted = roll.apply(sheet.positions());
    FittedPose pose = new SurfaceFit(sheet, own).fit(wanted);
    assertThat(largest(pose.positions(), wanted)).isLessThan(0.01);
  }

  @Test
  void seamsOfTheSurfaceDoNotTearTheCage() {
    // The same bar with three vertices of its own for every triangle.
    int[] t = BAR.triangles();
    float[] p = new float[3 * t.length];
    int[] own = new int[t.length];
    for (int i = 0; i < t.length; i++) {
      own[i] = i;
      System.arraycopy(BAR.positions(), 3 * t[i], p, 3 * i, 3);
    }
    TriangleMesh split = new TriangleMesh(p, own);
    CagedSurface<? extends Cage> bar = cage(false, 12);
    Deformer twist = new Deformer.Twist(SPAN, Math.PI);
    float[] whole =
        new SurfaceFit(bar.cage(), bar.surface()).fit(twist.apply(BAR.positions())).positions();
    float[] parts =
        new SurfaceFit(bar.cage(), Embedder.embed(split, bar.cage()))
            .fit(twist.apply(p))
            .positions();
    assertThat(largest(whole, parts)).isLessThan(2e-4);
  }

  @Test
  void flatAndScrambledPosesGiveFiniteCages() {
    CagedSurface<? extends Cage> bar = cage(false, 8);
    SurfaceFit fit = new SurfaceFit(bar.cage(), bar.surface());
    float[] flat = BAR.positions().clone();
    float[] scrambled = BAR.positions().clone();
    float[] point = new float[flat.length];
    Random random = new Random(7);
    for (int i = 0; i < flat.length; i++) {
      flat[i] = i % 3 == 1 ? 0 : flat[i];
      scrambled[i] = random.nextFloat();
    }
    for (float[] pose : new float[][] {flat, scrambled, point}) {
      FittedPose found = fit.fit(pose);
      for (float x : found.positions()) {
        assertThat(x).isFinite();
      }
      assertThat(found.rms()).isFinite();
    }
  }

  @Test
  void otherCountsAndNumbersThatAreNotFiniteAreRefused() {
    CagedSurface<? extends Cage> bar = cage(false, 8);
    SurfaceFit fit = new SurfaceFit(bar.cage(), bar.surface());
    assertThatThrownBy(() -> fit.fit(new float[9]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 vertices")
        .hasMessageContaining(String.valueOf(BAR.vertexCount()));
    float[] bad = BAR.positions().clone();
    bad[5] = Float.NaN;
    assertThatThrownBy(() -> fit.fit(bad)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void mirroredAndCollapsedPosesAreNamed() {
    CagedSurface<? extends Cage> bar = cage(false, 8), soft = cage(true, 8);
    float[] mirror = BAR.positions().clone();
    for (int i = 0; i < mirror.length; i += 3) {
      mirror[i] = -mirror[i];
    }
    assertThatThrownBy(() -> PoseChecks.refuseBroken(BAR, mirror))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mirror image");
    assertThatThrownBy(() -> PoseChecks.refuseBroken(BAR, new float[mirror.length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("collapsed");
    for (Cage c : new Cage[] {bar.cage(), soft.cage()}) {
      float[] turned = c.positions().clone();
      for (int i = 0; i < turned.length; i += 3) {
        turned[i + 2] = -turned[i + 2];
      }
      assertThatThrownBy(() -> PoseChecks.refuseBroken(c, turned))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("mirror image");
      PoseChecks.refuseBroken(c, new Deformer.Twist(SPAN, Math.PI).apply(c.positions()));
    }
    PoseChecks.refuseBroken(BAR, new Deformer.Bend(SPAN, Axis.X, 3).apply(BAR.positions()));
  }
}
