package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.OffsetKernels;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The offset kernels on lanes, operation by operation as the twin. */
final class WideOffsetKernels implements OffsetKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int LANES = Kernels.LANES;
  private static final int O = ExampleKernels.O;
  private static final int Q = ExampleKernels.Q;

  @Override
  public void mix(
      float[] offsets, int at, float[] w, int[] used, int uses, int count, float[] work) {
    for (int row = 0; row < 3; row++) {
      int d = at + row * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum = FloatVector.zero(F);
        for (int i = 0; i < uses; i++) {
          sum =
              sum.add(
                  FloatVector.fromArray(F, offsets, d + 3 * used[i] * count + j).mul(w[used[i]]));
        }
        sum.intoArray(work, O + row * CHUNK + j);
      }
    }
    turn(count, work);
  }

  @Override
  public void mixOfEach(float[] offsets, int at, float[] w, int examples, int count, float[] work) {
    for (int row = 0; row < 3; row++) {
      int d = at + row * count;
      for (int j = 0; j < count; j += LANES) {
        FloatVector sum = FloatVector.zero(F);
        for (int k = 0; k < examples; k++) {
          sum =
              sum.add(
                  FloatVector.fromArray(F, offsets, d + 3 * k * count + j)
                      .mul(FloatVector.fromArray(F, w, k * CHUNK + j)));
        }
        sum.intoArray(work, O + row * CHUNK + j);
      }
    }
    turn(count, work);
  }

  @Override
  public void holdOfEach(
      float[] w, float[] whole, int wholeAt, int examples, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      float all = whole[wholeAt + k];
      if (!(all > 0)) {
        Arrays.fill(out, k * CHUNK, k * CHUNK + count, 0);
        continue;
      }
      for (int j = k * CHUNK; j < k * CHUNK + count; j += LANES) {
        FloatVector u = FloatVector.fromArray(F, w, j).div(all).min(1f);
        u.mul(u)
            .mul(FloatVector.broadcast(F, 3f).sub(u.add(u)))
            .mul(all)
            .intoArray(out, j);
      }
    }
  }

  private static void turn(int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector w = FloatVector.fromArray(F, work, Q + j),
          x = FloatVector.fromArray(F, work, Q + CHUNK + j),
          y = FloatVector.fromArray(F, work, Q + 2 * CHUNK + j),
          z = FloatVector.fromArray(F, work, Q + 3 * CHUNK + j);
      FloatVector one = FloatVector.broadcast(F, 1f);
      FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
      FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
      FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
      FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
      FloatVector a = FloatVector.fromArray(F, work, O + j),
          b = FloatVector.fromArray(F, work, O + CHUNK + j),
          c = FloatVector.fromArray(F, work, O + 2 * CHUNK + j);
      one.sub(yy.add(zz))
          .mul(a)
          .add(xy.sub(wz).mul(b))
          .add(xz.add(wy).mul(c))
          .intoArray(work, O + j);
      xy.add(wz)
          .mul(a)
          .add(one.sub(xx.add(zz)).mul(b))
          .add(yz.sub(wx).mul(c))
          .intoArray(work, O + CHUNK + j);
      xz.sub(wy)
          .mul(a)
          .add(yz.add(wx).mul(b))
          .add(one.sub(xx.add(yy)).mul(c))
          .intoArray(work, O + 2 * CHUNK + j);
    }
  }

  @Override
  public void add(
      float[] ox,
      float[] oy,
      float[] oz,
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    FloatVector tx = FloatVector.zero(F), ty = FloatVector.zero(F);
    FloatVector tz = FloatVector.zero(F), energy = FloatVector.zero(F);
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      FloatVector a = FloatVector.fromArray(F, ox, i),
          b = FloatVector.fromArray(F, oy, i),
          c = FloatVector.fromArray(F, oz, i);
      FloatVector u = FloatVector.fromArray(F, dx, i).add(a),
          v = FloatVector.fromArray(F, dy, i).add(b),
          w = FloatVector.fromArray(F, dz, i).add(c);
      u.intoArray(dx, i);
      v.intoArray(dy, i);
      w.intoArray(dz, i);
      FloatVector px = FloatVector.fromArray(F, x, i),
          py = FloatVector.fromArray(F, y, i),
          pz = FloatVector.fromArray(F, z, i);
      FloatVector m = FloatVector.fromArray(F, mass, i);
      tx = tx.add(m.mul(py.mul(w).sub(pz.mul(v))));
      ty = ty.add(m.mul(pz.mul(u).sub(px.mul(w))));
      tz = tz.add(m.mul(px.mul(v).sub(py.mul(u))));
      FloatVector size = a.mul(a).add(b.mul(b)).add(c.mul(c));
      energy = energy.add(m.mul(size));
    }
    tx.intoArray(scratch, 0);
    ty.intoArray(scratch, LANES);
    tz.intoArray(scratch, 2 * LANES);
    energy.intoArray(scratch, 3 * LANES);
    for (int l = 0; i < to; i++, l++) {
      float a = ox[i], b = oy[i], c = oz[i], m = mass[i];
      float u = dx[i] + a, v = dy[i] + b, w = dz[i] + c;
      dx[i] = u;
      dy[i] = v;
      dz[i] = w;
      float px = x[i], py = y[i], pz = z[i];
      scratch[l] += m * (py * w - pz * v);
      scratch[LANES + l] += m * (pz * u - px * w);
      scratch[2 * LANES + l] += m * (px * v - py * u);
      scratch[3 * LANES + l] += m * (a * a + b * b + c * c);
    }
    for (int k = 0; k < 4; k++) {
      out[k] += WideKernels.addLanes(scratch, k);
    }
  }
}
