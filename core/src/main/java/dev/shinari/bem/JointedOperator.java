package dev.shinari.bem;

import dev.shinari.math.Check;
import dev.shinari.parallel.Workers;

/**
 * A solid some of whose vertices are carried by joints, condensed to what a step needs. The
 * vertices of a joint's ring move as one: vertex at q from the joint goes to M q + d relative to
 * the solid's own frame. So the displacements of all vertices are linear in 12 numbers a joint,
 *
 * <pre>
 *   u = sum over joints of  sum_rc (M - 1)_rc column_rc  +  sum_r d_r column_r
 * </pre>
 *
 * and a joint's force and torque are linear in its small shift and turn, 6 numbers a joint. Rings
 * take turns of any size exactly (M is a rotation, not 1 + omega x); only what lies between is
 * linear.
 *
 * <p>Read-only and shared by all parts of one shape. {@link #grab} adds a point that somebody
 * holds.
 */
public final class JointedOperator {
  /** Numbers a joint: nine of M - 1 by rows, then three of the shift. */
  public static final int PARAMETERS = 12;

  /** Ways to accelerate a part: three shifts and three turns about the middle of its joints. */
  public static final int SWAYS = 6;

  private final BoundaryElements elements;
  private final int joints;
  private final int[] jointOfVertex;
  private final double[] places;
  private final float[] columns; // PARAMETERS a joint, each 3 numbers a vertex
  private final double[] stiffness; // 6 joints squared
  private final float[] sway; // SWAYS columns of 3 numbers a vertex
  private final double[] swaySquares = new double[SWAYS];

  // Made when a point is grabbed for the first time: most shapes never are.
  private BoundarySolver solver;

  /**
   * @param jointOfVertex the joint that carries each vertex, or -1 for a free one
   * @param places where the joints are in the mesh's coordinates, 3 numbers each
   */
  public JointedOperator(BoundaryElements elements, int[] jointOfVertex, double[] places) {
    this(elements, jointOfVertex, places, Workers.SERIAL);
  }

  /**
   * @param workers share the precomputation; the operator has the same bits for any number of them
   */
  public JointedOperator(
      BoundaryElements elements, int[] jointOfVertex, double[] places, Workers workers) {
    this.elements = elements;
    this.jointOfVertex = jointOfVertex.clone();
    this.places = places.clone();
    int n = elements.vertexCount();
    joints = places.length / 3;
    Check.that(jointOfVertex.length == n, "expected a joint or -1 for each of " + n + " vertices");
    boolean[] used = new boolean[joints];
    for (int j : jointOfVertex) {
      if (j >= 0) {
        used[Check.inRange("joint", j, 0, joints - 1)] = true;
      }
    }
    for (int j = 0; j < joints; j++) {
      Check.that(used[j], "joint " + j + " carries no vertex: the part does not touch its bone");
    }
    BoundarySolver s = newSolver(workers);
    columns = new float[PARAMETERS * joints * 3 * n];
    double[] forces = new double[PARAMETERS * joints * 6 * joints];
    double[][] u = new double[PARAMETERS * joints][3 * n];
    for (int k = 0; k < u.length; k++) {
      int j = k / PARAMETERS, p = k % PARAMETERS, row = p < 9 ? p / 3 : p - 9;
      for (int v = 0; v < n; v++) {
        if (jointOfVertex[v] == j) {
          u[k][3 * v + row] = p < 9 ? elements.position(v, p % 3) - places[3 * j + p % 3] : 1;
        }
      }
    }
    BoundarySolver.Solution[] x = s.solveAll(u);
    for (int k = 0; k < u.length; k++) {
      for (int i = 0; i < 3 * n; i++) {
        columns[k * 3 * n + i] = (float) x[k].displacements()[i];
      }
      reactions(SurfaceStiffness.forces(elements, x[k].tractions()), forces, k * 6 * joints);
    }
    stiffness = condense(forces);
    sway = new float[SWAYS * 3 * n];
    double[] center = middle();
    double[][] lag = s.sway(center);
    for (int k = 0; k < SWAYS; k++) {
      for (int i = 0; i < 3 * n; i++) {
        sway[k * 3 * n + i] = (float) lag[k][i];
      }
      swaySquares[k] = swaySquare(k, lag[k], center);
    }
  }

