package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.SimplexLanes;
import dev.shinari.kernel.SimplexProjection;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The example kernels on lanes: eight regions side by side, operation by operation as the twin. */
final class WideExampleKernels implements ExampleKernels {
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
  public void dots(
      float[] strain,
      float[] deltas,
      int examples,
      int count,
      float[] scratch,
      double[] out,
      int outAt) {
    for (int k = 0; k < examples; k++) {
      int d = 6 * k * count;
      FloatVector sum = FloatVector.zero(F);
      for (int j = 0; j < count; j += LANES) {
        sum =
            sum.add(
                FloatVector.fromArray(F, strain, j)
                    .mul(FloatVector.fromArray(F, deltas, d + j))
                    .add(
                        FloatVector.fromArray(F, strain, TILE + j)
                            .mul(FloatVector.fromArray(F, deltas, d + count + j)))
                    .add(
                        FloatVector.fromArray(F, strain, 2 * TILE + j)
                            .mul(FloatVector.fromArray(F, deltas, d + 2 * count + j)))
                    .add(
                        FloatVector.fromArray(F, strain, 3 * TILE + j)
                            .mul(FloatVector.fromArray(F, deltas, d + 3 * count + j)))
                    .add(
                        FloatVector.fromArray(F, strain, 4 * TILE + j)
                            .mul(FloatVector.fromArray(F, deltas, d + 4 * count + j)))
                    .add(
                        FloatVector.fromArray(F, strain, 5 * TILE + j)
                            .mul(FloatVector.fromArray(F, deltas, d + 5 * count + j))));
      }
      sum.intoArray(scratch, 0);
      out[outAt + k] = WideKernels.addLanes(scratch, 0);
    }
  }

