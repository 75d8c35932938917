package dev.shinari.articulated.contact;

import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.ElasticPart;
import dev.shinari.bem.JointedOperator;
import dev.shinari.collide.Collider;
import dev.shinari.math.Quaternions;
import dev.shinari.skeleton.Skeleton;
import java.util.Arrays;

/**
 * What bones show to the rest of the world: balls along them, as large as the skin around leaves
 * room for, and capsules from ball to ball.
 *
 * <pre>
 *    ( o )( o )( o )( o )      balls: for obstacles
 *    ( o-------------o  )      capsule: for other creatures and bodies; a bone whose thickness
 *    a                b        varies has several
 * </pre>
 *
 * A ball at a share s of a bone is the joints' a and b mean with weights 1 - s and s; a push on it
 * goes to the two joints by these weights and their masses. A ball is the largest that fits into
 * the skin at rest, so that a creature lies on its skin and not above it.
 */
public final class BoneBalls {
  /** Balls of a bone between its joints. */
  private static final int MOST_BETWEEN = 7;

  /** A bone is one capsule if its balls are within this share of evenly growing ones. */
  private static final double EVEN = 0.1;

  private final BoneMotion motion;
  private final int[] ballA;
  private final int[] ballB;
  private final double[] ballShare;
  private final double[] ballRadius;

  // Capsules: two shares of a bone from joint a to joint b.
  final int count;
  final int[] a;
  final int[] b;
  private final double[] share;
  private final double[] radius;

  // Where the capsules are.
  final double[] ends; // 6 a capsule
  final double[] low; // 3 a capsule, with the radius
  final double[] high;
  private final double[] box = new double[6];

  private final BallContacts touch = new BallContacts();
  private final double[] ball = new double[9];
  private final double[] ballBefore = new double[6]; // its place and velocity before the touch

  public BoneBalls(Skeleton skeleton, ElasticPart[] parts, BoneMotion motion) {
    this.motion = motion;
    int n = skeleton.jointCount();
    int[][] partsOf = partsOfJoints(skeleton, parts);
    int most = n * (MOST_BETWEEN + 1), balls = 0, capsules = 0;
    int[] ba = new int[most], bb = new int[most], ca = new int[most], cb = new int[most];
    double[] bs = new double[most], br = new double[most];
    double[] cs = new double[2 * most], cr = new double[2 * most];
    double[] at = new double[3];
    for (int j = 0; j < n; j++) {
      at(skeleton, j, j, 0, at);
      ba[balls] = j;
      bb[balls] = j;
      br[balls++] = room(skeleton, parts, partsOf[j], partsOf[j], at);
    }
    double[] along = new double[MOST_BETWEEN + 2];
    for (int j = 0; j < n; j++) {
      int p = skeleton.parent(j);
      if (p < 0 || !shared(partsOf[p], partsOf[j])) {
        continue; // a bone without a part
      }
      double thin = Math.max(1e-6, Math.max(br[p], br[j]));
      int between = (int) Math.min(MOST_BETWEEN, Math.ceil(skeleton.length(j) / thin) - 1);
      between = Math.max(1, between);
      along[0] = br[p];
      along[between + 1] = br[j];
      boolean even = true;
      for (int k = 1; k <= between; k++) {
        double s = (double) k / (between + 1);
        at(skeleton, p, j, s, at);
        along[k] = room(skeleton, parts, partsOf[p], partsOf[j], at);
        even &= Math.abs(along[k] - br[p] - s * (br[j] - br[p])) < EVEN * thin;
        ba[balls] = p;
        bb[balls] = j;
        bs[balls] = s;
        br[balls++] = along[k];
      }
      int pieces = even ? 1 : between + 1;
      for (int k = 0; k < pieces; k++) {
        ca[capsules] = p;
        cb[capsules] = j;
        for (int e = 0; e < 2; e++) {
          cs[2 * capsules + e] = (double) (k + e) / pieces;
          cr[2 * capsules + e] = even ? along[e * (between + 1)] : along[k + e];
        }
        capsules++;
      }
    }
    ballA = Arrays.copyOf(ba, balls);
    ballB = Arrays.copyOf(bb, balls);
    ballShare = Arrays.copyOf(bs, balls);
    ballRadius = Arrays.copyOf(br, balls);
    count = capsules;
    a = Arrays.copyOf(ca, count);
    b = Arrays.copyOf(cb, count);
    share = Arrays.copyOf(cs, 2 * count);
    radius = Arrays.copyOf(cr, 2 * count);
    ends = new double[6 * count];
    low = new double[3 * count];
    high = new double[3 * count];
  }

