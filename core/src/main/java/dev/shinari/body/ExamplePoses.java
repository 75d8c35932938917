package dev.shinari.body;

import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionLists;
import dev.shinari.body.region.Regions;
import dev.shinari.body.region.StepContext;
import dev.shinari.body.shaping.FitStage;
import dev.shinari.example.BendModes;
import dev.shinari.example.ExampleGroups;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.ExampleTargets;
import dev.shinari.example.PoseOffsets;
import dev.shinari.math.Check;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;

/**
 * Makes the example targets of a body: puts each pose through the same moments and fits as a step
 * does, so that the descriptor of a body in exactly that pose is the pose's own.
 */
final class ExamplePoses {
  // A pose that is smaller than this share of the rest shape has collapsed.
  private static final double COLLAPSED = 1e-3;

  private final Body.Builder asked;
  private final ExampleSettings settings;
  private final FitStage fits;
  private final Regions regions;
  private final float[][] rest;
  private final StepContext pose; // the pose that is measured
  private final int particles;
  private double size; // of the rest shape

  /**
   * Measures the poses that a body is built with.
   *
   * @param fits whose targets they become
   * @param rest x0, y0, z0
   */
  ExamplePoses(Body.Builder asked, FitStage fits, float[][] rest, float[] mass) {
    this.asked = asked;
    this.fits = fits;
    this.rest = rest;
    settings = asked.examples;
    regions = fits.regions;
    particles = mass.length;
    pose = StepContext.still(mass, particles);
  }

  /** Measures all poses. A piece of a body is never refused: what it is made of was taken. */
  ExampleTargets measure() {
    boolean strict = !asked.isPiece();
    for (ExamplePose p : settings.poses()) {
      Check.that(
          p.vertexCount() == particles,
          "example "
              + p.name()
              + " has "
              + p.vertexCount()
              + " vertices, the body's cage has "
              + particles
              + "; an example is the same cage with moved vertices. For an example of the seen"
              + " surface give a pose of kind surface or morph");
    }
    Cage cage = asked.cage;
    RegionLists lists = lists(asked);
    ExampleGroups.Tiles tiles = ExampleGroups.Tiles.of(regions);
    ExampleGroups groups =
        ExampleGroups.of(settings.grouping(), settings.border(), lists, tiles, cage.positions());
    ExampleTargets targets = new ExampleTargets(asked.name, settings, regions, groups);
    int examples = settings.poses().size();
    if (asked.hasBends()) {
      targets.setBends(new BendModes((ListRegions) regions, examples, particles));
    }
    fits.setTargets(targets);
    targets.measure(true);
    System.arraycopy(rest[0], 0, pose.x, 0, particles);
    System.arraycopy(rest[1], 0, pose.y, 0, particles);
    System.arraycopy(rest[2], 0, pose.z, 0, particles);
    size = spread();
    fit();
    targets.keepRest();
    for (int k = 0; k < examples; k++) {
      measure(targets, k, strict);
    }
    targets.measure(false);
    targets.finishPoses(strict);
    targets.setHomes(homes(lists, tiles.slotOf()));
    targets.setOffsets(asked.hasBends() ? null : offsets(targets));
    if (regions instanceof ListRegions l && l.isEditable()) {
      targets.allowEdits(l);
    }
    regions.resetRotations();
    return targets;
  }

  private void measure(ExampleTargets targets, int k, boolean strict) {
    ExamplePose p = settings.poses().get(k);
    center(p.positions());
    Check.that(
        !strict || spread() > COLLAPSED * size,
        "example " + p.name() + " has collapsed to a point; give it a shape");
    fit();
    boolean mirrored = targets.keepExample(k) > 0.5;
    if (targets.bends != null) {
      targets.bends.storePose(k, pose, targets.rest);
    }
    Check.that(
        !strict || !mirrored,
        "example "
            + p.name()
            + " is inside out or mirrored; mirror it back (a negative scale in the program that"
            + " wrote it is the usual cause)");
  }

  /** The slot of a region that holds each particle, its own where it has one; null: its number. */
  private int[] homes(RegionLists lists, int[] slots) {
    int[] home = new int[particles];
    boolean same = true;
    for (int r = lists.count() - 1; r >= 0; r--) {
      for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
        home[lists.members()[e]] = slots[r];
      }
    }
    for (int i = 0; i < particles; i++) {
      home[i] = lists.count() == particles ? slots[i] : home[i];
      same &= home[i] == i;
    }
    return same ? null : home;
  }

  /** What the poses have beyond the goals that the targets make of them, or null for nothing. */
  private PoseOffsets offsets(ExampleTargets targets) {
    int examples = settings.poses().size();
    PoseOffsets offsets = new PoseOffsets(regions, examples, particles, size);
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l < examples; l++) {
        targets.weights.drive(l, (byte) 2, l == k ? 1 : 0);
      }
      center(settings.poses().get(k).positions());
      fit();
      fits.pull(pose);
      offsets.keep(k, pose, regions);
    }
    for (int l = 0; l < examples; l++) {
      targets.weights.drive(l, (byte) 0, 0);
    }
    return offsets.matter() ? offsets : null;
  }

  /** The vertices of each region, as the regions have them; of a lattice its direct neighbors. */
  private static RegionLists lists(Body.Builder asked) {
    Cage cage = asked.cage;
    if (cage instanceof TetMesh mesh) {
      return RegionLists.oneRings(mesh);
    }
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighborhoods(lattice, 1);
    }
    PointCage points = (PointCage) cage;
    RegionLists lists = new RegionLists(points.starts(), points.members());
    return asked.editable || asked.breakable ? lists.aroundEach(points.vertexCount()) : lists;
  }

  /** Three times: the first fit of a far turned region is good, the next ones exact. */
  private void fit() {
    regions.resetRotations();
    for (int pass = 0; pass < 3; pass++) {
      regions.moveOrigin(0, 0, 0);
      fits.fit(pose);
    }
  }

  /** Places the particles in a pose, about their center of mass. */
  private void center(float[] p) {
    float[] mass = pose.particles.mass();
    double cx = 0, cy = 0, cz = 0, m = 0;
    for (int i = 0; i < particles; i++) {
      m += mass[i];
      cx += (double) mass[i] * p[3 * i];
      cy += (double) mass[i] * p[3 * i + 1];
      cz += (double) mass[i] * p[3 * i + 2];
    }
    for (int i = 0; i < particles; i++) {
      pose.x[i] = (float) (p[3 * i] - cx / m);
      pose.y[i] = (float) (p[3 * i + 1] - cy / m);
      pose.z[i] = (float) (p[3 * i + 2] - cz / m);
    }
  }

  /** Root mean square distance of the particles from their center. */
  private double spread() {
    float[] mass = pose.particles.mass(), x = pose.x, y = pose.y, z = pose.z;
    double sum = 0, m = 0;
    for (int i = 0; i < particles; i++) {
      sum += mass[i] * ((double) x[i] * x[i] + (double) y[i] * y[i] + (double) z[i] * z[i]);
      m += mass[i];
    }
    return Math.sqrt(sum / m);
  }
}
