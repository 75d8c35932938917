package dev.shinari.articulated.contact;

/**
 * The limbs of one creature against each other: capsules of bones that are not neighbors and that
 * did not touch at rest. Candidates come from a sweep along x over boxes that are kept in order
 * from step to step.
 */
public final class SelfContacts {
  /** Bones with at most this many joints between them are held apart by the joints' own bend. */
  private static final int NEIGHBORS = 2;

  private final BoneBalls balls;
  private final LimbContacts contacts;
  private final int[] parent; // of joints, for the distance along the skeleton
  private final double[] rest; // ends of the capsules at rest
  private final int[] order;
  private final double[] found = new double[3];

  public SelfContacts(BoneBalls balls, LimbContacts contacts, int[] parent) {
    this.balls = balls;
    this.contacts = contacts;
    this.parent = parent;
    balls.place();
    rest = balls.ends.clone();
    order = new int[balls.count];
    for (int k = 0; k < order.length; k++) {
      order[k] = k;
    }
  }

  /** Parts what overlaps; returns the number of touches. */
  public int resolve(double friction, double restitution) {
    balls.place();
    sort();
    int touches = 0;
    for (int m = 0; m < order.length; m++) {
      int i = order[m];
      for (int n = m + 1; n < order.length; n++) {
        int j = order[n];
        if (balls.low[3 * j] > balls.high[3 * i]) {
          break;
        }
        if (overlaps(i, j) && mayTouch(Math.min(i, j), Math.max(i, j))) {
          touches += contacts.meet(balls, i, balls, j, friction, restitution);
        }
      }
    }
    return touches;
  }

  /** By insertion: boxes hardly change places in a step; equal ones stand by their number. */
  private void sort() {
    double[] low = balls.low;
    for (int m = 1; m < order.length; m++) {
      int k = order[m], n = m - 1;
      while (n >= 0
          && (low[3 * order[n]] > low[3 * k] || low[3 * order[n]] == low[3 * k] && order[n] > k)) {
        order[n + 1] = order[n];
        n--;
      }
      order[n + 1] = k;
    }
  }

  private boolean overlaps(int i, int j) {
    return balls.low[3 * i + 1] <= balls.high[3 * j + 1]
        && balls.low[3 * j + 1] <= balls.high[3 * i + 1]
        && balls.low[3 * i + 2] <= balls.high[3 * j + 2]
        && balls.low[3 * j + 2] <= balls.high[3 * i + 2];
  }

  private boolean mayTouch(int i, int j) {
    if (near(balls.a[i], balls.b[i], balls.a[j], balls.b[j])) {
      return false;
    }
    ClosestPoints.ofSegments(rest, 6 * i, 6 * i + 3, rest, 6 * j, 6 * j + 3, found);
    double reach = balls.radius(i, found[0]) + balls.radius(j, found[1]);
    return found[2] > 1.1 * reach * reach;
  }

  /** Whether two bones, each given by its joints, are the same or near along the skeleton. */
  private boolean near(int a, int b, int c, int d) {
    return away(a, c) <= NEIGHBORS
        || away(a, d) <= NEIGHBORS
        || away(b, c) <= NEIGHBORS
        || away(b, d) <= NEIGHBORS;
  }

  /** Joints from one to the other, or more than {@link #NEIGHBORS}. */
  private int away(int a, int b) {
    int up = a;
    for (int i = 0; i <= NEIGHBORS && up >= 0; i++, up = parent[up]) {
      int other = b;
      for (int j = 0; i + j <= NEIGHBORS && other >= 0; j++, other = parent[other]) {
        if (up == other) {
          return i + j;
        }
      }
    }
    return NEIGHBORS + 1;
  }
}
