package dev.shinari.rig.sample;

import dev.shinari.math.Check;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.examples.ExampleMaker;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.RigFit;
import dev.shinari.rig.fit.task.FitProgress;
import dev.shinari.rig.fit.task.FitResult;
import dev.shinari.rig.fit.task.FitSettings;
import dev.shinari.rig.fit.task.FitStoppedException;
import dev.shinari.rig.fit.task.RigErrors;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Chooses poses to make examples of: fits a rig to the few that there are, looks where it is worst
 * among others, adds those, and goes on until an error is reached. A uniform grid spends most of
 * its examples where a rig is right anyway; [Mukai15, sec. 6.3, 7] asks for such a method.
 *
 * <p>In every round the poses that are looked at are cut into as many strata as poses may be added,
 * and the worst of each stratum joins: the very worst ones alone would all lie in one corner.
 */
public final class AdaptiveSampler {

  /** Hears of every round; false stops the choice with what there is. */
  public interface Listener {
    boolean round(Round round);
  }

  /**
   * How to go on.
   *
   * @param batch poses that a round adds at most
   * @param look poses that a round looks at
   * @param targetRms error at which it is enough, in the skin's unit
   * @param most examples altogether
   */
  public record Settings(int batch, int look, double targetRms, int most) {
    public Settings {
      Check.inRange("batch", batch, 1, 1 << 20);
      Check.inRange("look", look, 1, 1 << 24);
      Check.that(targetRms >= 0, "targetRms must be zero or more, got " + targetRms);
      Check.inRange("most", most, 1, 1 << 24);
    }
  }

  /** Error of the rig that was fitted to so many examples, on the poses that were looked at. */
  public record Round(int examples, double rms, double max) {}

  /**
   * What was chosen.
   *
   * @param chosen poses in the order in which they joined
   * @param fit the last rig
   */
  @SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; records only name them
  public record Result(int[] chosen, List<Round> rounds, FitResult fit) {}

  /** The skin at rest, its bones, and the weights that a fit starts from. */
  public record SkinnedMesh(TriangleMesh rest, RigSkeleton skeleton, SkinWeights weights) {}

  private AdaptiveSampler() {}

  /**
   * Chooses.
   *
   * @param start poses to begin with
   */
  public static Result choose(
      ExampleMaker poses,
      int[] start,
      SkinnedMesh skin,
      FitSettings fitSettings,
      Settings settings,
      Listener listener)
      throws IOException, FitStoppedException {
    Check.that(start.length > 0, "at least one pose is needed to begin with");
    TriangleMesh rest = skin.rest();
    RigSkeleton skeleton = skin.skeleton();
    double[] pose = new double[12 * skeleton.jointCount()];
    float[] positions = new float[3 * rest.vertexCount()];
    boolean[] taken = new boolean[poses.count()];
    List<Integer> chosen = new ArrayList<>();
    for (int i : start) {
      if (!taken[i]) {
        taken[i] = true;
        chosen.add(i);
      }
    }
    List<Round> rounds = new ArrayList<>();
    while (true) {
      FitResult fit;
      try (ExampleSink sink = MemoryExamples.builder(rest, skeleton)) {
        for (int i : chosen) {
          poses.example(i, pose, positions);
          sink.add(pose, positions);
        }
        try (ExampleSet set = sink.finish()) {
          fit = RigFit.fit(set, fitSettings, skin.weights(), null, FitProgress.NONE);
        }
      }
      int[] looked = looked(poses.count(), settings.look(), rounds.size());
      RigErrors errors;
      try (ExampleSink sink = MemoryExamples.builder(rest, skeleton)) {
        for (int i : looked) {
          poses.example(i, pose, positions);
          sink.add(pose, positions);
        }
        try (ExampleSet set = sink.finish()) {
          errors = RigFit.measure(fit.rig(), set, fitSettings.threads());
        }
      }
      Round round = new Round(chosen.size(), errors.rms(), errors.max());
      rounds.add(round);
      boolean goOn = listener.round(round);
      int room = Math.min(settings.batch(), settings.most() - chosen.size());
      if (!goOn
          || round.rms() <= settings.targetRms()
          || room <= 0
          || !add(looked, errors.byExample(), room, taken, chosen)) {
        return new Result(chosen.stream().mapToInt(i -> i).toArray(), rounds, fit);
      }
    }
  }

  /** Poses of a round: evenly spread, others every time while there are others. */
  private static int[] looked(int count, int most, int round) {
    int n = Math.min(count, most);
    int[] out = new int[n];
    for (int k = 0; k < n; k++) {
      out[k] = (int) (((long) k * count / n + (long) round * 7919) % count);
    }
    Arrays.sort(out);
    return Arrays.stream(out).distinct().toArray();
  }

  /** The worst pose of each stratum that is not taken yet; false if none is left. */
  private static boolean add(
      int[] looked, float[] errors, int room, boolean[] taken, List<Integer> chosen) {
    boolean any = false;
    int strata = Math.min(room, looked.length);
    for (int s = 0; s < strata; s++) {
      int worst = -1;
      // Every strata-th pose: a stratum covers the whole range, as the grid's last turn is fastest.
      for (int k = s; k < looked.length; k += strata) {
        if (!taken[looked[k]] && (worst < 0 || errors[k] > errors[worst])) {
          worst = k;
        }
      }
      if (worst >= 0) {
        taken[looked[worst]] = true;
        chosen.add(looked[worst]);
        any = true;
      }
    }
    return any;
  }
}
