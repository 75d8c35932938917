package dev.shinari.articulated.shape;

import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The part in which limbs meet: stubs that run smoothly into each other, and into a ball if there
 * is one, around a point. Each stub ends in the ring with which a limb's first cylinder begins, so
 * that hub and limbs have one skin.
 *
 * <pre>
 *          \   /  <- rings: 16 vertices on a common ball of radius R around the middle
 *     ======( )====
 * </pre>
 *
 * Seen from the middle every vertex has a direction of its own: the hull of the directions gives
 * the triangles, and how far out a vertex is comes from the smooth union of cylinders and ball, -k
 * log(sum of exp(-distance / k)) = 0.
 */
public final class Hub {
  /** Directions between the rings, were there none; a ball, which lies bare, has more. */
  private static final int SAMPLES = 160;

  private static final int BALL_SAMPLES = 330;

  private final double[] directions;
  private final double[] radii;
  private final double reach;
  private final double[] ball; // center and radius, or null
  private final double softness;

  private Hub(double[] directions, double[] radii, double reach, double[] ball, double blend) {
    this.directions = directions;
    this.radii = radii;
    this.reach = reach;
    this.ball = ball;
    softness = Math.max(1e-3, 0.5 * blend) * Arrays.stream(radii).average().orElse(1);
  }

  /**
   * Plans a hub.
   *
   * @param directions unit vectors of the limbs, 3 numbers each
   * @param radii of the limbs where they meet
   * @param most how far from the middle a ring may be: a share of the shortest limb
   * @param ball center and radius of a ball around the middle, 4 numbers, or null
   * @param blend how softly limbs run into each other, 0 to 1
   * @return null where limbs are too close to each other for rings of their own
   */
  public static Hub plan(
      double[] directions, double[] radii, double most, double[] ball, double blend) {
    Check.inRange("limbs of a hub", radii.length, 2, 100);
    double thickest = Arrays.stream(radii).max().getAsDouble();
    for (double r = 1.3 * thickest; r <= most; r *= 1.03) {
      if (fits(directions, radii, r)) {
        return new Hub(directions.clone(), radii.clone(), r, ball, blend);
      }
    }
    return null;
  }

  private static boolean fits(double[] d, double[] radii, double r) {
    for (int i = 0; i < radii.length; i++) {
      for (int j = 0; j < i; j++) {
        double dot =
            d[3 * i] * d[3 * j] + d[3 * i + 1] * d[3 * j + 1] + d[3 * i + 2] * d[3 * j + 2];
        double between = PortableMath.acos(Math.max(-1, Math.min(1, dot)));
        if (PortableMath.asin(radii[i] / r) + PortableMath.asin(radii[j] / r) > 0.8 * between) {
          return false;
        }
      }
    }
    return true;
  }

  /** Equal for hubs that have the same operator. */
  public String key() {
    return Arrays.toString(directions)
        + Arrays.toString(radii)
        + reach
        + Arrays.toString(ball)
        + softness;
  }

  /** How far from the middle the ring of a limb is. */
  public double ring(int limb) {
    return Math.sqrt(reach * reach - radii[limb] * radii[limb]);
  }

  /**
   * The hub's operator. Joint i carries the ring of limb i; the last one, if there is a ball, what
   * lies around the given place.
   *
   * @param sides vertices of a ring
   * @param inward whether a limb's cylinders run towards the middle, which decides where the
   *     vertices of their ring are
   * @param far where the ball is held besides, 3 numbers, or null without a ball
   */
  public JointedOperator operator(
      int sides, boolean[] inward, double[] far, ElasticMaterial material) {
    int limbs = radii.length;
    List<double[]> places = new ArrayList<>();
    List<Integer> joints = new ArrayList<>();
    for (int i = 0; i < limbs; i++) {
      addRing(i, sides, inward[i], places, joints);
    }
    addBetween(sides, places, joints, far);
    int apex = places.size();
    for (int i = 0; i < limbs; i++) {
      double at = ring(i);
      places.add(
          new double[] {
            at * directions[3 * i], at * directions[3 * i + 1], at * directions[3 * i + 2]
          });
      joints.add(i);
    }
    float[] p = new float[3 * places.size()];
    double[] unit = new double[p.length];
    for (int v = 0; v < places.size(); v++) {
      double[] at = places.get(v);
      double n = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
      for (int c = 0; c < 3; c++) {
        p[3 * v + c] = (float) at[c];
        unit[3 * v + c] = at[c] / n;
      }
    }
    TriangleMesh mesh = new TriangleMesh(p, capsLast(SphereHull.triangles(unit), apex));
    double[] at = new double[3 * (limbs + (far == null ? 0 : 1))];
    for (int i = 0; i < 3 * limbs; i++) {
      at[i] = ring(i / 3) * directions[i];
    }
    if (far != null) {
      System.arraycopy(far, 0, at, 3 * limbs, 3);
    }
    return new JointedOperator(
        new BoundaryElements(mesh, material),
        joints.stream().mapToInt(Integer::intValue).toArray(),
        at);
  }

