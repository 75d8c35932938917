package dev.shinari.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.body.material.Elasticity;
import dev.shinari.body.region.ListRegions;
import dev.shinari.body.region.RegionLists;
import dev.shinari.mesh.Cage;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.shape.PointShapes;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Regions that change while the body lives. */
class ListRegionsTest {
  private static final float H = 1 / 60f;

  /** Edits a body and knows what its lists should be. */
  private static final class Twin {
    final Body body;
    final BodyEditor editor;
    final java.util.List<TreeSet<Integer>> lists = new java.util.ArrayList<>();
    final Random random;

    Twin(Body body, long seed) {
      this.body = body;
      editor = body.editor();
      random = new Random(seed);
      for (int r = 0; r < body.regionCount(); r++) {
        TreeSet<Integer> list = new TreeSet<>();
        for (int k = 0; k < editor.regionSize(r); k++) {
          list.add(editor.regionMember(r, k));
        }
        lists.add(list);
      }
    }

    void edit() {
      int n = lists.size(), r = random.nextInt(n), other = random.nextInt(n);
      switch (random.nextInt(5)) {
        case 0 -> {
          int i = editor.add(coordinate(), coordinate(), coordinate(), other);
          editor.setMass(i, 0.5f + random.nextFloat());
          body.particles().x()[i] = body.restX()[i];
          body.particles().y()[i] = body.restY()[i];
          body.particles().z()[i] = body.restZ()[i];
          lists.add(new TreeSet<>(java.util.List.of(i)));
          for (int k = 0; k < 5; k++) {
            toggle(i, random.nextInt(n));
          }
          set(i);
        }
        case 1 -> {
          if (n > 8) {
            remove(r);
          }
        }
        case 2 -> editor.setMass(r, 0.5f + random.nextFloat());
        default -> toggle(r, other);
      }
    }

    private float coordinate() {
      return random.nextFloat() - 0.5f;
    }

    private void toggle(int a, int b) {
      if (a != b) {
        if (!lists.get(a).remove(b)) {
          lists.get(a).add(b);
        }
        if (!lists.get(b).remove(a)) {
          lists.get(b).add(a);
        }
        set(a);
        set(b);
      }
    }

    private void set(int r) {
      int[] list = lists.get(r).stream().mapToInt(i -> i).toArray();
      editor.setRegion(r, list, list.length);
    }

    private void remove(int r) {
      int last = lists.size() - 1;
      editor.remove(r);
      for (TreeSet<Integer> l : lists) {
        l.remove(r);
      }
      lists.set(r, lists.get(last));
      lists.remove(last);
      for (TreeSet<Integer> l : lists) {
        if (l.remove(last) && r != last) {
          l.add(r);
        }
      }
      for (int u = 0; u < lists.size(); u++) {
        set(u); // in ascending order again, as a new body has them
      }
    }

    /** The same regions as they are made at once. */
    ListRegions fresh() {
      int n = lists.size();
      int[] starts = new int[n + 1];
      for (int r = 0; r < n; r++) {
        starts[r + 1] = starts[r] + lists.get(r).size();
      }
      int[] members = lists.stream().flatMap(TreeSet::stream).mapToInt(i -> i).toArray();
      return new ListRegions(
          body.kernels,
          new RegionLists(starts, members),
          Arrays.copyOf(body.restX, n),
          Arrays.copyOf(body.restY, n),
          Arrays.copyOf(body.restZ, n),
          Arrays.copyOf(body.particles().mass(), n));
    }
  }

  private static float weight(ListRegions regions, int r, int k, int c) {
    return regions.lists.weights[4 * (regions.lists.starts[r] + k) + c];
  }

