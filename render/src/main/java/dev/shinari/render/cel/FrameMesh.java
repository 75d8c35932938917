package dev.shinari.render.cel;

import dev.shinari.render.camera.Camera;
import dev.shinari.render.camera.CameraView;
import java.util.Arrays;
import java.util.List;

/**
 * One frame of all drawn surfaces on the screen: vertices in samples, triangles with the gradients
 * of depth and light over the screen, and the creases to ink.
 *
 * <p>Faces of all surfaces are numbered through; triangle t below {@link #faceCount} is face t.
 * Faces that reach behind the camera are cut at the near plane, and their pieces come after.
 *
 * <p>Depth is 1 / w, which is linear on the screen. Light is taken as linear too: it differs from
 * the exact interpolation only over triangles that are both large and smoothly shaded.
 */
final class FrameMesh {
  private static final int BLOCK = 4096;

  /** Neighbors looked at for one corner's normal; fans with more faces are sampled. */
  private static final int MOST_NEIGHBORS = 128;

  final List<TrackSurface> surfaces;
  final int faceCount;
  final int vertexCount;
  final int[] faceOffset;
  final int[] vertexOffset;

  /** For each surface the first one of the same body: a solid's inside belongs to its skin. */
  final int[] bodyOf;

  /** Object (index of the surface) of each face. */
  final int[] objectOf;

  /** World positions of each surface's vertices. */
  final float[][] positions;

  /** The same one frame earlier, or later in the first frame; null unless speeds are wanted. */
  final float[][] earlier;

  /** Mean speed of each face's corners in picture heights a second; null unless wanted. */
  final float[] speed;

  // Vertices: place on the screen in samples, y downwards, and 1 / w. Cut ones come after.
  double[] x;
  double[] y;
  double[] z;

  // Triangles: 3 vertices; depth, light and rim are value + dx (x - x0) + dy (y - y0).
  int[] corners;
  double[] dzdx;
  double[] dzdy;
  float[] light;
  float[] dldx;
  float[] dldy;
  float[] rim;
  float[] drdx;
  float[] drdy;
  int[] firstRow;
  int[] endRow; // at most firstRow: the triangle is not drawn
  private int[] pieceFace = new int[16];
  int triangleCount;

  /** Creases: 2 vertices, 2 faces each. */
  final TrackSurface.IntList creases;

  /** Edges between a face seen from outside and one seen from inside: 2 vertices, 2 faces each. */
  final TrackSurface.IntList contours;

  private final FrameEdges edges;
  final float[][] normals;
  final int[][] representatives;
  final byte[] facing; // of each face: 1 outer side, -1 inner side, 0 not placed
  private final float[] cornerAngle;
  private final float[] cornerLight;
  private final float[] cornerRim;
  private final double[] depth; // w, not usable: NaN
  private final double[] across;
  private final double[] above;
  private int cutVertices; // vertices in use, those made by cutting included
  private double near;
  private final int threads;

