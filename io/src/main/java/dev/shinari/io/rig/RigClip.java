package dev.shinari.io.rig;

import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfPose;
import java.util.TreeSet;

/**
 * A clip as poses of the skeleton, one a frame.
 *
 * @param times seconds of the frames
 * @param poses global joint poses, 12 numbers a joint
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
public record RigClip(String name, float[] times, double[][] poses) {
  public int frameCount() {
    return times.length;
  }

  /** Plays a clip of the model at given times; null for the rest pose. */
  public static RigClip sample(RigModel model, GltfModel.Animation animation, float[] times) {
    GltfPose pose = new GltfPose(model.source());
    double[][] poses = new double[times.length][12 * model.skeleton().jointCount()];
    for (int f = 0; f < times.length; f++) {
      pose.set(animation, times[f]);
      double[] world = RigModelReader.worlds(pose, model.joints().nodes());
      RigModelReader.poses(model.joints(), model.skeleton(), world, poses[f]);
    }
    return new RigClip(animation == null ? "rest" : animation.name(), times, poses);
  }

  /**
   * Plays a clip evenly, from its start to its end.
   *
   * @param framesPerSecond or 0 for 24 a second, or the clip's own keys where those are closer
   */
  public static RigClip even(
      RigModel model, GltfModel.Animation animation, double framesPerSecond) {
    double rate = framesPerSecond > 0 ? framesPerSecond : 24;
    int count = (int) Math.ceil(animation.duration() * rate - 1e-3) + 1;
    float[] keys = keyTimes(animation);
    return sample(
        model,
        animation,
        framesPerSecond <= 0 && keys.length >= count ? keys : frames(count, rate));
  }

  /** All times at which the clip has a key, ascending. */
  static float[] keyTimes(GltfModel.Animation animation) {
    TreeSet<Float> times = new TreeSet<>();
    for (GltfModel.Channel c : animation.channels()) {
      for (float t : c.times()) {
        times.add(t);
      }
    }
    float[] out = new float[times.size()];
    int n = 0;
    for (float t : times) {
      out[n++] = t;
    }
    return out;
  }

  /** Times of frames 0 to count - 1. */
  static float[] frames(int count, double framesPerSecond) {
    float[] out = new float[count];
    for (int f = 0; f < count; f++) {
      out[f] = (float) (f / framesPerSecond);
    }
    return out;
  }
}
