package dev.shinari.io.rig;

import dev.shinari.io.cache.PointCacheWriter;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.rig.HelperRig;
import dev.shinari.rig.PoseInputs;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.sample.FleshBody;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A user's character with elastic flesh, as examples: the model again with one clip of all poses,
 * and a PC2 file with the skin at rest in each of them.
 */
public final class FleshFiles {
  private FleshFiles() {}

  /** The model's own clips as poses, thinned evenly to at most so many. */
  public static double[][] posesOfClips(RigModel model, int most) {
    List<double[]> all = new ArrayList<>();
    model
        .source()
        .animations()
        .forEach(a -> all.addAll(List.of(RigClip.even(model, a, 0).poses())));
    int count = Math.min(most, all.size());
    double[][] out = new double[count][];
    for (int k = 0; k < count; k++) {
      out[k] = all.get((int) ((long) k * all.size() / count));
    }
    return out;
  }

  /** Writes FOLDER/NAME.glb and FOLDER/NAME.pc2; answers with the two. */
  public static List<Path> write(
      RigModel model,
      FleshBody flesh,
      double[][] poses,
      Path folder,
      String name,
      ExportProgress progress)
      throws IOException {
    Path glb = writeModel(model, poses, folder, name);
    Path pc2 = folder.resolve(name + ".pc2");
    PointCacheWriter.writePc2(
        pc2,
        model.rest().vertexCount(),
        poses.length,
        (frame, out) -> flesh.shape(poses[frame], out),
        progress);
    return List.of(glb, pc2);
  }

  /** Writes FOLDER/NAME.glb alone. */
  public static Path writeModel(RigModel model, double[][] poses, Path folder, String name)
      throws IOException {
    Path glb = folder.resolve(name + ".glb");
    RigClip clip =
        new RigClip("poses", RigClip.frames(poses.length, LimbFiles.FRAMES_PER_SECOND), poses);
    RigExporter.writeGlb(model, plain(model), List.of(clip), glb);
    return glb;
  }

  /** The model without helpers; where it has no weights, all on the first joint. */
  private static HelperRig plain(RigModel model) {
    SkinWeights weights = model.weights();
    if (weights == null) {
      int n = model.rest().vertexCount();
      float[] ones = new float[n];
      java.util.Arrays.fill(ones, 1);
      weights = new SkinWeights(1, new int[n], ones);
    }
    PoseInputs none =
        new PoseInputs(new int[0], new int[0], new double[0], new double[0], new double[0]);
    return new HelperRig(model.skeleton(), none, List.of(), weights, List.of());
  }
}
