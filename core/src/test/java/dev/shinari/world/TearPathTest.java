package dev.shinari.world;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.PaintedToughness;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeBody;
import dev.shinari.lattice.LatticeSkin;
import dev.shinari.lattice.OutlineShape;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.motion.MotionPath;
import dev.shinari.take.Look;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Where a bar tears when the coarse lattice is shifted or turned under it: the Hausdorff distance
 * of the torn faces to those of the straight lattice, in the rest shape, in coarse cells.
 *
 * <p>With {@code -Dshinari.writeDocs=true} it prints the table of docs/tear.md and draws its
 * picture.
 */
class TearPathTest {
  private static final float STEP = 1 / 240f;
  private static final float CELL = 0.125f;

  /** Shift along x and y in coarse cells, turn in degrees. */
  private static final float[][] GRIDS = {
    {0.5f, 0, 0},
    {0.25f, 0.5f, 0},
    {0, 0.3f, 0},
    {0, 0, 10},
    {0, 0, 17},
    {0.5f, 0.5f, 30},
    {0, 0, 45},
    {0.4f, 0.2f, 45},
  };

  private enum Bar {
    NOTCHED(
        new double[] {
          -1, -0.3, -0.1, -0.3, 0, -0.1, 0.1, -0.3, 1, -0.3, 1, 0.3, 0.1, 0.3, 0, 0.1, -0.1, 0.3,
          -1, 0.3
        },
        tough()),
    WEAK_LINE(
        new double[] {-1, -0.3, 1, -0.3, 1, 0.3, -1, 0.3},
        new PaintedToughness(
            List.of(new PaintedToughness.Stroke(-0.1, -0.4, 0, 0.1, 0.4, 0, 0.01, 0.3f)))),
    EVEN(new double[] {-1, -0.3, 1, -0.3, 1, 0.3, -1, 0.3}, Toughness.EVEN);

    final double[] outline;
    final Toughness toughness;

    /** Where the handles end a quick pull loads it as much as the notch does. */
    private static Toughness tough() {
      return new PaintedToughness(
          List.of(
              new PaintedToughness.Stroke(-0.85, -0.4, 0, -0.85, 0.4, 0, 0.3, 2),
              new PaintedToughness.Stroke(0.85, -0.4, 0, 0.85, 0.4, 0, 0.3, 2)));
    }

    Bar(double[] outline, Toughness toughness) {
      this.outline = outline;
      this.toughness = toughness;
    }
  }

  private static LatticeGrid grid(float[] g) {
    return new LatticeGrid(CELL, 2, 2, g[0], g[1], (float) Math.toRadians(g[2]));
  }

