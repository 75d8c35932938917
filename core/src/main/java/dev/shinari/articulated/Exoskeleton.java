package dev.shinari.articulated;

import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.SurfaceStiffness;
import dev.shinari.collide.Collider;
import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import java.util.Arrays;

/**
 * An elastic body of few vertices around a creature that carries the ends of its bones [Watanabe,
 * sec. 3, fig. 2]. Every vertex has a known displacement; the tractions that the boundary elements
 * give move it. Displacements are taken in a frame that turns with the body, since the boundary
 * elements know no rotation. The step is implicit, as that of the bones.
 */
public final class Exoskeleton {
  private static final int FIT_ROUNDS = 20;
  private static final int MOST_ROUNDS = 200;

  private final TriangleMesh mesh;
  private final int n;
  private final double[] k;
  private final double[] rest; // relative to the centre of mass
  private final double mass; // of each vertex
  private final double tau;
  private final double radius;
  private final float friction;
  private final float restitution;

  // State.
  final double[] x;
  final double[] v;
  private final double[] turn = {0, 0, 0, 1};

  final boolean[] held;
  private final double[] old;
  private final double[] u;
  private final double[] b;
  private final double[] dv;
  private final double[] direction;
  private final double[] residual;
  private final double[] product;
  private final double[] centre = new double[3];
  private final double[] r = new double[9];
  private final double[] q = new double[4];
  private final double[] near = new double[8];
  private final double[] weights = new double[3];
  private final double[] moments = new double[9]; // sum of x q^T
  private final Touch touch = new Touch();
  private int contacts;

  /**
   * @param mesh a closed mesh of few vertices, in the creature's coordinates
   * @param totalMass kilograms, with all that it carries
   * @param dampingSeconds as {@link MotionSettings#dampingSeconds}
   * @param radius how far its vertices keep from obstacles
   */
  public Exoskeleton(
      TriangleMesh mesh,
      ElasticMaterial material,
      float totalMass,
      float dampingSeconds,
      float radius,
      float friction,
      float restitution) {
    this.mesh = mesh;
    n = mesh.vertexCount();
    Check.inRange("vertices of an exoskeleton", n, 4, 200);
    k = new SurfaceStiffness(new BoundaryElements(mesh, material)).matrix();
    mass = Check.positive("totalMass", totalMass) / n;
    tau = Check.inRange("dampingSeconds", dampingSeconds, 0, 10);
    this.radius = Check.notNegative("radius", radius);
    this.friction = Check.inRange("friction", friction, 0, 10);
    this.restitution = Check.inRange("restitution", restitution, 0, 1);
    x = new double[3 * n];
    v = new double[3 * n];
    rest = new double[3 * n];
    for (int i = 0; i < 3 * n; i++) {
      x[i] = mesh.positions()[i];
    }
    findCentre();
    for (int i = 0; i < 3 * n; i++) {
      rest[i] = x[i] - centre[i % 3];
    }
    held = new boolean[n];
    old = new double[3 * n];
    u = new double[3 * n];
    b = new double[3 * n];
    dv = new double[3 * n];
    direction = new double[3 * n];
    residual = new double[3 * n];
    product = new double[3 * n];
  }

  /** A box with the given number of cells along each side; two give the paper's 26 vertices. */
  public static TriangleMesh box(int cells, float sizeX, float sizeY, float sizeZ) {
    return dev.shinari.mesh.SurfaceShapes.cuboid(cells, cells, cells, sizeX, sizeY, sizeZ);
  }

  public TriangleMesh mesh() {
    return mesh;
  }

  public int vertexCount() {
    return n;
  }

  /** Component of a vertex's present place. */
  public double position(int vertex, int c) {
    return x[3 * vertex + c];
  }

