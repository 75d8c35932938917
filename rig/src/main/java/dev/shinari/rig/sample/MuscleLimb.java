package dev.shinari.rig.sample;

import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TriangleMesh;
import java.util.List;

/**
 * A limb whose skin is carried by bones and virtual muscles: what a heavy, production-quality rig
 * would make, as example data for a light one [Mukai15, sec. 6]. The deformation of a pose depends
 * on that pose alone. For each vertex:
 *
 * <ol>
 *   <li>bones carry it by blended dual quaternions, which turn flesh about a joint without the
 *       collapse of linear blending;
 *   <li>each muscle near it is a spindle from a point of one bone to a point of another. It keeps
 *       its volume: at length L its radius is r0 sqrt(L0 / L), within soft limits. The vertex keeps
 *       its place along the spindle and its distance from the spindle's surface, and follows it to
 *       the share a:
 *       <pre>
 *         v = b + sum a (o + s (i - o) + R e (1 + (k - 1) r0 p(s) / |e|) - b)
 *       </pre>
 *       with b the place after the first step, o and i the muscle's ends, s the place along it, e
 *       the offset from its axis in the bind pose, R its rotation, k the relative radius and p the
 *       profile of the spindle;
 *   <li>at a hinge, skin that would pass through the plane that halves the angle is held back on
 *       its own side: flesh presses on flesh.
 * </ol>
 *
 * <p>In the bind pose all of this leaves the mesh as it is. Joints have no rotation of their own in
 * the bind pose: their frames are the world's, moved. Quaternions are x, y, z, w. Per pose only the
 * bones and muscles call transcendental functions (PortableMath), a vertex takes products and
 * roots.
 */
public final class MuscleLimb {
  /** Most bones and muscles that carry a vertex. */
  static final int BONES = 3;

  static final int MUSCLES = 4;

  /** A spindle between two bones; points are in the world's frame of the bind pose. */
  record Muscle(
      String name,
      int from,
      int to,
      double ox,
      double oy,
      double oz,
      double ix,
      double iy,
      double iz,
      double radius) {
    double length() {
      return Math.sqrt((ix - ox) * (ix - ox) + (iy - oy) * (iy - oy) + (iz - oz) * (iz - oz));
    }
  }

  /** A joint of the skeleton at its bind place; {@code parent} is -1 for the root. */
  public record Joint(String name, int parent, double x, double y, double z) {}

  private final String name;
  private final TriangleMesh mesh;
  private final List<Joint> joints;
  private final List<JointTurn> turns;
  private final Muscle[] muscles;
  private final double exaggeration;
  private final double softness; // meters over which a hinge's halving plane presses
  private final double[][] tips; // where each joint's bone ends in the bind pose

  // By vertex.
  private final int[] boneIndex; // BONES each
  private final float[] boneWeight;
  private final int[] muscleIndex; // MUSCLES each, -1 where there is none
  private final double[] muscleShare;
  private final double[] muscleAlong;
  private final double[] muscleProfile;
  private final double[] muscleOffset; // 3 for each of MUSCLES
  private final int[] hinge; // joint whose halving plane holds the vertex, or -1
  private final double[] side; // +1 on the parent's side, -1 on the child's, less near the joint
  private final double[] hingeBind; // the push in the bind pose, which is taken off again

  MuscleLimb(LimbBuilder b) {
    name = b.name;
    mesh = b.mesh;
    joints = List.copyOf(b.joints);
    turns = List.copyOf(b.turns);
    muscles = b.muscles.toArray(new Muscle[0]);
    exaggeration = b.exaggeration;
    softness = b.softness;
    tips = b.tips();
    boneIndex = b.boneIndex;
    boneWeight = b.boneWeight;
    muscleIndex = b.muscleIndex;
    muscleShare = b.muscleShare;
    muscleAlong = b.muscleAlong;
    muscleProfile = b.muscleProfile;
    muscleOffset = b.muscleOffset;
    hinge = b.hinge;
    side = b.side;
    hingeBind = new double[mesh.vertexCount()];
    Evaluator bind = new Evaluator();
    double[] q = bindRotations();
    bind.prepare(q);
    double[] v = new double[3];
    for (int j = 0; j < hingeBind.length; j++) {
      if (hinge[j] >= 0) {
        bind.carry(j, v);
        hingeBind[j] = bind.press(j, v);
      }
    }
  }

  public String name() {
    return name;
  }

  /** The skin in the bind pose. */
  public TriangleMesh mesh() {
    return mesh;
  }

