package dev.shinari.lattice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.body.BodyState;
import dev.shinari.body.material.Elasticity;
import dev.shinari.body.particle.Particles;
import dev.shinari.example.ExamplePose;
import dev.shinari.example.ExampleSettings;
import dev.shinari.example.Grouping;
import dev.shinari.fracture.FractureBody;
import dev.shinari.fracture.Toughness;
import dev.shinari.lattice.adaptive.AdaptiveLattice;
import dev.shinari.lattice.adaptive.FractureSettings;
import dev.shinari.lattice.adaptive.LatticeGrid;
import dev.shinari.lattice.adaptive.LatticeMaterial;
import dev.shinari.lattice.adaptive.LatticeShape;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.Lattice;
import dev.shinari.mesh.PointCage;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Example poses of bodies that split and tear. */
class TornExamplesTest {
  private static final float STEP = 1 / 240f;

  /** Where poses 0 (a shear) and 1 (an arch, wider on one side) have a point. */
  private static float[] posed(float[] p, int pose) {
    float[] q = p.clone();
    for (int i = 0; i < p.length; i += 3) {
      float x = p[i], y = p[i + 1];
      q[i] = pose == 0 ? x + 0.4f * y : x * (1 + 0.02f * x);
      q[i + 1] = pose == 0 ? y : y * (1 + 0.04f * x);
    }
    return q;
  }

  /** A shear and a stretch: all regions are deformed alike, so fixed bodies have no offsets. */
  private static ExampleSettings straight(float[] positions, boolean each) {
    float[] stretched = positions.clone();
    for (int i = 0; i < stretched.length; i += 3) {
      stretched[i] *= 1.3f;
      stretched[i + 1] *= 0.8f;
    }
    return ExampleSettings.of(
            List.of(
                new ExamplePose("shear", posed(positions, 0)),
                new ExamplePose("stretch", stretched)))
        .withGrouping(each ? new Grouping.EachRegion() : new Grouping.OneForAll());
  }

  private static ExampleSettings examples(float[] positions, boolean each) {
    return ExampleSettings.of(
            List.of(
                new ExamplePose("shear", posed(positions, 0)),
                new ExamplePose("widen", posed(positions, 1))))
        .withGrouping(each ? new Grouping.EachRegion() : new Grouping.OneForAll());
  }

  private static AdaptiveLattice block(int dim, boolean each) {
    return block(dim, cage -> examples(cage.positions(), each));
  }

  private static AdaptiveLattice block(int dim, Function<PointCage, ExampleSettings> examples) {
    return AdaptiveLattice.over(
        "block",
        LatticeShape.box(new Bounds(0, 0, 0, 8, 4, dim == 2 ? 0 : 4)),
        new LatticeGrid(1, 2, 0),
        FractureSettings.NEVER.withDust(0, true),
        Toughness.EVEN,
        new LatticeMaterial(2, Elasticity.DEFAULT, examples));
  }

