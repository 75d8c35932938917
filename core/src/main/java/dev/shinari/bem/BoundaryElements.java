package dev.shinari.bem;

import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;

/**
 * The boundary integral equation of an elastic solid on a closed triangle mesh, and its integrals.
 *
 * <p>With Kelvin's solution U (displacement in an endless solid by a point force) and its tractions
 * T, every point x of the surface satisfies [Brebbia84, ch. 4]
 *
 * <pre>
 *   integral T(x, y) (u(y) - u(x)) dy  =  integral U(x, y) t(y) dy        (H u = G t)
 *
 *   U_ij = ((3 - 4 nu) d_ij + r_i r_j) / (16 pi mu (1 - nu) r)
 *   T_ij = -( dr/dn ((1 - 2 nu) d_ij + 3 r_i r_j) - (1 - 2 nu)(r_i n_j - r_j n_i) )
 *              / (8 pi (1 - nu) r^2)
 * </pre>
 *
 * with r_i the components of the unit vector from x to y and n the outward normal at y. Subtracting
 * u(x) is the rigid-body trick: a translation causes no traction, which gives the strongly singular
 * diagonal, the free term of edges and corners included, from the other entries. What remains is
 * weakly singular and is integrated by Duffy's map on the triangles that hold x.
 *
 * <p>Displacements are linear on triangles and continuous, one vector a vertex. Tractions are
 * linear too but may jump from triangle to triangle, as they do across the edges of a cube; so they
 * belong to the corners of faces: corner c of triangle f has number 3 f + c.
 *
 * <p>Inside, lengths are in units of the mesh's longest side and tractions in units of the shear
 * modulus, so that the numbers of H and G are alike; {@link #tractionUnit} converts.
 */
public final class BoundaryElements {
  /** A triangle is divided until it is this many times its longest side away from x. */
  private static final double NEAR = 2;

  /**
   * Beyond this many times its longest side three points do for a triangle: the rule's error there,
   * (1 / 16)^3, is that of seven points at {@link #NEAR}.
   */
  private static final double FAR = 8;

  private static final int DEEPEST = 12;

  /** Barycentric coordinates of a triangle's own corners. */
  private static final double[] WHOLE = {1, 0, 0, 0, 1, 0, 0, 0, 1};

  // Radon's rule of degree 5 on a triangle: barycentric coordinates (1 - 2a, a, a) and weights.
  private static final double[] RADON_A = {1.0 / 3, 0.47014206410511509, 0.10128650732345634};
  private static final double[] RADON_WEIGHT = {0.225, 0.13239415278850618, 0.12593918054482715};

  // Gauss-Legendre on [0, 1].
  private static final double[] GAUSS4 = {
    0.06943184420297371, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629
  };
  private static final double[] GAUSS4_WEIGHT = {
    0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693
  };
  private static final double[] GAUSS10 = {
    0.013046735741414139, 0.067468316655507744, 0.16029521585048780, 0.28330230293537640,
    0.42556283050918439, 0.57443716949081561, 0.71669769706462360, 0.83970478414951220,
    0.93253168334449226, 0.98695326425858586
  };
  private static final double[] GAUSS10_WEIGHT = {
    0.033335672154344069, 0.074725674575290297, 0.10954318125799102, 0.13463335965499818,
    0.14776211235737644, 0.14776211235737644, 0.13463335965499818, 0.10954318125799102,
    0.074725674575290297, 0.033335672154344069
  };

  private final TriangleMesh mesh;
  private final ElasticMaterial material;
  private final double nu;
  private final double size;
  private final double[] x; // 3 a vertex, in units of size
  private final int[] tri;
  private final double[] normal; // 3 a triangle
  private final double[] area; // in units of size^2
  private final double[] longest; // longest side of each triangle

  /**
   * Checks the mesh and prepares its integrals.
   *
   * @throws IllegalArgumentException for a mesh that bounds no solid
   */
  public BoundaryElements(TriangleMesh mesh, ElasticMaterial material) {
    check(mesh);
    this.mesh = mesh;
    this.material = material;
    nu = material.poissonRatio();
    size = mesh.bounds().longestSide();
    tri = mesh.triangles();
    x = new double[mesh.positions().length];
    for (int i = 0; i < x.length; i++) {
      x[i] = mesh.positions()[i] / size;
    }
    int n = mesh.triangleCount();
    normal = new double[3 * n];
    area = new double[n];
    longest = new double[n];
    for (int f = 0; f < n; f++) {
      prepareTriangle(f);
    }
  }

