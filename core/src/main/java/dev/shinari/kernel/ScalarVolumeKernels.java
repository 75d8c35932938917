package dev.shinari.kernel;

import java.util.Arrays;

/** The volume kernels in plain Java. */
final class ScalarVolumeKernels implements VolumeKernels {
  private static final int TILE = Kernels.TILE;
  private static final int LANES = Kernels.LANES;

  private static int place(int slot) {
    return ExampleKernels.place(REST_ROWS, 0, slot);
  }

  @Override
  public void deformations(
      float[] tile, int column, float[] rest, int from, int count, float[] work) {
    for (int j = 0; j < count; j++) {
      int t = column + j;
      int at = place(from + j);
      float kxx = rest[at];
      float kyy = rest[at + LANES];
      float kzz = rest[at + 2 * LANES];
      float kxy = rest[at + 3 * LANES];
      float kyz = rest[at + 4 * LANES];
      float kzx = rest[at + 5 * LANES];
      float p00 = tile[3 * TILE + t];
      float p01 = tile[4 * TILE + t];
      float p02 = tile[5 * TILE + t];
      float a00 = p00 * kxx + p01 * kxy + p02 * kzx;
      float a01 = p00 * kxy + p01 * kyy + p02 * kyz;
      float a02 = p00 * kzx + p01 * kyz + p02 * kzz;
      float p10 = tile[6 * TILE + t];
      float p11 = tile[7 * TILE + t];
      float p12 = tile[8 * TILE + t];
      float a10 = p10 * kxx + p11 * kxy + p12 * kzx;
      float a11 = p10 * kxy + p11 * kyy + p12 * kyz;
      float a12 = p10 * kzx + p11 * kyz + p12 * kzz;
      float p20 = tile[9 * TILE + t];
      float p21 = tile[10 * TILE + t];
      float p22 = tile[11 * TILE + t];
      float a20 = p20 * kxx + p21 * kxy + p22 * kzx;
      float a21 = p20 * kxy + p21 * kyy + p22 * kyz;
      float a22 = p20 * kzx + p21 * kyz + p22 * kzz;
      float trace =
          a00 * p00 + a01 * p01 + a02 * p02 + a10 * p10 + a11 * p11 + a12 * p12 + a20 * p20
              + a21 * p21 + a22 * p22;
      work[TRACE + j] = trace;
      work[j] = a00;
      work[CHUNK + j] = a01;
      work[2 * CHUNK + j] = a02;
      work[3 * CHUNK + j] = a10;
      work[4 * CHUNK + j] = a11;
      work[5 * CHUNK + j] = a12;
      work[6 * CHUNK + j] = a20;
      work[7 * CHUNK + j] = a21;
      work[8 * CHUNK + j] = a22;
    }
  }

