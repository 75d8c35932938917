package dev.shinari.world;

import dev.shinari.body.particle.Particles;
import java.util.List;

/** A 64-bit hash of positions and velocities, bit by bit, in order. */
final class StateHash {
  private StateHash() {}

  static long of(BodyEntry[] entries, List<Actor> actors) {
    long hash = 0xcbf29ce484222325L;
    for (BodyEntry e : entries) {
      Particles p = e.body.particles();
      hash = mix(hash, Double.doubleToRawLongBits(p.originX()));
      hash = mix(hash, Double.doubleToRawLongBits(p.originY()));
      hash = mix(hash, Double.doubleToRawLongBits(p.originZ()));
      for (int i = 0; i < p.count(); i++) {
        hash = mix(hash, pair(p.x()[i], p.y()[i]));
        hash = mix(hash, pair(p.z()[i], p.vx()[i]));
        hash = mix(hash, pair(p.vy()[i], p.vz()[i]));
      }
    }
    for (Actor a : actors) {
      hash = a.hash(hash);
    }
    return hash;
  }

  private static long pair(float a, float b) {
    return (long) Float.floatToRawIntBits(a) << 32 | (Float.floatToRawIntBits(b) & 0xffffffffL);
  }

  /** FNV-1a on 64-bit words, with the high half folded in, which a product alone never reaches. */
  private static long mix(long hash, long word) {
    long h = (hash ^ word) * 0x100000001b3L;
    return h ^ (h >>> 29);
  }
}
