package dev.shinari.skeleton;

/**
 * Something that a skeleton wants: a joint at a place, or a bone that points to it. May be set
 * anew, so that targets that move cost no memory.
 */
public final class IkTarget {
  private int joint;
  private boolean look;
  private double x;
  private double y;
  private double z;

  public static IkTarget reach(int joint, double x, double y, double z) {
    return new IkTarget().set(joint, false, x, y, z);
  }

  /** The bone from the joint's parent points to the place. */
  public static IkTarget look(int joint, double x, double y, double z) {
    return new IkTarget().set(joint, true, x, y, z);
  }

  /**
   * @param wanted the joint that reaches, or whose bone looks
   * @param points whether the joint's bone points to the place instead of the joint going there
   */
  public IkTarget set(int wanted, boolean points, double px, double py, double pz) {
    joint = wanted;
    look = points;
    x = px;
    y = py;
    z = pz;
    return this;
  }

  public int joint() {
    return joint;
  }

  public boolean look() {
    return look;
  }

  public double x() {
    return x;
  }

  public double y() {
    return y;
  }

  public double z() {
    return z;
  }
}
