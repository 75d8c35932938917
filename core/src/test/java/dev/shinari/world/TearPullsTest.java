package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random pulls at lattices of all half-widths and levels, with contact between the pieces: numbers
 * stay finite, and once the hands have let go no energy comes from nowhere. {@code
 * -Dshinari.pulls=100} runs a hundred.
 */
class TearPullsTest {
  private static final float STEP = 1 / 120f;

  private static double energy(World world) {
    double sum = 0;
    for (Body b : world.bodies()) {
      Particles p = b.particles();
      for (int i = 0; i < p.count(); i++) {
        double x = p.vx()[i], y = p.vy()[i], z = p.vz()[i];
        sum += 0.5 * p.mass()[i] * (x * x + y * y + z * z);
      }
      sum += b.elasticEnergy();
    }
    return sum;
  }

  private static LatticeBody body(Random random, int dim, int w, int levels, String name) {
    LatticeShape shape;
    if (dim == 3) {
      shape = LatticeShape.box(new Bounds(-0.5f, -0.25f, -0.25f, 0.5f, 0.25f, 0.25f));
    } else if (random.nextBoolean()) {
      double[] ring = new double[96], hole = new double[64];
      for (int k = 0; k < 48; k++) {
        ring[2 * k] = 0.5 * Math.cos(2 * Math.PI * k / 48);
        ring[2 * k + 1] = 0.5 * Math.sin(2 * Math.PI * k / 48);
      }
      for (int k = 0; k < 32; k++) {
        hole[2 * k] = 0.2 * Math.cos(2 * Math.PI * k / 32);
        hole[2 * k + 1] = 0.2 * Math.sin(2 * Math.PI * k / 32);
      }
      shape = new OutlineShape(new double[][] {ring, hole});
    } else {
      double notch = 0.1 * random.nextDouble();
      shape =
          new OutlineShape(
              new double[][] {
                {
                  -0.5,
                  -0.2,
                  -0.05,
                  -0.2,
                  0,
                  -0.2 + notch,
                  0.05,
                  -0.2,
                  0.5,
                  -0.2,
                  0.5,
                  0.2,
                  -0.5,
                  0.2
                }
              });
    }
    AdaptiveLattice l =
        AdaptiveLattice.over(
            name,
            shape,
            new LatticeGrid(dim == 2 ? 0.0833f : 0.125f, levels, 0),
            FractureSettings.DEFAULT.withHalfWidth(w).withMaxCells(4000),
            Toughness.EVEN,
            1,
            Elasticity.hertz(5, 0.2f));
    return LatticeBody.of(l, LatticeSkin.CELLS);
  }

  private static void pull(int number) {
    Random random = new Random(900 + number);
    int dim = number % 4 == 3 ? 3 : 2, w = 1 + number % 4;
    int levels =
        dim == 3 ? 1 + random.nextInt(number < 8 ? 1 : 2) : 1 + random.nextInt(number < 8 ? 3 : 6);
    String what = "pull " + number + ": " + dim + "D, w " + w + ", levels " + levels;
    LatticeBody b = body(random, dim, w, levels, "b");
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    world.add(b, BodySettings.DEFAULT.withSleeps(false), Look.BODY);
    double speed = 0.4 + random.nextDouble();
    for (int side = -1; side <= 1; side += 2) {
      world.add(
          Handle.builder(b.body(), Select.side(b.body(), 0.4 * side, 0, 0, side, 0, 0))
              .path(
                  MotionPath.builder()
                      .velocity(speed * side, 0.3 * speed * random.nextGaussian(), 0)
                      .build())
              .to(1)
              .build());
    }
    for (int s = 0; s < 125; s++) {
      world.step(STEP);
    }
    double given = energy(world);
    for (int s = 0; s < 60; s++) {
      world.step(STEP);
      assertThat(energy(world)).as(what + ", step " + s).isLessThan(1.05 * given + 1e-6);
    }
    for (Body piece : world.bodies()) {
      assertThat(piece.isFrozen()).as(what).isFalse();
    }
    if (Boolean.getBoolean("shinari.tell")) {
      System.out.println(
          what
              + ": "
              + world.bodies().size()
              + " pieces, "
              + given
              + " to "
              + energy(world)
              + " J");
    }
  }

  @Test
  void randomPullsStayFiniteAndGainNoEnergy() {
    int pulls = Integer.getInteger("shinari.pulls", 4);
    for (int k = 0; k < pulls; k++) {
      pull(k);
    }
  }
}
