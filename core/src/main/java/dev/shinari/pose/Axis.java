package dev.shinari.pose;

/** One of the three axes. */
public enum Axis {
  X,
  Y,
  Z;

  /** The axis that is neither of the two, which must differ. */
  static Axis third(Axis a, Axis b) {
    return values()[3 - a.ordinal() - b.ordinal()];
  }
}