  /** Torn faces in the rest shape: x, y, z each. */
  private static double[] tearPath(Bar bar, LatticeGrid grid) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            new OutlineShape(new double[][] {bar.outline}),
            grid,
            FractureSettings.DEFAULT.withRatios(1.2f, 1.4f, 0),
            bar.toughness,
            1,
            Elasticity.hertz(5, 0.3f).withPoisson(0).withHardening(0));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    World world = new World(WorldSettings.DEFAULT.withGravity(0, 0, 0));
    world.add(b, BodySettings.DEFAULT.withSoftContact(false), Look.BODY);
    for (int side = -1; side <= 1; side += 2) {
      world.add(
          Handle.builder(b.body(), Select.side(b.body(), 0.85 * side, 0, 0, side, 0, 0))
              .path(MotionPath.builder().velocity(0.4 * side, 0, 0).build())
              .build());
    }
    for (int s = 0; s < 360 && world.bodies().size() < 2; s++) {
      world.step(STEP);
    }
    assertThat(world.bodies().size()).as("pieces").isGreaterThan(1);
    return b.pieces().stream()
        .flatMapToDouble(m -> Arrays.stream(m.lattice().tornFaces()))
        .toArray();
  }

  /** How far the point of one path that is furthest from the other path is from it. */
  private static double furthest(double[] path, double[] other) {
    double most = 0;
    for (int i = 0; i < path.length; i += 3) {
      double nearest = Double.POSITIVE_INFINITY;
      for (int j = 0; j < other.length; j += 3) {
        nearest = Math.min(nearest, Math.hypot(path[i] - other[j], path[i + 1] - other[j + 1]));
      }
      most = Math.max(most, nearest);
    }
    return most;
  }

  /** Distances of the paths on all grids to the one on the straight grid, in coarse cells. */
  private static double[] distances(List<double[]> paths) {
    double[] d = new double[GRIDS.length];
    for (int k = 0; k < d.length; k++) {
      double[] a = paths.get(0), b = paths.get(k + 1);
      d[k] = Math.max(furthest(a, b), furthest(b, a)) / CELL;
    }
    return d;
  }

  private static List<double[]> paths(Bar bar) {
    List<double[]> paths = new ArrayList<>();
    paths.add(tearPath(bar, new LatticeGrid(CELL, 2, 2)));
    for (float[] g : GRIDS) {
      paths.add(tearPath(bar, grid(g)));
    }
    return paths;
  }

  @ParameterizedTest
  @EnumSource(
      value = Bar.class,
      names = {"NOTCHED", "WEAK_LINE"})
  void theTearPathStaysWithinACoarseCellWhenTheLatticeIsShiftedOrTurned(Bar bar) {
    double[] d = distances(paths(bar));
    for (int k = 0; k < d.length; k++) {
      // By half a right angle cells meet the path with their corners: as far as a diagonal.
      assertThat(d[k])
          .as("%s, grid %s", bar, Arrays.toString(GRIDS[k]))
          .isLessThan(GRIDS[k][2] == 45 ? Math.sqrt(2) : 1);
    }
  }

  @Test
  void anEvenBarHasNoPlaceOfItsOwnToTear() throws IOException {
    List<double[]> even = paths(Bar.EVEN);
    // Pulled evenly it tears beside its handles, first on one side or the other.
    assertThat(Arrays.stream(distances(even)).max().orElseThrow()).isGreaterThan(1);
    if (Boolean.getBoolean("shinari.writeDocs")) {
      List<List<double[]>> all = List.of(paths(Bar.NOTCHED), paths(Bar.WEAK_LINE), even);
      System.out.println(table(all));
      Files.writeString(java.nio.file.Path.of("../docs/images/tear-paths.svg"), picture(all));
    }
  }

  private static String table(List<List<double[]>> all) {
    StringBuilder s = new StringBuilder();
    s.append(
        "| shift, coarse cells | turn | notched | weak line | even |\n|---|---|---|---|---|\n");
    for (int k = 0; k < GRIDS.length; k++) {
      float[] g = GRIDS[k];
      s.append(String.format(Locale.ROOT, "| %.2f, %.2f | %.0f° |", g[0], g[1], g[2]));
      for (List<double[]> paths : all) {
        s.append(String.format(Locale.ROOT, " %.2f |", distances(paths)[k]));
      }
      s.append('\n');
    }
    return s.toString();
  }

  /** The bars below each other, the torn faces of each grid as dots of one color. */
  private static String picture(List<List<double[]>> all) {
    String[] colors = {
      "#222222", "#d1495b", "#edae49", "#66a182", "#2e4057", "#8d96a3", "#00798c", "#9b5de5",
      "#f15bb5"
    };
    StringBuilder s = new StringBuilder();
    s.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.05 -0.35 2.1 2.1\"");
    s.append(" width=\"700\" height=\"700\">\n");
    s.append("<rect x=\"-1.05\" y=\"-0.35\" width=\"2.1\" height=\"2.1\" fill=\"#ffffff\"/>\n");
    for (int b = 0; b < all.size(); b++) {
      double[] o = Bar.values()[b].outline;
      s.append("<g transform=\"translate(0 ").append(0.7 * b).append(")\">\n<polygon points=\"");
      for (int i = 0; i < o.length; i += 2) {
        s.append(String.format(Locale.ROOT, "%.3f,%.3f ", o[i], -o[i + 1]));
      }
      s.append("\" fill=\"#eef1f4\" stroke=\"#8d96a3\" stroke-width=\"0.005\"/>\n");
      // A coarse cell for measure.
      s.append("<rect x=\"-0.95\" y=\"-0.25\" width=\"0.125\" height=\"0.125\" fill=\"none\"");
      s.append(" stroke=\"#8d96a3\" stroke-width=\"0.005\"/>\n");
      for (int k = 0; k < all.get(b).size(); k++) {
        double[] p = all.get(b).get(k);
        s.append("<g fill=\"").append(colors[k]).append("\">");
        for (int i = 0; i < p.length; i += 3) {
          s.append(
              String.format(
                  Locale.ROOT, "<circle cx=\"%.3f\" cy=\"%.3f\" r=\"0.006\"/>", p[i], -p[i + 1]));
        }
        s.append("</g>\n");
      }
      s.append("</g>\n");
    }
    return s.append("</svg>\n").toString();
  }
}
