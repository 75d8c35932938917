package dev.shinari.rig;

import dev.shinari.math.Check;

/**
 * Skinning weights, at most K bones a vertex, not negative, one in sum. Bones 0 to D - 1 are the
 * skeleton's joints, then come the helpers. Slots of a vertex are ordered by falling weight; unused
 * ones have bone 0 and weight 0.
 *
 * <p>{@code bones}, {@code weights}: K entries a vertex.
 */
public record SkinWeights(int influences, int[] bones, float[] weights) {
  public SkinWeights {
    Check.inRange("influences", influences, 1, 64);
    Check.that(bones.length == weights.length, "bones and weights must have the same length");
    Check.that(bones.length % influences == 0, "weights must hold " + influences + " a vertex");
    for (int k = 0; k < weights.length; k++) {
      Check.that(weights[k] >= 0 && bones[k] >= 0, "a weight or bone is negative or not a number");
    }
  }

  public int vertexCount() {
    return bones.length / influences;
  }

  /** The weight of a bone at a vertex; 0 where it has none. */
  public float weight(int vertex, int bone) {
    float sum = 0;
    for (int k = vertex * influences; k < (vertex + 1) * influences; k++) {
      if (bones[k] == bone) {
        sum += weights[k];
      }
    }
    return sum;
  }

  /** From a dense table, boneCount entries a vertex, of which at most K are not zero. */
  public static SkinWeights ofDense(int influences, int boneCount, double[] dense) {
    int n = dense.length / boneCount;
    int[] bones = new int[n * influences];
    float[] weights = new float[n * influences];
    for (int j = 0; j < n; j++) {
      int used = 0;
      double sum = 0;
      for (int e = 0; e < boneCount; e++) {
        double w = dense[j * boneCount + e];
        if (!(w > 0)) {
          continue;
        }
        Check.that(used < influences, "vertex " + j + " has more than " + influences + " bones");
        int k = used++;
        while (k > 0 && dense[j * boneCount + bones[j * influences + k - 1]] < w) {
          bones[j * influences + k] = bones[j * influences + k - 1];
          k--;
        }
        bones[j * influences + k] = e;
        sum += w;
      }
      for (int k = 0; k < used; k++) {
        int slot = j * influences + k;
        weights[slot] = (float) (dense[j * boneCount + bones[slot]] / sum);
      }
    }
    return new SkinWeights(influences, bones, weights);
  }

  /** As a dense table, boneCount entries a vertex; a vertex without weight stays zero. */
  public double[] dense(int boneCount) {
    double[] d = new double[vertexCount() * boneCount];
    for (int j = 0; j < vertexCount(); j++) {
      double sum = 0;
      for (int k = j * influences; k < (j + 1) * influences; k++) {
        Check.that(bones[k] < boneCount, "vertex " + j + " uses bone " + bones[k]);
        sum += weights[k];
      }
      for (int k = j * influences; k < (j + 1) * influences && sum > 0; k++) {
        d[j * boneCount + bones[k]] += weights[k] / sum;
      }
    }
    return d;
  }
}
