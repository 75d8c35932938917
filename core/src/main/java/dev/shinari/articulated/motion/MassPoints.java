package dev.shinari.articulated.motion;

/** Things with mass that contacts push: joints, vertices of an exoskeleton, a body's particles. */
public interface MassPoints {
  /** 1 / mass in kilograms; 0 for what is held. */
  double inverseMass(int node);

  /** Component of a velocity. */
  double velocity(int node, int c);

  /** Adds to a place and to a velocity. */
  void push(int node, double sx, double sy, double sz, double jx, double jy, double jz);
}