  private double[] middle() {
    double[] out = new double[3];
    for (int i = 0; i < places.length; i++) {
      out[i % 3] += places[i] / joints;
    }
    return out;
  }

  /** Rayleigh's quotient of a sway: omega^2 = (u, b) / (u, u), with the mass on the surface. */
  private double swaySquare(int load, double[] u, double[] center) {
    double[] y = new double[3];
    double work = 0, square = 0;
    for (int c = 0; c < 3 * elements.triangleCount(); c++) {
      int v = elements.vertex(c);
      for (int i = 0; i < 3; i++) {
        y[i] = elements.position(v, i);
      }
      for (int i = 0; i < 3; i++) {
        double area = elements.area(c / 3);
        work += area * u[3 * v + i] * InertiaLoads.force(load, i, y, center);
        square += area * u[3 * v + i] * u[3 * v + i];
      }
    }
    return work > 0 && square > 0 ? work / square : 0;
  }

  private JointedOperator(BoundaryElements elements, double[] places) {
    this.elements = elements;
    this.places = places.clone();
    joints = places.length / 3;
    jointOfVertex = new int[elements.vertexCount()];
    java.util.Arrays.fill(jointOfVertex, -1);
    columns = new float[PARAMETERS * joints * 3 * jointOfVertex.length];
    stiffness = new double[36 * joints * joints];
    sway = new float[SWAYS * 3 * jointOfVertex.length];
  }

  /**
   * A solid that no joint carries at any vertex: its rigid motion is the frame's, so it rides along
   * and joints feel nothing of it. A grabbed point still deforms it.
   */
  public static JointedOperator riding(BoundaryElements elements, double[] places) {
    return new JointedOperator(elements, places);
  }

  private BoundarySolver newSolver(Workers workers) {
    int n = 0;
    int[] held = new int[jointOfVertex.length];
    for (int v = 0; v < held.length; v++) {
      if (jointOfVertex[v] >= 0) {
        held[n++] = v;
      }
    }
    return new BoundarySolver(elements, java.util.Arrays.copyOf(held, n), workers);
  }

  /** Sums of forces and of their torques about each joint. */
  private void reactions(double[] f, double[] out, int at) {
    for (int v = 0; v < jointOfVertex.length; v++) {
      int j = jointOfVertex[v];
      if (j < 0) {
        continue;
      }
      for (int c = 0; c < 3; c++) {
        int a = (c + 1) % 3, b = (c + 2) % 3;
        double qa = elements.position(v, a) - places[3 * j + a];
        double qb = elements.position(v, b) - places[3 * j + b];
        out[at + 6 * j + c] += f[3 * v + c];
        out[at + 6 * j + 3 + c] += qa * f[3 * v + b] - qb * f[3 * v + a];
      }
    }
  }