  @Override
  public void dotsOfEach(float[] strain, float[] deltas, int examples, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      int d = 6 * k * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector.fromArray(F, strain, j)
            .mul(FloatVector.fromArray(F, deltas, d + j))
            .add(
                FloatVector.fromArray(F, strain, TILE + j)
                    .mul(FloatVector.fromArray(F, deltas, d + count + j)))
            .add(
                FloatVector.fromArray(F, strain, 2 * TILE + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 2 * count + j)))
            .add(
                FloatVector.fromArray(F, strain, 3 * TILE + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 3 * count + j)))
            .add(
                FloatVector.fromArray(F, strain, 4 * TILE + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 4 * count + j)))
            .add(
                FloatVector.fromArray(F, strain, 5 * TILE + j)
                    .mul(FloatVector.fromArray(F, deltas, d + 5 * count + j)))
            .intoArray(out, k * TILE + j);
      }
    }
  }

  @Override
  public void simplexWeights(
      float[] gram,
      float[] c,
      int examples,
      int count,
      float[] w,
      float[] free,
      float[] scratch,
      SimplexProjection spare) {
    if (examples == 1) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector.fromArray(F, c, j)
            .div(FloatVector.fromArray(F, gram, j))
            .max(0f)
            .min(1f)
            .intoArray(w, j);
      }
      return;
    }
    if (examples > LANE_EXAMPLES) {
      for (int j = 0; j < count; j++) {
        SimplexLanes.column(gram, c, examples, count, j, w, free, scratch, spare);
      }
      return;
    }
    float[] s = scratch;
    for (int j = 0; j < count; j += LANES) {
      load(gram, c, free, examples, count, j, s);
      int done = 0;
      for (int round = 0; round < SimplexLanes.ROUNDS && done != 0xFF; round++) {
        round(s);
        for (int l = 0; l < LANES; l++) {
          if (s[WRONG + l] == 0 && (done >> l & 1) == 0) {
            done |= 1 << l;
            for (int i = 0; i < examples; i++) {
              int at = i * LANES + l;
              w[i * TILE + j + l] = s[FREE + at] > 0 ? s[VALUE + at] : 0;
            }
          }
        }
      }
      for (int i = 0; i < examples; i++) {
        FloatVector.fromArray(F, s, FREE + i * LANES).intoArray(free, i * count + j);
      }
      FloatVector.fromArray(F, s, FREE0).intoArray(free, examples * count + j);
      for (int l = 0; l < LANES && done != 0xFF; l++) {
        if ((done >> l & 1) == 0) {
          SimplexLanes.sure(gram, c, examples, count, j + l, w, free, spare);
        }
      }
    }
  }

  // Scratch of the projection in rows of LANES: the lower triangle of G, c, which weights are free,
  // w_0 too, the weights found, and how many signs are wrong.
  private static final int LANE_EXAMPLES = 4;
  private static final int RIGHT = 10 * LANES;
  private static final int FREE = 14 * LANES;
  private static final int FREE0 = 18 * LANES;
  private static final int VALUE = 19 * LANES;
  private static final int WRONG = 23 * LANES;

  /** Fewer than four examples are filled up with ones that never gain a weight. */
  private static void load(
      float[] gram, float[] c, float[] free, int n, int count, int j, float[] s) {
    for (int i = 0, row = 0; i < LANE_EXAMPLES; i++) {
      for (int k = 0; k <= i; k++, row++) {
        if (i < n) {
          FloatVector.fromArray(F, gram, row * count + j).intoArray(s, row * LANES);
        } else {
          FloatVector.broadcast(F, i == k ? 1f : 0f).intoArray(s, row * LANES);
        }
      }
      if (i < n) {
        FloatVector.fromArray(F, c, i * TILE + j).intoArray(s, RIGHT + i * LANES);
        FloatVector.fromArray(F, free, i * count + j).intoArray(s, FREE + i * LANES);
      } else {
        FloatVector.broadcast(F, -1e30f).intoArray(s, RIGHT + i * LANES);
        FloatVector.zero(F).intoArray(s, FREE + i * LANES);
      }
    }
    FloatVector.fromArray(F, free, n * count + j).intoArray(s, FREE0);
  }

  /** One round of {@link SimplexLanes#column}, spelt out for four examples. */
  private static void round(float[] s) {
    FloatVector one = FloatVector.broadcast(F, 1f), zero = FloatVector.zero(F);
    FloatVector g00 = FloatVector.fromArray(F, s, 0),
        g10 = FloatVector.fromArray(F, s, LANES),
        g11 = FloatVector.fromArray(F, s, 2 * LANES),
        g20 = FloatVector.fromArray(F, s, 3 * LANES),
        g21 = FloatVector.fromArray(F, s, 4 * LANES),
        g22 = FloatVector.fromArray(F, s, 5 * LANES),
        g30 = FloatVector.fromArray(F, s, 6 * LANES),
        g31 = FloatVector.fromArray(F, s, 7 * LANES),
        g32 = FloatVector.fromArray(F, s, 8 * LANES),
        g33 = FloatVector.fromArray(F, s, 9 * LANES);
    FloatVector c0 = FloatVector.fromArray(F, s, RIGHT),
        c1 = FloatVector.fromArray(F, s, RIGHT + LANES),
        c2 = FloatVector.fromArray(F, s, RIGHT + 2 * LANES),
        c3 = FloatVector.fromArray(F, s, RIGHT + 3 * LANES);
    FloatVector f0 = FloatVector.fromArray(F, s, FREE),
        f1 = FloatVector.fromArray(F, s, FREE + LANES),
        f2 = FloatVector.fromArray(F, s, FREE + 2 * LANES),
        f3 = FloatVector.fromArray(F, s, FREE + 3 * LANES);
    FloatVector d0 = g00.mul(f0).add(one.sub(f0));
    FloatVector i0 = one.div(d0);
    FloatVector l10 = g10.mul(f1.mul(f0)).mul(i0);
    FloatVector d1 = g11.mul(f1).add(one.sub(f1)).sub(l10.mul(l10).mul(d0));
    FloatVector i1 = one.div(d1);
    FloatVector l20 = g20.mul(f2.mul(f0)).mul(i0);
    FloatVector l21 = g21.mul(f2.mul(f1)).sub(l20.mul(l10).mul(d0)).mul(i1);
    FloatVector d2 =
        g22.mul(f2).add(one.sub(f2)).sub(l20.mul(l20).mul(d0)).sub(l21.mul(l21).mul(d1));
    FloatVector i2 = one.div(d2);
    FloatVector l30 = g30.mul(f3.mul(f0)).mul(i0);
    FloatVector l31 = g31.mul(f3.mul(f1)).sub(l30.mul(l10).mul(d0)).mul(i1);
    FloatVector l32 =
        g32.mul(f3.mul(f2)).sub(l30.mul(l20).mul(d0)).sub(l31.mul(l21).mul(d1)).mul(i2);
    FloatVector d3 =
        g33.mul(f3)
            .add(one.sub(f3))
            .sub(l30.mul(l30).mul(d0))
            .sub(l31.mul(l31).mul(d1))
            .sub(l32.mul(l32).mul(d2));
    FloatVector i3 = one.div(d3);
    FloatVector y0 = c0.mul(f0), u0 = f0;
    FloatVector y1 = c1.mul(f1).sub(l10.mul(y0)), u1 = f1.sub(l10.mul(u0));
    FloatVector y2 = c2.mul(f2).sub(l20.mul(y0)).sub(l21.mul(y1));
    FloatVector u2 = f2.sub(l20.mul(u0)).sub(l21.mul(u1));
    FloatVector y3 = c3.mul(f3).sub(l30.mul(y0)).sub(l31.mul(y1)).sub(l32.mul(y2));
    FloatVector u3 = f3.sub(l30.mul(u0)).sub(l31.mul(u1)).sub(l32.mul(u2));
    y3 = y3.mul(i3);
    u3 = u3.mul(i3);
    y2 = y2.mul(i2).sub(l32.mul(y3));
    u2 = u2.mul(i2).sub(l32.mul(u3));
    y1 = y1.mul(i1).sub(l21.mul(y2)).sub(l31.mul(y3));
    u1 = u1.mul(i1).sub(l21.mul(u2)).sub(l31.mul(u3));
    y0 = y0.mul(i0).sub(l10.mul(y1)).sub(l20.mul(y2)).sub(l30.mul(y3));
    u0 = u0.mul(i0).sub(l10.mul(u1)).sub(l20.mul(u2)).sub(l30.mul(u3));
    FloatVector sumY = y3.add(y2).add(y1).add(y0), sumU = u3.add(u2).add(u1).add(u0);
    FloatVector free = FloatVector.fromArray(F, s, FREE0);
    FloatVector lambda =
        sumY.sub(one)
            .div(sumU)
            .blend(zero, sumU.compare(VectorOperators.GT, 0f).not())
            .blend(zero, free.compare(VectorOperators.GT, 0f));
    FloatVector v0 = y0.sub(lambda.mul(u0)), v1 = y1.sub(lambda.mul(u1));
    FloatVector v2 = y2.sub(lambda.mul(u2)), v3 = y3.sub(lambda.mul(u3));
    v0.intoArray(s, VALUE);
    v1.intoArray(s, VALUE + LANES);
    v2.intoArray(s, VALUE + 2 * LANES);
    v3.intoArray(s, VALUE + 3 * LANES);
    FloatVector p0 =
        lambda.sub(c0).add(g00.mul(v0)).add(g10.mul(v1)).add(g20.mul(v2)).add(g30.mul(v3));
    FloatVector p1 =
        lambda.sub(c1).add(g10.mul(v0)).add(g11.mul(v1)).add(g21.mul(v2)).add(g31.mul(v3));
    FloatVector p2 =
        lambda.sub(c2).add(g20.mul(v0)).add(g21.mul(v1)).add(g22.mul(v2)).add(g32.mul(v3));
    FloatVector p3 =
        lambda.sub(c3).add(g30.mul(v0)).add(g31.mul(v1)).add(g32.mul(v2)).add(g33.mul(v3));
    float slack = -SimplexLanes.SLACK;
    FloatVector w0 = one.sub(v0.add(v1).add(v2).add(v3));
    // Wrong signs: of the weight where it is free, of the price where it is not.
    FloatVector x0 =
        one.blend(zero, p0.compare(VectorOperators.GE, g00.mul(slack)))
            .blend(
                one.blend(zero, v0.compare(VectorOperators.GE, 0f)),
                f0.compare(VectorOperators.GT, 0f));
    FloatVector x1 =
        one.blend(zero, p1.compare(VectorOperators.GE, g11.mul(slack)))
            .blend(
                one.blend(zero, v1.compare(VectorOperators.GE, 0f)),
                f1.compare(VectorOperators.GT, 0f));
    FloatVector x2 =
        one.blend(zero, p2.compare(VectorOperators.GE, g22.mul(slack)))
            .blend(
                one.blend(zero, v2.compare(VectorOperators.GE, 0f)),
                f2.compare(VectorOperators.GT, 0f));
    FloatVector x3 =
        one.blend(zero, p3.compare(VectorOperators.GE, g33.mul(slack)))
            .blend(
                one.blend(zero, v3.compare(VectorOperators.GE, 0f)),
                f3.compare(VectorOperators.GT, 0f));
    FloatVector x4 =
        one.blend(zero, lambda.compare(VectorOperators.GE, 0f))
            .blend(
                one.blend(zero, w0.compare(VectorOperators.GE, 0f)),
                free.compare(VectorOperators.GT, 0f));
    x0.add(x1).add(x2).add(x3).add(x4).intoArray(s, WRONG);
    // A flip: f becomes 1 - f where x is one.
    f0 = f0.add(x0.mul(one.sub(f0).sub(f0)));
    f1 = f1.add(x1.mul(one.sub(f1).sub(f1)));
    f2 = f2.add(x2.mul(one.sub(f2).sub(f2)));
    f3 = f3.add(x3.mul(one.sub(f3).sub(f3)));
    free = free.add(x4.mul(one.sub(free).sub(free)));
    f0.intoArray(s, FREE);
    f1.intoArray(s, FREE + LANES);
    f2.intoArray(s, FREE + 2 * LANES);
    f3.intoArray(s, FREE + 3 * LANES);
    one.blend(free, free.add(f0).add(f1).add(f2).add(f3).compare(VectorOperators.GT, 0f))
        .intoArray(s, FREE0);
  }

  @Override
  public void mix(float[] deltas, float[] w, int examples, int count, float[] strain) {
    for (int row = 0; row < 6; row++) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector.fromArray(F, deltas, row * count + j)
            .mul(w[0])
            .intoArray(strain, row * TILE + j);
      }
    }
    for (int k = 1; k < examples; k++) {
      if (w[k] != 0) {
        for (int row = 0; row < 6; row++) {
          for (int j = 0; j < count; j += LANES) {
            FloatVector.fromArray(F, strain, row * TILE + j)
                .add(FloatVector.fromArray(F, deltas, (6 * k + row) * count + j).mul(w[k]))
                .intoArray(strain, row * TILE + j);
          }
        }
      }
    }
  }

  @Override
  public void mixOfEach(float[] deltas, float[] w, int examples, int count, float[] strain) {
    for (int k = 0; k < examples; k++) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector wk = FloatVector.fromArray(F, w, k * TILE + j);
        for (int row = 0; row < 6; row++) {
          FloatVector part = wk.mul(FloatVector.fromArray(F, deltas, (6 * k + row) * count + j));
          int at = row * TILE + j;
          if (k == 0) {
            part.intoArray(strain, at);
          } else {
            FloatVector.fromArray(F, strain, at).add(part).intoArray(strain, at);
          }
        }
      }
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

  @Override
  public int refineRotations(
      float[] tile,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      float[] r) {
    for (int j = 0; j < count; j += LANES) {
      int q = from + j;
      WideKernels.newton(tile, j, qw, q, qx, q, qy, q, qz, q, r, 4 * TILE + j, 5 * TILE + j);
    }
    int hard = 0;
    for (int j = 0; j < count; j += LANES) {
      int q = from + j;
      VectorMask<Float> good =
          FloatVector.fromArray(F, r, 4 * TILE + j)
              .compare(VectorOperators.GT, 0f)
              .and(
                  FloatVector.fromArray(F, r, 5 * TILE + j)
                      .compare(VectorOperators.LE, 0.25f * Rotations.NEAR));
      if (good.allTrue()) {
        FloatVector w = FloatVector.fromArray(F, r, j), x = FloatVector.fromArray(F, r, TILE + j);
        FloatVector y = FloatVector.fromArray(F, r, 2 * TILE + j),
            z = FloatVector.fromArray(F, r, 3 * TILE + j);
        w.intoArray(qw, q);
        x.intoArray(qx, q);
        y.intoArray(qy, q);
        z.intoArray(qz, q);
        WideKernels.storeMatrix(r, j);
      } else {
        hard += Rotations.refineGroup(tile, j, LANES, qw, qx, qy, qz, from, r);
      }
    }
    return hard;
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
