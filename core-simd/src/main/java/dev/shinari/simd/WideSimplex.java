package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.SimplexLanes;
import dev.shinari.kernel.SimplexProjection;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The small projections of single regions on lanes, eight regions side by side. */
final class WideSimplex {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int LANES = Kernels.LANES;

  private static final int LANE_EXAMPLES = 4;

  private WideSimplex() {}

  /** See {@link ExampleKernels#simplexWeights}. */
  static void weights(
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
    if (examples == 1) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector.fromArray(F, c, j)
            .div(FloatVector.fromArray(F, gram, gramAt + j))
            .max(0f)
            .min(1f)
            .intoArray(w, j);
      }
      return;
    }
    if (examples > LANE_EXAMPLES) {
      for (int j = 0; j < count; j++) {
        SimplexLanes.column(gram, gramAt, c, examples, count, j, w, free, freeAt, scratch, spare);
      }
      return;
    }
    // Round by round for all groups of eight that still have a wrong sign: a round is a chain of
    // divisions, and those of several groups run at once. A column that is right stays as it is, so
    // that further rounds do not touch it.
    int wrong = scratch.length - CHUNK;
    int open = (1 << count / LANES) - 1;
    for (int round = 0; round < SimplexLanes.ROUNDS && open != 0; round++) {
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        solve(gram, gramAt + j, c, count, j, free, freeAt + j, scratch);
      }
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        flip(gram, gramAt + j, c, count, j, w, free, freeAt + j, scratch, wrong + j);
      }
      for (int left = open; left != 0; left &= left - 1) {
        int group = Integer.numberOfTrailingZeros(left);
        open &= isRight(scratch, wrong + LANES * group) ? ~(1 << group) : -1;
      }
    }
    for (int j = 0; j < count; j += LANES) {
      if ((open >> j / LANES & 1) != 0) {
        for (int l = 0; l < LANES; l++) {
          if (scratch[wrong + j + l] != 0) {
            SimplexLanes.sure(gram, gramAt, c, examples, count, j + l, w, free, freeAt, spare);
          }
        }
      }
      for (int i = 0; i < examples; i++) {
        FloatVector f = FloatVector.fromArray(F, free, freeAt + i * count + j);
        FloatVector.zero(F)
            .blend(FloatVector.fromArray(F, w, i * CHUNK + j), f.compare(VectorOperators.GT, 0f))
            .intoArray(w, i * CHUNK + j);
      }
    }
  }

  private static boolean isRight(float[] scratch, int at) {
    return FloatVector.fromArray(F, scratch, at).compare(VectorOperators.EQ, 0f).allTrue();
  }

  /**
   * First half of a round of {@link SimplexLanes#column}, spelt out for four examples: solves for
   * the free weights, into rows y and u of scratch.
   */
  private static void solve(
      float[] gram, int g, float[] c, int n, int j, float[] last, int f, float[] scratch) {
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector g00 = FloatVector.fromArray(F, gram, g),
        g10 = FloatVector.fromArray(F, gram, g + n),
        g11 = FloatVector.fromArray(F, gram, g + 2 * n),
        g20 = FloatVector.fromArray(F, gram, g + 3 * n),
        g21 = FloatVector.fromArray(F, gram, g + 4 * n),
        g22 = FloatVector.fromArray(F, gram, g + 5 * n),
        g30 = FloatVector.fromArray(F, gram, g + 6 * n),
        g31 = FloatVector.fromArray(F, gram, g + 7 * n),
        g32 = FloatVector.fromArray(F, gram, g + 8 * n),
        g33 = FloatVector.fromArray(F, gram, g + 9 * n);
    FloatVector c0 = FloatVector.fromArray(F, c, j),
        c1 = FloatVector.fromArray(F, c, CHUNK + j),
        c2 = FloatVector.fromArray(F, c, 2 * CHUNK + j),
        c3 = FloatVector.fromArray(F, c, 3 * CHUNK + j);
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
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
    y0.intoArray(scratch, j);
    u0.intoArray(scratch, 4 * CHUNK + j);
    y1.intoArray(scratch, CHUNK + j);
    u1.intoArray(scratch, 5 * CHUNK + j);
    y2.intoArray(scratch, 2 * CHUNK + j);
    u2.intoArray(scratch, 6 * CHUNK + j);
    y3.intoArray(scratch, 3 * CHUNK + j);
    u3.intoArray(scratch, 7 * CHUNK + j);
  }

  /** Second half: weights, prices, and flips of wrong signs. */
  private static void flip(
      float[] gram,
      int g,
      float[] c,
      int n,
      int j,
      float[] v,
      float[] last,
      int f,
      float[] scratch,
      int wrong) {
    FloatVector one = FloatVector.broadcast(F, 1f), zero = FloatVector.zero(F);
    FloatVector g00 = FloatVector.fromArray(F, gram, g),
        g10 = FloatVector.fromArray(F, gram, g + n),
        g11 = FloatVector.fromArray(F, gram, g + 2 * n),
        g20 = FloatVector.fromArray(F, gram, g + 3 * n),
        g21 = FloatVector.fromArray(F, gram, g + 4 * n),
        g22 = FloatVector.fromArray(F, gram, g + 5 * n),
        g30 = FloatVector.fromArray(F, gram, g + 6 * n),
        g31 = FloatVector.fromArray(F, gram, g + 7 * n),
        g32 = FloatVector.fromArray(F, gram, g + 8 * n),
        g33 = FloatVector.fromArray(F, gram, g + 9 * n);
    FloatVector c0 = FloatVector.fromArray(F, c, j),
        c1 = FloatVector.fromArray(F, c, CHUNK + j),
        c2 = FloatVector.fromArray(F, c, 2 * CHUNK + j),
        c3 = FloatVector.fromArray(F, c, 3 * CHUNK + j);
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
    FloatVector y0 = FloatVector.fromArray(F, scratch, j),
        u0 = FloatVector.fromArray(F, scratch, 4 * CHUNK + j);
    FloatVector y1 = FloatVector.fromArray(F, scratch, CHUNK + j),
        u1 = FloatVector.fromArray(F, scratch, 5 * CHUNK + j);
    FloatVector y2 = FloatVector.fromArray(F, scratch, 2 * CHUNK + j),
        u2 = FloatVector.fromArray(F, scratch, 6 * CHUNK + j);
    FloatVector y3 = FloatVector.fromArray(F, scratch, 3 * CHUNK + j),
        u3 = FloatVector.fromArray(F, scratch, 7 * CHUNK + j);
    FloatVector sumY = y3.add(y2).add(y1).add(y0), sumU = u3.add(u2).add(u1).add(u0);
    FloatVector free = FloatVector.fromArray(F, last, f + 4 * n);
    FloatVector lambda =
        sumY.sub(one)
            .div(sumU)
            .blend(zero, sumU.compare(VectorOperators.GT, 0f).not())
            .blend(zero, free.compare(VectorOperators.GT, 0f));
    FloatVector v0 = y0.sub(lambda.mul(u0)), v1 = y1.sub(lambda.mul(u1));
    FloatVector v2 = y2.sub(lambda.mul(u2)), v3 = y3.sub(lambda.mul(u3));
    v0.intoArray(v, j);
    v1.intoArray(v, CHUNK + j);
    v2.intoArray(v, 2 * CHUNK + j);
    v3.intoArray(v, 3 * CHUNK + j);
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
    x0.add(x1).add(x2).add(x3).add(x4).intoArray(scratch, wrong);
    // A flip: f becomes 1 - f where x is one.
    f0 = f0.add(x0.mul(one.sub(f0).sub(f0)));
    f1 = f1.add(x1.mul(one.sub(f1).sub(f1)));
    f2 = f2.add(x2.mul(one.sub(f2).sub(f2)));
    f3 = f3.add(x3.mul(one.sub(f3).sub(f3)));
    free = free.add(x4.mul(one.sub(free).sub(free)));
    f0.intoArray(last, f);
    f1.intoArray(last, f + n);
    f2.intoArray(last, f + 2 * n);
    f3.intoArray(last, f + 3 * n);
    one.blend(free, free.add(f0).add(f1).add(f2).add(f3).compare(VectorOperators.GT, 0f))
        .intoArray(last, f + 4 * n);
  }
}