  @Override
  public void complete(
      float[] target, int column, float[] rest, int from, int count, float[] work) {
    for (int j = 0; j < count; j++) {
      int t = column + j;
      int at = place(from + j);
      float dxx = rest[at + 7 * LANES];
      float dyy = rest[at + 8 * LANES];
      float dzz = rest[at + 9 * LANES];
      float dxy = rest[at + 10 * LANES];
      float dyz = rest[at + 11 * LANES];
      float dzx = rest[at + 12 * LANES];
      float t00 = target[t];
      float t01 = target[TILE + t];
      float t02 = target[2 * TILE + t];
      float u00 = t00 * dxx + t01 * dxy + t02 * dzx;
      float u01 = t00 * dxy + t01 * dyy + t02 * dyz;
      float u02 = t00 * dzx + t01 * dyz + t02 * dzz;
      float a00 = work[j];
      work[j] = a00 + u00;
      float a01 = work[CHUNK + j];
      work[CHUNK + j] = a01 + u01;
      float a02 = work[2 * CHUNK + j];
      work[2 * CHUNK + j] = a02 + u02;
      float t10 = target[3 * TILE + t];
      float t11 = target[4 * TILE + t];
      float t12 = target[5 * TILE + t];
      float u10 = t10 * dxx + t11 * dxy + t12 * dzx;
      float u11 = t10 * dxy + t11 * dyy + t12 * dyz;
      float u12 = t10 * dzx + t11 * dyz + t12 * dzz;
      float a10 = work[3 * CHUNK + j];
      work[3 * CHUNK + j] = a10 + u10;
      float a11 = work[4 * CHUNK + j];
      work[4 * CHUNK + j] = a11 + u11;
      float a12 = work[5 * CHUNK + j];
      work[5 * CHUNK + j] = a12 + u12;
      float t20 = target[6 * TILE + t];
      float t21 = target[7 * TILE + t];
      float t22 = target[8 * TILE + t];
      float u20 = t20 * dxx + t21 * dxy + t22 * dzx;
      float u21 = t20 * dxy + t21 * dyy + t22 * dyz;
      float u22 = t20 * dzx + t21 * dyz + t22 * dzz;
      float a20 = work[6 * CHUNK + j];
      work[6 * CHUNK + j] = a20 + u20;
      float a21 = work[7 * CHUNK + j];
      work[7 * CHUNK + j] = a21 + u21;
      float a22 = work[8 * CHUNK + j];
      work[8 * CHUNK + j] = a22 + u22;
    }
  }

  @Override
  public void toTargets(float[] target, int column, int count, float[] work) {
    for (int j = 0; j < count; j++) {
      int t = column + j;
      float t00 = target[t];
      float t01 = target[TILE + t];
      float t02 = target[2 * TILE + t];
      float t10 = target[3 * TILE + t];
      float t11 = target[4 * TILE + t];
      float t12 = target[5 * TILE + t];
      float t20 = target[6 * TILE + t];
      float t21 = target[7 * TILE + t];
      float t22 = target[8 * TILE + t];
      float c00 = t11 * t22 - t12 * t21;
      float c01 = t12 * t20 - t10 * t22;
      float c02 = t10 * t21 - t11 * t20;
      float c10 = t02 * t21 - t01 * t22;
      float c11 = t00 * t22 - t02 * t20;
      float c12 = t01 * t20 - t00 * t21;
      float c20 = t01 * t12 - t02 * t11;
      float c21 = t02 * t10 - t00 * t12;
      float c22 = t00 * t11 - t01 * t10;
      float det = t00 * c00 + t01 * c01 + t02 * c02;
      float inverse = det / (det * det + 1e-12f);
      float i00 = c00 * inverse;
      float i01 = c01 * inverse;
      float i02 = c02 * inverse;
      float i10 = c10 * inverse;
      float i11 = c11 * inverse;
      float i12 = c12 * inverse;
      float i20 = c20 * inverse;
      float i21 = c21 * inverse;
      float i22 = c22 * inverse;
      work[INVERSE + j] = i00;
      work[INVERSE + CHUNK + j] = i01;
      work[INVERSE + 2 * CHUNK + j] = i02;
      work[INVERSE + 3 * CHUNK + j] = i10;
      work[INVERSE + 4 * CHUNK + j] = i11;
      work[INVERSE + 5 * CHUNK + j] = i12;
      work[INVERSE + 6 * CHUNK + j] = i20;
      work[INVERSE + 7 * CHUNK + j] = i21;
      work[INVERSE + 8 * CHUNK + j] = i22;
      float a00 = work[j];
      float a01 = work[CHUNK + j];
      float a02 = work[2 * CHUNK + j];
      work[j] = a00 * i00 + a01 * i01 + a02 * i02;
      work[CHUNK + j] = a00 * i10 + a01 * i11 + a02 * i12;
      work[2 * CHUNK + j] = a00 * i20 + a01 * i21 + a02 * i22;
      float a10 = work[3 * CHUNK + j];
      float a11 = work[4 * CHUNK + j];
      float a12 = work[5 * CHUNK + j];
      work[3 * CHUNK + j] = a10 * i00 + a11 * i01 + a12 * i02;
      work[4 * CHUNK + j] = a10 * i10 + a11 * i11 + a12 * i12;
      work[5 * CHUNK + j] = a10 * i20 + a11 * i21 + a12 * i22;
      float a20 = work[6 * CHUNK + j];
      float a21 = work[7 * CHUNK + j];
      float a22 = work[8 * CHUNK + j];
      work[6 * CHUNK + j] = a20 * i00 + a21 * i01 + a22 * i02;
      work[7 * CHUNK + j] = a20 * i10 + a21 * i11 + a22 * i12;
      work[8 * CHUNK + j] = a20 * i20 + a21 * i21 + a22 * i22;
    }
  }

