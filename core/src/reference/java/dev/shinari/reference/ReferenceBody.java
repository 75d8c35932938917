package dev.shinari.reference;

import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * An elastic body by region-based shape matching, written down as the paper says it [Koyama13, sec.
 * 4.1, eqs. (1) to (5) with S~ = I]. Nothing is clever here, so that it is easy to see right: the
 * oracle of the engine's tests and the plain Java twin of the benchmark.
 */
public final class ReferenceBody {
  private final List<ReferenceParticle> particles = new ArrayList<>();
  private final List<ReferenceRegion> regions = new ArrayList<>();
  private final RotationRule rule;

  /** A body at rest with the rule {@link RotationRule#BEST_FIT}. */
  public ReferenceBody(float[] positions, float[] mass, int[] regionStarts, int[] regionMembers) {
    this(positions, mass, regionStarts, regionMembers, RotationRule.BEST_FIT);
  }

  /**
   * A body at rest.
   *
   * @param positions rest positions, 3 a particle
   * @param mass kilograms, one a particle, all positive
   * @param regionStarts region r holds the particles {@code regionMembers[regionStarts[r]]} to
   *     {@code regionMembers[regionStarts[r + 1] - 1]}
   * @param regionMembers particle indices
   */
  public ReferenceBody(
      float[] positions, float[] mass, int[] regionStarts, int[] regionMembers, RotationRule rule) {
    Check.that(positions.length == 3 * mass.length, "positions must hold 3 floats a particle");
    Check.that(
        regionStarts.length > 0
            && regionStarts[0] == 0
            && regionStarts[regionStarts.length - 1] == regionMembers.length,
        "regionStarts must run from 0 to the number of members");
    this.rule = rule;
    for (int i = 0; i < mass.length; i++) {
      Check.positive("mass", mass[i]);
      particles.add(
          new ReferenceParticle(
              Check.finite("position", positions[3 * i]),
              Check.finite("position", positions[3 * i + 1]),
              Check.finite("position", positions[3 * i + 2]),
              mass[i]));
    }
    for (int r = 0; r + 1 < regionStarts.length; r++) {
      ReferenceRegion region = new ReferenceRegion();
      for (int k = regionStarts[r]; k < regionStarts[r + 1]; k++) {
        int i = Check.inRange("region member", regionMembers[k], 0, mass.length - 1);
        region.add(particles.get(i));
      }
      regions.add(region);
    }
    for (ReferenceRegion region : regions) {
      region.measureRest();
    }
  }

  /**
   * One step of h seconds [Koyama13, eqs. (4), (5)].
   *
   * @param alpha share of the way to the goal that the step's velocity covers, in [0, 1]
   * @param ax acceleration by outer forces, f / m, along x; likewise ay, az
   */
  public void step(double h, double alpha, double ax, double ay, double az) {
    findGoals();
    for (ReferenceParticle p : particles) {
      p.vx += alpha * (p.goalX - p.x) / h + h * ax;
      p.vy += alpha * (p.goalY - p.y) / h + h * ay;
      p.vz += alpha * (p.goalZ - p.z) / h + h * az;
      p.x += h * p.vx;
      p.y += h * p.vy;
      p.z += h * p.vz;
    }
  }

  /** Where the regions want the particles now, x, y, z, x, y, z, ...; moves nothing. */
  public double[] goals() {
    findGoals();
    double[] goals = new double[3 * particles.size()];
    int k = 0;
    for (ReferenceParticle p : particles) {
      goals[k++] = p.goalX;
      goals[k++] = p.goalY;
      goals[k++] = p.goalZ;
    }
    return goals;
  }

  private void findGoals() {
    for (ReferenceParticle p : particles) {
      p.goalX = p.goalY = p.goalZ = 0;
    }
    for (ReferenceRegion region : regions) {
      region.fit(rule);
      region.addGoals();
    }
    for (ReferenceParticle p : particles) {
      if (p.regionCount == 0) { // nothing pulls a particle that no region holds
        p.goalX = p.x;
        p.goalY = p.y;
        p.goalZ = p.z;
      } else {
        p.goalX /= p.regionCount;
        p.goalY /= p.regionCount;
        p.goalZ /= p.regionCount;
      }
    }
  }

  public int particleCount() {
    return particles.size();
  }

  /** Particle i; its position and velocity may be changed between steps. */
  public ReferenceParticle particle(int i) {
    return particles.get(i);
  }

  public int regionCount() {
    return regions.size();
  }

  public ReferenceRegion region(int r) {
    return regions.get(r);
  }

  /** Positions as x, y, z, x, y, z, ... */
  public double[] positions() {
    double[] xyz = new double[3 * particles.size()];
    int k = 0;
    for (ReferenceParticle p : particles) {
      xyz[k++] = p.x;
      xyz[k++] = p.y;
      xyz[k++] = p.z;
    }
    return xyz;
  }

  /** Velocities as x, y, z, x, y, z, ... */
  public double[] velocities() {
    double[] xyz = new double[3 * particles.size()];
    int k = 0;
    for (ReferenceParticle p : particles) {
      xyz[k++] = p.vx;
      xyz[k++] = p.vy;
      xyz[k++] = p.vz;
    }
    return xyz;
  }

  /** sum m v. */
  public double[] momentum() {
    double[] sum = new double[3];
    for (ReferenceParticle p : particles) {
      sum[0] += p.mass * p.vx;
      sum[1] += p.mass * p.vy;
      sum[2] += p.mass * p.vz;
    }
    return sum;
  }

  /** sum m x x v, about the origin. */
  public double[] angularMomentum() {
    double[] sum = new double[3];
    for (ReferenceParticle p : particles) {
      sum[0] += p.mass * (p.y * p.vz - p.z * p.vy);
      sum[1] += p.mass * (p.z * p.vx - p.x * p.vz);
      sum[2] += p.mass * (p.x * p.vy - p.y * p.vx);
    }
    return sum;
  }
}
