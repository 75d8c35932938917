package dev.shinari.io.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.io.gltf.TestGltf;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a character looks survives the way through a rig: written, read, the same. */
class RigLookTest {
  private static final float[] UV = {0, 0, 1, 0, 0.1f, 0.7f, 1.25f, -0.3f};
  private static final float[] UV1 = {0.5f, 0.5f, 0, 0, 1, 1, 0.25f, 0.75f};
  private static final float[] NORMALS = {0, 0, 1, 0, 0.6f, 0.8f, 0, 0, 1, 1, 0, 0};
  private static final float[] TANGENTS = {1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1, 0, 1, 0, 1};

  @TempDir Path folder;
  private final byte[] skin = png(0xFF8040);
  private final byte[] bumps = png(0x8080FF);
  private final byte[] glow = png(0x00FF20);

  private static byte[] png(int rgb) {
    BufferedImage image = new BufferedImage(4, 2, BufferedImage.TYPE_INT_RGB);
    image.setRGB(1, 1, rgb);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  /**
   * Three pictures: one in a view, one in a data URI, one in a file; two used materials of three.
   */
  private Path character() throws IOException {
    StringBuilder rest = new StringBuilder();
    TestGltf g = TestGltf.character(rest);
    int uv = g.floats("VEC2", UV);
    int uv1 = g.floats("VEC2", UV1);
    int normals = g.floats("VEC3", NORMALS);
    int tangents = g.floats("VEC4", TANGENTS);
    int colors =
        g.accessor(
            "{\"bufferView\":"
                // rows of three bytes, four apart
                + g.view(
                    new byte[] {-1, 0, 0, 0, 0, -1, 0, 0, 51, 51, 51, 0, 0, 0, -1, 0},
                    ",\"byteStride\":4")
                + ",\"componentType\":5121,\"normalized\":true,\"type\":\"VEC3\",\"count\":4}");
    int picture = g.view(skin, "");
    int first = g.indices(0, 1, 2);
    int second = g.indices(2, 1, 3);
    Files.write(folder.resolve("glow map.png"), glow);
    String json =
        rest.toString()
            .replaceFirst(
                "\"attributes\":\\{([^}]*)\\},\"indices\":[0-9]+,\"targets\":\\[[^\\]]*\\]\\}",
                "\"attributes\":{$1,ATTRIBUTES},\"indices\":%d,\"material\":2},{\"attributes\":{$1,ATTRIBUTES},\"indices\":%d,\"material\":1}"
                    .formatted(first, second))
            .replace(
                "ATTRIBUTES",
                "\"TEXCOORD_0\":%d,\"TEXCOORD_1\":%d,\"NORMAL\":%d,\"TANGENT\":%d,\"COLOR_0\":%d"
                    .formatted(uv, uv1, normals, tangents, colors));
    assertThat(json).contains("COLOR_0");
    String look =
        """
        ,"extensionsUsed":["KHR_materials_clearcoat","KHR_texture_transform","KHR_materials_unlit"],
        "images":[{"bufferView":%d,"mimeType":"image/png","name":"skin"},
          {"uri":"data:image/png;base64,%s"},{"uri":"glow%%20map.png"},{"uri":"gone.png"}],
        "samplers":[{"magFilter":9728},{"wrapS":33071,"wrapT":33648,"minFilter":9987}],
        "textures":[{"source":3},{"sampler":1,"source":0},{"source":1},{"source":2,"sampler":1}],
        "materials":[{"name":"unused","extensions":{"KHR_materials_unlit":{}}},
          {"name":"eye","alphaMode":"MASK","alphaCutoff":0.25,"emissiveFactor":[1,0.5,0],
            "emissiveTexture":{"index":3},"occlusionTexture":{"index":0},"doubleSided":true},
          {"name":"hide","pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,1,1],
            "baseColorTexture":{"index":1,"extensions":{"KHR_texture_transform":{"scale":[2,2]}}},
            "metallicFactor":0.125,"roughnessFactor":0.75,"metallicRoughnessTexture":{"index":2,"texCoord":1}},
            "normalTexture":{"index":2,"scale":0.5},"alphaMode":"BLEND",
            "extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":1,"clearcoatTexture":{"index":1}}},
            "extras":{"shinyTexture":{"index":7}}}]
        """
            .formatted(picture, Base64.getEncoder().encodeToString(bumps));
    Path file = folder.resolve("character.glb");
    Files.write(file, g.glb(json + look));
    return file;
  }

  private static JsonNode json(byte[] glb) throws IOException {
    ByteBuffer b = ByteBuffer.wrap(glb).order(ByteOrder.LITTLE_ENDIAN);
    return new ObjectMapper().readTree(glb, 20, b.getInt(12));
  }

  private static byte[] picture(byte[] glb, JsonNode json, int texture) {
    ByteBuffer b = ByteBuffer.wrap(glb).order(ByteOrder.LITTLE_ENDIAN);
    int bin = 20 + b.getInt(12) + 8;
    JsonNode image = json.at("/images/" + json.at("/textures/" + texture + "/source").intValue());
    JsonNode view = json.at("/bufferViews/" + image.get("bufferView").intValue());
    int from = bin + view.path("byteOffset").intValue();
    return Arrays.copyOfRange(glb, from, from + view.get("byteLength").intValue());
  }

  private byte[] written(Path file) throws IOException {
    RigModel model = RigModelReader.read(file);
    double[][] poses = {model.restPose(), model.restPose()};
    return Files.readAllBytes(FleshFiles.writeModel(model, poses, folder, "out"));
  }

  @Test
  void materialsTexturesSamplersAndPicturesAreCarriedOver() throws IOException {
    byte[] glb = written(character());
    JsonNode g = json(glb);
    assertThat(g.get("materials")).hasSize(2);
    JsonNode hide = g.at("/materials/0");
    assertThat(hide.get("name").textValue()).isEqualTo("hide");
    assertThat(hide.get("alphaMode").textValue()).isEqualTo("BLEND");
    JsonNode pbr = hide.get("pbrMetallicRoughness");
    assertThat(pbr.get("baseColorFactor").toString()).isEqualTo("[0.5,0.25,1.0,1.0]");
    assertThat(pbr.get("metallicFactor").doubleValue()).isEqualTo(0.125);
    assertThat(pbr.get("roughnessFactor").doubleValue()).isEqualTo(0.75);
    assertThat(pbr.at("/metallicRoughnessTexture/texCoord").intValue()).isEqualTo(1);
    assertThat(hide.at("/normalTexture/scale").doubleValue()).isEqualTo(0.5);
    int base = pbr.at("/baseColorTexture/index").intValue();
    assertThat(picture(glb, g, base)).isEqualTo(skin);
    assertThat(pbr.at("/baseColorTexture/extensions/KHR_texture_transform/scale/1").intValue())
        .isEqualTo(2);
    assertThat(hide.at("/extensions/KHR_materials_clearcoat/clearcoatTexture/index").intValue())
        .isEqualTo(base);
    assertThat(hide.at("/extras/shinyTexture/index").intValue()).isEqualTo(7); // nobody's number
    assertThat(picture(glb, g, hide.at("/normalTexture/index").intValue())).isEqualTo(bumps);
    assertThat(g.at("/textures/" + base + "/sampler").intValue()).isZero();
    assertThat(g.at("/samplers/0/wrapT").intValue()).isEqualTo(33648);
    JsonNode eye = g.at("/materials/1");
    assertThat(eye.get("alphaMode").textValue()).isEqualTo("MASK");
    assertThat(eye.get("alphaCutoff").doubleValue()).isEqualTo(0.25);
    assertThat(eye.get("doubleSided").booleanValue()).isTrue();
    assertThat(eye.get("emissiveFactor").toString()).isEqualTo("[1.0,0.5,0.0]");
    assertThat(picture(glb, g, eye.at("/emissiveTexture/index").intValue())).isEqualTo(glow);
    assertThat(g.get("images")).hasSize(3);
    assertThat(g.get("extensionsUsed").toString())
        .isEqualTo("[\"KHR_materials_clearcoat\",\"KHR_texture_transform\"]");
    assertThat(g.has("extensionsRequired")).isFalse();
  }

  @Test
  void aPictureThatIsNotThereIsLeftOutAndSaid() throws IOException {
    Path file = character();
    assertThat(RigModelReader.read(file).notes()).anyMatch(n -> n.contains("'gone.png') is not"));
    assertThat(json(written(file)).at("/materials/1").has("occlusionTexture")).isFalse();
  }

  @Test
  void whatIsDrawnOnTheVerticesIsCarriedOverExactly() throws IOException {
    Path file = character();
    GltfModel.Shape before = GltfReader.read(file).shapes().get(0);
    written(file);
    GltfModel.Shape after = GltfReader.read(folder.resolve("out.glb")).shapes().get(0);
    assertThat(after.vertexCount()).isEqualTo(4);
    assertThat(after.paint().texcoords()).hasSize(2);
    assertThat(after.paint().texcoords().get(0)).isEqualTo(UV);
    assertThat(after.paint().texcoords().get(1)).isEqualTo(UV1);
    assertThat(after.paint().normals()).isEqualTo(NORMALS);
    assertThat(after.paint().tangents()).isEqualTo(TANGENTS);
    assertThat(after.paint().colors()).isEqualTo(before.paint().colors());
    assertThat(after.paint().colors())
        .startsWith(1, 0, 0, 1)
        .contains(0.2f); // three bytes became four floats
    assertThat(after.surface().triangles()).containsExactly(0, 1, 2, 2, 1, 3);
    assertThat(after.ranges().stream().map(GltfModel.Range::material))
        .containsExactly("hide", "eye");
  }

  @Test
  void damagedNormalsCostTheNormalsAndNotTheFile() throws IOException {
    Path file = character();
    byte[] bytes = Files.readAllBytes(file);
    byte[] one = TestGltf.floatBytes(NORMALS);
    int at = indexOf(bytes, one);
    System.arraycopy(TestGltf.floatBytes(Float.NaN), 0, bytes, at, 4);
    Files.write(file, bytes);
    RigModel model = RigModelReader.read(file);
    assertThat(model.notes()).anyMatch(n -> n.contains("NORMAL cannot be read"));
    written(file);
    List<GltfModel.Shape> shapes = GltfReader.read(folder.resolve("out.glb")).shapes();
    assertThat(shapes.get(0).paint().normals()).startsWith(0, 0, 1); // made from the triangles
    assertThat(shapes.get(0).paint().tangents()).isNull();
  }

  private static int indexOf(byte[] in, byte[] what) {
    for (int i = 0; i + what.length <= in.length; i++) {
      if (Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
        return i;
      }
    }
    throw new AssertionError("not found");
  }
}