  @Override
  public void gradients(float keep, float crush, float harden, int count, float[] work) {
    float twice = harden + harden;
    for (int j = 0; j < count; j++) {
      float a00 = work[j];
      float a01 = work[CHUNK + j];
      float a02 = work[2 * CHUNK + j];
      float a10 = work[3 * CHUNK + j];
      float a11 = work[4 * CHUNK + j];
      float a12 = work[5 * CHUNK + j];
      float a20 = work[6 * CHUNK + j];
      float a21 = work[7 * CHUNK + j];
      float a22 = work[8 * CHUNK + j];
      float c00 = a11 * a22 - a12 * a21;
      float c01 = a12 * a20 - a10 * a22;
      float c02 = a10 * a21 - a11 * a20;
      float c10 = a02 * a21 - a01 * a22;
      float c11 = a00 * a22 - a02 * a20;
      float c12 = a01 * a20 - a00 * a21;
      float c20 = a01 * a12 - a02 * a11;
      float c21 = a02 * a10 - a00 * a12;
      float c22 = a00 * a11 - a01 * a10;
      float volume = a00 * c00 + a01 * c01 + a02 * c02;
      float j0 = volume - 1;
      float cc =
          c00 * c00 + c01 * c01 + c02 * c02 + c10 * c10 + c11 * c11 + c12 * c12 + c20 * c20
              + c21 * c21 + c22 * c22;
      float m00 = a00 * a00 + a10 * a10 + a20 * a20;
      float m11 = a01 * a01 + a11 * a11 + a21 * a21;
      float m22 = a02 * a02 + a12 * a12 + a22 * a22;
      float m01 = a00 * a01 + a10 * a11 + a20 * a21;
      float m12 = a01 * a02 + a11 * a12 + a21 * a22;
      float m02 = a00 * a02 + a10 * a12 + a20 * a22;
      float f = j0 / ((cc + SLACK) * SCALE);
      float d2 = j0 * f;
      float lost = Math.min(j0, 0) * f;
      float grip = keep + crush * lost;
      float energy = d2 * (0.5f * keep) + lost * lost * (0.25f * crush);
      float size = m00 + m11 + m22;
      float near = Math.min(FAR / (size + 1e-06f), 1);
      float fc = grip * f;
      float fa = fc * f * SCALE;
      float fi = fa * size;
      float b00 = m00 * near + SOFT;
      float b11 = m11 * near + SOFT;
      float b22 = m22 * near + SOFT;
      float b01 = m01 * near;
      float b12 = m12 * near;
      float b02 = m02 * near;
      float n00 = b11 * b22 - b12 * b12;
      float n01 = b02 * b12 - b01 * b22;
      float n02 = b01 * b12 - b02 * b11;
      float n11 = b00 * b22 - b02 * b02;
      float n12 = b01 * b02 - b00 * b12;
      float n22 = b00 * b11 - b01 * b01;
      float over = 1.0f / (b00 * n00 + b01 * n01 + b02 * n02);
      n00 = n00 * over;
      n11 = n11 * over;
      n22 = n22 * over;
      n01 = n01 * over;
      n12 = n12 * over;
      n02 = n02 * over;
      float s00 = n00 * n00 + n01 * n01 + n02 * n02;
      float s11 = n01 * n01 + n11 * n11 + n12 * n12;
      float s22 = n02 * n02 + n12 * n12 + n22 * n22;
      float s01 = n00 * n01 + n01 * n11 + n02 * n12;
      float s12 = n01 * n02 + n11 * n12 + n12 * n22;
      float s02 = n00 * n02 + n01 * n12 + n02 * n22;
      float cross = s01 * n01 + s12 * n12 + s02 * n02;
      float cube = s00 * n00 + s11 * n11 + s22 * n22 + (cross + cross);
      float stored = cube * CUBE - (s00 + s11 + s22) * FIRM + (n00 + n11 + n22) - REST;
      work[ENERGY + j] = energy + stored * harden;
      float x00 = s00 * FIRM - n00;
      float x11 = s11 * FIRM - n11;
      float x22 = s22 * FIRM - n22;
      float x01 = s01 * FIRM - n01;
      float x12 = s12 * FIRM - n12;
      float x02 = s02 * FIRM - n02;
      float y00 = x00 * x00 + x01 * x01 + x02 * x02;
      float y11 = x01 * x01 + x11 * x11 + x12 * x12;
      float y22 = x02 * x02 + x12 * x12 + x22 * x22;
      float y01 = x00 * x01 + x01 * x11 + x02 * x12;
      float y12 = x01 * x02 + x11 * x12 + x12 * x22;
      float y02 = x00 * x02 + x01 * x12 + x02 * x22;
      float push = near * twice;
      float z00 = m00 * fa - y00 * push - fi;
      float z11 = m11 * fa - y11 * push - fi;
      float z22 = m22 * fa - y22 * push - fi;
      float z01 = m01 * fa - y01 * push;
      float z12 = m12 * fa - y12 * push;
      float z02 = m02 * fa - y02 * push;
      work[j] = c00 * fc + (a00 * z00 + a01 * z01 + a02 * z02);
      work[CHUNK + j] = c01 * fc + (a00 * z01 + a01 * z11 + a02 * z12);
      work[2 * CHUNK + j] = c02 * fc + (a00 * z02 + a01 * z12 + a02 * z22);
      work[3 * CHUNK + j] = c10 * fc + (a10 * z00 + a11 * z01 + a12 * z02);
      work[4 * CHUNK + j] = c11 * fc + (a10 * z01 + a11 * z11 + a12 * z12);
      work[5 * CHUNK + j] = c12 * fc + (a10 * z02 + a11 * z12 + a12 * z22);
      work[6 * CHUNK + j] = c20 * fc + (a20 * z00 + a21 * z01 + a22 * z02);
      work[7 * CHUNK + j] = c21 * fc + (a20 * z01 + a21 * z11 + a22 * z12);
      work[8 * CHUNK + j] = c22 * fc + (a20 * z02 + a21 * z12 + a22 * z22);
    }
  }

