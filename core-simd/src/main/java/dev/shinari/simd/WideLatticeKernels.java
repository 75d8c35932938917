package dev.shinari.simd;

import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.LatticeKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The lattice kernels with the Vector API: eight columns side by side. */
final class WideLatticeKernels implements LatticeKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final LatticeKernels SCALAR = KernelChoice.SCALAR.lattice();
  // A product with a number makes a vector of it first, which JDK 17 may leave as an object.
  private static final FloatVector TWO = FloatVector.broadcast(F, 2f);
  private static final FloatVector THREE = FloatVector.broadcast(F, 3f);
  private static final int LANES = Kernels.LANES;
  private static final int TILE = Kernels.TILE;

  @Override
  public void boxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride) {
    for (int k = 0; k < columns; k += LANES) {
      if (w == 1) {
        for (int i = 0; i < n; i++) {
          int a = inOffset + i * inStride + k, o = i * outStride + k;
          FloatVector before = FloatVector.fromArray(F, in, a - inStride),
              after = FloatVector.fromArray(F, in, a + inStride);
          before.add(FloatVector.fromArray(F, in, a)).add(after).intoArray(box, boxOffset + o);
          after.sub(before).intoArray(ramp, rampOffset + o);
        }
        continue;
      }
      for (int i = 0; i < n; i += RESTART) {
        int a = inOffset + i * inStride + k, o = i * outStride + k;
        FloatVector b = FloatVector.zero(F);
        FloatVector r = FloatVector.zero(F);
        for (int d = -w; d <= w; d++) {
          FloatVector v = FloatVector.fromArray(F, in, a + d * inStride);
          b = b.add(v);
          r = r.add(v.mul(d));
        }
        b.intoArray(box, boxOffset + o);
        r.intoArray(ramp, rampOffset + o);
        for (int end = Math.min(n, i + RESTART), m = i + 1; m < end; m++) {
          a += inStride;
          o += outStride;
          FloatVector lead = FloatVector.fromArray(F, in, a + w * inStride);
          FloatVector tail = FloatVector.fromArray(F, in, a - (w + 1) * inStride);
          r = r.add(lead.mul(w).add(tail.mul(w + 1)).sub(b));
          b = b.add(lead.sub(tail));
          b.intoArray(box, boxOffset + o);
          r.intoArray(ramp, rampOffset + o);
        }
      }
    }
  }

  @Override
  public void boxSums(
      float[] in,
      int inOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] box,
      int boxOffset,
      int outStride) {
    for (int k = 0; k < columns; k += LANES) {
      if (w == 1) {
        for (int i = 0; i < n; i++) {
          int a = inOffset + i * inStride + k;
          FloatVector.fromArray(F, in, a - inStride)
              .add(FloatVector.fromArray(F, in, a))
              .add(FloatVector.fromArray(F, in, a + inStride))
              .intoArray(box, boxOffset + i * outStride + k);
        }
        continue;
      }
      for (int i = 0; i < n; i += RESTART) {
        int a = inOffset + i * inStride + k, o = boxOffset + i * outStride + k;
        FloatVector b = FloatVector.zero(F);
        for (int d = -w; d <= w; d++) {
          b = b.add(FloatVector.fromArray(F, in, a + d * inStride));
        }
        b.intoArray(box, o);
        for (int end = Math.min(n, i + RESTART), m = i + 1; m < end; m++) {
          a += inStride;
          o += outStride;
          b =
              b.add(
                  FloatVector.fromArray(F, in, a + w * inStride)
                      .sub(FloatVector.fromArray(F, in, a - (w + 1) * inStride)));
          b.intoArray(box, o);
        }
      }
    }
  }

  @Override
  public void boxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int n,
      int columns,
      int w,
      float[] out,
      int outOffset,
      int outStride) {
    for (int k = 0; k < columns; k += LANES) {
      if (w == 1) {
        for (int i = 0; i < n; i++) {
          int a = vOffset + i * inStride + k, c = uOffset + i * inStride + k;
          FloatVector.fromArray(F, v, a - inStride)
              .add(FloatVector.fromArray(F, v, a))
              .add(FloatVector.fromArray(F, v, a + inStride))
              .sub(
                  FloatVector.fromArray(F, u, c + inStride)
                      .sub(FloatVector.fromArray(F, u, c - inStride)))
              .intoArray(out, outOffset + i * outStride + k);
        }
        continue;
      }
      for (int i = 0; i < n; i += RESTART) {
        int a = vOffset + i * inStride + k, c = uOffset + i * inStride + k;
        int o = outOffset + i * outStride + k;
        FloatVector boxV = FloatVector.zero(F);
        FloatVector boxU = FloatVector.zero(F);
        FloatVector rampU = FloatVector.zero(F);
        for (int d = -w; d <= w; d++) {
          FloatVector uu = FloatVector.fromArray(F, u, c + d * inStride);
          boxV = boxV.add(FloatVector.fromArray(F, v, a + d * inStride));
          boxU = boxU.add(uu);
          rampU = rampU.add(uu.mul(d));
        }
        boxV.sub(rampU).intoArray(out, o);
        for (int end = Math.min(n, i + RESTART), m = i + 1; m < end; m++) {
          a += inStride;
          c += inStride;
          o += outStride;
          FloatVector lead = FloatVector.fromArray(F, u, c + w * inStride),
              tail = FloatVector.fromArray(F, u, c - (w + 1) * inStride);
          rampU = rampU.add(lead.mul(w).add(tail.mul(w + 1)).sub(boxU));
          boxU = boxU.add(lead.sub(tail));
          boxV =
              boxV.add(
                  FloatVector.fromArray(F, v, a + w * inStride)
                      .sub(FloatVector.fromArray(F, v, a - (w + 1) * inStride)));
          boxV.sub(rampU).intoArray(out, o);
        }
      }
    }
  }

  @Override
  public void rowBoxAndRampSums(
      float[] in,
      int inOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] box,
      int boxOffset,
      float[] ramp,
      int rampOffset,
      int outStride) {
    if (w < 1 || w > WIDEST_DIRECT_ROW) {
      SCALAR.rowBoxAndRampSums(
          in, inOffset, inStride, rows, n, w, box, boxOffset, ramp, rampOffset, outStride);
      return;
    }
    // Everything is written out, in the scalar twin's order: a vector that comes from a method
    // which
    // happens to be compiled on its own, or that is chosen by a branch, is an object on JDK 17.
    for (int row = 0; row < rows; row++) {
      int a = inOffset + row * inStride;
      int b = boxOffset + row * outStride, r = rampOffset + row * outStride;
      if (w == 1) {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i;
          FloatVector.fromArray(F, in, at - 1)
              .add(FloatVector.fromArray(F, in, at))
              .add(FloatVector.fromArray(F, in, at + 1))
              .intoArray(box, b + i);
          FloatVector.fromArray(F, in, at + 1)
              .sub(FloatVector.fromArray(F, in, at - 1))
              .intoArray(ramp, r + i);
        }
      } else if (w == 2) {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i;
          FloatVector.fromArray(F, in, at - 2)
              .add(FloatVector.fromArray(F, in, at - 1))
              .add(FloatVector.fromArray(F, in, at))
              .add(FloatVector.fromArray(F, in, at + 1))
              .add(FloatVector.fromArray(F, in, at + 2))
              .intoArray(box, b + i);
          FloatVector.fromArray(F, in, at + 1)
              .sub(FloatVector.fromArray(F, in, at - 1))
              .add(
                  FloatVector.fromArray(F, in, at + 2)
                      .sub(FloatVector.fromArray(F, in, at - 2))
                      .mul(TWO))
              .intoArray(ramp, r + i);
        }
      } else {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i;
          FloatVector.fromArray(F, in, at - 3)
              .add(FloatVector.fromArray(F, in, at - 2))
              .add(FloatVector.fromArray(F, in, at - 1))
              .add(FloatVector.fromArray(F, in, at))
              .add(FloatVector.fromArray(F, in, at + 1))
              .add(FloatVector.fromArray(F, in, at + 2))
              .add(FloatVector.fromArray(F, in, at + 3))
              .intoArray(box, b + i);
          FloatVector.fromArray(F, in, at + 1)
              .sub(FloatVector.fromArray(F, in, at - 1))
              .add(
                  FloatVector.fromArray(F, in, at + 2)
                      .sub(FloatVector.fromArray(F, in, at - 2))
                      .mul(TWO))
              .add(
                  FloatVector.fromArray(F, in, at + 3)
                      .sub(FloatVector.fromArray(F, in, at - 3))
                      .mul(THREE))
              .intoArray(ramp, r + i);
        }
      }
    }
  }

  @Override
  public void rowBoxMinusRampSums(
      float[] v,
      int vOffset,
      float[] u,
      int uOffset,
      int inStride,
      int rows,
      int n,
      int w,
      float[] out,
      int outOffset,
      int outStride) {
    if (w < 1 || w > WIDEST_DIRECT_ROW) {
      SCALAR.rowBoxMinusRampSums(
          v, vOffset, u, uOffset, inStride, rows, n, w, out, outOffset, outStride);
      return;
    }
    for (int row = 0; row < rows; row++) {
      int a = vOffset + row * inStride, b = uOffset + row * inStride;
      int o = outOffset + row * outStride;
      if (w == 1) {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i, from = b + i;
          FloatVector.fromArray(F, v, at - 1)
              .add(FloatVector.fromArray(F, v, at))
              .add(FloatVector.fromArray(F, v, at + 1))
              .sub(FloatVector.fromArray(F, u, from + 1).sub(FloatVector.fromArray(F, u, from - 1)))
              .intoArray(out, o + i);
        }
      } else if (w == 2) {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i, from = b + i;
          FloatVector.fromArray(F, v, at - 2)
              .add(FloatVector.fromArray(F, v, at - 1))
              .add(FloatVector.fromArray(F, v, at))
              .add(FloatVector.fromArray(F, v, at + 1))
              .add(FloatVector.fromArray(F, v, at + 2))
              .sub(
                  FloatVector.fromArray(F, u, from + 1)
                      .sub(FloatVector.fromArray(F, u, from - 1))
                      .add(
                          FloatVector.fromArray(F, u, from + 2)
                              .sub(FloatVector.fromArray(F, u, from - 2))
                              .mul(TWO)))
              .intoArray(out, o + i);
        }
      } else {
        for (int i = 0; i < n; i += LANES) {
          int at = a + i, from = b + i;
          FloatVector.fromArray(F, v, at - 3)
              .add(FloatVector.fromArray(F, v, at - 2))
              .add(FloatVector.fromArray(F, v, at - 1))
              .add(FloatVector.fromArray(F, v, at))
              .add(FloatVector.fromArray(F, v, at + 1))
              .add(FloatVector.fromArray(F, v, at + 2))
              .add(FloatVector.fromArray(F, v, at + 3))
              .sub(
                  FloatVector.fromArray(F, u, from + 1)
                      .sub(FloatVector.fromArray(F, u, from - 1))
                      .add(
                          FloatVector.fromArray(F, u, from + 2)
                              .sub(FloatVector.fromArray(F, u, from - 2))
                              .mul(TWO))
                      .add(
                          FloatVector.fromArray(F, u, from + 3)
                              .sub(FloatVector.fromArray(F, u, from - 3))
                              .mul(THREE)))
              .intoArray(out, o + i);
        }
      }
    }
  }

  @Override
  public void latticeMoments(
      float[] sums,
      float[] nodes,
      int offset,
      int channelStride,
      float[] frame,
      float cell,
      float[] inverseMass,
      float[][] o,
      float[] inverseRho,
      float[][] rest,
      int from,
      int count,
      float[] tile) {
    float[] ox = o[0], oy = o[1], oz = o[2];
    float[] xx = rest[0], yy = rest[1], zz = rest[2], xy = rest[3], yz = rest[4], zx = rest[5];
    for (int a = 0; a < 3; a++) {
      float f0 = frame[3 * a], f1 = frame[3 * a + 1], f2 = frame[3 * a + 2];
      int s = offset + a * channelStride;
      int rx = s + 3 * channelStride, ry = s + 6 * channelStride, rz = s + 9 * channelStride;
      int c = a * TILE, p = (3 + 3 * a) * TILE;
      for (int j = 0; j < count; j += LANES) {
        int r = from + j;
        FloatVector sum = FloatVector.fromArray(F, sums, s + j),
            scale = FloatVector.fromArray(F, inverseRho, r);
        FloatVector u = FloatVector.fromArray(F, ox, r),
            v = FloatVector.fromArray(F, oy, r),
            w = FloatVector.fromArray(F, oz, r);
        sum.mul(FloatVector.fromArray(F, inverseMass, r))
            .add(
                FloatVector.fromArray(F, nodes, s + j).add(u.mul(f0).add(v.mul(f1)).add(w.mul(f2))))
            .intoArray(tile, c + j);
        FloatVector kxy = FloatVector.fromArray(F, xy, r),
            kyz = FloatVector.fromArray(F, yz, r),
            kzx = FloatVector.fromArray(F, zx, r);
        FloatVector.fromArray(F, sums, rx + j)
            .mul(cell)
            .sub(sum.mul(u))
            .mul(scale)
            .add(FloatVector.fromArray(F, xx, r).mul(f0).add(kxy.mul(f1)).add(kzx.mul(f2)))
            .intoArray(tile, p + j);
        FloatVector.fromArray(F, sums, ry + j)
            .mul(cell)
            .sub(sum.mul(v))
            .mul(scale)
            .add(kxy.mul(f0).add(FloatVector.fromArray(F, yy, r).mul(f1)).add(kyz.mul(f2)))
            .intoArray(tile, p + TILE + j);
        FloatVector.fromArray(F, sums, rz + j)
            .mul(cell)
            .sub(sum.mul(w))
            .mul(scale)
            .add(kzx.mul(f0).add(kyz.mul(f1)).add(FloatVector.fromArray(F, zz, r).mul(f2)))
            .intoArray(tile, p + 2 * TILE + j);
      }
    }
  }

  @Override
  public void latticeTransforms(
      float[][] q,
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
    FloatVector one = FloatVector.broadcast(F, 1f);
    for (int j = 0; j < count; j += LANES) {
      int at = from + j, k = outOffset + j;
      VectorMask<Float> there =
          FloatVector.fromArray(F, inverseMass, at).compare(VectorOperators.GT, 0f);
      FloatVector on = FloatVector.zero(F).blend(one, there);
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
      on.mul(
              FloatVector.fromArray(F, cx, at)
                  .sub(r00.mul(u).add(r01.mul(v)).add(r02.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, j)))
          .intoArray(out, k);
      on.mul(
              FloatVector.fromArray(F, cy, at)
                  .sub(r10.mul(u).add(r11.mul(v)).add(r12.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, nodesStride + j)))
          .intoArray(out, k + s);
      on.mul(
              FloatVector.fromArray(F, cz, at)
                  .sub(r20.mul(u).add(r21.mul(v)).add(r22.mul(t)))
                  .sub(FloatVector.fromArray(F, nodes, 2 * nodesStride + j)))
          .intoArray(out, k + 2 * s);
      FloatVector size = on.mul(cell);
      size.mul(r00.sub(frame[0])).intoArray(out, k + 3 * s);
      size.mul(r10.sub(frame[3])).intoArray(out, k + 4 * s);
      size.mul(r20.sub(frame[6])).intoArray(out, k + 5 * s);
      size.mul(r01.sub(frame[1])).intoArray(out, k + 6 * s);
      size.mul(r11.sub(frame[4])).intoArray(out, k + 7 * s);
      size.mul(r21.sub(frame[7])).intoArray(out, k + 8 * s);
      size.mul(r02.sub(frame[2])).intoArray(out, k + 9 * s);
      size.mul(r12.sub(frame[5])).intoArray(out, k + 10 * s);
      size.mul(r22.sub(frame[8])).intoArray(out, k + 11 * s);
    }
  }

  @Override
  public void line(float base, float slope, float[] iota, float[] out, int outOffset, int count) {
    int k = 0;
    for (; k + LANES <= count; k += LANES) {
      FloatVector.fromArray(F, iota, k).mul(slope).add(base).intoArray(out, outOffset + k);
    }
    for (; k < count; k++) {
      out[outOffset + k] = base + slope * iota[k];
    }
  }

  @Override
  public void weightedResidual(
      float[] m,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int outOffset,
      int count) {
    int k = 0;
    for (; k + LANES <= count; k += LANES) {
      FloatVector.fromArray(F, m, p + k)
          .mul(
              FloatVector.fromArray(F, x, p + k)
                  .sub(FloatVector.fromArray(F, iota, i + k).mul(slope).add(base)))
          .intoArray(out, outOffset + k);
    }
    SCALAR.weightedResidual(m, x, p + k, base, slope, iota, i + k, out, outOffset + k, count - k);
  }

  @Override
  public void goalResidual(
      float[] sums,
      int sumsOffset,
      float[] share,
      float[] x,
      int p,
      float base,
      float slope,
      float[] iota,
      int i,
      float[] out,
      int count) {
    int k = 0;
    for (; k + LANES <= count; k += LANES) {
      FloatVector.fromArray(F, sums, sumsOffset + k)
          .mul(FloatVector.fromArray(F, share, p + k))
          .sub(
              FloatVector.fromArray(F, x, p + k)
                  .sub(FloatVector.fromArray(F, iota, i + k).mul(slope).add(base)))
          .intoArray(out, p + k);
    }
    SCALAR.goalResidual(
        sums, sumsOffset + k, share, x, p + k, base, slope, iota, i + k, out, count - k);
  }
}
