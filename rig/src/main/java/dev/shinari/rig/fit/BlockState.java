package dev.shinari.rig.fit;

import java.io.Serializable;

/**
 * What a block keeps between passes. All arrays but the poses are planes of {@code length} numbers,
 * one an example of the block; a transform is 12 planes, row by row.
 */
public final class BlockState implements Serializable {
  private static final long serialVersionUID = 1;

  /** Examples of the block. */
  final int length;

  /** Global poses of the joints, 12 numbers each, example by example. */
  final double[] poses;

  /** Skinning transforms of the joints about the problem's centre, 12 planes each. */
  final double[] drivers;

  /** Coordinates in the subspace, one plane a dimension. A pass puts new ones, it never edits. */
  double[] coordinates = {};

  /** Skinning transforms of the helpers, 12 planes each. */
  double[] helpers = {};

  /** Their rotations as quaternions, 4 planes each: where the next fit starts. */
  double[] rotations = {};

  BlockState(int length, double[] poses, double[] drivers) {
    this.length = length;
    this.poses = poses;
    this.drivers = drivers;
  }

  /** A copy that shares nothing that a pass edits. */
  BlockState copy() {
    BlockState s = new BlockState(length, poses, drivers);
    s.coordinates = coordinates;
    s.helpers = helpers.clone();
    s.rotations = rotations.clone();
    return s;
  }
}
