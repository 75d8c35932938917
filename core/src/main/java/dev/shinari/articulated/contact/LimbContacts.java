package dev.shinari.articulated.contact;

/** Bones as capsules against the bones and exoskeletons of other creatures. */
public final class LimbContacts {
  private final PairContact contact = new PairContact();
  private final double[] ends = new double[3];
  private int[] mine = new int[16];
  private int[] theirs = new int[16];

  /** Capsules of two creatures against each other; returns the number of touches. */
  public int meet(BoneBalls a, BoneBalls b, double friction, double restitution) {
    double[] boxA = a.place(), boxB = b.place();
    mine = room(mine, a.count);
    theirs = room(theirs, b.count);
    int n = near(a, boxB, mine), m = near(b, boxA, theirs);
    int touches = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < m; j++) {
        touches += meet(a, mine[i], b, theirs[j], friction, restitution);
      }
    }
    return touches;
  }

  private static int[] room(int[] list, int size) {
    return list.length >= size ? list : new int[2 * size];
  }

  /** Capsules that reach into a box. */
  private static int near(BoneBalls of, double[] box, int[] out) {
    int n = 0;
    for (int k = 0; k < of.count; k++) {
      if (of.overlaps(k, box, 0)) {
        out[n++] = k;
      }
    }
    return n;
  }

  /** Two capsules, whose places are known; 1 where they touch, else 0. */
  int meet(BoneBalls a, int i, BoneBalls b, int j, double friction, double restitution) {
    for (int c = 0; c < 3; c++) {
      if (a.low[3 * i + c] > b.high[3 * j + c] || b.low[3 * j + c] > a.high[3 * i + c]) {
        return 0;
      }
    }
    ClosestPoints.ofSegments(a.ends, 6 * i, 6 * i + 3, b.ends, 6 * j, 6 * j + 3, ends);
    double s = ends[0], t = ends[1], d = Math.sqrt(ends[2]);
    double depth = a.radius(i, s) + b.radius(j, t) - d;
    if (!(depth > 0)) {
      return 0;
    }
    double nx = 0, ny = 1, nz = 0; // for axes that cross: any way out is as good
    if (d > 1e-9) {
      nx = way(a, i, b, j, s, t, 0) / d;
      ny = way(a, i, b, j, s, t, 1) / d;
      nz = way(a, i, b, j, s, t, 2) / d;
    }
    contact.begin();
    a.addPoint(contact, i, s, 1);
    b.addPoint(contact, j, t, -1);
    return contact.resolve(depth, nx, ny, nz, friction, restitution) ? 1 : 0;
  }

  private static double way(BoneBalls a, int i, BoneBalls b, int j, double s, double t, int c) {
    return (1 - s) * a.ends[6 * i + c]
        + s * a.ends[6 * i + 3 + c]
        - (1 - t) * b.ends[6 * j + c]
        - t * b.ends[6 * j + 3 + c];
  }

  /** Balls of a creature's bones against the surface of another's exoskeleton. */
  public int meet(BoneBalls balls, Exoskeleton exo, double friction, double restitution) {
    ExoContacts surface = exo.surface();
    double[] box = surface.box();
    int touches = 0;
    for (int k = 0; k < balls.ballCount(); k++) {
      double gap = balls.ballRadius(k) + exo.radius();
      double x = balls.ball(k, 0), y = balls.ball(k, 1), z = balls.ball(k, 2);
      if (!inside(box, x, y, z, gap)) {
        continue;
      }
      int t = surface.nearest(x, y, z);
      double depth = gap - surface.distance();
      if (t >= 0 && depth > 0) {
        contact.begin();
        balls.addBall(contact, k, 1);
        surface.addNearest(contact, t, -1);
        boolean moved =
            contact.resolve(
                depth,
                surface.normal(0),
                surface.normal(1),
                surface.normal(2),
                friction,
                restitution);
        touches += moved ? 1 : 0;
      }
    }
    return touches;
  }

  /** Whether a point is within a margin of a box: low, then high. */
  static boolean inside(double[] box, double x, double y, double z, double margin) {
    return x > box[0] - margin
        && x < box[3] + margin
        && y > box[1] - margin
        && y < box[4] + margin
        && z > box[2] - margin
        && z < box[5] + margin;
  }
}
