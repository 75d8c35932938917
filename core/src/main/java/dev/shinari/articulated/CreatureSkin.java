package dev.shinari.articulated;

import dev.shinari.articulated.motion.BoneMotion;
import dev.shinari.articulated.motion.ElasticPart;
import dev.shinari.articulated.motion.Flesh;
import dev.shinari.articulated.motion.SkinGrip;
import dev.shinari.bem.JointedOperator;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;
import dev.shinari.shell.SurfaceRide;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What is seen of a creature: the surfaces of its parts as one mesh. Vertices of two parts that lie
 * in the same place at rest and belong to the same joint are one vertex, and caps between shared
 * vertices are left out, so that the skin runs smoothly on. Ring vertices stand exactly where their
 * joint carries them; all others where their part's operator puts them.
 */
final class CreatureSkin {
  private static final int BLOCK = 16;

  private final ElasticPart[] parts;
  private final BoneMotion motion;
  private final Flesh flesh; // or null
  private final double density;
  private final TriangleMesh mesh;
  private final int[][] skinVertex; // of each part's vertices, or -1 where another part writes it
  private final double[][] offsets; // of ring vertices from their joint, at rest, by part
  private final double[][] parameters = new double[256][];
  private final float[][] columns = new float[256][];
  private final float[][] fields = new float[256][];
  private float[] out;
  private final Workers.BlockTask drawBlock = this::drawBlock;

  /**
   * @param flesh what the parts' flesh feels, or null where it is at rest
   */
  CreatureSkin(ElasticPart[] parts, BoneMotion motion, Flesh flesh, double density) {
    this.parts = parts;
    this.motion = motion;
    this.flesh = flesh;
    this.density = density;
    skinVertex = new int[parts.length][];
    offsets = new double[parts.length][];
    mesh = join();
    int joints = 1, vertices = 1;
    for (ElasticPart p : parts) {
      joints = Math.max(joints, p.shape().jointCount());
      vertices = Math.max(vertices, p.shape().vertexCount());
    }
    mostJoints = joints;
    mostVertices = vertices;
  }

  private final int mostJoints;
  private final int mostVertices;

  TriangleMesh mesh() {
    return mesh;
  }

  /** The skin's vertex of a part's vertex, or of one that rides on it; -1 for none. */
  int vertex(int part, int vertex) {
    SurfaceRide ride = parts[part].ride();
    if (ride == null) {
      return skinVertex[part][vertex];
    }
    int best = -1;
    float most = 0;
    for (int v = 0; v < skinVertex[part].length; v++) {
      for (int c = 0; c < 3; c++) {
        if (ride.corner(v, c) == vertex && ride.weight(v, c) > most && skinVertex[part][v] >= 0) {
          most = ride.weight(v, c);
          best = skinVertex[part][v];
        }
      }
    }
    return best;
  }

