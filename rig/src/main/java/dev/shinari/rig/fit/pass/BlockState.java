package dev.shinari.rig.fit.pass;

import java.io.Serializable;

/**
 * What a block keeps between passes. All arrays but the poses are planes of {@code length} numbers,
 * one an example of the block; a transform is 12 planes, row by row.
 */
public final class BlockState implements Serializable {
  private static final long serialVersionUID = 1;

  /** Examples of the block. */
  public final int length;

  /** Global poses of the joints, 12 numbers each, example by example. */
  public final double[] poses;

  /** Skinning transforms of the joints about the problem's center, 12 planes each. */
  public final double[] drivers;

  /** Coordinates in the subspace, one plane a dimension. A pass puts new ones, it never edits. */
  public double[] coordinates = {};

  /** Skinning transforms of the helpers, 12 planes each. */
  public double[] helpers = {};

  /** Their rotations as quaternions, 4 planes each: where the next fit starts. */
  public double[] rotations = {};

  BlockState(int length, double[] poses, double[] drivers) {
    this.length = length;
    this.poses = poses;
    this.drivers = drivers;
  }

  /**
   * A copy that shares nothing that a pass edits.
   *
   * @param old a copy that is no longer needed, for its room; or null
   */
  BlockState copy(BlockState old) {
    BlockState s = new BlockState(length, poses, drivers);
    s.coordinates = coordinates;
    s.helpers = copy(helpers, old == null ? null : old.helpers);
    s.rotations = copy(rotations, old == null ? null : old.rotations);
    return s;
  }

  private static double[] copy(double[] a, double[] old) {
    if (old == null || old.length != a.length) {
      return a.clone();
    }
    System.arraycopy(a, 0, old, 0, a.length);
    return old;
  }
}
