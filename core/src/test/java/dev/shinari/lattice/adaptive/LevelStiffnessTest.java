package dev.shinari.lattice.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.LatticeStretch;
import dev.shinari.mesh.Bounds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stiffness does not depend on how often cells were halved. */
class LevelStiffnessTest {
  private static final float HERTZ = 4;

  /** A bar along x of 8 x 2 (x 2) coarse cells, 1 m long. */
  private static AdaptiveLattice bar(int dim, int levels, int w, float damping) {
    Bounds box = dim == 2 ? new Bounds(0, 0, 0, 1, 0.25f, 0) : new Bounds(0, 0, 0, 1, 0.25f, 0.25f);
    return AdaptiveLattice.over(
        "bar",
        LatticeShape.box(box),
        new LatticeGrid(0.125f, levels, 0),
        FractureSettings.DEFAULT.withHalfWidth(w).withDust(0, true),
        Toughness.EVEN,
        3,
        Elasticity.hertz(HERTZ, damping).withPoisson(0).withHardening(0));
  }

  /** Halves all cells in a part of the bar until they have a level. */
  private static void split(AdaptiveLattice l, int level, double from, double to) {
    Cells cells = l.cells;
    for (int round = 0; round < level; round++) {
      List<Integer> some = new ArrayList<>();
      for (int c = 0; c < cells.end; c++) {
        double x = l.frame.restX(cells.x[c] + 0.5 * cells.size(c), 0);
        if (cells.state[c] == Cells.LEAF && cells.level[c] == round && x > from && x < to) {
          some.add(c);
        }
      }
      some.forEach(l::split);
    }
    l.finish();
  }

  /** Swings along x at this frequency when it is stretched and let go. */
  private static double swing(AdaptiveLattice l) {
    Particles p = l.body().particles();
    for (int i = 0; i < p.count(); i++) {
      double s = l.frame.restX(l.nodes.px[i], 0) - 0.5;
      p.x()[i] += (float) (0.02 * Math.sin(Math.PI * s));
    }
    l.body().disturbed();
    float h = 1 / 240f;
    int inner = l.body().innerSteps(h);
    double last = 0, first = -1;
    int crossings = 0;
    for (int k = 1; k <= 400 && crossings < 5; k++) {
      for (int j = 0; j < inner; j++) {
        l.body().advance(h / inner, 0, 0, 0);
      }
      double sum = 0;
      for (int i = 0; i < p.count(); i++) {
        double s = l.frame.restX(l.nodes.px[i], 0) - 0.5;
        sum += p.mass()[i] * Math.sin(Math.PI * s) * (p.x()[i] - (l.body().restX()[i]));
      }
      if (last != 0 && last > 0 != sum > 0) {
        double at = (k - sum / (sum - last)) * h;
        first = crossings == 0 ? at : first;
        crossings++;
        if (crossings == 5) {
          return 2 / (at - first);
        }
      }
      last = sum;
    }
    return 0;
  }

  @ParameterizedTest
  @CsvSource({"2,1,1", "2,2,1", "2,3,1", "2,4,1", "2,2,2", "3,1,1", "3,2,1", "3,1,2"})
  void splitEverywhereItSwingsAsTheUnsplitOne(int dim, int level, int w) {
    double plain = swing(bar(dim, level, w, 0));
    assertThat(plain).isCloseTo(HERTZ, within(0.01 * HERTZ));
    AdaptiveLattice l = bar(dim, level, w, 0);
    split(l, level, -1, 2);
    assertThat(swing(l)).isCloseTo(plain, within(0.05 * plain));
  }

  /** Pulls the ends of a bar apart until all is still. */
  private static void pull(AdaptiveLattice l, double length) {
    Particles p = l.body().particles();
    for (int i = 0; i < p.count(); i++) {
      double x = l.frame.restX(l.nodes.px[i], 0);
      p.x()[i] *= 1.02f;
      if (x < 1e-6 || x > length - 1e-6) {
        l.body().hold(i);
      }
    }
    l.body().disturbed();
    float h = 1 / 60f;
    int inner = l.body().innerSteps(h);
    for (int k = 0; k < 60 * inner; k++) {
      l.body().advance(h / inner, 0, 0, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"2,1,1", "2,2,1", "2,3,1", "2,4,1", "2,2,2", "3,1,1", "3,2,1"})
  void aPartThatIsSplitStretchesAsItDoesUnsplit(int dim, int level, int w) {
    double[] strain = new double[2];
    for (int k = 0; k < 2; k++) {
      AdaptiveLattice l = bar(dim, level, w, 1);
      if (k == 1) {
        split(l, level, 0.375, 0.625);
      }
      pull(l, 1);
      Particles p = l.body().particles();
      double left = 0, right = 0, lefts = 0, rights = 0;
      for (int i = 0; i < p.count(); i++) {
        double x = 8 * l.frame.restX(l.nodes.px[i], 0);
        left += Math.abs(x - 3) < 1e-6 ? p.x()[i] : 0;
        lefts += Math.abs(x - 3) < 1e-6 ? 1 : 0;
        right += Math.abs(x - 5) < 1e-6 ? p.x()[i] : 0;
        rights += Math.abs(x - 5) < 1e-6 ? 1 : 0;
      }
      strain[k] = (right / rights - left / lefts) / 0.25 - 1;
    }
    assertThat(strain[1]).isCloseTo(strain[0], within(0.12 * strain[0]));
  }

  /**
   * Strain across the tip of a notch over the mean, with fine cells near the notch or everywhere.
   */
  private static double notch(int dim, int levels, double at, boolean everywhere) {
    float deep = dim == 2 ? 0 : 0.25f;
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(new Bounds(0, 0, 0, 1, 0.5f, deep)),
            new LatticeGrid(0.125f, levels, 0),
            FractureSettings.DEFAULT.withDust(0, true),
            Toughness.EVEN,
            3,
            Elasticity.hertz(HERTZ, 1).withPoisson(0).withHardening(0));
    split(l, levels, everywhere ? -1 : at - 0.13, everywhere ? 2 : at + 0.13);
    Cells cells = l.cells;
    int line = (int) Math.rint(at / l.frame.unit), tip = (int) Math.rint(0.1875 / l.frame.unit);
    List<Integer> beside = new ArrayList<>();
    for (int c = 0; c < cells.end; c++) {
      if (cells.state[c] == Cells.LEAF && cells.x[c] + cells.size(c) == line) {
        if (cells.y[c] < tip) {
          l.tear(c, 1);
        } else if (cells.y[c] == tip) {
          beside.add(c);
        }
      }
    }
    l.finish();
    pull(l, 1);
    LatticeStretch stretch = new LatticeStretch(l);
    stretch.measure();
    double mean = 0;
    for (int c : beside) {
      mean +=
          0.5 * (stretch.most[c] + stretch.most[cells.near[cells.faces * c + 1]]) / beside.size();
    }
    return mean / 0.02;
  }

  @ParameterizedTest
  @CsvSource({"2,2,0.5", "2,2,0.53125", "2,3,0.5", "2,3,0.546875", "3,1,0.5", "3,1,0.5625"})
  void aNotchConcentratesStrainAsInAUniformlyFineLattice(int dim, int levels, double at) {
    double fine = notch(dim, levels, at, true), adaptive = notch(dim, levels, at, false);
    assertThat(fine).isGreaterThan(1.3);
    assertThat(adaptive).isCloseTo(fine, within(0.2 * fine));
  }
}
