package dev.shinari.io.rig;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.take.ExportProgress;
import dev.shinari.mesh.Bounds;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Brings a model's clips and target shapes together, frame by frame. Several clips, each with its
 * own shapes, become one set. What does not fit together is refused by name; a difference of units
 * or of the upward axis is noticed, undone and said.
 */
public final class ExampleLoader {
  /** Units that files come in, as factors to what the model may be in. */
  private static final double[] SCALES = {1, 0.01, 100, 0.001, 1000, 0.0254, 39.37007874, 0.1, 10};

  /** A change of units must explain so much of the difference before it is believed. */
  private static final double BELIEVED = 0.2;

  /** Vertices closer than this share of the model's size may be the same one. */
  private static final double MATCHED = 1e-4;

  /** Frames that are looked at to tell vertices apart that touch in one of them. */
  private static final int LOOKS = 8;

  private final RigModel model;
  private final double framesPerSecond;
  private final List<String> notes = new ArrayList<>();
  private final List<RigClip> clips = new ArrayList<>();

  /**
   * A loader.
   *
   * @param framesPerSecond of clips whose keys do not tell; frame n is at n / framesPerSecond
   */
  public ExampleLoader(RigModel model, double framesPerSecond) {
    this.model = model;
    this.framesPerSecond = framesPerSecond;
  }

  /** What a user should know. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The clips that were used, in order. */
  public List<RigClip> clips() {
    return List.copyOf(clips);
  }