  /** Parts around each joint: those that it carries, and those with its bone inside. */
  private static int[][] partsOfJoints(Skeleton skeleton, ElasticPart[] parts) {
    int[][] out = new int[skeleton.jointCount()][0];
    for (int p = 0; p < parts.length; p++) {
      for (int j : parts[p].joints()) {
        out[j] = with(out[j], p);
      }
      for (int j : parts[p].bones()) {
        out[j] = with(out[j], p);
        if (!skeleton.isRoot(j)) {
          out[skeleton.parent(j)] = with(out[skeleton.parent(j)], p);
        }
      }
    }
    return out;
  }

  private static int[] with(int[] list, int last) {
    if (list.length > 0 && list[list.length - 1] == last) {
      return list;
    }
    int[] out = Arrays.copyOf(list, list.length + 1);
    out[list.length] = last;
    return out;
  }

  private static boolean shared(int[] p, int[] q) {
    for (int i : p) {
      for (int j : q) {
        if (i == j) {
          return true;
        }
      }
    }
    return false;
  }

  private static void at(Skeleton s, int a, int b, double share, double[] out) {
    for (int c = 0; c < 3; c++) {
      out[c] = (1 - share) * s.place(a, c) + share * s.place(b, c);
    }
  }

  /** Distance from a point to the skin of the parts around, at rest. */
  private static double room(
      Skeleton s, ElasticPart[] parts, int[] some, int[] others, double[] at) {
    double least = Double.POSITIVE_INFINITY;
    for (int p : some) {
      least = Math.min(least, room(s, parts[p], at));
    }
    for (int p : others) {
      least = Math.min(least, room(s, parts[p], at));
    }
    return least < Double.POSITIVE_INFINITY ? Math.sqrt(least) : 0;
  }

