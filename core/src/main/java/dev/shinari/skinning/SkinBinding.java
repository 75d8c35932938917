package dev.shinari.skinning;

import dev.shinari.math.Check;

/**
 * Which bones carry each vertex, and by how much. Arrays are shared, not copied; read-only.
 *
 * @param influences bones per vertex
 * @param bones numbers of bone transforms, {@code influences} per vertex
 * @param weights not negative, sum 1 per vertex; a bone with weight 0 is ignored
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; the record only names them
public record SkinBinding(int influences, int[] bones, float[] weights) {
  public SkinBinding {
    Check.inRange("influences", influences, 1, 64);
    Check.notNull("bones", bones);
    Check.notNull("weights", weights);
    Check.that(
        bones.length == weights.length && bones.length % influences == 0,
        "bones and weights must hold " + influences + " numbers per vertex");
    for (int v = 0; v < bones.length / influences; v++) {
      float sum = 0;
      for (int k = influences * v; k < influences * (v + 1); k++) {
        Check.that(
            weights[k] >= 0 && weights[k] <= 2,
            "vertex " + v + " has the skin weight " + weights[k] + "; weights lie in [0, 1]");
        sum += weights[k];
      }
      Check.that(
          sum > 0.98f && sum < 1.02f,
          "the skin weights of vertex " + v + " add up to " + sum + "; normalize them");
    }
  }

  public int vertexCount() {
    return bones.length / influences;
  }

  /** The bone with the largest weight of a vertex; the first of equals. */
  public int strongest(int vertex) {
    int best = influences * vertex;
    for (int k = best + 1; k < influences * (vertex + 1); k++) {
      best = weights[k] > weights[best] ? k : best;
    }
    return bones[best];
  }
}