  private static void check(TriangleMesh mesh) {
    SurfaceReport r = SurfaceReport.of(mesh);
    String wrong = null;
    if (mesh.triangleCount() == 0) {
      wrong = "the mesh has no triangles";
    } else if (r.vertices() != mesh.vertexCount()) {
      wrong = "the mesh has vertices in the same place; weld them";
    } else if (r.unusedVertices() > 0) {
      wrong = "the mesh has " + r.unusedVertices() + " vertices without a triangle; remove them";
    } else if (r.openEdges() > 0) {
      wrong = "the mesh is open (" + r.openEdges() + " border edges); close its holes";
    } else if (r.nonManifoldEdges() > 0) {
      wrong = "the mesh has " + r.nonManifoldEdges() + " edges with more than two triangles";
    } else if (r.inconsistentEdges() > 0) {
      wrong = "the mesh's triangles face different ways; make their normals consistent";
    } else if (r.degenerateTriangles() > 0) {
      wrong = "the mesh has " + r.degenerateTriangles() + " triangles without area; remove them";
    } else if (!(r.volume() > 0)) {
      wrong = "the mesh is inside out; flip its triangles";
    }
    if (wrong != null) {
      throw new IllegalArgumentException("not a solid: " + wrong);
    }
  }

  private void prepareTriangle(int f) {
    int a = 3 * tri[3 * f], b = 3 * tri[3 * f + 1], c = 3 * tri[3 * f + 2];
    double ux = x[b] - x[a], uy = x[b + 1] - x[a + 1], uz = x[b + 2] - x[a + 2];
    double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
    double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    normal[3 * f] = nx / length;
    normal[3 * f + 1] = ny / length;
    normal[3 * f + 2] = nz / length;
    area[f] = 0.5 * length;
    double wx = vx - ux, wy = vy - uy, wz = vz - uz;
    double most =
        Math.max(
            ux * ux + uy * uy + uz * uz,
            Math.max(vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz));
    longest[f] = Math.sqrt(most);
  }

  public TriangleMesh mesh() {
    return mesh;
  }

  public ElasticMaterial material() {
    return material;
  }

  public int vertexCount() {
    return x.length / 3;
  }

  public int triangleCount() {
    return area.length;
  }

  /** Pascals of a traction of 1 in the equation's units, whose displacements are in meters. */
  double tractionUnit() {
    return material.shearModulus() / size;
  }

  int vertex(int corner) {
    return tri[corner];
  }

  /** Component of a triangle's unit normal. */
  double normal(int f, int k) {
    return normal[3 * f + k];
  }

  /** Area of a triangle in square meters. */
  double area(int f) {
    return area[f] * size * size;
  }

  /** Component of a vertex's place, in meters. */
  double position(int v, int k) {
    return mesh.positions()[3 * v + k];
  }

  /**
   * The equation at one point, added to blocks of 3 x 3 numbers by rows.
   *
   * @param face a triangle that holds the point
   * @param n0 weights of the face's corners: the point's barycentric coordinates
   * @param h 9 numbers a vertex
   * @param g 9 numbers a corner, or null
   */
  void row(int face, double n0, double n1, double n2, double[] h, double[] g) {
    double[] host = {n0, n1, n2};
    double px = 0, py = 0, pz = 0;
    int at = -1; // the vertex that the point is, if it is one
    for (int c = 0; c < 3; c++) {
      int v = tri[3 * face + c];
      px += host[c] * x[3 * v];
      py += host[c] * x[3 * v + 1];
      pz += host[c] * x[3 * v + 2];
      at = host[c] == 1 ? v : at;
    }
    Sums s = new Sums(nu, px, py, pz);
    for (int f = 0; f < area.length; f++) {
      s.clear();
      int corner = at < 0 ? -1 : cornerAt(f, at);
      boolean holds = corner >= 0 || (at < 0 && f == face);
      s.setFace(normal[3 * f], normal[3 * f + 1], normal[3 * f + 2]);
      if (corner >= 0) {
        s.host(corner == 0 ? 1 : 0, corner == 1 ? 1 : 0, corner == 2 ? 1 : 0);
        duffy(s, f, corner);
      } else if (holds) {
        s.host(n0, n1, n2);
        inside(s, f, host);
      } else {
        s.host(0, 0, 0);
        regular(s, f);
      }
      for (int c = 0; c < 3; c++) {
        int v = 9 * tri[3 * f + c];
        for (int k = 0; k < 9; k++) {
          h[v + k] += s.t[9 * c + k];
        }
        if (g != null) {
          for (int k = 0; k < 9; k++) {
            g[9 * (3 * f + c) + k] += s.u[9 * c + k];
          }
        }
      }
      if (!holds) {
        for (int c = 0; c < 3; c++) {
          if (host[c] != 0) {
            int v = 9 * tri[3 * face + c];
            for (int k = 0; k < 9; k++) {
              h[v + k] -= host[c] * (s.t[k] + s.t[9 + k] + s.t[18 + k]);
            }
          }
        }
      }
    }
  }