  FrameMesh(
      List<TrackSurface> surfaces,
      float creaseDeg,
      boolean withRim,
      boolean withSpeed,
      int threads) {
    this.surfaces = surfaces;
    this.threads = threads;
    edges = new FrameEdges(this, creaseDeg);
    creases = edges.creases;
    contours = edges.contours;
    int n = surfaces.size();
    faceOffset = new int[n + 1];
    vertexOffset = new int[n + 1];
    positions = new float[n][];
    normals = new float[n][];
    representatives = new int[n][];
    for (int s = 0; s < n; s++) {
      TrackSurface surface = surfaces.get(s);
      faceOffset[s + 1] = Math.addExact(faceOffset[s], surface.faceCount);
      vertexOffset[s + 1] = Math.addExact(vertexOffset[s], surface.vertexCount);
      positions[s] = new float[3 * surface.vertexCount];
      normals[s] = new float[3 * surface.faceCount];
      representatives[s] = new int[surface.vertexCount];
    }
    bodyOf = new int[n];
    for (int s = 0; s < n; s++) {
      boolean inside =
          s > 0
              && surfaces.get(s).track.name().equals(surfaces.get(s - 1).track.name() + "-inside");
      bodyOf[s] = inside ? bodyOf[s - 1] : s;
    }
    faceCount = faceOffset[n];
    vertexCount = vertexOffset[n];
    objectOf = new int[faceCount];
    earlier = withSpeed ? new float[n][] : null;
    speed = withSpeed ? new float[faceCount] : null;
    for (int s = 0; s < n && withSpeed; s++) {
      earlier[s] = new float[positions[s].length];
    }
    for (int s = 0; s < n; s++) {
      Arrays.fill(objectOf, faceOffset[s], faceOffset[s + 1], s);
    }
    x = new double[vertexCount];
    y = new double[vertexCount];
    z = new double[vertexCount];
    depth = new double[vertexCount];
    across = new double[vertexCount];
    above = new double[vertexCount];
    facing = new byte[faceCount];
    cornerAngle = new float[3 * faceCount];
    cornerLight = new float[3 * faceCount];
    cornerRim = withRim ? new float[3 * faceCount] : null;
    corners = new int[3 * faceCount];
    dzdx = new double[faceCount];
    dzdy = new double[faceCount];
    light = new float[faceCount];
    dldx = new float[faceCount];
    dldy = new float[faceCount];
    if (withRim) {
      rim = new float[faceCount];
      drdx = new float[faceCount];
      drdy = new float[faceCount];
    }
    firstRow = new int[faceCount];
    endRow = new int[faceCount];
  }

  /** The face that a triangle is, or is a piece of. */
  int face(int triangle) {
    return triangle < faceCount ? triangle : pieceFace[triangle - faceCount];
  }

  /** The surface that a triangle belongs to. */
  int object(int triangle) {
    return objectOf[face(triangle)];
  }

  /**
   * Prepares a frame.
   *
   * @param scale samples a unit of the picture plane
   * @param lx the unit direction towards the light, with ly and lz
   * @param spread shift of each next object towards the eye, for flat takes whose bodies overlap
   * @param framesPerSecond of the take
   */
  void prepare(
      int frame,
      CameraView view,
      double scale,
      int width,
      int height,
      double lx,
      double ly,
      double lz,
      double spread,
      float framesPerSecond) {
    near = view.near();
    cutVertices = vertexCount;
    triangleCount = faceCount;
    edges.clear();
    for (int s = 0; s < surfaces.size(); s++) {
      TrackSurface surface = surfaces.get(s);
      float[] p = positions[s];
      // a track that ended earlier stays as it was
      surface.track.positions(Math.min(frame, surface.track.frameCount() - 1), p);
      surface.representatives(p, representatives[s]);
      int object = s;
      if (earlier != null) {
        int before = Math.max(0, Math.min(frame - 1, surface.track.frameCount() - 1));
        surface.track.positions(
            frame == 0 ? Math.min(1, surface.track.frameCount() - 1) : before, earlier[s]);
      }
      RowBlocks.ranges(
          threads,
          surface.vertexCount,
          BLOCK,
          (begin, end) -> project(object, view, scale, width, height, spread, begin, end));
      RowBlocks.ranges(
          threads, surface.faceCount, BLOCK, (begin, end) -> faces(object, begin, end));
      RowBlocks.ranges(
          threads,
          surface.faceCount,
          BLOCK,
          (begin, end) -> lightCorners(object, view, lx, ly, lz, begin, end));
      RowBlocks.ranges(
          threads,
          surface.faceCount,
          BLOCK,
          (begin, end) -> place(object, width, height, begin, end));
      if (speed != null) {
        double heights = 0.5 * view.focal() * framesPerSecond; // picture heights at depth 1
        RowBlocks.ranges(
            threads, surface.faceCount, BLOCK, (begin, end) -> speeds(object, heights, begin, end));
      }
      cutAtNearPlane(object, view, scale, width, height);
      edges.find(object);
    }
  }

  /** Whether a vertex stands before the camera, so that its place on the screen means something. */
  boolean isSeen(int vertex) {
    return depth[vertex] >= near;
  }

