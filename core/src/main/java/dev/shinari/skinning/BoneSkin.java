package dev.shinari.skinning;

import dev.shinari.math.Check;
import dev.shinari.math.Quaternions;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.parallel.Workers;

/**
 * A surface on bones. Linear blend skinning takes a vertex v to M v with M = sum w_j S_j, whose
 * linear part is no rotation: an elbow collapses and a twisted wrist shrinks. Here a vertex turns
 * by the mean rotation about a center p that goes where linear blend skinning takes it [Le16]:
 *
 * <pre>
 *   x = R N (v - p) + M p        R: mean of the bones' rotations, weighted by w
 *                                N = sum w_j R_j^T L_j, the bones' own scaling, 1 for most
 * </pre>
 *
 * A vertex with one bone, and every vertex where the bones agree, is exactly where linear blend
 * skinning puts it.
 */
public final class BoneSkin {
  /** Numbers per bone transform: 3 rows of 4. */
  public static final int STRIDE = 12;

  private static final int BLOCK = 1024;

  /** Vertices with a weight above the first keep their place, below the second they may give. */
  private static final float RIGID = 0.95f;

  private static final float EVEN = 0.6f;

  private final TriangleMesh rest;
  private final SkinBinding binding;
  private final int bones;
  private final float[] centers;

  private final VolumeKeeper keeper; // or null
  private final float[] reach; // of each vertex from its center
  private final float[] blend; // 0 for what one bone carries nearly alone, 1 between two
  private final float[] disagreement;
  private final double[] r = new double[9];

  // Of the pose that is being written.
  private final double[] turns; // 4 per bone
  private final double[] stretches; // 9 per bone: R_j^T L_j
  private boolean stretched;
  private double[] transforms;
  private float[] out;
  private final Workers.BlockTask poseBlock = this::poseBlock;
  private double[][] scratch = {};

  /**
   * @param rest the surface at rest
   * @param bones number of bone transforms
   */
  public BoneSkin(TriangleMesh rest, SkinBinding binding, int bones) {
    Check.that(
        binding.vertexCount() == rest.vertexCount(),
        "expected bones for " + rest.vertexCount() + " vertices, got " + binding.vertexCount());
    for (int b : binding.bones()) {
      Check.inRange("bone of a vertex", b, 0, bones - 1);
    }
    this.rest = rest;
    this.binding = binding;
    this.bones = bones;
    turns = new double[4 * bones];
    stretches = new double[9 * bones];
    centers = RotationCenters.of(rest, binding);
    keeper = VolumeKeeper.of(rest);
    disagreement = new float[rest.vertexCount()];
    blend = new float[rest.vertexCount()];
    for (int v = 0; v < blend.length; v++) {
      float most = 0;
      for (int k = binding.influences() * v; k < binding.influences() * (v + 1); k++) {
        most = Math.max(most, binding.weights()[k]);
      }
      float b = Math.max(0, Math.min(1, (RIGID - most) / (RIGID - EVEN)));
      blend[v] = b * b * (3 - 2 * b);
    }
    reach = new float[rest.vertexCount()];
    for (int i = 0; i < centers.length; i++) {
      float d = rest.positions()[i] - centers[i];
      reach[i / 3] += d * d;
    }
    for (int v = 0; v < reach.length; v++) {
      reach[v] = (float) Math.sqrt(reach[v]);
    }
  }

  public TriangleMesh rest() {
    return rest;
  }

  public SkinBinding binding() {
    return binding;
  }

  public int boneCount() {
    return bones;
  }

