package dev.shinari.collide.soft;

/**
 * The triangle that a {@link SurfaceProbe} looks at, with corners relative to the asked point, and
 * what is worked out about it. Reused from question to question.
 */
final class ProbedTriangle {
  float ax;
  float ay;
  float az;
  float bx;
  float by;
  float bz;
  float cx;
  float cy;
  float cz;

  /** Normal, twice the area in length. */
  float nx;

  float ny;
  float nz;

  /** Height of the asked point over the plane, times the length of the normal. */
  float height;

  /** Weights of the corners at the point of the triangle that is nearest to the asked one. */
  float a;

  float b;
  float c;

  void setA(float x, float y, float z) {
    ax = x;
    ay = y;
    az = z;
  }

  void setB(float x, float y, float z) {
    bx = x;
    by = y;
    bz = z;
  }

  void setC(float x, float y, float z) {
    cx = x;
    cy = y;
    cz = z;
  }

  /** Writes the normal and the height of (px, py, pz) over the plane. */
  void takePlane(float px, float py, float pz) {
    float ux = bx - ax, uy = by - ay, uz = bz - az;
    float vx = cx - ax, vy = cy - ay, vz = cz - az;
    nx = uy * vz - uz * vy;
    ny = uz * vx - ux * vz;
    nz = ux * vy - uy * vx;
    height = nx * (px - ax) + ny * (py - ay) + nz * (pz - az);
  }

  /** Twice the area, of the last {@link #takePlane}. */
  float normalLength() {
    return (float) Math.sqrt(nx * nx + ny * ny + nz * nz);
  }

  /**
   * Weights a, b, c of the point of the triangle that is nearest to the origin, by the region
   * (corner, edge, face) in which the origin lies. A triangle without area falls into a corner or
   * an edge.
   */
  void takeClosest() {
    float abx = bx - ax, aby = by - ay, abz = bz - az;
    float acx = cx - ax, acy = cy - ay, acz = cz - az;
    float d1 = -(abx * ax + aby * ay + abz * az), d2 = -(acx * ax + acy * ay + acz * az);
    if (d1 <= 0 && d2 <= 0) {
      set(1, 0, 0);
      return;
    }
    float d3 = -(abx * bx + aby * by + abz * bz), d4 = -(acx * bx + acy * by + acz * bz);
    if (d3 >= 0 && d4 <= d3) {
      set(0, 1, 0);
      return;
    }
    float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 - d3 > 0) {
      float t = d1 / (d1 - d3);
      set(1 - t, t, 0);
      return;
    }
    float d5 = -(abx * cx + aby * cy + abz * cz), d6 = -(acx * cx + acy * cy + acz * cz);
    if (d6 >= 0 && d5 <= d6) {
      set(0, 0, 1);
      return;
    }
    float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0 && d2 - d6 > 0) {
      float t = d2 / (d2 - d6);
      set(1 - t, 0, t);
      return;
    }
    float va = d3 * d6 - d5 * d4;
    float e = d4 - d3, f = d5 - d6;
    if (va <= 0 && e >= 0 && f >= 0 && e + f > 0) {
      float t = e / (e + f);
      set(0, 1 - t, t);
      return;
    }
    float sum = va + vb + vc;
    if (!(sum > 0)) { // no area: any corner is as good
      set(1, 0, 0);
      return;
    }
    float v = vb / sum, w = vc / sum;
    set(1 - v - w, v, w);
  }

  private void set(float wa, float wb, float wc) {
    a = wa;
    b = wb;
    c = wc;
  }
}