  /** Integrals of U over the triangles that hold a vertex, times its shape function. */
  void loadColumn(int face, double n0, double n1, double n2, int[] corners, double[] g) {
    double[] host = {n0, n1, n2};
    double px = 0, py = 0, pz = 0;
    int at = -1;
    for (int c = 0; c < 3; c++) {
      int v = tri[3 * face + c];
      px += host[c] * x[3 * v];
      py += host[c] * x[3 * v + 1];
      pz += host[c] * x[3 * v + 2];
      at = host[c] == 1 ? v : at;
    }
    Sums s = new Sums(nu, px, py, pz);
    for (int corner : corners) {
      int f = corner / 3;
      s.clear();
      s.setFace(normal[3 * f], normal[3 * f + 1], normal[3 * f + 2]);
      int own = at < 0 ? -1 : cornerAt(f, at);
      if (own >= 0) {
        duffy(s, f, own);
      } else if (at < 0 && f == face) {
        inside(s, f, host);
      } else {
        regular(s, f);
      }
      for (int k = 0; k < 9; k++) {
        g[k] += s.u[9 * (corner % 3) + k];
      }
    }
  }

  private int cornerAt(int f, int v) {
    for (int c = 0; c < 3; c++) {
      if (tri[3 * f + c] == v) {
        return c;
      }
    }
    return -1;
  }

  /** A triangle that does not hold the point: divided in four while it is near. */
  private void regular(Sums s, int f) {
    System.arraycopy(WHOLE, 0, s.pieces[0], 0, 9);
    divide(s, f, longest[f], area[f], 0);
  }

  /** A piece of triangle f: its corners' barycentric coordinates p, q, r are pieces[depth]. */
  private void divide(Sums s, int f, double side, double pieceArea, int depth) {
    int a = 3 * tri[3 * f], b = 3 * tri[3 * f + 1], c = 3 * tri[3 * f + 2];
    double[] piece = s.pieces[depth];
    double p0 = piece[0], p1 = piece[1], p2 = piece[2];
    double q0 = piece[3], q1 = piece[4], q2 = piece[5];
    double r0 = piece[6], r1 = piece[7], r2 = piece[8];
    double m0 = (p0 + q0 + r0) / 3, m1 = (p1 + q1 + r1) / 3, m2 = (p2 + q2 + r2) / 3;
    double dx = m0 * x[a] + m1 * x[b] + m2 * x[c] - s.px;
    double dy = m0 * x[a + 1] + m1 * x[b + 1] + m2 * x[c + 1] - s.py;
    double dz = m0 * x[a + 2] + m1 * x[b + 2] + m2 * x[c + 2] - s.pz;
    double distance = dx * dx + dy * dy + dz * dz;
    if (distance > FAR * FAR * side * side && depth == 0) {
      threePoints(s, a, b, c, pieceArea);
      return;
    }
    if (distance < NEAR * NEAR * side * side && depth < DEEPEST) {
      for (int part = 0; part < 4; part++) {
        quarter(piece, part, s.pieces[depth + 1]);
        divide(s, f, 0.5 * side, 0.25 * pieceArea, depth + 1);
      }
      return;
    }
    for (int k = 0; k < 3; k++) {
      for (int turn = 0; turn < (k == 0 ? 1 : 3); turn++) {
        double l0 = RADON_A[k], l1 = l0, l2 = l0;
        if (k > 0 && turn == 0) {
          l0 = 1 - 2 * l1;
        } else if (k > 0 && turn == 1) {
          l1 = 1 - 2 * l0;
        } else if (k > 0) {
          l2 = 1 - 2 * l0;
        }
        double n0 = l0 * p0 + l1 * q0 + l2 * r0;
        double n1 = l0 * p1 + l1 * q1 + l2 * r1;
        double n2 = l0 * p2 + l1 * q2 + l2 * r2;
        s.add(
            n0 * x[a] + n1 * x[b] + n2 * x[c],
            n0 * x[a + 1] + n1 * x[b + 1] + n2 * x[c + 1],
            n0 * x[a + 2] + n1 * x[b + 2] + n2 * x[c + 2],
            n0,
            n1,
            n2,
            RADON_WEIGHT[k] * pieceArea);
      }
    }
  }