  private static double room(Skeleton s, ElasticPart part, double[] at) {
    JointedOperator shape = part.shape();
    float[] v = shape.elements().mesh().positions();
    int[] t = shape.elements().mesh().triangles();
    double[] d = new double[3], back = new double[4], w = new double[3], edges = new double[6];
    for (int c = 0; c < 3; c++) { // the point in the shape's coordinates
      d[c] = at[c] - s.place(part.joints()[0], c);
    }
    Quaternions.inverse(part.turn(), 0, back, 0);
    Quaternions.rotate(back, 0, d, 0, d, 0);
    for (int c = 0; c < 3; c++) {
      d[c] += shape.place(0, c);
    }
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < t.length - 3 * part.caps(); k += 3) {
      int a = 3 * t[k], b = 3 * t[k + 1], c = 3 * t[k + 2];
      double ux = (double) v[b] - v[a], uy = (double) v[b + 1] - v[a + 1];
      double uz = (double) v[b + 2] - v[a + 2];
      double wx = (double) v[c] - v[a], wy = (double) v[c + 1] - v[a + 1];
      double wz = (double) v[c + 2] - v[a + 2];
      double qx = d[0] - v[a], qy = d[1] - v[a + 1], qz = d[2] - v[a + 2];
      edges[0] = ux;
      edges[1] = uy;
      edges[2] = uz;
      edges[3] = wx;
      edges[4] = wy;
      edges[5] = wz;
      ClosestPoints.ofTriangle(edges, qx, qy, qz, w);
      double dx = qx - w[1] * ux - w[2] * wx;
      double dy = qy - w[1] * uy - w[2] * wy;
      double dz = qz - w[1] * uz - w[2] * wz;
      least = Math.min(least, dx * dx + dy * dy + dz * dz);
    }
    return least;
  }

  int ballCount() {
    return ballA.length;
  }

  double ballRadius(int k) {
    return ballRadius[k];
  }

  /** Present place of a ball's middle. */
  double ball(int k, int c) {
    return (1 - ballShare[k]) * motion.x[3 * ballA[k] + c]
        + ballShare[k] * motion.x[3 * ballB[k] + c];
  }

  /** Adds a ball's joints to a contact, with a sign. */
  void addBall(PairContact contact, int k, double sign) {
    contact.add(motion, ballA[k], sign * (1 - ballShare[k]));
    contact.add(motion, ballB[k], sign * ballShare[k]);
  }

  /** Adds the point at a share of a capsule to a contact, with a sign. */
  void addPoint(PairContact contact, int k, double along, double sign) {
    double s = share[2 * k] + along * (share[2 * k + 1] - share[2 * k]);
    contact.add(motion, a[k], sign * (1 - s));
    contact.add(motion, b[k], sign * s);
  }

  /** Thickness at a share of a capsule. */
  double radius(int k, double along) {
    return radius[2 * k] + along * (radius[2 * k + 1] - radius[2 * k]);
  }

  /** Finds where the capsules are; returns the box around all: low, then high. */
  double[] place() {
    Arrays.fill(box, 0, 3, Double.POSITIVE_INFINITY);
    Arrays.fill(box, 3, 6, Double.NEGATIVE_INFINITY);
    for (int k = 0; k < count; k++) {
      for (int c = 0; c < 3; c++) {
        double from = motion.x[3 * a[k] + c], to = motion.x[3 * b[k] + c];
        double p = from + share[2 * k] * (to - from), q = from + share[2 * k + 1] * (to - from);
        ends[6 * k + c] = p;
        ends[6 * k + 3 + c] = q;
        low[3 * k + c] = Math.min(p - radius[2 * k], q - radius[2 * k + 1]);
        high[3 * k + c] = Math.max(p + radius[2 * k], q + radius[2 * k + 1]);
        box[c] = Math.min(box[c], low[3 * k + c]);
        box[3 + c] = Math.max(box[3 + c], high[3 * k + c]);
      }
    }
    return box;
  }

  /** Whether a capsule's box overlaps another, given as low and high, grown by a margin. */
  boolean overlaps(int k, double[] other, double margin) {
    boolean over = true;
    for (int c = 0; c < 3 && over; c++) {
      over = low[3 * k + c] <= other[3 + c] + margin && other[c] - margin <= high[3 * k + c];
    }
    return over;
  }

  /** Balls against an obstacle; returns the number of touches. */
  public int meet(
      Collider collider, double start, float h, double[] old, float friction, float restitution) {
    touch.begin(collider, start, h);
    int touches = 0;
    for (int k = 0; k < ballA.length; k++) {
      int i = 3 * ballA[k], j = 3 * ballB[k];
      double s = ballShare[k], r = 1 - s;
      double w = r * r * motion.inverseMass(i / 3);
      w += s > 0 ? s * s * motion.inverseMass(j / 3) : 0;
      if (!(w > 0)) {
        continue; // held
      }
      for (int c = 0; c < 3; c++) {
        ball[c] = r * old[i + c] + s * old[j + c];
        ball[3 + c] = r * motion.x[i + c] + s * motion.x[j + c];
        ball[6 + c] = r * motion.v[i + c] + s * motion.v[j + c];
      }
      System.arraycopy(ball, 3, ballBefore, 0, 6);
      if (touch.meet(ball, ballRadius[k], friction, restitution)) {
        touches++;
        // Next to a held end the other one would have to fly: at most twice the ball's own way.
        double most = Math.max(r * motion.inverseMass(i / 3), s * motion.inverseMass(j / 3));
        double by = Math.min(1 / w, 2 / most);
        push(i / 3, by * r);
        if (s > 0) {
          push(j / 3, by * s);
        }
      }
    }
    return touches;
  }

  /** Gives a joint a share of what the touch has changed of the ball. */
  private void push(int joint, double by) {
    double[] was = ballBefore;
    double s = by * motion.inverseMass(joint);
    if (s > 0) {
      motion.push(
          joint,
          s * (ball[3] - was[0]),
          s * (ball[4] - was[1]),
          s * (ball[5] - was[2]),
          s * (ball[6] - was[3]),
          s * (ball[7] - was[4]),
          s * (ball[8] - was[5]));
    }
  }
}