  /**
   * The clips that belong to some files of shapes: those named, or the model's own in their order.
   */
  public static List<GltfModel.Animation> choose(
      Path file, GltfModel model, List<String> names, int targets) throws BadFileException {
    List<GltfModel.Animation> all = model.animations();
    if (names.isEmpty()) {
      if (all.isEmpty()) {
        throw new BadFileException(
            file,
            "/animations",
            "a clip that moves the skeleton",
            "none",
            "export the animation with the model");
      }
      if (all.size() < targets) {
        throw new BadFileException(
            file,
            "/animations",
            "as many clips as there are files of shapes: " + targets,
            all.size() + " clips",
            "export the missing clips or name fewer --targets");
      }
      return all.subList(0, targets);
    }
    if (names.size() != targets) {
      throw new BadFileException(
          file,
          "/animations",
          "one --clip for each --targets",
          names.size() + " clips and " + targets + " files of shapes",
          "name them in pairs");
    }
    List<GltfModel.Animation> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          all.stream()
              .filter(a -> name.equals(a.name()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new BadFileException(
                          file,
                          "/animations",
                          "a clip called " + name,
                          all.stream().map(GltfModel.Animation::name).toList().toString(),
                          "name one of these")));
    }
    return chosen;
  }

  /** Adds all frames of a clip with their shapes. */
  public void add(
      Path file,
      GltfModel.Animation animation,
      TargetShapes targets,
      ExampleSink sink,
      ExportProgress progress)
      throws IOException {
    if (targets.frameCount() == 0) {
      throw new BadFileException(
          targets.path(), "", "at least one frame", "none", "export the shapes again");
    }
    float[] times = times(file, animation, targets);
    RigClip clip = RigClip.sample(model, animation, times);
    if (targets.vertexCount() == model.rest().vertexCount()) {
      add(clip, targets, sink, progress);
      return;
    }
    int[] from = match(clip, targets);
    if (from == null) {
      throw new BadFileException(
          targets.path(),
          "",
          model.rest().vertexCount() + " vertices, as " + file.getFileName() + " has",
          targets.vertexCount() + " vertices, and no frame in which all lie where the model's do",
          "export both from the same mesh, or with a frame in the bind pose, by which vertices that"
              + " were split at seams are matched");
    }
    add(clip, targets.picked(from), sink, progress);
  }

  private void add(RigClip clip, TargetShapes targets, ExampleSink sink, ExportProgress progress)
      throws IOException {
    int n = model.rest().vertexCount();
    float[] times = clip.times();
    clips.add(clip);
    noteStill(clip);
    Change change = change(clip, targets);
    float[] positions = new float[3 * n];
    for (int f = 0; f < times.length; f++) {
      targets.positions(f, times[f], positions);
      change.apply(positions);
      try {
        sink.add(clip.poses()[f], positions);
      } catch (IllegalArgumentException e) {
        throw new BadFileException(
            targets.path(),
            "frame " + f,
            "a pose and a shape that a rig can follow",
            String.valueOf(e.getMessage()),
            "apply scales of the skeleton and export again",
            e);
      }
      progress.at(targets.path().getFileName().toString(), f + 1, times.length);
    }
  }

  /**
   * The shapes' vertex of each of the model's, where one file has vertices split and the other has
   * not: from a frame in which all of them lie where the model's own skin is.
   *
   * @return null where there is no such frame
   */
  private int[] match(RigClip clip, TargetShapes targets) throws IOException {
    float[] shape = new float[3 * targets.vertexCount()];
    float[] skinned = new float[3 * model.rest().vertexCount()];
    if (targets.rest() != null) {
      skin(model.restPose(), skinned);
      Match found = candidates(targets.rest(), skinned, model.rest().positions());
      if (found != null) {
        return decided(clip, targets, found, "at rest");
      }
    }
    for (int f = 0; f < clip.frameCount(); f++) {
      targets.positions(f, clip.times()[f], shape);
      skin(clip.poses()[f], skinned);
      Match found = candidates(shape, skinned, model.rest().positions());
      if (found != null) {
        return decided(clip, targets, found, "in frame " + f);
      }
    }
    return null;
  }

  /** Candidates of each vertex, and the change of units by which they were found. */
  @SuppressWarnings("ArrayRecordComponent") // only names the two
  private record Match(int[][] candidates, Change change) {}

  /** Partners in a shape for one of some places of the model's vertices, in any unit. */
  private Match candidates(float[] shape, float[]... places) {
    double tolerance = MATCHED * model.size();
    for (float[] place : places) {
      Bounds wanted = Bounds.of(place);
      for (int c = 0; c < 2 * SCALES.length; c++) {
        float[] moved = shape.clone();
        Change change = new Change(SCALES[c / 2], c % 2 == 1);
        change.apply(moved);
        if (apart(Bounds.of(moved), wanted) <= 6 * tolerance) {
          int[][] found = VertexMatch.candidates(place, moved, tolerance);
          if (found != null) {
            return new Match(found, change);
          }
        }
      }
    }
    return null;
  }

  /** Sum of the distances between the sides of two boxes. */
  private static double apart(Bounds p, Bounds q) {
    return Math.abs(p.minX() - q.minX())
        + Math.abs(p.minY() - q.minY())
        + Math.abs(p.minZ() - q.minZ())
        + Math.abs(p.maxX() - q.maxX())
        + Math.abs(p.maxY() - q.maxY())
        + Math.abs(p.maxZ() - q.maxZ());
  }

  /**
   * One partner a vertex. Vertices that touch without being one, as lips do, part in other frames:
   * there the model's own skin tells which is which.
   *
   * @return null where they part and the model has no weights to tell them by
   */
  private int[] decided(RigClip clip, TargetShapes targets, Match match, String where)
      throws IOException {
    int[][] candidates = match.candidates();
    int n = candidates.length;
    int[] from = new int[n];
    double[][] cost = new double[n][];
    boolean ambiguous = false;
    for (int j = 0; j < n; j++) {
      cost[j] = new double[candidates[j].length];
      ambiguous |= cost[j].length > 1;
    }
    int looks = ambiguous ? Math.min(LOOKS, clip.frameCount()) : 0;
    float[] skinned = new float[3 * n];
    for (int k = 0; k < looks; k++) {
      int f = (int) ((long) k * (clip.frameCount() - 1) / Math.max(1, looks - 1));
      float[] shape = new float[3 * targets.vertexCount()];
      targets.positions(f, clip.times()[f], shape);
      match.change().apply(shape);
      skin(clip.poses()[f], skinned);
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < cost[j].length && cost[j].length > 1; i++) {
          int c = candidates[j][i];
          cost[j][i] += distance(skinned, j, shape, c);
          if (model.weights() == null
              && distance(shape, candidates[j][0], shape, c) > MATCHED * model.size()) {
            return null;
          }
        }
      }
    }
    for (int j = 0; j < n; j++) {
      int best = 0;
      for (int i = 1; i < cost[j].length; i++) {
        best = cost[j][i] < cost[j][best] ? i : best;
      }
      from[j] = candidates[j][best];
    }
    notes.add(
        targets.path().getFileName()
            + " has "
            + targets.vertexCount()
            + " vertices, the model "
            + n
            + ": they were matched by their places "
            + where);
    return from;
  }

  /** When the frames of the shapes are: at the clip's keys if there are as many, else evenly. */
  private float[] times(Path file, GltfModel.Animation animation, TargetShapes targets)
      throws BadFileException {
    int frames = targets.frameCount();
    float[] keys = RigClip.keyTimes(animation);
    if (frames < 0) {
      // A model moves at any time: take it at the clip's keys, or evenly where those are sparse.
      int even = (int) Math.round(animation.duration() * framesPerSecond) + 1;
      return keys.length >= even ? keys : RigClip.frames(even, framesPerSecond);
    }
    if (keys.length == frames) {
      return keys;
    }
    if (!Float.isNaN(targets.seconds(0))
        && targets.seconds(frames - 1) <= animation.duration() + 0.5 / framesPerSecond) {
      float[] times = new float[frames];
      for (int f = 0; f < frames; f++) {
        times[f] = targets.seconds(f);
      }
      return times;
    }
    double clipFrames = animation.duration() * framesPerSecond + 1;
    if (Math.abs(clipFrames - frames) < 0.5) {
      return RigClip.frames(frames, framesPerSecond);
    }
    throw new BadFileException(
        targets.path(),
        "",
        String.format(
            Locale.ROOT,
            "%d frames, as the clip '%s' of %s has at %s frames a second",
            Math.round(clipFrames),
            animation.name(),
            file.getFileName(),
            framesPerSecond == Math.rint(framesPerSecond)
                ? Long.toString((long) framesPerSecond)
                : Double.toString(framesPerSecond)),
        frames + " frames",
        "export both over the same range, or give the clip's rate with --fps");
  }

  private void noteStill(RigClip clip) {
    int bones = model.skeleton().jointCount();
    List<String> still = new ArrayList<>();
    double[] local = new double[12];
    double[] first = new double[12];
    for (int d = 0; d < bones; d++) {
      boolean moves = false;
      for (int f = 0; f < clip.frameCount() && !moves; f++) {
        local(clip.poses()[f], d, f == 0 ? first : local);
        for (int k = 0; f > 0 && k < 12; k++) {
          moves |= Math.abs(local[k] - first[k]) > 1e-6 * (k % 4 == 3 ? model.size() : 1);
        }
      }
      if (!moves) {
        still.add(model.skeleton().name(d));
      }
    }
    if (still.size() == bones) {
      notes.add("the clip '" + clip.name() + "' moves no joint: helpers cannot learn from it");
    } else if (!still.isEmpty()) {
      notes.add(
          "the clip '"
              + clip.name()
              + "' never moves "
              + (still.size() > 6
                  ? still.size() + " of " + bones + " joints"
                  : String.join(", ", still)));
    }
    Set<Integer> seen = new HashSet<>();
    int same = 0;
    for (double[] pose : clip.poses()) {
      // Rounded, so that keys which differ in their last bits count as one pose.
      int hash = 1;
      for (double v : pose) {
        hash = 31 * hash + Long.hashCode(Math.round(v * 1e6));
      }
      same += seen.add(hash) ? 0 : 1;
    }
    if (same > 0) {
      notes.add(
          same + " of " + clip.frameCount() + " frames of '" + clip.name() + "' repeat a pose");
    }
  }

  private void local(double[] pose, int d, double[] out) {
    int p = model.skeleton().parent(d);
    if (p < 0) {
      System.arraycopy(pose, 12 * d, out, 0, 12);
      return;
    }
    double[] inverse = new double[12];
    Transforms.invertRigid(pose, 12 * p, inverse, 0);
    Transforms.multiply(inverse, 0, pose, 12 * d, out, 0);
  }

  /** Scale and axes between the file of shapes and the model. */
  private record Change(double scale, boolean turned) {
    void apply(float[] p) {
      if (scale == 1 && !turned) {
        return;
      }
      for (int i = 0; i < p.length; i += 3) {
        double x = scale * p[i], y = scale * p[i + 1], z = scale * p[i + 2];
        p[i] = (float) x;
        p[i + 1] = (float) (turned ? z : y);
        p[i + 2] = (float) (turned ? -y : z);
      }
    }
  }

  private Change change(RigClip clip, TargetShapes targets) throws IOException {
    if (targets.frameCount() < 0) {
      return new Change(1, false);
    }
    int n = model.rest().vertexCount();
    float[] shape = new float[3 * n];
    float[] skinned = new float[3 * n];
    Change best = new Change(1, false);
    int looks = Math.min(5, clip.frameCount());
    double[] cost = new double[2 * SCALES.length];
    for (int k = 0; k < looks; k++) {
      int f = (int) ((long) k * (clip.frameCount() - 1) / Math.max(1, looks - 1));
      targets.positions(f, clip.times()[f], shape);
      skin(clip.poses()[f], skinned);
      for (int c = 0; c < cost.length; c++) {
        float[] moved = shape.clone();
        new Change(SCALES[c / 2], c % 2 == 1).apply(moved);
        cost[c] += difference(moved, skinned);
      }
    }
    int least = 0;
    for (int c = 1; c < cost.length; c++) {
      least = cost[c] < cost[least] ? c : least;
    }
    if (least > 0 && cost[least] < BELIEVED * cost[0]) {
      best = new Change(SCALES[least / 2], least % 2 == 1);
      notes.add(
          String.format(
              Locale.ROOT,
              "%s does not match the model as it is: %s%s; if that is wrong, export both alike",
              targets.path().getFileName(),
              best.scale() == 1 ? "" : "it was scaled by " + best.scale() + unit(best.scale()),
              best.turned()
                  ? (best.scale() == 1 ? "" : " and ") + "turned from z up to y up"
                  : ""));
    } else if (cost[0] / looks > 0.5 * model.size()) {
      notes.add(
          targets.path().getFileName()
              + " lies far from the posed model (more than half of its size): check units, axes and"
              + " clip");
    }
    return best;
  }

  private static String unit(double scale) {
    return scale == 0.01
        ? " (centimeters to meters)"
        : scale == 100
            ? " (meters to centimeters)"
            : scale == 0.001 ? " (millimeters to meters)" : "";
  }

  /** Mean distance; without weights, of bounds only. */
  private double difference(float[] a, float[] b) {
    double sum = 0;
    if (model.weights() == null) {
      return apart(Bounds.of(a), Bounds.of(b));
    }
    for (int j = 0; j < a.length / 3; j++) {
      sum += distance(a, j, b, j);
    }
    return sum / (a.length / 3);
  }

  private static double distance(float[] a, int j, float[] b, int k) {
    double x = a[3 * j] - b[3 * k];
    double y = a[3 * j + 1] - b[3 * k + 1];
    double z = a[3 * j + 2] - b[3 * k + 2];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** The model's own skinning, or, without weights, the skin carried by the first joint. */
  private void skin(double[] pose, float[] out) {
    double[] s = new double[pose.length];
    model.skeleton().skinning(pose, s);
    SkinWeights w = model.weights();
    float[] u = model.rest().positions();
    double[] v = new double[3];
    for (int j = 0; j < u.length / 3; j++) {
      double x = 0, y = 0, z = 0;
      int k = w == null ? 1 : w.influences();
      for (int i = 0; i < k; i++) {
        double share = w == null ? 1 : w.weights()[j * k + i];
        int bone = w == null ? 0 : w.bones()[j * k + i];
        if (share > 0) {
          Transforms.apply(s, 12 * bone, u[3 * j], u[3 * j + 1], u[3 * j + 2], v, 0);
          x += share * v[0];
          y += share * v[1];
          z += share * v[2];
        }
      }
      out[3 * j] = (float) x;
      out[3 * j + 1] = (float) y;
      out[3 * j + 2] = (float) z;
    }
  }

  /**
   * What keeps a set from being examples of a model, as words behind its name; null for nothing.
   */
  public static String mismatch(RigModel model, ExampleSet set) {
    if (set.vertexCount() != model.rest().vertexCount()) {
      return "has " + set.vertexCount() + " vertices, the model has " + model.rest().vertexCount();
    }
    if (!set.skeleton().names().equals(model.skeleton().names())) {
      return "has the joints " + set.skeleton().names() + ", the model " + model.skeleton().names();
    }
    float[] a = set.rest().positions();
    float[] b = model.rest().positions();
    for (int k = 0; k < a.length; k++) {
      if (!(Math.abs(a[k] - b[k]) <= 1e-3 * model.size())) {
        return "was made for another rest shape: vertex " + k / 3 + " lies elsewhere";
      }
    }
    return null;
  }
}
