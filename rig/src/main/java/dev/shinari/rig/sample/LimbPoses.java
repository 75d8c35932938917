package dev.shinari.rig.sample;

import dev.shinari.rig.examples.ExampleMaker;

/** The poses of a grid as examples of a limb. */
public final class LimbPoses implements ExampleMaker {
  private final MuscleLimb limb;
  private final PoseGrid grid;
  private final MuscleLimb.Evaluator evaluator;
  private final double[] angles;
  private final double[] rotations;

  public LimbPoses(MuscleLimb limb, PoseGrid grid) {
    this.limb = limb;
    this.grid = grid;
    evaluator = limb.evaluator();
    angles = new double[grid.turns().size()];
    rotations = new double[4 * limb.joints().size()];
  }

  public PoseGrid grid() {
    return grid;
  }

  @Override
  public int count() {
    return grid.count();
  }

  @Override
  public void example(int index, double[] pose, float[] positions) {
    grid.angles(index, angles);
    limb.rotations(angles, rotations);
    evaluator.positions(rotations, positions);
    LimbExamples.pose(limb, evaluator, pose);
  }
}
