package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.volume.CagedSurface;
import dev.shinari.mesh.volume.VolumeMesher;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegistrationTest {
  private static final TriangleMesh BAR = SurfaceShapes.cuboid(4, 12, 4, 0.3f, 1, 0.3f);
  private static final TriangleMesh OTHER = SurfaceShapes.cuboid(5, 17, 5, 0.3f, 1, 0.3f);
  private static final Span SPAN = Span.of(BAR.bounds(), Axis.Y);
  private static final CagedSurface<TetMesh> CAGED = new VolumeMesher(BAR).tetrahedra(8);

  private static FittedPose fit(Deformer d) {
    TriangleMesh given = OTHER.withPositions(d.apply(OTHER.positions()));
    return Registration.fit(CAGED.cage(), CAGED.surface(), given);
  }

  private static double rms(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
    }
    return Math.sqrt(3 * sum / a.length);
  }

  @Test
  void quarterTurnsAndBendsOfAnotherMeshAreFound() {
    for (Deformer d :
        new Deformer[] {
          new Deformer.Twist(SPAN, 0.5 * Math.PI), new Deformer.Bend(SPAN, Axis.X, 0.4 * Math.PI)
        }) {
      FittedPose pose = fit(d);
      assertThat(rms(pose.positions(), d.apply(CAGED.cage().positions()))).isLessThan(0.03);
      assertThat(pose.rms()).isLessThan(0.005);
      assertThat(pose.inverted()).isZero();
    }
  }

  @Test
  void halfTurnsStretchedAndShrunkShapesOfAnotherMeshAreFound() {
    for (Deformer d :
        new Deformer[] {
          new Deformer.Twist(SPAN, Math.PI),
          new Deformer.Bend(SPAN, Axis.Z, -Math.PI),
          new Deformer.SCurve(SPAN, Axis.X, 0.5 * Math.PI),
          new Deformer.Stretch(SPAN, 1.5, true),
          new Deformer.Scale(0.5, 0.5, 0.5, 0, 0, 0)
        }) {
      FittedPose pose = fit(d);
      assertThat(rms(pose.positions(), d.apply(CAGED.cage().positions())))
          .as("%s", d)
          .isLessThan(0.02);
      assertThat(pose.rms()).as("%s", d).isLessThan(0.003);
      assertThat(pose.inverted()).as("%s", d).isZero();
    }
  }

  @Test
  void aBendIsFoundWhereverItStandsAndHoweverItIsTurned() {
    // The bar's one end is thinner, so that it does not fit back to front.
    Deformer taper = new Deformer.Taper(SPAN, 0.5, 1);
    Deformer bend = new Deformer.Combined(List.of(taper, new Deformer.Bend(SPAN, Axis.X, 2.5)));
    TriangleMesh rest = BAR.withPositions(taper.apply(BAR.positions()));
    CagedSurface<TetMesh> caged = new VolumeMesher(rest).tetrahedra(8);
    float[] given = turned(bend.apply(OTHER.positions()));
    FittedPose pose = Registration.fit(caged.cage(), caged.surface(), OTHER.withPositions(given));
    assertThat(pose.rms()).isLessThan(0.005);
    float[] wanted = turned(new Deformer.Bend(SPAN, Axis.X, 2.5).apply(caged.cage().positions()));
    // Its cross section is square: quarter turns within itself remain, so look at the middle line.
    double low = 0, high = 0;
    float[] p = caged.cage().positions();
    for (int i = 0; i < p.length; i += 3) {
      double d = 0;
      for (int c = 0; c < 3; c++) {
        d += Math.pow(pose.positions()[i + c] - wanted[i + c], 2);
      }
      if (p[i] * p[i] + p[i + 2] * p[i + 2] < 0.02) {
        low = Math.max(low, p[i + 1] < 0 ? d : 0);
        high = Math.max(high, p[i + 1] > 0 ? d : 0);
      }
    }
    assertThat(Math.sqrt(low)).isBetween(1e-9, 0.25);
    assertThat(Math.sqrt(high)).isBetween(1e-9, 0.25);
  }

  private static float[] turned(float[] p) {
    float[] out = new float[p.length];
    for (int i = 0; i < p.length; i += 3) { // a third of a turn about the diagonal, and a shift
      out[i] = p[i + 1] + 2;
      out[i + 1] = p[i + 2] - 1;
      out[i + 2] = p[i];
    }
    return out;
  }

  @Test
  void anotherMeshOfTheRestShapeGivesTheRestShapeWhereverItStands() {
    Deformer shift = new Deformer.Shear(new Span(Axis.Y, 9, 10, 0, 0, 0), Axis.X, 1.2);
    FittedPose pose = fit(shift); // below its span a shear only shifts
    assertThat(rms(pose.positions(), shift.apply(CAGED.cage().positions()))).isLessThan(0.01);
  }

  @Test
  void surfacesOfAnotherUnitAndWithoutTrianglesAreRefused() {
    Deformer large = new Deformer.Scale(100, 100, 100, 0, 0, 0);
    assertThatThrownBy(() -> fit(large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("same unit");
    assertThatThrownBy(
            () ->
                Registration.fit(
                    CAGED.cage(), CAGED.surface(), new TriangleMesh(new float[9], new int[0])))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
