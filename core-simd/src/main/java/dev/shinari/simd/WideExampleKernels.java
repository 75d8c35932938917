package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.FitColumn;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.SimplexProjection;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The example kernels on lanes: eight regions side by side, operation by operation as the twin. The
 * loops are short on purpose: what one leaves in {@code work} the next one reads from the nearest
 * cache, and several of their rounds run at once, where one long round would wait for its own
 * divisions.
 */
final class WideExampleKernels implements ExampleKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float HALF_ROOT2 = 0.70710678f;

  @Override
  public int fit(
      float[] tile,
      int column,
      float[] x,
      int xAt,
      int xStride,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      int count,
      float[] work) {
    System.arraycopy(qw, from, work, Q, count);
    System.arraycopy(qx, from, work, Q + CHUNK, count);
    System.arraycopy(qy, from, work, Q + 2 * CHUNK, count);
    System.arraycopy(qz, from, work, Q + 3 * CHUNK, count);
    turned(tile, column, x, xAt, xStride, work, 0, count);
    solve(work, 0, count);
    int hard = 0;
    for (int j = 0; j < count; j += LANES) {
      if (!isNear(work, j) && !again(tile, column, x, xAt, xStride, work, j)) {
        for (int l = j; l < j + LANES; l++) {
          hard +=
              FitColumn.fit(
                  tile, column + l, x, xAt + l, xStride, qw, qx, qy, qz, from + l, work, l);
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
  private static boolean again(
      float[] tile, int column, float[] x, int xAt, int xStride, float[] work, int j) {
    if (!FloatVector.fromArray(F, work, MINOR + j).compare(VectorOperators.GT, 0f).allTrue()) {
      return false;
    }
    FloatVector.fromArray(F, work, SIZE + j).intoArray(work, FIRST + j);
    turnFar(work, j);
    turned(tile, column, x, xAt, xStride, work, j, j + LANES);
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

  /** B = (R^T P) X of columns [first, end). */
  private static void turned(
      float[] tile, int column, float[] s, int xAt, int n, float[] work, int first, int end) {
    for (int j = first; j < end; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector r00 = one.sub(yy.add(zz)), r01 = xy.sub(wz), r02 = xz.add(wy);
      FloatVector r10 = xy.add(wz), r11 = one.sub(xx.add(zz)), r12 = yz.sub(wx);
      FloatVector r20 = xz.sub(wy), r21 = yz.add(wx), r22 = one.sub(xx.add(yy));
      int p = 3 * TILE + column + j, at = xAt + j, b = B + j;
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
      // The smallest of the three leading minors: NaN stays NaN and is not greater than zero.
      h00.min(c22).min(det).intoArray(work, MINOR + j);
      FloatVector scale = FloatVector.broadcast(F, 0.5f).div(det);
      FloatVector ox = c00.mul(ax).add(c01.mul(ay)).add(c02.mul(az)).mul(scale);
      FloatVector oy = c01.mul(ax).add(c11.mul(ay)).add(c12.mul(az)).mul(scale);
      FloatVector oz = c02.mul(ax).add(c12.mul(ay)).add(c22.mul(az)).mul(scale);
      FloatVector size = ox.mul(ox).add(oy.mul(oy)).add(oz.mul(oz));
      FloatVector half = FloatVector.broadcast(F, 1f).div(size.add(1f));
      size.intoArray(work, SIZE + j);
      ox.mul(half).intoArray(work, O + j);
      oy.mul(half).intoArray(work, O + CHUNK + j);
      oz.mul(half).intoArray(work, O + 2 * CHUNK + j);
    }
  }

  /** Applies the corrections to the quaternions. */
  private static void turn(float[] work, int count) {
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
      nw.mul(length).intoArray(work, Q + j);
      nx.mul(length).intoArray(work, Q + CHUNK + j);
      ny.mul(length).intoArray(work, Q + 2 * CHUNK + j);
      nz.mul(length).intoArray(work, Q + 3 * CHUNK + j);
    }
  }

  @Override
  public void strains(
      float[] work,
      float[] rest,
      int restAt,
      int restStride,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from) {
    turn(work, count);
    System.arraycopy(work, Q, qw, from, count);
    System.arraycopy(work, Q + CHUNK, qx, from, count);
    System.arraycopy(work, Q + 2 * CHUNK, qy, from, count);
    System.arraycopy(work, Q + 3 * CHUNK, qz, from, count);
    for (int j = 0; j < count; j += LANES) {
      FloatVector ox = FloatVector.fromArray(F, work, O + j),
          oy = FloatVector.fromArray(F, work, O + CHUNK + j),
          oz = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector k =
          FloatVector.broadcast(F, 2f).div(FloatVector.fromArray(F, work, SIZE + j).add(1f));
      FloatVector ex = k.mul(ox), ey = k.mul(oy), ez = k.mul(oz);
      FloatVector xx = ox.mul(ex), yy = oy.mul(ey), zz = oz.mul(ez);
      FloatVector xy = ox.mul(ey), xz = ox.mul(ez), yz = oy.mul(ez);
      FloatVector c00 = one.sub(yy.add(zz)), c01 = xy.sub(ez), c02 = xz.add(ey);
      FloatVector c10 = xy.add(ez), c11 = one.sub(xx.add(zz)), c12 = yz.sub(ex);
      FloatVector c20 = xz.sub(ey), c21 = yz.add(ex), c22 = one.sub(xx.add(yy));
      int b = B + j, s = S + j, r = restAt + j;
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
          .sub(FloatVector.fromArray(F, rest, r + restStride))
          .intoArray(work, s + CHUNK);
      c02.mul(b02)
          .add(c12.mul(b12))
          .add(c22.mul(b22))
          .sub(FloatVector.fromArray(F, rest, r + 2 * restStride))
          .intoArray(work, s + 2 * CHUNK);
      c00.mul(b01)
          .add(c10.mul(b11))
          .add(c20.mul(b21))
          .add(c01.mul(b00).add(c11.mul(b10)).add(c21.mul(b20)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 3 * restStride))
          .intoArray(work, s + 3 * CHUNK);
      c01.mul(b02)
          .add(c11.mul(b12))
          .add(c21.mul(b22))
          .add(c02.mul(b01).add(c12.mul(b11)).add(c22.mul(b21)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 4 * restStride))
          .intoArray(work, s + 4 * CHUNK);
      c02.mul(b00)
          .add(c12.mul(b10))
          .add(c22.mul(b20))
          .add(c00.mul(b02).add(c10.mul(b12)).add(c20.mul(b22)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest, r + 5 * restStride))
          .intoArray(work, s + 5 * CHUNK);
    }
  }

  @Override
  public void targets(float[] work, int count, float[] t, int column) {
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
          .add(along.div(FloatVector.fromArray(F, work, SIZE + j).add(1f)))
          .intoArray(work, TRACE + j);
    }
    turn(work, count);
    for (int j = 0; j < count; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector one = FloatVector.broadcast(F, 1f);
      int s = S + j, to = column + j;
      FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector sxx = FloatVector.fromArray(F, work, s),
          syy = FloatVector.fromArray(F, work, s + CHUNK),
          szz = FloatVector.fromArray(F, work, s + 2 * CHUNK);
      FloatVector sxy = FloatVector.fromArray(F, work, s + 3 * CHUNK),
          syz = FloatVector.fromArray(F, work, s + 4 * CHUNK),
          szx = FloatVector.fromArray(F, work, s + 5 * CHUNK);
      FloatVector r0 = one.sub(yy.add(zz)), r1 = xy.sub(wz), r2 = xz.add(wy);
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, to);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, to + TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, to + 2 * TILE);
      r0 = xy.add(wz);
      r1 = one.sub(xx.add(zz));
      r2 = yz.sub(wx);
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, to + 3 * TILE);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, to + 4 * TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, to + 5 * TILE);
      r0 = xz.sub(wy);
      r1 = yz.add(wx);
      r2 = one.sub(xx.add(yy));
      r0.mul(sxx).add(r1.mul(sxy)).add(r2.mul(szx)).intoArray(t, to + 6 * TILE);
      r0.mul(sxy).add(r1.mul(syy)).add(r2.mul(syz)).intoArray(t, to + 7 * TILE);
      r0.mul(szx).add(r1.mul(syz)).add(r2.mul(szz)).intoArray(t, to + 8 * TILE);
    }
  }

  @Override
  public void dots(
      float[] work,
      float[] deltas,
      int at,
      int examples,
      int count,
      float[] scratch,
      double[] out,
      int outAt) {
    int k = 0;
    for (; k + 4 <= examples; k += 4) {
      fourDots(work, deltas, at + 6 * k * count, count, scratch);
      for (int i = 0; i < 4; i++) {
        out[outAt + k + i] += WideKernels.addLanes(scratch, i);
      }
    }
    for (; k < examples; k++) {
      int d = at + 6 * k * count;
      FloatVector sum = FloatVector.zero(F);
      for (int j = 0; j < count; j += LANES) {
        FloatVector s0 = FloatVector.fromArray(F, work, S + j);
        FloatVector s1 = FloatVector.fromArray(F, work, S + CHUNK + j);
        FloatVector s2 = FloatVector.fromArray(F, work, S + 2 * CHUNK + j);
        FloatVector s3 = FloatVector.fromArray(F, work, S + 3 * CHUNK + j);
        FloatVector s4 = FloatVector.fromArray(F, work, S + 4 * CHUNK + j);
        FloatVector s5 = FloatVector.fromArray(F, work, S + 5 * CHUNK + j);
        sum =
            sum.add(
                s0.mul(FloatVector.fromArray(F, deltas, d + j))
                    .add(s1.mul(FloatVector.fromArray(F, deltas, d + count + j)))
                    .add(s2.mul(FloatVector.fromArray(F, deltas, d + 2 * count + j)))
                    .add(s3.mul(FloatVector.fromArray(F, deltas, d + 3 * count + j)))
                    .add(s4.mul(FloatVector.fromArray(F, deltas, d + 4 * count + j)))
                    .add(s5.mul(FloatVector.fromArray(F, deltas, d + 5 * count + j))));
      }
      sum.intoArray(scratch, 0);
      out[outAt + k] += WideKernels.addLanes(scratch, 0);
    }
  }

  /** Sums over columns of four examples, into four rows of LANES. */
  private static void fourDots(float[] work, float[] deltas, int d, int count, float[] scratch) {
    FloatVector sum0 = FloatVector.zero(F), sum1 = FloatVector.zero(F);
    FloatVector sum2 = FloatVector.zero(F), sum3 = FloatVector.zero(F);
    int e = d + 6 * count, f = e + 6 * count, g = f + 6 * count;
    for (int j = 0; j < count; j += LANES) {
      FloatVector s0 = FloatVector.fromArray(F, work, S + j);
      FloatVector s1 = FloatVector.fromArray(F, work, S + CHUNK + j);
      FloatVector s2 = FloatVector.fromArray(F, work, S + 2 * CHUNK + j);
      FloatVector s3 = FloatVector.fromArray(F, work, S + 3 * CHUNK + j);
      FloatVector s4 = FloatVector.fromArray(F, work, S + 4 * CHUNK + j);
      FloatVector s5 = FloatVector.fromArray(F, work, S + 5 * CHUNK + j);
      sum0 =
          sum0.add(
              s0.mul(FloatVector.fromArray(F, deltas, d + j))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, d + count + j)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, d + 2 * count + j)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, d + 3 * count + j)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, d + 4 * count + j)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, d + 5 * count + j))));
      sum1 =
          sum1.add(
              s0.mul(FloatVector.fromArray(F, deltas, e + j))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, e + count + j)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, e + 2 * count + j)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, e + 3 * count + j)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, e + 4 * count + j)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, e + 5 * count + j))));
      sum2 =
          sum2.add(
              s0.mul(FloatVector.fromArray(F, deltas, f + j))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, f + count + j)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, f + 2 * count + j)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, f + 3 * count + j)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, f + 4 * count + j)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, f + 5 * count + j))));
      sum3 =
          sum3.add(
              s0.mul(FloatVector.fromArray(F, deltas, g + j))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, g + count + j)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, g + 2 * count + j)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, g + 3 * count + j)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, g + 4 * count + j)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, g + 5 * count + j))));
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, LANES);
    sum2.intoArray(scratch, 2 * LANES);
    sum3.intoArray(scratch, 3 * LANES);
  }

  @Override
  public void dotsOfEach(
      float[] work, float[] deltas, int at, int examples, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      int d = at + 6 * k * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector.fromArray(F, work, S + j)
            .mul(FloatVector.fromArray(F, deltas, d + j))
            .add(
                FloatVector.fromArray(F, work, S + CHUNK + j)
                    .mul(FloatVector.fromArray(F, deltas, d + count + j)))
            .add(
                FloatVector.fromArray(F, work, S + 2 * CHUNK + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 2 * count + j)))
            .add(
                FloatVector.fromArray(F, work, S + 3 * CHUNK + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 3 * count + j)))
            .add(
                FloatVector.fromArray(F, work, S + 4 * CHUNK + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 4 * count + j)))
            .add(
                FloatVector.fromArray(F, work, S + 5 * CHUNK + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 5 * count + j)))
            .intoArray(out, k * CHUNK + j);
      }
    }
  }

  @Override
  public void simplexWeights(
      float[] gram,
      int gramAt,
      float[] c,
      int examples,
      int count,
      float[] w,
      float[] free,
      int freeAt,
      float[] scratch,
      SimplexProjection spare) {
    WideSimplex.weights(gram, gramAt, c, examples, count, w, free, freeAt, scratch, spare);
  }

  @Override
  public void sumWeights(
      float[] w, int examples, int count, float scale, float[] scratch, double[] out) {
    for (int k = 0; k < examples; k++) {
      FloatVector sum = FloatVector.zero(F);
      for (int j = k * CHUNK; j < k * CHUNK + count; j += LANES) {
        FloatVector v = FloatVector.fromArray(F, w, j);
        sum = sum.add(v);
        v.mul(scale).intoArray(w, j);
      }
      sum.intoArray(scratch, 0);
      out[k] += WideKernels.addLanes(scratch, 0);
    }
  }

  @Override
  public void mix(
      float[] deltas, int at, float[] w, int[] used, int uses, int count, float[] work) {
    for (int row = 0; row < 6; row++) {
      float add = row < 3 ? 1 : 0, scale = row < 3 ? 1 : HALF_ROOT2;
      int d = at + row * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum = FloatVector.zero(F);
        for (int i = 0; i < uses; i++) {
          sum =
              sum.add(
                  FloatVector.fromArray(F, deltas, d + 6 * used[i] * count + j).mul(w[used[i]]));
        }
        sum.mul(scale).add(add).intoArray(work, S + row * CHUNK + j);
      }
    }
  }

  @Override
  public void mixOfEach(float[] deltas, int at, float[] w, int examples, int count, float[] work) {
    for (int row = 0; row < 6; row++) {
      float add = row < 3 ? 1 : 0, scale = row < 3 ? 1 : HALF_ROOT2;
      int d = at + row * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum = FloatVector.zero(F);
        for (int k = 0; k < examples; k++) {
          sum =
              sum.add(
                  FloatVector.fromArray(F, deltas, d + 6 * k * count + j)
                      .mul(FloatVector.fromArray(F, w, k * CHUNK + j)));
        }
        sum.mul(scale).add(add).intoArray(work, S + row * CHUNK + j);
      }
    }
  }

  @Override
  public double elasticSum(
      float[] tile,
      int column,
      float[] work,
      float[] regionMass,
      float[] rho,
      int from,
      int count,
      float[] scratch) {
    FloatVector sum = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int at = column + j;
      FloatVector cx = FloatVector.fromArray(F, tile, at),
          cy = FloatVector.fromArray(F, tile, TILE + at),
          cz = FloatVector.fromArray(F, tile, 2 * TILE + at);
      FloatVector c2 = cx.mul(cx).add(cy.mul(cy)).add(cz.mul(cz));
      FloatVector trace = FloatVector.fromArray(F, work, TRACE + j);
      sum =
          sum.add(
              FloatVector.fromArray(F, regionMass, from + j)
                  .mul(c2)
                  .add(FloatVector.fromArray(F, rho, from + j).mul(trace.add(trace).sub(1f))));
    }
    sum.intoArray(scratch, 0);
    return WideKernels.addLanes(scratch, 0);
  }

  @Override
  public double strainSum(
      float[] work,
      float[] k,
      int kAt,
      float[] rho,
      int from,
      float inverseBeta,
      int count,
      float[] scratch) {
    FloatVector sum = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int s = S + j, at = kAt + j;
      FloatVector xx = FloatVector.fromArray(F, work, s).sub(1f),
          yy = FloatVector.fromArray(F, work, s + CHUNK).sub(1f),
          zz = FloatVector.fromArray(F, work, s + 2 * CHUNK).sub(1f);
      FloatVector xy = FloatVector.fromArray(F, work, s + 3 * CHUNK),
          yz = FloatVector.fromArray(F, work, s + 4 * CHUNK),
          zx = FloatVector.fromArray(F, work, s + 5 * CHUNK);
      FloatVector dxx = xx.add(xx).add(xx.mul(xx).add(xy.mul(xy)).add(zx.mul(zx)).mul(inverseBeta));
      FloatVector dyy = yy.add(yy).add(xy.mul(xy).add(yy.mul(yy)).add(yz.mul(yz)).mul(inverseBeta));
      FloatVector dzz = zz.add(zz).add(zx.mul(zx).add(yz.mul(yz)).add(zz.mul(zz)).mul(inverseBeta));
      FloatVector dxy = xy.add(xy).add(xx.mul(xy).add(xy.mul(yy)).add(zx.mul(yz)).mul(inverseBeta));
      FloatVector dyz = yz.add(yz).add(xy.mul(zx).add(yy.mul(yz)).add(yz.mul(zz)).mul(inverseBeta));
      FloatVector dzx = zx.add(zx).add(xx.mul(zx).add(xy.mul(yz)).add(zx.mul(zz)).mul(inverseBeta));
      FloatVector on =
          FloatVector.fromArray(F, k, at)
              .mul(dxx)
              .add(FloatVector.fromArray(F, k, at + count).mul(dyy))
              .add(FloatVector.fromArray(F, k, at + 2 * count).mul(dzz));
      FloatVector off =
          FloatVector.fromArray(F, k, at + 3 * count)
              .mul(dxy)
              .add(FloatVector.fromArray(F, k, at + 4 * count).mul(dyz))
              .add(FloatVector.fromArray(F, k, at + 5 * count).mul(dzx));
      sum = sum.add(FloatVector.fromArray(F, rho, from + j).mul(on.add(off.add(off))));
    }
    sum.intoArray(scratch, 0);
    return WideKernels.addLanes(scratch, 0);
  }

  @Override
  public void latticeTargets(
      float[][] t,
      float[][] c,
      float[][] o,
      float[] inverseMass,
      float[] nodes,
      int nodesStride,
      float[] frame,
      float cell,
      int from,
      int count,
      float[] out,
      int outOffset,
      int channelStride) {
    int s = channelStride;
    FloatVector one = FloatVector.broadcast(F, 1f), zero = FloatVector.zero(F);
    for (int a = 0; a < 3; a++) {
      float[] t0 = t[3 * a], t1 = t[3 * a + 1], t2 = t[3 * a + 2], ca = c[a];
      float[] ox = o[0], oy = o[1], oz = o[2];
      float f0 = frame[3 * a], f1 = frame[3 * a + 1], f2 = frame[3 * a + 2];
      for (int j = 0; j < count; j += LANES) {
        int at = from + j, k = outOffset + a * s + j;
        FloatVector on =
            zero.blend(
                one, FloatVector.fromArray(F, inverseMass, at).compare(VectorOperators.GT, 0f));
        FloatVector size = on.mul(cell);
        FloatVector v0 = FloatVector.fromArray(F, t0, at),
            v1 = FloatVector.fromArray(F, t1, at),
            v2 = FloatVector.fromArray(F, t2, at);
        FloatVector d =
            v0.mul(FloatVector.fromArray(F, ox, at))
                .add(v1.mul(FloatVector.fromArray(F, oy, at)))
                .add(v2.mul(FloatVector.fromArray(F, oz, at)));
        on.mul(
                FloatVector.fromArray(F, ca, at)
                    .sub(d)
                    .sub(FloatVector.fromArray(F, nodes, a * nodesStride + j)))
            .intoArray(out, k);
        size.mul(v0.sub(f0)).intoArray(out, k + 3 * s);
        size.mul(v1.sub(f1)).intoArray(out, k + 6 * s);
        size.mul(v2.sub(f2)).intoArray(out, k + 9 * s);
      }
    }
  }
}
