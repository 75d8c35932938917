package dev.shinari.rig.sample;

import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts a limb together: a tube of rings around a smooth line through the joints, closed at both
 * ends without further vertices, bones that share the skin along the line, and muscles.
 *
 * <pre>
 *   root --- joint 1 --- joint 2 --- joint 3 --- tip        one chain
 *    |  ring ring ring ...                        |
 * </pre>
 */
final class LimbBuilder {
  /** A point of the line with the half axes of the ring there: across the plane and in it. */
  record Station(double x, double y, double z, double across, double within) {}

  private static final int LINE_STEPS = 64; // samples of the line between two stations

  final String name;
  final List<MuscleLimb.Joint> joints = new ArrayList<>();
  final List<JointTurn> turns = new ArrayList<>();
  final List<MuscleLimb.Muscle> muscles = new ArrayList<>();
  final double exaggeration;
  double softness;
  TriangleMesh mesh;
  int[] boneIndex;
  float[] boneWeight;
  int[] muscleIndex;
  double[] muscleShare;
  double[] muscleAlong;
  double[] muscleProfile;
  double[] muscleOffset;
  int[] hinge;
  double[] side;

  private final double[] across; // unit vector at right angles to the plane in which the limb lies
  private final List<Station> stations = new ArrayList<>();
  private final List<Double> blendWidths = new ArrayList<>(); // by joint, half width along the line
  private double[] tip;

  // The line, finely sampled: place, half axes and arc length.
  private double[][] line;
  private double[] arc;

  LimbBuilder(String name, double[] across, double exaggeration) {
    this.name = name;
    this.across = across.clone();
    this.exaggeration = exaggeration;
  }

  LimbBuilder joint(String jointName, double x, double y, double z, double blendWidth) {
    joints.add(new MuscleLimb.Joint(jointName, joints.size() - 1, x, y, z));
    blendWidths.add(blendWidth);
    return this;
  }

  LimbBuilder tip(double x, double y, double z) {
    tip = new double[] {x, y, z};
    return this;
  }

  LimbBuilder station(double x, double y, double z, double acrossRadius, double withinRadius) {
    stations.add(new Station(x, y, z, acrossRadius, withinRadius));
    return this;
  }

  LimbBuilder turn(
      String turnName, int joint, double[] axis, double firstDeg, double stepDeg, int count) {
    turns.add(new JointTurn(turnName, joint, axis[0], axis[1], axis[2], firstDeg, stepDeg, count));
    return this;
  }

  /** Where each bone ends: at the next joint of the chain, or at the tip. */
  double[][] tips() {
    double[][] out = new double[joints.size()][];
    for (int d = 0; d < out.length; d++) {
      if (d + 1 < out.length) {
        MuscleLimb.Joint child = joints.get(d + 1);
        out[d] = new double[] {child.x(), child.y(), child.z()};
      } else {
        out[d] = tip.clone();
      }
    }
    return out;
  }

  /**
   * Where a muscle is tied to a bone: {@code along} from the joint to the bone's end, {@code
   * aroundDeg} from the bone's front towards {@code across}.
   */
  record Attachment(int bone, double along, double aroundDeg) {}

  /** A muscle between two bones; its ends lie {@code depth} of the limb's radius beside them. */
  LimbBuilder muscle(
      String muscleName, Attachment from, Attachment to, double depth, double radius) {
    sampleLine();
    double[] o = beside(from.bone, from.along, from.aroundDeg, depth);
    double[] i = beside(to.bone, to.along, to.aroundDeg, depth);
    muscles.add(
        new MuscleLimb.Muscle(
            muscleName, from.bone, to.bone, o[0], o[1], o[2], i[0], i[1], i[2], radius));
    return this;
  }

