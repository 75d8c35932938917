package dev.shinari.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.shinari.io.MeshReader;
import dev.shinari.io.file.BadFileException;
import dev.shinari.io.file.MeshFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GltfReaderTest {
  @TempDir Path dir;

  private static final float[] TRIANGLE = {0, 0, 0, 1, 0, 0, 0, 1, 0};

  private GltfModel read(String json) throws IOException {
    return GltfReader.read(Files.writeString(dir.resolve("m.gltf"), json));
  }

  private static String quoted(String s) {
    return s.replace('\'', '"');
  }

  private static void near(float[] got, double... expected) {
    assertThat(got).hasSize(expected.length);
    for (int i = 0; i < got.length; i++) {
      assertThat((double) got[i]).as("item " + i).isCloseTo(expected[i], Offset.offset(1e-6));
    }
  }

  @Test
  void nodesCarryTheirMeshesToWorldSpace() throws IOException {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    GltfModel m =
        read(
            g.gltf(
                quoted(
                    "'nodes':[{'translation':[10,0,0],'children':[1]},{'name':'a','mesh':0,"
                        + "'rotation':[0,0,0.70710678,0.70710678],'scale':[2,2,2]},"
                        + "{'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,5,1]}],"
                        + "'meshes':[{'name':'tri','primitives':[{'attributes':{'POSITION':"
                        + p
                        + "}}]}]")));
    assertThat(m.shapes()).hasSize(2);
    assertThat(m.shapes().get(0).name()).isEqualTo("a");
    assertThat(m.shapes().get(1).name()).isEqualTo("tri");
    near(m.shapes().get(0).surface().positions(), 10, 0, 0, 10, 2, 0, 8, 0, 0);
    near(m.shapes().get(1).surface().positions(), 0, 0, 5, 1, 0, 5, 0, 1, 5);
    assertThat(m.joined().vertexCount()).isEqualTo(6);
    assertThat(m.joined().triangles()).containsExactly(0, 1, 2, 3, 4, 5);
    MeshFile file = MeshReader.read(dir.resolve("m.gltf"));
    assertThat(file.parts()).hasSize(2);
  }

  @Test
  void aMirroringNodeTurnsTheWinding() throws IOException {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    GltfModel m =
        read(
            g.gltf(
                quoted(
                    "'nodes':[{'mesh':0,'scale':[-1,1,1]}],'meshes':[{'primitives':"
                        + "[{'attributes':{'POSITION':"
                        + p
                        + "}}]}]")));
    assertThat(m.joined().triangles()).containsExactly(0, 2, 1);
  }

  @Test
  void quantizedStridedAndSparseAccessorsAreDecoded() throws IOException {
    TestGltf g = new TestGltf();
    // rows of 8 bytes: three normalized shorts and a gap
    int view =
        g.view(
            TestGltf.shortBytes(0, 0, 0, 9, 32767, 0, 0, 9, 0, -32767, 0, 9), ",\"byteStride\":8");
    int p =
        g.accessor(
            "{\"bufferView\":"
                + view
                + ",\"componentType\":5122,\"normalized\":true,\"type\":\"VEC3\",\"count\":3}");
    int which = g.view(TestGltf.shortBytes(1), "");
    int what = g.view(TestGltf.floatBytes(7, 8, 9), "");
    int sparse =
        g.accessor(
            quoted(
                "{'componentType':5126,'type':'VEC3','count':3,'sparse':{'count':1,'indices':"
                    + "{'bufferView':"
                    + which
                    + ",'componentType':5123},'values':{'bufferView':"
                    + what
                    + "}}}"));
    GltfModel m =
        read(
            g.gltf(
                quoted(
                    "'extensionsRequired':['KHR_mesh_quantization'],'nodes':[{'mesh':0}],"
                        + "'meshes':[{'primitives':[{'attributes':{'POSITION':"
                        + p
                        + "},'targets':[{'POSITION':"
                        + sparse
                        + "}]}]}]")));
    near(m.joined().positions(), 0, 0, 0, 1, 0, 0, 0, -1, 0);
    near(m.shapes().get(0).targets().get(0).deltas(), 0, 0, 0, 7, 8, 9, 0, 0, 0);
  }

  @Test
  void primitivesOfAllTriangleModesAreJoinedAndShareEqualVertices() throws IOException {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
    int uv = g.floats("VEC2", 0, 0, 1, 0, 0, 1, 1, 1);
    int list = g.indices(0, 1, 2);
    int q = g.floats("VEC3", 0, 0, 5, 1, 0, 5, 0, 1, 5, 1, 1, 5);
    String shared = "'attributes':{'POSITION':" + p + ",'TEXCOORD_0':" + uv + "}";
    GltfModel m =
        read(
            g.gltf(
                quoted(
                    "'materials':[{'name':'red','pbrMetallicRoughness':{'baseColorFactor':"
                        + "[1,0,0,1]}}],'nodes':[{'mesh':0}],'meshes':[{'primitives':[{"
                        + shared
                        + ",'indices':"
                        + list
                        + ",'material':0},{"
                        + shared
                        + ",'mode':5},{'attributes':{'POSITION':"
                        + q
                        + "},'mode':6},{'attributes':{'POSITION':"
                        + q
                        + "},'mode':1}]}]")));
    GltfModel.Shape s = m.shapes().get(0);
    assertThat(s.vertexCount()).isEqualTo(8);
    assertThat(s.surface().triangles())
        .containsExactly(0, 1, 2, 0, 1, 2, 1, 3, 2, 4, 5, 6, 4, 6, 7);
    assertThat(s.surface().uvs()).startsWith(0, 1, 1, 1, 0, 0, 1, 0);
    assertThat(s.ranges()).hasSize(3);
    assertThat(s.ranges().get(0).material()).isEqualTo("red");
    assertThat(s.ranges().get(0).baseColor()).containsExactly(1, 0, 0, 1);
    assertThat(m.warnings().toString()).contains("points and lines");
  }

  @Test
  void skinsMorphsAndClipsPlay() throws IOException {
    StringBuilder rest = new StringBuilder();
    TestGltf g = TestGltf.character(rest);
    Path file = Files.write(dir.resolve("c.glb"), g.glb(rest.toString()));
    GltfModel m = GltfReader.read(file);
    GltfModel.Shape s = m.shapes().get(0);
    assertThat(s.name()).isEqualTo("leg");
    assertThat(s.influences()).isEqualTo(4);
    assertThat(m.skins().get(0).parents()).containsExactly(-1, 0);
    assertThat(s.targets().get(0).name()).isEqualTo("bulge");
    near(s.surface().positions(), 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0);
    assertThat(m.animations().get(0).duration()).isEqualTo(1);
    GltfPose pose = new GltfPose(m);
    float[] p = new float[12];
    pose.set(m.animations().get(0), 1);
    pose.positions(s, p);
    // the upper two vertices turn about (0, 1) from up to left, moved forward by the shape key
    near(p, 0, 0, 0, 1, 0, 0, -1, 1, 1, -1, 2, 1);
    pose.set(m.animations().get(0), 0.5f);
    pose.positions(s, p);
    double h = Math.sqrt(0.5);
    near(p, 0, 0, 0, 1, 0, 0, -h, 1 + h, 0.5, 0, 1 + 2 * h, 0.5);
    pose.set(null, 0);
    pose.positions(s, p);
    assertThat(p).isEqualTo(s.surface().positions());
  }

  @Test
  void stepAndSplineChannelsAreSampledByTheBook() {
    float[] out = new float[1];
    GltfModel.Channel step =
        new GltfModel.Channel(
            0,
            GltfModel.Target.WEIGHTS,
            GltfModel.Interpolation.STEP,
            new float[] {0, 1},
            1,
            new float[] {3, 4});
    step.sample(0.99f, out);
    assertThat(out[0]).isEqualTo(3);
    step.sample(5, out);
    assertThat(out[0]).isEqualTo(4);
    // x(t) = t^3 over a span of 2 has tangents 0 and 12 per second
    GltfModel.Channel spline =
        new GltfModel.Channel(
            0,
            GltfModel.Target.WEIGHTS,
            GltfModel.Interpolation.CUBICSPLINE,
            new float[] {0, 2},
            1,
            new float[] {0, 0, 0, 12, 8, 0});
    for (float t = 0; t <= 2; t += 0.25f) {
      spline.sample(t, out);
      assertThat(out[0]).isCloseTo(t * t * t, Offset.offset(1e-5f));
    }
  }

  @Test
  void theDefaultSceneIsReadAndTheOthersNamed() throws IOException {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    GltfModel m =
        read(
            g.gltf(
                quoted(
                    "'scene':1,'scenes':[{'nodes':[0]},{'nodes':[1]}],'nodes':[{'name':'x',"
                        + "'mesh':0},{'name':'y','mesh':0}],'meshes':[{'primitives':"
                        + "[{'attributes':{'POSITION':"
                        + p
                        + "}}]}]")));
    assertThat(m.shapes()).extracting(GltfModel.Shape::name).containsExactly("y");
    assertThat(m.warnings().toString()).contains("of 2 scenes only number 1");
  }

  private String withUri(String uri) {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    return g.json(
        quoted(
            "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':"
                + p
                + "}}]}]"),
        ",\"uri\":\"" + uri + "\"");
  }

  @Test
  void aBufferBesideTheFileIsRead() throws IOException {
    Files.createDirectory(dir.resolve("sub"));
    Files.write(dir.resolve("sub/my data.bin"), TestGltf.floatBytes(TRIANGLE));
    assertThat(read(withUri("sub/../sub/my%20data.bin")).joined().vertexCount()).isEqualTo(3);
    assertThatThrownBy(() -> read(withUri("sub/other.bin")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/buffers/0/uri")
        .hasMessageContaining("sub/other.bin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../secret.bin",
        "a/../../secret.bin",
        "%2e%2e/secret.bin",
        "..\\\\secret.bin",
        "/etc/passwd",
        "%2Fetc/passwd",
        "file:///etc/passwd",
        "http://localhost/x.bin",
        "https://localhost/x.bin",
        "//host/share.bin",
        "C:/x.bin",
        "\\\\\\\\host\\\\x",
        ".",
        "~/x",
        "a%0",
        "a%zz",
        "data:text/plain,abc"
      })
  void addressesOutsideOfTheFolderAreRefusedByName(String uri) throws IOException {
    Files.write(dir.resolveSibling("secret.bin"), TestGltf.floatBytes(TRIANGLE));
    assertThatThrownBy(() -> read(withUri(uri)))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/buffers/0/uri")
        .hasMessageContaining(uri.replace("\\\\", "\\"));
    Files.delete(dir.resolveSibling("secret.bin"));
  }

  @Test
  void aLinkOutOfTheFolderIsRefused() throws IOException {
    Path outside = Files.createTempFile("outside", ".bin");
    Files.write(outside, TestGltf.floatBytes(TRIANGLE));
    Files.createSymbolicLink(dir.resolve("link.bin"), outside);
    assertThatThrownBy(() -> read(withUri("link.bin")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("leads out");
    Files.delete(outside);
  }

  @Test
  void aPictureOnTheNetworkIsRefusedThoughNobodyReadsIt() {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    assertThatThrownBy(
            () ->
                read(
                    g.gltf(
                        quoted(
                            "'images':[{'uri':'https://localhost/a.png'}],'nodes':[{'mesh':0}],"
                                + "'meshes':[{'primitives':[{'attributes':{'POSITION':"
                                + p
                                + "}}]}]"))))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/images/0/uri");
  }

  /** A valid file whose JSON is changed in one place. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "\"count\":4 | \"count\":2000000000 | rows of 12 bytes",
        "\"count\":4 | \"count\":0 | /accessors/0",
        "\"POSITION\":0 | \"POSITION\":99 | one of 9 accessors",
        "\"POSITION\":0 | \"NORMAL\":0 | one of 9 accessors",
        "\"bufferView\":0 | \"bufferView\":77 | one of 9 bufferViews",
        "\"componentType\":5126 | \"componentType\":5127 | componentType",
        "\"type\":\"VEC3\" | \"type\":\"VEC4\" | /accessors/0",
        "\"children\":[1] | \"children\":[0] | one parent only",
        "\"children\":[1] | \"children\":[5] | one of 3 nodes",
        "\"joints\":[0,1] | \"joints\":[0] | joint numbers below 1",
        "\"joints\":[0,1] | \"joints\":[0,1,2] | 3 matrices",
        "\"mesh\":0 | \"mesh\":3 | one of 1 meshes",
        "{\"sampler\":0 | {\"sampler\":7 | one of 2 samplers",
        "\"version\":\"2.0\" | \"version\":\"1.0\" | /asset/version",
        "\"translation\":[0,1,0] | \"translation\":[0,1] | /nodes/1/translation",
        "\"byteLength\": | \"byteLength\":9 | /buffers/0",
        "\"byteLength\": | \"byteLength\":-9 | /buffers/0",
        "\"scene\":0 | \"scene\":4 | one of 1 scenes",
        "\"scene\":0 | \"extensionsRequired\":[\"KHR_draco_mesh_compression\"] | without mesh",
        "\"nodes\":[0,2] | \"nodes\":[] | a scene that shows a mesh",
        "\"targetNames\" | \"targetNames\": | JSON",
        "{\"asset\" | [\"asset\" | JSON",
      })
  void damagedJsonIsRefusedWithItsPlace(String part, String with, String message) {
    StringBuilder rest = new StringBuilder();
    String json = TestGltf.character(rest).gltf(rest.toString());
    assertThat(json).contains(part);
    int at = json.indexOf(part);
    String changed = json.substring(0, at) + with + json.substring(at + part.length());
    assertThatThrownBy(() -> read(changed))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining(message);
  }

  @Test
  void channelsOfExtensionsAreLeftOutWithAWarning() throws IOException {
    StringBuilder rest = new StringBuilder();
    String json = TestGltf.character(rest).gltf(rest.toString());
    GltfModel m = read(json.replace("\"path\":\"rotation\"", "\"path\":\"pointer\""));
    assertThat(m.animations().get(0).channels()).hasSize(1);
    assertThat(m.warnings().toString()).contains("/animations/0/channels/0");
  }

  @Test
  void aRingOfNodesIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    new TestGltf()
                        .gltf(quoted("'nodes':[{},{'children':[2]},{'children':[1]}]"))
                        .replaceAll("\"buffers.*\"accessors\":\\[\\],", "")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("ring");
  }

  @Test
  void indicesOutOfRangeAndNumbersThatAreNotFiniteAreNamed() {
    TestGltf g = new TestGltf();
    int p = g.floats("VEC3", TRIANGLE);
    int i = g.indices(0, 1, 3);
    String mesh = "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':";
    assertThatThrownBy(() -> read(g.gltf(quoted(mesh + p + "},'indices':" + i + "}]}]"))))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/meshes/0/primitives/0/indices, element 2")
        .hasMessageContaining("an index below 3, found 3");
    TestGltf nan = new TestGltf();
    int q = nan.floats("VEC3", 0, 0, 0, 1, Float.NaN, 0, 0, 1, 0);
    assertThatThrownBy(() -> read(nan.gltf(quoted(mesh + q + "}}]}]"))))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/accessors/0, element 1")
        .hasMessageContaining("finite");
  }

  // A few hundred bytes that ask for gigabytes: zeros without a buffer.
  @Test
  void anAccessorOfNothingButZerosCannotAskForTheWholeMemory() {
    assertThatThrownBy(
            () ->
                read(
                    quoted(
                        "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,"
                            + "'type':'VEC3','count':600000000}],'nodes':[{'mesh':0}],"
                            + "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}")))
        .isInstanceOf(BadFileException.class)
        .hasMessageContaining("/accessors/0/count");
  }
}