  /** The skeleton, parents first; joint 0 is the root and never moves. */
  public List<Joint> joints() {
    return joints;
  }

  public List<JointTurn> turns() {
    return turns;
  }

  public int muscleCount() {
    return muscles.length;
  }

  /** Bones that carry a vertex, {@link #influences} each: a plain skin for a start. */
  public int[] boneIndices() {
    return boneIndex.clone();
  }

  /** Their weights: not negative, sum 1 a vertex. */
  public float[] boneWeights() {
    return boneWeight.clone();
  }

  public int influences() {
    return BONES;
  }

  /** Local rotations of all joints in the bind pose: none. */
  public double[] bindRotations() {
    double[] q = new double[4 * joints.size()];
    for (int d = 0; d < joints.size(); d++) {
      q[4 * d + 3] = 1;
    }
    return q;
  }

  /**
   * Local rotations of all joints for given angles.
   *
   * @param anglesDeg one a turn
   * @param out 4 numbers a joint: x, y, z, w
   */
  public void rotations(double[] anglesDeg, double[] out) {
    Check.that(anglesDeg.length == turns.size(), "one angle a turn is needed");
    Check.that(out.length == 4 * joints.size(), "out must hold 4 numbers a joint");
    System.arraycopy(bindRotations(), 0, out, 0, out.length);
    double[] q = new double[4];
    for (int k = 0; k < turns.size(); k++) {
      JointTurn t = turns.get(k);
      double half = 0.5 * PortableMath.toRadians(Check.finite(t.name(), anglesDeg[k]));
      double s = PortableMath.sin(half);
      int o = 4 * t.joint();
      QuaternionArrays.product(
          out,
          o,
          new double[] {s * t.axisX(), s * t.axisY(), s * t.axisZ(), PortableMath.cos(half)},
          0,
          q,
          0);
      System.arraycopy(q, 0, out, o, 4);
    }
  }

  /** Poses the limb; holds scratch, so one a thread. */
  public Evaluator evaluator() {
    return new Evaluator();
  }

  /** The limb in one pose after the other. */
  public final class Evaluator {
    private final int bones = joints.size();
    private final double[] worldQ = new double[4 * bones];
    private final double[] worldP = new double[3 * bones];
    private final double[] dual = new double[8 * bones]; // skinning transforms as dual quaternions
    private final double[] origin = new double[3 * muscles.length];
    private final double[] axis = new double[3 * muscles.length];
    private final double[] turn = new double[9 * muscles.length]; // row-major rotation
    private final double[] growth = new double[muscles.length]; // (k - 1) r0
    private final double[] plane = new double[3 * bones]; // normals of the hinges' halving planes
    private final double[] scratch = new double[16];

    private Evaluator() {}

    /**
     * Writes the skin's vertices for a pose.
     *
     * @param localRotations 4 numbers a joint
     * @param out 3 floats a vertex
     */
    public void positions(double[] localRotations, float[] out) {
      positions(localRotations, out, 0);
    }

    /** As above, from a place of the array on. */
    public void positions(double[] localRotations, float[] out, int at) {
      prepare(localRotations);
      double[] v = new double[3];
      for (int j = 0; j < mesh.vertexCount(); j++) {
        carry(j, v);
        if (hinge[j] >= 0) {
          double push = side[j] * (press(j, v) - hingeBind[j]);
          int p = 3 * hinge[j];
          v[0] += push * plane[p];
          v[1] += push * plane[p + 1];
          v[2] += push * plane[p + 2];
        }
        out[at + 3 * j] = (float) v[0];
        out[at + 3 * j + 1] = (float) v[1];
        out[at + 3 * j + 2] = (float) v[2];
      }
    }

    /** World rotation of a joint in the last pose. */
    public void rotation(int joint, double[] out) {
      System.arraycopy(worldQ, 4 * joint, out, 0, 4);
    }

    /** World place of a joint in the last pose. */
    public void place(int joint, double[] out) {
      System.arraycopy(worldP, 3 * joint, out, 0, 3);
    }

    /** Length and relative radius of a muscle in the last pose. */
    public void muscle(int index, double[] out) {
      double x = axis[3 * index], y = axis[3 * index + 1], z = axis[3 * index + 2];
      out[0] = Math.sqrt(x * x + y * y + z * z) / muscles[index].length();
      out[1] = 1 + growth[index] / muscles[index].radius();
    }