  /** The rule of degree 2 with points at (2/3, 1/6, 1/6), for the corners that begin at a, b, c. */
  private void threePoints(Sums s, int a, int b, int c, double faceArea) {
    for (int k = 0; k < 3; k++) {
      double n0 = k == 0 ? 2.0 / 3 : 1.0 / 6, n1 = k == 1 ? 2.0 / 3 : 1.0 / 6;
      double n2 = k == 2 ? 2.0 / 3 : 1.0 / 6;
      s.add(
          n0 * x[a] + n1 * x[b] + n2 * x[c],
          n0 * x[a + 1] + n1 * x[b + 1] + n2 * x[c + 1],
          n0 * x[a + 2] + n1 * x[b + 2] + n2 * x[c + 2],
          n0,
          n1,
          n2,
          faceArea / 3);
    }
  }

  /** One of the four pieces between the corners p, q, r and the middles u, v, w of the sides. */
  private static void quarter(double[] piece, int part, double[] out) {
    for (int k = 0; k < 3; k++) {
      double p = piece[k], q = piece[3 + k], r = piece[6 + k];
      double u = 0.5 * (p + q), v = 0.5 * (q + r), w = 0.5 * (r + p);
      out[k] = part == 0 ? p : part == 2 ? w : u;
      out[3 + k] = part == 0 ? u : part == 1 ? q : v;
      out[6 + k] = part == 0 ? w : part == 1 ? v : part == 2 ? r : w;
    }
  }

  /** The point is a corner of the triangle. */
  private void duffy(Sums s, int f, int corner) {
    double[] top = {0, 0, 0};
    top[corner] = 1;
    double[] left = {0, 0, 0};
    left[(corner + 1) % 3] = 1;
    double[] right = {0, 0, 0};
    right[(corner + 2) % 3] = 1;
    duffy(s, f, top, left, right, area[f]);
  }

  /** The point lies in the triangle: three triangles around it. */
  private void inside(Sums s, int f, double[] host) {
    for (int c = 0; c < 3; c++) {
      double share = host[c];
      if (share > 0) {
        double[] left = {0, 0, 0};
        left[(c + 1) % 3] = 1;
        double[] right = {0, 0, 0};
        right[(c + 2) % 3] = 1;
        duffy(s, f, host, left, right, share * area[f]);
      }
    }
  }

  /**
   * Duffy's map y = top + a ((1 - b) (left - top) + b (right - top)), whose Jacobian 2 area a takes
   * away the 1 / r of the integrand: along a it is then a polynomial, along b smooth.
   */
  private void duffy(Sums s, int f, double[] top, double[] left, double[] right, double pieceArea) {
    int i = 3 * tri[3 * f], j = 3 * tri[3 * f + 1], k = 3 * tri[3 * f + 2];
    for (int p = 0; p < GAUSS4.length; p++) {
      double a = GAUSS4[p];
      for (int q = 0; q < GAUSS10.length; q++) {
        double b = GAUSS10[q];
        double wt = 1 - a, wl = a * (1 - b), wr = a * b;
        double n0 = wt * top[0] + wl * left[0] + wr * right[0];
        double n1 = wt * top[1] + wl * left[1] + wr * right[1];
        double n2 = wt * top[2] + wl * left[2] + wr * right[2];
        s.add(
            n0 * x[i] + n1 * x[j] + n2 * x[k],
            n0 * x[i + 1] + n1 * x[j + 1] + n2 * x[k + 1],
            n0 * x[i + 2] + n1 * x[j + 2] + n2 * x[k + 2],
            n0,
            n1,
            n2,
            GAUSS4_WEIGHT[p] * GAUSS10_WEIGHT[q] * 2 * a * pieceArea);
      }
    }
  }

