package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.mesh.Caged;
import dev.shinari.mesh.SurfaceShapes;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.VolumeMesher;
import org.junit.jupiter.api.Test;

class RegistrationTest {
  private static final TriangleMesh BAR = SurfaceShapes.cuboid(4, 12, 4, 0.3f, 1, 0.3f);
  private static final TriangleMesh OTHER = SurfaceShapes.cuboid(5, 17, 5, 0.3f, 1, 0.3f);
  private static final Span SPAN = Span.of(BAR.bounds(), Axis.Y);
  private static final Caged<TetMesh> CAGED = new VolumeMesher(BAR).tetrahedra(8);

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
