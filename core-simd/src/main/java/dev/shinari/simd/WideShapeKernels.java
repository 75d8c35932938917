package dev.shinari.simd;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.ShapeKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The shape kernels on lanes, operation by operation as the twin. */
final class WideShapeKernels implements ShapeKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  private static final float HALF_ROOT2 = 0.70710678f;

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
