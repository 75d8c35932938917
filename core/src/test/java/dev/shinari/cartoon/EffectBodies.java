package dev.shinari.cartoon;

import dev.shinari.body.Body;
import dev.shinari.body.particle.Particles;
import dev.shinari.mesh.Lattice;
import dev.shinari.world.Select;
import dev.shinari.world.World;
import dev.shinari.world.WorldSettings;
import java.util.List;

/** Bodies that the tests of effects use, and what they measure. */
final class EffectBodies {
  static final float H = 1 / 120f;

  static World weightless() {
    return new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
  }

  static Body block(String name, float x, float y, float z) {
    return Body.builder(name, Lattice.block(3, 3, 3, 0.1f, x, y, z)).build();
  }

  static double momentum(List<Body> bodies, int axis) {
    double sum = 0;
    for (Body b : bodies) {
      Particles p = b.particles();
      float[] v = axis == 0 ? p.vx() : axis == 1 ? p.vy() : p.vz();
      for (int i = 0; i < p.count(); i++) {
        sum += (double) p.mass()[i] * v[i];
      }
    }
    return sum;
  }

  static double height(Body b) {
    double low = 1e9, high = -1e9;
    for (int i = 0; i < b.particles().count(); i++) {
      low = Math.min(low, b.particles().worldY(i));
      high = Math.max(high, b.particles().worldY(i));
    }
    return high - low;
  }

  static double top(Body b) {
    double high = -1e9;
    for (int i = 0; i < b.particles().count(); i++) {
      high = Math.max(high, b.particles().worldY(i));
    }
    return high;
  }

  /** The particles of the upper or the lower end. */
  static int[] end(Body b, boolean upper) {
    double low = top(b) - height(b), high = top(b);
    return upper
        ? Select.side(b, 0, high - 1e-3, 0, 0, 1, 0)
        : Select.side(b, 0, low + 1e-3, 0, 0, -1, 0);
  }

  static boolean isFinite(Body b) {
    Particles p = b.particles();
    boolean finite = true;
    for (int i = 0; i < p.count(); i++) {
      finite &= Double.isFinite(p.worldX(i) + p.worldY(i) + p.worldZ(i));
    }
    return finite;
  }

  private EffectBodies() {}
}
