package dev.shinari.rig;

import dev.shinari.math.Check;
import java.io.Serializable;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The joints that drive a skin: names, parents and poses at bind time. A parent stands before its
 * children; a root has parent -1. Immutable.
 *
 * <p>Bind poses are global, 12 doubles a joint: three rows of a 3 x 4 matrix. They may hold a
 * constant scale, as files in centimeters do; what must be rigid is the way from bind pose to pose.
 */
public final class RigSkeleton implements Serializable {
  private static final long serialVersionUID = 1;

  private final List<String> names;
  private final int[] parents;
  private final double[] bind;
  private final double[] inverseBind;

  public RigSkeleton(List<String> names, int[] parents, double[] bind) {
    Check.that(!names.isEmpty(), "a skeleton needs at least one joint");
    Check.that(
        parents.length == names.size(),
        names.size() + " joints have " + parents.length + " parents");
    Check.that(bind.length == 12 * names.size(), "bind must hold 12 numbers a joint");
    Set<String> seen = new HashSet<>();
    for (int d = 0; d < parents.length; d++) {
      Check.that(seen.add(names.get(d)), "two joints are called " + names.get(d));
      Check.that(
          parents[d] >= -1 && parents[d] < d,
          "joint " + names.get(d) + " must come after its parent");
    }
    this.names = List.copyOf(names);
    this.parents = parents.clone();
    this.bind = bind.clone();
    inverseBind = new double[bind.length];
    for (int d = 0; d < parents.length; d++) {
      for (int k = 0; k < 12; k++) {
        Check.finite("bind pose of " + names.get(d), bind[12 * d + k]);
      }
      Check.that(
          Transforms.invert(this.bind, 12 * d, inverseBind, 12 * d),
          "the bind pose of joint " + names.get(d) + " is flat: it cannot be inverted");
    }
  }

  public int jointCount() {
    return parents.length;
  }

  public List<String> names() {
    return names;
  }

  public String name(int joint) {
    return names.get(joint);
  }

  /** Parent of a joint, -1 for a root. */
  public int parent(int joint) {
    return parents[joint];
  }

  public int[] parents() {
    return parents.clone();
  }

  /** Index of a joint by name, -1 where there is none. */
  public int indexOf(String name) {
    return names.indexOf(name);
  }

  /** Global bind poses, 12 numbers a joint; a copy. */
  public double[] bind() {
    return bind.clone();
  }

  /** Skinning transforms S = G B^-1 of all joints from their global poses G. */
  public void skinning(double[] poses, double[] out) {
    for (int d = 0; d < parents.length; d++) {
      Transforms.multiply(poses, 12 * d, inverseBind, 12 * d, out, 12 * d);
    }
  }
}
