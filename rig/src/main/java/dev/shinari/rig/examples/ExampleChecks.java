package dev.shinari.rig.examples;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.Transforms;

/** Refuses examples that no fit can use, and lays positions out in planes. */
final class ExampleChecks {
  /** Largest entry of |R^T R - I| of a skinning transform: float matrices from files reach 1e-5. */
  private static final double MOST_STRAIN = 1e-3;

  private final RigSkeleton skeleton;
  private final int vertexCount;
  private final double[] skinning;

  ExampleChecks(RigSkeleton skeleton, TriangleMesh rest) {
    this.skeleton = skeleton;
    vertexCount = rest.vertexCount();
    skinning = new double[12 * skeleton.jointCount()];
  }

  void check(int example, double[] pose, float[] positions) {
    if (positions.length != 3 * vertexCount) {
      throw new IllegalArgumentException(
          "example "
              + example
              + " has "
              + positions.length / 3
              + " vertices, the mesh has "
              + vertexCount);
    }
    if (pose.length != skinning.length) {
      throw new IllegalArgumentException(
          "example "
              + example
              + " has "
              + pose.length / 12
              + " joints, the skeleton has "
              + skeleton.jointCount());
    }
    for (int k = 0; k < positions.length; k++) {
      if (!(Math.abs(positions[k]) < Float.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "example " + example + ": vertex " + k / 3 + " is at " + positions[k]);
      }
    }
    skeleton.skinning(pose, skinning);
    for (int d = 0; d < skeleton.jointCount(); d++) {
      for (int k = 0; k < 12; k++) {
        if (!(Math.abs(skinning[12 * d + k]) < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException(
              "example " + example + ": the pose of joint " + skeleton.name(d) + " is not finite");
        }
      }
      if (Transforms.strain(skinning, 12 * d) > MOST_STRAIN) {
        throw new IllegalArgumentException(
            "example "
                + example
                + ": joint "
                + skeleton.name(d)
                + " is scaled or sheared against its bind pose; helper bones need joints that only"
                + " turn and move");
      }
    }
  }

  static void toPlanes(float[] xyz, float[] planes, int at, int stride) {
    int n = xyz.length / 3;
    for (int j = 0; j < n; j++) {
      planes[at + j] = xyz[3 * j];
      planes[at + stride + j] = xyz[3 * j + 1];
      planes[at + 2 * stride + j] = xyz[3 * j + 2];
    }
  }
}
