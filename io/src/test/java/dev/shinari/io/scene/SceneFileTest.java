package dev.shinari.io.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.shinari.io.scene.format.FileNames;
import dev.shinari.io.scene.format.Problem;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.format.Setting;
import dev.shinari.io.scene.format.Vec3;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.Preset;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.io.scene.plan.ShapePlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SceneFileTest {
  private static SceneFile parse(String text, String... sets) throws SceneException {
    List<Setting> settings = new java.util.ArrayList<>();
    for (String s : sets) {
      settings.add(Setting.parse(s));
    }
    return SceneFile.parse("film.jsonc", text, null, settings);
  }

  private static List<String> problems(String text, String... sets) {
    SceneException e = catchThrowableOfType(SceneException.class, () -> parse(text, sets));
    assertThat(e).as("problems of %s", text).isNotNull();
    return e.problems().stream().map(Problem::toString).toList();
  }

  @Test
  void oneBodyIsEnough() throws SceneException {
    Scene s = parse("{ \"bodies\": [ { \"shape\": \"cuboid\" } ] }").scene();
    assertThat(s.name()).isEqualTo("film");
    assertThat(s.frames()).isEqualTo(72);
    assertThat(s.framesPerSecond()).isEqualTo(24);
    assertThat(s.stepSeconds()).isEqualTo(1 / 240f);
    assertThat(s.bodies()).hasSize(1);
    assertThat(s.bodies().get(0).name()).isEqualTo("cuboid");
    assertThat(s.colliders()).hasSize(1);
    assertThat(s.colliders().get(0).shape()).isInstanceOf(Scene.ColliderShape.Plane.class);
  }

  @Test
  void commentsTrailingCommasAndAByteOrderMarkAreRead() throws SceneException {
    Scene s =
        parse(
                """
                \uFEFF// a film
                {
                  "$schema": "scene.schema.json", /* for editors */
                  "frames": 10,
                  "bodies": [ { "shape": { "kind": "sphere", "radius": 0.5, }, }, ],
                }
                """)
            .scene();
    assertThat(s.frames()).isEqualTo(10);
    assertThat(s.bodies().get(0).shape()).isEqualTo(new ShapePlan.Sphere(0.5f));
  }

  @Test
  void everyPartOfARichSceneArrives() throws SceneException {
    Scene s =
        parse(
                """
                {
                  "seed": 7, "airDrag": 0.5,
                  "forces": [
                    { "kind": "wind", "velocity": [3, 0, 0], "fromSeconds": 1, "untilSeconds": 2 },
                    { "kind": "vortex", "axis": [0, 0, 1] }, "attractor",
                    { "kind": "push", "acceleration": [1, 2, 3] },
                  ],
                  "bodies": [
                    { "shape": { "kind": "solid", "part": { "kind": "blend", "parts": [
                        { "kind": "ball", "radius": 0.2 },
                        { "kind": "cut", "parts": [ { "kind": "block", "size": [1, 1, 1] } ] } ] } },
                      "cage": "lattice", "elasticity": { "alpha": 0.5, "damping": 2 } },
                    { "shape": "strand", "elasticity": "jelly",
                      "pins": [ { "kind": "side", "side": "left" } ],
                      "handles": [ { "select": "all", "releaseSeconds": 1,
                                     "motion": { "keys": [ { "seconds": 0 }, { "seconds": 1, "move": [1, 0, 0] } ] } } ],
                      "repeat": { "grid": [2, 3, 4], "offset": [1, 2, 3], "colors": ["#010203"] } },
                  ],
                  "colliders": [
                    { "kind": "heightField", "heights": [[0, 1, 2], [3, 4, 5]] },
                    { "kind": "capsule", "radius": 1, "length": 2, "motion": { "spinDegPerSecond": [0, 90, 0] } },
                    { "kind": "slope", "normal": [1, 1, 0] },
                  ],
                  "camera": { "target": [0, 1, 0] },
                }
                """)
            .scene();
    assertThat(s.forces().get(0).untilSeconds()).isEqualTo(2);
    assertThat(s.forces().get(2).untilSeconds()).isInfinite();
    BodyPlan solid = s.bodies().get(0);
    assertThat(solid.cage().lattice()).isTrue();
    assertThat(solid.elasticity().alpha()).isEqualTo(0.5f);
    ShapePlan.Group part = (ShapePlan.Group) ((ShapePlan.Solid) solid.shape()).part();
    assertThat(part.joint()).isEqualTo(ShapePlan.Joint.BLEND);
    assertThat(part.parts().get(1)).isInstanceOf(ShapePlan.Group.class);
    BodyPlan strand = s.bodies().get(1);
    assertThat(strand.elasticity()).isEqualTo(Preset.JELLY.elasticity());
    assertThat(strand.density()).isEqualTo(0.05f);
    assertThat(strand.pins().get(0)).isEqualTo(new BodyPlan.Selection.Side(0, false, 0.1f));
    assertThat(strand.handles().get(0).motion().keys()).hasSize(2);
    assertThat(strand.repeat().count()).isEqualTo(24);
    assertThat(strand.repeat().place(23)).isEqualTo(new Vec3(1, 4, 9));
    Scene.ColliderShape.HeightField h =
        (Scene.ColliderShape.HeightField) s.colliders().get(0).shape();
    assertThat(h.columns()).isEqualTo(3);
    assertThat(h.rows()).isEqualTo(2);
    assertThat(s.camera().target()).isEqualTo(new Vec3(0, 1, 0));
  }

  /**
   * Each line: a scene with one mistake, and what is said about it. Single quotes stand for double.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'bodies': [{'shape': 'cuboid', 'elasticity': {'frequncyHz': 2}}]} | 1:48: unknown key `frequncyHz` in bodies[0].elasticity, did you mean `frequencyHz`?",
        "{'Frames': 2, 'bodies': [{'shape': 'cuboid'}]} | 1:2: unknown key `Frames`, did you mean `frames`?",
        "{'xyzzy': 2, 'bodies': [{'shape': 'cuboid'}]} | 1:2: unknown key `xyzzy`; known keys here: $schema, name,",
        "{'frames': '10', 'bodies': [{'shape': 'cuboid'}]} | 1:12: `frames` must be a whole number from 1 to 100000, got the text \"10\"",
        "{'frames': 2.5, 'bodies': [{'shape': 'cuboid'}]} | 1:12: `frames` must be a whole number from 1 to 100000, got 2.5",
        "{'frames': 0, 'bodies': [{'shape': 'cuboid'}]} | 1:12: `frames` must be a whole number from 1 to 100000, got 0",
        "{'airDrag': -1, 'bodies': [{'shape': 'cuboid'}]} | 1:13: `airDrag` must be a number from 0 to 1000 (1/s), got -1",
        "{'airDrag': NaN, 'bodies': [{'shape': 'cuboid'}]} | 1:13: `airDrag` must be a finite number from 0 to 1000, got NaN",
        "{'airDrag': 1e999, 'bodies': [{'shape': 'cuboid'}]} | 1:13: `airDrag` must be a finite number from 0 to 1000, got 1e999",
        "{'gravity': [0, -Infinity, 0], 'bodies': [{'shape': 'cuboid'}]} | 1:17: `gravity[1]` must be a finite number, got -Infinity",
        "{'gravity': [0, 1e20, 0], 'bodies': [{'shape': 'cuboid'}]} | 1:17: `gravity[1]` must be a number below a million (m/s^2), got 1e20",
        "{'gravity': [0, 1], 'bodies': [{'shape': 'cuboid'}]} | 1:13: `gravity` must be three numbers [x, y, z] (m/s^2), got a list of 2",
        "{'gravity': 9.81, 'bodies': [{'shape': 'cuboid'}]} | 1:13: `gravity` must be three numbers [x, y, z] (m/s^2), got 9.81",
        "{'bodies': []} | 1:12: the scene: `bodies` must have at least one body",
        "{} | 1:1: the scene: `bodies` must have at least one body",
        "[] | 1:1: the scene must be an object { ... }, got a list of 0",
        "{'bodies': [{'shape': 'cubiod'}]} | 1:23: `bodies[0].shape.kind` must be one of cuboid, cylinder, tube, sphere, teddy, car, leg, bunny, star, sheet, strand, solid, file, drawing, got the text \"cubiod\", did you mean \"cuboid\"?",
        "{'bodies': [{'shape': {'radius': 1}}]} | 1:23: `bodies[0].shape` needs the key `kind`: one of cuboid",
        "{'bodies': [{}]} | 1:13: `bodies[0]` needs the key `shape`: what it is made of",
        "{'bodies': [{'shape': 'cuboid', 'color': 'red'}]} | 1:42: `bodies[0].color` must be a color such as \"#F2A65A\", got the text \"red\"",
        "{'bodies': [{'shape': 'cuboid', 'elasticity': {'alpha': 1, 'frequencyHz': 2}}]} | 1:57: `bodies[0].elasticity`: `alpha` stands instead of",
        "{'bodies': [{'shape': 'cuboid', 'elasticity': 'jely'}]} | did you mean \"jelly\"?",
        "{'bodies': [{'shape': 'cuboid', 'repeat': {}}]} | 1:43: `bodies[0].repeat`: give either `count` or `grid`",
        "{'bodies': [{'shape': 'cuboid', 'repeat': {'grid': [100, 100, 100]}}]} | at most 10000 bodies",
        "{'bodies': [{'shape': {'kind': 'file', 'path': 'a.obj'}}]} | 1:48: `bodies[0].shape.path`: a built-in scene cannot name files",
        "{'name': '../x', 'bodies': [{'shape': 'cuboid'}]} | 1:10: `name` must be a name of letters",
        "{'forces': [{'kind': 'wind', 'velocity': [1,0,0], 'fromSeconds': 3, 'untilSeconds': 2}], 'bodies': [{'shape': 'cuboid'}]} | `forces[0]`: `untilSeconds` must be later than `fromSeconds`",
        "{'colliders': [{'kind': 'slope', 'normal': [0,0,0]}], 'bodies': [{'shape': 'cuboid'}]} | `normal` must not be [0, 0, 0]",
        "{'colliders': [{'kind': 'heightField', 'heights': [[0,0],[0,0,0]]}], 'bodies': [{'shape': 'cuboid'}]} | must be of one length",
        "{'bodies': [{'shape': 'cuboid', 'handles': [{'select': 'all', 'motion': {'keys': [{'seconds': 1}, {'seconds': 1}]}}]}]} | must be in order of time",
        "{'contact': {'between': 1}, 'bodies': [{'shape': 'cuboid'}]} | 1:25: `contact.between` must be true or false, got 1",
        "{'bodies': [{'shape': 'cuboid'}], 'bodies': [{'shape': 'cuboid'}]} | 1:35: key `bodies` is given twice",
        "{'bodies': [{'shape': 'cuboid'} | 1:32: not valid JSON: the file ends inside the list that starts at 1:12",
        "{'bodies': [{'shape': cuboid}]} | 1:23: not valid JSON: unrecognized word `cuboid`; text needs double quotes",
        "{'bodies': [{'shape': 'cuboid'}]} {} | 1:35: text after the end of the scene",
        "~ ~ | 1:1: the file is empty",
      })
  void eachMistakeIsNamedWithItsPlace(String scene, String expected) {
    List<String> found = problems(scene.replace('\'', '"'));
    assertThat(found).hasSize(1);
    assertThat(found.get(0)).startsWith("film.jsonc:").contains(expected).doesNotContain("\n");
  }

  @Test
  void allProblemsAreReportedAtOnceInTheOrderOfTheText() {
    List<String> found =
        problems(
            """
            {
              "frames": -1,
              "gravty": [0, 0, 0],
              "bodies": [
                { "shape": "cuboid", "density": NaN },
                { "shap": "cuboid" },
              ],
            }
            """);
    assertThat(found)
        .containsExactly(
            "film.jsonc:2:13: `frames` must be a whole number from 1 to 100000, got -1",
            "film.jsonc:3:3: unknown key `gravty`, did you mean `gravity`?",
            "film.jsonc:5:37: `bodies[0].density` must be a finite number above 0 and at most 100000, got NaN",
            "film.jsonc:6:5: `bodies[1]` needs the key `shape`: what it is made of",
            "film.jsonc:6:7: unknown key `shap` in bodies[1], did you mean `shape`?");
  }

  @Test
  void missingFilesAreNamedAndNearOnesSuggested(@TempDir Path dir) throws Exception {
    Files.writeString(dir.resolve("bunny.obj"), "v 0 0 0\n");
    Path scene = dir.resolve("s.jsonc");
    Files.writeString(
        scene, "{ \"bodies\": [ { \"shape\": { \"kind\": \"file\", \"path\": \"buny.obj\" } } ] }");
    SceneException e =
        catchThrowableOfType(SceneException.class, () -> SceneFile.read(scene, List.of()));
    assertThat(e.problems()).hasSize(1);
    assertThat(e.getMessage())
        .contains("s.jsonc:1:52")
        .contains("there is no file \"buny.obj\"")
        .contains("did you mean \"bunny.obj\"?");
    Files.writeString(
        scene,
        "{ \"bodies\": [ { \"shape\": { \"kind\": \"file\", \"path\": \"bunny.obj\" } } ] }");
    ShapePlan shape = SceneFile.read(scene, List.of()).scene().bodies().get(0).shape();
    assertThat(((ShapePlan.File) shape).path()).isEqualTo(dir.resolve("bunny.obj").toString());
    Files.writeString(
        scene,
        "{ \"bodies\": [ { \"shape\": { \"kind\": \"file\", \"path\": \"bunny.fbx\" } } ] }");
    e = catchThrowableOfType(SceneException.class, () -> SceneFile.read(scene, List.of()));
    assertThat(e.getMessage()).contains("a kind that can be read (.obj, .ply");
  }

  @Test
  void aFileThatIsNoSceneTextIsRefusedInOneLine(@TempDir Path dir) throws Exception {
    Path binary = dir.resolve("x.jsonc");
    Files.write(binary, new byte[] {(byte) 0xFF, (byte) 0xFE, 0, 1});
    for (Path p : List.of(binary, dir, dir.resolve("none.jsonc"))) {
      SceneException e =
          catchThrowableOfType(SceneException.class, () -> SceneFile.read(p, List.of()));
      assertThat(e.problems()).hasSize(1);
      assertThat(e.getMessage()).startsWith(p.toString()).doesNotContain("\n");
    }
  }

  @Test
  void settingsTakeThePlaceOfValues() throws SceneException {
    String text =
        "{ 'bodies': [ { 'shape': 'sphere' }, { 'shape': 'teddy' } ] }".replace('\'', '"');
    SceneFile f =
        parse(
            text,
            "frames=5",
            "bodies[0].elasticity.frequencyHz=2",
            "bodies[0].shape.radius=0.7",
            "bodies[1].position=[1, 2, 3]",
            "bodies[1].color=#123456",
            "camera.margin=0.2",
            "name=wobble",
            "bodies[1].cage=lattice",
            "bodies[1].cage.resolution=5");
    Scene s = f.scene();
    assertThat(s.frames()).isEqualTo(5);
    assertThat(s.name()).isEqualTo("wobble");
    assertThat(s.bodies().get(0).elasticity().frequencyHz()).isEqualTo(2);
    assertThat(s.bodies().get(0).shape()).isEqualTo(new ShapePlan.Sphere(0.7f));
    assertThat(s.bodies().get(1).position()).isEqualTo(new Vec3(1, 2, 3));
    assertThat(s.bodies().get(1).look().toRgb()).isEqualTo(0x123456);
    assertThat(s.bodies().get(1).cage()).isEqualTo(new BodyPlan.Cage(true, 5, 2, 1, false));
    assertThat(s.camera().margin()).isEqualTo(0.2f);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frames=zero | --set frames=zero: `frames` must be a whole number",
        "frams=3 | --set frams=3: unknown key `frams`, did you mean `frames`?",
        "bodies[1].scale=2 | --set bodies[1].scale=2: `bodies` has no entry 1: the file gives 1, counted from 0",
        "frames.x=2 | --set frames.x=2: `frames` is 3, it has no key `x`",
        "bodies.x=2 | --set bodies.x=2: `bodies` is a list of 1, it has no key `x`",
        "camera[0]=2 | the file gives no list `camera` whose entry could be set",
        "bodies[0].scale=NaN | --set bodies[0].scale=NaN: `bodies[0].scale` must be a finite number above 0 and at most 10000, got NaN",
        "bodies | --set bodies: expected path=value",
        "=3 | --set =3: expected path=value",
        "a..b=3 | --set a..b=3: expected path=value",
        "[0]=3 | --set [0]=3: expected path=value",
      })
  void aWrongSettingIsNamedAsTheUserWroteIt(String set, String expected) {
    List<String> found =
        problems("{ \"frames\": 3, \"bodies\": [ { \"shape\": \"sphere\" } ] }", set);
    assertThat(found).hasSize(1);
    assertThat(found.get(0)).contains(expected);
  }

  @Test
  void everyResolvedValueSaysWhereItCameFrom() throws SceneException {
    SceneFile f =
        parse("{\n  \"frames\": 3,\n  \"bodies\": [ { \"shape\": \"sphere\" } ]\n}", "seed=9");
    Map<String, String> origins = new TreeMap<>();
    f.resolved().visit((path, leaf) -> origins.put(path, leaf.toJson() + " " + leaf.origin()));
    assertThat(origins)
        .containsEntry("frames", "3 line 2")
        .containsEntry("seed", "9 --set seed=9")
        .containsEntry("gravity", "[0, -9.81, 0] default")
        .containsEntry("bodies[0].shape.kind", "\"sphere\" line 3")
        .containsEntry("bodies[0].shape.radius", "0.25 default")
        .containsEntry("colliders[0].kind", "\"floor\" default");
  }

  @Test
  void nestingBeyondReasonIsRefused() {
    String deep = "{\"bodies\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
    assertThat(problems(deep)).hasSize(1);
    assertThat(problems(deep).get(0)).contains("not valid JSON");
  }

  @Test
  void namesOfFilesBecomeNamesOfScenes() {
    assertThat(FileNames.sceneName("a/b c/my film.v2.jsonc")).isEqualTo("my-film.v2");
    assertThat(FileNames.sceneName("..jsonc")).isEqualTo("scene");
    assertThat(FileNames.sceneName("C:\\x\\film.jsonc")).isEqualTo("film");
  }

  @Test
  void textIsReadAsUtf8(@TempDir Path dir) throws Exception {
    Path p = dir.resolve("u.jsonc");
    Files.write(
        p,
        "{ \"title\": \"しなり\", \"bodies\": [ { \"shape\": \"sphere\" } ] }"
            .getBytes(StandardCharsets.UTF_8));
    assertThat(SceneFile.read(p, List.of()).scene().title()).isEqualTo("しなり");
  }
}
