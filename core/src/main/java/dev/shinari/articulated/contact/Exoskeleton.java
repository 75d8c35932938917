package dev.shinari.articulated.contact;

import dev.shinari.articulated.motion.MassPoints;
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
  private final double[] rest; // relative to the center of mass
  private final double mass; // of each vertex
  private final double tau;
  private final double radius;
  private final float friction;
  private final float restitution;

  // State.
  public final double[] x;
  public final double[] v;
  private final double[] turn = {0, 0, 0, 1};

  public final boolean[] held;
  private final double[] old;
  private final double[] u;
  private final double[] b;
  private final double[] dv;
  private final double[] direction;
  private final double[] residual;
  private final double[] product;
  private final double[] center = new double[3];
  private final double[] r = new double[9];
  private final double[] q = new double[4];
  private final double[] moments = new double[9]; // sum of x q^T
  public final MassPoints nodes = new Vertices();
  private final ExoContacts contact;
  private int contacts;

  /**
   * @param mesh a closed mesh of few vertices, in the creature's coordinates
   * @param totalMass kilograms, with all that it carries
   * @param dampingSeconds as {@code MotionSettings.dampingSeconds}
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
    findCenter();
    for (int i = 0; i < 3 * n; i++) {
      rest[i] = x[i] - center[i % 3];
    }
    held = new boolean[n];
    old = new double[3 * n];
    u = new double[3 * n];
    b = new double[3 * n];
    dv = new double[3 * n];
    direction = new double[3 * n];
    residual = new double[3 * n];
    product = new double[3 * n];
    contact = new ExoContacts(this);
  }

  /** A box with the given number of cells along each side; two give the paper's 26 vertices. */
  public static TriangleMesh box(int cells, float sizeX, float sizeY, float sizeZ) {
    return dev.shinari.mesh.shape.SurfaceShapes.cuboid(cells, cells, cells, sizeX, sizeY, sizeZ);
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

  public double[] turn() {
    return turn;
  }

  public double center(int c) {
    return center[c];
  }

  private void findCenter() {
    Arrays.fill(center, 0);
    for (int i = 0; i < 3 * n; i++) {
      center[i % 3] += x[i] / n;
    }
  }

  /** The rotation that fits best, from the last one on [Mueller16]. */
  private void fitTurn() {
    double[] a = moments;
    Arrays.fill(a, 0);
    findCenter();
    for (int i = 0; i < n; i++) {
      for (int row = 0; row < 3; row++) {
        for (int c = 0; c < 3; c++) {
          a[3 * row + c] += (x[3 * i + row] - center[row]) * rest[3 * i + c];
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
      Quaternions.normalize(turn, 0);
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
  public double elasticEnergy() {
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
      double dx = x[i] - center[0], dy = x[i + 1] - center[1], dz = x[i + 2] - center[2];
      for (int c = 0; c < 3; c++) {
        u[i + c] = r[c] * dx + r[3 + c] * dy + r[6 + c] * dz - rest[i + c];
      }
    }
  }

  /** Moves on; held vertices go where their velocity takes them. */
  public void step(
      double start, float h, double[] gravity, double drag, double[] wind, Collider[] colliders) {
    System.arraycopy(x, 0, old, 0, x.length);
    fitTurn();
    displace();
    multiply(b);
    stiffness(v, product);
    double lag = h + tau;
    for (int i = 0; i < 3 * n; i++) {
      double f = mass * (gravity[i % 3] - drag * (v[i] - wind[i % 3])) - b[i] - lag * product[i];
      b[i] = held[i / 3] ? 0 : h * f;
    }
    solve(h * lag);
    for (int i = 0; i < 3 * n; i++) {
      v[i] += held[i / 3] ? 0 : dv[i];
      x[i] += h * v[i];
    }
    contacts = 0;
    for (Collider c : colliders) {
      contacts += contact.meet(c, start, h, old);
    }
    findCenter();
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

  public int contacts() {
    return contacts;
  }

  /** Goes back to where it was when the last step began, at rest. */
  public void stop() {
    System.arraycopy(old, 0, x, 0, x.length);
    Arrays.fill(v, 0);
    findCenter();
  }

  // ---- contact ------------------------------------------------------------------------------

  ExoContacts surface() {
    return contact;
  }

  double radius() {
    return radius;
  }

  float friction() {
    return friction;
  }

  float restitution() {
    return restitution;
  }

  /** Its vertices as contacts push them. */
  private final class Vertices implements MassPoints {
    @Override
    public double inverseMass(int vertex) {
      return held[vertex] ? 0 : 1 / mass;
    }

    @Override
    public double velocity(int vertex, int c) {
      return v[3 * vertex + c];
    }

    @Override
    public void push(int i, double sx, double sy, double sz, double jx, double jy, double jz) {
      x[3 * i] += sx;
      x[3 * i + 1] += sy;
      x[3 * i + 2] += sz;
      v[3 * i] += jx;
      v[3 * i + 1] += jy;
      v[3 * i + 2] += jz;
    }
  }

  public double[] momentum() {
    double[] p = new double[3];
    for (int i = 0; i < 3 * n; i++) {
      p[i % 3] += mass * v[i];
    }
    return p;
  }
}
