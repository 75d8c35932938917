package dev.shinari.body.region;

import dev.shinari.kernel.ExampleKernels;
import dev.shinari.kernel.VolumeKernels;
import dev.shinari.math.SymmetricEigen;

/** Rest data of regions as {@link VolumeKernels} reads it, from their rest moments K. */
public final class RegionVolume {
  // Directions in which a region is thinner than this share of its widest count as missing: a
  // sheet that is slightly curved at rest has an area and no volume.
  private static final double FLAT = 0.02;

  private final double[][] a = new double[3][3];
  private final double[][] v = new double[3][3];
  private final double[] one = new double[6];

  /** Floats for so many slots. */
  static int length(int slots) {
    return VolumeKernels.REST_ROWS * slots;
  }

  /** Rest data of all slots; those without second moment have none. */
  static float[] of(float[][] moments, float[] rho) {
    RegionVolume maker = new RegionVolume();
    float[] out = new float[length(rho.length)];
    for (int slot = 0; slot < rho.length; slot++) {
      for (int c = 0; c < 6; c++) {
        maker.one[c] = moments[c][slot];
      }
      maker.set(maker.one, out, slot);
    }
    return out;
  }

  /** Sets the rest data of a slot from its K: xx, yy, zz, xy, yz, zx. */
  void set(double[] moments, float[] out, int slot) {
    for (int k = 0; k < 3; k++) {
      a[k][k] = moments[k];
    }
    a[0][1] = a[1][0] = moments[3];
    a[1][2] = a[2][1] = moments[4];
    a[2][0] = a[0][2] = moments[5];
    SymmetricEigen.solve(a, v);
    double largest = Math.max(a[0][0], Math.max(a[1][1], a[2][2]));
    double least = largest;
    for (int row = 0; row < VolumeKernels.REST_ROWS; row++) {
      out[place(row, slot)] = 0;
    }
    for (int e = 0; e < 3; e++) {
      double value = a[e][e];
      boolean there = value > FLAT * largest;
      least = there ? Math.min(least, value) : least;
      for (int c = 0; c < 6; c++) {
        int i = c < 3 ? c : c - 3, j = c < 3 ? c : (c - 2) % 3;
        out[place(there ? c : 7 + c, slot)] += (float) (v[i][e] * v[j][e] / (there ? value : 1));
      }
    }
    out[place(6, slot)] = (float) Math.max(0, least);
  }

  /** The last one takes the place of another. */
  static void move(float[] rest, int from, int to) {
    for (int row = 0; row < VolumeKernels.REST_ROWS; row++) {
      rest[place(row, to)] = rest[place(row, from)];
    }
  }

  /** In how many directions the region of a slot extends: 0 to 3. */
  public static int dimensions(float[] rest, int slot) {
    float missing = rest[place(7, slot)] + rest[place(8, slot)] + rest[place(9, slot)];
    return 3 - Math.round(missing);
  }

  private static int place(int row, int slot) {
    return ExampleKernels.place(VolumeKernels.REST_ROWS, row, slot);
  }
}
