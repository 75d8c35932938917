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
  public boolean offShape(
      float[] tile,
      float[] r,
      float[][] inverseMoments,
      float[][] rest,
      float[] e,
      float[][] own,
      int from,
      int count,
      float yield,
      float[] x) {
    int t = TILE;
    float[] k0 = inverseMoments[0], k1 = inverseMoments[1], k2 = inverseMoments[2];
    float[] k3 = inverseMoments[3], k4 = inverseMoments[4], k5 = inverseMoments[5];
    float[] s0 = rest[0], s1 = rest[1], s2 = rest[2], s3 = rest[3], s4 = rest[4], s5 = rest[5];
    float[] o0 = own[0], o1 = own[1], o2 = own[2], o3 = own[3], o4 = own[4], o5 = own[5];
    FloatVector most = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int at = from + j;
      FloatVector kxx = FloatVector.fromArray(F, k0, at),
          kyy = FloatVector.fromArray(F, k1, at),
          kzz = FloatVector.fromArray(F, k2, at);
      FloatVector kxy = FloatVector.fromArray(F, k3, at),
          kyz = FloatVector.fromArray(F, k4, at),
          kzx = FloatVector.fromArray(F, k5, at);
      FloatVector p0 = FloatVector.fromArray(F, tile, 3 * t + j),
          p1 = FloatVector.fromArray(F, tile, 4 * t + j),
          p2 = FloatVector.fromArray(F, tile, 5 * t + j);
      FloatVector a00 = p0.mul(kxx).add(p1.mul(kxy)).add(p2.mul(kzx)),
          a01 = p0.mul(kxy).add(p1.mul(kyy)).add(p2.mul(kyz)),
          a02 = p0.mul(kzx).add(p1.mul(kyz)).add(p2.mul(kzz));
      p0 = FloatVector.fromArray(F, tile, 6 * t + j);
      p1 = FloatVector.fromArray(F, tile, 7 * t + j);
      p2 = FloatVector.fromArray(F, tile, 8 * t + j);
      FloatVector a10 = p0.mul(kxx).add(p1.mul(kxy)).add(p2.mul(kzx)),
          a11 = p0.mul(kxy).add(p1.mul(kyy)).add(p2.mul(kyz)),
          a12 = p0.mul(kzx).add(p1.mul(kyz)).add(p2.mul(kzz));
      p0 = FloatVector.fromArray(F, tile, 9 * t + j);
      p1 = FloatVector.fromArray(F, tile, 10 * t + j);
      p2 = FloatVector.fromArray(F, tile, 11 * t + j);
      FloatVector a20 = p0.mul(kxx).add(p1.mul(kxy)).add(p2.mul(kzx)),
          a21 = p0.mul(kxy).add(p1.mul(kyy)).add(p2.mul(kyz)),
          a22 = p0.mul(kzx).add(p1.mul(kyz)).add(p2.mul(kzz));
      FloatVector r00 = FloatVector.fromArray(F, r, j),
          r01 = FloatVector.fromArray(F, r, t + j),
          r02 = FloatVector.fromArray(F, r, 2 * t + j);
      FloatVector r10 = FloatVector.fromArray(F, r, 3 * t + j),
          r11 = FloatVector.fromArray(F, r, 4 * t + j),
          r12 = FloatVector.fromArray(F, r, 5 * t + j);
      FloatVector r20 = FloatVector.fromArray(F, r, 6 * t + j),
          r21 = FloatVector.fromArray(F, r, 7 * t + j),
          r22 = FloatVector.fromArray(F, r, 8 * t + j);
      FloatVector x0 =
          r00.mul(a00)
              .add(r10.mul(a10))
              .add(r20.mul(a20))
              .sub(FloatVector.fromArray(F, s0, at))
              .sub(FloatVector.fromArray(F, o0, at))
              .sub(e[0]);
      FloatVector x1 =
          r01.mul(a01)
              .add(r11.mul(a11))
              .add(r21.mul(a21))
              .sub(FloatVector.fromArray(F, s1, at))
              .sub(FloatVector.fromArray(F, o1, at))
              .sub(e[1]);
      FloatVector x2 =
          r02.mul(a02)
              .add(r12.mul(a12))
              .add(r22.mul(a22))
              .sub(FloatVector.fromArray(F, s2, at))
              .sub(FloatVector.fromArray(F, o2, at))
              .sub(e[2]);
      FloatVector x3 =
          r00.mul(a01)
              .add(r10.mul(a11))
              .add(r20.mul(a21))
              .add(r01.mul(a00).add(r11.mul(a10)).add(r21.mul(a20)))
              .mul(HALF_ROOT2)
              .sub(FloatVector.fromArray(F, s3, at))
              .sub(FloatVector.fromArray(F, o3, at))
              .sub(e[3]);
      FloatVector x4 =
          r01.mul(a02)
              .add(r11.mul(a12))
              .add(r21.mul(a22))
              .add(r02.mul(a01).add(r12.mul(a11)).add(r22.mul(a21)))
              .mul(HALF_ROOT2)
              .sub(FloatVector.fromArray(F, s4, at))
              .sub(FloatVector.fromArray(F, o4, at))
              .sub(e[4]);
      FloatVector x5 =
          r02.mul(a00)
              .add(r12.mul(a10))
              .add(r22.mul(a20))
              .add(r00.mul(a02).add(r10.mul(a12)).add(r20.mul(a22)))
              .mul(HALF_ROOT2)
              .sub(FloatVector.fromArray(F, s5, at))
              .sub(FloatVector.fromArray(F, o5, at))
              .sub(e[5]);
      x0.intoArray(x, j);
      x1.intoArray(x, t + j);
      x2.intoArray(x, 2 * t + j);
      x3.intoArray(x, 3 * t + j);
      x4.intoArray(x, 4 * t + j);
      x5.intoArray(x, 5 * t + j);
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
  public boolean mayYield(
      float[] tile,
      float[] r,
      float[][] moments,
      float[] square,
      int from,
      int count,
      float yield) {
    int t = TILE;
    float[] k0 = moments[0], k1 = moments[1], k2 = moments[2];
    float[] k3 = moments[3], k4 = moments[4], k5 = moments[5];
    for (int j = 0; j < count; j += LANES) {
      int at = from + j;
      FloatVector p00 = FloatVector.fromArray(F, tile, 3 * t + j),
          p10 = FloatVector.fromArray(F, tile, 6 * t + j),
          p20 = FloatVector.fromArray(F, tile, 9 * t + j);
      FloatVector p01 = FloatVector.fromArray(F, tile, 4 * t + j),
          p11 = FloatVector.fromArray(F, tile, 7 * t + j),
          p21 = FloatVector.fromArray(F, tile, 10 * t + j);
      FloatVector p02 = FloatVector.fromArray(F, tile, 5 * t + j),
          p12 = FloatVector.fromArray(F, tile, 8 * t + j),
          p22 = FloatVector.fromArray(F, tile, 11 * t + j);
      FloatVector r00 = FloatVector.fromArray(F, r, j),
          r10 = FloatVector.fromArray(F, r, 3 * t + j),
          r20 = FloatVector.fromArray(F, r, 6 * t + j);
      FloatVector r01 = FloatVector.fromArray(F, r, t + j),
          r11 = FloatVector.fromArray(F, r, 4 * t + j),
          r21 = FloatVector.fromArray(F, r, 7 * t + j);
      FloatVector r02 = FloatVector.fromArray(F, r, 2 * t + j),
          r12 = FloatVector.fromArray(F, r, 5 * t + j),
          r22 = FloatVector.fromArray(F, r, 8 * t + j);
      FloatVector xx =
          r00.mul(p00).add(r10.mul(p10)).add(r20.mul(p20)).sub(FloatVector.fromArray(F, k0, at));
      FloatVector yy =
          r01.mul(p01).add(r11.mul(p11)).add(r21.mul(p21)).sub(FloatVector.fromArray(F, k1, at));
      FloatVector zz =
          r02.mul(p02).add(r12.mul(p12)).add(r22.mul(p22)).sub(FloatVector.fromArray(F, k2, at));
      FloatVector xy =
          r00.mul(p01).add(r10.mul(p11)).add(r20.mul(p21)).sub(FloatVector.fromArray(F, k3, at));
      FloatVector yz =
          r01.mul(p02).add(r11.mul(p12)).add(r21.mul(p22)).sub(FloatVector.fromArray(F, k4, at));
      FloatVector zx =
          r02.mul(p00).add(r12.mul(p10)).add(r22.mul(p20)).sub(FloatVector.fromArray(F, k5, at));
      FloatVector off = xy.mul(xy).add(yz.mul(yz)).add(zx.mul(zx));
      FloatVector size = xx.mul(xx).add(yy.mul(yy)).add(zz.mul(zz)).add(off.add(off));
      if (!size.mul(FloatVector.fromArray(F, square, at))
          .compare(VectorOperators.LE, yield * yield)
          .allTrue()) {
        return true;
      }
    }
    return false;
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
  public void latticeStretched(
      float[][] q,
      float[] e,
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
    float[] qw = q[0], qx = q[1], qy = q[2], qz = q[3];
    float[] cx = c[0], cy = c[1], cz = c[2], ox = o[0], oy = o[1], oz = o[2];
    float exx = e[0], eyy = e[1], ezz = e[2];
    float exy = e[3] * HALF_ROOT2, eyz = e[4] * HALF_ROOT2, ezx = e[5] * HALF_ROOT2;
    FloatVector one = FloatVector.broadcast(F, 1f);
    for (int j = 0; j < count; j += LANES) {
      int at = from + j, k = outOffset + j;
      FloatVector on =
          FloatVector.zero(F)
              .blend(
                  one, FloatVector.fromArray(F, inverseMass, at).compare(VectorOperators.GT, 0f));
      FloatVector size = on.mul(cell);
      FloatVector w = FloatVector.fromArray(F, qw, at),
          x = FloatVector.fromArray(F, qx, at),
          y = FloatVector.fromArray(F, qy, at),
          z = FloatVector.fromArray(F, qz, at);
      FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector r00 = one.sub(yy.add(zz)), r01 = xy.sub(wz), r02 = xz.add(wy);
      FloatVector r10 = xy.add(wz), r11 = one.sub(xx.add(zz)), r12 = yz.sub(wx);
      FloatVector r20 = xz.sub(wy), r21 = yz.add(wx), r22 = one.sub(xx.add(yy));
      FloatVector u = FloatVector.fromArray(F, ox, at),
          v = FloatVector.fromArray(F, oy, at),
          t = FloatVector.fromArray(F, oz, at);
      FloatVector t00 = r00.add(r00.mul(exx).add(r01.mul(exy)).add(r02.mul(ezx))),
          t01 = r01.add(r00.mul(exy).add(r01.mul(eyy)).add(r02.mul(eyz))),
          t02 = r02.add(r00.mul(ezx).add(r01.mul(eyz)).add(r02.mul(ezz)));
      on.mul(
              FloatVector.fromArray(F, cx, at)
                  .sub(t00.mul(u).add(t01.mul(v)).add(t02.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, j)))
          .intoArray(out, k);
      size.mul(t00.sub(frame[0])).intoArray(out, k + 3 * s);
      size.mul(t01.sub(frame[1])).intoArray(out, k + 6 * s);
      size.mul(t02.sub(frame[2])).intoArray(out, k + 9 * s);
      FloatVector t10 = r10.add(r10.mul(exx).add(r11.mul(exy)).add(r12.mul(ezx))),
          t11 = r11.add(r10.mul(exy).add(r11.mul(eyy)).add(r12.mul(eyz))),
          t12 = r12.add(r10.mul(ezx).add(r11.mul(eyz)).add(r12.mul(ezz)));
      on.mul(
              FloatVector.fromArray(F, cy, at)
                  .sub(t10.mul(u).add(t11.mul(v)).add(t12.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, nodesStride + j)))
          .intoArray(out, k + s);
      size.mul(t10.sub(frame[3])).intoArray(out, k + 4 * s);
      size.mul(t11.sub(frame[4])).intoArray(out, k + 7 * s);
      size.mul(t12.sub(frame[5])).intoArray(out, k + 10 * s);
      FloatVector t20 = r20.add(r20.mul(exx).add(r21.mul(exy)).add(r22.mul(ezx))),
          t21 = r21.add(r20.mul(exy).add(r21.mul(eyy)).add(r22.mul(eyz))),
          t22 = r22.add(r20.mul(ezx).add(r21.mul(eyz)).add(r22.mul(ezz)));
      on.mul(
              FloatVector.fromArray(F, cz, at)
                  .sub(t20.mul(u).add(t21.mul(v)).add(t22.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, 2 * nodesStride + j)))
          .intoArray(out, k + 2 * s);
      size.mul(t20.sub(frame[6])).intoArray(out, k + 5 * s);
      size.mul(t21.sub(frame[7])).intoArray(out, k + 8 * s);
      size.mul(t22.sub(frame[8])).intoArray(out, k + 11 * s);
    }
  }

  @Override
  public void wholeMoments(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] x0,
      float[] y0,
      float[] z0,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    int whole = from + (to - from) / LANES * LANES;
    FloatVector s0 = FloatVector.zero(F), s1 = FloatVector.zero(F), s2 = FloatVector.zero(F);
    FloatVector s3 = FloatVector.zero(F), s4 = FloatVector.zero(F), s5 = FloatVector.zero(F);
    FloatVector s6 = FloatVector.zero(F), s7 = FloatVector.zero(F), s8 = FloatVector.zero(F);
    FloatVector s9 = FloatVector.zero(F), s10 = FloatVector.zero(F), s11 = FloatVector.zero(F);
    for (int i = from; i < whole; i += LANES) {
      FloatVector m = FloatVector.fromArray(F, mass, i);
      FloatVector px = m.mul(FloatVector.fromArray(F, x, i)),
          py = m.mul(FloatVector.fromArray(F, y, i)),
          pz = m.mul(FloatVector.fromArray(F, z, i));
      FloatVector a = FloatVector.fromArray(F, x0, i),
          b = FloatVector.fromArray(F, y0, i),
          c = FloatVector.fromArray(F, z0, i);
      s0 = s0.add(px);
      s1 = s1.add(py);
      s2 = s2.add(pz);
      s3 = s3.add(px.mul(a));
      s4 = s4.add(px.mul(b));
      s5 = s5.add(px.mul(c));
      s6 = s6.add(py.mul(a));
      s7 = s7.add(py.mul(b));
      s8 = s8.add(py.mul(c));
      s9 = s9.add(pz.mul(a));
      s10 = s10.add(pz.mul(b));
      s11 = s11.add(pz.mul(c));
    }
    s0.intoArray(scratch, 0);
    s1.intoArray(scratch, LANES);
    s2.intoArray(scratch, 2 * LANES);
    s3.intoArray(scratch, 3 * LANES);
    s4.intoArray(scratch, 4 * LANES);
    s5.intoArray(scratch, 5 * LANES);
    s6.intoArray(scratch, 6 * LANES);
    s7.intoArray(scratch, 7 * LANES);
    s8.intoArray(scratch, 8 * LANES);
    s9.intoArray(scratch, 9 * LANES);
    s10.intoArray(scratch, 10 * LANES);
    s11.intoArray(scratch, 11 * LANES);
    for (int i = whole, l = 0; i < to; i++, l++) {
      float m = mass[i], px = m * x[i], py = m * y[i], pz = m * z[i];
      float a = x0[i], b = y0[i], c = z0[i];
      scratch[l] += px;
      scratch[LANES + l] += py;
      scratch[2 * LANES + l] += pz;
      scratch[3 * LANES + l] += px * a;
      scratch[4 * LANES + l] += px * b;
      scratch[5 * LANES + l] += px * c;
      scratch[6 * LANES + l] += py * a;
      scratch[7 * LANES + l] += py * b;
      scratch[8 * LANES + l] += py * c;
      scratch[9 * LANES + l] += pz * a;
      scratch[10 * LANES + l] += pz * b;
      scratch[11 * LANES + l] += pz * c;
    }
    for (int k = 0; k < 12; k++) {
      out[k] += WideKernels.addLanes(scratch, k);
    }
  }

  @Override
  public void flow(
      float[] x,
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
      FloatVector x0 = FloatVector.fromArray(F, x, j),
          x1 = FloatVector.fromArray(F, x, t + j),
          x2 = FloatVector.fromArray(F, x, 2 * t + j);
      FloatVector x3 = FloatVector.fromArray(F, x, 3 * t + j),
          x4 = FloatVector.fromArray(F, x, 4 * t + j),
          x5 = FloatVector.fromArray(F, x, 5 * t + j);
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
          area.blend(volume, FloatVector.broadcast(F, solid).compare(VectorOperators.GT, 0f));
      FloatVector s = FloatVector.broadcast(F, 1).sub(det.sub(1f).div(sides)).min(1.1f).max(0.9f);
      FloatVector y0 = s.mul(xx).sub(1f), y1 = s.mul(yy).sub(1f), y2 = s.mul(zz).sub(1f);
      y2 =
          FloatVector.zero(F)
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
