package dev.shinari.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReferenceBodyTest {
  private static final double H = 1 / 60.0;

  @ParameterizedTest
  @EnumSource(RotationRule.class)
  void rigidMotionIsReproduced(RotationRule rule) {
    ReferenceBody body = randomTets(rule);
    double[] rest = body.positions();
    double[] r = ReferencePolarTest.randomRotation(new Random(11));
    for (int i = 0; i < body.particleCount(); i++) {
      ReferenceParticle p = body.particle(i);
      double x = rest[3 * i], y = rest[3 * i + 1], z = rest[3 * i + 2];
      p.x = r[0] * x + r[1] * y + r[2] * z + 3;
      p.y = r[3] * x + r[4] * y + r[5] * z - 2;
      p.z = r[6] * x + r[7] * y + r[8] * z + 1;
    }
    assertThat(body.goals()).containsExactly(body.positions(), within(1e-12));
    for (int k = 0; k < body.regionCount(); k++) {
      assertThat(body.region(k).rotation()).containsExactly(r, within(1e-10));
    }
  }

  @ParameterizedTest
  @EnumSource(RotationRule.class)
  void aFreeBodyKeepsItsMomentum(RotationRule rule) {
    ReferenceBody body = randomTets(rule);
    disturb(body, 12);
    double[] before = body.momentum();
    for (int n = 0; n < 200; n++) {
      body.step(H, 0.1, 0, 0, 0);
    }
    assertThat(body.momentum()).containsExactly(before, within(1e-12));
  }

  @Test
  void theBestFitKeepsAngularMomentum() {
    ReferenceBody body = randomTets(RotationRule.BEST_FIT);
    disturb(body, 13);
    double[] before = body.angularMomentum();
    for (int n = 0; n < 200; n++) {
      body.step(H, 0.1, 0, 0, 0);
    }
    assertThat(body.angularMomentum()).containsExactly(before, within(1e-12));
  }

  @Test
  void thePaperRuleDoesNotKeepAngularMomentum() {
    ReferenceBody body = randomTets(RotationRule.PAPER);
    disturb(body, 13);
    double[] before = body.angularMomentum();
    for (int n = 0; n < 200; n++) {
      body.step(H, 0.1, 0, 0, 0);
    }
    double change = 0;
    for (int k = 0; k < 3; k++) {
      change = Math.max(change, Math.abs(body.angularMomentum()[k] - before[k]));
    }
    assertThat(change).isGreaterThan(1e-6);
  }

  /** Cells of a cube about its center have moments that are a multiple of the identity. */
  @Test
  void bothRulesAgreeWhereRestMomentsAreIsotropic() {
    Lattice cube = Lattice.block(1, 1, 1, 1, 0, 0, 0);
    ReferenceBody paper = lattice(cube, 1, RotationRule.PAPER);
    ReferenceBody best = lattice(cube, 1, RotationRule.BEST_FIT);
    disturb(paper, 14);
    disturb(best, 14);
    assertThat(paper.goals()).containsExactly(best.goals(), within(1e-12));
  }

  /**
   * Two particles of equal mass, one region, stretched to length 1 + d about their center. Goals
   * are at length 1, so that d obeys v' = v - alpha d / h, d' = d + h v'.
   */
  @Test
  void twoParticlesSwingAsTheEquationsSay() {
    ReferenceBody body =
        new ReferenceBody(
            new float[] {0, 0, 0, 1, 0, 0}, new float[] {2, 2}, new int[] {0, 2}, new int[] {0, 1});
    body.particle(1).x += 0.5;
    double d = 0.5, v = 0;
    for (int n = 0; n < 100; n++) {
      body.step(H, 0.3, 0, 0, 0);
      v -= 0.3 * d / H;
      d += H * v;
      assertThat(body.particle(1).x - body.particle(0).x).isCloseTo(1 + d, within(1e-11));
    }
  }

  @Test
  void aFreeBodyFallsAsAWhole() {
    ReferenceBody body = randomTets(RotationRule.BEST_FIT);
    double[] rest = body.positions();
    double v = 0, y = 0;
    for (int n = 0; n < 10; n++) {
      body.step(H, 0.5, 0, -9.81, 0);
      v -= H * 9.81;
      y += H * v;
    }
    for (int i = 0; i < body.particleCount(); i++) {
      assertThat(body.particle(i).x).isCloseTo(rest[3 * i], within(1e-12));
      assertThat(body.particle(i).y).isCloseTo(rest[3 * i + 1] + y, within(1e-12));
    }
  }

  @Test
  void aMirroredBodyReturnsToItsRestShape() {
    ReferenceBody body = lattice(Lattice.block(3, 2, 2, 1, 0, 0, 0), 1, RotationRule.BEST_FIT);
    double[] rest = body.positions();
    for (int i = 0; i < body.particleCount(); i++) {
      body.particle(i).x *= -0.3;
    }
    assertReturns(body, rest);
  }

  @Test
  void aBodySquashedFlatReturnsToItsRestShape() {
    ReferenceBody body = lattice(Lattice.block(3, 2, 2, 1, 0, 0, 0), 1, RotationRule.BEST_FIT);
    double[] rest = body.positions();
    for (int i = 0; i < body.particleCount(); i++) {
      body.particle(i).z = 0;
    }
    assertReturns(body, rest);
  }

  @ParameterizedTest
  @EnumSource(RotationRule.class)
  void aSheetKeepsRigidMotion(RotationRule rule) {
    ReferenceBody sheet = lattice(Lattice.block(4, 3, 0, 0.5f, 0, 0, 0), 1, rule);
    double[] rest = sheet.positions();
    double[] r = ReferencePolarTest.randomRotation(new Random(15));
    for (int i = 0; i < sheet.particleCount(); i++) {
      double x = rest[3 * i], y = rest[3 * i + 1];
      sheet.particle(i).x = r[0] * x + r[1] * y;
      sheet.particle(i).y = r[3] * x + r[4] * y;
      sheet.particle(i).z = r[6] * x + r[7] * y;
    }
    assertThat(sheet.goals()).containsExactly(sheet.positions(), within(1e-12));
  }

  @ParameterizedTest
  @EnumSource(RotationRule.class)
  void aStrandKeepsRigidMotion(RotationRule rule) {
    ReferenceBody strand =
        new ReferenceBody(
            new float[] {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0},
            new float[] {1, 2, 1, 3},
            new int[] {0, 3, 6},
            new int[] {0, 1, 2, 1, 2, 3},
            rule);
    for (int i = 0; i < 4; i++) {
      strand.particle(i).x = 1;
      strand.particle(i).y = 0.6 * i;
      strand.particle(i).z = -0.8 * i;
    }
    assertThat(strand.goals()).containsExactly(strand.positions(), within(1e-12));
  }

  @Test
  void singlePointsEmptyRegionsAndLooseParticlesAreLeftAlone() {
    ReferenceBody body =
        new ReferenceBody(
            new float[] {0, 0, 0, 5, 0, 0}, new float[] {1, 1}, new int[] {0, 1, 1}, new int[] {0});
    body.particle(0).y = 7;
    body.particle(1).z = 8;
    assertThat(body.goals()).containsExactly(0, 7, 0, 5, 0, 8);
  }

  @Test
  void coincidentParticlesStayFiniteAndSpreadNoFurtherThanTheyMay() {
    ReferenceBody body = lattice(Lattice.block(2, 2, 2, 1, 0, 0, 0), 1, RotationRule.BEST_FIT);
    for (int i = 0; i < body.particleCount(); i++) {
      body.particle(i).x = body.particle(i).y = body.particle(i).z = 1;
    }
    double[] rest = lattice(Lattice.block(2, 2, 2, 1, 0, 0, 0), 1, RotationRule.BEST_FIT).goals();
    assertReturns(body, rest);
  }

  @Test
  void oneRingsHoldTheVertexAndItsNeighbors() {
    TetMesh two =
        new TetMesh(
            new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1},
            new int[] {0, 1, 2, 3, 1, 2, 3, 4});
    ReferenceRegions rings = ReferenceRegions.oneRings(two);
    assertThat(rings.starts()).containsExactly(0, 4, 9, 14, 19, 23);
    assertThat(rings.members())
        .containsExactly(0, 1, 2, 3, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 1, 2, 3, 4);
  }

  @Test
  void boxesAreCutOffAtTheLatticesEnd() {
    Lattice line = Lattice.block(5, 1, 0, 1, 0, 0, 0);
    ReferenceRegions boxes = ReferenceRegions.boxes(line, 2);
    assertThat(boxes.starts()).containsExactly(0, 6, 14, 24, 34, 42, 48, 54, 62, 72, 82, 90, 96);
  }

  @Test
  void indicesOutsideOfTheBodyAreRefused() {
    assertThatThrownBy(
            () -> new ReferenceBody(new float[3], new float[] {1}, new int[] {0, 1}, new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("region member");
  }

  /** Distances between all pairs of particles end up as at rest; the place may differ. */
  private static void assertReturns(ReferenceBody body, double[] rest) {
    for (int n = 0; n < 1500; n++) {
      body.step(H, 0.5, 0, 0, 0);
      for (int i = 0; i < body.particleCount(); i++) {
        ReferenceParticle p = body.particle(i);
        p.vx *= 0.9;
        p.vy *= 0.9;
        p.vz *= 0.9;
      }
    }
    double[] x = body.positions();
    for (int i = 0; i < body.particleCount(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(distance(x, i, j)).isCloseTo(distance(rest, i, j), within(1e-3));
      }
    }
  }

  private static double distance(double[] x, int i, int j) {
    double dx = x[3 * i] - x[3 * j];
    double dy = x[3 * i + 1] - x[3 * j + 1];
    double dz = x[3 * i + 2] - x[3 * j + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  private static ReferenceBody lattice(Lattice lattice, int w, RotationRule rule) {
    float[] mass = new float[lattice.vertexCount()];
    java.util.Arrays.fill(mass, 0.5f);
    ReferenceRegions boxes = ReferenceRegions.boxes(lattice, w);
    return new ReferenceBody(lattice.positions(), mass, boxes.starts(), boxes.members(), rule);
  }

  /** 30 random particles of uneven mass in tetrahedra of neighbors by index. */
  private static ReferenceBody randomTets(RotationRule rule) {
    Random random = new Random(10);
    int n = 30;
    float[] positions = new float[3 * n];
    float[] mass = new float[n];
    for (int k = 0; k < 3 * n; k++) {
      positions[k] = random.nextFloat();
    }
    for (int i = 0; i < n; i++) {
      mass[i] = 0.2f + random.nextFloat();
    }
    int[] tets = new int[4 * (n - 3)];
    for (int t = 0; t < n - 3; t++) {
      for (int c = 0; c < 4; c++) {
        tets[4 * t + c] = t + c;
      }
    }
    ReferenceRegions rings = ReferenceRegions.oneRings(new TetMesh(positions, tets));
    return new ReferenceBody(positions, mass, rings.starts(), rings.members(), rule);
  }

  private static void disturb(ReferenceBody body, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < body.particleCount(); i++) {
      ReferenceParticle p = body.particle(i);
      p.x += 0.1 * random.nextGaussian();
      p.y += 0.1 * random.nextGaussian();
      p.z += 0.1 * random.nextGaussian();
      p.vx = 0.3 * random.nextGaussian() + 0.2;
      p.vy = 0.3 * random.nextGaussian();
      p.vz = 0.3 * random.nextGaussian();
    }
  }
}