  /** The triangles around the rings' middles come last: a skin leaves them out. */
  private static int[] capsLast(int[] triangles, int apex) {
    int[] out = new int[triangles.length];
    int n = 0;
    for (int round = 0; round < 2; round++) {
      for (int t = 0; t < triangles.length; t += 3) {
        boolean cap = triangles[t] >= apex || triangles[t + 1] >= apex || triangles[t + 2] >= apex;
        if (cap == (round == 1)) {
          System.arraycopy(triangles, t, out, n, 3);
          n += 3;
        }
      }
    }
    return out;
  }

  private void addRing(
      int i, int sides, boolean inward, List<double[]> places, List<Integer> joints) {
    double[] up = {0, 1, 0}, q = new double[4], v = new double[3], d = new double[3];
    for (int c = 0; c < 3; c++) {
      d[c] = inward ? -directions[3 * i + c] : directions[3 * i + c];
    }
    Quaternions.between(up, 0, d, 0, q, 0);
    for (int s = 0; s < sides; s++) { // as Limbs.cylinder has them
      double angle = 2 * Math.PI * s / sides;
      v[0] = radii[i] * PortableMath.sin(angle);
      v[1] = inward ? -ring(i) : ring(i);
      v[2] = radii[i] * PortableMath.cos(angle);
      Quaternions.rotate(q, 0, v, 0, v, 0);
      places.add(v.clone());
      joints.add(i);
    }
  }

  /** Vertices between the rings: directions spread evenly along a spiral. */
  private void addBetween(int sides, List<double[]> places, List<Integer> joints, double[] far) {
    int samples = ball == null ? SAMPLES : BALL_SAMPLES;
    double spacing = Math.sqrt(4 * Math.PI / samples), golden = Math.PI * (3 - Math.sqrt(5));
    double[] u = new double[3];
    for (int k = 0; k < samples; k++) {
      u[1] = 1 - (2 * k + 1.0) / samples;
      double r = Math.sqrt(1 - u[1] * u[1]);
      u[0] = r * PortableMath.cos(golden * k);
      u[2] = r * PortableMath.sin(golden * k);
      boolean free = true;
      for (int i = 0; i < radii.length && free; i++) {
        double dot =
            u[0] * directions[3 * i] + u[1] * directions[3 * i + 1] + u[2] * directions[3 * i + 2];
        double rim = PortableMath.asin(radii[i] / reach);
        double clear = Math.min(0.7 * spacing, 4 * Math.PI * rim / sides);
        free = PortableMath.acos(Math.max(-1, Math.min(1, dot))) > rim + clear;
      }
      if (free) {
        double t = surface(u);
        places.add(new double[] {t * u[0], t * u[1], t * u[2]});
        joints.add(far != null && isFar(places.get(places.size() - 1), far) ? radii.length : -1);
      }
    }
  }

  /** Around the pole of the ball that is beyond the given place. */
  private boolean isFar(double[] at, double[] far) {
    double dot = 0, length = 0;
    for (int c = 0; c < 3; c++) {
      dot += (at[c] - ball[c]) * (far[c] - ball[c]);
      length += (far[c] - ball[c]) * (far[c] - ball[c]);
    }
    return dot > 0.8 * ball[3] * Math.sqrt(length);
  }

  /** How far out the smooth union reaches in a direction: it grows along every ray. */
  private double surface(double[] u) {
    double low = 0, high = 2 * reach;
    if (ball != null) {
      high += 2 * ball[3] + Math.abs(ball[0]) + Math.abs(ball[1]) + Math.abs(ball[2]);
    }
    for (int round = 0; round < 50; round++) {
      double middle = 0.5 * (low + high);
      if (value(middle * u[0], middle * u[1], middle * u[2]) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double value(double x, double y, double z) {
    double sum = 0;
    for (int i = 0; i < radii.length; i++) {
      double dx = directions[3 * i], dy = directions[3 * i + 1], dz = directions[3 * i + 2];
      double along = Math.max(0, x * dx + y * dy + z * dz);
      double ex = x - along * dx, ey = y - along * dy, ez = z - along * dz;
      double off = Math.sqrt(ex * ex + ey * ey + ez * ez) - radii[i];
      sum += PortableMath.exp(-off / softness);
    }
    if (ball != null) {
      double ex = x - ball[0], ey = y - ball[1], ez = z - ball[2];
      double off = Math.sqrt(ex * ex + ey * ey + ez * ez) - ball[3];
      sum += PortableMath.exp(-off / softness);
    }
    return -softness * PortableMath.log(sum);
  }
}
