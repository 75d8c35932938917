package dev.shinari.io.character;

import dev.shinari.mesh.MeshTopology;
import dev.shinari.mesh.SurfaceReport;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.Weld;
import dev.shinari.mesh.distance.NearestSurface;
import dev.shinari.mesh.distance.WindingNumber;
import dev.shinari.mesh.solid.Solid;
import dev.shinari.mesh.solid.Solids;
import dev.shinari.shell.ShellMesher;
import dev.shinari.skeleton.Skeleton;
import dev.shinari.skinning.SkinBinding;
import java.util.Arrays;

/**
 * The closed mesh that a character's boundary elements live on, and the joint that carries each of
 * its vertices most. A small closed character is its own shell; around any other one is made, with
 * the bones inside as a core so that thin limbs stay whole.
 */
@SuppressWarnings("ArrayRecordComponent") // flat arrays are the point; the record only names them
public record CharacterShell(TriangleMesh mesh, int[] regions) {
  /** Closed characters of up to this many vertices are their own shell. */
  private static final int OWN = 600;

  /** Longest side squared over area, of triangles that are still even enough to integrate over. */
  private static final double SLENDER = 16;

  /** Shell vertices per bone that carries some of the surface. */
  private static final int PER_BONE = 60;

  private static final int LEAST = 400;
  private static final int MOST = 2400;

  /**
   * The shell of a character.
   *
   * @param vertices wanted, or 0 for as many as its bones ask for
   */
  public static CharacterShell of(CharacterModel character, Skeleton skeleton, int vertices) {
    Weld weld = MeshTopology.weld(character.rest(), 0);
    SkinBinding binding = character.binding();
    int[] strongest = new int[binding.vertexCount()];
    Arrays.setAll(strongest, v -> character.jointOfBone(binding.strongest(v)));
    if (vertices == 0 && weld.mesh().vertexCount() <= OWN && isSolid(weld.mesh())) {
      int[] regions = new int[weld.mesh().vertexCount()];
      for (int v = strongest.length - 1; v >= 0; v--) { // the first of equals counts
        regions[weld.vertexOfOld()[v]] = strongest[v];
      }
      return new CharacterShell(weld.mesh(), regions);
    }
    long used = Arrays.stream(strongest).distinct().count();
    int wanted = vertices > 0 ? vertices : (int) Math.max(LEAST, Math.min(MOST, PER_BONE * used));
    TriangleMesh shell =
        ShellMesher.of(character.rest(), wanted, core(character, skeleton, strongest, wanted));
    return new CharacterShell(shell, regions(character, shell));
  }

  private static boolean isSolid(TriangleMesh mesh) {
    SurfaceReport r = SurfaceReport.of(mesh);
    return r.isClosed()
        && r.volume() > 0
        && r.degenerateTriangles() == 0
        && r.unusedVertices() == 0
        && r.components() == 1
        && isEven(mesh);
  }

  private static boolean isEven(TriangleMesh mesh) {
    float[] p = mesh.positions();
    int[] t = mesh.triangles();
    for (int f = 0; f < t.length; f += 3) {
      double[] side = new double[3];
      double longest = 0;
      for (int e = 0; e < 3; e++) {
        for (int c = 0; c < 3; c++) {
          double d = (double) p[3 * t[f + e] + c] - p[3 * t[f + (e + 1) % 3] + c];
          side[e] += d * d;
        }
        longest = Math.max(longest, side[e]);
      }
      // Heron's formula in squares of sides: 16 area^2
      double sum = side[0] + side[1] + side[2];
      double squares = side[0] * side[0] + side[1] * side[1] + side[2] * side[2];
      double area = 0.25 * Math.sqrt(Math.max(0, sum * sum - 2 * squares));
      if (!(longest < SLENDER * area)) {
        return false;
      }
    }
    return true;
  }

  /** Capsules around the bones that lie inside of the surface, or null where none does. */
  private static Solid core(
      CharacterModel character, Skeleton skeleton, int[] strongest, int vertices) {
    TriangleMesh rest = MeshTopology.compact(character.rest());
    double cell = Math.sqrt(1.5 * SurfaceReport.of(rest).area() / vertices);
    WindingNumber inside = new WindingNumber(rest);
    boolean[] carries = new boolean[skeleton.jointCount()];
    for (int j : strongest) {
      carries[j] = true;
    }
    Solid out = null;
    for (int j = 0; j < skeleton.jointCount(); j++) {
      int a = skeleton.parent(j);
      if (a < 0 || !carries[a] || !(skeleton.length(j) > 0.1 * cell)) {
        continue;
      }
      boolean within = true;
      for (int k = 1; k < 4; k++) {
        double s = 0.25 * k;
        within &=
            Math.abs(
                    inside.at(
                        mix(skeleton, a, j, s, 0),
                        mix(skeleton, a, j, s, 1),
                        mix(skeleton, a, j, s, 2)))
                > 0.3;
      }
      if (within) {
        Solid bone =
            Solids.capsule(
                skeleton.place(a, 0),
                skeleton.place(a, 1),
                skeleton.place(a, 2),
                skeleton.place(j, 0),
                skeleton.place(j, 1),
                skeleton.place(j, 2),
                0.8 * cell);
        out = out == null ? bone : out.union(bone);
      }
    }
    return out;
  }

  private static double mix(Skeleton s, int a, int b, double share, int c) {
    return (1 - share) * s.place(a, c) + share * s.place(b, c);
  }

  /**
   * For each shell vertex the joint with the largest weight at the nearest place of the surface.
   */
  private static int[] regions(CharacterModel character, TriangleMesh shell) {
    NearestSurface nearest = new NearestSurface(character.rest());
    SkinBinding binding = character.binding();
    float[] p = shell.positions(), n = MeshTopology.vertexNormals(shell);
    double turn = 0.02 * shell.bounds().longestSide();
    double[] sum = new double[character.jointCount()];
    int[] out = new int[shell.vertexCount()];
    for (int v = 0; v < out.length; v++) {
      int i = 3 * v;
      nearest.find(p[i], p[i + 1], p[i + 2], n[i], n[i + 1], n[i + 2], turn);
      Arrays.fill(sum, 0);
      for (int c = 0; c < 3; c++) {
        int at = binding.influences() * nearest.corner(c);
        for (int k = at; k < at + binding.influences(); k++) {
          sum[character.jointOfBone(binding.bones()[k])] +=
              nearest.weight(c) * binding.weights()[k];
        }
      }
      for (int j = 0; j < sum.length; j++) {
        out[v] = sum[j] > sum[out[v]] ? j : out[v];
      }
    }
    return out;
  }
}
