package dev.shinari.render.cel;

import dev.shinari.render.camera.Camera;

/**
 * What the light sees, from straight ahead and without perspective: for each texel the nearest
 * object and how near it is. A point lies in shadow if another object than its own is nearer to the
 * light. Bodies do not shade themselves here; their tone bands do that, without the speckles of a
 * depth comparison against the same surface.
 */
final class ShadowMap {
  private static final int LARGEST_SIDE = 2048;
  private static final int BLOCK = 64;

  /** Texels of a tile along each axis, as a power of two. */
  private static final int TILE = 3;

  private static final int EMPTY = -1;
  private static final int MIXED = -2;

  // Unit axes of the light: a horizontal, b across, s towards the light.
  private final double ax, az, bx, by, bz, sx, sy, sz;
  private double originX, originY, originZ; // near the bodies, so that floats stay fine
  private double minU, minV, perTexel, bias, base;
  private int width, height;
  private DepthRaster raster;

  // For each tile, with a border of one texel: its only object, EMPTY or MIXED. Most points are
  // settled by one look at it.
  private int[] tiles = {};
  private int tileColumns;

  // Places of the vertices in texels, and their height towards the light.
  private double[] u = {};
  private double[] v = {};
  private double[] w = {};

  ShadowMap(double sx, double sy, double sz) {
    this.sx = sx;
    this.sy = sy;
    this.sz = sz;
    double h = Math.sqrt(sx * sx + sz * sz);
    ax = h > 0 ? sz / h : 1;
    az = h > 0 ? -sx / h : 0;
    // b = s x a
    bx = sy * az;
    by = sz * ax - sx * az;
    bz = -sy * ax;
  }

  /**
   * Draws the casters.
   *
   * @param reach casters further than this from the point x, y, z are left out
   * @param texelSize wanted size of a texel in world units
   */
  void prepare(
      FrameMesh mesh, double x, double y, double z, double reach, double texelSize, int threads) {
    originX = x;
    originY = y;
    originZ = z;
    int n = mesh.vertexCount;
    if (u.length < n) {
      u = new double[n];
      v = new double[n];
      w = new double[n];
    }
    double lowU = reach, highU = -reach, lowV = reach, highV = -reach;
    double lowW = reach, highW = -reach;
    for (int s = 0; s < mesh.surfaces.size(); s++) {
      if (!casts(mesh, s)) {
        continue;
      }
      float[] p = mesh.positions[s];
      int o = mesh.vertexOffset[s];
      for (int i = 0; i < p.length / 3; i++) {
        float px = p[3 * i], py = p[3 * i + 1], pz = p[3 * i + 2];
        if (!Camera.usable(px, py, pz)) {
          u[o + i] = Double.NaN;
          continue;
        }
        double dx = px - x, dy = py - y, dz = pz - z;
        double pu = dx * ax + dz * az;
        double pv = dx * bx + dy * by + dz * bz;
        double pw = dx * sx + dy * sy + dz * sz;
        u[o + i] = pu;
        v[o + i] = pv;
        w[o + i] = pw;
        lowU = Math.min(lowU, pu);
        highU = Math.max(highU, pu);
        lowV = Math.min(lowV, pv);
        highV = Math.max(highV, pv);
        lowW = Math.min(lowW, pw);
        highW = Math.max(highW, pw);
      }
    }
    width = height = 0;
    lowU = Math.max(lowU, -reach);
    lowV = Math.max(lowV, -reach);
    highU = Math.min(highU, reach);
    highV = Math.min(highV, reach);
    if (!(lowU <= highU && lowV <= highV)) {
      return;
    }
    double texel = Math.max(texelSize, Math.max(highU - lowU, highV - lowV) / (LARGEST_SIDE - 8));
    perTexel = 1 / texel;
    // On a grid fixed in the world, so that borders do not shimmer while a body rests.
    double gridU = x * ax + z * az, gridV = x * bx + y * by + z * bz;
    minU = Math.floor((lowU + gridU) / texel - 2) * texel - gridU;
    minV = Math.floor((lowV + gridV) / texel - 2) * texel - gridV;
    width = (int) Math.min(LARGEST_SIDE, Math.ceil((highU - minU) / texel) + 2);
    height = (int) Math.min(LARGEST_SIDE, Math.ceil((highV - minV) / texel) + 2);
    base = lowW - 0.01 * (highW - lowW) - 1e-6 * reach; // keeps depths above 0, which is empty
    bias = 2e-3 * reach;
    if (raster == null || raster.width < width || raster.height < height) {
      raster =
          new DepthRaster(
              Math.max(width, raster == null ? 0 : raster.width),
              Math.max(height, raster == null ? 0 : raster.height));
    }
    for (int i = 0; i < n; i++) {
      u[i] = (u[i] - minU) / texel;
      v[i] = (v[i] - minV) / texel;
    }
    int blocks = (height + BLOCK - 1) / BLOCK;
    RowBlocks.run(threads, blocks, b -> draw(mesh, b * BLOCK, Math.min(height, (b + 1) * BLOCK)));
    tileColumns = (width >> TILE) + 1;
    int tileRows = (height >> TILE) + 1;
    if (tiles.length < tileColumns * tileRows) {
      tiles = new int[tileColumns * tileRows];
    }
    RowBlocks.ranges(threads, tileRows, 8, this::sumUpTiles);
  }

