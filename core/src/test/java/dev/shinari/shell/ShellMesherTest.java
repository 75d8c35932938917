package dev.shinari.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.solid.Solids;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellMesherTest {
  private static final TriangleMesh BALL = SurfaceShapes.sphere(12, 1);

  @ParameterizedTest
  @ValueSource(ints = {130, 400, 1500})
  void aShellIsClosedAndAboutAsLargeAsWanted(int vertices) {
    TriangleMesh shell = ShellMesher.of(BALL, vertices, null);
    SurfaceReport r = SurfaceReport.of(shell);
    assertThat(r.isClosed()).isTrue();
    assertThat((double) r.vertices()).isBetween(0.6 * vertices, 1.5 * vertices);
    assertThat(r.volume()).isCloseTo(SurfaceReport.volume(BALL), within(0.05));
  }

  @Test
  void holesAreClosedAndPartsThatOverlapBecomeOne() {
    int[] t = BALL.triangles();
    float[] p = Arrays.copyOf(BALL.positions(), 2 * BALL.positions().length);
    for (int i = 0; i < BALL.positions().length; i++) {
      p[BALL.positions().length + i] = BALL.positions()[i] + (i % 3 == 0 ? 1.2f : 0);
    }
    int[] both = Arrays.copyOf(t, 2 * t.length - 60); // a hole of 20 triangles in the second
    for (int i = t.length; i < both.length; i++) {
      both[i] = t[i - t.length] + BALL.vertexCount();
    }
    TriangleMesh shell = ShellMesher.of(new TriangleMesh(p, both), 500, null);
    assertThat(SurfaceReport.of(shell).isClosed()).isTrue();
    assertThat(SurfaceReport.of(shell).components()).isEqualTo(1);
  }

  @Test
  void aSheetHasNoShellUnlessABoneRunsThroughIt() {
    float[] p = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    TriangleMesh sheet = new TriangleMesh(p, new int[] {0, 1, 2, 2, 1, 3});
    assertThatThrownBy(() -> ShellMesher.of(sheet, 200, null))
        .hasMessageContaining("no closed shell")
        .hasMessageContaining("thickness");
    TriangleMesh shell = ShellMesher.of(sheet, 200, Solids.capsule(0.2, 0.5, 0, 0.8, 0.5, 0, 0.15));
    assertThat(SurfaceReport.of(shell).isClosed()).isTrue();
  }

  @Test
  void whatIsNotFiniteIsNamed() {
    float[] p = BALL.positions().clone();
    p[7] = Float.NaN;
    assertThatThrownBy(() -> ShellMesher.of(BALL.withPositions(p), 400, null))
        .hasMessageContaining("not finite");
  }

  @Test
  void aSurfaceRidesOnItsShellWithItsOffset() {
    TriangleMesh shell = ShellMesher.of(BALL, 200, null);
    SurfaceRide ride = new SurfaceRide(BALL, shell);
    for (int v = 0; v < BALL.vertexCount(); v++) {
      for (int c = 0; c < 3; c++) {
        float at = ride.offset(v, c);
        for (int k = 0; k < 3; k++) {
          at += ride.weight(v, k) * shell.positions()[3 * ride.corner(v, k) + c];
        }
        assertThat(at).isCloseTo(BALL.positions()[3 * v + c], within(1e-5f));
      }
    }
  }

  @Test
  void piecesWithoutAWantedVertexAreLeftOut() {
    float[] p = Arrays.copyOf(BALL.positions(), 2 * BALL.positions().length);
    int[] t = Arrays.copyOf(BALL.triangles(), 2 * BALL.triangles().length);
    for (int i = 0; i < BALL.positions().length; i++) {
      p[BALL.positions().length + i] = BALL.positions()[i] + 5;
    }
    for (int i = 0; i < BALL.triangles().length; i++) {
      t[BALL.triangles().length + i] = BALL.triangles()[i] + BALL.vertexCount();
    }
    boolean[] wanted = new boolean[2 * BALL.vertexCount()];
    assertThat(ShellMesher.piecesWith(new TriangleMesh(p, t), wanted)).isNull();
    wanted[3] = true;
    assertThat(ShellMesher.piecesWith(new TriangleMesh(p, t), wanted).vertexCount())
        .isEqualTo(BALL.vertexCount());
  }
}
