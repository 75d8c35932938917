package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.OffsetKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The offset kernels on lanes, operation by operation as the twin. */
final class WideOffsetKernels implements OffsetKernels {
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  private static final int CHUNK = ExampleKernels.CHUNK;
  private static final int LANES = Kernels.LANES;
  private static final int U = ExampleKernels.U;

  @Override
  public void mix(
      float[] offsets,
      int at,
      float[] w,
      int examples,
      int[] used,
      int uses,
      int count,
      float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector a = FloatVector.zero(F), b = FloatVector.zero(F), c = FloatVector.zero(F);
      for (int i = 0; i < uses; i++) {
        int d = at + 3 * (examples * j + LANES * used[i]);
        float v = w[used[i]];
        a = a.add(FloatVector.fromArray(F, offsets, d).mul(v));
        b = b.add(FloatVector.fromArray(F, offsets, d + LANES).mul(v));
        c = c.add(FloatVector.fromArray(F, offsets, d + 2 * LANES).mul(v));
      }
      a.intoArray(work, U + j);
      b.intoArray(work, U + CHUNK + j);
      c.intoArray(work, U + 2 * CHUNK + j);
    }
  }

  @Override
  public void mixOfEach(float[] offsets, int at, float[] w, int examples, int count, float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector a = FloatVector.zero(F), b = FloatVector.zero(F), c = FloatVector.zero(F);
      for (int k = 0; k < examples; k++) {
        int d = at + 3 * (examples * j + LANES * k);
        FloatVector v = FloatVector.fromArray(F, w, k * CHUNK + j);
        a = a.add(FloatVector.fromArray(F, offsets, d).mul(v));
        b = b.add(FloatVector.fromArray(F, offsets, d + LANES).mul(v));
        c = c.add(FloatVector.fromArray(F, offsets, d + 2 * LANES).mul(v));
      }
      a.intoArray(work, U + j);
      b.intoArray(work, U + CHUNK + j);
      c.intoArray(work, U + 2 * CHUNK + j);
    }
  }

  @Override
  public void mixOwn(
      float[] offsets,
      int at,
      float[] w,
      float[] whole,
      int wholeAt,
      int examples,
      int count,
      float[] work) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector a = FloatVector.zero(F), b = FloatVector.zero(F), c = FloatVector.zero(F);
      for (int k = 0; k < examples; k++) {
        int d = at + 3 * (examples * j + LANES * k);
        FloatVector share =
            FloatVector.fromArray(F, w, k * CHUNK + j).mul(whole[wholeAt + examples + k]);
        FloatVector u = share.blend(1f, share.compare(VectorOperators.GT, 1f));
        FloatVector v =
            u.mul(u).mul(FloatVector.broadcast(F, 3f).sub(u.add(u))).mul(whole[wholeAt + k]);
        a = a.add(FloatVector.fromArray(F, offsets, d).mul(v));
        b = b.add(FloatVector.fromArray(F, offsets, d + LANES).mul(v));
        c = c.add(FloatVector.fromArray(F, offsets, d + 2 * LANES).mul(v));
      }
      a.intoArray(work, U + j);
      b.intoArray(work, U + CHUNK + j);
      c.intoArray(work, U + 2 * CHUNK + j);
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
