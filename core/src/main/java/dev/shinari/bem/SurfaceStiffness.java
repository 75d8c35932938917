package dev.shinari.bem;

/**
 * Forces on the vertices of a solid whose vertices are all held: what an exoskeleton moves by
 * [Watanabe, sec. 3]. The tractions that the boundary elements give are summed to a force a vertex,
 * so that force = -K u with u the displacements relative to a frame that turns with the body.
 */
public final class SurfaceStiffness {
  private final int vertices;
  private final double[] k;

  public SurfaceStiffness(BoundaryElements elements) {
    vertices = elements.vertexCount();
    int n = 3 * vertices;
    int[] all = new int[vertices];
    for (int v = 0; v < vertices; v++) {
      all[v] = v;
    }
    BoundarySolver solver = new BoundarySolver(elements, all);
    k = new double[n * n];
    double[] u = new double[n];
    for (int j = 0; j < n; j++) {
      u[j] = 1;
      double[] f = forces(elements, solver.solve(u, null).tractions());
      u[j] = 0;
      for (int i = 0; i < n; i++) {
        k[i * n + j] = f[i];
      }
    }
    double[][] rigid = new double[6][n];
    double reach = elements.mesh().bounds().longestSide();
    for (int v = 0; v < vertices; v++) {
      for (int c = 0; c < 3; c++) {
        int a = (c + 1) % 3, b = (c + 2) % 3;
        rigid[c][3 * v + c] = 1;
        rigid[3 + c][3 * v + b] = elements.position(v, a) / reach;
        rigid[3 + c][3 * v + a] = -elements.position(v, b) / reach;
      }
    }
    Stiffness.clean(k, n, rigid);
  }

  /** Forces in newtons on all vertices, 3 each, that tractions at the face corners amount to. */
  static double[] forces(BoundaryElements e, double[] tractions) {
    double[] f = new double[3 * e.vertexCount()];
    for (int t = 0; t < e.triangleCount(); t++) {
      double share = e.area(t) / 12; // integral of two shape functions; twice that for one squared
      for (int a = 0; a < 3; a++) {
        for (int b = 0; b < 3; b++) {
          for (int c = 0; c < 3; c++) {
            f[3 * e.vertex(3 * t + a) + c] +=
                (a == b ? 2 : 1) * share * tractions[3 * (3 * t + b) + c];
          }
        }
      }
    }
    return f;
  }

  public int vertexCount() {
    return vertices;
  }

  /** Newtons a meter, 3 vertexCount rows and columns; symmetric, no rigid motion causes a force. */
  public double[] matrix() {
    return k.clone();
  }
}