    void prepare(double[] q) {
      Check.that(q.length == 4 * bones, "expected 4 numbers a joint, got " + q.length);
      double[] r = new double[3];
      for (int d = 0; d < bones; d++) {
        Joint joint = joints.get(d);
        int p = joint.parent();
        if (p < 0) {
          System.arraycopy(q, 0, worldQ, 4 * d, 4);
          worldP[3 * d] = joint.x();
          worldP[3 * d + 1] = joint.y();
          worldP[3 * d + 2] = joint.z();
        } else {
          QuaternionArrays.product(worldQ, 4 * p, q, 4 * d, worldQ, 4 * d);
          Joint parent = joints.get(p);
          r[0] = joint.x() - parent.x();
          r[1] = joint.y() - parent.y();
          r[2] = joint.z() - parent.z();
          QuaternionArrays.rotate(worldQ, 4 * p, r, 0, r, 0);
          for (int c = 0; c < 3; c++) {
            worldP[3 * d + c] = worldP[3 * p + c] + r[c];
          }
        }
        // The skinning transform: x -> R (x - bind place) + place.
        r[0] = joint.x();
        r[1] = joint.y();
        r[2] = joint.z();
        QuaternionArrays.rotate(worldQ, 4 * d, r, 0, r, 0);
        for (int c = 0; c < 3; c++) {
          r[c] = worldP[3 * d + c] - r[c];
        }
        QuaternionArrays.dual(worldQ, 4 * d, r, dual, 8 * d);
      }
      prepareMuscles();
      prepareHinges();
    }

    private void prepareMuscles() {
      double[] o = new double[3];
      double[] i = new double[3];
      double[] mean = new double[4];
      double[] rest = new double[3];
      for (int m = 0; m < muscles.length; m++) {
        Muscle muscle = muscles[m];
        attached(muscle.from(), muscle.ox(), muscle.oy(), muscle.oz(), o);
        attached(muscle.to(), muscle.ix(), muscle.iy(), muscle.iz(), i);
        double length = 0;
        for (int c = 0; c < 3; c++) {
          origin[3 * m + c] = o[c];
          axis[3 * m + c] = i[c] - o[c];
          length += (i[c] - o[c]) * (i[c] - o[c]);
        }
        length = Math.sqrt(length);
        double restLength = muscle.length();
        // Volume: L r^2 stays. Beyond limits a muscle gives way: the root is bent towards them.
        double k = Math.sqrt(restLength / Math.max(length, 0.2 * restLength));
        growth[m] = exaggeration * (softLimit(k) - 1) * muscle.radius();
        // It turns with both bones, and then the short way onto its own axis.
        QuaternionArrays.mean(worldQ, 4 * muscle.from(), worldQ, 4 * muscle.to(), mean);
        rest[0] = muscle.ix() - muscle.ox();
        rest[1] = muscle.iy() - muscle.oy();
        rest[2] = muscle.iz() - muscle.oz();
        QuaternionArrays.rotate(mean, 0, rest, 0, rest, 0);
        QuaternionArrays.shortest(rest, restLength, axis, 3 * m, length, scratch);
        QuaternionArrays.product(scratch, 0, mean, 0, scratch, 4);
        QuaternionArrays.matrix(scratch, 4, turn, 9 * m);
      }
    }

    private static final double THINNEST = 0.72;
    private static final double THICKEST = 1.5;

    /** 1 stays 1 with slope 1; the limits are never passed. */
    private static double softLimit(double k) {
      double room = k > 1 ? THICKEST - 1 : 1 - THINNEST;
      double x = (k - 1) / room;
      return 1 + room * x / Math.sqrt(1 + x * x);
    }

    private void attached(int bone, double x, double y, double z, double[] out) {
      Joint j = joints.get(bone);
      out[0] = x - j.x();
      out[1] = y - j.y();
      out[2] = z - j.z();
      QuaternionArrays.rotate(worldQ, 4 * bone, out, 0, out, 0);
      for (int c = 0; c < 3; c++) {
        out[c] += worldP[3 * bone + c];
      }
    }

