package dev.shinari.world;

/** A hit: when, how fast, where in the world, and the unit normal towards who was hit. */
final class Impact {
  double seconds;
  float speed;
  double x;
  double y;
  double z;
  float nx;
  float ny;
  float nz;

  void at(double worldX, double worldY, double worldZ) {
    x = worldX;
    y = worldY;
    z = worldZ;
  }

  void along(float normalX, float normalY, float normalZ) {
    nx = normalX;
    ny = normalY;
    nz = normalZ;
  }

  Take.Event event(String body, String other) {
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
