package dev.shinari.body;

import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.kernel.Kernels;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import dev.shinari.mesh.TetMesh;

/**
 * Makes the example stage of a body: puts each pose through the same moments and fits as a step
 * does, so that the descriptor of a body in exactly that pose is the pose's own.
 */
final class ExamplePoses {
  // A pose that is smaller than this share of the rest shape has collapsed.
  private static final double COLLAPSED = 1e-3;

  private ExamplePoses() {}

  static ExampleStage stage(
      ExampleSettings settings,
      Cage cage,
      FitStage fits,
      float[] mass,
      float[] restX,
      float[] restY,
      float[] restZ) {
    Regions regions = fits.regions;
    Kernels kernels = regions.kernels;
    int n = mass.length;
    for (ExamplePose pose : settings.poses()) {
      if (pose.vertexCount() != n) {
        throw new IllegalArgumentException(
            "example "
                + pose.name()
                + " has "
                + pose.vertexCount()
                + " vertices, the body's cage has "
                + n
                + "; an example is the same cage with moved vertices. For an example of the seen"
                + " surface give a pose of kind surface or morph");
      }
    }
    RegionLists lists = lists(cage);
    int[] slots = new int[regions.regionCount()];
    for (int r = 0; r < slots.length; r++) {
      slots[r] = regions.slot(r);
    }
    ExampleGroups.Tiles tiles = tiles(regions);
    ExampleGroups groups =
        ExampleGroups.of(
            settings.grouping(), settings.border(), lists, slots, tiles, cage.positions());
    int examples = settings.poses().size();
    BendModes bends =
        cage instanceof PointCage ? ((ListRegions) regions).bendModes(examples) : null;
    ExampleTiles rest =
        new ExampleTiles(
            tiles.from(),
            tiles.count(),
            regions.restMoments(),
            regions.rho(),
            examples,
            slots.length,
            bends);
    ExampleStage stage = new ExampleStage(settings, regions, rest, groups, bends);
    fits.setTargets(stage);
    stage.measure(true);
    StepContext step = StepContext.still(mass, n);
    fit(fits, step, restX, restY, restZ);
    stage.keepRest();
    double size = spread(restX, restY, restZ, mass);
    float[] x = new float[n], y = new float[n], z = new float[n];
    for (int k = 0; k < examples; k++) {
      ExamplePose pose = settings.poses().get(k);
      centre(pose.positions(), mass, x, y, z);
      if (!(spread(x, y, z, mass) > COLLAPSED * size)) {
        throw new IllegalArgumentException(
            "example " + pose.name() + " has collapsed to a point; give it a shape");
      }
      fit(fits, step, x, y, z);
      boolean mirrored = stage.keepExample(k) > 0.5;
      if (stage.bends() != null) {
        int example = k;
        stage
            .bends()
            .keep(
                k,
                new float[][] {restX, restY, restZ},
                new float[][] {x, y, z},
                new float[][] {regions.qw, regions.qx, regions.qy, regions.qz},
                (r, out) -> rest.stretchOf(example, r, out),
                rest::isBroad);
      }
      if (mirrored) {
        throw new IllegalArgumentException(
            "example "
                + pose.name()
                + " is inside out or mirrored; mirror it back (a negative scale in the program that"
                + " wrote it is the usual cause)");
      }
    }
    stage.measure(false);
    stage.finish();
    stage.setHomes(homes(lists, slots, n));
    if (bends == null) {
      stage.setOffsets(offsets(settings, fits, stage, slots, mass, size));
    }
    regions.resetRotations();
    return stage;
  }

  /** The place of a region that holds each particle: its own where every particle has one. */
  private static int[] homes(RegionLists lists, int[] slots, int particles) {
    int[] home = new int[particles];
    for (int r = lists.count() - 1; r >= 0; r--) {
      for (int e = lists.starts()[r]; e < lists.starts()[r + 1]; e++) {
        home[lists.members()[e]] = slots[r];
      }
    }
    for (int i = 0; i < particles && lists.count() == particles; i++) {
      home[i] = slots[i];
    }
    return home;
  }

  /** What the poses have beyond the goals that the stage makes of them, or null for nothing. */
  private static PoseOffsets offsets(
      ExampleSettings settings,
      FitStage fits,
      ExampleStage stage,
      int[] slots,
      float[] mass,
      double size) {
    int n = mass.length, examples = settings.poses().size();
    Regions regions = fits.regions;
    PoseOffsets offsets =
        new PoseOffsets(regions.kernels, stage.restData(), slots, regions.qw.length, mass);
    StepContext step = StepContext.still(mass, n);
    float[][] pose = new float[3][n], d = {step.dx, step.dy, step.dz};
    for (int k = 0; k < examples; k++) {
      for (int l = 0; l < examples; l++) {
        stage.weights().drive(l, (byte) 2, l == k ? 1 : 0);
      }
      centre(settings.poses().get(k).positions(), mass, pose[0], pose[1], pose[2]);
      fit(fits, step, pose[0], pose[1], pose[2]);
      fits.pull(step);
      offsets.keep(k, pose, d, regions);
    }
    for (int l = 0; l < examples; l++) {
      stage.weights().drive(l, (byte) 0, 0);
    }
    return offsets.matters(size) ? offsets : null;
  }

  /** The vertices of each region, as the operator has them; of a lattice its direct neighbours. */
  private static RegionLists lists(Cage cage) {
    if (cage instanceof TetMesh mesh) {
      return RegionLists.oneRings(mesh);
    }
    if (cage instanceof Lattice lattice) {
      return RegionLists.neighbourhoods(lattice, 1);
    }
    PointCage points = (PointCage) cage;
    return new RegionLists(points.starts(), points.members());
  }

  /** Twice: the first fit of a far turned region is good, the second one exact. */
  private static void fit(FitStage fits, StepContext step, float[] x, float[] y, float[] z) {
    step.place(x, y, z);
    fits.regions.resetRotations();
    for (int pass = 0; pass < 3; pass++) {
      fits.regions.follow(0, 0, 0);
      fits.fit(step);
    }
  }

  private static ExampleGroups.Tiles tiles(Regions regions) {
    int n = regions.tileCount();
    int[] from = new int[n], count = new int[n];
    for (int t = 0; t < n; t++) {
      from[t] = regions.tileFrom(t);
      count[t] = regions.tileSlots(t);
    }
    return new ExampleGroups.Tiles(from, count, regions.slotCount());
  }

  private static void centre(float[] p, float[] mass, float[] x, float[] y, float[] z) {
    double cx = 0, cy = 0, cz = 0, m = 0;
    for (int i = 0; i < mass.length; i++) {
      m += mass[i];
      cx += (double) mass[i] * p[3 * i];
      cy += (double) mass[i] * p[3 * i + 1];
      cz += (double) mass[i] * p[3 * i + 2];
    }
    for (int i = 0; i < mass.length; i++) {
      x[i] = (float) (p[3 * i] - cx / m);
      y[i] = (float) (p[3 * i + 1] - cy / m);
      z[i] = (float) (p[3 * i + 2] - cz / m);
    }
  }

  private static double spread(float[] x, float[] y, float[] z, float[] mass) {
    double sum = 0, m = 0;
    for (int i = 0; i < mass.length; i++) {
      sum += mass[i] * ((double) x[i] * x[i] + (double) y[i] * y[i] + (double) z[i] * z[i]);
      m += mass[i];
    }
    return Math.sqrt(sum / m);
  }
}
