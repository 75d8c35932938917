package dev.shinari.skeleton;

/**
 * Something that a skeleton wants: a joint at a place, or a bone that points to it.
 *
 * @param joint the joint that reaches, or whose bone looks
 * @param look whether the joint's bone points to the place instead of the joint going there
 */
public record Target(int joint, boolean look, double x, double y, double z) {
  public static Target reach(int joint, double x, double y, double z) {
    return new Target(joint, false, x, y, z);
  }

  /** The bone from the joint's parent points to the place. */
  public static Target look(int joint, double x, double y, double z) {
    return new Target(joint, true, x, y, z);
  }
}
