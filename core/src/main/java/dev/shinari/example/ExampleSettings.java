package dev.shinari.example;

import dev.shinari.math.Check;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What makes a body an example-based one [Koyama13, sec. 4.2 to 4.4].
 *
 * @param poses the examples, one to {@link #MOST_POSES}; the rest shape is always one more
 * @param beta share of the projected weights that is kept: 1 lets a body stay in a pose, a little
 *     less brings it back to rest, 0 is a plain body
 * @param projection what is done with weights below zero
 * @param grouping which regions share weights
 * @param border rings of regions over which weights pass from one group to the next; 0: they jump
 * @param lenient whether examples that depend on each other are taken (their shares are then the
 *     smallest that fit) instead of refused
 * @param drives weights that follow something else than the shape
 */
public record ExampleSettings(
    List<ExamplePose> poses,
    float beta,
    Projection projection,
    Grouping grouping,
    int border,
    boolean lenient,
    List<WeightDrive> drives) {
  /** More poses than this are refused. */
  public static final int MOST_POSES = 64;

  public static final float DEFAULT_BETA = 0.995f;
  public static final int DEFAULT_BORDER = 2;

  public ExampleSettings {
    poses = List.copyOf(poses);
    drives = List.copyOf(drives);
    Check.inRange("the number of example poses", poses.size(), 1, MOST_POSES);
    Check.inRange("beta", beta, 0, 1);
    Check.that(projection != null && grouping != null, "a projection and a grouping are needed");
    Check.inRange("border", border, 0, 64);
    Set<String> names = new HashSet<>();
    for (ExamplePose p : poses) {
      Check.that(
          names.add(p.name()),
          "two example poses are named " + p.name() + "; give each its own name");
    }
    for (WeightDrive d : drives) {
      Check.that(
          names.contains(d.pose()),
          "a weight drive names the pose " + d.pose() + ", which is not among the examples");
    }
  }

  /** The given poses with the paper's beta, one group and the exact projection. */
  public static ExampleSettings of(ExamplePose... poses) {
    return of(List.of(poses));
  }

  /** The given poses with the paper's beta, one group and the exact projection. */
  public static ExampleSettings of(List<ExamplePose> poses) {
    return new ExampleSettings(
        poses,
        DEFAULT_BETA,
        Projection.EXACT,
        new Grouping.OneForAll(),
        DEFAULT_BORDER,
        false,
        List.of());
  }

  public ExampleSettings withPoses(List<ExamplePose> list) {
    return new ExampleSettings(list, beta, projection, grouping, border, lenient, drives);
  }

  public ExampleSettings withBeta(float share) {
    return new ExampleSettings(poses, share, projection, grouping, border, lenient, drives);
  }

  public ExampleSettings withProjection(Projection rule) {
    return new ExampleSettings(poses, beta, rule, grouping, border, lenient, drives);
  }

  public ExampleSettings withGrouping(Grouping groups) {
    return new ExampleSettings(poses, beta, projection, groups, border, lenient, drives);
  }

  public ExampleSettings withBorder(int rings) {
    return new ExampleSettings(poses, beta, projection, grouping, rings, lenient, drives);
  }

  public ExampleSettings withLenient(boolean takesDependent) {
    return new ExampleSettings(poses, beta, projection, grouping, border, takesDependent, drives);
  }

  public ExampleSettings withDrives(List<WeightDrive> list) {
    return new ExampleSettings(poses, beta, projection, grouping, border, lenient, list);
  }
}
