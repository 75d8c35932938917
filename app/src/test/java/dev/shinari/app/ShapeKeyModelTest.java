package dev.shinari.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.shinari.io.gltf.GltfModel;
import dev.shinari.io.gltf.GltfReader;
import dev.shinari.mesh.Bounds;
import dev.shinari.mesh.TriangleMesh;
import dev.shinari.mesh.solid.IsoSurface;
import dev.shinari.mesh.solid.Models;
import dev.shinari.pose.Axis;
import dev.shinari.pose.Deformer;
import dev.shinari.pose.Span;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The model of the scene shape-keys is made here: the rabbit with three shape keys, as an artist
 * would export it. With {@code -Dshinari.writeModels=true} the file is written again.
 */
class ShapeKeyModelTest {
  private static final String RESOURCE = "/scenes/files/bunny-keys.glb";

  /** The rabbit and its keys, the rest shape first. */
  private static Map<String, TriangleMesh> shapes() {
    TriangleMesh rest = IsoSurface.of(Models.named("bunny"), 40);
    Bounds b = rest.bounds();
    Map<String, TriangleMesh> out = new LinkedHashMap<>();
    out.put("Basis", rest);
    Deformer ears =
        new Deformer.Bend(
            Span.of(b, Axis.Y, 0.5, 1, b.centerX(), b.centerY(), b.centerZ()), Axis.Z, 1.1);
    Span whole = Span.of(b, Axis.Y);
    out.put("Floppy", moved(rest, ears));
    out.put("Squat", moved(rest, new Deformer.Stretch(whole, 0.6, true)));
    out.put(
        "Wring",
        moved(
            rest,
            new Deformer.Combined(
                List.of(new Deformer.Stretch(whole, 0.75, true), new Deformer.Twist(whole, 2.4)))));
    return out;
  }

  private static TriangleMesh moved(TriangleMesh rest, Deformer d) {
    return rest.withPositions(d.apply(rest.positions()));
  }

  private static byte[] glb(Map<String, TriangleMesh> shapes) {
    TriangleMesh rest = shapes.get("Basis");
    int n = rest.vertexCount();
    int keys = shapes.size() - 1;
    int indexBytes = 4 * rest.triangles().length;
    int bin = 12 * n * (keys + 1) + indexBytes;
    StringBuilder views = new StringBuilder(), accessors = new StringBuilder();
    List<String> targets = new ArrayList<>();
    List<String> names = new ArrayList<>();
    ByteBuffer data = ByteBuffer.allocate(bin).order(ByteOrder.LITTLE_ENDIAN);
    int k = 0;
    for (Map.Entry<String, TriangleMesh> e : shapes.entrySet()) {
      views.append(
          ("{'buffer':0,'byteOffset':%d,'byteLength':%d,'target':34962},")
              .formatted(12 * n * k, 12 * n));
      float[] low = {Float.MAX_VALUE, Float.MAX_VALUE, Float.MAX_VALUE};
      float[] high = {-Float.MAX_VALUE, -Float.MAX_VALUE, -Float.MAX_VALUE};
      for (int i = 0; i < 3 * n; i++) {
        float v = e.getValue().positions()[i] - (k == 0 ? 0 : rest.positions()[i]);
        data.putFloat(v);
        low[i % 3] = Math.min(low[i % 3], v);
        high[i % 3] = Math.max(high[i % 3], v);
      }
      accessors.append(
          "{'bufferView':%d,'componentType':5126,'type':'VEC3','count':%d,'min':%s,'max':%s},"
              .formatted(k, n, java.util.Arrays.toString(low), java.util.Arrays.toString(high)));
      if (k > 0) {
        targets.add("{'POSITION':" + k + "}");
        names.add("'" + e.getKey() + "'");
      }
      k++;
    }
    for (int v : rest.triangles()) {
      data.putInt(v);
    }
    views.append(
        "{'buffer':0,'byteOffset':%d,'byteLength':%d,'target':34963}"
            .formatted(12 * n * k, indexBytes));
    accessors.append(
        "{'bufferView':%d,'componentType':5125,'type':'SCALAR','count':%d}"
            .formatted(k, rest.triangles().length));
    String json =
        ("{'asset':{'version':'2.0','generator':'Shinari'},'scene':0,'scenes':[{'nodes':[0]}],"
                + "'nodes':[{'name':'Bunny','mesh':0}],'meshes':[{'name':'Bunny','extras':"
                + "{'targetNames':["
                + String.join(",", names)
                + "]},'primitives':[{'attributes':{'POSITION':0},'indices':"
                + k
                + ",'material':0,'targets':["
                + String.join(",", targets)
                + "]}]}],'materials':[{'name':'Fur','pbrMetallicRoughness':{'metallicFactor':0,"
                + "'baseColorFactor':[0.8,0.7,0.6,1]}}],'buffers':[{'byteLength':"
                + bin
                + "}],'bufferViews':["
                + views
                + "],'accessors':["
                + accessors
                + "]}")
            .replace('\'', '"');
    byte[] text = json.getBytes(StandardCharsets.UTF_8);
    int padded = (text.length + 3) & ~3;
    ByteBuffer out = ByteBuffer.allocate(28 + padded + bin).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0x46546C67).putInt(2).putInt(out.capacity());
    out.putInt(padded).putInt(0x4E4F534A).put(text);
    while (out.position() < 20 + padded) {
      out.put((byte) ' ');
    }
    return out.putInt(bin).putInt(0x004E4942).put(data.array()).array();
  }

  @Test
  void theModelInTheBuildIsTheOneMadeHere() throws IOException {
    byte[] made = glb(shapes());
    if (Boolean.getBoolean("shinari.writeModels")) {
      Path file = Path.of("src/main/resources" + RESOURCE);
      Files.createDirectories(file.getParent());
      Files.write(file, made);
      return;
    }
    try (InputStream in = ShapeKeyModelTest.class.getResourceAsStream(RESOURCE)) {
      assertThat(in.readAllBytes()).isEqualTo(made);
    }
  }

  @Test
  void theKeysReadBackAsTheyWereMade() throws IOException {
    GltfModel model = GltfReader.read(Path.of("bunny-keys.glb"), glb(shapes()));
    assertThat(model.warnings()).isEmpty();
    assertThat(model.shapes().get(0).targets())
        .extracting(GltfModel.MorphTarget::name)
        .containsExactly("Floppy", "Squat", "Wring");
  }
}
