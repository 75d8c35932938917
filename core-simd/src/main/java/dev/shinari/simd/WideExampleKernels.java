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
  public void deformations(
      float[] tile, float[][] inverseMoments, int from, int count, float[] a) {
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
  public void strains(
      float[] a, float[] r, float[][] rest, int from, int count, float[] strain) {
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
      float[] scratch,
      SimplexProjection spare) {
    for (int j = 0; j < count; j += LANES) {
      // Lanes that are done keep their answer; a lane that never is goes the sure way.
      int done = 0;
      start(examples, scratch);
      for (int round = 0; round < SimplexLanes.ROUNDS && done != 0xFF; round++) {
        solveFree(gram, c, examples, count, j, scratch);
        done |= judge(gram, c, examples, count, j, scratch, w, done);
      }
      for (int l = 0; l < LANES && done != 0xFF; l++) {
        if ((done >> l & 1) == 0) {
          SimplexLanes.sure(gram, c, examples, count, j + l, w, spare);
        }
      }
    }
  }

  // Scratch in rows of LANES: l (n n), d, y, u, free, v (n each), free0, lambda.

  private static void start(int n, float[] s) {
    FloatVector one = FloatVector.broadcast(F, 1f);
    int free = (n * n + 3 * n) * LANES;
    for (int i = 0; i < n; i++) {
      one.intoArray(s, free + i * LANES);
    }
    one.intoArray(s, (n * n + 5 * n) * LANES);
  }

  private static void solveFree(float[] gram, float[] c, int n, int count, int j, float[] s) {
    int d = n * n * LANES, y = d + n * LANES, u = y + n * LANES, free = u + n * LANES;
    int v = free + n * LANES, free0 = v + n * LANES, price = free0 + LANES;
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector zero = FloatVector.zero(F);
    for (int i = 0; i < n; i++) {
      int row = i * n * LANES;
      FloatVector fi = FloatVector.fromArray(F, s, free + i * LANES);
      for (int k = 0; k < i; k++) {
        int other = k * n * LANES;
        FloatVector sum =
            FloatVector.fromArray(F, gram, (i * (i + 1) / 2 + k) * count + j)
                .mul(fi.mul(FloatVector.fromArray(F, s, free + k * LANES)));
        for (int m = 0; m < k; m++) {
          sum =
              sum.sub(
                  FloatVector.fromArray(F, s, row + m * LANES)
                      .mul(FloatVector.fromArray(F, s, other + m * LANES))
                      .mul(FloatVector.fromArray(F, s, d + m * LANES)));
        }
        sum.div(FloatVector.fromArray(F, s, d + k * LANES)).intoArray(s, row + k * LANES);
      }
      FloatVector sum =
          FloatVector.fromArray(F, gram, (i * (i + 3) / 2) * count + j).mul(fi).add(one.sub(fi));
      for (int m = 0; m < i; m++) {
        FloatVector l = FloatVector.fromArray(F, s, row + m * LANES);
        sum = sum.sub(l.mul(l).mul(FloatVector.fromArray(F, s, d + m * LANES)));
      }
      sum.intoArray(s, d + i * LANES);
      FloatVector p = FloatVector.fromArray(F, c, i * TILE + j).mul(fi);
      FloatVector q = fi;
      for (int m = 0; m < i; m++) {
        FloatVector l = FloatVector.fromArray(F, s, row + m * LANES);
        p = p.sub(l.mul(FloatVector.fromArray(F, s, y + m * LANES)));
        q = q.sub(l.mul(FloatVector.fromArray(F, s, u + m * LANES)));
      }
      p.intoArray(s, y + i * LANES);
      q.intoArray(s, u + i * LANES);
    }
    FloatVector sumY = zero, sumU = zero;
    for (int i = n - 1; i >= 0; i--) {
      FloatVector di = FloatVector.fromArray(F, s, d + i * LANES);
      FloatVector p = FloatVector.fromArray(F, s, y + i * LANES).div(di);
      FloatVector q = FloatVector.fromArray(F, s, u + i * LANES).div(di);
      for (int m = i + 1; m < n; m++) {
        FloatVector l = FloatVector.fromArray(F, s, (m * n + i) * LANES);
        p = p.sub(l.mul(FloatVector.fromArray(F, s, y + m * LANES)));
        q = q.sub(l.mul(FloatVector.fromArray(F, s, u + m * LANES)));
      }
      p.intoArray(s, y + i * LANES);
      q.intoArray(s, u + i * LANES);
      sumY = sumY.add(p);
      sumU = sumU.add(q);
    }
    FloatVector lambda =
        sumY
            .sub(one)
            .div(sumU)
            .blend(zero, sumU.compare(VectorOperators.GT, 0f).not())
            .blend(zero, FloatVector.fromArray(F, s, free0).compare(VectorOperators.GT, 0f));
    lambda.intoArray(s, price);
    for (int i = 0; i < n; i++) {
      FloatVector.fromArray(F, s, y + i * LANES)
          .sub(lambda.mul(FloatVector.fromArray(F, s, u + i * LANES)))
          .intoArray(s, v + i * LANES);
    }
  }

  /**
   * Stores the answers of lanes that are right and not yet done, flips what is wrong in the others.
   *
   * @return bits of the lanes that are right
   */
  private static int judge(
      float[] gram, float[] c, int n, int count, int j, float[] s, float[] w, int done) {
    int y = (n * n + n) * LANES, free = (n * n + 3 * n) * LANES, v = free + n * LANES;
    int free0 = v + n * LANES, price = free0 + LANES;
    FloatVector one = FloatVector.broadcast(F, 1f), zero = FloatVector.zero(F);
    FloatVector lambda = FloatVector.fromArray(F, s, price);
    FloatVector sum = zero, wrong = zero;
    for (int i = 0; i < n; i++) {
      sum = sum.add(FloatVector.fromArray(F, s, v + i * LANES));
    }
    for (int i = 0; i < n; i++) {
      FloatVector cost = lambda.sub(FloatVector.fromArray(F, c, i * TILE + j));
      for (int m = 0; m < n; m++) {
        int at = i >= m ? i * (i + 1) / 2 + m : m * (m + 1) / 2 + i;
        cost =
            cost.add(
                FloatVector.fromArray(F, gram, at * count + j)
                    .mul(FloatVector.fromArray(F, s, v + m * LANES)));
      }
      FloatVector slack =
          FloatVector.fromArray(F, gram, (i * (i + 3) / 2) * count + j).mul(-SimplexLanes.SLACK);
      FloatVector dear = one.blend(zero, cost.compare(VectorOperators.GE, slack));
      FloatVector below =
          one.blend(
              zero, FloatVector.fromArray(F, s, v + i * LANES).compare(VectorOperators.GE, 0f));
      FloatVector flip =
          dear.blend(
              below, FloatVector.fromArray(F, s, free + i * LANES).compare(VectorOperators.GT, 0f));
      flip.intoArray(s, y + i * LANES);
      wrong = wrong.add(flip);
    }
    FloatVector f0 = FloatVector.fromArray(F, s, free0);
    FloatVector flip0 =
        one.blend(zero, lambda.compare(VectorOperators.GE, 0f))
            .blend(
                one.blend(zero, one.sub(sum).compare(VectorOperators.GE, 0f)),
                f0.compare(VectorOperators.GT, 0f));
    wrong = wrong.add(flip0);
    int right = (int) wrong.compare(VectorOperators.EQ, 0f).toLong();
    int fresh = right & ~done;
    if (fresh != 0) {
      VectorMask<Float> store = VectorMask.fromLong(F, fresh);
      for (int i = 0; i < n; i++) {
        FloatVector value =
            zero.blend(
                FloatVector.fromArray(F, s, v + i * LANES),
                FloatVector.fromArray(F, s, free + i * LANES).compare(VectorOperators.GT, 0f));
        FloatVector.fromArray(F, w, i * TILE + j).blend(value, store).intoArray(w, i * TILE + j);
      }
    }
    FloatVector next0 = f0.blend(one.sub(f0), flip0.compare(VectorOperators.GT, 0f));
    FloatVector any = next0;
    for (int i = 0; i < n; i++) {
      FloatVector fi = FloatVector.fromArray(F, s, free + i * LANES);
      fi =
          fi.blend(
              one.sub(fi),
              FloatVector.fromArray(F, s, y + i * LANES).compare(VectorOperators.GT, 0f));
      fi.intoArray(s, free + i * LANES);
      any = any.add(fi);
    }
    one.blend(next0, any.compare(VectorOperators.GT, 0f)).intoArray(s, free0);
    return right;
  }

  @Override
  public void mix(float[] deltas, float[] w, int examples, int count, float[] strain) {
    for (int row = 0; row < 6; row++) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum = FloatVector.fromArray(F, deltas, row * count + j).mul(w[0]);
        for (int k = 1; k < examples; k++) {
          sum = sum.add(FloatVector.fromArray(F, deltas, (6 * k + row) * count + j).mul(w[k]));
        }
        sum.intoArray(strain, row * TILE + j);
      }
    }
  }

  @Override
  public void mixOfEach(float[] deltas, float[] w, int examples, int count, float[] strain) {
    for (int row = 0; row < 6; row++) {
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum =
            FloatVector.fromArray(F, w, j)
                .mul(FloatVector.fromArray(F, deltas, row * count + j));
        for (int k = 1; k < examples; k++) {
          sum =
              sum.add(
                  FloatVector.fromArray(F, w, k * TILE + j)
                      .mul(FloatVector.fromArray(F, deltas, (6 * k + row) * count + j)));
        }
        sum.intoArray(strain, row * TILE + j);
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
