package dev.shinari.io.scene.creature;

import dev.shinari.bem.BoundaryElements;
import dev.shinari.bem.ElasticMaterial;
import dev.shinari.bem.JointedOperator;
import dev.shinari.io.MeshReader;
import dev.shinari.io.file.ImportWarning;
import dev.shinari.io.file.MeshFile;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.CreaturePlan;
import dev.shinari.math.PortableMath;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.WindingNumber;
import dev.shinari.parallel.Workers;
import dev.shinari.shell.ShellMesher;
import dev.shinari.shell.SurfaceRide;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Any mesh of a user as a part: brought to its bone, with the vertices that its ends carry. A small
 * closed mesh is its own boundary; around any other a closed shell is made, and the mesh rides on
 * it with its seams, texture coordinates and detail.
 */
final class MeshPart {
  /** Closed meshes of up to this many vertices are their own boundary. */
  private static final int OWN = 500;

  /** A bone's end may be this far outside of the mesh, as a share of its size. */
  private static final double TOUCH = 0.1;

  /**
   * What parts of one mesh share.
   *
   * @param ride what is seen instead of the shape's own surface, or null
   */
  record Shape(JointedOperator operator, SurfaceRide ride) {}

  private MeshPart() {}

  /**
   * The shape in the bone's frame: y along the bone, its middle at the origin.
   *
   * @param warnings takes lines that a user should know
   */
  static Shape make(CreaturePlan.MeshBone plan, ElasticMaterial material, List<String> warnings)
      throws IOException {
    Vec3 from = plan.from(), to = plan.to();
    Path path = Path.of(plan.path());
    MeshFile file = MeshReader.read(path);
    String name = String.valueOf(path.getFileName());
    for (ImportWarning w : file.warnings()) {
      warnings.add(name + ": " + w);
    }
    double length = to.plus(from.times(-1)).length();
    TriangleMesh seen = MeshTopology.compact(file.surface());
    seen = seen.withPositions(place(seen, plan, from, to, length));
    try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
      return shape(seen, plan, name, length, material, warnings, workers);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("part " + name + ": " + e.getMessage(), e);
    }
  }

  private static Shape shape(
      TriangleMesh seen,
      CreaturePlan.MeshBone plan,
      String name,
      double length,
      ElasticMaterial material,
      List<String> warnings,
      Workers workers) {
    TriangleMesh shell = MeshTopology.weld(seen, 0).mesh();
    boolean own = plan.shellVertices() == 0 && shell.vertexCount() <= OWN && isSolid(shell);
    if (!own) {
      int wanted = plan.shellVertices() > 0 ? plan.shellVertices() : ShellMesher.DEFAULT_VERTICES;
      shell = ShellMesher.of(seen, wanted, null);
    }
    double half = 0.5 * length;
    double[] places = {0, -half, 0, 0, half, 0};
    if (plan.fit().equals("none")) {
      checkTouches(seen, half);
    }
    SurfaceRide ride = own ? null : new SurfaceRide(seen, shell);
    if (plan.hold() == 0) {
      warnings.add(
          "part "
              + name
              + " has no fixed vertex: its rigid motion is removed and taken from its bone, so that"
              + " it rides along without bending (`hold` above 0 ties it to the joints)");
      return new Shape(JointedOperator.riding(new BoundaryElements(shell, material), places), ride);
    }
    int[] joint = held(shell, plan.hold() * length, half);
    boolean[] wanted = new boolean[joint.length];
    for (int v = 0; v < joint.length; v++) {
      wanted[v] = joint[v] >= 0;
    }
    TriangleMesh tied = ShellMesher.piecesWith(shell, wanted);
    if (!own && tied != null && tied.vertexCount() < shell.vertexCount()) {
      shell = tied; // loose pieces follow the nearest one that is held
      joint = held(shell, plan.hold() * length, half);
      ride = new SurfaceRide(seen, shell);
    }
    if (Arrays.stream(joint).allMatch(j -> j >= 0)) {
      throw new IllegalArgumentException(
          "every vertex is held by an end of the bone; lower `hold` or refine the mesh");
    }
    BoundaryElements elements = new BoundaryElements(shell, material);
    return new Shape(new JointedOperator(elements, joint, places, workers), ride);
  }

  private static boolean isSolid(TriangleMesh mesh) {
    SurfaceReport r = SurfaceReport.of(mesh);
    return r.isClosed()
        && r.volume() > 0
        && r.degenerateTriangles() == 0
        && r.unusedVertices() == 0
        && r.components() == 1;
  }

  /** The end of the bone that carries each vertex, or -1: those in a zone; at least the last. */
  private static int[] held(TriangleMesh mesh, double zone, double half) {
    float[] p = mesh.positions();
    double low = Double.POSITIVE_INFINITY, high = Double.NEGATIVE_INFINITY;
    for (int v = 0; v < mesh.vertexCount(); v++) {
      low = Math.min(low, p[3 * v + 1]);
      high = Math.max(high, p[3 * v + 1]);
    }
    // A shell is a little shorter than what it is around: some vertices must lie in each zone.
    double bottom = Math.max(-half + zone, low + 0.02 * (high - low));
    double top = Math.min(half - zone, high - 0.02 * (high - low));
    int[] joint = new int[mesh.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      float y = p[3 * v + 1];
      joint[v] = y <= bottom ? 0 : y >= top ? 1 : -1;
    }
    return joint;
  }

  private static void checkTouches(TriangleMesh mesh, double half) {
    WindingNumber inside = new WindingNumber(mesh);
    Bounds b = mesh.bounds();
    double size = b.longestSide();
    for (int end = -1; end <= 1; end += 2) {
      double least = Double.POSITIVE_INFINITY;
      float[] p = mesh.positions();
      for (int i = 0; i < p.length; i += 3) {
        double dy = p[i + 1] - end * half;
        least = Math.min(least, p[i] * p[i] + dy * dy + p[i + 2] * p[i + 2]);
      }
      double off = Math.sqrt(least);
      if (off > TOUCH * size && !(inside.at(0, end * half, 0) > 0.5)) {
        throw new IllegalArgumentException(
            "the mesh does not touch its bone: it is "
                + (float) off
                + " m from the end at `"
                + (end < 0 ? "from" : "to")
                + "`; move the bone, or use `fit` \"length\"");
      }
    }
  }

  private static float[] place(
      TriangleMesh mesh, CreaturePlan.MeshBone plan, Vec3 from, Vec3 to, double length) {
    float[] p = mesh.positions().clone();
    double[] v = new double[3], q = new double[4], roll = new double[4];
    Quaternions.ofVector(0, PortableMath.toRadians(plan.rollDeg()), 0, roll, 0);
    Bounds b = mesh.bounds();
    double[] low = {b.minX(), b.minY(), b.minZ()}, size = {b.sizeX(), b.sizeY(), b.sizeZ()};
    int axis = "xyz".indexOf(plan.along());
    for (int c = 0; c < 3 && plan.along().equals("longest"); c++) {
      axis = axis < 0 || size[c] > size[axis] ? c : axis;
    }
    double scale = length / size[axis];
    Vec3 middle = from.plus(to).times(0.5f);
    double[] center = {middle.x(), middle.y(), middle.z()}, up = {0, 1, 0};
    double[] d = {to.x() - from.x(), to.y() - from.y(), to.z() - from.z()};
    for (int c = 0; c < 3; c++) {
      d[c] /= length;
    }
    Quaternions.between(d, 0, up, 0, q, 0);
    for (int i = 0; i < p.length; i += 3) {
      if (plan.fit().equals("none")) { // it stands in the creature's own coordinates
        for (int c = 0; c < 3; c++) {
          v[c] = p[i + c] - center[c];
        }
        Quaternions.rotate(q, 0, v, 0, v, 0);
      } else {
        double x = scale * (p[i] - low[0] - 0.5 * size[0]);
        double y = scale * (p[i + 1] - low[1] - 0.5 * size[1]);
        double z = scale * (p[i + 2] - low[2] - 0.5 * size[2]);
        v[0] = axis == 0 ? -y : x; // a quarter turn brings the axis to y
        v[1] = axis == 0 ? x : axis == 1 ? y : z;
        v[2] = axis == 2 ? -y : z;
        Quaternions.rotate(roll, 0, v, 0, v, 0);
      }
      for (int c = 0; c < 3; c++) {
        p[i + c] = (float) v[c];
      }
    }
    return p;
  }
}
