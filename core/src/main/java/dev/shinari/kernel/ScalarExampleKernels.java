package dev.shinari.kernel;

import java.util.Arrays;

/** The example kernels in plain Java: the fallback, and the twin of the vector ones. */
final class ScalarExampleKernels implements ExampleKernels {
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;
  static final float HALF_ROOT2 = 0.70710678f;

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
    int hard = 0;
    for (int j = 0; j < count; j++) {
      int at = xAt + ExampleKernels.place(6, 0, j);
      hard += FitColumn.fit(tile, column + j, x, at, qw, qx, qy, qz, from + j, work, j);
    }
    return hard;
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
    for (int j = 0; j < count; j++) {
      FitColumn.turn(work, j);
      qw[from + j] = work[Q + j];
      qx[from + j] = work[Q + CHUNK + j];
      qy[from + j] = work[Q + 2 * CHUNK + j];
      qz[from + j] = work[Q + 3 * CHUNK + j];
      // C is the rotation of the quaternion (1, o): sym(C^T B).
      float ox = work[O + j], oy = work[O + CHUNK + j], oz = work[O + 2 * CHUNK + j];
      float k = 2 * work[HALF + j];
      float ex = k * ox, ey = k * oy, ez = k * oz;
      float xx = ox * ex, yy = oy * ey, zz = oz * ez;
      float xy = ox * ey, xz = ox * ez, yz = oy * ez;
      float c00 = 1 - (yy + zz), c01 = xy - ez, c02 = xz + ey;
      float c10 = xy + ez, c11 = 1 - (xx + zz), c12 = yz - ex;
      float c20 = xz - ey, c21 = yz + ex, c22 = 1 - (xx + yy);
      int b = B + j, s = S + ExampleKernels.place(6, 0, j);
      int r = restAt + ExampleKernels.place(6, 0, j);
      float b00 = work[b], b01 = work[b + CHUNK], b02 = work[b + 2 * CHUNK];
      float b10 = work[b + 3 * CHUNK], b11 = work[b + 4 * CHUNK], b12 = work[b + 5 * CHUNK];
      float b20 = work[b + 6 * CHUNK], b21 = work[b + 7 * CHUNK], b22 = work[b + 8 * CHUNK];
      work[s] = c00 * b00 + c10 * b10 + c20 * b20 - rest[r];
      work[s + LANES] = c01 * b01 + c11 * b11 + c21 * b21 - rest[r + LANES];
      work[s + 2 * LANES] = c02 * b02 + c12 * b12 + c22 * b22 - rest[r + 2 * LANES];
      float sxy = c00 * b01 + c10 * b11 + c20 * b21 + (c01 * b00 + c11 * b10 + c21 * b20);
      float syz = c01 * b02 + c11 * b12 + c21 * b22 + (c02 * b01 + c12 * b11 + c22 * b21);
      float szx = c02 * b00 + c12 * b10 + c22 * b20 + (c00 * b02 + c10 * b12 + c20 * b22);
      work[s + 3 * LANES] = sxy * HALF_ROOT2 - rest[r + 3 * LANES];
      work[s + 4 * LANES] = syz * HALF_ROOT2 - rest[r + 4 * LANES];
      work[s + 5 * LANES] = szx * HALF_ROOT2 - rest[r + 5 * LANES];
    }
  }

  @Override
  public void targets(
      float[] work, int count, float[] t, int column, float[] ox, float[] oy, float[] oz, int to) {
    for (int j = 0; j < count; j++) {
      int b = B + j, o = O + j, s = S + ExampleKernels.place(6, 0, j);
      float along =
          work[o] * (work[b + 7 * CHUNK] - work[b + 5 * CHUNK])
              + work[o + CHUNK] * (work[b + 2 * CHUNK] - work[b + 6 * CHUNK])
              + work[o + 2 * CHUNK] * (work[b + 3 * CHUNK] - work[b + CHUNK]);
      work[TRACE + j] =
          work[b] + work[b + 4 * CHUNK] + work[b + 8 * CHUNK] + along * work[HALF + j];
      float k = 2 / FitColumn.turnLong(work, j);
      float w = work[Q + j], x = work[Q + CHUNK + j];
      float y = work[Q + 2 * CHUNK + j], z = work[Q + 3 * CHUNK + j];
      float x2 = x * k, y2 = y * k, z2 = z * k;
      float xx = x * x2, yy = y * y2, zz = z * z2;
      float xy = x * y2, xz = x * z2, yz = y * z2;
      float wx = w * x2, wy = w * y2, wz = w * z2;
      int c = column + j;
      row(1 - (yy + zz), xy - wz, xz + wy, work, s, t, c);
      row(xy + wz, 1 - (xx + zz), yz - wx, work, s, t, c + 3 * TILE);
      row(xz - wy, yz + wx, 1 - (xx + yy), work, s, t, c + 6 * TILE);
      if (ox != null) {
        float u = work[U + j], v = work[U + CHUNK + j], q = work[U + 2 * CHUNK + j];
        ox[to + j] = (1 - (yy + zz)) * u + (xy - wz) * v + (xz + wy) * q;
        oy[to + j] = (xy + wz) * u + (1 - (xx + zz)) * v + (yz - wx) * q;
        oz[to + j] = (xz - wy) * u + (yz + wx) * v + (1 - (xx + yy)) * q;
      }
    }
  }

  /** One row of R S~ from a row of R. */
  private static void row(float r0, float r1, float r2, float[] work, int s, float[] t, int to) {
    float xx = work[s], yy = work[s + LANES], zz = work[s + 2 * LANES];
    float xy = work[s + 3 * LANES], yz = work[s + 4 * LANES], zx = work[s + 5 * LANES];
    t[to] = r0 * xx + r1 * xy + r2 * zx;
    t[to + TILE] = r0 * xy + r1 * yy + r2 * yz;
    t[to + 2 * TILE] = r0 * zx + r1 * yz + r2 * zz;
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
    for (int k = 0; k < examples; k++) {
      Arrays.fill(scratch, 0, LANES, 0);
      for (int j = 0; j < count; j++) {
        scratch[j % LANES] += dot(work, deltas, at, examples, k, j);
      }
      out[outAt + k] += ScalarKernels.addLanes(scratch, 0);
    }
  }

  private static float dot(float[] work, float[] deltas, int at, int examples, int k, int j) {
    int s = S + ExampleKernels.place(6, 0, j);
    int d = at + ExampleKernels.place(6 * examples, 6 * k, j);
    return work[s] * deltas[d]
        + work[s + LANES] * deltas[d + LANES]
        + work[s + 2 * LANES] * deltas[d + 2 * LANES]
        + work[s + 3 * LANES] * deltas[d + 3 * LANES]
        + work[s + 4 * LANES] * deltas[d + 4 * LANES]
        + work[s + 5 * LANES] * deltas[d + 5 * LANES];
  }

  @Override
  public void dotsOfEach(
      float[] work, float[] deltas, int at, int examples, int count, float[] out) {
    for (int k = 0; k < examples; k++) {
      for (int j = 0; j < count; j++) {
        out[k * CHUNK + j] = dot(work, deltas, at, examples, k, j);
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
    for (int j = 0; j < count; j++) {
      SimplexLanes.column(gram, gramAt, c, examples, j, w, free, freeAt, scratch, spare);
    }
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
      Arrays.fill(scratch, 0, LANES, 0);
      for (int j = 0; j < count; j++) {
        float v = c[k * CHUNK + j];
        scratch[j % LANES] += v;
        c[k * CHUNK + j] = v + ridge[ridgeAt + j] * whole[k];
      }
      out[k] += ScalarKernels.addLanes(scratch, 0);
    }
  }

  @Override
  public void sumWeights(
      float[] w, int examples, int count, float scale, float[] scratch, double[] out) {
    for (int k = 0; k < examples; k++) {
      Arrays.fill(scratch, 0, LANES, 0);
      for (int j = 0; j < count; j++) {
        float v = w[k * CHUNK + j];
        scratch[j % LANES] += v;
        w[k * CHUNK + j] = v * scale;
      }
      out[k] += ScalarKernels.addLanes(scratch, 0);
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
    for (int row = 0; row < 6; row++) {
      float add = row < 3 ? 1 : 0, scale = row < 3 ? 1 : HALF_ROOT2;
      for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int i = 0; i < uses; i++) {
          int d = at + ExampleKernels.place(6 * examples, 6 * used[i] + row, j);
          sum += w[used[i]] * deltas[d];
        }
        work[S + ExampleKernels.place(6, row, j)] = sum * scale + add;
      }
    }
  }

  @Override
  public void mixOfEach(float[] deltas, int at, float[] w, int examples, int count, float[] work) {
    for (int row = 0; row < 6; row++) {
      float add = row < 3 ? 1 : 0, scale = row < 3 ? 1 : HALF_ROOT2;
      for (int j = 0; j < count; j++) {
        float sum = 0;
        for (int k = 0; k < examples; k++) {
          int d = at + ExampleKernels.place(6 * examples, 6 * k + row, j);
          sum += w[k * CHUNK + j] * deltas[d];
        }
        work[S + ExampleKernels.place(6, row, j)] = sum * scale + add;
      }
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
    Arrays.fill(scratch, 0, LANES, 0);
    for (int j = 0; j < count; j++) {
      int at = column + j;
      float cx = tile[at], cy = tile[TILE + at], cz = tile[2 * TILE + at];
      float c2 = cx * cx + cy * cy + cz * cz, trace = work[TRACE + j];
      scratch[j % LANES] += regionMass[from + j] * c2 + rho[from + j] * (trace + trace - 1);
    }
    return ScalarKernels.addLanes(scratch, 0);
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
    Arrays.fill(scratch, 0, LANES, 0);
    for (int j = 0; j < count; j++) {
      int s = S + ExampleKernels.place(6, 0, j), at = kAt + ExampleKernels.place(6, 0, j);
      float xx = work[s] - 1, yy = work[s + LANES] - 1, zz = work[s + 2 * LANES] - 1;
      float xy = work[s + 3 * LANES], yz = work[s + 4 * LANES], zx = work[s + 5 * LANES];
      // 2 E + E E / beta, then its product with K.
      float dxx = xx + xx + inverseBeta * (xx * xx + xy * xy + zx * zx);
      float dyy = yy + yy + inverseBeta * (xy * xy + yy * yy + yz * yz);
      float dzz = zz + zz + inverseBeta * (zx * zx + yz * yz + zz * zz);
      float dxy = xy + xy + inverseBeta * (xx * xy + xy * yy + zx * yz);
      float dyz = yz + yz + inverseBeta * (xy * zx + yy * yz + yz * zz);
      float dzx = zx + zx + inverseBeta * (xx * zx + xy * yz + zx * zz);
      float on = k[at] * dxx + k[at + LANES] * dyy + k[at + 2 * LANES] * dzz;
      float off = k[at + 3 * LANES] * dxy + k[at + 4 * LANES] * dyz + k[at + 5 * LANES] * dzx;
      scratch[j % LANES] += rho[from + j] * (on + (off + off));
    }
    return ScalarKernels.addLanes(scratch, 0);
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
    for (int a = 0; a < 3; a++) {
      float[] t0 = t[3 * a], t1 = t[3 * a + 1], t2 = t[3 * a + 2];
      for (int j = 0; j < count; j++) {
        int at = from + j, k = outOffset + a * s + j;
        float on = inverseMass[at] > 0 ? 1f : 0f;
        float size = on * cell;
        float d = t0[at] * o[0][at] + t1[at] * o[1][at] + t2[at] * o[2][at];
        out[k] = on * (c[a][at] - d - nodes[a * nodesStride + j]);
        out[k + 3 * s] = size * (t0[at] - frame[3 * a]);
        out[k + 6 * s] = size * (t1[at] - frame[3 * a + 1]);
        out[k + 9 * s] = size * (t2[at] - frame[3 * a + 2]);
      }
    }
  }
}
