package dev.shinari.articulated.motion;

import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.shell.SurfaceRide;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * An elastic body of a creature: a shape, where it stands at rest, the joints that carry it and the
 * bones whose turn its frame follows. Read-only; the shape is shared.
 *
 * @param turn rest rotation from the shape's coordinates to the creature's, a quaternion
 * @param joints skeleton joint of each of the shape's joints
 * @param caps how many of the shape's last triangles close it where neighbors meet; they are not
 *     seen where a neighbor shares their ring
 * @param bones joints whose bones it follows: the mean of their turns is the turn of its frame
 * @param ride the surface that is seen instead of the shape's own, or null
 */
@SuppressWarnings("ArrayRecordComponent")
public // flat arrays are the point; the record only names them
record ElasticPart(
    JointedOperator shape, double[] turn, int[] joints, int[] bones, int caps, SurfaceRide ride) {
  /** A joint may be this far from the shape's own, as a share of the shape's size. */
  private static final double TOUCH = 1e-3;

  public ElasticPart {
    Check.that(
        joints.length == shape.jointCount(),
        "a part of a shape with " + shape.jointCount() + " joints needs as many joints");
    Check.that(bones.length > 0, "a part must follow a bone");
  }

  /** The place of a skeleton joint among the part's, or -1. */
  int slot(int joint) {
    for (int k = 0; k < joints.length; k++) {
      if (joints[k] == joint) {
        return k;
      }
    }
    return -1;
  }

  /** Joints that bear its weight: its own, and the ends of its bones. */
  int[] bearers(Skeleton skeleton) {
    return java.util.stream.IntStream.concat(
            Arrays.stream(joints),
            Arrays.stream(bones).flatMap(b -> java.util.stream.IntStream.of(b, skeleton.parent(b))))
        .filter(j -> j >= 0)
        .distinct()
        .toArray();
  }

  /** Masses of the joints that bear parts of a density; a joint without a part has a little. */
  public static double[] masses(ElasticPart[] parts, Skeleton skeleton, double density) {
    double[] mass = new double[skeleton.jointCount()];
    Map<JointedOperator, Double> volumes = new HashMap<>(); // looked up only
    for (ElasticPart p : parts) {
      double volume =
          volumes.computeIfAbsent(p.shape, s -> SurfaceReport.of(s.elements().mesh()).volume());
      int[] bearers = p.bearers(skeleton);
      for (int j : bearers) {
        mass[j] += density * volume / bearers.length;
      }
    }
    double most = Arrays.stream(mass).max().getAsDouble();
    for (int j = 0; j < mass.length; j++) {
      mass[j] = Math.max(mass[j], 1e-3 * most); // a joint without a part must not be weightless
    }
    return mass;
  }

  /** Refuses a part whose joints are not where the skeleton's are. */
  public void checkTouches(Skeleton skeleton, int number) {
    double[] a = new double[3];
    double size = shape.elements().mesh().bounds().longestSide();
    for (int k = 1; k < joints.length; k++) {
      double off = 0;
      for (int c = 0; c < 3; c++) {
        a[c] = shape.place(k, c) - shape.place(0, c);
      }
      Quaternions.rotate(turn, 0, a, 0, a, 0);
      for (int c = 0; c < 3; c++) {
        double want = skeleton.place(joints[k], c) - skeleton.place(joints[0], c);
        off = Math.max(off, Math.abs(a[c] - want));
      }
      Check.that(
          off <= TOUCH * size,
          "part "
              + number
              + " does not touch its bone: joint "
              + skeleton.name(joints[k])
              + " is "
              + (float) off
              + " m from the part's own");
    }
  }
}
