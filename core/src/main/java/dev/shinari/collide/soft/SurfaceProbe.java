package dev.shinari.collide.soft;

import dev.shinari.body.particle.Particles;

/**
 * Asks a body's {@link SurfaceTree} which point of the surface is nearest to a given point, where a
 * moving point came in, and whether a point is inside. The answer stands in the fields until the
 * next question. One probe a thread.
 */
final class SurfaceProbe {
  // With more of them, a walk through the tree is the shorter way.
  private static final int MOST_GATHERED = 96;

  private SurfaceTree tree;
  private Particles p;
  private float[] startX;
  private float[] startY;
  private float[] startZ;
  private final int[] stack = new int[128];
  private final float[] stackDistance = new float[128];

  // Answer of nearest() and enters().
  int triangle; // its number
  int corner0;
  int corner1;
  int corner2;
  float weight0;
  float weight1;
  float weight2;

  /** From the nearest point to the asked one. */
  float dx;

  float dy;
  float dz;
  float distance;

  /** Unit normal of the nearest triangle, outward; zero where the triangle has no area. */
  float nx;

  float ny;
  float nz;

  /** Whether the asked point lies behind the nearest triangle: see {@link #contains}. */
  boolean behind;

  private final ProbedTriangle corners = new ProbedTriangle();

  /** The surface that the next questions are about. */
  void ask(ContactSurface surface) {
    tree = surface.tree;
    p = surface.particles;
    startX = surface.startX;
    startY = surface.startY;
    startZ = surface.startZ;
  }