  private double[] beside(int bone, double along, double aroundDeg, double depth) {
    MuscleLimb.Joint j = joints.get(bone);
    double[] end = tips()[bone];
    double[] p = {
      j.x() + along * (end[0] - j.x()),
      j.y() + along * (end[1] - j.y()),
      j.z() + along * (end[2] - j.z())
    };
    double[] direction = unit(new double[] {end[0] - j.x(), end[1] - j.y(), end[2] - j.z()});
    double[] front = cross(across, direction);
    int near = nearest(p);
    double a = PortableMath.toRadians(aroundDeg);
    double f = depth * line[near][4] * PortableMath.cos(a);
    double s = depth * line[near][3] * PortableMath.sin(a);
    for (int c = 0; c < 3; c++) {
      p[c] += f * front[c] + s * across[c];
    }
    return p;
  }

  private int nearest(double[] p) {
    int best = 0;
    double distance = Double.POSITIVE_INFINITY;
    for (int i = 0; i < line.length; i++) {
      double d = 0;
      for (int c = 0; c < 3; c++) {
        d += (line[i][c] - p[c]) * (line[i][c] - p[c]);
      }
      if (d < distance) {
        distance = d;
        best = i;
      }
    }
    return best;
  }

  MuscleLimb build(int rings, int segments) {
    sampleLine();
    buildMesh(rings, segments);
    bindBones(rings, segments);
    bindMuscles();
    softness = 0.01 * arc[arc.length - 1];
    return new MuscleLimb(this);
  }

  /** Catmull-Rom through the stations, half axes included. */
  private void sampleLine() {
    if (line != null) {
      return;
    }
    int pieces = stations.size() - 1;
    line = new double[pieces * LINE_STEPS + 1][5];
    arc = new double[line.length];
    for (int i = 0; i < line.length; i++) {
      int k = Math.min(pieces - 1, i / LINE_STEPS);
      double t = (double) (i - k * LINE_STEPS) / LINE_STEPS;
      double[] a = row(Math.max(0, k - 1)), b = row(k), c = row(k + 1);
      double[] d = row(Math.min(pieces, k + 2));
      for (int x = 0; x < 5; x++) {
        line[i][x] =
            0.5
                * (2 * b[x]
                    + (c[x] - a[x]) * t
                    + (2 * a[x] - 5 * b[x] + 4 * c[x] - d[x]) * t * t
                    + (3 * b[x] - a[x] - 3 * c[x] + d[x]) * t * t * t);
      }
      if (i > 0) {
        double s = 0;
        for (int x = 0; x < 3; x++) {
          s += (line[i][x] - line[i - 1][x]) * (line[i][x] - line[i - 1][x]);
        }
        arc[i] = arc[i - 1] + Math.sqrt(s);
      }
    }
  }

  private double[] row(int k) {
    Station s = stations.get(k);
    return new double[] {s.x(), s.y(), s.z(), s.across(), s.within()};
  }

  /** The line at an arc length: place, half axes, then unit direction. */
  private double[] at(double length) {
    int i = 1;
    while (i < arc.length - 1 && arc[i] < length) {
      i++;
    }
    double t = (length - arc[i - 1]) / (arc[i] - arc[i - 1]);
    double[] out = new double[8];
    for (int x = 0; x < 5; x++) {
      out[x] = line[i - 1][x] + t * (line[i][x] - line[i - 1][x]);
    }
    // Over a few samples: a direction that jumps from sample to sample would crease the tube.
    int lo = Math.max(0, i - 4), hi = Math.min(arc.length - 1, i + 3);
    double[] u =
        unit(
            new double[] {
              line[hi][0] - line[lo][0], line[hi][1] - line[lo][1], line[hi][2] - line[lo][2]
            });
    System.arraycopy(u, 0, out, 5, 3);
    return out;
  }

