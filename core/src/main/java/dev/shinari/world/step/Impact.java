package dev.shinari.world.step;

import dev.shinari.take.Take;

/** A hit: when, how fast, where in the world, and the unit normal towards who was hit. */
public final class Impact {
  public double seconds;
  public float speed;
  double x;
  double y;
  double z;
  public float nx;
  public float ny;
  public float nz;

  public void at(double worldX, double worldY, double worldZ) {
    x = worldX;
    y = worldY;
    z = worldZ;
  }

  public void along(float normalX, float normalY, float normalZ) {
    nx = normalX;
    ny = normalY;
    nz = normalZ;
  }

  public Take.Event event(String body, String other) {
    return new Take.Event(
        (float) seconds,
        Take.Event.IMPACT,
        body,
        other,
        (float) x,
        (float) y,
        (float) z,
        nx,
        ny,
        nz,
        speed);
  }
}