  private static void assertSame(ListRegions edited, ListRegions fresh, String when) {
    assertThat(edited.regionCount()).as(when).isEqualTo(fresh.regionCount());
    for (int r = 0; r < fresh.regionCount(); r++) {
      assertThat(edited.memberCount(r))
          .as("%s, region %d", when, r)
          .isEqualTo(fresh.memberCount(r));
      assertThat(edited.shares()[r]).isEqualTo(fresh.shares()[r]);
      assertThat(edited.mass(r)).as("%s, region %d", when, r).isEqualTo(fresh.mass(r));
      assertThat(edited.secondMoment(r)).isEqualTo(fresh.secondMoment(r));
      assertThat(edited.c0x[r]).isEqualTo(fresh.c0x[r]);
      assertThat(edited.c0y[r]).isEqualTo(fresh.c0y[r]);
      assertThat(edited.c0z[r]).isEqualTo(fresh.c0z[r]);
      for (int k = 0; k < fresh.memberCount(r); k++) {
        assertThat(edited.member(r, k)).isEqualTo(fresh.member(r, k));
        for (int c = 0; c < 4; c++) {
          assertThat(weight(edited, r, k, c))
              .as("%s, region %d, member %d", when, r, k)
              .isEqualTo(weight(fresh, r, k, c));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  void aThousandEditsGiveTheWeightsOfABodyThatIsMadeAtOnce(long seed) {
    Body body = Body.builder("b", Lattice.block(3, 3, 3, 0.1f, 0, 0, 0)).halfWidth(1).build();
    Twin twin = new Twin(body, seed);
    for (int k = 0; k < 1000; k++) {
      twin.edit();
      if (k % 3 == 0) {
        twin.editor.finish();
      }
      if (k % 100 == 99) {
        twin.editor.finish();
        assertSame((ListRegions) body.regions, twin.fresh(), "seed " + seed + ", edit " + k);
      }
    }
  }

  @Test
  void aSnapshotFromBeforeTheFirstEditBringsTheBodyBack() {
    Body body = Body.builder("b", Lattice.block(3, 3, 3, 0.1f, 0, 0, 0)).halfWidth(1).build();
    Body other = Body.builder("b", Lattice.block(3, 3, 3, 0.1f, 0, 0, 0)).halfWidth(1).build();
    TestShapes.scaleZ(body, 1.2f);
    TestShapes.scaleZ(other, 1.2f);
    BodyState before = body.save();
    Twin twin = new Twin(body, 9);
    for (int k = 0; k < 60; k++) {
      twin.edit();
    }
    twin.editor.finish();
    body.advance(H, 0, 0, 0);
    BodyState edited = body.save();
    int count = body.particles().count();
    body.advance(H, 0, 0, 0);
    float[] on = Arrays.copyOf(body.particles().x(), count);
    for (int again = 0; again < 2; again++) {
      body.restore(before);
      for (int k = 0; k < 10; k++) {
        body.advance(H, 0, 0, 0);
        if (again == 0) {
          other.advance(H, 0, 0, 0);
        }
      }
      assertThat(body.particles().count()).isEqualTo(other.particles().count());
      assertThat(body.particles().x()).containsExactly(other.particles().x());
      body.restore(edited);
      body.advance(H, 0, 0, 0);
      assertThat(Arrays.copyOf(body.particles().x(), count)).containsExactly(on);
      twin.editor.setMass(0, 3 + again); // must not reach the snapshots
      twin.editor.finish();
    }
  }

  @Test
  void aRopeThatIsBuiltEditableMovesAsOneThatIsNot() {
    Cage rope = PointShapes.rope(10, 4, 1, 0.05f, 2);
    Body plain = Body.builder("rope", rope).elasticity(Elasticity.hertz(4, 0)).build();
    Body lists = Body.builder("rope", rope).elasticity(Elasticity.hertz(4, 0)).editable().build();
    assertThatThrownBy(plain::editor).hasMessageContaining("build it editable");
    assertThat(lists.editor().regionSize(0)).isEqualTo(12);
    for (Body b : new Body[] {plain, lists}) {
      for (int i = 0; i < b.particles().count(); i++) {
        b.particles().y()[i] += 0.2f * b.particles().x()[i] * b.particles().x()[i];
      }
      for (int k = 0; k < 60; k++) {
        b.advance(H, 0, 0, 0);
      }
    }
    for (int i = 0; i < plain.particles().count(); i++) {
      assertThat(lists.particles().y()[i])
          .isCloseTo(plain.particles().y()[i], org.assertj.core.api.Assertions.within(1e-4f));
    }
  }

  @Test
  void aLargeLatticeMayChangeWhereItIsBuiltEditable() {
    Cage cage = Lattice.block(6, 6, 6, 0.1f, 0, 0, 0);
    Body box = Body.builder("box", cage).build();
    assertThat(box.operatorName()).isEqualTo("lattice");
    assertThatThrownBy(box::editor).hasMessageContaining("build it editable");
    Body lists = Body.builder("box", cage).editable().build();
    assertThat(lists.operatorName()).isEqualTo("lists");
    lists.editor().remove(17);
    assertThat(lists.editor().finish()).isPositive();
    lists.advance(H, 0, 0, 0);
    assertThat(lists.particles().count()).isEqualTo(box.particles().count() - 1);
  }
}