    // The plane through a joint that halves the angle of its two bones; its normal points to the
    // parent's side. The child bone runs to the next joint, or to the limb's tip.
    private void prepareHinges() {
      double[] up = new double[3];
      double[] down = new double[3];
      for (int d = 1; d < bones; d++) {
        Joint joint = joints.get(d);
        Joint parent = joints.get(joint.parent());
        double[] tip = tips[d];
        up[0] = parent.x() - joint.x();
        up[1] = parent.y() - joint.y();
        up[2] = parent.z() - joint.z();
        QuaternionArrays.rotate(worldQ, 4 * joint.parent(), up, 0, up, 0);
        down[0] = tip[0] - joint.x();
        down[1] = tip[1] - joint.y();
        down[2] = tip[2] - joint.z();
        QuaternionArrays.rotate(worldQ, 4 * d, down, 0, down, 0);
        double a = 1 / Math.sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
        double b = 1 / Math.sqrt(down[0] * down[0] + down[1] * down[1] + down[2] * down[2]);
        double n = 0;
        for (int c = 0; c < 3; c++) {
          plane[3 * d + c] = a * up[c] - b * down[c];
          n += plane[3 * d + c] * plane[3 * d + c];
        }
        n = n > 1e-12 ? 1 / Math.sqrt(n) : 0; // folded flat: no plane, nothing is pressed
        for (int c = 0; c < 3; c++) {
          plane[3 * d + c] *= n;
        }
      }
    }

    /** Bones, then muscles. */
    void carry(int j, double[] v) {
      float[] p = mesh.positions();
      double x = p[3 * j], y = p[3 * j + 1], z = p[3 * j + 2];
      double bx = 0, by = 0, bz = 0, bw = 0, ex = 0, ey = 0, ez = 0, ew = 0;
      for (int k = BONES * j; k < BONES * (j + 1); k++) {
        double w = boneWeight[k];
        int o = 8 * boneIndex[k];
        if (dual[o] * bx + dual[o + 1] * by + dual[o + 2] * bz + dual[o + 3] * bw < 0) {
          w = -w; // the same rotation by its other quaternion: the near one
        }
        bx += w * dual[o];
        by += w * dual[o + 1];
        bz += w * dual[o + 2];
        bw += w * dual[o + 3];
        ex += w * dual[o + 4];
        ey += w * dual[o + 5];
        ez += w * dual[o + 6];
        ew += w * dual[o + 7];
      }
      double n = 1 / Math.sqrt(bx * bx + by * by + bz * bz + bw * bw);
      bx *= n;
      by *= n;
      bz *= n;
      bw *= n;
      ex *= n;
      ey *= n;
      ez *= n;
      ew *= n;
      // Rotation by b, then the translation 2 e b*.
      double cx = by * z - bz * y + bw * x,
          cy = bz * x - bx * z + bw * y,
          cz = bx * y - by * x + bw * z;
      double baseX = x + 2 * (by * cz - bz * cy) + 2 * (bw * ex - ew * bx + by * ez - bz * ey);
      double baseY = y + 2 * (bz * cx - bx * cz) + 2 * (bw * ey - ew * by + bz * ex - bx * ez);
      double baseZ = z + 2 * (bx * cy - by * cx) + 2 * (bw * ez - ew * bz + bx * ey - by * ex);
      double sumX = baseX, sumY = baseY, sumZ = baseZ;
      for (int k = MUSCLES * j; k < MUSCLES * (j + 1) && muscleIndex[k] >= 0; k++) {
        int m = muscleIndex[k];
        int r = 9 * m;
        double ox = muscleOffset[3 * k], oy = muscleOffset[3 * k + 1], oz = muscleOffset[3 * k + 2];
        double d = Math.sqrt(ox * ox + oy * oy + oz * oz);
        double f = d > 1e-9 ? Math.max(0.1, 1 + growth[m] * muscleProfile[k] / d) : 1;
        double s = muscleAlong[k];
        double a = muscleShare[k];
        sumX +=
            a
                * (origin[3 * m]
                    + s * axis[3 * m]
                    + f * (turn[r] * ox + turn[r + 1] * oy + turn[r + 2] * oz)
                    - baseX);
        sumY +=
            a
                * (origin[3 * m + 1]
                    + s * axis[3 * m + 1]
                    + f * (turn[r + 3] * ox + turn[r + 4] * oy + turn[r + 5] * oz)
                    - baseY);
        sumZ +=
            a
                * (origin[3 * m + 2]
                    + s * axis[3 * m + 2]
                    + f * (turn[r + 6] * ox + turn[r + 7] * oy + turn[r + 8] * oz)
                    - baseZ);
      }
      v[0] = sumX;
      v[1] = sumY;
      v[2] = sumZ;
    }

    /** How far the halving plane of its hinge holds a vertex back: a soft max(0, -distance). */
    double press(int j, double[] v) {
      int d = hinge[j];
      double x = 0;
      for (int c = 0; c < 3; c++) {
        x -= side[j] * plane[3 * d + c] * (v[c] - worldP[3 * d + c]);
      }
      return 0.5 * (x + Math.sqrt(x * x + softness * softness));
    }
  }
}