  private void sumUpTiles(int rowBegin, int rowEnd) {
    for (int ty = rowBegin; ty < rowEnd; ty++) {
      for (int tx = 0; tx < tileColumns; tx++) {
        int y1 = Math.min(height, ((ty + 1) << TILE) + 1);
        int x1 = Math.min(width, ((tx + 1) << TILE) + 1);
        int only = EMPTY;
        boolean first = true;
        for (int y = ty << TILE; y < y1; y++) {
          for (int x = tx << TILE; x < x1; x++) {
            int id = raster.id[y * raster.width + x];
            if (id < 0) {
              continue; // an empty texel shades nothing either
            }
            only = first || id == only ? id : MIXED;
            first = false;
          }
        }
        tiles[ty * tileColumns + tx] = only;
      }
    }
  }

  private static boolean casts(FrameMesh mesh, int s) {
    TrackSurface surface = mesh.surfaces.get(s);
    return !(surface.track.isScenery() && surface.isPlanar);
  }

  private void draw(FrameMesh mesh, int rowBegin, int rowEnd) {
    raster.clear(rowBegin, rowEnd);
    for (int s = 0; s < mesh.surfaces.size(); s++) {
      if (!casts(mesh, s)) {
        continue;
      }
      int[] t = mesh.surfaces.get(s).triangles;
      int o = mesh.vertexOffset[s];
      for (int k = 0; k < t.length; k += 3) {
        int a = o + t[k], b = o + t[k + 1], c = o + t[k + 2];
        double v0 = v[a], v1 = v[b], v2 = v[c];
        if (Math.max(v0, Math.max(v1, v2)) < rowBegin || Math.min(v0, Math.min(v1, v2)) > rowEnd) {
          continue;
        }
        double u0 = u[a], u1 = u[b], u2 = u[c];
        double area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
        if (!(Math.abs(area) > 1e-9)) { // edge-on, or a vertex that is not finite
          continue;
        }
        double w0 = w[a] - base, dw1 = w[b] - w[a], dw2 = w[c] - w[a];
        double dwdu = (dw1 * (v2 - v0) - dw2 * (v1 - v0)) / area;
        double dwdv = (dw2 * (u1 - u0) - dw1 * (u2 - u0)) / area;
        raster.draw(mesh.bodyOf[s], u0, v0, w0, u1, v1, u2, v2, dwdu, dwdv, rowBegin, rowEnd);
      }
    }
  }

