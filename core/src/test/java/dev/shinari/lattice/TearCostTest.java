package dev.shinari.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.material.Elasticity;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What one change looks at, counted in bodies of different size. */
class TearCostTest {
  private static LatticeBody block(int dim, int cells, int w) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "block",
            LatticeShape.box(new Bounds(0, 0, 0, cells, cells, dim == 2 ? 0 : cells)),
            new LatticeGrid(1, 1, 0),
            FractureSettings.DEFAULT.withHalfWidth(w).withDust(0, true).withMaxCells(1_000_000),
            Toughness.EVEN,
            1,
            Elasticity.DEFAULT);
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    b.takePieces(); // the first search looks at all: a drawing may have islands
    return b;
  }

  private static int cell(LatticeBody b, int i, int j) {
    AdaptiveLattice l = b.lattice();
    return l.cellAt(i + 0.5, j + 0.5, l.dimension() == 2 ? 0 : j + 0.5);
  }

  private static long looksOf(LatticeBody b, Runnable change) {
    long before = b.looks();
    change.run();
    b.lattice().finish();
    b.takePieces();
    return b.looks() - before;
  }

  /** Looks of a tear, its going on, a split, a split beside it and both merges in the middle. */
  private static Map<String, Long> costs(int dim, int n, int w) {
    LatticeBody b = block(dim, n, w);
    int m = n / 2;
    Map<String, Long> cost = new LinkedHashMap<>();
    int home = cell(b, m, m), beside = cell(b, m + 1, m);
    cost.put("split", looksOf(b, () -> b.lattice().split(home)));
    cost.put("split beside it", looksOf(b, () -> b.lattice().split(beside)));
    cost.put("merge", looksOf(b, () -> b.lattice().merge(beside)));
    cost.put("last merge", looksOf(b, () -> b.lattice().merge(home)));
    cost.put("tear", looksOf(b, () -> b.tear(cell(b, m, m), 1)));
    for (int k = 1; k < 4; k++) {
      int j = m + k;
      cost.put("tear that goes on, " + k, looksOf(b, () -> b.tear(cell(b, m, j), 1)));
    }
    assertThat(b.lattice().tears()).isEqualTo(4);
    assertThat(b.lattice().merges()).isEqualTo(2);
    return cost;
  }

  @ParameterizedTest
  @CsvSource({"2, 12, 192, 1", "2, 24, 192, 3", "3, 12, 28, 1"})
  void aSplitAMergeAndATearLookAtTheSameNumberOfThingsInABodyOfAnySize(
      int dim, int small, int large, int w) {
    Map<String, Long> few = costs(dim, small, w), many = costs(dim, large, w);
    assertThat(few.values()).allMatch(looks -> looks > 0);
    assertThat(many).isEqualTo(few);
  }

  @Test
  void takingACornerOffCostsWhatTheCornerHas() {
    for (int n : new int[] {16, 128}) {
      LatticeBody b = block(2, n, 1);
      for (int k = 0; k < 3; k++) {
        b.tear(cell(b, 2, k), 1);
        b.tear(cell(b, k, 2), 3);
      }
      b.lattice().finish();
      long before = b.looks();
      assertThat(b.takePieces()).hasSize(1);
      assertThat(b.looks() - before).as("%d x %d cells", n, n).isLessThan(600);
    }
  }
}