  /** The vertex nearest to a point at present. */
  public int nearest(double px, double py, double pz) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      double dx = x[3 * i] - px, dy = x[3 * i + 1] - py, dz = x[3 * i + 2] - pz;
      double d = dx * dx + dy * dy + dz * dz;
      if (d < least) {
        least = d;
        best = i;
      }
    }
    return best;
  }

  /** Present volume over rest volume: parts turned by any angle do not grow. */
  public double volumeRatio() {
    float[] p = new float[3 * n];
    for (int i = 0; i < p.length; i++) {
      p[i] = (float) x[i];
    }
    return SurfaceReport.of(mesh.withPositions(p)).volume() / SurfaceReport.of(mesh).volume();
  }

  double[] turn() {
    return turn;
  }

  double centre(int c) {
    return centre[c];
  }

  private void findCentre() {
    Arrays.fill(centre, 0);
    for (int i = 0; i < 3 * n; i++) {
      centre[i % 3] += x[i] / n;
    }
  }

  /** The rotation that fits best, from the last one on [Mueller16]. */
  private void fitTurn() {
    double[] a = moments;
    Arrays.fill(a, 0);
    findCentre();
    for (int i = 0; i < n; i++) {
      for (int row = 0; row < 3; row++) {
        for (int c = 0; c < 3; c++) {
          a[3 * row + c] += (x[3 * i + row] - centre[row]) * rest[3 * i + c];
        }
      }
    }
    for (int round = 0; round < FIT_ROUNDS; round++) {
      Quaternions.toMatrix(turn, 0, r, 0);
      double wx = 0, wy = 0, wz = 0, dot = 1e-12;
      for (int c = 0; c < 3; c++) { // columns of R and A
        double rx = r[c], ry = r[3 + c], rz = r[6 + c];
        double ax = a[c], ay = a[3 + c], az = a[6 + c];
        wx += ry * az - rz * ay;
        wy += rz * ax - rx * az;
        wz += rx * ay - ry * ax;
        dot += rx * ax + ry * ay + rz * az;
      }
      double s = 1 / Math.abs(dot);
      Quaternions.ofVector(s * wx, s * wy, s * wz, q, 0);
      Quaternions.product(q, 0, turn, 0, turn, 0);
      Quaternions.normalise(turn, 0);
    }
    Quaternions.toMatrix(turn, 0, r, 0);
  }

  /** out = R K R^T in, or with the pose's displacements for in. */
  private void stiffness(double[] in, double[] out) {
    for (int i = 0; i < 3 * n; i += 3) {
      for (int c = 0; c < 3; c++) {
        u[i + c] = r[c] * in[i] + r[3 + c] * in[i + 1] + r[6 + c] * in[i + 2];
      }
    }
    multiply(out);
  }

  private void multiply(double[] out) {
    int size = 3 * n;
    for (int i = 0; i < size; i += 3) {
      double a = 0, d = 0, e = 0;
      for (int j = 0; j < size; j++) {
        a += k[i * size + j] * u[j];
        d += k[(i + 1) * size + j] * u[j];
        e += k[(i + 2) * size + j] * u[j];
      }
      for (int c = 0; c < 3; c++) {
        out[i + c] = r[3 * c] * a + r[3 * c + 1] * d + r[3 * c + 2] * e;
      }
    }
  }

  /** Elastic energy at the present place. */
  double elasticEnergy() {
    fitTurn();
    displace();
    double sum = 0;
    multiply(product);
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < 3; c++) {
        double f =
            r[c] * product[3 * i] + r[3 + c] * product[3 * i + 1] + r[6 + c] * product[3 * i + 2];
        sum += 0.5 * f * u[3 * i + c];
      }
    }
    return sum;
  }

  private void displace() {
    for (int i = 0; i < 3 * n; i += 3) {
      double dx = x[i] - centre[0], dy = x[i + 1] - centre[1], dz = x[i + 2] - centre[2];
      for (int c = 0; c < 3; c++) {
        u[i + c] = r[c] * dx + r[3 + c] * dy + r[6 + c] * dz - rest[i + c];
      }
    }
  }

  /** Moves on; held vertices go where their velocity takes them. */
  void step(double start, float h, double[] gravity, double drag, Collider[] colliders) {
    System.arraycopy(x, 0, old, 0, x.length);
    fitTurn();
    displace();
    multiply(b);
    stiffness(v, product);
    double lag = h + tau;
    for (int i = 0; i < 3 * n; i++) {
      double f = mass * (gravity[i % 3] - drag * v[i]) - b[i] - lag * product[i];
      b[i] = held[i / 3] ? 0 : h * f;
    }
    solve(h * lag);
    for (int i = 0; i < 3 * n; i++) {
      v[i] += held[i / 3] ? 0 : dv[i];
      x[i] += h * v[i];
    }
    contacts = 0;
    for (Collider c : colliders) {
      for (int i = 0; i < n; i++) {
        if (!held[i] && touch.meet(old, x, v, 3 * i, radius, c, start, h, friction, restitution)) {
          contacts++;
        }
      }
    }
    findCentre();
  }

  private void solve(double factor) {
    Arrays.fill(dv, 0);
    double rz = 0;
    int size = 3 * n;
    for (int i = 0; i < size; i++) {
      residual[i] = b[i];
      direction[i] = b[i];
      rz += b[i] * b[i];
    }
    double enough = 1e-12 * rz;
    for (int round = 0; round < MOST_ROUNDS && rz > enough && rz > 1e-30; round++) {
      stiffness(direction, product);
      double curve = 0;
      for (int i = 0; i < size; i++) {
        product[i] = held[i / 3] ? 0 : mass * direction[i] + factor * product[i];
        curve += direction[i] * product[i];
      }
      if (!(curve > 0)) {
        return;
      }
      double step = rz / curve, next = 0;
      for (int i = 0; i < size; i++) {
        dv[i] += step * direction[i];
        residual[i] -= step * product[i];
        next += residual[i] * residual[i];
      }
      double keep = next / rz;
      for (int i = 0; i < size; i++) {
        direction[i] = residual[i] + keep * direction[i];
      }
      rz = next;
    }
  }

  int contacts() {
    return contacts;
  }

  // ---- two exoskeletons ---------------------------------------------------------------------

  /** Pushes vertices of each out of the other; what one gains the other loses. */
  static int meet(Exoskeleton a, Exoskeleton b) {
    double reach = 0;
    for (int c = 0; c < 3; c++) {
      reach = Math.max(reach, Math.max(low(a, c) - high(b, c), low(b, c) - high(a, c)));
    }
    return reach > a.radius + b.radius ? 0 : a.pushOut(b) + b.pushOut(a);
  }

  private static double low(Exoskeleton e, int c) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = c; i < e.x.length; i += 3) {
      least = Math.min(least, e.x[i]);
    }
    return least;
  }

  private static double high(Exoskeleton e, int c) {
    double most = Double.NEGATIVE_INFINITY;
    for (int i = c; i < e.x.length; i += 3) {
      most = Math.max(most, e.x[i]);
    }
    return most;
  }

  /** The other's vertices against this one's triangles. */
  private int pushOut(Exoskeleton o) {
    int touches = 0;
    double gap = radius + o.radius;
    for (int i = 0; i < o.n; i++) {
      int t = nearestTriangle(o.x[3 * i], o.x[3 * i + 1], o.x[3 * i + 2]);
      double depth = gap - near[3];
      if (t < 0 || !(depth > 0) || near[3] < -2 * gap - reach()) {
        continue;
      }
      touches++;
      respond(o, i, t, depth);
    }
    return touches;
  }

  private double reach() {
    return mesh.bounds().longestSide();
  }

  /** Writes weights (0-2), signed distance (3) and outward normal (4-6) of the nearest triangle. */
  private int nearestTriangle(double px, double py, double pz) {
    int best = -1;
    double least = Double.POSITIVE_INFINITY, steep = 0;
    int[] tri = mesh.triangles();
    double[] w = weights;
    for (int t = 0; t < tri.length; t += 3) {
      int a = 3 * tri[t], bb = 3 * tri[t + 1], c = 3 * tri[t + 2];
      double ux = x[bb] - x[a], uy = x[bb + 1] - x[a + 1], uz = x[bb + 2] - x[a + 2];
      double vx = x[c] - x[a], vy = x[c + 1] - x[a + 1], vz = x[c + 2] - x[a + 2];
      double nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
      double length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      if (!(length > 1e-12)) {
        continue; // a collapsed triangle has no side to push to
      }
      double qx = px - x[a], qy = py - x[a + 1], qz = pz - x[a + 2];
      closest(ux, uy, uz, vx, vy, vz, qx, qy, qz, w);
      double dx = qx - w[1] * ux - w[2] * vx;
      double dy = qy - w[1] * uy - w[2] * vy;
      double dz = qz - w[1] * uz - w[2] * vz;
      double d = Math.sqrt(dx * dx + dy * dy + dz * dz);
      double height = (qx * nx + qy * ny + qz * nz) / length;
      // At an edge two triangles are as near: the one that sees the point more steeply knows its
      // side.
      if (d < least - 1e-9 || (d < least + 1e-9 && Math.abs(height) > steep)) {
        least = Math.min(least, d);
        steep = Math.abs(height);
        best = t;
        System.arraycopy(w, 0, near, 0, 3);
        near[3] = height >= 0 ? d : -d;
        near[4] = nx / length;
        near[5] = ny / length;
        near[6] = nz / length;
      }
    }
    return best;
  }

  /** Weights of the triangle's point nearest to q, all relative to its first corner. */
  private static void closest(
      double ux,
      double uy,
      double uz,
      double vx,
      double vy,
      double vz,
      double qx,
      double qy,
      double qz,
      double[] w) {
    double uu = ux * ux + uy * uy + uz * uz, vv = vx * vx + vy * vy + vz * vz;
    double uv = ux * vx + uy * vy + uz * vz;
    double qu = qx * ux + qy * uy + qz * uz, qv = qx * vx + qy * vy + qz * vz;
    double det = uu * vv - uv * uv;
    double s = (vv * qu - uv * qv) / det, t = (uu * qv - uv * qu) / det;
    if (s >= 0 && t >= 0 && s + t <= 1) {
      w[1] = s;
      w[2] = t;
    } else { // on one of the three edges
      double a = clamp(qu / uu), b = clamp(qv / vv);
      double c = clamp((qv - qu + uu - uv) / (uu + vv - 2 * uv));
      double da = uu * a * a - 2 * a * qu, db = vv * b * b - 2 * b * qv;
      double e = 1 - c;
      double dc = uu * e * e + vv * c * c + 2 * uv * e * c - 2 * (e * qu + c * qv);
      boolean first = da <= db && da <= dc, second = !first && db <= dc;
      w[1] = first ? a : second ? 0 : e;
      w[2] = first ? 0 : second ? b : c;
    }
    w[0] = 1 - w[1] - w[2];
  }

  private static double clamp(double s) {
    return s < 0 ? 0 : Math.min(s, 1);
  }

  private void respond(Exoskeleton o, int i, int t, double depth) {
    int[] tri = mesh.triangles();
    double mine = 0;
    double rx = o.v[3 * i], ry = o.v[3 * i + 1], rz = o.v[3 * i + 2];
    for (int c = 0; c < 3; c++) {
      int a = tri[t + c];
      mine += held[a] ? 0 : near[c] * near[c] / mass;
      rx -= near[c] * v[3 * a];
      ry -= near[c] * v[3 * a + 1];
      rz -= near[c] * v[3 * a + 2];
    }
    double theirs = o.held[i] ? 0 : 1 / o.mass;
    double all = mine + theirs;
    if (!(all > 0)) {
      return;
    }
    double nx = near[4], ny = near[5], nz = near[6];
    double into = rx * nx + ry * ny + rz * nz;
    double tx = rx - into * nx, ty = ry - into * ny, tz = rz - into * nz;
    double slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
    double stop = into < 0 ? -into * (1 + Math.min(restitution, o.restitution)) : 0;
    double drag = slip > 0 ? Math.min(1, 0.5 * (friction + o.friction) * stop / slip) : 0;
    double jx = (stop * nx - drag * tx) / all, jy = (stop * ny - drag * ty) / all;
    double jz = (stop * nz - drag * tz) / all;
    double px = 0.5 * depth * nx / all, py = 0.5 * depth * ny / all, pz = 0.5 * depth * nz / all;
    shift(o, i, theirs, jx, jy, jz, px, py, pz);
    for (int c = 0; c < 3; c++) {
      int a = tri[t + c];
      shift(this, a, held[a] ? 0 : -near[c] / mass, jx, jy, jz, px, py, pz);
    }
  }

  private static void shift(
      Exoskeleton e,
      int i,
      double by,
      double jx,
      double jy,
      double jz,
      double px,
      double py,
      double pz) {
    e.v[3 * i] += by * jx;
    e.v[3 * i + 1] += by * jy;
    e.v[3 * i + 2] += by * jz;
    e.x[3 * i] += by * px;
    e.x[3 * i + 1] += by * py;
    e.x[3 * i + 2] += by * pz;
  }

  double[] momentum() {
    double[] p = new double[3];
    for (int i = 0; i < 3 * n; i++) {
      p[i % 3] += mass * v[i];
    }
    return p;
  }
}
