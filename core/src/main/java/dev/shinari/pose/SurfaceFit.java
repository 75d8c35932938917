package dev.shinari.pose;

import dev.shinari.math.Check;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.Weld;
import dev.shinari.mesh.embed.Embedding;

/**
 * Carries the pose of a surface over to the cage that holds it, as rigidly as possible [Sorkine07]:
 * of all cages whose surface meets the given one (softly), the one whose elements are stretched
 * least.
 *
 * <pre>
 *   E(x) = sum over elements e  w_e  sum_i in e | x_i - c_e - s_e R_e q_i |^2
 *        + sum over surface vertices v  a_v | sum_k W_vk x_k - y_v |^2
 * </pre>
 *
 * with x the cage, y the given surface, W the embedding's weights, q the rest offsets of an
 * element, c its middle and R its own rotation. Rotations and positions are found in turn; the
 * matrix of the second step never changes.
 *
 * <p>The two steps find the nearest valley only, and from the rest shape a half turn is a long way
 * off. So the start is made from the surface: the rotation of each surface vertex's neighborhood is
 * spread through the volume (each entry of the matrix as smoothly as the same system allows, then
 * made a rotation again), and the first positions follow from those rotations.
 *
 * <p>Elements that keep their size crumple where the surface shrinks: pressed to half its size, a
 * third of a bar's tetrahedra came out inside out. So the shrinking of the surface (the square root
 * of its areas' ratio, never above 1) is spread in the same way, and s_e is what an element shrinks
 * by. Nothing crumples under a pull, so a surface that grows leaves s_e at 1.
 */
public final class SurfaceFit {
  /** How much more a surface vertex counts than the stiffness of the elements around it. */
  static final double HOLD = 20;

  private static final int MOST_ROUNDS = 80;

  /** Rounds end when no vertex moves further than this share of the size. */
  private static final double STILL = 2e-5;

  private final Cage cage;
  private final float[] shape;
  private final Embedding surface;
  private final CageElements elements;
  private final double[] hold;
  private final double[] ridge;
  private final SparseMatrix matrix;
  private final double size;

  /** Length of the vector of what elements pull with: what solves are exact relative to. */
  private final double pull;

  private final BestRotation best = new BestRotation();

  /**
   * Prepares fits of one cage; each call of {@link #fit} shares what is prepared.
   *
   * @param surface the surface in the cage at rest
   */
  public SurfaceFit(Cage cage, Embedding surface) {
    this(cage, surface, HOLD);
  }

  /** As above, with another weight of the surface. */
  SurfaceFit(Cage cage, Embedding surface, double holding) {
    this(cage, cage.positions(), surface, holding);
  }