  /**
   * How much of a point lies in shadow, 0 to 1; in between only within a texel of the border.
   *
   * @param object the point's own object ({@link FrameMesh#bodyOf}), -1 for the floor
   */
  float shade(double x, double y, double z, int object) {
    double dx = x - originX, dy = y - originY, dz = z - originZ;
    double pu = (dx * ax + dz * az - minU) * perTexel - 0.5;
    double pv = (dx * bx + dy * by + dz * bz - minV) * perTexel - 0.5;
    if (!(pu >= 0 && pv >= 0 && pu < width - 1 && pv < height - 1)) {
      return 0;
    }
    int iu = (int) pu, iv = (int) pv;
    int only = tiles[(iv >> TILE) * tileColumns + (iu >> TILE)];
    if (only == EMPTY || only == object) {
      return 0;
    }
    double pw = dx * sx + dy * sy + dz * sz - base + bias;
    int i = iv * raster.width + iu, j = i + raster.width;
    int hits =
        (hit(i, pw, object) ? 1 : 0)
            | (hit(i + 1, pw, object) ? 2 : 0)
            | (hit(j, pw, object) ? 4 : 0)
            | (hit(j + 1, pw, object) ? 8 : 0);
    if (hits == 0 || hits == 15) {
      return hits == 0 ? 0 : 1;
    }
    float fu = (float) (pu - iu), fv = (float) (pv - iv);
    float top = ((hits & 1) != 0 ? 1 - fu : 0) + ((hits & 2) != 0 ? fu : 0);
    float bottom = ((hits & 4) != 0 ? 1 - fu : 0) + ((hits & 8) != 0 ? fu : 0);
    return Math.max(0, Math.min(1, top + fv * (bottom - top)));
  }

  /** Whether {@link #shade} may answer with more than 0 within a texel or two of a point. */
  boolean mayShade(double x, double y, double z, int object) {
    double dx = x - originX, dy = y - originY, dz = z - originZ;
    double pu = (dx * ax + dz * az - minU) * perTexel - 0.5;
    double pv = (dx * bx + dy * by + dz * bz - minV) * perTexel - 0.5;
    if (!(pu >= -4 && pv >= -4 && pu < width + 4 && pv < height + 4)) {
      return false;
    }
    return tileShades(pu - 3, pv - 3, object)
        || tileShades(pu + 3, pv - 3, object)
        || tileShades(pu - 3, pv + 3, object)
        || tileShades(pu + 3, pv + 3, object);
  }

  private boolean tileShades(double pu, double pv, int object) {
    int iu = (int) Math.max(0, Math.min(width - 1, pu));
    int iv = (int) Math.max(0, Math.min(height - 1, pv));
    int only = tiles[(iv >> TILE) * tileColumns + (iu >> TILE)];
    return only != EMPTY && only != object;
  }

  /**
   * Narrows a range of multiples of a level step down to where the map may hold something, with
   * some texels to spare.
   */
  void clip(double x, double y, double z, double stepX, double stepZ, double[] range) {
    double dx = x - originX, dy = y - originY, dz = z - originZ;
    narrow(
        (dx * ax + dz * az - minU) * perTexel, (stepX * ax + stepZ * az) * perTexel, width, range);
    narrow(
        (dx * bx + dy * by + dz * bz - minV) * perTexel,
        (stepX * bx + stepZ * bz) * perTexel,
        height,
        range);
  }

  private static void narrow(double at, double step, int size, double[] range) {
    double low = -2 - at, high = size + 2 - at;
    if (Math.abs(step) < 1e-12) {
      range[1] = low <= 0 && high >= 0 ? range[1] : range[0];
      return;
    }
    range[0] = Math.max(range[0], Math.min(low / step, high / step));
    range[1] = Math.min(range[1], Math.max(low / step, high / step));
  }

  private boolean hit(int i, double w, int object) {
    int caster = raster.id[i];
    return caster >= 0 && caster != object && raster.depth[i] > w;
  }
}