  @Override
  public void fromTargets(int count, float[] work) {
    for (int j = 0; j < count; j++) {
      float i00 = work[INVERSE + j];
      float i01 = work[INVERSE + CHUNK + j];
      float i02 = work[INVERSE + 2 * CHUNK + j];
      float i10 = work[INVERSE + 3 * CHUNK + j];
      float i11 = work[INVERSE + 4 * CHUNK + j];
      float i12 = work[INVERSE + 5 * CHUNK + j];
      float i20 = work[INVERSE + 6 * CHUNK + j];
      float i21 = work[INVERSE + 7 * CHUNK + j];
      float i22 = work[INVERSE + 8 * CHUNK + j];
      float g00 = work[j];
      float g01 = work[CHUNK + j];
      float g02 = work[2 * CHUNK + j];
      work[j] = g00 * i00 + g01 * i10 + g02 * i20;
      work[CHUNK + j] = g00 * i01 + g01 * i11 + g02 * i21;
      work[2 * CHUNK + j] = g00 * i02 + g01 * i12 + g02 * i22;
      float g10 = work[3 * CHUNK + j];
      float g11 = work[4 * CHUNK + j];
      float g12 = work[5 * CHUNK + j];
      work[3 * CHUNK + j] = g10 * i00 + g11 * i10 + g12 * i20;
      work[4 * CHUNK + j] = g10 * i01 + g11 * i11 + g12 * i21;
      work[5 * CHUNK + j] = g10 * i02 + g11 * i12 + g12 * i22;
      float g20 = work[6 * CHUNK + j];
      float g21 = work[7 * CHUNK + j];
      float g22 = work[8 * CHUNK + j];
      work[6 * CHUNK + j] = g20 * i00 + g21 * i10 + g22 * i20;
      work[7 * CHUNK + j] = g20 * i01 + g21 * i11 + g22 * i21;
      work[8 * CHUNK + j] = g20 * i02 + g21 * i12 + g22 * i22;
    }
  }

