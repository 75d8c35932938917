package dev.shinari.kernel;

import java.util.Arrays;

/**
 * The kernels in plain Java: the fallback, and the twin that the vector kernels are tested against.
 */
final class ScalarKernels implements Kernels {
  private final LatticeKernels lattice = new ScalarLatticeKernels();
  private final ExampleKernels examples = new ScalarExampleKernels();
  private final OffsetKernels offsets = new ScalarOffsetKernels();
  private final ShapeKernels shapes = new ScalarShapeKernels();
  private final VolumeKernels volume = new ScalarVolumeKernels();
  private final MatrixKernels matrix = new ScalarMatrixKernels();

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public void spread(float[] x, float[] y, float[] z, int from, int to, float[] spread) {
    // Reads of x, y and z are as good.
  }

  @Override
  public void sparseMoments(
      int[] starts,
      int[] ends,
      int[] members,
      float[] weights,
      float[] x,
      float[] y,
      float[] z,
      float[] spread,
      int from,
      int to,
      float[] tile,
      float[] scratch) {
    for (int region = from; region < to; region++) {
      float cx = 0, cy = 0, cz = 0;
      float p00 = 0, p01 = 0, p02 = 0, p10 = 0, p11 = 0, p12 = 0, p20 = 0, p21 = 0, p22 = 0;
      for (int e = starts[region], end = ends[region]; e < end; e++) {
        int i = members[e];
        float xi = x[i], yi = y[i], zi = z[i];
        float m = weights[4 * e], b0 = weights[4 * e + 1];
        float b1 = weights[4 * e + 2], b2 = weights[4 * e + 3];
        cx += m * xi;
        p00 += b0 * xi;
        p01 += b1 * xi;
        p02 += b2 * xi;
        cy += m * yi;
        p10 += b0 * yi;
        p11 += b1 * yi;
        p12 += b2 * yi;
        cz += m * zi;
        p20 += b0 * zi;
        p21 += b1 * zi;
        p22 += b2 * zi;
      }
      int j = region - from;
      tile[j] = cx;
      tile[TILE + j] = cy;
      tile[2 * TILE + j] = cz;
      tile[3 * TILE + j] = p00;
      tile[4 * TILE + j] = p01;
      tile[5 * TILE + j] = p02;
      tile[6 * TILE + j] = p10;
      tile[7 * TILE + j] = p11;
      tile[8 * TILE + j] = p12;
      tile[9 * TILE + j] = p20;
      tile[10 * TILE + j] = p21;
      tile[11 * TILE + j] = p22;
    }
  }

  @Override
  public int fitRotations(
      float[] tile,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      float[] r) {
    return Rotations.scalarGroup(tile, 0, count, qw, qx, qy, qz, from, r);
  }

  @Override
  public double elasticSum(
      float[] tile,
      float[] r,
      float[] regionMass,
      float[] rho,
      int from,
      int count,
      float[] scratch) {
    Arrays.fill(scratch, 0, LANES, 0);
    for (int j = 0; j < count; j++) {
      float cx = tile[j], cy = tile[TILE + j], cz = tile[2 * TILE + j];
      float trace = r[j] * tile[3 * TILE + j];
      for (int k = 1; k < 9; k++) {
        trace = trace + r[k * TILE + j] * tile[(3 + k) * TILE + j];
      }
      float c2 = cx * cx + cy * cy + cz * cz;
      float term = regionMass[from + j] * c2 + rho[from + j] * (trace + trace - 1);
      scratch[j % LANES] += term;
    }
    return addLanes(scratch, 0);
  }

  /** Partial sums k LANES to k LANES + LANES - 1, added in that order. */
  static double addLanes(float[] scratch, int k) {
    double sum = 0;
    for (int l = 0; l < LANES; l++) {
      sum += scratch[k * LANES + l];
    }
    return sum;
  }

  @Override
  public void sparseTransforms(
      float[] tile,
      float[] r,
      float[] c0x,
      float[] c0y,
      float[] c0z,
      int from,
      int count,
      float[] transforms) {
    for (int j = 0; j < count; j++) {
      float x0 = c0x[from + j], y0 = c0y[from + j], z0 = c0z[from + j];
      int o = 16 * (from + j);
      for (int a = 0; a < 3; a++) {
        float t0 = r[3 * a * TILE + j];
        float t1 = r[(3 * a + 1) * TILE + j];
        float t2 = r[(3 * a + 2) * TILE + j];
        transforms[o + 4 * a] = t0;
        transforms[o + 4 * a + 1] = t1;
        transforms[o + 4 * a + 2] = t2;
        transforms[o + 4 * a + 3] = tile[a * TILE + j] - (t0 * x0 + t1 * y0 + t2 * z0);
      }
    }
  }

  @Override
  public void sparseGoals(
      int[] starts,
      int[] ends,
      int[] regions,
      float[] transforms,
      float[] share,
      float[] x0,
      float[] y0,
      float[] z0,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch) {
    for (int i = from; i < to; i++) {
      float a0 = 0, a1 = 0, a2 = 0, a3 = 0;
      float b0 = 0, b1 = 0, b2 = 0, b3 = 0;
      float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
      for (int e = starts[i], end = ends[i]; e < end; e++) {
        int o = 16 * regions[e];
        a0 += transforms[o];
        a1 += transforms[o + 1];
        a2 += transforms[o + 2];
        a3 += transforms[o + 3];
        b0 += transforms[o + 4];
        b1 += transforms[o + 5];
        b2 += transforms[o + 6];
        b3 += transforms[o + 7];
        c0 += transforms[o + 8];
        c1 += transforms[o + 9];
        c2 += transforms[o + 10];
        c3 += transforms[o + 11];
      }
      float s = share[i], u = x0[i], v = y0[i], w = z0[i];
      dx[i] = s * (a0 * u + a1 * v + a2 * w + a3) - x[i];
      dy[i] = s * (b0 * u + b1 * v + b2 * w + b3) - y[i];
      dz[i] = s * (c0 * u + c1 * v + c2 * w + c3) - z[i];
    }
  }

