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
    boolean frozen) {}
