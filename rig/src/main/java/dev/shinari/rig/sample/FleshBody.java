package dev.shinari.rig.sample;

import dev.shinari.body.Body;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.math.Check;
import dev.shinari.math.PortableMath;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.volume.CagedSurface;
import dev.shinari.mesh.volume.VolumeMesher;
import dev.shinari.rig.RigSkeleton;
import dev.shinari.rig.SkinWeights;
import dev.shinari.rig.Transforms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A skinned character whose inside is this project's elastic body: the bridge from simulation to
 * rig. The skin gets a cage of tetrahedra; what lies near a bone is held by it, the rest is free.
 * For a pose the whole cage starts where blended bones would carry it, and comes to rest.
 *
 * <pre>
 *       skin  ___________________
 *            /   flesh: free      \
 *     o=====|====== bone ==========|=====o    held: within a share of the way to the skin
 *            \___________________ /
 * </pre>
 *
 * <p>The shape of a pose depends on that pose alone, not on the way there: what a rig can learn.
 * Not for several threads at once.
 */
public final class FleshBody {
  private static final float STEP = 1 / 60f;
  private static final Elasticity RELAXING = Elasticity.alpha(0.8f, 20);

  private final RigSkeleton skeleton;
  private final FleshSettings settings;
  private final Body body;
  private final List<String> notes = new ArrayList<>();
  private final int[] bone; // of each particle that is held, else -1
  private final int[] carriers; // 4 bones a particle, for the start of a pose
  private final float[] shares;
  private final float[] rest; // 3 a particle

  /**
   * Puts flesh under a skin.
   *
   * @param skin closed, in the bind pose
   * @param weights of the skin, or null to carry the start of a pose by the nearest bones
   */
  public FleshBody(
      TriangleMesh skin, RigSkeleton skeleton, SkinWeights weights, FleshSettings settings) {
    this.skeleton = skeleton;
    this.settings = settings;
    CagedSurface<TetMesh> caged = new VolumeMesher(skin).tetrahedra(settings.resolution());
    notes.addAll(caged.report().warnings());
    TetMesh cage = caged.cage();
    rest = cage.positions();
    int n = cage.vertexCount();
    body = Body.builder("flesh", cage).elasticity(RELAXING).surface(caged.surface()).build();
    bone = new int[n];
    carriers = new int[4 * n];
    shares = new float[4 * n];
    double[] segments = segments(skin, weights);
    attach(skin, segments);
    carry(skin, weights, segments);
    for (int i = 0; i < n; i++) {
      if (bone[i] >= 0) {
        body.hold(i);
      }
    }
  }

