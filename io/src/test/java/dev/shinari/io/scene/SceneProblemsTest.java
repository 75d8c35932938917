package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.format.FileNames;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.plan.Scene;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What building finds is told all at once, each with its place in the file. */
class SceneProblemsTest {
  @TempDir Path folder;

  private List<Problem> problems(String text) {
    return SceneFile.problems("t.jsonc", text.replace('\'', '"'), folder, List.of());
  }

  private static void assertAt(Problem p, int line, int column, String... words) {
    assertThat(p.toString()).startsWith("t.jsonc:" + line + ":" + column + ": ").contains(words);
  }

  @Test
  void fiveThingsThatCannotBeBuiltAreFiveLinesWithPlaces() throws Exception {
    Files.writeString(folder.resolve("bad.obj"), "v 0 0 0\nf 1 2 3\n");
    String text =
        """
        { 'bodies': [
          { 'name': 'a', 'shape': 'cuboid', 'cage': { 'resolution': 3 },
            'pins': [ 'all', { 'kind': 'sphere', 'center': [9, 0, 0], 'radius': 1 } ] },
          { 'name': 'b', 'shape': { 'kind': 'file', 'path': 'bad.obj' } },
          { 'name': 'c', 'shape': 'cuboid', 'cage': { 'resolution': 3 },
            'handles': [ { 'select': { 'kind': 'box', 'min': [8, 8, 8], 'max': [9, 9, 9] } } ],
            'examples': {
              'poses': [ 'bend' ],
              'drive': [ { 'kind': 'time', 'pose': 'bent', 'curve': [ { 'at': 0, 'weight': 1 } ] } ] } },
          { 'name': 'd', 'shape': 'sheet', 'tear': { 'levels': 2 } } ] }
        """;
    List<Problem> found = problems(text);
    assertThat(found).hasSize(5);
    assertAt(found.get(0), 3, 22, "body a: pin 2 selects no particles", "make it larger");
    assertAt(found.get(1), 4, 53, "body b: ", "bad.obj");
    assertAt(found.get(2), 6, 30, "body c: handle 1 selects no particles");
    assertAt(found.get(3), 9, 44, "no pose bent, did you mean bend?");
    assertAt(found.get(4), 10, 56, "body d", "never halved", "remove `levels`");
    String readable = text.replace('\'', '"');
    Scene scene = SceneFile.parse("t.jsonc", readable, folder, List.of()).scene();
    SceneException thrown =
        catchThrowableOfType(SceneException.class, () -> SceneBuilder.build(scene));
    assertThat(thrown.problems()).isEqualTo(found);
  }

  @Test
  void problemsOfTheTextHideNoneOfTheBuilding() {
    List<Problem> found =
        problems(
            """
            { 'frames': -1,
              'bodies': [
              { 'name': 'wrong', 'shape': 'cubiod', 'handles': [ { 'name': 'h', 'select': 'all' } ] },
              { 'shape': 'cuboid', 'cage': { 'resolution': 3, 'halfWidth': 1 },
                'examples': { 'poses': [ 'twist' ], 'drive': [
                  { 'kind': 'distance', 'body': 'wrong', 'handle': 'h', 'pose': 'twist',
                    'curve': [ { 'at': 0, 'weight': 1 } ] } ] } } ],
              'colliders': [ { 'kind': 'sphere', 'radius': 0 } ] }
            """);
    assertThat(found).hasSize(4);
    assertAt(found.get(0), 1, 13, "`frames` must be");
    assertAt(found.get(1), 3, 31, "did you mean \"cuboid\"?");
    assertAt(found.get(2), 4, 64, "body cuboid-2: `cage.halfWidth` means nothing here");
    assertAt(found.get(3), 8, 48, "radius");
  }

  @Test
  void aSoundSceneHasNoProblems() {
    assertThat(problems("{ 'bodies': [ { 'shape': 'cuboid', 'cage': { 'resolution': 3 } } ] }"))
        .isEmpty();
  }

  @Test
  void aProblemOfAValueFromAnOptionNamesTheOption() throws Exception {
    List<Problem> found =
        SceneFile.problems(
            "t.jsonc",
            "{ \"bodies\": [ { \"shape\": \"sheet\", \"cage\": { \"resolution\": 3 } } ] }",
            folder,
            List.of(Setting.parse("bodies[0].cage.uneven=3")));
    assertThat(found).hasSize(1);
    assertThat(found.get(0).toString())
        .startsWith("--set bodies[0].cage.uneven=3: body sheet: ")
        .contains("remove it");
  }

  @Test
  void everyPartOfACreatureIsNamedWithItsPlace() {
    List<Problem> found =
        problems(
            """
            { 'creatures': [ { 'name': 'x', 'limbs': [
                { 'from': [0, 0, 0], 'to': [0, 0, 0] },
                { 'from': [0, 0, 0], 'to': [0, 1, 0] },
                { 'from': [1, 0, 0], 'to': [1, 0, 0] } ] },
              { 'name': 'y', 'limbs': [ { 'from': [0, 0, 0], 'to': [0, 1, 0], 'parts': 2 } ],
                'grips': [ { 'hold': 'exoskeleton', 'at': [0, 0, 0] } ] } ] }
            """);
    assertThat(found).hasSize(3);
    assertAt(found.get(0), 2, 5, "creature x: limb 1 has no length");
    assertAt(found.get(1), 4, 5, "creature x: limb 3 has no length");
    assertAt(found.get(2), 6, 16, "creature y", "there is none");
  }

