package dev.shinari.world;

import dev.shinari.body.Body;
import dev.shinari.body.Particles;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;

/** Small bodies for tests, and springs for those that need to hold together. */
final class TestBodies {
  private TestBodies() {}

  /** One particle: what happens to it is contact and gravity alone. */
  static Body point(String name, float x, float y, float z) {
    return Body.builder(
            name, new PointCage(new float[] {x, y, z}, new int[] {0, 1}, new int[] {0}, new int[0]))
        .build();
  }

  static Body block(String name, int cells, float cell, float x, float y, float z) {
    return Body.builder(name, Lattice.block(cells, cells, cells, cell, x, y, z)).build();
  }

  static Body tetrahedron(String name, float size, float x, float y, float z) {
    float[] p = {x, y, z, x + size, y, z, x, y + size, z, x, y, z + size};
    return Body.builder(name, new TetMesh(p, new int[] {0, 1, 2, 3})).build();
  }

  static void setVelocity(Body body, float vx, float vy, float vz) {
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      p.vx()[i] = vx;
      p.vy()[i] = vy;
      p.vz()[i] = vz;
    }
  }

  /** Momentum about axis 0, 1 or 2, in double. */
  static double momentum(Body body, int axis) {
    Particles p = body.particles();
    float[] v = axis == 0 ? p.vx() : axis == 1 ? p.vy() : p.vz();
    double sum = 0;
    for (int i = 0; i < p.count(); i++) {
      sum += (double) p.mass()[i] * v[i];
    }
    return sum;
  }

  static double mass(Body body) {
    double sum = 0;
    for (float m : body.particles().mass()) {
      sum += m;
    }
    return sum;
  }

  static double centre(Body body, int axis) {
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

  static boolean isFinite(Body body) {
    Particles p = body.particles();
    boolean finite = true;
    for (int i = 0; i < p.count(); i++) {
      finite &=
          Double.isFinite(p.worldX(i) + p.worldY(i) + p.worldZ(i))
              && Float.isFinite(p.vx()[i] + p.vy()[i] + p.vz()[i]);
    }
    return finite;
  }

  /**
   * Damped springs between neighbours at rest, as a field on one body: each pair's kicks are equal
   * and opposite by mass.
   */
  static ForceField springs(Body body, float reach, float hertz, float damping) {
    float[] rest = body.cage().positions();
    int n = rest.length / 3;
    int[] pairs = new int[n * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (distance(rest, i, j) <= reach) {
          pairs[count++] = i;
          pairs[count++] = j;
        }
      }
    }
    int used = count;
    float stiffness = (float) Math.pow(2 * Math.PI * hertz, 2);
    return new ForceField(0, ForceFields.ALWAYS) {
      @Override
      protected void kick(Particles p, double start, double end, float dt) {
        if (p != body.particles()) {
          return;
        }
        for (int k = 0; k < used; k += 2) {
          int i = pairs[k], j = pairs[k + 1];
          float dx = p.x()[i] - p.x()[j], dy = p.y()[i] - p.y()[j], dz = p.z()[i] - p.z()[j];
          float d = (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
          if (!(d > 0)) {
            continue;
          }
          dx /= d;
          dy /= d;
          dz /= d;
          float vx = p.vx()[i] - p.vx()[j];
          float vy = p.vy()[i] - p.vy()[j];
          float vz = p.vz()[i] - p.vz()[j];
          float rate = vx * dx + vy * dy + vz * dz;
          float f = -dt * (stiffness * (d - distance(rest, i, j)) + damping * rate);
          f *= 0.5f;
          p.vx()[i] += f * dx;
          p.vy()[i] += f * dy;
          p.vz()[i] += f * dz;
          p.vx()[j] -= f * dx;
          p.vy()[j] -= f * dy;
          p.vz()[j] -= f * dz;
        }
      }
    };
  }

  private static float distance(float[] p, int i, int j) {
    double x = p[3 * i] - p[3 * j], y = p[3 * i + 1] - p[3 * j + 1];
    double z = p[3 * i + 2] - p[3 * j + 2];
    return (float) Math.sqrt(x * x + y * y + z * z);
  }
}