  private static void pose(Body body, int pose) {
    Particles p = body.particles();
    float[] at = new float[3 * p.count()];
    for (int i = 0; i < p.count(); i++) {
      at[3 * i] = (float) (body.restX()[i] + body.restCenter(0));
      at[3 * i + 1] = (float) (body.restY()[i] + body.restCenter(1));
    }
    at = posed(at, pose);
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] = (float) (at[3 * i] - p.originX());
      p.y()[i] = (float) (at[3 * i + 1] - p.originY());
    }
    body.disturbed();
  }

  @ParameterizedTest
  @CsvSource({"false, false", "true, false", "false, true", "true, true"})
  void itMovesAsTheUniformBodyDoes(boolean each, boolean curved) {
    Function<float[], ExampleSettings> poses = p -> curved ? examples(p, each) : straight(p, each);
    AdaptiveLattice a = block(3, cage -> poses.apply(cage.positions()));
    Lattice uniform = Lattice.block(8, 4, 4, 1, 0, 0, 0);
    Body b =
        Body.builder("b", uniform)
            .density(2)
            .halfWidth(1)
            .elasticity(Elasticity.DEFAULT)
            .examples(poses.apply(uniform.positions()))
            .build();
    Particles p = a.body().particles(), q = b.particles();
    int[] twin = new int[p.count()];
    for (int i = 0; i < twin.length; i++) {
      for (int j = 0; j < twin.length; j++) {
        double x = p.worldX(i) - q.worldX(j), y = p.worldY(i) - q.worldY(j);
        if (x * x + y * y + Math.pow(p.worldZ(i) - q.worldZ(j), 2) < 1e-6) {
          twin[i] = j;
        }
      }
    }
    for (int i = 0; i < twin.length; i++) {
      p.vx()[i] = q.vx()[twin[i]] = 2 * p.y()[i];
      p.vy()[i] = q.vy()[twin[i]] = 0.5f * p.x()[i];
    }
    a.body().disturbed();
    b.disturbed();
    double most = 0;
    for (int step = 0; step < 60; step++) {
      a.body().advance(STEP, 0, 0, 0);
      b.advance(STEP, 0, 0, 0);
      most = Math.max(most, b.projectedWeight(0, 0));
      for (int k = 0; k < 2; k++) {
        assertThat(a.body().projectedWeight(0, k))
            .as("weight %d in step %d", k, step)
            .isBetween(b.projectedWeight(0, k) - 2e-3, b.projectedWeight(0, k) + 2e-3);
      }
      for (int i = 0; i < twin.length; i++) {
        assertThat(p.worldX(i)).isBetween(q.worldX(twin[i]) - 3e-3, q.worldX(twin[i]) + 3e-3);
        assertThat(p.worldY(i)).isBetween(q.worldY(twin[i]) - 3e-3, q.worldY(twin[i]) + 3e-3);
      }
    }
    assertThat(most).as("it came near the pose").isGreaterThan(0.1);
  }

  @ParameterizedTest
  @CsvSource({"2, false", "2, true", "3, false", "3, true"})
  void inAPoseItStaysThereThroughSplitsTearsAndMerges(int dim, boolean each) {
    AdaptiveLattice l = block(dim, each);
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    for (int pose = 0; pose < 2; pose++) {
      pose(l.body(), pose);
      l.body().setExampleBeta(1);
      double z = dim == 2 ? 0 : 1.5;
      int home = l.cellAt(3.5, 1.5, z);
      for (int change = 0; change < 4; change++) {
        if (change == 1) {
          l.split(home);
        } else if (change == 2) {
          b.tear(l.cellAt(5.5, 1.5, z), 1);
          b.tear(l.cellAt(5.5, 2.5, z), 1);
        } else if (change == 3) {
          l.merge(home);
        }
        l.finish();
        Particles p = l.body().particles();
        float[] x = p.x().clone();
        l.body().advance(STEP, 0, 0, 0);
        assertThat(l.body().projectedWeight(0, pose))
            .as("pose %d after change %d", pose, change)
            .isGreaterThan(0.97);
        for (int i = 0; i < p.count(); i++) {
          assertThat(p.x()[i]).isBetween(x[i] - 4e-3f, x[i] + 4e-3f);
        }
        for (int i = 0; i < p.count(); i++) {
          p.vx()[i] = 0;
          p.vy()[i] = 0;
          p.vz()[i] = 0;
        }
        pose(l.body(), pose);
      }
    }
  }

  /** A bar of 12 x 2 cells, bent by most of a right angle in its pose. */
  private static float[] bent(float[] p) {
    float[] q = p.clone();
    for (int i = 0; i < p.length; i += 3) {
      double angle = (p[i] - 6) / 9, r = 9 - p[i + 1];
      q[i] = (float) (r * Math.sin(angle));
      q[i + 1] = (float) (9 - r * Math.cos(angle));
    }
    return q;
  }

  @ParameterizedTest
  @CsvSource({"2, false", "2, true", "3, false", "3, true"})
  void aCurvedPoseIsHeldAndSoItIsOnceItHasSplitAndTorn(int dim, boolean each) {
    AdaptiveLattice l =
        AdaptiveLattice.over(
            "bar",
            LatticeShape.box(new Bounds(0, 0, 0, 12, 2, dim == 2 ? 0 : 2)),
            new LatticeGrid(1, 2, 0),
            FractureSettings.NEVER.withDust(0, true),
            Toughness.EVEN,
            new LatticeMaterial(
                2,
                Elasticity.hertz(4, 0.5f),
                cage ->
                    ExampleSettings.of(List.of(new ExamplePose("bent", bent(cage.positions()))))
                        .withBeta(1)
                        .withGrouping(
                            each ? new Grouping.EachRegion() : new Grouping.OneForAll())));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    Body body = l.body();
    Particles p = body.particles();
    float[] at = new float[3 * p.count()];
    for (int i = 0; i < p.count(); i++) {
      at[3 * i] = (float) (body.restX()[i] + body.restCenter(0));
      at[3 * i + 1] = (float) (body.restY()[i] + body.restCenter(1));
    }
    at = bent(at);
    for (int i = 0; i < p.count(); i++) {
      p.x()[i] = (float) (at[3 * i] - p.originX());
      p.y()[i] = (float) (at[3 * i + 1] - p.originY());
    }
    body.disturbed();
    for (int change = 0; change < 3; change++) {
      double z = dim == 2 ? 0 : 0.5;
      if (change == 1) {
        l.split(l.cellAt(3.5, 0.5, z));
      } else if (change == 2) {
        b.tear(l.cellAt(8.5, 1.5, z), 1);
        l.merge(l.cells.find(3 << 2, 0, 0, 0));
      }
      l.finish();
      int n = p.count();
      float[] x = Arrays.copyOf(p.x(), n), y = Arrays.copyOf(p.y(), n);
      for (int s = 0; s < 120; s++) {
        body.advance(STEP, 0, 0, 0);
      }
      assertThat(body.projectedWeight(0, 0)).isGreaterThan(0.97);
      for (int i = 0; i < n; i++) {
        assertThat(p.x()[i]).as("change %d", change).isBetween(x[i] - 0.01f, x[i] + 0.01f);
        assertThat(p.y()[i]).as("change %d", change).isBetween(y[i] - 0.01f, y[i] + 0.01f);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPieceLikesWhatTheWholeLiked(boolean each) {
    AdaptiveLattice l = block(2, each);
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    b.takePieces();
    for (int j = 0; j < 4; j++) {
      b.tear(l.cellAt(3.5, j + 0.5, 0), 1);
    }
    l.finish();
    Body piece = b.takePieces().get(0).body();
    for (Body part : List.of(l.body(), piece)) {
      part.setExampleBeta(1);
      pose(part, 0);
      part.advance(STEP, 0, 0, 0);
      assertThat(part.examples().poses()).hasSize(2);
      assertThat(part.projectedWeight(0, 0)).isGreaterThan(0.97);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itGoesBackToASnapshotAndOnWithTheSameBits(boolean each) {
    AdaptiveLattice l = block(2, each);
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    pose(l.body(), 0);
    l.split(l.cellAt(3.5, 1.5, 0));
    l.finish();
    FractureBody.State cells = b.save();
    BodyState state = l.body().save();
    float[] first = null;
    for (int round = 0; round < 2; round++) {
      l.split(l.cellAt(6.5, 1.5, 0));
      b.tear(l.cellAt(1.5, 1.5, 0), 1);
      l.finish();
      for (int s = 0; s < 20; s++) {
        l.body().advance(STEP, 0, -9, 0);
      }
      float[] y = Arrays.copyOf(l.body().particles().y(), l.particleCount());
      if (round == 1) {
        assertThat(y).isEqualTo(first);
      }
      first = y;
      l.body().restore(state);
      b.restore(cells);
    }
  }

  private static Grouping grouping(String word, float[] positions) {
    int n = positions.length / 3, far = 0, near = 0;
    for (int i = 0; i < n; i++) {
      far = positions[3 * i] > positions[3 * far] ? i : far;
      near = positions[3 * i] < positions[3 * near] ? i : near;
    }
    int[] right = IntStream.range(0, n).filter(i -> positions[3 * i] > 4.1f).toArray();
    return switch (word) {
      case "plane" -> new Grouping.Plane(4.1f, 0, 0, 1, 0, 0);
      case "sets" -> new Grouping.Sets(List.of(new Grouping.VertexSet("right", right)));
      case "handles" ->
          new Grouping.Handles(
              List.of(
                  new Grouping.VertexSet("far", new int[] {far}),
                  new Grouping.VertexSet("near", new int[] {near})));
      default -> throw new AssertionError(word);
    };
  }

  /** The left half of a body is sheared, the right half as it was, beside a tear. */
  @ParameterizedTest
  @CsvSource({"2, plane", "2, sets", "2, handles", "3, plane", "3, sets", "3, handles"})
  void eachGroupOfABodyThatTearsFollowsItsOwnShape(int dim, String groups) {
    AdaptiveLattice l =
        block(
            dim,
            cage ->
                straight(cage.positions(), false)
                    .withBorder(1)
                    .withGrouping(grouping(groups, cage.positions())));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    double z = dim == 2 ? 0 : 1.5;
    l.split(l.cellAt(1.5, 1.5, z));
    l.split(l.cellAt(6.5, 1.5, z));
    b.tear(l.cellAt(3.5, 0.5, z), 1);
    b.tear(l.cellAt(3.5, 1.5, z), 1);
    l.finish();
    Body body = l.body();
    Particles p = body.particles();
    for (int i = 0; i < p.count(); i++) {
      double x = body.restX()[i] + body.restCenter(0), y = body.restY()[i] + body.restCenter(1);
      p.x()[i] = (float) (x + (x < 4.1 ? 0.4 * y : 0) - p.originX());
      p.y()[i] = (float) (y - p.originY());
    }
    body.disturbed();
    body.advance(STEP, 0, 0, 0);
    int right = body.exampleGroupAt(particleAt(body, 8, 0));
    int left = body.exampleGroupAt(particleAt(body, 0, 0));
    assertThat(left).isNotEqualTo(right);
    assertThat(body.exampleGroupAt(particleAt(body, 1.5, 1.5))).as("it came in").isEqualTo(left);
    assertThat(body.exampleGroupAt(particleAt(body, 6.5, 1.5))).as("it came in").isEqualTo(right);
    assertThat(body.exampleWeight(left, 0)).isGreaterThan(0.7);
    assertThat(body.exampleWeight(right, 0)).isLessThan(0.3);
    float[] at = new float[p.count()];
    body.exampleWeights(0, at);
    assertThat(at[particleAt(body, 0, 0)]).isGreaterThan(0.7f);
    assertThat(at[particleAt(body, 8, 0)]).isLessThan(0.3f);
  }

  private static int particleAt(Body b, double x, double y) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < b.particles().count(); i++) {
      double d = Math.hypot(b.restX()[i] + b.restCenter(0) - x, b.restY()[i] + b.restCenter(1) - y);
      best = d < least ? i : best;
      least = Math.min(d, least);
    }
    return best;
  }

  @Test
  void aPieceOfABodyWithOneNamedGroupHasItToo() {
    AdaptiveLattice l =
        block(
            2,
            cage -> {
              int[] all = IntStream.range(0, cage.vertexCount()).toArray();
              return straight(cage.positions(), false)
                  .withGrouping(
                      new Grouping.Sets(List.of(new Grouping.VertexSet("all-of-it", all))));
            });
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    b.takePieces();
    for (int j = 0; j < 4; j++) {
      b.tear(l.cellAt(5.5, j + 0.5, 0), 1);
    }
    l.finish();
    Body piece = b.takePieces().get(0).body();
    pose(piece, 0);
    piece.advance(STEP, 0, 0, 0);
    assertThat(piece.exampleWeight("all-of-it", "shear")).isGreaterThan(0.97);
  }

  /** Both parts have both groups by name; one of a part has no region left and is idle. */
  @ParameterizedTest
  @ValueSource(strings = {"plane", "sets", "handles"})
  void piecesCarryTheirGroupsByName(String groups) {
    AdaptiveLattice l =
        block(
            2,
            cage ->
                straight(cage.positions(), false)
                    .withBorder(0)
                    .withGrouping(grouping(groups, cage.positions())));
    LatticeBody b = LatticeBody.of(l, LatticeSkin.CELLS);
    b.takePieces();
    for (int j = 0; j < 4; j++) {
      b.tear(l.cellAt(5.5, j + 0.5, 0), 1);
    }
    l.finish();
    Body piece = b.takePieces().get(0).body();
    Body whole = l.body();
    boolean right = piece.restX()[0] + piece.restCenter(0) > 5.5;
    Body end = right ? piece : whole, rest = right ? whole : piece;
    for (Body part : List.of(whole, piece)) {
      part.setExampleBeta(1);
      pose(part, 0);
      part.advance(STEP, 0, 0, 0);
      assertThat(part.exampleGroupCount()).isEqualTo(2);
      for (int g = 0; g < 2; g++) {
        assertThat(part.exampleGroupName(g)).isEqualTo(whole.exampleGroupName(g));
      }
    }
    int there = end.exampleGroupAt(0), here = 1 - there;
    assertThat(end.exampleWeight(there, 0)).isGreaterThan(0.97);
    assertThat(end.exampleWeight(here, 0)).as("no region is left").isZero();
    assertThat(end.restWeight(here)).isEqualTo(1);
    assertThat(rest.exampleWeight(there, 0)).isGreaterThan(0.97);
    assertThat(rest.exampleWeight(here, 0)).isGreaterThan(0.97);
    float[] at = new float[end.particles().count()];
    end.exampleWeights(0, at);
    for (float w : at) {
      assertThat(w).isGreaterThan(0.97f);
    }
  }
}
