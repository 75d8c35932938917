package dev.shinari.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * A set of particles that is pulled to the rest shape of the set, rotated and moved as fits best.
 *
 * <p>Letters as in [Koyama13, sec. 4.1]: c0, c centroids at rest and now, q = x0 - c0, p = x - c,
 * m~ effective masses, R the rotation. Matrices are row by row.
 */
public final class ReferenceRegion {
  private final List<ReferenceParticle> members = new ArrayList<>();
  private double mass;
  private double restX;
  private double restY;
  private double restZ;
  private double centerX;
  private double centerY;
  private double centerZ;
  private double[] inverseRestMoment;
  private double[] rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  void add(ReferenceParticle p) {
    members.add(p);
    p.regionCount++;
  }

  /** Rest centroid and moments; called once all regions have their members. */
  void measureRest() {
    mass = 0;
    restX = restY = restZ = 0;
    for (ReferenceParticle p : members) {
      double m = p.effectiveMass();
      mass += m;
      restX += m * p.restX;
      restY += m * p.restY;
      restZ += m * p.restZ;
    }
    if (members.isEmpty()) {
      inverseRestMoment = new double[9];
      return;
    }
    restX /= mass;
    restY /= mass;
    restZ /= mass;
    double[] moment = new double[9];
    for (ReferenceParticle p : members) {
      double m = p.effectiveMass();
      double[] q = {p.restX - restX, p.restY - restY, p.restZ - restZ};
      addOuter(moment, m, q, q);
    }
    // Flat, straight and single-point regions have singular moments: the pseudo-inverse leaves
    // the missing directions at zero and the polar factor completes the rotation.
    inverseRestMoment = ReferencePolar.pseudoInverse(moment);
  }

  /** Centroid and rotation from where the particles are now. */
  void fit(RotationRule rule) {
    if (members.isEmpty()) {
      return;
    }
    centerX = centerY = centerZ = 0;
    for (ReferenceParticle p : members) {
      double m = p.effectiveMass();
      centerX += m * p.x;
      centerY += m * p.y;
      centerZ += m * p.z;
    }
    centerX /= mass;
    centerY /= mass;
    centerZ /= mass;
    double[] moment = new double[9];
    for (ReferenceParticle p : members) {
      double[] now = {p.x - centerX, p.y - centerY, p.z - centerZ};
      double[] rest = {p.restX - restX, p.restY - restY, p.restZ - restZ};
      addOuter(moment, p.effectiveMass(), now, rest);
    }
    if (rule == RotationRule.PAPER) {
      moment = ReferencePolar.multiply(moment, inverseRestMoment);
    }
    rotation = ReferencePolar.rotation(moment);
  }

  /** Adds R q + c to the goals of the members [Koyama13, eq. (2)]. */
  void addGoals() {
    double[] r = rotation;
    for (ReferenceParticle p : members) {
      double qx = p.restX - restX, qy = p.restY - restY, qz = p.restZ - restZ;
      p.goalX += r[0] * qx + r[1] * qy + r[2] * qz + centerX;
      p.goalY += r[3] * qx + r[4] * qy + r[5] * qz + centerY;
      p.goalZ += r[6] * qx + r[7] * qy + r[8] * qz + centerZ;
    }
  }

  /** The rotation of the last fit, 9 numbers row by row. */
  public double[] rotation() {
    return rotation.clone();
  }

  /** Number of particles in the region. */
  public int size() {
    return members.size();
  }

  private static void addOuter(double[] a, double m, double[] p, double[] q) {
    for (int k = 0; k < 9; k++) {
      a[k] += m * p[k / 3] * q[k % 3];
    }
  }
}
