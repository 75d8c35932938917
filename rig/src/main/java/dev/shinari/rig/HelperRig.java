package dev.shinari.rig;

import dev.shinari.math.Check;
import dev.shinari.rig.runtime.HelperRuntime;
import java.util.List;

/**
 * A skinned character with helper bones: joints, weights, and how each helper follows the joints.
 * Immutable; {@link #runtime} makes what a game runs.
 *
 * @param skeleton the joints that somebody animates, as they were given
 * @param inputs the pose variables that all controllers read
 * @param helpers in the order in which they were added; bone D + h of the weights
 * @param weights skin weights over joints and helpers
 * @param levels lighter versions, from most helpers to none
 */
public record HelperRig(
    RigSkeleton skeleton,
    PoseInputs inputs,
    List<Helper> helpers,
    SkinWeights weights,
    List<Level> levels) {
  /**
   * A level of detail: some of the helpers, with weights of their own.
   *
   * @param helpers indices of the helpers that are kept, ascending
   * @param weights over all bones; those left out have none
   * @param rms error in the examples' unit
   */
  public record Level(int[] helpers, SkinWeights weights, double rms) {}

  public HelperRig {
    helpers = List.copyOf(helpers);
    levels = List.copyOf(levels);
    for (Helper h : helpers) {
      Check.inRange("parent of " + h.name(), h.parent(), 0, skeleton.jointCount() - 1);
    }
  }

  /** Joints and helpers. */
  public int boneCount() {
    return skeleton.jointCount() + helpers.size();
  }

  /** A new evaluator; one for each thread. */
  public HelperRuntime runtime() {
    return new HelperRuntime(RuntimeData.of(this));
  }

  /** What an evaluator is made of, to be sent elsewhere. */
  public HelperRuntime.Data runtimeData() {
    return RuntimeData.of(this);
  }

  /** This rig with fewer helpers: those of a level, in their order. */
  public HelperRig at(Level level) {
    int joints = skeleton.jointCount();
    int[] bone = new int[boneCount()];
    for (int d = 0; d < joints; d++) {
      bone[d] = d;
    }
    List<Helper> kept = new java.util.ArrayList<>();
    for (int h : level.helpers()) {
      bone[joints + h] = joints + kept.size();
      kept.add(helpers.get(h));
    }
    SkinWeights from = level.weights();
    int[] bones = new int[from.bones().length];
    for (int k = 0; k < bones.length; k++) {
      bones[k] = from.weights()[k] > 0 ? bone[from.bones()[k]] : 0;
    }
    SkinWeights w = new SkinWeights(from.influences(), bones, from.weights().clone());
    return new HelperRig(skeleton, inputs, kept, w, List.of());
  }
}
