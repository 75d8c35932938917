package dev.shinari.pose;

/** One of the three axes. */
public enum Axis {
  X,
  Y,
  Z
}
