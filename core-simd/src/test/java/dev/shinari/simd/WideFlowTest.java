package dev.shinari.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.BodyEditor;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that flow, whatever their regions and targets, have the same bits on both twins. */
class WideFlowTest {
  private static final float H = 1 / 120f;

  @ParameterizedTest
  @CsvSource({
    "tets, rest", "tets, all", "tets, each", "lattice, rest", "lattice, all", "lattice, each",
    "edited, rest", "edited, all", "edited, each", "sheet, rest", "sheet, all", "strand, rest"
  })
  void theTwinsFlowAlike(String kind, String aim) {
    assertThat(run(kind, aim, new WideKernels()))
        .containsExactly(run(kind, aim, KernelChoice.SCALAR));
  }

  private static float[] run(String kind, String aim, Kernels kernels) {
    Cage cage =
        switch (kind) {
          case "tets" -> TetShapes.cuboid(3, 3, 7, 0.3f, 0.3f, 0.7f);
          case "sheet" -> PointShapes.sheet(9, 11, 1, 1, 1);
          case "strand" -> PointShapes.strand(21, 1, 2);
          default -> Lattice.block(4, 4, 8, 0.1f, 0, 0, 0);
        };
    Body.Builder b = Body.builder("b", cage).elasticity(Elasticity.hertz(3, 0.1f)).halfWidth(1);
    b.kernels(kernels);
    if (kind.equals("edited")) {
      b.editable();
    }
    if (!aim.equals("rest")) {
      float[] p = cage.positions().clone();
      for (int i = 0; i < p.length; i += 3) {
        p[i] *= 1.3f;
        p[i + 2] += 0.2f * p[i] * p[i];
      }
      ExampleSettings s = ExampleSettings.of(List.of(new ExamplePose("pose", p)));
      b.examples(aim.equals("each") ? s.withGrouping(new Grouping.EachRegion()) : s);
    }
    Body body = b.build();
    if (kind.equals("edited")) {
      BodyEditor editor = body.editor();
      editor.remove(17);
      editor.setMass(40, 2 * body.particles().mass()[40]);
      editor.finish();
    }
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 0.8f;
      p.z()[i] *= 1.2f;
    }
    body.shaping().allowFlow();
    body.disturbed();
    for (int k = 0; k < 30; k++) {
      body.shaping().clear(H);
      body.shaping().flow(0.02f, 20, 1, 1);
      if (k > 20) {
        body.shaping().stretch(0.6, 0, 0.8, 0.1);
      }
      body.advance(H, 0, -1, 0);
    }
    assertThat(body.shaping().flown()).isGreaterThan(0.01);
    float[] all = Arrays.copyOf(p.x(), 2 * p.count());
    System.arraycopy(p.z(), 0, all, p.count(), p.count());
    return all;
  }
}
