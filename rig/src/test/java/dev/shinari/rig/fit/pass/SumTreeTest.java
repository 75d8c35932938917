package dev.shinari.rig.fit.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.rig.fit.helper.SubspacePasses;
import dev.shinari.rig.fit.helper.SubspacePasses.DoubleSums;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SumTreeTest {
  /** A pass of which only the sums matter: numbers whose sum depends on its order. */
  private static final BlockPass<DoubleSums> PASS = new SubspacePasses.Moments(1);

  private static double[] numbers(int count) {
    Random random = new Random(count);
    return random.doubles(count).map(x -> (x - 0.5) * Math.scalb(1.0, (int) (60 * x))).toArray();
  }

  private static SumTree.Node<DoubleSums> leaf(int index, double value) {
    DoubleSums s = new DoubleSums(1);
    s.values[0] = value;
    return new SumTree.Node<>(0, index, s);
  }

  /** The tree written down as it is defined: pairs of pairs, a lonely last one rises. */
  private static double reference(List<Double> level) {
    if (level.size() == 1) {
      return level.get(0);
    }
    List<Double> above = new ArrayList<>();
    for (int i = 0; i < level.size(); i += 2) {
      above.add(i + 1 < level.size() ? level.get(i) + level.get(i + 1) : level.get(i));
    }
    return reference(above);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 7, 8, 9, 15, 17, 100})
  void anyCutAndAnyOrderGiveTheTreesSum(int count) {
    double[] x = numbers(count);
    List<Double> list = new ArrayList<>();
    for (double v : x) {
      list.add(v);
    }
    double expected = reference(list);
    for (int parts : new int[] {1, 2, 3, 7, 16}) {
      List<SumTree.Node<DoubleSums>> nodes = new ArrayList<>();
      for (int p = 0; p < parts; p++) {
        SumTree<DoubleSums> own = new SumTree<>(PASS);
        for (int i = p * count / parts; i < (p + 1) * count / parts; i++) {
          own.add(leaf(i, x[i]));
        }
        nodes.addAll(own.nodes());
      }
      Collections.shuffle(nodes, new Random(parts));
      SumTree<DoubleSums> whole = new SumTree<>(PASS);
      nodes.forEach(whole::add);
      assertThat(whole.total().values[0]).as("%d parts", parts).isEqualTo(expected);
    }
  }

  @Test
  void aPartPassesOnFewNodes() {
    SumTree<DoubleSums> tree = new SumTree<>(PASS);
    for (int i = 3; i < 1000; i++) {
      tree.add(leaf(i, 1));
    }
    assertThat(tree.nodes()).hasSizeLessThanOrEqualTo(2 * 10);
    assertThat(tree.nodes().get(0))
        .extracting(n -> n.level(), n -> n.index())
        .containsExactly(0, 3);
  }

  @Test
  void nothingAddsUpToNothing() {
    assertThat(new SumTree<>(PASS).total().values).containsExactly(0.0);
  }
}
