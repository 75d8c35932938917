package dev.shinari.body;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.shape.PointShapes;
import dev.shinari.mesh.shape.TetShapes;
import java.util.Random;

/** Bodies and starts that the tests of this package share. */
final class TestShapes {
  private TestShapes() {}

  /** The paper's cuboid of 225 particles. */
  static TetMesh cuboid225() {
    return TetShapes.cuboid(4, 4, 8, 0.5f, 0.5f, 1);
  }

  static TetMesh cuboid2025() {
    return TetShapes.cuboid(8, 8, 24, 0.5f, 0.5f, 1);
  }

  static Lattice lattice() {
    return Lattice.block(5, 4, 9, 0.1f, -0.25f, -0.2f, -0.45f);
  }

  static Cage[] allKinds() {
    return new Cage[] {
      cuboid225(),
      lattice(),
      Lattice.block(7, 5, 0, 0.1f, 0, 0, 0),
      PointShapes.sheet(6, 8, 1, 1, 1),
      PointShapes.strand(12, 1, 2)
    };
  }

  static Body body(Cage cage, Elasticity e) {
    return Body.builder("test", cage).elasticity(e).build();
  }

  /** Ways to start out of shape. */
  enum Start {
    FLAT,
    MIRRORED,
    INVERTED,
    SCATTERED,
    COLLAPSED
  }

  static void put(Body b, Start start) {
    Particles p = b.particles();
    Random random = new Random(7);
    for (int i = 0; i < p.count(); i++) {
      switch (start) {
        case FLAT -> p.y()[i] = 0;
        case MIRRORED -> p.x()[i] = -p.x()[i];
        case INVERTED -> {
          p.x()[i] = -p.x()[i];
          p.y()[i] = -p.y()[i];
          p.z()[i] = -p.z()[i];
        }
        case SCATTERED -> {
          p.x()[i] = random.nextFloat() - 0.5f;
          p.y()[i] = random.nextFloat() - 0.5f;
          p.z()[i] = random.nextFloat() - 0.5f;
        }
        default -> {
          p.x()[i] = 0;
          p.y()[i] = 0;
          p.z()[i] = 0;
        }
      }
    }
    b.disturbed();
  }

  static void scaleZ(Body b, float by) {
    float[] z = b.particles().z();
    for (int i = 0; i < z.length; i++) {
      z[i] *= by;
    }
    b.disturbed();
  }

  /**
   * Largest distance of a particle from the rest shape placed by the best rigid motion; a mirrored
   * body is far from it.
   */
  static double distanceFromRest(Body b) {
    Particles p = b.particles();
    int n = p.count();
    double[] c = new double[3];
    double mass = 0;
    for (int i = 0; i < n; i++) {
      double m = p.mass()[i];
      mass += m;
      c[0] += m * p.x()[i];
      c[1] += m * p.y()[i];
      c[2] += m * p.z()[i];
    }
    double[] a = new double[9];
    for (int i = 0; i < n; i++) {
      double m = p.mass()[i];
      double[] d = {p.x()[i] - c[0] / mass, p.y()[i] - c[1] / mass, p.z()[i] - c[2] / mass};
      double[] q = {b.restX()[i], b.restY()[i], b.restZ()[i]};
      for (int u = 0; u < 3; u++) {
        for (int v = 0; v < 3; v++) {
          a[3 * u + v] += m * d[u] * q[v];
        }
      }
    }
    double[] r = dev.shinari.reference.ReferencePolar.rotation(a);
    double worst = 0;
    for (int i = 0; i < n; i++) {
      double x = p.x()[i] - c[0] / mass, y = p.y()[i] - c[1] / mass, z = p.z()[i] - c[2] / mass;
      double qx = b.restX()[i], qy = b.restY()[i], qz = b.restZ()[i];
      double dx = x - (r[0] * qx + r[1] * qy + r[2] * qz);
      double dy = y - (r[3] * qx + r[4] * qy + r[5] * qz);
      double dz = z - (r[6] * qx + r[7] * qy + r[8] * qz);
      worst = Math.max(worst, Math.sqrt(dx * dx + dy * dy + dz * dz));
    }
    return worst;
  }

  static double fastest(Body b) {
    Particles p = b.particles();
    double worst = 0;
    for (int i = 0; i < p.count(); i++) {
      double x = p.vx()[i], y = p.vy()[i], z = p.vz()[i];
      worst = Math.max(worst, Math.sqrt(x * x + y * y + z * z));
    }
    return worst;
  }
}
