package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexProjection;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * The example kernels on lanes: eight regions side by side, operation by operation as the twin.
 * {@link WideFit} has the fits, {@link WideSimplex} the projections of single regions.
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
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      int count,
      float[] work) {
    return WideFit.fit(tile, column, x, xAt, qw, qx, qy, qz, from, count, work);
  }

  @Override
  public void strains(
      float[] work,
      float[] rest,
      int restAt,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from) {
    WideFit.strains(work, rest, restAt, count, qw, qx, qy, qz, from);
  }

  @Override
  public void targets(
      float[] work, int count, float[] t, int column, float[] ox, float[] oy, float[] oz, int to) {
    WideFit.targets(work, count, t, column, ox, oy, oz, to);
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
      fourDots(work, deltas, at + 6 * LANES * k, 6 * examples, count, scratch);
      for (int i = 0; i < 4; i++) {
        out[outAt + k + i] += WideKernels.addLanes(scratch, i);
      }
    }
    for (; k < examples; k++) {
      FloatVector sum = FloatVector.zero(F);
      for (int j = 0; j < count; j += LANES) {
        int s = S + 6 * j, d = at + 6 * (examples * j + LANES * k);
        FloatVector s0 = FloatVector.fromArray(F, work, s);
        FloatVector s1 = FloatVector.fromArray(F, work, s + LANES);
        FloatVector s2 = FloatVector.fromArray(F, work, s + 2 * LANES);
        FloatVector s3 = FloatVector.fromArray(F, work, s + 3 * LANES);
        FloatVector s4 = FloatVector.fromArray(F, work, s + 4 * LANES);
        FloatVector s5 = FloatVector.fromArray(F, work, s + 5 * LANES);
        sum =
            sum.add(
                s0.mul(FloatVector.fromArray(F, deltas, d))
                    .add(s1.mul(FloatVector.fromArray(F, deltas, d + LANES)))
                    .add(s2.mul(FloatVector.fromArray(F, deltas, d + 2 * LANES)))
                    .add(s3.mul(FloatVector.fromArray(F, deltas, d + 3 * LANES)))
                    .add(s4.mul(FloatVector.fromArray(F, deltas, d + 4 * LANES)))
                    .add(s5.mul(FloatVector.fromArray(F, deltas, d + 5 * LANES))));
      }
      sum.intoArray(scratch, 0);
      out[outAt + k] += WideKernels.addLanes(scratch, 0);
    }
  }

  /** Sums over columns of four examples, into four rows of LANES; rows of all examples. */
  private static void fourDots(
      float[] work, float[] deltas, int at, int rows, int count, float[] scratch) {
    FloatVector sum0 = FloatVector.zero(F), sum1 = FloatVector.zero(F);
    FloatVector sum2 = FloatVector.zero(F), sum3 = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      int s = S + 6 * j, d = at + rows * j;
      int e = d + 6 * LANES, f = e + 6 * LANES, g = f + 6 * LANES;
      FloatVector s0 = FloatVector.fromArray(F, work, s);
      FloatVector s1 = FloatVector.fromArray(F, work, s + LANES);
      FloatVector s2 = FloatVector.fromArray(F, work, s + 2 * LANES);
      FloatVector s3 = FloatVector.fromArray(F, work, s + 3 * LANES);
      FloatVector s4 = FloatVector.fromArray(F, work, s + 4 * LANES);
      FloatVector s5 = FloatVector.fromArray(F, work, s + 5 * LANES);
      sum0 =
          sum0.add(
              s0.mul(FloatVector.fromArray(F, deltas, d))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, d + LANES)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, d + 2 * LANES)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, d + 3 * LANES)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, d + 4 * LANES)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, d + 5 * LANES))));
      sum1 =
          sum1.add(
              s0.mul(FloatVector.fromArray(F, deltas, e))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, e + LANES)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, e + 2 * LANES)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, e + 3 * LANES)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, e + 4 * LANES)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, e + 5 * LANES))));
      sum2 =
          sum2.add(
              s0.mul(FloatVector.fromArray(F, deltas, f))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, f + LANES)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, f + 2 * LANES)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, f + 3 * LANES)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, f + 4 * LANES)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, f + 5 * LANES))));
      sum3 =
          sum3.add(
              s0.mul(FloatVector.fromArray(F, deltas, g))
                  .add(s1.mul(FloatVector.fromArray(F, deltas, g + LANES)))
                  .add(s2.mul(FloatVector.fromArray(F, deltas, g + 2 * LANES)))
                  .add(s3.mul(FloatVector.fromArray(F, deltas, g + 3 * LANES)))
                  .add(s4.mul(FloatVector.fromArray(F, deltas, g + 4 * LANES)))
                  .add(s5.mul(FloatVector.fromArray(F, deltas, g + 5 * LANES))));
    }
    sum0.intoArray(scratch, 0);
    sum1.intoArray(scratch, LANES);
    sum2.intoArray(scratch, 2 * LANES);
    sum3.intoArray(scratch, 3 * LANES);
  }

  @Override
  public void dotsOfEach(
      float[] work, float[] deltas, int at, int examples, int count, float[] out) {
    for (int j = 0; j < count; j += LANES) {
      int s = S + 6 * j, d = at + 6 * examples * j;
      FloatVector s0 = FloatVector.fromArray(F, work, s);
      FloatVector s1 = FloatVector.fromArray(F, work, s + LANES);
      FloatVector s2 = FloatVector.fromArray(F, work, s + 2 * LANES);
      FloatVector s3 = FloatVector.fromArray(F, work, s + 3 * LANES);
      FloatVector s4 = FloatVector.fromArray(F, work, s + 4 * LANES);
      FloatVector s5 = FloatVector.fromArray(F, work, s + 5 * LANES);
      for (int k = 0; k < examples; k++, d += 6 * LANES) {
        s0.mul(FloatVector.fromArray(F, deltas, d))
            .add(s1.mul(FloatVector.fromArray(F, deltas, d + LANES)))
            .add(s2.mul(FloatVector.fromArray(F, deltas, d + 2 * LANES)))
            .add(s3.mul(FloatVector.fromArray(F, deltas, d + 3 * LANES)))
            .add(s4.mul(FloatVector.fromArray(F, deltas, d + 4 * LANES)))
            .add(s5.mul(FloatVector.fromArray(F, deltas, d + 5 * LANES)))
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
      float[] factors,
      int factorsAt,
      float[] scratch,
      SimplexProjection spare) {
    WideSimplex.weights(
        gram, gramAt, c, examples, count, w, free, freeAt, factors, factorsAt, scratch, spare);
  }

  @Override
  public void sumDots(
      float[] c,
      int examples,
      int count,
      float[] ridge,
      int ridgeAt,
      float[] whole,
      float[] scratch,
      double[] out) {
    for (int k = 0; k < examples; k++) {
      FloatVector sum = FloatVector.zero(F);
      for (int j = 0; j < count; j += LANES) {
        FloatVector v = FloatVector.fromArray(F, c, k * CHUNK + j);
        sum = sum.add(v);
        v.add(FloatVector.fromArray(F, ridge, ridgeAt + j).mul(whole[k]))
            .intoArray(c, k * CHUNK + j);
      }
      sum.intoArray(scratch, 0);
      out[k] += WideKernels.addLanes(scratch, 0);
    }
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
      float[] deltas,
      int at,
      float[] w,
      int examples,
      int[] used,
      int uses,
      int count,
      float[] work) {
    if (uses == 1) {
      mixOne(deltas, at + 6 * LANES * used[0], 6 * examples, w[used[0]], count, work);
      return;
    }
    for (int j = 0; j < count; j += LANES) {
      FloatVector e0 = FloatVector.zero(F), e1 = FloatVector.zero(F), e2 = FloatVector.zero(F);
      FloatVector e3 = FloatVector.zero(F), e4 = FloatVector.zero(F), e5 = FloatVector.zero(F);
      for (int i = 0; i < uses; i++) {
        int d = at + 6 * (examples * j + LANES * used[i]);
        float v = w[used[i]];
        e0 = e0.add(FloatVector.fromArray(F, deltas, d).mul(v));
        e1 = e1.add(FloatVector.fromArray(F, deltas, d + LANES).mul(v));
        e2 = e2.add(FloatVector.fromArray(F, deltas, d + 2 * LANES).mul(v));
        e3 = e3.add(FloatVector.fromArray(F, deltas, d + 3 * LANES).mul(v));
        e4 = e4.add(FloatVector.fromArray(F, deltas, d + 4 * LANES).mul(v));
        e5 = e5.add(FloatVector.fromArray(F, deltas, d + 5 * LANES).mul(v));
      }
      int s = S + 6 * j;
      e0.add(1f).intoArray(work, s);
      e1.add(1f).intoArray(work, s + LANES);
      e2.add(1f).intoArray(work, s + 2 * LANES);
      e3.mul(HALF_ROOT2).add(0f).intoArray(work, s + 3 * LANES);
      e4.mul(HALF_ROOT2).add(0f).intoArray(work, s + 4 * LANES);
      e5.mul(HALF_ROOT2).add(0f).intoArray(work, s + 5 * LANES);
    }
  }

  /** The same with one example, at its own place. */
  private static void mixOne(float[] deltas, int at, int rows, float w, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      int s = S + 6 * j, d = at + rows * j;
      FloatVector.fromArray(F, deltas, d).mul(w).add(1f).intoArray(work, s);
      FloatVector.fromArray(F, deltas, d + LANES).mul(w).add(1f).intoArray(work, s + LANES);
      FloatVector.fromArray(F, deltas, d + 2 * LANES).mul(w).add(1f).intoArray(work, s + 2 * LANES);
      FloatVector.fromArray(F, deltas, d + 3 * LANES)
          .mul(w)
          .mul(HALF_ROOT2)
          .add(0f)
          .intoArray(work, s + 3 * LANES);
      FloatVector.fromArray(F, deltas, d + 4 * LANES)
          .mul(w)
          .mul(HALF_ROOT2)
          .add(0f)
          .intoArray(work, s + 4 * LANES);
      FloatVector.fromArray(F, deltas, d + 5 * LANES)
          .mul(w)
          .mul(HALF_ROOT2)
          .add(0f)
          .intoArray(work, s + 5 * LANES);
    }
  }

  @Override
  public void mixOfEach(float[] deltas, int at, float[] w, int examples, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector e0 = FloatVector.zero(F), e1 = FloatVector.zero(F), e2 = FloatVector.zero(F);
      FloatVector e3 = FloatVector.zero(F), e4 = FloatVector.zero(F), e5 = FloatVector.zero(F);
      for (int k = 0, d = at + 6 * examples * j; k < examples; k++, d += 6 * LANES) {
        FloatVector v = FloatVector.fromArray(F, w, k * CHUNK + j);
        e0 = e0.add(FloatVector.fromArray(F, deltas, d).mul(v));
        e1 = e1.add(FloatVector.fromArray(F, deltas, d + LANES).mul(v));
        e2 = e2.add(FloatVector.fromArray(F, deltas, d + 2 * LANES).mul(v));
        e3 = e3.add(FloatVector.fromArray(F, deltas, d + 3 * LANES).mul(v));
        e4 = e4.add(FloatVector.fromArray(F, deltas, d + 4 * LANES).mul(v));
        e5 = e5.add(FloatVector.fromArray(F, deltas, d + 5 * LANES).mul(v));
      }
      int s = S + 6 * j;
      e0.add(1f).intoArray(work, s);
      e1.add(1f).intoArray(work, s + LANES);
      e2.add(1f).intoArray(work, s + 2 * LANES);
      e3.mul(HALF_ROOT2).add(0f).intoArray(work, s + 3 * LANES);
      e4.mul(HALF_ROOT2).add(0f).intoArray(work, s + 4 * LANES);
      e5.mul(HALF_ROOT2).add(0f).intoArray(work, s + 5 * LANES);
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
      int s = S + 6 * j, at = kAt + 6 * j;
      FloatVector xx = FloatVector.fromArray(F, work, s).sub(1f),
          yy = FloatVector.fromArray(F, work, s + LANES).sub(1f),
          zz = FloatVector.fromArray(F, work, s + 2 * LANES).sub(1f);
      FloatVector xy = FloatVector.fromArray(F, work, s + 3 * LANES),
          yz = FloatVector.fromArray(F, work, s + 4 * LANES),
          zx = FloatVector.fromArray(F, work, s + 5 * LANES);
      FloatVector dxx = xx.add(xx).add(xx.mul(xx).add(xy.mul(xy)).add(zx.mul(zx)).mul(inverseBeta));
      FloatVector dyy = yy.add(yy).add(xy.mul(xy).add(yy.mul(yy)).add(yz.mul(yz)).mul(inverseBeta));
      FloatVector dzz = zz.add(zz).add(zx.mul(zx).add(yz.mul(yz)).add(zz.mul(zz)).mul(inverseBeta));
      FloatVector dxy = xy.add(xy).add(xx.mul(xy).add(xy.mul(yy)).add(zx.mul(yz)).mul(inverseBeta));
      FloatVector dyz = yz.add(yz).add(xy.mul(zx).add(yy.mul(yz)).add(yz.mul(zz)).mul(inverseBeta));
      FloatVector dzx = zx.add(zx).add(xx.mul(zx).add(xy.mul(yz)).add(zx.mul(zz)).mul(inverseBeta));
      FloatVector on =
          FloatVector.fromArray(F, k, at)
              .mul(dxx)
              .add(FloatVector.fromArray(F, k, at + LANES).mul(dyy))
              .add(FloatVector.fromArray(F, k, at + 2 * LANES).mul(dzz));
      FloatVector off =
          FloatVector.fromArray(F, k, at + 3 * LANES)
              .mul(dxy)
              .add(FloatVector.fromArray(F, k, at + 4 * LANES).mul(dyz))
              .add(FloatVector.fromArray(F, k, at + 5 * LANES).mul(dzx));
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