  private void speeds(int s, double heights, int begin, int end) {
    float[] p = positions[s], e = earlier[s];
    int[] t = surfaces.get(s).triangles;
    int o = vertexOffset[s];
    for (int f = begin; f < end; f++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        int v = t[3 * f + k];
        double dx = p[3 * v] - e[3 * v], dy = p[3 * v + 1] - e[3 * v + 1];
        double dz = p[3 * v + 2] - e[3 * v + 2], w = depth[o + v];
        sum += w >= near ? Math.sqrt(dx * dx + dy * dy + dz * dz) * heights / w : 0;
      }
      speed[faceOffset[s] + f] = sum < 1e9 ? (float) (sum / 3) : 0; // lost vertices have no speed
    }
  }

  private void project(
      int s, CameraView v, double scale, int width, int height, double spread, int begin, int end) {
    float[] p = positions[s];
    int o = vertexOffset[s];
    double shift = s * spread;
    for (int i = begin; i < end; i++) {
      float px = p[3 * i], py = p[3 * i + 1], pz = p[3 * i + 2];
      if (!Camera.usable(px, py, pz)) {
        depth[o + i] = Double.NaN;
        continue;
      }
      double w = v.depth(px, py, pz) - shift;
      depth[o + i] = w;
      across[o + i] = v.across(px, pz);
      above[o + i] = v.above(px, py, pz);
      if (w >= v.near()) {
        double f = v.focal() * scale / w;
        x[o + i] = 0.5 * width + f * across[o + i];
        y[o + i] = 0.5 * height - f * above[o + i];
        z[o + i] = 1 / w;
      }
    }
  }

  /** Face normals, and the angle of each corner by which the normal counts there. */
  private void faces(int s, int begin, int end) {
    TrackSurface surface = surfaces.get(s);
    float[] p = positions[s];
    int[] t = surface.triangles;
    TrackSurface.faceNormals(p, t, normals[s], begin, end);
    int o = 3 * faceOffset[s];
    for (int f = begin; f < end; f++) {
      int a = 3 * t[3 * f], b = 3 * t[3 * f + 1], c = 3 * t[3 * f + 2];
      float ab = distance(p, a, b), bc = distance(p, b, c), ca = distance(p, c, a);
      cornerAngle[o + 3 * f] = angle(p, a, b, c, ab, ca);
      cornerAngle[o + 3 * f + 1] = angle(p, b, c, a, bc, ab);
      cornerAngle[o + 3 * f + 2] = angle(p, c, a, b, ca, bc);
    }
  }

  static float distance(float[] p, int a, int b) {
    double dx = (double) p[b] - p[a], dy = (double) p[b + 1] - p[a + 1];
    double dz = (double) p[b + 2] - p[a + 2];
    return (float) Math.sqrt(dx * dx + dy * dy + dz * dz);
  }

  /** Angle at a between b and c, good to 1e-4: Abramowitz and Stegun 4.4.45. */
  private static float angle(float[] p, int a, int b, int c, float ab, float ac) {
    double dot =
        ((double) p[b] - p[a]) * ((double) p[c] - p[a])
            + ((double) p[b + 1] - p[a + 1]) * ((double) p[c + 1] - p[a + 1])
            + ((double) p[b + 2] - p[a + 2]) * ((double) p[c + 2] - p[a + 2]);
    double cos = dot / ((double) ab * ac);
    if (!(Math.abs(cos) <= 1)) {
      return Math.abs(cos) > 1 && cos < 0 ? 3.14159f : 0; // rounded beyond 1, or no length: NaN
    }
    double q = Math.abs(cos);
    double r = Math.sqrt(1 - q) * (1.5707288 + q * (-0.2121144 + q * (0.0742610 - 0.0187293 * q)));
    return (float) (cos < 0 ? Math.PI - r : r);
  }

  /**
   * Light (cosine to the light) of each corner, from the normals of the faces around it that are
   * not behind a crease, weighted by their angles.
   */
  private void lightCorners(
      int s, CameraView view, double lx, double ly, double lz, int begin, int end) {
    TrackSurface surface = surfaces.get(s);
    float[] n = normals[s], rest = surface.restNormals, p = positions[s];
    int[] t = surface.triangles, rep = representatives[s], around = surface.around;
    int o = 3 * faceOffset[s];
    for (int k = 3 * begin; k < 3 * end; k++) {
      int f = k / 3, v = t[k], r = rep[v], g = surface.group[v];
      int from = surface.aroundStart[g], to = surface.aroundStart[g + 1];
      int step = Math.max(1, (to - from) / MOST_NEIGHBORS);
      double nx = 0, ny = 0, nz = 0;
      for (int i = from; i < to; i += step) {
        int corner = around[i], h = corner / 3;
        if (rep[t[corner]] != r || (h != f && edges.crease(n, rest, f, h))) {
          continue;
        }
        float weight = cornerAngle[o + corner];
        nx += weight * n[3 * h];
        ny += weight * n[3 * h + 1];
        nz += weight * n[3 * h + 2];
      }
      double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(length > 1e-12)) {
        nx = n[3 * f];
        ny = n[3 * f + 1];
        nz = n[3 * f + 2];
        length = 1;
      }
      cornerLight[o + k] = (float) ((nx * lx + ny * ly + nz * lz) / length);
      if (cornerRim != null) {
        double ex = view.eyeX() - p[3 * v];
        double ey = view.eyeY() - p[3 * v + 1];
        double ez = view.eyeZ() - p[3 * v + 2];
        double far = Math.sqrt(ex * ex + ey * ey + ez * ez) * length;
        cornerRim[o + k] = far > 0 ? (float) ((nx * ex + ny * ey + nz * ez) / far) : 0;
      }
    }
  }

  /** Sets up the triangles that lie wholly before the camera. */
  private void place(int s, int width, int height, int begin, int end) {
    int[] t = surfaces.get(s).triangles;
    int o = vertexOffset[s];
    for (int f = begin; f < end; f++) {
      int face = faceOffset[s] + f;
      int a = o + t[3 * f], b = o + t[3 * f + 1], c = o + t[3 * f + 2];
      firstRow[face] = endRow[face] = 0;
      facing[face] = 0;
      if (depth[a] >= near && depth[b] >= near && depth[c] >= near) {
        int k = 3 * face;
        setTriangle(
            face,
            a,
            b,
            c,
            cornerLight[k],
            cornerLight[k + 1],
            cornerLight[k + 2],
            rimOf(k),
            rimOf(k + 1),
            rimOf(k + 2),
            width,
            height);
      }
    }
  }

  private float rimOf(int corner) {
    return cornerRim == null ? 0 : cornerRim[corner];
  }

  private void setTriangle(
      int t,
      int a,
      int b,
      int c,
      double la,
      double lb,
      double lc,
      double ra,
      double rb,
      double rc,
      int width,
      int height) {
    firstRow[t] = endRow[t] = 0;
    double ux = x[b] - x[a], uy = y[b] - y[a], vx = x[c] - x[a], vy = y[c] - y[a];
    double area = ux * vy - vx * uy; // negative seen from outside: y points downwards
    if (!(Math.abs(area) > 1e-9)) {
      return; // seen edge-on, covers no sample
    }
    boolean back = area > 0;
    if (t < faceCount) {
      facing[t] = (byte) (back ? -1 : 1);
    }
    if (back && surfaces.get(object(t)).track.isScenery()) {
      return; // a wall between the eye and the bodies is not drawn
    }
    if (Math.max(x[a], Math.max(x[b], x[c])) < 0 || Math.min(x[a], Math.min(x[b], x[c])) > width) {
      return;
    }
    firstRow[t] = DepthRaster.row(Math.min(y[a], Math.min(y[b], y[c])), height);
    endRow[t] = DepthRaster.row(Math.max(y[a], Math.max(y[b], y[c])), height);
    corners[3 * t] = a;
    corners[3 * t + 1] = b;
    corners[3 * t + 2] = c;
    dzdx[t] = ((z[b] - z[a]) * vy - (z[c] - z[a]) * uy) / area;
    dzdy[t] = ((z[c] - z[a]) * ux - (z[b] - z[a]) * vx) / area;
    double sign = back ? -1 : 1; // the inner side of an open surface is lit as if it were outer
    light[t] = (float) (sign * la);
    dldx[t] = (float) (sign * ((lb - la) * vy - (lc - la) * uy) / area);
    dldy[t] = (float) (sign * ((lc - la) * ux - (lb - la) * vx) / area);
    if (rim != null) {
      rim[t] = (float) (sign * ra);
      drdx[t] = (float) (sign * ((rb - ra) * vy - (rc - ra) * uy) / area);
      drdy[t] = (float) (sign * ((rc - ra) * ux - (rb - ra) * vx) / area);
    }
  }

  /** Cuts the faces that reach through the near plane into one or two triangles. */
  private void cutAtNearPlane(int s, CameraView view, double scale, int width, int height) {
    TrackSurface surface = surfaces.get(s);
    int[] t = surface.triangles;
    int o = vertexOffset[s];
    int[] v = new int[4];
    double[] l = new double[4], r = new double[4];
    for (int f = 0; f < surface.faceCount; f++) {
      double w0 = depth[o + t[3 * f]], w1 = depth[o + t[3 * f + 1]], w2 = depth[o + t[3 * f + 2]];
      boolean some = w0 >= near || w1 >= near || w2 >= near;
      boolean all = w0 >= near && w1 >= near && w2 >= near;
      if (!some || all || Double.isNaN(w0 + w1 + w2)) {
        continue;
      }
      int n = 0;
      for (int k = 0; k < 3; k++) {
        int c = 3 * f + k, d = 3 * f + (k + 1) % 3;
        int a = o + t[c], b = o + t[d];
        int ca = 3 * faceOffset[s] + c, cb = 3 * faceOffset[s] + d;
        if (depth[a] >= near) {
          v[n] = a;
          l[n] = cornerLight[ca];
          r[n++] = rimOf(ca);
        }
        if (depth[a] >= near != depth[b] >= near) {
          // always from the inner end, so that the neighbor across this edge gets the same point
          boolean forward = depth[a] >= near;
          int in = forward ? a : b, out = forward ? b : a;
          int cin = forward ? ca : cb, cout = forward ? cb : ca;
          double q = (depth[in] - near) / (depth[in] - depth[out]);
          double f1 = view.focal() * scale / near;
          v[n] =
              addVertex(
                  0.5 * width + f1 * (across[in] + q * (across[out] - across[in])),
                  0.5 * height - f1 * (above[in] + q * (above[out] - above[in])),
                  1 / near);
          l[n] = cornerLight[cin] + q * (cornerLight[cout] - cornerLight[cin]);
          r[n++] = rimOf(cin) + q * (rimOf(cout) - rimOf(cin));
        }
      }
      for (int k = 2; k < n; k++) {
        int piece = addPiece(faceOffset[s] + f);
        setTriangle(
            piece, v[0], v[k - 1], v[k], l[0], l[k - 1], l[k], r[0], r[k - 1], r[k], width, height);
      }
    }
  }

  private int addVertex(double vx, double vy, double vz) {
    if (cutVertices == x.length) {
      int n = cutVertices + Math.max(64, cutVertices / 2);
      x = Arrays.copyOf(x, n);
      y = Arrays.copyOf(y, n);
      z = Arrays.copyOf(z, n);
    }
    x[cutVertices] = vx;
    y[cutVertices] = vy;
    z[cutVertices] = vz;
    return cutVertices++;
  }

  private int addPiece(int face) {
    int t = triangleCount++;
    if (t == firstRow.length) {
      int n = t + Math.max(64, t / 2);
      corners = Arrays.copyOf(corners, 3 * n);
      dzdx = Arrays.copyOf(dzdx, n);
      dzdy = Arrays.copyOf(dzdy, n);
      light = Arrays.copyOf(light, n);
      dldx = Arrays.copyOf(dldx, n);
      dldy = Arrays.copyOf(dldy, n);
      if (rim != null) {
        rim = Arrays.copyOf(rim, n);
        drdx = Arrays.copyOf(drdx, n);
        drdy = Arrays.copyOf(drdy, n);
      }
      firstRow = Arrays.copyOf(firstRow, n);
      endRow = Arrays.copyOf(endRow, n);
    }
    if (t - faceCount == pieceFace.length) {
      pieceFace = Arrays.copyOf(pieceFace, 2 * pieceFace.length);
    }
    pieceFace[t - faceCount] = face;
    return t;
  }
}
