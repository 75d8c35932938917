package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.shinari.cartoon.Burst;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.world.Effect;
import dev.shinari.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectSceneTest {
  private static World world(String bodies) throws Exception {
    String text = "{ 'bodies': [ " + bodies + " ] }";
    return SceneBuilder.build(
            SceneFile.parse("t.jsonc", text.replace('\'', '"'), null, List.of()).scene())
        .world();
  }

  private static String complaint(String bodies) {
    return catchThrowableOfType(SceneException.class, () -> world(bodies))
        .problems()
        .get(0)
        .message();
  }

  @Test
  void everyKindOfEffectCanBePutOnABody() throws Exception {
    World w =
        world(
            "{ 'shape': 'cuboid', 'cage': { 'kind': 'lattice', 'resolution': 4 }, 'effects': ["
                + "'superElastic', 'burst', 'squashStretch', 'jump', 'impactHold', 'smear',"
                + "'gainBounce', 'wobble', 'melt', 'inflate', 'dent', { 'kind': 'followThrough',"
                + "'parts': { 'kind': 'side', 'side': 'left' } } ] }, "
                + "{ 'shape': 'cuboid', 'cage': { 'resolution': 4 }, 'position': [0, 2, 0],"
                + "'effects': ['breakdown'] }");
    List<String> names = w.effects(w.bodies().get(0)).stream().map(Effect::name).toList();
    assertThat(names)
        .containsExactly(
            "superElastic",
            "burst",
            "squashStretch",
            "jump",
            "impactHold",
            "smear",
            "gainBounce",
            "wobble",
            "melt",
            "inflate",
            "dent",
            "followThrough");
    assertThat(w.fracture(w.bodies().get(1))).isNotNull();
    for (int k = 0; k < 20; k++) {
      w.step(1 / 240f);
    }
    assertThat(w.report().frozen()).isZero();
  }

  @Test
  void bodiesThatBurstAtOneTimeShareOneBurst() throws Exception {
    World w =
        world(
            "{ 'shape': 'cuboid', 'cage': { 'resolution': 2 }, 'repeat': { 'count': 3,"
                + "'offset': [0.1, 0, 0] }, 'effects': ['burst'] }");
    Effect first = w.effects(w.bodies().get(0)).get(0);
    assertThat(first).isInstanceOf(Burst.class);
    assertThat(w.effects(w.bodies().get(2)).get(0)).isSameAs(first);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{ 'kind': 'burst', 'strength': -1 }| strength",
        "{ 'kind': 'squashStretch', 'squash': 1 }| squash",
        "{ 'kind': 'inflate', 'size': 1e9 }| size",
        "{ 'kind': 'wobble', 'fromSeconds': 2, 'untilSeconds': 1 }| later than `fromSeconds`",
        "{ 'kind': 'jump', 'velocity': [0, 0, 0] }| must not be [0, 0, 0]",
        "{ 'kind': 'sqashStretch' }| squashStretch",
      })
  void absurdNumbersAreRefusedWithTheirKey(String effect, String expected) {
    assertThat(complaint("{ 'shape': 'cuboid', 'effects': [ " + effect + " ] }"))
        .contains(expected);
  }

  @Test
  void anEffectOnABodyThatCannotTakeItIsAPlainLine() {
    assertThat(
            complaint(
                "{ 'shape': 'cuboid', 'effects': [ { 'kind': 'followThrough',"
                    + "'parts': { 'kind': 'all' } } ] }"))
        .contains("some that are not");
  }
}
