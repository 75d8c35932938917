package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.BodySummary;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that keep their volume, as a whole. */
class VolumeBodyTest {
  private static final float H = 1 / 60f;

  private static Cage cage(String kind) {
    return switch (kind) {
      case "tets" -> TetShapes.cuboid(3, 3, 12, 0.25f, 0.25f, 1);
      case "lists" -> Lattice.block(2, 2, 8, 0.125f, -0.125f, -0.125f, -0.5f);
      case "lattice" -> Lattice.block(4, 4, 16, 0.0625f, -0.125f, -0.125f, -0.5f);
      case "flat" -> Lattice.block(24, 6, 0, 0.05f, 0, 0, 0);
      default -> PointShapes.sheet(20, 8, 1, 0.35f, 1);
    };
  }

  private static Body body(String kind, Elasticity e) {
    return Body.builder("bar", cage(kind)).elasticity(e).halfWidth(1).build();
  }

  private static void run(Body b, double seconds) {
    int n = b.innerSteps(H);
    for (int k = 0; k < seconds / H * n; k++) {
      b.advance(H / n, 0, 0, 0);
    }
  }

  /** Slope of now over rest along an axis, of the middle half along another. */
  private static double strain(Body b, int axis, int along) {
    Particles p = b.particles();
    float[][] rest = {b.restX(), b.restY(), b.restZ()}, now = {p.x(), p.y(), p.z()};
    double half = 0, both = 0, own = 0, mean = 0, restMean = 0;
    for (float r : rest[along]) {
      half = Math.max(half, r);
    }
    int n = 0;
    for (int i = 0; i < p.count(); i++) {
      if (Math.abs(rest[along][i]) < 0.4 * half) {
        mean += now[axis][i];
        restMean += rest[axis][i];
        n++;
      }
    }
    for (int i = 0; i < p.count(); i++) {
      if (Math.abs(rest[along][i]) < 0.4 * half) {
        double r = rest[axis][i] - restMean / n;
        both += r * (now[axis][i] - mean / n);
        own += r * r;
      }
    }
    return both / own - 1;
  }

  @ParameterizedTest
  @CsvSource({
    "tets, 0",
    "tets, 0.25",
    "tets, 0.45",
    "lattice, 0",
    "lattice, 0.25",
    "lattice, 0.45",
    "lists, 0.25",
    "flat, 0",
    "flat, 0.25",
    "flat, 0.45",
    "sheet, 0.25"
  })
  void aStretchedBarNarrowsAsItsPoissonRatioSays(String kind, float nu) {
    int along = kind.equals("flat") || kind.equals("sheet") ? 0 : 2;
    Body b = body(kind, Elasticity.hertz(6, 0.5f).withPoisson(nu));
    float[] rest = along == 0 ? b.restX() : b.restZ();
    float[] x = along == 0 ? b.particles().x() : b.particles().z();
    float half = 0;
    for (float r : rest) {
      half = Math.max(half, r);
    }
    for (int i = 0; i < x.length; i++) {
      x[i] += 0.03f * rest[i];
      if (Math.abs(rest[i]) > 0.98 * half) {
        b.hold(i);
      }
    }
    b.disturbed();
    run(b, 2);
    double stretch = strain(b, along, along),
        across = strain(b, kind.equals("sheet") ? 2 : 1, along);
    assertThat(stretch).isBetween(0.02, 0.04);
    assertThat(-across / stretch).isCloseTo(nu, within(Math.max(0.02, 0.1 * nu)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tets", "lattice"})
  void aBodyThatWasPressedFlatComesBack(String kind) {
    Body b = body(kind, Elasticity.hertz(4, 0.2f));
    float[] y = b.particles().y();
    for (int i = 0; i < y.length; i++) {
      y[i] *= 0.05f;
    }
    b.disturbed();
    run(b, 4);
    assertThat(TestShapes.distanceFromRest(b)).isLessThan(0.01);
  }

  @ParameterizedTest
  @CsvSource({"tets, 0", "tets, 0.25", "tets, 0.45", "lattice, 0.25", "sheet, 0.25", "tets, -1"})
  void aFreeBodyGainsNoEnergyAndKeepsItsSpin(String kind, float nu) {
    Body b =
        body(
            kind,
            Elasticity.hertz(4, 0).withPoisson(Math.max(0, nu)).withHardening(nu < 0 ? 0 : 1));
    Particles p = b.particles();
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] *= 1.3f;
      p.y()[i] *= 0.6f;
    }
    b.setMotion(0.2, 0, 0, 0.5, 1, -0.7);
    int n = b.innerSteps(H);
    b.advance(H / n, 0, 0, 0);
    BodySummary s = b.summary();
    double given = s.kineticEnergy() + b.elasticEnergy(), early = 0, late = 0;
    double x = s.angularMomentumX(), y = s.angularMomentumY(), z = s.angularMomentumZ();
    for (int k = 0; k < 4_000; k++) {
      b.advance(H / n, 0, 0, 0);
      double energy = s.kineticEnergy() + b.elasticEnergy();
      early = k < 1_000 ? Math.max(early, energy) : early;
      late = k >= 1_000 ? Math.max(late, energy) : late;
    }
    // Kinetic energy is that of half a step before: of the papers' pull (-1) it reaches 1.27 too.
    assertThat(early).isLessThan(1.5 * given);
    assertThat(late).as("does not grow").isLessThan(1.05 * early);
    double size = Math.sqrt(x * x + y * y + z * z);
    assertThat(s.angularMomentumX()).isCloseTo(x, within(3e-3 * size));
    assertThat(s.angularMomentumY()).isCloseTo(y, within(3e-3 * size));
    assertThat(s.angularMomentumZ()).isCloseTo(z, within(3e-3 * size));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tets", "lattice", "lists"})
  void aPlainBodyAtRestInFreeSpaceDoesNotStartToTurn(String kind) {
    Body b = body(kind, Elasticity.DEFAULT);
    int n = b.innerSteps(H);
    for (int k = 0; k < 1_000 * n; k++) {
      b.advance(H / n, 0, 0, 0);
    }
    float[][] rest = {b.restX(), b.restY(), b.restZ()};
    float[][] now = {b.particles().x(), b.particles().y(), b.particles().z()};
    double most = 0;
    for (int i = 0; i < b.particles().count(); i++) {
      for (int c = 0; c < 3; c++) {
        most = Math.max(most, Math.abs(now[c][i] - rest[c][i]));
      }
    }
    assertThat(most).isLessThan(1e-4 * b.length());
  }
}
