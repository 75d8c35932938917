package dev.shinari.simd;

import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.VolumeKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The volume kernels on lanes, operation by operation as the twin. */
final class WideVolumeKernels implements VolumeKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;

  @Override
  public void deformations(
      float[] tile, int column, float[] rest, int from, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      int at = REST_ROWS * (from + j);
      FloatVector kxx = FloatVector.fromArray(F, rest, at);
      FloatVector kyy = FloatVector.fromArray(F, rest, at + LANES);
      FloatVector kzz = FloatVector.fromArray(F, rest, at + 2 * LANES);
      FloatVector kxy = FloatVector.fromArray(F, rest, at + 3 * LANES);
      FloatVector kyz = FloatVector.fromArray(F, rest, at + 4 * LANES);
      FloatVector kzx = FloatVector.fromArray(F, rest, at + 5 * LANES);
      FloatVector p00 = FloatVector.fromArray(F, tile, 3 * TILE + t);
      FloatVector p01 = FloatVector.fromArray(F, tile, 4 * TILE + t);
      FloatVector p02 = FloatVector.fromArray(F, tile, 5 * TILE + t);
      FloatVector a00 = p00.mul(kxx).add(p01.mul(kxy)).add(p02.mul(kzx));
      FloatVector a01 = p00.mul(kxy).add(p01.mul(kyy)).add(p02.mul(kyz));
      FloatVector a02 = p00.mul(kzx).add(p01.mul(kyz)).add(p02.mul(kzz));
      FloatVector p10 = FloatVector.fromArray(F, tile, 6 * TILE + t);
      FloatVector p11 = FloatVector.fromArray(F, tile, 7 * TILE + t);
      FloatVector p12 = FloatVector.fromArray(F, tile, 8 * TILE + t);
      FloatVector a10 = p10.mul(kxx).add(p11.mul(kxy)).add(p12.mul(kzx));
      FloatVector a11 = p10.mul(kxy).add(p11.mul(kyy)).add(p12.mul(kyz));
      FloatVector a12 = p10.mul(kzx).add(p11.mul(kyz)).add(p12.mul(kzz));
      FloatVector p20 = FloatVector.fromArray(F, tile, 9 * TILE + t);
      FloatVector p21 = FloatVector.fromArray(F, tile, 10 * TILE + t);
      FloatVector p22 = FloatVector.fromArray(F, tile, 11 * TILE + t);
      FloatVector a20 = p20.mul(kxx).add(p21.mul(kxy)).add(p22.mul(kzx));
      FloatVector a21 = p20.mul(kxy).add(p21.mul(kyy)).add(p22.mul(kyz));
      FloatVector a22 = p20.mul(kzx).add(p21.mul(kyz)).add(p22.mul(kzz));
      FloatVector trace =
          a00.mul(p00)
              .add(a01.mul(p01))
              .add(a02.mul(p02))
              .add(a10.mul(p10))
              .add(a11.mul(p11))
              .add(a12.mul(p12))
              .add(a20.mul(p20))
              .add(a21.mul(p21))
              .add(a22.mul(p22));
      trace.intoArray(work, TRACE + j);
      a00.intoArray(work, j);
      a01.intoArray(work, CHUNK + j);
      a02.intoArray(work, 2 * CHUNK + j);
      a10.intoArray(work, 3 * CHUNK + j);
      a11.intoArray(work, 4 * CHUNK + j);
      a12.intoArray(work, 5 * CHUNK + j);
      a20.intoArray(work, 6 * CHUNK + j);
      a21.intoArray(work, 7 * CHUNK + j);
      a22.intoArray(work, 8 * CHUNK + j);
    }
  }

  @Override
  public void complete(
      float[] target, int column, float[] rest, int from, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      int at = REST_ROWS * (from + j);
      FloatVector dxx = FloatVector.fromArray(F, rest, at + 7 * LANES);
      FloatVector dyy = FloatVector.fromArray(F, rest, at + 8 * LANES);
      FloatVector dzz = FloatVector.fromArray(F, rest, at + 9 * LANES);
      FloatVector dxy = FloatVector.fromArray(F, rest, at + 10 * LANES);
      FloatVector dyz = FloatVector.fromArray(F, rest, at + 11 * LANES);
      FloatVector dzx = FloatVector.fromArray(F, rest, at + 12 * LANES);
      FloatVector t00 = FloatVector.fromArray(F, target, t);
      FloatVector t01 = FloatVector.fromArray(F, target, TILE + t);
      FloatVector t02 = FloatVector.fromArray(F, target, 2 * TILE + t);
      FloatVector u00 = t00.mul(dxx).add(t01.mul(dxy)).add(t02.mul(dzx));
      FloatVector u01 = t00.mul(dxy).add(t01.mul(dyy)).add(t02.mul(dyz));
      FloatVector u02 = t00.mul(dzx).add(t01.mul(dyz)).add(t02.mul(dzz));
      FloatVector a00 = FloatVector.fromArray(F, work, j);
      a00.add(u00).intoArray(work, j);
      FloatVector a01 = FloatVector.fromArray(F, work, CHUNK + j);
      a01.add(u01).intoArray(work, CHUNK + j);
      FloatVector a02 = FloatVector.fromArray(F, work, 2 * CHUNK + j);
      a02.add(u02).intoArray(work, 2 * CHUNK + j);
      FloatVector t10 = FloatVector.fromArray(F, target, 3 * TILE + t);
      FloatVector t11 = FloatVector.fromArray(F, target, 4 * TILE + t);
      FloatVector t12 = FloatVector.fromArray(F, target, 5 * TILE + t);
      FloatVector u10 = t10.mul(dxx).add(t11.mul(dxy)).add(t12.mul(dzx));
      FloatVector u11 = t10.mul(dxy).add(t11.mul(dyy)).add(t12.mul(dyz));
      FloatVector u12 = t10.mul(dzx).add(t11.mul(dyz)).add(t12.mul(dzz));
      FloatVector a10 = FloatVector.fromArray(F, work, 3 * CHUNK + j);
      a10.add(u10).intoArray(work, 3 * CHUNK + j);
      FloatVector a11 = FloatVector.fromArray(F, work, 4 * CHUNK + j);
      a11.add(u11).intoArray(work, 4 * CHUNK + j);
      FloatVector a12 = FloatVector.fromArray(F, work, 5 * CHUNK + j);
      a12.add(u12).intoArray(work, 5 * CHUNK + j);
      FloatVector t20 = FloatVector.fromArray(F, target, 6 * TILE + t);
      FloatVector t21 = FloatVector.fromArray(F, target, 7 * TILE + t);
      FloatVector t22 = FloatVector.fromArray(F, target, 8 * TILE + t);
      FloatVector u20 = t20.mul(dxx).add(t21.mul(dxy)).add(t22.mul(dzx));
      FloatVector u21 = t20.mul(dxy).add(t21.mul(dyy)).add(t22.mul(dyz));
      FloatVector u22 = t20.mul(dzx).add(t21.mul(dyz)).add(t22.mul(dzz));
      FloatVector a20 = FloatVector.fromArray(F, work, 6 * CHUNK + j);
      a20.add(u20).intoArray(work, 6 * CHUNK + j);
      FloatVector a21 = FloatVector.fromArray(F, work, 7 * CHUNK + j);
      a21.add(u21).intoArray(work, 7 * CHUNK + j);
      FloatVector a22 = FloatVector.fromArray(F, work, 8 * CHUNK + j);
      a22.add(u22).intoArray(work, 8 * CHUNK + j);
    }
  }

  @Override
  public void toTargets(float[] target, int column, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      FloatVector t00 = FloatVector.fromArray(F, target, t);
      FloatVector t01 = FloatVector.fromArray(F, target, TILE + t);
      FloatVector t02 = FloatVector.fromArray(F, target, 2 * TILE + t);
      FloatVector t10 = FloatVector.fromArray(F, target, 3 * TILE + t);
      FloatVector t11 = FloatVector.fromArray(F, target, 4 * TILE + t);
      FloatVector t12 = FloatVector.fromArray(F, target, 5 * TILE + t);
      FloatVector t20 = FloatVector.fromArray(F, target, 6 * TILE + t);
      FloatVector t21 = FloatVector.fromArray(F, target, 7 * TILE + t);
      FloatVector t22 = FloatVector.fromArray(F, target, 8 * TILE + t);
      FloatVector c00 = t11.mul(t22).sub(t12.mul(t21));
      FloatVector c01 = t12.mul(t20).sub(t10.mul(t22));
      FloatVector c02 = t10.mul(t21).sub(t11.mul(t20));
      FloatVector c10 = t02.mul(t21).sub(t01.mul(t22));
      FloatVector c11 = t00.mul(t22).sub(t02.mul(t20));
      FloatVector c12 = t01.mul(t20).sub(t00.mul(t21));
      FloatVector c20 = t01.mul(t12).sub(t02.mul(t11));
      FloatVector c21 = t02.mul(t10).sub(t00.mul(t12));
      FloatVector c22 = t00.mul(t11).sub(t01.mul(t10));
      FloatVector det = t00.mul(c00).add(t01.mul(c01)).add(t02.mul(c02));
      FloatVector inverse = det.div(det.mul(det).add(1e-12f));
      FloatVector i00 = c00.mul(inverse);
      FloatVector i01 = c01.mul(inverse);
      FloatVector i02 = c02.mul(inverse);
      FloatVector i10 = c10.mul(inverse);
      FloatVector i11 = c11.mul(inverse);
      FloatVector i12 = c12.mul(inverse);
      FloatVector i20 = c20.mul(inverse);
      FloatVector i21 = c21.mul(inverse);
      FloatVector i22 = c22.mul(inverse);
      i00.intoArray(work, INVERSE + j);
      i01.intoArray(work, INVERSE + CHUNK + j);
      i02.intoArray(work, INVERSE + 2 * CHUNK + j);
      i10.intoArray(work, INVERSE + 3 * CHUNK + j);
      i11.intoArray(work, INVERSE + 4 * CHUNK + j);
      i12.intoArray(work, INVERSE + 5 * CHUNK + j);
      i20.intoArray(work, INVERSE + 6 * CHUNK + j);
      i21.intoArray(work, INVERSE + 7 * CHUNK + j);
      i22.intoArray(work, INVERSE + 8 * CHUNK + j);
      FloatVector a00 = FloatVector.fromArray(F, work, j);
      FloatVector a01 = FloatVector.fromArray(F, work, CHUNK + j);
      FloatVector a02 = FloatVector.fromArray(F, work, 2 * CHUNK + j);
      a00.mul(i00).add(a01.mul(i01)).add(a02.mul(i02)).intoArray(work, j);
      a00.mul(i10).add(a01.mul(i11)).add(a02.mul(i12)).intoArray(work, CHUNK + j);
      a00.mul(i20).add(a01.mul(i21)).add(a02.mul(i22)).intoArray(work, 2 * CHUNK + j);
      FloatVector a10 = FloatVector.fromArray(F, work, 3 * CHUNK + j);
      FloatVector a11 = FloatVector.fromArray(F, work, 4 * CHUNK + j);
      FloatVector a12 = FloatVector.fromArray(F, work, 5 * CHUNK + j);
      a10.mul(i00).add(a11.mul(i01)).add(a12.mul(i02)).intoArray(work, 3 * CHUNK + j);
      a10.mul(i10).add(a11.mul(i11)).add(a12.mul(i12)).intoArray(work, 4 * CHUNK + j);
      a10.mul(i20).add(a11.mul(i21)).add(a12.mul(i22)).intoArray(work, 5 * CHUNK + j);
      FloatVector a20 = FloatVector.fromArray(F, work, 6 * CHUNK + j);
      FloatVector a21 = FloatVector.fromArray(F, work, 7 * CHUNK + j);
      FloatVector a22 = FloatVector.fromArray(F, work, 8 * CHUNK + j);
      a20.mul(i00).add(a21.mul(i01)).add(a22.mul(i02)).intoArray(work, 6 * CHUNK + j);
      a20.mul(i10).add(a21.mul(i11)).add(a22.mul(i12)).intoArray(work, 7 * CHUNK + j);
      a20.mul(i20).add(a21.mul(i21)).add(a22.mul(i22)).intoArray(work, 8 * CHUNK + j);
    }
  }

  @Override
  public void gradients(float keep, float crush, float harden, int count, float[] work) {
    float twice = harden + harden;
    for (int j = 0; j < count; j += LANES) {
      FloatVector a00 = FloatVector.fromArray(F, work, j);
      FloatVector a01 = FloatVector.fromArray(F, work, CHUNK + j);
      FloatVector a02 = FloatVector.fromArray(F, work, 2 * CHUNK + j);
      FloatVector a10 = FloatVector.fromArray(F, work, 3 * CHUNK + j);
      FloatVector a11 = FloatVector.fromArray(F, work, 4 * CHUNK + j);
      FloatVector a12 = FloatVector.fromArray(F, work, 5 * CHUNK + j);
      FloatVector a20 = FloatVector.fromArray(F, work, 6 * CHUNK + j);
      FloatVector a21 = FloatVector.fromArray(F, work, 7 * CHUNK + j);
      FloatVector a22 = FloatVector.fromArray(F, work, 8 * CHUNK + j);
      FloatVector c00 = a11.mul(a22).sub(a12.mul(a21));
      FloatVector c01 = a12.mul(a20).sub(a10.mul(a22));
      FloatVector c02 = a10.mul(a21).sub(a11.mul(a20));
      FloatVector c10 = a02.mul(a21).sub(a01.mul(a22));
      FloatVector c11 = a00.mul(a22).sub(a02.mul(a20));
      FloatVector c12 = a01.mul(a20).sub(a00.mul(a21));
      FloatVector c20 = a01.mul(a12).sub(a02.mul(a11));
      FloatVector c21 = a02.mul(a10).sub(a00.mul(a12));
      FloatVector c22 = a00.mul(a11).sub(a01.mul(a10));
      FloatVector volume = a00.mul(c00).add(a01.mul(c01)).add(a02.mul(c02));
      FloatVector j0 = volume.sub(1);
      FloatVector cc =
          c00.mul(c00)
              .add(c01.mul(c01))
              .add(c02.mul(c02))
              .add(c10.mul(c10))
              .add(c11.mul(c11))
              .add(c12.mul(c12))
              .add(c20.mul(c20))
              .add(c21.mul(c21))
              .add(c22.mul(c22));
      FloatVector m00 = a00.mul(a00).add(a10.mul(a10)).add(a20.mul(a20));
      FloatVector m11 = a01.mul(a01).add(a11.mul(a11)).add(a21.mul(a21));
      FloatVector m22 = a02.mul(a02).add(a12.mul(a12)).add(a22.mul(a22));
      FloatVector m01 = a00.mul(a01).add(a10.mul(a11)).add(a20.mul(a21));
      FloatVector m12 = a01.mul(a02).add(a11.mul(a12)).add(a21.mul(a22));
      FloatVector m02 = a00.mul(a02).add(a10.mul(a12)).add(a20.mul(a22));
      FloatVector f = j0.div(cc.add(SLACK).mul(SCALE));
      FloatVector d2 = j0.mul(f);
      FloatVector lost = j0.min(0.0f).mul(f);
      FloatVector grip = lost.mul(crush).add(keep);
      FloatVector energy = d2.mul(0.5f * keep).add(lost.mul(lost).mul(0.25f * crush));
      FloatVector size = m00.add(m11).add(m22);
      FloatVector near = FloatVector.broadcast(F, FAR).div(size.add(1e-06f)).min(1.0f);
      FloatVector fc = grip.mul(f);
      FloatVector fa = fc.mul(f).mul(SCALE);
      FloatVector fi = fa.mul(size);
      FloatVector b00 = m00.mul(near).add(SOFT);
      FloatVector b11 = m11.mul(near).add(SOFT);
      FloatVector b22 = m22.mul(near).add(SOFT);
      FloatVector b01 = m01.mul(near);
      FloatVector b12 = m12.mul(near);
      FloatVector b02 = m02.mul(near);
      FloatVector n00 = b11.mul(b22).sub(b12.mul(b12));
      FloatVector n01 = b02.mul(b12).sub(b01.mul(b22));
      FloatVector n02 = b01.mul(b12).sub(b02.mul(b11));
      FloatVector n11 = b00.mul(b22).sub(b02.mul(b02));
      FloatVector n12 = b01.mul(b02).sub(b00.mul(b12));
      FloatVector n22 = b00.mul(b11).sub(b01.mul(b01));
      FloatVector over =
          FloatVector.broadcast(F, 1.0f).div(b00.mul(n00).add(b01.mul(n01)).add(b02.mul(n02)));
      n00 = n00.mul(over);
      n11 = n11.mul(over);
      n22 = n22.mul(over);
      n01 = n01.mul(over);
      n12 = n12.mul(over);
      n02 = n02.mul(over);
      FloatVector s00 = n00.mul(n00).add(n01.mul(n01)).add(n02.mul(n02));
      FloatVector s11 = n01.mul(n01).add(n11.mul(n11)).add(n12.mul(n12));
      FloatVector s22 = n02.mul(n02).add(n12.mul(n12)).add(n22.mul(n22));
      FloatVector s01 = n00.mul(n01).add(n01.mul(n11)).add(n02.mul(n12));
      FloatVector s12 = n01.mul(n02).add(n11.mul(n12)).add(n12.mul(n22));
      FloatVector s02 = n00.mul(n02).add(n01.mul(n12)).add(n02.mul(n22));
      FloatVector cross = s01.mul(n01).add(s12.mul(n12)).add(s02.mul(n02));
      FloatVector cube = s00.mul(n00).add(s11.mul(n11)).add(s22.mul(n22)).add(cross.add(cross));
      FloatVector stored =
          cube.mul(CUBE).sub(s00.add(s11).add(s22).mul(FIRM)).add(n00.add(n11).add(n22)).sub(REST);
      energy.add(stored.mul(harden)).intoArray(work, ENERGY + j);
      FloatVector x00 = s00.mul(FIRM).sub(n00);
      FloatVector x11 = s11.mul(FIRM).sub(n11);
      FloatVector x22 = s22.mul(FIRM).sub(n22);
      FloatVector x01 = s01.mul(FIRM).sub(n01);
      FloatVector x12 = s12.mul(FIRM).sub(n12);
      FloatVector x02 = s02.mul(FIRM).sub(n02);
      FloatVector y00 = x00.mul(x00).add(x01.mul(x01)).add(x02.mul(x02));
      FloatVector y11 = x01.mul(x01).add(x11.mul(x11)).add(x12.mul(x12));
      FloatVector y22 = x02.mul(x02).add(x12.mul(x12)).add(x22.mul(x22));
      FloatVector y01 = x00.mul(x01).add(x01.mul(x11)).add(x02.mul(x12));
      FloatVector y12 = x01.mul(x02).add(x11.mul(x12)).add(x12.mul(x22));
      FloatVector y02 = x00.mul(x02).add(x01.mul(x12)).add(x02.mul(x22));
      FloatVector push = near.mul(twice);
      FloatVector z00 = m00.mul(fa).sub(y00.mul(push)).sub(fi);
      FloatVector z11 = m11.mul(fa).sub(y11.mul(push)).sub(fi);
      FloatVector z22 = m22.mul(fa).sub(y22.mul(push)).sub(fi);
      FloatVector z01 = m01.mul(fa).sub(y01.mul(push));
      FloatVector z12 = m12.mul(fa).sub(y12.mul(push));
      FloatVector z02 = m02.mul(fa).sub(y02.mul(push));
      c00.mul(fc).add(a00.mul(z00).add(a01.mul(z01)).add(a02.mul(z02))).intoArray(work, j);
      c01.mul(fc).add(a00.mul(z01).add(a01.mul(z11)).add(a02.mul(z12))).intoArray(work, CHUNK + j);
      c02.mul(fc)
          .add(a00.mul(z02).add(a01.mul(z12)).add(a02.mul(z22)))
          .intoArray(work, 2 * CHUNK + j);
      c10.mul(fc)
          .add(a10.mul(z00).add(a11.mul(z01)).add(a12.mul(z02)))
          .intoArray(work, 3 * CHUNK + j);
      c11.mul(fc)
          .add(a10.mul(z01).add(a11.mul(z11)).add(a12.mul(z12)))
          .intoArray(work, 4 * CHUNK + j);
      c12.mul(fc)
          .add(a10.mul(z02).add(a11.mul(z12)).add(a12.mul(z22)))
          .intoArray(work, 5 * CHUNK + j);
      c20.mul(fc)
          .add(a20.mul(z00).add(a21.mul(z01)).add(a22.mul(z02)))
          .intoArray(work, 6 * CHUNK + j);
      c21.mul(fc)
          .add(a20.mul(z01).add(a21.mul(z11)).add(a22.mul(z12)))
          .intoArray(work, 7 * CHUNK + j);
      c22.mul(fc)
          .add(a20.mul(z02).add(a21.mul(z12)).add(a22.mul(z22)))
          .intoArray(work, 8 * CHUNK + j);
    }
  }

  @Override
  public void fromTargets(int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector i00 = FloatVector.fromArray(F, work, INVERSE + j);
      FloatVector i01 = FloatVector.fromArray(F, work, INVERSE + CHUNK + j);
      FloatVector i02 = FloatVector.fromArray(F, work, INVERSE + 2 * CHUNK + j);
      FloatVector i10 = FloatVector.fromArray(F, work, INVERSE + 3 * CHUNK + j);
      FloatVector i11 = FloatVector.fromArray(F, work, INVERSE + 4 * CHUNK + j);
      FloatVector i12 = FloatVector.fromArray(F, work, INVERSE + 5 * CHUNK + j);
      FloatVector i20 = FloatVector.fromArray(F, work, INVERSE + 6 * CHUNK + j);
      FloatVector i21 = FloatVector.fromArray(F, work, INVERSE + 7 * CHUNK + j);
      FloatVector i22 = FloatVector.fromArray(F, work, INVERSE + 8 * CHUNK + j);
      FloatVector g00 = FloatVector.fromArray(F, work, j);
      FloatVector g01 = FloatVector.fromArray(F, work, CHUNK + j);
      FloatVector g02 = FloatVector.fromArray(F, work, 2 * CHUNK + j);
      g00.mul(i00).add(g01.mul(i10)).add(g02.mul(i20)).intoArray(work, j);
      g00.mul(i01).add(g01.mul(i11)).add(g02.mul(i21)).intoArray(work, CHUNK + j);
      g00.mul(i02).add(g01.mul(i12)).add(g02.mul(i22)).intoArray(work, 2 * CHUNK + j);
      FloatVector g10 = FloatVector.fromArray(F, work, 3 * CHUNK + j);
      FloatVector g11 = FloatVector.fromArray(F, work, 4 * CHUNK + j);
      FloatVector g12 = FloatVector.fromArray(F, work, 5 * CHUNK + j);
      g10.mul(i00).add(g11.mul(i10)).add(g12.mul(i20)).intoArray(work, 3 * CHUNK + j);
      g10.mul(i01).add(g11.mul(i11)).add(g12.mul(i21)).intoArray(work, 4 * CHUNK + j);
      g10.mul(i02).add(g11.mul(i12)).add(g12.mul(i22)).intoArray(work, 5 * CHUNK + j);
      FloatVector g20 = FloatVector.fromArray(F, work, 6 * CHUNK + j);
      FloatVector g21 = FloatVector.fromArray(F, work, 7 * CHUNK + j);
      FloatVector g22 = FloatVector.fromArray(F, work, 8 * CHUNK + j);
      g20.mul(i00).add(g21.mul(i10)).add(g22.mul(i20)).intoArray(work, 6 * CHUNK + j);
      g20.mul(i01).add(g21.mul(i11)).add(g22.mul(i21)).intoArray(work, 7 * CHUNK + j);
      g20.mul(i02).add(g21.mul(i12)).add(g22.mul(i22)).intoArray(work, 8 * CHUNK + j);
    }
  }

  @Override
  public void keepMissing(
      float[] target, int column, float[] rest, int from, float keep, int count) {
    float more = keep / (1 - keep);
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      int at = REST_ROWS * (from + j);
      FloatVector dxx = FloatVector.fromArray(F, rest, at + 7 * LANES);
      FloatVector dyy = FloatVector.fromArray(F, rest, at + 8 * LANES);
      FloatVector dzz = FloatVector.fromArray(F, rest, at + 9 * LANES);
      FloatVector dxy = FloatVector.fromArray(F, rest, at + 10 * LANES);
      FloatVector dyz = FloatVector.fromArray(F, rest, at + 11 * LANES);
      FloatVector dzx = FloatVector.fromArray(F, rest, at + 12 * LANES);
      FloatVector t00 = FloatVector.fromArray(F, target, t);
      FloatVector t01 = FloatVector.fromArray(F, target, TILE + t);
      FloatVector t02 = FloatVector.fromArray(F, target, 2 * TILE + t);
      FloatVector u00 = t00.mul(dxx).add(t01.mul(dxy)).add(t02.mul(dzx));
      FloatVector u01 = t00.mul(dxy).add(t01.mul(dyy)).add(t02.mul(dyz));
      FloatVector u02 = t00.mul(dzx).add(t01.mul(dyz)).add(t02.mul(dzz));
      t00.add(u00.mul(more)).intoArray(target, t);
      t01.add(u01.mul(more)).intoArray(target, TILE + t);
      t02.add(u02.mul(more)).intoArray(target, 2 * TILE + t);
      FloatVector t10 = FloatVector.fromArray(F, target, 3 * TILE + t);
      FloatVector t11 = FloatVector.fromArray(F, target, 4 * TILE + t);
      FloatVector t12 = FloatVector.fromArray(F, target, 5 * TILE + t);
      FloatVector u10 = t10.mul(dxx).add(t11.mul(dxy)).add(t12.mul(dzx));
      FloatVector u11 = t10.mul(dxy).add(t11.mul(dyy)).add(t12.mul(dyz));
      FloatVector u12 = t10.mul(dzx).add(t11.mul(dyz)).add(t12.mul(dzz));
      t10.add(u10.mul(more)).intoArray(target, 3 * TILE + t);
      t11.add(u11.mul(more)).intoArray(target, 4 * TILE + t);
      t12.add(u12.mul(more)).intoArray(target, 5 * TILE + t);
      FloatVector t20 = FloatVector.fromArray(F, target, 6 * TILE + t);
      FloatVector t21 = FloatVector.fromArray(F, target, 7 * TILE + t);
      FloatVector t22 = FloatVector.fromArray(F, target, 8 * TILE + t);
      FloatVector u20 = t20.mul(dxx).add(t21.mul(dxy)).add(t22.mul(dzx));
      FloatVector u21 = t20.mul(dxy).add(t21.mul(dyy)).add(t22.mul(dyz));
      FloatVector u22 = t20.mul(dzx).add(t21.mul(dyz)).add(t22.mul(dzz));
      t20.add(u20.mul(more)).intoArray(target, 6 * TILE + t);
      t21.add(u21.mul(more)).intoArray(target, 7 * TILE + t);
      t22.add(u22.mul(more)).intoArray(target, 8 * TILE + t);
    }
  }

  @Override
  public void targets(
      float[] tile,
      int column,
      float[] rest,
      int from,
      float keep,
      int count,
      float[] work,
      float[] target) {
    float share = 1 - keep;
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      int at = REST_ROWS * (from + j);
      FloatVector kxx = FloatVector.fromArray(F, rest, at);
      FloatVector kyy = FloatVector.fromArray(F, rest, at + LANES);
      FloatVector kzz = FloatVector.fromArray(F, rest, at + 2 * LANES);
      FloatVector kxy = FloatVector.fromArray(F, rest, at + 3 * LANES);
      FloatVector kyz = FloatVector.fromArray(F, rest, at + 4 * LANES);
      FloatVector kzx = FloatVector.fromArray(F, rest, at + 5 * LANES);
      FloatVector w = FloatVector.fromArray(F, rest, at + 6 * LANES);
      FloatVector p00 = FloatVector.fromArray(F, tile, 3 * TILE + t);
      FloatVector g00 = FloatVector.fromArray(F, work, j);
      p00 = p00.mul(keep).sub(g00.mul(w));
      FloatVector p01 = FloatVector.fromArray(F, tile, 4 * TILE + t);
      FloatVector g01 = FloatVector.fromArray(F, work, CHUNK + j);
      p01 = p01.mul(keep).sub(g01.mul(w));
      FloatVector p02 = FloatVector.fromArray(F, tile, 5 * TILE + t);
      FloatVector g02 = FloatVector.fromArray(F, work, 2 * CHUNK + j);
      p02 = p02.mul(keep).sub(g02.mul(w));
      FloatVector a00 = p00.mul(kxx).add(p01.mul(kxy)).add(p02.mul(kzx));
      FloatVector a01 = p00.mul(kxy).add(p01.mul(kyy)).add(p02.mul(kyz));
      FloatVector a02 = p00.mul(kzx).add(p01.mul(kyz)).add(p02.mul(kzz));
      FloatVector t00 = FloatVector.fromArray(F, target, t);
      t00.mul(share).add(a00).intoArray(target, t);
      FloatVector t01 = FloatVector.fromArray(F, target, TILE + t);
      t01.mul(share).add(a01).intoArray(target, TILE + t);
      FloatVector t02 = FloatVector.fromArray(F, target, 2 * TILE + t);
      t02.mul(share).add(a02).intoArray(target, 2 * TILE + t);
      FloatVector p10 = FloatVector.fromArray(F, tile, 6 * TILE + t);
      FloatVector g10 = FloatVector.fromArray(F, work, 3 * CHUNK + j);
      p10 = p10.mul(keep).sub(g10.mul(w));
      FloatVector p11 = FloatVector.fromArray(F, tile, 7 * TILE + t);
      FloatVector g11 = FloatVector.fromArray(F, work, 4 * CHUNK + j);
      p11 = p11.mul(keep).sub(g11.mul(w));
      FloatVector p12 = FloatVector.fromArray(F, tile, 8 * TILE + t);
      FloatVector g12 = FloatVector.fromArray(F, work, 5 * CHUNK + j);
      p12 = p12.mul(keep).sub(g12.mul(w));
      FloatVector a10 = p10.mul(kxx).add(p11.mul(kxy)).add(p12.mul(kzx));
      FloatVector a11 = p10.mul(kxy).add(p11.mul(kyy)).add(p12.mul(kyz));
      FloatVector a12 = p10.mul(kzx).add(p11.mul(kyz)).add(p12.mul(kzz));
      FloatVector t10 = FloatVector.fromArray(F, target, 3 * TILE + t);
      t10.mul(share).add(a10).intoArray(target, 3 * TILE + t);
      FloatVector t11 = FloatVector.fromArray(F, target, 4 * TILE + t);
      t11.mul(share).add(a11).intoArray(target, 4 * TILE + t);
      FloatVector t12 = FloatVector.fromArray(F, target, 5 * TILE + t);
      t12.mul(share).add(a12).intoArray(target, 5 * TILE + t);
      FloatVector p20 = FloatVector.fromArray(F, tile, 9 * TILE + t);
      FloatVector g20 = FloatVector.fromArray(F, work, 6 * CHUNK + j);
      p20 = p20.mul(keep).sub(g20.mul(w));
      FloatVector p21 = FloatVector.fromArray(F, tile, 10 * TILE + t);
      FloatVector g21 = FloatVector.fromArray(F, work, 7 * CHUNK + j);
      p21 = p21.mul(keep).sub(g21.mul(w));
      FloatVector p22 = FloatVector.fromArray(F, tile, 11 * TILE + t);
      FloatVector g22 = FloatVector.fromArray(F, work, 8 * CHUNK + j);
      p22 = p22.mul(keep).sub(g22.mul(w));
      FloatVector a20 = p20.mul(kxx).add(p21.mul(kxy)).add(p22.mul(kzx));
      FloatVector a21 = p20.mul(kxy).add(p21.mul(kyy)).add(p22.mul(kyz));
      FloatVector a22 = p20.mul(kzx).add(p21.mul(kyz)).add(p22.mul(kzz));
      FloatVector t20 = FloatVector.fromArray(F, target, 6 * TILE + t);
      t20.mul(share).add(a20).intoArray(target, 6 * TILE + t);
      FloatVector t21 = FloatVector.fromArray(F, target, 7 * TILE + t);
      t21.mul(share).add(a21).intoArray(target, 7 * TILE + t);
      FloatVector t22 = FloatVector.fromArray(F, target, 8 * TILE + t);
      t22.mul(share).add(a22).intoArray(target, 8 * TILE + t);
    }
  }

  @Override
  public double elasticSum(
      float[] tile,
      int column,
      float[] rest,
      float[] regionMass,
      float[] rho,
      int from,
      float keep,
      int count,
      float[] work,
      float[] scratch) {
    FloatVector sum = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int t = column + j;
      int at = REST_ROWS * (from + j);
      FloatVector cx = FloatVector.fromArray(F, tile, t);
      FloatVector cy = FloatVector.fromArray(F, tile, TILE + t);
      FloatVector cz = FloatVector.fromArray(F, tile, 2 * TILE + t);
      FloatVector trace = FloatVector.fromArray(F, work, TRACE + j);
      FloatVector energy = FloatVector.fromArray(F, work, ENERGY + j);
      FloatVector w = FloatVector.fromArray(F, rest, at + 6 * LANES);
      FloatVector mass = FloatVector.fromArray(F, regionMass, from + j);
      FloatVector second = FloatVector.fromArray(F, rho, from + j);
      FloatVector stored = energy.mul(w);
      FloatVector term =
          mass.mul(cx.mul(cx).add(cy.mul(cy)).add(cz.mul(cz)).mul(keep))
              .add(second.mul(trace.mul(keep).sub(stored.add(stored))));
      sum = sum.add(term);
    }
    sum.intoArray(scratch, 0);
    return WideKernels.addLanes(scratch, 0);
  }
}
