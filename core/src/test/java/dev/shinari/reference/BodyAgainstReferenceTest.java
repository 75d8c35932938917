package dev.shinari.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.TetShapes;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The engine does what the reference twin does, up to the difference of float and double. */
class BodyAgainstReferenceTest {
  private static final float H = 1 / 60f;

  static Stream<Arguments> bodies() {
    return Stream.of(
        Arguments.of("one tetrahedron", tetrahedron(), 1),
        Arguments.of("tetrahedra", TetShapes.cuboid(3, 2, 5, 0.9f, 0.6f, 1.5f), 1),
        Arguments.of("more regions than a tile", TetShapes.cuboid(7, 7, 7, 1, 1.2f, 0.8f), 1),
        Arguments.of("one cell", Lattice.block(1, 1, 1, 0.5f, 0, 0, 0), 1),
        Arguments.of("lattice, w = 1", Lattice.block(4, 3, 6, 0.2f, 0, 0, 0), 1),
        Arguments.of("lattice, w = 2", Lattice.block(5, 6, 7, 0.2f, 0, 0, 0), 2),
        Arguments.of("lattice, w = 3", Lattice.block(9, 8, 4, 0.2f, 0, 0, 0), 3),
        Arguments.of("lattice, wider than long", Lattice.block(2, 3, 2, 0.2f, 0, 0, 0), 5),
        Arguments.of("sheet", Lattice.block(6, 5, 0, 0.2f, 0, 0, 0), 2),
        Arguments.of("strand", strand(9), 1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void tenStepsOfADisturbedBodyAgree(String name, Cage cage, int w) {
    Body body =
        Body.builder(name, cage)
            .elasticity(Elasticity.alpha(0.2f, 0).withHardening(0)) // the paper's pull alone
            .halfWidth(w)
            .build();
    ReferenceRegions regions = regions(cage, w);
    Particles p = body.particles();
    ReferenceBody reference =
        new ReferenceBody(cage.positions(), p.mass(), regions.starts(), regions.members());
    Random random = new Random(21);
    double amount = 0.03 * body.length();
    for (int i = 0; i < p.count(); i++) {
      ReferenceParticle q = reference.particle(i);
      q.x = p.x()[i] = p.x()[i] * 1.1f + (float) (amount * random.nextGaussian());
      q.y = p.y()[i] += (float) (amount * random.nextGaussian());
      q.z = p.z()[i] += (float) (cage instanceof TetMesh ? amount * random.nextGaussian() : 0);
      q.vx = p.vx()[i] = (float) (amount * random.nextGaussian());
      q.vy = p.vy()[i] = (float) (amount * random.nextGaussian());
      q.vz = p.vz()[i] = (float) (amount * random.nextGaussian());
    }
    body.disturbed();
    float[] xyz = new float[3 * p.count()];
    for (int n = 0; n < 10; n++) {
      body.advance(H, 0, -9.81f, 1);
      reference.step(H, 0.2f, 0, -9.81, 1);
    }
    p.copyPositions(xyz);
    double[] expected = reference.positions();
    for (int k = 0; k < xyz.length; k++) {
      assertThat((double) xyz[k])
          .as("coordinate " + k)
          .isCloseTo(expected[k], within(3e-5 * body.length()));
    }
  }

  private static ReferenceRegions regions(Cage cage, int w) {
    if (cage instanceof TetMesh mesh) {
      return ReferenceRegions.oneRings(mesh);
    }
    if (cage instanceof Lattice lattice) {
      return ReferenceRegions.boxes(lattice, w);
    }
    PointCage points = (PointCage) cage;
    return new ReferenceRegions(points.starts(), points.members());
  }

  private static TetMesh tetrahedron() {
    return new TetMesh(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 1, 2, 3});
  }

  /** Points along x, regions of three neighbors. */
  private static PointCage strand(int n) {
    float[] positions = new float[3 * n];
    int[] starts = new int[n - 1];
    int[] members = new int[3 * (n - 2)];
    for (int i = 0; i < n; i++) {
      positions[3 * i] = 0.1f * i;
    }
    for (int r = 0; r < n - 2; r++) {
      starts[r + 1] = 3 * (r + 1);
      for (int k = 0; k < 3; k++) {
        members[3 * r + k] = r + k;
      }
    }
    return new PointCage(positions, starts, members, new int[0]);
  }
}
