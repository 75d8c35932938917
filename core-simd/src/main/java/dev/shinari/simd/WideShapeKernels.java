package dev.shinari.simd;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.ShapeKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The shape kernels on lanes, operation by operation as the twin. */
final class WideShapeKernels implements ShapeKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float HALF_ROOT2 = 0.70710678f;
  private static final float ROOT2 = 1.41421356f;

  @Override
  public void deformations(float[] tile, float[][] inverseMoments, int from, int count, float[] a) {
    float[] kxx = inverseMoments[0], kyy = inverseMoments[1], kzz = inverseMoments[2];
    float[] kxy = inverseMoments[3], kyz = inverseMoments[4], kzx = inverseMoments[5];
    for (int j = 0; j < count; j += LANES) {
      FloatVector xx = FloatVector.fromArray(F, kxx, from + j),
          yy = FloatVector.fromArray(F, kyy, from + j),
          zz = FloatVector.fromArray(F, kzz, from + j);
      FloatVector xy = FloatVector.fromArray(F, kxy, from + j),
          yz = FloatVector.fromArray(F, kyz, from + j),
          zx = FloatVector.fromArray(F, kzx, from + j);
      for (int p = 3 * TILE + j; p < 12 * TILE; p += 3 * TILE) {
        FloatVector p0 = FloatVector.fromArray(F, tile, p),
            p1 = FloatVector.fromArray(F, tile, p + TILE),
            p2 = FloatVector.fromArray(F, tile, p + 2 * TILE);
        p0.mul(xx).add(p1.mul(xy)).add(p2.mul(zx)).intoArray(a, p);
        p0.mul(xy).add(p1.mul(yy)).add(p2.mul(yz)).intoArray(a, p + TILE);
        p0.mul(zx).add(p1.mul(yz)).add(p2.mul(zz)).intoArray(a, p + 2 * TILE);
      }
    }
  }

  @Override
  public void strains(float[] a, float[] r, float[][] rest, int from, int count, float[] strain) {
    int t = TILE;
    for (int j = 0; j < count; j += LANES) {
      int at = from + j;
      FloatVector a00 = FloatVector.fromArray(F, a, 3 * t + j),
          a01 = FloatVector.fromArray(F, a, 4 * t + j),
          a02 = FloatVector.fromArray(F, a, 5 * t + j);
      FloatVector a10 = FloatVector.fromArray(F, a, 6 * t + j),
          a11 = FloatVector.fromArray(F, a, 7 * t + j),
          a12 = FloatVector.fromArray(F, a, 8 * t + j);
      FloatVector a20 = FloatVector.fromArray(F, a, 9 * t + j),
          a21 = FloatVector.fromArray(F, a, 10 * t + j),
          a22 = FloatVector.fromArray(F, a, 11 * t + j);
      FloatVector r00 = FloatVector.fromArray(F, r, j),
          r01 = FloatVector.fromArray(F, r, t + j),
          r02 = FloatVector.fromArray(F, r, 2 * t + j);
      FloatVector r10 = FloatVector.fromArray(F, r, 3 * t + j),
          r11 = FloatVector.fromArray(F, r, 4 * t + j),
          r12 = FloatVector.fromArray(F, r, 5 * t + j);
      FloatVector r20 = FloatVector.fromArray(F, r, 6 * t + j),
          r21 = FloatVector.fromArray(F, r, 7 * t + j),
          r22 = FloatVector.fromArray(F, r, 8 * t + j);
      r00.mul(a00)
          .add(r10.mul(a10))
          .add(r20.mul(a20))
          .sub(FloatVector.fromArray(F, rest[0], at))
          .intoArray(strain, j);
      r01.mul(a01)
          .add(r11.mul(a11))
          .add(r21.mul(a21))
          .sub(FloatVector.fromArray(F, rest[1], at))
          .intoArray(strain, t + j);
      r02.mul(a02)
          .add(r12.mul(a12))
          .add(r22.mul(a22))
          .sub(FloatVector.fromArray(F, rest[2], at))
          .intoArray(strain, 2 * t + j);
      r00.mul(a01)
          .add(r10.mul(a11))
          .add(r20.mul(a21))
          .add(r01.mul(a00).add(r11.mul(a10)).add(r21.mul(a20)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest[3], at))
          .intoArray(strain, 3 * t + j);
      r01.mul(a02)
          .add(r11.mul(a12))
          .add(r21.mul(a22))
          .add(r02.mul(a01).add(r12.mul(a11)).add(r22.mul(a21)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest[4], at))
          .intoArray(strain, 4 * t + j);
      r02.mul(a00)
          .add(r12.mul(a10))
          .add(r22.mul(a20))
          .add(r00.mul(a02).add(r10.mul(a12)).add(r20.mul(a22)))
          .mul(HALF_ROOT2)
          .sub(FloatVector.fromArray(F, rest[5], at))
          .intoArray(strain, 5 * t + j);
    }
  }

  @Override
  public void deformedMoments(float[] tile, float[] strain, int count, float[] out) {
    timesOnePlus(tile, 3 * TILE, strain, count, out);
  }

  @Override
  public void targets(float[] r, float[] strain, int count, float[] t) {
    timesOnePlus(r, 0, strain, count, t);
  }

  @Override
  public double elasticSum(
      float[] tile,
      float[] t,
      float[] strain,
      float[][] moments,
      float[] regionMass,
      float[] rho,
      float inverseBeta,
      int from,
      int count,
      float[] scratch) {
    FloatVector sum = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int at = from + j;
      FloatVector trace =
          FloatVector.fromArray(F, t, j).mul(FloatVector.fromArray(F, tile, 3 * TILE + j));
      for (int k = 1; k < 9; k++) {
        trace =
            trace.add(
                FloatVector.fromArray(F, t, k * TILE + j)
                    .mul(FloatVector.fromArray(F, tile, (3 + k) * TILE + j)));
      }
      FloatVector kxx = FloatVector.fromArray(F, moments[0], at),
          kyy = FloatVector.fromArray(F, moments[1], at),
          kzz = FloatVector.fromArray(F, moments[2], at);
      FloatVector kxy = FloatVector.fromArray(F, moments[3], at),
          kyz = FloatVector.fromArray(F, moments[4], at),
          kzx = FloatVector.fromArray(F, moments[5], at);
      FloatVector exx = FloatVector.fromArray(F, strain, j),
          eyy = FloatVector.fromArray(F, strain, TILE + j),
          ezz = FloatVector.fromArray(F, strain, 2 * TILE + j);
      FloatVector exy = FloatVector.fromArray(F, strain, 3 * TILE + j).mul(HALF_ROOT2),
          eyz = FloatVector.fromArray(F, strain, 4 * TILE + j).mul(HALF_ROOT2),
          ezx = FloatVector.fromArray(F, strain, 5 * TILE + j).mul(HALF_ROOT2);
      FloatVector m00 = exx.mul(kxx).add(exy.mul(kxy)).add(ezx.mul(kzx));
      FloatVector m01 = exx.mul(kxy).add(exy.mul(kyy)).add(ezx.mul(kyz));
      FloatVector m02 = exx.mul(kzx).add(exy.mul(kyz)).add(ezx.mul(kzz));
      FloatVector m10 = exy.mul(kxx).add(eyy.mul(kxy)).add(eyz.mul(kzx));
      FloatVector m11 = exy.mul(kxy).add(eyy.mul(kyy)).add(eyz.mul(kyz));
      FloatVector m12 = exy.mul(kzx).add(eyy.mul(kyz)).add(eyz.mul(kzz));
      FloatVector m20 = ezx.mul(kxx).add(eyz.mul(kxy)).add(ezz.mul(kzx));
      FloatVector m21 = ezx.mul(kxy).add(eyz.mul(kyy)).add(ezz.mul(kyz));
      FloatVector m22 = ezx.mul(kzx).add(eyz.mul(kyz)).add(ezz.mul(kzz));
      FloatVector first = m00.add(m11).add(m22);
      FloatVector second =
          m00.mul(exx)
              .add(m01.mul(exy))
              .add(m02.mul(ezx))
              .add(m10.mul(exy).add(m11.mul(eyy)).add(m12.mul(eyz)))
              .add(m20.mul(ezx).add(m21.mul(eyz)).add(m22.mul(ezz)));
      FloatVector cx = FloatVector.fromArray(F, tile, j),
          cy = FloatVector.fromArray(F, tile, TILE + j),
          cz = FloatVector.fromArray(F, tile, 2 * TILE + j);
      FloatVector c2 = cx.mul(cx).add(cy.mul(cy)).add(cz.mul(cz));
      FloatVector inner =
          trace.add(trace).sub(1f).sub(first.add(first).add(second.mul(inverseBeta)));
      sum =
          sum.add(
              FloatVector.fromArray(F, regionMass, at)
                  .mul(c2)
                  .add(FloatVector.fromArray(F, rho, at).mul(inner)));
    }
    sum.intoArray(scratch, 0);
    return WideKernels.addLanes(scratch, 0);
  }

  @Override
  public void evenMoments(float[] tile, float[] e, int count, float[] out) {
    timesOnePlusOne(tile, 3 * TILE, e, count, out);
  }

  @Override
  public void evenTargets(float[] r, float[] e, int count, float[] t) {
    timesOnePlusOne(r, 0, e, count, t);
  }

  @Override
  public boolean overYield(
      float[] strain, float[] e, float[][] own, int from, int count, float yield) {
    int t = TILE;
    float[] o0 = own[0], o1 = own[1], o2 = own[2], o3 = own[3], o4 = own[4], o5 = own[5];
    FloatVector e0 = FloatVector.broadcast(F, e[0]),
        e1 = FloatVector.broadcast(F, e[1]),
        e2 = FloatVector.broadcast(F, e[2]);
    FloatVector e3 = FloatVector.broadcast(F, e[3]),
        e4 = FloatVector.broadcast(F, e[4]),
        e5 = FloatVector.broadcast(F, e[5]);
    FloatVector most = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      FloatVector x0 = FloatVector.fromArray(F, strain, j).sub(FloatVector.fromArray(F, o0, from + j)).sub(e0),
          x1 = FloatVector.fromArray(F, strain, t + j).sub(FloatVector.fromArray(F, o1, from + j)).sub(e1),
          x2 = FloatVector.fromArray(F, strain, 2 * t + j).sub(FloatVector.fromArray(F, o2, from + j)).sub(e2);
      FloatVector x3 = FloatVector.fromArray(F, strain, 3 * t + j).sub(FloatVector.fromArray(F, o3, from + j)).sub(e3),
          x4 = FloatVector.fromArray(F, strain, 4 * t + j).sub(FloatVector.fromArray(F, o4, from + j)).sub(e4),
          x5 = FloatVector.fromArray(F, strain, 5 * t + j).sub(FloatVector.fromArray(F, o5, from + j)).sub(e5);
      most =
          most.max(
              x0.mul(x0)
                  .add(x1.mul(x1))
                  .add(x2.mul(x2))
                  .add(x3.mul(x3))
                  .add(x4.mul(x4))
                  .add(x5.mul(x5)));
    }
    return !(Math.sqrt(most.reduceLanes(VectorOperators.MAX)) <= yield);
  }

  @Override
  public void flow(
      float[] strain,
      float[] e,
      float[][] own,
      float[] rho,
      int from,
      int count,
      float share,
      float yield,
      float keep,
      float limit,
      boolean flat) {
    int t = TILE;
    float[] o0 = own[0], o1 = own[1], o2 = own[2], o3 = own[3], o4 = own[4], o5 = own[5];
    // A sheet keeps the area in its own plane: zz counts as 1, what leaves the plane as 0.
    float solid = flat ? 0 : 1, sides = flat ? 2 : 3;
    for (int j = 0; j < count; j += LANES) {
      int r = from + j;
      FloatVector a0 = FloatVector.fromArray(F, o0, r),
          a1 = FloatVector.fromArray(F, o1, r),
          a2 = FloatVector.fromArray(F, o2, r);
      FloatVector a3 = FloatVector.fromArray(F, o3, r),
          a4 = FloatVector.fromArray(F, o4, r),
          a5 = FloatVector.fromArray(F, o5, r);
      FloatVector x0 = FloatVector.fromArray(F, strain, j).sub(a0).sub(e[0]),
          x1 = FloatVector.fromArray(F, strain, t + j).sub(a1).sub(e[1]),
          x2 = FloatVector.fromArray(F, strain, 2 * t + j).sub(a2).sub(e[2]);
      FloatVector x3 = FloatVector.fromArray(F, strain, 3 * t + j).sub(a3).sub(e[3]),
          x4 = FloatVector.fromArray(F, strain, 4 * t + j).sub(a4).sub(e[4]),
          x5 = FloatVector.fromArray(F, strain, 5 * t + j).sub(a5).sub(e[5]);
      FloatVector n =
          x0.mul(x0)
              .add(x1.mul(x1))
              .add(x2.mul(x2))
              .add(x3.mul(x3))
              .add(x4.mul(x4))
              .add(x5.mul(x5))
              .lanewise(VectorOperators.SQRT);
      FloatVector give =
          FloatVector.zero(F)
              .blend(
                  FloatVector.broadcast(F, 1)
                      .sub(FloatVector.broadcast(F, yield).div(n))
                      .mul(share),
                  n.compare(VectorOperators.GT, yield)
                      .and(FloatVector.fromArray(F, rho, r).compare(VectorOperators.GT, 0f)));
      FloatVector xx = a0.add(give.mul(x0)).mul(keep).add(1f),
          yy = a1.add(give.mul(x1)).mul(keep).add(1f),
          zz = a2.add(give.mul(x2)).mul(keep).add(1f);
      FloatVector b3 = a3.add(give.mul(x3)).mul(keep),
          b4 = a4.add(give.mul(x4)).mul(keep),
          b5 = a5.add(give.mul(x5)).mul(keep);
      FloatVector xy = b3.div(ROOT2), yz = b4.div(ROOT2), zx = b5.div(ROOT2);
      FloatVector area = xx.mul(yy).sub(xy.mul(xy));
      FloatVector volume =
          xx.mul(yy.mul(zz).sub(yz.mul(yz)))
              .sub(xy.mul(xy.mul(zz).sub(yz.mul(zx))))
              .add(zx.mul(xy.mul(yz).sub(yy.mul(zx))));
      FloatVector det =
          area.blend(
              volume, FloatVector.broadcast(F, solid).compare(VectorOperators.GT, 0f));
      FloatVector s =
          FloatVector.broadcast(F, 1).sub(det.sub(1f).div(sides)).min(1.1f).max(0.9f);
      FloatVector y0 = s.mul(xx).sub(1f), y1 = s.mul(yy).sub(1f), y2 = s.mul(zz).sub(1f);
      y2 = FloatVector.zero(F)
          .blend(y2, FloatVector.broadcast(F, solid).compare(VectorOperators.GT, 0f));
      FloatVector y3 = b3.mul(s), y4 = b4.mul(s), y5 = b5.mul(s);
      FloatVector size =
          y0.mul(y0)
              .add(y1.mul(y1))
              .add(y2.mul(y2))
              .add(y3.mul(y3))
              .add(y4.mul(y4))
              .add(y5.mul(y5));
      FloatVector back =
          FloatVector.broadcast(F, limit)
              .div(size.lanewise(VectorOperators.SQRT))
              .blend(1f, size.compare(VectorOperators.LE, limit * limit));
      FloatVector none = FloatVector.zero(F);
      none.blend(y0.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o0, r);
      none.blend(y1.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o1, r);
      none.blend(y2.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o2, r);
      none.blend(y3.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o3, r);
      none.blend(y4.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o4, r);
      none.blend(y5.mul(back), back.compare(VectorOperators.GT, 0f)).intoArray(o5, r);
    }
  }

  @Override
  public float largest(float[] numbers, int n, float most) {
    FloatVector all = FloatVector.zero(F);
    int i = 0;
    for (; i + LANES <= n; i += LANES) {
      all = all.max(FloatVector.fromArray(F, numbers, i).abs());
    }
    most = Math.max(most, all.reduceLanes(VectorOperators.MAX));
    for (; i < n; i++) {
      most = Math.max(most, Math.abs(numbers[i]));
    }
    return most;
  }

  /** Nine rows from {@code at} on: out = M + M E with one E. */
  private static void timesOnePlusOne(float[] m, int at, float[] e, int count, float[] out) {
    int t = TILE;
    FloatVector exx = FloatVector.broadcast(F, e[0]),
        eyy = FloatVector.broadcast(F, e[1]),
        ezz = FloatVector.broadcast(F, e[2]);
    FloatVector exy = FloatVector.broadcast(F, e[3] * HALF_ROOT2),
        eyz = FloatVector.broadcast(F, e[4] * HALF_ROOT2),
        ezx = FloatVector.broadcast(F, e[5] * HALF_ROOT2);
    for (int j = 0; j < count; j += LANES) {
      for (int p = at + j; p < at + 9 * t; p += 3 * t) {
        FloatVector m0 = FloatVector.fromArray(F, m, p),
            m1 = FloatVector.fromArray(F, m, p + t),
            m2 = FloatVector.fromArray(F, m, p + 2 * t);
        m0.add(m0.mul(exx).add(m1.mul(exy)).add(m2.mul(ezx))).intoArray(out, p);
        m1.add(m0.mul(exy).add(m1.mul(eyy)).add(m2.mul(eyz))).intoArray(out, p + t);
        m2.add(m0.mul(ezx).add(m1.mul(eyz)).add(m2.mul(ezz))).intoArray(out, p + 2 * t);
      }
    }
  }

  /** Nine rows from {@code at} on: out = M + M E. */
  private static void timesOnePlus(float[] m, int at, float[] strain, int count, float[] out) {
    int t = TILE;
    for (int j = 0; j < count; j += LANES) {
      FloatVector exx = FloatVector.fromArray(F, strain, j),
          eyy = FloatVector.fromArray(F, strain, t + j),
          ezz = FloatVector.fromArray(F, strain, 2 * t + j);
      FloatVector exy = FloatVector.fromArray(F, strain, 3 * t + j).mul(HALF_ROOT2),
          eyz = FloatVector.fromArray(F, strain, 4 * t + j).mul(HALF_ROOT2),
          ezx = FloatVector.fromArray(F, strain, 5 * t + j).mul(HALF_ROOT2);
      for (int p = at + j; p < at + 9 * t; p += 3 * t) {
        FloatVector m0 = FloatVector.fromArray(F, m, p),
            m1 = FloatVector.fromArray(F, m, p + t),
            m2 = FloatVector.fromArray(F, m, p + 2 * t);
        m0.add(m0.mul(exx).add(m1.mul(exy)).add(m2.mul(ezx))).intoArray(out, p);
        m1.add(m0.mul(exy).add(m1.mul(eyy)).add(m2.mul(eyz))).intoArray(out, p + t);
        m2.add(m0.mul(ezx).add(m1.mul(eyz)).add(m2.mul(ezz))).intoArray(out, p + 2 * t);
      }
    }
  }
}
