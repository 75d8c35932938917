package dev.shinari.app.studio.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.body.Body;
import dev.shinari.io.scene.build.ShapeCache;
import dev.shinari.parallel.Workers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that changes while a scene runs does what the same value does from the start. */
class LiveSettingsTest {
  /** Long enough for what falls to bounce. */
  private static final int STEPS = 150;

  private static Workers workers;
  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    workers = new Workers(1);
  }

  @AfterAll
  static void stop() {
    workers.close();
  }

  private static Stage stage(String scene, Map<String, String> values) throws Exception {
    Map<String, String> all = new LinkedHashMap<>(values);
    if (scene.equals("falling-cuboid")) {
      all.put("bodies[0].cage.resolution", "10");
    }
    return new Stage(SceneSource.builtIn(scene), all, workers);
  }

  private static long hash(Stage stage, int steps) {
    for (int k = 0; k < steps; k++) {
      stage.advance();
    }
    return stage.world().stateHash();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "falling-cuboid | gravity | [0, -30, 0]",
        "falling-cuboid | airDrag | 2",
        "falling-cuboid | bodies[0].elasticity.frequencyHz | 7",
        "falling-cuboid | bodies[0].elasticity.dampingRatio | 0.9",
        "falling-cuboid | bodies[0].volumeKeeping | 0.5",
        "falling-cuboid | bodies[0].restitution | 0.9",
        "falling-cuboid | bodies[0].friction | 1.5",
        "twist-cuboid | bodies[1].examples.beta | 0.2",
        "falling-cuboid | bodies[0].effects | [{\"kind\": \"squashStretch\"}, {\"kind\": \"dent\"}]",
        "twist-cuboid | bodies[1].effects | [{\"kind\": \"wobble\"}]",
      })
  void aValueSetBeforeTheFirstStepIsTheSceneWithThatValue(String scene, String path, String value)
      throws Exception {
    Stage given = stage(scene, Map.of(path, value)), set = stage(scene, Map.of());
    set.apply(new StageAction.Set(path, value));
    assertThat(set.currentValues()).isEqualTo(given.currentValues());
    long same = hash(given, STEPS);
    assertThat(hash(set, STEPS)).isEqualTo(same);
    assertThat(hash(stage(scene, Map.of()), STEPS)).isNotEqualTo(same); // it does matter
  }

  @Test
  void thresholdsOfTearingCountFromTheStepOnAtWhichTheyAreSet() throws Exception {
    Stage tough = stage("tear-star", Map.of()), weak = stage("tear-star", Map.of());
    tough.apply(new StageAction.Set("bodies[0].tear.tear", "9"));
    tough.apply(new StageAction.Set("bodies[0].tear.split", "8"));
    weak.apply(new StageAction.Set("bodies[0].tear.merge", "1.01"));
    weak.apply(new StageAction.Set("bodies[0].tear.split", "1.02"));
    weak.apply(new StageAction.Set("bodies[0].tear.tear", "1.05"));
    hash(tough, STEPS);
    hash(weak, STEPS);
    assertThat(tough.tears()).isZero();
    assertThat(weak.tears()).isPositive();
    weak.apply(new StageAction.Set("bodies[0].tear.tear", "9"));
    weak.apply(new StageAction.Set("bodies[0].tear.split", "8"));
    int torn = weak.tears();
    hash(weak, 20);
    assertThat(weak.tears()).isEqualTo(torn);
  }

  private static final String EFFECTS = "bodies[0].effects";
  private static final String SQUASH = "{\"kind\": \"squashStretch\", \"stretch\": 0.9}";
  private static final String DENT = "{\"kind\": \"dent\", \"yield\": 0.01, \"flowPerSecond\": 40}";
  private static final String BREAKS = "{\"kind\": \"breakdown\"}";

  private static String list(String... effects) {
    return "[" + String.join(", ", effects) + "]";
  }

  @Test
  void effectsThatHoldOnToLinksNeedANewStartAndOthersDoNot() throws Exception {
    String soft = "[{\"kind\": \"squashStretch\", \"stretch\": 0.2}]";
    Stage stage = stage("falling-cuboid", Map.of(EFFECTS, soft));
    assertThat(stage.canTake(EFFECTS, list(SQUASH))).isTrue();
    assertThat(stage.canTake(EFFECTS, list(DENT))).isTrue();
    assertThat(stage.canTake(EFFECTS, list(SQUASH, DENT))).isTrue();
    assertThat(stage.canTake(EFFECTS, "[]")).isTrue();
    assertThat(stage.canTake(EFFECTS, list(SQUASH, BREAKS))).isFalse();
    assertThatThrownBy(() -> stage.apply(new StageAction.Set(EFFECTS, list(BREAKS))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(stage.log()).isEmpty();
    stage.apply(new StageAction.Set(EFFECTS, list(SQUASH)));
    Stage given = stage("falling-cuboid", Map.of(EFFECTS, list(SQUASH)));
    assertThat(hash(stage, STEPS)).isEqualTo(hash(given, STEPS));
  }

  @Test
  void anEffectComesWhileABodyMovesAndWhatItLeavesBehindGoesWithIt() throws Exception {
    Stage live = stage("falling-cuboid", Map.of());
    long before = hash(live, 60);
    live.apply(new StageAction.Set(EFFECTS, list(DENT)));
    assertThat(live.world().stateHash()).as("nothing jumps").isEqualTo(before);
    hash(live, STEPS);
    Body body = live.world().bodies().get(0);
    assertThat(body.shaping().flown()).as("the floor has dented it").isPositive();
    Replay kept = Replay.read(Replay.of(live).toJson());
    live.apply(new StageAction.Set(EFFECTS, list(DENT, SQUASH)));
    assertThat(body.shaping().flown()).as("what stays on goes on").isPositive();
    live.apply(new StageAction.Set(EFFECTS, list(SQUASH)));
    assertThat(body.shaping().flown()).isZero();
    live.apply(new StageAction.Set(EFFECTS, null));
    assertThat(live.world().effects(body)).isEmpty();
    hash(live, STEPS);
    Replay all = Replay.read(Replay.of(live).toJson());
    for (Replay r : List.of(kept, all)) {
      Replay.Played played = r.play(folder, workers);
      played.finished();
      assertThat(played.hash()).isEqualTo(r.hash());
    }
  }

  @Test
  void goingBackBehindAnEffectLeavesNoTraceOfIt() throws Exception {
    Stage live = stage("falling-cuboid", Map.of()), plain = stage("falling-cuboid", Map.of());
    hash(live, 30);
    hash(plain, 30);
    Stage.Mark before = live.mark();
    live.apply(new StageAction.Set(EFFECTS, list(DENT)));
    long dented = hash(live, STEPS);
    Stage.Mark after = live.mark();
    List<Stage.Entry> log = List.copyOf(live.log());
    live.back(before);
    assertThat(live.world().effects(live.world().bodies().get(0))).isEmpty();
    long undone = hash(live, STEPS);
    assertThat(undone).isEqualTo(hash(plain, STEPS)).isNotEqualTo(dented);
    live.replay(log, after);
    assertThat(live.world().stateHash()).isEqualTo(dented);
    live.back(before);
    assertThat(hash(live, STEPS)).isEqualTo(undone);
  }

  @Test
  void aShapeThatWasMadeBeforeGivesTheSameBits() throws Exception {
    ShapeCache shapes = new ShapeCache();
    SceneSource source = SceneSource.builtIn("twist-cuboid");
    long first = hash(new Stage(source, Map.of(), workers, shapes), STEPS);
    Stage again = new Stage(source, Map.of(), workers, shapes);
    assertThat(again.world().bodies().get(1).cage())
        .isSameAs(new Stage(source, Map.of(), workers, shapes).world().bodies().get(1).cage());
    assertThat(hash(again, STEPS)).isEqualTo(first);
    assertThat(hash(stage("twist-cuboid", Map.of()), STEPS)).isEqualTo(first);
  }

  @Test
  void goingBackBringsLiveValuesBack() throws Exception {
    String path = "bodies[0].effects";
    String soft = "[{\"kind\": \"squashStretch\", \"stretch\": 0.2}]";
    String strong = "[{\"kind\": \"squashStretch\", \"stretch\": 0.9}]";
    Map<String, String> start = Map.of(path, soft);
    Stage live = stage("falling-cuboid", start), plain = stage("falling-cuboid", start);
    hash(live, 30);
    hash(plain, 30);
    Stage.Mark mark = live.mark();
    live.apply(new StageAction.Set(path, strong));
    live.apply(new StageAction.Set("bodies[0].friction", "0"));
    live.apply(new StageAction.Set("bodies[0].volumeKeeping", "0.7"));
    hash(live, 50);
    live.back(mark);
    assertThat(hash(live, STEPS)).isEqualTo(hash(plain, STEPS));
  }
}
