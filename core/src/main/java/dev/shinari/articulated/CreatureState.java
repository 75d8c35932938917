package dev.shinari.articulated;

import dev.shinari.articulated.motion.SkinGrip;

/** What a step of a creature changes: all that a snapshot of it holds. */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; the record only names them
record CreatureState(
    double[] x,
    double[] v,
    double[] frames,
    double[] goal,
    double[] turns,
    double clipSeconds,
    double[] exoX,
    double[] exoV,
    double[] exoTurn,
    boolean[] holding,
    double[] anchor,
    SkinGrip[] skinGrips,
    double[] flesh,
    boolean frozen) {
  /** A hash that goes on over some numbers; null adds nothing. */
  static long mix(long hash, double[] values) {
    long h = hash;
    for (int i = 0; values != null && i < values.length; i++) {
      h = (h ^ Double.doubleToRawLongBits(values[i])) * 0x100000001b3L;
      h ^= h >>> 29;
    }
    return h;
  }
}
