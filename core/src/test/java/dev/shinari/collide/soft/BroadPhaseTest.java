package dev.shinari.collide.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.collide.ContactMaterial;
import dev.shinari.mesh.Lattice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BroadPhaseTest {
  private static final float SECONDS = 1 / 60f;

  private static ContactSurface box(double size, double x, double y, double z, float speed) {
    Body b = Body.builder("box", Lattice.block(1, 1, 1, (float) size, 0, 0, 0)).build();
    b.translate(x, y, z);
    b.setMotion(speed, 0, 0, 0, 0, 0);
    ContactSurface s = new ContactSurface(b, ContactMaterial.DEFAULT, 0);
    s.begin();
    s.measure();
    return s;
  }

  private static double margin(ContactSurface s) {
    return (double) s.fastest() * SECONDS;
  }

  /** All against all, in the order of a sweep along x: the obvious twin. */
  private static List<String> byHand(ContactSurface[] all) {
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      order.add(i);
    }
    order.sort(Comparator.comparingDouble(i -> all[i].min(0) - margin(all[i]) - all[i].radius()));
    List<String> pairs = new ArrayList<>();
    for (int k = 0; k < all.length; k++) {
      for (int m = k + 1; m < all.length; m++) {
        int i = order.get(k), j = order.get(m);
        if (all[i].overlaps(all[j], margin(all[i]) + margin(all[j]))) {
          pairs.add(Math.min(i, j) + " " + Math.max(i, j));
        }
      }
    }
    return pairs;
  }

  private static List<String> found(BroadPhase phase) {
    List<String> pairs = new ArrayList<>();
    for (int p = 0; p < phase.pairCount(); p++) {
      pairs.add(phase.first(p) + " " + phase.second(p));
    }
    return pairs;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 40, 300})
  void pairsAndTheirOrderAreThoseOfAllAgainstAll(int n) {
    Random random = new Random(n);
    ContactSurface[] all = new ContactSurface[n];
    BroadPhase phase = new BroadPhase();
    for (int round = 0; round < 3; round++) { // the second round starts from the first one's order
      for (int i = 0; i < n; i++) {
        double size =
            i == 7 ? 5 : 0.1 + 0.3 * random.nextDouble(); // one reaches across all columns
        float speed = i % 3 == 0 ? 20 * random.nextFloat() : 0;
        all[i] =
            box(
                size,
                3 * random.nextDouble(),
                4 * random.nextDouble() - 2,
                1000 + 3 * random.nextDouble(),
                speed);
      }
      phase.find(all, n, SECONDS);
      assertThat(found(phase)).containsExactlyElementsOf(byHand(all));
    }
    assertThat(n < 40 || phase.pairCount() > 8).isTrue();
  }

  @Test
  void bodiesExactlyOnTopOfEachOtherAreAllPairs() {
    ContactSurface[] all = new ContactSurface[12];
    for (int i = 0; i < all.length; i++) {
      all[i] = box(0.2, 1, 1, 1, 0);
    }
    BroadPhase phase = new BroadPhase();
    phase.find(all, all.length, SECONDS);
    assertThat(found(phase)).doesNotHaveDuplicates().hasSize(66);
  }

  @Test
  void testsABodyDoNotGrowWithTheHeap() {
    double few = testsABody(6), many = testsABody(14);
    assertThat(many).isLessThan(2 * few); // a sweep along x alone: 5.4 times as many
  }

  private static double testsABody(int side) {
    ContactSurface[] all = new ContactSurface[side * side * side];
    for (int i = 0; i < all.length; i++) {
      all[i] = box(0.2, 0.21 * (i % side), 0.21 * (i / side % side), 0.21 * (i / side / side), 0);
    }
    BroadPhase phase = new BroadPhase();
    phase.find(all, all.length, SECONDS);
    return phase.testCount() / (double) all.length;
  }
}
