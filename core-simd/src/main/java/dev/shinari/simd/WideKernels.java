package dev.shinari.simd;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.KernelChoice;
import dev.shinari.kernel.Kernels;
import dev.shinari.kernel.LatticeKernels;
import dev.shinari.kernel.MatrixKernels;
import dev.shinari.kernel.Motion;
import dev.shinari.kernel.OffsetKernels;
import dev.shinari.kernel.Rotations;
import dev.shinari.kernel.ShapeKernels;
import dev.shinari.kernel.VolumeKernels;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels with the Vector API. Eight regions or particles run side by side; in the sparse
 * operator, whose pairs are scattered, the numbers of a region's matrix do instead, so that every
 * load is contiguous and nothing is gathered. Each method follows its scalar twin operation by
 * operation: the tests ask for equal bits.
 *
 * <p>Loads are spelt out and large methods take arrays, not vectors: in a large kernel C2 does not
 * inline our helpers (the API's own methods are forced in), and a vector that passes a real call is
 * allocated.
 */
final class WideKernels implements Kernels {
  private final LatticeKernels lattice = new WideLatticeKernels();
  private final ExampleKernels examples = new WideExampleKernels();
  private final OffsetKernels offsets = new WideOffsetKernels();
  private final ShapeKernels shapes = new WideShapeKernels();
  private final VolumeKernels volume = new WideVolumeKernels();
  private static final VectorSpecies<Float> F = FloatVector.SPECIES_256;
  // Lanes 0 to 3 twice, and lanes 4 to 7. One species in this class: with a second one, JDK 17
  // makes
  // objects of its vectors.
  private static final VectorShuffle<Float> TWICE = VectorShuffle.fromOp(F, lane -> lane & 3);
  private static final VectorMask<Float> UPPER =
      VectorMask.fromArray(
          F, new boolean[] {false, false, false, false, true, true, true, true}, 0);
  private static final Kernels SCALAR = KernelChoice.SCALAR;

  @Override
  public String name() {
    return "vector " + F.vectorBitSize();
  }

  @Override
  public void spread(float[] x, float[] y, float[] z, int from, int to, float[] spread) {
    for (int i = from; i < to; i++) {
      FloatVector.broadcast(F, x[i])
          .blend(FloatVector.broadcast(F, y[i]), UPPER)
          .intoArray(spread, 16 * i);
      FloatVector.broadcast(F, z[i]).intoArray(spread, 16 * i + 8);
    }
  }

  @Override
  public void sparseMoments(
      int[] starts,
      int[] ends,
      int[] members,
      float[] weights,
      float[] x,
      float[] y,
      float[] z,
      float[] spread,
      int from,
      int to,
      float[] tile,
      float[] scratch) {
    for (int region = from; region < to; region++) {
      FloatVector a = FloatVector.zero(F);
      FloatVector b = FloatVector.zero(F);
      for (int e = starts[region], end = ends[region]; e < end; e++) {
        int i = 16 * members[e];
        FloatVector w = FloatVector.fromArray(F, weights, 4 * e).rearrange(TWICE);
        a = a.add(w.mul(FloatVector.fromArray(F, spread, i)));
        b = b.add(w.mul(FloatVector.fromArray(F, spread, i + 8)));
      }
      a.intoArray(scratch, 0);
      b.intoArray(scratch, 8);
      int j = region - from;
      tile[j] = scratch[0];
      tile[TILE + j] = scratch[4];
      tile[2 * TILE + j] = scratch[8];
      tile[3 * TILE + j] = scratch[1];
      tile[4 * TILE + j] = scratch[2];
      tile[5 * TILE + j] = scratch[3];
      tile[6 * TILE + j] = scratch[5];
      tile[7 * TILE + j] = scratch[6];
      tile[8 * TILE + j] = scratch[7];
      tile[9 * TILE + j] = scratch[9];
      tile[10 * TILE + j] = scratch[10];
      tile[11 * TILE + j] = scratch[11];
    }
  }

  @Override
  public int fitRotations(
      float[] tile,
      int count,
      float[] qw,
      float[] qx,
      float[] qy,
      float[] qz,
      int from,
      float[] r) {
    // The first iteration leaves its quaternions in rows 0 to 3 of r and in row 4 a positive number
    // where its H was positive definite: values that live on in registers across iterations of a
    // loop become objects on older JVMs.
    for (int j = 0; j < count; j += LANES) {
      int q = from + j;
      newton(tile, j, qw, q, qx, q, qy, q, qz, q, r, 4 * TILE + j, 5 * TILE + j);
    }
    for (int j = 0; j < count; j += LANES) {
      FloatVector.fromArray(F, r, 4 * TILE + j).intoArray(r, 6 * TILE + j);
      newton(
          tile,
          j,
          r,
          j,
          r,
          TILE + j,
          r,
          2 * TILE + j,
          r,
          3 * TILE + j,
          r,
          4 * TILE + j,
          5 * TILE + j);
    }
    int hard = 0;
    for (int j = 0; j < count; j += LANES) {
      int q = from + j;
      VectorMask<Float> good =
          FloatVector.fromArray(F, r, 4 * TILE + j)
              .compare(VectorOperators.GT, 0f)
              .and(FloatVector.fromArray(F, r, 6 * TILE + j).compare(VectorOperators.GT, 0f))
              .and(
                  FloatVector.fromArray(F, r, 5 * TILE + j)
                      .compare(VectorOperators.LE, 0.25f * Rotations.CONVERGED));
      if (good.allTrue()) {
        FloatVector w = FloatVector.fromArray(F, r, j), x = FloatVector.fromArray(F, r, TILE + j);
        FloatVector y = FloatVector.fromArray(F, r, 2 * TILE + j),
            z = FloatVector.fromArray(F, r, 3 * TILE + j);
        w.intoArray(qw, q);
        x.intoArray(qx, q);
        y.intoArray(qy, q);
        z.intoArray(qz, q);
        storeMatrix(r, j);
      } else {
        // Some lane needs the robust path: the scalar twin does these eight from the start.
        hard += Rotations.scalarGroup(tile, j, LANES, qw, qx, qy, qz, from, r);
      }
    }
    return hard;
  }

  /**
   * One Newton iteration (derivation at {@link Rotations}) for columns j to j + 7: the new
   * quaternions go to rows 0 to 3 of r. Quaternions come as arrays with the place of column j, not
   * as vectors: this method is too large to be inlined, and vectors that pass a call are objects.
   *
   * @param definite where to store a number that is positive where H is positive definite
   * @param size where to store the square of half the correction
   */
  static void newton(
      float[] tile,
      int j,
      float[] qw,
      int atW,
      float[] qx,
      int atX,
      float[] qy,
      int atY,
      float[] qz,
      int atZ,
      float[] r,
      int definite,
      int size) {
    FloatVector w = FloatVector.fromArray(F, qw, atW), x = FloatVector.fromArray(F, qx, atX);
    FloatVector y = FloatVector.fromArray(F, qy, atY), z = FloatVector.fromArray(F, qz, atZ);
    FloatVector p00 = FloatVector.fromArray(F, tile, 3 * TILE + j),
        p01 = FloatVector.fromArray(F, tile, 4 * TILE + j);
    FloatVector p02 = FloatVector.fromArray(F, tile, 5 * TILE + j),
        p10 = FloatVector.fromArray(F, tile, 6 * TILE + j);
    FloatVector p11 = FloatVector.fromArray(F, tile, 7 * TILE + j),
        p12 = FloatVector.fromArray(F, tile, 8 * TILE + j);
    FloatVector p20 = FloatVector.fromArray(F, tile, 9 * TILE + j),
        p21 = FloatVector.fromArray(F, tile, 10 * TILE + j);
    FloatVector p22 = FloatVector.fromArray(F, tile, 11 * TILE + j);
    FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
    FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
    FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
    FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector r00 = one.sub(yy.add(zz)), r01 = xy.sub(wz), r02 = xz.add(wy);
    FloatVector r10 = xy.add(wz), r11 = one.sub(xx.add(zz)), r12 = yz.sub(wx);
    FloatVector r20 = xz.sub(wy), r21 = yz.add(wx), r22 = one.sub(xx.add(yy));
    FloatVector b00 = r00.mul(p00).add(r10.mul(p10)).add(r20.mul(p20));
    FloatVector b01 = r00.mul(p01).add(r10.mul(p11)).add(r20.mul(p21));
    FloatVector b02 = r00.mul(p02).add(r10.mul(p12)).add(r20.mul(p22));
    FloatVector b10 = r01.mul(p00).add(r11.mul(p10)).add(r21.mul(p20));
    FloatVector b11 = r01.mul(p01).add(r11.mul(p11)).add(r21.mul(p21));
    FloatVector b12 = r01.mul(p02).add(r11.mul(p12)).add(r21.mul(p22));
    FloatVector b20 = r02.mul(p00).add(r12.mul(p10)).add(r22.mul(p20));
    FloatVector b21 = r02.mul(p01).add(r12.mul(p11)).add(r22.mul(p21));
    FloatVector b22 = r02.mul(p02).add(r12.mul(p12)).add(r22.mul(p22));
    FloatVector ax = b21.sub(b12), ay = b02.sub(b20), az = b10.sub(b01);
    FloatVector h00 = b11.add(b22).add(Rotations.RIDGE);
    FloatVector h11 = b00.add(b22).add(Rotations.RIDGE);
    FloatVector h22 = b00.add(b11).add(Rotations.RIDGE);
    FloatVector h01 = b01.add(b10).mul(-0.5f);
    FloatVector h02 = b02.add(b20).mul(-0.5f);
    FloatVector h12 = b12.add(b21).mul(-0.5f);
    FloatVector c00 = h11.mul(h22).sub(h12.mul(h12));
    FloatVector c01 = h02.mul(h12).sub(h01.mul(h22));
    FloatVector c02 = h01.mul(h12).sub(h02.mul(h11));
    FloatVector c11 = h00.mul(h22).sub(h02.mul(h02));
    FloatVector c12 = h01.mul(h02).sub(h00.mul(h12));
    FloatVector c22 = h00.mul(h11).sub(h01.mul(h01));
    FloatVector det = h00.mul(c00).add(h01.mul(c01)).add(h02.mul(c02));
    // Positive where all three leading minors are; NaN is not greater than zero.
    FloatVector.zero(F)
        .blend(det, h00.compare(VectorOperators.GT, 0f).and(c22.compare(VectorOperators.GT, 0f)))
        .intoArray(r, definite);
    FloatVector scale = FloatVector.broadcast(F, 0.5f).div(det);
    FloatVector ox = c00.mul(ax).add(c01.mul(ay)).add(c02.mul(az)).mul(scale);
    FloatVector oy = c01.mul(ax).add(c11.mul(ay)).add(c12.mul(az)).mul(scale);
    FloatVector oz = c02.mul(ax).add(c12.mul(ay)).add(c22.mul(az)).mul(scale);
    ox.mul(ox).add(oy.mul(oy)).add(oz.mul(oz)).intoArray(r, size);
    FloatVector nw = w.sub(x.mul(ox)).sub(y.mul(oy)).sub(z.mul(oz));
    FloatVector nx = x.add(w.mul(ox)).add(y.mul(oz)).sub(z.mul(oy));
    FloatVector ny = y.add(w.mul(oy)).add(z.mul(ox)).sub(x.mul(oz));
    FloatVector nz = z.add(w.mul(oz)).add(x.mul(oy)).sub(y.mul(ox));
    FloatVector length = one.div(nw.mul(nw).add(nx.mul(nx)).add(ny.mul(ny)).add(nz.mul(nz)).sqrt());
    nw.mul(length).intoArray(r, j);
    nx.mul(length).intoArray(r, TILE + j);
    ny.mul(length).intoArray(r, 2 * TILE + j);
    nz.mul(length).intoArray(r, 3 * TILE + j);
  }

  /**
   * Turns the quaternions in rows 0 to 3 of r, columns j to j + 7, into matrices in rows 0 to 8.
   */
  static void storeMatrix(float[] r, int j) {
    FloatVector w = FloatVector.fromArray(F, r, j), x = FloatVector.fromArray(F, r, TILE + j);
    FloatVector y = FloatVector.fromArray(F, r, 2 * TILE + j),
        z = FloatVector.fromArray(F, r, 3 * TILE + j);
    FloatVector one = FloatVector.broadcast(F, 1f);
    FloatVector x2 = x.add(x), y2 = y.add(y), z2 = z.add(z);
    FloatVector xx = x.mul(x2), yy = y.mul(y2), zz = z.mul(z2);
    FloatVector xy = x.mul(y2), xz = x.mul(z2), yz = y.mul(z2);
    FloatVector wx = w.mul(x2), wy = w.mul(y2), wz = w.mul(z2);
    one.sub(yy.add(zz)).intoArray(r, j);
    xy.sub(wz).intoArray(r, TILE + j);
    xz.add(wy).intoArray(r, 2 * TILE + j);
    xy.add(wz).intoArray(r, 3 * TILE + j);
    one.sub(xx.add(zz)).intoArray(r, 4 * TILE + j);
    yz.sub(wx).intoArray(r, 5 * TILE + j);
    xz.sub(wy).intoArray(r, 6 * TILE + j);
    yz.add(wx).intoArray(r, 7 * TILE + j);
    one.sub(xx.add(yy)).intoArray(r, 8 * TILE + j);
  }

  @Override
  public double elasticSum(
      float[] tile,
      float[] r,
      float[] regionMass,
      float[] rho,
      int from,
      int count,
      float[] scratch) {
    FloatVector sum = FloatVector.zero(F);
    for (int j = 0; j < count; j += LANES) {
      FloatVector cx = FloatVector.fromArray(F, tile, j),
          cy = FloatVector.fromArray(F, tile, TILE + j),
          cz = FloatVector.fromArray(F, tile, 2 * TILE + j);
      FloatVector trace =
          FloatVector.fromArray(F, r, j).mul(FloatVector.fromArray(F, tile, 3 * TILE + j));
      for (int k = 1; k < 9; k++) {
        trace =
            trace.add(
                FloatVector.fromArray(F, r, k * TILE + j)
                    .mul(FloatVector.fromArray(F, tile, (3 + k) * TILE + j)));
      }
      FloatVector c2 = cx.mul(cx).add(cy.mul(cy)).add(cz.mul(cz));
      sum =
          sum.add(
              FloatVector.fromArray(F, regionMass, from + j)
                  .mul(c2)
                  .add(FloatVector.fromArray(F, rho, from + j).mul(trace.add(trace).sub(1f))));
    }
    sum.intoArray(scratch, 0);
    return addLanes(scratch, 0);
  }

  static double addLanes(float[] scratch, int k) {
    double sum = 0;
    for (int l = 0; l < LANES; l++) {
      sum += scratch[k * LANES + l];
    }
    return sum;
  }

  @Override
  public void sparseTransforms(
      float[] tile,
      float[] r,
      float[] c0x,
      float[] c0y,
      float[] c0z,
      int from,
      int count,
      float[] transforms) {
    for (int j = 0; j < count; j += LANES) {
      FloatVector x0 = FloatVector.fromArray(F, c0x, from + j),
          y0 = FloatVector.fromArray(F, c0y, from + j),
          z0 = FloatVector.fromArray(F, c0z, from + j);
      for (int a = 0; a < 3; a++) {
        FloatVector t0 = FloatVector.fromArray(F, r, 3 * a * TILE + j);
        FloatVector t1 = FloatVector.fromArray(F, r, (3 * a + 1) * TILE + j);
        FloatVector t2 = FloatVector.fromArray(F, r, (3 * a + 2) * TILE + j);
        // The centroid rows have served: they take the translations.
        FloatVector.fromArray(F, tile, a * TILE + j)
            .sub(t0.mul(x0).add(t1.mul(y0)).add(t2.mul(z0)))
            .intoArray(tile, a * TILE + j);
      }
    }
    for (int j = 0; j < count; j++) {
      int o = 16 * (from + j);
      transforms[o] = r[j];
      transforms[o + 1] = r[TILE + j];
      transforms[o + 2] = r[2 * TILE + j];
      transforms[o + 3] = tile[j];
      transforms[o + 4] = r[3 * TILE + j];
      transforms[o + 5] = r[4 * TILE + j];
      transforms[o + 6] = r[5 * TILE + j];
      transforms[o + 7] = tile[TILE + j];
      transforms[o + 8] = r[6 * TILE + j];
      transforms[o + 9] = r[7 * TILE + j];
      transforms[o + 10] = r[8 * TILE + j];
      transforms[o + 11] = tile[2 * TILE + j];
    }
  }

  @Override
  public void sparseGoals(
      int[] starts,
      int[] ends,
      int[] regions,
      float[] transforms,
      float[] share,
      float[] x0,
      float[] y0,
      float[] z0,
      float[] x,
      float[] y,
      float[] z,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch) {
    for (int first = from; first < to; first += LANES) {
      int n = Math.min(LANES, to - first);
      for (int i = first; i < first + n; i++) {
        FloatVector a = FloatVector.zero(F);
        FloatVector b = FloatVector.zero(F);
        for (int e = starts[i], end = ends[i]; e < end; e++) {
          int o = 16 * regions[e];
          a = a.add(FloatVector.fromArray(F, transforms, o));
          b = b.add(FloatVector.fromArray(F, transforms, o + 8));
        }
        a.intoArray(scratch, 16 * (i - first));
        b.intoArray(scratch, 16 * (i - first) + 8);
      }
      for (int i = first; i < first + n; i++) {
        int k = 16 * (i - first);
        float s = share[i], u = x0[i], v = y0[i], w = z0[i];
        float tx = scratch[k] * u + scratch[k + 1] * v + scratch[k + 2] * w + scratch[k + 3];
        float ty = scratch[k + 4] * u + scratch[k + 5] * v + scratch[k + 6] * w + scratch[k + 7];
        float tz = scratch[k + 8] * u + scratch[k + 9] * v + scratch[k + 10] * w + scratch[k + 11];
        dx[i] = s * tx - x[i];
        dy[i] = s * ty - y[i];
        dz[i] = s * tz - z[i];
      }
    }
  }

  @Override
  public void pullSums(
      float[] mass,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    FloatVector sx = FloatVector.zero(F);
    FloatVector sy = FloatVector.zero(F);
    FloatVector sz = FloatVector.zero(F);
    FloatVector sv = FloatVector.zero(F);
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      FloatVector m = FloatVector.fromArray(F, mass, i);
      FloatVector px = m.mul(FloatVector.fromArray(F, dx, i)),
          py = m.mul(FloatVector.fromArray(F, dy, i)),
          pz = m.mul(FloatVector.fromArray(F, dz, i));
      sx = sx.add(px);
      sy = sy.add(py);
      sz = sz.add(pz);
      sv =
          sv.add(
              px.mul(FloatVector.fromArray(F, vx, i))
                  .add(py.mul(FloatVector.fromArray(F, vy, i)))
                  .add(pz.mul(FloatVector.fromArray(F, vz, i))));
    }
    sx.intoArray(scratch, 0);
    sy.intoArray(scratch, LANES);
    sz.intoArray(scratch, 2 * LANES);
    sv.intoArray(scratch, 3 * LANES);
    for (int l = 0; i < to; i++, l++) {
      float px = mass[i] * dx[i], py = mass[i] * dy[i], pz = mass[i] * dz[i];
      scratch[l] += px;
      scratch[LANES + l] += py;
      scratch[2 * LANES + l] += pz;
      scratch[3 * LANES + l] += px * vx[i] + py * vy[i] + pz * vz[i];
    }
    for (int k = 0; k < 4; k++) {
      out[k] += addLanes(scratch, k);
    }
  }

  @Override
  public void motionSums(
      float[] mass,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      int from,
      int to,
      float[] scratch,
      double[] out) {
    // Two sweeps of eight sums: sixteen accumulators and their operands exceed the registers.
    FloatVector s0 = FloatVector.zero(F);
    FloatVector s1 = FloatVector.zero(F);
    FloatVector s2 = FloatVector.zero(F);
    FloatVector s3 = FloatVector.zero(F);
    FloatVector s4 = FloatVector.zero(F);
    FloatVector s5 = FloatVector.zero(F);
    FloatVector s15 = FloatVector.zero(F);
    FloatVector s6 = FloatVector.zero(F);
    FloatVector s7 = FloatVector.zero(F);
    FloatVector s8 = FloatVector.zero(F);
    int whole = from + (to - from) / LANES * LANES;
    for (int i = from; i < whole; i += LANES) {
      FloatVector m = FloatVector.fromArray(F, mass, i),
          xi = FloatVector.fromArray(F, x, i),
          yi = FloatVector.fromArray(F, y, i),
          zi = FloatVector.fromArray(F, z, i);
      FloatVector ui = FloatVector.fromArray(F, vx, i),
          vi = FloatVector.fromArray(F, vy, i),
          wi = FloatVector.fromArray(F, vz, i);
      FloatVector mu = m.mul(ui), mv = m.mul(vi), mw = m.mul(wi);
      s3 = s3.add(mu);
      s4 = s4.add(mv);
      s5 = s5.add(mw);
      s6 = s6.add(yi.mul(mw).sub(zi.mul(mv)));
      s7 = s7.add(zi.mul(mu).sub(xi.mul(mw)));
      s8 = s8.add(xi.mul(mv).sub(yi.mul(mu)));
      s15 = s15.add(mu.mul(ui).add(mv.mul(vi)).add(mw.mul(wi)));
    }
    s3.intoArray(scratch, 3 * LANES);
    s4.intoArray(scratch, 4 * LANES);
    s5.intoArray(scratch, 5 * LANES);
    s6.intoArray(scratch, 6 * LANES);
    s7.intoArray(scratch, 7 * LANES);
    s8.intoArray(scratch, 8 * LANES);
    s15.intoArray(scratch, 15 * LANES);
    FloatVector s9 = FloatVector.zero(F);
    FloatVector s10 = FloatVector.zero(F);
    FloatVector s11 = FloatVector.zero(F);
    FloatVector s12 = FloatVector.zero(F);
    FloatVector s13 = FloatVector.zero(F);
    FloatVector s14 = FloatVector.zero(F);
    for (int i = from; i < whole; i += LANES) {
      FloatVector m = FloatVector.fromArray(F, mass, i),
          xi = FloatVector.fromArray(F, x, i),
          yi = FloatVector.fromArray(F, y, i),
          zi = FloatVector.fromArray(F, z, i);
      FloatVector mx = m.mul(xi), my = m.mul(yi), mz = m.mul(zi);
      s0 = s0.add(mx);
      s1 = s1.add(my);
      s2 = s2.add(mz);
      s9 = s9.add(mx.mul(xi));
      s10 = s10.add(my.mul(yi));
      s11 = s11.add(mz.mul(zi));
      s12 = s12.add(mx.mul(yi));
      s13 = s13.add(my.mul(zi));
      s14 = s14.add(mz.mul(xi));
    }
    s0.intoArray(scratch, 0);
    s1.intoArray(scratch, LANES);
    s2.intoArray(scratch, 2 * LANES);
    s9.intoArray(scratch, 9 * LANES);
    s10.intoArray(scratch, 10 * LANES);
    s11.intoArray(scratch, 11 * LANES);
    s12.intoArray(scratch, 12 * LANES);
    s13.intoArray(scratch, 13 * LANES);
    s14.intoArray(scratch, 14 * LANES);
    for (int i = whole, l = 0; i < to; i++, l++) {
      float m = mass[i], xi = x[i], yi = y[i], zi = z[i], ui = vx[i], vi = vy[i], wi = vz[i];
      float mx = m * xi, my = m * yi, mz = m * zi, mu = m * ui, mv = m * vi, mw = m * wi;
      scratch[l] += mx;
      scratch[LANES + l] += my;
      scratch[2 * LANES + l] += mz;
      scratch[3 * LANES + l] += mu;
      scratch[4 * LANES + l] += mv;
      scratch[5 * LANES + l] += mw;
      scratch[6 * LANES + l] += yi * mw - zi * mv;
      scratch[7 * LANES + l] += zi * mu - xi * mw;
      scratch[8 * LANES + l] += xi * mv - yi * mu;
      scratch[9 * LANES + l] += mx * xi;
      scratch[10 * LANES + l] += my * yi;
      scratch[11 * LANES + l] += mz * zi;
      scratch[12 * LANES + l] += mx * yi;
      scratch[13 * LANES + l] += my * zi;
      scratch[14 * LANES + l] += mz * xi;
      scratch[15 * LANES + l] += mu * ui + mv * vi + mw * wi;
    }
    for (int k = 0; k < 16; k++) {
      out[k] += addLanes(scratch, k);
    }
  }

  @Override
  public void move(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] dx,
      float[] dy,
      float[] dz,
      float[] mobility,
      int from,
      int to) {
    float h = n[Motion.STEP], pull = n[Motion.PULL], keep = n[Motion.KEEP_MINUS_ONE];
    float mx = n[Motion.MEAN], my = n[Motion.MEAN + 1], mz = n[Motion.MEAN + 2];
    float kx = n[Motion.KICK], ky = n[Motion.KICK + 1], kz = n[Motion.KICK + 2];
    float sx = n[Motion.SPIN], sy = n[Motion.SPIN + 1], sz = n[Motion.SPIN + 2];
    FloatVector tx = FloatVector.broadcast(F, n[Motion.DRIFT]);
    FloatVector ty = FloatVector.broadcast(F, n[Motion.DRIFT + 1]);
    FloatVector tz = FloatVector.broadcast(F, n[Motion.DRIFT + 2]);
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      FloatVector free = FloatVector.fromArray(F, mobility, i);
      FloatVector xi = FloatVector.fromArray(F, x, i),
          yi = FloatVector.fromArray(F, y, i),
          zi = FloatVector.fromArray(F, z, i);
      FloatVector u = FloatVector.fromArray(F, vx, i),
          v = FloatVector.fromArray(F, vy, i),
          w = FloatVector.fromArray(F, vz, i);
      FloatVector ru = tx.add(zi.mul(sy).sub(yi.mul(sz)));
      FloatVector rv = ty.add(xi.mul(sz).sub(zi.mul(sx)));
      FloatVector rw = tz.add(yi.mul(sx).sub(xi.mul(sy)));
      u =
          u.add(
              free.mul(
                  u.sub(ru)
                      .mul(keep)
                      .add(FloatVector.fromArray(F, dx, i).sub(mx).mul(pull))
                      .add(kx)));
      v =
          v.add(
              free.mul(
                  v.sub(rv)
                      .mul(keep)
                      .add(FloatVector.fromArray(F, dy, i).sub(my).mul(pull))
                      .add(ky)));
      w =
          w.add(
              free.mul(
                  w.sub(rw)
                      .mul(keep)
                      .add(FloatVector.fromArray(F, dz, i).sub(mz).mul(pull))
                      .add(kz)));
      u.intoArray(vx, i);
      v.intoArray(vy, i);
      w.intoArray(vz, i);
      xi.add(u.mul(h)).intoArray(x, i);
      yi.add(v.mul(h)).intoArray(y, i);
      zi.add(w.mul(h)).intoArray(z, i);
    }
    SCALAR.move(n, x, y, z, vx, vy, vz, dx, dy, dz, mobility, i, to);
  }

  @Override
  public void predict(
      float[] n,
      float[] x,
      float[] y,
      float[] z,
      float[] vx,
      float[] vy,
      float[] vz,
      float[] px,
      float[] py,
      float[] pz,
      int from,
      int to) {
    float lead = n[Motion.LEAD];
    float sx = n[Motion.SPIN], sy = n[Motion.SPIN + 1], sz = n[Motion.SPIN + 2];
    FloatVector tx = FloatVector.broadcast(F, n[Motion.DRIFT]);
    FloatVector ty = FloatVector.broadcast(F, n[Motion.DRIFT + 1]);
    FloatVector tz = FloatVector.broadcast(F, n[Motion.DRIFT + 2]);
    int i = from;
    for (; i + LANES <= to; i += LANES) {
      FloatVector xi = FloatVector.fromArray(F, x, i),
          yi = FloatVector.fromArray(F, y, i),
          zi = FloatVector.fromArray(F, z, i);
      FloatVector ru = tx.add(zi.mul(sy).sub(yi.mul(sz)));
      FloatVector rv = ty.add(xi.mul(sz).sub(zi.mul(sx)));
      FloatVector rw = tz.add(yi.mul(sx).sub(xi.mul(sy)));
      xi.add(FloatVector.fromArray(F, vx, i).sub(ru).mul(lead)).intoArray(px, i);
      yi.add(FloatVector.fromArray(F, vy, i).sub(rv).mul(lead)).intoArray(py, i);
      zi.add(FloatVector.fromArray(F, vz, i).sub(rw).mul(lead)).intoArray(pz, i);
    }
    SCALAR.predict(n, x, y, z, vx, vy, vz, px, py, pz, i, to);
  }

  @Override
  public LatticeKernels lattice() {
    return lattice;
  }

  @Override
  public ExampleKernels examples() {
    return examples;
  }

  @Override
  public OffsetKernels offsets() {
    return offsets;
  }

  @Override
  public ShapeKernels shapes() {
    return shapes;
  }

  @Override
  public VolumeKernels volume() {
    return volume;
  }

  @Override
  public MatrixKernels matrix() {
    return Matrix.KERNELS;
  }

  /** Made when it is asked for: who fits no rig need not load vectors of doubles. */
  private static final class Matrix {
    static final MatrixKernels KERNELS = new WideMatrixKernels();
  }
}
