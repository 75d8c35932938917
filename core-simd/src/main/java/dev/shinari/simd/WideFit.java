package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.FitColumn;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The fits of regions with example poses on lanes, and what follows from a fit: strains and
 * targets. The loops are short on purpose: what one leaves in {@code work} the next one reads from
 * the nearest cache, and several of their rounds run at once, where one long round would wait for
 * its own divisions.
 */
final class WideFit {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int Q = ExampleKernels.Q;
  private static final int B = ExampleKernels.B;
  private static final int O = ExampleKernels.O;
  private static final int MINOR = ExampleKernels.MINOR;
  private static final int SIZE = ExampleKernels.SIZE;
  private static final int FIRST = ExampleKernels.FIRST;
  private static final int TRACE = ExampleKernels.TRACE;
  private static final int S = ExampleKernels.S;
  private static final int HALF = ExampleKernels.HALF;
  private static final int U = ExampleKernels.U;
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float HALF_ROOT2 = 0.70710678f;

  private WideFit() {}

  /** See {@link ExampleKernels#fit}. */
  static int fit(
      float[] tile,
      int column,
      float[] x,
      int xAt,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      int count,
      float[] work) {
    turned(tile, column, x, xAt, qw, from, qx, from, qy, from, qz, from, work, 0, count);
    solve(work, 0, count);
    int hard = 0;
    for (int j = 0; j < count; j += LANES) {
      if (!isNear(work, j) && !again(tile, column, x, xAt, work, j)) {
        for (int l = j; l < j + LANES; l++) {
          int at = xAt + ExampleKernels.place(6, 0, l);
          hard += FitColumn.fit(tile, column + l, x, at, qw, qx, qy, qz, from + l, work, l);
        }
      }
    }
    return hard;
  }

  private static boolean isNear(float[] work, int j) {
    return FloatVector.fromArray(F, work, MINOR + j)
        .compare(VectorOperators.GT, 0f)
        .and(
            FloatVector.fromArray(F, work, SIZE + j)
                .compare(VectorOperators.LE, 0.25f * Rotations.NEAR))
        .allTrue();
  }

  /** A second iteration for those of columns j to j + 7 that need one; whether that was enough. */
  private static boolean again(float[] tile, int column, float[] x, int xAt, float[] work, int j) {
    if (!FloatVector.fromArray(F, work, MINOR + j).compare(VectorOperators.GT, 0f).allTrue()) {
      return false;
    }
    FloatVector.fromArray(F, work, SIZE + j).intoArray(work, FIRST + j);
    turnFar(work, j);
    turned(
        tile,
        column,
        x,
        xAt,
        work,
        Q,
        work,
        Q + CHUNK,
        work,
        Q + 2 * CHUNK,
        work,
        Q + 3 * CHUNK,
        work,
        j,
        j + LANES);
    solve(work, j, j + LANES);
    VectorMask<Float> near =
        FloatVector.fromArray(F, work, FIRST + j)
            .compare(VectorOperators.LE, 0.25f * Rotations.NEAR);
    return FloatVector.fromArray(F, work, SIZE + j)
        .compare(VectorOperators.LE, 0.25f * Rotations.CONVERGED)
        .or(near)
        .and(FloatVector.fromArray(F, work, MINOR + j).compare(VectorOperators.GT, 0f))
        .allTrue();
  }

  /** Applies the correction to the quaternions of columns j to j + 7 where it is large. */
  private static void turnFar(float[] work, int j) {
    VectorMask<Float> near =
        FloatVector.fromArray(F, work, FIRST + j)
            .compare(VectorOperators.LE, 0.25f * Rotations.NEAR);
    FloatVector w = FloatVector.fromArray(F, work, Q + j),
        x = FloatVector.fromArray(F, work, Q + CHUNK + j),
        y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
        z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
    FloatVector ox = FloatVector.fromArray(F, work, O + j),
        oy = FloatVector.fromArray(F, work, O + CHUNK + j),
        oz = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
    FloatVector nw = w.sub(x.mul(ox)).sub(y.mul(oy)).sub(z.mul(oz));
    FloatVector nx = x.add(w.mul(ox)).add(y.mul(oz)).sub(z.mul(oy));
    FloatVector ny = y.add(w.mul(oy)).add(z.mul(ox)).sub(x.mul(oz));
    FloatVector nz = z.add(w.mul(oz)).add(x.mul(oy)).sub(y.mul(ox));
    FloatVector length =
        FloatVector.broadcast(F, 1f)
            .div(nw.mul(nw).add(nx.mul(nx)).add(ny.mul(ny)).add(nz.mul(nz)).sqrt());
    nw.mul(length).blend(w, near).intoArray(work, Q + j);
    nx.mul(length).blend(x, near).intoArray(work, Q + CHUNK + j);
    ny.mul(length).blend(y, near).intoArray(work, Q + 2 * CHUNK + j);
    nz.mul(length).blend(z, near).intoArray(work, Q + 3 * CHUNK + j);
  }

