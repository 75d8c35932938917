package dev.shinari.app.studio.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.body.Body;
import dev.shinari.fracture.view.FractureWires;
import dev.shinari.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Going back in time gives the same bits as never having gone on. */
class RewindTest {
  private static Workers workers;

  @BeforeAll
  static void start() {
    workers = new Workers(1);
  }

  @AfterAll
  static void stop() {
    workers.close();
  }

  private static Stage stage(String scene) throws Exception {
    return new Stage(SceneSource.builtIn(scene), Map.of(), workers);
  }

  private static void play(Stage stage, int steps) {
    for (int k = 0; k < steps; k++) {
      stage.advance();
    }
  }

  private static StageAction.Cut cut(double y) {
    return new StageAction.Cut(
        new double[] {0, y, 0}, new double[] {0.1, 1, 0}, new double[] {1, -0.1, 0}, 5);
  }

  /** Height of the middle of all particles. */
  private static double middle(Stage stage) {
    double sum = 0;
    int n = 0;
    for (Body b : stage.world().bodies()) {
      for (int i = 0; i < b.particles().count(); i++, n++) {
        sum += b.particles().worldY(i);
      }
    }
    return sum / n;
  }

  @Test
  void aCutThatIsUndoneLeavesNoTrace() throws Exception {
    Stage live = stage("tear-star"), plain = stage("tear-star");
    play(live, 20);
    play(plain, 20);
    Stage.Mark before = live.mark();
    long hash = live.world().stateHash();
    live.apply(cut(middle(live)));
    play(live, 25);
    int pieces = live.world().bodies().size();
    long torn = live.world().stateHash();
    assertThat(pieces).isGreaterThan(1);
    List<Stage.Entry> log = List.copyOf(live.log());
    Stage.Mark after = live.mark();

    live.back(before);
    assertThat(live.world().stateHash()).isEqualTo(hash);
    assertThat(live.world().bodies()).hasSize(1);
    assertThat(live.log()).isEmpty();
    play(live, 30);
    play(plain, 30);
    assertThat(live.world().stateHash()).isEqualTo(plain.world().stateHash());

    live.replay(log, after);
    assertThat(live.world().stateHash()).isEqualTo(torn);
    assertThat(live.world().bodies()).hasSize(pieces);
    play(live, 15);
    live.back(before);
    live.apply(cut(middle(live)));
    play(live, 25);
    assertThat(live.world().stateHash()).isEqualTo(torn);
  }

  @Test
  void handsPinsAndValuesOfThenAreBackToo() throws Exception {
    Stage live = stage("tear-star");
    Stage plain = stage("tear-star");
    List<StageAction> first = new ArrayList<>();
    Body body = live.world().bodies().get(0);
    double[] place = {
      body.particles().worldX(3), body.particles().worldY(3), body.particles().worldZ(3)
    };
    first.add(new StageAction.Pin(0, 0, new int[] {0, 1}));
    first.add(new StageAction.Grab(0, 0, new int[] {3, 4}, place, 12));
    first.add(new StageAction.Drag(0, new double[] {place[0] + 0.02, place[1], place[2]}));
    first.add(new StageAction.Set("bodies[0].elasticity.frequencyHz", "5"));
    for (Stage s : List.of(live, plain)) {
      first.forEach(s::apply);
      play(s, 12);
    }
    Stage.Mark before = live.mark();
    live.apply(new StageAction.Release(0));
    live.apply(new StageAction.Drop(0, true));
    live.apply(new StageAction.Set("bodies[0].elasticity.frequencyHz", "2"));
    live.apply(new StageAction.Set("gravity", "[0, 3, 0]"));
    live.apply(new StageAction.Pin(1, 0, new int[] {7, 8, 9}));
    live.apply(cut(middle(live)));
    play(live, 20);
    live.apply(new StageAction.Set("bodies[0].elasticity.frequencyHz", "3"));
    play(live, 3);

    live.back(before);
    assertThat(live.world().stateHash()).isEqualTo(plain.world().stateHash());
    assertThat(live.grips()).containsExactly(0);
    assertThat(live.currentValues()).isEqualTo(plain.currentValues());
    assertThat(live.world().settings()).isEqualTo(plain.world().settings());
    for (Stage s : List.of(live, plain)) {
      s.apply(new StageAction.Drag(0, new double[] {place[0] + 0.05, place[1] + 0.03, place[2]}));
      play(s, 10);
      s.apply(new StageAction.Drop(0, true));
      play(s, 20);
    }
    assertThat(live.world().stateHash()).isEqualTo(plain.world().stateHash());
    Replay replay = Replay.read(Replay.of(live).toJson());
    Stage fresh = stage("tear-star");
    fresh.replay(replay.log(), new Stage.Mark(replay.steps(), replay.log().size()));
    assertThat(Replay.hash(fresh)).isEqualTo(replay.hash());
  }

