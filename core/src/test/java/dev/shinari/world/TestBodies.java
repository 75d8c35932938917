package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;

/** Small bodies for tests. */
public final class TestBodies {
  private TestBodies() {}

  /** One particle: what happens to it is contact and gravity alone. */
  public static Body point(String name, float x, float y, float z) {
    return Body.builder(
            name, new PointCage(new float[] {x, y, z}, new int[] {0, 1}, new int[] {0}, new int[0]))
        .build();
  }

  public static Body block(String name, int cells, float cell, float x, float y, float z) {
    return Body.builder(name, Lattice.block(cells, cells, cells, cell, x, y, z)).build();
  }

  static Body tetrahedron(String name, float size, float x, float y, float z) {
    float[] p = {x, y, z, x + size, y, z, x, y + size, z, x, y, z + size};
    return Body.builder(name, new TetMesh(p, new int[] {0, 1, 2, 3})).build();
  }

  public static void setVelocity(Body body, float vx, float vy, float vz) {
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = vx;
      p.vy()[i] = vy;
      p.vz()[i] = vz;
    }
  }

  /** Momentum about axis 0, 1 or 2, in double. */
  public static double momentum(Body body, int axis) {
    Particles p = body.particles();
    float[] v = axis == 0 ? p.vx() : axis == 1 ? p.vy() : p.vz();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      sum += (double) p.mass()[i] * v[i];
    }
    return sum;
  }

  public static double mass(Body body) {
    double sum = 0;
    for (float m : body.particles().mass()) {
      sum += m;
    }
    return sum;
  }

  public static double center(Body body, int axis) {
    Particles p = body.particles();
    double sum = 0, mass = 0;
    for (int i = 0; i < p.count(); i++) {
      double m = p.mass()[i];
      sum += m * (axis == 0 ? p.worldX(i) : axis == 1 ? p.worldY(i) : p.worldZ(i));
      mass += m;
    }
    return sum / mass;
  }

  static double kinetic(Body body) {
    Particles p = body.particles();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      double x = p.vx()[i], y = p.vy()[i], z = p.vz()[i];
      sum += 0.5 * p.mass()[i] * (x * x + y * y + z * z);
    }
    return sum;
  }

  public static boolean isFinite(Body body) {
    Particles p = body.particles();
    boolean finite = true;
    for (int i = 0; i < p.count(); i++) {
      finite &=
          Double.isFinite(p.worldX(i) + p.worldY(i) + p.worldZ(i))
              && Float.isFinite(p.vx()[i] + p.vy()[i] + p.vz()[i]);
    }
    return finite;
  }

  static Body springy(World w, String name, float x, float y, float z) {
    Body b = block(name, 2, 0.1f, x, y, z);
    w.add(b);
    return b;
  }

  static Body stiff(String name, int cells, float cell, float x, float y, float z) {
    return Body.builder(name, Lattice.block(cells, cells, cells, cell, x, y, z))
        .elasticity(Elasticity.hertz(15, 0.5f))
        .build();
  }

  /** A block of 20 cm. */
  static Body firm(String name, int cells, float hertz, float x, float y, float z) {
    float cell = 0.2f / cells;
    return Body.builder(name, Lattice.block(cells, cells, cells, cell, x, y, z))
        .elasticity(Elasticity.hertz(hertz, 0.5f))
        .build();
  }

  public static void run(World w, double until) {
    while (w.seconds() < until) {
      w.step(1f / 240);
    }
  }
}
