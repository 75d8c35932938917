package dev.shinari.rig.fit.pass;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.examples.BlockLayout;
import dev.shinari.rig.examples.ExampleSet;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Sizes, joints and rest shape of a fit: all that an engine needs beside the blocks. Everything is
 * taken about the middle of the rest shape, so that a model far from the origin loses no digits: u'
 * = u - c, v' = v - c, and a transform S becomes S' with S'(u') = S(u' + c) - c.
 */
public final class FitProblem implements Serializable {
  private static final long serialVersionUID = 1;

  final BlockLayout layout;
  final RigSkeleton skeleton;
  public final int vertices;
  public final int stride;
  public final int joints;
  public final int examples;

  /** Longest side of the rest shape's bounds. */
  public final double size;

  /** The middle of the rest shape's bounds. */
  public final double[] center = new double[3];

  /** Rest positions about the center, x, y, z a vertex. */
  public final double[] rest;

  /** Vertices that some triangle uses (all, where there are no triangles): only these count. */
  public final boolean[] used;

  /** How many are used. */
  public final int usedCount;

  public FitProblem(ExampleSet set) {
    TriangleMesh mesh = set.rest();
    layout = set.layout();
    skeleton = set.skeleton();
    vertices = mesh.vertexCount();
    stride = set.stride();
    joints = set.skeleton().jointCount();
    examples = set.exampleCount();
    float[] p = mesh.positions();
    double longest = 0;
    for (int c = 0; c < 3; c++) {
      float lo = Float.POSITIVE_INFINITY;
      float hi = Float.NEGATIVE_INFINITY;
      for (int j = 0; j < vertices; j++) {
        lo = Math.min(lo, p[3 * j + c]);
        hi = Math.max(hi, p[3 * j + c]);
      }
      center[c] = (float) (0.5 * ((double) lo + hi));
      longest = Math.max(longest, hi - lo);
    }
    size = longest > 0 ? longest : 1;
    used = new boolean[vertices];
    for (int v : mesh.triangles()) {
      used[v] = true;
    }
    if (mesh.triangleCount() == 0) {
      Arrays.fill(used, true);
    }
    int count = 0;
    for (boolean u : used) {
      count += u ? 1 : 0;
    }
    usedCount = count;
    rest = new double[3 * vertices];
    for (int k = 0; k < rest.length; k++) {
      rest[k] = p[k] - center[k % 3];
    }
  }

  /** Shifts positions to the center; padding stays zero, vertices that do not count become zero. */
  void center(float[] planes, int length) {
    for (int row = 0; row < 3 * length; row++) {
      float c = (float) center[row % 3];
      int at = row * stride;
      for (int j = at; j < at + vertices; j++) {
        planes[j] -= c;
      }
      if (usedCount < vertices) {
        for (int j = 0; j < vertices; j++) {
          planes[at + j] = used[j] ? planes[at + j] : 0;
        }
      }
    }
  }

  /** Takes a transform to the center. */
  void toCenter(double[] t, int o) {
    toCenter(center, t, o);
  }

  /** Takes a transform to a center. */
  public static void toCenter(double[] center, double[] t, int o) {
    for (int r = 0; r < 3; r++) {
      t[o + 4 * r + 3] +=
          t[o + 4 * r] * center[0]
              + t[o + 4 * r + 1] * center[1]
              + t[o + 4 * r + 2] * center[2]
              - center[r];
    }
  }

  /** Takes a transform back from the center. */
  public void fromCenter(double[] t, int o) {
    for (int r = 0; r < 3; r++) {
      t[o + 4 * r + 3] -=
          t[o + 4 * r] * center[0]
              + t[o + 4 * r + 1] * center[1]
              + t[o + 4 * r + 2] * center[2]
              - center[r];
    }
  }

  /** How the examples are cut into blocks. */
  public BlockLayout layout() {
    return layout;
  }

  /** A block's state at the start: the joints' transforms from their poses. */
  BlockState state(double[] poses, int n) {
    double[] drivers = new double[12 * joints * n];
    double[] pose = new double[12 * joints];
    double[] skinning = new double[12 * joints];
    for (int i = 0; i < n; i++) {
      System.arraycopy(poses, i * pose.length, pose, 0, pose.length);
      skeleton.skinning(pose, skinning);
      for (int d = 0; d < joints; d++) {
        toCenter(skinning, 12 * d);
        for (int k = 0; k < 12; k++) {
          drivers[(12 * d + k) * n + i] = skinning[12 * d + k];
        }
      }
    }
    return new BlockState(n, poses, drivers);
  }

  /** Entry c of (u', 1) of a vertex. */
  public double point(int vertex, int c) {
    return c < 3 ? rest[3 * vertex + c] : 1;
  }
}