  @Override
  public void keepMissing(
      float[] target, int column, float[] rest, int from, float keep, int count) {
    float more = keep / (1 - keep);
    for (int j = 0; j < count; j++) {
      int t = column + j;
      int at = place(from + j);
      float dxx = rest[at + 7 * LANES];
      float dyy = rest[at + 8 * LANES];
      float dzz = rest[at + 9 * LANES];
      float dxy = rest[at + 10 * LANES];
      float dyz = rest[at + 11 * LANES];
      float dzx = rest[at + 12 * LANES];
      float t00 = target[t];
      float t01 = target[TILE + t];
      float t02 = target[2 * TILE + t];
      float u00 = t00 * dxx + t01 * dxy + t02 * dzx;
      float u01 = t00 * dxy + t01 * dyy + t02 * dyz;
      float u02 = t00 * dzx + t01 * dyz + t02 * dzz;
      target[t] = t00 + u00 * more;
      target[TILE + t] = t01 + u01 * more;
      target[2 * TILE + t] = t02 + u02 * more;
      float t10 = target[3 * TILE + t];
      float t11 = target[4 * TILE + t];
      float t12 = target[5 * TILE + t];
      float u10 = t10 * dxx + t11 * dxy + t12 * dzx;
      float u11 = t10 * dxy + t11 * dyy + t12 * dyz;
      float u12 = t10 * dzx + t11 * dyz + t12 * dzz;
      target[3 * TILE + t] = t10 + u10 * more;
      target[4 * TILE + t] = t11 + u11 * more;
      target[5 * TILE + t] = t12 + u12 * more;
      float t20 = target[6 * TILE + t];
      float t21 = target[7 * TILE + t];
      float t22 = target[8 * TILE + t];
      float u20 = t20 * dxx + t21 * dxy + t22 * dzx;
      float u21 = t20 * dxy + t21 * dyy + t22 * dyz;
      float u22 = t20 * dzx + t21 * dyz + t22 * dzz;
      target[6 * TILE + t] = t20 + u20 * more;
      target[7 * TILE + t] = t21 + u21 * more;
      target[8 * TILE + t] = t22 + u22 * more;
    }
  }