  // ---- names

  @Test
  void aNameThatIsGivenTwiceIsToldWithBothPlaces() {
    List<Problem> found =
        problems(
            """
            { 'bodies': [
              { 'name': 'ball', 'shape': 'sphere', 'cage': { 'resolution': 3 }, 'repeat': { 'count': 3 } },
              { 'name': 'ball-2', 'shape': 'sphere', 'cage': { 'resolution': 3 } } ],
              'creatures': [ { 'name': 'ground', 'limbs': [ { 'from': [0, 0, 0], 'to': [0, 1, 0], 'parts': 2 } ] } ],
              'colliders': [ { 'kind': 'floor', 'name': 'ground' } ] }
            """);
    assertThat(found).hasSize(2);
    assertAt(found.get(0), 3, 13, "the name ball-2 is already that of `bodies[0]` (line 2)");
    assertAt(found.get(1), 4, 28, "the name ground is already that of `colliders[0]` (line 5)");
  }

  @Test
  void namesInsideOfABodyDifferToo() {
    List<Problem> found =
        problems(
            """
            { 'bodies': [ { 'shape': 'cuboid', 'cage': { 'resolution': 4 },
              'handles': [ { 'name': 'h', 'select': 'all' },
                { 'name': 'h', 'select': 'all' } ],
              'examples': { 'poses': [ { 'kind': 'bend', 'name': 'p' },
                  { 'kind': 'twist', 'name': 'p' } ],
                'groups': { 'kind': 'sets', 'sets': [
                  { 'name': 'g', 'select': { 'kind': 'side', 'side': 'top' } },
                  { 'name': 'g', 'select': 'all' } ] } } } ] }
            """);
    assertThat(found).extracting(Problem::line).containsExactly(3, 5, 8);
    assertThat(found.get(0).message()).contains("handle name h is already given at line 2");
    assertThat(found.get(1).message()).contains("pose name p is already given at line 4");
    assertThat(found.get(2).message()).contains("group name g is already given at line 7");
  }

  @Test
  void namesThatNobodyGaveKeepOutOfTheWay() throws Exception {
    String text =
        "{ \"bodies\": [ { \"shape\": \"sphere\" }, { \"name\": \"sphere-1\", \"shape\": \"sphere\" },"
            + " { \"name\": \"floor\", \"shape\": \"sphere\" } ] }";
    SceneBuilder.Built b =
        SceneBuilder.build(SceneFile.parse("t.jsonc", text, null, List.of()).scene());
    assertThat(b.world().bodies())
        .extracting(x -> x.name())
        .containsExactly("sphere-1-2", "sphere-1", "floor");
    assertThat(b.world().colliders().get(0).name()).isEqualTo("floor-2");
  }

  private static final String DRIVEN =
      """
      { 'bodies': [ { 'name': 'a', 'shape': 'cuboid', 'cage': { 'resolution': 3 }, 'pins': [ 'all' ],
          'handles': [ { 'select': 'all' }, { 'name': 'hand', 'select': 'all' } ] },
        { 'name': 'b', 'shape': 'cuboid', 'cage': { 'resolution': 3 }, 'repeat': { 'count': 2 },
          'examples': { 'poses': [ 'bend' ], 'drive': [ { 'kind': 'distance', 'pose': 'bend',
            %s, 'curve': [ { 'at': 0, 'weight': 1 } ] } ] } } ] }
      """;

  @Test
  void aDriveCallsAHandleByItsNameOrItsNumber() throws Exception {
    for (String handle : List.of("'hand'", "1")) {
      String text = DRIVEN.formatted("'body': 'a', 'handle': " + handle).replace('\'', '"');
      SceneBuilder.build(SceneFile.parse("t.jsonc", text, null, List.of()).scene());
    }
    assertThat(problems(DRIVEN.formatted("'body': 'a', 'handle': 'hnad'")))
        .singleElement()
        .satisfies(p -> assertAt(p, 5, 30, "no handle hnad", "or by name: hand"));
    assertThat(problems(DRIVEN.formatted("'body': 'b'")))
        .singleElement()
        .satisfies(p -> assertAt(p, 5, 15, "b is repeated; name one of them, such as b-1"));
    assertThat(problems(DRIVEN.formatted("'body': 'b-2'"))).isEmpty();
  }

  @Test
  void aPieceThatCanNeverBeIsRefused() {
    String text =
        """
        { 'bodies': [ { 'name': 'cloth', 'shape': { 'kind': 'drawing', 'outline': [[0,0],[1,0],[0,1]] },
            'cage': { 'resolution': 4 },
            'tear': { 'cuts': [ { 'piece': '%s', 'from': [0, 0, 0], 'to': [1, 1, 0] } ] } } ] }
        """;
    assertThat(problems(text.formatted("cloth-3"))).isEmpty();
    assertThat(problems(text.formatted("clot-3")))
        .singleElement()
        .satisfies(p -> assertAt(p, 3, 36, "no piece of it is ever called clot-3"));
  }

  @Test
  void scenesOfAnyScriptHaveNamesOfTheirOwn() {
    assertThat(FileNames.sceneName("a/\u732b.jsonc")).isEqualTo("\u732b");
    assertThat(FileNames.sceneName("\u72ac.jsonc")).isEqualTo("\u72ac");
    assertThat(FileNames.sceneName("d\u00e9j\u00e0 vu.jsonc")).isEqualTo("d\u00e9j\u00e0-vu");
  }
}
