package dev.shinari.io.tet;

import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.Warnings;
import dev.shinari.math.IntList;
import dev.shinari.mesh.TetMesh;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every tetrahedral file must pass: positive volumes, no flat or doubled elements. */
final class TetChecks {
  /** A volume below this part of the longest edge's cube counts as none. */
  private static final double FLAT = 1e-9;

  private TetChecks() {}

  /**
   * Makes the mesh. Where all elements are negative, the file merely counts corners the other way
   * round: they are turned, with a warning. Some negative among positive ones overlap each other:
   * refused, as are flat ones, with their number and the first five.
   *
   * @param tets 4 vertex indices an element
   * @param numbers the file's own number of each element
   */
  static TetMesh mesh(
      Path path, String place, float[] positions, int[] tets, long[] numbers, Warnings warnings)
      throws BadFileException {
    int count = tets.length / 4;
    TetMesh mesh = new TetMesh(positions, tets);
    IntList flat = new IntList();
    IntList negative = new IntList();
    for (int t = 0; t < count; t++) {
      double volume = mesh.volume(t);
      double edge = longestEdge(positions, tets, 4 * t);
      if (!(Math.abs(volume) > FLAT * edge * edge * edge)) {
        flat.add(t);
      } else if (volume < 0) {
        negative.add(t);
      }
    }
    if (flat.size() > 0) {
      throw new BadFileException(
          path,
          place,
          "tetrahedra with a volume",
          flat.size() + " of " + count + " without (" + firstFive(flat, numbers) + ")",
          "remesh with a quality limit, or remove them");
    }
    if (negative.size() > 0 && negative.size() < count) {
      throw new BadFileException(
          path,
          place,
          "tetrahedra of one orientation",
          negative.size() + " of " + count + " inverted (" + firstFive(negative, numbers) + ")",
          "repair or remesh: inverted elements overlap their neighbors");
    }
    refuseDoubles(path, place, tets, numbers);
    if (negative.size() == 0) {
      return mesh;
    }
    warnings.add(place, "all tetrahedra have their corners the other way round; they were turned");
    int[] turned = tets.clone();
    for (int t = 0; t < turned.length; t += 4) {
      turned[t + 2] = tets[t + 3];
      turned[t + 3] = tets[t + 2];
    }
    return new TetMesh(positions, turned);
  }

  /**
   * Two elements with the same corners fill the same space, and their shared faces would vanish
   * from the surface. Hashes find suspects without an object an element; only these are compared.
   */
  private static void refuseDoubles(Path path, String place, int[] tets, long[] numbers)
      throws BadFileException {
    int count = tets.length / 4;
    long[] hashes = new long[count];
    int[] corners = new int[4];
    for (int t = 0; t < count; t++) {
      hashes[t] = hash(sortedCorners(tets, t, corners));
    }
    long[] sorted = hashes.clone();
    Arrays.sort(sorted);
    Set<Long> suspects = new HashSet<>();
    for (int i = 1; i < count; i++) {
      if (sorted[i] == sorted[i - 1]) {
        suspects.add(sorted[i]);
      }
    }
    IntList doubles = new IntList();
    Set<List<Integer>> seen = new HashSet<>();
    for (int t = 0; t < count && !suspects.isEmpty(); t++) {
      if (suspects.contains(hashes[t])) {
        int[] c = sortedCorners(tets, t, corners);
        if (!seen.add(List.of(c[0], c[1], c[2], c[3]))) {
          doubles.add(t);
        }
      }
    }
    if (doubles.size() > 0) {
      throw new BadFileException(
          path,
          place,
          "every tetrahedron once",
          doubles.size() + " of " + count + " doubled (" + firstFive(doubles, numbers) + ")",
          "remove the doubles");
    }
  }

  private static int[] sortedCorners(int[] tets, int t, int[] out) {
    System.arraycopy(tets, 4 * t, out, 0, 4);
    Arrays.sort(out);
    return out;
  }

  private static long hash(int[] corners) {
    long h = 0;
    for (int c : corners) {
      h = (h ^ c) * 0x9E3779B97F4A7C15L;
      h ^= h >>> 29;
    }
    return h;
  }

  private static double longestEdge(float[] p, int[] tets, int at) {
    double longest = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < i; j++) {
        int a = 3 * tets[at + i], b = 3 * tets[at + j];
        double x = (double) p[a] - p[b];
        double y = (double) p[a + 1] - p[b + 1];
        double z = (double) p[a + 2] - p[b + 2];
        longest = Math.max(longest, x * x + y * y + z * z);
      }
    }
    return Math.sqrt(longest);
  }

  private static String firstFive(IntList which, long[] numbers) {
    StringBuilder s = new StringBuilder(which.size() > 5 ? "first five: " : "numbers: ");
    for (int i = 0; i < Math.min(5, which.size()); i++) {
      s.append(i == 0 ? "" : ", ").append(numbers[which.get(i)]);
    }
    return s.toString();
  }
}