  /**
   * As above, for a cage that wants to keep another shape than that at rest.
   *
   * @param shape 3 floats a vertex of the cage
   */
  SurfaceFit(Cage cage, float[] shape, Embedding surface, double holding) {
    Check.that(cage.vertexCount() > 0, "a cage without vertices has no poses");
    this.cage = cage;
    this.shape = shape;
    this.surface = surface;
    size = diagonal(surface.surface().bounds());
    Check.that(size > 0, "a surface without size has no poses");
    elements = CageElements.of(cage, shape);
    hold = areas(surface.surface());
    double[] stiff = new double[cage.vertexCount()];
    for (int e = 0; e < elements.count; e++) {
      for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
        stiff[elements.members[k]] += elements.weights[e];
      }
    }
    double load = 0, carried = 0;
    boolean[] carries = new boolean[stiff.length];
    for (int v = 0, k = 0; v < hold.length; v++) {
      load += hold[v];
      for (int j = 0; j < surface.width(); j++, k++) {
        int i = surface.indices()[k];
        if (hold[v] > 0 && surface.weights()[k] != 0 && !carries[i]) {
          carries[i] = true;
          carried += stiff[i];
        }
      }
    }
    for (int v = 0; v < hold.length; v++) {
      hold[v] *= load > 0 ? holding * carried / load : 0;
    }
    // A part that no surface holds (and a vertex of no element) stays where it is: at rest.
    ridge = new double[stiff.length];
    for (int i = 0; i < stiff.length; i++) {
      ridge[i] = stiff[i] > 0 ? 1e-9 * stiff[i] : 1;
    }
    matrix = assemble();
    double sum = 0;
    for (int e = 0; e < elements.count; e++) {
      for (int k = 3 * elements.starts[e]; k < 3 * elements.starts[e + 1]; k++) {
        double force = elements.weights[e] * elements.offsets[k];
        sum += force * force;
      }
    }
    pull = Math.sqrt(sum);
  }

  static double diagonal(Bounds b) {
    return Math.sqrt(
        (double) b.sizeX() * b.sizeX()
            + (double) b.sizeY() * b.sizeY()
            + (double) b.sizeZ() * b.sizeZ());
  }

  /** Share of the area around each vertex; vertices that are left over count nothing. */
  static double[] areas(TriangleMesh mesh) {
    double[] out = new double[mesh.vertexCount()];
    int[] t = mesh.triangles();
    double[] n = new double[3];
    for (int k = 0; k < t.length; k += 3) {
      double area = areaVector(mesh.positions(), t[k], t[k + 1], t[k + 2], n);
      for (int c = 0; c < 3; c++) {
        out[t[k + c]] += area / 3;
      }
    }
    return out;
  }

  static double areaVector(float[] p, int a, int b, int c, double[] out) {
    double ux = (double) p[3 * b] - p[3 * a],
        uy = (double) p[3 * b + 1] - p[3 * a + 1],
        uz = (double) p[3 * b + 2] - p[3 * a + 2];
    double vx = (double) p[3 * c] - p[3 * a],
        vy = (double) p[3 * c + 1] - p[3 * a + 1],
        vz = (double) p[3 * c + 2] - p[3 * a + 2];
    out[0] = 0.5 * (uy * vz - uz * vy);
    out[1] = 0.5 * (uz * vx - ux * vz);
    out[2] = 0.5 * (ux * vy - uy * vx);
    return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
  }

  private SparseMatrix assemble() {
    SparseMatrix.Builder b = new SparseMatrix.Builder(cage.vertexCount());
    for (int i = 0; i < ridge.length; i++) {
      b.add(i, i, ridge[i]);
    }
    for (int e = 0; e < elements.count; e++) {
      double w = elements.weights[e], m = elements.starts[e + 1] - elements.starts[e];
      for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
        for (int l = elements.starts[e]; l < elements.starts[e + 1]; l++) {
          b.add(elements.members[k], elements.members[l], (k == l ? w : 0) - w / m);
        }
      }
    }
    int width = surface.width();
    for (int v = 0; v < hold.length; v++) {
      for (int k = width * v; k < width * (v + 1) && hold[v] > 0; k++) {
        for (int l = width * v; l < width * (v + 1); l++) {
          double w = hold[v] * surface.weights()[k] * surface.weights()[l];
          if (w != 0) {
            b.add(surface.indices()[k], surface.indices()[l], w);
          }
        }
      }
    }
    return b.build();
  }

  /**
   * The pose of the cage for a moved surface.
   *
   * @param moved 3 floats a surface vertex, in the surface's order
   */
  public FittedPose fit(float[] moved) {
    Check.that(
        moved.length == surface.surface().positions().length,
        "the pose has "
            + moved.length / 3
            + " vertices, the surface "
            + surface.surface().vertexCount());
    double[] wanted = new double[moved.length];
    for (int i = 0; i < moved.length; i++) {
      wanted[i] = Check.finite("a coordinate of the pose", moved[i]);
    }
    double[] rotations = spread(SurfaceFrames.rotations(surface.surface(), moved));
    double[] scales = spreadScales(SurfaceFrames.scales(surface.surface(), moved));
    double[] x = new double[3 * cage.vertexCount()];
    for (int i = 0; i < x.length; i++) {
      x[i] = cage.positions()[i];
    }
    int rounds = settle(x, rotations, scales, wanted, MOST_ROUNDS);
    return result(x, wanted, rounds);
  }

  /** Positions and rotations in turn, until nothing moves; answers with the number of rounds. */
  int settle(double[] x, double[] rotations, double[] scales, double[] wanted, int mostRounds) {
    double[] b = new double[x.length];
    double[] last = new double[x.length];
    for (int round = 1; ; round++) {
      System.arraycopy(x, 0, last, 0, x.length);
      rightHandSide(rotations, scales, wanted, b);
      matrix.solve(b, x, 1e-4 * pull, 500);
      double far = 0;
      for (int i = 0; i < x.length; i++) {
        far = Math.max(far, Math.abs(x[i] - last[i]));
      }
      if (round == mostRounds || (round > 1 && far < STILL * size)) {
        matrix.solve(b, x, 1e-6 * pull, 1000);
        turn(x, rotations);
        return round;
      }
      turn(x, rotations);
    }
  }

  private void rightHandSide(double[] rotations, double[] scales, double[] wanted, double[] b) {
    for (int i = 0; i < b.length; i++) {
      b[i] = ridge[i / 3] * shape[i];
    }
    for (int e = 0; e < elements.count; e++) {
      double w = elements.weights[e] * scales[e];
      for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
        double qx = w * elements.offsets[3 * k],
            qy = w * elements.offsets[3 * k + 1],
            qz = w * elements.offsets[3 * k + 2];
        int i = 3 * elements.members[k];
        for (int c = 0; c < 3; c++) {
          int r = 9 * e + 3 * c;
          b[i + c] += rotations[r] * qx + rotations[r + 1] * qy + rotations[r + 2] * qz;
        }
      }
    }
    addSurface(wanted, 3, 0, b);
  }

  /** Adds hold times transposed weights times three of the {@code stride} numbers a vertex. */
  private void addSurface(double[] of, int stride, int first, double[] b) {
    int width = surface.width();
    for (int v = 0; v < hold.length; v++) {
      for (int k = width * v; k < width * (v + 1) && hold[v] > 0; k++) {
        double w = hold[v] * surface.weights()[k];
        int i = 3 * surface.indices()[k];
        for (int c = 0; c < 3; c++) {
          b[i + c] += w * of[stride * v + first + c];
        }
      }
    }
  }

  /** The best rotation of every element, from the one that it had. */
  private void turn(double[] x, double[] rotations) {
    double[] p = new double[9];
    for (int e = 0; e < elements.count; e++) {
      moments(x, e, p);
      best.improve(p, rotations, 9 * e);
    }
  }

  /** p = sum x q^T; the middle of x drops out, since the q sum to zero. */
  private void moments(double[] x, int e, double[] p) {
    java.util.Arrays.fill(p, 0);
    for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
      int i = 3 * elements.members[k];
      for (int c = 0; c < 3; c++) {
        for (int d = 0; d < 3; d++) {
          p[3 * c + d] += x[i + c] * elements.offsets[3 * k + d];
        }
      }
    }
  }

  /** Rotations of the surface spread through the volume: one for every element. */
  private double[] spread(double[] frames) {
    int n = cage.vertexCount();
    double[][] rows = new double[3][3 * n];
    for (int row = 0; row < 3; row++) {
      double[] b = new double[3 * n];
      addSurface(frames, 9, 3 * row, b);
      for (int i = 0; i < n; i++) {
        rows[row][3 * i + row] = 1;
      }
      matrix.solve(b, rows[row], 1e-5 * length(b), 500);
    }
    double[] out = new double[9 * elements.count];
    double[] mean = new double[9];
    for (int e = 0; e < elements.count; e++) {
      java.util.Arrays.fill(mean, 0);
      for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
        for (int i = 0; i < 9; i++) {
          mean[i] += rows[i / 3][3 * elements.members[k] + i % 3];
        }
      }
      best.find(mean, out, 9 * e);
    }
    return out;
  }

  private double[] spreadScales(double[] ofSurface) {
    int n = cage.vertexCount();
    double[] three = new double[3 * ofSurface.length];
    for (int v = 0; v < ofSurface.length; v++) {
      three[3 * v] = ofSurface[v];
    }
    double[] b = new double[3 * n];
    double[] field = new double[3 * n];
    addSurface(three, 3, 0, b);
    for (int i = 0; i < n; i++) {
      field[3 * i] = 1;
    }
    matrix.solve(b, field, 1e-5 * length(b), 500);
    double[] out = new double[elements.count];
    for (int e = 0; e < elements.count; e++) {
      double sum = 0;
      for (int k = elements.starts[e]; k < elements.starts[e + 1]; k++) {
        sum += field[3 * elements.members[k]];
      }
      double mean = sum / (elements.starts[e + 1] - elements.starts[e]);
      out[e] = Math.max(0, Math.min(1, mean));
    }
    return out;
  }

  private static double length(double[] b) {
    double sum = 0;
    for (double value : b) {
      sum += value * value;
    }
    return Math.sqrt(sum);
  }

  /** Elements that have not turned. */
  double[] sameRotations() {
    double[] out = new double[9 * elements.count];
    for (int i = 0; i < out.length; i++) {
      out[i] = i % 9 % 4 == 0 ? 1 : 0;
    }
    return out;
  }

  /** Elements that keep their size. */
  double[] sameScales() {
    double[] out = new double[elements.count];
    java.util.Arrays.fill(out, 1);
    return out;
  }

  /** The surface that a cage carries. */
  float[] surfaceOf(double[] x) {
    float[] out = new float[3 * hold.length];
    int width = surface.width();
    for (int v = 0; v < hold.length; v++) {
      for (int c = 0; c < 3; c++) {
        double s = 0;
        for (int k = width * v; k < width * (v + 1); k++) {
          s += surface.weights()[k] * x[3 * surface.indices()[k] + c];
        }
        out[3 * v + c] = (float) s;
      }
    }
    return out;
  }

  FittedPose result(double[] x, double[] wanted, int rounds) {
    float[] positions = new float[x.length];
    for (int i = 0; i < x.length; i++) {
      positions[i] = (float) x[i];
    }
    double sum = 0, max = 0, weight = 0;
    int width = surface.width();
    for (int v = 0; v < hold.length; v++) {
      double square = 0;
      for (int c = 0; c < 3 && hold[v] > 0; c++) {
        double s = 0;
        for (int k = width * v; k < width * (v + 1); k++) {
          s += surface.weights()[k] * x[3 * surface.indices()[k] + c];
        }
        square += (s - wanted[3 * v + c]) * (s - wanted[3 * v + c]);
      }
      sum += hold[v] * square;
      weight += hold[v];
      max = Math.max(max, square);
    }
    int inverted = PoseChecks.inverted(cage, positions);
    double rms = weight > 0 ? Math.sqrt(sum / weight) / size : 0;
    return new FittedPose(positions, rms, Math.sqrt(max) / size, inverted, rounds);
  }

  /** How the neighborhoods of a surface's vertices turn and shrink. */
  private static final class SurfaceFrames {
    /** What lengths around each vertex shrink by, at most 1. */
    static double[] scales(TriangleMesh rest, float[] moved) {
      double[] before = areas(rest), after = areas(rest.withPositions(moved));
      for (int v = 0; v < before.length; v++) {
        before[v] = before[v] > 0 ? Math.min(1, Math.sqrt(after[v] / before[v])) : 1;
      }
      return before;
    }

    /**
     * Nine doubles a vertex. A neighborhood is nearly flat, so its normals are fitted as well as
     * its edges; copies of one place (texture seams) share their neighborhood.
     */
    static double[] rotations(TriangleMesh rest, float[] moved) {
      Weld weld = MeshTopology.weld(rest, 0);
      int[] t = rest.triangles();
      int n = weld.mesh().vertexCount();
      double[] p = new double[9 * n];
      double[] from = new double[3], to = new double[3];
      for (int k = 0; k < t.length; k += 3) {
        double area = areaVector(rest.positions(), t[k], t[k + 1], t[k + 2], from);
        double after = areaVector(moved, t[k], t[k + 1], t[k + 2], to);
        // Edges count with their square, normals with the area: both are areas.
        double w = area > 0 && after > 0 ? 1 / after : 0;
        for (int c = 0; c < 3; c++) {
          int at = 9 * weld.vertexOfOld()[t[k + c]];
          for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
              p[at + 3 * i + j] += w * to[i] * from[j];
              for (int other = 1; other < 3; other++) {
                int a = 3 * t[k + c], b = 3 * t[k + (c + other) % 3];
                p[at + 3 * i + j] +=
                    ((double) moved[b + i] - moved[a + i])
                        * ((double) rest.positions()[b + j] - rest.positions()[a + j]);
              }
            }
          }
        }
      }
      BestRotation best = new BestRotation();
      double[] one = new double[9];
      double[] welded = new double[9 * n];
      for (int v = 0; v < n; v++) {
        System.arraycopy(p, 9 * v, one, 0, 9);
        welded[9 * v] = 1;
        welded[9 * v + 4] = 1;
        welded[9 * v + 8] = 1;
        best.find(one, welded, 9 * v);
      }
      double[] out = new double[9 * rest.vertexCount()];
      for (int v = 0; v < rest.vertexCount(); v++) {
        System.arraycopy(welded, 9 * weld.vertexOfOld()[v], out, 9 * v, 9);
      }
      return out;
    }
  }
}