  /**
   * B = (R^T P) X of columns [first, end), and their quaternions to Q. Those come as arrays with
   * the place of column 0.
   */
  private static void turned(
      float[] tile,
      int column,
      float[] s,
      int xAt,
      float[] qw,
      int atW,
      float[] qx,
      int atX,
      float[] qy,
      int atY,
      float[] qz,
      int atZ,
      float[] work,
      int first,
      int end) {
    int n = LANES;
    for (int j = first; j < end; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, qw, atW + j),
          x = FloatVector.fromArray(F, qx, atX + j),
          y = FloatVector.fromArray(F, qy, atY + j),
          z = FloatVector.fromArray(F, qz, atZ + j);
      w.intoArray(work, Q + j);
      x.intoArray(work, Q + CHUNK + j);
      y.intoArray(work, Q + 2 * CHUNK + j);
      z.intoArray(work, Q + 3 * CHUNK + j);
      FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector r00 = one.sub(yy.add(zz)), r01 = xy.sub(wz), r02 = xz.add(wy);
      FloatVector r10 = xy.add(wz), r11 = one.sub(xx.add(zz)), r12 = yz.sub(wx);
      FloatVector r20 = xz.sub(wy), r21 = yz.add(wx), r22 = one.sub(xx.add(yy));
      int p = 3 * TILE + column + j, at = xAt + 6 * j, b = B + j;
      FloatVector p00 = FloatVector.fromArray(F, tile, p),
          p01 = FloatVector.fromArray(F, tile, p + TILE),
          p02 = FloatVector.fromArray(F, tile, p + 2 * TILE);
      FloatVector p10 = FloatVector.fromArray(F, tile, p + 3 * TILE),
          p11 = FloatVector.fromArray(F, tile, p + 4 * TILE),
          p12 = FloatVector.fromArray(F, tile, p + 5 * TILE);
      FloatVector p20 = FloatVector.fromArray(F, tile, p + 6 * TILE),
          p21 = FloatVector.fromArray(F, tile, p + 7 * TILE),
          p22 = FloatVector.fromArray(F, tile, p + 8 * TILE);
      FloatVector sxx = FloatVector.fromArray(F, s, at),
          syy = FloatVector.fromArray(F, s, at + n),
          szz = FloatVector.fromArray(F, s, at + 2 * n);
      FloatVector sxy = FloatVector.fromArray(F, s, at + 3 * n),
          syz = FloatVector.fromArray(F, s, at + 4 * n),
          szx = FloatVector.fromArray(F, s, at + 5 * n);
      FloatVector m0 = r00.mul(p00).add(r10.mul(p10)).add(r20.mul(p20)),
          m1 = r00.mul(p01).add(r10.mul(p11)).add(r20.mul(p21)),
          m2 = r00.mul(p02).add(r10.mul(p12)).add(r20.mul(p22));
      m0.mul(sxx).add(m1.mul(sxy)).add(m2.mul(szx)).intoArray(work, b);
      m0.mul(sxy).add(m1.mul(syy)).add(m2.mul(syz)).intoArray(work, b + CHUNK);
      m0.mul(szx).add(m1.mul(syz)).add(m2.mul(szz)).intoArray(work, b + 2 * CHUNK);
      FloatVector n0 = r01.mul(p00).add(r11.mul(p10)).add(r21.mul(p20)),
          n1 = r01.mul(p01).add(r11.mul(p11)).add(r21.mul(p21)),
          n2 = r01.mul(p02).add(r11.mul(p12)).add(r21.mul(p22));
      n0.mul(sxx).add(n1.mul(sxy)).add(n2.mul(szx)).intoArray(work, b + 3 * CHUNK);
      n0.mul(sxy).add(n1.mul(syy)).add(n2.mul(syz)).intoArray(work, b + 4 * CHUNK);
      n0.mul(szx).add(n1.mul(syz)).add(n2.mul(szz)).intoArray(work, b + 5 * CHUNK);
      FloatVector o0 = r02.mul(p00).add(r12.mul(p10)).add(r22.mul(p20)),
          o1 = r02.mul(p01).add(r12.mul(p11)).add(r22.mul(p21)),
          o2 = r02.mul(p02).add(r12.mul(p12)).add(r22.mul(p22));
      o0.mul(sxx).add(o1.mul(sxy)).add(o2.mul(szx)).intoArray(work, b + 6 * CHUNK);
      o0.mul(sxy).add(o1.mul(syy)).add(o2.mul(syz)).intoArray(work, b + 7 * CHUNK);
      o0.mul(szx).add(o1.mul(syz)).add(o2.mul(szz)).intoArray(work, b + 8 * CHUNK);
    }
  }

  /** The Newton steps of columns [first, end) from their B. */
  private static void solve(float[] work, int first, int end) {
    for (int j = first; j < end; j += LANES) {
      int b = B + j;
      FloatVector b00 = FloatVector.fromArray(F, work, b),
          b01 = FloatVector.fromArray(F, work, b + CHUNK),
          b02 = FloatVector.fromArray(F, work, b + 2 * CHUNK);
      FloatVector b10 = FloatVector.fromArray(F, work, b + 3 * CHUNK),
          b11 = FloatVector.fromArray(F, work, b + 4 * CHUNK),
          b12 = FloatVector.fromArray(F, work, b + 5 * CHUNK);
      FloatVector b20 = FloatVector.fromArray(F, work, b + 6 * CHUNK),
          b21 = FloatVector.fromArray(F, work, b + 7 * CHUNK),
          b22 = FloatVector.fromArray(F, work, b + 8 * CHUNK);
      FloatVector ax = b21.sub(b12), ay = b02.sub(b20), az = b10.sub(b01);
      FloatVector h00 = b11.add(b22).add(Rotations.RIDGE);
      FloatVector h11 = b00.add(b22).add(Rotations.RIDGE);
      FloatVector h22 = b00.add(b11).add(Rotations.RIDGE);
      FloatVector h01 = b01.add(b10).mul(-0.5f);
      FloatVector h02 = b02.add(b20).mul(-0.5f);
      FloatVector h12 = b12.add(b21).mul(-0.5f);
      FloatVector c00 = h11.mul(h22).sub(h12.mul(h12));
      FloatVector c01 = h02.mul(h12).sub(h01.mul(h22));
      FloatVector c02 = h01.mul(h12).sub(h02.mul(h11));
      FloatVector c11 = h00.mul(h22).sub(h02.mul(h02));
      FloatVector c12 = h01.mul(h02).sub(h00.mul(h12));
      FloatVector c22 = h00.mul(h11).sub(h01.mul(h01));
      FloatVector det = h00.mul(c00).add(h01.mul(c01)).add(h02.mul(c02));
      FloatVector.zero(F)
          .blend(det, h00.compare(VectorOperators.GT, 0f).and(c22.compare(VectorOperators.GT, 0f)))
          .intoArray(work, MINOR + j);
      FloatVector scale = FloatVector.broadcast(F, 0.5f).div(det);
      FloatVector ox = c00.mul(ax).add(c01.mul(ay)).add(c02.mul(az)).mul(scale);
      FloatVector oy = c01.mul(ax).add(c11.mul(ay)).add(c12.mul(az)).mul(scale);
      FloatVector oz = c02.mul(ax).add(c12.mul(ay)).add(c22.mul(az)).mul(scale);
      FloatVector size = ox.mul(ox).add(oy.mul(oy)).add(oz.mul(oz));
      FloatVector half = FloatVector.broadcast(F, 1f).div(size.add(1f));
      size.intoArray(work, SIZE + j);
      half.intoArray(work, HALF + j);
      ox.mul(half).intoArray(work, O + j);
      oy.mul(half).intoArray(work, O + CHUNK + j);
      oz.mul(half).intoArray(work, O + 2 * CHUNK + j);
    }
  }

  /** Applies the corrections to the quaternions and stores them. */
  private static void turn(
      float[] work, int count, float[] qw, float[] qx, float[] qy, float[] qz, int from) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector ox = FloatVector.fromArray(F, work, O + j),
          oy = FloatVector.fromArray(F, work, O + CHUNK + j),
          oz = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
      FloatVector nw = w.sub(x.mul(ox)).sub(y.mul(oy)).sub(z.mul(oz));
      FloatVector nx = x.add(w.mul(ox)).add(y.mul(oz)).sub(z.mul(oy));
      FloatVector ny = y.add(w.mul(oy)).add(z.mul(ox)).sub(x.mul(oz));
      FloatVector nz = z.add(w.mul(oz)).add(x.mul(oy)).sub(y.mul(ox));
      FloatVector length =
          FloatVector.broadcast(F, 1f)
              .div(nw.mul(nw).add(nx.mul(nx)).add(ny.mul(ny)).add(nz.mul(nz)).sqrt());
      nw.mul(length).intoArray(qw, from + j);
      nx.mul(length).intoArray(qx, from + j);
      ny.mul(length).intoArray(qy, from + j);
      nz.mul(length).intoArray(qz, from + j);
    }
  }

  /** See {@link ExampleKernels#strains}. */
  static void strains(
      float[] work,
      float[] rest,
      int restAt,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from) {
    turn(work, count, qw, qx, qy, qz, from);
    for (int j = 0; j < count; j += LANES) {
      FloatVector ox = FloatVector.fromArray(F, work, O + j),
          oy = FloatVector.fromArray(F, work, O + CHUNK + j),
          oz = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector k = FloatVector.fromArray(F, work, HALF + j).mul(2f);
      FloatVector ex = k.mul(ox), ey = k.mul(oy), ez = k.mul(oz);
      FloatVector xx = ox.mul(ex), yy = oy.mul(ey), zz = oz.mul(ez);
      FloatVector xy = ox.mul(ey), xz = ox.mul(ez), yz = oy.mul(ez);
      FloatVector c00 = one.sub(yy.add(zz)), c01 = xy.sub(ez), c02 = xz.add(ey);
      FloatVector c10 = xy.add(ez), c11 = one.sub(xx.add(zz)), c12 = yz.sub(ex);
      FloatVector c20 = xz.sub(ey), c21 = yz.add(ex), c22 = one.sub(xx.add(yy));
      int b = B + j, s = S + 6 * j, r = restAt + 6 * j;
      FloatVector b00 = FloatVector.fromArray(F, work, b),
          b01 = FloatVector.fromArray(F, work, b + CHUNK),
          b02 = FloatVector.fromArray(F, work, b + 2 * CHUNK);
      FloatVector b10 = FloatVector.fromArray(F, work, b + 3 * CHUNK),
          b11 = FloatVector.fromArray(F, work, b + 4 * CHUNK),
          b12 = FloatVector.fromArray(F, work, b + 5 * CHUNK);
      FloatVector b20 = FloatVector.fromArray(F, work, b + 6 * CHUNK),
          b21 = FloatVector.fromArray(F, work, b + 7 * CHUNK),
          b22 = FloatVector.fromArray(F, work, b + 8 * CHUNK);
      c00.mul(b00)
          .add(c10.mul(b10))
          .add(c20.mul(b20))
          .sub(FloatVector.fromArray(F, rest, r))
          .intoArray(work, s);
      c01.mul(b01)
          .add(c11.mul(b11))
          .add(c21.mul(b21))
          .sub(FloatVector.fromArray(F, rest, r + LANES))
          .intoArray(work, s + LANES);
      c02.mul(b02)
          .add(c12.mul(b12))
          .add(c22.mul(b22))
          .sub(FloatVector.fromArray(F, rest, r + 2 * LANES))
          .intoArray(work, s + 2 * LANES);
      c00.mul(b01)
          .add(c10.mul(b11))
          .add(c20.mul(b21))
          .add(c01.mul(b00).add(c11.mul(b10)).add(c21.mul(b20)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 3 * LANES))
          .intoArray(work, s + 3 * LANES);
      c01.mul(b02)
          .add(c11.mul(b12))
          .add(c21.mul(b22))
          .add(c02.mul(b01).add(c12.mul(b11)).add(c22.mul(b21)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 4 * LANES))
          .intoArray(work, s + 4 * LANES);
      c02.mul(b00)
          .add(c12.mul(b10))
          .add(c22.mul(b20))
          .add(c00.mul(b02).add(c10.mul(b12)).add(c20.mul(b22)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 5 * LANES))
          .intoArray(work, s + 5 * LANES);
    }
  }

  /** See {@link ExampleKernels#targets}. */
  static void targets(
      float[] work, int count, float[] t, int column, float[] ox, float[] oy, float[] oz, int to) {
    for (int j = 0; j < count; j += LANES) {
      int b = B + j;
      FloatVector along =
          FloatVector.fromArray(F, work, O + j)
              .mul(
                  FloatVector.fromArray(F, work, b + 7 * CHUNK)
                      .sub(FloatVector.fromArray(F, work, b + 5 * CHUNK)))
              .add(
                  FloatVector.fromArray(F, work, O + CHUNK + j)
                      .mul(
                          FloatVector.fromArray(F, work, b + 2 * CHUNK)
                              .sub(FloatVector.fromArray(F, work, b + 6 * CHUNK))))
              .add(
                  FloatVector.fromArray(F, work, O + 2 * CHUNK + j)
                      .mul(
                          FloatVector.fromArray(F, work, b + 3 * CHUNK)
                              .sub(FloatVector.fromArray(F, work, b + CHUNK))));
      FloatVector.fromArray(F, work, b)
          .add(FloatVector.fromArray(F, work, b + 4 * CHUNK))
          .add(FloatVector.fromArray(F, work, b + 8 * CHUNK))
          .add(along.mul(FloatVector.fromArray(F, work, HALF + j)))
          .intoArray(work, TRACE + j);
    }
    turnLong(work, count);
    for (int j = 0; j < count; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector k = FloatVector.fromArray(F, work, MINOR + j);
      FloatVector one = FloatVector.broadcast(F, 1f);
      int s = S + 6 * j, c = column + j;
      FloatVector x2 = x.mul(k), y2 = y.mul(k), z2 = z.mul(k);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector sxx = FloatVector.fromArray(F, work, s),
          syy = FloatVector.fromArray(F, work, s + LANES),
          szz = FloatVector.fromArray(F, work, s + 2 * LANES);
      FloatVector sxy = FloatVector.fromArray(F, work, s + 3 * LANES),
          syz = FloatVector.fromArray(F, work, s + 4 * LANES),
          szx = FloatVector.fromArray(F, work, s + 5 * LANES);
      FloatVector r0 = one.sub(yy.add(zz)), r1 = xy.sub(wz), r2 = xz.add(wy);
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, c);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, c + TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, c + 2 * TILE);
      if (ox != null) {
        r0.mul(FloatVector.fromArray(F, work, U + j))
            .add(r1.mul(FloatVector.fromArray(F, work, U + CHUNK + j)))
            .add(r2.mul(FloatVector.fromArray(F, work, U + 2 * CHUNK + j)))
            .intoArray(ox, to + j);
      }
      r0 = xy.add(wz);
      r1 = one.sub(xx.add(zz));
      r2 = yz.sub(wx);
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, c + 3 * TILE);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, c + 4 * TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, c + 5 * TILE);
      if (ox != null) {
        r0.mul(FloatVector.fromArray(F, work, U + j))
            .add(r1.mul(FloatVector.fromArray(F, work, U + CHUNK + j)))
            .add(r2.mul(FloatVector.fromArray(F, work, U + 2 * CHUNK + j)))
            .intoArray(oy, to + j);
      }
      r0 = xz.sub(wy);
      r1 = yz.add(wx);
      r2 = one.sub(xx.add(yy));
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, c + 6 * TILE);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, c + 7 * TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, c + 8 * TILE);
      if (ox != null) {
        r0.mul(FloatVector.fromArray(F, work, U + j))
            .add(r1.mul(FloatVector.fromArray(F, work, U + CHUNK + j)))
            .add(r2.mul(FloatVector.fromArray(F, work, U + 2 * CHUNK + j)))
            .intoArray(oz, to + j);
      }
    }
  }

  /** Applies the corrections to the quaternions, and leaves two over their squares in MINOR. */
  private static void turnLong(float[] work, int count) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector ox = FloatVector.fromArray(F, work, O + j),
          oy = FloatVector.fromArray(F, work, O + CHUNK + j),
          oz = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
      FloatVector nw = w.sub(x.mul(ox)).sub(y.mul(oy)).sub(z.mul(oz));
      FloatVector nx = x.add(w.mul(ox)).add(y.mul(oz)).sub(z.mul(oy));
      FloatVector ny = y.add(w.mul(oy)).add(z.mul(ox)).sub(x.mul(oz));
      FloatVector nz = z.add(w.mul(oz)).add(x.mul(oy)).sub(y.mul(ox));
      nw.intoArray(work, Q + j);
      nx.intoArray(work, Q + CHUNK + j);
      ny.intoArray(work, Q + 2 * CHUNK + j);
      nz.intoArray(work, Q + 3 * CHUNK + j);
      FloatVector.broadcast(F, 2f)
          .div(nw.mul(nw).add(nx.mul(nx)).add(ny.mul(ny)).add(nz.mul(nz)))
          .intoArray(work, MINOR + j);
    }
  }
}
