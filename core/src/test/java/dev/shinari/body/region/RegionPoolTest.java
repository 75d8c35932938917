package dev.shinari.body.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool of lists against an obvious twin: one ArrayList per region. */
class RegionPoolTest {
  private final List<List<Integer>> twin = new ArrayList<>();
  private RegionPool pool;
  private int room;

  private void make(Random random, int n) {
    for (int r = 0; r < n; r++) {
      twin.add(new ArrayList<>(List.of(r)));
    }
    for (int k = 0; k < 3 * n; k++) {
      link(random.nextInt(n), random.nextInt(n));
    }
    int[] starts = new int[n + 1];
    for (int r = 0; r < n; r++) {
      starts[r + 1] = starts[r] + twin.get(r).size();
    }
    int[] members = twin.stream().flatMap(List::stream).mapToInt(i -> i).toArray();
    pool = new RegionPool(new RegionLists(starts, members));
    room = n;
  }

  private void link(int a, int b) {
    if (a != b && !twin.get(a).contains(b)) {
      twin.get(a).add(b);
      twin.get(b).add(a);
      Collections.sort(twin.get(a));
      Collections.sort(twin.get(b));
    }
  }

  private void set(int r) {
    int[] list = twin.get(r).stream().mapToInt(i -> i).toArray();
    pool.set(r, list, 0, list.length);
  }

  private void check(String when) {
    TreeSet<Integer> places = new TreeSet<>();
    for (int r = 0; r < twin.size(); r++) {
      int[] list = twin.get(r).stream().mapToInt(i -> i).toArray();
      assertThat(pool.has(r, list, list.length)).as("%s: region %d", when, r).isTrue();
      for (int e = pool.starts[r]; e < pool.ends[r]; e++) {
        assertThat(places.add(e)).as("%s: place %d is in one list", when, e).isTrue();
      }
      assertThat(pool.weights.length).isGreaterThanOrEqualTo(4 * pool.ends[r]);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void listsAreThoseOfTheTwinAfterAnyEdits(long seed) {
    Random random = new Random(seed);
    make(random, 20);
    pool.own();
    pool.makeRoom(room);
    RegionPool.State saved = null;
    List<List<Integer>> then = null;
    for (int k = 0; k < 3000; k++) {
      int n = twin.size();
      switch (random.nextInt(4)) {
        case 0 -> {
          if (n == room) {
            room = 2 * n;
            pool.makeRoom(room);
          }
          pool.added(n);
          twin.add(new ArrayList<>(List.of(n)));
          set(n);
          for (int l = random.nextInt(12); l > 0; l--) {
            int other = random.nextInt(n + 1);
            link(n, other);
            set(other);
          }
          set(n);
        }
        case 1 -> {
          if (n > 2) {
            removeOne(random.nextInt(n));
          }
        }
        case 2 -> {
          int a = random.nextInt(n), b = random.nextInt(n);
          link(a, b);
          set(a);
          set(b);
        }
        default -> {
          int a = random.nextInt(n), b = random.nextInt(n);
          if (a != b && twin.get(a).remove((Integer) b)) {
            twin.get(b).remove((Integer) a);
            pool.drop(a, b);
            set(b);
          }
        }
      }
      if (k % 100 == 99) {
        check("seed " + seed + ", edit " + k);
      }
      if (k == 1000) {
        saved = pool.save();
        then = new ArrayList<>();
        for (List<Integer> l : twin) {
          then.add(new ArrayList<>(l));
        }
        pool.own();
      }
    }
    pool.restore(saved);
    twin.clear();
    twin.addAll(then);
    check("restored");
  }

  private void removeOne(int r) {
    for (int u : List.copyOf(twin.get(r))) {
      if (u != r) {
        pool.drop(u, r);
        twin.get(u).remove((Integer) r);
      }
    }
    int last = twin.size() - 1;
    pool.removed(r, last);
    twin.set(r, twin.get(last));
    twin.remove(last);
    // A renumbered member keeps its place in a list: the pool sorts nothing.
    for (List<Integer> l : twin) {
      Collections.replaceAll(l, last, r);
    }
  }
}
