package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;

/**
 * How far the particles of two bodies have gone to each other since a moment. What both did
 * together does not count, so that bodies that fall side by side stay as they are, and neither does
 * what they did and undid: the way of bodies that tremble grows without end, while they are where
 * they were.
 *
 * <pre>
 *   moved = max |dx_i - t| + max |dx_j - t|,     i of a, j of b
 * </pre>
 *
 * bounds the change of every distance between the two, for any t; here the mean of what the two
 * middles did.
 */
final class RelativeTravel {
  private final ContactSurface a;
  private final ContactSurface b;
  private float[] ofA; // places of particles: all x, all y, all z
  private float[] ofB;
  private final double[] origins = new double[6];
  private final double[] centers = new double[6];

  RelativeTravel(ContactSurface a, ContactSurface b) {
    this.a = a;
    this.b = b;
    ofA = new float[3 * a.particles.count()];
    ofB = new float[3 * b.particles.count()];
  }

  /** The moment is now. */
  void begin() {
    ofA = fitting(a, ofA);
    ofB = fitting(b, ofB);
    begin(a, ofA, 0);
    begin(b, ofB, 3);
  }

  /** Room for the particles that there are now: a body that comes apart has fewer. */
  private static float[] fitting(ContactSurface s, float[] room) {
    int n = 3 * s.particles.count();
    return room.length == n ? room : new float[n];
  }

  private void begin(ContactSurface s, float[] from, int at) {
    Particles p = s.particles;
    int n = from.length / 3;
    System.arraycopy(p.x(), 0, from, 0, n);
    System.arraycopy(p.y(), 0, from, n, n);
    System.arraycopy(p.z(), 0, from, 2 * n, n);
    origins[at] = p.originX();
    origins[at + 1] = p.originY();
    origins[at + 2] = p.originZ();
    centers[at] = p.worldX(s.centerParticle);
    centers[at + 1] = p.worldY(s.centerParticle);
    centers[at + 2] = p.worldZ(s.centerParticle);
  }

  /** See the class. */
  float moved() {
    Particles p = a.particles, q = b.particles;
    double tx =
        0.5 * (p.worldX(a.centerParticle) - centers[0] + q.worldX(b.centerParticle) - centers[3]);
    double ty =
        0.5 * (p.worldY(a.centerParticle) - centers[1] + q.worldY(b.centerParticle) - centers[4]);
    double tz =
        0.5 * (p.worldZ(a.centerParticle) - centers[2] + q.worldZ(b.centerParticle) - centers[5]);
    return moved(a, ofA, 0, tx, ty, tz) + moved(b, ofB, 3, tx, ty, tz);
  }

  private float moved(ContactSurface s, float[] from, int at, double tx, double ty, double tz) {
    Particles p = s.particles;
    float[] x = p.x(), y = p.y(), z = p.z();
    int n = from.length / 3;
    if (n != p.count()) {
      return Float.POSITIVE_INFINITY; // other particles than at that moment
    }
    float sx = (float) (p.originX() - origins[at] - tx);
    float sy = (float) (p.originY() - origins[at + 1] - ty);
    float sz = (float) (p.originZ() - origins[at + 2] - tz);
    float most = 0;
    for (int i = 0; i < n; i++) {
      float dx = x[i] - from[i] + sx;
      float dy = y[i] - from[n + i] + sy;
      float dz = z[i] - from[2 * n + i] + sz;
      float d2 = dx * dx + dy * dy + dz * dz;
      most = d2 > most ? d2 : most;
    }
    return (float) Math.sqrt(most);
  }

  /** For {@link #restore}. */
  record State(float[] ofA, float[] ofB, double[] origins, double[] centers) {}

  State save() {
    return new State(ofA.clone(), ofB.clone(), origins.clone(), centers.clone());
  }

  void restore(State s) {
    System.arraycopy(s.ofA, 0, ofA, 0, ofA.length);
    System.arraycopy(s.ofB, 0, ofB, 0, ofB.length);
    System.arraycopy(s.origins, 0, origins, 0, 6);
    System.arraycopy(s.centers, 0, centers, 0, 6);
  }
}
