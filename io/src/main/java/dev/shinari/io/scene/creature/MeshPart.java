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
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.distance.WindingNumber;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A user's closed mesh as a part: brought to its bone, with the vertices that its ends carry. */
final class MeshPart {
  /** Boundary elements solve full matrices: more vertices would take minutes. */
  private static final int MOST_VERTICES = 1500;

  /** A bone's end may be this far outside of the mesh, as a share of its size. */
  private static final double TOUCH = 0.1;

  private MeshPart() {}

  /**
   * The operator in the bone's frame: y along the bone, its middle at the origin.
   *
   * @param warnings takes lines that a user should know
   */
  static JointedOperator make(
      CreaturePlan.MeshBone plan, ElasticMaterial material, List<String> warnings)
      throws IOException {
    Vec3 from = plan.from(), to = plan.to();
    Path path = Path.of(plan.path());
    MeshFile file = MeshReader.read(path);
    String name = String.valueOf(path.getFileName());
    for (ImportWarning w : file.warnings()) {
      warnings.add(name + ": " + w);
    }
    TriangleMesh mesh = MeshTopology.weld(file.surface(), 0).mesh();
    if (mesh.vertexCount() > MOST_VERTICES) {
      throw new IllegalArgumentException(
          "part "
              + name
              + " has "
              + mesh.vertexCount()
              + " vertices; boundary elements take "
              + MOST_VERTICES
              + " at most: simplify the mesh");
    }
    double length = to.plus(from.times(-1)).length();
    mesh = mesh.withPositions(place(mesh, plan, from, to, length));
    try {
      return operator(mesh, plan, name, length, material, warnings);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("part " + name + ": " + e.getMessage(), e);
    }
  }

  private static JointedOperator operator(
      TriangleMesh mesh,
      CreaturePlan.MeshBone plan,
      String name,
      double length,
      ElasticMaterial material,
      List<String> warnings) {
    BoundaryElements elements = new BoundaryElements(mesh, material);
    double half = 0.5 * length, zone = plan.hold() * length;
    double[] places = {0, -half, 0, 0, half, 0};
    checkTouches(mesh, half);
    if (plan.hold() == 0) {
      warnings.add(
          "part "
              + name
              + " has no fixed vertex: its rigid motion is removed and taken from its bone, so that"
              + " it rides along without bending (`hold` above 0 ties it to the joints)");
      return JointedOperator.riding(elements, places);
    }
    int[] joint = new int[mesh.vertexCount()];
    for (int v = 0; v < joint.length; v++) {
      float y = mesh.positions()[3 * v + 1];
      joint[v] = y <= -half + zone ? 0 : y >= half - zone ? 1 : -1;
    }
    if (Arrays.stream(joint).allMatch(j -> j >= 0)) {
      throw new IllegalArgumentException(
          "every vertex is held by an end of the bone; lower `hold` or refine the mesh");
    }
    return new JointedOperator(elements, joint, places);
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
                + "`; move the bone or use `fit` \"length\"");
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
