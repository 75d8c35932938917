package dev.shinari.skeleton;

import dev.shinari.math.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * Joints and the bones between them, at rest: one tree or several. Each joint but a root has a bone
 * from its parent, which goes by the joint's number. Read-only.
 */
public final class Skeleton {
  private final String[] names;
  private final int[] parents;
  private final int[] order; // parents before children
  private final int[][] children;
  private final double[] places;
  private final double[] directions; // unit vectors from the parent; y for a bone without length
  private final double[] lengths;
  private final JointLimit[] limits;

  private Skeleton(Builder b) {
    int n = b.parents.size();
    Check.that(n > 0, "a skeleton needs a joint");
    names = b.names.toArray(new String[0]);
    parents = b.parents.stream().mapToInt(Integer::intValue).toArray();
    places = b.places.stream().mapToDouble(Double::doubleValue).toArray();
    limits = b.limits.toArray(new JointLimit[0]);
    List<List<Integer>> lists = new ArrayList<>();
    for (int j = 0; j < n; j++) {
      lists.add(new ArrayList<>());
    }
    order = new int[n];
    int count = 0;
    for (int j = 0; j < n; j++) {
      Check.that(
          parents[j] >= -1 && parents[j] < n,
          "joint " + names[j] + " has parent " + parents[j] + ", but there are " + n + " joints");
      if (parents[j] < 0) {
        order[count++] = j;
      } else {
        lists.get(parents[j]).add(j);
      }
    }
    for (int at = 0; at < count; at++) {
      for (int child : lists.get(order[at])) {
        order[count++] = child;
      }
    }
    if (count < n) {
      boolean[] reached = new boolean[n];
      for (int k = 0; k < count; k++) {
        reached[order[k]] = true;
      }
      int j = 0;
      while (reached[j]) {
        j++;
      }
      throw new IllegalArgumentException(
          "the bones form a loop through joint " + names[j] + "; bones must form trees");
    }
    children = new int[n][];
    directions = new double[3 * n];
    lengths = new double[n];
    for (int j = 0; j < n; j++) {
      children[j] = lists.get(j).stream().mapToInt(Integer::intValue).toArray();
      directions[3 * j + 1] = 1;
      if (parents[j] >= 0) {
        double sum = 0;
        double[] d = new double[3];
        for (int k = 0; k < 3; k++) {
          d[k] = places[3 * j + k] - places[3 * parents[j] + k];
          sum += d[k] * d[k];
        }
        lengths[j] = Math.sqrt(sum);
        for (int k = 0; k < 3 && lengths[j] > 1e-9; k++) {
          directions[3 * j + k] = d[k] / lengths[j];
        }
      }
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  public int jointCount() {
    return parents.length;
  }

  public String name(int joint) {
    return names[joint];
  }

  /** The parent's number, or -1 for a root. */
  public int parent(int joint) {
    return parents[joint];
  }

  public boolean isRoot(int joint) {
    return parents[joint] < 0;
  }

  /** The joint with the k-th place in an order that has parents before children. */
  public int ordered(int k) {
    return order[k];
  }

  public int childCount(int joint) {
    return children[joint].length;
  }

  public int child(int joint, int k) {
    return children[joint][k];
  }

  /** Component of a joint's place at rest. */
  public double place(int joint, int k) {
    return places[3 * joint + k];
  }

  /** Rest length of the bone from a joint's parent; 0 for a root. */
  public double length(int joint) {
    return lengths[joint];
  }

  public JointLimit limit(int joint) {
    return limits[joint];
  }

  /** Rest directions of bones, 3 numbers a joint; read-only. */
  double[] directions() {
    return directions;
  }

  /** Component of a bone's rest direction. */
  public double direction(int joint, int k) {
    return directions[3 * joint + k];
  }

  /** The joint nearest to a point at rest. */
  public int nearest(double x, double y, double z) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < parents.length; j++) {
      double dx = places[3 * j] - x, dy = places[3 * j + 1] - y, dz = places[3 * j + 2] - z;
      double d = dx * dx + dy * dy + dz * dz;
      if (d < least) {
        least = d;
        best = j;
      }
    }
    return best;
  }

  /** Joints one after the other; a joint's number is its turn. */
  public static final class Builder {
    private final List<String> names = new ArrayList<>();
    private final List<Integer> parents = new ArrayList<>();
    private final List<Double> places = new ArrayList<>();
    private final List<JointLimit> limits = new ArrayList<>();

    private Builder() {}

    /** Adds a joint; its parent may come later. */
    public Builder joint(String name, int parent, double x, double y, double z) {
      return joint(name, parent, x, y, z, JointLimit.NONE);
    }

    public Builder joint(String name, int parent, double x, double y, double z, JointLimit limit) {
      Check.notNull("name", name);
      Check.notNull("limit", limit);
      names.add(name);
      parents.add(parent);
      places.add(Check.finite("x", x));
      places.add(Check.finite("y", y));
      places.add(Check.finite("z", z));
      limits.add(limit);
      return this;
    }

    public int size() {
      return names.size();
    }

    public Skeleton build() {
      return new Skeleton(this);
    }
  }
}