  /**
   * Writes where the vertices are.
   *
   * @param pose transforms from rest to the world, {@link #STRIDE} numbers per bone, by rows
   * @param target 3 floats per vertex
   */
  public void pose(double[] pose, float[] target, Workers workers) {
    stretched = false;
    for (int b = 0; b < bones; b++) {
      rotation(pose, STRIDE * b, r, turns, 4 * b);
      Quaternions.toMatrix(turns, 4 * b, r, 0);
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          double sum = 0;
          for (int k = 0; k < 3; k++) {
            sum += r[3 * k + i] * pose[STRIDE * b + 4 * k + j];
          }
          stretches[9 * b + 3 * i + j] = sum;
          stretched |= Math.abs(sum - (i == j ? 1 : 0)) > 1e-6;
        }
      }
    }
    transforms = pose;
    out = target;
    if (scratch.length < workers.count()) {
      scratch = new double[workers.count()][48];
    }
    workers.run((rest.vertexCount() + BLOCK - 1) / BLOCK, poseBlock);
    out = null;
    if (keeper != null) {
      keeper.restore(target, disagreement, reach, stretched ? volumeScale() : 1);
    }
  }

  /** By how much the bones' own scaling changes the volume, in the mean. */
  private double volumeScale() {
    double sum = 0;
    double all = 0;
    float[] w = binding.weights();
    for (int k = 0; k < w.length; k++) {
      int at = 9 * binding.bones()[k];
      double[] m = stretches;
      double det =
          m[at] * (m[at + 4] * m[at + 8] - m[at + 5] * m[at + 7])
              - m[at + 1] * (m[at + 3] * m[at + 8] - m[at + 5] * m[at + 6])
              + m[at + 2] * (m[at + 3] * m[at + 7] - m[at + 4] * m[at + 6]);
      sum += w[k] * det;
      all += w[k];
    }
    return sum / all;
  }

  /**
   * The rotation of a transform by rows whose axes may be scaled.
   *
   * @param r scratch, 9 numbers
   */
  private static void rotation(double[] m, int at, double[] r, double[] q, int to) {
    for (int c = 0; c < 3; c++) {
      double x = m[at + c], y = m[at + 4 + c], z = m[at + 8 + c];
      double n = Math.sqrt(x * x + y * y + z * z);
      for (int i = 0; i < 3; i++) {
        r[3 * i + c] = n > 0 ? m[at + 4 * i + c] / n : i == c ? 1 : 0;
      }
    }
    Quaternions.ofMatrix(r, 0, 3, q, to);
    Quaternions.normalize(q, to);
  }

  private void poseBlock(int block, int worker) {
    double[] s = scratch[worker];
    int end = Math.min(rest.vertexCount(), (block + 1) * BLOCK);
    for (int v = block * BLOCK; v < end; v++) {
      pose(v, s);
    }
  }

  // s: matrix 0..11, quaternion 12..15, rotation 16..24, stretch 25..33, offset 34..36, 37..39
  private void pose(int v, double[] s) {
    int k = binding.influences();
    int[] b = binding.bones();
    float[] w = binding.weights();
    java.util.Arrays.fill(s, 0, 34, 0);
    int first = -1;
    double sum = 0;
    for (int i = k * v; i < k * v + k; i++) {
      double weight = w[i];
      if (weight == 0) {
        continue;
      }
      sum += weight;
      for (int c = 0; c < STRIDE; c++) {
        s[c] += weight * transforms[STRIDE * b[i] + c];
      }
      first = first < 0 ? 4 * b[i] : first;
      double dot = 0;
      for (int c = 0; c < 4; c++) {
        dot += turns[first + c] * turns[4 * b[i] + c];
      }
      for (int c = 0; c < 4; c++) {
        s[12 + c] += (dot < 0 ? -weight : weight) * turns[4 * b[i] + c];
      }
      for (int c = 0; c < 9 && stretched; c++) {
        s[25 + c] += weight * stretches[9 * b[i] + c];
      }
    }
    float[] p = rest.positions();
    for (int c = 0; c < 3; c++) {
      s[34 + c] = (double) p[3 * v + c] - centers[3 * v + c];
    }
    if (stretched) {
      for (int r = 0; r < 3; r++) {
        s[37 + r] = (s[25 + 3 * r] * s[34] + s[26 + 3 * r] * s[35] + s[27 + 3 * r] * s[36]) / sum;
      }
      System.arraycopy(s, 37, s, 34, 3);
    }
    // The mean of unit quaternions is shorter the less they agree.
    double agree = s[12] * s[12] + s[13] * s[13] + s[14] * s[14] + s[15] * s[15];
    disagreement[v] = (float) (blend[v] * Math.max(0, 1 - agree / (sum * sum) - 1e-9));
    Quaternions.normalize(s, 12);
    Quaternions.toMatrix(s, 12, s, 16);
    for (int r = 0; r < 3; r++) {
      double base = s[4 * r + 3];
      for (int c = 0; c < 3; c++) {
        base += s[4 * r + c] * centers[3 * v + c];
      }
      out[3 * v + r] =
          (float)
              (base / sum
                  + (s[16 + 3 * r] * s[34] + s[17 + 3 * r] * s[35] + s[18 + 3 * r] * s[36]));
    }
  }
}
