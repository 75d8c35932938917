package dev.shinari.rig.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.mesh.TriangleMesh;
import dev.shinari.rig.Transforms;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.examples.ExampleSink;
import dev.shinari.rig.examples.MemoryExamples;
import dev.shinari.rig.fit.controller.PoseFeatures;
import dev.shinari.rig.fit.helper.MeshDecomposition;
import dev.shinari.rig.fit.solver.RigidFit;
import dev.shinari.rig.fit.task.FitProgress;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MeshDecompositionTest {
  private static final int FRAMES = 30;

  /** A tube of three rigid pieces that turn about points on its axis, blended where they meet. */
  private static ExampleSet sequence(TriangleMesh rest) throws IOException {
    ExampleSink sink = MemoryExamples.builder(rest, MeshDecomposition.skeleton());
    float[] u = rest.positions();
    Random random = new Random(5);
    for (int n = 0; n < FRAMES; n++) {
      double[][] pieces = new double[3][];
      pieces[0] = turn(0, random.nextDouble() - 0.5, random.nextDouble() - 0.5);
      for (int k = 1; k < 3; k++) {
        pieces[k] = new double[12];
        double[] own = turn(k / 3.0, random.nextDouble() - 0.5, 1.4 * (random.nextDouble() - 0.5));
        Transforms.multiply(pieces[k - 1], 0, own, 0, pieces[k], 0);
      }
      float[] p = new float[u.length];
      for (int j = 0; j < u.length / 3; j++) {
        double a = Math.max(0, Math.min(1, (u[3 * j] - 1 / 3.0) / 0.1 + 0.5));
        double b = Math.max(0, Math.min(1, (u[3 * j] - 2 / 3.0) / 0.1 + 0.5));
        double[] w = {1 - a, a - b, b};
        for (int r = 0; r < 3; r++) {
          double s = 0;
          for (int k = 0; k < 3; k++) {
            double[] t = pieces[k];
            s +=
                w[k]
                    * (t[4 * r] * u[3 * j]
                        + t[4 * r + 1] * u[3 * j + 1]
                        + t[4 * r + 2] * u[3 * j + 2]
                        + t[4 * r + 3]);
          }
          p[3 * j + r] = (float) s;
        }
      }
      MeshDecomposition.add(sink, rest, p);
    }
    return sink.finish();
  }

  private static double[] turn(double at, double y, double z) {
    double[] q = new double[4];
    PoseFeatures.quaternion(0, y, z, q);
    double[] m = new double[9];
    RigidFit.matrix(q, m);
    double[] t = new double[12];
    for (int r = 0; r < 3; r++) {
      for (int c = 0; c < 3; c++) {
        t[4 * r + c] = m[3 * r + c];
      }
      t[4 * r + 3] = (r == 0 ? at : 0) - m[3 * r] * at;
    }
    return t;
  }

  @Test
  void knownRigidBonesAreRecovered() throws Exception {
    TriangleMesh rest = KnownRig.tube(31, 8);
    try (ExampleSet set = sequence(rest)) {
      MeshDecomposition.Result r = MeshDecomposition.fit(set, 3, 4, 2, FitProgress.NONE);
      assertThat(r.boneCount()).isEqualTo(3);
      assertThat(r.rms()).isLessThan(1e-4); // of a tube of length 1
      // The pieces form a chain: two of the three bones hang on another one.
      int below = 0;
      for (int p : r.parents()) {
        below += p >= 0 ? 1 : 0;
      }
      assertThat(below).isEqualTo(2);
    }
  }

  @Test
  void theSameBitsComeFromAnyNumberOfThreads() throws Exception {
    TriangleMesh rest = KnownRig.tube(31, 8);
    try (ExampleSet set = sequence(rest)) {
      MeshDecomposition.Result a = MeshDecomposition.fit(set, 4, 4, 1, FitProgress.NONE);
      MeshDecomposition.Result b = MeshDecomposition.fit(set, 4, 4, 3, FitProgress.NONE);
      assertThat(b.weights().weights()).isEqualTo(a.weights().weights());
      assertThat(b.transforms()).isEqualTo(a.transforms());
    }
  }

  @Test
  void aRigidSequenceNeedsOneBone() throws Exception {
    TriangleMesh rest = KnownRig.tube(11, 6);
    ExampleSink sink = MemoryExamples.builder(rest, MeshDecomposition.skeleton());
    float[] u = rest.positions();
    for (int n = 0; n < 5; n++) {
      double[] t = turn(0.3 * n, 0.4 * n, -0.2 * n);
      float[] p = new float[u.length];
      for (int j = 0; j < u.length / 3; j++) {
        for (int r = 0; r < 3; r++) {
          p[3 * j + r] =
              (float)
                  (t[4 * r] * u[3 * j]
                      + t[4 * r + 1] * u[3 * j + 1]
                      + t[4 * r + 2] * u[3 * j + 2]
                      + t[4 * r + 3]);
        }
      }
      MeshDecomposition.add(sink, rest, p);
    }
    try (ExampleSet set = sink.finish()) {
      MeshDecomposition.Result r = MeshDecomposition.fit(set, 6, 4, 1, FitProgress.NONE);
      assertThat(r.boneCount()).isEqualTo(1);
      assertThat(r.rms()).isLessThan(1e-5);
    }
  }
}