  /** What a user should know about the cage and the bones. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  public int particleCount() {
    return bone.length;
  }

  public int heldCount() {
    return body.heldCount();
  }

  /**
   * The skin in a pose.
   *
   * @param pose global joint poses, 12 numbers each
   * @param out 3 floats a vertex of the skin
   */
  public void shape(double[] pose, float[] out) {
    double[] s = new double[12 * skeleton.jointCount()];
    skeleton.skinning(pose, s);
    Particles p = body.particles();
    double[] v = new double[3];
    for (int i = 0; i < bone.length; i++) {
      double x = 0, y = 0, z = 0;
      int from = bone[i] >= 0 ? 1 : 4;
      for (int k = 0; k < from; k++) {
        int b = bone[i] >= 0 ? bone[i] : carriers[4 * i + k];
        double w = bone[i] >= 0 ? 1 : shares[4 * i + k];
        if (w > 0) {
          Transforms.apply(s, 12 * b, rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], v, 0);
          x += w * v[0];
          y += w * v[1];
          z += w * v[2];
        }
      }
      p.x()[i] = (float) (x - p.originX());
      p.y()[i] = (float) (y - p.originY());
      p.z()[i] = (float) (z - p.originZ());
      p.vx()[i] = p.vy()[i] = p.vz()[i] = 0;
    }
    body.disturbed();
    for (int k = 0; k < settings.steps(); k++) {
      body.advance(STEP, 0, 0, 0);
    }
    body.surface().apply(p.x(), p.y(), p.z(), p.originX(), p.originY(), p.originZ(), out);
  }

  /** Bones as segments, 8 numbers each: joint, two ends, one spare. */
  private double[] segments(TriangleMesh skin, SkinWeights weights) {
    double[] bind = skeleton.bind();
    List<double[]> all = new ArrayList<>();
    for (int d = 0; d < skeleton.jointCount(); d++) {
      double[] head = {bind[12 * d + 3], bind[12 * d + 7], bind[12 * d + 11]};
      boolean child = false;
      for (int c = d + 1; c < skeleton.jointCount(); c++) {
        if (skeleton.parent(c) == d) {
          double[] tail = {bind[12 * c + 3], bind[12 * c + 7], bind[12 * c + 11]};
          add(all, d, head, tail, 0.15, 0.85);
          child = true;
        }
      }
      if (!child) {
        add(all, d, head, tip(skin, weights, d, head), 0.15, 1);
      }
    }
    double[] out = new double[8 * all.size()];
    for (int k = 0; k < all.size(); k++) {
      System.arraycopy(all.get(k), 0, out, 8 * k, 8);
    }
    return out;
  }

  private static void add(
      List<double[]> all, int d, double[] head, double[] tail, double from, double to) {
    double[] s = new double[8];
    s[0] = d;
    for (int c = 0; c < 3; c++) { // off the joints, where flesh must fold
      s[1 + c] = head[c] + from * (tail[c] - head[c]);
      s[4 + c] = head[c] + to * (tail[c] - head[c]);
    }
    all.add(s);
  }

  /** Where a last bone ends: at the middle of the skin that it carries, or as its parent goes. */
  private double[] tip(TriangleMesh skin, SkinWeights weights, int d, double[] head) {
    double[] sum = new double[3];
    double total = 0;
    float[] p = skin.positions();
    for (int j = 0; weights != null && j < skin.vertexCount(); j++) {
      double w = weights.weight(j, d);
      total += w;
      for (int c = 0; c < 3; c++) {
        sum[c] += w * p[3 * j + c];
      }
    }
    double[] bind = skeleton.bind();
    int parent = skeleton.parent(d);
    double[] out = head.clone();
    for (int c = 0; c < 3; c++) {
      if (total > 0) {
        out[c] = head[c] + 1.4 * (sum[c] / total - head[c]);
      } else if (parent >= 0) {
        out[c] = head[c] + 0.5 * (head[c] - bind[12 * parent + 4 * c + 3]);
      }
    }
    return out;
  }

  private void attach(TriangleMesh skin, double[] segments) {
    float[] u = skin.positions();
    double[] toBone = new double[bone.length];
    int[] nearest = new int[bone.length];
    int[] held = new int[skeleton.jointCount()];
    for (int i = 0; i < bone.length; i++) {
      double best = Double.POSITIVE_INFINITY;
      for (int k = 0; k < segments.length; k += 8) {
        double d = distance(segments, k, i);
        if (d < best) {
          best = d;
          nearest[i] = (int) segments[k];
        }
      }
      double surface = Double.POSITIVE_INFINITY;
      for (int j = 0; j < u.length; j += 3) {
        double x = u[j] - rest[3 * i],
            y = u[j + 1] - rest[3 * i + 1],
            z = u[j + 2] - rest[3 * i + 2];
        surface = Math.min(surface, x * x + y * y + z * z);
      }
      surface = Math.sqrt(surface);
      toBone[i] = best;
      bone[i] = best < settings.boneShare() * (best + surface) ? nearest[i] : -1;
      if (bone[i] >= 0) {
        held[bone[i]]++;
      }
    }
    // Three particles fix a bone's flesh in space; a thin limb in a coarse cage may have fewer.
    for (int d = 0; d < held.length; d++) {
      for (; held[d] < 3; held[d]++) {
        int best = -1;
        for (int i = 0; i < bone.length; i++) {
          if (bone[i] < 0 && nearest[i] == d && (best < 0 || toBone[i] < toBone[best])) {
            best = i;
          }
        }
        if (best < 0) {
          notes.add(
              "no flesh lies near the bone " + skeleton.name(d) + ": it moves nothing by itself");
          break;
        }
        bone[best] = d;
      }
    }
  }

  private double distance(double[] s, int k, int i) {
    double dx = s[k + 4] - s[k + 1], dy = s[k + 5] - s[k + 2], dz = s[k + 6] - s[k + 3];
    double x = rest[3 * i] - s[k + 1],
        y = rest[3 * i + 1] - s[k + 2],
        z = rest[3 * i + 2] - s[k + 3];
    double length = dx * dx + dy * dy + dz * dz;
    double t = length > 0 ? Math.max(0, Math.min(1, (x * dx + y * dy + z * dz) / length)) : 0;
    x -= t * dx;
    y -= t * dy;
    z -= t * dz;
    return Math.sqrt(x * x + y * y + z * z);
  }

  /**
   * Who carries the free flesh at the start of a pose: as the nearest skin, or the nearest bones.
   */
  private void carry(TriangleMesh skin, SkinWeights weights, double[] segments) {
    float[] u = skin.positions();
    for (int i = 0; i < bone.length; i++) {
      double[] share = new double[skeleton.jointCount()];
      if (weights != null) {
        int near = 0;
        double best = Double.POSITIVE_INFINITY;
        for (int j = 0; j < u.length / 3; j++) {
          double x = u[3 * j] - rest[3 * i], y = u[3 * j + 1] - rest[3 * i + 1];
          double z = u[3 * j + 2] - rest[3 * i + 2];
          double d = x * x + y * y + z * z;
          if (d < best) {
            best = d;
            near = j;
          }
        }
        for (int k = near * weights.influences(); k < (near + 1) * weights.influences(); k++) {
          share[weights.bones()[k]] += weights.weights()[k];
        }
      } else {
        for (int k = 0; k < segments.length; k += 8) {
          double d = distance(segments, k, i) + 1e-6;
          share[(int) segments[k]] += 1 / (d * d * d * d);
        }
      }
      strongest(share, i);
    }
  }

  private void strongest(double[] share, int i) {
    double sum = 0;
    for (int k = 0; k < 4; k++) {
      int best = 0;
      for (int d = 1; d < share.length; d++) {
        best = share[d] > share[best] ? d : best;
      }
      carriers[4 * i + k] = best;
      shares[4 * i + k] = (float) share[best];
      sum += share[best];
      share[best] = 0;
    }
    Check.that(sum > 0, "a particle that nothing carries");
    for (int k = 0; k < 4; k++) {
      shares[4 * i + k] /= (float) sum;
    }
  }

  /**
   * Poses within reach of the rest pose: every joint but the roots turned by up to an angle, well
   * spread and the same every time.
   *
   * @param restPose global joint poses, 12 numbers each
   * @param rangeDeg largest angle
   */
  public static double[][] poses(
      RigSkeleton skeleton, double[] restPose, double rangeDeg, int count) {
    return poses(skeleton, restPose, rangeDeg, 0, 0, count);
  }

  /**
   * As above, from pose {@code first} on of another choice for every seed: a pose depends on seed
   * and number alone, so that each can be made again on its own.
   */
  public static double[][] poses(
      RigSkeleton skeleton, double[] restPose, double rangeDeg, int seed, int first, int count) {
    Check.that(rangeDeg > 0 && rangeDeg <= 170, "the range must be in (0, 170], got " + rangeDeg);
    int joints = skeleton.jointCount();
    double[][] out = new double[count][];
    double range = PortableMath.toRadians(rangeDeg);
    for (int k = 0; k < count; k++) {
      int n = first + k;
      double[] pose = restPose.clone();
      int dimension = 0;
      for (int d = 0; n > 0 && d < joints; d++) { // pose 0 is the rest pose itself
        int parent = skeleton.parent(d);
        double[] local = new double[12];
        if (parent < 0) {
          continue;
        }
        double[] inverse = new double[12];
        Transforms.invertRigid(restPose, 12 * parent, inverse, 0);
        Transforms.multiply(inverse, 0, restPose, 12 * d, local, 0);
        double[] r = new double[3];
        double length = 0;
        for (int c = 0; c < 3; c++) {
          r[c] = range * (2 * spread(seed, n, dimension++) - 1);
          length += r[c] * r[c];
        }
        length = Math.sqrt(length);
        double shrink = length > range ? range / length : 1;
        double angle = length * shrink;
        double f = angle > 1e-12 ? PortableMath.sin(0.5 * angle) / length : 0;
        double[] turn = Transforms.identity();
        Transforms.setRotation(
            new double[] {PortableMath.cos(0.5 * angle), f * r[0], f * r[1], f * r[2]}, 0, turn, 0);
        double[] turned = new double[12];
        Transforms.multiply(local, 0, turn, 0, turned, 0);
        double[] global = new double[12];
        Transforms.multiply(pose, 12 * parent, turned, 0, global, 0);
        System.arraycopy(global, 0, pose, 12 * d, 12);
      }
      out[k] = pose;
    }
    return out;
  }

  /** Golden-ratio sequence: number n of dimension k in [0, 1), evenly spread for every n. */
  private static double spread(int seed, int n, int k) {
    // Roots of primes are irrational and independent, so that no two dimensions fall into step.
    double alpha = Math.sqrt(PRIMES[k % PRIMES.length]) * (1 + k / PRIMES.length);
    double v = n * alpha + 0.5 + shift(seed, k);
    return v - Math.floor(v);
  }

  /** Where a seed's sequence begins; seed 0 is the plain one. */
  private static double shift(int seed, int k) {
    if (seed == 0) {
      return 0;
    }
    long x = seed * 0x9E3779B97F4A7C15L + k * 0xD1B54A32D192ED03L;
    x = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
    return (x >>> 11) * 0x1p-53;
  }

  private static final int[] PRIMES = primes();

  private static int[] primes() {
    int[] out = new int[400];
    int n = 0;
    for (int i = 2; n < out.length; i++) {
      int candidate = i;
      if (Arrays.stream(out, 0, n).noneMatch(p -> candidate % p == 0)) {
        out[n++] = i;
      }
    }
    return out;
  }
}
