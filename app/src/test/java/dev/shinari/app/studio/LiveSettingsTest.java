package dev.shinari.app.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.scene.ShapeCache;
import dev.shinari.parallel.Workers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A value that changes while a scene runs does what the same value does from the start. */
class LiveSettingsTest {
  /** Long enough for what falls to bounce. */
  private static final int STEPS = 150;

  private static Workers workers;

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
      })
  void aValueSetBeforeTheFirstStepIsTheSceneWithThatValue(String scene, String path, String value)
      throws Exception {
    Stage given = stage(scene, Map.of(path, value)), set = stage(scene, Map.of());
    set.apply(new Action.Set(path, value));
    assertThat(set.currentValues()).isEqualTo(given.currentValues());
    long same = hash(given, STEPS);
    assertThat(hash(set, STEPS)).isEqualTo(same);
    assertThat(hash(stage(scene, Map.of()), STEPS)).isNotEqualTo(same); // it does matter
  }

  @Test
  void thresholdsOfTearingCountFromTheStepOnAtWhichTheyAreSet() throws Exception {
    Stage tough = stage("tear-star", Map.of()), weak = stage("tear-star", Map.of());
    tough.apply(new Action.Set("bodies[0].tear.tear", "9"));
    tough.apply(new Action.Set("bodies[0].tear.split", "8"));
    weak.apply(new Action.Set("bodies[0].tear.merge", "1.01"));
    weak.apply(new Action.Set("bodies[0].tear.split", "1.02"));
    weak.apply(new Action.Set("bodies[0].tear.tear", "1.05"));
    hash(tough, STEPS);
    hash(weak, STEPS);
    assertThat(tough.tears()).isZero();
    assertThat(weak.tears()).isPositive();
    weak.apply(new Action.Set("bodies[0].tear.tear", "9"));
    weak.apply(new Action.Set("bodies[0].tear.split", "8"));
    int torn = weak.tears();
    hash(weak, 20);
    assertThat(weak.tears()).isEqualTo(torn);
  }

  @Test
  void effectsOfOtherKindsNeedANewStart() throws Exception {
    String path = "bodies[0].effects";
    String soft = "[{\"kind\": \"squashStretch\", \"stretch\": 0.2}]";
    String strong = "[{\"kind\": \"squashStretch\", \"stretch\": 0.9}]";
    String other = "[{\"kind\": \"inflate\"}]";
    Stage stage = stage("falling-cuboid", Map.of(path, soft));
    assertThat(stage.canTake(path, strong)).isTrue();
    assertThat(stage.canTake(path, other)).isFalse();
    assertThat(stage.canTake(path, "[]")).isFalse();
    assertThatThrownBy(() -> stage.apply(new Action.Set(path, other)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(stage.log()).isEmpty();
    stage.apply(new Action.Set(path, strong));
    Stage given = stage("falling-cuboid", Map.of(path, strong));
    assertThat(hash(stage, STEPS)).isEqualTo(hash(given, STEPS));
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
    live.apply(new Action.Set(path, strong));
    live.apply(new Action.Set("bodies[0].friction", "0"));
    live.apply(new Action.Set("bodies[0].volumeKeeping", "0.7"));
    hash(live, 50);
    live.back(mark);
    assertThat(hash(live, STEPS)).isEqualTo(hash(plain, STEPS));
  }
}