  /** Sums over one triangle: 3 x 3 blocks for its three corners. */
  private static final class Sums {
    final double[][] pieces = new double[DEEPEST + 1][9]; // of a divided triangle, by depth
    final double px;
    final double py;
    final double pz;
    final double[] t = new double[27];
    final double[] u = new double[27];
    private final double nu;
    private final double unitU;
    private final double unitT;
    private double nx;
    private double ny;
    private double nz;
    private double h0;
    private double h1;
    private double h2;

    Sums(double nu, double px, double py, double pz) {
      this.nu = nu;
      this.px = px;
      this.py = py;
      this.pz = pz;
      unitU = 1 / (16 * Math.PI * (1 - nu));
      unitT = -1 / (8 * Math.PI * (1 - nu));
    }

    void clear() {
      java.util.Arrays.fill(t, 0);
      java.util.Arrays.fill(u, 0);
    }

    void setFace(double normalX, double normalY, double normalZ) {
      nx = normalX;
      ny = normalY;
      nz = normalZ;
    }

    /** What is taken off the shape functions: their values at the point. */
    void host(double a, double b, double c) {
      h0 = a;
      h1 = b;
      h2 = c;
    }

    void add(double yx, double yy, double yz, double n0, double n1, double n2, double weight) {
      double dx = yx - px, dy = yy - py, dz = yz - pz;
      double r2 = dx * dx + dy * dy + dz * dz;
      double inverse = 1 / Math.sqrt(r2);
      dx *= inverse;
      dy *= inverse;
      dz *= inverse;
      double wu = weight * unitU * inverse;
      double wt = weight * unitT * inverse * inverse;
      double along = dx * nx + dy * ny + dz * nz;
      double d = 3 - 4 * nu, e = 1 - 2 * nu;
      double xy = dx * dy, yz2 = dy * dz, zx = dz * dx;
      addU(0, wu * (d + dx * dx), n0, n1, n2);
      addU(1, wu * xy, n0, n1, n2);
      addU(2, wu * zx, n0, n1, n2);
      addU(3, wu * xy, n0, n1, n2);
      addU(4, wu * (d + dy * dy), n0, n1, n2);
      addU(5, wu * yz2, n0, n1, n2);
      addU(6, wu * zx, n0, n1, n2);
      addU(7, wu * yz2, n0, n1, n2);
      addU(8, wu * (d + dz * dz), n0, n1, n2);
      double a = n0 - h0, b = n1 - h1, c = n2 - h2;
      double three = 3 * along, side = e * along;
      double sxy = e * (dx * ny - dy * nx);
      double syz = e * (dy * nz - dz * ny);
      double szx = e * (dz * nx - dx * nz);
      addT(0, wt * (side + three * dx * dx), a, b, c);
      addT(1, wt * (three * xy - sxy), a, b, c);
      addT(2, wt * (three * zx + szx), a, b, c);
      addT(3, wt * (three * xy + sxy), a, b, c);
      addT(4, wt * (side + three * dy * dy), a, b, c);
      addT(5, wt * (three * yz2 - syz), a, b, c);
      addT(6, wt * (three * zx - szx), a, b, c);
      addT(7, wt * (three * yz2 + syz), a, b, c);
      addT(8, wt * (side + three * dz * dz), a, b, c);
    }

    private void addU(int k, double value, double a, double b, double c) {
      u[k] += a * value;
      u[9 + k] += b * value;
      u[18 + k] += c * value;
    }

    private void addT(int k, double value, double a, double b, double c) {
      t[k] += a * value;
      t[9 + k] += b * value;
      t[18 + k] += c * value;
    }
  }
}
