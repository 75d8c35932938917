package dev.shinari.body;

import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionStiffening;
import dev.shinari.example.ExampleSettings;

/**
 * Changes the particles and regions of a body between steps: of any body on lists with one region
 * around each particle. Numbers stay dense: where a particle goes, the last one takes its number.
 * After a batch of changes {@link #finish} brings the regions' weights up to date, at a cost that
 * depends on what changed and not on the body's size.
 */
public final class BodyEditor {
  private final Body body;
  private final ListRegions regions;

  BodyEditor(Body body, ListRegions regions) {
    this.body = body;
    this.regions = regions;
  }

  /**
   * Adds a particle at the end, at rest position (rx, ry, rz) relative to the rest shape's center.
   * Place, velocity, mass and members of its region are still to be set.
   *
   * @param like a particle whose region's rotation and plastic strain the new region starts with,
   *     or -1
   */
  public int add(float rx, float ry, float rz, int like) {
    int i = body.addParticle(rx, ry, rz);
    regions.added(like);
    return i;
  }

  /**
   * Particle i comes in the middle of others: so it stands in all poses of the body's examples, in
   * their group, and its region starts with the mean of their plastic strains.
   */
  public void blendPoses(int i, int[] parents, int n) {
    if (body.shaping != null) {
      body.shaping.blend(i, parents, n);
    }
    if (body.examples != null) {
      body.examples.blend(i, parents, n);
    }
  }

  /**
   * The body's examples with the poses and groups of some particles alone, for a piece; null where
   * it has none. All groups are there under their names, those without a particle too.
   */
  public ExampleSettings examplesOf(int[] particles) {
    return body.examples == null ? null : body.examples.of(particles);
  }

  /** Takes particle i out; the last one takes its number. */
  public void remove(int i) {
    regions.removed(i);
    body.removeParticle(i);
  }

  public void setMass(int i, float kilograms) {
    if (body.particles().mass()[i] != kilograms) {
      body.setMass(i, kilograms);
      regions.massChanged(i);
    }
  }

  /**
   * Gives the region around particle r its members, list[0] to list[n - 1]. The relation must be
   * symmetric once all of a batch's regions are set.
   */
  public void setRegion(int r, int[] list, int n) {
    if (!regions.hasMembers(r, list, n)) {
      regions.setMembers(r, list, n);
    }
  }

  /**
   * How strong the pull of the region around particle r is, 1 for plain: regions of half the size
   * carry a quarter, and need 4. Strengths above 1 cost the body inner steps; they are rounded to 2
   * percent.
   */
  public void setStrength(int r, double factor) {
    regions.setLift(r, RegionStiffening.ofStrength(factor));
  }

  /** The region around particle r starts turned and deformed like one of another body. */
  public void copyRotation(int r, Body from, int region) {
    float[] q = new float[4];
    from.regionRotation(region, q);
    regions.qw[r] = q[0];
    regions.qx[r] = q[1];
    regions.qy[r] = q[2];
    regions.qz[r] = q[3];
    if (from.shaping != null && from.shaping.flow() != null && from.shaping.hasPlasticStrain()) {
      body.shaping().allowFlow();
      body.shaping.flow().copy(r, from.shaping.flow(), from.regions.slot(region));
    }
  }

  public int regionSize(int r) {
    return regions.memberCount(r);
  }

  public int regionMember(int r, int k) {
    return regions.member(r, k);
  }

  /**
   * Ends a batch.
   *
   * @return how many regions got new weights
   */
  public int finish() {
    int n = regions.refresh();
    body.disturbed();
    return n;
  }
}