  private void buildMesh(int rings, int segments) {
    float[] p = new float[3 * rings * segments];
    double total = arc[arc.length - 1];
    for (int r = 0; r < rings; r++) {
      double[] at = at(total * r / (rings - 1.0));
      double[] front = cross(across, new double[] {at[5], at[6], at[7]});
      for (int s = 0; s < segments; s++) {
        double a = 2 * Math.PI * s / segments;
        double f = at[4] * PortableMath.cos(a), g = at[3] * PortableMath.sin(a);
        for (int c = 0; c < 3; c++) {
          p[3 * (r * segments + s) + c] = (float) (at[c] + f * front[c] + g * across[c]);
        }
      }
    }
    int[] triangles = new int[6 * (rings - 1) * segments + 6 * (segments - 2)];
    int n = 0;
    for (int r = 0; r + 1 < rings; r++) {
      for (int s = 0; s < segments; s++) {
        int a = r * segments + s, b = r * segments + (s + 1) % segments;
        n = triangle(triangles, n, a, a + segments, b);
        n = triangle(triangles, n, b, a + segments, b + segments);
      }
    }
    int last = (rings - 1) * segments;
    for (int k = 0; k < segments - 2; k++) {
      // From both sides towards the middle: 0 1 n-1, 1 2 n-1, 2 n-2 n-1, ...
      int half = k / 2;
      int a = k % 2 == 0 ? half : half + 1;
      int b = k % 2 == 0 ? half + 1 : half + 1;
      int c = segments - 1 - half;
      if (k % 2 == 0) {
        n = triangle(triangles, n, a, b, c);
        n = triangle(triangles, n, last + a, last + c, last + b);
      } else {
        n = triangle(triangles, n, a, c - 1, c);
        n = triangle(triangles, n, last + a, last + c, last + c - 1);
      }
    }
    mesh = new TriangleMesh(p, triangles);
  }

  private static int triangle(int[] out, int n, int a, int b, int c) {
    out[n] = a;
    out[n + 1] = b;
    out[n + 2] = c;
    return n + 3;
  }

  private void bindBones(int rings, int segments) {
    int count = rings * segments;
    int bones = joints.size();
    boneIndex = new int[MuscleLimb.BONES * count];
    boneWeight = new float[MuscleLimb.BONES * count];
    hinge = new int[count];
    side = new double[count];
    double total = arc[arc.length - 1];
    double[] where = new double[bones];
    double[] size = new double[bones];
    for (int d = 0; d < bones; d++) {
      int i = nearest(new double[] {joints.get(d).x(), joints.get(d).y(), joints.get(d).z()});
      where[d] = arc[i];
      size[d] = Math.max(line[i][3], line[i][4]);
    }
    double[] w = new double[bones];
    for (int r = 0; r < rings; r++) {
      double a = total * r / (rings - 1.0);
      double passed = 1;
      for (int d = 0; d < bones; d++) {
        double next = d + 1 < bones ? smooth(a, where[d + 1], blendWidths.get(d + 1)) : 0;
        w[d] = passed * (1 - next);
        passed *= next;
      }
      int held = -1;
      for (int d = 2; d < bones; d++) { // joint 1 is a ball: it has no one plane
        if (Math.abs(a - where[d]) < 2 * size[d]) {
          held = held < 0 || Math.abs(a - where[d]) < Math.abs(a - where[held]) ? d : held;
        }
      }
      for (int v = r * segments; v < (r + 1) * segments; v++) {
        strongest(w, v);
        hinge[v] = held;
        side[v] = held < 0 ? 0 : Math.max(-1, Math.min(1, (where[held] - a) / (0.5 * size[held])));
      }
    }
  }

  private static double smooth(double a, double middle, double halfWidth) {
    double t = Math.max(0, Math.min(1, 0.5 + 0.5 * (a - middle) / halfWidth));
    return t * t * (3 - 2 * t);
  }