  /** Writes the unit normal of triangle t to nx, ny, nz; false where it has no area. */
  boolean normalOf(int t) {
    float[] x = p.x(), y = p.y(), z = p.z();
    int i = tree.triangles[3 * t], j = tree.triangles[3 * t + 1], k = tree.triangles[3 * t + 2];
    float ux = x[j] - x[i], uy = y[j] - y[i], uz = z[j] - z[i];
    float vx = x[k] - x[i], vy = y[k] - y[i], vz = z[k] - z[i];
    float mx = uy * vz - uz * vy, my = uz * vx - ux * vz, mz = ux * vy - uy * vx;
    float area = (float) Math.sqrt(mx * mx + my * my + mz * mz);
    if (!(area > 1e-4f * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) {
      return false;
    }
    nx = mx / area;
    ny = my / area;
    nz = mz / area;
    return true;
  }

  private float againstX;
  private float againstY;
  private float againstZ;

  /**
   * The next {@link #enters} leaves out triangles that face the same way as this direction, the
   * outward normal of the surface that the point belongs to: two surfaces meet face to face. An
   * edge that comes down on the edge of a block would else count as coming in by the side, and
   * sink.
   */
  void against(float x, float y, float z) {
    againstX = x;
    againstY = y;
    againstZ = z;
  }

  /**
   * The first triangle through which a point came in from outside between two times, while it went
   * from (ox, oy, oz) to (px, py, pz) and the particles from s to where they are. The moment is
   * taken as if the distance to the triangle's plane changed evenly.
   */
  boolean enters(float ox, float oy, float oz, float px, float py, float pz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    float[] sx = startX, sy = startY, sz = startZ;
    float loX = Math.min(ox, px), hiX = Math.max(ox, px);
    float loY = Math.min(oy, py), hiY = Math.max(oy, py);
    float loZ = Math.min(oz, pz), hiZ = Math.max(oz, pz);
    float first = 2;
    stack[0] = 0;
    int top = 1;
    while (top > 0) {
      int k = stack[--top];
      int at = 6 * k;
      if (tree.box[at] > hiX
          || tree.box[at + 3] < loX
          || tree.box[at + 1] > hiY
          || tree.box[at + 4] < loY
          || tree.box[at + 2] > hiZ
          || tree.box[at + 5] < loZ) {
        continue;
      }
      if (tree.child[k] >= 0) {
        stack[top++] = tree.child[k] + 1;
        stack[top++] = tree.child[k];
        continue;
      }
      for (int o = tree.start[k]; o < tree.start[k] + tree.size[k]; o++) {
        int t = 3 * tree.order[o];
        int i = tree.triangles[t], j = tree.triangles[t + 1], m = tree.triangles[t + 2];
        corners.setA(x[i], y[i], z[i]);
        corners.setB(x[j], y[j], z[j]);
        corners.setC(x[m], y[m], z[m]);
        corners.takePlane(px, py, pz);
        if (!(corners.height < 0)) {
          continue;
        }
        if (corners.nx * againstX + corners.ny * againstY + corners.nz * againstZ > 0) {
          continue;
        }
        float after = corners.height / corners.normalLength();
        corners.setA(sx[i], sy[i], sz[i]);
        corners.setB(sx[j], sy[j], sz[j]);
        corners.setC(sx[m], sy[m], sz[m]);
        corners.takePlane(ox, oy, oz);
        if (!(corners.height >= 0)) {
          continue;
        }
        float before = corners.height / corners.normalLength();
        float share = before / (before - after);
        if (!(share < first)) {
          continue;
        }
        float rest = 1 - share;
        float qx = rest * ox + share * px, qy = rest * oy + share * py;
        float qz = rest * oz + share * pz;
        corners.setA(
            rest * sx[i] + share * x[i] - qx,
            rest * sy[i] + share * y[i] - qy,
            rest * sz[i] + share * z[i] - qz);
        corners.setB(
            rest * sx[j] + share * x[j] - qx,
            rest * sy[j] + share * y[j] - qy,
            rest * sz[j] + share * z[j] - qz);
        corners.setC(
            rest * sx[m] + share * x[m] - qx,
            rest * sy[m] + share * y[m] - qy,
            rest * sz[m] + share * z[m] - qz);
        corners.takeClosest();
        float a = corners.a, b = corners.b, c = corners.c;
        float ex = a * corners.ax + b * corners.bx + c * corners.cx,
            ey = a * corners.ay + b * corners.by + c * corners.cy;
        float ez = a * corners.az + b * corners.bz + c * corners.cz;
        corners.takePlane(0, 0, 0);
        float size2 = corners.normalLength();
        // A hundredth of the triangle beyond its edges, so that nothing slips through a seam.
        if (!(ex * ex + ey * ey + ez * ez <= 1e-4f * size2) || !normalOf(tree.order[o])) {
          continue;
        }
        first = share;
        triangle = tree.order[o];
        corner0 = i;
        corner1 = j;
        corner2 = m;
        weight0 = a;
        weight1 = b;
        weight2 = c;
      }
    }
    return first <= 1 && normalOf(triangle);
  }

  /**
   * Whether a point is inside of the surface: the winding number around it, counted along a ray
   * upwards, is not zero. This holds for surfaces that are crumpled, folded into themselves or
   * inside out, where the nearest triangle tells nothing. An edge is on one side of the ray for
   * both of its triangles, so that no ray slips through between them.
   */
  boolean contains(float px, float py, float pz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    float[] box = tree.box;
    int[] triangles = tree.triangles;
    int winding = 0;
    stack[0] = 0;
    int top = 1;
    while (top > 0) {
      int k = stack[--top];
      int at = 6 * k;
      if (box[at + 4] < py
          || box[at] > px
          || box[at + 3] < px
          || box[at + 2] > pz
          || box[at + 5] < pz) {
        continue;
      }
      if (tree.child[k] >= 0) {
        stack[top++] = tree.child[k] + 1;
        stack[top++] = tree.child[k];
        continue;
      }
      for (int o = tree.start[k]; o < tree.start[k] + tree.size[k]; o++) {
        int t = 3 * tree.order[o];
        int i = triangles[t], j = triangles[t + 1], m = triangles[t + 2];
        float ax = x[i] - px, az = z[i] - pz, bx = x[j] - px, bz = z[j] - pz;
        float cx = x[m] - px, cz = z[m] - pz;
        // Twice the areas of the triangles that the ray makes with the edges, seen from above.
        float ab = i < j ? ax * bz - bx * az : -(bx * az - ax * bz);
        float bc = j < m ? bx * cz - cx * bz : -(cx * bz - bx * cz);
        float ca = m < i ? cx * az - ax * cz : -(ax * cz - cx * az);
        boolean sab = i < j ? ab >= 0 : ab > 0;
        boolean sbc = j < m ? bc >= 0 : bc > 0;
        boolean sca = m < i ? ca >= 0 : ca > 0;
        if (sab != sbc || sbc != sca) {
          continue;
        }
        float sum = ab + bc + ca;
        if (sum == 0) {
          continue; // upright: seen from above it has no area
        }
        float height = (bc * y[i] + ca * y[j] + ab * y[m]) / sum;
        if (height > py) {
          winding += sab ? 1 : -1;
        }
      }
    }
    return winding != 0;
  }

  /** Distance of a point from triangle t. */
  float distanceTo(int t, float px, float py, float pz) {
    float[] x = p.x(), y = p.y(), z = p.z();
    int i = tree.triangles[3 * t], j = tree.triangles[3 * t + 1], m = tree.triangles[3 * t + 2];
    float ax = x[i] - px, ay = y[i] - py, az = z[i] - pz;
    float bx = x[j] - px, by = y[j] - py, bz = z[j] - pz;
    float cx = x[m] - px, cy = y[m] - py, cz = z[m] - pz;
    corners.setA(ax, ay, az);
    corners.setB(bx, by, bz);
    corners.setC(cx, cy, cz);
    corners.takeClosest();
    float a = corners.a, b = corners.b, c = corners.c;
    float ex = a * ax + b * bx + c * cx, ey = a * ay + b * by + c * cy;
    float ez = a * az + b * bz + c * cz;
    return (float) Math.sqrt(ex * ex + ey * ey + ez * ez);
  }

  /**
   * Nearest point of the surface within a distance, in the body's frame. Where two triangles share
   * the nearest point on an edge, the one that faces the asked point most is taken.
   */
  boolean nearest(float px, float py, float pz, float within) {
    filtered = false;
    return search(px, py, pz, within);
  }

  /**
   * Sets which triangles {@link #nearestFacing} and {@link #nearestGatheredFacing} look at: those
   * that face against a direction; a zero direction takes all.
   *
   * @param least the cosine of a triangle's normal and the opposite of the direction, times the
   *     length of the direction, must be larger
   */
  void facing(float fx, float fy, float fz, float least) {
    faces = fx != 0 || fy != 0 || fz != 0;
    filterX = fx;
    filterY = fy;
    filterZ = fz;
    filterLeast = least;
  }

  /** {@link #nearest} among the triangles that face as {@link #facing} says. */
  boolean nearestFacing(float px, float py, float pz, float within) {
    filtered = faces;
    return search(px, py, pz, within);
  }

  private boolean search(float px, float py, float pz, float within) {
    begin(within);
    stack[0] = 0;
    stackDistance[0] = tree.distanceSquared(0, px, py, pz);
    int top = 1;
    while (top > 0) {
      top--;
      int k = stack[top];
      if (stackDistance[top] > best * 1.0001f) {
        continue;
      }
      if (tree.child[k] >= 0) {
        int l = tree.child[k], r = l + 1;
        float dl = tree.distanceSquared(l, px, py, pz), dr = tree.distanceSquared(r, px, py, pz);
        boolean leftLast = dl <= dr; // the nearer one is looked at first
        stack[top] = leftLast ? r : l;
        stackDistance[top] = leftLast ? dr : dl;
        stack[top + 1] = leftLast ? l : r;
        stackDistance[top + 1] = leftLast ? dl : dr;
        top += 2;
        continue;
      }
      for (int o = tree.start[k]; o < tree.start[k] + tree.size[k]; o++) {
        look(tree.order[o], px, py, pz);
      }
    }
    return found;
  }

  // Triangles that gather() found, with their balls.
  private final int[] near = new int[MOST_GATHERED];
  private final float[] ballX = new float[MOST_GATHERED];
  private final float[] ballY = new float[MOST_GATHERED];
  private final float[] ballZ = new float[MOST_GATHERED];
  private final float[] ballRadius = new float[MOST_GATHERED];
  private final float[] ballAway = new float[MOST_GATHERED]; // square, of the point at hand
  private int nearSize;
  private boolean gathered; // all of them

  /** Takes the triangles in a box, if they are few, for {@link #nearestGathered}. */
  void gather(float loX, float loY, float loZ, float hiX, float hiY, float hiZ) {
    nearSize = 0;
    gathered = true;
    stack[0] = 0;
    int top = 1;
    while (top > 0) {
      int k = stack[--top];
      int at = 6 * k;
      if (tree.box[at] > hiX
          || tree.box[at + 3] < loX
          || tree.box[at + 1] > hiY
          || tree.box[at + 4] < loY
          || tree.box[at + 2] > hiZ
          || tree.box[at + 5] < loZ) {
        continue;
      }
      if (tree.child[k] >= 0) {
        stack[top++] = tree.child[k] + 1;
        stack[top++] = tree.child[k];
        continue;
      }
      for (int o = tree.start[k]; o < tree.start[k] + tree.size[k]; o++) {
        if (nearSize == MOST_GATHERED) {
          gathered = false;
          return;
        }
        add(tree.order[o]);
      }
    }
  }

  /** Adds triangle t with a ball around it. */
  private void add(int t) {
    float[] x = p.x(), y = p.y(), z = p.z();
    int i = tree.triangles[3 * t], j = tree.triangles[3 * t + 1], k = tree.triangles[3 * t + 2];
    float bx = (x[i] + x[j] + x[k]) / 3, by = (y[i] + y[j] + y[k]) / 3;
    float bz = (z[i] + z[j] + z[k]) / 3;
    float ri = square(x[i] - bx, y[i] - by, z[i] - bz);
    float rj = square(x[j] - bx, y[j] - by, z[j] - bz);
    float rk = square(x[k] - bx, y[k] - by, z[k] - bz);
    ri = ri > rj ? ri : rj;
    ri = ri > rk ? ri : rk;
    near[nearSize] = t;
    ballX[nearSize] = bx;
    ballY[nearSize] = by;
    ballZ[nearSize] = bz;
    ballRadius[nearSize++] = 1.001f * (float) Math.sqrt(ri);
  }

  private static float square(float x, float y, float z) {
    return x * x + y * y + z * z;
  }

  /**
   * {@link #nearest} among the triangles that were gathered. For many points close to each other
   * this is several times faster than a walk through the tree for each.
   */
  boolean nearestGathered(float px, float py, float pz, float within) {
    filtered = false;
    return searchGathered(px, py, pz, within);
  }

  /** {@link #nearestGathered} among the triangles that face as {@link #facing} says. */
  boolean nearestGatheredFacing(float px, float py, float pz, float within) {
    filtered = faces;
    return searchGathered(px, py, pz, within);
  }

  private boolean searchGathered(float px, float py, float pz, float within) {
    if (!gathered) {
      return search(px, py, pz, within);
    }
    begin(within);
    float[] bx = ballX, by = ballY, bz = ballZ, away2 = ballAway;
    for (int k = 0; k < nearSize; k++) { // on its own, since on vector lanes
      float x = bx[k] - px, y = by[k] - py, z = bz[k] - pz;
      away2[k] = x * x + y * y + z * z;
    }
    float reach = within;
    for (int k = 0; k < nearSize; k++) {
      float away = reach + ballRadius[k];
      if (away2[k] <= away * away) {
        float before = best;
        look(near[k], px, py, pz);
        if (best != before) {
          reach = 1.0001f * (float) Math.sqrt(best);
        }
      }
    }
    return found;
  }

  // The search at hand.
  private float best;
  private float bestFacing;
  private boolean found;
  private boolean filtered;
  private boolean faces;
  private float filterX;
  private float filterY;
  private float filterZ;
  private float filterLeast;

  private void begin(float within) {
    best = within * within;
    bestFacing = -1;
    found = false;
  }

  /** Takes triangle t if it is the nearest so far. */
  private void look(int number, float px, float py, float pz) {
    int t = 3 * number;
    int i = tree.triangles[t], j = tree.triangles[t + 1], m = tree.triangles[t + 2];
    float[] x = p.x(), y = p.y(), z = p.z();
    float ax = x[i] - px, ay = y[i] - py, az = z[i] - pz;
    float bx = x[j] - px, by = y[j] - py, bz = z[j] - pz;
    float cx = x[m] - px, cy = y[m] - py, cz = z[m] - pz;
    float ux = bx - ax, uy = by - ay, uz = bz - az;
    float vx = cx - ax, vy = cy - ay, vz = cz - az;
    float wx = uy * vz - uz * vy, wy = uz * vx - ux * vz, wz = ux * vy - uy * vx;
    float area2 = wx * wx + wy * wy + wz * wz;
    float off = ax * wx + ay * wy + az * wz;
    if (off * off > best * 1.001f * area2) {
      return; // its plane is further away
    }
    float area = (float) Math.sqrt(area2);
    if (filtered && !(wx * filterX + wy * filterY + wz * filterZ < -filterLeast * area)) {
      return;
    }
    corners.setA(ax, ay, az);
    corners.setB(bx, by, bz);
    corners.setC(cx, cy, cz);
    corners.takeClosest();
    float a = corners.a, b = corners.b, c = corners.c;
    float ex = -(a * ax + b * bx + c * cx);
    float ey = -(a * ay + b * by + c * cy);
    float ez = -(a * az + b * bz + c * cz);
    float d2 = ex * ex + ey * ey + ez * ez;
    if (!(d2 <= best * 1.0001f)) {
      return;
    }
    float scale = area > 0 ? 1 / area : 0;
    float facing = (ex * wx + ey * wy + ez * wz) * scale;
    boolean nearer = !found || d2 < best * 0.9999f;
    if (!nearer && !(Math.abs(facing) > bestFacing)) {
      return;
    }
    found = true;
    best = nearer ? d2 : Math.min(best, d2);
    bestFacing = Math.abs(facing);
    triangle = number;
    corner0 = i;
    corner1 = j;
    corner2 = m;
    weight0 = a;
    weight1 = b;
    weight2 = c;
    dx = ex;
    dy = ey;
    dz = ez;
    distance = (float) Math.sqrt(d2);
    nx = wx * scale;
    ny = wy * scale;
    nz = wz * scale;
    behind = facing < 0;
  }
}
