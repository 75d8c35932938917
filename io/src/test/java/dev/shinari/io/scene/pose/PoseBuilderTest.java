package dev.shinari.io.scene.pose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.shinari.body.Body;
import dev.shinari.example.ExamplePose;
import dev.shinari.fracture.view.FractureHistory;
import dev.shinari.io.gltf.TestGltf;
import dev.shinari.io.scene.SceneFile;
import dev.shinari.io.scene.build.CageTemplate;
import dev.shinari.io.scene.build.SceneBuilder;
import dev.shinari.io.scene.build.ShapeBuilder;
import dev.shinari.io.scene.format.SceneException;
import dev.shinari.io.scene.plan.BodyPlan;
import dev.shinari.io.scene.plan.BuildLog;
import dev.shinari.io.scene.plan.PoseReport;
import dev.shinari.io.scene.plan.Scene;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TetMesh;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.shape.SurfaceShapes;
import dev.shinari.mesh.shape.TetShapes;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import dev.shinari.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoseBuilderTest {
  private static final TriangleMesh BAR = SurfaceShapes.cuboid(5, 14, 5, 0.3f, 1, 0.3f);
  private static final Deformer TWIST = new Deformer.Twist(Span.of(BAR.bounds(), Axis.Y), Math.PI);

  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private final List<PoseReport> reports = new ArrayList<>();
  private ShapeBuilder.Made made;

  private List<ExamplePose> poses(String body, String poses) throws Exception {
    String text =
        "{ 'bodies': [ { 'name': 'bar', "
            + body
            + ", 'examples': { 'poses': [ "
            + poses
            + " ] } } ] }";
    Scene scene = SceneFile.parse("t.jsonc", text.replace('\'', '"'), folder, List.of()).scene();
    BodyPlan plan = scene.bodies().get(0);
    made = ShapeBuilder.make(plan);
    BuildLog log = new BuildLog(scene.places());
    List<ExamplePose> found =
        new PoseBuilder(new CageTemplate(plan, made), plan, "bodies[0].examples.poses", log)
            .make(plan.examples().poses());
    said.addAll(log.warnings());
    reports.addAll(log.poses());
    if (log.problemCount() > 0) {
      throw new SceneException(log.problems());
    }
    return found;
  }

  private static final String CUBOID =
      "'shape': { 'kind': 'cuboid', 'size': [0.3, 1, 0.3] }, 'cage': { 'resolution': 8 }";
  private static final String FILE =
      "'shape': { 'kind': 'file', 'path': 'bar.glb' }, 'cage': { 'resolution': 12 }";

  private void assertNear(float[] found, float[] wanted, float within) {
    assertThat(found).hasSameSizeAs(wanted);
    double worst = 0;
    for (int i = 0; i < found.length; i++) {
      worst = Math.max(worst, Math.abs(found[i] - wanted[i]));
    }
    assertThat(worst).isLessThan(within);
  }

  @Test
  void everyFormulaGivesAPoseNamedAfterItsKind() throws Exception {
    List<ExamplePose> found =
        poses(
            CUBOID,
            "'twist', 'bend', 'sCurve', 'shear', 'taper', 'stretch', 'ripple', 'scale', 'twist',"
                + " { 'kind': 'combine', 'name': 'both', 'parts': [ 'stretch', { 'kind': 'twist',"
                + " 'angleDeg': 30 } ] }");
    assertThat(found)
        .extracting(ExamplePose::name)
        .containsExactly(
            "twist", "bend", "sCurve", "shear", "taper", "stretch", "ripple", "scale", "twist-2",
            "both");
    for (ExamplePose p : found) {
      assertThat(p.vertexCount()).isEqualTo(made.cage().vertexCount());
      assertThat(p.positions()).isNotEqualTo(made.cage().positions());
    }
  }

  @Test
  void formulasFollowTheBodysScaleAndItsLongestSide() throws Exception {
    ExamplePose p =
        poses(
                CUBOID + ", 'scale': 2",
                "{ 'kind': 'twist', 'angleDeg': 180 },"
                    + " { 'kind': 'ripple', 'amplitude': 0.1, 'waves': 0, 'phaseDeg': 90 },"
                    + " { 'kind': 'bend', 'axis': 'y', 'toward': 'z', 'from': 0.5, 'center': [0, 0, 0.1] }")
            .get(0);
    Deformer twist =
        new Deformer.Twist(Span.of(Bounds.of(made.cage().positions()), Axis.Y), Math.PI);
    assertNear(p.positions(), twist.apply(made.cage().positions()), 1e-6f);
    float[] rippled =
        poses(
                CUBOID + ", 'scale': 2",
                "{ 'kind': 'ripple', 'amplitude': 0.1, 'waves': 0, 'phaseDeg': 90 }")
            .get(0)
            .positions();
    assertThat(rippled[0] - made.cage().positions()[0]).isCloseTo(0.2f, within(1e-6f));
  }

  @Test
  void aFlatBodyHasNoTwistAlongItsThickness() {
    SceneException e =
        catchThrowableOfType(
            SceneException.class,
            () -> poses("'shape': 'sheet'", "{ 'kind': 'twist', 'axis': 'y' }"));
    assertThat(e).hasMessageContaining("pose twist").hasMessageContaining("no length along Y");
  }

  @Test
  void slipsOfTheSceneAreNamed() {
    SceneException e =
        catchThrowableOfType(
            SceneException.class,
            () ->
                poses(
                    CUBOID,
                    "{ 'kind': 'bend', 'axis': 'y', 'toward': 'y' }, 'twst',"
                        + " { 'kind': 'twist', 'from': 1, 'to': 0 }"));
    assertThat(e.getMessage())
        .contains("`toward` must be another axis")
        .contains("twist")
        .contains("`to` must be larger than `from`");
  }

  // ---- files

  private static String node(float[] p) {
    StringBuilder s = new StringBuilder(p.length / 3 + " 3 0 0\n");
    for (int v = 0; v < p.length / 3; v++) {
      s.append(
          String.format(
              Locale.ROOT, "%d %.9g %.9g %.9g\n", v + 1, p[3 * v], p[3 * v + 1], p[3 * v + 2]));
    }
    return s.toString();
  }

  private static String obj(float[] p, int[] triangles) {
    StringBuilder s = new StringBuilder();
    for (int v = 0; v < p.length; v += 3) {
      s.append(String.format(Locale.ROOT, "v %.9g %.9g %.9g\n", p[v], p[v + 1], p[v + 2]));
    }
    for (int t = 0; t < triangles.length; t += 3) {
      s.append("f ").append(triangles[t] + 1).append(' ');
      s.append(triangles[t + 1] + 1).append(' ').append(triangles[t + 2] + 1).append('\n');
    }
    return s.toString();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(folder.resolve(name), text);
  }

  /** A GLB with shape keys of the bar: what each moves, by name. */
  private void writeGlb(String file, List<String> names, List<float[]> moved) throws IOException {
    TestGltf g = new TestGltf();
    int position = g.floats("VEC3", BAR.positions());
    int index = g.indices(BAR.triangles());
    List<String> targets = new ArrayList<>();
    for (float[] m : moved) {
      float[] delta = new float[m.length];
      for (int i = 0; i < m.length; i++) {
        delta[i] = m[i] - BAR.positions()[i];
      }
      targets.add("{'POSITION':" + g.floats("VEC3", delta) + "}");
    }
    String quoted = names.isEmpty() ? "" : "'" + String.join("','", names) + "'";
    String morphs = targets.isEmpty() ? "" : ",'targets':[" + String.join(",", targets) + "]";
    String rest =
        ("'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}],'meshes':[{'extras':"
                + "{'targetNames':["
                + quoted
                + "]},'primitives':[{'attributes':{'POSITION':"
                + position
                + "},'indices':"
                + index
                + morphs
                + "}]}]")
            .replace('\'', '"');
    Files.write(folder.resolve(file), g.glb(rest));
  }

  @Test
  void aCagesOwnVerticesComeFromTetGenGmshAndObj() throws Exception {
    TetMesh rest = TetShapes.cuboid(2, 8, 2, 0.3f, 1, 0.3f);
    float[] twisted = TWIST.apply(rest.positions());
    write("twisted.node", node(twisted));
    write("twisted.obj", obj(twisted, rest.boundary().triangles()));
    StringBuilder msh = new StringBuilder("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n");
    msh.append(node(twisted).replaceFirst(" 3 0 0", "")).append("$EndNodes\n$Elements\n");
    msh.append(rest.tetCount()).append('\n');
    for (int t = 0; t < rest.tetCount(); t++) {
      msh.append(t + 1).append(" 4 0");
      for (int c = 0; c < 4; c++) {
        msh.append(' ').append(rest.tets()[4 * t + c] + 1);
      }
      msh.append('\n');
    }
    write("twisted.msh", msh.append("$EndElements\n").toString());
    List<ExamplePose> found =
        poses(
            CUBOID,
            "{ 'kind': 'cage', 'path': 'twisted.node' }, { 'kind': 'cage', 'path': 'twisted.obj' },"
                + " { 'kind': 'cage', 'name': 'third', 'path': 'twisted.msh' }");
    assertThat(found)
        .extracting(ExamplePose::name)
        .containsExactly("twisted", "twisted-2", "third");
    assertThat(made.cage().positions()).containsExactly(rest.positions());
    for (ExamplePose p : found) {
      assertNear(p.positions(), twisted, 1e-6f);
    }
  }

  @Test
  void otherCountsAreNamedWithWhatToDo() throws Exception {
    write("short.node", node(new float[30]));
    SceneException e =
        catchThrowableOfType(
            SceneException.class, () -> poses(CUBOID, "{ 'kind': 'cage', 'path': 'short.node' }"));
    assertThat(e)
        .hasMessageContaining("81 vertices")
        .hasMessageContaining("found 10 vertices")
        .hasMessageContaining("without adding or removing");
    write("short.obj", obj(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2}));
    SceneException s =
        catchThrowableOfType(
            SceneException.class,
            () -> poses(CUBOID, "{ 'kind': 'surface', 'path': 'short.obj' }"));
    assertThat(s).hasMessageContaining("found 3 vertices").hasMessageContaining("the surface of");
  }

  @Test
  void surfacesAndShapeKeysAreCarriedOverToTheCageWithTheirResidual() throws Exception {
    float[] twisted = TWIST.apply(BAR.positions());
    writeGlb("bar.glb", List.of("Key 1", "thin"), List.of(twisted, thin()));
    write("twisted.obj", obj(twisted, BAR.triangles()));
    List<ExamplePose> found =
        poses(
            FILE,
            "{ 'kind': 'morph', 'target': 'Key 1' }, { 'kind': 'surface', 'path': 'twisted.obj' },"
                + " { 'kind': 'morph', 'name': 'all' }");
    assertThat(found)
        .extracting(ExamplePose::name)
        .containsExactly("Key 1", "twisted", "all-Key 1", "all-thin");
    float[] wanted = TWIST.apply(made.cage().positions());
    assertNear(found.get(0).positions(), wanted, 0.02f);
    assertNear(found.get(1).positions(), found.get(0).positions(), 1e-5f);
    assertThat(said).isEmpty();
    assertThat(reports).hasSize(4).allMatch(r -> r.line().contains("meets the surface to 0."));
  }

  private static float[] thin() {
    return new Deformer.Scale(0.6, 1, 1, 0, 0, 0).apply(BAR.positions());
  }

  @Test
  void aBareCageTakesPosesOfItsOuterVertices() throws Exception {
    TetMesh rest = TetShapes.cuboid(2, 8, 2, 0.3f, 1, 0.3f);
    TriangleMesh outer = dev.shinari.mesh.MeshTopology.compact(rest.boundary());
    assertThat(outer.vertexCount()).isLessThan(rest.vertexCount());
    write("twisted.obj", obj(TWIST.apply(outer.positions()), outer.triangles()));
    ExamplePose p = poses(CUBOID, "{ 'kind': 'surface', 'path': 'twisted.obj' }").get(0);
    assertNear(p.positions(), TWIST.apply(rest.positions()), 0.02f);
  }

  @Test
  void missingEmptyAndForeignShapeKeysAreNamed() throws Exception {
    writeGlb("bar.glb", List.of("smile", "frown"), List.of(thin(), BAR.positions()));
    writeGlb("plain.glb", List.of(), List.of());
    SceneException missing =
        catchThrowableOfType(
            SceneException.class, () -> poses(FILE, "{ 'kind': 'morph', 'target': 'smlie' }"));
    assertThat(missing)
        .hasMessageContaining("smile, frown")
        .hasMessageContaining("did you mean \"smile\"");
    SceneException empty =
        catchThrowableOfType(
            SceneException.class, () -> poses(FILE, "{ 'kind': 'morph', 'target': 'frown' }"));
    assertThat(empty).hasMessageContaining("\"frown\", which moves none");
    SceneException none =
        catchThrowableOfType(
            SceneException.class, () -> poses(FILE, "{ 'kind': 'morph', 'path': 'plain.glb' }"));
    assertThat(none).hasMessageContaining("Shape Keys");
    assertThat(poses(FILE, "'morph'")).extracting(ExamplePose::name).containsExactly("smile");
    assertThat(said).anyMatch(s -> s.contains("frown moves nothing and was left out"));
    SceneException noFile =
        catchThrowableOfType(SceneException.class, () -> poses(CUBOID, "'morph'"));
    assertThat(noFile).hasMessageContaining("needs a `path`");
  }

  @Test
  void mirroredAndCollapsedShapeKeysAreRefused() throws Exception {
    float[] mirror = BAR.positions().clone();
    for (int i = 0; i < mirror.length; i += 3) {
      mirror[i] = -mirror[i];
    }
    writeGlb("bar.glb", List.of("mirror", "point"), List.of(mirror, new float[mirror.length]));
    SceneException e =
        catchThrowableOfType(
            SceneException.class, () -> poses(FILE, "{ 'kind': 'morph', 'target': 'mirror' }"));
    assertThat(e).hasMessageContaining("pose mirror").hasMessageContaining("mirror image");
    SceneException p =
        catchThrowableOfType(
            SceneException.class, () -> poses(FILE, "{ 'kind': 'morph', 'target': 'point' }"));
    assertThat(p).hasMessageContaining("collapsed");
  }

  @Test
  void aSurfaceWithAnotherMeshIsRegistered() throws Exception {
    writeGlb("bar.glb", List.of("thin"), List.of(thin()));
    TriangleMesh other = SurfaceShapes.cuboid(3, 9, 3, 0.3f, 1, 0.3f);
    Deformer bend = new Deformer.Bend(Span.of(other.bounds(), Axis.Y), Axis.X, 0.8);
    write("bent.obj", obj(bend.apply(other.positions()), other.triangles()));
    String coarse = FILE.replace("12", "8");
    ExamplePose p = poses(coarse, "{ 'kind': 'otherMesh', 'path': 'bent.obj' }").get(0);
    assertThat(p.name()).isEqualTo("bent");
    assertNear(p.positions(), bend.apply(made.cage().positions()), 0.04f);
    assertThat(reports.get(0).line()).contains("meets the surface");
    int[] turned = other.triangles().clone();
    for (int t = 0; t < turned.length; t += 3) {
      turned[t] = other.triangles()[t + 1];
      turned[t + 1] = other.triangles()[t];
    }
    write("inside.obj", obj(other.positions(), turned));
    SceneException e =
        catchThrowableOfType(
            SceneException.class,
            () -> poses(coarse, "{ 'kind': 'otherMesh', 'path': 'inside.obj' }"));
    assertThat(e).hasMessageContaining("inside out");
    float[] millimeters = new float[other.positions().length];
    for (int i = 0; i < millimeters.length; i++) {
      millimeters[i] = 1000 * other.positions()[i];
    }
    write("large.obj", obj(millimeters, other.triangles()));
    SceneException unit =
        catchThrowableOfType(
            SceneException.class,
            () -> poses(coarse, "{ 'kind': 'otherMesh', 'path': 'large.obj' }"));
    assertThat(unit).hasMessageContaining("same unit");
  }

  // ---- bodies that tear

  private Body built(String body, String poses) throws Exception {
    String text = "{ 'bodies': [ { " + body + ", 'examples': { 'poses': [ " + poses + " ] } } ] }";
    Scene scene = SceneFile.parse("t.jsonc", text.replace('\'', '"'), folder, List.of()).scene();
    return SceneBuilder.build(scene).world().bodies().get(0);
  }

  @Test
  void surfacesAndShapeKeysAreCarriedOverToALatticeThatTears() throws Exception {
    float[] twisted = TWIST.apply(BAR.positions());
    writeGlb("bar.glb", List.of("thin", "turn"), List.of(thin(), twisted));
    TriangleMesh other = SurfaceShapes.cuboid(3, 9, 3, 0.3f, 1, 0.3f);
    Deformer bend = new Deformer.Bend(Span.of(other.bounds(), Axis.Y), Axis.X, 0.8);
    write("bent.obj", obj(bend.apply(other.positions()), other.triangles()));
    Body b =
        built(
            FILE.replace("12", "8") + ", 'tear': { 'levels': 2 }",
            "'morph', { 'kind': 'otherMesh', 'path': 'bent.obj' }");
    float[] rest = b.cage().positions();
    List<ExamplePose> found = b.examples().poses();
    assertThat(found).extracting(ExamplePose::name).containsExactly("thin", "turn", "bent");
    assertNear(found.get(0).positions(), new Deformer.Scale(0.6, 1, 1, 0, 0, 0).apply(rest), 0.03f);
    assertNear(found.get(1).positions(), TWIST.apply(rest), 0.05f);
    assertNear(found.get(2).positions(), bend.apply(rest), 0.06f);
  }

  @Test
  void theMeshThatADrawingIsExportedWithIsItsSurface() throws Exception {
    String drawing =
        "'shape': { 'kind': 'drawing', 'outline': [[0,0],[1,0],[1,4],[0,4]], 'height': 1 },"
            + " 'cage': { 'resolution': 12 }, 'tear': { 'turnDeg': 20 }";
    Body plain = built(drawing, "'bend'");
    String text = ("{ 'bodies': [ { " + drawing + " } ] }").replace('\'', '"');
    Scene scene = SceneFile.parse("t.jsonc", text, folder, List.of()).scene();
    World w = SceneBuilder.build(scene).world();
    FractureHistory still = new FractureHistory(w.fracture(w.bodies().get(0)).family());
    still.capture();
    TriangleMesh seen = still.mesh(false);
    Deformer bend = new Deformer.Bend(Span.of(seen.bounds(), Axis.Y), Axis.X, 0.8);
    write("bent.obj", obj(bend.apply(seen.positions()), seen.triangles()));
    Body b = built(drawing, "{ 'kind': 'surface', 'path': 'bent.obj' }");
    assertThat(b.cage().positions()).containsExactly(plain.cage().positions());
    assertNear(b.examples().poses().get(0).positions(), bend.apply(b.cage().positions()), 0.03f);
  }
}