  @Override
  public void pullSums(
      float[] mass,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    Arrays.fill(scratch, 0, 4 * LANES, 0);
    for (int i = from; i < to; i++) {
      int l = (i - from) % LANES;
      float px = mass[i] * dx[i], py = mass[i] * dy[i], pz = mass[i] * dz[i];
      scratch[l] += px;
      scratch[LANES + l] += py;
      scratch[2 * LANES + l] += pz;
      scratch[3 * LANES + l] += px * vx[i] + py * vy[i] + pz * vz[i];
    }
    for (int k = 0; k < 4; k++) {
      out[k] += addLanes(scratch, k);
    }
  }

  @Override
  public void motionSums(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    float[] s = scratch;
    Arrays.fill(s, 0, 16 * LANES, 0);
    for (int i = from; i < to; i++) {
      int l = (i - from) % LANES;
      float m = mass[i], xi = x[i], yi = y[i], zi = z[i], ui = vx[i], vi = vy[i], wi = vz[i];
      float mx = m * xi, my = m * yi, mz = m * zi, mu = m * ui, mv = m * vi, mw = m * wi;
      s[l] += mx;
      s[LANES + l] += my;
      s[2 * LANES + l] += mz;
      s[3 * LANES + l] += mu;
      s[4 * LANES + l] += mv;
      s[5 * LANES + l] += mw;
      s[6 * LANES + l] += yi * mw - zi * mv;
      s[7 * LANES + l] += zi * mu - xi * mw;
      s[8 * LANES + l] += xi * mv - yi * mu;
      s[9 * LANES + l] += mx * xi;
      s[10 * LANES + l] += my * yi;
      s[11 * LANES + l] += mz * zi;
      s[12 * LANES + l] += mx * yi;
      s[13 * LANES + l] += my * zi;
      s[14 * LANES + l] += mz * xi;
      s[15 * LANES + l] += mu * ui + mv * vi + mw * wi;
    }
    for (int k = 0; k < 16; k++) {
      out[k] += addLanes(s, k);
    }
  }

  @Override
  public void move(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      float[] mobility,
      int from,
      int to) {
    float h = n[Motion.STEP], pull = n[Motion.PULL], keep = n[Motion.KEEP_MINUS_ONE];
    float mx = n[Motion.MEAN], my = n[Motion.MEAN + 1], mz = n[Motion.MEAN + 2];
    float kx = n[Motion.KICK], ky = n[Motion.KICK + 1], kz = n[Motion.KICK + 2];
    float sx = n[Motion.SPIN], sy = n[Motion.SPIN + 1], sz = n[Motion.SPIN + 2];
    float tx = n[Motion.DRIFT], ty = n[Motion.DRIFT + 1], tz = n[Motion.DRIFT + 2];
    for (int i = from; i < to; i++) {
      float free = mobility[i];
      float xi = x[i], yi = y[i], zi = z[i];
      float u = vx[i], v = vy[i], w = vz[i];
      float ru = tx + (sy * zi - sz * yi);
      float rv = ty + (sz * xi - sx * zi);
      float rw = tz + (sx * yi - sy * xi);
      u = u + free * (keep * (u - ru) + pull * (dx[i] - mx) + kx);
      v = v + free * (keep * (v - rv) + pull * (dy[i] - my) + ky);
      w = w + free * (keep * (w - rw) + pull * (dz[i] - mz) + kz);
      vx[i] = u;
      vy[i] = v;
      vz[i] = w;
      x[i] = xi + h * u;
      y[i] = yi + h * v;
      z[i] = zi + h * w;
    }
  }

  @Override
  public void predict(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] px,
      float[] py,
      float[] pz,
      int from,
      int to) {
    float lead = n[Motion.LEAD];
    float sx = n[Motion.SPIN], sy = n[Motion.SPIN + 1], sz = n[Motion.SPIN + 2];
    float tx = n[Motion.DRIFT], ty = n[Motion.DRIFT + 1], tz = n[Motion.DRIFT + 2];
    for (int i = from; i < to; i++) {
      float xi = x[i], yi = y[i], zi = z[i];
      float ru = tx + (sy * zi - sz * yi);
      float rv = ty + (sz * xi - sx * zi);
      float rw = tz + (sx * yi - sy * xi);
      px[i] = xi + lead * (vx[i] - ru);
      py[i] = yi + lead * (vy[i] - rv);
      pz[i] = zi + lead * (vz[i] - rw);
    }
  }

  @Override
  public LatticeKernels lattice() {
    return lattice;
  }

  @Override
  public ExampleKernels examples() {
    return examples;
  }

  @Override
  public OffsetKernels offsets() {
    return offsets;
  }

  @Override
  public ShapeKernels shapes() {
    return shapes;
  }

  @Override
  public VolumeKernels volume() {
    return volume;
  }

  @Override
  public MatrixKernels matrix() {
    return matrix;
  }
}
