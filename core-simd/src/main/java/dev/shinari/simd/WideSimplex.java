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
  private static final int FACTORS = ExampleKernels.FACTORS;
  private static final int GRAM_ROWS = 10;
  private static final int FREE_ROWS = 5;

  // Rows of factors: l10, l20, l21, l30, l31, l32, one over d0 to d3, u0 to u3, and the free set.
  private static final int INVERSE = 6 * LANES;
  private static final int U = 10 * LANES;
  private static final int SET = 14 * LANES;

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
      float[] factors,
      int factorsAt,
      float[] scratch,
      SimplexProjection spare) {
    if (examples == 1) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector v = FloatVector.fromArray(F, c, j).div(FloatVector.fromArray(F, gram, gramAt + j));
        v.blend(0f, v.compare(VectorOperators.LT, 0f))
            .blend(1f, v.compare(VectorOperators.GT, 1f))
            .intoArray(w, j);
      }
      return;
    }
    if (examples > LANE_EXAMPLES) {
      for (int j = 0; j < count; j++) {
        SimplexLanes.column(gram, gramAt, c, examples, j, w, free, freeAt, scratch, spare);
      }
      return;
    }
    // Round by round for all groups of eight that still have a wrong sign, in short loops: each is
    // a chain of sums that wait for each other, and those of several groups run at once. A column that is
    // right stays as it is, so that further rounds do not touch it. Factors are made anew only
    // where another set of weights is free than when they were made.
    int wrong = scratch.length - CHUNK;
    int open = (1 << count / LANES) - 1;
    for (int round = 0; round < SimplexLanes.ROUNDS && open != 0; round++) {
      int stale = 0;
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        stale |=
            isMadeFor(free, freeAt + FREE_ROWS * j, factors, factorsAt + FACTORS * j)
                ? 0
                : 1 << j / LANES;
      }
      if (stale != 0) {
        factor(gram, gramAt, free, freeAt, factors, factorsAt, stale, scratch);
      }
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        solve(c, j, free, freeAt + FREE_ROWS * j, factors, factorsAt + FACTORS * j, scratch);
      }
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        weigh(j, w, free, freeAt + FREE_ROWS * j, factors, factorsAt + FACTORS * j, scratch);
      }
      for (int left = open; left != 0; left &= left - 1) {
        int j = LANES * Integer.numberOfTrailingZeros(left);
        int f = freeAt + FREE_ROWS * j;
        if (isRight(gram, gramAt + GRAM_ROWS * j, c, j, free, f, scratch)) {
          open &= ~(1 << j / LANES);
        } else {
          flip(j, free, f, scratch, wrong + j);
        }
      }
    }
    for (int j = 0; j < count; j += LANES) {
      if ((open >> j / LANES & 1) != 0) {
        for (int l = 0; l < LANES; l++) {
          if (scratch[wrong + j + l] != 0) {
            SimplexLanes.sure(gram, gramAt, c, examples, j + l, w, free, freeAt, spare);
          }
        }
      }
    }
  }

  /** Whether the factors of eight columns are those of the sets that are free. */
  private static boolean isMadeFor(float[] last, int f, float[] factors, int to) {
    return FloatVector.fromArray(F, last, f)
        .add(FloatVector.fromArray(F, last, f + LANES).mul(2f))
        .add(FloatVector.fromArray(F, last, f + 2 * LANES).mul(4f))
        .add(FloatVector.fromArray(F, last, f + 3 * LANES).mul(8f))
        .compare(VectorOperators.EQ, FloatVector.fromArray(F, factors, to + SET))
        .allTrue();
  }

  /**
   * What a round of {@link SimplexLanes#column} has from G and the free set alone, spelt out for
   * four examples: L, one over D, and u, the solution with ones on the right; of the groups whose
   * bits are set.
   */
  private static void factor(
      float[] gram,
      int gramAt,
      float[] free,
      int freeAt,
      float[] factors,
      int factorsAt,
      int groups,
      float[] scratch) {
    for (int left = groups; left != 0; left &= left - 1) {
      int j = LANES * Integer.numberOfTrailingZeros(left);
      int f = freeAt + FREE_ROWS * j, to = factorsAt + FACTORS * j;
      factorFirst(gram, gramAt + GRAM_ROWS * j, free, f, factors, to, scratch, j);
    }
    for (int left = groups; left != 0; left &= left - 1) {
      int j = LANES * Integer.numberOfTrailingZeros(left);
      int f = freeAt + FREE_ROWS * j, to = factorsAt + FACTORS * j;
      factorThird(gram, gramAt + GRAM_ROWS * j, free, f, factors, to, scratch, j);
    }
    for (int left = groups; left != 0; left &= left - 1) {
      int j = LANES * Integer.numberOfTrailingZeros(left);
      int f = freeAt + FREE_ROWS * j, to = factorsAt + FACTORS * j;
      factorLast(gram, gramAt + GRAM_ROWS * j, free, f, factors, to, scratch, j);
    }
  }

  /** The first column of L and the first two of D, which go to rows 0 and 1 of scratch. */
  private static void factorFirst(
      float[] gram, int g, float[] last, int f, float[] factors, int to, float[] scratch, int j) {
    int n = LANES;
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
    FloatVector d0 = FloatVector.fromArray(F, gram, g).mul(f0).add(one.sub(f0));
    FloatVector i0 = one.div(d0);
    FloatVector l10 = FloatVector.fromArray(F, gram, g + n).mul(f1.mul(f0)).mul(i0);
    FloatVector d1 =
        FloatVector.fromArray(F, gram, g + 2 * n)
            .mul(f1)
            .add(one.sub(f1))
            .sub(l10.mul(l10).mul(d0));
    d0.intoArray(scratch, j);
    d1.intoArray(scratch, CHUNK + j);
    l10.intoArray(factors, to);
    FloatVector.fromArray(F, gram, g + 3 * n).mul(f2.mul(f0)).mul(i0).intoArray(factors, to + n);
    FloatVector.fromArray(F, gram, g + 6 * n)
        .mul(f3.mul(f0))
        .mul(i0)
        .intoArray(factors, to + 3 * n);
    i0.intoArray(factors, to + INVERSE);
    one.div(d1).intoArray(factors, to + INVERSE + n);
  }

  /** The other columns of L and the third of D, which goes to row 2 of scratch. */
  private static void factorThird(
      float[] gram, int g, float[] last, int f, float[] factors, int to, float[] scratch, int j) {
    int n = LANES;
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
    FloatVector l10 = FloatVector.fromArray(F, factors, to),
        l20 = FloatVector.fromArray(F, factors, to + n),
        l30 = FloatVector.fromArray(F, factors, to + 3 * n);
    FloatVector d0 = FloatVector.fromArray(F, scratch, j),
        d1 = FloatVector.fromArray(F, scratch, CHUNK + j),
        i1 = FloatVector.fromArray(F, factors, to + INVERSE + n);
    FloatVector l21 =
        FloatVector.fromArray(F, gram, g + 4 * n)
            .mul(f2.mul(f1))
            .sub(l20.mul(l10).mul(d0))
            .mul(i1);
    FloatVector l31 =
        FloatVector.fromArray(F, gram, g + 7 * n)
            .mul(f3.mul(f1))
            .sub(l30.mul(l10).mul(d0))
            .mul(i1);
    FloatVector d2 =
        FloatVector.fromArray(F, gram, g + 5 * n)
            .mul(f2)
            .add(one.sub(f2))
            .sub(l20.mul(l20).mul(d0))
            .sub(l21.mul(l21).mul(d1));
    FloatVector i2 = one.div(d2);
    d2.intoArray(scratch, 2 * CHUNK + j);
    l21.intoArray(factors, to + 2 * n);
    l31.intoArray(factors, to + 4 * n);
    i2.intoArray(factors, to + INVERSE + 2 * n);
    FloatVector.fromArray(F, gram, g + 8 * n)
        .mul(f3.mul(f2))
        .sub(l30.mul(l20).mul(d0))
        .sub(l31.mul(l21).mul(d1))
        .mul(i2)
        .intoArray(factors, to + 5 * n);
  }

  /** The last of D, u, and for which set all this is. */
  private static void factorLast(
      float[] gram, int g, float[] last, int f, float[] factors, int to, float[] scratch, int j) {
    int n = LANES;
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
    FloatVector l10 = FloatVector.fromArray(F, factors, to),
        l20 = FloatVector.fromArray(F, factors, to + n),
        l21 = FloatVector.fromArray(F, factors, to + 2 * n),
        l30 = FloatVector.fromArray(F, factors, to + 3 * n),
        l31 = FloatVector.fromArray(F, factors, to + 4 * n),
        l32 = FloatVector.fromArray(F, factors, to + 5 * n);
    FloatVector d3 =
        FloatVector.fromArray(F, gram, g + 9 * n)
            .mul(f3)
            .add(one.sub(f3))
            .sub(l30.mul(l30).mul(FloatVector.fromArray(F, scratch, j)))
            .sub(l31.mul(l31).mul(FloatVector.fromArray(F, scratch, CHUNK + j)))
            .sub(l32.mul(l32).mul(FloatVector.fromArray(F, scratch, 2 * CHUNK + j)));
    FloatVector i3 = one.div(d3);
    FloatVector u0 = f0, u1 = f1.sub(l10.mul(u0)), u2 = f2.sub(l20.mul(u0)).sub(l21.mul(u1));
    FloatVector u3 = f3.sub(l30.mul(u0)).sub(l31.mul(u1)).sub(l32.mul(u2));
    u3 = u3.mul(i3);
    u2 = u2.mul(FloatVector.fromArray(F, factors, to + INVERSE + 2 * n)).sub(l32.mul(u3));
    u1 =
        u1.mul(FloatVector.fromArray(F, factors, to + INVERSE + n))
            .sub(l21.mul(u2))
            .sub(l31.mul(u3));
    u0 =
        u0.mul(FloatVector.fromArray(F, factors, to + INVERSE))
            .sub(l10.mul(u1))
            .sub(l20.mul(u2))
            .sub(l30.mul(u3));
    i3.intoArray(factors, to + INVERSE + 3 * n);
    u0.intoArray(factors, to + U);
    u1.intoArray(factors, to + U + n);
    u2.intoArray(factors, to + U + 2 * n);
    u3.intoArray(factors, to + U + 3 * n);
    f0.add(f1.mul(2f)).add(f2.mul(4f)).add(f3.mul(8f)).intoArray(factors, to + SET);
  }

  /** First half of a round: solves for the free weights, into rows of scratch. */
  private static void solve(
      float[] c, int j, float[] last, int f, float[] factors, int at, float[] scratch) {
    int n = LANES;
    FloatVector l10 = FloatVector.fromArray(F, factors, at),
        l20 = FloatVector.fromArray(F, factors, at + n),
        l21 = FloatVector.fromArray(F, factors, at + 2 * n),
        l30 = FloatVector.fromArray(F, factors, at + 3 * n),
        l31 = FloatVector.fromArray(F, factors, at + 4 * n),
        l32 = FloatVector.fromArray(F, factors, at + 5 * n);
    FloatVector y0 = FloatVector.fromArray(F, c, j).mul(FloatVector.fromArray(F, last, f));
    FloatVector y1 =
        FloatVector.fromArray(F, c, CHUNK + j)
            .mul(FloatVector.fromArray(F, last, f + n))
            .sub(l10.mul(y0));
    FloatVector y2 =
        FloatVector.fromArray(F, c, 2 * CHUNK + j)
            .mul(FloatVector.fromArray(F, last, f + 2 * n))
            .sub(l20.mul(y0))
            .sub(l21.mul(y1));
    FloatVector y3 =
        FloatVector.fromArray(F, c, 3 * CHUNK + j)
            .mul(FloatVector.fromArray(F, last, f + 3 * n))
            .sub(l30.mul(y0))
            .sub(l31.mul(y1))
            .sub(l32.mul(y2));
    y3 = y3.mul(FloatVector.fromArray(F, factors, at + INVERSE + 3 * n));
    y2 = y2.mul(FloatVector.fromArray(F, factors, at + INVERSE + 2 * n)).sub(l32.mul(y3));
    y1 =
        y1.mul(FloatVector.fromArray(F, factors, at + INVERSE + n))
            .sub(l21.mul(y2))
            .sub(l31.mul(y3));
    y0 =
        y0.mul(FloatVector.fromArray(F, factors, at + INVERSE))
            .sub(l10.mul(y1))
            .sub(l20.mul(y2))
            .sub(l30.mul(y3));
    y0.intoArray(scratch, j);
    y1.intoArray(scratch, CHUNK + j);
    y2.intoArray(scratch, 2 * CHUNK + j);
    y3.intoArray(scratch, 3 * CHUNK + j);
  }

  /**
   * Weights of eight columns, into rows 0 to 3 of scratch, and the price of the sum, into row 4.
   * Those that are not free are zero in w.
   */
  private static void weigh(
      int j, float[] w, float[] last, int f, float[] factors, int at, float[] scratch) {
    int n = LANES;
    FloatVector zero = FloatVector.zero(F);
    FloatVector y0 = FloatVector.fromArray(F, scratch, j),
        y1 = FloatVector.fromArray(F, scratch, CHUNK + j),
        y2 = FloatVector.fromArray(F, scratch, 2 * CHUNK + j),
        y3 = FloatVector.fromArray(F, scratch, 3 * CHUNK + j);
    FloatVector u0 = FloatVector.fromArray(F, factors, at + U),
        u1 = FloatVector.fromArray(F, factors, at + U + n),
        u2 = FloatVector.fromArray(F, factors, at + U + 2 * n),
        u3 = FloatVector.fromArray(F, factors, at + U + 3 * n);
    FloatVector sumU = u3.add(u2).add(u1).add(u0);
    FloatVector free = FloatVector.fromArray(F, last, f + 4 * n);
    FloatVector lambda =
        zero.blend(
                y3.add(y2).add(y1).add(y0).sub(1f).div(sumU), sumU.compare(VectorOperators.GT, 0f))
            .blend(zero, free.compare(VectorOperators.GT, 0f));
    FloatVector v0 = y0.sub(lambda.mul(u0)), v1 = y1.sub(lambda.mul(u1));
    FloatVector v2 = y2.sub(lambda.mul(u2)), v3 = y3.sub(lambda.mul(u3));
    v0.intoArray(scratch, j);
    v1.intoArray(scratch, CHUNK + j);
    v2.intoArray(scratch, 2 * CHUNK + j);
    v3.intoArray(scratch, 3 * CHUNK + j);
    lambda.intoArray(scratch, 4 * CHUNK + j);
    zero.blend(v0, FloatVector.fromArray(F, last, f).compare(VectorOperators.GT, 0f))
        .intoArray(w, j);
    zero.blend(v1, FloatVector.fromArray(F, last, f + n).compare(VectorOperators.GT, 0f))
        .intoArray(w, CHUNK + j);
    zero.blend(v2, FloatVector.fromArray(F, last, f + 2 * n).compare(VectorOperators.GT, 0f))
        .intoArray(w, 2 * CHUNK + j);
    zero.blend(v3, FloatVector.fromArray(F, last, f + 3 * n).compare(VectorOperators.GT, 0f))
        .intoArray(w, 3 * CHUNK + j);
  }

  /**
   * Whether all signs of eight columns are right: of the weight where it is free, of the price
   * where it is not. What was looked at goes to rows of scratch.
   */
  private static boolean isRight(
      float[] gram, int g, float[] c, int j, float[] last, int f, float[] scratch) {
    int n = LANES;
    FloatVector v0 = FloatVector.fromArray(F, scratch, j),
        v1 = FloatVector.fromArray(F, scratch, CHUNK + j),
        v2 = FloatVector.fromArray(F, scratch, 2 * CHUNK + j),
        v3 = FloatVector.fromArray(F, scratch, 3 * CHUNK + j),
        lambda = FloatVector.fromArray(F, scratch, 4 * CHUNK + j);
    FloatVector free = FloatVector.fromArray(F, last, f + 4 * n);
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
    // Less than nothing only where a price is below the slack.
    FloatVector p0 =
        lambda
            .sub(FloatVector.fromArray(F, c, j))
            .add(g00.mul(v0))
            .add(g10.mul(v1))
            .add(g20.mul(v2))
            .add(g30.mul(v3))
            .sub(g00.mul(-SimplexLanes.SLACK));
    FloatVector p1 =
        lambda
            .sub(FloatVector.fromArray(F, c, CHUNK + j))
            .add(g10.mul(v0))
            .add(g11.mul(v1))
            .add(g21.mul(v2))
            .add(g31.mul(v3))
            .sub(g11.mul(-SimplexLanes.SLACK));
    FloatVector p2 =
        lambda
            .sub(FloatVector.fromArray(F, c, 2 * CHUNK + j))
            .add(g20.mul(v0))
            .add(g21.mul(v1))
            .add(g22.mul(v2))
            .add(g32.mul(v3))
            .sub(g22.mul(-SimplexLanes.SLACK));
    FloatVector p3 =
        lambda
            .sub(FloatVector.fromArray(F, c, 3 * CHUNK + j))
            .add(g30.mul(v0))
            .add(g31.mul(v1))
            .add(g32.mul(v2))
            .add(g33.mul(v3))
            .sub(g33.mul(-SimplexLanes.SLACK));
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n);
    FloatVector s0 = p0.blend(v0, f0.compare(VectorOperators.GT, 0f)),
        s1 = p1.blend(v1, f1.compare(VectorOperators.GT, 0f)),
        s2 = p2.blend(v2, f2.compare(VectorOperators.GT, 0f)),
        s3 = p3.blend(v3, f3.compare(VectorOperators.GT, 0f));
    FloatVector w0 = v0.add(v1).add(v2).add(v3);
    FloatVector s4 =
        lambda.blend(
            FloatVector.broadcast(F, 1f).sub(w0), free.compare(VectorOperators.GT, 0f));
    s0.intoArray(scratch, j);
    s1.intoArray(scratch, CHUNK + j);
    s2.intoArray(scratch, 2 * CHUNK + j);
    s3.intoArray(scratch, 3 * CHUNK + j);
    s4.intoArray(scratch, 4 * CHUNK + j);
    return s0.compare(VectorOperators.GE, 0f)
        .and(s1.compare(VectorOperators.GE, 0f))
        .and(s2.compare(VectorOperators.GE, 0f))
        .and(s3.compare(VectorOperators.GE, 0f))
        .and(s4.compare(VectorOperators.GE, 0f))
        .allTrue();
  }

  /** Flips all of eight columns whose signs are wrong, and says how many a column they were. */
  private static void flip(int j, float[] last, int f, float[] scratch, int wrong) {
    int n = LANES;
    FloatVector one = FloatVector.broadcast(F, 1f), zero = FloatVector.zero(F);
    FloatVector f0 = FloatVector.fromArray(F, last, f),
        f1 = FloatVector.fromArray(F, last, f + n),
        f2 = FloatVector.fromArray(F, last, f + 2 * n),
        f3 = FloatVector.fromArray(F, last, f + 3 * n),
        free = FloatVector.fromArray(F, last, f + 4 * n);
    // Written so that a number that is none counts as wrong.
    FloatVector
        x0 =
            one.blend(
                zero, FloatVector.fromArray(F, scratch, j).compare(VectorOperators.GE, 0f)),
        x1 =
            one.blend(
                zero, FloatVector.fromArray(F, scratch, CHUNK + j).compare(VectorOperators.GE, 0f)),
        x2 =
            one.blend(
                zero,
                FloatVector.fromArray(F, scratch, 2 * CHUNK + j).compare(VectorOperators.GE, 0f)),
        x3 =
            one.blend(
                zero,
                FloatVector.fromArray(F, scratch, 3 * CHUNK + j).compare(VectorOperators.GE, 0f)),
        x4 =
            one.blend(
                zero,
                FloatVector.fromArray(F, scratch, 4 * CHUNK + j).compare(VectorOperators.GE, 0f));
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
