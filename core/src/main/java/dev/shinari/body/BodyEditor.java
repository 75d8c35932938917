package dev.shinari.body;

import dev.shinari.example.ExampleSettings;

/**
 * Changes the particles and regions of a body between steps: of a body that was built {@link
 * Body.Builder#editable editable}, with one region around each particle. Numbers stay dense: where
 * a particle goes, the last one takes its number. After a batch of changes {@link #finish} brings
 * the regions' weights up to date, at a cost that depends on what changed and not on the body's
 * size.
 */
public final class BodyEditor {
  private final Body body;
  private final ListRegions regions;

  BodyEditor(Body body, ListRegions regions) {
    this.body = body;
    this.regions = regions;
  }

  /**
   * Adds a particle at the end, at rest position (rx, ry, rz) relative to the rest shape's centre.
   * Place, velocity, mass and members of its region are still to be set.
   *
   * @param like a particle whose region's rotation the new region starts with
   */
  public int add(float rx, float ry, float rz, int like) {
    int i = body.addParticle(rx, ry, rz);
    regions.added(like);
    return i;
  }

  /** In all poses of the body's examples particle i stands in the middle of others. */
  public void blendPoses(int i, int[] parents, int n) {
    if (body.examples instanceof PatchedExamples poses) {
      poses.blend(i, parents, n);
    }
  }

  /** The body's examples with the poses of some particles alone; null where it has none. */
  public ExampleSettings examplesOf(int[] particles) {
    return body.examples instanceof PatchedExamples poses ? poses.of(particles) : null;
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
   * How often the pull of the region around particle r is made four times as strong, 0 for never:
   * regions of half the size carry a quarter. Bounded; costs the body inner steps.
   */
  public void setLift(int r, int times) {
    regions.setLift(r, times);
  }

  /** The region around particle r starts with the rotation that one of another body has. */
  public void copyRotation(int r, Body from, int region) {
    float[] q = new float[4];
    from.regionRotation(region, q);
    regions.qw[r] = q[0];
    regions.qx[r] = q[1];
    regions.qy[r] = q[2];
    regions.qz[r] = q[3];
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