  /** Part and vertex, among those that no joint carries, next to a point; places as drawn. */
  int[] nearest(float[] at, double x, double y, double z) {
    int[] best = {-1, -1};
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < parts.length; p++) {
      for (int v = 0; v < parts[p].shape().vertexCount(); v++) {
        int s = parts[p].shape().jointOf(v) < 0 ? 3 * vertex(p, v) : -1;
        if (s >= 0) {
          double dx = at[s] - x, dy = at[s + 1] - y, dz = at[s + 2] - z;
          double d = dx * dx + dy * dy + dz * dz;
          if (d < least) {
            least = d;
            best[0] = p;
            best[1] = v;
          }
        }
      }
    }
    return best;
  }

  private record Ring(int joint, long x, long y, long z) {}

  private TriangleMesh join() {
    double cell = 0;
    for (ElasticPart p : parts) {
      cell = Math.max(cell, 2e-4 * p.shape().elements().mesh().bounds().longestSide());
    }
    int[][] global = new int[parts.length][];
    List<double[]> places = new ArrayList<>();
    List<Integer> users = new ArrayList<>();
    Map<Ring, Integer> rings = new HashMap<>(); // looked up only
    for (int p = 0; p < parts.length; p++) {
      JointedOperator shape = parts[p].shape();
      int n = shape.vertexCount();
      float[] at = shape.elements().mesh().positions();
      if (parts[p].ride() != null) {
        global[p] = addRide(parts[p], places, users);
        continue;
      }
      global[p] = new int[n];
      offsets[p] = new double[3 * n];
      double[] d = new double[3];
      int j0 = parts[p].joints()[0];
      for (int v = 0; v < n; v++) {
        int k = shape.jointOf(v);
        int base = Math.max(0, k);
        for (int c = 0; c < 3; c++) {
          d[c] = at[3 * v + c] - shape.place(base, c);
        }
        Quaternions.rotate(parts[p].turn(), 0, d, 0, offsets[p], 3 * v);
        double[] world = new double[3];
        int joint = k < 0 ? j0 : parts[p].joints()[k];
        for (int c = 0; c < 3; c++) {
          world[c] = motion.x[3 * joint + c] + offsets[p][3 * v + c];
        }
        Integer found = k < 0 ? null : find(rings, joint, world, cell);
        if (found == null) {
          found = places.size();
          places.add(world);
          users.add(0);
          if (k >= 0) {
            rings.put(
                new Ring(
                    joint,
                    Math.round(world[0] / cell),
                    Math.round(world[1] / cell),
                    Math.round(world[2] / cell)),
                found);
          }
        }
        users.set(found, users.get(found) + 1);
        global[p][v] = found;
      }
    }
    List<int[]> triangles = new ArrayList<>();
    for (int p = 0; p < parts.length; p++) {
      SurfaceRide ride = parts[p].ride();
      int[] t = (ride == null ? parts[p].shape().elements().mesh() : ride.surface()).triangles();
      int caps = t.length - (ride == null ? 3 * parts[p].caps() : 0);
      for (int f = 0; f < t.length; f += 3) {
        boolean shared = f >= caps;
        for (int c = 0; c < 3 && shared; c++) {
          // the middle of a fan is a vertex of caps alone and need not be shared
          shared = users.get(global[p][t[f + c]]) > 1 || isMiddle(t, caps, t[f + c]);
        }
        if (!shared) {
          triangles.add(new int[] {global[p][t[f]], global[p][t[f + 1]], global[p][t[f + 2]]});
        }
      }
    }
    return compact(global, places, triangles);
  }

  /** The vertices of a surface that rides on its part, none of which is shared. */
  private int[] addRide(ElasticPart part, List<double[]> places, List<Integer> users) {
    float[] at = part.ride().surface().positions();
    int[] out = new int[part.ride().surface().vertexCount()];
    double[] d = new double[3];
    for (int v = 0; v < out.length; v++) {
      for (int c = 0; c < 3; c++) {
        d[c] = at[3 * v + c] - part.shape().place(0, c);
      }
      Quaternions.rotate(part.turn(), 0, d, 0, d, 0);
      double[] world = new double[3];
      for (int c = 0; c < 3; c++) {
        world[c] = motion.x[3 * part.joints()[0] + c] + d[c];
      }
      out[v] = places.size();
      places.add(world);
      users.add(1);
    }
    return out;
  }

  private static Integer find(Map<Ring, Integer> rings, int joint, double[] w, double cell) {
    long x = Math.round(w[0] / cell), y = Math.round(w[1] / cell), z = Math.round(w[2] / cell);
    for (int k = 0; k < 27; k++) {
      Integer found = rings.get(new Ring(joint, x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static boolean isMiddle(int[] triangles, int caps, int vertex) {
    for (int i = 0; i < caps; i++) {
      if (triangles[i] == vertex) {
        return false;
      }
    }
    return true;
  }

  private TriangleMesh compact(int[][] global, List<double[]> places, List<int[]> triangles) {
    int[] index = new int[places.size()];
    java.util.Arrays.fill(index, -1);
    int[] flat = new int[3 * triangles.size()];
    for (int[] t : triangles) {
      for (int v : t) {
        index[v] = 0;
      }
    }
    int count = 0;
    for (int v = 0; v < index.length; v++) {
      index[v] = index[v] < 0 ? -1 : count++;
    }
    float[] positions = new float[3 * count];
    for (int v = 0; v < index.length; v++) {
      for (int c = 0; c < 3 && index[v] >= 0; c++) {
        positions[3 * index[v] + c] = (float) places.get(v)[c];
      }
    }
    for (int k = 0; k < flat.length; k++) {
      flat[k] = index[triangles.get(k / 3)[k % 3]];
    }
    boolean[] written = new boolean[count];
    for (int p = 0; p < parts.length; p++) {
      skinVertex[p] = new int[global[p].length];
      for (int v = 0; v < global[p].length; v++) {
        int i = index[global[p][v]];
        boolean mine = i >= 0 && !written[i];
        skinVertex[p][v] = mine ? i : -1;
        if (mine) {
          written[i] = true;
        }
      }
    }
    return new TriangleMesh(positions, flat, uvs(global, index, count));
  }

  /** Texture coordinates where all that is seen has some, else null. */
  private float[] uvs(int[][] global, int[] index, int count) {
    float[] out = new float[2 * count];
    for (int p = 0; p < parts.length; p++) {
      float[] own = parts[p].ride() == null ? null : parts[p].ride().surface().uvs();
      if (own == null) {
        return null;
      }
      for (int v = 0; v < global[p].length; v++) {
        int i = index[global[p][v]];
        if (i >= 0) {
          out[2 * i] = own[2 * v];
          out[2 * i + 1] = own[2 * v + 1];
        }
      }
    }
    return out;
  }

  /** Writes where the vertices are, for frames that are up to date. */
  void positions(float[] target, Workers workers) {
    out = target;
    for (int k = 0; k < Math.min(columns.length, workers.count()); k++) {
      if (columns[k] == null) {
        parameters[k] = new double[32];
        columns[k] = new float[JointedOperator.PARAMETERS * mostJoints];
        fields[k] = new float[3 * mostVertices];
      }
    }
    workers.run((parts.length + BLOCK - 1) / BLOCK, drawBlock);
    out = null;
  }

  private void drawBlock(int block, int worker) {
    for (int p = block * BLOCK; p < Math.min(parts.length, (block + 1) * BLOCK); p++) {
      draw(p, columns[worker], fields[worker], parameters[worker]);
    }
  }

  private void draw(int p, float[] params, float[] u, double[] s) {
    ElasticPart part = parts[p];
    JointedOperator shape = part.shape();
    double[] local = motion.places.locals();
    double[] turns = motion.places.turnQuaternions();
    double[] x = motion.x;
    Quaternions.inverse(turns, 4 * p, s, 0);
    for (int k = 0; k < shape.jointCount(); k++) {
      int at = JointedOperator.PARAMETERS * k;
      Quaternions.product(s, 0, motion.frames.joints(), 4 * part.joints()[k], s, 4);
      Quaternions.product(s, 4, part.turn(), 0, s, 4);
      Quaternions.toMatrix(s, 4, s, 8);
      for (int c = 0; c < 9; c++) {
        params[at + c] = (float) (s[8 + c] - (c % 4 == 0 ? 1 : 0));
      }
      for (int c = 0; c < 3; c++) {
        params[at + 9 + c] = (float) local[motion.places.start(p) + 6 * k + c];
      }
    }
    shape.displacements(params, u);
    if (flesh != null) {
      for (int k = 0; k < Flesh.WAYS; k++) {
        s[16 + k] = density * flesh.felt()[flesh.at(p) + k];
      }
      shape.addSway(s, 16, u);
    }
    for (SkinGrip g : motion.forces.grips()) {
      if (g.part == p) {
        g.grab.addField((float) g.pull[0], (float) g.pull[1], (float) g.pull[2], u);
      }
    }
    float[] rest = shape.elements().mesh().positions();
    double[] r = motion.places.turnOf();
    double[] center = motion.places.centers();
    double[] restCenter = motion.places.restCenters();
    int m = 9 * p;
    if (part.ride() != null) {
      drawRide(p, u);
      return;
    }
    for (int v = 0; v < shape.vertexCount(); v++) {
      int to = skinVertex[p][v];
      if (to < 0) {
        continue;
      }
      int k = shape.jointOf(v);
      if (k >= 0) {
        int j = part.joints()[k];
        Quaternions.rotate(motion.frames.joints(), 4 * j, offsets[p], 3 * v, s, 20);
        for (int c = 0; c < 3; c++) {
          out[3 * to + c] = (float) (x[3 * j + c] + s[20 + c]);
        }
        continue;
      }
      double a = rest[3 * v] - restCenter[3 * p] + u[3 * v];
      double b = rest[3 * v + 1] - restCenter[3 * p + 1] + u[3 * v + 1];
      double c = rest[3 * v + 2] - restCenter[3 * p + 2] + u[3 * v + 2];
      out[3 * to] = (float) (center[3 * p] + (r[m] * a + r[m + 1] * b + r[m + 2] * c));
      out[3 * to + 1] = (float) (center[3 * p + 1] + (r[m + 3] * a + r[m + 4] * b + r[m + 5] * c));
      out[3 * to + 2] = (float) (center[3 * p + 2] + (r[m + 6] * a + r[m + 7] * b + r[m + 8] * c));
    }
  }

  /** A surface that rides goes where the shell's displacements under it take it. */
  private void drawRide(int p, float[] u) {
    SurfaceRide ride = parts[p].ride();
    float[] rest = ride.surface().positions();
    double[] r = motion.places.turnOf();
    double[] center = motion.places.centers();
    double[] restCenter = motion.places.restCenters();
    int m = 9 * p;
    for (int v = 0; v < skinVertex[p].length; v++) {
      int to = 3 * skinVertex[p][v];
      if (to < 0) {
        continue;
      }
      int i = 3 * ride.corner(v, 0), j = 3 * ride.corner(v, 1), k = 3 * ride.corner(v, 2);
      double wi = ride.weight(v, 0), wj = ride.weight(v, 1), wk = ride.weight(v, 2);
      double a = rest[3 * v] - restCenter[3 * p] + (wi * u[i] + wj * u[j] + wk * u[k]);
      double b =
          rest[3 * v + 1] - restCenter[3 * p + 1] + (wi * u[i + 1] + wj * u[j + 1] + wk * u[k + 1]);
      double c =
          rest[3 * v + 2] - restCenter[3 * p + 2] + (wi * u[i + 2] + wj * u[j + 2] + wk * u[k + 2]);
      out[to] = (float) (center[3 * p] + (r[m] * a + r[m + 1] * b + r[m + 2] * c));
      out[to + 1] = (float) (center[3 * p + 1] + (r[m + 3] * a + r[m + 4] * b + r[m + 5] * c));
      out[to + 2] = (float) (center[3 * p + 2] + (r[m + 6] * a + r[m + 7] * b + r[m + 8] * c));
    }
  }

  /**
   * The largest distance between where two parts would put a ring vertex that they share, each by
   * its own operator: what would gape if the skin did not share it.
   */
  double largestGap() {
    double most = 0;
    float[] params = new float[JointedOperator.PARAMETERS * mostJoints];
    float[] u = new float[3 * mostVertices];
    double[] s = new double[32];
    out = new float[mesh.positions().length];
    for (int p = 0; p < parts.length; p++) {
      draw(p, params, u, s);
      if (parts[p].ride() != null) {
        continue; // shares no ring
      }
      JointedOperator shape = parts[p].shape();
      float[] rest = shape.elements().mesh().positions();
      for (int v = 0; v < shape.vertexCount(); v++) {
        int k = shape.jointOf(v);
        if (k >= 0) {
          int j = parts[p].joints()[k];
          Quaternions.rotate(motion.frames.joints(), 4 * j, offsets[p], 3 * v, s, 20);
          double sum = 0;
          for (int c = 0; c < 3; c++) {
            double w = motion.places.centers()[3 * p + c];
            for (int d = 0; d < 3; d++) {
              double by =
                  (double) rest[3 * v + d] - motion.places.restCenters()[3 * p + d] + u[3 * v + d];
              w += motion.places.turnOf()[9 * p + 3 * c + d] * by;
            }
            double off = w - (motion.x[3 * j + c] + s[20 + c]);
            sum += off * off;
          }
          most = Math.max(most, Math.sqrt(sum));
        }
      }
    }
    out = null;
    return most;
  }
}
