package dev.shinari.rig.sample;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.ExampleMaker;
import dev.shinari.rig.examples.ExampleRecipe;
import java.util.List;

/**
 * A built-in limb in some of its poses: its name and the poses are all that is sent, the limb is
 * built where it is needed.
 */
public final class LimbRecipe implements ExampleRecipe {
  private static final long serialVersionUID = 1;

  /** Names of the limbs. */
  public static final List<String> NAMES = List.of("leg", "leg-exaggerated", "arm");

  private final String name;
  private final double[][] rotations;
  private transient MuscleLimb limb;

  /**
   * @param rotations local rotations of all joints, 4 numbers each, pose by pose
   */
  public LimbRecipe(String name, double[][] rotations) {
    Check.that(NAMES.contains(name), "there is no limb " + name);
    this.name = name;
    this.rotations = rotations;
  }

  /** All poses of a grid. */
  public static LimbRecipe of(String name, PoseGrid grid) {
    MuscleLimb limb = limb(name);
    double[][] all = new double[grid.count()][4 * limb.joints().size()];
    double[] angles = new double[grid.turns().size()];
    for (int n = 0; n < all.length; n++) {
      grid.angles(n, angles);
      limb.rotations(angles, all[n]);
    }
    return new LimbRecipe(name, all);
  }

  /** A limb by name. */
  public static MuscleLimb limb(String name) {
    return switch (name) {
      case "leg" -> LimbModels.leg();
      case "leg-exaggerated" -> LimbModels.exaggeratedLeg();
      case "arm" -> LimbModels.arm();
      default -> throw new IllegalArgumentException("there is no limb " + name);
    };
  }

  private synchronized MuscleLimb limb() {
    if (limb == null) {
      limb = limb(name);
    }
    return limb;
  }

  @Override
  public TriangleMesh rest() {
    return limb().mesh();
  }

  @Override
  public RigSkeleton skeleton() {
    return LimbExamples.skeleton(limb());
  }

  @Override
  public int count() {
    return rotations.length;
  }

  @Override
  public ExampleMaker open() {
    MuscleLimb.Evaluator evaluator = limb().evaluator();
    return new ExampleMaker() {
      @Override
      public int count() {
        return rotations.length;
      }

      @Override
      public void example(int index, double[] pose, float[] positions) {
        evaluator.positions(rotations[index], positions);
        LimbExamples.pose(limb, evaluator, pose);
      }
    };
  }
}
