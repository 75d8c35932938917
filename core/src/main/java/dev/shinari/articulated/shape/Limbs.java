package dev.shinari.articulated.shape;

import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;

/** Cylinders and cones for limbs: the shape of [Watanabe, sec. 4] and its operator. */
public final class Limbs {
  /** Vertices around; with {@link #LAYERS} layers a cylinder has the paper's 82 vertices. */
  public static final int SIDES = 16;

  public static final int LAYERS = 4;

  private Limbs() {}

  /**
   * A closed cylinder or cone along y around the origin. Its last 2 sides triangles are the caps,
   * fans around their middles.
   */
  public static TriangleMesh cylinder(
      int sides, int layers, float length, float lowRadius, float highRadius) {
    Check.inRange("sides", sides, 3, 512);
    Check.inRange("layers", layers, 1, 512);
    Check.positive("length", length);
    Check.positive("lowRadius", lowRadius);
    Check.positive("highRadius", highRadius);
    int rings = layers + 1;
    float[] p = new float[3 * (sides * rings + 2)];
    for (int r = 0; r < rings; r++) {
      double share = (double) r / layers;
      double radius = lowRadius + share * (highRadius - lowRadius);
      for (int s = 0; s < sides; s++) {
        double angle = 2 * Math.PI * s / sides;
        int v = 3 * (r * sides + s);
        p[v] = (float) (radius * PortableMath.sin(angle));
        p[v + 1] = (float) (length * (share - 0.5));
        p[v + 2] = (float) (radius * PortableMath.cos(angle));
      }
    }
    int low = sides * rings, high = low + 1;
    p[3 * low + 1] = -0.5f * length;
    p[3 * high + 1] = 0.5f * length;
    int[] t = new int[3 * (2 * sides * layers + 2 * sides)];
    int k = 0;
    for (int s = 0; s < sides; s++) {
      int n = (s + 1) % sides;
      for (int r = 0; r < layers; r++) {
        int a = r * sides + s, b = r * sides + n, c = a + sides, d = b + sides;
        boolean even = (r + s) % 2 == 0; // alternating diagonals: no direction is preferred
        int[] quad = even ? new int[] {a, b, d, a, d, c} : new int[] {a, b, c, b, d, c};
        for (int v : quad) {
          t[k++] = v;
        }
      }
    }
    for (int s = 0; s < sides; s++) { // the caps
      int n = (s + 1) % sides;
      t[k++] = low;
      t[k++] = n;
      t[k++] = s;
      t[k++] = high;
      t[k++] = layers * sides + s;
      t[k++] = layers * sides + n;
    }
    return new TriangleMesh(p, t);
  }

  /**
   * The operator of a limb's part, carried by a joint in the middle of each cap: low, then high.
   */
  public static JointedOperator operator(
      int sides,
      int layers,
      float length,
      float lowRadius,
      float highRadius,
      ElasticMaterial material) {
    TriangleMesh mesh = cylinder(sides, layers, length, lowRadius, highRadius);
    int[] joint = new int[mesh.vertexCount()];
    java.util.Arrays.fill(joint, -1);
    for (int s = 0; s < sides; s++) {
      joint[s] = 0;
      joint[layers * sides + s] = 1;
    }
    joint[sides * (layers + 1)] = 0;
    joint[sides * (layers + 1) + 1] = 1;
    double half = 0.5 * length;
    return new JointedOperator(
        new BoundaryElements(mesh, material), joint, new double[] {0, -half, 0, 0, half, 0});
  }
}