  @Test
  void whereTheMomentWentTheLogLeadsThere() throws Exception {
    Stage live = stage("tear-star");
    Rewind small = new Rewind(live, 1); // room for the start and one more
    small.saveMoment();
    play(live, 5);
    live.apply(cut(middle(live)));
    play(live, 5);
    Stage.Mark mark = new Stage.Mark(live.step(), live.log().size());
    for (int k = 0; k < 4; k++) {
      small.saveMoment();
      play(live, 3);
    }
    assertThat(small.count()).isEqualTo(2);
    Rewind.Moment m = small.before(List.copyOf(live.log()), mark);
    assertThat(m.step()).isZero();
  }

  @Test
  void weightsThatWereHeldAreHeldAgain() throws Exception {
    Stage live = stage("teddy-groups"), plain = stage("teddy-groups");
    for (Stage s : List.of(live, plain)) {
      s.apply(new StageAction.Weight(0, 1, 0.75));
      play(s, 10);
    }
    Stage.Mark before = live.mark();
    live.apply(new StageAction.Weight(0, 1, Double.NaN));
    live.apply(new StageAction.Weight(0, 0, 0.25));
    play(live, 10);
    live.back(before);
    play(live, 10);
    play(plain, 10);
    assertThat(live.world().stateHash()).isEqualTo(plain.world().stateHash());
    assertThat(live.weight(0, 1)).isEqualTo(0.75);
    assertThat(live.weight(0, 0)).isNaN();
  }

  @Test
  void aCutGoesThroughTheWholeDepthOfABodyAndAsFarAsTheLine() throws Exception {
    for (boolean whole : new boolean[] {true, false}) {
      Stage live = stage("tear-solid");
      double[] box = box(live);
      double x = 0.5 * (box[0] + box[3]), y = 0.5 * (box[1] + box[4]);
      double reach = (whole ? 0.6 : 0.2) * (box[4] - box[1]);
      // Drawn on the face that is seen: the far side is further away than the line is long.
      live.apply(
          new StageAction.Cut(
              new double[] {x, y, box[5]}, new double[] {1, 0, 0}, new double[] {0, 1, 0}, reach));
      assertThat(live.tears()).isPositive();
      live.advance();
      if (whole) {
        assertThat(live.world().bodies().size()).isEqualTo(2);
      } else {
        assertThat(live.world().bodies().size()).isEqualTo(1);
      }
    }
  }

  private static double[] box(Stage stage) {
    double[] box = {9e9, 9e9, 9e9, -9e9, -9e9, -9e9};
    for (Body b : stage.world().bodies()) {
      for (int i = 0; i < b.particles().count(); i++) {
        double[] p = {b.particles().worldX(i), b.particles().worldY(i), b.particles().worldZ(i)};
        for (int c = 0; c < 3; c++) {
          box[c] = Math.min(box[c], p[c]);
          box[3 + c] = Math.max(box[3 + c], p[c]);
        }
      }
    }
    return box;
  }

  @Test
  void piecesOfAStarTornInThreeAreCountedAsAFloodFillCountsThem() throws Exception {
    Stage live = stage("tear-star");
    double[] box = box(live);
    double w = box[3] - box[0], h = box[4] - box[1];
    play(live, 3);
    for (double part : new double[] {0.33, 0.66}) {
      live.apply(
          new StageAction.Cut(
              new double[] {0, box[1] + part * h, 0},
              new double[] {0, 1, 0},
              new double[] {1, 0, 0},
              w));
    }
    play(live, 2);
    FractureWires wires =
        new FractureWires(live.world().fracture(live.world().bodies().get(0)).family());
    wires.update();
    assertThat(parts(wires)).isGreaterThanOrEqualTo(3).isEqualTo(live.world().bodies().size());
  }

  /** Parts by a flood fill along the edges of all cells. */
  private static int parts(FractureWires wires) {
    int n = wires.vertexCount();
    int[] of = new int[n];
    for (int i = 0; i < n; i++) {
      of[i] = i;
    }
    int[] pairs = wires.pairs();
    boolean changes = true;
    while (changes) {
      changes = false;
      for (int k = 0; k < pairs.length; k += 2) {
        int least = Math.min(of[pairs[k]], of[pairs[k + 1]]);
        changes |= of[pairs[k]] != least || of[pairs[k + 1]] != least;
        of[pairs[k]] = least;
        of[pairs[k + 1]] = least;
      }
    }
    return (int) IntStream.of(pairs).map(i -> of[i]).distinct().count();
  }
}
