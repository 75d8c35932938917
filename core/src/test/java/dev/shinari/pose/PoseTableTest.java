package dev.shinari.pose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.volume.CagedSurface;
import dev.shinari.mesh.volume.VolumeMesher;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * How well poses of surfaces become poses of cages. With -Dshinari.poseTable=true it prints the
 * table of docs/results.md, poses from another mesh included.
 */
class PoseTableTest {
  @Test
  void posesOfTheSameVerticesAreFoundToWithinAPercentOfTheLength() {
    boolean table = Boolean.getBoolean("shinari.poseTable");
    TriangleMesh bar = SurfaceShapes.cuboid(6, 20, 6, 0.3f, 1, 0.3f);
    TriangleMesh other = SurfaceShapes.cuboid(9, 27, 8, 0.3f, 1, 0.3f);
    CagedSurface<TetMesh> caged = new VolumeMesher(bar).tetrahedra(12);
    Span span = Span.of(bar.bounds(), Axis.Y);
    Map<String, Deformer> poses = new LinkedHashMap<>();
    for (int degrees : new int[] {45, 90, 120, 180, 250}) {
      poses.put("twist " + degrees, new Deformer.Twist(span, Math.toRadians(degrees)));
    }
    for (int degrees : new int[] {45, 90, 135, 180}) {
      poses.put("bend " + degrees, new Deformer.Bend(span, Axis.X, Math.toRadians(degrees)));
    }
    for (int degrees : new int[] {30, 60, 90, 120}) {
      poses.put("sCurve " + degrees, new Deformer.SCurve(span, Axis.X, Math.toRadians(degrees)));
    }
    poses.put("stretch 1.5", new Deformer.Stretch(span, 1.5, true));
    poses.put("scale 0.5", new Deformer.Scale(0.5, 0.5, 0.5, 0, 0, 0));
    SurfaceFit fit = new SurfaceFit(caged.cage(), caged.surface());
    poses.forEach(
        (name, d) -> {
          float[] wanted = d.apply(caged.cage().positions());
          FittedPose same = fit.fit(d.apply(bar.positions()));
          assertThat(same.rms()).as(name).isLessThan(0.005);
          assertThat(rms(same.positions(), wanted)).as(name).isLessThan(0.01);
          if (!table) {
            return;
          }
          FittedPose found =
              Registration.fit(
                  caged.cage(), caged.surface(), other.withPositions(d.apply(other.positions())));
          System.out.printf(
              Locale.ROOT,
              "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %d |%n",
              name,
              100 * same.rms(),
              100 * rms(same.positions(), wanted),
              100 * found.rms(),
              100 * found.max(),
              100 * rms(found.positions(), wanted),
              found.inverted());
        });
  }

  private static double rms(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += ((double) a[i] - b[i]) * ((double) a[i] - b[i]);
    }
    return Math.sqrt(3 * sum / a.length);
  }
}