  private void strongest(double[] weights, int v) {
    double[] w = weights.clone();
    float sum = 0;
    for (int k = 0; k < MuscleLimb.BONES; k++) {
      int best = 0;
      for (int d = 1; d < w.length; d++) {
        best = w[d] > w[best] ? d : best;
      }
      boneIndex[MuscleLimb.BONES * v + k] = w[best] > 0 ? best : 0;
      boneWeight[MuscleLimb.BONES * v + k] = (float) Math.max(0, w[best]);
      sum += boneWeight[MuscleLimb.BONES * v + k];
      w[best] = -1;
    }
    for (int k = 0; k < MuscleLimb.BONES; k++) {
      boneWeight[MuscleLimb.BONES * v + k] /= sum;
    }
  }

  private void bindMuscles() {
    int count = mesh.vertexCount();
    int most = MuscleLimb.MUSCLES;
    muscleIndex = new int[most * count];
    muscleShare = new double[most * count];
    muscleAlong = new double[most * count];
    muscleProfile = new double[most * count];
    muscleOffset = new double[3 * most * count];
    java.util.Arrays.fill(muscleIndex, -1);
    for (int v = 0; v < count; v++) {
      float[] p = mesh.positions();
      double[] u = {p[3 * v], p[3 * v + 1], p[3 * v + 2]};
      int near = nearest(u);
      double reach = 0.5 * Math.max(line[near][3], line[near][4]);
      double[] share = new double[muscles.size()];
      for (int m = 0; m < share.length; m++) {
        share[m] = share(muscles.get(m), u, reach);
      }
      double sum = 0;
      int kept = 0;
      for (int k = 0; k < most; k++) {
        int best = 0;
        for (int m = 1; m < share.length; m++) {
          best = share[m] > share[best] ? m : best;
        }
        if (!(share[best] > 0.01)) {
          break;
        }
        bindMuscle(most * v + k, best, share[best], u);
        sum += share[best];
        share[best] = 0;
        kept++;
      }
      for (int k = 0; k < kept && sum > 0.85; k++) {
        muscleShare[most * v + k] *= 0.85 / sum;
      }
    }
  }

  private static double along(MuscleLimb.Muscle m, double[] u) {
    double x = m.ix() - m.ox(), y = m.iy() - m.oy(), z = m.iz() - m.oz();
    return ((u[0] - m.ox()) * x + (u[1] - m.oy()) * y + (u[2] - m.oz()) * z)
        / (x * x + y * y + z * z);
  }

  /** Thickness of the spindle relative to its middle. */
  private static double profile(double s) {
    return s > 0 && s < 1 ? 4 * s * (1 - s) : 0;
  }

  private static double share(MuscleLimb.Muscle m, double[] u, double reach) {
    double s = along(m, u);
    double p = profile(s);
    double x = u[0] - m.ox() - s * (m.ix() - m.ox());
    double y = u[1] - m.oy() - s * (m.iy() - m.oy());
    double z = u[2] - m.oz() - s * (m.iz() - m.oz());
    double gap = Math.max(0, Math.sqrt(x * x + y * y + z * z) - m.radius() * p) / reach;
    return 0.8 * p * PortableMath.exp(-gap * gap);
  }

  private void bindMuscle(int slot, int muscle, double share, double[] u) {
    MuscleLimb.Muscle m = muscles.get(muscle);
    double s = along(m, u);
    muscleIndex[slot] = muscle;
    muscleShare[slot] = share;
    muscleAlong[slot] = s;
    muscleProfile[slot] = profile(s);
    muscleOffset[3 * slot] = u[0] - m.ox() - s * (m.ix() - m.ox());
    muscleOffset[3 * slot + 1] = u[1] - m.oy() - s * (m.iy() - m.oy());
    muscleOffset[3 * slot + 2] = u[2] - m.oz() - s * (m.iz() - m.oz());
  }

  private static double[] cross(double[] a, double[] b) {
    return new double[] {
      a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
    };
  }

  static double[] unit(double[] v) {
    double n = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    return new double[] {v[0] / n, v[1] / n, v[2] / n};
  }
}
