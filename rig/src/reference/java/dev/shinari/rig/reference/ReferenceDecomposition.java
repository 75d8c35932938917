package dev.shinari.rig.reference;

import dev.shinari.reference.ReferencePolar;
import dev.shinari.rig.examples.ExampleSet;
import dev.shinari.rig.fit.solver.WeightQp;
import java.io.IOException;
import java.util.Arrays;

/**
 * Stage 1 as the text writes it [Mukai15, sec. 4], without any of the arithmetic that makes it
 * fast: each vertex's Gram matrix is summed over all examples, each helper's rotation comes from a
 * singular value decomposition of moments summed over all vertices. One thread, double precision,
 * all examples in memory.
 */
public final class ReferenceDecomposition {
  private final int vertices;
  private final int examples;
  private final int joints;
  private final int influences;
  private final float[] rest;
  private final float[][] skins; // x, y, z a vertex, by example
  private int helpers;
  private double[][] transforms; // by example, 12 numbers a bone
  private double[] weights; // bones a vertex

  public ReferenceDecomposition(ExampleSet set, int influences) throws IOException {
    vertices = set.vertexCount();
    examples = set.exampleCount();
    joints = set.skeleton().jointCount();
    this.influences = influences;
    rest = set.rest().positions();
    skins = new float[examples][3 * vertices];
    transforms = new double[examples][12 * joints];
    weights = new double[vertices * joints];
    double[] pose = new double[12 * joints];
    float[] planes = new float[3 * set.stride() * set.examplesPerBlock()];
    for (int b = 0; b < set.blockCount(); b++) {
      set.readBlock(b, planes);
      for (int i = 0; i < set.blockLength(b); i++) {
        int n = set.blockStart(b) + i;
        for (int k = 0; k < 3 * vertices; k++) {
          skins[n][k] = planes[(3 * i + k % 3) * set.stride() + k / 3];
        }
        set.copyPose(n, pose);
        set.skeleton().skinning(pose, transforms[n]);
      }
    }
  }

  /** Adds a helper that starts with given transforms, 12 numbers an example, and no weight. */
  public void addHelper(double[] start) {
    int bones = joints + helpers;
    for (int n = 0; n < examples; n++) {
      transforms[n] = Arrays.copyOf(transforms[n], 12 * (bones + 1));
      System.arraycopy(start, 12 * n, transforms[n], 12 * bones, 12);
    }
    double[] w = new double[vertices * (bones + 1)];
    for (int j = 0; j < vertices; j++) {
      System.arraycopy(weights, j * bones, w, j * (bones + 1), bones);
    }
    weights = w;
    helpers++;
  }

  /** Sets all weights, bones entries a vertex. */
  public void setWeights(double[] dense) {
    weights = dense.clone();
  }

  public double[] weights() {
    return weights.clone();
  }

  /** All weights, with the transforms as they are [eq. (4)]. */
  public void updateWeights() {
    int bones = joints + helpers;
    WeightQp qp = new WeightQp(bones);
    double[] p = new double[3 * bones];
    double[] w = new double[bones];
    for (int j = 0; j < vertices; j++) {
      double[] g = new double[bones * bones];
      double[] b = new double[bones];
      for (int n = 0; n < examples; n++) {
        for (int e = 0; e < bones; e++) {
          place(transforms[n], e, j, p, 3 * e);
        }
        for (int e = 0; e < bones; e++) {
          for (int f = 0; f <= e; f++) {
            g[e * bones + f] +=
                p[3 * e] * p[3 * f] + p[3 * e + 1] * p[3 * f + 1] + p[3 * e + 2] * p[3 * f + 2];
          }
          b[e] +=
              p[3 * e] * skins[n][3 * j]
                  + p[3 * e + 1] * skins[n][3 * j + 1]
                  + p[3 * e + 2] * skins[n][3 * j + 2];
        }
      }
      for (int e = 0; e < bones; e++) {
        for (int f = 0; f < e; f++) {
          g[f * bones + e] = g[e * bones + f];
        }
      }
      System.arraycopy(weights, j * bones, w, 0, bones);
      qp.solve(g, b, influences, null, true, w);
      System.arraycopy(w, 0, weights, j * bones, bones);
    }
  }

  /** All helpers' transforms, one after the other, in every example [eq. (5)]. */
  public void updateTransforms() {
    int bones = joints + helpers;
    double[] p = new double[3];
    double[] q = new double[3];
    for (int n = 0; n < examples; n++) {
      for (int h = joints; h < bones; h++) {
        double mass = 0;
        double[] c = new double[3];
        double[] a = new double[3];
        double[] moment = new double[9];
        for (int j = 0; j < vertices; j++) {
          double w = weights[j * bones + h];
          if (w == 0) {
            continue;
          }
          for (int k = 0; k < 3; k++) {
            q[k] = skins[n][3 * j + k];
          }
          for (int e = 0; e < bones; e++) {
            if (e != h && weights[j * bones + e] != 0) {
              place(transforms[n], e, j, p, 0);
              for (int k = 0; k < 3; k++) {
                q[k] -= weights[j * bones + e] * p[k];
              }
            }
          }
          mass += w * w;
          for (int k = 0; k < 3; k++) {
            c[k] += w * w * rest[3 * j + k];
            a[k] += w * q[k];
            for (int l = 0; l < 3; l++) {
              moment[3 * k + l] += w * q[k] * rest[3 * j + l];
            }
          }
        }
        if (!(mass > 1e-12)) {
          continue;
        }
        for (int k = 0; k < 3; k++) {
          for (int l = 0; l < 3; l++) {
            moment[3 * k + l] -= a[k] * c[l] / mass;
          }
        }
        double[] r = ReferencePolar.rotation(moment);
        for (int k = 0; k < 3; k++) {
          double t = a[k] / mass;
          for (int l = 0; l < 3; l++) {
            transforms[n][12 * h + 4 * k + l] = r[3 * k + l];
            t -= r[3 * k + l] * c[l] / mass;
          }
          transforms[n][12 * h + 4 * k + 3] = t;
        }
      }
    }
  }

  /** Root of the mean squared distance over vertices and examples. */
  public double rms() {
    int bones = joints + helpers;
    double sum = 0;
    double[] p = new double[3];
    for (int n = 0; n < examples; n++) {
      for (int j = 0; j < vertices; j++) {
        double x = skins[n][3 * j];
        double y = skins[n][3 * j + 1];
        double z = skins[n][3 * j + 2];
        for (int e = 0; e < bones; e++) {
          double w = weights[j * bones + e];
          if (w != 0) {
            place(transforms[n], e, j, p, 0);
            x -= w * p[0];
            y -= w * p[1];
            z -= w * p[2];
          }
        }
        sum += x * x + y * y + z * z;
      }
    }
    return Math.sqrt(sum / ((double) vertices * examples));
  }

  private void place(double[] t, int bone, int j, double[] out, int at) {
    int o = 12 * bone;
    double x = rest[3 * j];
    double y = rest[3 * j + 1];
    double z = rest[3 * j + 2];
    out[at] = t[o] * x + t[o + 1] * y + t[o + 2] * z + t[o + 3];
    out[at + 1] = t[o + 4] * x + t[o + 5] * y + t[o + 6] * z + t[o + 7];
    out[at + 2] = t[o + 8] * x + t[o + 9] * y + t[o + 10] * z + t[o + 11];
  }
}
