package dev.shinari.io.tet;

import dev.shinari.io.BadFileException;
import dev.shinari.io.IntList;
import dev.shinari.io.Warnings;
import dev.shinari.mesh.TetMesh;
import java.nio.file.Path;

/** What every tetrahedral file must pass: positive volumes, no flat elements. */
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
          "repair or remesh: inverted elements overlap their neighbours");
    }
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