  @Override
  public void targets(
      float[] tile,
      int column,
      float[] rest,
      int from,
      float keep,
      int count,
      float[] work,
      float[] target) {
    float share = 1 - keep;
    for (int j = 0; j < count; j++) {
      int t = column + j;
      int at = place(from + j);
      float kxx = rest[at];
      float kyy = rest[at + LANES];
      float kzz = rest[at + 2 * LANES];
      float kxy = rest[at + 3 * LANES];
      float kyz = rest[at + 4 * LANES];
      float kzx = rest[at + 5 * LANES];
      float w = rest[at + 6 * LANES];
      float p00 = tile[3 * TILE + t];
      float g00 = work[j];
      p00 = p00 * keep - g00 * w;
      float p01 = tile[4 * TILE + t];
      float g01 = work[CHUNK + j];
      p01 = p01 * keep - g01 * w;
      float p02 = tile[5 * TILE + t];
      float g02 = work[2 * CHUNK + j];
      p02 = p02 * keep - g02 * w;
      float a00 = p00 * kxx + p01 * kxy + p02 * kzx;
      float a01 = p00 * kxy + p01 * kyy + p02 * kyz;
      float a02 = p00 * kzx + p01 * kyz + p02 * kzz;
      float t00 = target[t];
      target[t] = t00 * share + a00;
      float t01 = target[TILE + t];
      target[TILE + t] = t01 * share + a01;
      float t02 = target[2 * TILE + t];
      target[2 * TILE + t] = t02 * share + a02;
      float p10 = tile[6 * TILE + t];
      float g10 = work[3 * CHUNK + j];
      p10 = p10 * keep - g10 * w;
      float p11 = tile[7 * TILE + t];
      float g11 = work[4 * CHUNK + j];
      p11 = p11 * keep - g11 * w;
      float p12 = tile[8 * TILE + t];
      float g12 = work[5 * CHUNK + j];
      p12 = p12 * keep - g12 * w;
      float a10 = p10 * kxx + p11 * kxy + p12 * kzx;
      float a11 = p10 * kxy + p11 * kyy + p12 * kyz;
      float a12 = p10 * kzx + p11 * kyz + p12 * kzz;
      float t10 = target[3 * TILE + t];
      target[3 * TILE + t] = t10 * share + a10;
      float t11 = target[4 * TILE + t];
      target[4 * TILE + t] = t11 * share + a11;
      float t12 = target[5 * TILE + t];
      target[5 * TILE + t] = t12 * share + a12;
      float p20 = tile[9 * TILE + t];
      float g20 = work[6 * CHUNK + j];
      p20 = p20 * keep - g20 * w;
      float p21 = tile[10 * TILE + t];
      float g21 = work[7 * CHUNK + j];
      p21 = p21 * keep - g21 * w;
      float p22 = tile[11 * TILE + t];
      float g22 = work[8 * CHUNK + j];
      p22 = p22 * keep - g22 * w;
      float a20 = p20 * kxx + p21 * kxy + p22 * kzx;
      float a21 = p20 * kxy + p21 * kyy + p22 * kyz;
      float a22 = p20 * kzx + p21 * kyz + p22 * kzz;
      float t20 = target[6 * TILE + t];
      target[6 * TILE + t] = t20 * share + a20;
      float t21 = target[7 * TILE + t];
      target[7 * TILE + t] = t21 * share + a21;
      float t22 = target[8 * TILE + t];
      target[8 * TILE + t] = t22 * share + a22;
    }
  }

  @Override
  public double elasticSum(
      float[] tile,
      int column,
      float[] rest,
      float[] regionMass,
      float[] rho,
      int from,
      float keep,
      int count,
      float[] work,
      float[] scratch) {
    Arrays.fill(scratch, 0, LANES, 0);
    for (int j = 0; j < count; j++) {
      int t = column + j;
      int at = place(from + j);
      float cx = tile[t];
      float cy = tile[TILE + t];
      float cz = tile[2 * TILE + t];
      float trace = work[TRACE + j];
      float energy = work[ENERGY + j];
      float w = rest[at + 6 * LANES];
      float mass = regionMass[from + j];
      float second = rho[from + j];
      float stored = energy * w;
      float term =
          mass * (keep * (cx * cx + cy * cy + cz * cz))
              + second * (trace * keep - (stored + stored));
      scratch[j % LANES] += term;
    }
    return ScalarKernels.addLanes(scratch, 0);
  }
}