  /** From forces by 12 parameters to those by shift and small turn e_k x q: M_ba = 1, M_ab = -1. */
  private double[] condense(double[] forces) {
    int n = 6 * joints;
    double[] k = new double[n * n];
    // Turns count as lengths here, so that a projection treats both alike.
    double reach = elements.mesh().bounds().longestSide();
    for (int j = 0; j < joints; j++) {
      for (int c = 0; c < 3; c++) {
        int a = (c + 1) % 3, b = (c + 2) % 3;
        for (int i = 0; i < n; i++) {
          double unit = i % 6 < 3 ? 1 : 1 / reach;
          k[i * n + 6 * j + c] = unit * forces[(PARAMETERS * j + 9 + c) * n + i];
          k[i * n + 6 * j + 3 + c] =
              unit
                  / reach
                  * (forces[(PARAMETERS * j + 3 * b + a) * n + i]
                      - forces[(PARAMETERS * j + 3 * a + b) * n + i]);
        }
      }
    }
    double[][] rigid = new double[6][n];
    for (int j = 0; j < joints; j++) {
      for (int c = 0; c < 3; c++) {
        int a = (c + 1) % 3, b = (c + 2) % 3;
        rigid[c][6 * j + c] = 1;
        rigid[3 + c][6 * j + b] = (places[3 * j + a] - places[a]) / reach;
        rigid[3 + c][6 * j + a] = -(places[3 * j + b] - places[b]) / reach;
        rigid[3 + c][6 * j + 3 + c] = 1;
      }
    }
    Stiffness.clean(k, n, rigid);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        k[i * n + j] *= (i % 6 < 3 ? 1 : reach) * (j % 6 < 3 ? 1 : reach);
      }
    }
    return k;
  }

  public BoundaryElements elements() {
    return elements;
  }

  public int jointCount() {
    return joints;
  }

  public int vertexCount() {
    return jointOfVertex.length;
  }

  /** The joint that carries a vertex, or -1. */
  public int jointOf(int vertex) {
    return jointOfVertex[vertex];
  }

  /** Where a joint is in the mesh's coordinates. */
  public double place(int joint, int component) {
    return places[3 * joint + component];
  }

  /**
   * Element of the stiffness: force and torque (0 to 2, 3 to 5) at one joint by shift and turn at
   * another, rows and columns numbered 6 joint + component. Symmetric, never negative, zero for
   * rigid motions.
   */
  public double stiffness(int row, int column) {
    return stiffness[row * 6 * joints + column];
  }

  /**
   * Displacements of all vertices: out = sum of parameters times columns.
   *
   * @param parameters {@link #PARAMETERS} a joint
   * @param out 3 a vertex
   */
  public void displacements(float[] parameters, float[] out) {
    int n = 3 * jointOfVertex.length;
    float[] c = columns;
    // Four columns at a time: the sums stay in registers and the loop is one that C2 vectorises.
    for (int p = 0; p < PARAMETERS * joints; p += 4) {
      float a = parameters[p], b = parameters[p + 1], d = parameters[p + 2], e = parameters[p + 3];
      int at = p * n, at1 = at + n, at2 = at1 + n, at3 = at2 + n;
      if (p == 0) {
        for (int i = 0; i < n; i++) {
          out[i] = a * c[at + i] + b * c[at1 + i] + (d * c[at2 + i] + e * c[at3 + i]);
        }
      } else {
        for (int i = 0; i < n; i++) {
          out[i] = out[i] + (a * c[at + i] + b * c[at1 + i] + (d * c[at2 + i] + e * c[at3 + i]));
        }
      }
    }
  }

  /** Displacement component of one vertex by one parameter. */
  public float column(int parameter, int vertex, int component) {
    return columns[parameter * 3 * jointOfVertex.length + 3 * vertex + component];
  }

  /**
   * Adds what the flesh lags behind: displacements by accelerations, with the joints held.
   *
   * @param accelerations {@link #SWAYS} numbers from {@code at} on, each times the density
   */
  public void addSway(double[] accelerations, int at, float[] out) {
    int n = 3 * jointOfVertex.length;
    for (int k = 0; k < SWAYS; k++) {
      float a = (float) accelerations[at + k];
      int from = k * n;
      for (int i = 0; i < n; i++) {
        out[i] = out[i] + a * sway[from + i];
      }
    }
  }

  /** Displacement component by a unit acceleration at density 1. */
  public float sway(int way, int vertex, int component) {
    return sway[way * 3 * jointOfVertex.length + 3 * vertex + component];
  }

  /** Square of the angular frequency of a sway by itself at density 1; 0 where nothing sways. */
  public double swaySquare(int way) {
    return swaySquares[way];
  }

  /** Bytes that the operator holds, a grabbed point's solver not counted. */
  public long bytes() {
    return 4L * (columns.length + sway.length) + 8L * stiffness.length + 4L * jointOfVertex.length;
  }

  /**
   * What changes when the patch of skin around a free vertex becomes one of known displacement: the
   * low-rank update of the shape's operator for three conditions. A single vertex would come out as
   * a spike, the sharper the finer the mesh; a hand holds a patch.
   */
  public Grab grab(int vertex) {
    Check.inRange("vertex", vertex, 0, jointOfVertex.length - 1);
    Check.that(jointOfVertex[vertex] < 0, "vertex " + vertex + " is held by a joint");
    if (solver == null) {
      solver = newSolver(Workers.SERIAL);
    }
    return new Grab(this, solver, vertex);
  }

  /**
   * A held patch of a part. Its place is the weighted mean of its vertices. A force f at it adds
   * {@code field f} to the displacements; a shift d of the patch from where it would be by itself
   * takes the force {@code stiffness d}.
   */
  public static final class Grab {
    /** Reach of the patch as a share of the shape's longest side. */
    private static final double PATCH = 0.35;

    private final double[] weights; // of each vertex, sum 1
    private final float[] field; // three columns of 3 numbers a vertex, a newton each
    private final double[] stiffness = new double[9];

    private Grab(JointedOperator o, BoundarySolver solver, int vertex) {
      BoundaryElements e = o.elements;
      int n = e.vertexCount();
      field = new float[9 * n];
      double[] density = patch(o, vertex);
      // Traction density_v at the corners of vertex v: force = integral, place = its transpose.
      double[] unit = new double[9 * e.triangleCount()];
      for (int c = 0; c < unit.length / 3; c++) {
        unit[3 * c] = density[e.vertex(c)];
      }
      double[] nodal = SurfaceStiffness.forces(e, unit);
      weights = new double[n];
      double sum = 0;
      for (int v = 0; v < n; v++) {
        weights[v] = nodal[3 * v];
        sum += weights[v];
      }
      for (int v = 0; v < n; v++) {
        weights[v] /= sum;
      }
      double[] none = new double[3 * n];
      double[] c = new double[9];
      for (int k = 0; k < 3; k++) {
        double[] load = new double[unit.length];
        for (int corner = 0; corner < unit.length / 3; corner++) {
          load[3 * corner + k] = unit[3 * corner] / sum;
        }
        double[] u = solver.solve(none, load).displacements();
        for (int i = 0; i < 3 * n; i++) {
          field[3 * n * k + i] = (float) u[i];
          c[3 * (i % 3) + k] += weights[i / 3] * u[i];
        }
      }
      for (int r = 0; r < 3; r++) {
        for (int k = 0; k < r; k++) {
          double mean = 0.5 * (c[3 * r + k] + c[3 * k + r]);
          c[3 * r + k] = mean;
          c[3 * k + r] = mean;
        }
      }
      invert(c, stiffness);
    }

    /** Falls smoothly to zero at the patch's border; nothing at vertices that joints hold. */
    private static double[] patch(JointedOperator o, int vertex) {
      double reach = PATCH * o.elements.mesh().bounds().longestSide();
      double[] out = new double[o.elements.vertexCount()];
      for (int v = 0; v < out.length; v++) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
          double d = o.elements.position(v, k) - o.elements.position(vertex, k);
          sum += d * d;
        }
        double s = 1 - sum / (reach * reach);
        out[v] = o.jointOfVertex[v] < 0 && s > 0 ? s * s : 0;
      }
      out[vertex] = 1;
      return out;
    }

    private static void invert(double[] m, double[] out) {
      double[] column = new double[3];
      DenseLu lu = new DenseLu(m, 3);
      for (int k = 0; k < 3; k++) {
        java.util.Arrays.fill(column, 0);
        column[k] = 1;
        lu.solve(column);
        for (int r = 0; r < 3; r++) {
          out[3 * r + k] = column[r];
        }
      }
    }

    /** A vertex's share in the patch's place. */
    public double weight(int vertex) {
      return weights[vertex];
    }

    /** Newtons a meter, 3 x 3. */
    public double stiffness(int row, int column) {
      return stiffness[3 * row + column];
    }

    /** Adds the displacements that a force at the patch causes. */
    public void addField(float fx, float fy, float fz, float[] out) {
      int n = field.length / 3;
      for (int i = 0; i < n; i++) {
        out[i] = out[i] + (fx * field[i] + fy * field[n + i] + fz * field[2 * n + i]);
      }
    }
  }
}
